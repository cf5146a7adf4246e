"""Tournaments that are played: conservation, who leaves, clocks, records that read back, summaries."""

import gc
import pickle
from dataclasses import replace
from datetime import datetime
from types import FunctionType, ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pokerlab._streams import stream
from pokerlab.agents.agent import Agent, HandStart
from pokerlab.agents.registry import named_agent
from pokerlab.errors import MatchError, TournamentError
from pokerlab.games.action import CALL
from pokerlab.games.betting import Betting
from pokerlab.games.rules import Game
from pokerlab.games.state import State
from pokerlab.games.view import View
from pokerlab.records.phh_reader import parse_phh
from pokerlab.records.phh_writer import format_phh
from pokerlab.records.pokerstars_reader import parse_pokerstars
from pokerlab.records.pokerstars_writer import format_pokerstars
from pokerlab.records.record import problems
from pokerlab.table.deals import Shuffled
from pokerlab.table.journal_file import JournalFile
from pokerlab.table.tournament import Tournament
from pokerlab.table.tournament_clock import WallClock
from pokerlab.tournament.facts import TournamentFacts
from pokerlab.tournament.hand_record import seen_by_hero
from pokerlab.tournament.standing import TournamentStanding
from pokerlab.tournament.structure import Structure
from pokerlab.tournament.summary import Finish, TournamentSummary, format_summary, parse_summary

NAMES = ["Ann", "Bob", "Cat", "Dan: x", "Eve (2)", "Flo", "Gus", "Hal", "Ida", "Jo"]
NOON = datetime(2024, 5, 6, 12, 30)
HEAD = "PokerStars Tournament #1, No Limit Hold'em\n"


def quick(players=4, **changes):
    """A structure in which tournaments are over soon."""
    levels = {"length": 4, "blinds": ["10/20", "20/40/5"], "growth": 2}
    return Structure.of(
        {"name": "quick", "chips": 200, "buy_in": 1000, "fee": 50, "players": 10, "payouts": "65/35", "levels": levels}
        | changes
    )


def played(structure, agents, seed=0):
    tournament = Tournament(structure, NAMES[: len(agents)], [named_agent(name) for name in agents], seed=seed)
    hands = []
    while not tournament.is_over:
        hands.append(tournament.play())
        assert not hands[-1].played.troubles
    return tournament, hands


KINDS = ("uniform", "random", "always-call", "always-fold", "always-raise")


@settings(max_examples=12, deadline=None)
@given(
    st.lists(st.sampled_from(KINDS), min_size=2, max_size=10),
    st.integers(0, 2**62),
    st.fixed_dictionaries(
        {
            "chips": st.integers(5, 150), "button": st.sampled_from(["dead", "moving"]),
            "ante": st.sampled_from(["all", "big-blind"]), "ante_first": st.booleans(),
            "bounty": st.sampled_from([0, 101]),
        }
    ),
)  # fmt: skip
def test_any_agents_play_any_structure_to_its_end(agents, seed, changes):
    tournament, hands = played(quick(**changes), agents, seed)
    standing = tournament.standing
    assert sum(standing.stacks) == max(standing.stacks) == len(agents) * changes["chips"]
    assert sum(standing.prizes) == 1000 * len(agents)
    assert sum(standing.bounties) == changes["bounty"] * len(agents)
    for hand in hands:
        record = hand.record("17", NOON)
        assert not problems(record)
        _read_back(record)
    assert sorted(standing.places)[0] == 1


@settings(max_examples=8, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from((*KINDS, "default", "nash", "maniac")), st.integers(1, 300)), min_size=2, max_size=4
    ),
    st.integers(0, 2**62),
    st.sampled_from([0, 101]),
)
def test_any_agents_play_any_stacks_to_the_end(entrants, seed, bounty):
    """Also players by rules and push/fold, from stacks that are not equal."""
    agents, stacks = zip(*entrants, strict=True)
    structure = quick(bounty=bounty)
    tournament = Tournament(structure, NAMES[: len(agents)], [named_agent(name) for name in agents], seed=seed)
    tournament.go_on(replace(TournamentStanding.start(structure, NAMES[: len(agents)], seed), stacks=stacks))
    while not tournament.is_over:
        hand = tournament.play()
        assert sum(tournament.standing.stacks) == sum(stacks)
        assert not hand.played.troubles
    standing = tournament.standing
    assert max(standing.stacks) == sum(stacks)
    assert sum(standing.prizes) == 1000 * len(agents)
    assert sum(standing.bounties) == bounty * len(agents)
    for place in set(standing.places):  # those who share a place leave the next ones empty
        assert sum(other < place for other in standing.places) == place - 1


