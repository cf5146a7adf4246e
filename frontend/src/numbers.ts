/** Numbers as people read them. */

const NONE = "–";

/** A part as percent: `0.4237` is `42.4%`. */
export function percent(part: number | null | undefined, digits = 1): string {
  return part === null || part === undefined || Number.isNaN(part) ? NONE : `${(100 * part).toFixed(digits)}%`;
}

/** A number with digits after the point, thousands apart. */
export function fixed(value: number | null | undefined, digits = 2): string {
  if (value === null || value === undefined || Number.isNaN(value)) return NONE;
  const text = value.toFixed(digits);
  return thousands(/^-[0.]+$/.test(text) ? text.slice(1) : text);
}

/** The digits before the point in threes. A browser's own way takes a tenth of a millisecond for each number. */
function thousands(text: string): string {
  const end = text.indexOf(".") < 0 ? text.length : text.indexOf(".");
  return end < 4 ? text : text.slice(0, end).replace(/\B(?=(\d{3})+$)/g, ",") + text.slice(end);
}

/** Chips, or big blinds where the big blind is known and wanted. */
export function chips(value: number | null | undefined, unit: Unit, digits = 2): string {
  if (unit.bb && value !== null && value !== undefined) return fixed(value / unit.bb, 2);
  return fixed(value, digits);
}

export interface Unit {
  /** Chips of a big blind if amounts are shown in big blinds, else 0. */
  bb: number;
  name: string;
}

export const CHIPS: Unit = { bb: 0, name: "chips" };

export function unitOf(wanted: "chips" | "bb", bigBlind: number | null | undefined): Unit {
  return wanted === "bb" && bigBlind ? { bb: bigBlind, name: "bb" } : CHIPS;
}

/** An amount without digits that say nothing: 55, 5.5. */
export function amount(value: number, unit: Unit): string {
  return unit.bb ? `${Number((value / unit.bb).toFixed(2))}` : thousands(`${Number(value.toFixed(2))}`);
}

/** Bytes in the unit that fits. */
export function bytes(count: number | null | undefined): string {
  if (count === null || count === undefined) return NONE;
  let value = count;
  for (const unit of ["B", "kB", "MB", "GB"]) {
    if (value < 999.5 || unit === "GB") return `${unit === "B" || value >= 100 ? Math.round(value) : value.toFixed(1)} ${unit}`;
    value /= 1000;
  }
  return NONE;
}

/** Seconds as people say them. */
export function duration(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined) return NONE;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 100) return `${Math.round(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}

/** How long ago, from seconds since 1970. */
export function ago(time: number, now = Date.now() / 1000): string {
  const past = now - time;
  if (past < 60) return "just now";
  if (past < 3600) return `${Math.floor(past / 60)} min ago`;
  if (past < 86400) return `${Math.floor(past / 3600)} h ago`;
  const days = Math.floor(past / 86400);
  return days < 60 ? `${days} day${days > 1 ? "s" : ""} ago` : new Date(time * 1000).toISOString().slice(0, 10);
}

/** A part of the pot in percent, with the digits that matter. */
export function epsilon(value: number | null | undefined): string {
  return value === null || value === undefined ? NONE : `${value >= 10 ? value.toFixed(0) : Number(value.toPrecision(2))}%`;
}
