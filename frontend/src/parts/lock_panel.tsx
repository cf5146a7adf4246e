/** Locks by painting: the brush, hands as text, what is locked so far, and the solve that follows. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { CombosAnswer, NodeNumbers, SolutionAnswer } from "../api";
import { ask, lineOf } from "../client";
import { type Draft, locksOf, type Mix, withMix, withMixes, withPart } from "../locks";
import { moveLetters, moveText } from "../moves";
import { percent, type Unit } from "../numbers";
import { go } from "../router";
import { coloursOf } from "./node_panels";
import { ALL_SUITS, type SuitChoice, SuitFilter } from "./painting";
import { Check, Field, TextField, Trouble } from "./widgets";

export interface Brush {
  /** null: what is painted becomes free. */
  mix: Mix | null;
  suits: SuitChoice;
}

export function firstBrush(node: NodeNumbers): Brush {
  return { mix: node.moves.map((_, index) => (index === 0 ? 1 : 0)), suits: ALL_SUITS };
}

interface LockPanelProps {
  node: NodeNumbers;
  facts: SolutionAnswer;
  known: CombosAnswer;
  unit: Unit;
  /** Places of the hands that the filters let through. */
  places: readonly number[];
  brush: Brush;
  onBrush: (brush: Brush) => void;
  draft: Draft;
  onDraft: (draft: Draft) => void;
  undo: (() => void) | null;
  onGo: (path: string) => void;
}

export function LockPanel(props: LockPanelProps): JSX.Element {
  const { node, known, brush, draft, onDraft } = props;
  const moves = node.moves.map((move) => move.text);
  const shown = props.places.map((place) => known.hands[node.columns.combos[place]!]!);
  const stands = () => new Map(props.places.map((place, index) => [shown[index]!, node.columns.strategy.map((column) => column[place] ?? 0)] as const));
  return (
    <section class="card panel locks" aria-label="locks">
      <header><h2>Lock</h2><span class="row tight"><button type="button" class="plain" disabled={!props.undo} onClick={() => props.undo?.()}>Undo</button></span></header>
      <div class="stack">
        <BrushBox node={node} unit={props.unit} brush={brush} onBrush={props.onBrush} />
        <SuitFilter value={brush.suits} onChange={(suits) => props.onBrush({ ...brush, suits })} />
        <div class="row">
          <button type="button" onClick={() => onDraft(withMix(draft, node.node, moves, shown, brush.mix))}>{brush.mix ? "Lock" : "Free"} all hands shown</button>
          <button type="button" onClick={() => onDraft(withMixes(draft, node.node, moves, stands()))} title="every hand shown plays on as it does now">Lock as it stands</button>
        </div>
        <ByText {...props} moves={moves} />
        <p class="muted small">Paint on the matrix by pointer, finger or space; single hands in their table. A filter of made hands or draws counts for painting, too.</p>
        <Locked draft={draft} onDraft={onDraft} onGo={props.onGo} here={node.node} unit={props.unit} />
        <SolveAgain node={node} facts={props.facts} draft={draft} />
      </div>
    </section>
  );
}

function BrushBox({ node, unit, brush, onBrush }: { node: NodeNumbers; unit: Unit; brush: Brush; onBrush: (brush: Brush) => void }): JSX.Element {
  const colours = coloursOf(node), letters = moveLetters(node.moves);
  const { mix } = brush;
  const set = (next: Mix | null) => onBrush({ ...brush, mix: next });
  return (
    <div class="mixer" role="group" aria-label="the brush">
      {node.moves.map((move, index) => (
        <div key={move.text} class="row">
          <button type="button" class="plain legend" aria-pressed={mix?.[index] === 1} onClick={() => set(node.moves.map((_, other) => (other === index ? 1 : 0)))} title={`${move.text} always`}>
            <i class={`swatch ${move.all_in ? "all-in" : ""}`} style={{ background: colours[index]! }}>{letters[index]}</i>{moveText(move.text, unit)}
          </button>
          <input type="range" min="0" max="100" value={Math.round(100 * (mix?.[index] ?? 0))} aria-label={`${moveText(move.text, unit)}, percent`} onInput={(event) => set(withPart(mix ?? node.moves.map(() => 1 / node.moves.length), index, Number(event.currentTarget.value) / 100))} />
          <output class="num">{mix ? percent(mix[index]!, 0) : "–"}</output>
        </div>
      ))}
      <button type="button" aria-pressed={mix === null} onClick={() => set(null)}>Free: erase locks</button>
    </div>
  );
}

