/** A node of two solutions side by side, and what differs. */
import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { CombosAnswer, CompareAnswer, NodeNumbers } from "../api";
import { Board, Cards, cardsOf } from "../cards";
import { cellsOf } from "../cells";
import { classNames } from "../classes";
import { ask } from "../client";
import { byClass, type Group, knownCombos, possible } from "../grouping";
import { useKeys } from "../keys";
import { useLoaded, useMedia } from "../loading";
import type { PageProps } from "../main";
import { mix, moveLetters, moveText } from "../moves";
import { useNode } from "../nodes";
import { amount, chips, fixed, percent, type Unit, unitOf } from "../numbers";
import { type Cell, Matrix } from "../parts/matrix";
import { Strip } from "../parts/strip";
import { Choice, copy, Scroll, Trouble } from "../parts/widgets";
import { go, linkTo } from "../router";
import { useSettings } from "../settings";

export function Compare({ query }: PageProps): JSX.Element {
  const { a = "", b = "", path = "" } = query;
  const player = query.player === "oop" || query.player === "ip" ? query.player : null;
  const known = useLoaded(knownCombos, []);
  const both = useLoaded((signal) => ask("GET compare", { a, b, path, player }, signal), [a, b, path, player]);
  const { answer } = useNode(a, path, player);
  const [settings] = useSettings();
  useEffect(() => { document.title = `${a} and ${b} · pokerlab`; }, [a, b]);
  const goTo = (next: string) => go("compare", { ...query, path: next });
  useKeys("The comparison", [
    { keys: ["ArrowLeft", "Backspace"], does: "a step back", run: () => path && goTo(path.split("/").slice(0, -1).join("/")) },
    { keys: ["p"], does: "the other player's hands", run: () => both.value && go("compare", { ...query, player: both.value.a.columns_of === "oop" ? "ip" : "oop" }) },
    { keys: ["x"], does: "exchange both sides", run: () => go("compare", { ...query, a: b, b: a }) },
  ]);
  const unit = unitOf(settings.unit, answer?.place.big_blind);
  return (
    <div class="study compare">
      <header class="study-head">
        {answer && <Board text={answer.place.board} />}
        <div class="grow"><h1 class="clip">Compare</h1>{answer && <p class="muted num facts">pot {amount(answer.place.pot, unit)}{answer.place.to_call ? ` · ${amount(answer.place.to_call, unit)} to call` : ""}</p>}</div>
        <div class="row actions">
          <Pick label="A" value={a} onPick={(name) => go("compare", { ...query, a: name })} />
          <button type="button" class="icon" aria-label="exchange both sides" title="exchange both sides (x)" onClick={() => go("compare", { ...query, a: b, b: a })}>⇄</button>
          <Pick label="B" value={b} onPick={(name) => go("compare", { ...query, b: name })} />
          <button type="button" onClick={() => void copy(location.origin + linkTo("compare", query), "link to this comparison")}>Copy link</button>
        </div>
      </header>
      {answer && <Strip line={answer.line} board={answer.place.board} unit={unit} marked={-1} next={answer.place.next} onGo={goTo} />}
      <Trouble line={both.error || known.error} />
      {both.value && known.value && !both.error && <Sides key={both.value.a.columns_of} query={query} both={both.value} known={known.value} unit={unit} />}
      {!a || !b ? <p class="empty">Choose two solutions above.</p> : !both.value && !both.error && <p class="muted" role="status">Opening both…</p>}
    </div>
  );
}

function Pick({ label, value, onPick }: { label: string; value: string; onPick: (name: string) => void }): JSX.Element {
  const solutions = useLoaded((signal) => ask("GET solutions", {}, signal), []);
  const names = solutions.value?.solutions.filter((one) => !one.trouble).map((one) => one.name) ?? [];
  return (
    <label class="row tight pick"><b>{label}</b>
      <select class="short" value={value} onChange={(event) => onPick(event.currentTarget.value)}>
        {!names.includes(value) && <option value={value}>{value || "choose…"}</option>}
        {names.map((name) => <option key={name}>{name}</option>)}
      </select>
    </label>
  );
}

