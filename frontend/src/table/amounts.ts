/** Sizes of bets between the least and the most that the server allows: how they are stepped through, and their words. */
import type { LegalNow } from "../api";
import { amount, type Unit } from "../numbers";

/** A position of the slider (0..1000) as chips: finer where bets are small, whole small blinds in between, both ends exact. */
export function chipsAt(position: number, legal: LegalNow, chip: number): number {
  if (position <= 0) return legal.min_raise;
  if (position >= SLIDER) return legal.max_raise;
  const span = Math.log((legal.max_raise + 1) / (legal.min_raise + 1));
  return snap((legal.min_raise + 1) * Math.exp((span * position) / SLIDER) - 1, legal, chip);
}

export const SLIDER = 1000;

/** Where a number of chips is on the slider. */
export function positionOf(chips: number, legal: LegalNow): number {
  const span = Math.log((legal.max_raise + 1) / (legal.min_raise + 1));
  const found = span > 0 ? (SLIDER * Math.log((chips + 1) / (legal.min_raise + 1))) / span : 0;
  return Math.round(Math.min(Math.max(found, 0), SLIDER));
}

/** To whole chips, inside of what is allowed. */
export function snap(chips: number, legal: LegalNow, chip: number): number {
  return Math.min(Math.max(Math.round(chips / chip) * chip, legal.min_raise), legal.max_raise);
}

/** One step up or down: to the next whole chip. */
export function stepped(chips: number, steps: number, legal: LegalNow, chip: number): number {
  const whole = steps > 0 ? Math.floor(chips / chip) : Math.ceil(chips / chip);
  return Math.min(Math.max((whole + steps) * chip, legal.min_raise), legal.max_raise);
}

const NAMES: Record<string, string> = { min: "Min", "33%": "⅓", "50%": "½", "67%": "⅔", "75%": "¾", "100%": "Pot", "all-in": "All-in", a: "All-in" };

/** What a preset is called on its button. */
export function presetName(text: string): string {
  return NAMES[text] ?? text;
}

const PRESET = /^(min|a|all-in|[1-9]\d{0,8}|(\d{1,4}(\.\d{0,3})?|\.\d{1,3})(bb|x|%))$/;

/** Sizes as they were typed, apart by spaces or commas; the ones that are none, and how many may be kept. */
export function readPresets(text: string, most: number): { presets: string[]; wrong: string[] } {
  const parts = text.toLowerCase().split(/[\s,;]+/).filter(Boolean);
  return { presets: [...new Set(parts)].slice(0, most), wrong: parts.filter((part) => !PRESET.test(part)) };
}

/** A preset in words. */
export function presetWords(text: string): string {
  if (text === "min") return "the least raise";
  if (text === "all-in" || text === "a") return "all-in";
  return text === "100%" ? "the pot" : text.endsWith("%") ? `${text} of the pot` : text;
}

/** Whether a typed text is a plain number of chips; then the button can say it. */
export function plainChips(text: string): number | null {
  const plain = text.trim().replaceAll(",", "");
  return /^\d{1,9}$/.test(plain) ? Number(plain) : null;
}

/** Few characters: 1,480, or 125k where there is no room. */
export function shortChips(chips: number, unit: Unit, isSmall: boolean): string {
  if (unit.bb || chips < 100_000 || !isSmall) return amount(chips, unit);
  return chips < 1_000_000 ? `${Math.floor(chips / 1000)}k` : `${(Math.floor(chips / 10_000) / 100).toString()}M`;
}
