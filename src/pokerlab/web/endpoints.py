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
from pokerlab.web import messages as m
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
from pokerlab.web.queue import JobQueue, KeptJob
from pokerlab.web.study import Library, check_spot

API = "/api/1/"


@dataclass(frozen=True)
class Rooms:
    """What the server has."""

    data: DataDirectory
    library: Library
    queue: JobQueue
    flops: FlopSources
    hub: Hub
    kernels: KernelState


@dataclass(frozen=True)
class Endpoint:
    """A question that can be asked. `call` answers it, in a thread of its own unless it is a coroutine; `tag` gives a
    text that changes when the answer does. What `computes` for seconds waits for others that do."""

    method: str
    path: str
    asks: type[m.Asked]
    answers: type[m.Answer]
    call: Callable[[Rooms, Any], dict[str, Any] | Awaitable[dict[str, Any]]]
    tag: Callable[[Rooms, Any], str] | None = None
    computes: bool = False


def _status(rooms: Rooms, asked: m.Nothing) -> dict[str, Any]:
    return {
        "program": f"pokerlab {__version__}",
        "directory": str(rooms.data.path),
        "threads": available_threads(),
        "free_memory": free_memory(),
        "total_memory": total_memory(),
        "kernels": rooms.kernels.record(),
        "waiting": rooms.queue.waiting,
        "running": rooms.queue.running.id if rooms.queue.running else None,
    }


def _stack_table(rooms: Rooms, asked: m.StackTableQuestion) -> dict[str, Any]:
    return find_stack_table(asked)


def _spots(rooms: Rooms, asked: m.Nothing) -> dict[str, Any]:
    templates = sorted(examples_directory().glob("*.toml"))
    return {
        "spots": _texts(rooms.data.spots, "toml"),
        "templates": [{"name": path.stem, "toml": path.read_text("utf-8")} for path in templates],
    }


def _save_spot(rooms: Rooms, asked: m.SpotToSave) -> dict[str, Any]:
    content = parse_toml(asked.toml)
    Spot(**{key: value for key, value in content.items() if key != "job"})
    rooms.data.spots.write(asked.name, asked.toml.encode())
    return {"name": asked.name}


def _ranges(rooms: Rooms, asked: m.Nothing) -> dict[str, Any]:
    starting = [{"name": name, "text": str(Range(weights))} for name, weights in starting_ranges().items()]
    return {"ranges": _texts(rooms.data.ranges, "text"), "starting": starting}


def _save_range(rooms: Rooms, asked: m.RangeToSave) -> dict[str, Any]:
    Range.parse(asked.text)
    rooms.data.ranges.write(asked.name, asked.text.encode())
    return {"name": asked.name}


def _texts(shelf: Shelf, key: str) -> list[dict[str, str]]:
    found = []
    for name, path in shelf.files().items():
        try:
            found.append({"name": name, key: path.read_text("utf-8")})
        except (OSError, ValueError):
            continue  # somebody else's file, or just removed
    return found


def _remove(shelf: Callable[[Rooms], Shelf]) -> Callable[[Rooms, m.Named], dict[str, Any]]:
    def remove(rooms: Rooms, asked: m.Named) -> dict[str, Any]:
        shelf(rooms).remove(asked.name)
        return {"name": asked.name}

    return remove


def _job(job: KeptJob) -> dict[str, Any]:
    try:
        toml = (job.directory / "asked.toml").read_text("utf-8")
    except OSError:
        toml = ""
    return {"job": job.record(), "toml": toml, "steps": job.read_steps()}


async def _submit(rooms: Rooms, asked: m.JobQuestion) -> dict[str, Any]:
    return _job(await rooms.queue.submit(asked))


async def _submit_locks(rooms: Rooms, asked: m.LocksQuestion) -> dict[str, Any]:
    spot, locks, file = await run_in_threadpool(_with_locks, rooms, asked)
    if not locks and not asked.hold:
        raise RefusedError("nothing is locked: give locks, or a player to hold", field="locks")
    return _job(await rooms.queue.submit_locks(spot, asked, locks, file))


def _with_locks(rooms: Rooms, asked: m.LocksQuestion) -> tuple[Spot, list[Lock], Path]:
    """The spot of a solution, the locks it shall have, and its file; waits for whoever looks at the solution now."""
    with rooms.library.opened(asked.name) as solution:
        if asked.hold:
            solution.held(PLAYERS.index(asked.hold))  # says now why it cannot be
        before = list(solution.locks) if asked.keep else []
        locks = [*before, *(Lock(lock.node, lock.hands) for lock in asked.locks)]
        return solution.spot, locks, rooms.library.find(asked.name)


async def _submit_flops(rooms: Rooms, asked: m.FlopsQuestion) -> dict[str, Any]:
    return _job(rooms.queue.submit_flops(asked))


async def _jobs(rooms: Rooms, asked: m.Nothing) -> dict[str, Any]:
    return {"jobs": [job.record() for job in reversed(rooms.queue.jobs.values())]}


