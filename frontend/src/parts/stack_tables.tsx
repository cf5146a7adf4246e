/** The classic heads-up tables: the largest stack to push and to call with, by hand. */
import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { notNumber, numberOf, numbersOf } from "../address";
import type { StackTableAnswer } from "../api";
import { classNames } from "../classes";
import { ask } from "../client";
import { csvText, save, savePicture } from "../exports";
import { useLoaded, useRested } from "../loading";
import { mix } from "../moves";
import type { Form } from "../pushfold";
import { type Cell, Matrix } from "./matrix";
import { copy, TextField, Trouble } from "./widgets";

const KINDS = ["push", "call"] as const;

export function StackTables({ form, change }: { form: Form; change: (change: Partial<Form>) => void }): JSX.Element {
  const [small, big, ante] = [numberOf(form.sb), numberOf(form.bb), numberOf(form.ante)];
  const stacks = form.table.trim() ? numbersOf(form.table) : null;
  const wrong = form.table.trim() && !stacks?.length ? "stacks in big blinds, apart by commas" : "";
  const asked = useRested(JSON.stringify({ ...(stacks && { stacks }), small_blind: (small ?? 0) / (big || 1), ante: (ante ?? 0) / (big || 1) }), 250);
  const found = useLoaded((signal) => ask("POST stack-table", JSON.parse(asked) as object, signal), [asked]);
  const [pointed, setPointed] = useState<number | null>(null);
  const pinned = classNames.indexOf(form.hand) >= 0 ? classNames.indexOf(form.hand) : null;
  const table = found.value;
  const shown = classNames[pointed ?? pinned ?? 0]!;
  const pin = (index: number) => change({ hand: form.hand === classNames[index] ? "" : classNames[index]! });
  const field = (name: "sb" | "bb" | "ante", label: string, value: number | null) => <TextField label={label} value={form[name]} mode="decimal" onInput={(text) => change({ [name]: text })} error={value === null ? notNumber(form[name]) : undefined} />;
  const rows = () => classNames.map((hand) => [hand, ...KINDS.map((kind) => labelOf(table!, kind, hand))]);
  return (
    <div class="stack">
      <section class="card tables-bar" aria-label="table">
        <div class="fields table-fields">{field("sb", "Small blind", small)}{field("bb", "Big blind", big)}{field("ante", "Ante of each", ante)}<TextField label="Stacks of the table, big blinds" value={form.table} placeholder="1 to 20 in tenths" onInput={(text) => change({ table: text })} error={wrong || undefined} /></div>
        {table && (
          <div class="row">
            <button type="button" onClick={() => void copy(rows().map((row) => row.join("\t")).join("\n"), "table")}>Copy as text</button>
            <button type="button" onClick={() => save("heads-up.csv", csvText(["hand", ...KINDS], rows()))}>CSV</button>
            <button type="button" onClick={() => void savePicture("heads-up.png", KINDS.map((kind) => ({ title: `Largest stack to ${kind}, big blinds`, cells: cellsOf(table, kind) })), `Heads-up for chips, blinds ${form.sb}/${form.bb}, ante ${form.ante}; * not with every smaller stack`)}>PNG</button>
          </div>
        )}
      </section>
      <Trouble line={found.error} />
      {!table ? !found.error && <p class="muted" role="status">Solving {stacks?.length ?? 191} stacks…</p> : (
        <>
          <div class="two-charts even">
            {KINDS.map((kind) => <OneTable key={kind} table={table} kind={kind} pinned={pinned} onPoint={setPointed} onPin={pin} shown={shown} />)}
          </div>
          <p class="muted small">A hand counts as played if it is all-in more often than not; {Math.max(...table.stacks)}+: with all stacks of the table; * not with every smaller stack, point at it to see with which. Gaps in which all-in costs less than {table.tolerance} big blinds are closed.</p>
        </>
      )}
    </div>
  );
}

function OneTable({ table, kind, pinned, onPoint, onPin, shown }: { table: StackTableAnswer; kind: string; pinned: number | null; onPoint: (index: number | null) => void; onPin: (index: number) => void; shown: string }): JSX.Element {
  const cells = useMemo(() => cellsOf(table, kind), [table, kind]);
  return (
    <section class="card chart-card numbered" aria-label={`stacks to ${kind}`}>
      <header>
        <h2>{kind === "push" ? "Small blind pushes" : "Big blind calls"} <span class="muted">up to, bb</span></h2>
        <span class="num"><b>{shown}</b> {stacksText(table, kind, shown)}</span>
      </header>
      <Matrix cells={cells} label={`largest stack to ${kind}`} pinned={pinned} onPoint={onPoint} onPin={onPin} />
    </section>
  );
}

function cellsOf(table: StackTableAnswer, kind: string): Cell[] {
  const most = Math.max(...table.stacks);
  return classNames.map((hand) => {
    const stack = table.largest[kind]![hand]!;
    if (!stack) return { parts: [], height: 0, tag: "–", words: "never", isMuted: true };
    return { parts: [[mix("var(--scale)", "var(--raised)", 0.12 + 0.88 * Math.sqrt(stack / most)), 1] as const], height: 1, tag: labelOf(table, kind, hand), words: stacksText(table, kind, hand) };
  });
}

/** `12.3`, `20+` if that is all of the table, `*` if not with every smaller stack. */
function labelOf(table: StackTableAnswer, kind: string, hand: string): string {
  const stack = table.largest[kind]![hand]!;
  return stack ? `${stack}${stack === Math.max(...table.stacks) ? "+" : ""}${table.gaps[kind]!.includes(hand) ? "*" : ""}` : "–";
}

/** All stacks a hand is played with. */
function stacksText(table: StackTableAnswer, kind: string, hand: string): string {
  const [first, last] = [Math.min(...table.stacks), Math.max(...table.stacks)];
  const parts = table.intervals[kind]![hand]!.map(([from, to]) => (to === last ? (from === first ? "always" : `${from} bb and more`) : from === first ? `up to ${to} bb` : `${from} to ${to} bb`));
  return parts.join(", ") || "never";
}
