"""The names of card abstractions, read and written (Schnizlein: State Translation in No-Limit Poker, section 2.3.2).

A name has a part for each street, between dots; a part is one or several cuts, each made inside the one before it:

    8, 8hs2, 72hs3     so many percentile buckets by E[HS^k] (without a suffix hs2, on the river hs, which orders alike)
    8now               by HS, the strength now, as if no card came (flop and turn; on the river that is hs)
    8hsp3, 8hs2p4      by E[HS^k] against two and three hands: a pot of three and four players
    72hs2x2hs          72 buckets, each cut in two again
    pub20, pub20x36    clusters of boards (flop and turn), and hands inside them
    emd500             clusters of histograms of river strength by earth mover's distance (flop, turn)
    pa500              clusters of histograms over the next street's clusters (flop, turn)
    ochs9000           clusters of river strengths against eight groups of starting hands (river)
    169, all           every hand for itself: before the flop, on any street

What a plain part saw is remembered, and later cuts are made inside what is remembered; what `ir64` saw is forgotten
with the next card; `dir-pub20x36hs2-pub20x1` sees the first and remembers the second. What earlier streets left is kept
by all of them. A menu in front names a whole abstraction: `fcpa.ir169.64.8.8`.

The thesis is not always as strict. Its slips are read by these rules, and `slips` says which:

1. `pub3x68-3x1` without `dir-` is `dir-pub3x68-3x1` (Table 3.3);
2. `20x1` remembered of `pub20x205` is `pub20x1`: a number without a kind takes that of the cut it repeats (Table 3.2);
3. `pub20x36hs2x5hs` without `dir-` remembers its boards alone (Table 5.2; the same agents as in Table 3.2, whose
   footnote says that all strength is forgotten and boards are not).

Clusters of hands are made of all hands of a street, not inside what is remembered, and who uses them forgets them: so
`emd5000` is read as `iremd5000`, and `dir-emd50-emd50` remembers them. On the last street nothing is remembered, and
`ir8` is `8`.
"""

import re
from dataclasses import dataclass, field, replace
from enum import StrEnum
from math import prod

from pokerlab.betting.menu import Menu
from pokerlab.betting.menu_reader import parse_menu
from pokerlab.errors import AbstractionError, GameError, shorten

STREETS = ("preflop", "flop", "turn", "river")
CLASSES = (169, 1_286_792, 13_960_050, 123_156_254)
"""Hands of each street up to suits, the board being one set of cards."""
DEALS = (169, 1_286_792, 55_190_538, 2_428_287_420)
"""The same where it is remembered which card came when: no more sequences of buckets can be told apart."""
BOARDS = (1, 1_755, 63_193)
"""Boards of the first streets up to suits, in the order they were dealt."""
MOST_CELLS = 200_000_000
"""Sequences of buckets that can be numbered: names with more are refused."""


class CutKind(StrEnum):
    """How hands, or boards, are told apart."""

    PERCENTILES = "percentiles"
    PUBLIC = "pub"
    EARTH_MOVER = "emd"
    POTENTIAL_AWARE = "pa"
    OPPONENT_CLUSTERS = "ochs"
    ALL = "all"


NOW = 0
"""The power that stands for strength now."""
CLUSTERED = (CutKind.EARTH_MOVER, CutKind.POTENTIAL_AWARE, CutKind.OPPONENT_CLUSTERS)
"""Kinds that are found by k-means over hands."""
_STREETS_OF = {
    CutKind.PUBLIC: (1, 2),
    CutKind.EARTH_MOVER: (1, 2),
    CutKind.POTENTIAL_AWARE: (1, 2),
    CutKind.OPPONENT_CLUSTERS: (3,),
}
_CUT = re.compile(r"(?:(?P<number>[1-9][0-9]*)(?P<measure>hs(?P<power>[23])?(?:p(?P<players>[34]))?|now)?"
                  r"|(?P<kind>pub|emd|pa|ochs)(?P<count>[1-9][0-9]*)|(?P<all>all))")  # fmt: skip
_SUBSCRIPTS = "₀₁₂₃₄₅₆₇₈₉"