def _read_back(record):
    plain = replace(record, game=replace(record.game, name="any"))
    found = parse_phh(format_phh(record))
    assert replace(found, game=replace(found.game, name="any")) == plain
    seen = seen_by_hero(replace(plain, hero=0))
    found = parse_pokerstars(format_pokerstars(seen))
    assert found.info.pop("time_zone_abbreviation") == "ET"
    assert replace(found, game=replace(found.game, name="any")) == seen


def test_the_same_seed_is_the_same_tournament():
    agents = ["uniform", "random", "always-call"]
    one, other = played(quick(), agents, 5), played(quick(), agents, 5)
    assert one[0].standing == other[0].standing
    assert [hand.played.state.history for hand in one[1]] == [hand.played.state.history for hand in other[1]]
    assert one[0].standing != played(quick(), agents, 6)[0].standing


def test_who_leaves_is_blinded_out_and_keeps_his_place():
    raisers = [named_agent("always-call"), *[named_agent("random") for _ in range(3)]]
    tournament = Tournament(quick(chips=500), NAMES[:4], raisers, seed=1)
    tournament.leave(0)
    done, place = set(), 0
    while not tournament.is_over:
        left, before = len(tournament.standing.left), tournament.standing.stacks[0]
        hand = tournament.play()
        if 0 in hand.hand.seats:
            seat, betting = hand.hand.seats.index(0), Betting.start(hand.hand.game)
            for step in hand.played.state.history:
                if step.seat == seat:
                    assert str(step.action) == ("f" if betting.to_call else "c")
                    done.add(str(step.action))
                betting = betting.act(step.action)
            posted = hand.hand.game.blinds[seat] + hand.hand.game.antes[seat]
            assert tournament.standing.stacks[0] >= before - posted  # nothing but blinds and antes is lost
            if not tournament.standing.stacks[0]:
                place = tournament.standing.places[0]
                assert place == left  # he alone went out in this hand
    assert done == {"f", "c"}
    assert tournament.standing.places[0] == place > 1


def test_minutes_on_the_virtual_clock_can_be_repeated():
    structure = quick(levels={"length": 1, "unit": "minutes", "blinds": ["10/20"], "growth": 2})
    tournament, hands = played(structure, ["always-fold"] * 3, 1)
    levels = [hand.hand.level.number for hand in hands]
    assert levels[:3] == [1, 1, 2]  # 30 s for a hand of three: the third begins after a minute
    assert tournament.standing.seconds >= 30 * len(hands) - 5 * len(hands)
    assert levels == sorted(levels)


def test_the_wall_clock_stands_still_in_pauses(monkeypatch):
    now = [100.0]
    monkeypatch.setattr("pokerlab.table.tournament_clock.time.monotonic", lambda: now[0])
    clock = WallClock()
    clock.begin()
    now[0] += 5
    clock.pause()
    clock.pause()
    now[0] += 1000
    clock.go_on()
    clock.go_on()
    now[0] += 2
    assert clock.end(3) == 7
    clock.begin()
    assert clock.seconds == 0


class Curious(Agent):
    """Keeps everything that it is told."""

    def __init__(self):
        self.told = []

    def start(self, hand):
        super().start(hand)
        self.told.append((hand.seat, hand))

    def observe(self, view):
        self.told.append((self.hand.seat, view))

    def act(self, view, clock=None):
        return CALL


