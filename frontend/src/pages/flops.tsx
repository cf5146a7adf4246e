/** One spot on many flops: chosen, solved as a job, and in one report with a map. */
import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { FlopRowRecord, FlopsAnswer, FlopSource, FlopsQuestion } from "../api";
import { Board } from "../cards";
import { ApiError, ask, lineOf } from "../client";
import { useLoaded, useRested } from "../loading";
import type { PageProps } from "../main";
import { mix, moveColour, moveLetters, moveText } from "../moves";
import { ago, amount, chips, percent, type Unit, unitOf } from "../numbers";
import { FlopMap } from "../parts/flop_map";
import { Check, Choice, copy, Field, STATE_WORDS, TextField, Trouble } from "../parts/widgets";
import { go, linkTo } from "../router";
import { useSettings } from "../settings";
import { KEPT, type SpotForm, spotOf } from "../spot_form";
import { useJobs } from "./home";

export function Flops({ query }: PageProps): JSX.Element {
  return query.source ? <Report key={query.source} query={query} /> : <Overview query={query} />;
}

function Overview({ query }: PageProps): JSX.Element {
  const sources = useLoaded((signal) => ask("GET flops", {}, signal), []);
  return (
    <div class="stack wide home">
      <header><h1>Many flops</h1><p class="muted">A spot on a weighted subset of flops, on a list, or on all of them: how it is played over them, in one report.</p></header>
      <div class="two">
        <NewFlops query={query} />
        <section class="stack">
          <h2>Reports</h2>
          <Trouble line={sources.error} />
          {sources.value?.sources.length === 0 && <p class="empty">Nothing yet: choose a spot and flops here. A directory of solutions, or of a run of <code>pokerlab flops</code>, is listed too if it lies in <code>flops/</code> of the data directory, where <code>pokerlab serve DIRECTORY</code> puts it.</p>}
          <div class="tiles">{sources.value?.sources.map((one) => <SourceTile key={one.source} one={one} />)}</div>
        </section>
      </div>
    </div>
  );
}

function SourceTile({ one }: { one: FlopSource }): JSX.Element {
  return (
    <a class="tile" href={linkTo("flops", { source: one.source })}>
      <span class="row apart">{one.job ? <span class={`state ${one.job.state}`}>{STATE_WORDS[one.job.state]}</span> : <span class="muted small">{one.source.startsWith("dir:") ? "directory" : "library"}</span>}<span class="muted small num">{one.job ? ago(one.job.asked) : ""}</span></span>
      <b class="clip">{one.title}</b>
      <span class="muted small num">{one.job?.doing ?? one.job?.line ?? (one.flops ? `${one.flops} flops` : "a run of pokerlab flops")}</span>
    </a>
  );
}

type Which = "subset" | "sample" | "only" | "all";

function NewFlops({ query }: PageProps): JSX.Element {
  const spots = useLoaded((signal) => ask("GET spots", {}, signal), []);
  const edited = useMemo(editedSpot, []);
  const [from, setFrom] = useState(query.spot === "edited" && edited ? "edited" : "template:threebet-narrow");
  const [which, setWhich] = useState<Which>("subset");
  const [subset, setSubset] = useState<"25" | "50" | "100" | "200">("25");
  const [sample, setSample] = useState("20");
  const [only, setOnly] = useState("Kh7h2c, QsJh2h, 9s8s4d, AsAd5h");
  const [target, setTarget] = useState("1");
  const [isFull, setIsFull] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const start = async () => {
    setIsBusy(true);
    setError(null);
    try {
      const found = [...(spots.value?.templates.map((one) => ["template", one] as const) ?? []), ...(spots.value?.spots.map((one) => ["saved", one] as const) ?? [])].find(([kind, one]) => `${kind}:${one.name}` === from);
      const spot = from === "edited" ? { spot: edited! } : { toml: found?.[1].toml ?? "" };
      const flops: Partial<FlopsQuestion> = which === "subset" ? { subset: Number(subset) as 25 } : which === "sample" ? { sample: Number(sample) } : which === "all" ? { all: true } : { only: only.split(/[\s,;]+/).filter(Boolean) };
      const { job } = await ask("POST flops", { ...spot, ...flops, target: Number(target), keep: isFull ? "full" : "flop" });
      go("flops", { source: `job:${job.id}` });
    } catch (problem) {
      setError(problem instanceof ApiError ? problem : new ApiError(lineOf(problem)));
    }
    setIsBusy(false);
  };
  return (
    <section class="card stack" aria-label="new">
      <header><h2>Solve on many flops</h2></header>
      <Field label="Spot">
        <select value={from} onChange={(event) => setFrom(event.currentTarget.value)}>
          {edited && <option value="edited">the spot of the editor</option>}
          {(spots.value?.spots.length ?? 0) > 0 && <optgroup label="saved">{spots.value!.spots.map((one) => <option key={one.name} value={`saved:${one.name}`}>{one.name}</option>)}</optgroup>}
          <optgroup label="templates">{spots.value?.templates.map((one) => <option key={one.name} value={`template:${one.name}`}>{one.name}</option>)}</optgroup>
        </select>
      </Field>
      <Choice label="which flops" value={which} options={[["subset", "Subset"], ["only", "List"], ["sample", "Sample"], ["all", "All"]]} onChange={setWhich} />
      {which === "subset" && <><Choice label="size of the subset" value={subset} options={[["25", "25"], ["50", "50"], ["100", "100"], ["200", "200"]]} onChange={setSubset} /><p class="muted small">Weighted flops that stand for all: means over them come near those over all 1,755.</p></>}
      {which === "sample" && <TextField label="How many, drawn at random" value={sample} mode="numeric" onInput={setSample} error={Number(sample) >= 1 ? undefined : "a number from 1 on"} />}
      {which === "only" && <TextField label="Flops" value={only} onInput={setOnly} error={error && /flop|card/.test(error.line) ? error.line : undefined} />}
      {which === "all" && <p class="muted small">1,755 flops up to suits: an evening for a small spot.</p>}
      <TextField label="Target, % of the pot" value={target} mode="decimal" onInput={setTarget} error={Number(target) > 0 ? undefined : "a number above 0"} />
      <Check label="keep whole solutions, turns and rivers too" value={isFull} onChange={setIsFull} />
      {error && !(which === "only" && /flop|card/.test(error.line)) && <Trouble line={error.line} />}
      <button type="button" class="primary big" disabled={isBusy || !spots.value} onClick={start}>Solve on {which === "subset" ? `${subset} flops` : which === "all" ? "all flops" : which === "sample" ? `${sample} flops` : "these flops"}</button>
    </section>
  );
}

