/** Push/fold: stacks to type or drag, a chart for every decision, others' ranges painted and the own answer found. */
import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { useAddress } from "../address";
import type { CombosAnswer, PushFoldAnswer, PushFoldDecision } from "../api";
import { classNames } from "../classes";
import { csvText, save, savePicture } from "../exports";
import { knownCombos } from "../grouping";
import { useKeys } from "../keys";
import { useLoaded, useMedia } from "../loading";
import type { PageProps } from "../main";
import { amount, epsilon, type Unit, unitOf } from "../numbers";
import { ChipInput } from "../parts/chip_input";
import { PrizeField } from "../parts/prizes";
import { HandPanel, LargeChart, Thumbs } from "../parts/pushfold_chart";
import { RangePainter } from "../parts/range_painter";
import { Seats } from "../parts/seats";
import { StackTables } from "../parts/stack_tables";
import { Check, Choice, copy, Field, TextField, Trouble } from "../parts/widgets";
import { chartCells, describe, type Errors, fixedOf, type Form, gainOf, keyOf, nameOf, questionOf, type Show, USUAL, usePushFold, withFixed, type Worth, worthOf } from "../pushfold";
import { useSettings } from "../settings";

const MOST_PLAYERS = 10;
/** So many decisions are shown together; more are those of one player. */
const FEW = 6;
const EXAMPLES: readonly (readonly [string, Partial<Form>])[] = [
  ["Heads-up, 10 big blinds", { stacks: "1000,1000", payouts: "chips" }],
  ["Bubble of three, 65/35", { stacks: "2000,1500,1000", payouts: "65,35" }],
  ["Bubble of four, 50/30/20", { stacks: "3000,1500,900,2600", payouts: "50,30,20" }],
  ["Knockout, six players", { stacks: "2400,1200,3100,900,1800,2600", payouts: "50,30,20", bounties: "10,10,10,10,10,10" }],
  ["Satellite, three seats of five", { stacks: "1500,1200,700,2500,1600", payouts: "satellite:3" }],
  ["Nine players, ante 12", { stacks: "1500,1200,2000,900,1800,1000,1600,1400,1100", ante: "12", payouts: "50,30,20" }],
];
const ALGORITHMS = ["polymatrix", "regret", "fictitious", "fictitious-ordered", "neighbourhood", "expansion", "lp"];

export function PushFold({ query }: PageProps): JSX.Element {
  const [form, change, link] = useAddress("pushfold", query, USUAL);
  const known = useLoaded(knownCombos, []);
  const copyLink = () => void copy(link(), "link");
  return (
    <div class="stack">
      <header class="row apart tool-head">
        <div class="row grow">
          <h1>Push/fold</h1>
          <Choice label="view" value={form.view as "" | "tables"} options={[["", "Explorer"], ["tables", "Heads-up tables"]]} onChange={(view) => change({ view })} />
        </div>
        {form.view !== "tables" && (
          <select class="short" aria-label="begin with" value="" onChange={(event) => {
            const found = EXAMPLES[Number(event.currentTarget.value)];
            event.currentTarget.value = "";
            if (found) change({ ...USUAL, ...found[1] });
          }}>
            <option value="">Begin with…</option>
            {EXAMPLES.map(([name], index) => <option key={name} value={index}>{name}</option>)}
          </select>
        )}
        <button type="button" onClick={copyLink}>Copy link</button>
      </header>
      {form.view === "tables" ? <StackTables form={form} change={change} /> : known.value ? <Explorer form={form} change={change} known={known.value} onLink={copyLink} /> : <Trouble line={known.error} />}
    </div>
  );
}

interface ExplorerProps {
  form: Form;
  change: (change: Partial<Form>) => void;
  known: CombosAnswer;
  onLink: () => void;
}

