"""Random spots with small betting trees, for properties."""

from hypothesis import strategies as st

from pokerlab.postflop.spot import Spot

BOARD = "Kh7h2c9dTs"
RANGES = ("QQ+,AK", "22+,A2s+:0.5", "KK,QJs", "*", "AhAd,5s4s:0.125")

_percents = st.decimals(min_value=1, max_value=250, places=1).map(lambda part: f"{part}%")
_chips = st.integers(1, 150).map(lambda chips: f"{chips}c")
_others = st.sampled_from(["a", "e", "2e", "3e"])
_multiples = st.decimals(min_value="1.1", max_value=5, places=1).map(lambda multiple: f"{multiple}x")


def sizes(*, is_raise: bool) -> st.SearchStrategy[str]:
    one = st.one_of(_percents, _chips, _others, *([_multiples] if is_raise else []))
    return st.lists(one, max_size=3, unique_by=_value).map(", ".join)


def _value(text: str) -> str:
    return f"{float(text[:-1])}{text[-1]}" if text[0].isdigit() else text


bet_sizes, raise_sizes = sizes(is_raise=False), sizes(is_raise=True)
player_tables = st.fixed_dictionaries({}, optional={"bet": bet_sizes, "raise": raise_sizes})
street_tables = st.fixed_dictionaries(
    {},
    optional={
        "bet": bet_sizes,
        "raise": raise_sizes,
        "donk": bet_sizes,
        "oop": st.fixed_dictionaries({}, optional={"bet": bet_sizes, "raise": raise_sizes, "donk": bet_sizes}),
        "ip": player_tables,
    },
)
parts = st.sampled_from([0.0, 0.1, 0.25, 0.5, 1.0, 3.0])
settings_of_spots = st.fixed_dictionaries(
    {
        "board": st.integers(3, 5).map(lambda cards: BOARD[: 2 * cards]),
        "pot": st.integers(1, 100).map(lambda half: 2 * half),
        "stacks": st.tuples(st.integers(1, 500), st.integers(1, 500)),
        "oop": st.sampled_from(RANGES),
        "ip": st.sampled_from(RANGES),
        "raise_cap": st.sampled_from([0, 1, 1, 2, 2, 3]),
        "all_in_past_cap": st.booleans(),
        "flop": street_tables,
        "turn": street_tables,
        "river": street_tables,
    },
    optional={
        "name": st.text(max_size=12),
        "rake": st.fixed_dictionaries({"percent": st.floats(0, 100)}, optional={"cap": st.floats(0, 1e6)}),
        "big_blind": st.integers(1, 10),
        "aggressor": st.sampled_from(["oop", "ip"]),
        "all_in_below": parts,
        "force_all_in_below": parts,
        "merge": parts,
    },
)
spots = settings_of_spots.map(lambda given: Spot(**given))
