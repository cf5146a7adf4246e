"""Vexbot in games that are small enough to know what a best response wins."""

import json
import math

import numpy as np
import pytest

from pokerlab.agents.agent import HandStart
from pokerlab.agents.models import fitted_model
from pokerlab.agents.models.betting_contexts import betting_contexts
from pokerlab.agents.models.card_states import CardStates, listed_states
from pokerlab.agents.models.fitted_model import public_tree
from pokerlab.agents.models.layered_model import LayeredModel
from pokerlab.agents.models.layers import layer_weights
from pokerlab.agents.models.showdowns import beaten_parts, chance_to_win
from pokerlab.agents.models.watch import ChangeWatch
from pokerlab.agents.open_agent import OpenAgent
from pokerlab.agents.registry import named_agent
from pokerlab.agents.vexbot import Frozen, Vexbot, softened
from pokerlab.betting.tree import NodeKind
from pokerlab.equilibrium.best_response import Judge, uniform_table
from pokerlab.equilibrium.public_tree import BOARD, COUNT, DECISION, FIRST, KIND, PLAYER, ROW, PublicTree
from pokerlab.equilibrium.strategy import Strategy
from pokerlab.errors import AgentError
from pokerlab.games.action import Kind
from pokerlab.games.library import named_game
from pokerlab.table.deals import Shuffled
from pokerlab.table.exact import exact_values
from pokerlab.table.hand import play_hand

UNIFORM_LEDUC = 4.7472 / 2
"""OpenSpiel: NashConv of the uniform strategy; a best responder who changes seats wins half of it per hand."""


class Fixed(OpenAgent):
    """Plays a strategy."""

    def __init__(self, strategy):
        self.strategy = strategy

    def chances(self, public):
        return self.strategy.chances(public)


def opponents():
    """Fixed strategies of Leduc, as tables: what judges and tables ask."""
    tree = PublicTree.build(named_game("leduc"))
    draws = [np.random.default_rng(seed).random((tree.rows, tree.hands)) for seed in (7, 8)]
    return {
        "uniform": Strategy.uniform(tree),
        "caller": Strategy(tree, by_labels(tree, {"c": 1.0})),
        "raiser": Strategy(tree, by_labels(tree, {"r": 1.0, "c": 1e-9})),
        "folder": Strategy(tree, by_labels(tree, {"f": 0.6, "c": 0.3, "r": 0.1})),
        "wild": Strategy(tree, draws[0] ** 2),
        "even": Strategy(tree, draws[1]),
    }


def by_labels(tree, chances):
    """The same chances of fold, call and raise everywhere, as far as they are legal."""
    table = np.zeros((tree.rows, tree.hands))
    for node, situation in tree.situations.items():
        row = tree.nodes[node, ROW]
        for place, label in enumerate(situation.labels):
            table[row + place] = chances.get(label[0], 0.0)
    return table


def best(strategy):
    """What a best responder wins per hand who plays both seats."""
    judge, table = Judge(strategy.tree), strategy.table.copy()
    return sum(judge.best_value(seat, table) for seat in range(2)) / 2


def played(bot, other, game, hands, seed=1, first=0):
    """Hands in alternating seats; chips that the bot has won."""
    won, dealer = 0, Shuffled(game)
    for number in range(first, first + hands):
        seat = number % 2
        seats = [(bot, "bot"), (other, "other")][:: -1 if seat else 1]
        names = [name for _, name in seats]
        seeds = [(seed, number, place) for place in range(2)]
        done = play_hand(
            game, dealer.deck(seed, number), [agent for agent, _ in seats], names=names, number=number, seeds=seeds
        )
        assert not done.troubles
        won += done.payoffs[seat]
    return won


def value(bot, other, game):
    """What it would win per hand if it learnt no more."""
    frozen = Frozen(bot, "other")
    return (exact_values(game, [frozen, other])[0] + exact_values(game, [other, frozen])[1]) / 2


