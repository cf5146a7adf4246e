/** The ICM calculator: what stacks are worth, chances of places, bubble factors, deals. */
import type { JSX } from "preact";
import { notNumber, numberOf, numbersOf, useAddress } from "../address";
import type { IcmAnswer, IcmQuestion } from "../api";
import { ApiError, ask } from "../client";
import { csvText, save } from "../exports";
import { useLoaded, useRested } from "../loading";
import type { PageProps } from "../main";
import { mix } from "../moves";
import { amount, fixed, percent, type Unit, unitOf } from "../numbers";
import { PrizeField } from "../parts/prizes";
import { Seats } from "../parts/seats";
import { copy, Scroll, TextField, Trouble } from "../parts/widgets";
import { useSettings } from "../settings";

const USUAL = { stacks: "5000,3000,2000", payouts: "50,30,20", aside: "0", bb: "" };
const MOST_ROWS = 12;
/** Beyond this there are too many pairs, or too many places, for anybody to read. */
const MOST_PAIRS = 50;

export function Icm({ query }: PageProps): JSX.Element {
  const [form, change, link] = useAddress("icm", query, USUAL);
  const errors: Record<string, string> = {};
  const stacks = form.stacks.split(/[\s,;]+/).filter((text, index, all) => text || all.length <= MOST_ROWS || !index);
  stacks.forEach((text, index) => { if (numberOf(text) === null) errors[`stacks.${index}`] = notNumber(text); });
  const aside = numberOf(form.aside || "0");
  if (aside === null || aside < 0) errors.set_aside = aside === null ? notNumber(form.aside) : "not below 0";
  const big = numberOf(form.bb || "0");
  if (big === null || big < 0) errors.big_blind = big === null ? notNumber(form.bb) : "not below 0";
  const [settings] = useSettings();
  const unit = unitOf(settings.unit, big);
  const isAsked = Object.keys(errors).length === 0;
  const isSmall = stacks.length <= MOST_PAIRS;
  const question = useRested(isAsked ? JSON.stringify({ stacks: numbersOf(form.stacks), payouts: form.payouts, places: isSmall, bubble: isSmall && stacks.length > 1, deal: true, set_aside: aside }) : "", 120);
  const found = useLoaded(async (signal) => {
    try {
      return { answer: question ? await ask("POST icm", JSON.parse(question) as IcmQuestion, signal) : null, problem: null };
    } catch (error) {
      if (error instanceof ApiError) return { answer: null, problem: error };
      throw error;
    }
  }, [question]);
  const problem = found.value?.problem;
  if (problem) errors[problem.field || "whole"] = problem.line;
  const answer = found.value?.answer;
  const set = (next: string[]) => change({ stacks: next.join(",") });
  return (
    <div class="stack">
      <header class="row apart">
        <h1>ICM</h1>
        <div class="row">
          {answer && <button type="button" onClick={() => void copy(textOf(answer), "table")}>Copy as text</button>}
          {answer && <button type="button" onClick={() => save("icm.csv", csvOf(answer))}>CSV</button>}
          <button type="button" onClick={() => void copy(link(), "link")}>Copy link</button>
        </div>
      </header>
      <div class="icm">
        <section class="card stack spot-fields" aria-label="field">
          <header><h2>Stacks</h2><span class="muted small num">{stacks.length} players</span></header>
          {stacks.length <= MOST_ROWS && (
            <Seats
              stacks={stacks} names={stacks.map((_, index) => `${index + 1}`)} onStacks={set} big={big || Math.max(...stacks.map(Number).filter((stack) => stack > 0), 1) / 20} {...(big && { unit })} errors={errors} fewest={1} most={MOST_ROWS}
              onAdd={() => set([...stacks, stacks.at(-1)!])} onRemove={(index) => set(stacks.filter((_, at) => at !== index))}
            />
          )}
          <div class="field"><label><span>All stacks in chips as text; a field of any size can be pasted here</span>
            <textarea rows={2} class="mono" spellcheck={false} value={form.stacks} onInput={(event) => change({ stacks: event.currentTarget.value })} />
          </label></div>
          {stacks.length > MOST_ROWS && Object.values(errors).slice(0, 1).map((line) => <span key={line} class="error" role="alert">{line}</span>)}
          <PrizeField value={form.payouts} onChange={(payouts) => change({ payouts })} error={errors.payouts} />
          <TextField label="Big blind" value={form.bb} mode="decimal" placeholder="none" onInput={(text) => change({ bb: text })} error={errors.big_blind} hint={big ? "stacks also as 15bb; u shows them in big blinds" : "with one, stacks are shown and typed in big blinds too"} />
          <TextField label="In a deal, left for the winner" value={form.aside} mode="decimal" onInput={(text) => change({ aside: text })} error={errors.set_aside} />
          <Trouble line={errors.whole ?? errors.places ?? found.error} />
        </section>
        {answer ? <Found answer={answer} unit={unit} /> : <p class="muted" role="status">{isAsked && !problem ? "Computing…" : ""}</p>}
      </div>
    </div>
  );
}

