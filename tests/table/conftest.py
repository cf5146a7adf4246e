"""Lets the tests of this directory import random hands: those of the game tests, and what is made of them."""

import sys
from pathlib import Path

sys.path += [str(Path(__file__).parents[1] / "games"), str(Path(__file__).parent)]
