"""Short stacks: hands as push/fold spots, what is known to push/fold and what not, and moves by their value."""

import numpy as np
import pytest

from pokerlab.agents import expert_columns as at
from pokerlab.agents.agent import HandStart
from pokerlab.agents.registry import named_agent
from pokerlab.agents.short_stacks import (
    class_weights,
    known_pot,
    push_or_fold,
    short_hand,
    spot_of,
    valued_moves,
)
from pokerlab.cards.combos import CLASS_COUNT, CLASS_OF_COMBO, class_index
from pokerlab.cards.ranges import Range
from pokerlab.games.action import CALL, FOLD, raise_to
from pokerlab.games.betting import Betting
from pokerlab.games.library import named_game
from pokerlab.games.view import Public
from pokerlab.tournament.game import Decision
from pokerlab.tournament.icm import after_hand
from pokerlab.tournament.pushfold import solve
from pokerlab.tournament.standing import TournamentStanding
from pokerlab.tournament.structure import named_structure

PRIZES = (50.0, 30.0, 20.0)


def game_of(*stacks, ante=0):
    from dataclasses import replace

    game = named_game(f"holdem-nolimit:players={len(stacks)},stack=1000,ante={ante}")
    return replace(game, stacks=stacks)


def after(game, *actions):
    betting = Betting.start(game)
    for action in actions:
        betting = betting.act(action)
    return betting


def test_a_hand_is_a_spot_in_the_order_of_play():
    spot = spot_of(game_of(100, 200, 300, 400, ante=10), PRIZES)
    assert spot.stacks == (300, 400, 100, 200)  # seats 0 and 1 are the blinds
    assert (spot.small_blind, spot.big_blind, spot.ante, spot.payouts) == (50, 100, 10, PRIZES)
    assert spot_of(game_of(800, 900), None).stacks == (900, 800)  # heads-up the button posts the small blind
    assert spot_of(named_game("holdem-limit"), None) is None
    assert spot_of(named_game("holdem-nolimit:players=4,straddle=200"), None) is None


def test_hands_of_tournaments_are_spots():
    """Dead small blinds and antes of the big blind too; what is posted is what the game posts."""
    for name in ("turbo", "superturbo"):
        standing = TournamentStanding.start(named_structure(name), tuple("abcdef"), seed=3)
        for number in range(30):
            if standing.is_over:
                break
            hand = standing.next_hand()
            spot = spot_of(hand.game, [float(prize) for prize in hand.facts.prizes])
            assert spot is not None
            start = Betting.start(hand.game)
            seats = short_hand(hand.game, None).seats
            posted = [hand.game.stacks[seat] - start.stacks[seat] for seat in seats]
            assert (spot.blinds() + spot.antes()).tolist() == posted
            finishing = list(hand.game.stacks)
            loser, winner = number % len(finishing), (number + 1) % len(finishing)
            moved = finishing[loser] if number % 3 == 2 else finishing[loser] // 2
            finishing[loser] -= moved
            finishing[winner] += moved
            standing = standing.after(finishing)


def test_what_push_fold_knows():
    game = game_of(900, 1000, 1100, 1200)
    hand = short_hand(game, PRIZES)
    assert known_pot(hand, after(game)) == ()
    assert known_pot(hand, after(game, FOLD)) == ()
    assert known_pot(hand, after(game, raise_to(1100))) == (0,)
    assert known_pot(hand, after(game, raise_to(1100), CALL)) == (0, 1)
    assert known_pot(hand, after(game, raise_to(1100), FOLD, CALL)) == (0, 2)
    assert known_pot(hand, after(game, CALL)) is None
    assert known_pot(hand, after(game, CALL, FOLD, FOLD)) is None  # the big blind has nothing to call
    assert known_pot(hand, after(game, raise_to(250))) is None
    covering = game_of(300, 300, 300, 9000)
    assert known_pot(short_hand(covering, PRIZES), after(covering, FOLD, raise_to(300))) == (1,)


