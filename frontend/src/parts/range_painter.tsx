/** A range painted on the matrix: by drag, by finger, by keys; text beside it, both ways. */
import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { CombosAnswer, RangeAnswer, SavedRange } from "../api";
import { Cards } from "../cards";
import { classNames } from "../classes";
import { ask, lineOf } from "../client";
import { gridStep } from "../grid";
import { useLatest, useRested } from "../loading";
import { fixed, percent } from "../numbers";
import { digitWeight, handsByClass, meanWeight, Painted, type Weights, withWeight } from "../weights";
import { ALL_SUITS, hasSuits, type Stroke, strokeAt, SuitFilter, useStroke } from "./painting";
import { copy, Field, toast } from "./widgets";

export interface PainterProps {
  label: string;
  text: string;
  onText: (text: string) => void;
  /** Cards nobody can hold. */
  dead: string[];
  known: CombosAnswer;
  colour: string;
  error?: string | undefined;
}

export function RangePainter(props: PainterProps): JSX.Element {
  const { known } = props;
  const [painted, setPainted] = useState(() => Painted.of(new Map()));
  const [brush, setBrush] = useState(1);
  const [focused, setFocused] = useState(0);
  const [suits, setSuits] = useState(ALL_SUITS);
  const [wrong, setWrong] = useState("");
  const [facts, setFacts] = useState<RangeAnswer | null>(null);
  const shownText = useRef("");
  const turns = useRef(0);
  const latest = useLatest(props);
  const rested = useRested(props.text, 250);
  const hands = useMemo(() => handsByClass(known), [known]);
  const isDead = (hand: string) => props.dead.includes(hand.slice(0, 2)) || props.dead.includes(hand.slice(2));

  useEffect(() => { // what was typed is shown
    if (rested === shownText.current || rested !== latest.current.text) return;
    let isHere = true;
    const turn = turns.current;
    ask("POST ranges", { text: rested }).then(
      (found) => {
        if (!isHere || turn !== turns.current) return; // painted meanwhile: what was typed before is no more
        shownText.current = rested;
        setFacts(found);
        setWrong("");
        setPainted((before) => before.changed(new Map(Object.entries(found.weights))));
      },
      (error: unknown) => isHere && setWrong(lineOf(error)),
    );
    return () => { isHere = false; };
  }, [rested]);

  const write = async (weights: Weights) => { // what was painted is written
    const turn = ++turns.current;
    try {
      const found = await ask("POST ranges", { weights: Object.fromEntries(weights) });
      if (turn !== turns.current) return; // painted on meanwhile
      shownText.current = found.text;
      setFacts(found);
      setWrong("");
      latest.current = { ...latest.current, text: found.text }; // an effect that waits must not take the text before for typed
      latest.current.onText(found.text);
    } catch (error) {
      setWrong(lineOf(error));
    }
  };
  const change = (next: Painted) => {
    setPainted(next);
    void write(next.weights);
  };
  const put = (list: readonly string[], weight: number) => change(painted.changed(withWeight(painted.weights, list, weight)));
  const chosen = (index: number) => hands[index]!.filter((hand) => hasSuits(suits, hand));
  const drawn = useRef<{ start: Painted; weights: Weights; weight: number } | null>(null);
  const stroke: Stroke = { // the first cell decides whether a stroke paints or erases
    begin: (index) => { drawn.current = { start: painted, weights: painted.weights, weight: isAt(painted.weights, chosen(index), brush) ? 0 : brush }; },
    paint: (index) => {
      const now = drawn.current!;
      now.weights = withWeight(now.weights, chosen(index), now.weight);
      setFocused(index);
      setPainted(now.start.changed(now.weights));
    },
    end: () => void write(drawn.current!.weights),
  };
  const painting = useStroke(stroke);
  const [popover, setPopover] = useState<HTMLElement | null>(null); // the cell whose single hands are shown beside it
  const openPopover = (grid: HTMLElement, index: number) => {
    setFocused(index);
    setPopover(grid.querySelector<HTMLElement>(`[data-i="${index}"]`));
  };
  const closePopover = (isBack: boolean) => {
    if (isBack) popover?.focus();
    setPopover(null);
  };
  const menu = (event: MouseEvent) => {
    const cell = (event.target as Element).closest<HTMLElement>("[data-i]");
    if (!cell) return;
    event.preventDefault();
    openPopover(event.currentTarget as HTMLElement, Number(cell.dataset.i));
  };

  const press = (event: KeyboardEvent) => {
    const step = gridStep(event.key, focused);
    const digit = digitWeight(event.key);
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") change(event.shiftKey ? painted.redone() : painted.undone());
    else if (event.ctrlKey || event.metaKey || event.altKey) return;
    else if (step !== null) {
      setFocused(step);
      (event.currentTarget as HTMLElement).querySelector<HTMLElement>(`[data-i="${step}"]`)?.focus();
    } else if (event.key === " " || event.key === "Enter") strokeAt(stroke, focused);
    else if (event.key === "s" || event.key === "ContextMenu") openPopover(event.currentTarget as HTMLElement, focused);
    else if (event.key === "Delete" || event.key === "Backspace") put(chosen(focused), 0);
    else if (digit !== null) put(chosen(focused), digit);
    else return;
    event.preventDefault();
  };
  const topPart = facts ? Math.round(facts.percent) : 0;
  return (
    <div class="painter">
      <div class="row apart">
        <label class="row grow brush"><span class="small muted">brush</span>
          <input type="range" min="0" max="100" step="5" value={Math.round(100 * brush)} aria-label="weight of the brush in percent" onInput={(event) => setBrush(Number(event.currentTarget.value) / 100)} />
          <output class="num">{brush === 0 ? "erase" : percent(brush, 0)}</output>
        </label>
        <div class="row tight">
          <button type="button" class="icon" title="undo (Ctrl+Z)" aria-label="undo" disabled={!painted.canUndo} onClick={() => change(painted.undone())}>↶</button>
          <button type="button" class="icon" title="redo (Ctrl+Shift+Z)" aria-label="redo" disabled={!painted.canRedo} onClick={() => change(painted.redone())}>↷</button>
          <button type="button" onClick={() => change(painted.changed(new Map()))}>Clear</button>
        </div>
      </div>
      <SuitFilter value={suits} onChange={setSuits} />
      <div class="matrix paint" role="grid" aria-label={`${props.label}: range`} onKeyDown={press} onContextMenu={menu} {...painting}>
        {Array.from({ length: 13 }, (_, row) => (
          <div role="row" key={row}>
            {classNames.slice(13 * row, 13 * row + 13).map((name, column) => {
              const index = 13 * row + column;
              const weight = meanWeight(painted.weights, hands[index]!);
              return (
                <div
                  key={name}
                  role="gridcell"
                  data-i={index}
                  tabIndex={focused === index ? 0 : -1}
                  class={`cell ${weight > 0 ? "" : "out"} ${focused === index ? "current" : ""}`}
                  aria-label={`${name} ${percent(weight, 0)}`}
                  onFocus={() => setFocused(index)}
                  style={weight > 0 ? { backgroundImage: `linear-gradient(${props.colour}, ${props.colour})`, backgroundSize: `100% ${Math.max(100 * weight, 6)}%` } : {}}
                >
                  <span class="name" aria-hidden="true">{name}</span>
                  {weight > 0 && weight < 0.995 && <span class="tag" aria-hidden="true">{Math.round(100 * weight)}</span>}
                </div>
              );
            })}
          </div>
        ))}
      </div>
      <SingleHands name={classNames[focused]!} hands={hands[focused]!} weights={painted.weights} isDead={isDead} onPut={(list, on) => put(list, on ? brush || 1 : 0)} />
      {popover !== null && <HandsPopover cell={popover} onClose={closePopover}><SingleHands name={classNames[focused]!} hands={hands[focused]!} weights={painted.weights} isDead={isDead} onPut={(list, on) => put(list, on ? brush || 1 : 0)} /></HandsPopover>}
      <label class="row brush"><span class="small muted">top</span>
        <input type="range" min="0" max="100" value={topPart} aria-label="the strongest part of all hands, in percent" onInput={(event) => props.onText(`${event.currentTarget.value}%`)} />
        <output class="num">{facts ? `${fixed(facts.percent, 1)}%` : ""}</output>
      </label>
      <Field label={`${props.label} as text`} error={wrong || props.error} hint={facts ? `${fixed(facts.combos, facts.combos % 1 ? 1 : 0)} hands` : ""}>
        <textarea rows={3} spellcheck={false} class="mono" value={props.text} onInput={(event) => props.onText(event.currentTarget.value)} />
      </Field>
      <SavedRanges text={props.text} onPick={props.onText} />
    </div>
  );
}

