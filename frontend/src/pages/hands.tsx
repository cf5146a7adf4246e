/** The hand database: filters, the list, statistics of what is chosen, files in and out. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { HandListAnswer, HandRow, HandStatsAnswer, StatsRow } from "../api";
import { useAddress } from "../address";
import { Cards } from "../cards";
import { API, ApiError, ask, queryText } from "../client";
import { useLoaded, useMedia, useRested } from "../loading";
import type { PageProps } from "../main";
import { fixed, percent } from "../numbers";
import { asked, filterCount, FilterForm, type FilterTexts, NO_FILTER } from "../parts/hand_filter";
import { ImportButton, ImportList, useImport } from "../parts/hand_import";
import { Star } from "../parts/hand_marks";
import { Scroll, Trouble } from "../parts/widgets";
import { linkTo } from "../router";

const FORMATS = [["phh", "PHH"], ["pokerstars", "PokerStars text"], ["csv", "CSV"]] as const;

export function Hands({ query }: PageProps): JSX.Element {
  const [state, set] = useAddress("hands", query, { ...NO_FILTER, before: "" });
  const filter = useRested(state, 250);
  const [before, setBefore] = useState<string[]>([]); // where the pages up to this one began
  const isNarrow = useMedia("(max-width: 900px)");
  const [wrong, setWrong] = useState<{ field: string; line: string } | null>(null);
  const key = JSON.stringify(filter);
  const list = useLoaded((signal) => told(ask("GET hands", { ...asked(filter), ...(filter.before && { before: filter.before }) } as never, signal), setWrong), [key]);
  const { before: _, ...only } = filter;
  const stats = useLoaded((signal) => ask("GET hands/stats", asked(filter) as never, signal), [JSON.stringify(only)]);
  const choices = useLoaded((signal) => ask("GET hands/choices", {}, signal), []);
  const imports = useImport(() => { list.again(); stats.again(); choices.again(); });
  const [isOver, setIsOver] = useState(false);
  useEffect(() => { document.title = "Hands · pokerlab"; }, []);
  const change = (next: Partial<FilterTexts>) => { setBefore([]); set({ ...next, before: "" }); };
  const found = list.value;
  const given = filterCount(state);
  return (
    <div class={`stack wide hands-page drop ${isOver ? "over" : ""}`} onDragOver={(event) => { event.preventDefault(); setIsOver(true); }} onDragLeave={() => setIsOver(false)}
      onDrop={(event) => { event.preventDefault(); setIsOver(false); void imports.send([...(event.dataTransfer?.files ?? [])]); }}>
      <header class="row apart">
        <div class="stack tight"><h1>Hands</h1>{found && <span class="largest num">{fixed(found.count, 0)}<span class="muted small">{given > 0 ? ` of ${fixed(found.total, 0)}` : ""} hands</span></span>}</div>
        <div class="row">
          <ImportButton onFiles={(files) => void imports.send(files)} />
          {found !== null && found.count > 0 && FORMATS.map(([format, words]) => <a key={format} class="button" download href={`${API}hands/export${queryText({ ...asked(filter), format })}`}>{isNarrow ? words.split(" ")[0] : `Export ${words}`}</a>)}
          <a class="button plain" href="/replay">Replay a text</a>
        </div>
      </header>
      <ImportList sent={imports.sent} game={imports.game} setGame={imports.setGame} />
      {found?.troubles.map((line) => <Trouble key={line} line={line} />)}
      {found?.total === 0 ? <Empty /> : (
        <>
          <details class="card hand-filters" open={!isNarrow || given > 0}>
            <summary>Filter{given > 0 && <span class="num"> · {given} chosen</span>}</summary>
            <FilterForm filter={state} set={change} choices={choices.value} wrong={wrong} />
            {given > 0 && <div class="row"><button type="button" onClick={() => change(NO_FILTER)}>Show all hands</button></div>}
          </details>
          {wrong ? (wrong.field === "" && <Trouble line={wrong.line} />) : <Trouble line={list.error} />}
          {stats.value && <Figures stats={stats.value} />}
          {found && <List found={found} isNarrow={isNarrow} player={filter.player} />}
          {found && (
            <nav class="row" aria-label="parts of the list">
              <button type="button" disabled={!state.before} onClick={() => { set({ before: before.at(-2) ?? "" }); setBefore(before.slice(0, -1)); }}>Newer</button>
              <button type="button" disabled={found.next === null} onClick={() => { setBefore([...before, found.next!]); set({ before: found.next! }); }}>Older</button>
            </nav>
          )}
        </>
      )}
    </div>
  );
}

/** An answer; what is wrong with the question is told with its field. */
async function told<T>(answer: Promise<T>, tell: (wrong: { field: string; line: string } | null) => void): Promise<T> {
  try {
    const found = await answer;
    tell(null);
    return found;
  } catch (error) {
    if (error instanceof ApiError) tell({ field: error.field, line: error.line });
    throw error;
  }
}

function Empty(): JSX.Element {
  return <div class="empty stack"><p>No hands yet. Every hand that you play comes here by itself; drop files of hands to add others: PHH, PokerStars text or ACPC lines.</p><div><a class="button" href="/play">Play</a></div></div>;
}