function editedSpot(): Record<string, unknown> | null {
  try {
    const form = JSON.parse(sessionStorage.getItem(KEPT) ?? "null") as SpotForm | null;
    return form?.fields.board ? spotOf(form) : null;
  } catch {
    return null;
  }
}

const GROUPS: readonly (readonly [string, string])[] = [
  ["flop", "Flop"], ["high", "High card"], ["suits", "Suits"], ["pairs", "Pairs"], ["connected", "Straights"], ["high,suits", "High, suits"], ["pairs,suits", "Pairs, suits"],
];
const TEXTURES: readonly (readonly [string, string])[] = [
  ["", "all"], ["paired", "paired"], ["unpaired and suits==3", "rainbow"], ["suits==2", "two suits"], ["suits==1", "one suit"], ["straights>=2", "connected"], ["high==A", "ace high"], ["high<=T", "ten high or less"],
];

function Report({ query }: PageProps): JSX.Element {
  const source = query.source!;
  const [settings] = useSettings();
  const jobs = useJobs();
  const job = source.startsWith("job:") ? jobs.find((one) => one.id === source.slice(4)) : undefined;
  const [where, setWhere] = useState(query.where ?? "");
  const rested = useRested(where, 300);
  const set = (values: Record<string, unknown>) => go("flops", { ...query, ...values }, true);
  useEffect(() => { if (rested !== (query.where ?? "")) set({ where: rested }); }, [rested]);
  const by = query.by ?? "flop";
  const progress = job?.doing ?? job?.state ?? "";
  const flat = useLoaded((signal) => ask("GET flops/report", { source, node: query.node, where: query.where }, signal), [source, query.node, query.where, progress]);
  const grouped = useLoaded((signal) => (by === "flop" ? Promise.resolve(null) : ask("GET flops/report", { source, node: query.node, where: query.where, by }, signal)), [source, query.node, query.where, by, progress]);
  const { value } = flat;
  const unit = unitOf(settings.unit, value?.spot.big_blind as number | undefined);
  const isFilterWrong = flat.error.startsWith("filter");
  useEffect(() => { document.title = `${value?.title ?? "Many flops"} · pokerlab`; }, [value?.title]);
  return (
    <div class="stack">
      <header class="row apart">
        <div><h1>{value?.title ?? "Many flops"}</h1>
          {value && <p class="muted num">{value.done.toLocaleString("en-US")}{value.total ? ` of ${value.total.toLocaleString("en-US")}` : ""} flops · pot {amount(Number(value.spot.pot ?? 0), unit)} · {value.weighted ? "means by the weights of the subset" : "each flop counts as often as it comes"}</p>}</div>
        <div class="row">
          {job && job.state !== "done" && <a class="button" href={linkTo("jobs", { id: job.id })}><span class={`state ${job.state}`}>{STATE_WORDS[job.state]}</span></a>}
          <button type="button" onClick={() => void copy(location.origin + linkTo("flops", query), "link to this report")}>Copy link</button>
          <a class="button" href="/flops">Other reports</a>
        </div>
      </header>
      {!isFilterWrong && <Trouble line={flat.error || grouped.error} />}
      {job && job.state === "failed" && <Trouble line={job.line ?? "it failed"} />}
      <div class="row filters">
        {value && value.nodes.length > 0 && (
          <Field label="Decision"><select value={query.node ?? ""} onChange={(event) => set({ node: event.currentTarget.value, sort: "" })}>{value.nodes.map((node) => <option key={node.line} value={node.line}>{node.player.toUpperCase()} {node.line ? `after ${moveText(node.line, unit)}` : "first"}</option>)}</select></Field>
        )}
        <Field label="Rows by"><select value={by} onChange={(event) => set({ by: event.currentTarget.value === "flop" ? "" : event.currentTarget.value })}>{GROUPS.map(([name, title]) => <option key={name} value={name}>{title}</option>)}</select></Field>
        <TextField class="grow" label="Only flops that are" value={where} placeholder="paired and high<=T" onInput={setWhere} error={isFilterWrong ? flat.error : undefined} />
      </div>
      <div class="row tight" role="group" aria-label="textures">{TEXTURES.map(([filter, title]) => <button key={title} type="button" class="chip" aria-pressed={where === filter} onClick={() => setWhere(filter)}>{title}</button>)}</div>
      {value && value.rows.length > 0 && value.mean && <Found query={query} answer={value} rows={by === "flop" ? value.rows : (grouped.value?.rows ?? [])} by={by} set={set} />}
      {value && value.rows.length === 0 && <p class="empty" role="status">{job && job.state !== "done" ? `No flop is solved yet: ${job.doing ?? STATE_WORDS[job.state]}.` : "No flop is solved here."}</p>}
    </div>
  );
}

