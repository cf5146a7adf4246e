"""Estimators in hold'em: play-outs of solutions, whose values are computed, and twins that enumerate naively."""

from functools import partial
from itertools import combinations
from typing import NamedTuple

import numpy as np
import pytest
from solved_spots import TURN, changed, solved

from pokerlab._streams import stream
from pokerlab.agents.policy_agent import PolicyAgent
from pokerlab.agents.registry import named_agent
from pokerlab.cards.combos import COMBO_CARDS, combo_index
from pokerlab.cards.evaluator import evaluate
from pokerlab.games.action import CALL, FOLD, raise_to
from pokerlab.games.betting import Betting
from pokerlab.games.library import named_game
from pokerlab.games.rules import Game
from pokerlab.games.state import State
from pokerlab.lab.aivat import aivat_values
from pokerlab.lab.endings import mean_values, shares_of_any, showdown_shares
from pokerlab.lab.exact_judges import exact_moments
from pokerlab.lab.hand_judge import SeatedAgents
from pokerlab.lab.importance import chips_value, importance_values
from pokerlab.lab.judges import named_judge
from pokerlab.lab.lines import Holdings, Priors, line_of
from pokerlab.lab.luck import chance_values, divat_values
from pokerlab.lab.luck_judges import allin_value
from pokerlab.lab.play import moves_of, play_some
from pokerlab.lab.play_columns import chance_streams
from pokerlab.lab.policy_log import PolicyWriter
from pokerlab.lab.simulation import Match
from pokerlab.lab.table_play import TablePlay
from pokerlab.lab.value_functions import PolicyValues, PotShare, Remembered, called_down
from pokerlab.table.deals import FromRanges, Shuffled
from pokerlab.table.hand import play_hand

SMALL = {"bet": "60%", "raise": ""}
SPOTS = {
    "river": changed(TURN, board="KsQs7d2d5c", river=SMALL),
    "turn": changed(TURN, oop="AA,KJs", ip="AQs:0.7,65s", turn=SMALL, river=SMALL),
}


def judges(priors, agents):
    """Every estimator over lines, by name."""
    share, own = PotShare(), PolicyValues(agents)
    found = {"chips": chips_value, "allin": allin_value}
    for name, u in (("always-call", share), ("own", own)):
        u.begin(priors)
        given = {"u": Remembered(u), "start": u.at_start(priors)}
        found[f"chance {name}"] = partial(lambda line, held, **given: chance_values(line, held, **given), **given)
        found[f"divat {name}"] = partial(lambda line, held, **given: divat_values(line, held, **given), **given)
        for known in ((0,), (1,), (0, 1)):
            found[f"aivat {name} {known}"] = partial(
                lambda line, held, known, u, start: aivat_values(line, held, known, u, start), known=known, **given
            )
    for player in (0, 1):
        found[f"importance {player}"] = partial(
            lambda line, held, player: (
                importance_values(
                    line, held, player, ends_too=True, other_hands=True, value=allin_value, needs_board=False
                ).values
            ),
            player=player,
        )
    return found


@pytest.fixture(scope="module", params=SPOTS)
def played(request):
    spot = SPOTS[request.param]
    solutions = solved(spot, 3), solved(spot, 30)
    game = spot.game()
    agents = [PolicyAgent(solution, solution.tree.betting.menu) for solution in solutions]
    dealer = FromRanges(game, (spot.oop, spot.ip))
    priors = Priors.of(game, dealer)
    given, tables = judges(priors, agents), {}

    def noted(name, estimator):
        def estimate(line, held):
            found = estimator(line, held)
            tables.setdefault((line.end.history, tuple(sorted(line.board))), {})[name] = found
            return found

        return estimate

    moments = exact_moments(game, agents, {name: noted(name, way) for name, way in given.items()}, priors)
    stacked = {key: np.stack([found[name] for name in given]) for key, found in tables.items()}
    known = np.array(Match(*solutions, threads=1).expected.values) + spot.pot / 2
    return Played(game, dealer, agents, priors.holdings(), moments, stacked, known)


class Played(NamedTuple):
    """A spot with two solutions: `moments` of every estimator, exactly; `tables` by end and board [estimator, holding,
    seat]; `known`: what the solver says each seat wins."""

    game: Game
    dealer: FromRanges
    agents: list
    held: Holdings
    moments: dict
    tables: dict
    known: np.ndarray


def test_exact_means_on_solved_spots_are_what_the_solver_computes(played):
    found = played.moments
    for name, moments in found.items():
        assert moments.mean == pytest.approx(found["chips"].mean, abs=1e-9), name
        assert moments.mean == pytest.approx(played.known, abs=1e-3), name
    assert found["aivat own (0, 1)"].deviation.max() < 1e-6
    assert found["aivat own (0,)"].deviation[0] < found["chance own"].deviation[0] < found["chips"].deviation[0]


