"""Solvers by name, as the command line and experiments call them."""

from collections.abc import Callable, Sequence
from typing import Any

from pokerlab.equilibrium.fictitious import FictitiousPlay
from pokerlab.equilibrium.public_tree import PublicTree
from pokerlab.equilibrium.regret import (
    Discounted,
    GreedyHedging,
    Linear,
    Plus,
    Predictive,
    Rule,
    Sparse,
    Unweighted,
    Vanilla,
)
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
"""Update rules by name; after a colon come their parameters and variants, as in `discounted:1.5,0,2`."""

VARIANTS: dict[str, dict[str, Any]] = {
    "unweighted": {"averaging": Unweighted()},
    "sparse": {"averaging": Sparse()},
    "return-new": {"returns_new": True},
    "simultaneous": {"simultaneous": True},
    "carry-groups": {"carries_groups": True},
}
"""What a word after the colon changes in a rule, as in `greedy:0.2,return-new`."""

OTHERS = (*Sampling, "fictitious")
"""Solvers that take no rule."""


def parse_rule(text: str) -> Rule:
    """Read a rule such as `plus`, `discounted:1.5,0,2`, `greedy:0.175` or `vanilla:unweighted,return-new`."""
    name, _, rest = text.partition(":")
    if name not in RULES:
        raise SolverError(f"'{shorten(name)}' is not a rule ({', '.join(RULES)})")
    parts = rest.split(",") if rest else []
    variants: dict[str, Any] = {}
    for word in filter(VARIANTS.__contains__, parts):
        variants |= VARIANTS[word]
    try:
        return RULES[name](*(float(part) for part in parts if part not in VARIANTS), **variants)
    except (ValueError, TypeError):
        raise SolverError(f"'{shorten(text)}': wrong parameters '{shorten(rest)}' for {name}") from None


def add_variants(text: str, words: Sequence[str]) -> str:
    """The text of a rule with further variants: `greedy:0.2` and `return-new` are `greedy:0.2,return-new`."""
    return f"{text}{',' if ':' in text else ':'}{','.join(words)}" if words else text


def make_solver(tree: PublicTree, algorithm: str, *, seed: int = 0) -> Solver:
    """A solver by its name: a rule (see `parse_rule`), a kind of sampling (see `Sampling`), or `fictitious`."""
    if algorithm == "fictitious":
        return FictitiousPlay(tree)
    if algorithm in list(Sampling):
        return SamplingSolver(tree, Sampling(algorithm), seed=seed)
    name = algorithm.partition(":")[0]
    if name in OTHERS:
        raise SolverError(f"'{shorten(algorithm)}': {name} takes neither parameters nor variants")
    if name not in RULES:
        raise SolverError(f"'{shorten(name)}' is not an algorithm ({', '.join([*RULES, *OTHERS])})")
    return VectorSolver(tree, parse_rule(algorithm))
