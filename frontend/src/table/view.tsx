/** One table: its heading, the felt, what is done, what happened. */
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { TableState } from "../api";
import { ask, lineOf } from "../client";
import { useMedia } from "../loading";
import { amount, type Unit, unitOf } from "../numbers";
import { Dialog } from "../parts/dialog";
import { toast, Trouble } from "../parts/widgets";
import { linkTo } from "../router";
import { useSettings } from "../settings";
import { ActionBar, type Hands } from "./bar";
import { keepTurn, useTableChoices } from "./choices";
import { type Table, useTable } from "./connection";
import { PlayingCard } from "./deck";
import { AskLeave, Prizes, Sizes, TopUp, Why } from "./dialogs";
import { Felt } from "./felt";
import type { Plan } from "./geometry";
import { HandLog } from "./log";
import { Opponents } from "./opponent";
import { blindsText, gain, leftText } from "./words";

export interface TableViewProps {
  id: string;
  /** Whether keys are for this one. */
  isActive: boolean;
  onActive: () => void;
  /** One of several beside each other. */
  isTile: boolean;
  /** What keys do here, for the page. */
  onHands: (id: string, hands: { current: Hands | null }) => void;
  onTurn: (id: string, waits: boolean, title: string) => void;
}

type Opened = "leave" | "prizes" | "topup" | "why" | "log" | "sizes" | null;

export function TableView(props: TableViewProps): JSX.Element {
  const table = useTable(props.id);
  const state = table.seen?.state ?? null;
  const hands = useRef<Hands | null>(null);
  const [settings] = useSettings();
  const [choices] = useTableChoices();
  const [plan, setPlan] = useState<Plan | null>(null);
  const [opened, setOpened] = useState<Opened>(null);
  const isNarrow = useMedia("(max-width: 700px)") || props.isTile;
  useEffect(() => props.onHands(props.id, hands), [props.id]);
  const waits = Boolean(state?.legal) && !table.isSending;
  useEffect(() => { if (state) props.onTurn(props.id, waits, state.title); }, [waits, state?.title]);
  if (!state) return <article class="table-view empty-table" aria-label="table"><p class="muted" role="status">Opening the table…</p></article>;
  const unit = unitOf(settings.unit, state.blinds[1]);
  const showsLog = choices.hasLog && !isNarrow;
  return (
    <article class={`table-view ${props.isActive ? "active" : ""} ${waits ? "waits" : ""} ${props.isTile ? "tile-view" : ""}`} aria-label={state.title} onPointerDown={props.onActive} onFocusIn={props.onActive}>
      <Heading state={state} isTile={props.isTile} onOpen={setOpened} />
      {state.trouble && <Trouble line={state.trouble} />}
      <Felt state={state} unit={unit} onPlan={setPlan} />
      <footer class={`table-foot ${showsLog ? "with-log" : ""}`}>
        {showsLog && <HandLog log={table.seen!.log} onWhy={() => setOpened("why")} canAsk={state.hand > 0} />}
        <div class="bar-side">
          <Status table={table} state={state} unit={unit} plan={plan} onWhy={() => setOpened("why")} onLog={showsLog ? null : () => setOpened("log")} />
          <ActionBar table={table} state={state} unit={unit} isNarrow={isNarrow} onSizes={() => setOpened("sizes")} hands={hands} />
        </div>
      </footer>
      <Spoken table={table} state={state} unit={unit} />
      <Opponents state={state} isActive={props.isActive || !props.isTile} />
      {opened === "leave" && <AskLeave state={state} onClose={() => setOpened(null)} />}
      {opened === "prizes" && <Prizes state={state} unit={unit} onClose={() => setOpened(null)} />}
      {opened === "topup" && <TopUp state={state} onClose={() => setOpened(null)} />}
      {opened === "sizes" && <Sizes onClose={() => setOpened(null)} />}
      {opened === "why" && <Why id={state.id} hand={state.hand_is_over ? state.hand : state.hand - 1} last={state.hand_is_over ? state.hand : state.hand - 1} onClose={() => setOpened(null)} />}
      {opened === "log" && <Dialog title="What happened" class="log-sheet" onClose={() => setOpened(null)}><HandLog log={table.seen!.log} onWhy={() => setOpened("why")} canAsk={state.hand > 0} /></Dialog>}
    </article>
  );
}

