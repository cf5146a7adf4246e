import assert from "node:assert/strict";
import test from "node:test";
import { locksOf, rounded, withMix, withPart } from "../src/locks";

test("a mix adds up to 1, whatever part is changed", () => {
  for (const mix of [withPart([1, 0, 0], 0, 0.4), withPart([0.5, 0.3, 0.2], 1, 1), withPart([0.5, 0.3, 0.2], 2, 0)]) {
    assert.ok(Math.abs(mix.reduce((sum, part) => sum + part, 0) - 1) < 1e-12);
    assert.equal(Number(rounded(mix).reduce((sum, part) => sum + part, 0).toFixed(6)), 1);
  }
  assert.deepEqual(withPart([1, 0, 0], 0, 0.4), [0.4, 0.3, 0.3]);
});

test("hands that play alike are one range, and none are left of a node that is freed", () => {
  const moves = ["fold", "call"];
  let draft = withMix({}, "check/bet 5", moves, ["AhAs", "AdAc"], [0, 1]);
  draft = withMix(draft, "check/bet 5", moves, ["KhKs"], [1 / 3, 2 / 3]);
  assert.deepEqual(locksOf(draft), [{ node: "check/bet 5", hands: { "AhAs,AdAc": { call: 1 }, KhKs: { fold: 0.3333, call: 0.6667 } } }]);
  assert.deepEqual(withMix(draft, "check/bet 5", moves, ["AhAs", "AdAc", "KhKs"], null), {});
});