function Explorer({ form, change, known, onLink }: ExplorerProps): JSX.Element {
  const [settings] = useSettings();
  const { question, errors } = useMemo(() => questionOf(form), [form]);
  const found = usePushFold(question, Boolean(form.beside));
  const { main } = found;
  const all: Errors = found.problem ? { ...errors, [found.problem.field || "whole"]: found.problem.line } : errors;
  const [pointed, setPointed] = useState<number | null>(null);
  const decision = main && (main.decisions.find((one) => keyOf(one) === form.at) ?? main.decisions.find((one) => form.at.startsWith(`${one.player}-`)) ?? main.decisions[0]!);
  const step = (by: number) => {
    if (!main || !decision) return;
    const at = main.decisions.indexOf(decision) + by;
    if (main.decisions[at]) change({ at: keyOf(main.decisions[at]) });
  };
  useKeys("Push/fold", [
    { keys: ["n", "]"], does: "the next decision", run: () => step(1) },
    { keys: ["p", "["], does: "the decision before", run: () => step(-1) },
    { keys: ["g"], does: "gain of every hand, or the range", run: () => change({ show: form.show === "gain" ? "" : "gain" }) },
    { keys: ["l"], does: "copy a link to all this", run: onLink },
  ]);
  const painted = useMemo(() => new Set(fixedOf(form.fixed).map(([key]) => key.join("-"))), [form.fixed]);
  const unit = unitOf(settings.unit, main?.blinds[1]);
  const worth = useMemo(() => main && worthOf(main, unit), [main, unit.bb]);
  const pin = (index: number) => change({ hand: form.hand === classNames[index] ? "" : classNames[index]! });
  const pinned = classNames.indexOf(form.hand) >= 0 ? classNames.indexOf(form.hand) : null;
  const general = Object.entries(all).filter(([name]) => !/^(stacks|bounties|sb|bb|blinds|ante|payouts|progressive|target|iterations|algorithm|future|most|fixed)/.test(name)).map(([, line]) => line);
  const paint = main?.decisions.find((one) => keyOf(one) === form.paint);
  const isBeside = Boolean(form.beside && form.payouts !== "chips" && found.chips);
  const show: Show = form.show === "gain" ? "gain" : painted.size && decision && !painted.has(keyOf(decision)) && form.show !== "range" ? "best" : "range";
  const beside = isBeside && decision ? found.chips!.decisions.find((one) => keyOf(one) === keyOf(decision)) : undefined;
  const isFew = (main?.decisions.length ?? 0) <= FEW;
  const onShow = (next: Show) => change({ show: next === "best" ? "" : next });
  const panels = main && decision && worth && (
    <>
      <HandPanel answer={main} decision={decision} worth={worth} index={pointed ?? pinned ?? 0} />
      <Players answer={main} worth={worth} painted={painted} unit={unit} />
      <Exports answer={main} decision={decision} show={show} worth={worth} />
    </>
  );
  return (
    <div class="pushfold">
      <SpotFields form={form} change={change} errors={all} answer={main} worth={worth} />
      {!main || !decision || !worth ? <p class="muted" role="status">{general.length ? "" : "Solving…"}{general.map((line) => <Trouble key={line} line={line} />)}</p> : (
        <div class="stack">
          {general.map((line) => <Trouble key={line} line={line} />)}
          <section class="card decisions" aria-label="decisions">
            {!isFew && <header>
              <Choice label="whose decisions" value={String(decision.player)} onChange={(player) => change({ at: keyOf(main.decisions.find((one) => one.player === Number(player))!) })} options={main.positions.map((name, player) => [String(player), name] as const).filter(([player]) => main.decisions.some((one) => one.player === Number(player)))} />
            </header>}
            <Thumbs answer={main} player={isFew ? null : decision.player} at={keyOf(decision)} painted={painted} show={show} onPick={(at) => change({ at })} />
          </section>
          <div class={`two-charts ${paint || beside ? "even" : ""}`}>
            {paint && <PaintCard key={form.paint} answer={main} decision={paint} form={form} change={change} known={known} errors={all} />}
            <LargeChart answer={main} decision={decision} worth={worth} show={show} onShow={onShow} pinned={pinned} onPoint={setPointed} onPin={pin} isPainted={painted.has(keyOf(decision))} standing={<Standing answer={main} isRefined={found.isRefined} isGiven={painted.size > 0} />} {...(beside && { over: "for prizes" })}>
              <div class="row">
                {form.paint !== keyOf(decision) && <button type="button" disabled={!decision.comes_up} onClick={() => change(startPainting(main, decision, form))}>Paint this range</button>}
                {painted.has(keyOf(decision)) && <button type="button" onClick={() => change({ fixed: withFixed(form.fixed, keyOf(decision), null) })}>Back to the equilibrium</button>}
                {form.payouts !== "chips" && <Check label="beside chips" value={Boolean(form.beside)} onChange={(value) => change({ beside: value ? "1" : "" })} />}
                <button type="button" class="plain" onClick={() => void copy(show === "best" ? decision.best!.range : decision.range, "range")}>Copy range</button>
              </div>
            </LargeChart>
            {beside && !paint && <LargeChart answer={found.chips!} decision={beside} worth={worthOf(found.chips!, unit)} show={show} pinned={pinned} onPoint={setPointed} onPin={pin} over="for chips" standing={<Standing answer={found.chips!} isRefined={found.isRefined} isGiven={painted.size > 0} />} />}
            {!paint && !beside && <div class="stack">{panels}</div>}
          </div>
          {(paint || beside) && <div class="panels">{panels}</div>}
        </div>
      )}
    </div>
  );
}

