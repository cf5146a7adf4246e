"""Lets the tests of this directory import the random hands of the game tests."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "games"))
