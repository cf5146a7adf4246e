"""`pokerlab hands` on files."""

import csv
import io
import json
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest
from random_hands import play_out
from typer.testing import CliRunner, Result

from pokerlab.cli.hands import app
from pokerlab.errors import GameError, PokerError, RecordError
from pokerlab.games.library import named_game
from pokerlab.records.reading import Format, read_hands
from pokerlab.records.record import HandRecord
from pokerlab.records.writing import write_hands

GOLDEN = Path(__file__).parents[1] / "golden"


def run(*arguments: object, error: type[PokerError] | None = None) -> Result:
    result = CliRunner().invoke(app, [str(argument) for argument in arguments])
    if error is None and result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    if error is not None:
        assert isinstance(result.exception, error)
    return result


@pytest.fixture
def session(tmp_path: Path) -> Path:
    """A file of 20 hands."""
    rng = random.Random(3)
    game = named_game("holdem-nolimit:3,stack=2000")
    names = ("Ann", "Ben", "Cleo")
    records = [HandRecord.of(play_out(game, rng), names=names, hand_id=str(number)) for number in range(20)]
    path = tmp_path / "session.phhs"
    write_hands(path, records, Format.PHH)
    return path


def test_convert_to_every_format_and_back(session: Path, tmp_path: Path):
    stars, acpc, phh = tmp_path / "session.txt", tmp_path / "session.log", tmp_path / "again.phhs"
    assert run("convert", session, "--to", "pokerstars", "--out", stars).stdout == f"{stars}: 20 hands\n"
    run("convert", stars, "--to", "acpc", "-o", acpc)
    run("convert", acpc, "--game", "holdem-nolimit:3,stack=2000", "--to", "phh", "--out", phh)
    before = [hand.record.payoffs() for hand in read_hands(session)]
    assert [hand.record.payoffs() for hand in read_hands(phh)] == before


def test_convert_writes_to_stdout(session: Path):
    output = run("convert", session, "--to", "acpc").stdout.splitlines()
    assert len(output) == 20
    assert all(line.startswith("STATE:") for line in output)


def test_check_finds_nothing_wrong(session: Path):
    result = run("check", session, *GOLDEN.glob("*.phh"))
    count = 20 + len(list(GOLDEN.glob("*.phh")))
    assert result.stdout == f"{count} hands read, 0 broken, 0 problems\n"
    assert result.exit_code == 0


def test_check_names_file_and_line_of_every_problem(session: Path):
    lines = session.read_text().splitlines(keepends=True)
    place = next(number for number, line in enumerate(lines) if line.startswith("finishing_stacks"))
    lines[place] = "finishing_stacks = [1, 2, 3]\n"
    place = next(number for number, line in enumerate(lines) if line.startswith("[5]"))
    lines[place + 1] = "variant = 'XX'\n"
    session.write_text("".join(lines))
    result = run("check", session)
    assert result.exit_code == 1
    output = result.stdout.splitlines()
    assert output[-1] == "19 hands read, 1 broken, 4 problems"
    assert f"{session}:{place + 1}: variant 'XX' is not hold'em (variants are NT, FT, PT)" in output
    assert sum(line.startswith(f"{session}:1: ") and "as stated" in line for line in output) == 3
    content = json.loads(run("check", session, "--json").stdout)
    assert content["schema"] == "pokerlab/hands-check/1"
    assert (content["hands"], content["broken"], len(content["problems"])) == (19, 1, 4)


def test_replay_tells_a_hand_step_by_step():
    output = run("replay", GOLDEN / "folded-money.phh").stdout.splitlines()
    for line in (
        "  Ann: 120, posts blind 50",
        "  Dan (button): 1000",
        "Pre-flop, pot 150",
        "  Ann has As Ah",
        "  Cleo folds (pot 150)",
        "  Dan raises to 300 (pot 450)",
        "  Ann calls 70, all-in (pot 520)",
        "  Ben raises to 500, all-in (pot 920)",
        "  board 2c 7d 9h Js Kd",
        "  uncalled 200 goes back to Ben",
        "  main pot 360 (Ann, Ben): Ann wins 360",
        "  side pot 1 360: Ben wins 360",
        "  Ann +240",
        "  Dan -300",
    ):
        assert line in output


