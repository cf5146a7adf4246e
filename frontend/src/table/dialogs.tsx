/** What a table asks or shows in front of it: leaving, prizes, chips for cash, why bots did what they did. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { TableState, WhyDecision, WhySeat } from "../api";
import { ask, lineOf } from "../client";
import { useLoaded } from "../loading";
import { amount, fixed, percent, type Unit } from "../numbers";
import { Dialog } from "../parts/dialog";
import { Field, toast, Trouble } from "../parts/widgets";
import { presetName, readPresets } from "./amounts";
import { MOST_PRESETS, PRESETS, useTableChoices } from "./choices";
import { blindsText, money, ordinal } from "./words";

export function AskLeave({ state, onClose }: { state: TableState; onClose: () => void }): JSX.Element {
  const [line, setLine] = useState("");
  const leave = () => ask("POST tables/{id}/leave", { id: state.id }).then(onClose, (error: unknown) => setLine(lineOf(error)));
  return (
    <Dialog title={`Leave ${state.title}?`} onClose={onClose}>
      <p>{state.kind === "cash" ? "Your chips go back to your bankroll, and the table is closed." : "Your seat stays: it posts its blinds and folds until its chips are gone. A prize that it still reaches is yours. You cannot come back to play it."}</p>
      <p class="muted">Closing the page leaves nothing: the table waits for you.</p>
      <Trouble line={line} />
      <div class="row"><button type="button" onClick={leave}>Leave the table</button><button type="button" class="primary" onClick={onClose}>Stay</button></div>
    </Dialog>
  );
}

export function Prizes({ state, unit, onClose }: { state: TableState; unit: Unit; onClose: () => void }): JSX.Element {
  const order = [...state.seats].sort((a, b) => (a.place ?? 0) - (b.place ?? 0) || b.stack - a.stack);
  const level = state.level;
  return (
    <Dialog title="Players and prizes" onClose={onClose}>
      {level && <p>Level {level.level.number}: {blindsText(level.level)}{level.next && <span class="muted">, then {blindsText(level.next)}</span>}</p>}
      <div class="row">{state.prizes.filter((prize) => prize > 0).map((prize, index) => <span key={index} class="prize"><span class="muted">{ordinal(index + 1)}</span> <b class="num">{money(prize, state.currency)}</b></span>)}</div>
      <table>
        <thead><tr><th class="left">player</th><th>{unit.name}</th><th>place</th><th>prize</th></tr></thead>
        <tbody>{order.map((seat) => (
          <tr key={seat.seat}><td class="left">{seat.name}{seat.level ? <span class="muted small"> level {seat.level}</span> : null}</td><td>{seat.place ? "–" : amount(seat.stack + seat.bet, unit)}</td><td>{seat.place ? ordinal(seat.place) : "–"}</td><td>{seat.prize ? money(seat.prize, state.currency) : "–"}</td></tr>
        ))}</tbody>
      </table>
      {state.seed && <p class="muted small">The cards came from seed <span class="mono">{state.seed}</span>.</p>}
    </Dialog>
  );
}

export function TopUp({ state, onClose }: { state: TableState; onClose: () => void }): JSX.Element {
  const [to, setTo] = useState("100");
  const [line, setLine] = useState("");
  const send = () => ask("POST tables/{id}/topup", { id: state.id, to: Number(to) }).then(() => { toast("topped up before the next hand"); onClose(); }, (error: unknown) => setLine(lineOf(error)));
  return (
    <Dialog title="Top up" onClose={onClose}>
      <Field label="To how many big blinds (20 to 200)" error={line}><input class="num" inputMode="numeric" value={to} onInput={(event) => { setTo(event.currentTarget.value); setLine(""); }} /></Field>
      <div class="row"><button type="button" class="primary" onClick={send}>Top up to {to} bb</button></div>
    </Dialog>
  );
}

/** The sizes of bets that are ready at a press, on a phone as on a desk. */
export function Sizes({ onClose }: { onClose: () => void }): JSX.Element {
  const [choices, change] = useTableChoices();
  const [text, setText] = useState(choices.presets.join(" "));
  const { presets, wrong } = readPresets(text, MOST_PRESETS);
  const error = wrong.length ? `'${wrong[0]}' is no size: min, 300, 3bb, 2.5x, 50% or a` : presets.length ? "" : "at least one size";
  const save = () => { if (!error) { change({ presets }); onClose(); } };
  return (
    <Dialog title="Sizes of bets" onClose={onClose}>
      <Field label={`Up to ${MOST_PRESETS}, apart by spaces; the digits choose them`} error={error}><input class="num" autoComplete="off" spellcheck={false} value={text} onInput={(event) => setText(event.currentTarget.value)} onKeyDown={(event) => { if (event.key === "Enter") save(); }} /></Field>
      <p class="num muted">{presets.map((preset) => presetName(preset)).join(" · ")}</p>
      <div class="row"><button type="button" class="primary" disabled={Boolean(error)} onClick={save}>Keep these sizes</button><button type="button" onClick={() => setText(PRESETS.join(" "))}>As they were shipped</button></div>
    </Dialog>
  );
}

