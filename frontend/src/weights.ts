/** A range while it is painted: the weight of each of the 1,326 hands, with steps back. */
import type { CombosAnswer } from "./api";

export type Weights = ReadonlyMap<string, number>;

export class Painted {
  private constructor(
    readonly weights: Weights,
    private readonly before: readonly Weights[],
    private readonly after: readonly Weights[],
  ) {}

  static of(weights: Weights): Painted {
    return new Painted(weights, [], []);
  }

  /** Another range, from which a step leads back to this one. */
  changed(weights: Weights): Painted {
    return new Painted(weights, [...this.before.slice(-99), this.weights], []);
  }

  undone(): Painted {
    const last = this.before.at(-1);
    return last ? new Painted(last, this.before.slice(0, -1), [this.weights, ...this.after]) : this;
  }

  redone(): Painted {
    const [next, ...rest] = this.after;
    return next ? new Painted(next, [...this.before, this.weights], rest) : this;
  }

  get canUndo(): boolean {
    return this.before.length > 0;
  }

  get canRedo(): boolean {
    return this.after.length > 0;
  }
}

/** The hands of each class, in the order of the matrix. */
export function handsByClass(known: CombosAnswer): string[][] {
  const hands: string[][] = known.classes.map(() => []);
  known.hands.forEach((hand, combo) => hands[known.class_of[combo]!]!.push(hand));
  return hands;
}

/** The mean weight of some hands. */
export function meanWeight(weights: Weights, hands: readonly string[]): number {
  return hands.length ? hands.reduce((sum, hand) => sum + (weights.get(hand) ?? 0), 0) / hands.length : 0;
}

/** The range with one weight for some hands. */
export function withWeight(weights: Weights, hands: readonly string[], weight: number): Weights {
  const next = new Map(weights);
  for (const hand of hands) {
    if (weight > 0) next.set(hand, weight);
    else next.delete(hand);
  }
  return next;
}

/** The weight that a digit stands for: 1 to 9 are tenths, 0 is all. */
export function digitWeight(key: string): number | null {
  return /^\d$/.test(key) ? (key === "0" ? 1 : Number(key) / 10) : null;
}
