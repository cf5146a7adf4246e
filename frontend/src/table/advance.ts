/** Actions in advance: chosen before one's turn, void if what they answer changes. */
import type { TableState } from "../api";

export type AdvanceKind = "check-fold" | "check" | "call" | "fold-to-bet";

export interface Advance {
  kind: AdvanceKind;
  hand: number;
  street: number;
  /** The largest bet when it was chosen. */
  bet: number;
}

export const ADVANCES: readonly (readonly [AdvanceKind, string])[] = [
  ["check-fold", "Check or fold"],
  ["check", "Check"],
  ["call", "Call this bet"],
  ["fold-to-bet", "Fold to any bet"],
];

export function largestBet(state: TableState): number {
  return Math.max(0, ...state.seats.map((seat) => seat.bet));
}

export function advanceOf(kind: AdvanceKind, state: TableState): Advance {
  return { kind, hand: state.hand, street: state.street, bet: largestBet(state) };
}

/** Whether it can be chosen now: a check answers no bet, a call answers one. */
export function canChoose(kind: AdvanceKind, state: TableState): boolean {
  const mine = state.seats[state.hero];
  if (!mine || mine.state !== "in" || state.hand_is_over || state.legal) return false;
  const isOwing = largestBet(state) > mine.bet;
  return kind === "check" ? !isOwing : kind === "call" ? isOwing : true;
}

/** Whether what it answers is still there. */
export function stands(advance: Advance, state: TableState): boolean {
  if (advance.hand !== state.hand || advance.street !== state.street || state.hand_is_over) return false;
  return advance.kind === "check" || advance.kind === "call" ? largestBet(state) === advance.bet : true;
}

/** What is done with it on one's turn; null: nothing, it is void. */
export function answered(advance: Advance, state: TableState): string | null {
  if (!state.legal || !stands(advance, state)) return null;
  const isOwing = state.legal.to_call > 0;
  switch (advance.kind) {
    case "check-fold": return isOwing ? "fold" : "check";
    case "check": return isOwing ? null : "check";
    case "call": return isOwing ? "call" : null;
    case "fold-to-bet": return isOwing ? "fold" : null;
  }
}