# -- the search, and its twin


def filled_model(game, seed, m=0.9):
    """With counts at random, some rows never seen."""
    rng, contexts = np.random.default_rng(seed), betting_contexts(game)
    model = LayeredModel(contexts, 20, m=m, decay=1.0, prior="loki")
    for seat in range(2):
        for node in np.flatnonzero(contexts.acted[seat, :, 0] >= 0):
            legal = contexts.kinds[node] >= 0
            model.counts[contexts.acted[seat, node]] += rng.integers(0, 4, 3) * legal * (rng.random() < 0.7)
    model.shown += rng.integers(0, 3, model.shown.shape)
    model.expected += rng.integers(0, 3, model.shown.shape)
    return model


def naive_values(model, seat, node, states, heat, explore):
    """[state] of the street of a node, by recursion."""
    contexts = model.contexts
    tree, count = contexts.tree, int(states.counts[contexts.tree.street[node]])
    kind = tree.kind[node]
    if kind == NodeKind.FOLD:
        return np.full(count, contexts.pays[seat, node, 0])
    if kind == NodeKind.SHOWDOWN:
        return naive_showdown(model, seat, node, states, count)
    children = list(tree.children(node))
    below = np.array([naive_values(model, seat, child, states, heat, explore) for child in children])
    if kind == NodeKind.DEAL:
        moves = states.moves[tree.street[node], :count, : below.shape[1]]
        return moves @ below[0]
    if tree.actor[node] == seat:
        top = below.max(axis=0)
        shares = np.exp((below - top) / heat) if heat else (below == top)
        return (shares * below).sum(axis=0) / shares.sum(axis=0)
    seen = model.counts[contexts.acted[seat, node]].sum(axis=1)
    left = layer_weights(seen.tolist(), model.m)[-1]
    chances = [model.chances(seat, node)[tree.action[child]] for child in children]
    return np.array(chances) @ below + explore * left * contexts.pots[node]


def naive_showdown(model, seat, node, states, count):
    left, likely = 1.0, np.zeros(model.shown.shape[1])
    for row in model.contexts.ended[seat, node]:
        seen, chance = model.shown[row], model.expected[row]
        weight = left * (1 - model.m ** seen.sum())
        ratio = [s / e if e else 1.0 for s, e in zip(seen, chance, strict=True)]
        likely, left = likely + weight * np.array(ratio), left - weight
    likely += left
    win, lose = model.contexts.pays[seat, node]
    found = []
    for state in range(count):
        mass = states.priors[state] * likely
        mass = mass if mass.sum() else states.priors[state]
        found.append(lose + (win - lose) * (mass @ states.wins[state]) / mass.sum())
    return np.array(found)


