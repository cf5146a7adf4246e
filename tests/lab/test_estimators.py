"""Estimators are unbiased, exactly: every deal and line of small games, against the judge of `equilibrium`.

Kuhn, limit Leduc, no-limit Leduc with four chips, and Kuhn for three. Profiles: uniform, equilibrium, twenty iterations
of counterfactual regret minimisation, and pure ones with zeros. Known: each side, both, none. Value functions: true
values, another profile's, random numbers, zero.
"""

from functools import cache, partial

import numpy as np
import pytest
from three_kuhn import EQUILIBRIUM, VALUES, PlainRegrets, Written

from pokerlab.agents.registry import named_agent
from pokerlab.equilibrium.algorithms import make_solver
from pokerlab.equilibrium.best_response import Judge
from pokerlab.equilibrium.lp import solve_exactly
from pokerlab.equilibrium.public_tree import PublicTree
from pokerlab.equilibrium.strategy import Strategy
from pokerlab.errors import LabError
from pokerlab.games.library import named_game
from pokerlab.lab.aivat import aivat_values, hidden_terms, known_chips
from pokerlab.lab.exact_judges import every_line, exact_moments
from pokerlab.lab.exact_report import exact_report
from pokerlab.lab.importance import chips_value, hidden_importance, importance_values
from pokerlab.lab.lbr import asked_table
from pokerlab.lab.lines import Priors
from pokerlab.lab.luck import chance_values, divat_values
from pokerlab.lab.luck_judges import allin_value
from pokerlab.lab.value_functions import EndgameValues, PolicyValues, PotShare, RandomValues, Remembered, Zero

NAMES = ("kuhn", "leduc", "leduc-nl:4", "kuhn3")
PROFILES = ("uniform", "equilibrium", "cfr", "pure")


@cache
def tree_of(name):
    return PublicTree.build(named_game(name))


@cache
def profile(name, kind):
    """A profile as a policy for all seats."""
    if name == "kuhn3" and kind in ("equilibrium", "cfr"):  # solvers are for two
        return Written(EQUILIBRIUM) if kind == "equilibrium" else PlainRegrets(name, 20)
    tree = tree_of(name)
    if kind == "uniform":
        return Strategy.uniform(tree)
    if kind == "pure":
        return Strategy(tree, np.random.default_rng(5).random((tree.rows, tree.hands))).purified()
    if kind == "equilibrium":
        return Strategy(tree, solve_exactly(tree).table)
    solver = make_solver(tree, "vanilla")
    solver.run(20)
    return Strategy(tree, solver.table())


def mixed(name, kind):
    """The seats of a profile, each from another place of the list, so that they differ; or all the same."""
    if kind.startswith("all "):
        return [profile(name, kind.removeprefix("all "))] * tree_of(name).game.players
    place = PROFILES.index(kind)
    players = tree_of(name).game.players
    return [profile(name, PROFILES[(place + seat) % len(PROFILES)]) for seat in range(players)]


def values_of(name, policies):
    """What each seat wins, by the exact judge."""
    tree = tree_of(name)
    judge, table = Judge(tree), asked_table(tree, policies)
    return np.array([judge.value(seat, table) for seat in range(tree.game.players)])


def functions(name, policies):
    """The value functions, each told the game."""
    priors = Priors.of(named_game(name))
    found = {
        "true": PolicyValues(policies), "other": PolicyValues(policies[1:] + policies[:1]), "random": RandomValues(3),
        "zero": Zero(), "always-call": PotShare(), "bet-for-value": PolicyValues([named_agent("bet-for-value")] * 3),
        "endgame": EndgameValues(policies),
    }  # fmt: skip
    for u in found.values():
        u.begin(priors)
    return {key: (Remembered(u), u.at_start(priors)) for key, u in found.items()}


def knowns(players):
    return [(), *((seat,) for seat in range(players)), tuple(range(players))]