async def _find_job(rooms: Rooms, asked: m.JobNamed) -> dict[str, Any]:
    return _job(rooms.queue.find(asked.id))


async def _cancel(rooms: Rooms, asked: m.JobNamed) -> dict[str, Any]:
    return _job(await rooms.queue.cancel(asked.id))


async def _pause(rooms: Rooms, asked: m.JobNamed) -> dict[str, Any]:
    return _job(await rooms.queue.pause(asked.id))


async def _resume(rooms: Rooms, asked: m.JobNamed) -> dict[str, Any]:
    return _job(rooms.queue.resume(asked.id))


async def _look(rooms: Rooms, asked: m.JobNamed) -> dict[str, Any]:
    return _job(rooms.queue.look(asked.id))


async def _remove_job(rooms: Rooms, asked: m.JobNamed) -> dict[str, Any]:
    return {"name": rooms.queue.remove(asked.id).id}


ENDPOINTS = (
    Endpoint("GET", "status", m.Nothing, m.StatusAnswer, _status),
    Endpoint("GET", "combos", m.Nothing, m.CombosAnswer, lambda rooms, asked: combos()),
    Endpoint("POST", "spots/check", m.SpotQuestion, m.SpotAnswer, lambda rooms, asked: check_spot(asked)),
    Endpoint("GET", "spots", m.Nothing, m.SpotsAnswer, _spots),
    Endpoint("POST", "spots/saved", m.SpotToSave, m.SavedAnswer, _save_spot),
    Endpoint("DELETE", "spots/saved/{name}", m.Named, m.SavedAnswer, _remove(lambda rooms: rooms.data.spots)),
    Endpoint("POST", "ranges", m.RangeQuestion, m.RangeAnswer, lambda rooms, asked: read_range(asked)),
    Endpoint("GET", "ranges", m.Nothing, m.RangesAnswer, _ranges),
    Endpoint("POST", "ranges/saved", m.RangeToSave, m.SavedAnswer, _save_range),
    Endpoint("DELETE", "ranges/saved/{name:path}", m.Named, m.SavedAnswer, _remove(lambda rooms: rooms.data.ranges)),
    Endpoint("POST", "equity", m.EquityQuestion, m.EquityAnswer, lambda _, asked: find_equity(asked), computes=True),
    Endpoint("POST", "hands", m.HandsQuestion, m.HandsAnswer, lambda _, asked: find_hand(asked), computes=True),
    Endpoint("POST", "icm", m.IcmQuestion, m.IcmAnswer, lambda _, asked: find_icm(asked), computes=True),
    Endpoint("POST", "pushfold", m.PushFoldQuestion, m.PushFoldAnswer, lambda _, q: find_pushfold(q), computes=True),
    Endpoint("POST", "stack-table", m.StackTableQuestion, m.StackTableAnswer, _stack_table, computes=True),
    Endpoint("GET", "solutions", m.Nothing, m.SolutionsAnswer, lambda rooms, _: {"solutions": rooms.library.rows()}),
    Endpoint("GET", "solutions/{name}", m.Named, m.SolutionAnswer, lambda rooms, one: rooms.library.facts(one.name)),
    Endpoint("DELETE", "solutions/{name}", m.Named, m.SavedAnswer, _remove(lambda rooms: rooms.data.solutions)),
    Endpoint(
        "GET", "solutions/{name}/node", m.NodeQuestion, m.NodeAnswer, lambda rooms, asked: rooms.library.node(asked),
        lambda rooms, asked: rooms.library.tag(asked),
    ),
    Endpoint("POST", "solutions/{name}/locks", m.LocksQuestion, m.JobAnswer, _submit_locks),
    Endpoint("GET", "compare", m.CompareQuestion, m.CompareAnswer, lambda rooms, asked: rooms.library.compare(asked)),
    Endpoint("POST", "jobs", m.JobQuestion, m.JobAnswer, _submit),
    Endpoint("POST", "flops", m.FlopsQuestion, m.JobAnswer, _submit_flops),
    Endpoint("GET", "flops", m.Nothing, m.FlopSourcesAnswer, lambda rooms, _: {"sources": rooms.flops.rows()}),
    Endpoint("GET", "flops/report", m.FlopsReportQuestion, m.FlopsAnswer, lambda rooms, q: rooms.flops.report(q)),
    Endpoint("GET", "jobs", m.Nothing, m.JobsAnswer, _jobs),
    Endpoint("GET", "jobs/{id}", m.JobNamed, m.JobAnswer, _find_job),
    Endpoint("DELETE", "jobs/{id}", m.JobNamed, m.SavedAnswer, _remove_job),
    Endpoint("POST", "jobs/{id}/cancel", m.JobNamed, m.JobAnswer, _cancel),
    Endpoint("POST", "jobs/{id}/pause", m.JobNamed, m.JobAnswer, _pause),
    Endpoint("POST", "jobs/{id}/resume", m.JobNamed, m.JobAnswer, _resume),
    Endpoint("POST", "jobs/{id}/look", m.JobNamed, m.JobAnswer, _look),
)  # fmt: skip
