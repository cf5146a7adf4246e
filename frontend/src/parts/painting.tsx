/** Painting on a matrix by pointer or finger; and which suits of a class are painted. */
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { SUITS, suitName, suitSymbol } from "../cards";

/** What happens while somebody paints: the cell where he begins, every cell after it, the end. */
export interface Stroke {
  begin: (index: number) => void;
  paint: (index: number) => void;
  end: () => void;
}

export const NO_STROKE: Stroke = { begin: () => {}, paint: () => {}, end: () => {} };

/** A stroke over one cell. */
export function strokeAt(stroke: Stroke, index: number): void {
  stroke.begin(index);
  stroke.paint(index);
  stroke.end();
}

/** Handlers of a grid whose cells have `data-i`. */
export function useStroke(stroke: Stroke) {
  const last = useRef<number | null>(null); // the cell under the pointer while it is down
  const indexAt = (event: PointerEvent) => {
    const cell = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>("[data-i]");
    return cell && (event.currentTarget as Element).contains(cell) ? Number(cell.dataset.i) : null;
  };
  const end = () => {
    if (last.current === null) return;
    last.current = null;
    stroke.end();
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      const index = indexAt(event);
      if (index === null || event.button) return;
      event.preventDefault();
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
      (event.currentTarget as Element).querySelector<HTMLElement>(`[data-i="${index}"]`)?.focus({ preventScroll: true });
      last.current = index;
      stroke.begin(index);
      stroke.paint(index);
    },
    onPointerMove: (event: PointerEvent) => {
      if (last.current === null) return;
      const index = indexAt(event);
      if (index === null || index === last.current) return;
      last.current = index;
      stroke.paint(index);
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}

/** Suits of the higher and of the lower card that are painted; of a pair, in either order. */
export type SuitChoice = readonly [string, string];

export const ALL_SUITS: SuitChoice = [SUITS, SUITS];

export function hasSuits([high, low]: SuitChoice, hand: string): boolean {
  const fits = (first: string, second: string) => high.includes(first) && low.includes(second);
  return fits(hand[1]!, hand[3]!) || (hand[0] === hand[2] && fits(hand[3]!, hand[1]!));
}

export function SuitFilter({ value, onChange }: { value: SuitChoice; onChange: (value: SuitChoice) => void }): JSX.Element {
  const toggle = (place: 0 | 1, suit: string) => {
    const next = value[place].includes(suit) ? value[place].replace(suit, "") : [...SUITS].filter((one) => one === suit || value[place].includes(one)).join("");
    onChange(place ? [value[0], next] : [next, value[1]]);
  };
  return (
    <div class="row suits" role="group" aria-label="suits that are painted">
      {([0, 1] as const).map((place) => (
        <span key={place} class="row tight">
          <span class="small muted">{place ? "low" : "high"}</span>
          {[...SUITS].map((suit) => (
            <button key={suit} type="button" class={`icon ${suit}`} aria-pressed={value[place].includes(suit)} aria-label={`${place ? "lower" : "higher"} card of ${suitName(suit)}`} onClick={() => toggle(place, suit)}>{suitSymbol(suit)}</button>
          ))}
        </span>
      ))}
      {value.join("") !== ALL_SUITS.join("") && <button type="button" class="plain" onClick={() => onChange(ALL_SUITS)}>All suits</button>}
    </div>
  );
}
