/** The spot editor: board, chips, ranges, sizes, the tree that follows, its memory; as a file, both ways. */
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { CombosAnswer, SpotAnswer } from "../api";
import { Board, cardsOf, Deck } from "../cards";
import { ApiError, ask, lineOf } from "../client";
import { knownCombos } from "../grouping";
import { useKeys } from "../keys";
import { LatestOnly } from "../latest";
import { useLoaded } from "../loading";
import type { PageProps } from "../main";
import { moveText } from "../moves";
import { amount, type Unit, unitOf } from "../numbers";
import { MemoryBar } from "../parts/memory";
import { RangePainter } from "../parts/range_painter";
import { TreeStrip } from "../parts/tree_strip";
import { Check, Choice, copy, Field, TextField, toast, Trouble } from "../parts/widgets";
import { go, linkTo } from "../router";
import { useSettings } from "../settings";
import { EMPTY, formOf, KEPT, KINDS, sizeKey, type SpotForm, spotOf, STREETS } from "../spot_form";

/** Fields that an address may fill. */
const GIVEN = ["name", "board", "pot", "stack", "big_blind", "aggressor", "oop", "ip"];

export function SpotEditor({ query }: PageProps): JSX.Element {
  const known = useLoaded(knownCombos, []);
  const begun = useLoaded((signal) => begin(query, signal), [query.template, query.saved, query.solution, query.job, query.board]);
  const error = known.error || begun.error;
  if (!known.value || !begun.value || begun.isLoading) return error ? <Trouble line={error} /> : <p class="muted" role="status">Opening…</p>;
  return <Editor key={JSON.stringify(query)} known={known.value} begun={begun.value} name={query.saved ?? ""} />;
}

/** What the editor starts with: a template, a saved spot, the spot of a solution or job, or what was there last. */
async function begin(query: Record<string, string>, signal: AbortSignal): Promise<SpotForm> {
  const read = async (toml: string) => {
    const { spot, errors } = await ask("POST spots/check", { toml, depth: 1 }, signal);
    if (!spot) throw new ApiError(errors[0]?.line ?? "not a spot");
    return formOf(spot);
  };
  if (query.board) {
    const given = Object.fromEntries(GIVEN.filter((key) => query[key] !== undefined).map((key) => [key, query[key]!]));
    return { ...EMPTY, fields: { ...EMPTY.fields, ...given } };
  }
  if (query.solution) return formOf((await ask("GET solutions/{name}", { name: query.solution }, signal)).spot);
  if (query.job) return read((await ask("GET jobs/{id}", { id: query.job }, signal)).toml);
  if (query.template || query.saved) {
    const lists = await ask("GET spots", {}, signal);
    const found = query.template ? lists.templates.find((one) => one.name === query.template) : lists.spots.find((one) => one.name === query.saved);
    if (!found) throw new ApiError(`there is no spot '${query.template ?? query.saved}'`);
    return read(found.toml);
  }
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "null") as SpotForm | null;
    if (kept) return kept;
  } catch {
    // nothing that can be read: begin anew
  }
  return EMPTY;
}

