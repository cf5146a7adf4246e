import assert from "node:assert/strict";
import { test } from "node:test";
import { fits, isFree, placeTable, planTable, snapped, turned } from "../src/table/geometry";

/** What is left for a table between its heading and its buttons, of screens from 360 to 2560 px, and of tiles. */
const AREAS = [[360, 470], [390, 660], [412, 700], [820, 980], [720, 330], [716, 400], [1024, 560], [1440, 720], [1920, 900], [2560, 1240], [640, 300]] as const;

test("nothing overlaps at 2 to 10 seats, however the table is turned", () => {
  for (const [width, height] of AREAS) {
    for (let seats = 2; seats <= 10; seats++) {
      const plan = planTable({ width, height }, seats);
      assert.ok(fits(plan, 0, 720), `${width} x ${height}, ${seats} seats: ${JSON.stringify(plan)}`);
    }
  }
});

test("the board is the largest thing, and grows with the table", () => {
  let before = 0;
  for (const [width, height] of [[360, 470], [820, 560], [1440, 720], [2560, 1240]] as const) {
    const plan = planTable({ width, height }, 9);
    assert.ok(plan.board >= plan.others);
    assert.ok(plan.board >= before);
    before = plan.board;
  }
  assert.ok(planTable({ width: 360, height: 470 }, 10).board >= 30);
  assert.ok(planTable({ width: 1440, height: 720 }, 9).board >= 60);
});

test("I sit at the bottom, others follow clockwise and evenly", () => {
  const plan = planTable({ width: 1000, height: 600 }, 6);
  const { seats } = placeTable(plan, 0);
  const middle = seats.map((box) => [box.left + box.width / 2, box.top + box.height / 2] as const);
  assert.ok(Math.abs(middle[0]![0] - 500) < 1 && middle[0]![1] > 450);
  assert.ok(middle[1]![0] < 300 && middle[1]![1] > 300);
  assert.ok(Math.abs(middle[3]![0] - 500) < 1 && middle[3]![1] < 150);
  const turned = placeTable(plan, 1 / 6).seats[5]!;
  assert.ok(Math.abs(turned.left + turned.width / 2 - 500) < 2);
});

test("a whole turn changes nothing", () => {
  const plan = planTable({ width: 800, height: 500 }, 7);
  const [one, two] = [placeTable(plan, 0.25), placeTable(plan, 1.25)];
  one.seats.forEach((box, seat) => assert.ok(Math.abs(box.left - two.seats[seat]!.left) + Math.abs(box.top - two.seats[seat]!.top) < 1e-6));
  assert.ok(isFree(one, plan.area, 0));
});

test("a finger turns the table by the angle it goes around the middle, the short way", () => {
  const area = { width: 400, height: 400 };
  assert.ok(Math.abs(turned({ x: 200, y: 400 }, { x: 0, y: 200 }, area) - 0.25) < 1e-9);
  assert.ok(Math.abs(turned({ x: 0, y: 190 }, { x: 0, y: 210 }, area)) < 0.05);
  assert.equal(snapped(0.26, 4), 0.25);
  assert.equal(snapped(0.99, 4), 0);
});
