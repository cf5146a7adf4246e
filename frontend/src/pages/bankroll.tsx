/** The bankroll over time, with and without luck in all-ins, and the record. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { BankrollAnswer, BankrollPoint, MeanRow } from "../api";
import { ask, lineOf } from "../client";
import { useLoaded, useMedia } from "../loading";
import { fixed, percent } from "../numbers";
import { Chart, type Series } from "../parts/charts";
import { toast, Trouble } from "../parts/widgets";
import { linkTo } from "../router";
import { currencySign, gain, money, ordinal } from "../table/words";

export function Bankroll(): JSX.Element {
  const found = useLoaded((signal) => ask("GET bankroll", {}, signal), []);
  useEffect(() => { document.title = "Bankroll · pokerlab"; }, []);
  const record = found.value;
  return (
    <div class="stack wide bankroll">
      <header class="row apart">
        <div class="stack tight"><h1>Bankroll</h1>{record && <span class="largest num">{money(record.balance, record.currency)}</span>}</div>
        <div class="row"><a class="button" href="/play">Lobby</a>{record && <Reset record={record} onDone={found.again} />}</div>
      </header>
      <Trouble line={found.error} />
      {record && (record.points.length > 1 ? <Graph record={record} /> : <p class="empty">Nothing played yet: the graph begins with your first table. <a href="/play">Open one</a>.</p>)}
      {record && <Figures record={record} />}
      {record && <Lists record={record} />}
    </div>
  );
}

function Reset({ record, onDone }: { record: BankrollAnswer; onDone: () => void }): JSX.Element {
  const [isAsking, setIsAsking] = useState(false);
  const reset = () => ask("POST bankroll/reset", {}).then(onDone, (error: unknown) => toast(lineOf(error))).finally(() => setIsAsking(false));
  if (isAsking) return <><button type="button" class="primary" onClick={reset}>Put it to {money(record.base, record.currency)}</button><button type="button" class="plain" onClick={() => setIsAsking(false)}>Keep it</button></>;
  return <button type="button" class="reset" disabled={!record.can_reset} onClick={() => setIsAsking(true)}>Reset{record.can_reset ? "…" : ` · ${record.why_not}`}</button>;
}

/** Lines are cut where the bankroll was reset: what came before has nothing to do with what follows. */
export function linesOf(points: readonly BankrollPoint[], value: (point: BankrollPoint) => number | null): [number, number][][] {
  const lines: [number, number][][] = [[]];
  points.forEach((point, index) => {
    if (point.what === "reset" && lines.at(-1)!.length) lines.push([]);
    const found = value(point);
    if (found !== null) lines.at(-1)!.push([index, found / 100]);
  });
  return lines.filter((line) => line.length);
}

function Graph({ record }: { record: BankrollAnswer }): JSX.Element {
  const isNarrow = useMedia("(max-width: 700px)");
  const real = linesOf(record.points, (point) => point.balance);
  const fair = linesOf(record.points, (point) => point.balance_without_luck);
  const values = [...real, ...fair].flat().map(([, value]) => value);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const edge = Math.max(0.15 * (most - least), 1);
  const [low, top] = [least - edge, most + edge];
  const series: Series[] = [
    ...fair.map((points, index) => ({ name: `fair ${index}`, colour: "var(--oop)", points, dash: true })),
    ...real.map((points, index) => ({ name: `real ${index}`, colour: "var(--accent)", points })),
    { name: "resets", colour: "var(--bad)", dots: 5, isSquare: true, points: record.points.flatMap((point, index) => (point.what === "reset" ? [[index, point.balance / 100] as [number, number]] : [])) },
  ];
  const resets = record.points.filter((point) => point.what === "reset").length;
  return (
    <figure class="card stack tight">
      <Chart label={`bankroll after each of ${record.points.length - 1} tables and resets: now ${money(record.balance, record.currency)}`} width={isNarrow ? 420 : 1100} height={isNarrow ? 260 : 320}
        x={{ label: "tables played", from: 0, to: Math.max(record.points.length - 1, 1), text: (value) => (Number.isInteger(value) ? String(value) : "") }} y={{ label: currencySign(record.currency) || "money", from: low, to: top, text: (value) => fixed(value, 0) }} series={series} />
      <figcaption class="row small"><span class="key real">bankroll</span><span class="key fair">without luck in all-ins</span>{resets > 0 && <span class="key reset">reset ({resets})</span>}</figcaption>
    </figure>
  );
}

