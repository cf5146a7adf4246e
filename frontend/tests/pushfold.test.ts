import assert from "node:assert/strict";
import { test } from "node:test";
import { numberOf, numbersOf } from "../src/address";
import type { PushFoldAnswer, PushFoldDecision } from "../src/api";
import { csvText } from "../src/exports";
import { CHIPS } from "../src/numbers";
import { chipsOf } from "../src/parts/chip_input";
import { chartCells, fixedOf, gainOf, nameOf, questionOf, USUAL, withFixed, worthOf } from "../src/pushfold";

const column = <T,>(value: T): T[] => Array<T>(169).fill(value);
const decision: PushFoldDecision = {
  player: 2, position: "BB", kind: "overcall", against: [0, 1], reached: 0.1, percent: 50, comes_up: true, range: "*:0.5", indifferent: ["AA"],
  columns: { frequency: column(0.5), all_in: [null, ...column<number | null>(30).slice(1)], fold: column(20), own_gain: column(0) },
};
const answer = { positions: ["BTN", "SB", "BB"], payouts: [65, 35], bounties: null, decisions: [decision] } as unknown as PushFoldAnswer;

test("fields become a question, and what is no number is said at its field", () => {
  const { question } = questionOf({ ...USUAL, stacks: "10,12.5", sb: "0.5", bb: "1", payouts: "65,35", bounties: "5,5", fixed: "0~22+,A2s:0.5;1-0~AA" });
  assert.deepEqual(question?.stacks, [10, 12.5]);
  assert.deepEqual(question?.bounties, [5, 5]);
  assert.deepEqual(question?.fixed, [{ player: 0, against: [], range: "22+,A2s:0.5" }, { player: 1, against: [0], range: "AA" }]);
  assert.equal(questionOf(USUAL).question?.payouts, null);
  assert.deepEqual(questionOf({ ...USUAL, stacks: "10,x", ante: "" }), { question: null, errors: { "stacks.1": "'x' is no number", ante: "'' is no number" } });
});

test("painted ranges are put, changed and taken back", () => {
  const one = withFixed("", "0", "22+");
  assert.equal(withFixed(withFixed(one, "2-0", "AA"), "0", "KK"), "2-0~AA;0~KK");
  assert.equal(withFixed(one, "0", null), "");
  assert.deepEqual(fixedOf("2-0~AA"), [[[2, 0], "AA"]]);
});

test("charts say what they show in words, and nothing of hands that never get there", () => {
  assert.equal(nameOf(answer, decision), "BB overcall against BTN and SB");
  assert.deepEqual([gainOf(decision, 0), gainOf(decision, 1)], [null, 10]);
  const cells = chartCells(decision, "range", worthOf(answer, { bb: 0, name: "chips" }));
  assert.equal(cells[0]!.isMuted, true);
  assert.equal(cells[1]!.words, "all-in 50.0%, earns +10.000 % of the prizes");
});

test("numbers and tables are read and written", () => {
  assert.deepEqual(numbersOf("1, 2.5/3\n4e3"), [1, 2.5, 3, 4000]);
  assert.equal(numbersOf("1, two"), null);
  assert.deepEqual(["5", "-1", "0x10", "", "1,5", "."].map(numberOf), [5, -1, null, null, null, null]);
  assert.equal(csvText(["a", "b"], [["x,y", 1], ['"', null]]), 'a,b\n"x,y",1\n"""",\n');
});

test("chips are typed in the unit that is shown, or in the one that is named", () => {
  const bb = { bb: 100, name: "bb" };
  const typed: [string, typeof bb][] = [["1500", CHIPS], ["15bb", CHIPS], ["12.5", bb], ["1500c", bb], ["12,5", bb], ["1,500", CHIPS], ["many", bb], ["", CHIPS]];
  assert.deepEqual(typed.map(([text, unit]) => chipsOf(text, unit, 100)), ["1500", "1500", "1250", "1500", "1250", "1500", "many", ""]);
});
