/** A solution: the line of play, the matrix of who decides, and all that can be said about the node. */
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { CombosAnswer, NodeAnswer, NodeNumbers, SolutionAnswer } from "../api";
import { Board, cardsOf } from "../cards";
import { cellsOf, type Mode, MODES } from "../cells";
import { classNames } from "../classes";
import { ask, lineOf, request } from "../client";
import { byClass, chosen, knownCombos, madeFilter, possible, weightsOf } from "../grouping";
import { useKeys } from "../keys";
import { useLoaded, useMedia } from "../loading";
import { type Draft, lockedNode, type Mix, useDraft, withMix } from "../locks";
import type { PageProps } from "../main";
import { memo } from "../memo";
import { moveLetters, moveText } from "../moves";
import { type Player, useNode } from "../nodes";
import { amount, duration, epsilon, percent, type Unit, unitOf } from "../numbers";
import { type Brush, firstBrush, LockPanel } from "../parts/lock_panel";
import { Matrix } from "../parts/matrix";
import { BothRanges, BothTable, ComboTable, coloursOf, Distributions, MadeTable, MoveTable, type PanelProps } from "../parts/node_panels";
import { hasSuits, type Stroke } from "../parts/painting";
import { Runouts } from "../parts/runouts";
import { Strip } from "../parts/strip";
import { Check, Choice, copy, toast, Trouble } from "../parts/widgets";
import { go, linkTo } from "../router";
import { useSettings } from "../settings";

export function Browse({ query }: PageProps): JSX.Element {
  const name = query.solution ?? "";
  const facts = useLoaded((signal) => ask("GET solutions/{name}", { name }, signal), [name]);
  const known = useLoaded(knownCombos, []);
  const player = query.player === "oop" || query.player === "ip" ? query.player : null;
  const { answer, error, isSolving } = useNode(name, query.path ?? "", player);
  const where = answer?.place.node ?? "";
  useEffect(() => { document.title = `${name}${where ? `: ${where}` : ""} · pokerlab`; }, [name, where]);
  const trouble = facts.error || known.error || error;
  if (!facts.value || !known.value || !answer) return trouble ? <Trouble line={trouble} /> : <p class="muted" role="status">Opening {name}…</p>;
  return <Study wanted={query.player} lock={query.lock} facts={facts.value} known={known.value} answer={answer} player={player} trouble={trouble} isSolving={isSolving} />;
}

interface StudyProps {
  /** Whose hands the address asks for. */
  wanted: string | undefined;
  /** Whether hands are being locked: "1". */
  lock: string | undefined;
  facts: SolutionAnswer;
  known: CombosAnswer;
  answer: NodeAnswer;
  player: Player | null;
  trouble: string;
  isSolving: boolean;
}