@dataclass(frozen=True)
class Place:
    """A street of a game with so many: hold'em has four."""

    street: int
    streets: int = len(STREETS)

    @property
    def is_holdem(self) -> bool:
        """Whether it is a street of hold'em; else one of a small game."""
        return self.streets == len(STREETS)

    @property
    def is_last(self) -> bool:
        """Whether no card comes after it."""
        return self.street == self.streets - 1

    @property
    def default_power(self) -> int:
        """The k of E[HS^k] where none is written."""
        return 1 if self.is_last else 2

    def __str__(self) -> str:
        return STREETS[self.street] if self.is_holdem else f"street {self.street + 1}"


@dataclass(frozen=True)
class Cut:
    """So many buckets of one kind (0: as many as there are hands of a small game); of percentiles by E[share^power]
    against `players` - 1 random hands, with power 0 (NOW) by the strength now."""

    kind: CutKind
    count: int
    power: int = 1
    players: int = 2

    def text(self, place: Place, *, is_mixed: bool = False) -> str:
        """As it is written on a street; beside percentiles of another measure always with its own."""
        if self.kind is CutKind.ALL:
            return str(CLASSES[0]) if place == Place(0) else "all"
        if self.kind is not CutKind.PERCENTILES:
            return f"{self.kind}{self.count}"
        is_every_class = place == Place(0) and self.count == CLASSES[0]
        if (self.power, self.players) == (place.default_power, 2) and not (is_mixed or is_every_class):
            return str(self.count)
        if self.power == NOW:
            return f"{self.count}now"
        power = "" if self.power == 1 else str(self.power)
        return f"{self.count}hs{power}" + (f"p{self.players}" if self.players > 2 else "")


@dataclass(frozen=True)
class StreetPart:
    """What is seen of the cards on a street: cuts inside each other, `kept` of which are remembered; the last of
    these with `kept_count` buckets (as many as it has, or a divisor of them)."""

    place: Place
    seen: tuple[Cut, ...]
    kept: int
    kept_count: int = 0

    @property
    def remembered(self) -> tuple[Cut, ...]:
        """The cuts that are remembered."""
        cuts = self.seen[: self.kept]
        return (*cuts[:-1], replace(cuts[-1], count=self.kept_count)) if cuts else ()

    def __str__(self) -> str:
        seen = _cuts_text(self.seen, self.place)
        if not self.kept:
            return f"ir{seen}"
        if self.remembered == self.seen:
            is_plain = self.place.is_last or not (self._is_public_and_hands or self._has_clusters)
            return seen if is_plain else f"dir-{seen}-{seen}"
        # hands inside boards are merged into one, `pub20x1`, as the thesis writes it
        one = "x1" if self.kept < len(self.seen) and self.seen[self.kept - 1].kind is CutKind.PUBLIC else ""
        return f"dir-{seen}-{_cuts_text(self.remembered, self.place)}{one}"

    @property
    def _is_public_and_hands(self) -> bool:
        return self.seen[0].kind is CutKind.PUBLIC and len(self.seen) > 1

    @property
    def _has_clusters(self) -> bool:
        return any(cut.kind in CLUSTERED for cut in self.seen)


@dataclass(frozen=True)
class CardAbstraction:
    """Which hands are treated alike, street by street. Its text is its name."""

    parts: tuple[StreetPart, ...]
    slips: tuple[str, ...] = field(default=(), compare=False)

    def __str__(self) -> str:
        return ".".join(map(str, self.parts))

    @property
    def sights(self) -> tuple[int, ...]:
        """By street: how many sequences of buckets can be told apart, if none is empty."""
        return tuple(
            before * prod(cut.count for cut in part.seen)
            for before, part in zip((1, *self.sequences), self.parts, strict=False)
        )

    @property
    def sequences(self) -> tuple[int, ...]:
        """By street: how many sequences of buckets are remembered after it, if none is empty."""
        found, before = [], 1
        for part in self.parts:
            before *= prod(cut.count for cut in part.remembered)
            found.append(before)
        return tuple(found)

    def remembers_before(self, street: int) -> bool:
        """Whether anything of earlier streets is known on a street."""
        return any(part.kept for part in self.parts[:street])


@dataclass(frozen=True)
class Abstraction:
    """Bets and cards: a whole abstraction. `menu_text` is empty if every bet is considered."""

    menu_text: str
    cards: CardAbstraction

    @property
    def menu(self) -> Menu | None:
        """The menu, if one is named."""
        return parse_menu(self.menu_text) if self.menu_text else None

    def __str__(self) -> str:
        return f"{self.menu_text}.{self.cards}" if self.menu_text else str(self.cards)


