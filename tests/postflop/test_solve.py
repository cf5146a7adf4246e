"""From a spot to a solution: ends of a run, checkpoints, locks, memory, and the verb."""

import errno
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from clients import limited
from pokerlab import Lock, Spot, solve
from pokerlab.equilibrium import checkpoint as checkpoint_module
from pokerlab.equilibrium.regret import Coefficients, Predictive, Vanilla
from pokerlab.errors import PokerError, SolverError, SpotError
from pokerlab.postflop import memory
from pokerlab.postflop.engine import Engine
from pokerlab.postflop.layout import Layout
from pokerlab.postflop.locks import parse_lock, read_locks
from pokerlab.postflop.memory import advise_cap, check_memory, in_words
from pokerlab.postflop.solution import Solution
from pokerlab.postflop.solve import prepare, steps

RIVER = Path(__file__).parents[2] / "examples" / "river.toml"


@pytest.fixture
def river() -> Spot:
    """Nuts (3 hands) or nothing (4 hands) against a bluff-catcher, one bet of the pot."""
    return Spot.read(RIVER)


@pytest.fixture
def turn() -> Spot:
    return Spot(
        board="Td9d6hQc", pot=40, stack=60, oop="JJ+,AQs,87s", ip="TT,QJs,AdKd,98s",
        turn={"bet": "50%", "raise": "a"}, river={"bet": "50%, a", "raise": "a"},
    )  # fmt: skip


def test_the_example_of_the_documentation(river):
    solution = solve(river, target=0.02)
    assert solution.percent <= 0.02
    assert solution.root.overall_ev[1] == pytest.approx(100 * 4.5 / 7, abs=0.05)  # computed by hand in the example
    bluffs = solution.at("check").strategy["QJs"]["bet 100"]
    assert bluffs == pytest.approx(1.5 / 4, abs=0.01)
    assert solution.at("check", "bet 100").strategy["AhAs"]["call"] == pytest.approx(0.5, abs=0.01)


class TestEnds:
    def test_target_iterations_and_seconds(self, turn):
        assert solve(turn, target=2.0).percent <= 2.0
        assert solve(turn, iterations=7).made.iterations == 7
        reached = solve(turn, seconds=0.05, target=1e-9)
        assert reached.made.iterations >= 1

    def test_the_first_end_counts(self, turn):
        assert solve(turn, target=50, iterations=1000).made.iterations < 1000

    def test_default_target(self, turn):
        assert solve(turn).percent <= 0.5

    @pytest.mark.parametrize("target", [0, -1, float("nan")])
    def test_targets_that_cannot_be(self, turn, target):
        with pytest.raises(SolverError, match="a target is above 0%"):
            solve(turn, target=target)

    def test_targets_are_finite(self, turn):
        with pytest.raises(SolverError, match="is not a finite number"):
            solve(turn, target=10**400)


