"""The doors, a module for each package; see `fuzz.packages` for all of them."""
