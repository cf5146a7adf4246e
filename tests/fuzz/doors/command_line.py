"""The door of all doors: the command line, run here by its own `main`, with its output caught."""

import functools
import io
import json
import re
import shlex
import shutil
import sys
from pathlib import Path

from fuzz.door import Door, RefusalError
from fuzz.doors.betting import MENUS, NAME_WORDS
from fuzz.doors.cards import CARDS, RANGE_WORDS
from fuzz.doors.records import ACPC, PHH, PHHS, STARS
from fuzz.doors.spots import EXAMPLES, LOCK_FILE, TURN
from fuzz.verdict import LONGEST_LINE, shortened
from pokerlab.__main__ import main
from pokerlab.cli import app

CODES = (0, 1, 2, 130)
"""Done; done, and something was found wrong; refused; stopped."""

# Reading all options of all verbs anew takes longer than most verbs do.
app.get_command = functools.cache(app.get_command)
app.check_numbers = functools.cache(app.check_numbers)


@functools.cache
def _lay_out_files() -> None:
    """What the command lines name, in the current directory."""
    for name in ("river.toml", "river.sol", "kuhn.strategy", "heads-up.pf"):
        shutil.copy(EXAMPLES / name, name)
    contents = {
        "turn.toml": TURN,
        "locks.toml": LOCK_FILE.replace('"bet 100"', '"check/bet 100"'),
        "a.phh": PHH[0],
        "a.phhs": PHHS[0],
        "a.txt": STARS[0],
        "a.log": "\n".join(ACPC[:6]),
    }
    for name, text in contents.items():
        Path(name).write_text(text, "utf-8")


def run(*arguments: str) -> tuple[object, str, str]:
    """Exit code, stdout and stderr of a command."""
    out = io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True)
    err = io.TextIOWrapper(io.BytesIO(), "utf-8", "backslashreplace", write_through=True)
    before = sys.argv, sys.stdout, sys.stderr
    sys.argv, sys.stdout, sys.stderr = ["pokerlab", *arguments], out, err
    try:
        main()
        code: object = 0
    except SystemExit as end:
        code = end.code or 0
    finally:
        sys.argv, sys.stdout, sys.stderr = before
    return code, *(stream.buffer.getvalue().decode("utf-8", "replace") for stream in (out, err))


def _command_line(*arguments: str) -> None:
    _lay_out_files()
    code, out, err = run(*arguments)
    assert code in CODES, f"exit code {code}: {shortened(err, 400)}"
    assert "Traceback" not in err, shortened(err, 600)
    if code == 130:
        raise KeyboardInterrupt
    if code == 2:
        last = err.splitlines()[-1:] or [""]
        assert last[0].startswith("pokerlab: ") or not err, f"what was wrong? {shortened(err, 400)!r}"
        assert len(err.strip().splitlines()) <= 1 or _is_progress(err), f"more than a line: {shortened(err, 400)!r}"
        assert len(last[0]) <= LONGEST_LINE + 20, f"a line of {len(last[0]):,} characters: {shortened(last[0], 200)!r}"
        raise RefusalError(last[0])
    if code == 0 and out.startswith('{\n  "schema"'):
        json.loads(out, parse_constant=_not_json)
    assert not re.search(r"(?<![\w'])nan(?!\w)", out) or "nan" in " ".join(arguments).lower(), (
        "NaN is shown as a result"
    )


def _not_json(name: str) -> None:
    raise AssertionError(f"{name} is not JSON")


def _is_progress(err: str) -> bool:
    """Whether all lines but the last tell how far a run was."""
    return all(line.startswith(("iteration ", "hand ", "solving ")) for line in err.strip().splitlines()[:-1])