const SPEEDS = ["instant", "quick", "normal", "slow"] as const;

function Heading({ state, isTile, onOpen }: { state: TableState; isTile: boolean; onOpen: (what: Opened) => void }): JSX.Element {
  const passed = usePassed(state);
  const level = state.level;
  const left = level ? leftText(level, passed) : "";
  const tell = (asked: Promise<unknown>) => asked.catch((error: unknown) => toast(lineOf(error)));
  const menu = useRef<HTMLDetailsElement>(null);
  const pick = (run: () => void) => () => { if (menu.current) menu.current.open = false; run(); };
  return (
    <header class="table-head">
      <h1 class="clip">{state.title}</h1>
      <span class="table-facts num">
        <span><b>{level ? blindsText(level.level) : blindsText({ small_blind: state.blinds[0], big_blind: state.blinds[1], ante: state.blinds[2] })}</b></span>
        {level && left && <span class="only-narrow left-of-level muted">{left}</span>}
        {level && <span class="less">level {level.level.number}{level.next && left ? <>, <span class="muted">{blindsText(level.next)} in {left}</span></> : ""}</span>}
        {state.kind === "tournament" && <button type="button" class="plain fact" onClick={() => onOpen("prizes")} aria-label={`${state.players_left} of ${state.seats.length} players left: players and prizes`}>{state.players_left}<span class="less"> of </span><span class="only-narrow">/</span>{state.seats.length}<span class="less"> left</span></button>}
        {state.cash_won !== null && state.chip !== null && <span class={state.cash_won > 0 ? "good" : state.cash_won < 0 ? "bad" : ""}>{gain(state.cash_won * state.chip, state.currency)}</span>}
      </span>
      <details ref={menu} class="menu" onKeyDown={(event) => { if (event.key === "Escape" && menu.current?.open) { menu.current.open = false; event.stopPropagation(); } }}>
        <summary aria-label="more of this table" title="more">⋯</summary>
        <div class="menu-list">
          <label class="row apart">Speed
            <select value={state.speed} onChange={(event) => tell(ask("POST tables/{id}/settings", { id: state.id, speed: event.currentTarget.value as (typeof SPEEDS)[number] }))}>
              {SPEEDS.map((speed) => <option key={speed} value={speed}>{speed}</option>)}
            </select>
          </label>
          <label class="check"><input type="checkbox" checked={state.after_fold} onChange={(event) => tell(ask("POST tables/{id}/settings", { id: state.id, after_fold: event.currentTarget.checked }))} />Straight to the next hand after a fold</label>
          <label class="check"><input type="checkbox" checked={state.away} onChange={(event) => tell(ask("POST tables/{id}/sitout", { id: state.id, away: event.currentTarget.checked }))} />Sit out</label>
          {state.kind === "tournament" && <button type="button" onClick={pick(() => onOpen("prizes"))}>Players and prizes</button>}
          {state.kind === "cash" && <button type="button" onClick={pick(() => onOpen("topup"))}>Top up…</button>}
          <button type="button" onClick={pick(() => onOpen("log"))}>What happened</button>
          <button type="button" onClick={pick(() => onOpen("sizes"))}>Sizes of bets…</button>
          <button type="button" onClick={pick(() => keepTurn(state.id, 0))}>Me at the bottom</button>
          {!isTile && <button type="button" onClick={pick(() => void open(linkTo("table", { id: state.id }), `pokerlab-${state.id}`, "popup,width=980,height=720"))}>A window of its own</button>}
          {isTile && <a class="button" href={linkTo("table", { id: state.id })} target={`pokerlab-${state.id}`}>A window of its own</a>}
          {!state.left && state.state === "playing" && <button type="button" onClick={pick(() => onOpen("leave"))}>Leave…</button>}
        </div>
      </details>
    </header>
  );
}