def parse_cards(text: str, streets: int = len(STREETS)) -> CardAbstraction:
    """Read the name of a card abstraction with a part for each of so many streets."""
    found = parse_abstraction(text, streets)
    if found.menu_text:
        raise AbstractionError(
            f"'{shorten(text)}': a menu ('{shorten(found.menu_text, 20)}') stands before the cards, which are asked for"
            " alone"
        )
    return found.cards


def parse_abstraction(text: str, streets: int = len(STREETS)) -> Abstraction:
    """Read a name with or without a menu in front, such as `fcpa.ir169.64.8.8`."""
    plain = text.strip()
    slips: list[str] = []
    if plain.rstrip(_SUBSCRIPTS) != plain:
        plain = plain.rstrip(_SUBSCRIPTS).rstrip()
        slips.append("the number below the line tells players apart, not cards")
    *front, last = plain.rsplit(".", streets)
    texts = [*front, last]
    menu = texts.pop(0) if len(texts) > streets else ""
    if len(texts) < streets:
        hint = f" ('{plain}' is a size: that of {'.'.join([plain[:-1]] * 4)})" if re.fullmatch("[0-9]+s", plain) else ""
        raise AbstractionError(
            f"'{shorten(text)}': {len(texts)} part{'s' if len(texts) > 1 else ''}, a name has one for each of "
            f"{streets} streets, between dots, as in ir169.64.8.8{hint}"
        )
    parts = []
    for street, part in enumerate(texts):
        place = Place(street, streets)
        try:
            parts.append(_read_part(part.strip(), place, slips))
        except AbstractionError as error:
            why = str(error)
            if street == 0 and not menu and _is_menu(part):
                why = f"it is a menu, and {streets} parts for the cards have to follow it"
            raise AbstractionError(f"'{shorten(text)}': {place} '{shorten(part, 30)}': {why}") from None
    if menu:
        try:
            parse_menu(menu)
        except GameError as error:
            raise AbstractionError(f"'{shorten(text)}': {error}") from None
    cards = CardAbstraction(tuple(parts), tuple(slips))
    if streets == len(STREETS):
        _check_size(text, cards)
    return Abstraction(menu.strip(), cards)


def _cuts_text(cuts: tuple[Cut, ...], place: Place) -> str:
    measures = {(cut.power, cut.players) for cut in cuts if cut.kind is CutKind.PERCENTILES}
    return "x".join(cut.text(place, is_mixed=len(measures) > 1) for cut in cuts)


def _read_part(text: str, place: Place, slips: list[str]) -> StreetPart:
    if text.startswith("ir"):
        seen = _read_cuts(text[2:], place)
        return _whole(place, seen) if place.is_last else StreetPart(place, seen, 0)
    if "-" not in text:
        seen = _read_cuts(text, place)
        if any(cut.kind in CLUSTERED for cut in seen) and not place.is_last:
            part = StreetPart(place, seen, 0)
            whole = _cuts_text(seen, place)
            slips.append(f"'{text}' is read as '{part}': clusters are forgotten (dir-{whole}-{whole} remembers them)")
            return part
        if seen[0].kind is CutKind.PUBLIC and len(seen) > 1:
            part = StreetPart(place, seen, 1, seen[0].count)
            whole = _cuts_text(seen, place)
            slips.append(f"'{text}' is read as '{part}': boards alone are remembered (all of it: dir-{whole}-{whole})")
            return part
        return _whole(place, seen)
    start, *rest = text.split("-")
    if start != "dir":
        start, rest = "dir", [start, *rest]
        slips.append(f"'{text}' is read as 'dir-{text}'")
    if len(rest) != 2:
        raise AbstractionError("expected dir-Y-Z, which sees Y and remembers Z")
    seen = _read_cuts(rest[0], place)
    kept = _keep(seen, rest[1], place, slips)
    return _whole(place, seen) if place.is_last else kept


def _whole(place: Place, seen: tuple[Cut, ...]) -> StreetPart:
    return StreetPart(place, seen, len(seen), seen[-1].count)


