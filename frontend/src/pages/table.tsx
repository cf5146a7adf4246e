/** Tables that are played at: one, or several beside each other, in a stack, or one by one. */
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useKeys } from "../keys";
import { useLatest } from "../loading";
import type { PageProps } from "../main";
import { Choice } from "../parts/widgets";
import { go, linkTo } from "../router";
import type { Hands } from "../table/bar";
import { keepTurn, type Layout, useTableChoices } from "../table/choices";
import { openTables, useFeed } from "../table/lobby_feed";
import { broughtTo, nextWaiting, queued } from "../table/queue";
import { askForNotices, notify, playTone } from "../table/signals";
import { TableView } from "../table/view";

const LAYOUTS: readonly (readonly [Layout, string])[] = [["tiled", "Tiled"], ["stacked", "Stacked"], ["single", "One by one"]];

export function Tables({ query }: PageProps): JSX.Element {
  const feed = useFeed();
  const asked = (query.ids ?? query.id ?? "").split(",").filter(Boolean);
  const [closed, setClosed] = useState<readonly string[]>([]);
  const shownSoFar = useRef<string[]>([]); // a table that ends stays until it is closed: one wants to see how
  for (const { id } of openTables(feed)) if (!shownSoFar.current.includes(id)) shownSoFar.current.push(id);
  const ids = (asked.length ? asked : shownSoFar.current).filter((id) => !closed.includes(id));
  const isMany = query.ids !== undefined || asked.length === 0;
  const [choices, change] = useTableChoices();
  const [active, setActive] = useState(ids[0] ?? "");
  const [turns, setTurns] = useState<Record<string, { waits: boolean; title: string }>>({});
  const [queue, setQueue] = useState<string[]>([]);
  const hands = useRef<Record<string, { current: Hands | null }>>({});
  const current = ids.includes(active) ? active : (ids[0] ?? "");
  const hasRoom = useRoom(ids.length);
  const layout = !isMany ? "single" : choices.layout === "tiled" && !hasRoom ? "single" : choices.layout;

  const onTurn = (id: string, waits: boolean, title: string) => {
    setTurns((before) => ({ ...before, [id]: { waits, title } }));
    if (!waits) return;
    if (choices.hasSound) playTone();
    if (choices.hasNotice) notify(title);
  };
  useEffect(() => setQueue((before) => queued(before, Object.fromEntries(ids.map((id) => [id, turns[id]?.waits ?? false])))), [turns, ids.join()]);
  useEffect(() => { if (layout !== "tiled" && isMany) setActive((before) => broughtTo(before, queue)); }, [queue.join(), layout]);
  useTitle(queue.map((id) => turns[id]?.title ?? id), turns[current]?.title ?? "Table");
  useTableKeys({ current, ids, queue, hands: () => hands.current[current]?.current ?? null, onActive: setActive });

  const shown = layout === "tiled" ? ids : ids.filter((id) => id === current);
  return (
    <div class={`tables by-${layout}`}>
      {(isMany || ids.length !== 1) && (
        <nav class="tables-head" aria-label="tables">
          <a class="button plain" href="/play">‹ Lobby</a>
          <div class="table-tabs" role="group" aria-label="open tables">
            {ids.map((id) => <button key={id} type="button" aria-pressed={id === current} class={turns[id]?.waits ? "waits" : ""} onClick={() => setActive(id)}>{turns[id]?.title ?? id}{turns[id]?.waits && <span class="mark"> waits</span>}</button>)}
            {ids.length > 1 && feed && !openTables(feed).some((table) => table.id === current) && <button type="button" class="plain" onClick={() => setClosed([...closed, current])}>Close {turns[current]?.title ?? current}</button>}
          </div>
          <span class="grow" />
          {ids.length > 1 && hasRoom && <Choice label="how tables are shown" value={choices.layout} options={LAYOUTS} onChange={(value) => change({ layout: value })} />}
          <TableMenu />
        </nav>
      )}
      {ids.length === 0 && feed && <p class="empty">No table is open. <a href="/play">Open one in the lobby</a>.</p>}
      <div class={`tables-grid of-${Math.min(shown.length, 9)}`}>
        {shown.map((id) => (
          <TableView key={id} id={id} isActive={id === current && shown.length > 1} isTile={shown.length > 1} onActive={() => setActive(id)}
            onHands={(name, given) => { hands.current[name] = given; }} onTurn={onTurn} />
        ))}
        {layout !== "tiled" && ids.filter((id) => id !== current).map((id) => <Waiter key={id} id={id} onTurn={onTurn} feed={feed?.tables.find((table) => table.id === id)} />)}
      </div>
      {layout === "stacked" && ids.length > 1 && (
        <div class="stack-edge" aria-hidden="true">{ids.filter((id) => id !== current).map((id) => <i key={id} class={turns[id]?.waits ? "waits" : ""} />)}</div>
      )}
      {!isMany && ids.length === 1 && <a class="back-link" href="/play" aria-label="to the lobby" title="lobby">‹</a>}
      {!isMany && <div class="corner-menu"><TableMenu others={openTables(feed).filter((table) => table.id !== current).length} /></div>}
    </div>
  );
}

/** A table that is not drawn: the lobby says whether it waits. */
function Waiter({ id, feed, onTurn }: { id: string; feed: { waits: boolean; title: string } | undefined; onTurn: (id: string, waits: boolean, title: string) => void }): null {
  useEffect(() => { if (feed) onTurn(id, feed.waits, feed.title); }, [feed?.waits, feed?.title]);
  return null;
}

