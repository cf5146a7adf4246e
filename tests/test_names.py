"""No public class name stands for two things, no module needs itself, and the top level has what programs need."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pokerlab
from pokerlab import errors

SOURCE = Path(pokerlab.__file__).parent


def test_no_public_class_name_occurs_twice():
    found = defaultdict(list)
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append(str(path.relative_to(SOURCE)))
    assert {name: places for name, places in found.items() if len(places) > 1} == {}


def test_modules_do_not_import_each_other_in_circles():
    """Imports inside functions count; those for annotations alone do not, they are never run."""
    paths = {".".join(path.relative_to(SOURCE.parent).with_suffix("").parts): path for path in SOURCE.rglob("*.py")}

    def imported(node: ast.AST) -> Iterator[str]:
        for inner in ast.iter_child_nodes(node):
            if isinstance(inner, ast.If) and isinstance(inner.test, ast.Name) and inner.test.id == "TYPE_CHECKING":
                continue
            if isinstance(inner, ast.ImportFrom):
                yield inner.module
                yield from (f"{inner.module}.{alias.name}" for alias in inner.names)
            yield from imported(inner)

    trees = {name: ast.parse(path.read_text("utf-8")) for name, path in paths.items()}
    graph = {name: {found for found in imported(tree) if found in paths} for name, tree in trees.items()}
    tuple(TopologicalSorter(graph).static_order())  # a `CycleError` names a circle


def test_the_top_level_is_whole():
    assert len(set(pokerlab.__all__)) == len(pokerlab.__all__)
    for name in pokerlab.__all__:
        assert getattr(pokerlab, name) is not None
    every_error = {name for name, found in vars(errors).items() if isinstance(found, type) and name.endswith("Error")}
    assert every_error <= set(pokerlab.__all__)


def test_a_hand_a_spot_a_game_and_a_tournament_from_the_top_level(tmp_path):
    state = pokerlab.State.start(pokerlab.named_game("holdem-nolimit"), deck=range(52))
    state = state.act(pokerlab.raise_to(300)).act(pokerlab.FOLD)
    assert state.payoffs == (-100, 100)
    assert sum(pokerlab.icm([50, 30, 20], [70, 30]).equities) == 100
    tree = pokerlab.PublicTree.build(pokerlab.named_game("kuhn"))
    assert pokerlab.Strategy.uniform(tree).judge().nash_conv > 0.9
    assert pokerlab.parse_menu("fcpa").choices(pokerlab.State.start(pokerlab.named_game("leduc-nl:12")).betting)