def _keep(seen: tuple[Cut, ...], text: str, place: Place, slips: list[str]) -> StreetPart:
    """What is remembered of the seen cuts: the first of them, the last perhaps with fewer buckets."""
    pieces = text.split("x")
    for number, (piece, cut) in enumerate(zip(pieces, seen, strict=False)):
        if piece == str(cut.count) and cut.kind not in (CutKind.PERCENTILES, CutKind.ALL):
            slips.append(f"'{piece}' of what is remembered is read as '{cut.text(place)}'")
            pieces[number] = cut.text(place)
    cuts = list(_read_cuts("x".join(pieces), place))
    while cuts and cuts[-1].count == 1 and cuts[-1].kind is CutKind.PERCENTILES:
        cuts.pop()
    if not cuts:
        return StreetPart(place, seen, 0)
    last = len(cuts) - 1
    fits = last < len(seen) and cuts[:last] == list(seen[:last])
    if not fits or replace(cuts[last], count=seen[last].count) != seen[last]:
        raise AbstractionError(f"what is remembered ('{shorten(text, 30)}') is not made of what is seen")
    if seen[last].count % cuts[last].count or (cuts[last] != seen[last] and cuts[last].kind is not CutKind.PERCENTILES):
        raise AbstractionError(
            f"{cuts[last].count} remembered buckets do not nest: they are not made of the {seen[last].count} seen ones"
        )
    return StreetPart(place, seen, last + 1, cuts[last].count)


def _read_cuts(text: str, place: Place) -> tuple[Cut, ...]:
    if not text:
        raise AbstractionError("the buckets are missing")
    cuts = tuple(_read_cut(piece, place) for piece in text.split("x"))
    if any(cut.kind is CutKind.PUBLIC for cut in cuts[1:]):
        raise AbstractionError("boards are told apart first: pub20x36, not the other way round")
    if any(cut.kind is CutKind.ALL for cut in cuts[:-1]):
        raise AbstractionError("nothing is left to cut where every hand is for itself")
    return cuts


def _read_cut(text: str, place: Place) -> Cut:
    match = _CUT.fullmatch(text)
    if match is None:
        raise AbstractionError(
            f"'{shorten(text, 30)}' is no cut (8, 8hs, 72hs2, 8now, 8hs2p3, pub20, emd500, pa500, ochs9000, all)"
        )
    street, most = place.street, CLASSES[place.street if place.is_holdem else -1]
    if match["all"] or (place == Place(0) and text == str(most)):
        return Cut(CutKind.ALL, most if place.is_holdem else 0)
    digits = match["number"] or match["count"]
    if len(digits) > len(str(MOST_CELLS)):
        raise AbstractionError(f"{shorten(digits, 20)} buckets are more than there are hands ({most:,})")
    count = int(digits)
    if match["kind"]:
        kind = CutKind(match["kind"])
        if not place.is_holdem or street not in _STREETS_OF[kind]:
            where = " and ".join(STREETS[number] for number in _STREETS_OF[kind])
            raise AbstractionError(f"'{shorten(text, 30)}' is there on the {where} of hold'em only")
        if kind is CutKind.PUBLIC:
            most = BOARDS[street]
        cut = Cut(kind, count)
    else:
        power = place.default_power if not match["measure"] else int(match["power"] or 1)
        if match["measure"] == "now":
            power = NOW
            if not place.is_holdem or street == 0:
                raise AbstractionError(f"'{shorten(text, 30)}' is there from the flop of hold'em on only")
        # on the last street a hand is one number, and its powers have one order
        cut = Cut(CutKind.PERCENTILES, count, 1 if place.is_last else power, int(match["players"] or 2))
    if count > most:
        what = "boards" if cut.kind is CutKind.PUBLIC else "hands"
        raise AbstractionError(f"{count:,} buckets are more than there are {what} ({most:,})")
    return cut


def _check_size(text: str, cards: CardAbstraction) -> None:
    for street, sights in enumerate(cards.sights):
        cells = sights // (CLASSES[street] if cards.parts[street].seen[-1].kind is CutKind.ALL else 1)
        if cells > min(DEALS[street], MOST_CELLS):
            raise AbstractionError(
                f"'{shorten(text)}': {STREETS[street]} '{shorten(cards.parts[street], 30)}': {sights:,} sequences of "
                f"buckets are more than there are hands ({DEALS[street]:,}) or can be numbered ({MOST_CELLS:,})"
            )


def _is_menu(text: str) -> bool:
    try:
        parse_menu(text)
    except GameError:
        return False
    return True
