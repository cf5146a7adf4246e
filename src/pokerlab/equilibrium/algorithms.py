"""Solvers by name, as the command line and experiments call them."""

from collections.abc import Callable

from pokerlab.equilibrium.fictitious import FictitiousPlay
from pokerlab.equilibrium.public_tree import PublicTree
from pokerlab.equilibrium.regret import Discounted, GreedyHedging, Linear, Plus, Predictive, Rule, Vanilla
from pokerlab.equilibrium.sampling import Sampling, SamplingSolver
from pokerlab.equilibrium.solver import Solver
from pokerlab.equilibrium.vector import VectorSolver
from pokerlab.errors import SolverError, shorten

RULES: dict[str, Callable[..., Rule]] = {
    "vanilla": Vanilla,
    "plus": Plus,
    "linear": Linear,
    "discounted": Discounted,
    "predictive": Predictive,
    "greedy": GreedyHedging,
}
"""Update rules by name; numbers after a colon are their parameters, as in `discounted:1.5,0,2` or `greedy:0.2`."""

OTHERS = (*Sampling, "fictitious")
"""Solvers that take no rule."""


def parse_rule(text: str) -> Rule:
    """Read a rule such as `plus`, `discounted:1.5,0,2` or `greedy:0.175`."""
    name, _, numbers = text.partition(":")
    if name not in RULES:
        raise SolverError(f"'{shorten(name)}' is not an algorithm ({', '.join([*RULES, *OTHERS])})")
    try:
        return RULES[name](*(float(number) for number in numbers.split(",") if numbers))
    except (ValueError, TypeError):
        raise SolverError(f"'{shorten(text)}': wrong parameters '{shorten(numbers)}' for {name}") from None


def make_solver(
    tree: PublicTree,
    algorithm: str,
    *,
    simultaneous: bool = False,
    by_reach: bool = True,
    return_new: bool = False,
    seed: int = 0,
) -> Solver:
    """A solver by its name: a rule (see `RULES`), a kind of sampling (see `Sampling`), or `fictitious`."""
    if algorithm == "fictitious":
        return FictitiousPlay(tree)
    if algorithm in list(Sampling):
        return SamplingSolver(tree, Sampling(algorithm), seed=seed)
    rule = parse_rule(algorithm)
    return VectorSolver(tree, rule, simultaneous=simultaneous, by_reach=by_reach, return_new=return_new)