const Study = memo(function Study(props: StudyProps): JSX.Element {
  const { facts, known, answer, wanted, lock } = props;
  const { place, line, found } = answer;
  const [settings] = useSettings();
  const unit = unitOf(settings.unit, place.big_blind);
  const marked = useMarked(answer);
  const goTo = (path: string) => go("browse", { solution: facts.name, path, player: wanted, lock });
  const decides = Boolean(found?.columns.strategy.length);
  const toggleLock = () => go("browse", { solution: facts.name, path: place.node, player: lock ? wanted : "", lock: lock ? "" : "1" });
  const next = (index: number) => line.at(-1)!.goes_on[index] && goTo([place.node, line.at(-1)!.moves[index]].filter(Boolean).join("/"));
  useKeys("The tree", [
    { keys: ["ArrowLeft", "Backspace"], does: "a step back", run: () => place.node && goTo(place.node.split("/").slice(0, -1).join("/")) },
    { keys: ["ArrowRight"], does: "on with the marked move", run: () => (place.kind === "deal" ? goTo(place.next[Math.floor(place.next.length / 2)]!) : next(marked.index)) },
    { keys: ["ArrowUp", "ArrowDown"], does: "mark another move", run: (event) => marked.step(event.key === "ArrowUp" ? -1 : 1) },
    { keys: ["Home"], does: "the first decision", run: () => goTo("") },
    { keys: ["p"], does: "the other player's hands", run: () => go("browse", { solution: facts.name, path: place.node, player: (found?.columns_of ?? place.player) === "oop" ? "ip" : "oop", lock }) },
    { keys: ["k"], does: "lock hands here, or stop locking", run: toggleLock },
    { keys: ["l"], does: "copy a link to this node", run: () => void copyLink(facts.name, place.node) },
  ]);
  const stacks = stacksOf(facts.spot);
  const source = facts.name.startsWith("flop:") ? facts.name.slice(5, facts.name.lastIndexOf(":")) : "";
  return (
    <div class="study" data-node={place.node}>
      <header class="study-head">
        <Board text={place.board} />
        <div class="grow">
          <h1 class="clip">{String(facts.spot.name ?? "") || (source ? "One flop of many" : facts.name)}</h1>
          <p class="muted num facts">
            pot {amount(place.pot, unit)}{place.to_call ? ` · ${amount(place.to_call, unit)} to call` : ""} · {amount(Math.min(...stacks), unit)} behind at the start ·{" "}
            <span title={`${facts.iterations ?? "?"} iterations in ${duration(facts.seconds)}`}>ε {epsilon(facts.percent_of_pot)} of the pot</span>
            {facts.locks.length ? ` · ${facts.locks.length} lock${facts.locks.length > 1 ? "s" : ""}` : ""}{facts.held ? ` · ${facts.held.toUpperCase()} held` : ""}
          </p>
        </div>
        <div class="row actions">
          {source && <a class="button" href={linkTo("flops", { source })}>All flops</a>}
          {(decides || lock) && <button type="button" aria-pressed={Boolean(lock)} onClick={toggleLock} title="fix what hands play here, and solve again (k)">Lock…</button>}
          <CompareWith name={facts.name} path={place.node} board={String(facts.spot.board ?? "")} />
          <button type="button" onClick={() => void copyLink(facts.name, place.node)}>Copy link</button>
          {found && <CopyRange node={found} known={known} unit={unit} />}
          <a class="button" download href={request("GET solutions/{name}/export", { name: facts.name, path: place.node, player: found?.columns_of }).url}>CSV</a>
          <a class="button" href={linkTo("spot", { solution: facts.name })}>Edit spot</a>
        </div>
      </header>
      <Strip line={line} board={place.board} unit={unit} marked={marked.index} next={place.next} onGo={goTo} />
      <Trouble line={props.trouble} />
      {found
        ? <Node key={facts.name} {...props} found={found} goTo={goTo} />
        : <p class="empty" role="status">{props.isSolving ? "This river was not kept: it is being solved…" : "Nothing is known of this node."}</p>}
    </div>
  );
});

/** The move that the arrow would take: the most frequent one at first. */
function useMarked(answer: NodeAnswer): { index: number; step: (by: number) => void } {
  const last = answer.line.at(-1)!;
  const best = () => Math.max(0, last.frequencies.reduce<number>((most, part, index) => (last.goes_on[index] && ((part ?? 0) > (last.frequencies[most] ?? -1) || !last.goes_on[most]) ? index : most), 0));
  const [state, setState] = useState({ node: answer.place.node, index: best() });
  const index = state.node === answer.place.node ? state.index : best();
  const count = last.moves.length || 1;
  return { index, step: (by) => setState({ node: answer.place.node, index: (index + by + count) % count }) };
}