/** Paint a decision, and show the one that answers it beside. */
function startPainting(answer: PushFoldAnswer, decision: PushFoldDecision, form: Form): Partial<Form> {
  const key = keyOf(decision);
  const rival = answer.decisions.find((one) => (decision.against.length ? keyOf(one) === String(decision.against[0]) : one.against[0] === decision.player && one.against.length === 1));
  const fixed = fixedOf(form.fixed).some(([one]) => one.join("-") === key) ? form.fixed : withFixed(form.fixed, key, decision.range);
  return { paint: key, fixed, show: "", ...(rival && { at: keyOf(rival) }) };
}

function PaintCard({ answer, decision, form, change, known, errors }: Omit<ExplorerProps, "onLink"> & { answer: PushFoldAnswer; decision: PushFoldDecision; errors: Errors }): JSX.Element {
  const key = keyOf(decision);
  const all = fixedOf(form.fixed);
  const place = all.findIndex(([one]) => one.join("-") === key);
  return (
    <section class="card" aria-label="painted range">
      <header>
        <div class="stack tight"><h2>{nameOf(answer, decision)}</h2><span class="muted small">painted by hand</span></div>
        <div class="row">
          <button type="button" onClick={() => change({ paint: "", fixed: withFixed(form.fixed, key, null) })}>Back to the equilibrium</button>
          <button type="button" class="primary" onClick={() => change({ paint: "" })}>Done</button>
        </div>
      </header>
      <RangePainter label={nameOf(answer, decision)} text={all[place]?.[1] ?? decision.range} onText={(text) => change({ fixed: withFixed(form.fixed, key, text) })} dead={[]} known={known} colour={decision.kind === "push" ? "var(--push)" : "var(--call)"} error={errors[`fixed.${place}`]} />
    </section>
  );
}

