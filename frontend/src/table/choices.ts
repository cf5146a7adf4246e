/** What this browser remembers of tables: the deck, sound, sizes of bets, how each table is turned. */
import { useEffect, useState } from "preact/hooks";

export type Layout = "tiled" | "stacked" | "single";

export interface TableChoices {
  colours: 2 | 4;
  hasSound: boolean;
  hasNotice: boolean;
  layout: Layout;
  /** Bets as they are sent: `min`, `33%`, `2.5x`, `3bb`, `300`, `a`. */
  presets: string[];
  /** Seats by which tables are turned, by table. */
  turns: Record<string, number>;
  hasLog: boolean;
}

export const PRESETS = ["min", "33%", "50%", "67%", "100%", "a"];
export const MOST_PRESETS = 9;
const NAME = "pokerlab-tables";
const MOST_TURNS = 50;
const DEFAULT: TableChoices = { colours: 4, hasSound: false, hasNotice: false, layout: "tiled", presets: PRESETS, turns: {}, hasLog: true };
const watchers = new Set<(choices: TableChoices) => void>();
let current = read();

export function useTableChoices(): [TableChoices, (change: Partial<TableChoices>) => void] {
  const [choices, set] = useState(current);
  useEffect(() => {
    watchers.add(set);
    return () => void watchers.delete(set);
  }, []);
  return [choices, change];
}

/** Remember how a table is turned; the oldest are forgotten. */
export function keepTurn(table: string, turn: number): void {
  const { [table]: _, ...others } = current.turns;
  change({ turns: { ...Object.fromEntries(Object.entries(others).slice(-MOST_TURNS)), [table]: turn } });
}

function change(changed: Partial<TableChoices>): void {
  current = { ...current, ...changed };
  try {
    localStorage.setItem(NAME, JSON.stringify(current));
  } catch {
    // a browser that keeps nothing: the page works all the same
  }
  for (const watcher of watchers) watcher(current);
}

function read(): TableChoices {
  try {
    return { ...DEFAULT, ...(JSON.parse(localStorage.getItem(NAME) ?? "{}") as Partial<TableChoices>) };
  } catch {
    return DEFAULT;
  }
}