function Found({ answer, unit }: { answer: IcmAnswer; unit: Unit }): JSX.Element {
  const pool = answer.payouts.reduce((sum, prize) => sum + prize, 0);
  const chips = answer.stacks.reduce((sum, stack) => sum + stack, 0);
  const most = Math.max(...answer.equities);
  return (
    <div class="stack">
      <section class="card" aria-label="equities">
        <header><h2>Worth of the stacks</h2><span class="muted small">{answer.method}{answer.error > 0 ? `, error at most ${answer.error.toPrecision(1)}` : ""} · prizes {answer.payouts.slice(0, 9).map((prize) => Number(prize.toFixed(2))).join("/")}{answer.payouts.length > 9 ? "/…" : ""}</span></header>
        <Scroll label="equities, to scroll" class="tall">
          <table class="icm-table" aria-label="equities">
            <thead><tr><th>player</th><th>{unit.bb ? "stack, bb" : "stack"}</th><th class="less">of the chips</th><th>equity</th><th class="left bars">of the prizes</th><th title="what the prizes are worth beside the chips">against chips</th></tr></thead>
            <tbody>
              {answer.stacks.map((stack, player) => {
                const [part, worth] = [stack / chips, answer.equities[player]! / pool];
                return (
                  <tr key={player}>
                    <td>{player + 1}</td><td>{amount(stack, unit)}</td><td class="less">{percent(part, 2)}</td><td><b class="equity">{fixed(answer.equities[player]!, 2)}</b></td>
                    <td class="left bars"><span class="row nowrap-row"><span class="bar-track grow"><i style={{ width: `${(100 * answer.equities[player]!) / most}%` }} /></span><span class="num small part">{percent(worth, 2)}</span></span></td>
                    <td class={worth >= part ? "good" : "bad"}>{worth >= part ? "+" : ""}{percent(worth - part, 2)}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </Scroll>
      </section>
      <div class="icm-more">
        {answer.deal && (
          <section class="card" aria-label="deals">
            <header><h2>Deals</h2><span class="muted small">{answer.deal.set_aside ? `${answer.deal.set_aside} left for the winner` : "of all that is left"}</span></header>
            <Scroll label="deals, to scroll" class="tall">
              <table aria-label="deals">
                <thead><tr><th>player</th><th>by ICM</th><th>by chips</th><th>equal</th></tr></thead>
                <tbody>{answer.stacks.map((_, player) => <tr key={player}><td>{player + 1}</td><td><b>{fixed(answer.deal!.icm[player])}</b></td><td>{fixed(answer.deal!.chips[player])}</td><td>{fixed(answer.deal!.equal[player])}</td></tr>)}</tbody>
              </table>
            </Scroll>
          </section>
        )}
        {answer.places && (
          <section class="card" aria-label="places">
            <header><h2>Chances of places</h2></header>
            <Scroll label="chances of places, to scroll" class="tall">
              <table class="heat" aria-label="chances of places">
                <thead><tr><th>player</th>{answer.payouts.map((prize, place) => <th key={place} title={`prize ${prize}`}>{place + 1}.</th>)}</tr></thead>
                <tbody>{answer.places.map((row, player) => <tr key={player}><td>{player + 1}</td>{row.map((chance, place) => <td key={place} style={{ background: mix("var(--accent)", "transparent", 0.5 * chance) }}>{percent(chance, 2)}</td>)}</tr>)}</tbody>
              </table>
            </Scroll>
          </section>
        )}
        {answer.bubble_factors && (
          <section class={`card ${answer.stacks.length > 5 ? "whole" : ""}`} aria-label="bubble factors">
            <header><h2>Bubble factors</h2></header>
            <p class="muted small">What a lost all-in costs the player of the row, against what a won one brings, by opponent. 1: as in a game for chips.</p>
            <Scroll label="bubble factors, to scroll" class="tall">
              <table class="heat" aria-label="bubble factors">
                <thead><tr><th>player</th>{answer.stacks.map((_, rival) => <th key={rival}>v {rival + 1}</th>)}</tr></thead>
                <tbody>
                  {answer.bubble_factors.map((row, player) => (
                    <tr key={player}><td>{player + 1}</td>{row.map((factor, rival) => <td key={rival} style={typeof factor === "number" ? { background: mix("color-mix(in oklab, var(--bad-fill) 45%, transparent)", "transparent", Math.min(Math.max(factor - 1, 0) / 2, 1)) } : {}}>{factor === "inf" ? "∞" : factor === null ? "–" : factor.toFixed(2)}</td>)}</tr>
                  ))}
                </tbody>
              </table>
            </Scroll>
          </section>
        )}
      </div>
    </div>
  );
}

function rowsOf(answer: IcmAnswer): { header: string[]; rows: (string | number | null)[][] } {
  const header = ["player", "stack", "equity", ...(answer.deal ? ["deal_icm", "deal_chips", "deal_equal"] : []), ...(answer.places ? answer.payouts.map((_, place) => `place_${place + 1}`) : []), ...(answer.bubble_factors ? answer.stacks.map((_, rival) => `bubble_factor_against_${rival + 1}`) : [])];
  const rows = answer.stacks.map((stack, player) => [
    player + 1, stack, answer.equities[player]!,
    ...(answer.deal ? [answer.deal.icm[player]!, answer.deal.chips[player]!, answer.deal.equal[player]!] : []),
    ...(answer.places?.[player] ?? []), ...(answer.bubble_factors?.[player] ?? []),
  ]);
  return { header, rows };
}

function csvOf(answer: IcmAnswer): string {
  const { header, rows } = rowsOf(answer);
  return csvText(header, rows);
}

function textOf(answer: IcmAnswer): string {
  const { header, rows } = rowsOf(answer);
  return [header, ...rows.map((row) => row.map((value) => (typeof value === "number" && value % 1 ? value.toFixed(4) : (value ?? ""))))].map((row) => row.join("\t")).join("\n");
}
