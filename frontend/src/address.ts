/** The state of a page that is its address too: a link to it shows the same again. */
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { useRested } from "./loading";
import { go, linkTo } from "./router";

type Texts = Record<string, string>;

/** State by name, how to change some of it, and its link. What is as in `usual` is not in the address. */
export function useAddress<T extends Texts>(page: string, query: Texts, usual: T): [T, (change: Partial<T>) => void, () => string] {
  const [state, setState] = useState<T>(() => ({ ...usual, ...query }));
  const written = useRef(linkTo(page, query));
  const rested = useRested(state, 250); // an address at every pixel of a drag is more than browsers take
  const link = (of: T) => linkTo(page, unusual(of, usual));
  useEffect(() => { // a link, or a step back
    if (linkTo(page, query) === written.current) return;
    written.current = linkTo(page, query);
    setState({ ...usual, ...query });
  }, [query]);
  useEffect(() => {
    if (rested !== state) return;
    written.current = link(rested);
    go(page, unusual(rested, usual), true);
  }, [rested]);
  return [state, useCallback((change: Partial<T>) => setState((before) => ({ ...before, ...change })), []), () => location.origin + link(state)];
}

function unusual(state: Texts, usual: Texts): Texts {
  return Object.fromEntries(Object.entries(state).filter(([name, text]) => text !== (usual[name] ?? "")));
}

/** Numbers of a text, apart by commas, slashes or spaces; null if it has something else. */
export function numbersOf(text: string): number[] | null {
  const parts = text.split(/[\s,;/]+/).filter(Boolean);
  const found = parts.map(numberOf);
  return found.includes(null) ? null : (found as number[]);
}

export function numberOf(text: string): number | null {
  const plain = text.trim();
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : null;
}

export function notNumber(text: string): string {
  return `'${text}' is no number`;
}
