/** The start page: what was looked at last, what runs, and what to begin with. */
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { JobRecord, NodeNumbers, SavedSpot, SolutionRow } from "../api";
import { Board } from "../cards";
import { cellsOf } from "../cells";
import { ask, lineOf, upload } from "../client";
import { byClass, knownCombos, possible } from "../grouping";
import { useLoaded } from "../loading";
import { moveLetters, moveText } from "../moves";
import { ago, amount, bytes, CHIPS, duration, epsilon, percent, unitOf } from "../numbers";
import { type Cell, SmallMatrix } from "../parts/matrix";
import { STATE_WORDS, toast, Trouble } from "../parts/widgets";
import { cardsOf } from "../cards";
import { linkTo } from "../router";
import { useSettings } from "../settings";
import { socket } from "../socket";

const CALCULATORS: readonly (readonly [string, string, string])[] = [
  ["/pushfold", "Push/fold", "Stacks, prizes, bounties; a chart for every decision, and the best answer to a painted range"],
  ["/equity", "Equity", "Hands and ranges of up to nine players, on any board"],
  ["/icm", "ICM", "What stacks are worth; chances of places, bubble factors, deals"],
];

/** Where examples are looked at first: somebody has a choice there. */
const FIRST_LOOK: Record<string, string> = { river: "check", cutoff: "check/bet 18" };

export function Home(): JSX.Element {
  const solutions = useLoaded((signal) => ask("GET solutions", {}, signal), []);
  const spots = useLoaded((signal) => ask("GET spots", {}, signal), []);
  const jobs = useJobs();
  const running = jobs.filter((job) => ["running", "queued", "paused", "interrupted"].includes(job.state));
  const rows = solutions.value?.solutions ?? [];
  const readable = rows.filter((row) => !row.trouble);
  useEffect(() => { document.title = "pokerlab"; }, []);
  const finished = jobs.filter((job) => job.solution).length;
  useEffect(() => { if (finished) solutions.again(); }, [finished]);
  return (
    <div class="stack wide home">
      <Trouble line={solutions.error || spots.error} />
      <section class="hero">
        <div class="stack words">
          <h1>Study poker on your own machine</h1>
          <p class="muted lead">Describe a spot, watch it converge, walk through the solution. Nothing leaves this computer.</p>
          <div class="row">
            <a class="button primary" href="/spot">New spot</a>
            {readable[0] && <a class="button" href={browseLink(readable[0])}><span class="clip">Look at {readable[0].name}</span></a>}
            <Import onDone={solutions.again} />
          </div>
        </div>
        {readable[0] && <Preview row={readable.find((row) => (row.board ?? "").length <= 8) ?? readable[0]} />}
        <nav class="calculators" aria-label="Calculators">
          {CALCULATORS.map(([link, name, words]) => <a key={link} class="tile" href={link}><b>{name}</b><span class="small muted">{words}</span></a>)}
        </nav>
      </section>
      {running.length > 0 && (
        <section class="stack">
          <h2>Running</h2>
          <div class="tiles">{running.map((job) => <JobTile key={job.id} job={job} />)}</div>
        </section>
      )}
      <section class="stack">
        <h2>Solutions</h2>
        {rows.length === 0 && !solutions.isLoading && <p class="empty">Nothing solved yet: take a template below and solve it.</p>}
        <div class="tiles">{rows.map((row) => <SolutionTile key={row.name} row={row} onRemoved={solutions.again} />)}</div>
      </section>
      {(spots.value?.spots.length ?? 0) > 0 && (
        <section class="stack">
          <h2>Saved spots</h2>
          <div class="tiles">{spots.value!.spots.map((spot) => <SpotTile key={spot.name} spot={spot} source="saved" onRemoved={spots.again} />)}</div>
        </section>
      )}
      <section class="stack">
        <h2>Templates</h2>
        <div class="tiles">{spots.value?.templates.map((spot) => <SpotTile key={spot.name} spot={spot} source="template" />)}</div>
      </section>
    </div>
  );
}

/** All jobs, as they move. */
export function useJobs(): JobRecord[] {
  const [jobs, setJobs] = useState<ReadonlyMap<string, JobRecord>>(new Map());
  useEffect(() => socket.hear("jobs", (message) => {
    if (message.type === "job") setJobs((before) => new Map(before).set(message.job.id, message.job));
  }), []);
  return [...jobs.values()].sort((a, b) => b.asked - a.asked);
}

export function browseLink(row: { name: string }): string {
  return linkTo("browse", { solution: row.name, path: FIRST_LOOK[row.name] });
}

