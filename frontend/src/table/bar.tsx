/** What is done at the table: fold, call, raise with slider and box on one's turn, actions in advance before it. */
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { LegalNow, TableState } from "../api";
import { useLatest } from "../loading";
import { amount, type Unit } from "../numbers";
import { ADVANCES, type Advance, advanceOf, answered, canChoose, stands } from "./advance";
import { chipsAt, plainChips, positionOf, presetName, presetWords, SLIDER, snap, stepped } from "./amounts";
import { useTableChoices } from "./choices";
import type { Table } from "./connection";

/** What keys do, wherever the focus is. */
export interface Hands {
  fold: () => void;
  call: () => void;
  raise: () => void;
  allIn: () => void;
  preset: (index: number) => void;
  /** Enter: what was typed, or nothing. */
  confirm: () => void;
  clear: () => void;
  step: (steps: number) => void;
}

export interface BarProps {
  table: Table;
  state: TableState;
  unit: Unit;
  isNarrow: boolean;
  /** Change the sizes that are ready. */
  onSizes: () => void;
  /** Told to whoever holds the keys. */
  hands: { current: Hands | null };
}

export function ActionBar({ table, state, unit, isNarrow, onSizes, hands }: BarProps): JSX.Element {
  const [advance, setAdvance] = useState<Advance | null>(null);
  const chosen = useLatest(advance);
  useEffect(() => {
    const wanted = chosen.current;
    if (!wanted) return;
    const action = answered(wanted, state);
    if (action) table.act(action);
    if (action || state.legal || !stands(wanted, state)) setAdvance(null);
  }, [table.seen?.number]);
  if (state.legal) {
    return <Turn key={`${state.hand} ${state.street} ${state.legal.to_call} ${state.legal.min_raise}`} table={table} legal={state.legal} state={state} unit={unit} isNarrow={isNarrow} onSizes={onSizes} hands={hands} />;
  }
  hands.current = { ...NOTHING, clear: () => setAdvance(null) };
  const mine = state.seats[state.hero];
  if (mine?.state !== "in" || state.hand_is_over || state.left) return <div class="bar-rows" />;
  return (
    <div class="bar-rows advance" role="group" aria-label="in advance">
      {ADVANCES.filter(([kind]) => canChoose(kind, state) || advance?.kind === kind).map(([kind, words]) => (
        <button key={kind} type="button" aria-pressed={advance?.kind === kind} onClick={() => setAdvance(advance?.kind === kind ? null : advanceOf(kind, state))}>{words}</button>
      ))}
    </div>
  );
}

const NOTHING: Hands = { fold: () => {}, call: () => {}, raise: () => {}, allIn: () => {}, preset: () => {}, confirm: () => {}, clear: () => {}, step: () => {} };

/** What a phone's list has beside the sizes. */
const CHANGE = "change";

