"""The strategy at a node as a picture."""

from xml.etree import ElementTree

import pytest

from pokerlab.cards.combos import CLASS_NAMES

SVG = "{http://www.w3.org/2000/svg}"


def test_a_picture_of_a_strategy(pokerlab, tmp_path):
    path = tmp_path / "matrix.svg"
    assert pokerlab("show", "examples/river.sol", "check", "--svg", str(path)).code == 0
    picture = ElementTree.fromstring(path.read_bytes())
    texts = [text.text for text in picture.iter(f"{SVG}text")]
    assert texts[-169:] == list(CLASS_NAMES)
    assert "check 35.7%" in texts  # as in examples/river.toml: all 3 KK and 1.5 of 4 QJs bet
    assert "bet 100 64.3%" in texts
    check, bet = (rect.get("fill") for rect in picture.iter(f"{SVG}rect") if rect.get("width") == "13")
    cells = [rect for rect in picture.iter(f"{SVG}rect") if rect.get("fill") in (check, bet)][2:]
    widths = [(rect.get("fill"), float(rect.get("width", 0)) / 50) for rect in cells]
    assert [fill for fill, _ in widths] == [bet, check, bet]  # KK, then QJs
    assert [width for _, width in widths] == pytest.approx([1, 0.625, 0.375], abs=0.002)


@pytest.mark.parametrize("options", [("--hand", "KK"), ("--player", "oop")])
def test_all_hands_of_who_decides_are_drawn(pokerlab, options):
    done = pokerlab("show", "examples/river.sol", "check", "--svg", "-", *options)
    assert (done.code, done.out) == (2, "")
    assert done.err.endswith("--svg draws all hands of the player who decides\n")
