import assert from "node:assert/strict";
import test from "node:test";
import { LatestOnly } from "../src/latest";

/** Questions that are answered when the test says so. */
function asked() {
  const open: { question: string; answer: (text: string) => void; refuse: (error: Error) => void }[] = [];
  const told: string[] = [];
  const line = new LatestOnly<string, string>(
    (question) => new Promise((answer, refuse) => open.push({ question, answer, refuse })),
    { found: (value) => told.push(value), failed: (error) => told.push(String(error)) },
  );
  return { open, told, line, questions: () => open.map((one) => one.question) };
}

const settled = () => new Promise((done) => setImmediate(done));

test("a question is asked at once, and of those that come meanwhile only the latest", async () => {
  const { open, told, line, questions } = asked();
  for (const question of ["3", "33", "33%"]) line.ask(question);
  assert.deepEqual(questions(), ["3"]);
  open[0]!.answer("of 3");
  await settled();
  assert.deepEqual(questions(), ["3", "33%"]);
  open[1]!.answer("of 33%");
  await settled();
  assert.deepEqual(told, ["of 3", "of 33%"]);
  line.ask("50%");
  assert.deepEqual(questions(), ["3", "33%", "50%"]);
});

test("what fails does not stop the next, and after the end nothing is told or asked", async () => {
  const { open, told, line, questions } = asked();
  line.ask("a");
  line.ask("b");
  open[0]!.refuse(new Error("no"));
  await settled();
  assert.deepEqual([questions(), told], [["a", "b"], ["Error: no"]]);
  line.ask("c");
  line.end();
  open[1]!.answer("of b");
  await settled();
  assert.deepEqual([questions(), told], [["a", "b"], ["Error: no"]]);
});
