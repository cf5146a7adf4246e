/** The table itself: seats around an oval, bets, board and pots; turned by dragging. */
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { TableSeat, TableState } from "../api";
import { Cards } from "../cards";
import { amount, type Unit } from "../numbers";
import { shortChips } from "./amounts";
import { keepTurn, useTableChoices } from "./choices";
import { PlayingCard } from "./deck";
import { type Box, gapOf, outline, type Plan, placeTable, planTable, type Size, snapped, turned } from "./geometry";
import { actionLetter, money, ordinal, seatWords } from "./words";

export interface FeltProps {
  state: TableState;
  unit: Unit;
  /** Told how it is planned: without room my cards lie elsewhere. */
  onPlan: (plan: Plan) => void;
}

export function Felt({ state, unit, onPlan }: FeltProps): JSX.Element {
  const area = useRef<HTMLElement>(null);
  const size = useSize(area);
  const count = state.seats.length;
  const plan = useMemo(() => (size ? planTable(size, count) : null), [size?.width, size?.height, count]);
  useEffect(() => { if (plan) onPlan(plan); }, [plan]);
  const { turn, isDragged, ...drag } = useTurn(state.id, count, area);
  if (!plan || !size) return <section ref={area} class="felt-area" aria-label="table" />;
  const placed = placeTable(plan, turn);
  const left = (size.width - plan.area.width) / 2;
  const moved = (box: Box) => ({ transform: `translate(${(left + box.left).toFixed(1)}px, ${box.top.toFixed(1)}px)`, width: `${box.width}px`, height: `${box.height}px` });
  const order = state.seats.map((_, index) => (index - state.hero + count) % count);
  return (
    <section ref={area} class={`felt-area ${isDragged ? "dragged" : ""} ${plan.board < 44 ? "small" : ""}`} aria-label="table" {...drag}>
      <svg class="felt-line" width={size.width} height={size.height} aria-hidden="true"><path transform={`translate(${left})`} d={outline(plan)} /></svg>
      <Middle state={state} unit={unit} plan={plan} style={moved(placed.middle)} />
      {state.seats.map((seat, index) => (
        <Seat key={seat.seat} seat={seat} state={state} plan={plan} unit={unit} style={moved(placed.seats[order[index]!]!)} />
      ))}
      {state.seats.map((seat, index) => <Bet key={seat.seat} seat={seat} state={state} unit={unit} isSmall={plan.board < 44} style={moved(placed.bets[order[index]!]!)} />)}
    </section>
  );
}

type Style = Record<string, string>;

function Middle({ state, unit, plan, style }: { state: TableState; unit: Unit; plan: Plan; style: Style }): JSX.Element {
  const names = (pot: number) => (pot === 0 ? "main" : state.pots.length > 2 ? `side ${pot}` : "side");
  return (
    <div class="felt-middle" style={style}>
      <div class="felt-board" role="group" aria-label={state.board.length ? "board" : "board, no cards yet"} style={{ gap: `${gapOf(plan.board)}px` }}>
        {Array.from({ length: 5 }, (_, index) => {
          const card = state.board[index];
          const box = { width: `${plan.board}px`, height: `${Math.round(1.4 * plan.board)}px` };
          return card ? <PlayingCard key={index} card={card} width={plan.board} /> : <i key={index} class="slot" style={box} />;
        })}
      </div>
      <b class="felt-pot num">{state.pot > 0 ? <>Pot {amount(state.pot, unit)}{unit.bb ? " bb" : ""}</> : state.hand ? "" : "shuffling…"}</b>
      {state.pots.length > 1 && <span class="felt-pots num">{state.pots.map((pot, index) => <span key={index}>{names(index)}: {amount(pot.amount, unit)}</span>)}</span>}
    </div>
  );
}

function Seat({ seat, state, plan, unit, style }: { seat: TableSeat; state: TableState; plan: Plan; unit: Unit; style: Style }): JSX.Element {
  const isActing = state.actor === seat.seat && !state.hand_is_over;
  const width = seat.is_hero ? plan.mine : plan.others;
  const isWinning = seat.won > 0 && state.hand_is_over;
  const isShown = seat.cards.length > 0 && !seat.cards[0]!.includes("?");
  const chips = (value: number) => amount(value, unit);
  return (
    <div class={`seat-box ${seat.state} ${isActing ? "acts" : ""} ${isWinning ? "wins" : ""} ${seat.is_hero ? "own" : ""}`} style={style} role="group" aria-label={seatWords(seat, isActing, chips)}>
      {!plan.isCompact && seat.cards.length > 0 && (
        <span class="seat-cards">{seat.cards.map((card, index) => <PlayingCard key={index} card={card} width={width} isDim={seat.state === "folded" || (state.hand_is_over && !isWinning && isShown && !seat.is_hero)} />)}</span>
      )}
      <div class="plate" style={{ height: `${plan.plate.height}px` }}>
        {isActing && <Ring key={String(state.clock?.seconds)} clock={seat.is_hero ? state.clock?.seconds ?? null : null} />}
        <span class="plate-name">
          {plan.isCompact && isShown && !seat.is_hero ? <span class="plate-cards"><Cards text={seat.cards.join("")} /></span> : <span class="clip">{seat.name}</span>}
          {state.button === seat.seat && <i class="dealer" title="dealer">D</i>}
        </span>
        <span class="plate-stack num">
          {plan.isCompact && seat.cards.length > 0 && !isShown && <span class="mini-backs" aria-hidden="true"><i /><i /></span>}
          {stackText(seat, state, chips, plan.board < 44)}
        </span>
      </div>
    </div>
  );
}

