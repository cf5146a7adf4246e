/** Cells of the matrix from the numbers of a node. */
import type { NodeNumbers } from "./api";
import type { Group } from "./grouping";
import { mix, moveColour, moveText } from "./moves";
import { chips, fixed, percent, type Unit } from "./numbers";
import type { Cell } from "./parts/matrix";

export type Mode = "strategy" | "ev" | "equity" | "realisation" | "range";

export const MODES: readonly (readonly [Mode, string])[] = [
  ["strategy", "Strategy"], ["ev", "EV"], ["equity", "Equity"], ["realisation", "Realisation"], ["range", "Range"],
];

export interface CellSettings {
  mode: Mode;
  /** Heights against the class that is held most often, instead of against all its hands. */
  isNormalised: boolean;
  /** Only this move is coloured; null: all. */
  onlyMove: number | null;
  unit: Unit;
}

/** `groups`: by class; `possible`: hands that each class has on this board; `letters`: of the moves. */
export function cellsOf(node: NodeNumbers, groups: Group[], possible: number[], letters: string[], settings: CellSettings): Cell[] {
  const decides = node.columns.strategy.length > 0;
  const mode = settings.mode === "strategy" && !decides ? "range" : settings.mode;
  const held = groups.map((group, index) => (possible[index] ? group.reach / possible[index]! : 0));
  const most = settings.isNormalised ? Math.max(...held, 1e-9) : 1;
  const colours = node.moves.map((move) => moveColour(move, node.pot));
  const values = groups.map((group) => valueOf(group, mode));
  const inRange = values.filter((value, index) => held[index]! > 0 && !Number.isNaN(value));
  const low = mode === "equity" ? 0 : Math.min(...inRange, 0);
  const high = mode === "equity" ? 1 : Math.max(...inRange, 1e-9);
  return groups.map((group, index) => {
    const height = Math.min(held[index]! / most, 1);
    if (held[index]! <= 0) return { parts: [], height: 0, tag: "", words: "not in the range", isMuted: true };
    const words = wordsOf(node, group, settings.unit);
    if (mode === "strategy") {
      const parts = colours.map((colour, move) => [settings.onlyMove === null || settings.onlyMove === move ? colour : "var(--line)", group.strategy[move] || 0] as const);
      const shown = settings.onlyMove ?? group.strategy.indexOf(Math.max(...group.strategy));
      return { parts, height, tag: `${letters[shown]} ${Math.round(100 * (group.strategy[shown] || 0))}`, words };
    }
    if (mode === "range") return { parts: [["var(--scale)", 1] as const], height, tag: percent(held[index], 0), words };
    const part = Number.isNaN(values[index]!) ? 0 : (values[index]! - low) / (high - low || 1);
    return { parts: [[mix("var(--scale)", "var(--raised)", 0.12 + 0.88 * part), 1] as const], height: 1, tag: valueText(values[index]!, mode, settings.unit), words };
  });
}

export function valueOf(group: Group, mode: Mode): number {
  return mode === "ev" ? group.ev : mode === "equity" ? group.equity : mode === "realisation" ? group.realisation : NaN;
}

export function valueText(value: number, mode: Mode, unit: Unit): string {
  return mode === "ev" ? (unit.bb ? chips(value, unit) : fixed(value, Math.abs(value) >= 100 ? 0 : 1)) : percent(value, 0).replace("%", "");
}

function wordsOf(node: NodeNumbers, group: Group, unit: Unit): string {
  const played = node.moves.map((move, index) => (group.strategy[index]! > 0.0005 ? `${moveText(move.text, unit)} ${percent(group.strategy[index])}` : "")).filter(Boolean);
  return [...played, `EV ${chips(group.ev, unit)} ${unit.name}`, `equity ${percent(group.equity)}`].join(", ");
}
