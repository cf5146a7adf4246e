/** What is asked of the server, as the state of a component. */
import { type Inputs, useCallback, useEffect, useRef, useState } from "preact/hooks";
import { lineOf } from "./client";

export interface Loaded<T> {
  value: T | null;
  error: string;
  isLoading: boolean;
  again: () => void;
}

/** What `find` finds, found again when one of `inputs` changes; the last value stays until the next is there. */
export function useLoaded<T>(find: (signal: AbortSignal) => Promise<T>, inputs: Inputs): Loaded<T> {
  const [state, setState] = useState<Omit<Loaded<T>, "again">>({ value: null, error: "", isLoading: true });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const control = new AbortController();
    setState((before) => ({ ...before, isLoading: true }));
    find(control.signal).then(
      (value) => control.signal.aborted || setState({ value, error: "", isLoading: false }),
      (error: unknown) => control.signal.aborted || setState((before) => ({ ...before, error: lineOf(error), isLoading: false })),
    );
    return () => control.abort();
  }, [...inputs, turn]);
  return { ...state, again: useCallback(() => setTurn((before) => before + 1), []) };
}

/** A value that follows another when that one has rested for some milliseconds. */
export function useRested<T>(value: T, milliseconds: number): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return rested;
}

/** Whether a media query holds. */
export function useMedia(query: string): boolean {
  const [holds, setHolds] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const look = () => setHolds(list.matches);
    look();
    list.addEventListener("change", look);
    return () => list.removeEventListener("change", look);
  }, [query]);
  return holds;
}

/** The last value of something that changes, for listeners that stay. */
export function useLatest<T>(value: T): { current: T } {
  const ref = useRef(value);
  ref.current = value;
  return ref;
}