function Editor({ known, begun, name }: { known: CombosAnswer; begun: SpotForm; name: string }): JSX.Element {
  const [form, setForm] = useState(begun);
  const [toml, setToml] = useState<string | null>(null); // typed, and not yet a spot
  const [path, setPath] = useState<string[]>([]);
  const [who, setWho] = useState<"oop" | "ip">("oop");
  const [isCompressed, setIsCompressed] = useState(false);
  const [settings] = useSettings();
  const { check, problem } = useChecked(form, toml, path, (spot) => { setForm(formOf(spot)); });
  const fields = form.fields;
  const set = (key: string, text: string) => { setToml(null); setForm({ ...form, fields: { ...fields, [key]: text } }); };
  const errors = useMemo(() => new Map(check?.errors.map((error) => [error.field, error.line])), [check]);
  const error = (...keys: string[]) => keys.map((key) => errors.get(key)).find(Boolean);
  const field = (key: string, label: string, more: { hint?: string; placeholder?: string; mode?: "decimal" } = {}) => (
    <TextField label={label} value={fields[key] ?? ""} onInput={(text) => set(key, text)} error={isUntouched(form) ? undefined : error(key, `${key}s`)} {...more} />
  );
  const board = cardsOf(fields.board ?? "");
  const unit = unitOf(settings.unit, check?.spot?.big_blind as number | undefined);
  const chipField = (key: string, label: string) => field(key, label, { mode: "decimal", ...hintOf(fields[key] ?? "", unit) });
  const pick = (card: string) => set("board", (board.includes(card) ? board.filter((one) => one !== card) : [...board, card].slice(0, 5)).join(""));
  const street = STREETS[Math.max(board.length - 3, 0)] ?? "flop";
  const general = [...errors].filter(([key]) => key === "" || !SHOWN.test(key)).map(([key, line]) => (key ? `${key}: ${line}` : line));
  useKeys("The spot", [
    { keys: ["o"], does: "range of the first player", run: () => setWho("oop") },
    { keys: ["i"], does: "range of the second player", run: () => setWho("ip") },
  ]);
  useEffect(() => {
    try {
      sessionStorage.setItem(KEPT, JSON.stringify(form));
    } catch {
      // not kept, then
    }
  }, [form]);
  return (
    <div class="stack">
      <header class="row apart">
        <div class="row grow"><h1>Spot</h1><Templates /></div>
        <div class="row"><SaveSpot toml={check?.toml ?? ""} name={name || (fields.name ?? "")} /></div>
      </header>
      <Trouble line={problem} />
      {!isUntouched(form) && general.map((line) => <Trouble key={line} line={line} />)}
      <div class="editor">
        <div class="stack">
          <section class="card stack" aria-label="board">
            <header class="board-head"><h2>Board</h2>{board.length ? <Board text={fields.board ?? ""} /> : <span class="muted small">pick three to five cards</span>}<span class="grow" />{board.length > 0 && <button type="button" class="plain" onClick={() => set("board", "")}>Clear</button>}</header>
            <Deck label="board" pressed={board} onPick={pick} />
            {field("board", "as text", { placeholder: "Kh7h2c" })}
          </section>
          <section class="card stack" aria-label="chips">
            <header><h2>Chips</h2><span class="muted small">typed in chips, or as <code>5.5bb</code></span></header>
            <div class="fields">
              {chipField("pot", "Pot")}
              {chipField("stack", "Behind (or: oop, ip)")}
              {field("big_blind", "Big blind", { mode: "decimal", placeholder: "none" })}
              {field("rake.percent", "Rake, %", { mode: "decimal", placeholder: "none" })}
              {field("rake.cap", "Rake at most", { mode: "decimal", placeholder: "no cap" })}
              {field("name", "Name", { placeholder: "any text" })}
            </div>
            <div class="row"><span class="muted small">bet or raised last before</span>
              <Choice label="who bet or raised last before this street" value={(fields.aggressor ?? "") as "" | "oop" | "ip"} options={[["", "nobody"], ["oop", "OOP"], ["ip", "IP"]]} onChange={(value) => set("aggressor", value)} />
            </div>
          </section>
          <Menu form={form} set={set} error={error} onPast={(value) => setForm({ ...form, all_in_past_cap: value })} />
        </div>
        <section class="card" aria-label="ranges">
          <header>
            <h2>Ranges</h2>
            <Choice label="whose range" value={who} options={[["oop", "OOP, acts first"], ["ip", "IP, acts last"]]} onChange={setWho} />
          </header>
          {(["oop", "ip"] as const).map((player) => (
            <div key={player} hidden={player !== who}>
              <RangePainter label={player.toUpperCase()} text={fields[player] ?? ""} onText={(text) => set(player, text)} dead={board} known={known} colour={`var(--${player}-fill)`} error={isUntouched(form) ? undefined : error(player)} />
            </div>
          ))}
        </section>
        <div class="stack">
          <SolveBox check={check} isCompressed={isCompressed} onCompressed={setIsCompressed} name={fields.name ?? ""} />
          <Sizes form={form} set={set} error={error} first={street} onDefault={(key) => { setToml(null); setForm({ ...form, fields: Object.fromEntries(Object.entries(fields).filter(([one]) => one !== key)) }); }} />
          <section class="card" aria-label="file">
            <header><h2>As a file</h2><button type="button" class="plain" onClick={() => void copy(toml ?? check?.toml ?? "", "TOML")}>Copy</button></header>
            <Field label="TOML; what is typed here fills the fields" error={toml !== null ? check?.errors[0]?.line : undefined}>
              <textarea class="mono toml" rows={16} spellcheck={false} value={toml ?? check?.toml ?? ""} onInput={(event) => setToml(event.currentTarget.value)} />
            </Field>
          </section>
        </div>
      </div>
      <section class="card" aria-label="betting tree">
        <header>
          <h2>Betting tree</h2>
          <span class="muted small num">{check?.streets?.map((one) => `${one.street} ${one.decisions.toLocaleString("en-US")} decisions`).join(" · ")}</span>
        </header>
        {check?.nodes?.length
          ? <TreeStrip nodes={check.nodes} path={path} unit={unit} onPath={setPath} onAdd={(line) => setForm({ ...form, add: [...form.add, line] })} onRemove={(line) => setForm(form.add.includes(line) ? { ...form, add: form.add.filter((one) => one !== line) } : { ...form, remove: [...form.remove, line] })} />
          : <p class="muted">The tree is here once board, chips and ranges are.</p>}
        <Lines form={form} unit={unit} onForm={setForm} error={error("add", "remove")} />
      </section>
    </div>
  );
}

