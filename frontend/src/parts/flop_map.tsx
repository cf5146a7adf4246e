/** The map of flops: a triangle for each high card, rows by middle and columns by low card, stripes by suits. */
import type { JSX } from "preact";
import { useMemo, useRef } from "preact/hooks";
import type { FlopRowRecord } from "../api";
import { cardsOf, RANKS } from "../cards";

const LOW_FIRST = [...RANKS].reverse().join("");
const EDGE = 0.92;

interface Stripe {
  row: FlopRowRecord;
  high: number;
  middle: number;
  low: number;
  pattern: number;
}

/** Where a flop is on the map: its ranks, and the pattern of its suits. */
export function placeOf(row: FlopRowRecord): Stripe {
  const cards = cardsOf(row.name).sort((a, b) => LOW_FIRST.indexOf(b[0]!) - LOW_FIRST.indexOf(a[0]!));
  const [high, middle, low] = cards.map((card) => LOW_FIRST.indexOf(card[0]!)) as [number, number, number];
  const [a, b, c] = cards.map((card) => card[1]!) as [string, string, string];
  const isPaired = high === middle || middle === low;
  const pattern = a === b && b === c ? 4 : isPaired ? (a === b || a === c || b === c ? 1 : 0) : a === b ? 1 : a === c ? 2 : b === c ? 3 : 0;
  return { row, high, middle, low, pattern };
}

/** `colours`: of a flop from bottom to top with their parts of the height; `words`: the same for those who do not see it. */
export function FlopMap(props: {
  rows: readonly FlopRowRecord[];
  colours: (row: FlopRowRecord) => readonly (readonly [string, number])[];
  words: (row: FlopRowRecord) => string;
  chosen: string | null;
  onChoose: (name: string) => void;
  onOpen: (name: string) => void;
}): JSX.Element {
  const map = useRef<HTMLDivElement>(null);
  const stripes = useMemo(() => props.rows.map(placeOf).sort((a, b) => b.high - a.high || b.middle - a.middle || b.low - a.low || a.pattern - b.pattern), [props.rows]);
  const cells = useMemo(() => {
    const found = new Map<string, Stripe[]>();
    for (const stripe of stripes) {
      const key = [stripe.high, stripe.middle, stripe.low].join();
      found.set(key, [...(found.get(key) ?? []), stripe]);
    }
    return [...found.values()];
  }, [stripes]);
  const names = stripes.map((stripe) => stripe.row.name);
  const here = names.includes(props.chosen ?? "") ? props.chosen! : (names[0] ?? "");
  const step = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (event.key === "Enter" && here) props.onOpen(here);
    else if (by) {
      const next = names[Math.min(Math.max(names.indexOf(here) + by, 0), names.length - 1)]!;
      props.onChoose(next);
      map.current?.querySelector<SVGElement>(`[data-flop="${next}"]`)?.focus();
    } else return;
    event.preventDefault();
  };
  return (
    <div class="flop-map" ref={map} role="listbox" aria-label="map of the flops" onKeyDown={step}>
      {Array.from({ length: 13 }, (_, index) => 12 - index).filter((high) => stripes.some((stripe) => stripe.high === high)).map((high) => (
        <svg key={high} viewBox={`0 0 ${high + 2} ${high + 2}`} style={{ width: `calc(var(--flop-cell) * ${high + 2})` }} role="group" aria-label={`${LOW_FIRST[high]} high`}>
          {Array.from({ length: high + 1 }, (__, rank) => (
            <g key={rank} aria-hidden="true">
              <text x={high - rank + 1.5} y="0.8" text-anchor="middle">{LOW_FIRST[rank]}</text>
              <text x={high - rank + 0.8} y={high - rank + 1.7} text-anchor="end">{LOW_FIRST[rank]}</text>
              {Array.from({ length: rank + 1 }, (___, low) => <rect key={low} class="none" x={high - low + 1.04} y={high - rank + 1.04} width={EDGE} height={EDGE} />)}
            </g>
          ))}
          {cells.filter((cell) => cell[0]!.high === high).flatMap((cell) => cell.map((stripe, place) => {
            const width = EDGE / cell.length;
            const [x, y] = [high - stripe.low + 1.04 + place * width, high - stripe.middle + 1.04];
            const { name } = stripe.row;
            let top = y + EDGE;
            return (
              <g key={name} data-flop={name} class={name === props.chosen ? "chosen" : ""} role="option" aria-selected={name === props.chosen} aria-label={`${name}: ${props.words(stripe.row)}`} tabIndex={name === here ? 0 : -1}
                onPointerEnter={() => props.onChoose(name)} onFocus={() => props.onChoose(name)} onClick={() => props.onOpen(name)}>
                <rect class="ground" x={x} y={y} width={width} height={EDGE} />
                {props.colours(stripe.row).map(([colour, part], index) => {
                  top -= EDGE * part;
                  return <rect key={index} x={x} y={top} width={width} height={EDGE * part} style={{ fill: colour }} />;
                })}
              </g>
            );
          }))}
        </svg>
      ))}
    </div>
  );
}