def estimators(name, policies):
    found = {"chips": chips_value, "allin": allin_value}
    players = named_game(name).players
    for key, (u, start) in functions(name, policies).items():
        found[f"chance {key}"] = partial(
            lambda line, held, u, start: chance_values(line, held, u, start), u=u, start=start
        )
        if key not in ("random", "zero", "endgame"):
            found[f"divat {key}"] = partial(
                lambda line, held, u, start: divat_values(line, held, u, start), u=u, start=start
            )
        for known in knowns(players):
            found[f"aivat {key} {known}"] = partial(
                lambda line, held, u, start, known: aivat_values(line, held, known, u, start),
                u=u, start=start, known=known,
            )  # fmt: skip
    for player in range(players):
        for ends, cards in ((0, 0), (0, 1), (1, 0), (1, 1)):
            for value, needs in ((chips_value, True), (allin_value, False)):
                found[f"importance {player}{ends}{cards} {value.__name__}"] = partial(
                    lambda line, held, **given: importance_values(line, held, **given).values,
                    player=player, ends_too=ends, other_hands=cards, value=value, needs_board=needs,
                )  # fmt: skip
    return found


KINDS = (*PROFILES, *(f"all {kind}" for kind in PROFILES))
CASES = [(name, kind) for name in ("kuhn", "kuhn3") for kind in KINDS]
CASES += [("leduc", "equilibrium"), ("leduc", "pure"), ("leduc-nl:4", "pure")]
SLOW = [(name, kind) for name in NAMES for kind in KINDS if (name, kind) not in CASES]


def test_the_profiles_of_kuhn_for_three_are_what_they_say():
    """Nobody gains in the equilibrium; twenty iterations leave less to gain than uniform play, more even less."""
    judge = Judge(tree_of("kuhn3"))

    def gains(policy):
        table = asked_table(tree_of("kuhn3"), [policy] * 3)
        return np.array([judge.best_value(seat, table) - judge.value(seat, table) for seat in range(3)])

    known = profile("kuhn3", "equilibrium")
    assert np.abs(gains(known)).max() < 1e-12
    assert values_of("kuhn3", [known] * 3) == pytest.approx(VALUES, abs=1e-12)
    uniform, few, many = (gains(PlainRegrets("kuhn3", count)).sum() for count in (1, 20, 60))
    assert many < few / 2 < uniform / 8


@pytest.mark.parametrize(("name", "kind"), [*CASES, *(pytest.param(*case, marks=pytest.mark.slow) for case in SLOW)])
def test_every_estimator_has_the_mean_of_chips(name, kind):
    policies = mixed(name, kind)
    exact = values_of(name, policies)
    found = exact_moments(named_game(name), policies, estimators(name, policies))
    off = {key: np.abs(moments.mean - exact).max() for key, moments in found.items()}
    assert max(off.values()) < 1e-12, max(off, key=off.get)
    everybody = tuple(range(len(policies)))
    assert found[f"aivat true {everybody}"].deviation.max() < 1e-12  # nothing is left to luck
    assert found["divat always-call"].deviation == pytest.approx(found["chance always-call"].deviation, abs=1e-12)
    if name != "kuhn3":  # where luck is all that differs, less of it is less deviation
        assert found["chance true"].deviation[0] <= found["chips"].deviation[0] + 1e-12


@pytest.mark.parametrize("name", ["kuhn", "leduc", "kuhn3", pytest.param("leduc-nl:4", marks=pytest.mark.slow)])
def test_identities_hold_hand_by_hand(name):
    """divat(B) is chance(V_B); basic importance on policy is chips; with nobody known aivat is chance."""
    policies = mixed(name, "uniform")
    game = named_game(name)
    held, known = Priors.of(game).holdings(), functions(name, policies)
    for line, chance in every_line(game, policies, held):
        likely = chance > 0
        for key in ("other", "always-call", "bet-for-value"):
            u, start = known[key]
            one, two = (way(line, held, u, start) for way in (divat_values, chance_values))
            assert np.abs(one - two)[likely].max() < 1e-12
        u, start = known["random"]
        one, two = aivat_values(line, held, (), u, start), chance_values(line, held, u, start)
        assert np.abs(one - two)[likely].max() < 1e-12
        for player in range(game.players):
            basic = importance_values(line, held, player)
            assert np.abs(basic.values - chips_value(line, held))[likely].max() < 1e-12
            assert np.abs(basic.ratios - 1)[likely].max() < 1e-12


