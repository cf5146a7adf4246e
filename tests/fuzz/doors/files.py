"""Doors of files that pokerlab writes and reads: damaged ones, and ones that a faulty program wrote.

A damaged file is an error that names it, or says exactly what it said before. One whose checksums are right may say
anything, as long as it is possible.
"""

import json
import math
import os
import shutil
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from damage import damages, read_header, with_data, with_header
from fuzz.door import Door, RefusalError
from fuzz.mutation import Fields, mutate
from fuzz.verdict import expect_named
from pokerlab import _jit
from pokerlab._headers import HowMade
from pokerlab.abstraction.buckets import Buckets, StreetFacts, check_file
from pokerlab.abstraction.feature_build import write_tables
from pokerlab.abstraction.feature_tables import CLASS_COUNTS, file_tables
from pokerlab.abstraction.features import map_table, open_file
from pokerlab.abstraction.lookup_table import TableBuilder
from pokerlab.abstraction.measured_buckets import MeasuredBuckets
from pokerlab.abstraction.notation import parse_cards
from pokerlab.cards import datafile
from pokerlab.equilibrium.algorithms import make_solver
from pokerlab.equilibrium.best_response import Judgement
from pokerlab.equilibrium.checkpoint import load_checkpoint, save_checkpoint
from pokerlab.equilibrium.public_tree import PublicTree
from pokerlab.equilibrium.strategy import Strategy
from pokerlab.errors import PokerError, SolverError
from pokerlab.experiments.registry import ExperimentSettings
from pokerlab.games.betting import Betting
from pokerlab.games.library import named_game
from pokerlab.games.view import Public
from pokerlab.lab.judges import named_judge
from pokerlab.lab.match import play_block
from pokerlab.lab.match_block import Block
from pokerlab.lab.rejudge import judged_block
from pokerlab.postflop.engine import Engine
from pokerlab.postflop.flop_file import open_flop
from pokerlab.postflop.flops import chosen_flops, flop_tasks, solve_flop
from pokerlab.postflop.solution import Solution
from pokerlab.postflop.solution_store import has_values
from pokerlab.postflop.solve import solve
from pokerlab.postflop.spot import Spot
from pokerlab.tournament.pushfold import solve as push_fold
from pokerlab.tournament.report import pushfold_record
from pokerlab.tournament.result import PushFoldResult
from pokerlab.tournament.spot import PushFoldSpot
from pokerlab.training.betting_plan import BettingPlan
from pokerlab.training.blueprint import Blueprint
from pokerlab.training.card_sights import ListedSights, MeasuredSights
from pokerlab.training.walk_columns import Paths

NOTHING = "nothing"
KINDS = ("flips", "flips", "cuts", "zeroed", "swapped", "more")
_SIZES = {"bet": "60%", "raise": ""}


@cache
def _spot() -> Spot:
    return Spot(board="KsQs7d2d", pot=100, stack=160, oop="AA,KJs", ip="QQ,65s", turn=_SIZES, river=_SIZES)


@cache
def _tree() -> PublicTree:
    return PublicTree.build(named_game("kuhn"))


def _read_solution(path: Path) -> Any:
    """All that a solution says, and that it is possible."""
    solution = Solution.open(path)
    store, first = solution.store, len(solution.spot.board)
    tables = [store.strategies(board, player) for board in range(len(store.boards)) for player in (0, 1)]
    assert all(((table >= 0) & (table <= 1 + 1e-5)).all() for table in tables), "chances that are none"
    for level in range(len(solution.streets)):
        if has_values(level + first, first):
            tables += [values for player in (0, 1) for values in store.street_values(level, player)]
    assert all(np.isfinite(table).all() for table in tables), "numbers that are none"
    judgement = solution.judgement
    assert all(math.isfinite(value) for value in (*judgement.values, *judgement.best)), "a judgement that is none"
    root = solution.root
    assert all(0 <= frequency <= 1 + 1e-5 for frequency in root.frequencies.values())
    numbers = [table.tobytes() for table in tables]
    return numbers, store.boards, solution.spot, solution.made, judgement, str(solution.locks), root.frequencies


