"""No hidden card leaves the server: every byte of HTTP and of the socket is looked through."""

import json
import random
import re

import pytest
from playing import QUICK, passive, seated

from pokerlab.cards.card import format_card
from pokerlab.games.state import State
from pokerlab.table.journal import load
from pokerlab.table.journal_file import JournalFile

CARD = re.compile(r"(?<![A-Za-z0-9])(?:10|[2-9TJQKA])[cdhs](?![A-Za-z0-9])|[2-9TJQKA][cdhs](?=[2-9TJQKA][cdhs])")
BOTS = ["random", "always-call", "uniform"]


def cards_in(text):
    return set(CARD.findall(text))


def play_and_look(room, rng, most):
    """Play tournaments until so many hands are over; how many there were. Every text is held against the journal: of a
    hand, only what its rules had shown by then, and of later hands nothing."""
    done = 0
    while done < most:
        answers = []
        with seated(room, tournament=QUICK | {"chips": 400}, opponents=BOTS) as seat:
            while (state := seat.turn()) is not None:
                if rng.random() < 0.1:
                    answers.append((state, room.client.get(f"/api/1/tables/{seat.table}").text))
                options = [passive(state), passive(state), "fold" if state["legal"]["to_call"] else "check"]
                options += [preset["text"] for preset in state["legal"]["presets"]]
                assert seat.act(rng.choice(options))["is_taken"]
        with JournalFile(room.data.play / "journal.db") as file:
            found = load(file, int(seat.table[1:]))
        done += len(found.states)
        check(seat, found, answers)
    return done


def check(seat, found, answers):
    hero_name = found.entrants[found.owner]
    own, shown = {}, {}
    for number, (before, state) in enumerate(zip(found.standings, found.states, strict=False), 1):
        hand = before.next_hand()
        names = [before.entrants[one] for one in hand.seats]
        place = names.index(hero_name) if hero_name in names else None
        own[number] = {format_card(card) for card in state.private[place]} if place is not None else set()
        shown[number] = seen_after(state)
    for message, text in zip(seat.told, seat.texts, strict=True):
        if message["type"] not in ("event", "snapshot"):
            assert not cards_in(text), text
            continue
        if message["type"] == "snapshot":
            continue  # looked at below by its state
        state = message["state"]
        hand = state["hand"]
        known = own.get(hand, set()) | visible(shown.get(hand, []), message)
        told = {card for one in state["seats"] for card in one["cards"] if card != "??"} | set(state["board"])
        assert told <= known, (message["what"], told - known)
        for line in message["lines"]:
            assert cards_in(line["text"]) <= known, line
        bare = json.dumps({**message, "lines": [], "state": {**state, "seats": [], "board": []}})
        assert not cards_in(bare), bare
    for state, text in answers:
        answered = json.loads(text)["state"]
        if answered["hand"] == state["hand"] and not answered["hand_is_over"]:
            told = {card for one in answered["seats"] if not one["is_hero"] for card in one["cards"]} - {"??"}
            assert not told or answered["street"] == 3 or any(one["hand"] for one in answered["seats"])


def seen_after(state):
    """By number of actions, the board that is out, and the hands that are shown; all by the rules."""
    played = State.start(state.game, [card for part in (*state.private, state.board, state.deck) for card in part])
    found = [played]
    for step in state.history:
        played = played.act(step.action)
        found.append(played)
    return found


def visible(states, message):
    """Cards that the rules have shown after the actions that a message's hand has had; a message does not say how many
    these are, so that of the last state whose board and pot it has: all states up to the end of the street."""
    if not states:
        return set()
    board = len(message["state"]["board"])
    is_end = message["what"] in ("showdown", "street", "win", "end", "out", "over", "level", "table")
    final = states[-1]
    out = {format_card(card) for card in final.board[:board]}
    if is_end and final.is_showdown and (board == 5 or not _can_act_later(states, board)):
        out |= {
            format_card(card)
            for seat, hand in enumerate(final.private)
            if final.betting.live >> seat & 1
            for card in hand
        }
    return out


def _can_act_later(states, board):
    """Whether somebody acted after a board of so many cards was out: then nobody had shown anything before."""
    return any(len(state.board) > board and not state.is_over for state in states)


def test_no_hidden_card_is_told(room):
    assert play_and_look(room, random.Random(1), 60) >= 60


@pytest.mark.slow
def test_no_hidden_card_is_told_in_1000_hands(room):
    assert play_and_look(room, random.Random(2), 1000) >= 1000


def test_unshown_cards_are_told_when_all_is_over_and_not_before(room):
    with seated(room, tournament=QUICK | {"chips": 3000}, opponents=["always-raise"] * 3) as seat:
        seat.turn()
        assert room.refused("GET", f"tables/{seat.table}/hands/1")[0] == 404  # it is being played
        seat.act("fold" if seat.state["legal"]["to_call"] else "check")
        while seat.turn() and seat.state["hand"] == 1:
            seat.act("fold" if seat.state["legal"]["to_call"] else "check")
        early = room.get(f"tables/{seat.table}/hands/1")
        assert not early["shows_all"]
        seat.play(lambda state: "a" if state["legal"]["max_raise"] else "call")
        late = room.get(f"tables/{seat.table}/hands/1")
        assert late["shows_all"]
        assert not any("?" in one["cards"] for one in late["hand"]["seats"])
        reached = [one for one in early["hand"]["seats"] if "?" in one["cards"]]
        assert reached or early["hand"]["steps"][-1]["board"]


def test_cards_can_be_shown_from_the_start_if_that_was_chosen(room):
    with seated(room, tournament=QUICK, opponents=["always-call"] * 3, show_cards=True) as seat:
        while seat.turn() and seat.state["hand"] == 1:
            seat.act(passive(seat.state))
        assert room.get(f"tables/{seat.table}/hands/1")["shows_all"]


def test_seeds_are_told_after_the_tournament_only(room):
    with seated(room, tournament=QUICK, opponents=BOTS) as seat:
        end = seat.play(lambda state: "a" if state["legal"]["max_raise"] else "call")
        with JournalFile(room.data.play / "journal.db") as file:
            seed = str(load(file, int(seat.table[1:])).seed)
        assert end["seed"] == seed
        assert not any(seed in text for text in seat.texts[:-1])