const SHOWN = /^(board|pot|stacks?|big_blind|rake\.(percent|cap)|name|oop|ip|raise_cap|all_in_below|force_all_in_below|merge|add|remove|(flop|turn|river)\.((oop|ip)\.)?(bet|raise|donk))$/;

/** Chips that were typed, in big blinds if those are shown. */
function hintOf(text: string, unit: Unit): { hint?: string } {
  const chips = text.split(",").map(Number);
  return unit.bb && text.trim() && chips.every((one) => one > 0) ? { hint: `${chips.map((one) => amount(one, unit)).join(", ")} bb` } : {};
}

function isUntouched(form: SpotForm): boolean {
  return !form.fields.board && !form.fields.oop && !form.fields.ip;
}

/** Milliseconds that what is wrong must stand before it is said: half of what somebody is typing is no size yet. */
const PATIENCE = 150;

/** What the server says of the spot: asked at every change, one question at a time. What is right is shown at once, what is wrong when it has stood for a moment. */
function useChecked(form: SpotForm, toml: string | null, path: string[], onSpot: (spot: Record<string, unknown>) => void): { check: SpotAnswer | null; problem: string } {
  const asked = JSON.stringify({ ...(toml !== null ? { toml } : { spot: spotOf(form) }), street: "river", depth: 2 * path.length + 4 });
  const [state, setState] = useState<{ asked: string; check: SpotAnswer | null; problem: string }>({ asked: "", check: null, problem: "" });
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const line = useMemo(() => new LatestOnly(async (question: string) => ({ asked: question, check: await ask("POST spots/check", JSON.parse(question) as { spot: Record<string, unknown> }) }), {
    found: (found) => {
      clearTimeout(timer.current);
      const show = () => setState({ ...found, problem: "" });
      if (found.check.errors.length) timer.current = setTimeout(show, PATIENCE);
      else show();
    },
    failed: (error) => setState((before) => ({ ...before, problem: lineOf(error) })),
  }), []);
  useLayoutEffect(() => line.ask(asked), [asked]); // at once, and not after the next frame
  useEffect(() => () => { line.end(); clearTimeout(timer.current); }, []);
  useEffect(() => {
    if (toml !== null && state.check?.spot && state.asked.startsWith('{"toml"')) onSpot(state.check.spot);
  }, [state.check]);
  return state;
}

function Sizes({ form, set, error, first, onDefault }: { form: SpotForm; set: (key: string, text: string) => void; error: (...keys: string[]) => string | undefined; first: string; onDefault: (key: string) => void }): JSX.Element {
  const own = STREETS.some((street) => (["oop", "ip"] as const).some((who) => KINDS.some((kind) => form.fields[sizeKey(street, who, kind)] !== undefined)));
  const [who, setWho] = useState<"" | "oop" | "ip">("");
  const streets = STREETS.slice(STREETS.indexOf(first as "flop"));
  return (
    <section class="card stack" aria-label="sizes">
      <header><h2>Sizes</h2><Choice label="whose sizes" value={who} options={[["", "Both"], ["oop", own ? "OOP •" : "OOP"], ["ip", own ? "IP •" : "IP"]]} onChange={setWho} /></header>
      {streets.map((street) => (
        <fieldset key={street} class="sizes">
          <legend>{street}</legend>
          {KINDS.map((kind) => {
            const key = sizeKey(street, who, kind);
            const isGiven = form.fields[key] !== undefined;
            const common = form.fields[sizeKey(street, "", kind)];
            const byDefault = who ? (common === undefined ? "as both" : common || "none") : kind === "bet" ? "50%" : kind === "raise" ? "60%" : "as bets";
            return (
              <div key={kind} class="size">
                <TextField label={kind} value={form.fields[key] ?? ""} placeholder={isGiven ? "none" : byDefault} onInput={(text) => set(key, text)} error={error(key)} />
                {isGiven && <button type="button" class="plain reset" title={`by default: ${byDefault}`} aria-label={`${street} ${kind}: by default`} onClick={() => onDefault(key)}>default</button>}
              </div>
            );
          })}
        </fieldset>
      ))}
      <p class="muted small">Several are apart by commas: <code>33%</code> of the pot, <code>3x</code> the bet, <code>40c</code> chips, <code>2.5bb</code>, <code>a</code> all-in, <code>2e</code> even over two streets. Empty: none.</p>
    </section>
  );
}