/** A number of a row: its name, and how it is written. */
interface Column {
  name: string;
  of: (row: FlopRowRecord) => number;
  text: (value: number) => string;
}

function columnsOf(answer: FlopsAnswer, unit: Unit): Column[] {
  const part = (value: number) => percent(value);
  const moves = Object.keys(answer.mean!.moves);
  return [
    ...moves.map((name) => ({ name, of: (row: FlopRowRecord) => row.moves[name] ?? NaN, text: part })),
    { name: "comes", of: (row) => row.comes, text: part },
    { name: "OOP share", of: (row) => row.share, text: part },
    { name: "OOP equity", of: (row) => row.equity[0], text: part },
    { name: "OOP EV", of: (row) => row.ev[0], text: (value) => chips(value, unit) },
    { name: "IP EV", of: (row) => row.ev[1], text: (value) => chips(value, unit) },
    { name: "weight", of: (row) => row.weight, text: (value) => percent(value, 2) },
    { name: "ε", of: (row) => row.percent_of_pot, text: (value) => `${value.toFixed(2)}%` },
  ];
}

function Found({ query, answer, rows, by, set }: PageProps & { answer: FlopsAnswer; rows: FlopRowRecord[]; by: string; set: (values: Record<string, unknown>) => void }): JSX.Element {
  const [settings] = useSettings();
  const unit = unitOf(settings.unit, answer.spot.big_blind as number | undefined);
  const [chosen, setChosen] = useState<string | null>(null);
  const columns = useMemo(() => columnsOf(answer, unit), [answer, unit.bb]);
  const moves = Object.keys(answer.mean!.moves);
  const shown = query.show ?? "moves";
  const pot = Number(answer.spot.pot ?? 1);
  const sized = moves.map((text) => ({ text, all_in: isAllIn(text, answer.spot) }));
  const colours = sized.map((move) => moveColour(move, pot)), letters = moveLetters(sized);
  const column = columns.find((one) => one.name === shown);
  const values = column ? answer.rows.map(column.of) : [];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const shade = (value: number) => mix("var(--scale)", "var(--raised)", 0.06 + (0.94 * (value - low)) / (high - low || 1));
  const open = (name: string) => go("browse", { solution: `flop:${answer.source}:${name}`, path: query.node });
  const row = answer.rows.find((one) => one.name === chosen) ?? null;
  return (
    <>
      <div class="flop-found">
        <section class="card stack" aria-label="map">
          <header><h2>Map</h2><select class="short" aria-label="what the map shows" value={shown} onChange={(event) => set({ show: event.currentTarget.value === "moves" ? "" : event.currentTarget.value })}><option value="moves">all moves</option>{columns.map((one) => <option key={one.name} value={one.name}>{moveText(one.name, unit)}</option>)}</select></header>
          <FlopMap rows={answer.rows} chosen={chosen} onChoose={setChosen} onOpen={open}
            colours={(one) => (column ? [[shade(column.of(one)), 1]] : moves.map((name, index) => [colours[index]!, one.moves[name] ?? 0] as const))}
            words={(one) => (column ? `${moveText(column.name, unit)} ${column.text(column.of(one))}` : moves.map((name) => `${moveText(name, unit)} ${percent(one.moves[name], 0)}`).join(", "))} />
          <div class="row small">
            {column ? <span class="row tight num"><span>{column.text(low)}</span><i class="ramp" /><span>{column.text(high)}</span></span> : moves.map((name, index) => <span key={name} class="row tight"><i class="swatch" style={{ background: colours[index]! }}>{letters[index]}</i>{moveText(name, unit)} <b class="num">{percent(answer.mean!.moves[name])}</b></span>)}
          </div>
        </section>
        <section class="card stack tight" aria-label="the flop pointed at">
          {row ? (
            <>
              <header><Board text={row.name} /><button type="button" class="primary" onClick={() => open(row.name)}>Open</button></header>
              <table><tbody>{columns.map((one) => <tr key={one.name}><td>{moveText(one.name, unit)}</td><td>{one.text(one.of(row))}</td><td class="muted">{one.text(one.of(answer.mean!))}</td></tr>)}</tbody></table>
              <p class="muted small">In grey the mean over {answer.mean!.flops} flops.</p>
            </>
          ) : (
            <>
              <header><h2>Mean over {answer.mean!.flops} flops</h2></header>
              <table><tbody>{columns.map((one) => <tr key={one.name}><td>{moveText(one.name, unit)}</td><td>{one.text(one.of(answer.mean!))}</td></tr>)}</tbody></table>
              <p class="muted small">Point at a flop of the map or the table; a click opens its solution.</p>
            </>
          )}
        </section>
      </div>
      <section class="card" aria-label="table of flops">
        <FlopTable query={query} rows={rows} mean={answer.mean!} columns={columns} unit={unit} by={by} set={set} onOpen={by === "flop" ? open : null} onChoose={setChosen} />
      </section>
    </>
  );
}

