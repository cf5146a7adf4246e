"""What the shell completes besides verbs and options: names of algorithms, games, experiments and the like."""

from collections.abc import Callable


def complete_algorithm(incomplete: str) -> list[str]:
    """Algorithms of `small`, rules among them."""
    from pokerlab.equilibrium.algorithms import OTHERS, RULES

    return [name for name in (*RULES, *OTHERS, "lp") if name.startswith(incomplete)]


def complete_rule(incomplete: str) -> list[str]:
    """Update rules of `solve`."""
    from pokerlab.equilibrium.algorithms import RULES

    return [name for name in RULES if name.startswith(incomplete)]


def complete_game(incomplete: str) -> list[str]:
    """Named games."""
    from pokerlab.games.library import GAMES

    return [name for name in GAMES if name.startswith(incomplete)]


def complete_structure(incomplete: str) -> list[str]:
    """Ready structures of tournaments."""
    from pokerlab.tournament.structure import ready_structures

    return [name for name in ready_structures() if name.startswith(incomplete)]


def complete_experiment(incomplete: str) -> list[str]:
    """Experiments, authors for all of theirs, and `all`."""
    from pokerlab.experiments.registry import all_experiments

    names = [found.name for found in all_experiments()]
    authors = dict.fromkeys(name.partition("/")[0] for name in names)
    return [name for name in ("all", *authors, *names) if name.startswith(incomplete)]


def complete_matrix(incomplete: str) -> list[str]:
    """What `show --matrix` shows."""
    from pokerlab.cli.node_tables import MATRICES

    return [name for name in MATRICES if name.startswith(incomplete)]


def one_of(*names: str) -> Callable[[str], list[str]]:
    """A completion from a list."""

    def complete(incomplete: str) -> list[str]:
        return [name for name in names if name.startswith(incomplete)]

    return complete
