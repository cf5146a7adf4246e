"""All doors, room by room. Workers import only the room they need."""

from fuzz.door import Door
from fuzz.doors import betting, cards, command_line, equilibrium, experiments, files, records, spots, tournament

ROOMS = (cards, betting, records, equilibrium, spots, tournament, files, experiments, command_line)

DOORS: dict[str, Door] = {door.name: door for room in ROOMS for door in room.DOORS}
