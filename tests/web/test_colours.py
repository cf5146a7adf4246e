"""Whatever is written on a colour can be read there: WCAG 2.2 AA, computed from the tokens for both themes."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

TOKENS = (Path(__file__).parents[2] / "frontend" / "src" / "tokens.css").read_text("utf-8")
BLOCK = r"\{([^{}]*)\}"
DARK = re.search(r"^:root " + BLOCK, TOKENS, re.MULTILINE)[1]
LIGHT, LIGHT_CHOSEN = (
    re.search(re.escape(selector) + r" " + BLOCK, TOKENS)[1]
    for selector in (':root:not([data-theme="dark"])', ':root[data-theme="light"]')
)

AA, AA_LARGE = 4.5, 3.0
"""Least contrast of text, and of large text, edges and signs."""
BETS = ("bet0", "bet1", "bet2", "bet3")
MOVES = ("fold", "call", *BETS, "all-in")
STEPS = 20
"""Into how many steps a mixture of two colours is cut."""

Colour = tuple[float, ...]


def tokens(text: str) -> dict[str, str]:
    return dict(re.findall(r"--([\w-]+):\s*([^;]+);", re.sub(r"/\*.*?\*/", "", text)))


THEMES = {"dark": tokens(DARK), "light": tokens(DARK) | tokens(LIGHT)}


def colour(theme: str, name: str) -> Colour:
    """Red, green and blue of a token, 0..1, as light."""
    digits = THEMES[theme][name].lstrip("#")
    digits = "".join(2 * digit for digit in digits) if len(digits) == 3 else digits
    assert re.fullmatch(r"[0-9a-f]{6}", digits), name
    return _of(digits)


def contrast(one: Colour, other: Colour) -> float:
    """As WCAG 2.2 defines it."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _of(digits: str) -> Colour:
    return tuple(_light(int(digits[place : place + 2], 16) / 255) for place in (0, 2, 4))


def _light(value: float) -> float:
    """Of a number of sRGB."""
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def _screen(light: float) -> float:
    return 12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055


def _luminance(light: Colour) -> float:
    return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]


TO_CONES = ((0.4122214708, 0.5363325363, 0.0514459929), (0.2119034982, 0.6806995451, 0.1073969566), (0.0883024619, 0.2817188376, 0.6299787005))  # fmt: skip  # noqa: E501
FROM_CONES = ((4.0767416621, -3.3077115913, 0.2309699292), (-1.2684380046, 2.6097574011, -0.3413193965), (-0.0041960863, -0.7034186147, 1.7076147010))  # fmt: skip  # noqa: E501


def mixed(first: Colour, second: Colour, part: float) -> Colour:
    """`color-mix(in oklab, ...)`: oklab is linear in the cube roots of what cones see, so these are mixed."""
    roots = [[value ** (1 / 3) for value in _times(TO_CONES, one)] for one in (first, second)]
    between = [(part * a + (1 - part) * b) ** 3 for a, b in zip(*roots, strict=True)]
    return tuple(min(max(value, 0.0), 1.0) for value in _times(FROM_CONES, between))


def _times(matrix, vector) -> list[float]:
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


def mixtures(theme: str, first: str, second: str, least: float = 0.0, most: float = 1.0):
    for step in range(STEPS + 1):
        part = least + (most - least) * step / STEPS
        yield mixed(colour(theme, first), colour(theme, second), part)


def test_colours_are_mixed_as_browsers_do():
    found = mixed(_of("e0a13a"), _of("7a3fa0"), 0.5)
    # what a canvas of Chromium holds after color-mix(in oklab, #e0a13a 50%, #7a3fa0)
    assert [round(255 * _screen(one)) for one in found] == [169, 117, 128]


def test_light_is_the_same_by_the_system_and_by_choice():
    assert tokens(LIGHT) == tokens(LIGHT_CHOSEN)
    assert set(tokens(LIGHT)) <= set(tokens(DARK))


@pytest.mark.parametrize("theme", THEMES)
def test_ink_can_be_read_on_every_move_and_on_every_size_between(theme):
    ink = colour(theme, "cell-ink")
    for name in MOVES:
        assert contrast(ink, colour(theme, name)) >= AA, name
    for small, large in pairwise(BETS):
        assert min(contrast(ink, one) for one in mixtures(theme, small, large)) >= AA, (small, large)


@pytest.mark.parametrize("theme", THEMES)
def test_ink_can_be_read_on_all_else_that_cells_are_filled_with(theme):
    ink = colour(theme, "cell-ink")
    for name in ("raised", "line", "oop-fill", "ip-fill"):
        assert contrast(ink, colour(theme, name)) >= AA, name
    for name in ("scale", "good-fill", "bad-fill"):
        assert min(contrast(ink, one) for one in mixtures(theme, name, "raised")) >= AA, name
    part = int(THEMES[theme]["part-of-fill"].rstrip("%")) / 100
    for player in range(9):
        assert contrast(ink, mixed(colour(theme, f"p{player}"), _of("000000"), part)) >= AA, player


@pytest.mark.parametrize("theme", THEMES)
def test_text_can_be_read_on_every_ground(theme):
    for ground in ("background", "surface", "raised"):
        for name in ("text", "muted", "accent", "good", "bad", "oop", "ip", "spades", "hearts", "diamonds", "clubs"):
            assert contrast(colour(theme, name), colour(theme, ground)) >= AA, (name, ground)
    assert contrast(colour(theme, "on-accent"), colour(theme, "accent")) >= AA
    for ground in ("background", "surface"):
        assert contrast(colour(theme, "edge"), colour(theme, ground)) >= AA_LARGE, "edges of fields"


@pytest.mark.parametrize("theme", THEMES)
def test_numbers_can_be_read_on_the_bars_of_hands(theme):
    """Bars behind frequencies and EVs are 45% of a move's colour over the card."""
    surface = colour(theme, "surface")
    for name in MOVES:
        bar = tuple(
            _light(0.45 * _screen(a) + 0.55 * _screen(b)) for a, b in zip(colour(theme, name), surface, strict=True)
        )
        assert contrast(colour(theme, "text"), bar) >= AA, name


@pytest.mark.parametrize("theme", THEMES)
def test_moves_can_be_told_apart(theme):
    """Beside their letters: no two are nearer to each other than neighbours on a scale that people can follow."""
    for place, one in enumerate(MOVES):
        for other in MOVES[place + 1 :]:
            assert _distance(colour(theme, one), colour(theme, other)) >= 0.06, (one, other)


def _distance(one: Colour, other: Colour) -> float:
    """In oklab, where 0.02 is just seen."""
    to_lab = ((0.2104542553, 0.7936177850, -0.0040720468), (1.9779984951, -2.4285922050, 0.4505937099), (0.0259040371, 0.7827717662, -0.8086757660))  # fmt: skip  # noqa: E501
    labs = [_times(to_lab, [value ** (1 / 3) for value in _times(TO_CONES, light)]) for light in (one, other)]
    return sum((a - b) ** 2 for a, b in zip(*labs, strict=True)) ** 0.5
