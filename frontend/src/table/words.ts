/** Money, places and levels in words. */
import type { LevelNow, TableSeat } from "../api";
import { fixed } from "../numbers";

const SYMBOLS: Record<string, string> = { USD: "$", EUR: "€", GBP: "£" };

/** Cents as money: $12.50; whole amounts without digits after the point. */
export function money(cents: number, currency: string): string {
  const text = fixed(Math.abs(cents) / 100, cents % 100 === 0 ? 0 : 2);
  const sign = cents < 0 ? "−" : "";
  const symbol = currencySign(currency);
  return symbol.length === 1 ? `${sign}${symbol}${text}` : `${sign}${text}${symbol && ` ${symbol}`}`;
}

export function currencySign(currency: string): string {
  return SYMBOLS[currency] ?? currency;
}

/** Money that was won or lost, with its sign. */
export function gain(cents: number, currency: string): string {
  return cents > 0 ? `+${money(cents, currency)}` : money(cents, currency);
}

export function ordinal(place: number): string {
  const teen = place % 100 >= 11 && place % 100 <= 13;
  return `${place}${teen ? "th" : (["th", "st", "nd", "rd"][place % 10] ?? "th")}`;
}

export function blindsText(level: { small_blind: number; big_blind: number; ante: number }): string {
  return `${fixed(level.small_blind, 0)}/${fixed(level.big_blind, 0)}${level.ante ? ` ante ${fixed(level.ante, 0)}` : ""}`;
}

/** What is left of a level; empty if it is the last. */
export function leftText(level: LevelNow, passed = 0): string {
  if (level.left === null) return "";
  if (level.unit === "hands") return `${Math.ceil(level.left)} ${Math.ceil(level.left) === 1 ? "hand" : "hands"}`;
  const seconds = Math.max(0, Math.round(level.left - passed));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** The letter of an action, so that colour is not alone; empty for blinds. */
export function actionLetter(last: string): "F" | "X" | "C" | "B" | "R" | "A" | "" {
  const word = last.toLowerCase();
  if (word.includes("all-in") || word.includes("all in")) return "A";
  if (/^fold/.test(word)) return "F";
  if (/^check/.test(word)) return "X";
  if (/^call/.test(word)) return "C";
  if (/^bet/.test(word)) return "B";
  return /^rais/.test(word) ? "R" : "";
}

/** All that is to be known of a seat, for those who do not see it. */
export function seatWords(seat: TableSeat, isActing: boolean, chips: (value: number) => string): string {
  const parts = [seat.name, seat.is_hero ? "you" : "", seat.position, seat.place ? ordinal(seat.place) : `${chips(seat.stack)} behind`];
  if (seat.state !== "in") parts.push(seat.state);
  if (seat.bet) parts.push(`bet ${chips(seat.bet)}`);
  if (seat.won) parts.push(`won ${chips(seat.won)}`);
  if (isActing) parts.push("to act");
  return parts.filter(Boolean).join(", ");
}