function Node(props: StudyProps & { found: NodeNumbers; goTo: (path: string) => void }): JSX.Element {
  const { facts, known, answer, goTo } = props;
  const { draft, change, undo } = useDraft(facts.name);
  const decides = props.found.columns.strategy.length > 0;
  const isLocking = props.lock === "1" && decides;
  const lock = draft[props.found.node];
  const found = useMemo(() => (isLocking ? lockedNode(props.found, lock, known.hands) : props.found), [props.found, lock, isLocking]);
  const [brush, setBrush] = useState<Brush>(() => firstBrush(props.found));
  const moveNames = props.found.moves.map((move) => move.text);
  useEffect(() => setBrush(firstBrush(props.found)), [moveNames.join()]);
  const [settings] = useSettings();
  const unit = unitOf(settings.unit, found.big_blind);
  const isWide = useMedia("(min-width: 1180px)");
  const [mode, setMode] = useState<Mode>("strategy");
  const [isNormalised, setIsNormalised] = useState(false);
  const [only, setOnly] = useState<number | null>(null);
  const [made, setMade] = useState<ReadonlySet<number>>(new Set());
  const [draws, setDraws] = useState<ReadonlySet<number>>(new Set());
  const [pointed, setPointed] = useState<number | null>(null);
  const [pinned, setPinned] = useState<number | null>(null);
  const [tab, setTab] = useState<Tab>("moves");
  useEffect(() => setOnly(null), [found.node, found.columns_of]);
  const otherState = useNode(facts.name, found.node, found.columns_of === "oop" ? "ip" : "oop", true);
  const other = otherState.answer?.place.node === found.node && otherState.answer.found?.columns_of !== found.columns_of ? otherState.answer.found : null;

  const filter = useMemo(() => madeFilter(found.columns, made, draws), [found, made, draws]);
  const places = useMemo(() => chosen(found.columns, filter), [found, filter]);
  const groups = useMemo(() => byClass(found.columns, known, found.pot, filter), [found, known, filter]);
  const counts = useMemo(() => possible(known, cardsOf(found.board)), [known, found.board]);
  const letters = useMemo(() => moveLetters(found.moves), [found]);
  const cells = useMemo(() => {
    const plain = cellsOf(found, groups, counts, letters, { mode: isLocking ? "strategy" : mode, isNormalised, onlyMove: only, unit });
    const isLocked = (index: number) => groups[index]!.places.some((place) => lock?.hands[known.hands[found.columns.combos[place]!]!]);
    return isLocking && lock ? plain.map((cell, index) => (isLocked(index) ? { ...cell, isMarked: true, words: `locked: ${cell.words}` } : cell)) : plain;
  }, [found, groups, counts, letters, mode, isNormalised, only, unit.bb, isLocking]);
  const shown = pinned ?? pointed ?? groups.reduce((most, group, index) => (group.reach > groups[most]!.reach ? index : most), 0);
  const toggle = (kind: "made" | "draw", index: number) => {
    const [set, change] = kind === "made" ? [made, setMade] : [draws, setDraws];
    const next = new Set(set);
    if (!next.delete(index)) next.add(index);
    change(next);
  };
  const clear = () => { setMade(new Set()); setDraws(new Set()); };
  useKeys("The matrix", [
    { keys: ["1", "2", "3", "4", "5"], does: "strategy, EV, equity, realisation, range", run: (event) => setMode(MODES[Number(event.key) - 1]![0]) },
    { keys: ["n"], does: "heights normalised or absolute", run: () => setIsNormalised(!isNormalised) },
    { keys: ["Escape"], does: "no filter, nothing pinned", run: () => { clear(); setOnly(null); setPinned(null); } },
  ]);
  const handsAt = (index: number) => groups[index]!.places.map((place) => known.hands[found.columns.combos[place]!]!).filter((hand) => hasSuits(brush.suits, hand));
  const drawn = useRef<{ draft: Draft; mix: Mix | null } | null>(null);
  const isAlike = (hands: string[]) => hands.length > 0 && hands.every((hand) => JSON.stringify(lock?.hands[hand]) === JSON.stringify(brush.mix));
  const paintHands = (hands: string[], mix: Mix | null, start: Draft, isNew: boolean) => {
    const next = withMix(start, found.node, moveNames, hands, mix);
    change(next, isNew);
    return next;
  };
  const stroke: Stroke = { // the first cell decides whether a stroke locks or frees
    begin: (index) => { drawn.current = { draft, mix: isAlike(handsAt(index)) ? null : brush.mix }; change(draft); },
    paint: (index) => { drawn.current!.draft = paintHands(handsAt(index), drawn.current!.mix, drawn.current!.draft, false); setPinned(index); },
    end: () => { drawn.current = null; },
  };
  const lockedHands = useMemo(() => new Set(Object.keys(lock?.hands ?? {})), [lock]);
  const panel: PanelProps = { node: found, other, known, unit, places, filter };
  const isFiltered = filter !== null;
  const panels: Record<Tab, () => JSX.Element> = {
    moves: () => <><MoveTable {...panel} only={only} onOnly={setOnly} onGo={goTo} /><BothTable node={found} unit={unit} /></>,
    hands: () => <ComboTable {...panel} group={groups[shown]!} name={classNames[shown]!} locked={isLocking ? lockedHands : undefined} onHand={isLocking ? (hand) => paintHands([hand], isAlike([hand]) ? null : brush.mix, draft, true) : undefined} />,
    made: () => <MadeTable {...panel} made={made} draws={draws} onToggle={toggle} />,
    ranges: () => <BothRanges {...panel} />,
    charts: () => <Distributions {...panel} />,
    runouts: () => <Runouts solution={facts.name} place={answer.place} unit={unit} onGo={goTo} />,
  };
  const card = (name: Tab, extra?: JSX.Element) => (
    <section class={`card panel ${name}`} key={name} aria-label={TABS.find(([one]) => one === name)![1]}>
      <header><h2>{name === "hands" ? `Hands of ${classNames[shown]}` : TABS.find(([one]) => one === name)![1]}</h2>{extra}</header>
      {panels[name]()}
    </section>
  );
  const lockPanel = isLocking && <LockPanel node={props.found} facts={facts} known={known} unit={unit} places={places} brush={brush} onBrush={setBrush} draft={draft} onDraft={change} undo={undo} onGo={goTo} />;
  const clearButton = isFiltered ? <button type="button" class="plain" onClick={clear}>Show all hands</button> : undefined;
  return (
    <div class="study-body">
      <section class="card matrix-card" aria-label="matrix">
        <div class="row modes">
          <Choice label="whose hands" value={found.columns_of} options={[["oop", "OOP"], ["ip", "IP"]]} onChange={(value) => go("browse", { solution: facts.name, path: found.node, player: value === found.player ? "" : value, lock: props.lock }, true)} />
          {isLocking ? <span class="muted small">Painted cells are locked: a corner marks them.</span> : <Choice label="what the matrix shows" value={mode} options={MODES} onChange={setMode} />}
        </div>
        <Matrix cells={cells} label={`hands of ${found.columns_of}`} {...(isLocking && { stroke })} pinned={pinned} onPoint={setPointed} onPin={(index) => { setPinned(pinned === index ? null : index); if (!isWide) setTab("hands"); }} />
        <Legend node={found} only={only} onOnly={setOnly} unit={unit} isFiltered={isFiltered} onClear={clear} mode={mode}>
          <Check label="normalised" value={isNormalised} onChange={setIsNormalised} />
        </Legend>
      </section>
      {isWide ? (
        <>
          <div class="stack">{isLocking ? lockPanel : card("moves")}{card("made", clearButton)}</div>
          <div class="stack">{card("hands", pinned === null ? undefined : <button type="button" class="plain" onClick={() => setPinned(null)}>Unpin</button>)}{card("charts")}{card("ranges")}{card("runouts")}</div>
        </>
      ) : (
        <div class="stack">
          {isLocking && lockPanel}
          <div class="tabs" role="tablist" aria-label="panels">
            {TABS.map(([name, title]) => <button key={name} type="button" role="tab" id={`tab-${name}`} aria-selected={tab === name} aria-controls="tab-panel" onClick={() => setTab(name)}>{title}</button>)}
          </div>
          <section class="card" role="tabpanel" id="tab-panel" aria-labelledby={`tab-${tab}`}>{tab === "hands" && <h2>{classNames[shown]}</h2>}{clearButton}{panels[tab]()}</section>
        </div>
      )}
    </div>
  );
}

