"""All doors, room by room."""

from fuzz.door import Door
from fuzz.doors import betting, cards, command_line, equilibrium, records, spots, tournament

ROOMS = (cards, betting, records, equilibrium, spots, tournament, command_line)

DOORS: dict[str, Door] = {door.name: door for room in ROOMS for door in room.DOORS}
