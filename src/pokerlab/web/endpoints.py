"""All that can be asked over HTTP, each with what it takes and what it answers; `app` has the few that are no JSON."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from starlette.concurrency import run_in_threadpool

from pokerlab import __version__
from pokerlab._examples import examples_directory
from pokerlab._memory import free_memory, total_memory
from pokerlab._threads import available_threads
from pokerlab.cards.ranges import Range
from pokerlab.cards.starting import starting_ranges
from pokerlab.postflop.locks import Lock
from pokerlab.postflop.spot import PLAYERS, Spot
from pokerlab.postflop.spot_reader import parse_toml
from pokerlab.web.calculators import (
    combos,
    find_equity,
    find_hand,
    find_icm,
    find_pushfold,
    find_stack_table,
    read_range,
)
from pokerlab.web.data import DataDirectory, Shelf
from pokerlab.web.flops import FlopSources
from pokerlab.web.hub import Hub
from pokerlab.web.kernels import KernelState
from pokerlab.web.limits import RefusedError
from pokerlab.web.messages.bankroll import BankrollAnswer
from pokerlab.web.messages.flops import FlopsAnswer, FlopSourcesAnswer, FlopsQuestion, FlopsReportQuestion
from pokerlab.web.messages.hands import HandsAnswer, HandsQuestion
from pokerlab.web.messages.jobs import JobAnswer, JobNamed, JobQuestion, JobsAnswer, LocksQuestion
from pokerlab.web.messages.kept_hands import (
    HandChoicesAnswer,
    HandFilterQuestion,
    HandListAnswer,
    HandListQuestion,
    HandMark,
    HandRowAnswer,
    HandStatsAnswer,
    KeptHandAnswer,
    KeptHandQuestion,
    OpponentAnswer,
    OpponentNote,
    OpponentQuestion,
)
from pokerlab.web.messages.kinds import Answer, Asked, Named, Nothing, SavedAnswer
from pokerlab.web.messages.lobby import (
    LobbyAnswer,
    StructureAnswer,
    StructuresAnswer,
    StructureToCheck,
    TablesAnswer,
    TablesQuestion,
    TableToOpen,
)
from pokerlab.web.messages.players import (
    PlayerAnswer,
    PlayerCheckAnswer,
    PlayerNamed,
    PlayersAnswer,
    PlayerToCheck,
    PlayerToSave,
)
from pokerlab.web.messages.ranges import (
    BlueprintRangesAnswer,
    EquityAnswer,
    EquityQuestion,
    RangeAnswer,
    RangeQuestion,
    RangesAnswer,
    RangeToSave,
)
from pokerlab.web.messages.server import CombosAnswer, StatusAnswer
from pokerlab.web.messages.solutions import (
    CompareAnswer,
    CompareQuestion,
    NodeAnswer,
    NodeQuestion,
    SolutionAnswer,
    SolutionsAnswer,
)
from pokerlab.web.messages.spots import SpotAnswer, SpotQuestion, SpotsAnswer, SpotToSave
from pokerlab.web.messages.table import (
    HandAnswer,
    HandQuestion,
    SitOut,
    TableAnswer,
    TableNamed,
    TableSettings,
    TopUp,
    WhyAnswer,
)
from pokerlab.web.messages.tournaments import (
    IcmAnswer,
    IcmQuestion,
    PushFoldAnswer,
    PushFoldQuestion,
    StackTableAnswer,
    StackTableQuestion,
)
from pokerlab.web.play.answers import PlayAnswers
from pokerlab.web.play.kept_hands import KeptHands
from pokerlab.web.presets import blueprint_ranges
from pokerlab.web.queue import JobQueue, KeptJob
from pokerlab.web.study import Library, check_spot

API = "/api/1/"


@dataclass(frozen=True)
class Services:
    """What the server has."""

    data: DataDirectory
    library: Library
    queue: JobQueue
    flops: FlopSources
    hub: Hub
    kernels: KernelState
    play: PlayAnswers
    hands: KeptHands


@dataclass(frozen=True)
class Endpoint:
    """A question that can be asked. `call` answers it, in a thread of its own unless it is a coroutine; `tag` gives a
    text that changes when the answer does. What `computes` for seconds waits for others that do."""

    method: str
    path: str
    asks: type[Asked]
    answers: type[Answer]
    call: Callable[[Services, Any], dict[str, Any] | Awaitable[dict[str, Any]]]
    tag: Callable[[Services, Any], str] | None = None
    computes: bool = False


def _status(services: Services, asked: Nothing) -> dict[str, Any]:
    return {
        "program": f"pokerlab {__version__}",
        "directory": str(services.data.path),
        "threads": available_threads(),
        "free_memory": free_memory(),
        "total_memory": total_memory(),
        "kernels": services.kernels.record(),
        "waiting": services.queue.waiting,
        "running": services.queue.running.id if services.queue.running else None,
    }


def _stack_table(services: Services, asked: StackTableQuestion) -> dict[str, Any]:
    return find_stack_table(asked)


def _spots(services: Services, asked: Nothing) -> dict[str, Any]:
    templates = sorted(examples_directory().glob("*.toml"))
    return {
        "spots": _texts(services.data.spots, "toml"),
        "templates": [{"name": path.stem, "toml": path.read_text("utf-8")} for path in templates],
    }


def _save_spot(services: Services, asked: SpotToSave) -> dict[str, Any]:
    content = parse_toml(asked.toml)
    Spot(**{key: value for key, value in content.items() if key != "job"})
    services.data.spots.write(asked.name, asked.toml.encode())
    return {"name": asked.name}


def _ranges(services: Services, asked: Nothing) -> dict[str, Any]:
    starting = [{"name": name, "text": str(Range(weights))} for name, weights in starting_ranges().items()]
    return {"ranges": _texts(services.data.ranges, "text"), "starting": starting}


def _save_range(services: Services, asked: RangeToSave) -> dict[str, Any]:
    Range.parse(asked.text)
    services.data.ranges.write(asked.name, asked.text.encode())
    return {"name": asked.name}


def _texts(shelf: Shelf, key: str) -> list[dict[str, str]]:
    found = []
    for name, path in shelf.files().items():
        try:
            found.append({"name": name, key: path.read_text("utf-8")})
        except (OSError, ValueError):
            continue  # somebody else's file, or just removed
    return found


def _remove(shelf: Callable[[Services], Shelf]) -> Callable[[Services, Named], dict[str, Any]]:
    def remove(services: Services, asked: Named) -> dict[str, Any]:
        shelf(services).remove(asked.name)
        return {"name": asked.name}

    return remove


def _job(job: KeptJob) -> dict[str, Any]:
    try:
        toml = (job.directory / "asked.toml").read_text("utf-8")
    except OSError:
        toml = ""
    return {"job": job.record(), "toml": toml, "steps": job.read_steps()}


async def _submit(services: Services, asked: JobQuestion) -> dict[str, Any]:
    return _job(await services.queue.submit(asked))


async def _submit_locks(services: Services, asked: LocksQuestion) -> dict[str, Any]:
    spot, locks, file = await run_in_threadpool(_with_locks, services, asked)
    if not locks and not asked.hold:
        raise RefusedError("nothing is locked: give locks, or a player to hold", field="locks")
    return _job(await services.queue.submit_locks(spot, asked, locks, file))


def _with_locks(services: Services, asked: LocksQuestion) -> tuple[Spot, list[Lock], Path]:
    """The spot of a solution, the locks it shall have, and its file; waits for whoever looks at the solution now."""
    with services.library.opened(asked.name) as solution:
        if asked.hold:
            solution.held(PLAYERS.index(asked.hold))  # says now why it cannot be
        before = list(solution.locks) if asked.keep else []
        locks = [*before, *(Lock(lock.node, lock.hands) for lock in asked.locks)]
        return solution.spot, locks, services.library.find(asked.name)


async def _submit_flops(services: Services, asked: FlopsQuestion) -> dict[str, Any]:
    return _job(services.queue.submit_flops(asked))


async def _jobs(services: Services, asked: Nothing) -> dict[str, Any]:
    return {"jobs": [job.record() for job in reversed(services.queue.jobs.values())]}


async def _find_job(services: Services, asked: JobNamed) -> dict[str, Any]:
    return _job(services.queue.find(asked.id))


async def _cancel(services: Services, asked: JobNamed) -> dict[str, Any]:
    return _job(await services.queue.cancel(asked.id))


async def _pause(services: Services, asked: JobNamed) -> dict[str, Any]:
    return _job(await services.queue.pause(asked.id))


async def _resume(services: Services, asked: JobNamed) -> dict[str, Any]:
    return _job(services.queue.resume(asked.id))


async def _look(services: Services, asked: JobNamed) -> dict[str, Any]:
    return _job(services.queue.look(asked.id))


def _play(name: str) -> Callable[[Services, Any], dict[str, Any]]:
    """What answers a question about tables, in a thread of its own."""

    def answer(services: Services, asked: Any) -> dict[str, Any]:
        found: dict[str, Any] = getattr(services.play, name)(asked)
        return found

    return answer


def _play_soon(name: str) -> Callable[[Services, Any], Awaitable[dict[str, Any]]]:
    """What answers a question about tables, in the thread of the event loop."""

    async def answer(services: Services, asked: Any) -> dict[str, Any]:
        found: dict[str, Any] = await getattr(services.play, name)(asked)
        return found

    return answer


def _hands(name: str) -> Callable[[Services, Any], dict[str, Any]]:
    """What answers a question about hands that are kept."""

    def answer(services: Services, asked: Any) -> dict[str, Any]:
        found: dict[str, Any] = getattr(services.hands, name)(asked)
        return found

    return answer


async def _remove_job(services: Services, asked: JobNamed) -> dict[str, Any]:
    return {"name": services.queue.remove(asked.id).id}


ENDPOINTS = (
    Endpoint("GET", "status", Nothing, StatusAnswer, _status),
    Endpoint("GET", "combos", Nothing, CombosAnswer, lambda services, asked: combos()),
    Endpoint("POST", "spots/check", SpotQuestion, SpotAnswer, lambda services, asked: check_spot(asked)),
    Endpoint("GET", "spots", Nothing, SpotsAnswer, _spots),
    Endpoint("POST", "spots/saved", SpotToSave, SavedAnswer, _save_spot),
    Endpoint("DELETE", "spots/saved/{name}", Named, SavedAnswer, _remove(lambda services: services.data.spots)),
    Endpoint("POST", "ranges", RangeQuestion, RangeAnswer, lambda services, asked: read_range(asked)),
    Endpoint("GET", "ranges", Nothing, RangesAnswer, _ranges),
    Endpoint("GET", "ranges/blueprints", Nothing, BlueprintRangesAnswer, lambda *_: {"ranges": blueprint_ranges()}),
    Endpoint("POST", "ranges/saved", RangeToSave, SavedAnswer, _save_range),
    Endpoint("DELETE", "ranges/saved/{name:path}", Named, SavedAnswer, _remove(lambda services: services.data.ranges)),
    Endpoint("POST", "equity", EquityQuestion, EquityAnswer, lambda _, asked: find_equity(asked), computes=True),
    Endpoint("POST", "hands", HandsQuestion, HandsAnswer, lambda _, asked: find_hand(asked), computes=True),
    Endpoint("POST", "icm", IcmQuestion, IcmAnswer, lambda _, asked: find_icm(asked), computes=True),
    Endpoint("POST", "pushfold", PushFoldQuestion, PushFoldAnswer, lambda _, q: find_pushfold(q), computes=True),
    Endpoint("POST", "stack-table", StackTableQuestion, StackTableAnswer, _stack_table, computes=True),
    Endpoint("GET", "solutions", Nothing, SolutionsAnswer, lambda services, _: {"solutions": services.library.rows()}),
    Endpoint("GET", "solutions/{name}", Named, SolutionAnswer, lambda services, one: services.library.facts(one.name)),
    Endpoint("DELETE", "solutions/{name}", Named, SavedAnswer, _remove(lambda services: services.data.solutions)),
    Endpoint(
        "GET", "solutions/{name}/node", NodeQuestion, NodeAnswer, lambda services, asked: services.library.node(asked),
        lambda services, asked: services.library.tag(asked),
    ),
    Endpoint("POST", "solutions/{name}/locks", LocksQuestion, JobAnswer, _submit_locks),
    Endpoint("GET", "compare", CompareQuestion, CompareAnswer, lambda services, asked: services.library.compare(asked)),
    Endpoint("POST", "jobs", JobQuestion, JobAnswer, _submit),
    Endpoint("POST", "flops", FlopsQuestion, JobAnswer, _submit_flops),
    Endpoint("GET", "flops", Nothing, FlopSourcesAnswer, lambda services, _: {"sources": services.flops.rows()}),
    Endpoint("GET", "flops/report", FlopsReportQuestion, FlopsAnswer, lambda services, q: services.flops.report(q)),
    Endpoint("GET", "jobs", Nothing, JobsAnswer, _jobs),
    Endpoint("GET", "jobs/{id}", JobNamed, JobAnswer, _find_job),
    Endpoint("DELETE", "jobs/{id}", JobNamed, SavedAnswer, _remove_job),
    Endpoint("POST", "jobs/{id}/cancel", JobNamed, JobAnswer, _cancel),
    Endpoint("POST", "jobs/{id}/pause", JobNamed, JobAnswer, _pause),
    Endpoint("POST", "jobs/{id}/resume", JobNamed, JobAnswer, _resume),
    Endpoint("POST", "jobs/{id}/look", JobNamed, JobAnswer, _look),
    Endpoint("GET", "lobby", Nothing, LobbyAnswer, _play_soon("lobby")),
    Endpoint("POST", "tables", TableToOpen, TableAnswer, _play_soon("open")),
    Endpoint("GET", "tables", TablesQuestion, TablesAnswer, _play_soon("list_tables")),
    Endpoint("GET", "tables/{id}", TableNamed, TableAnswer, _play_soon("table")),
    Endpoint("POST", "tables/{id}/leave", TableNamed, TableAnswer, _play_soon("leave")),
    Endpoint("POST", "tables/{id}/sitout", SitOut, TableAnswer, _play_soon("sit_out")),
    Endpoint("POST", "tables/{id}/settings", TableSettings, TableAnswer, _play_soon("settings")),
    Endpoint("POST", "tables/{id}/topup", TopUp, TableAnswer, _play_soon("top_up")),
    Endpoint("GET", "tables/{id}/hands/{number}", HandQuestion, HandAnswer, _play("hand"), computes=True),
    Endpoint("GET", "tables/{id}/hands/{number}/why", HandQuestion, WhyAnswer, _play("why"), computes=True),
    Endpoint("GET", "bankroll", Nothing, BankrollAnswer, _play("bankroll"), computes=True),
    Endpoint("POST", "bankroll/reset", Nothing, BankrollAnswer, _play_soon("reset")),
    Endpoint("GET", "structures", Nothing, StructuresAnswer, _play("structures")),
    Endpoint("POST", "structures", StructureToCheck, StructureAnswer, _play("check_structure")),
    Endpoint("DELETE", "structures/{name}", Named, SavedAnswer, _play("remove_structure")),
    Endpoint("GET", "players", Nothing, PlayersAnswer, _play("players")),
    Endpoint("POST", "players/check", PlayerToCheck, PlayerCheckAnswer, _play("check_player")),
    Endpoint("GET", "players/{name}", PlayerNamed, PlayerAnswer, _play("player")),
    Endpoint("POST", "players/{name}", PlayerToSave, PlayerAnswer, _play("save_player")),
    Endpoint("DELETE", "players/{name}", PlayerNamed, SavedAnswer, _play("reset_player")),
    Endpoint("GET", "hands", HandListQuestion, HandListAnswer, _hands("page")),
    Endpoint("GET", "hands/stats", HandFilterQuestion, HandStatsAnswer, _hands("stats")),
    Endpoint("GET", "hands/choices", Nothing, HandChoicesAnswer, _hands("choices")),
    Endpoint("GET", "hands/{number}", KeptHandQuestion, KeptHandAnswer, _hands("hand"), computes=True),
    Endpoint("POST", "hands/{number}/mark", HandMark, HandRowAnswer, _hands("mark")),
    Endpoint("GET", "opponents/{name:path}", OpponentQuestion, OpponentAnswer, _hands("opponent")),
    Endpoint("POST", "opponents/{name:path}", OpponentNote, OpponentAnswer, _hands("note_opponent")),
)  # fmt: skip