type Side = "a" | "b" | "difference";

function Sides({ query, both, known, unit }: { query: Record<string, string>; both: CompareAnswer; known: CombosAnswer; unit: Unit }): JSX.Element {
  const isWide = useMedia("(min-width: 1180px)");
  const [side, setSide] = useState<Side>("difference");
  const [pointed, setPointed] = useState<number | null>(null);
  const [pinned, setPinned] = useState<number | null>(null);
  const groups = useMemo(() => ({ a: byClass(both.a.columns, known, both.a.pot), b: byClass(both.b.columns, known, both.b.pot) }), [both, known]);
  const counts = useMemo(() => possible(known, cardsOf(both.a.board)), [known, both.a.board]);
  const whats = useMemo(() => whatsOf(both), [both]);
  const what = whats.find((one) => one.name === query.show) ?? mostChanged(whats, groups);
  const plain = (node: NodeNumbers, one: Group[]) => cellsOf(node, one, counts, moveLetters(node.moves), { mode: "strategy", isNormalised: false, onlyMove: null, unit });
  const cells = useMemo(() => ({ a: plain(both.a, groups.a), b: plain(both.b, groups.b), difference: differenceCells(groups, what, counts, unit) }), [both, groups, what, unit.bb]);
  const shown = pinned ?? pointed ?? largest(groups, what);
  const whose = <Choice label="whose hands" value={both.a.columns_of} options={[["oop", "OOP"], ["ip", "IP"]]} onChange={(value) => go("compare", { ...query, player: value === both.a.player ? "" : value }, true)} />;
  const differs = <Choice label="difference of" value={what.name} options={whats.map((one) => [one.name, moveText(one.name, unit)] as const)} onChange={(value) => go("compare", { ...query, show: value }, true)} />;
  const matrix = (one: Side, title: string) => (
    <section class="card matrix-card" aria-label={title} key={one}>
      {!isWide && <div class="row modes">{whose}<Choice label="which side" value={side} options={[["a", "A"], ["b", "B"], ["difference", "B − A"]]} onChange={setSide} /></div>}
      <h2 class="clip">{title}</h2>
      <Matrix cells={cells[one]} label={title} pinned={pinned} onPoint={setPointed} onPin={(index) => setPinned(pinned === index ? null : index)} />
      {!isWide && <div class="row">{differs}</div>}
    </section>
  );
  const titles: Record<Side, string> = { a: `A: ${query.a}`, b: `B: ${query.b}`, difference: `B less A: ${moveText(what.name, unit)}` };
  return (
    <>
      {isWide && <div class="row">{whose}{differs}</div>}
      {isWide ? <div class="three">{(["a", "b", "difference"] as const).map((one) => matrix(one, titles[one]))}</div> : matrix(side, titles[side])}
      <div class="three">
        <section class="card panel" aria-label="moves of both"><header><h2>Moves</h2></header><MovesOfBoth both={both} unit={unit} /></section>
        <section class="card panel" aria-label="players in both"><header><h2>What it is worth</h2></header><Worth both={both} unit={unit} /></section>
        <section class="card panel hands" aria-label="hands of both"><header><h2>Hands of {classNames[shown]}</h2></header><HandsOfBoth both={both} groups={groups} index={shown} what={what} known={known} unit={unit} /></section>
      </div>
    </>
  );
}

/** Something to compare: a number of a group of hands in either solution; `kind` says how it is written. */
interface What {
  name: string;
  kind: "percent" | "chips";
  of: (group: Group, side: "a" | "b", possible: number) => number;
}