/** Seconds since the table said how long its level lasts. */
function usePassed(state: TableState): number {
  const [passed, setPassed] = useState(0);
  const isTimed = state.level?.unit === "minutes" && state.level.left !== null && state.state === "playing";
  useEffect(() => {
    setPassed(0);
    if (!isTimed) return;
    const from = Date.now();
    const timer = setInterval(() => setPassed((Date.now() - from) / 1000), 1000);
    return () => clearInterval(timer);
  }, [isTimed, state.level?.left, state.level?.level.number]);
  return passed;
}

/** A line above the buttons: what was refused, how it ended, my hand in words. */
function Status({ table, state, unit, plan, onWhy, onLog }: { table: Table; state: TableState; unit: Unit; plan: Plan | null; onWhy: () => void; onLog: (() => void) | null }): JSX.Element {
  const mine = state.seats[state.hero];
  const winner = state.hand_is_over ? state.seats.filter((seat) => seat.won > 0) : [];
  const says = winner.map((seat) => `${seat.is_hero ? "You win" : `${seat.name} wins`} ${amount(seat.won, unit)}${seat.hand ? ` with ${seat.hand}` : ""}`).join(", ");
  return (
    <div class="table-status">
      {plan?.isCompact && mine && mine.cards.length > 0 && <span class={`status-cards ${mine.state}`}>{mine.cards.map((card, index) => <PlayingCard key={index} card={card} width={30} />)}</span>}
      {table.refusal ? <span class="error grow" role="alert">{table.refusal}</span>
        : state.result ? <span class="grow"><b>{state.result}</b>{state.state === "over" && <> · <a href="/play">to the lobby</a></>}</span>
        : <span class="grow clip">{says || state.hero_hand || (state.left ? "You have left; your seat is blinded out." : "")}{state.clock && state.legal ? <Countdown seconds={state.clock.seconds} bank={state.clock.bank} at={table.seen!.number} /> : null}</span>}
      {state.hand_is_over && <button type="button" class="plain tight" onClick={onWhy}>Why?</button>}
      {onLog && <button type="button" class="plain tight" onClick={onLog} aria-label="what happened" title="what happened">☰</button>}
    </div>
  );
}

function Countdown({ seconds, bank, at }: { seconds: number; bank: number; at: number }): JSX.Element {
  const [passed, setPassed] = useState(0);
  useEffect(() => {
    setPassed(0);
    const from = Date.now();
    const timer = setInterval(() => setPassed((Date.now() - from) / 1000), 500);
    return () => clearInterval(timer);
  }, [at]);
  const left = seconds - passed;
  return <span class="num muted"> · {left > 0 ? `${Math.ceil(left)} s` : `time bank ${Math.max(0, Math.ceil(bank + left))} s`}</span>;
}

/** For those who listen: board, actions, and one's turn. */
function Spoken({ table, state, unit }: { table: Table; state: TableState; unit: Unit }): JSX.Element {
  const [lines, setLines] = useState<readonly string[]>([]);
  const seen = table.seen;
  useEffect(() => {
    if (!seen) return;
    const said = [...seen.said];
    if (state.legal) said.push(`Your turn, ${state.legal.to_call ? `${amount(state.legal.to_call, unit)} to call` : "check or bet"}${state.hero_hand ? `, you have ${state.hero_hand}` : ""}`);
    if (said.length) setLines(said);
  }, [seen?.number]);
  return <div class="hidden" role="log" aria-live="polite" aria-label={`${state.title}, spoken`}>{lines.map((line, index) => <p key={`${seen?.number} ${index}`}>{line}</p>)}</div>;
}

