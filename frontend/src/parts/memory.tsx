/** What a spot takes of memory, against what is free. */
import type { JSX } from "preact";
import type { SpotAnswer, StreetBytes } from "../api";
import { bytes } from "../numbers";

export function MemoryBar({ check, isCompressed }: { check: SpotAnswer; isCompressed: boolean }): JSX.Element | null {
  const size = isCompressed ? check.size_compressed : check.size;
  if (!size) return null;
  const both = [check.size, check.size_compressed];
  const free = check.free_memory ?? null;
  const note = isCompressed ? check.note_compressed : check.note;
  const part = free ? size.total_bytes / free : 0;
  return (
    <div class="stack tight">
      <div class="row apart num"><span><b>{bytes(size.total_bytes)}</b> of memory</span><span class="muted">{free ? `${bytes(free)} free` : ""}</span></div>
      <div class="meter" role="meter" aria-label="memory that solving takes, of what is free" aria-valuemin={0} aria-valuemax={100} aria-valuenow={Math.min(Math.round(100 * part), 100)}>
        <i class={part > 1 ? "over" : ""} style={{ width: `${Math.min(100 * part, 100).toFixed(1)}%` }} />
      </div>
      <table class="small" aria-label="by street">
        <thead><tr><th>street</th><th>boards</th><th>decisions</th><th>32 bits</th><th>16 bits</th></tr></thead>
        <tbody>{size.streets.map((street, index) => <tr key={street.street}><td>{street.street}</td><td>{street.boards.toLocaleString("en-US")}</td><td>{street.decisions.toLocaleString("en-US")}</td>{both.map((one, place) => <td key={place} class={one === size ? "" : "muted"}>{bytes(takes(one?.streets[index]))}</td>)}</tr>)}
          <tr class="first"><td>all</td><td /><td />{both.map((one, place) => <td key={place} class={one === size ? "" : "muted"}>{bytes(one?.total_bytes)}</td>)}</tr></tbody>
      </table>
      {note && <p class="error">{note}</p>}
    </div>
  );
}

function takes(street: StreetBytes | undefined): number | undefined {
  return street && street.table_bytes + street.equity_bytes;
}
