/** Moves: their words, colour, letter and order, the same everywhere. */
import { amount, type Unit } from "./numbers";

export interface Sized {
  text: string;
  all_in: boolean;
}

const RAMP = ["var(--bet0)", "var(--bet1)", "var(--bet2)", "var(--bet3)"];
const SMALLEST = 0.25;
const LARGEST = 2;

/** Chips that a move's text names: `raise 54` has 54. */
export function amountOf(text: string): number {
  return Number(/\d+/.exec(text)?.[0] ?? 0);
}

/** The colour of a move; bets by their size against the `pot`. */
export function moveColour(move: Sized, pot: number): string {
  if (move.text === "fold") return "var(--fold)";
  if (move.text === "check" || move.text === "call") return "var(--call)";
  if (move.all_in) return "var(--all-in)";
  const part = Math.log(amountOf(move.text) / pot / SMALLEST) / Math.log(LARGEST / SMALLEST);
  const place = Math.min(Math.max(part, 0), 1) * (RAMP.length - 1);
  const below = Math.min(Math.floor(place), RAMP.length - 2);
  return mix(RAMP[below + 1]!, RAMP[below]!, place - below);
}

/** A move, or a line of play, as people read it: amounts in the unit that is shown. */
export function moveText(text: string, unit: Unit): string {
  return unit.bb ? text.replace(/(?<=\b(?:bet|raise) )\d+/g, (digits) => amount(Number(digits), unit)) : text;
}

/** A colour between two: `part` of the first. */
export function mix(first: string, second: string, part: number): string {
  return part <= 0 ? second : part >= 1 ? first : `color-mix(in oklab, ${first} ${(100 * part).toFixed(1)}%, ${second})`;
}

/** A letter for each move, so that colour is not alone: F, X, C, B1, B2, A. */
export function moveLetters(moves: readonly Sized[]): string[] {
  const bets = moves.filter((move) => /^(bet|raise)/.test(move.text) && !move.all_in);
  return moves.map((move) => {
    if (move.text === "fold") return "F";
    if (move.text === "check") return "X";
    if (move.text === "call") return "C";
    if (move.all_in) return "A";
    const letter = move.text.startsWith("raise") ? "R" : "B";
    return bets.length > 1 ? `${letter}${bets.indexOf(move) + 1}` : letter;
  });
}
