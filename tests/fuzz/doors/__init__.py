"""The doors, a module for each room; see `fuzz.rooms` for all of them."""