function stackText(seat: TableSeat, state: TableState, chips: (value: number) => string, isSmall: boolean): string {
  if (seat.place) return seat.prize ? `${ordinal(seat.place)} · ${money(seat.prize, state.currency)}` : ordinal(seat.place);
  if (seat.state === "out") return "out";
  if (seat.state === "all-in" && !seat.stack) return "all-in";
  const text = chips(seat.stack);
  if (isSmall) return text;
  return seat.state === "folded" ? `${text} · folded` : seat.state === "away" ? `${text} · away` : text;
}

function Bet({ seat, state, unit, isSmall, style }: { seat: TableSeat; state: TableState; unit: Unit; isSmall: boolean; style: Style }): JSX.Element | null {
  const won = state.hand_is_over ? seat.won : 0;
  const letter = actionLetter(seat.last);
  if (won > 0) return <span class="bet-box" style={style} aria-hidden="true"><span class="wager won num">+{shortChips(won, unit, isSmall)}</span></span>;
  if (state.hand_is_over || (!seat.bet && letter !== "X")) return null;
  return (
    <span class="bet-box" style={style} aria-hidden="true">
      <span class="wager num">{letter && <i class={`letter ${letter}`}>{letter}</i>}{seat.bet ? shortChips(seat.bet, unit, isSmall) : "check"}</span>
    </span>
  );
}

/** Around whoever acts; it runs down where there is a clock. */
function Ring({ clock }: { clock: number | null }): JSX.Element {
  return (
    <svg class="ring" aria-hidden="true">
      <rect class="track" pathLength="100" />
      <rect class={clock === null ? "full" : "runs"} pathLength="100" {...(clock !== null && { style: { animationDuration: `${clock}s` } })} />
    </svg>
  );
}

/** The size of an element, as it changes. */
function useSize(element: { current: HTMLElement | null }): Size | null {
  const [size, setSize] = useState<Size | null>(null);
  useLayoutEffect(() => {
    const look = () => {
      const box = element.current?.getBoundingClientRect();
      if (box?.width && box.height) setSize({ width: Math.floor(box.width), height: Math.floor(box.height) });
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element.current!);
    return () => observer.disconnect();
  }, []);
  return size;
}

interface Turning {
  /** Of a whole turn. */
  turn: number;
  isDragged: boolean;
  onPointerDown: (event: PointerEvent) => void;
  onPointerMove: (event: PointerEvent) => void;
  onPointerUp: () => void;
  onPointerCancel: () => void;
}

const LEAST_DRAG = 6;

/** How the table is turned: kept in seats, followed exactly while a finger drags. */
function useTurn(table: string, seats: number, area: { current: HTMLElement | null }): Turning {
  const [choices] = useTableChoices();
  const kept = ((choices.turns[table] ?? 0) % seats) / seats;
  const [dragged, setDragged] = useState<number | null>(null);
  const from = useRef<{ x: number; y: number; turn: number; isFar: boolean } | null>(null);
  const pointOf = (event: PointerEvent) => {
    const box = area.current!.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const end = () => {
    if (dragged !== null) keepTurn(table, Math.round(snapped(dragged, seats) * seats) % seats);
    from.current = null;
    setDragged(null);
  };
  return {
    turn: dragged ?? kept,
    isDragged: dragged !== null,
    onPointerDown: (event) => {
      if (event.button || (event.target as Element).closest("button, a")) return;
      from.current = { ...pointOf(event), turn: kept, isFar: false };
    },
    onPointerMove: (event) => {
      const start = from.current;
      if (!start) return;
      const to = pointOf(event);
      if (!start.isFar) {
        if (Math.hypot(to.x - start.x, to.y - start.y) < LEAST_DRAG) return;
        start.isFar = true;
        area.current!.setPointerCapture(event.pointerId);
      }
      const box = area.current!.getBoundingClientRect();
      const turn = start.turn + turned(start, to, box);
      from.current = { ...to, turn, isFar: true };
      setDragged(turn);
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
