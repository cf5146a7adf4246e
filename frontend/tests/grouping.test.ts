import assert from "node:assert/strict";
import { test } from "node:test";
import type { NodeColumns } from "../src/api";
import { classNames } from "../src/classes";
import { queryText, request } from "../src/client";
import { byMade, distribution, madeFilter, mean, weightsOf } from "../src/grouping";
import { moveColour, moveLetters } from "../src/moves";
import { amount, bytes, CHIPS, duration, fixed, percent } from "../src/numbers";
import { scale, ticks } from "../src/parts/charts";
import { gridStep } from "../src/grid";
import { openPath } from "../src/parts/runouts";
import { along } from "../src/parts/tree_strip";
import { formOf, spotOf } from "../src/spot_form";
import { digitWeight, Painted, withWeight } from "../src/weights";
import { linkTo, placeOf } from "../src/router";

const columns: NodeColumns = {
  combos: [0, 1, 2], reach: [1, 0.5, 1], share: [0.5, 0.25, 0.25], ev: [10, 20, null], equity: [0.5, 0.75, null],
  strategy: [[1, 0, 0.5], [0, 1, 0.5]], move_evs: [[10, 12, null], [9, 20, null]], made: [0, 1, 1], draws: [1, 0, 3],
};

test("means are by the chances of hands, and leave out what is not known", () => {
  const group = mean(columns, [0, 1, 2], 40);
  assert.equal(group.ev, (10 * 0.5 + 20 * 0.25) / 0.75);
  assert.deepEqual(group.strategy, [0.625, 0.375]);
  assert.equal(group.reach, 2.5);
  assert.equal(group.realisation, group.ev / (group.equity * 40));
  assert.ok(Number.isNaN(mean(columns, [], 40).ev));
});

test("hands are grouped and filtered by what they have made and draw to", () => {
  const names = byMade(columns, ["nothing", "pair"], ["flush draw", "gutshot"], 40).map((one) => one.name);
  assert.deepEqual(names, ["pair", "nothing", "flush draw", "gutshot"]);
  const both = madeFilter(columns, new Set([1]), new Set([0]))!;
  assert.deepEqual([0, 1, 2].filter(both), [2]);
  assert.equal(madeFilter(columns, new Set(), new Set()), null);
});

test("a distribution goes from the weakest hand to the strongest", () => {
  assert.deepEqual(distribution(columns, columns.equity), [[0, 0.5], [2 / 3, 0.5], [2 / 3, 0.75], [1, 0.75]]);
});

test("a range of a move weighs hands by how often they play it", () => {
  const known = { schema: "pokerlab/combos/1" as const, hands: ["2d2c", "2h2c", "2h2d"], class_of: [0, 0, 0], classes: ["22"] };
  assert.deepEqual(weightsOf(columns, known, 1), { "2h2c": 0.5, "2h2d": 0.5 });
});

test("bets are coloured by size, moves have letters", () => {
  const moves = [{ text: "fold", all_in: false }, { text: "call", all_in: false }, { text: "raise 60", all_in: false }, { text: "raise 150", all_in: false }, { text: "raise 900", all_in: true }];
  assert.deepEqual(moveLetters(moves), ["F", "C", "R1", "R2", "A"]);
  assert.equal(moveColour({ text: "bet 25", all_in: false }, 100), "var(--bet0)");
  assert.equal(moveColour({ text: "bet 300", all_in: false }, 100), "var(--bet3)");
  assert.notEqual(moveColour(moves[2]!, 100), moveColour(moves[3]!, 100));
});

test("addresses name pages and nodes, both ways", () => {
  const link = linkTo("browse", { solution: "a b.sol", path: "check/bet 18", empty: "" });
  assert.equal(link, "/browse?solution=a+b.sol&path=check/bet+18");
  const [pathname = "", search = ""] = link.split(/(?=\?)/);
  assert.deepEqual(placeOf({ pathname, search }), { page: "browse", query: { solution: "a b.sol", path: "check/bet 18" } });
  assert.equal(queryText({}), "");
});