def _read_flop(path: Path) -> Any:
    flop = open_flop(path)
    tables = [flop.store.strategies(0, player) for player in (0, 1)]
    assert all(((table >= 0) & (table <= 1 + 1e-5)).all() for table in tables), "chances that are none"
    numbers = [table.tobytes() for table in (*tables, *(flop.store.values(0, player) for player in (0, 1)))]
    return numbers, flop.spot, flop.made, flop.judgement, flop.root.frequencies


def _read_strategy(path: Path) -> Any:
    strategy = Strategy.load(path)
    assert np.isfinite(strategy.table).all()
    assert ((strategy.table >= 0) & (strategy.table <= 1 + 1e-9)).all(), "chances that are none"
    _use(strategy.judge)
    return strategy.table.tobytes(), strategy.tree.game, str(strategy.tree.menu), strategy.made


def _read_checkpoint(path: Path) -> Any:
    solver = make_solver(_tree(), "plus")
    seconds = load_checkpoint(solver, path)
    assert 0 <= seconds < math.inf, "seconds that are none"
    _use(lambda: _next_look(solver))
    return seconds, solver.iteration, {name: array.tobytes() for name, array in solver.state().items()}


def _use(judge: Callable[[], Judgement]) -> None:
    """What was read can be used, or says why not; it need not name the file then."""
    try:
        assert math.isfinite(judge().nash_conv), "goes on with numbers that are none"
    except SolverError as error:
        raise RefusalError(str(error)) from None


def _next_look(solver: Any) -> Judgement:
    solver.run(1)
    return solver.judge()


def _read_run(path: Path) -> Any:
    engine = Engine(_spot(), threads=1)
    seconds = load_checkpoint(engine, path)
    assert 0 <= seconds < math.inf, "seconds that are none"
    _use(lambda: _next_look(engine))
    return seconds, engine.iteration, {name: array.tobytes() for name, array in engine.state().items()}


def _read_pushfold(path: Path) -> Any:
    result = PushFoldResult.load(path)
    record = pushfold_record(result)
    for strategy in result.strategies.values():
        assert ((strategy >= 0) & (strategy <= 1)).all(), "chances that are none"
    return record, result.seconds, result.mixed and pushfold_record(result.mixed)


def _read_block(path: Path) -> Any:
    """What it says it was worth; and its hands can be judged again, or it says why not."""
    block = Block.load(path)
    again = judged_block(block, named_game("leduc"), [named_judge("chips")])
    return block.values.tobytes(), again.values.tobytes(), block.facts["troubles"], block.text


def _read_data(path: Path) -> Any:
    shipped = datafile.data_path(datafile.DIGESTS)
    shutil.copy(shipped, path.parent / datafile.DIGESTS)
    return {name: array.tobytes() for name, array in datafile.read_arrays(path.name, path.parent).items()}


def _read_digests(path: Path) -> Any:
    shutil.copy(datafile.data_path("preflop.npz"), path.parent / "preflop.npz")
    if path.name != datafile.DIGESTS:
        path.replace(path.parent / datafile.DIGESTS)
    return sorted(datafile.read_arrays("preflop.npz", path.parent))


def _read_features(path: Path) -> Any:
    archive = open_file(path)
    return [map_table(archive, table).tobytes() for table in file_tables(path.name)]


def _read_parts(path: Path) -> Any:
    return ExperimentSettings(checkpoint=path).read_parts("author/subject")


def _read_kernel(path: Path) -> Any:
    """What the cache makes of a file in place of a small kernel's: nothing, or the kernel."""
    entry = _small_entry()
    before = os.environ.get(_jit.CACHE_VARIABLE)
    os.environ[_jit.CACHE_VARIABLE] = str(Path.cwd() / "cache")
    try:
        place = entry.dispatcher._cache.path(entry.signatures[0])
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, place)
        found = entry.dispatcher._cache.load_overload(entry.signatures[0], entry.dispatcher.targetctx)
    finally:
        os.environ.pop(_jit.CACHE_VARIABLE)
        if before is not None:
            os.environ[_jit.CACHE_VARIABLE] = before
    if found is None:
        raise PokerError(f"{path.name} was compiled anew")
    return found.fndesc.mangled_name