function Figures({ stats }: { stats: HandStatsAnswer }): JSX.Element | null {
  const all = stats.all;
  if (!all.hands) return null;
  const part = (value: number | null) => (value === null ? "–" : percent(value, 1));
  return (
    <section class="card stack" aria-label="statistics">
      <dl class="figure-cards hand-figures">
        <div><dt>Won, bb/100</dt><dd class={`num ${gainClass(all.bb_per_100)}`}>{all.bb_per_100 === null ? "–" : signed(all.bb_per_100)}</dd><dd class="note muted num">{all.bb_per_100_half_width === null ? "no interval yet" : `±${fixed(all.bb_per_100_half_width, 1)} (95%)`}</dd></div>
        <div><dt>VPIP</dt><dd class="num">{part(all.vpip)}</dd></div>
        <div><dt>PFR</dt><dd class="num">{part(all.pfr)}</dd></div>
        <div><dt>3-bet</dt><dd class="num">{part(all.three_bet)}</dd></div>
        <div><dt>Continuation bet</dt><dd class="num">{part(all.continuation_bet)}</dd></div>
        <div><dt>To showdown</dt><dd class="num">{part(all.went_to_showdown)}</dd></div>
        <div><dt>Aggression</dt><dd class="num">{all.aggression_factor === null ? "–" : fixed(all.aggression_factor, 2)}</dd></div>
      </dl>
      {stats.positions.length > 1 && <details><summary>By position</summary><Scroll label="statistics by position"><table>
        <thead><tr><th>position</th><th>hands</th><th>bb/100</th><th>VPIP</th><th>PFR</th><th>3-bet</th><th>showdown</th></tr></thead>
        <tbody>{stats.positions.map((row: StatsRow) => <tr key={row.name}><td>{row.name}</td><td>{fixed(row.hands, 0)}</td><td>{row.bb_per_100 === null ? "–" : signed(row.bb_per_100)}</td><td>{part(row.vpip)}</td><td>{part(row.pfr)}</td><td>{part(row.three_bet)}</td><td>{part(row.went_to_showdown)}</td></tr>)}</tbody>
      </table></Scroll></details>}
    </section>
  );
}

function List({ found, isNarrow, player }: { found: HandListAnswer; isNarrow: boolean; player: string }): JSX.Element {
  const [rows, setRows] = useState(found.hands);
  useEffect(() => setRows(found.hands), [found]);
  const put = (row: HandRow) => setRows((before) => before.map((one) => (one.hand === row.hand ? row : one)));
  if (!rows.length) return <p class="empty">No hand is like this. Take something out of the filter.</p>;
  const link = (row: HandRow) => linkTo("replay", { number: row.hand, player });
  if (isNarrow) return <ul class="hand-cards" aria-label="hands">{rows.map((row) => (
    <li key={row.hand} class="card">
      <Star row={row} onChange={put} />
      <a href={link(row)} class="hand-link" aria-label={`replay hand ${row.hand}`}>
        <span class="row apart"><span class="row tight">{row.cards ? <Cards text={row.cards} /> : <span class="muted">hand {row.hand}</span>}<span class="muted small">{row.position}</span></span><b class={`num ${gainClass(row.won)}`}>{row.won === null ? "" : `${signed(row.won)} bb`}</b></span>
        <span class="row apart small"><span class="row tight"><Cards text={row.board} /></span><span class="muted">{row.pot}{row.all_in ? " · all-in" : ""}</span></span>
        <span class="row apart small muted"><span class="clip">{row.event}</span><span class="num">{row.time?.slice(0, 16)}</span></span>
        {(row.tags.length > 0 || row.note) && <span class="small clip">{row.tags.map((tag) => <i key={tag} class="tag">{tag}</i>)} {row.note}</span>}
      </a>
    </li>
  ))}</ul>;
  return (
    <Scroll label="list of hands" class="card flat"><table class="hand-list" aria-label="hands">
      <thead><tr><th><span class="hidden">star</span></th><th class="left">hand</th><th class="left">time</th><th class="left">of</th><th class="left">player</th><th class="left">cards</th><th class="left">board</th><th class="left">pot</th><th>stack, bb</th><th>won, bb</th><th class="left">tags and note</th></tr></thead>
      <tbody>{rows.map((row) => (
        <tr key={row.hand}>
          <td><Star row={row} onChange={put} /></td>
          <td class="left"><a class="hand-link" href={link(row)} aria-label={`replay hand ${row.hand}`}>{row.hand}</a></td>
          <td class="left">{row.time?.slice(0, 16) ?? "–"}</td>
          <td class="left"><span class="clip short">{row.event}</span></td>
          <td class="left">{row.player} <span class="muted small">{row.position}</span></td>
          <td class="left"><span class="row tight">{row.cards ? <Cards text={row.cards} /> : <span class="muted">–</span>}</span></td>
          <td class="left"><span class="row tight"><Cards text={row.board} /></span></td>
          <td class="left">{row.pot}{row.all_in && <span class="muted small"> all-in</span>}{row.showdown && <span class="muted small"> shown</span>}</td>
          <td>{row.stack === null ? "–" : fixed(row.stack, 1)}</td>
          <td class={gainClass(row.won)}><b>{row.won === null ? "–" : signed(row.won)}</b></td>
          <td class="left"><span class="clip short">{row.tags.map((tag) => <i key={tag} class="tag">{tag}</i>)} {row.note}</span></td>
        </tr>
      ))}</tbody>
    </table></Scroll>
  );
}

const signed = (value: number) => `${value > 0 ? "+" : ""}${fixed(value, 1)}`;
const gainClass = (value: number | null) => (value === null || value === 0 ? "" : value > 0 ? "good" : "bad");