class TestCheckpoints:
    def test_going_on_is_as_if_never_stopped(self, turn, tmp_path):
        for compressed in (False, True):
            path = tmp_path / f"{compressed}.ckpt"
            whole = prepare(turn, compressed=compressed, threads=1)
            whole.run(30)
            first = prepare(turn, compressed=compressed, threads=1)
            assert list(steps(first, iterations=11, checkpoint=path))[-1].iteration == 11
            second = prepare(turn, compressed=compressed, threads=2)
            found = list(steps(second, iterations=30, checkpoint=path, resume=True))
            assert (found[0].iteration, found[-1].iteration) == (11, 30)
            np.testing.assert_array_equal(second.sums, whole.sums)
            np.testing.assert_array_equal(second.regrets, whole.regrets)

    def test_a_finished_run_stays_finished(self, turn, tmp_path):
        path = tmp_path / "a.ckpt"
        list(steps(prepare(turn), iterations=5, checkpoint=path))
        engine = prepare(turn)
        assert [step.iteration for step in steps(engine, iterations=5, checkpoint=path, resume=True)] == [5]

    def test_from_16_bits_to_32_and_not_back(self, turn):
        short, wide = Engine(turn, compressed=True), Engine(turn)
        short.run(5)
        wide.restore(short.state())
        assert wide.iteration == 5
        assert wide.identity() == short.identity()
        assert wide.judge().best == pytest.approx(short.judge().best, rel=1e-5)
        for player in (0, 1):
            np.testing.assert_allclose(wide.average(1, player), short.average(1, player), atol=1e-6)
        wide.run(1)
        with pytest.raises(SolverError, match="leave out the compression"):
            short.restore(wide.state())

    def test_of_another_spot_or_solver(self, turn, river, tmp_path):
        path = tmp_path / "a.ckpt"
        list(steps(prepare(turn), iterations=2, checkpoint=path))
        for other in (prepare(river), prepare(turn, seed=1), prepare(turn, rule=Predictive())):
            with pytest.raises(SolverError, match="is of another"):
                list(steps(other, iterations=5, checkpoint=path, resume=True))

    def test_damaged(self, turn, tmp_path):
        path = tmp_path / "a.ckpt"
        list(steps(prepare(turn), iterations=2, checkpoint=path))
        path.write_bytes(path.read_bytes()[:-500])
        with pytest.raises(SolverError, match="is damaged: it has"):
            list(steps(prepare(turn), iterations=5, checkpoint=path, resume=True))

    def test_come_by_time_not_only_at_looks(self, turn, tmp_path, monkeypatch):
        monkeypatch.setattr(checkpoint_module, "CHECKPOINT_SECONDS", 0.0)
        monkeypatch.setattr(checkpoint_module, "CHECKPOINT_SHARE", 0)
        kept = []
        monkeypatch.setattr(checkpoint_module, "save_checkpoint", lambda solver, *_: kept.append(solver.iteration))
        found = [step.iteration for step in steps(prepare(turn), iterations=9, checkpoint=tmp_path / "a.ckpt")]
        assert found == [9]
        assert kept[0] < 9
        assert kept[-1] == 9

    def test_ctrl_c_waits_for_the_iteration(self, turn, tmp_path):
        path = tmp_path / "a.ckpt"
        engine = prepare(turn)

        def stop(iteration: int) -> None:
            if iteration == 6:
                os.kill(os.getpid(), signal.SIGINT)

        engine.watch = stop
        with pytest.raises(KeyboardInterrupt):
            list(steps(engine, iterations=100, checkpoint=path))
        again = prepare(turn)
        next(steps(again, iterations=100, checkpoint=path, resume=True))
        assert again.iteration == engine.iteration
        assert 6 <= again.iteration < 100
        np.testing.assert_array_equal(again.sums, engine.sums)