function TableMenu({ others = 0 }: { others?: number }): JSX.Element {
  const [choices, change] = useTableChoices();
  return (
    <details class="menu">
      <summary aria-label="settings of all tables" title="settings">⚙</summary>
      <div class="menu-list">
        <label class="check"><input type="checkbox" checked={choices.colours === 2} onChange={(event) => change({ colours: event.currentTarget.checked ? 2 : 4 })} />Deck of two colours</label>
        <label class="check"><input type="checkbox" checked={choices.hasSound} onChange={(event) => { change({ hasSound: event.currentTarget.checked }); if (event.currentTarget.checked) playTone(); }} />A tone when it is my turn</label>
        <label class="check"><input type="checkbox" checked={choices.hasNotice} onChange={async (event) => { const wants = event.currentTarget.checked; change({ hasNotice: wants && (await askForNotices()) }); }} />A notification when it is my turn</label>
        <label class="check"><input type="checkbox" checked={choices.hasLog} onChange={(event) => change({ hasLog: event.currentTarget.checked })} />The log beside the buttons</label>
        {others > 0 && <a class="button" href={linkTo("table")}>All {others + 1} tables</a>}
      </div>
    </details>
  );
}

const LEAST_TILE = { width: 440, height: 390 };

/** Whether so many tables can lie beside each other in this window. */
function useRoom(count: number): boolean {
  const look = () => {
    const across = count > 4 ? 3 : count > 1 ? 2 : 1;
    return innerWidth / across >= LEAST_TILE.width && (innerHeight - 48) / Math.ceil(count / across) >= LEAST_TILE.height;
  };
  const [hasRoom, setHasRoom] = useState(look);
  useEffect(() => {
    const again = () => setHasRoom(look());
    again();
    addEventListener("resize", again);
    return () => removeEventListener("resize", again);
  }, [count]);
  return hasRoom;
}

/** The title of the window says which table waits. */
function useTitle(waiting: readonly string[], title: string): void {
  const words = waiting.length ? `● ${waiting[0]}${waiting.length > 1 ? ` and ${waiting.length - 1} more` : ""} ${waiting.length > 1 ? "wait" : "waits"}` : title;
  useEffect(() => { document.title = `${words} · pokerlab`; }, [words]);
}

interface Keyed {
  current: string;
  ids: readonly string[];
  queue: readonly string[];
  hands: () => Hands | null;
  onActive: (id: string) => void;
}

function useTableKeys(keyed: Keyed): void {
  const [choices] = useTableChoices();
  const latest = useLatest(keyed);
  const turn = (by: number) => { keepTurn(keyed.current, (choices.turns[keyed.current] ?? 0) + by); };
  const keys = [
    { keys: ["F1"], does: "fold", run: () => latest.current.hands()?.fold() },
    { keys: ["F2"], does: "check or call", run: () => latest.current.hands()?.call() },
    { keys: ["F3"], does: "bet or raise", run: () => latest.current.hands()?.raise() },
    { keys: ["F4"], does: "all-in", run: () => latest.current.hands()?.allIn() },
    { keys: ["1", "2", "3", "4", "5", "6", "7", "8", "9"], does: "a size", run: (event: KeyboardEvent) => latest.current.hands()?.preset(Number(event.key) - 1) },
    { keys: ["ArrowUp", "ArrowRight"], does: "a larger bet", run: () => latest.current.hands()?.step(1) },
    { keys: ["ArrowDown", "ArrowLeft"], does: "a smaller bet", run: () => latest.current.hands()?.step(-1) },
    { keys: ["Enter"], does: "bet what was chosen", run: () => latest.current.hands()?.confirm() },
    { keys: ["Escape"], does: "take back what was chosen", run: () => latest.current.hands()?.clear() },
    { keys: ["["], does: "turn the table, others come to the left", run: () => turn(1) },
    { keys: ["]"], does: "turn the table, others come to the right", run: () => turn(-1) },
    { keys: ["Home"], does: "me at the bottom", run: () => keepTurn(keyed.current, 0) },
    { keys: ["l"], does: "lobby", run: () => go("play") },
  ];
  useKeys("The table", keys);
  useEffect(() => {
    const everywhere = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
      const { hands, current, queue, onActive } = latest.current;
      const target = event.target as HTMLElement;
      if (event.key === "Tab") { // from nowhere in particular it leads to the next table that waits; inside of controls it is the browser's
        const next = nextWaiting(current, queue);
        if (!next || (target !== document.body && !target.matches("main, .bet-text"))) return;
        event.preventDefault();
        onActive(next);
        return;
      }
      if (!target.matches?.(".bet-text, input[type=range]")) return;
      const isDigit = /^[1-9]$/.test(event.key) && target.matches("input[type=range]");
      const run = { F1: hands()?.fold, F2: hands()?.call, F3: hands()?.raise, F4: hands()?.allIn, Enter: hands()?.confirm, Escape: hands()?.clear }[event.key];
      if (!run && !isDigit) return;
      event.preventDefault();
      if (run) run();
      else hands()?.preset(Number(event.key) - 1);
    };
    document.addEventListener("keydown", everywhere);
    return () => document.removeEventListener("keydown", everywhere);
  }, []);
}
