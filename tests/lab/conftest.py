"""Lets the tests of this directory import the modules beside them."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parent))
sys.path.append(str(Path(__file__).parent.parent / "postflop"))  # for `random_spots`
