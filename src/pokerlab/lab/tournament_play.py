"""Blocks of tournaments in the compiled loop: the same numbers as `tournament_block.play_in_python`, much sooner."""

from pathlib import Path
from typing import Any

import numpy as np

from pokerlab._streams import draw, stream
from pokerlab.agents.process_agent import ProcessAgent
from pokerlab.agents.registry import named_agent
from pokerlab.lab.tournament_block import BOARDS, BlockTask, TournamentBlock, play_in_python, seed_of
from pokerlab.lab.tournament_columns import CompiledStructure, Entries, InPlay, Outcomes
from pokerlab.table.tournament import chance_secret
from pokerlab.tournament.standing import SEATING, seating
from pokerlab.tournament.structure import Structure


def play_block(arguments: dict[str, Any], path: Path) -> dict[str, Any]:
    """A task of the job runner: a block of tournaments, into a file."""
    given = dict(arguments)
    task = BlockTask(Structure.of(given.pop("structure")), tuple(given.pop("agents")), **given)
    block = play_compiled(task) or play_in_python(task)
    block.save(path)
    return {"tournaments": int(block.places.shape[0] * block.places.shape[1]), "lines": list(block.lines)}


def play_compiled(task: BlockTask) -> TournamentBlock | None:
    """Play a block; None if an agent cannot be compiled, or hands are to be kept."""
    if task.hands:
        return None
    from pokerlab.agents.compiled_agents import compiled_agents
    from pokerlab.agents.compiled_places import fill_in

    named = {name: named_agent(name) for name in dict.fromkeys(task.agents)}
    try:
        agents = compiled_agents(
            [named[name] for name in task.agents], task.names, with_bounties=task.structure.bounty > 0
        )
    finally:
        for agent in named.values():
            if isinstance(agent, ProcessAgent):
                agent.close()
    if agents is None:
        return None
    from pokerlab.lab import tournament_kernels

    players = len(task.agents)
    entries, play = _entries(task), InPlay.empty(players)
    outcomes = Outcomes.empty(task.count * task.rotations, players)
    structure = CompiledStructure.of(task.structure, players, BOARDS)
    while not tournament_kernels.play_tournaments(structure, agents, entries, play, outcomes):
        fill_in(agents.places)
    shape = (task.count, task.rotations, players)
    found: dict[str, Any] = {name: array.reshape(shape) for name, array in outcomes._asdict().items()}
    return TournamentBlock(**found, troubles={})


def _entries(task: BlockTask) -> Entries:
    """Seats and buttons as `Standing.start` draws them."""
    rows, players = task.count * task.rotations, len(task.agents)
    seeds, buttons = np.empty(rows, np.uint64), np.empty(rows, np.int64)
    chances, agents = np.empty((rows, players), np.uint64), np.empty((rows, players), np.int64)
    for number in range(task.count):
        seed = seed_of(task.seed, task.first + number)
        seated, button = seating(players, seed), draw(stream(seed, SEATING), players, players)
        own = [stream(chance_secret(seed, entrant)) for entrant in seated]
        for rotation in range(task.rotations):
            row, order = number * task.rotations + rotation, task.entrants(rotation)
            seeds[row], buttons[row], chances[row] = seed, button, own
            agents[row] = [order[entrant] for entrant in seated]
    return Entries(seeds, buttons, chances, agents)
