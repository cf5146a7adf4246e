"""All doors, package by package. Workers import only the package they need."""

from fuzz.door import Door
from fuzz.doors import (
    betting,
    cards,
    command_line,
    equilibrium,
    experiments,
    files,
    jobs,
    lab,
    play,
    players,
    records,
    spots,
    tournament,
    web,
)

_PACKAGES = (
    cards, betting, records, equilibrium, spots, tournament, players, files, jobs, lab, experiments, command_line, web,
    play,
)  # fmt: skip

DOORS: dict[str, Door] = {door.name: door for package in _PACKAGES for door in package.DOORS}
