/** Nodes of a solution: asked for, kept, and those that may come next asked for ahead. */
import { useLayoutEffect, useState } from "preact/hooks";
import type { NodeAnswer } from "./api";
import { ask, lineOf } from "./client";
import { byClass, knownCombos } from "./grouping";
import { whenIdle, whenPainted } from "./memo";

export type Player = "oop" | "ip";

const MOST_KEPT = 200;
const MOST_AHEAD = 4;
const kept = new Map<string, Promise<NodeAnswer>>();

/** A node with a player's hands (default: of who decides); `wait`: also if its river must be solved first. */
export function findNode(name: string, path: string, player: Player | null = null, wait = false): Promise<NodeAnswer> {
  const key = JSON.stringify([name, path, player, wait]);
  const found = kept.get(key) ?? ask("GET solutions/{name}/node", { name, path, player, wait });
  kept.delete(key);
  kept.set(key, found);
  found.catch(() => kept.delete(key));
  if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value!);
  return found;
}

/** Forget what is known of a solution that was written anew. */
export function forget(name: string): void {
  for (const key of [...kept.keys()]) if ((JSON.parse(key) as string[])[0] === name) kept.delete(key);
}

export interface NodeState {
  answer: NodeAnswer | null;
  error: string;
  /** A river is being solved. */
  isSolving: boolean;
}

/** The node at a path: what is known at once, then the rest. The last node stays until the next is there. `isBeside`: something else is looked at, so this is asked for when that has been painted. */
export function useNode(name: string, path: string, player: Player | null, isBeside = false): NodeState {
  const [state, setState] = useState<NodeState>({ answer: null, error: "", isSolving: false });
  useLayoutEffect(() => { // at once, and not after the next frame
    let isHere = true;
    const set = (next: Partial<NodeState>) => isHere && setState((before) => ({ ...before, ...next }));
    const look = async () => {
      try {
        const first = await findNode(name, path, player);
        set({ answer: first, error: "", isSolving: !first.found });
        if (!first.found && isHere) set({ answer: await findNode(name, path, player, true), isSolving: false });
        else if (isHere && !isBeside) whenPainted(() => isHere && lookAhead(name, first));
      } catch (error) {
        set({ error: lineOf(error), isSolving: false });
      }
    };
    if (isBeside) whenPainted(() => isHere && void look());
    else void look();
    return () => { isHere = false; };
  }, [name, path, player]);
  return state;
}

function lookAhead(name: string, answer: NodeAnswer): void {
  const parent = answer.place.node.split("/").slice(0, -1).join("/");
  const next = answer.place.kind === "decision" ? answer.place.next.slice(0, MOST_AHEAD) : [];
  for (const path of answer.place.node ? [...next, parent] : next) findNode(name, path).then(prepare).catch(() => {});
}

/** Put the hands of a node together before somebody wants to see them. */
async function prepare({ found }: NodeAnswer): Promise<void> {
  const known = await knownCombos();
  if (found) whenIdle(() => byClass(found.columns, known, found.pot));
}
