import assert from "node:assert/strict";
import { test } from "node:test";
import type { LegalNow, TableSeat, TableState, ToPage } from "../src/api";
import { linesOf } from "../src/pages/bankroll";
import { advanceOf, answered, canChoose, stands } from "../src/table/advance";
import { chipsAt, plainChips, positionOf, presetName, readPresets, shortChips, SLIDER, snap, stepped } from "../src/table/amounts";
import { follow, type Seen } from "../src/table/connection";
import { broughtTo, nextWaiting, queued } from "../src/table/queue";
import { actionLetter, gain, leftText, money, ordinal, seatWords } from "../src/table/words";
import { CHIPS } from "../src/numbers";

const legal: LegalNow = { fold: true, to_call: 300, min_raise: 600, max_raise: 1480, presets: [{ text: "min", to: 600 }, { text: "50%", to: 825 }] };

function seat(number: number, more: Partial<TableSeat> = {}): TableSeat {
  return { seat: number, name: `p${number}`, is_hero: number === 0, level: null, state: "in", here: true, cards: ["??", "??"], hand: "", stack: 1500, bet: 0, won: 0, last: "", position: "", place: null, prize: 0, bounty: 0, ...more };
}

function state(more: Partial<TableState> = {}): TableState {
  return {
    id: "t1", kind: "tournament", title: "turbo", state: "playing", hand: 3, street: 1, hand_is_over: false, seats: [seat(0), seat(1)], hero: 0, actor: 1, button: 0, small_blind: 0, big_blind: 1,
    blinds: [50, 100, 0], board: ["Kd", "Qs", "7h"], pot: 200, pots: [], hero_hand: "", legal: null, clock: null, level: null, players_left: 2, prizes: [], currency: "USD", chip: null, cash_won: null, cash_bought: null,
    speed: "normal", after_fold: false, away: false, left: false, show_cards: false, result: "", trouble: null, seed: null, ...more,
  };
}

const bet = (chips: number, more: Partial<TableState> = {}) => state({ seats: [seat(0), seat(1, { bet: chips })], ...more });

test("a check in advance is void once somebody bets", () => {
  const check = advanceOf("check", state());
  assert.ok(canChoose("check", state()) && !canChoose("call", state()));
  assert.equal(answered(check, state({ legal: { ...legal, to_call: 0 } })), "check");
  assert.ok(!stands(check, bet(100)));
  assert.equal(answered(check, bet(100, { legal })), null);
});

test("a call in advance answers that bet and no other", () => {
  const call = advanceOf("call", bet(100));
  assert.ok(canChoose("call", bet(100)) && !canChoose("check", bet(100)));
  assert.equal(answered(call, bet(100, { legal })), "call");
  assert.equal(answered(call, bet(300, { legal })), null);
});

test("check or fold, and fold to any bet, answer whatever comes on this street, and nothing on the next", () => {
  const either = advanceOf("check-fold", state());
  assert.equal(answered(either, bet(100, { legal })), "fold");
  assert.equal(answered(either, state({ legal: { ...legal, to_call: 0 } })), "check");
  const fold = advanceOf("fold-to-bet", state());
  assert.equal(answered(fold, state({ legal: { ...legal, to_call: 0 } })), null);
  assert.equal(answered(fold, bet(900, { legal })), "fold");
  assert.ok(!stands(either, state({ street: 2 })) && !stands(fold, state({ hand: 4 })));
});

test("the slider has both ends exactly and whole chips between", () => {
  assert.equal(chipsAt(0, legal, 50), 600);
  assert.equal(chipsAt(SLIDER, legal, 50), 1480);
  for (let position = 0; position <= SLIDER; position += 7) {
    const chips = chipsAt(position, legal, 50);
    assert.ok(chips >= 600 && chips <= 1480 && (chips % 50 === 0 || chips === 1480), String(chips));
    assert.ok(Math.abs(chipsAt(positionOf(chips, legal), legal, 50) - chips) < 50);
  }
  assert.equal(positionOf(600, legal), 0);
  assert.equal(positionOf(1480, legal), SLIDER);
});

test("steps go to the next whole chip and stop at the ends", () => {
  assert.equal(stepped(600, 1, legal, 50), 650);
  assert.equal(stepped(825, 1, legal, 50), 850);
  assert.equal(stepped(825, -1, legal, 50), 800);
  assert.equal(stepped(600, -1, legal, 50), 600);
  assert.equal(stepped(1450, 1, legal, 50), 1480);
  assert.equal(snap(1e9, legal, 50), 1480);
});