test("names go into the path of a question, the rest into its query or body", () => {
  assert.deepEqual(request("GET solutions/{name}/node", { name: "a/b?", path: "x" }), { method: "GET", url: "/api/1/solutions/a/b%3F/node?path=x" });
  assert.deepEqual(request("POST jobs/{id}/cancel", { id: "7" }), { method: "POST", url: "/api/1/jobs/7/cancel", body: "{}" });
});

test("numbers as people read them", () => {
  assert.deepEqual([percent(0.12345), percent(null), fixed(-0.001), fixed(1234.5)], ["12.3%", "–", "0.00", "1,234.50"]);
  assert.deepEqual([fixed(-1234567.891, 1), fixed(999.999), fixed(-123.4, 0), amount(1234.5, CHIPS), amount(-1e6, CHIPS)], ["-1,234,567.9", "1,000.00", "-123", "1,234.5", "-1,000,000"]);
  assert.deepEqual([bytes(17700), bytes(999), bytes(2.5e9), duration(75), duration(7200)], ["17.7 kB", "999 B", "2.5 GB", "75 s", "2.0 h"]);
});

test("the matrix has pairs on the diagonal and suited hands above, and arrows walk it", () => {
  assert.deepEqual([classNames[0], classNames[1], classNames[13], classNames[14], classNames[168]], ["AA", "AKs", "AKo", "KK", "22"]);
  assert.deepEqual([gridStep("ArrowRight", 12), gridStep("ArrowDown", 0), gridStep("End", 14), gridStep("x", 0)], [12, 13, 25, null]);
});

test("axes have few round ticks, also logarithmic ones", () => {
  assert.deepEqual(ticks({ label: "", from: 0, to: 1 }), [0, 0.25, 0.5, 0.75, 1]);
  assert.deepEqual(ticks({ label: "", from: 0.4, to: 12, isLog: true }), [0.5, 1, 2, 5, 10]);
  assert.equal(scale({ label: "", from: 1, to: 100, isLog: true }, 0, 200)(10), 100);
});

test("run-outs leave out the last card of a path", () => {
  assert.equal(openPath({ node: "check/check/turn 9c/bet 36", kind: "decision" }), "check/check/turn/bet 36");
  assert.equal(openPath({ node: "x/turn 9c/x/x/river 2d", kind: "decision" }), "x/turn 9c/x/x/river");
  assert.equal(openPath({ node: "check/check", kind: "deal" }), "check/check");
  assert.equal(openPath({ node: "check", kind: "decision" }), null);
});

test("a spot goes into fields and comes back", () => {
  const spot = {
    name: "x", board: "Kh7h2c", pot: 55, stacks: [975, 1200], oop: "AA", ip: "KK", rake: { percent: 5, cap: "3bb" }, raise_cap: 2, all_in_past_cap: true,
    add: ["check/bet 40"], flop: { bet: "33%", donk: "", oop: { raise: "3x" } },
  };
  assert.deepEqual(spotOf(formOf(spot)), spot);
});

test("what was painted can be undone and done again", () => {
  const first = Painted.of(new Map());
  const second = first.changed(withWeight(first.weights, ["AsAh"], 0.5));
  assert.deepEqual([...second.undone().redone().weights], [["AsAh", 0.5]]);
  assert.equal(second.undone().canUndo, false);
  assert.deepEqual([...withWeight(second.weights, ["AsAh"], 0)], []);
  assert.deepEqual(["0", "5", "x"].map(digitWeight), [1, 0.5, null]);
});

test("the tree is walked along moves, through the cards", () => {
  const node = (index: number, kind: "decision" | "deal" | "fold", move: string | null, children: number[]) => ({
    index, kind, street: "flop" as const, player: "oop" as const, parent: null, move: move ? { text: move, amount: 0, all_in: false, size: "" } : null, committed: [0, 0] as [number, number], pot: 1, children,
  });
  const nodes = [node(0, "decision", null, [1, 4]), node(1, "deal", "check", [2]), node(2, "decision", null, [3]), node(3, "fold", "fold", []), node(4, "fold", "fold", [])];
  assert.deepEqual(along(nodes, ["check"]).map((one) => [one.node.index, one.taken]), [[0, 0], [2, 1]]);
});