type Tab = "moves" | "hands" | "made" | "ranges" | "charts" | "runouts";
const TABS: readonly (readonly [Tab, string])[] = [
  ["moves", "Moves"], ["hands", "Hands"], ["made", "Made hands and draws"], ["charts", "Distribution"], ["ranges", "Both ranges"], ["runouts", "Run-outs"],
];

function Legend(props: { node: NodeNumbers; only: number | null; onOnly: (move: number | null) => void; unit: { bb: number; name: string }; isFiltered: boolean; onClear: () => void; mode: Mode; children: ComponentChildren }): JSX.Element {
  const colours = coloursOf(props.node), letters = moveLetters(props.node.moves);
  const decides = props.node.columns.strategy.length > 0;
  return (
    <div class="row legend-row">
      {decides && props.mode === "strategy" && props.node.moves.map((move, index) => (
        <button key={move.text} type="button" class="plain legend" aria-pressed={props.only === index} onClick={() => props.onOnly(props.only === index ? null : index)}>
          <i class={`swatch ${move.all_in ? "all-in" : ""}`} style={{ background: colours[index]! }}>{letters[index]}</i>
          {moveText(move.text, props.unit)} <span class="num muted">{percent(move.frequency)}</span>
        </button>
      ))}
      {props.mode === "ev" && <span class="muted small">EV in {props.unit.name} from here on</span>}
      {props.mode === "equity" && <span class="muted small">share of the pot at showdown, in percent</span>}
      {props.mode === "realisation" && <span class="muted small">EV as a part of equity times pot, in percent</span>}
      {props.isFiltered && <button type="button" class="plain" onClick={props.onClear}>Filtered · show all</button>}
      <span class="grow" />
      {props.children}
    </div>
  );
}