class TestLocks:
    def test_whole_range(self, river):
        locked = solve(river, target=0.01, locks=[Lock("check/bet 100", {"*": {"fold": 1}})])
        assert locked.at("check").strategy["QJs"]["bet 100"] == pytest.approx(1, abs=1e-3)
        assert locked.root.overall_ev[1] == pytest.approx(100, abs=0.05)

    def test_by_class_and_by_hand(self, river):
        lock = Lock("check", {"*": {"check": 1}, "QJs": {"bet 100": 1}, "QdJd": {"check": 0.25, "bet": 0.75}})
        solution = solve(river, iterations=200, locks=[lock])
        strategy = solution.at("check").strategy
        assert strategy["KhKd"] == pytest.approx({"check": 1, "bet 100": 0})
        assert strategy["QhJh"] == pytest.approx({"check": 0, "bet 100": 1})
        assert strategy["QdJd"] == pytest.approx({"check": 0.25, "bet 100": 0.75})
        assert solution.at("check/bet 100").strategy["AhAs"]["call"] == pytest.approx(1, abs=1e-3)

    def test_part_of_the_range_stays_free(self, river):
        solution = solve(river, target=0.01, locks=[Lock("check", {"QJs": {"bet 100": 1}})])
        # With four bluffs to three value bets, calling wins: bluff-catchers always call.
        assert solution.at("check/bet 100").strategy["AA"]["call"] == pytest.approx(1, abs=1e-2)
        assert solution.at("check").strategy["KK"]["bet 100"] == pytest.approx(1, abs=1e-2)

    def test_on_one_card_or_on_all(self, turn):
        nodes = ("check/check/river/check", "check/check/river 2c/check")
        everywhere, once = (solve(turn, iterations=30, locks=[Lock(node, {"*": {"check": 1}})]) for node in nodes)
        assert everywhere.at("check/check/river 2c/check").frequencies["check"] == pytest.approx(1)
        assert everywhere.at("check/check/river 3s/check").frequencies["check"] == pytest.approx(1)
        assert once.at("check/check/river 2c/check").frequencies["check"] == pytest.approx(1)
        assert once.at("check/check/river 3s/check").frequencies["check"] < 0.99

    def test_suits_that_a_lock_tells_apart_are_not_merged(self):
        spot = Spot(board="Td9d6h", pot=10, stack=10, oop="AA", ip="KK", flop={"bet": "a", "raise": ""})
        free = Layout.of(spot)
        locked = Layout.of(spot, locks=[Lock("check", {"KsKh": {"check": 1}})])
        assert len(locked.boards.table) > len(free.boards.table)
        assert len(Layout.of(spot, locks=[Lock("check", {"KK": {"check": 1}})]).boards.table) == len(free.boards.table)

    @pytest.mark.parametrize(
        ("lock", "trouble"),
        [
            (Lock("check/bet 50", {"*": {"fold": 1}}), "'bet 50' is not a move"),
            (Lock("check/check", {"*": {"check": 1}}), "nobody decides there"),
            (Lock("check", {"*": {"check": 0.5}}), "add up to 0.5, not 1"),
            (Lock("check", {"*": {"check": 1.5, "bet": -0.5}}), "lies between 0 and 1"),
            (Lock("check", {"AXs": {"check": 1}}), "not a hand class"),
            (Lock("check", {}), "names no hands"),
            (Lock("check", {"*": {"jump": 1}}), "'jump' is not a move"),
            (Lock("check", {"*": {"": 1}}), "'' is not one move"),
            (Lock("check", {"*": {"bet 100/call": 1}}), "'bet 100/call' is not one move"),
        ],
    )
    def test_bad_locks(self, river, lock, trouble):
        with pytest.raises(PokerError, match=trouble):
            solve(river, iterations=1, locks=[lock])

    def test_as_text(self):
        assert parse_lock("check/bet 100: fold 40%, call 0.6").hands == {"*": {"fold": 0.4, "call": 0.6}}
        assert parse_lock("check: QQ+,A5s:0.5: bet 100 1") == Lock("check", {"QQ+,A5s:0.5": {"bet 100": 1.0}})
        for text in ("check", "check: bet", "check: QQ+: bet much"):
            with pytest.raises(SpotError, match=r"lock '"):
                parse_lock(text)

    def test_as_a_file(self, tmp_path):
        path = tmp_path / "locks.toml"
        path.write_text('[[lock]]\nnode = "check"\n[lock.hands]\n"*" = { check = 1 }\n"KK" = { bet = 1 }\n')
        assert read_locks(path) == [Lock("check", {"*": {"check": 1}, "KK": {"bet": 1}})]
        for text in ('node = "check"', '[[lock]]\nnode = "check"', '[[lock]]\nnode = "x"\n[lock.hands]\n"*" = "check"'):
            path.write_text(text)
            with pytest.raises(SpotError, match=r"locks\.toml"):
                read_locks(path)


