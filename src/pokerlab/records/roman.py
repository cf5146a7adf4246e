"""Roman numerals, in which tournament levels are counted."""

_VALUES = {"M": 1000, "D": 500, "C": 100, "L": 50, "X": 10, "V": 5, "I": 1}
_SIGNS = (
    (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"),
    (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
)  # fmt: skip


def from_roman(text: str) -> int:
    """The number of a Roman numeral such as `XIV`."""
    total = 0
    for sign, following in zip(text, [*text[1:], ""], strict=True):
        value = _VALUES[sign]
        total += -value if value < _VALUES.get(following, 0) else value
    return total


def to_roman(number: int) -> str:
    """The Roman numeral of a number from 1."""
    text = ""
    for value, signs in _SIGNS:
        count, number = divmod(number, value)
        text += signs * count
    return text