@pytest.mark.parametrize(("name", "player"), [("kuhn", 0), ("kuhn", 1), ("leduc", 1)])
@pytest.mark.parametrize(("ends", "cards"), [(0, 0), (1, 0), (0, 1), (1, 1)])
def test_off_policy_has_the_mean_of_the_target(name, player, ends, cards):
    """Uniform play says what twenty iterations of CFR would win in its place; ratios are 1 on average."""
    game, target = named_game(name), profile(name, "cfr")
    policies = [profile(name, "uniform"), profile(name, "equilibrium")]
    played = list(policies)
    played[player] = profile(name, "uniform")
    wanted = list(played)
    wanted[player] = target

    def estimate(line, held):
        return importance_values(line, held, player, target=target, ends_too=ends, other_hands=cards).values

    def ratio(line, held):
        found = importance_values(line, held, player, target=target, ends_too=ends, other_hands=cards).ratios
        return np.repeat(found[:, None], 2, axis=1)

    found = exact_moments(game, played, {"estimate": estimate, "ratio": ratio})
    assert found["estimate"].mean == pytest.approx(values_of(name, wanted), abs=1e-12)
    assert found["ratio"].mean == pytest.approx([1, 1], abs=1e-12)


def test_a_target_that_does_what_was_never_played_is_refused():
    game = named_game("kuhn")
    policies = [named_agent("always-call"), profile("kuhn", "uniform")]
    target = profile("kuhn", "uniform")

    def estimate(line, held):
        return importance_values(line, held, 0, target=target, ends_too=True, other_hands=True).values

    with pytest.raises(LabError, match="never played"):
        exact_moments(game, policies, {"estimate": estimate})


def test_over_divat_importance_is_unbiased_and_better():
    """Table 2.3 of Schnizlein (2009): importance sampling over DIVAT has less deviation than over money."""
    game, policies = named_game("leduc"), mixed("leduc", "cfr")
    share = PotShare()
    start = share.at_start(Priors.of(game))

    def over(value, needs):
        return lambda line, held: (
            importance_values(line, held, 0, ends_too=True, other_hands=True, value=value, needs_board=needs).values
        )

    divat = partial(lambda line, held, u, start: divat_values(line, held, u, start), u=Remembered(share), start=start)
    found = exact_moments(game, policies, {"money": over(chips_value, True), "divat": over(divat, False)})
    exact = values_of("leduc", policies)
    assert found["divat"].mean == pytest.approx(exact, abs=1e-12)
    assert found["divat"].deviation[0] < found["money"].deviation[0]


def test_known_values_of_uniform_play():
    """Uniform against uniform: 1/8 in Kuhn and -5/64 in Leduc, for the first player."""
    for name, value in (("kuhn", 1 / 8), ("leduc", -5 / 64)):
        report = exact_report(name, ["uniform", "uniform"], known="1", value="always-call")
        firsts = [row["mean"] for row in report["results"] if row["seat"] == 1]
        assert firsts == pytest.approx([value] * len(firsts), abs=1e-12)


HIDDEN = (
    ("uniform", "uniform", 0, 4.156, 4.513, 3.862), ("bet-for-value", "uniform", 0, 4.239, 4.705, 3.529),
    ("uniform", "bet-for-value", 0.016, 4.044, 4.818, 3.463),
    ("bet-for-value", "bet-for-value", 0.043, 3.272, 3.605, 2.365),
)  # fmt: skip
"""The table of docs/judging.md: who plays, the bias of `chance` with the second seat hidden, its deviation, that of
chips, and that of `chance` with all seen."""


@pytest.mark.parametrize(("first", "second", "bias", "deviation", "of_chips", "of_chance"), HIDDEN)
def test_hidden_cards_bias_by_cards_that_are_gone(first, second, bias, deviation, of_chips, of_chance):
    """Leduc, seat 2 hidden: what seat 2 does says which cards are gone. What that is worth is small beside the
    deviation."""
    game, policies = named_game("leduc"), [named_agent(first), named_agent(second)]
    share = Remembered(PotShare())
    start = share.at_start(Priors.of(game))

    def hidden(line, held):
        return chips_value(line, held) + hidden_terms(line, held, (1,), share, start)

    def seen(line, held):
        return chance_values(line, held, share, start)

    found = exact_moments(game, policies, {"hidden": hidden, "chips": chips_value, "chance": seen})
    off = found["hidden"].mean[0] - found["chips"].mean[0]
    assert off == pytest.approx(bias, abs=5e-4 if bias else 1e-12)
    deviations = [found[name].deviation[0] for name in ("hidden", "chips", "chance")]
    assert deviations == pytest.approx([deviation, of_chips, of_chance], abs=6e-4)