class TestMemory:
    def test_what_does_not_fit_is_refused(self, turn, monkeypatch):
        monkeypatch.setattr(memory, "free_memory", lambda: 100_000)
        with pytest.raises(
            SpotError, match=r"takes .* of memory, 100.0 kB are free \(compressed tables would take .* the river takes"
        ):
            solve(turn)
        monkeypatch.setattr(memory, "free_memory", lambda: None)  # a system that does not say
        check_memory(Layout.of(turn), compressed=False, tables=2, threads=1)

    def test_a_large_spot_without_a_raise_cap_is_told_of_one(self, monkeypatch):
        """threebet takes 1.2 GB without a cap, 1.18 with three raises and 0.94 with two."""
        monkeypatch.setattr(memory, "free_memory", lambda: 10**11)
        layout = Layout.of(Spot.read(RIVER.parent / "threebet.toml"))
        settings = {"compressed": False, "tables": 2, "threads": 1}
        advice = advise_cap(layout, **settings)
        assert (advice.cap, advice.fits) == (2, True)
        assert 0.9e9 < advice.cap_bytes < 1e9 < advice.bytes
        monkeypatch.setattr(memory, "free_memory", lambda: 10**6)
        advice = advise_cap(layout, **settings)
        assert (advice.cap, advice.fits) == (1, False)
        monkeypatch.setattr(memory, "LARGE", 2e9)
        monkeypatch.setattr(memory, "free_memory", lambda: None)
        assert advise_cap(layout, **settings) is None

    def test_this_machine_says(self):
        free = memory.free_memory()
        assert free is None or free > 10_000_000

    @pytest.mark.parametrize(
        ("count", "text"), [(4200, "4.2 kB"), (35_100_000, "35.1 MB"), (1.2e9, "1.2 GB"), (5e11, "500 GB")]
    )
    def test_in_words(self, count, text):
        assert in_words(count) == text