function Figures({ record }: { record: BankrollAnswer }): JSX.Element {
  return (
    <section class="card" aria-label="record"><dl class="figure-cards">
      <Figure name="ROI" mean={record.roi} text={(value) => percent(value)} none="after the first tournaments" />
      <Figure name="ROI without luck in all-ins" mean={record.roi_without_luck} text={(value) => percent(value)} none="–" />
      <div><dt>Tournaments</dt><dd class="num">{fixed(record.tournaments, 0)}</dd>{record.in_money !== null && <dd class="note muted">{percent(record.in_money, 0)} in the money</dd>}</div>
      <div><dt>Largest bankroll</dt><dd class="num">{money(record.best, record.currency)}</dd></div>
      <Figure name="Cash, bb/100" mean={record.cash} text={(value) => fixed(value, 1)} none="no hands yet" />
      <Figure name="Cash without luck, bb/100" mean={record.cash_without_luck} text={(value) => fixed(value, 1)} none="–" />
    </dl></section>
  );
}

function Figure({ name, mean, text, none }: { name: string; mean: MeanRow | null; text: (value: number) => string; none: string }): JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd class="num">{mean ? text(mean.mean) : "–"}</dd>
      <dd class="note muted num">{mean ? (mean.half_width === null ? `${mean.count} so far: too few for an interval` : `±${text(mean.half_width)}, of ${fixed(mean.count, 0)}`) : none}</dd>
    </div>
  );
}

function Lists({ record }: { record: BankrollAnswer }): JSX.Element {
  const played = record.points.filter((point) => point.what === "tournament" || point.what === "cash").reverse();
  return (
    <div class="panels">
      {record.places.length > 0 && (
        <section class="card" aria-label="places"><header><h2>Places</h2></header>
          {record.places.map((row) => {
            const most = Math.max(...row.counts, 1);
            return (
              <div key={row.players} class="places"><h3>{row.players} players</h3>
                {row.counts.map((count, index) => <div key={index} class="place"><span class="muted">{ordinal(index + 1)}</span><span class="meter"><i style={{ width: `${(100 * count) / most}%` }} /></span><span class="num">{count}</span></div>)}
              </div>
            );
          })}
        </section>
      )}
      {played.length > 0 && (
        <section class="card" aria-label="played"><header><h2>Played</h2></header>
          <div class="scroll tall" tabIndex={0}><table>
            <thead><tr><th class="left">table</th><th>place</th><th>won</th><th>without luck</th></tr></thead>
            <tbody>{played.slice(0, 200).map((point, index) => (
              <tr key={index}><td class="left">{point.table ? <a href={linkTo("table", { id: point.table })}>{point.title}</a> : point.title}</td><td>{point.place ? `${ordinal(point.place)} of ${point.players}` : "–"}</td><td class={point.won > 0 ? "good" : ""}>{gain(point.won, record.currency)}</td><td>{point.without_luck === null ? "–" : gain(Math.round(point.without_luck), record.currency)}</td></tr>
            ))}</tbody>
          </table></div>
        </section>
      )}
      <section class="card" aria-label="ledger"><header><h2>Ledger</h2></header>
        <div class="scroll tall" tabIndex={0}><table>
          <thead><tr><th class="left">what</th><th class="left">table</th><th>in or out</th></tr></thead>
          <tbody>{[...record.ledger].reverse().slice(0, 200).map((row, index) => <tr key={index}><td class="left">{row.what}</td><td class="left">{row.table ?? ""}</td><td>{gain(row.cents, record.currency)}</td></tr>)}</tbody>
        </table></div>
      </section>
    </div>
  );
}