function SpotFields({ form, change, errors, answer, worth }: Omit<ExplorerProps, "known" | "onLink"> & { errors: Errors; answer: PushFoldAnswer | null; worth: Worth | null }): JSX.Element {
  const stacks = form.stacks.split(",");
  const bounties = form.bounties && form.payouts !== "chips" ? form.bounties.split(",") : null;
  const isSame = answer?.positions.length === stacks.length;
  const seat = (next: string[], heads: string[] | null) => change({ stacks: next.join(","), ...(heads && { bounties: heads.join(",") }), ...(next.length !== stacks.length && { fixed: "", paint: "", at: "" }) });
  const field = (name: keyof Form, label: string, more: { placeholder?: string } = {}) => <TextField label={label} value={form[name]} mode="decimal" onInput={(text) => change({ [name]: text })} error={errors[name]} {...more} />;
  const isPrize = form.payouts !== "chips";
  const big = Number(form.bb) || 0;
  const [settings] = useSettings();
  const unit = unitOf(settings.unit, big);
  const isWide = useMedia("(min-width: 1001px)");
  return (
    <section class="card stack spot-fields" aria-label="table">
      <header><h2>Table</h2><button type="button" class="plain" title="everybody moves on by a place: the next hand" onClick={() => seat([...stacks.slice(1), stacks[0]!], bounties && [...bounties.slice(1), bounties[0]!])}>Move the button</button></header>
      <Seats
        stacks={stacks} names={isSame ? answer.positions : []} big={big || 1} unit={unit} errors={errors} fewest={2} most={MOST_PLAYERS}
        onStacks={(next) => seat(next, null)} bounties={bounties} onBounties={(next) => change({ bounties: next.join(",") })}
        heading={isPrize ? "prizes" : "wins"} notes={isSame && worth ? answer.values.map((value, player) => (isPrize ? `${worth.text(value).slice(0, -1)}%` : worth.gain(value - answer.stacks[player]!))) : []}
        onAdd={() => seat([stacks[0]!, ...stacks], bounties && [bounties[0]!, ...bounties])}
        onRemove={(index) => seat(stacks.filter((_, at) => at !== index), bounties && bounties.filter((_, at) => at !== index))}
      />
      <div class="fields">{field("sb", "Small blind")}{field("bb", "Big blind")}<Field label={unit.bb ? "Ante, bb" : "Ante"} error={errors.ante}><ChipInput value={form.ante} unit={unit} big={big} isWrong={Boolean(errors.ante)} onInput={(ante) => change({ ante })} /></Field></div>
      {errors.blinds && <span class="error" role="alert">{errors.blinds}</span>}
      <PrizeField value={form.payouts} withChips onChange={(payouts) => change({ payouts, ...(payouts === "chips" && { bounties: "", beside: "" }) })} error={errors.payouts} />
      {isPrize && <div class="row apart"><Check label="bounties" value={Boolean(bounties)} onChange={(value) => change({ bounties: value ? stacks.map(() => "10").join(",") : "" })} />{bounties && field("progressive", "Part on the own head")}</div>}
      <details open={isWide}>
        <summary>Rules and method</summary>
        <Check label="the big blind posts the ante for all" value={Boolean(form.bba)} onChange={(value) => change({ bba: value ? "1" : "", first: "" })} />
        {form.bba && <Check label="and, if he is short, before his blind" value={Boolean(form.first)} onChange={(value) => change({ first: value ? "1" : "" })} />}
        <div class="fields">
        <Field label="All-in at once" error={errors.most_all_in}><select value={form.most} onChange={(event) => change({ most: event.currentTarget.value })}>{["2", "3", "4", "5"].map((most) => <option key={most} value={most}>{Number(most) > 3 ? `${most}, sampled` : most}</option>)}</select></Field>
        <Field label="Next hands solved" error={errors.future}><select value={form.future} onChange={(event) => change({ future: event.currentTarget.value })}><option value="0">none</option><option value="1">1</option><option value="2">2</option></select></Field>
        <Field label="Hands are"><select value={form.purify} onChange={(event) => change({ purify: event.currentTarget.value })}><option value="">mixed</option><option value="1">pure</option></select></Field>
        </div>
        <Check label="folded hands count (bunching)" value={Boolean(form.bunching)} onChange={(value) => change({ bunching: value ? "1" : "" })} />
        <div class="fields">
          <Field label="Algorithm" error={errors.algorithm}><select value={form.algorithm} onChange={(event) => change({ algorithm: event.currentTarget.value })}><option value="">the usual</option>{ALGORITHMS.map((name) => <option key={name}>{name}</option>)}</select></Field>
          {field("target", "A hand may gain, %", { placeholder: "0.0001" })}
          {field("iterations", "Iterations")}
        </div>
      </details>
    </section>
  );
}