@cache
def _small_entry() -> _jit.Entry:
    """The kernel whose file is the smallest of those that are there."""
    from pokerlab.cards import evaluator_kernels

    evaluator_kernels.evaluate_hands(np.zeros((1, 5), np.uint8) + np.arange(5, dtype=np.uint8), np.empty(1, np.uint16))
    there = [entry for entry in _jit.ENTRIES if entry.package == "cards" and _shipped(entry).exists()]
    return min(there, key=lambda entry: _shipped(entry).stat().st_size)


def _shipped(entry: _jit.Entry) -> Path:
    return entry.dispatcher._cache.path(entry.signatures[0])


def _write_solution(path: Path, streets: str | None = None) -> None:
    solve(_spot(), iterations=10, threads=1).save(path, streets=streets)


def _write_flop(path: Path) -> None:
    spot = Spot(board="KsQs7d", pot=100, stack=30, oop="AA", ip="QQ", flop={"bet": "a"})
    (task,) = flop_tasks(spot, chosen_flops(spot, ["KsQs7d"]), target=5)
    solve_flop(dict(task.arguments), path)


def _write_strategy(path: Path) -> None:
    solver = make_solver(_tree(), "plus")
    solver.run(20)
    Strategy(_tree(), solver.table(), HowMade("plus", 20)).save(path)


def _write_checkpoint(path: Path) -> None:
    solver = make_solver(_tree(), "plus")
    solver.run(20)
    save_checkpoint(solver, path, 1.5)


def _write_run(path: Path) -> None:
    engine = Engine(_spot(), threads=1)
    engine.run(10)
    save_checkpoint(engine, path, 1.5)


def _write_pushfold(path: Path) -> None:
    push_fold(PushFoldSpot.of([10, 12], (0.5, 1), ante=0.1), target=1e-3).purified().save(path)


def _write_block(path: Path) -> None:
    told = {"agents": ["uniform", "always-raise"], "game": "leduc", "judges": ["chips"], "hands": "acpc"}
    play_block(told | {"policies": True, "first": 0, "deals": 4}, path)