function ByText(props: LockPanelProps & { moves: string[] }): JSX.Element {
  const { node, known, brush } = props;
  const [text, setText] = useState("");
  const [error, setError] = useState("");
  const lock = async () => {
    try {
      const { weights } = await ask("POST ranges", { text, dead: node.board });
      const held = new Set(node.columns.combos.map((combo) => known.hands[combo]!));
      const hands = Object.keys(weights).filter((hand) => held.has(hand));
      if (!hands.length) throw new Error(`${node.columns_of.toUpperCase()} holds none of these here`);
      setError("");
      setText("");
      props.onDraft(withMix(props.draft, node.node, props.moves, hands, brush.mix));
    } catch (problem) {
      setError(lineOf(problem));
    }
  };
  return (
    <form class="row top" onSubmit={(event) => { event.preventDefault(); void lock(); }}>
      <TextField class="grow" label="Hands as text" value={text} placeholder="QQ+, A5s, KhJh" onInput={setText} error={error || undefined} />
      <button type="submit" class="beside" disabled={!text.trim()}>{brush.mix ? "Lock these" : "Free these"}</button>
    </form>
  );
}

function Locked({ draft, onDraft, onGo, here, unit }: { draft: Draft; onDraft: (draft: Draft) => void; onGo: (path: string) => void; here: string; unit: Unit }): JSX.Element | null {
  const nodes = Object.entries(draft);
  if (!nodes.length) return null;
  return (
    <ul class="stack tight" aria-label="what is locked">
      {nodes.map(([node, lock]) => (
        <li key={node} class="row apart">
          <button type="button" class="plain" aria-current={node === here} onClick={() => onGo(node)}>{moveText(node, unit) || "the first decision"}</button>
          <span class="row tight"><span class="num muted">{Object.keys(lock.hands).length} hands</span>
            <button type="button" class="plain" aria-label={`free ${node || "the first decision"}`} onClick={() => { const { [node]: _, ...rest } = draft; onDraft(rest); }}>×</button></span>
        </li>
      ))}
    </ul>
  );
}

function SolveAgain({ node, facts, draft }: { node: NodeNumbers; facts: SolutionAnswer; draft: Draft }): JSX.Element {
  const [target, setTarget] = useState(() => String(Math.max(0.1, Number(facts.percent_of_pot.toPrecision(1)))));
  const [isHeld, setIsHeld] = useState(false);
  const [keeps, setKeeps] = useState(true);
  const [error, setError] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const player = node.columns_of;
  const start = async () => {
    setIsBusy(true);
    setError("");
    try {
      const { job } = await ask("POST solutions/{name}/locks", { name: facts.name, locks: locksOf(draft), target: Number(target), keep: keeps, ...(isHeld && { hold: player }) });
      go("jobs", { id: job.id });
    } catch (problem) {
      setError(lineOf(problem));
    }
    setIsBusy(false);
  };
  const isReady = (Object.keys(draft).length > 0 || isHeld) && Number(target) > 0;
  return (
    <div class="stack tight">
      <Check label={`all else of ${player.toUpperCase()} stays as it stands`} value={isHeld} onChange={setIsHeld} />
      <p class="muted small">{isHeld ? "Only the other player adapts: what he wins is what the locks give away." : "Both adapt: the locked player may make up for it elsewhere."}</p>
      {facts.locks.length > 0 && <Check label={`keep the ${facts.locks.length} locks it has`} value={keeps} onChange={setKeeps} />}
      <div class="row top">
        <Field label="Target, % of the pot" class="short-field" error={Number(target) > 0 ? undefined : "a number above 0"}><input value={target} inputMode="decimal" onInput={(event) => setTarget(event.currentTarget.value)} /></Field>
        <button type="button" class="primary beside grow" disabled={!isReady || isBusy} onClick={start}>Solve again to {target || "…"}%</button>
      </div>
      <Trouble line={error} />
    </div>
  );
}
