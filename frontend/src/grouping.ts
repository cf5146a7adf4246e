/** Hands put together: the server sends a number for each hand, the page shows classes, made hands and filters. */
import type { CombosAnswer, NodeColumns } from "./api";
import { ask } from "./client";

/** The mean of some hands by their chances, as `pokerlab show` has it; NaN for what is not known. */
export interface Group {
  /** Places in the columns. */
  places: number[];
  reach: number;
  share: number;
  ev: number;
  equity: number;
  realisation: number;
  strategy: number[];
  moveEvs: number[];
}

export type Filter = (place: number) => boolean;

let combos: Promise<CombosAnswer> | null = null;

/** The hands that all columns are about; asked for once. */
export function knownCombos(): Promise<CombosAnswer> {
  combos ??= ask("GET combos", {}).catch((error: unknown) => {
    combos = null;
    throw error;
  });
  return combos;
}

export function mean(columns: NodeColumns, places: number[], pot: number): Group {
  const sum = (column: (number | null)[]) => places.reduce((total, place) => total + (column[place] ?? 0), 0);
  const share = sum(columns.share);
  const weights = share > 0 ? columns.share : columns.reach;
  const average = (column: (number | null)[]) => {
    let [total, weight] = [0, 0];
    for (const place of places) {
      const value = column[place];
      if (value === null || value === undefined) continue;
      total += value * (weights[place] ?? 0);
      weight += weights[place] ?? 0;
    }
    return weight > 0 ? total / weight : NaN;
  };
  const [ev, equity] = [average(columns.ev), average(columns.equity)];
  return {
    places, reach: sum(columns.reach), share, ev, equity, realisation: equity > 0 ? ev / (equity * pot) : NaN,
    strategy: columns.strategy.map(average), moveEvs: columns.move_evs.map(average),
  };
}

/** The places that a filter lets through. */
export function chosen(columns: NodeColumns, filter: Filter | null): number[] {
  const all = columns.combos.map((_, place) => place);
  return filter ? all.filter(filter) : all;
}

const grouped = new WeakMap<NodeColumns, Group[]>();

/** A group for each of the 169 classes, in the order of the matrix; all hands of a node are put together once. */
export function byClass(columns: NodeColumns, known: CombosAnswer, pot: number, filter: Filter | null = null): Group[] {
  const before = filter ? undefined : grouped.get(columns);
  if (before) return before;
  const places: number[][] = known.classes.map(() => []);
  for (const place of chosen(columns, filter)) places[known.class_of[columns.combos[place]!]!]!.push(place);
  const groups = places.map((one) => mean(columns, one, pot));
  if (!filter) grouped.set(columns, groups);
  return groups;
}

let counted = { dead: "-", counts: [] as number[] };

/** How many hands of each class are possible beside some cards; those of the last board are known. */
export function possible(known: CombosAnswer, dead: string[]): number[] {
  const key = dead.join();
  if (counted.dead === key) return counted.counts;
  const counts = known.classes.map(() => 0);
  known.hands.forEach((hand, combo) => {
    if (!dead.includes(hand.slice(0, 2)) && !dead.includes(hand.slice(2))) counts[known.class_of[combo]!]! += 1;
  });
  counted = { dead: key, counts };
  return counts;
}

export interface NamedGroup extends Group {
  name: string;
  kind: "made" | "draw";
  index: number;
}

/** Made hands, the strongest first, then draws: those that somebody holds. */
export function byMade(columns: NodeColumns, madeNames: string[], drawNames: string[], pot: number): NamedGroup[] {
  const all = chosen(columns, null);
  const made = madeNames.map((name, index) => ({ name, index, kind: "made" as const, places: all.filter((place) => columns.made[place] === index) }));
  const draws = drawNames.map((name, index) => ({ name, index, kind: "draw" as const, places: all.filter((place) => columns.draws[place]! & (1 << index)) }));
  return [...made.reverse(), ...draws].filter((one) => one.places.length).map((one) => ({ ...one, ...mean(columns, one.places, pot) }));
}

/** A filter by what hands have made and what they draw to; none if nothing is chosen. */
export function madeFilter(columns: NodeColumns, made: ReadonlySet<number>, draws: ReadonlySet<number>): Filter | null {
  if (!made.size && !draws.size) return null;
  const bits = [...draws].reduce((sum, index) => sum | (1 << index), 0);
  return (place) => (!made.size || made.has(columns.made[place]!)) && (!bits || (columns.draws[place]! & bits) !== 0);
}

/** Points of a distribution: part of the range (from the weakest) and value there. */
export function distribution(columns: NodeColumns, values: (number | null)[]): [number, number][] {
  const hands = columns.combos
    .map((_, place) => [values[place] ?? NaN, columns.share[place] ?? 0] as const)
    .filter(([value, share]) => !Number.isNaN(value) && share > 0)
    .sort((a, b) => a[0] - b[0]);
  const total = hands.reduce((sum, [, share]) => sum + share, 0);
  const points: [number, number][] = [];
  let passed = 0;
  for (const [value, share] of hands) {
    points.push([passed / total, value]);
    passed += share;
    points.push([passed / total, value]);
  }
  return points;
}

/** The reach of hands as weights of a range in thousandths, for the server to write. */
export function weightsOf(columns: NodeColumns, known: CombosAnswer, move: number | null, filter: Filter | null = null): Record<string, number> {
  const weights: Record<string, number> = {};
  for (const place of chosen(columns, filter)) {
    const part = move === null ? 1 : (columns.strategy[move]?.[place] ?? 0);
    const weight = Math.round(Math.min((columns.reach[place] ?? 0) * part, 1) * 1000) / 1000;
    if (weight > 0) weights[known.hands[columns.combos[place]!]!] = weight;
  }
  return weights;
}
