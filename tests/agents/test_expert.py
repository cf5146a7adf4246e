"""The expert system: its kernel and a plain twin, its inputs, the [0,1] game, bluffs, and what it explains."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pokerlab.agents import expert_columns as at
from pokerlab.agents import expert_kernels
from pokerlab.agents.agent import HandStart
from pokerlab.agents.expert import ExpertAgent
from pokerlab.agents.expert_facts import facts_of
from pokerlab.agents.explain import explain, explain_hand
from pokerlab.agents.places import hand_places
from pokerlab.agents.registry import named_agent
from pokerlab.agents.rule_files import read_rules
from pokerlab.agents.rule_table import class_places, rule_table
from pokerlab.cards.card import parse_cards
from pokerlab.cards.combos import COMBO_CARDS, COMBO_COUNT, combo_index
from pokerlab.cards.ranges import Range
from pokerlab.errors import AgentError
from pokerlab.games.action import CALL, FOLD, raise_to
from pokerlab.games.betting import Betting
from pokerlab.games.library import named_game
from pokerlab.games.view import Public
from pokerlab.records.record import HandRecord
from pokerlab.table.deals import Shuffled
from pokerlab.table.hand import play_hand

RULES = read_rules("default")
TABLE = rule_table(RULES)
TWINS = {"default": RULES, "mouse": read_rules("mouse")}
RIVER = tuple(parse_cards("Ks8d7c3h2c"))


def naive_row(rules, facts):
    """The key of the rule for some facts, from the file itself."""
    pre, post = rules.preflop, rules.postflop
    band = lambda size, bands: ("small", "medium", "large")[sum(size > end for end in bands)]  # noqa: E731
    if facts["street"]:
        street = ("flop", "turn", "river")[facts["street"] - 1]
        if not facts["to_call"]:
            kind = "aggressor" if facts["initiative"] else "checked_to" if facts["checked_to"] else "first"
        elif facts["raises"] >= 2:
            kind = "raised"
        else:
            kind = "bet_" + band(facts["to_call"] / max(facts["pot"] - facts["to_call"], 1), post.bet_bands)
        return f"{street}.{kind}"
    is_two = facts["players"] == 2
    place = "heads_up" if is_two else "blind" if facts["in_blind"] else "table"
    if facts["all_in"]:
        size = band(facts["to_call"] / facts["big_blind"], pre.all_in_bands)
        return f"preflop.all_in.{size}.{'heads_up' if is_two else 'table'}"
    if facts["raises"] >= 2:
        return f"preflop.reraised.{'heads_up' if is_two else 'table'}"
    if facts["raises"]:
        return f"preflop.raised.{band(facts['level'] / facts['big_blind'], pre.raise_bands)}.{place}"
    if facts["limpers"] or not facts["to_call"]:
        return f"preflop.limped.{place}"
    if is_two:
        return "preflop.open.heads_up"
    behind = facts["behind"]
    names = {1: "small_blind", 2: "button", 3: "cutoff", 4: "middle", 5: "middle"}
    return f"preflop.open.{names.get(behind, 'early' if behind else 'small_blind')}"


def naive_chances(rules, facts, combo, place):
    """(fold, check or call, bet or raise) of a hand, from the file itself; no bubble, opponents of level 3."""
    where = naive_row(rules, facts)
    rule = rules
    for key in where.split("."):
        rule = getattr(rule, key)
    if where.startswith("preflop"):
        up = Range.parse(rule.raise_).weights[combo] if getattr(rule, "raise_", "") else 0.0
        along = min(Range.parse(rule.call).weights[combo] if rule.call else 0.0, 1 - up)
        bluff = 0.0
    else:
        count = min(max(facts["opponents"], 1), 3) - 1
        edge, trap = rules.postflop.edge, rules.postflop.trap
        if facts["to_call"]:
            tighter = 1 + rules.adjust.aggression * (facts["hand_raises"] - facts["raises"])
            ends = np.cumsum([rule.raise_[count], rule.call[count], rule.bluff[count]]) / tighter
            strong, calls, tries = (slope(place, end, edge) for end in ends)
            bluff = max(tries - calls, 0) if rule.bluff[count] else 0.0
            up, along = strong * (1 - trap), calls - strong * (1 - trap)
            up += bluff
        else:
            strong = slope(place, rule.value[count], edge)
            up = strong * (1 - trap) + min(slope(1 - place, rule.bluff[count], edge), 1 - strong)
            along, bluff = 1 - up, 0.0
    if not facts["max_raise"]:
        up, along = 0.0, along + up - bluff
    down = max(1 - up - along, 0)
    cheap = facts["to_call"] < rules.postflop.committed * (facts["pot"] + facts["to_call"])
    if not facts["to_call"] or (facts["street"] and cheap):
        down, along = 0.0, along + down
    return down, along, up


def slope(place, end, edge):
    if end <= 0 or end >= 1:
        return float(end >= 1)
    half = min(edge / 2, end, 1 - end)
    if not half:
        return float(place <= end)
    return float(np.interp(place, [end - half, end + half], [1, 0]))


def as_array(facts):
    out = np.zeros(at.FACTS)
    out[at.BUBBLE], out[at.RIVALS] = 1.0, 3.0
    for name, value in facts.items():
        out[getattr(at, name.upper())] = value
    return out


@st.composite
def situations(draw):
    big = draw(st.sampled_from([2, 10, 100]))
    pot = draw(st.integers(big, 60 * big))
    to_call = draw(st.sampled_from([0, draw(st.integers(1, pot))]))
    players, raises = draw(st.integers(2, 9)), draw(st.integers(0, 3))
    return {
        "street": draw(st.integers(0, 3)), "players": players, "opponents": draw(st.integers(1, players - 1)),
        "behind": draw(st.integers(0, players - 1)), "to_call": to_call, "pot": pot + to_call,
        "stack": draw(st.integers(to_call + 1, 300 * big)), "own_bet": 0, "level": to_call, "big_blind": big,
        "max_raise": draw(st.sampled_from([0, 300 * big])), "min_raise": 2 * to_call + big,
        "raises": raises, "hand_raises": raises + draw(st.integers(0, 4)), "limpers": draw(st.integers(0, 2)),
        "in_blind": draw(st.integers(0, 1)),
        "initiative": draw(st.integers(0, 1)), "checked_to": draw(st.integers(0, 1)),
        "all_in": draw(st.integers(0, 1)) if to_call else 0,
    }  # fmt: skip


@settings(max_examples=150)
@given(situations(), st.integers(0, COMBO_COUNT - 1), st.floats(0, 1, width=32), st.sampled_from(sorted(TWINS)))
def test_the_kernel_does_what_the_file_says(facts, combo, place, name):
    rules = TWINS[name]
    table, array = rule_table(rules), as_array(facts)
    assert at.ROW_NAMES[expert_kernels.find_row(table.limits, array)] == naive_row(rules, facts)
    places, out = np.full(COMBO_COUNT, place, np.float32), np.empty((3, COMBO_COUNT))
    expert_kernels.all_chances(table, array, places, out)
    assert out[:, combo] == pytest.approx(naive_chances(rules, facts, combo, place), abs=1e-6)
    assert out.min() >= 0
    assert np.allclose(out.sum(axis=0), 1)


def betting_after(game, *actions):
    betting = Betting.start(game)
    for action in actions:
        betting = betting.act(action)
    return betting


def test_what_is_known_of_a_decision():
    game = named_game("holdem-nolimit:players=6,stack=10000")
    first = facts_of(Betting.start(game))
    assert (first[at.BEHIND], first[at.TO_CALL], first[at.RAISES], first[at.LIMPERS]) == (5, 100, 0, 0)
    limped = facts_of(betting_after(game, CALL, FOLD, CALL))
    assert (limped[at.LIMPERS], limped[at.BEHIND], limped[at.OPPONENTS]) == (2, 2, 4)
    raised = facts_of(betting_after(game, raise_to(250), FOLD, FOLD, FOLD))
    assert (raised[at.IN_BLIND], raised[at.LEVEL], raised[at.RAISES], raised[at.TO_CALL]) == (1, 250, 1, 200)
    pushed = facts_of(betting_after(game, raise_to(10000)))
    assert pushed[at.ALL_IN] == 1
    flop = betting_after(game, raise_to(250), FOLD, FOLD, FOLD, FOLD, CALL)
    assert facts_of(flop)[at.INITIATIVE] == 0
    seen = facts_of(flop.act(CALL))
    assert (seen[at.INITIATIVE], seen[at.CHECKED_TO], seen[at.POT]) == (1, 1, 550)
    assert seen[at.EFFECTIVE] == 9750
    assert (seen[at.RAISES], seen[at.HAND_RAISES]) == (0, 1)


def test_levels_and_bubbles_are_of_those_still_in():
    game = named_game("holdem-nolimit:players=3,stack=1000")
    facts = facts_of(betting_after(game, FOLD), bubbles=(np.nan, 1.5, 9.0), levels=(3, 5, 1))
    assert (facts[at.BUBBLE], facts[at.RIVALS]) == (1.5, 5)


@pytest.mark.parametrize("situation", ["first", "checked_to", "aggressor"])
def test_the_default_bluffs_rivers_as_often_as_its_bets_allow(situation):
    """A bet of b pots offers 1 + b to b: b/(1+b) bluffs for each value bet leave a caller nothing (the [0,1] game)."""
    rule = getattr(RULES.river, situation)
    size = float(rule.size.removesuffix("%")) / 100
    for value, bluff in zip(rule.value, rule.bluff, strict=True):
        assert bluff / value == pytest.approx(size / (1 + size), abs=1e-3)


def test_its_hands_on_a_river_do_the_same():
    """Over all hands of a board, as its chances say; the river is checked to it."""
    game = named_game("holdem-nolimit:2")
    betting = betting_after(game, CALL, CALL, CALL, CALL, CALL, CALL, CALL)
    agent = named_agent("default")
    agent.rules = RULES.model_copy(update={"postflop": RULES.postflop.model_copy(update={"trap": 0.0, "edge": 0.0})})
    agent.table = rule_table(agent.rules)
    agent.start(HandStart(game, betting.actor))
    actions, table = agent.chances(Public(betting, RIVER))
    places = hand_places(frozenset(RIVER))
    alive = ~np.isin(COMBO_CARDS, RIVER).any(axis=1)
    bets = table[1][alive]
    value, bluff = bets[places[alive] < 0.5].sum(), bets[places[alive] >= 0.5].sum()
    rule = RULES.river.checked_to
    assert value / alive.sum() == pytest.approx(rule.value[0], abs=0.01)
    assert bluff / value == pytest.approx(0.75 / 1.75, abs=0.03)
    assert actions[1].to == 150


def test_facing_a_bet_the_strongest_of_those_too_weak_to_call_bluff():
    """By strength some raise for value, call, raise as a bluff, fold; each part is as large as the file says."""
    game = named_game("holdem-nolimit:2")
    betting = betting_after(game, CALL, CALL, CALL, CALL, CALL, CALL, raise_to(100))
    agent = named_agent("default")
    rule = RULES.river.bet_medium.model_copy(update={"raise_": (0.1,) * 3, "call": (0.3,) * 3, "bluff": (0.2,) * 3})
    river = RULES.river.model_copy(update=dict.fromkeys(("bet_small", "bet_medium", "bet_large"), rule))
    plain = RULES.postflop.model_copy(update={"trap": 0.0, "edge": 0.0})
    agent.rules = RULES.model_copy(update={"river": river, "postflop": plain})
    agent.table = rule_table(agent.rules)
    agent.start(HandStart(game, betting.actor))
    _, (fold, call, up) = agent.chances(Public(betting, RIVER))
    alive = ~np.isin(COMBO_CARDS, RIVER).any(axis=1)
    order = np.argsort(hand_places(frozenset(RIVER))[alive], kind="stable")
    names = np.argmax(np.stack([fold, call, up])[:, alive][:, order], axis=0)
    starts = np.flatnonzero(np.diff(names, prepend=-1))
    assert names[starts].tolist() == [2, 1, 2, 0]
    parts = np.diff(starts, append=len(names)) / len(names)
    assert parts.tolist() == pytest.approx([0.1, 0.3, 0.2, 0.4], abs=0.03)  # equal hands are not parted


def test_edges_keep_the_parts():
    """Mixing at an edge moves hands in and out alike: the mean stays what the file says."""
    places = ((np.arange(COMBO_COUNT) + 0.5) / COMBO_COUNT).astype(np.float32)
    facts = as_array({"street": 3, "players": 2, "opponents": 1, "pot": 100, "big_blind": 2, "stack": 900,
                      "max_raise": 900, "min_raise": 2, "checked_to": 1})  # fmt: skip
    out = np.empty((3, COMBO_COUNT))
    expert_kernels.all_chances(TABLE, facts, places, out)
    rule = RULES.river.checked_to
    assert out[2].mean() == pytest.approx(rule.value[0] * (1 - RULES.postflop.trap) + rule.bluff[0], abs=2e-3)
    assert ((out[2] > 0.01) & (out[2] < 0.9)).any()


def test_the_bubble_makes_tighter_and_strong_opponents_are_bluffed_more():
    facts = as_array({"street": 3, "players": 3, "opponents": 1, "pot": 100, "big_blind": 2, "stack": 900,
                      "max_raise": 900, "min_raise": 2, "checked_to": 1})  # fmt: skip
    row = expert_kernels.find_row(TABLE.limits, facts)
    plain = expert_kernels.bands_at(TABLE, facts, row)
    facts[at.BUBBLE] = 2.0
    careful = expert_kernels.bands_at(TABLE, facts, row)
    assert careful[0] == pytest.approx(plain[0] / 1.5)
    facts[at.BUBBLE], facts[at.RIVALS] = 1.0, 5.0
    assert expert_kernels.bands_at(TABLE, facts, row)[2] == pytest.approx(1.2 * plain[2])
    before = as_array({"street": 0, "players": 6, "opponents": 1, "pot": 400, "to_call": 150, "level": 250,
                       "big_blind": 100, "stack": 5000, "max_raise": 5000, "min_raise": 400, "raises": 1})  # fmt: skip
    out, tight = np.empty((3, COMBO_COUNT)), np.empty((3, COMBO_COUNT))
    expert_kernels.all_chances(TABLE, before, class_places(), out)
    before[at.BUBBLE] = 3.0
    expert_kernels.all_chances(TABLE, before, class_places(), tight)
    assert tight[0].mean() > out[0].mean() + 0.02
    aces = combo_index(*parse_cards("AhAs"))
    assert tight[2, aces] == out[2, aces] == 1


def test_little_left_behind_goes_in():
    facts = as_array({"street": 3, "players": 2, "opponents": 1, "pot": 100, "big_blind": 2, "stack": 100,
                      "max_raise": 100, "min_raise": 2, "checked_to": 1})  # fmt: skip
    row = expert_kernels.find_row(TABLE.limits, facts)
    assert expert_kernels.find_raise(TABLE.sizes, TABLE.limits, facts, row) == 100
    facts[at.STACK] = facts[at.MAX_RAISE] = 500
    assert expert_kernels.find_raise(TABLE.sizes, TABLE.limits, facts, row) == 75


def test_it_explains_what_it_did():
    game = named_game("holdem-nolimit:players=3,stack=10000")
    agents = [named_agent("default") for _ in range(3)]
    deck = Shuffled(game).deck(1, 4)
    told = []

    class Told(ExpertAgent):
        def act(self, view, clock=None):
            done = super().act(view)
            told.append((explain(self, view.public, view.private), done))
            return done

    seated = [Told(), *agents[1:]]
    for number in range(12):
        play_hand(game, Shuffled(game).deck(1, number), seated, seeds=[(number, seat) for seat in range(3)])
    assert len(told) > 12
    for why, done in told:
        assert why.drawn is not None
        assert str(done).lstrip("r").split(".")[0] in why.drawn or why.drawn in ("fold", "check", "call")
        assert sum(why.chances.values()) == pytest.approx(1, abs=1e-5)
        assert why.inputs["pot"] > 0
        assert why.rule in at.ROW_NAMES
        ends = [band.last for band in why.bands]
        assert ends == sorted(ends)
    played = play_hand(game, deck, agents, names=("a", "b", "c"), seeds=[(4, seat) for seat in range(3)])
    record = HandRecord.of(played.state, names=("a", "b", "c"))
    mine = [move for move in played.state.history if move.seat == 2]
    assert len(list(explain_hand(named_agent("rock"), record, 2))) == len(mine) > 0
    with pytest.raises(AgentError, match="hold'em"):
        list(explain_hand(named_agent("rock"), HandRecord(named_game("kuhn"), (), ((), ())), 0))


def test_time_to_think_does_not_depend_on_cards():
    """The chances of all hands are found, and one is drawn: what was asked of it knows no cards."""
    game = named_game("holdem-nolimit:2")
    asked = []

    class Spied(ExpertAgent):
        def chances(self, public):
            asked.append(public)
            return super().chances(public)

    agent = Spied()
    play_hand(game, Shuffled(game).deck(3, 1), [agent, named_agent("always-call")], seeds=[(1,), (2,)])
    assert asked
    assert all(set(public._fields) == {"betting", "board"} for public in asked)
