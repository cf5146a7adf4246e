/** Locks while they are painted: what hands shall play at nodes, before anything is solved with it. */
import { useEffect, useState } from "preact/hooks";
import type { LockToSet, NodeNumbers } from "./api";

/** How often each move of a node is played; adds up to 1. */
export type Mix = readonly number[];

export interface NodeLock {
  moves: readonly string[];
  hands: Readonly<Record<string, Mix>>;
}

/** By the path of a node. */
export type Draft = Readonly<Record<string, NodeLock>>;

const DIGITS = 4;

/** The locks of a solution that are being painted; kept while the page is open, and steps back lead to earlier ones. */
export function useDraft(solution: string): { draft: Draft; change: (draft: Draft, isNew?: boolean) => void; undo: (() => void) | null } {
  const key = `pokerlab-locks:${solution}`;
  const [{ draft, before }, setState] = useState(() => ({ draft: read(key), before: [] as readonly Draft[] }));
  useEffect(() => {
    try {
      sessionStorage.setItem(key, JSON.stringify(draft));
    } catch {
      // not kept, then
    }
  }, [draft]);
  return {
    draft,
    change: (next, isNew = true) => setState((now) => ({ draft: next, before: isNew ? [...now.before.slice(-49), now.draft] : now.before })),
    undo: before.length ? () => setState((now) => ({ draft: now.before.at(-1)!, before: now.before.slice(0, -1) })) : null,
  };
}

function read(key: string): Draft {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "{}") as Draft;
  } catch {
    return {};
  }
}

/** The draft with one mix for some hands of a node; null: they are free again. */
export function withMix(draft: Draft, node: string, moves: readonly string[], hands: readonly string[], mix: Mix | null): Draft {
  return withMixes(draft, node, moves, new Map(hands.map((hand) => [hand, mix])));
}

export function withMixes(draft: Draft, node: string, moves: readonly string[], mixes: ReadonlyMap<string, Mix | null>): Draft {
  const next: Record<string, Mix> = { ...draft[node]?.hands };
  for (const [hand, mix] of mixes) {
    if (mix) next[hand] = mix;
    else delete next[hand];
  }
  const { [node]: _, ...others } = draft;
  return Object.keys(next).length ? { ...others, [node]: { moves, hands: next } } : others;
}

/** A mix in which one move is played so often; the others share the rest as they did. */
export function withPart(mix: Mix, move: number, part: number): Mix {
  const rest = 1 - mix[move]!;
  const others = mix.length - 1;
  return mix.map((old, index) => (index === move ? part : rest > 1e-9 ? (old * (1 - part)) / rest : (1 - part) / others));
}

/** What the server is asked to lock: hands that are played alike are one range. */
export function locksOf(draft: Draft): LockToSet[] {
  return Object.entries(draft).map(([node, lock]) => {
    const alike = new Map<string, string[]>();
    for (const [hand, mix] of Object.entries(lock.hands)) {
      const parts = JSON.stringify(rounded(mix));
      alike.set(parts, [...(alike.get(parts) ?? []), hand]);
    }
    const hands = [...alike].map(([parts, list]) => [list.join(","), movesOf(lock.moves, JSON.parse(parts) as number[])] as const);
    return { node, hands: Object.fromEntries(hands) };
  });
}

function movesOf(moves: readonly string[], parts: readonly number[]): Record<string, number> {
  return Object.fromEntries(moves.map((move, index) => [move, parts[index]!] as const).filter(([, part]) => part > 0));
}

/** A mix in few digits that still adds up to 1: the largest part takes what is left. */
export function rounded(mix: Mix): number[] {
  const parts = mix.map((part) => Number(part.toFixed(DIGITS)));
  const most = parts.indexOf(Math.max(...parts));
  parts[most] = Number((1 - parts.reduce((sum, part, index) => (index === most ? sum : sum + part), 0)).toFixed(DIGITS));
  return parts;
}

/** The node as it would be played with a lock: only the frequencies of the hands that it names differ. */
export function lockedNode(node: NodeNumbers, lock: NodeLock | undefined, names: readonly string[]): NodeNumbers {
  if (!lock) return node;
  const { columns } = node;
  const strategy = columns.strategy.map((column, move) => column.map((part, place) => lock.hands[names[columns.combos[place]!]!]?.[move] ?? part));
  return { ...node, columns: { ...columns, strategy } };
}