test("what is typed is chips if it is a plain number, else the server's matter", () => {
  assert.equal(plainChips(" 1,300 "), 1300);
  for (const text of ["3bb", "2.5x", "50%", "a", "", "-3", "1.5"]) assert.equal(plainChips(text), null);
  assert.deepEqual([presetName("33%"), presetName("a"), presetName("2.5x")], ["⅓", "All-in", "2.5x"]);
  assert.deepEqual([shortChips(125_400, CHIPS, true), shortChips(99_999, CHIPS, true), shortChips(125_400, CHIPS, false)], ["125k", "99,999", "125,400"]);
});

test("events follow one by one; one that is missing is noticed, one that is old is not counted", () => {
  const shown: ToPage = { type: "snapshot", table: "t1", number: 5, state: state(), log: [{ hand: 3, text: "Hand 3" }] };
  const event = (number: number): ToPage => ({ type: "event", table: "t1", number, what: "act", seat: 1, lines: [{ hand: 3, text: "p1 checks" }], state: state({ pot: number }) });
  const first = follow(null, shown, "t1") as Seen;
  assert.equal(follow(null, shown, "t2"), null);
  assert.equal(follow(null, event(6), "t1"), null);
  const second = follow(first, event(6), "t1") as Seen;
  assert.deepEqual([second.number, second.log.length, second.said, second.state.pot], [6, 2, ["p1 checks"], 6]);
  assert.equal(follow(second, event(6), "t1"), null);
  assert.equal(follow(second, event(8), "t1"), "gap");
});

test("the table that has waited longest comes first, and one that waits is not taken away", () => {
  let queue = queued([], { a: false, b: true, c: false });
  queue = queued(queue, { a: true, b: true, c: true });
  assert.deepEqual(queue, ["b", "a", "c"]);
  assert.deepEqual([broughtTo("c", queue), broughtTo("x", queue), broughtTo("x", [])], ["c", "b", "x"]);
  assert.deepEqual([nextWaiting("a", queue), nextWaiting("c", queue), nextWaiting("x", queue), nextWaiting("b", ["b"])], ["c", "b", "b", null]);
  assert.deepEqual(queued(queue, { a: true, b: false, c: true }), ["a", "c"]);
});

test("money, places, levels and seats in words", () => {
  assert.deepEqual([money(1070, "USD"), money(4500, "USD"), money(-1050, "EUR"), money(100, "CHF"), gain(250, "USD")], ["$10.70", "$45", "−€10.50", "1 CHF", "+$2.50"]);
  assert.deepEqual([1, 2, 3, 4, 11, 12, 13, 21, 102].map(ordinal), ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "102nd"]);
  const level = { level: { number: 1, small_blind: 10, big_blind: 20, ante: 0, length: 10 }, next: null, left: 125 };
  assert.deepEqual([leftText({ ...level, unit: "minutes" }, 5), leftText({ ...level, unit: "hands", left: 1 }), leftText({ ...level, unit: "hands", left: null })], ["2:00", "1 hand", ""]);
  assert.deepEqual(["folds", "checks", "calls 100", "raises to 300", "bets 50", "raises to 900, all-in", "posts 50"].map(actionLetter), ["F", "X", "C", "R", "B", "A", ""]);
  assert.equal(seatWords(seat(1, { bet: 100, state: "all-in", stack: 0, position: "BTN" }), false, String), "p1, BTN, 0 behind, all-in, bet 100");
});

test("the graph is cut where the bankroll was reset", () => {
  const point = (what: "opened" | "tournament" | "reset", balance: number) => ({ table: null, what, title: "", time: "", balance, won: 0, without_luck: null, balance_without_luck: null, place: null, players: null });
  const points = [point("opened", 1000), point("tournament", 400), point("reset", 1000), point("tournament", 1500)];
  assert.deepEqual(linesOf(points, (one) => one.balance), [[[0, 10], [1, 4]], [[2, 10], [3, 15]]]);
  assert.deepEqual(linesOf(points, () => null), []);
});

test("sizes as they are typed: what is none is named, no more than nine, each once", () => {
  assert.deepEqual(readPresets("min, 3bb 2.5x;50%  A 300", 9), { presets: ["min", "3bb", "2.5x", "50%", "a", "300"], wrong: [] });
  assert.deepEqual(readPresets("min pot 0 .5 50", 9).wrong, ["pot", "0", ".5"]);
  assert.deepEqual(readPresets("1 2 3 2 1", 2).presets, ["1", "2"]);
});
