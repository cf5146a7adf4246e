"""Trees of spots are those of the builder that spots had of their own before there was one betting tree for all.

`tests/counts/spot_trees.json` has the number of nodes of each tree, and a digest over kind, street, player, parent,
move, size, chips and children of all of them, as that builder gave them. Before it went, both were compared on 10,000
random spots.
"""

import hashlib
import json
import random
from pathlib import Path

from pokerlab.errors import SpotError
from pokerlab.postflop.spot import Spot

TESTS = Path(__file__).parents[1]
COUNTS = TESTS / "counts/spot_trees.json"
BOARDS = ("QsJh2h", "QsJh2h7c", "QsJh2h7c", "QsJh2h7c3d", "QsJh2h7c3d", "QsJh2h7c3d")
BETS = (
    "25%", "33%", "50%", "66%", "75%", "100%", "150%", "200%", "300%", "a", "e", "2e", "3e", "10c", "40c", "100c", "1c",
    "500c", "7%", "1000%",
)  # fmt: skip
RAISES = (*BETS, "2x", "2.5x", "3x", "4.2x")
MOST_NODES = 20_000


def random_spot(seed: int) -> Spot:
    rng = random.Random(seed)
    given = {"board": rng.choice(BOARDS), "pot": rng.choice((1, 2, 7, 20, 60, 100, 180, 1000, 999))}
    given |= {"oop": "AA", "ip": "KK"}
    if rng.random() < 0.7:
        given["stack"] = rng.choice((1, 2, 3, 9, 50, 100, 200, 910, 1000, 5000, rng.randint(1, 3000)))
    else:
        given["stacks"] = (rng.randint(1, 2000), rng.randint(1, 2000))
    if rng.random() < 0.4:
        given["aggressor"] = rng.choice(("oop", "ip"))
    if rng.random() < 0.5:
        given["raise_cap"] = rng.choice((0, 1, 2, 3, 4))
    if rng.random() < 0.3:
        given["all_in_past_cap"] = True
    for key in ("all_in_below", "force_all_in_below", "merge"):
        if rng.random() < 0.3:
            given[key] = rng.choice((0.1, 0.15, 0.2, 0.5, 1.0, 1.5, 0.07))
    for street in ("flop", "turn", "river"):
        if rng.random() < 0.85:
            given[street] = random_street(rng)
    return Spot(**given)


def random_street(rng):
    if rng.random() < 0.5:
        return random_sizes(rng, donk=True)
    return {"oop": random_sizes(rng, donk=True), "ip": random_sizes(rng, donk=False)}


def random_sizes(rng, *, donk):
    def some(sizes):
        return ", ".join(rng.sample(sizes, rng.choice((0, 1, 1, 2, 2, 3, 4))))

    found = {"bet": some(BETS), "raise": some(RAISES)}
    return found | {"donk": some(BETS)} if donk and rng.random() < 0.4 else found


def digest(nodes) -> str:
    found = hashlib.sha256()
    for node in nodes:
        move = node.move
        row = (
            node.kind.name, node.street, node.player, node.parent,
            move and (str(move), move.amount, move.is_all_in, move.size), tuple(map(int, node.committed)),
            tuple(node.children), node.aggressor,
        )  # fmt: skip
        found.update(repr(row).encode())
    return found.hexdigest()[:12]


def trees_of(build, seeds):
    """By name: nodes and digest, of all example spots and of random ones."""
    found = {}
    for path in sorted((TESTS.parent / "examples").glob("*.toml")):
        nodes = build(Spot.read(path)).nodes
        found[path.stem] = [len(nodes), digest(nodes)]
    for seed in seeds:
        try:
            nodes = build(random_spot(seed), most_nodes=MOST_NODES).nodes
            found[str(seed)] = [len(nodes), digest(nodes)]
        except SpotError:
            found[str(seed)] = None
    return found


def test_trees_are_as_they_were():
    from pokerlab.postflop.tree import SpotTree

    known = json.loads(COUNTS.read_text())
    assert trees_of(SpotTree.build, range(400)) == known
    assert sum(found is None for found in known.values()) < 40
