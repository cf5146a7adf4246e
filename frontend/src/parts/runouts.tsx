/** How a node changes with the card that comes: 4x13, or by rank. */
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { NodePlace, RunoutPart, RunoutRecord, RunoutsAnswer } from "../api";
import { Card, RANKS, SUITS } from "../cards";
import { lineOf, lines, request } from "../client";
import { mix, moveText } from "../moves";
import { chips, percent, type Unit } from "../numbers";
import { Choice, Trouble } from "./widgets";

/** The path with its last card left out, or null where no card has been dealt. */
export function openPath(place: Pick<NodePlace, "node" | "kind">): string | null {
  if (place.kind === "deal") return place.node;
  const steps = place.node.split("/");
  for (let index = steps.length - 1; index >= 0; index--) {
    const street = /^(turn|river) /.exec(steps[index]!)?.[1];
    if (street) return [...steps.slice(0, index), street, ...steps.slice(index + 1)].join("/");
  }
  return null;
}

export function Runouts({ solution, place, unit, onGo }: { solution: string; place: NodePlace; unit: Unit; onGo: (path: string) => void }): JSX.Element {
  const path = openPath(place);
  const [rows, setRows] = useState<RunoutRecord[]>([]);
  const [all, setAll] = useState<RunoutsAnswer | null>(null);
  const [state, setState] = useState<"" | "running" | "done">("");
  const [error, setError] = useState("");
  const [by, setBy] = useState<"card" | "rank">("card");
  const [what, setWhat] = useState("equity oop");
  const control = useRef<AbortController | null>(null);
  useEffect(() => {
    setRows([]); setAll(null); setState(""); setError("");
    return () => control.current?.abort();
  }, [solution, path]);
  if (path === null) return <p class="muted">Run-outs are there after a card is dealt, and where one is.</p>;
  const find = async () => {
    control.current = new AbortController();
    setState("running");
    const { url } = request("GET solutions/{name}/runouts", { name: solution, path });
    try {
      for await (const line of lines(url, control.current.signal)) {
        if ("part" in (line as object)) setRows((before) => [...before, (line as RunoutPart).part]);
        else { setAll(line as RunoutsAnswer); setRows((line as RunoutsAnswer).rows); }
      }
      setState("done");
    } catch (problem) {
      if (!control.current.signal.aborted) { setError(lineOf(problem)); setState(""); }
    }
  };
  if (!state) return <div class="stack"><Trouble line={error} /><button type="button" onClick={find}>Go through all cards</button><p class="muted small">Rivers that were not kept are solved again; that may take a while.</p></div>;
  const moves = Object.keys(rows[0]?.frequencies ?? {});
  const options = [...moves, "equity oop", "equity ip", "EV oop", "EV ip"];
  const shown = options.includes(what) ? what : options[0]!;
  const value = (row: RunoutRecord) => valueOf(row, shown);
  const text = (one: number | null) => (shown.startsWith("EV") ? chips(one, unit, 1) : percent(one, 0).replace("%", ""));
  const known = rows.map(value).filter((one): one is number => one !== null);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const colour = (one: number | null) => (one === null ? "var(--raised)" : mix("var(--scale)", "var(--raised)", 0.08 + (0.8 * (one - low)) / (high - low || 1)));
  const goTo = (card: string) => onGo(path === place.node && place.kind === "deal" ? `${path ? `${path}/` : ""}${place.next[0]?.includes("river") ? "river" : "turn"} ${card}` : path.replace(/(^|\/)(turn|river)(\/|$)/, `$1$2 ${card}$3`));
  return (
    <div class="stack tight">
      <div class="row apart">
        <Choice label="cards" value={by} onChange={setBy} options={[["card", "4 × 13"], ["rank", "By rank"]]} />
        <select aria-label="what is shown" value={shown} onChange={(event) => setWhat(event.currentTarget.value)} class="short">{options.map((one) => <option key={one} value={one}>{moveText(one, unit)}</option>)}</select>
      </div>
      <Trouble line={error} />
      {by === "card" ? (
        <div class="runouts" role="group" aria-label={`${moveText(shown, unit)} by card`}>
          {[...SUITS].flatMap((suit) => [...RANKS].map((rank) => {
            const row = rows.find((one) => one.card === rank + suit);
            return (
              <button key={rank + suit} type="button" disabled={!row} style={{ background: row ? colour(value(row)) : "transparent" }} title={row ? `${row.card}: ${moveText(shown, unit)} ${text(value(row))}` : ""} onClick={() => goTo(rank + suit)}>
                <Card card={rank + suit} /><span class="num">{row ? text(value(row)) : ""}</span>
              </button>
            );
          }))}
        </div>
      ) : (
        <table aria-label={`${moveText(shown, unit)} by rank`}><thead><tr><th>rank</th><th class="left">{moveText(shown, unit)}</th><th /></tr></thead><tbody>
          {[...RANKS].map((rank) => {
            const one = byRank(rows.filter((row) => row.card[0] === rank), value);
            return <tr key={rank}><td><b>{rank}</b></td><td class="left wide"><span class="bar-track"><i style={{ width: `${one === null ? 0 : Math.max(0, (100 * one) / (shown.startsWith("EV") ? Math.max(high, 1e-9) : 1))}%` }} /></span></td><td>{text(one)}</td></tr>;
          })}
        </tbody></table>
      )}
      <p class="muted small num">{state === "running" ? `${rows.length} cards…` : all ? `mean over all cards: ${moveText(shown, unit)} ${shown.startsWith("EV") ? chips(valueOf(all.mean, shown), unit) : percent(valueOf(all.mean, shown))}` : ""}</p>
    </div>
  );
}

function valueOf(row: RunoutRecord, what: string): number | null {
  if (what in row.frequencies) return row.frequencies[what] ?? null;
  const [kind, player] = what.split(" ");
  return (kind === "EV" ? row.ev : row.equity)[player === "oop" ? 0 : 1] ?? null;
}

/** The mean over cards of a rank by their chances; equal ones until those are known. */
function byRank(rows: RunoutRecord[], value: (row: RunoutRecord) => number | null): number | null {
  const known = rows.filter((row) => value(row) !== null);
  const total = known.reduce((sum, row) => sum + (row.chance ?? 1), 0);
  return total ? known.reduce((sum, row) => sum + (row.chance ?? 1) * value(row)!, 0) / total : null;
}