function Turn({ table, legal, state, unit, isNarrow, onSizes, hands }: { table: Table; legal: LegalNow; state: TableState; unit: Unit; isNarrow: boolean; onSizes: () => void; hands: { current: Hands | null } }): JSX.Element {
  const [choices] = useTableChoices();
  const [text, setText] = useState(""); // as it was typed, or chosen; empty: the least raise
  const box = useRef<HTMLInputElement>(null);
  const chip = Math.max(state.blinds[0], 1);
  const canRaise = legal.max_raise > 0;
  const typed = plainChips(text);
  const known = legal.presets.find((one) => one.text === text)?.to ?? null;
  const chips = text === "" ? legal.min_raise : (known ?? (typed === null ? null : typed));
  const isBet = !state.seats.some((seat) => seat.bet > 0);
  const verb = isBet ? "Bet" : "Raise to";
  const put = (value: number) => { setText(String(value)); table.forget(); };
  const choose = (preset: string) => { setText(preset); table.forget(); box.current?.focus({ preventScroll: true }); };
  const step = (steps: number) => put(chips === null ? legal.min_raise : stepped(snap(chips, legal, 1), steps, legal, chip));
  const isAllIn = chips !== null && chips === legal.max_raise;
  const raise = () => { if (canRaise) table.act(text === "" ? `raise ${legal.min_raise}` : typed !== null ? `raise ${typed}` : known !== null ? `raise ${known}` : text.trim()); };
  hands.current = {
    fold: () => { if (legal.fold) table.act("fold"); },
    call: () => table.act(legal.to_call ? "call" : "check"),
    raise,
    allIn: () => { if (canRaise) table.act("all-in"); else table.act(legal.to_call ? "call" : "check"); },
    preset: (index) => { const preset = choices.presets[index]; if (preset && canRaise) choose(preset); },
    confirm: () => { if (text) raise(); },
    clear: () => { setText(""); table.forget(); box.current?.blur(); },
    step,
  };
  const wheel = (event: WheelEvent) => { event.preventDefault(); step(event.deltaY < 0 ? 1 : -1); };
  const label = chips === null ? `${isBet ? "Bet" : "Raise"} ${text.trim()}` : isAllIn ? `All-in ${amount(chips, unit)}` : `${verb} ${amount(chips, unit)}`;
  const presets = choices.presets.map((preset, index) => ({ preset, index, to: legal.presets.find((one) => one.text === preset)?.to }));
  const titleOf = (one: (typeof presets)[number]) => `${presetWords(one.preset)}${one.to ? `: ${amount(one.to, unit)}` : ""} (${one.index + 1})`;
  return (
    <div class="bar-rows turn" role="group" aria-label="your turn">
      {canRaise && (
        <div class="bet-sizes" onWheel={wheel}>
          {isNarrow ? (
            <select aria-label="sizes" value="" onChange={(event) => { const value = event.currentTarget.value; event.currentTarget.value = ""; if (value === CHANGE) onSizes(); else if (value) choose(value); }}>
              <option value="">Size</option>
              {presets.map((one) => <option key={one.preset} value={one.preset}>{presetName(one.preset)}{one.to ? ` · ${amount(one.to, unit)}` : ""}</option>)}
              <option value={CHANGE}>Change these…</option>
            </select>
          ) : (
            <div class="presets" role="group" aria-label="sizes">
              {presets.map((one) => <button key={one.preset} type="button" class="tight" aria-pressed={text === one.preset} title={titleOf(one)} aria-label={titleOf(one)} onClick={() => choose(one.preset)}>{presetName(one.preset)}</button>)}
              <button type="button" class="plain tight" title="change the sizes" aria-label="change the sizes" onClick={onSizes}>✎</button>
            </div>
          )}
          <input type="range" min="0" max={SLIDER} value={chips === null ? 0 : positionOf(chips, legal)} aria-label="size of the bet" aria-valuetext={chips === null ? text : `${amount(chips, unit)} ${unit.name}`}
            onInput={(event) => put(chipsAt(Number(event.currentTarget.value), legal, chip))}
            onKeyDown={(event) => { const steps = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, PageUp: 5, PageDown: -5 }[event.key]; if (steps) { event.preventDefault(); step(steps); } }} />
          <input ref={box} class="num bet-text" inputMode="text" autoComplete="off" spellcheck={false} aria-label="bet: chips, 3bb, 2.5x, 50% or a" aria-invalid={Boolean(table.refusal)} placeholder={String(legal.min_raise)} value={text}
            onInput={(event) => { setText(event.currentTarget.value); table.forget(); }}
            onKeyDown={(event) => { const steps = { ArrowUp: 1, ArrowDown: -1 }[event.key]; if (steps) { event.preventDefault(); step(steps); } }} />
        </div>
      )}
      <div class="moves-row">
        {legal.fold && <button type="button" class="move fold" disabled={table.isSending} onClick={() => table.act("fold")}>Fold<kbd>F1</kbd></button>}
        <button type="button" class="move call" disabled={table.isSending} onClick={() => hands.current!.call()}>{legal.to_call ? <>Call <span class="num">{amount(legal.to_call, unit)}</span></> : "Check"}<kbd>F2</kbd></button>
        {canRaise && <button type="button" class="move raise" disabled={table.isSending} onClick={raise}><span class="num clip">{label}</span><kbd>F3</kbd></button>}
      </div>
    </div>
  );
}