function Menu({ form, set, error, onPast }: { form: SpotForm; set: (key: string, text: string) => void; error: (...keys: string[]) => string | undefined; onPast: (value: boolean) => void }): JSX.Element {
  const field = (key: string, label: string, placeholder: string) => <TextField label={label} value={form.fields[key] ?? ""} placeholder={placeholder} mode="decimal" onInput={(text) => set(key, text)} error={error(key)} />;
  return (
    <section class="card stack" aria-label="limits of the tree">
      <header><h2>Limits</h2></header>
      <div class="fields two">
        {field("raise_cap", "Bets and raises on a street", "no cap")}
        {field("all_in_below", "Offer all-in below, pots", "never")}
        {field("force_all_in_below", "All-in if less is left, pots", "never")}
        {field("merge", "Merge sizes nearer than", "never")}
      </div>
      <Check label="all-in is offered past the cap" value={form.all_in_past_cap} onChange={onPast} />
    </section>
  );
}

function Lines({ form, unit, onForm, error }: { form: SpotForm; unit: Unit; onForm: (form: SpotForm) => void; error: string | undefined }): JSX.Element | null {
  if (!form.add.length && !form.remove.length) return null;
  const list = (kind: "add" | "remove", word: string) => form[kind].map((line) => (
    <button key={kind + line} type="button" class="chip" title="take it back" aria-label={`take back: ${word} ${line}`} onClick={() => onForm({ ...form, [kind]: form[kind].filter((one) => one !== line) })}><span class={kind === "add" ? "good" : "bad"}>{word}</span> {moveText(line, unit)} ×</button>
  ));
  return <div class="row lines">{list("add", "added")}{list("remove", "removed")}{error && <span class="error" role="alert">{error}</span>}</div>;
}

function SolveBox({ check, isCompressed, onCompressed, name }: { check: SpotAnswer | null; isCompressed: boolean; onCompressed: (value: boolean) => void; name: string }): JSX.Element {
  const [target, setTarget] = useState("0.5");
  const [streets, setStreets] = useState<"" | "turn">("");
  const [error, setError] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const isReady = Boolean(check?.toml) && !isBusy;
  const start = async () => {
    setIsBusy(true);
    setError("");
    try {
      const { job } = await ask("POST jobs", { toml: check!.toml!, target: Number(target), compressed: isCompressed, ...(streets && { streets }), ...(name && { name: name.slice(0, 60) }) });
      go("jobs", { id: job.id });
    } catch (problem) {
      setError(lineOf(problem));
    }
    setIsBusy(false);
  };
  return (
    <section class="card stack" aria-label="solve">
      <header><h2>Solve</h2></header>
      {check?.size ? <MemoryBar check={check} isCompressed={isCompressed} /> : <p class="muted">What it takes of memory is here once the spot is whole.</p>}
      <div class="fields two">
        <TextField label="Target, % of the pot" value={target} mode="decimal" onInput={setTarget} error={Number(target) > 0 ? undefined : "a number above 0"} />
        <Field label="Keep in the file">
          <select value={streets} onChange={(event) => setStreets(event.currentTarget.value as "")}><option value="">all streets</option><option value="turn">up to the turn</option></select>
        </Field>
      </div>
      <Check label="16 bits: half the memory, a little slower" value={isCompressed} onChange={onCompressed} />
      <Trouble line={error} />
      <a class="button" href={linkTo("flops", { spot: "edited" })}>On many flops…</a>
      <button type="button" class="primary big" disabled={!isReady || !(Number(target) > 0)} onClick={start}>Solve to {target || "…"}% of the pot</button>
    </section>
  );
}

function Templates(): JSX.Element {
  const spots = useLoaded((signal) => ask("GET spots", {}, signal), []);
  return (
    <select class="short" aria-label="begin with" value="" onChange={(event) => { const [kind, ...rest] = event.currentTarget.value.split(":"); if (kind) go("spot", { [kind]: rest.join(":") }); }}>
      <option value="">Begin with…</option>
      {(spots.value?.spots.length ?? 0) > 0 && <optgroup label="saved">{spots.value!.spots.map((one) => <option key={one.name} value={`saved:${one.name}`}>{one.name}</option>)}</optgroup>}
      <optgroup label="templates">{spots.value?.templates.map((one) => <option key={one.name} value={`template:${one.name}`}>{one.name}</option>)}</optgroup>
    </select>
  );
}

function SaveSpot({ toml, name }: { toml: string; name: string }): JSX.Element {
  const save = async () => {
    const wanted = prompt("Name of the spot", name);
    if (!wanted) return;
    try {
      await ask("POST spots/saved", { name: wanted, toml });
      toast(`spot saved as ${wanted}`);
    } catch (error) {
      toast(lineOf(error));
    }
  };
  return <button type="button" disabled={!toml} onClick={save}>Save…</button>;
}