def test_a_blind_that_is_all_in_is_in_the_pot():
    game = game_of(40, 1000, 1100, 1200)
    assert known_pot(short_hand(game, PRIZES), after(game, FOLD, FOLD)) == (2,)


def test_chances_are_those_of_the_charts():
    game = game_of(900, 1000, 1100)
    hand = short_hand(game, PRIZES)
    betting = after(game, raise_to(1100))
    table = push_or_fold(hand, betting, (0,))
    strategy = hand.charts.strategy(Decision(1, (0,)))
    assert (table[at.CALL] == strategy[CLASS_OF_COMBO]).all()  # a call is all he has
    assert (table.sum(axis=0) == 1).all()
    first = push_or_fold(hand, after(game), ())
    assert (first[at.CALL] == 0).all()
    assert first[at.RAISE].mean() > 0.05


def test_two_are_solved_by_a_linear_program():
    game = game_of(900, 700)
    hand = short_hand(game, None, think=0.2)
    exact = solve(hand.spot)
    assert hand.source == "linear program"
    for decision, strategy in exact.strategies.items():
        assert hand.strategy(decision) == pytest.approx(strategy)


def test_more_are_solved_while_there_is_time():
    game = game_of(900, 700, 800)
    assert short_hand(game, PRIZES, think=3600).source.startswith("equilibrium")
    assert short_hand(game, PRIZES, think=1e-9).source == "quick charts"


def test_moves_are_worth_what_they_lead_to():
    """Against a limp of the small blind, added up outcome by outcome for one class."""
    game = game_of(800, 700)  # seat 0 is the big blind
    hand = short_hand(game, (65.0, 35.0))
    betting = after(game, CALL)
    limper, raiser = (class_weights(Range.parse(text).weights) for text in ("30%", "15%"))
    table, worth = valued_moves(hand, betting, limper, raiser, 0.5)
    starts = np.array([800.0, 700.0])

    def value(*ends):
        return float(after_hand(np.array([ends], float), starts, (65.0, 35.0))[0, 0])

    aces = class_index("AA")
    assert worth[at.FOLD, aces] == -np.inf  # there is nothing to fold
    low, high = value(700, 800), value(900, 600)
    assert low < worth[at.CALL, aces] < high
    stolen = value(900, 600)
    shown = worth[at.RAISE, aces] * 2 - stolen
    assert 0.7 < (shown - value(100, 1400)) / (value(1500, 0) - value(100, 1400)) < 0.95
    assert (table.sum(axis=0) == 1).all()
    assert table[at.RAISE, aces == CLASS_OF_COMBO].all()


def test_the_bounty_of_a_rival_counts():
    """Against a limp: who breaks him has it, and the own one by his share of all chips."""
    game, prizes, heads = game_of(800, 700), (65.0, 35.0), (20.0, 30.0)
    betting = after(game, CALL)
    limper, raiser = (class_weights(Range.parse(text).weights) for text in ("30%", "15%"))
    starts, aces = np.array([800.0, 700.0]), class_index("AA")
    for progressive in (0.0, 0.5):
        plain, with_heads = (
            valued_moves(short_hand(game, prizes, *more), betting, limper, raiser, 0.5)[1]
            for more in ((), (heads, progressive))
        )

        def value(mine, theirs, breaks=False, progressive=progressive):
            own = heads[0] + progressive * heads[1] * breaks
            icm = float(after_hand(np.array([[mine, theirs]], float), starts, prizes)[0, 0])
            return icm + (1 - progressive) * heads[1] * breaks + own * mine / 1500

        bare = after_hand(np.array([(900.0, 600.0), (1500.0, 0.0), (100.0, 1400.0)]), starts, prizes)[:, 0]
        wins = (2 * plain[at.RAISE, aces] - bare[0] - bare[2]) / (bare[1] - bare[2])
        expected = (value(900, 600) + wins * value(1500, 0, True) + (1 - wins) * value(100, 1400)) / 2
        assert with_heads[at.RAISE, aces] == pytest.approx(expected)