function Standing({ answer, isRefined, isGiven }: { answer: PushFoldAnswer; isRefined: boolean; isGiven: boolean }): JSX.Element {
  const gain = `up to ${epsilon(answer.largest_own_gain_percent_of_pool)} of the pool`;
  const words = answer.draft ? ["paused", "draft, as if two were all-in at most"]
    : isGiven ? ["done", "against the painted ranges"]
    : answer.purified ? ["done", `pure: hands could gain ${gain}`]
    : answer.settled ? ["done", "settled"] : ["paused", `not settled: hands could gain ${gain}`];
  const error = Math.max(...answer.sampling_error);
  return (
    <span class={`state ${isRefined ? words[0] : "paused"} small muted`} role="status" title={`${answer.algorithm}, ${answer.iterations} iterations; a player could gain ${epsilon(answer.epsilon_percent_of_pool)} of the pool`}>
      {words[1]}{isRefined ? "" : " · refining…"}{error > 0 ? ` · sampled, ±${error.toPrecision(2)}` : ""}
    </span>
  );
}

/** What the hand is worth to everybody, and what each could gain. */
function Players({ answer, worth, painted, unit }: { answer: PushFoldAnswer; worth: Worth; painted: ReadonlySet<string>; unit: Unit }): JSX.Element {
  const isPainted = (player: number) => [...painted].some((key) => key.split("-")[0] === String(player));
  return (
    <section class="card panel" aria-label="players">
      <header><h2>Players</h2><span class="muted small">{worth.name}</span></header>
      <table aria-label="what the hand is worth">
        <thead><tr><th>place</th><th>stack, {unit.name}</th><th>worth</th>{painted.size > 0 && <th title="with the best answer, if everybody else plays on">could gain</th>}</tr></thead>
        <tbody>
          {answer.positions.map((name, player) => (
            <tr key={name}>
              <td><b>{name}</b>{isPainted(player) ? " ✎" : ""}</td><td>{amount(answer.stacks[player]!, unit)}</td><td>{worth.text(answer.values[player])}</td>
              {painted.size > 0 && <td><b class={answer.gains[player]! > 1e-6 ? "good" : ""}>{worth.gain(answer.gains[player])}</b></td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Exports({ answer, decision, show, worth }: { answer: PushFoldAnswer; decision: PushFoldDecision; show: Show; worth: Worth }): JSX.Element {
  const lines = () => [describe(answer), ...answer.decisions.map((one) => `${nameOf(answer, one)}: ${one.comes_up ? `${one.percent.toFixed(2)}%  ${one.range}` : "never comes up"}`)].join("\n");
  const csv = () => csvText(
    ["position", "kind", "against", "hand", "frequency", "all_in", "fold", "gain", "own_gain"],
    answer.decisions.flatMap((one) => classNames.map((hand, index) => {
      const gain = gainOf(one, index);
      return [one.position, one.kind, one.against.map((player) => answer.positions[player]).join(" "), hand, one.columns.frequency[index]!, one.columns.all_in[index]!, one.columns.fold[index]!, gain === null ? null : Number(gain.toFixed(6)), one.columns.own_gain[index]!];
    })),
  );
  const title = `${nameOf(answer, decision)}: ${(show === "best" && decision.best ? decision.best.percent : decision.percent).toFixed(2)}%`;
  return (
    <section class="card panel" aria-label="take it with you">
      <div class="row">
        <button type="button" onClick={() => void copy(lines(), "all ranges")}>Copy as text</button>
        <button type="button" onClick={() => save("pushfold.csv", csv())}>CSV</button>
        <button type="button" onClick={() => void savePicture("pushfold.png", [{ title, cells: chartCells(decision, show, worth) }], `${describe(answer)}${show === "gain" ? `; what all-in earns, ${worth.name}` : ""}`)}>PNG</button>
      </div>
    </section>
  );
}