function whatsOf({ a, b }: CompareAnswer): What[] {
  const names = a.columns.strategy.length ? [...new Set([...a.moves, ...b.moves].map((move) => move.text))] : [];
  const place = { a: a.moves.map((move) => move.text), b: b.moves.map((move) => move.text) };
  const moves: What[] = names.map((name) => ({ name, kind: "percent", of: (group, side) => (group.places.length ? (group.strategy[place[side].indexOf(name)] ?? 0) : NaN) }));
  return [
    ...moves,
    { name: "EV", kind: "chips", of: (group) => group.ev },
    { name: "equity", kind: "percent", of: (group) => group.equity },
    { name: "held", kind: "percent", of: (group, _, count) => (count ? group.reach / count : NaN) },
  ];
}

function difference(groups: { a: Group[]; b: Group[] }, what: What, index: number, count = 1): number {
  return what.of(groups.b[index]!, "b", count) - what.of(groups.a[index]!, "a", count);
}

/** The move whose frequency changes most over all hands; EV where nobody decides. */
function mostChanged(whats: What[], groups: { a: Group[]; b: Group[] }): What {
  const change = (what: What) => groups.a.reduce((sum, group, index) => sum + group.share * Math.abs(difference(groups, what, index) || 0), 0);
  const moves = whats.filter((what) => !["EV", "equity", "held"].includes(what.name));
  return moves.length ? moves.reduce((most, what) => (change(what) > change(most) + 1e-9 ? what : most)) : whats[0]!;
}

function largest(groups: { a: Group[]; b: Group[] }, what: What): number {
  return groups.a.reduce((most, _, index) => ((Math.abs(difference(groups, what, index)) || 0) > (Math.abs(difference(groups, what, most)) || 0) ? index : most), 0);
}

function signed(value: number, what: What, unit: Unit, digits = 1): string {
  if (Number.isNaN(value)) return "–";
  const text = what.kind === "percent" ? fixed(100 * value, digits) : chips(value, unit, Math.max(digits, 1));
  return value > 0 && /[1-9]/.test(text) ? `+${text}` : text;
}

/** The colour of a difference: the same on both sides of nothing. */
function differenceColour(value: number, most: number): string {
  return mix(value >= 0 ? "var(--good-fill)" : "var(--bad-fill)", "var(--raised)", Math.min(Math.abs(value) / (most || 1), 1));
}

function differenceCells(groups: { a: Group[]; b: Group[] }, what: What, counts: number[], unit: Unit): Cell[] {
  const found = groups.a.map((_, index) => difference(groups, what, index, counts[index]));
  const most = Math.max(...found.map((one) => Math.abs(one) || 0), what.kind === "percent" ? 0.01 : 1e-6);
  return found.map((value, index) => {
    if (groups.a[index]!.reach <= 0 && groups.b[index]!.reach <= 0) return { parts: [], height: 0, tag: "", words: "not in the range", isMuted: true };
    if (Number.isNaN(value)) return { parts: [["var(--raised)", 1]], height: 1, tag: "", words: "not known in both" };
    const text = signed(value, what, unit, 0);
    return { parts: [[differenceColour(value, most), 1]], height: 1, tag: text, words: `${moveText(what.name, unit)} ${signed(value, what, unit)} ${what.kind === "percent" ? "points" : unit.name}` };
  });
}

function MovesOfBoth({ both, unit }: { both: CompareAnswer; unit: Unit }): JSX.Element {
  if (!both.a.columns.strategy.length) return <p class="muted">{both.a.columns_of.toUpperCase()} does not decide here.</p>;
  const names = [...new Set([...both.a.moves, ...both.b.moves].map((move) => move.text))];
  const find = (node: NodeNumbers, name: string) => node.moves.find((move) => move.text === name);
  return (
    <table aria-label="moves of both">
      <thead><tr><th>move</th><th>A</th><th>B</th><th>B − A</th><th>EV A</th><th>EV B</th></tr></thead>
      <tbody>{names.map((name) => {
        const [a, b] = [find(both.a, name), find(both.b, name)];
        return <tr key={name}><td>{moveText(name, unit)}</td><td>{percent(a?.frequency)}</td><td>{percent(b?.frequency)}</td><td><Signed value={(b?.frequency ?? 0) - (a?.frequency ?? 0)} text={signed((b?.frequency ?? 0) - (a?.frequency ?? 0), { name, kind: "percent", of: () => 0 }, unit)} /></td><td>{chips(a?.ev_where_played, unit)}</td><td>{chips(b?.ev_where_played, unit)}</td></tr>;
      })}</tbody>
    </table>
  );
}