@pytest.mark.parametrize("name", ["kuhn", "leduc"])
@pytest.mark.parametrize(("heat", "explore"), [(0.0, 0.0), (0.7, 0.1)])
def test_the_search_equals_its_twin(name, heat, explore):
    game = named_game(name)
    model, states = filled_model(game, 3), listed_states(game, 20).states
    tree = model.contexts.tree
    for seat in range(2):
        own = [node for node in range(len(tree)) if tree.actor[node] == seat]
        for node in own[:: max(1, len(own) // 7)]:
            found = model.values(seat, node, states, temperature=heat, explore=explore)
            for action, child in enumerate(model.contexts.kinds[node]):
                if child < 0:
                    assert (found[action] == -np.inf).all()
                    continue
                below = naive_values(model, seat, child, states, heat, explore)
                assert found[action] == pytest.approx(below, abs=1e-9)


def test_table_3_by_the_search():
    """A call that ends the hand: what the histogram of the paper says of a strength, times the pot, less the cost."""
    contexts = betting_contexts(named_game("leduc"))
    tree, seat = contexts.tree, 0
    model = LayeredModel(contexts, 10, m=0.0, decay=1.0, prior="loki")
    node = next(n for n in range(len(tree)) if tree.actor[n] == seat and tree.kind[contexts.kinds[n, 1]] == 2)
    end = int(contexts.kinds[node, Kind.CALL])
    model.shown[contexts.ended[seat, end, 0]] = [1, 1, 0, 0, 0, 0, 0, 4, 4, 0]
    model.expected[contexts.ended[seat, end, 0]] = 1.0
    strengths = (0.1, 0.5, 0.7, 0.75, 0.8, 0.85, 0.9)
    wins = np.array([beaten_parts(own, 10) for own in strengths])
    count = len(strengths)
    states = CardStates(np.array([count, count]), np.zeros((2, count, count)), wins, np.full((count, 10), 0.1))
    win, lose = contexts.pays[seat, end]
    found = model.values(seat, node, states)[Kind.CALL]
    chances = [chance_to_win([1, 1, 0, 0, 0, 0, 0, 4, 4, 0], own) for own in strengths]
    assert chances == pytest.approx([0.1, 0.2, 0.2, 0.4, 0.6, 0.8, 1.0])
    assert found == pytest.approx([chance * (win - lose) + lose for chance in chances])


def test_against_an_opponent_without_cards_the_search_is_a_best_response():
    """Uniform chances everywhere, as a model with such counts: the plan is the exact best response."""
    for name in ("kuhn", "leduc"):
        game = named_game(name)
        bot = Vexbot(explore=0.0)
        model = bot._model(game, "other")
        contexts = model.contexts
        for seat in range(2):
            for node in np.flatnonzero(contexts.acted[seat, :, 0] >= 0):
                model.counts[contexts.acted[seat, node]] = 1000.0 * (contexts.kinds[node] >= 0)
        tree = PublicTree.build(game)
        table = uniform_table(tree)
        exact = sum(Judge(tree).best_value(seat, table) for seat in range(2)) / 2
        assert value(bot, named_agent("uniform"), game) == pytest.approx(exact, abs=1e-9)
    assert exact == pytest.approx(UNIFORM_LEDUC, abs=1e-4)


# -- contexts


def test_contexts_are_coarser_layer_by_layer():
    contexts = betting_contexts(named_game("holdem-limit"))
    tree = contexts.tree
    decisions, shown = (int((tree.kind == kind).sum()) for kind in (NodeKind.DECISION, NodeKind.SHOWDOWN))
    assert (decisions, shown) == (6378, 5103)
    acted, ended = (np.concatenate([*array]) for array in (contexts.acted, contexts.ended))
    sizes = [len({*acted[acted[:, layer] >= 0, layer].tolist()}) for layer in range(4)]
    assert sizes[0] == decisions
    assert sizes[0] > sizes[1] > sizes[2] > 10
    assert sizes[3] < sizes[1]
    assert len({*ended[ended[:, 0] >= 0, 0].tolist()}) == 2 * shown
    for row in {*acted[acted[:, 3] >= 0, 3].tolist()}:  # one context, one set of legal actions
        seats, nodes = np.nonzero(contexts.acted[:, :, 3] == row)
        assert len({tuple(contexts.kinds[node] >= 0) for node in nodes}) == 1
        assert {*seats.tolist()} <= {0, 1}


def test_lines_of_play_lead_to_nodes():
    game = named_game("leduc")
    contexts, seen = betting_contexts(game), []

    class Spy(type(named_agent("uniform"))):
        def observe(self, view):
            if not view.is_over:
                seen.append(view)

    played(Spy(), named_agent("uniform"), game, 30)
    assert len(seen) > 40
    for view in seen:
        node = contexts.node_after(view.betting.history)
        assert contexts.tree.actor[node] == view.betting.actor
        assert contexts.tree.street[node] == view.betting.street
        assert contexts.pots[node] == view.betting.pot
        assert contexts.path(view.betting.history)[-1] == node


def test_observations_are_counted_and_fade():
    game = named_game("kuhn")
    contexts = betting_contexts(game)
    model = LayeredModel(contexts, 20, m=0.95, decay=0.5, prior="loki")
    hands = []

    class Spy(type(named_agent("always-call"))):
        def observe(self, view):
            if view.is_over:
                hands.append(view)

    play_hand(game, Shuffled(game).deck(1, 0), [Spy(), named_agent("always-call")], names=("a", "b"))
    (view,) = hands
    cards = listed_states(game, 20)
    for _ in range(3):
        own = cards.place(view.private, view.board, 0)
        shown = cards.shown_bin(view.shown[1], view.board)
        model.learn(0, view.betting.history, shown, cards.states.priors[own])
    (rows,) = [contexts.acted[0, node] for node in contexts.path(view.betting.history)[1:2]]
    assert model.counts[rows[0]].tolist() == [0, 1.75, 0]  # 1 + 1/2 + 1/4
    assert model.shown.sum(axis=1).max() == 1.75
    assert model.expected.sum(axis=1).max() == pytest.approx(1.75)
    assert model.hands == 3


def test_cards_of_small_games():
    """Kuhn: three states, and who holds the queen beats the jack; Leduc: hand and board."""
    kuhn = listed_states(named_game("kuhn"), 20)
    assert kuhn.states.counts.tolist() == [3]
    assert kuhn.states.priors.sum(axis=1) == pytest.approx([1, 1, 1])
    assert (kuhn.states.priors * kuhn.states.wins).sum(axis=1) == pytest.approx([0, 0.5, 1])
    leduc = listed_states(named_game("leduc"), 20)
    assert leduc.states.counts.tolist() == [3, 9]
    assert leduc.states.moves[0, :3].sum(axis=1) == pytest.approx([1, 1, 1])
    wins = (leduc.states.priors * leduc.states.wins).sum(axis=1)
    assert sorted({*wins.round(6).tolist()}) == [0.125, 0.625, 1.0]


# -- learning


def test_it_learns_to_exploit_in_leduc():
    """95% of what a best responder wins from the uniform strategy, long before 20,000 hands."""
    game, bot, other = named_game("leduc"), Vexbot(), named_agent("uniform")
    played(bot, other, game, 1_000)
    assert value(bot, other, game) > 0.95 * UNIFORM_LEDUC


@pytest.mark.parametrize("model", ["layers", "fitted"])
def test_it_learns_to_exploit_in_kuhn(model):
    game, bot = named_game("kuhn"), Vexbot(model)
    tree = PublicTree.build(game)
    strategy = Strategy(tree, by_labels(tree, {"f": 0.5, "c": 0.3, "r": 0.2}))
    played(bot, Fixed(strategy), game, 600)
    assert value(bot, Fixed(strategy), game) > 0.95 * best(strategy)


@pytest.mark.slow
@pytest.mark.parametrize("model", ["layers", "fitted"])
def test_it_wins_95_percent_of_a_best_response_from_uniform(model):
    """In the 20,000 hands themselves and by the strategy that they lead to."""
    game, bot, other = named_game("leduc"), Vexbot(model), named_agent("uniform")
    won = played(bot, other, game, 20_000)
    assert value(bot, other, game) > 0.95 * UNIFORM_LEDUC
    assert won / 20_000 > 0.9 * UNIFORM_LEDUC


@pytest.mark.slow
@pytest.mark.parametrize("name", ["caller", "raiser", "folder", "wild", "even"])
def test_a_fitted_model_reaches_90_percent_against_fixed_strategies(name):
    game, bot, strategy = named_game("leduc"), Vexbot("fitted"), opponents()[name]
    played(bot, Fixed(strategy), game, 20_000)
    assert value(bot, Fixed(strategy), game) > 0.9 * best(strategy)


def test_a_change_of_play_is_noticed():
    """An opponent who called and now raises: what was seen before counts little; a steady one rings no alarm."""
    game, bot = named_game("leduc"), Vexbot()
    caller, raiser = (Fixed(opponents()[name]) for name in ("caller", "raiser"))
    played(bot, caller, game, 600)
    (model,) = bot._models.values()
    assert model.changes == []
    played(bot, raiser, game, 200, first=600)
    assert model.changes
    assert 600 < model.changes[0] <= 720


def test_a_watch_rings_at_surprises_only():
    rng, chances = np.random.default_rng(2), np.array([0.2, 0.5, 0.3])
    watch = ChangeWatch(5.0)
    for _ in range(2_000):
        watch.see(chances, int(rng.choice(3, p=chances)))
        assert not watch.rings()
    rung = []
    for _ in range(200):
        watch.see(chances, 0)
        rung.append(watch.rings())
    assert any(rung)
    silent = ChangeWatch(0.0)
    for _ in range(300):
        silent.see(chances, 0)
        assert not silent.rings()


# -- the fitted model


def naive_round(model, seat):
    """One round of EM by single hands: dictionaries, and no prior but what is asked for."""
    tree, chances, counts = model.tree, model.table, {}

    def paths(node, rows):
        if tree.nodes[node, KIND] not in (DECISION, 1):
            yield node, rows
            return
        first = tree.nodes[node, FIRST]
        for place in range(tree.nodes[node, COUNT]):
            is_his = tree.nodes[node, KIND] == DECISION and tree.nodes[node, PLAYER] != seat
            more = [(node, tree.nodes[node, ROW] + place)] if is_his else []
            yield from paths(int(tree.children[first + place]), rows + more)

    for end, rows in paths(0, []):
        if not model.seen[seat, end].any():
            continue
        meeting = tree.deals.by_player[seat, tree.nodes[end, BOARD], 0]
        for own in range(tree.hands):
            likely = [meeting[own, his] * math.prod(chances[row, his] for _, row in rows) for his in range(tree.hands)]
            for his in range(tree.hands):
                weight = model.seen[seat, end, own, his]
                if sum(likely):
                    weight += model.seen[seat, end, own, -1] * likely[his] / sum(likely)
                for _, row in rows:
                    counts[row, his] = counts.get((row, his), 0.0) + weight
    return counts


@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_a_round_of_the_fit_equals_its_twin_and_is_likelier(name, monkeypatch):
    monkeypatch.setattr(fitted_model, "PRIOR_WEIGHT", 1e-9)
    game = named_game(name)
    model = learnt(game, 150)
    model.table[:] = np.random.default_rng(1).random(model.table.shape) + 0.1
    for node in model.tree.situations:
        row, count = model.tree.nodes[node, ROW], model.tree.nodes[node, COUNT]
        model.table[row : row + count] /= model.table[row : row + count].sum(axis=0)
    for seat in range(2):
        before, expected = model.log_likelihood(seat), naive_round(model, seat)
        model._improve(seat)
        for node in model.tree.decisions(1 - seat):
            row, count = model.tree.nodes[node, ROW], model.tree.nodes[node, COUNT]
            counted = np.array(
                [[expected.get((row + k, h), 0.0) for h in range(model.tree.hands)] for k in range(count)]
            )
            for hand in np.flatnonzero(counted.sum(axis=0) > 1e-3):
                own = counted[:, hand] / counted[:, hand].sum()
                assert model.table[row : row + count, hand] == pytest.approx(own, abs=1e-5)
        assert model.log_likelihood(seat) >= before - 1e-9


def learnt(game, hands):
    """A fitted model that has seen hands of the uniform strategy against itself."""
    bot = Vexbot("fitted")
    played(bot, named_agent("uniform"), game, hands)
    (model,) = bot._models.values()
    return model


def test_shown_hands_say_what_was_done_on_earlier_streets():
    """An opponent who raises kings alone before the flop, and shows them: the fit knows it at that decision."""
    game = named_game("leduc")
    tree = public_tree(game)
    table = by_labels(tree, {"f": 1e-9, "c": 1.0})
    for node in tree.decisions(0):
        situation = tree.situations[int(node)]
        if "r" in {label[0] for label in situation.labels} and not situation.board:
            row, king = tree.nodes[node, ROW], tree.deals.hands.index("K")
            for place, label in enumerate(situation.labels):
                table[row + place, king] = float(label[0] == "r")
    bot = Vexbot("fitted")
    played(bot, Fixed(Strategy(tree, table)), game, 600)
    (model,) = bot._models.values()
    model.fit()
    row = tree.nodes[tree.by_situation["", ""], ROW]
    raises = model.table[row + tree.situations[tree.by_situation["", ""]].labels.index("r2")]
    assert raises[tree.deals.hands.index("K")] > 0.9
    assert max(raises[tree.deals.hands.index(hand)] for hand in "JQ") < 0.1


# -- memory, and what is refused


def test_a_memory_of_something_else_is_one_line():
    game, bot = named_game("kuhn"), Vexbot()
    played(bot, named_agent("uniform"), game, 5)
    arrays, facts = bot.remember()
    json.dumps(facts)
    for bad_arrays, bad_facts in (
        ({}, facts),
        (arrays, {}),
        (arrays, {"models": [{"game": 1}]}),
        ({**arrays, "0.counts": np.zeros((2, 3))}, facts),
        ({**arrays, "0.counts": arrays["0.counts"] * np.nan}, facts),
        ({**arrays, "0.watch": np.zeros(2)}, facts),
    ):
        with pytest.raises(AgentError) as caught:
            Vexbot().recall(bad_arrays, bad_facts)
        assert "\n" not in str(caught.value)
    kept = Vexbot()
    kept.recall(arrays, json.loads(json.dumps(facts)))
    again, _ = kept.remember()
    assert all((again[name] == array).all() for name, array in arrays.items())


def test_opponents_are_told_apart():
    game, bot = named_game("kuhn"), Vexbot()
    for name, hands in (("ann", 3), ("bob", 2)):
        for number in range(hands):
            play_hand(game, Shuffled(game).deck(1, number), [bot, named_agent("uniform")], names=("bot", name))
    assert {name: model.hands for (_, name), model in bot._models.items()} == {"ann": 3, "bob": 2}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("vexbot:guess", "'guess' is not a model of vexbot"),
        ("vexbot:m=1", "m is a number from 0 to 0.9999, not 1.0"),
        ("vexbot:decay=0", "decay is a number from 0.01 to 1, not 0.0"),
        ("vexbot:bins=1", "bins is a number from 2 to 1000, not 1"),
        ("vexbot:prior=x", "'x' is not a prior"),
        ("vexbot:alarm=nan", "alarm is a number from 0 to 1000, not nan"),
    ],
)
def test_bad_parameters_are_one_line(text, message):
    with pytest.raises(AgentError, match=message):
        named_agent(text)


@pytest.mark.parametrize("name", ["kuhn3", "leduc-nl:12", "holdem-limit", "holdem-nolimit:3"])
def test_games_that_it_does_not_play(name):
    assert Vexbot().plays(named_game(name)).startswith("vexbot plays games ")


def test_softened_choices():
    values = np.array([-1.0, 2.0, 2.0])
    assert softened(values, 0.0) == [0, 1, 0]
    assert softened(np.array([-np.inf, 1.0, 1.5]), 0.0) == [0, 0, 1]
    soft = softened(np.array([-np.inf, 1.0, 2.0]), 1.0)
    assert soft == pytest.approx([0, 1 / (1 + math.e), math.e / (1 + math.e)])
    game, bot = named_game("kuhn"), Vexbot(temperature=2.0)
    bot.start(HandStart(game, 0))
    played(bot, named_agent("uniform"), game, 20)
