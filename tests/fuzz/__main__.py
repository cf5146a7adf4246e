"""The command line of the fuzzers, see the package."""

import argparse
import contextlib
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from fuzz.blocks import Failure, input_text, run_block
from fuzz.campaign import Campaign
from fuzz.door import Door
from fuzz.mutation import Fields
from fuzz.packages import DOORS
from fuzz.shrink import shrink
from fuzz.verdict import Kind, Verdict, judge, judge_case, shortened
from fuzz.worker import guard_files, prepare
from pokerlab._threads import available_threads


def main() -> int:
    options = _options()
    if unknown := set(options.doors) - set(DOORS):
        print(f"no door is called {', '.join(sorted(unknown))}: doors are {', '.join(DOORS)}", file=sys.stderr)
        return 2
    chosen = {name: DOORS[name] for name in options.doors or DOORS}
    if options.case is not None:
        return max(_show_case(name, options) for name in chosen)
    if options.known:
        tallies = [run_block(door, options.seed, door.first, 0) for door in chosen.values()]
        failures = [failure for tally in tallies for failure in tally.failures]
    else:
        failures = _run_campaign(options, chosen)
    _print_failures(failures)
    return 1 if failures else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser("python tests/fuzz", description="Try the doors of pokerlab with mutated inputs.")
    parser.add_argument("doors", nargs="*", help=f"which doors; all if left out: {', '.join(DOORS)}")
    parser.add_argument("--cases", type=int, default=20_000, help="cases of all chosen doors together")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=available_threads(), help="processes side by side")
    parser.add_argument(
        "--checkpoint", type=Path, help="keep what is done in a file, and go on from it; it goes when all is done"
    )
    parser.add_argument("--case", type=int, help="try one case here, and show it; below 0: inputs that are not mutated")
    parser.add_argument(
        "--known",
        action="store_true",
        help="try only inputs that are not mutated: valid ones, and what once went wrong",
    )
    parser.add_argument("--shrink", action="store_true", help="with --case: find the smallest input that fails alike")
    parser.add_argument("--whole", action="store_true", help="with --case: show all of the input")
    return parser.parse_args()


def _run_campaign(options: argparse.Namespace, doors: dict[str, Door]) -> list[Failure]:
    campaign = Campaign(options.cases, options.seed)
    if options.checkpoint:
        campaign = Campaign.load(options.checkpoint, options.cases, options.seed)
    before, last, told = campaign.tried, 0.0, set(campaign.failures)

    def watch(done: int, total: int, seconds: float) -> None:
        nonlocal last
        for failure in set(campaign.failures) - told:  # at once: a campaign may be ended before its last word
            told.add(failure)
            print(f"{failure}\n{failure.trace}", file=sys.stderr, flush=True)
        if time.monotonic() - last > 10 or done == total:
            last = time.monotonic()
            left = seconds / done * (total - done)
            failed = len(campaign.failures)
            print(
                f"{done:,} of {total:,} cases, {failed} failed, {seconds:.0f} s, about {left:.0f} s left",
                file=sys.stderr, flush=True,
            )  # fmt: skip

    if before:
        print(f"going on after {before:,} cases", file=sys.stderr)
    try:
        campaign.run(doors, jobs=options.jobs, checkpoint=options.checkpoint, watch=watch)
    except KeyboardInterrupt:
        print("stopped" + (f"; {options.checkpoint} has what is done" if options.checkpoint else ""), file=sys.stderr)
        raise SystemExit(130) from None
    if options.checkpoint:
        options.checkpoint.unlink(missing_ok=True)
    print(campaign.table())
    print(f"\n{campaign.tried:,} cases with seed {campaign.seed} in {campaign.seconds:.0f} s")
    return campaign.failures


def _print_failures(failures: list[Failure]) -> None:
    """One of each kind."""
    counts = Counter(failure.sign for failure in failures)
    for failure in {failure.sign: failure for failure in reversed(failures)}.values():
        print(f"\n{failure}, {counts[failure.sign]} like this\n    {input_text(failure, DOORS[failure.door])}")


def _show_case(name: str, options: argparse.Namespace) -> int:
    door = DOORS[name]
    fields = door.case(options.seed, options.case)
    with tempfile.TemporaryDirectory(prefix="fuzz-") as directory, contextlib.chdir(directory):
        guard_files()
        prepare(door)
        _print_input(fields, options)
        start = time.process_time()
        verdict = judge_case(door, options.seed, options.case)
        if options.shrink and verdict.kind is Kind.FAILED:
            wanted = verdict
            fields = shrink(fields, lambda smaller: _is_alike(judge(door, smaller), wanted))
            _print_input(fields, options)
            start = time.process_time()
            verdict = judge(door, fields)
        print(f"{verdict.kind}, {time.process_time() - start:.3f} s: {_printable(verdict.reason)}")
        print(_printable(verdict.trace), end="")
    return 1 if verdict.kind is Kind.FAILED else 0


def _print_input(fields: Fields, options: argparse.Namespace) -> None:
    print(ascii(fields) if options.whole else shortened(ascii(fields), 2000), flush=True)


def _printable(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode()


def _is_alike(verdict: Verdict, wanted: Verdict) -> bool:
    return (verdict.kind, verdict.place) == (wanted.kind, wanted.place) and (
        verdict.reason.partition(":")[0] == wanted.reason.partition(":")[0]
    )


if __name__ == "__main__":
    sys.exit(main())
