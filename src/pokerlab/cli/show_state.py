"""`pokerlab show` of what long work keeps in a file: what it is of, and how far it is."""

import re
from typing import TYPE_CHECKING, Any

from pokerlab.cli.terminal import console, print_json
from pokerlab.errors import DataError, shorten

if TYPE_CHECKING:
    from pathlib import Path

    from pokerlab.cli.show import Wanted

WHAT = "a checkpoint"
TAKES: frozenset[str] = frozenset()
FORMATS = {
    "pokerlab/checkpoint": "the checkpoint of a run: --resume goes on from it",
    "pokerlab/experiment-checkpoint": "the checkpoint of an experiment: pokerlab reproduce goes on from it",
    "pokerlab/threeway-part": "a part of the table of three classes: pokerlab tables build goes on from it",
    "pokerlab/match-block": "a block of a match: deals that were played, and what came of them",
    "pokerlab/tournament-block": "a block of simulated tournaments, and what came of them",
    "pokerlab/response": "best responses to a blueprint on one flop: pokerlab train judge goes on from it",
    "pokerlab/lbr-block": "a block of hands of a local best response, and what came of them",
    "pokerlab/buckets": "buckets of hands: pokerlab buckets show has what is in them",
    "pokerlab/clusters": "clusters of hands: pokerlab buckets build goes on from them",
    "pokerlab/pairs": "deals of two players, counted by what each of them has seen",
    "pokerlab/pairs-part": "a part of the counted deals of two players: counting goes on from it",
    "pokerlab/features": "tables of features of hands: pokerlab buckets features checks them",
    "pokerlab/places": "the places of hands on flops and turns, which players by rules look up",
    "pokerlab/features-part": "a part of the tables of features: pokerlab buckets features goes on from it",
}
_OWN = ("format", "version", "made", "arrays", "program", "seconds")
_LONGEST = 200


def show_state(file: "Path", header: dict[str, Any], wanted: "Wanted") -> None:
    """The header in words."""
    from pokerlab._headers import HowMade

    try:
        made = HowMade.of(header)
    except ValueError as error:
        raise DataError(f"{file}: {error}") from None
    about = {name: value for name, value in header.items() if name not in _OWN}
    if wanted.json:
        kind = {"format": header["format"], "version": header.get("version")}
        arrays = header.get("arrays", [])
        print_json("pokerlab/show-checkpoint/1", **kind, about=about, made=made.entries(), arrays=arrays)
        return
    out = console()
    out.print(FORMATS[header["format"]], markup=False)
    out.print(str(made), markup=False)
    for name, value in about.items():
        if value == made.algorithm:  # said above
            continue
        out.print(f"{name}: {_in_words(value)}", markup=False)


def _in_words(value: Any) -> str:
    """What a header says, in a line, or in several if it is a text of several."""
    if isinstance(value, dict):
        return ", ".join(map(str, value)) if len(str(value)) > _LONGEST else shorten(value, _LONGEST)
    if game := re.match(r"Game\(name='([^']*)'", str(value)):
        return game.group(1)
    lines = [line for line in str(value).splitlines() if line.strip()]
    return shorten(value, _LONGEST) if len(lines) < 2 else "".join(f"\n  {shorten(line, _LONGEST)}" for line in lines)
