/** The lobby: open tables, the bankroll, and a new table. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { LobbyAnswer, TableRow } from "../api";
import { ask, lineOf } from "../client";
import { useLoaded } from "../loading";
import { fixed } from "../numbers";
import { LobbyForm } from "../parts/lobby_form";
import { toast, Trouble } from "../parts/widgets";
import { linkTo } from "../router";
import { openTables, useFeed } from "../table/lobby_feed";
import { gain, money, ordinal } from "../table/words";

export function Lobby(): JSX.Element {
  const lobby = useLoaded((signal) => ask("GET lobby", {}, signal), []);
  const feed = useFeed();
  const open = openTables(feed ?? (lobby.value && { tables: lobby.value.tables, balance: lobby.value.balance }));
  const known = (feed?.tables ?? []).map((table) => `${table.id} ${table.state}`).join();
  const over = useLoaded((signal) => ask("GET tables", { state: "over", most: 8 }, signal), [known]);
  const past = [...(feed?.tables ?? []).filter((table) => table.left && table.state !== "over"), ...(over.value?.tables ?? [])];
  const waiting = open.filter((table) => table.waits).length;
  useEffect(() => { document.title = waiting ? `● ${waiting} ${waiting > 1 ? "tables wait" : "table waits"} · pokerlab` : "Play · pokerlab"; }, [waiting]);
  return (
    <div class="stack wide lobby">
      <header class="row apart">
        <h1>Play against bots</h1>
        {lobby.value && <Purse lobby={lobby.value} balance={feed?.balance ?? lobby.value.balance} isOpen={open.length > 0} onReset={lobby.again} />}
      </header>
      <Trouble line={lobby.error} />
      {open.length > 0 && (
        <section class="stack" aria-label="open tables">
          <div class="row apart"><h2>Open tables</h2>{open.length > 1 && <a class="button" href="/table">Show all {open.length}</a>}</div>
          <div class="tiles">{open.map((table) => <OpenTile key={table.id} table={table} />)}</div>
        </section>
      )}
      {lobby.value && <LobbyForm lobby={lobby.value} balance={feed?.balance ?? lobby.value.balance} open={open.length} onChanged={lobby.again} />}
      {past.length > 0 && (
        <section class="stack" aria-label="past tables">
          <div class="row apart"><h2>Played</h2><a class="button plain" href="/bankroll">Bankroll and record</a></div>
          <div class="scroll card flat"><table>
            <thead><tr><th class="left">table</th><th>place</th><th>hands</th><th>won</th></tr></thead>
            <tbody>{past.map((table) => (
              <tr key={table.id}><td class="left"><a href={linkTo("table", { id: table.id })}>{table.title}</a>{table.left && table.state !== "over" && <span class="muted small"> left, still played</span>}</td><td>{table.place ? `${ordinal(table.place)} of ${table.players}` : "–"}</td><td>{fixed(table.hands, 0)}</td><td>{gain(table.won - table.cost, lobby.value?.currency ?? "")}</td></tr>
            ))}</tbody>
          </table></div>
        </section>
      )}
    </div>
  );
}

function Purse({ lobby, balance, isOpen, onReset }: { lobby: LobbyAnswer; balance: number; isOpen: boolean; onReset: () => void }): JSX.Element {
  const [isAsking, setIsAsking] = useState(false);
  const why = isOpen ? "not while a table is open" : "";
  const reset = async () => {
    try {
      await ask("POST bankroll/reset", {});
      onReset();
    } catch (error) {
      toast(lineOf(error));
    }
    setIsAsking(false);
  };
  return (
    <div class="purse">
      <a class="purse-sum" href="/bankroll"><span class="small muted">Bankroll</span><b class="largest num">{money(balance, lobby.currency)}</b></a>
      {isAsking
        ? <span class="row"><button type="button" class="primary" onClick={reset}>Put it to {money(lobby.base, lobby.currency)}</button><button type="button" class="plain" onClick={() => setIsAsking(false)}>Keep it</button></span>
        : <button type="button" class="reset" disabled={isOpen} onClick={() => setIsAsking(true)}><span>Reset{why && <span class="small"> · {why}</span>}</span></button>}
      <a class="button plain" href="/players">Opponents</a>
    </div>
  );
}

function OpenTile({ table }: { table: TableRow }): JSX.Element {
  return (
    <a class={`tile table-tile ${table.waits ? "waits" : ""}`} href={linkTo("table", { id: table.id })}>
      <span class="row apart"><b class="clip">{table.title}</b>{table.waits ? <span class="state paused">waits for you</span> : table.state === "stopped" ? <span class="state failed">stopped</span> : <span class="state running">playing</span>}</span>
      <span class="row apart small muted num"><span>{table.place ? `${ordinal(table.place)} of ${table.players}` : `${fixed(table.stack, 0)} chips · ${table.blinds}`}</span><span>{table.kind === "tournament" ? `${table.players_left} of ${table.players} left` : `${table.hands} hands`}</span></span>
      {table.trouble && <span class="error">{table.trouble}</span>}
    </a>
  );
}