COMMANDS = r"""
eval As Ks Qs Js Ts
eval AdQc --board 3h4cJh
eval AhKh QsQd --board QhJhTh2c3d --json
equity AA KK
equity 20% QQ+,AK --board QhJh2c --matrix
equity AhKh 22+ * --dead 2c --samples 500 --seed 7 --threads 1
range 88+,A9s+,KTs+,AJo+
range 20% --dead AhKh2c --json
size leduc
size kuhn --cards all --digits
size leduc-nl:12 --menu fcpa --recall ibr --json
size holdem-limit --players 3 --recall ibr --cards buckets:2.4.8.16 --bytes 16 --disk-bytes 2
small kuhn --iterations 5
small kuhn --iterations 5 --plot - --against plus
small kuhn --algorithm greedy:0.2 --iterations 5 --show
small leduc --algorithm external --seed 3 --iterations 3
small kuhn --algorithm lp --json
small leduc-nl:5 --menu fcpa --iterations 3 --out a.strategy --nash-conv 0.5
small kuhn --iterations 5 --checkpoint a.ckpt --resume
small kuhn --seconds 0.01 --simultaneous --unweighted
show river.sol
show river.sol check --hands
show river.sol check/bet --json --player ip
show river.sol --filter pair+ --made
show river.sol --hand AsAh --loss check
show river.sol check --csv - --classes
show river.sol check --svg -
show river.sol --best --node check
show river.sol check --matrix ev --player oop
show kuhn.strategy cr1 --hand K
show kuhn.strategy --json
show heads-up.pf --player BB --chart --against SB
show heads-up.pf --hand A5s --gain --json
simulate river.sol --hands 100 --threads 1
simulate river.sol river.sol --hands 50 --seed 1 --confidence 0.99 --no-check --json
tree river.toml
tree river.toml --pot 5.5bb --stack 10bb,12.5bb --oop @btn-push-10bb --node X-B5.5bb
tree river.toml --pot 5.5 --stack 10,12.25 --river-bet 2.5c,75% --add 'check/bet 3.5' --node X-B2.5
tree turn.toml --node check --depth 2
tree river.toml --river-bet 33%,75% --json
tree turn.toml --street river --set pot=50
solve river.toml --iterations 5 --no-file
solve river.toml --target 20 --out a.sol --seed 1
solve river.toml --rule plus --iterations 3 --no-file --json
solve river.toml --lock 'check/bet 100: fold 0.8, call 0.2' --iterations 3 --no-file --no-compare
solve river.toml --lock locks.toml --iterations 2 --no-file
solve river.toml --dry --json
solve river.toml --groups rank --iterations 3 --no-file
solve river.toml --seconds 0.01 --checkpoint b.ckpt --no-file
solve --board Ks8d7c3h2c --pot 100 --stack 100 --oop AA --ip KK,QJs --iterations 2 --no-file --rake 5 --rake-cap 3
solve turn.toml --iterations 2 --no-file --compress --raise-cap 1 --big-blind 5
icm 5000,3000,2000
icm 4000,3000,2000,1000 --payouts 40,30,20,10 --places --bubble
icm 5000,3000,2000 --deal --set-aside 5 --json
pushfold --stacks 10,10 --blinds 0.5/1
pushfold --stacks 2000,1500,1000 --payouts 65,35 --draft --hand A5s --player BTN
pushfold --stacks 1000,1000 --json --iterations 5
pushfold --stacks 10,10 --blinds 0.5/1 --out result.pf --purify
pushfold --stacks 10,10 --blinds 0.5/1 --out chart.html --chart --gain
pushfold --stacks 1000,900,800 --payouts winner --bounties 5,5,5 --progressive 0.5 --draft --iterations 3
reproduce
reproduce --json --scale small
hands check a.phh
hands check a.phhs --json
hands replay a.phhs --hand 2
hands stats a.txt --skip-broken
hands stats a.phhs --json
hands stats a.phhs --positions --player p1 --csv -
hands rows a.txt --skip-broken
hands convert a.txt --to phh --out b.phhs
hands convert a.log --game holdem-nolimit:3,stack=2000 --to pokerstars
hands check a.log --from acpc --game holdem-nolimit:3,stack=2000
hands convert a.phhs --to acpc -o b.log
doctor
--version
--help
solve --help
hands --help
"""
OPTIONS = (
    "--json",
    "--help",
    "--seed",
    "--threads",
    "--out",
    "--board",
    "--iterations",
    "--target",
    "--",
    "-",
    "--no-file",
    "--stacks",
    "--menu",
    "-h",
)

