/** What this browser remembers: colours, units. */
import { useEffect, useState } from "preact/hooks";

export interface Settings {
  theme: "auto" | "dark" | "light";
  unit: "chips" | "bb";
}

const NAME = "pokerlab";
const DEFAULT: Settings = { theme: "auto", unit: "chips" };
const watchers = new Set<(settings: Settings) => void>();
let current = read();

export function useSettings(): [Settings, (change: Partial<Settings>) => void] {
  const [settings, set] = useState(current);
  useEffect(() => {
    watchers.add(set);
    return () => void watchers.delete(set);
  }, []);
  return [settings, change];
}

export function applyTheme(): void {
  if (current.theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = current.theme;
}

function change(changed: Partial<Settings>): void {
  current = { ...current, ...changed };
  try {
    localStorage.setItem(NAME, JSON.stringify(current));
  } catch {
    // a browser that keeps nothing: the page works all the same
  }
  applyTheme();
  for (const watcher of watchers) watcher(current);
}

function read(): Settings {
  try {
    return { ...DEFAULT, ...(JSON.parse(localStorage.getItem(NAME) ?? "{}") as Partial<Settings>) };
  } catch {
    return DEFAULT;
  }
}