function isAt(weights: Weights, hands: readonly string[], weight: number): boolean {
  return hands.every((hand) => (weights.get(hand) ?? 0) === weight);
}

/** The hands of a class one by one, each taken in or out. */
function SingleHands({ name, hands, weights, isDead, onPut }: { name: string; hands: readonly string[]; weights: Weights; isDead: (hand: string) => boolean; onPut: (hands: readonly string[], isOn: boolean) => void }): JSX.Element {
  return (
    <div class="single" role="group" aria-label={`single hands of ${name}`}>
      <b>{name}</b>
      {hands.map((hand) => {
        const weight = weights.get(hand) ?? 0;
        return (
          <button key={hand} type="button" aria-pressed={weight > 0} disabled={isDead(hand)} onClick={() => onPut([hand], weight === 0)}>
            <Cards text={hand} />{weight > 0 && weight < 1 ? <span class="small num">{Math.round(100 * weight)}</span> : null}
          </button>
        );
      })}
    </div>
  );
}

/** Beside a cell, until Escape, which leads back to it, or until something else has the focus. */
function HandsPopover({ cell, onClose, children }: { cell: HTMLElement; onClose: (isBack: boolean) => void; children: JSX.Element }): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const [at, own] = [cell.getBoundingClientRect(), box.current!.getBoundingClientRect()];
    const left = Math.max(8, Math.min(at.left, innerWidth - own.width - 8));
    const top = at.bottom + own.height + 8 > innerHeight ? at.top - own.height - 6 : at.bottom + 6;
    Object.assign(box.current!.style, { left: `${left}px`, top: `${Math.max(8, top)}px` });
    box.current!.querySelector<HTMLElement>("button:enabled")?.focus();
  }, [cell]);
  const leave = (event: FocusEvent) => { if (!box.current?.contains(event.relatedTarget as Node | null)) onClose(false); };
  return (
    <div ref={box} class="popover" role="dialog" aria-label="single hands" onFocusOut={leave} onKeyDown={(event) => { if (event.key === "Escape") { event.preventDefault(); onClose(true); } }}>
      {children}
    </div>
  );
}

