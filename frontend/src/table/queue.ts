/** Which table is next: those that wait, the longest first. */

/** The tables that wait in the order in which they began to; `waits` says which do now. */
export function queued(before: readonly string[], waits: Readonly<Record<string, boolean>>): string[] {
  const stay = before.filter((id) => waits[id]);
  return [...stay, ...Object.keys(waits).filter((id) => waits[id] && !stay.includes(id))];
}

/** Where to go from a table: stay while it waits, else to the first that does, else stay. */
export function broughtTo(active: string, queue: readonly string[]): string {
  return queue.includes(active) ? active : (queue[0] ?? active);
}

/** The next one that waits after the active one, around. */
export function nextWaiting(active: string, queue: readonly string[]): string | null {
  const others = queue.filter((id) => id !== active);
  if (!others.length) return null;
  const at = queue.indexOf(active);
  return at < 0 ? others[0]! : queue[(at + 1) % queue.length]!;
}