def test_an_agent_that_searches_what_it_is_told_finds_no_hidden_card():
    agents, seed = [Curious() for _ in range(3)], 987_654_321_987_654_321
    tournament = Tournament(quick(), NAMES[:3], agents, seed=seed)
    for _ in range(3):
        hand = tournament.play()
        state = hand.played.state
        for agent in agents:
            for seat, told in agent.told:
                again = pickle.loads(pickle.dumps(told))
                assert again == told
                assert str(seed) not in repr(told)  # from which the deck would follow
                if isinstance(told, View):
                    shown = state.is_showdown and told.is_over
                    assert all(not cards or (shown and cards == state.private[s]) for s, cards in enumerate(told.shown))
                    assert told.private == state.private[seat]
                else:
                    known = {*vars(told), *vars(told.tournament), *vars(told.game)} - set(HandStart.__annotations__)
                    assert known - set(TournamentFacts.__annotations__) - set(Game.__annotations__) <= CACHED
                    assert hand_deck(told.game, *told.seeds) != tuple(card for cards in state.private for card in cards)
            agent.told.clear()
        if tournament.is_over:
            break


def reachable(thing):
    """All objects that can be reached from one: attributes, items, slots and what closures hold; not through modules,
    classes and the globals of functions, which everybody has."""
    found, ahead = {}, [thing]
    while ahead:
        one = ahead.pop()
        if id(one) in found or isinstance(one, type | ModuleType):
            continue
        found[id(one)] = one
        if isinstance(one, FunctionType):
            ahead += [*(one.__closure__ or ()), one.__defaults__, one.__kwdefaults__, one.__dict__]
        else:
            ahead += gc.get_referents(one)
    return found.values()


def test_nothing_hidden_can_be_reached_from_what_an_agent_is_told():
    """Neither a state with all cards, nor cards of others, nor the deck or the seed from which it comes."""
    agents, seed = [Curious() for _ in range(3)], 987_654_321_987_654_321
    tournament = Tournament(quick(), NAMES[:3], agents, seed=seed)
    streams = {seed, stream(seed, 0)}
    state = tournament.play().played.state
    deck = [card for cards in (*state.private, state.board, state.deck) for card in cards]
    assert state in reachable(lambda: state)  # that is how a closure would be found
    for agent in agents:
        for seat, told in agent.told:
            things = reachable(told)
            assert len(things) > 50
            hidden = {cards for other, cards in enumerate(state.private) if other != seat}
            if isinstance(told, View) and told.is_over and state.is_showdown:
                hidden = set()
            for thing in things:
                assert not isinstance(thing, State | Tournament | JournalFile | Agent)
                if isinstance(thing, int):
                    assert thing not in streams
                elif isinstance(thing, tuple | list):
                    assert len(thing) != 2 or tuple(thing) not in hidden
                    assert list(thing) != deck


def hand_deck(game, *seeds):
    return Shuffled(game).deck(*seeds)[: 2 * game.players]


CACHED = {"players", "streets", "big_blind", "button", "cards", "first_street", "rng", "stream", "hand_stacks"}
"""What objects work out of themselves and keep."""


def test_agents_are_told_of_the_tournament():
    agent = Curious()
    tournament = Tournament(quick(), NAMES[:3], [agent, *[named_agent("always-fold") for _ in range(2)]], seed=4)
    tournament.play()
    facts = agent.hand.tournament
    assert facts.prizes == (1950, 1050, 0)
    assert facts.hand_stacks == agent.hand.game.stacks
    assert facts.structure.name == "quick"


def test_an_agent_in_a_process_of_its_own_is_told_too():
    agent = named_agent("process:always-call")
    tournament = Tournament(quick(), NAMES[:2], [agent, named_agent("always-fold")], seed=4)
    try:
        assert not tournament.play().played.troubles
    finally:
        agent.close()


def test_wrong_numbers_of_agents():
    with pytest.raises(MatchError, match="3 entrants, 2 agents"):
        Tournament(quick(), NAMES[:3], [named_agent("uniform")] * 2)
    with pytest.raises(TournamentError, match="is for 2 to 10 players, not 1"):
        Tournament(quick(), NAMES[:1], [named_agent("uniform")])