HIDDEN_KNOWN = {
    ("agent uniform", "agent bet-for-value"): ((0.016, 4.044), (0, 3.220), (0, 3.623), (0, 3.623)),
    ("agent bet-for-value", "agent bet-for-value"): ((0.043, 3.272), (0, 3.605), (0, 3.642), (0.043, 3.403)),
    ("cfr", "cfr"): ((0.045, 3.723), (0, 3.679), (0.082, 3.591), (0.212, 3.629)),
}
"""The second such table of docs/judging.md: bias and deviation of `chance`, of `importance` without and with
game-ending actions, and of `aivat`, where the first player's policy is known and the second one's cards are seen only
where hands are compared."""


@pytest.mark.parametrize(("kinds", "told"), HIDDEN_KNOWN.items())
def test_what_hidden_cards_bias_where_a_player_is_known(kinds, told):
    """Hands that collide with hidden cards are counted as if they could have been held. Without game-ending actions
    importance sampling has no bias: only what is seen is weighed."""
    game, share, priors = named_game("leduc"), Remembered(PotShare()), Priors.of(named_game("leduc"))
    start, unseen = share.at_start(priors), priors.holdings(unseen=(1,))
    policies = [
        named_agent(kind.removeprefix("agent ")) if kind.startswith("agent") else profile("leduc", kind)
        for kind in kinds
    ]

    def weighed(line, held, ends):
        return hidden_importance(line, unseen, held, 0, ends_too=ends, other_hands=True).values

    ways = {
        "chance": lambda line, held: chips_value(line, held) + hidden_terms(line, held, (1,), share, start),
        "importance:gea=0": partial(weighed, ends=False), "importance": partial(weighed, ends=True),
        "aivat": lambda line, held: aivat_values(line, held, (0,), share, start, hidden=(1,)),
        "aivat, nothing said of seat 1": lambda line, held: (
            known_chips(line, held, (0,)) + hidden_terms(line, unseen, (1,), PotShare(), start, known=(0,))[:1]
        ),
    }  # fmt: skip
    found = exact_moments(game, policies, ways | {"chips": chips_value})
    for name, (bias, deviation) in zip(ways, (*told, told[-1]), strict=True):
        off = found[name].mean[0] - found["chips"].mean[0]
        assert off == pytest.approx(bias, abs=6e-4 if bias else 1e-12), name
        assert found[name].deviation[0] == pytest.approx(deviation, abs=6e-4), name


def test_without_a_board_hidden_cards_bias_nothing():
    game, share = named_game("kuhn"), Remembered(PotShare())
    start = share.at_start(Priors.of(game))

    def hidden(line, held):
        return chips_value(line, held) + hidden_terms(line, held, (1,), share, start)

    found = exact_moments(game, [named_agent("uniform")] * 2, {"hidden": hidden})
    assert found["hidden"].mean[0] == pytest.approx(1 / 8, abs=1e-12)


@pytest.mark.parametrize(
    ("given", "line"),
    [
        (("kuhn", ["uniform"]), "2 seats; agents given: 1"),
        (("kuhn", ["uniform", "human"]), "does not say its chances"),
        (("holdem-limit", ["uniform", "uniform"]), "too many deals"),
        (("leduc", ["uniform", "strategy:examples/kuhn.strategy"]), "its file is for kuhn"),
    ],
)
def test_what_cannot_be_gone_through_is_one_line(given, line):
    with pytest.raises(LabError, match=line):
        exact_report(*given)
    with pytest.raises(LabError, match="known is all, none"):
        exact_report("kuhn", ["uniform", "uniform"], known="3")