@pytest.mark.parametrize("hands", [5_000, pytest.param(1_000_000, marks=pytest.mark.slow)])
def test_means_of_play_outs(played, hands, record_property):
    """Each mean within 4 standard errors of what is computed, and its difference to chips within 4 of its own. Hands
    are those of the compiled loop."""
    game, agents = played.game, played.agents
    quick = TablePlay.of(game, played.dealer, agents)
    policies = [quick.tables[seat][seat] for seat in range(2)]
    dealt = quick._deals._replace(stream=np.uint64(stream(7)), chances=chance_streams((7,), (0, 1)))
    ends, _ = play_some(0, hands, dealt, moves_of(quick.tree, policies, quick._parts))
    histories = histories_of(quick.tree.betting)
    rows = {tuple(row): place for place, row in enumerate(played.held.hands.tolist())}
    lying, keys, which = game.start.board, {}, np.empty((hands, 2), np.int64)
    for number, end in enumerate(ends.tolist()):
        deck = played.dealer.deck(7, number)
        history, live = histories[end]
        board = lying if len(deck) == 4 or not is_river_dealt(history, live, game) else (*lying, *deck[4:])
        key = history, tuple(sorted(board))
        which[number] = keys.setdefault(key, len(keys)), rows[combo_index(*deck[:2]), combo_index(*deck[2:4])]
    tables = np.stack([played.tables[key] for key in keys])
    names = list(played.moments)
    chips = tables[:, names.index("chips")][which[:, 0], which[:, 1]]
    assert (chips == quick.play((7,), 0, hands, (0, 1))).all()  # hand for hand what the compiled loop pays
    for place, name in enumerate(names):
        own = tables[:, place][which[:, 0], which[:, 1]]
        means, errors = own.mean(axis=0), own.std(axis=0) / hands**0.5
        off, off_errors = (own - chips).mean(axis=0), (own - chips).std(axis=0) / hands**0.5
        record_property(name, [means.tolist(), errors.tolist(), off.tolist(), off_errors.tolist()])
        # 1e-3: the solver computes in single precision
        assert (np.abs(means - played.known) < 4 * errors + 1e-3).all(), name
        assert (np.abs(off) < 4 * off_errors + 1e-9).all(), name


def histories_of(betting):
    """By node without deals: the actions that lead there, and who is left."""
    found, node = {}, 0
    todo = [(0, betting.root)]
    while todo:
        node, here = todo.pop()
        found[node] = here.history, here.live
        for child in betting.children(node):
            todo.append((child, here.act(betting.action_of(child))))
    return found


def is_river_dealt(history, live, game):
    """Whether the river was dealt: hands are compared, or somebody acted on it."""
    return live == 3 or any(played.street > game.first_street for played in history)


def naive_shares(hand, other, board):
    """Wins, ties and losses over all boards, one by one."""
    left = [card for card in range(52) if card not in {*hand, *other, *board}]
    counts = [0, 0, 0]
    for cards in combinations(left, 5 - len(board)):
        one, two = (evaluate((*own, *board, *cards)) for own in (hand, other))
        counts[0 if one > two else 1 if one == two else 2] += 1
    return np.array(counts) / sum(counts)


def test_shares_of_the_pot_are_those_of_naive_enumeration():
    game = named_game("holdem-limit")
    rng, priors = np.random.default_rng(3), Priors.of(game)
    for cards in (4, 4, 5):
        board = tuple(rng.choice(52, cards, replace=False).tolist())
        own = next(i for i in rng.permutation(1326) if not {*COMBO_CARDS[i]} & {*board})
        held = priors.holdings({0: int(own)})
        shares = showdown_shares(held, board)
        betting = Betting.start(game).act(raise_to(20))
        chips = mean_values(called_down(betting), board, held)
        for row in rng.choice(len(held), 5, replace=False).tolist():
            hand, other = (COMBO_CARDS[number].tolist() for number in held.hands[row])
            if {*other} & {*board}:
                continue
            win, tie, lose = naive_shares(hand, other, board)
            assert shares[row] == pytest.approx([win + tie / 2, lose + tie / 2], abs=1e-12)
            assert chips[row] == pytest.approx([20 * (win - lose), 20 * (lose - win)], abs=1e-12)