def _hands_with(what, structure=None, players=5):
    """The first hand of some tournaments whose record says something."""
    for seed in range(40):
        for hand in played(structure or quick(), ["random"] * players, seed)[1]:
            record = hand.record("17", NOON, hero=hand.hand.seats[0])
            if what in record.info:
                return hand, record
    raise AssertionError(f"no hand with {what}")


def test_pokerstars_text_of_a_dead_small_blind_states_the_level():
    hand, record = _hands_with("_small_blind")
    level = hand.hand.level
    text = format_pokerstars(record)
    assert f"({level.small_blind}/{level.big_blind})" in text
    assert "posts small blind" not in text
    assert parse_pokerstars(text).info["_small_blind"] == level.small_blind


def test_pokerstars_text_names_an_empty_button_seat():
    hand, record = _hands_with("_button")
    text = format_pokerstars(record)
    assert f"Seat #{hand.hand.button + 1} is the button" in text
    assert f"Seat {hand.hand.button + 1}:" not in text
    assert "(button)" not in text
    assert parse_pokerstars(text).info["_button"] == hand.hand.button + 1


def test_pokerstars_text_has_the_lines_that_trackers_read():
    tournament, hands = played(quick(players=4, bounty=100), ["random"] * 4, 2)
    lines = [line for hand in hands for line in format_pokerstars(hand.record("17", NOON)).splitlines()]
    standing = tournament.standing
    winner = standing.entrants[standing.places.index(1)]
    assert f"{winner} wins the tournament and receives $26.00 - congratulations!" in lines
    second = standing.entrants[standing.places.index(2)]
    assert f"{second} finished the tournament in 2nd place and received $14.00." in lines
    assert sum(" finished the tournament in " in line for line in lines) == 3
    assert sum(" bounty for eliminating " in line for line in lines) >= 1
    assert lines[0].startswith("PokerStars Hand #1700001: Tournament #17, $10.00+$1.00+$0.50 USD Hold'em No Limit - ")


def test_cards_that_were_never_shown_are_in_phh_and_not_in_one_players_text():
    for hand in played(quick(), ["always-fold", "always-fold", "always-raise"], 2)[1]:
        record = hand.record("17", NOON, hero=hand.hand.seats[0])
        seen = seen_by_hero(record)
        text = format_pokerstars(record)
        assert format_pokerstars(seen) == text
        assert all(len(cards) == 2 and min(cards) >= 0 for cards in parse_phh(format_phh(record)).private)
        hidden = [seat for seat in range(len(record.names)) if seat not in (*record.shown, record.hero)]
        assert all(seen.private[seat] == (-1, -1) for seat in hidden)


def test_a_summary_is_read_back():
    tournament, _ = played(quick(bounty=150), ["random"] * 5, 3)
    summary = TournamentSummary.of(tournament.standing, "17", NOON, NOON.replace(hour=13))
    text = format_summary(summary)
    assert parse_summary(text) == summary
    assert text.splitlines()[:4] == [
        "PokerStars Tournament #17, No Limit Hold'em", "Buy-In: $10.00/$1.50/$0.50 USD", "5 players",
        "Total Prize Pool: $57.50 USD",
    ]  # fmt: skip
    assert summary.finishes[0].place == 1
    assert sum(finish.prize + finish.bounties for finish in summary.finishes) == summary.pool
    plain = TournamentSummary("1", 1, 0, 0, "", NOON, NOON, (Finish(1, "a, b", 2), Finish(2, "c", 0)))
    assert parse_summary(format_summary(plain)) == plain


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: this is not the summary of a tournament"),
        (HEAD, "line 2: the buy-in is missing"),
        ("PokerStars Tournament #1, No Limit Hold'em\nBuy-In: 5 USD\n", "'5' is not an amount"),
        ("PokerStars Tournament #1, No Limit Hold'em\nBuy-In: $5.00/$1.00 USD\n", "the summary is cut off"),
        (
            "PokerStars Tournament #1, No Limit Hold'em\nBuy-In: $5.00/$1.00 USD\nTournament started x y\n",
            "line 3: 'x y'",
        ),
    ],
)
def test_summaries_that_cannot_be(text, message):
    with pytest.raises(TournamentError, match=message):
        parse_summary(text)