def _write_features(path: Path) -> None:
    tables = {table.name: table for table in file_tables(path.name)}
    write_tables(path, lambda name: np.arange(tables[name].bytes // 8).reshape(tables[name].shape))


def _write_buckets(path: Path) -> None:
    table = TableBuilder()
    for size in CLASS_COUNTS.values():
        table.add_every_class(size)
    facts = [StreetFacts(size, size, 1, np.array([size])) for size in CLASS_COUNTS.values()]
    Buckets(parse_cards("ir169.irall.irall.all"), table.arrays(), facts, about={"seed": 0}).save(path)


def _read_buckets(path: Path) -> Any:
    buckets = Buckets.open(check_file(path))
    buckets.check()
    return [str(buckets.name), buckets.hash, buckets.one("AhKh", "Qh7h2c"), *(a.tobytes() for a in buckets.arrays)]


def _write_blueprint(path: Path) -> None:
    game = named_game("kuhn")
    plan, cards = BettingPlan.build(game), ListedSights(game)
    cells = Paths.of(plan, np.array(cards.counts, np.int64)[plan.streets]).cells
    Blueprint.of(plan, cards, np.linspace(0, 1, cells, dtype=np.float32)).save(path)


def _write_measured_blueprint(path: Path) -> None:
    plan = BettingPlan.build(named_game("holdem-limit"), recall="in")
    ends = {"flop": 1081 * 990, "turn": 46 * 990, "river": 990}
    arrays = {f"borders {street} 0": np.array([[border]], np.int64) for street, border in ends.items()}
    arrays |= {f"numbers {street}": np.arange(2, dtype=np.int32) for street in ends}
    cards = MeasuredSights(MeasuredBuckets.from_arrays("ir169.ir2hs.ir2hs.2", "0" * 24, arrays))
    cells = Paths.of(plan, np.array(cards.counts, np.int64)[plan.streets]).cells
    Blueprint.of(plan, cards, np.linspace(0, 1, cells, dtype=np.float32), bits=8).save(path)


def _read_blueprint(path: Path) -> Any:
    blueprint = Blueprint.open(path)
    actions, table = blueprint.chances(Public(Betting.start(blueprint.game)))
    assert ((table >= 0) & (table <= 1 + 1e-5)).all(), "chances that are none"
    river = blueprint.cards.on_board((0, 5, 10, 15, 20)) if blueprint.game.is_holdem else blueprint.cards.on_board(())
    parts = blueprint.parts[0 : len(blueprint.parts)]
    return actions, table.tobytes(), parts.tobytes(), river.tobytes(), blueprint.game, blueprint.menu, blueprint.made


def _write_parts(path: Path) -> None:
    settings = ExperimentSettings(checkpoint=path)
    for part in ("one", "two"):
        settings.kept("author/subject", part, lambda: {"numbers": [1.5, 2, None], "text": "Grün"})


_TESTS = Path(__file__).parents[2]
FILES: dict[str, tuple[Callable[[Path], None], Callable[[Path], Any]]] = {
    "turn.sol": (_write_solution, _read_solution),
    "short.sol": (lambda path: _write_solution(path, "turn"), _read_solution),
    "one.flop": (_write_flop, _read_flop),
    "kuhn.strategy": (_write_strategy, _read_strategy),
    "kuhn.ckpt": (_write_checkpoint, _read_checkpoint),
    "turn.ckpt": (_write_run, _read_run),
    "heads-up.pf": (_write_pushfold, _read_pushfold),
    "leduc.block": (_write_block, _read_block),
    "evaluator.npz": (lambda path: shutil.copy(datafile.data_path("evaluator.npz"), path), _read_data),
    "preflop.npz": (lambda path: shutil.copy(datafile.data_path("preflop.npz"), path), _read_data),
    "SHA256SUMS": (lambda path: shutil.copy(datafile.data_path(datafile.DIGESTS), path), _read_digests),
    "preflop.features": (_write_features, _read_features),
    "every.buckets": (_write_buckets, _read_buckets),
    "kuhn.blueprint": (_write_blueprint, _read_blueprint),
    "limit.blueprint": (_write_measured_blueprint, _read_blueprint),
    "parts.json": (_write_parts, _read_parts),
    "small.kernel": (lambda path: shutil.copy(_shipped(_small_entry()), path), _read_kernel),
}
"""By name: how a file is written, and how all of it is read."""

OLD = {
    "river-version-1.sol": (_TESTS / "postflop" / "data", _read_solution),
    "turn-version-1.sol": (_TESTS / "postflop" / "data", _read_solution),
    "kuhn-version-1.ckpt": (_TESTS / "equilibrium" / "data", _read_checkpoint),
    "leduc-version-1.strategy": (_TESTS / "equilibrium" / "data", _read_strategy),
}
"""Files of the first version, which had no checksums: damage to them may go unnoticed, but does no harm."""


@cache
def _whole(name: str) -> tuple[bytes, Any]:
    """What is in a file, and what it says."""
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as directory:
        path = Path(directory) / name
        FILES[name][0](path)
        content = path.read_bytes()
        return content, FILES[name][1](path)


def _damaged(content: bytes, kind: str, seed: int) -> bytes:
    if kind == NOTHING:
        return content
    counts = dict.fromkeys(("flips", "cuts", "zeroed", "swapped"), 0) | ({kind: 2} if kind != "more" else {})
    found = [changed for _, changed in damages(content, seed=seed, **counts)]
    return found[seed % 2 if len(found) > 1 else 0]


def _damaged_file(name: str, kind: str, seed: str) -> None:
    content, whole = _whole(name)
    path = Path(name)
    path.write_bytes(_damaged(content, kind, int(seed)))
    found = _read(path, FILES[name][1])
    assert found == whole, "damaged, and read as if nothing had happened, with other numbers"


def _old_file(name: str, kind: str, seed: str) -> None:
    directory, read = OLD[name]
    path = Path(name)
    path.write_bytes(_damaged((directory / name).read_bytes(), kind, int(seed)))
    try:
        _read(path, read)
    except AssertionError as error:
        if "that are none" not in str(error):  # no checksum could have told
            raise


def _read(path: Path, read: Callable[[Path], Any]) -> Any:
    try:
        return read(path)
    except PokerError as error:
        if path.name != datafile.DIGESTS:  # what it tells of is named
            expect_named(error, path.name)
        raise


def _header(name: str, text: str) -> None:
    """A file of a faulty program: another header, under right checksums."""
    path, content = Path(name), _whole(name)[0]
    path.write_bytes(with_header(content, text.encode("utf-8", "surrogatepass")) if text else content)
    _read(path, FILES[name][1])


def _data(name: str, place: str, numbers: str) -> None:
    """A file of a faulty program: other numbers, under right checksums."""
    path = Path(name)
    path.write_bytes(with_data(_whole(name)[0], int(place), bytes.fromhex(numbers)))
    _read(path, FILES[name][1])


def _make_damage(names: tuple[str, ...]) -> Callable[[Random], Fields]:
    return lambda rng: (rng.choice(names), rng.choice(KINDS), str(rng.randrange(10**9)))


WITH_HEADERS = (
    "turn.sol",
    "one.flop",
    "kuhn.strategy",
    "kuhn.ckpt",
    "turn.ckpt",
    "heads-up.pf",
    "leduc.block",
    "preflop.features",
    "every.buckets",
    "kuhn.blueprint",
    "limit.blueprint",
)
_NUMBERS = [
    *(np.array(value, kind).tobytes().hex() for kind in ("<f4", "<f8")
      for value in (math.nan, math.inf, -math.inf, -1, 0, 2, 1e30, 1e-40)),
    *(np.array(value, "<i8").tobytes().hex() for value in (-1, 0, 1, 2**31, 2**63 - 1, -(2**63))),
    *("ff", "00", "80", "7f", "0001", "ffff"),
]  # fmt: skip


def _make_data(rng: Random) -> Fields:
    name = rng.choice(WITH_HEADERS)
    content = _whole(name)[0]
    end = max(array["start"] + array["bytes"] for array in read_header(content)["arrays"])
    step = rng.choice((1, 2, 4, 8))
    numbers = rng.choice(_NUMBERS) * rng.choice((1, 1, 1, 2, 16))
    return name, str(rng.randrange(max(1, end - len(numbers) // 2)) // step * step), numbers


def _make_header(rng: Random) -> Fields:
    name = rng.choice(WITH_HEADERS)
    header = read_header(_whole(name)[0])
    return name, mutate(rng, json.dumps(header), (), ("null", "[]", "{}", "true", '""', "-1", "1e400"))


def _nothing(names: tuple[str, ...]) -> tuple[Fields, ...]:
    return tuple((name, NOTHING, "0") for name in names)


_QUICK = (
    "turn.sol",
    "short.sol",
    "one.flop",
    "kuhn.strategy",
    "kuhn.ckpt",
    "turn.ckpt",
    "heads-up.pf",
    "leduc.block",
    "kuhn.blueprint",
    "limit.blueprint",
    "SHA256SUMS",
    "parts.json",
    "small.kernel",
)

DOORS = (
    Door(
        "damaged-file",
        _nothing(tuple(FILES)),
        _damaged_file,
        10,
        make=_make_damage((*_QUICK * 4, "evaluator.npz", "preflop.npz")),
    ),
    Door("old-file", _nothing(tuple(OLD)), _old_file, 3, make=_make_damage(tuple(OLD))),
    Door("header", tuple((name, "") for name in WITH_HEADERS), _header, 5, make=_make_header),
    Door("data", (("turn.sol", "0", ""),), _data, 6, make=_make_data),
)