function Preview({ row }: { row: SolutionRow }): JSX.Element | null {
  const [node, setNode] = useState<NodeNumbers | null>(null);
  const [cells, setCells] = useState<Cell[] | null>(null);
  const [settings] = useSettings();
  useEffect(() => {
    let isHere = true;
    const look = async () => {
      const known = await knownCombos();
      for (const path of [FIRST_LOOK[row.name] ?? "", "check"]) {
        const answer = await ask("GET solutions/{name}/node", { name: row.name, path, wait: false }).catch(() => null);
        const found = answer?.found;
        if (!isHere) return;
        if (!found) continue; // another spot of the same name
        setNode(found);
        setCells(cellsOf(found, byClass(found.columns, known, found.pot), possible(known, cardsOf(found.board)), moveLetters(found.moves), { mode: "strategy", isNormalised: true, onlyMove: null, unit: CHIPS }));
        if (found.moves.length > 1) return; // somebody has a choice here
      }
    };
    look().catch(() => {});
    return () => { isHere = false; };
  }, [row.name]);
  if (!node || !cells) return <div class="preview" />;
  return (
    <a class="preview" href={linkTo("browse", { solution: row.name, path: node.node })} aria-label={`Look at ${row.title || row.name}`}>
      <SmallMatrix cells={cells} label="a strategy" />
      <span class="row apart small"><Board text={node.board} /><span class="muted">{node.player?.toUpperCase()} {node.moves.map((move) => `${moveText(move.text, unitOf(settings.unit, node.big_blind))} ${percent(move.frequency, 0)}`).join(" · ")}</span></span>
    </a>
  );
}

function SolutionTile({ row, onRemoved }: { row: SolutionRow; onRemoved: () => void }): JSX.Element {
  const [settings] = useSettings();
  const unit = unitOf(settings.unit, row.big_blind);
  const remove = async (event: Event) => {
    event.preventDefault();
    if (!confirm(`Remove the solution '${row.name}' (${bytes(row.size)})?`)) return;
    try {
      await ask("DELETE solutions/{name}", { name: row.name });
      onRemoved();
    } catch (error) {
      toast(lineOf(error));
    }
  };
  if (row.trouble) return <div class="tile"><b class="clip">{row.name}</b><span class="error">{row.trouble}</span></div>;
  return (
    <div class="tile over">
      <span class="row apart"><Board text={row.board ?? ""} /><span class="num muted small nowrap" title="how far from an equilibrium, in percent of the pot">ε {epsilon(row.percent_of_pot)}</span></span>
      <a class="cover clip" href={browseLink(row)}><b>{row.name}</b>{row.locks ? " · locked" : ""}</a>
      {row.title && row.title !== row.name && <span class="clip small">{row.title}</span>}
      <span class="row apart muted small num">
        <span class="clip">pot {amount(row.pot ?? 0, unit)} · {amount(Math.min(...(row.stacks ?? [])), unit)}{unit.bb ? " bb" : ""} behind<span class="when"> · {ago(row.changed)}</span></span>
        <span class="row tight">
          <a class="tool" href={`/api/1/solutions/${encodeURIComponent(row.name)}/file`} download aria-label={`download ${row.name}`} title={`download, ${bytes(row.size)}`}>⤓</a>
          <button type="button" class="plain tool" onClick={remove} aria-label={`remove ${row.name}`} title="remove">×</button>
        </span>
      </span>
    </div>
  );
}

function SpotTile({ spot, source, onRemoved }: { spot: SavedSpot; source: "saved" | "template"; onRemoved?: () => void }): JSX.Element {
  const [settings] = useSettings();
  const key = (name: string) => new RegExp(`^${name}\\s*=\\s*"?([^"#\\n]*)`, "m").exec(spot.toml)?.[1]?.trim() ?? "";
  const unit = unitOf(settings.unit, Number(key("big_blind")) || null);
  const remove = async () => {
    if (!confirm(`Remove the spot '${spot.name}'?`)) return;
    await ask("DELETE spots/saved/{name}", { name: spot.name }).then(onRemoved, (error: unknown) => toast(lineOf(error)));
  };
  const pot = unit.bb && Number(key("pot")) ? `${amount(Number(key("pot")), unit)} bb` : key("pot");
  return (
    <div class="tile over">
      <span class="row apart"><Board text={key("board")} /><span class="muted small num">pot {pot}</span></span>
      <a class="cover clip" href={linkTo("spot", { [source]: spot.name })}><b>{spot.name}</b></a>
      {(key("name") || onRemoved) && <span class="row apart small muted"><span class="clip grow">{key("name")}</span>{onRemoved && <button type="button" class="plain tool" onClick={remove} aria-label={`remove the spot ${spot.name}`} title="remove">×</button>}</span>}
    </div>
  );
}

export function JobTile({ job }: { job: JobRecord }): JSX.Element {
  return (
    <a class="tile" href={linkTo("jobs", { id: job.id })}>
      <span class="row apart"><span class={`state ${job.state}`}>{STATE_WORDS[job.state]}</span><span class="muted small num">{ago(job.asked)}</span></span>
      <b class="clip">{job.title}</b>
      <span class="muted small num">
        {job.line ?? (job.last ? `ε ${epsilon(job.last.percent_of_pot)}${job.target ? ` of ${job.target}%` : ""} after ${duration(job.last.seconds)}` : (job.doing ?? "begins"))}
      </span>
    </a>
  );
}

function Import({ onDone }: { onDone: () => void }): JSX.Element {
  const input = useRef<HTMLInputElement>(null);
  const take = async () => {
    const file = input.current?.files?.[0];
    if (!file) return;
    try {
      await upload(file.name.replace(/\.sol$/, ""), file);
      toast(`${file.name} is in the library`);
      onDone();
    } catch (error) {
      toast(lineOf(error));
    }
    input.current!.value = "";
  };
  return (
    <>
      <button type="button" class="plain" onClick={() => input.current?.click()}>Add a solution file…</button>
      <input ref={input} type="file" accept=".sol" hidden onChange={take} />
    </>
  );
}