function Signed({ value, text }: { value: number; text: string }): JSX.Element {
  return <b class={Math.abs(value) < 5e-4 || Number.isNaN(value) ? "" : value > 0 ? "good" : "bad"}>{text}</b>;
}

function Worth({ both, unit }: { both: CompareAnswer; unit: Unit }): JSX.Element {
  const rows = (["ev", "equity"] as const).flatMap((kind) => (["oop", "ip"] as const).map((player, index) => ({ kind, player, a: both.a[kind][index] ?? NaN, b: both.b[kind][index] ?? NaN })));
  const what = (kind: "ev" | "equity"): What => ({ name: kind, kind: kind === "ev" ? "chips" : "percent", of: () => 0 });
  const text = (kind: "ev" | "equity", value: number) => (kind === "ev" ? chips(value, unit) : percent(value));
  return (
    <table aria-label="worth in both">
      <thead><tr><th>player</th><th>A</th><th>B</th><th>B − A</th></tr></thead>
      <tbody>{rows.map(({ kind, player, a, b }) => (
        <tr key={kind + player}><td><b class={player}>{player.toUpperCase()}</b> {kind === "ev" ? `EV, ${unit.name}` : "equity"}</td><td>{text(kind, a)}</td><td>{text(kind, b)}</td><td><Signed value={b - a} text={signed(b - a, what(kind), unit, kind === "ev" ? 2 : 1)} /></td></tr>
      ))}</tbody>
    </table>
  );
}

function HandsOfBoth({ both, groups, index, what, known, unit }: { both: CompareAnswer; groups: { a: Group[]; b: Group[] }; index: number; what: What; known: CombosAnswer; unit: Unit }): JSX.Element {
  const one = (side: "a" | "b") => new Map(groups[side][index]!.places.map((place) => [known.hands[both[side].columns.combos[place]!]!, byClassOne(both[side], place)] as const));
  const [a, b] = [one("a"), one("b")];
  const hands = [...new Set([...a.keys(), ...b.keys()])].reverse();
  if (!hands.length) return <p class="muted">{classNames[index]} is in neither range here.</p>;
  const text = (value: number) => (what.kind === "percent" ? percent(value) : chips(value, unit));
  return (
    <Scroll label={`hands of ${classNames[index]}, to scroll`}>
      <table aria-label={`${moveText(what.name, unit)} of ${classNames[index]}`}>
        <thead><tr><th>{moveText(what.name, unit)}</th><th>A</th><th>B</th><th>B − A</th></tr></thead>
        <tbody>{hands.map((hand) => {
          const values = ([a, b] as const).map((side, place) => (side.has(hand) ? what.of(side.get(hand)!, place ? "b" : "a", 1) : NaN));
          return <tr key={hand} data-hand={hand}><td><Cards text={hand} /></td><td>{text(values[0]!)}</td><td>{text(values[1]!)}</td><td><Signed value={values[1]! - values[0]!} text={signed(values[1]! - values[0]!, what, unit, what.kind === "chips" ? 2 : 1)} /></td></tr>;
        })}</tbody>
      </table>
    </Scroll>
  );
}

/** One hand as a group. */
function byClassOne(node: NodeNumbers, place: number): Group {
  const { columns } = node;
  const [ev, equity] = [columns.ev[place] ?? NaN, columns.equity[place] ?? NaN];
  return { places: [place], reach: columns.reach[place] ?? 0, share: columns.share[place] ?? 0, ev, equity, realisation: NaN, strategy: columns.strategy.map((column) => column[place] ?? NaN), moveEvs: [] };
}