function CopyRange({ node, known, unit }: { node: NodeNumbers; known: CombosAnswer; unit: Unit }): JSX.Element {
  const take = async (move: number | null) => {
    try {
      const { text } = await ask("POST ranges", { weights: weightsOf(node.columns, known, move) });
      await copy(text, move === null ? `range of ${node.columns_of.toUpperCase()}` : `range that plays ${node.moves[move]!.text}`);
    } catch (error) {
      toast(lineOf(error));
    }
  };
  return (
    <select class="short" aria-label="copy a range" value="" onChange={(event) => { const { value } = event.currentTarget; event.currentTarget.value = ""; if (value) void take(value === "all" ? null : Number(value)); }}>
      <option value="">Copy range…</option>
      <option value="all">all hands of {node.columns_of}</option>
      {node.columns.strategy.length > 0 && node.moves.map((move, index) => <option key={move.text} value={index}>those that {moveText(move.text, unit)}</option>)}
    </select>
  );
}

/** Another solution of the same board, to be shown beside this one. */
function CompareWith({ name, path, board }: { name: string; path: string; board: string }): JSX.Element | null {
  const solutions = useLoaded((signal) => ask("GET solutions", {}, signal), [name]);
  const others = solutions.value?.solutions.filter((one) => one.name !== name && !one.trouble && one.board === board) ?? [];
  if (!others.length) return null;
  return (
    <select class="short" aria-label="compare with" value="" onChange={(event) => { const { value } = event.currentTarget; if (value) go("compare", { a: name, b: value, path }); }}>
      <option value="">Compare with…</option>
      {others.map((one) => <option key={one.name}>{one.name}</option>)}
    </select>
  );
}

function copyLink(name: string, path: string): Promise<void> {
  return copy(location.origin + linkTo("browse", { solution: name, path }), "link to this node");
}

function stacksOf(spot: Record<string, unknown>): number[] {
  const { stacks, stack } = spot as { stacks?: number[]; stack?: number };
  return stacks ?? [stack ?? 0];
}