def test_against_a_small_raise_weak_hands_fold():
    game = game_of(800, 900, 1000)
    hand = short_hand(game, PRIZES)
    betting = after(game, raise_to(220), FOLD)
    limper, raiser = (class_weights(Range.parse(text).weights) for text in ("30%", "10%"))
    table, worth = valued_moves(hand, betting, limper, raiser, 0.6)
    by_class = np.zeros(CLASS_COUNT)
    by_class[CLASS_OF_COMBO] = table[at.FOLD]
    assert by_class[class_index("72o")] == 1
    assert by_class[class_index("AA")] == 0
    assert np.isfinite(worth).all()


@pytest.mark.parametrize(("stack", "is_short"), [(900, True), (5000, False)])
def test_below_the_limit_a_player_is_all_in_or_out(stack, is_short):
    game = game_of(stack, stack, stack)
    agent = named_agent("default")
    agent.start(HandStart(game, 2))
    public = Public(after(game))
    decided = agent.decide(public, agent.facts(public))
    assert decided.rule.startswith("short stacks") == is_short
    assert (decided.to == stack) == is_short


def test_the_limit_grows_with_antes_from_the_small_blind_and_by_level():
    agent = named_agent("default")
    short = agent.rules.short

    def limit(game, *actions, names=()):
        agent.start(HandStart(game, 0, names))
        return agent.short_limit(agent.facts(Public(after(game, *actions))))

    game = game_of(3000, 3000, 3000)
    assert limit(game) == short.limit
    assert limit(game_of(3000, 3000, 3000, ante=100)) == short.limit + 3 * short.per_ante
    assert limit(game, FOLD) == short.limit + short.small_blind
    assert limit(game, names=("master", "master", "master")) == short.limit + short.strong
    assert limit(game, names=("beginner", "beginner", "x")) == short.limit + short.weak


def test_nash_is_all_in_or_out_at_any_depth():
    game = named_game("holdem-nolimit:players=3,stack=20000")
    agent = named_agent("nash")
    agent.start(HandStart(game, 2))
    actions, table = agent.chances(Public(after(game)))
    assert actions == (FOLD, CALL, raise_to(20000))
    assert not table[1].any()
    assert agent.plays(named_game("holdem-limit"))
    assert agent.plays(named_game("kuhn"))


def test_any_number_may_be_all_in_by_the_blinds():
    """Five of seven are: it is a spot, and `nash` plays on."""
    game = game_of(90, 5000, 40, 30, 20, 700, 10, ante=100)
    spot, agent = spot_of(game, PRIZES), named_agent("nash")
    assert (int(spot.is_forced().sum()), spot.most_all_in) == (5, 6)
    assert agent.plays(game) == ""
    agent.start(HandStart(game, 5))
    actions, table = agent.chances(Public(after(game)))
    assert actions[-1] == raise_to(600)
    pushes = table[-1][class_index("AA") == CLASS_OF_COMBO], table[-1][class_index("32o") == CLASS_OF_COMBO]
    assert (pushes[0].all(), pushes[1].any()) == (True, False)


def test_the_prizes_of_the_tournament_count():
    """Near the bubble of a double-or-nothing a call that is right for chips is folded."""
    from pokerlab.tournament.facts import TournamentFacts

    structure = named_structure("turbo")
    game = game_of(1000, 1000, 1000, 1000)
    facts = TournamentFacts(
        structure, 0, structure.level(1), 10, np.inf, game.stacks, (0, 1, 2, 3), 3, (100, 100, 100, 0)
    )
    agent = named_agent("default")
    public = Public(after(game, raise_to(1000), FOLD, FOLD))
    agent.start(HandStart(game, 1, tournament=facts))
    tight = agent.chances(public).table[1].mean()
    agent.start(HandStart(game, 1))
    assert tight < 0.5 * agent.chances(public).table[1].mean()