def test_replay_of_one_hand(session: Path):
    assert run("replay", session, "--hand", 7).stdout.startswith("Hand 7 (")
    error = run("replay", session, "--hand", 21, error=RecordError)
    assert str(error.exception) == "there is no hand 21, the files have 20"


def test_stats_as_a_table_and_as_json(session: Path):
    table = run("stats", session).stdout.splitlines()
    assert table[0].split() == ["player", "hands", "VPIP", "PFR", "3-bet", "c-bet", "WTSD", "AF", "AFq", "bb/100"]
    assert max(map(len, table)) <= 80
    assert [line.split()[0] for line in table[1:]] == ["Ann", "Ben", "Cleo"]
    content = json.loads(run("stats", session, "--json").stdout)
    assert content["schema"] == "pokerlab/hands-stats/1"
    assert content["hands"] == 20
    rows = {row["name"]: row for row in content["players"]}
    assert rows["Ann"]["hands"] == 20
    assert sum(row["won_bb"] for row in rows.values()) == pytest.approx(0)
    assert 0 <= rows["Ben"]["pfr"] <= rows["Ben"]["vpip"] <= 1


def test_stats_by_position_as_csv(session: Path, tmp_path: Path):
    out = tmp_path / "stats.csv"
    assert run("stats", session, "--positions", "--csv", out).stdout == ""
    rows = list(csv.DictReader(io.StringIO(out.read_text())))
    assert [row["name"] for row in rows] == ["BTN", "SB", "BB"]
    assert [row["hands"] for row in rows] == ["20"] * 3
    assert run("stats", session, "--player", "Ann", "--positions").stdout.splitlines()[1].split()[:2] == ["SB", "20"]


def test_a_folder_of_files(session: Path, tmp_path: Path):
    folder = tmp_path / "sessions" / "may"
    folder.mkdir(parents=True)
    assert "no files of hands in this folder" in str(run("stats", folder, error=RecordError).exception)
    (folder / "one.phhs").write_bytes(session.read_bytes())
    (folder.parent / "two.PHH").write_bytes(session.read_bytes())
    (folder.parent / "notes.md").write_text("not hands")
    assert json.loads(run("stats", folder.parent, "--json").stdout)["hands"] == 40
    assert len(list(read_hands(folder.parent))) == 40
    (folder / "readme.txt").write_text("what is this")
    assert "readme.txt:1: 'what is this' starts no known format" in str(
        run("stats", folder.parent, error=RecordError).exception
    )
    assert json.loads(run("stats", folder.parent, "--json", "--skip-broken").stdout)["hands"] == 40


def test_rows_as_csv_and_json(session: Path, tmp_path: Path):
    out = tmp_path / "rows.csv"
    assert run("rows", session, "--csv", out).stdout == f"{out}: 60 rows of 20 hands\n"
    rows = list(csv.DictReader(io.StringIO(out.read_text())))
    content = json.loads(run("rows", session, "--json").stdout)
    assert content["schema"] == "pokerlab/hands-rows/1"
    assert [row["player"] for row in content["rows"]] == [row["player"] for row in rows] == ["Ann", "Ben", "Cleo"] * 20
    assert run("rows", session).stdout == out.read_text()


def test_broken_hand_ends_the_command_unless_it_is_to_be_skipped(session: Path):
    text = session.read_text().replace("[3]\nvariant", "[3]\nvarriant")
    line = text[: text.index("[3]")].count("\n") + 1
    session.write_text(text)
    error = run("stats", session, error=RecordError)
    assert str(error.exception) == f"{session}:{line}: 'variant' is missing"
    skipped = run("stats", session, "--skip-broken", "--json")
    assert json.loads(skipped.stdout)["broken"] == 1
    assert f"pokerlab: {session}:{line}: 'variant' is missing" in skipped.stderr


def test_game_definition_file_as_the_game(tmp_path: Path):
    game = tmp_path / "my.game"
    game.write_text(
        "GAMEDEF\nlimit\nnumPlayers = 2\nnumRounds = 1\nblind = 1 1\nraiseSize = 1\nfirstPlayer = 1\nmaxRaises = 1\n"
        "numSuits = 1\nnumRanks = 3\nnumHoleCards = 1\nnumBoardCards = 0\nEND GAMEDEF\n"
    )
    log = tmp_path / "kuhn.log"
    log.write_text("STATE:0:rc:Ks|Qs:2|-2:Ann|Ben\nSTATE:1:crf:Ks|As:-1|1:Ann|Ben\n")
    assert run("check", log, "--game", game).stdout == "2 hands read, 0 broken, 0 problems\n"