@pytest.mark.parametrize("cards", [3, 4, 5])
def test_few_hands_are_looked_at_as_many_are(cards):
    """One hand of each player, boards one by one, beside all hands that a player might hold; and a hand against any."""
    game = named_game("holdem-limit")
    rng, priors = np.random.default_rng(cards), Priors.of(game)
    deck = rng.permutation(52).tolist()
    board, own = tuple(deck[:cards]), combo_index(*deck[cards : cards + 2])
    held = priors.holdings({0: own})
    shares = showdown_shares(held, board)
    met = held.apart(board)
    for row in rng.choice(np.flatnonzero(met), 8, replace=False).tolist():
        one = showdown_shares(priors.holdings({0: own, 1: int(held.hands[row, 1])}), board)
        assert one[0] == pytest.approx(shares[row], abs=1e-12)
    unseen = showdown_shares(priors.holdings({0: own}, unseen=(1,)), board)
    assert unseen[0] == pytest.approx(shares[met].mean(axis=0), abs=1e-12)
    other = showdown_shares(priors.holdings({1: own}, unseen=(0,)), board)
    assert other[0] == pytest.approx(unseen[0, ::-1], abs=1e-12)


def test_a_hand_against_any_before_the_flop():
    """Aces win 85.2% of the pots, 3-2 offsuit 32.3%: tables of hands against a random one, as printed in many books."""
    shares = shares_of_any(named_game("holdem-limit"), ())
    assert shares[combo_index(51, 50)] == pytest.approx(0.852, abs=5e-4)
    assert shares[combo_index(0, 5)] == pytest.approx(0.323, abs=5e-4)
    assert shares.mean() == pytest.approx(0.5, abs=1e-12)


def test_hidden_cards_in_holdem():
    """A known player against one who shows his cards where hands are compared: each number adds up to nothing."""
    game = named_game("holdem-limit")
    agents, dealer, log = [named_agent("bet-for-value"), named_agent("uniform")], Shuffled(game), PolicyWriter()
    agents[0].noted = log.note
    found = {"chips": [], "aivat": [], "importance": []}
    seating = SeatedAgents(open_seats=frozenset({0}), hidden=(1,))
    named = {name: named_judge(name) for name in found}
    for judge in named.values():
        judge.begin(game, dealer)
    for number in range(40):
        state = play_hand(game, dealer.deck(2, number), agents, seeds=[(2, number, 0), (2, number, 1)]).state
        policies = log.finish(state)
        for name, judge in named.items():
            won = judge(state, policies, seating)
            assert won.sum() == pytest.approx(0, abs=1e-9)
            found[name].append(won[0])
    assert np.std(found["aivat"]) < np.std(found["chips"])


def test_judges_of_played_hands_are_those_of_their_lines():
    """What a judge says of a hand is what the functions say of its line; folded hands need no board."""
    game = named_game("holdem-nolimit:players=2,stack=2000")
    agents, dealer, log = [named_agent("bet-for-value"), named_agent("always-call")], Shuffled(game), PolicyWriter()
    for agent in agents:
        agent.noted = log.note
    named = {
        text: named_judge(text) for text in ("chance", "divat", "aivat", "aivat:known=2", "importance:value=divat")
    }
    for judge in named.values():
        judge.check(game)
        judge.begin(game, dealer)
    sums = {text: [] for text in ("chips", *named)}
    for number in range(12):
        state = play_hand(game, dealer.deck(2, number), agents, seeds=[(2, number, 0), (2, number, 1)]).state
        policies = log.finish(state)
        found = {text: judge(state, policies) for text, judge in named.items()}
        assert found["chance"] == pytest.approx(found["divat"], abs=1e-9)
        for text, won in found.items():
            assert np.isfinite(won).all()
            assert won.sum() == pytest.approx(0, abs=1e-6), text
            sums[text].append(won[0])
        sums["chips"].append(state.payoffs[0])
    deviations = {text: np.std(won) for text, won in sums.items()}
    assert deviations["aivat"] < deviations["chance"] < deviations["chips"]


def test_an_all_in_before_the_flop_is_equity():
    """Aces against kings, all-in: chance takes out the deal of the board as allin does, and that of the hands."""
    game = named_game("holdem-nolimit:players=2,stack=400")
    deck = "AsAhKsKh2c7d9hTd3s"
    cards = [("23456789TJQKA".index(deck[i]) << 2) | "cdhs".index(deck[i + 1]) for i in range(0, len(deck), 2)]
    state = State.start(game, cards)
    for action in (raise_to(400), CALL):
        state = state.act(action)
    judge = named_judge("chance")
    judge.begin(game, Shuffled(game))
    share = mean_values(state.betting, (), Holdings.of_hand(state, Priors.of(game), ()))[0, 0]
    assert share == pytest.approx(named_judge("allin")(state)[0], abs=1e-9)
    limp = mean_values(called_down(Betting.start(game)), (), Holdings.of_hand(state, Priors.of(game), ()))[0, 0]
    assert judge(state)[0] == pytest.approx(share - limp, abs=1e-9)


def test_a_fold_before_any_card_of_the_board():
    game = named_game("holdem-limit")
    state = State.start(game, Shuffled(game).deck(1, 1)).act(FOLD)
    line = line_of(state)
    assert [type(step).__name__ for step in line.steps] == ["Acted"]
    assert line.board == ()