/** The decisions of bots in a hand, each with its rule. */
export function Why({ id, hand, last, onClose }: { id: string; hand: number; last: number; onClose: () => void }): JSX.Element {
  const [number, setNumber] = useState(hand);
  const why = useLoaded((signal) => (number > 0 ? ask("GET tables/{id}/hands/{number}/why", { id, number }, signal) : Promise.resolve(null)), [id, number]);
  const words = useLoaded((signal) => (number > 0 ? ask("GET tables/{id}/hands/{number}", { id, number }, signal) : Promise.resolve(null)), [id, number]);
  return (
    <Dialog title={`Hand ${number}: why?`} onClose={onClose}>
      {last > 1 && <div class="row"><button type="button" class="icon" aria-label="the hand before" disabled={number <= 1} onClick={() => setNumber(number - 1)}>‹</button><span class="num">hand {number} of {last}</span><button type="button" class="icon" aria-label="the next hand" disabled={number >= last} onClick={() => setNumber(number + 1)}>›</button></div>}
      {number <= 0 && <p class="empty">No hand is over yet: after the first one you can ask here why your opponents did what they did.</p>}
      <Trouble line={why.error || words.error} />
      {words.value && <details><summary>The hand in words</summary><ol class="plain-list small">{words.value.words.map((line, index) => <li key={index}>{line}</li>)}</ol></details>}
      {why.value?.seats.map((seat) => <SeatWhy key={seat.seat} seat={seat} />)}
    </Dialog>
  );
}

function SeatWhy({ seat }: { seat: WhySeat }): JSX.Element {
  return (
    <section class="stack tight">
      <h3>{seat.name}</h3>
      {seat.line && <p class="muted">{seat.line}</p>}
      {seat.decisions.map((one, index) => <DecisionWhy key={index} one={one} />)}
    </section>
  );
}

function DecisionWhy({ one }: { one: WhyDecision }): JSX.Element {
  const chances = Object.entries(one.chances).filter(([, part]) => part > 0.0005).sort((a, b) => b[1] - a[1]);
  return (
    <details class="why">
      <summary><b>{one.street}</b> {one.done}{one.hand && <span class="muted"> with {one.hand}</span>}</summary>
      <p>Rule: <code>{one.rule}</code></p>
      <p class="num">{chances.map(([move, part]) => `${move} ${percent(part, 0)}`).join(" · ")}</p>
      {one.draw !== null && <p class="num">Draw: {one.draw.toLocaleString("en")} of 65,535, which says {one.drawn}{one.drawn !== one.done && <span class="muted"> (by the rules as they are now; then it was {one.done})</span>}</p>}
      <dl class="why-inputs">{Object.entries(one.inputs).map(([name, value]) => <div key={name}><dt>{name.replaceAll("_", " ")}</dt><dd class="num">{typeof value === "number" ? fixed(value, Number.isInteger(value) ? 0 : 3) : value}</dd></div>)}</dl>
      {one.bands.length > 0 && <p class="small muted num">Of all hands, strongest first: {one.bands.map((band) => `${percent(band.first, 0)}–${percent(band.last, 0)} ${band.what}`).join(", ")}; this one is at {percent(one.place, 0)}.</p>}
    </details>
  );
}