def test_commands_load_nothing_heavy_before_they_run():
    code = "import sys, pokerlab.cli.hands; print(sorted({'numpy', 'numba', 'pokerlab.records'} & set(sys.modules)))"
    output = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert output.stdout == "[]\n"


def test_rules_load_no_compiler():
    """Playing a hand to a showdown is the first thing that needs the evaluator."""
    code = (
        "import sys, pokerlab.games.library, pokerlab.games.gamedef, pokerlab.records.writing, pokerlab.records.stats;"
        "print('numba' in sys.modules, 'pokerlab.cards.evaluator' in sys.modules)"
    )
    output = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert output.stdout == "False False\n"


@pytest.fixture
def with_a_card_twice(session: Path) -> Path:
    """The session with a third hand that can be read but not replayed."""
    text = session.read_text()
    third = text[text.index("[3]") : text.index("[4]")]
    first, second = re.findall(r"d dh p[12] (\w{4})", third)
    session.write_text(text.replace(third, third.replace(second, first)))
    return session


@pytest.mark.parametrize(
    "verb", [["stats"], ["replay"], ["convert", "--to", "acpc"], ["convert", "--to", "pokerstars"]]
)
def test_hand_that_breaks_the_rules_costs_only_itself(with_a_card_twice: Path, verb: list[str]):
    path = with_a_card_twice
    line = path.read_text().split("[3]")[0].count("\n") + 1
    error = run(*verb, path, error=RecordError)
    assert re.fullmatch(rf"{path}:{line}: '\w\w' is dealt twice", str(error.exception))
    skipped = run(*verb, path, "--skip-broken")
    assert skipped.stderr == f"pokerlab: {error.exception}\n"
    if verb == ["stats"]:
        assert [line.split()[1] for line in skipped.stdout.splitlines()[1:]] == ["19"] * 3
    else:
        assert len(re.findall("^(?:STATE:|PokerStars Hand |Hand )", skipped.stdout, re.MULTILINE)) == 19


def test_converted_file_counts_what_was_left_out(with_a_card_twice: Path, tmp_path: Path):
    out = tmp_path / "out.log"
    result = run("convert", with_a_card_twice, "--to", "acpc", "--skip-broken", "--out", out)
    assert result.stdout == f"{out}: 19 hands, 1 broken ones left out\n"


def test_game_files_that_cannot_be(tmp_path: Path, session: Path):
    game = tmp_path / "my.game"
    game.write_bytes(b"\xff\xfe\xfd")
    error = run("check", session, "--game", game, error=GameError)
    assert str(error.exception) == f"{game}:1: byte 0xff is no UTF-8"
    run("check", session, "--game", "x" * 5000, error=GameError)


def test_unseen_hands_of_a_room_file_are_told_as_such(tmp_path: Path):
    path = tmp_path / "hands.txt"
    path.write_text(
        "PokerStars Hand #5: Hold'em No Limit (50/100) - 2024/05/06 9:08:07 ET\n"
        "Table 'Oak' 6-max Seat #3 is the button\n"
        "Seat 1: Ann (5000 in chips)\nSeat 2: Ben (5000 in chips)\nSeat 3: Cleo (5000 in chips)\n"
        "Ann: posts small blind 50\nBen: posts big blind 100\n*** HOLE CARDS ***\nDealt to Ben [Qs Qd]\n"
        "Cleo: folds\nAnn: folds\nUncalled bet (50) returned to Ben\nBen collected 100 from pot\n"
        "*** SUMMARY ***\nTotal pot 100 | Rake 0\n"
    )
    told = [line for line in run("replay", path).stdout.splitlines() if " has " in line]
    assert told == ["  Ann has ?? ??", "  Ben has Qs Qd", "  Cleo has ?? ??"]
    assert '"d dh p1 ????", "d dh p2 QsQd", "d dh p3 ????"' in run("convert", path, "--to", "phh").stdout
    assert ":|QsQd|:" in run("convert", path, "--to", "acpc").stdout