function isAllIn(text: string, spot: Record<string, unknown>): boolean {
  const stacks = (spot.stacks as number[] | undefined) ?? [Number(spot.stack ?? Infinity)];
  return /^(bet|raise) /.test(text) && Number(text.split(" ")[1]) >= Math.min(...stacks);
}

const MOST_ROWS = 200;

function FlopTable({ query, rows, mean, columns, unit, by, set, onOpen, onChoose }: PageProps & { rows: FlopRowRecord[]; mean: FlopRowRecord; columns: Column[]; unit: Unit; by: string; set: (values: Record<string, unknown>) => void; onOpen: ((name: string) => void) | null; onChoose: (name: string) => void }): JSX.Element {
  const [most, setMost] = useState(MOST_ROWS);
  const wanted = query.sort ?? "";
  const isUp = wanted.startsWith("-");
  const column = columns.find((one) => one.name === wanted.replace(/^-/, ""));
  const sorted = useMemo(() => (column ? [...rows].sort((a, b) => (isUp ? 1 : -1) * (column.of(a) - column.of(b))) : rows), [rows, column, isUp]);
  const sort = (name: string) => set({ sort: wanted === name ? `-${name}` : name });
  return (
    <div class="scroll">
      <table class="flops" aria-label="flops">
        <thead><tr>
          <th>{GROUPS.find(([name]) => name === by)?.[1] ?? by}</th>{by !== "flop" && <th>flops</th>}
          {columns.map((one) => <th key={one.name} aria-sort={column !== one ? "none" : isUp ? "ascending" : "descending"}><button type="button" class="plain" onClick={() => sort(one.name)}>{moveText(one.name, unit)}{column === one ? (isUp ? " ↑" : " ↓") : ""}</button></th>)}
        </tr></thead>
        <tbody>
          <tr class="mean"><td><b>weighted mean</b></td>{by !== "flop" && <td>{mean.flops}</td>}{columns.map((one) => <td key={one.name}><b>{one.text(one.of(mean))}</b></td>)}</tr>
          {sorted.slice(0, most).map((row) => (
            <tr key={row.name} data-flop={row.name} onPointerEnter={() => onChoose(row.name)}>
              <td>{onOpen ? <button type="button" class="plain tight" aria-label={`open ${row.name}`} onClick={() => onOpen(row.name)}><Board text={row.name} /></button> : row.name}</td>{by !== "flop" && <td>{row.flops}</td>}
              {columns.map((one) => <td key={one.name}>{one.text(one.of(row))}</td>)}
            </tr>
          ))}
        </tbody>
      </table>
      {sorted.length > most && <button type="button" class="plain" onClick={() => setMost(most + 500)}>{(sorted.length - most).toLocaleString("en-US")} more</button>}
    </div>
  );
}