KNOWN = {
    "greed of NaN": "small kuhn --algorithm greedy:nan",
    "powers of NaN": "small kuhn --algorithm discounted:nan,nan,nan --iterations 5",
    "powers of 1e308": "solve river.toml --rule discounted:1e308,1e308,1e308 --no-file --iterations 5",
    "no player": "size holdem-nolimit:0",
    "a thousand million players": "size holdem-nolimit:999999999",
    "a hundred million chips": "small leduc-nl:100000000 --iterations 2",
    "a seed of 23 digits": "equity AhKh QQ JJ --samples 100 --seed 99999999999999999999999",
    "a seed of 23 digits for samples": "small kuhn --algorithm external --iterations 2 --seed 99999999999999999999999",
    "a seed of 23 digits for rounding": "solve river.toml --compress --no-file --iterations 2 --seed 9" + 22 * "9",
    "a seed of 23 digits for play": "simulate river.sol --hands 10 --seed 99999999999999999999999",
    "a table of no blinds": "pushfold --stack-table --blinds 0/0",
    "too much together": "pushfold --stacks 1e308,1e308",
    "a future without end": "pushfold --stacks 1000,1000 --future 1000000",
    "bounties of NaN": "pushfold --stacks 1000,1000 --payouts winner --bounties nan,1",
    "weights of 1e-25": "solve river.toml --no-file --oop AA:1e-25 --ip KK:1e-25,QJs:1e-25 --iterations 20",
    "weights of 1e-30": "solve river.toml --no-file --oop AA:1e-30 --ip KK:1e-30,QJs:1e-30",
    "weights of 1e-300": "solve river.toml --no-file --oop AA:1e-300 --ip KK:1e-300,QJs:1e-300",
    "stacks far apart": "icm 1e16,1,1,1 --payouts 4,3,2,1",
    "a size without end": "size leduc-nl:12 --menu f,c,1E+999999999999%,a",
    "a size of a million streets": "tree river.toml --river-bet 1000000e",
    "eight times two hands and a half": "equity --samples 100" + 8 * " 22,33,44,55",
    "stacks and blinds of other sizes": "pushfold --stacks 10,10",
    "half a character": "range \udcff",
    "a file that is a directory": "show .",
    "a file that is not": "hands check nothing.phh",
    "a name that no file can have": f"show {'x' * 5000}",
    "a zero in a name": "show a\0b",
    "out is a directory": "small kuhn --iterations 2 --out .",
    "out is under a file": "small kuhn --iterations 2 --out river.toml/x",
    "out is a file that cannot be": f"solve river.toml --iterations 2 --out {'x' * 300}.sol",
    "a checkpoint that cannot be": "solve river.toml --iterations 2 --no-file --checkpoint river.toml/x",
    "a checkpoint that is something else": "solve river.toml --iterations 2 --no-file --checkpoint river.toml --resume",
    "threads of a million": "equity AA KK --board QhJh2c --threads 1000000",
    "hands without end": "simulate river.sol --hands 1e99",
    "a confidence of NaN": "simulate river.sol --hands 10 --confidence nan",
    "a target of NaN": "solve river.toml --no-file --target nan",
    "seconds of NaN": "solve river.toml --no-file --seconds nan",
    "a NashConv of NaN": "small kuhn --nash-conv nan",
    "bytes of 400 digits": f"size kuhn --bytes {'9' * 400}",
    "iterations of 30 digits": f"pushfold --stacks 10,10 --blinds 0.5/1 --iterations {'9' * 30}",
    "rake of NaN": "solve river.toml --no-file --iterations 2 --rake nan",
}


def _split(command: str) -> tuple[str, ...]:
    return tuple(shlex.split(command))


DOORS = (
    Door(
        "command-line",
        tuple(_split(command) for command in COMMANDS.split("\n")[1:-1]),
        _command_line,
        12,
        (*OPTIONS, *NAME_WORDS, *MENUS, *RANGE_WORDS, *CARDS),
        {name: _split(command) for name, command in KNOWN.items()},
        free=True,
        seconds=5.0,
        stop_after=0.5,
    ),
)
