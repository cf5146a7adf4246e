"""All doors, package by package. Workers import only the package they need."""

from fuzz.door import Door
from fuzz.doors import betting, cards, command_line, equilibrium, experiments, files, records, spots, tournament, web

ROOMS = (cards, betting, records, equilibrium, spots, tournament, files, experiments, command_line, web)

DOORS: dict[str, Door] = {door.name: door for package in ROOMS for door in package.DOORS}
