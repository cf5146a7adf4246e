/** The keyboard: pages say which keys they know, `?` lists them. */
import { useEffect, useRef } from "preact/hooks";

export interface Key {
  /** As `KeyboardEvent.key` has it; several are alike. */
  keys: string[];
  does: string;
  run: (event: KeyboardEvent) => void;
}

interface Layer {
  title: string;
  keys: Key[];
}

const layers: Layer[] = [];

/** Know some keys while a component is there; the last one that knows a key has it. */
export function useKeys(title: string, keys: Key[]): void {
  const layer = useRef<Layer>({ title, keys }).current;
  layer.keys = keys; // at once: the next key may come before any effect
  useEffect(() => {
    layers.push(layer);
    return () => void layers.splice(layers.indexOf(layer), 1);
  }, []);
}

/** All that is known now, by title. */
export function knownKeys(): Layer[] {
  return [...layers].reverse();
}

/** The name of a key, as it is printed on it. */
export function keyName(key: string): string {
  const names: Record<string, string> = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", " ": "space" };
  return names[key] ?? key;
}

export function listenToKeys(): void {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (document.querySelector("dialog[open]")) return;
    for (const layer of knownKeys()) {
      const key = layer.keys.find((one) => one.keys.includes(event.key));
      if (key) {
        event.preventDefault();
        key.run(event);
        return;
      }
    }
  });
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("input:not([type=checkbox],[type=radio]), textarea, select, [role=grid] *, [role=slider], .scroll");
}