/** Saved ranges in their folders, and those that come with pokerlab: taken, kept, removed, from and into files. */
function SavedRanges({ text, onPick }: { text: string; onPick: (text: string) => void }): JSX.Element {
  const [lists, setLists] = useState<{ saved: SavedRange[]; starting: SavedRange[] }>({ saved: [], starting: [] });
  const [trained, setTrained] = useState<SavedRange[]>([]);
  const [turn, setTurn] = useState(0);
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    ask("GET ranges", {}).then((found) => setLists({ saved: found.ranges, starting: found.starting }), () => {});
  }, [turn]);
  useEffect(() => { ask("GET ranges/blueprints", {}).then((found) => setTrained(found.ranges), () => {}); }, []);
  const does = async (what: () => Promise<unknown>, said: string) => {
    try {
      await what();
      setTurn((before) => before + 1);
      toast(said);
    } catch (error) {
      toast(lineOf(error));
    }
  };
  const keep = (name: string, content: string) => does(() => ask("POST ranges/saved", { name, text: content }), `range saved as ${name}`);
  return (
    <div class="row">
      <select class="grow" aria-label="take a saved range" value="" onChange={(event) => {
        const { value } = event.currentTarget;
        event.currentTarget.value = "";
        const found = [...lists.saved, ...lists.starting, ...trained].find((one) => one.name === value);
        if (found) onPick(found.text);
      }}>
        <option value="">Take a range…</option>
        {byFolder(lists.saved).map(([folder, ranges]) => <optgroup key={folder} label={folder || "saved"}>{ranges.map((one) => <option key={one.name} value={one.name}>{one.name.slice(folder ? folder.length + 1 : 0)}</option>)}</optgroup>)}
        <optgroup label="push/fold by position: pokerlab's own equilibria">{lists.starting.map((one) => <option key={one.name}>{one.name}</option>)}</optgroup>
        {trained.length > 0 && <optgroup label="heads-up before the flop: pokerlab's own blueprints, trained, not solved">{trained.map((one) => <option key={one.name}>{one.name}</option>)}</optgroup>}
      </select>
      <button type="button" onClick={() => setIsOpen(true)}>Ranges…</button>
      <button type="button" onClick={() => void copy(text, "range")}>Copy</button>
      {isOpen && <RangeShelf saved={lists.saved} text={text} onPick={(picked) => { onPick(picked); setIsOpen(false); }} onKeep={keep} onRemove={(name) => does(() => ask("DELETE ranges/saved/{name}", { name }), `${name} is removed`)} onClose={() => setIsOpen(false)} />}
    </div>
  );
}