class TestVerb:
    def test_ev_in_all_units_and_what_is_made_of_equity(self, pokerlab, tmp_path):
        """The second player has 3/7 of the pot and wins 4.5/7 of it: half as much again."""
        path = tmp_path / "river.sol"
        done = pokerlab("solve", str(RIVER), "--target", "0.01", "--big-blind", "20", "--out", str(path))
        assert "player     EV  in bb  of the pot  equity  realised  hands" in done.out
        assert "ip      64.29   3.21       64.3%   42.9%    150.0%    7.0" in done.out
        content = json.loads(pokerlab("show", str(path), "--json").out)
        assert content["realisation"] == pytest.approx([0.625, 1.5], abs=1e-3)
        assert content["chosen"]["realisation"] == pytest.approx(0.625, abs=1e-3)

    def test_result(self, pokerlab, tmp_path):
        path = tmp_path / "river.sol"
        done = pokerlab("solve", str(RIVER), "--target", "0.1", "--out", str(path))
        assert done.code == 0, done.err
        assert "% of the pot; " in done.out
        assert f"pokerlab show {path} 'check'" in done.out
        assert "target 0.1%" in done.err
        assert path.stat().st_size > 0

    def test_json(self, pokerlab):
        done = pokerlab("solve", str(RIVER), "--iterations", "50", "--no-file", "--json", "--big-blind", "10")
        content = json.loads(done.out)
        assert content["schema"] == "pokerlab/solve/2"
        assert content["iterations"] == 50
        assert content["nash_conv"] == pytest.approx(sum(content["gains"]))
        assert content["percent_of_pot"] == pytest.approx(content["nash_conv"] / 2)
        assert content["milli_big_blinds"] == pytest.approx(100 * content["nash_conv"] / 2)
        assert sum(content["ev"]) == pytest.approx(100)
        assert content["steps"][-1]["iteration"] == 50

    def test_size_only(self, pokerlab):
        done = pokerlab("solve", "--dry", "--json", str(RIVER.with_name("threebet.toml")))
        size = json.loads(done.out)["size"]
        assert 1.1e9 < size["total_bytes"] < 1.3e9
        assert [street["boards"] for street in size["streets"]] == [1, 36, 1429]
        assert [street["boards_without_isomorphism"] for street in size["streets"]] == [1, 49, 49 * 48]
        short = json.loads(
            pokerlab("solve", "--dry", "--compress", "--json", str(RIVER.with_name("threebet.toml"))).out
        )
        assert short["size"]["total_bytes"] < 0.7e9

    def test_locks_are_compared(self, pokerlab):
        done = pokerlab(
            "solve",
            str(RIVER),
            "--target",
            "0.05",
            "--no-file",
            "--json",
            "--lock",
            "check/bet 100: fold 0.8, call 0.2",
        )
        locks = json.loads(done.out)["locks"]
        assert locks["ev_without"][1] == pytest.approx(64.29, abs=0.1)
        # Every bluff now wins 0.8 * 100 - 0.2 * 100 = 60, every value bet 120; before they won 0 and 150.
        assert locks["best_response_gains"][1] == pytest.approx((3 * 120 + 4 * 60) / 7 - 100 * 4.5 / 7, abs=0.1)
        assert locks["gains_after_adapting"][1] == pytest.approx(locks["best_response_gains"][1], abs=0.1)

    def test_ctrl_c_keeps_what_was_reached(self, pokerlab, tmp_path, monkeypatch):
        path = tmp_path / "a.sol"
        run = Engine.run

        def run_and_stop(engine: Engine, iterations: int) -> None:
            run(engine, iterations)
            if engine.iteration >= 10:
                os.kill(os.getpid(), signal.SIGINT)

        monkeypatch.setattr(Engine, "run", run_and_stop)
        done = pokerlab("solve", str(RIVER), "--iterations", "100000000", "--out", str(path))
        assert done.code == 130
        assert done.err.splitlines()[-1] == "stopped after 10 iterations"
        assert Solution.open(path).made.iterations == 10

    @pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
    @pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
    def test_every_ending_signal_saves_solution_and_checkpoint(self, tmp_path, number):
        path, checkpoint = tmp_path / "a.sol", tmp_path / "a.ckpt"
        arguments = ["--seconds", "600", "--out", str(path), "--checkpoint", str(checkpoint)]
        with subprocess.Popen(
            [sys.executable, "-m", "pokerlab", "solve", str(RIVER), *arguments],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        ) as process:  # fmt: skip
            assert process.stderr is not None
            with limited(process):
                process.stderr.readline()  # the first look
            process.send_signal(number)
            try:
                out, err = process.communicate(timeout=120)
            finally:
                process.kill()
        assert process.returncode == 128 + number, err
        assert "stopped after" in err
        assert "Traceback" not in err
        reached = Solution.open(path)
        assert reached.made.iterations >= 10
        engine = prepare(reached.spot)
        next(steps(engine, iterations=10**9, checkpoint=checkpoint, resume=True))
        assert engine.iteration == reached.made.iterations
        assert f"{reached.made.iterations} iterations" in out

    def test_a_checkpoint_never_decides_about_a_result(self, pokerlab, tmp_path, monkeypatch):
        def fail(*_: object, **__: object) -> None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        monkeypatch.setattr(checkpoint_module, "save_checkpoint", fail)
        path, checkpoint = tmp_path / "a.sol", tmp_path / "a.ckpt"
        done = pokerlab("solve", str(RIVER), "--out", str(path), "--checkpoint", str(checkpoint))
        assert done.code == 0
        assert f"pokerlab: the checkpoint {checkpoint} was not written: No space left on device" in done.err
        assert Solution.open(path).percent <= 0.5

    def test_paths_are_checked_before_the_work(self, pokerlab, tmp_path):
        (tmp_path / "file").write_text("")
        for option in ("--out", "--checkpoint"):
            done = pokerlab("solve", str(RIVER), option, str(tmp_path / "file" / "a"), "--iterations", "1000000000")
            assert done.code == 2
            assert str(tmp_path / "file" / "a") in done.err

    def test_a_run_that_cannot_arrive_says_so_and_stops(self, pokerlab):
        """32 bits tell no chips apart beside 500 million of them."""
        done = pokerlab("solve", str(RIVER), "--pot", "1", "--stack", "500000000", "--river-bet", "a", "--no-file")
        assert done.code == 1
        assert "exploitability falls no more (best" in done.err
        assert "32-bit numbers do not carry to 0.5% here" in done.err
        assert "first decision" in done.out

    def test_other_solutions_are_not_written_over(self, pokerlab, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        rough, fine = ("--iterations", "50"), ("--iterations", "500")

        def written(*arguments: str) -> str:
            done = pokerlab("solve", str(RIVER), "--json", *arguments)
            assert done.code == 0
            return json.loads(done.out)["file"]

        name = "Ks8d7c3h2c"
        assert written(*rough) == f"{name}.sol"
        assert written(*fine) == f"{name}.sol"  # the same spot, better
        assert written(*rough) == f"{name}-2.sol"  # the same spot, worse
        assert written(*fine, "--pot", "120") == f"{name}-3.sol"
        assert written(*fine, "--lock", "check/bet 100: fold 1", "--no-compare") == f"{name}-4.sol"
        assert sorted(path.name for path in tmp_path.iterdir()) == [f"{name}{n}.sol" for n in ("-2", "-3", "-4", "")]
        Path("notes.txt").write_text("dear diary")
        for taken, line in ((f"{name}-3.sol", "holds another spot"), ("notes.txt", "is no solution")):
            before = Path(taken).read_bytes()
            done = pokerlab("solve", str(RIVER), *rough, "--out", taken)
            assert done.code == 2
            assert line in done.err
            assert Path(taken).read_bytes() == before
        assert written(*rough, "--out", f"{name}.sol") == f"{name}.sol"  # named, and the same spot

    @pytest.mark.parametrize(
        ("arguments", "line"),
        [
            (("--resume",), "--resume needs --checkpoint"),
            (("--target", "0"), "a target is above 0% of the pot, not 0%"),
            (("--rule", "magic"), "'magic' is not a rule (vanilla, plus, linear, discounted, predictive, greedy)"),
            (("--rule", "chance"), "'chance' is not a rule"),
            (("--lock", "nowhere.toml"), "nowhere.toml: cannot be read: No such file"),
            (("--rule", "greedy", "--compress"), "needs 32-bit tables"),
            (("--lock", "nowhere"), "lock 'nowhere': NODE: [HANDS:] MOVE P"),
            (("--streets", "flop", "--iterations", "1"), "streets 'flop'"),
            (("--pot", "0"), "pot"),
            (("--board", "KsKs7c3h2c"), "board"),
            (("--oop", "KsKh"), "oop"),
        ],
    )
    def test_bad_input(self, pokerlab, tmp_path, arguments, line):
        done = pokerlab("solve", str(RIVER), *arguments, "--out", str(tmp_path / "x.sol"))
        assert done.code == 2
        assert line in done.err
        assert len([text for text in done.err.splitlines() if text.startswith("pokerlab:")]) == 1
        assert not (tmp_path / "x.sol").exists()

    def test_a_target_is_checked_before_anything_is_laid_out(self, pokerlab):
        assert pokerlab("solve", str(RIVER), "--target", "-1", "--no-file").out == ""


def test_threads_do_not_matter(turn):
    one, two = (Engine(turn, threads=count) for count in (1, 2))
    one.run(8)
    two.run(8)
    np.testing.assert_array_equal(one.sums, two.sums)


@pytest.mark.parametrize("seed", [0, 1, 2**24, 99_999_999, 2**63 - 1])
def test_seeds_of_any_size_are_taken(turn, seed):
    engine = Engine(turn, compressed=True, seed=seed)
    engine.run(2)
    assert engine.judge().nash_conv > 0


@pytest.mark.parametrize("seed", [-1, 2**63, 10**23, 1.5, "7"])
def test_what_is_no_seed_is_refused(turn, seed):
    with pytest.raises(SolverError, match="a seed is a whole number from 0 to"):
        Engine(turn, seed=seed)


def test_rules_whose_numbers_are_none_are_refused(turn):
    class Wrong(Vanilla):
        def at(self, iteration: int) -> Coefficients:
            return Coefficients(positive=float("nan") if iteration > 3 else 1.0)

    engine = Engine(turn, Wrong())
    with pytest.raises(SolverError, match="its numbers are not finite in iteration 4"):
        engine.run(5)
    assert engine.iteration == 3