function byFolder(ranges: readonly SavedRange[]): [string, SavedRange[]][] {
  const folders = new Map<string, SavedRange[]>();
  for (const one of [...ranges].sort((a, b) => a.name.localeCompare(b.name))) {
    const folder = one.name.includes("/") ? one.name.split("/")[0]! : "";
    folders.set(folder, [...(folders.get(folder) ?? []), one]);
  }
  return [...folders];
}

function RangeShelf(props: { saved: SavedRange[]; text: string; onPick: (text: string) => void; onKeep: (name: string, text: string) => Promise<void>; onRemove: (name: string) => Promise<void>; onClose: () => void }): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null), files = useRef<HTMLInputElement>(null);
  const [name, setName] = useState("");
  useEffect(() => dialog.current?.showModal(), []);
  const take = async () => { // each file is a range of its name
    for (const file of files.current?.files ?? []) await props.onKeep(file.name.replace(/\.[^.]*$/, ""), (await file.text()).trim());
    files.current!.value = "";
  };
  return (
    <dialog ref={dialog} class="wide" onClose={props.onClose} aria-labelledby="ranges-title">
      <div class="stack">
        <div class="row apart"><h2 id="ranges-title">Saved ranges</h2><button type="button" onClick={() => dialog.current?.close()}>Close</button></div>
        {props.saved.length === 0 && <p class="muted">None yet.</p>}
        {byFolder(props.saved).map(([folder, ranges]) => (
          <section key={folder} class="stack tight">
            {folder && <h3>{folder}</h3>}
            {ranges.map((one) => (
              <div key={one.name} class="row apart">
                <button type="button" class="plain clip grow left" onClick={() => props.onPick(one.text)}>{one.name.slice(folder ? folder.length + 1 : 0)} <span class="muted small">{one.text}</span></button>
                <button type="button" class="plain" aria-label={`remove ${one.name}`} onClick={() => void props.onRemove(one.name)}>×</button>
              </div>
            ))}
          </section>
        ))}
        <form class="row top" onSubmit={(event) => { event.preventDefault(); void props.onKeep(name, props.text).then(() => setName("")); }}>
          <Field label="Save this range as" class="grow" hint="FOLDER/NAME puts it into a folder"><input value={name} placeholder="open/BTN 2.5bb" onInput={(event) => setName(event.currentTarget.value)} /></Field>
          <button type="submit" class="primary beside" disabled={!name.trim() || !props.text.trim()}>Save</button>
        </form>
        <div class="row">
          <button type="button" onClick={() => files.current?.click()}>Import files…</button>
          <input ref={files} type="file" accept=".txt,text/plain" multiple hidden onChange={() => void take()} />
          <a class="button" download={`${name.replaceAll("/", " ") || "range"}.txt`} href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${props.text}\n`)}`}>Export this range</a>
        </div>
      </div>
    </dialog>
  );
}
