/** The equity calculator: hands and ranges of two to nine players, on any board. */
import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { numberOf, useAddress } from "../address";
import type { CombosAnswer, EquityAnswer, EquityQuestion } from "../api";
import { Board, Cards, cardsOf, Deck } from "../cards";
import { classNames } from "../classes";
import { ApiError, ask } from "../client";
import { csvText, save } from "../exports";
import { knownCombos } from "../grouping";
import { useKeys } from "../keys";
import { useLoaded, useRested } from "../loading";
import type { PageProps } from "../main";
import { mix } from "../moves";
import { percent } from "../numbers";
import { type Cell, Matrix } from "../parts/matrix";
import { RangePainter } from "../parts/range_painter";
import { Choice, copy, TextField, Trouble } from "../parts/widgets";

const USUAL = { ranges: "QQ+,AK;20%", board: "", dead: "", how: "", samples: "2000000", seed: "0", player: "0", hand: "" };
const MOST_PLAYERS = 9;
const COLOURS = Array.from({ length: MOST_PLAYERS }, (_, player) => `var(--p${player})`);
/** The same, for cells that are written on. */
const FILLS = COLOURS.map((colour) => `color-mix(in oklab, ${colour} var(--part-of-fill), #000)`);

export function Equity({ query }: PageProps): JSX.Element {
  const [form, change, link] = useAddress("equity", query, USUAL);
  const known = useLoaded(knownCombos, []);
  const ranges = form.ranges.split(";");
  const player = Math.min(Number(form.player) || 0, ranges.length - 1);
  const [picks, setPicks] = useState<"board" | "dead">("board");
  const errors: Record<string, string> = {};
  const [samples, seed] = [numberOf(form.samples), numberOf(form.seed)];
  if (form.how === "sample" && (samples === null || samples % 1)) errors.samples = "a whole number";
  if (seed === null || seed % 1) errors.seed = "a whole number";
  const isWhole = ranges.every((range) => range.trim()) && Object.keys(errors).length === 0;
  const asked: EquityQuestion = {
    ranges, board: form.board, dead: form.dead, seed: seed ?? 0, by_hand: ranges.length === 2 && form.how !== "sample",
    ...(form.how === "exact" && { exact: true }), ...(form.how === "sample" && { samples }),
  };
  const question = useRested(isWhole ? JSON.stringify(asked) : "", 250);
  const found = useLoaded(async (signal) => {
    try {
      return { answer: question ? await ask("POST equity", JSON.parse(question) as EquityQuestion, signal) : null, problem: null };
    } catch (error) {
      if (error instanceof ApiError) return { answer: null, problem: error };
      throw error;
    }
  }, [question]);
  const answer = found.value?.answer ?? null;
  const problem = found.value?.problem;
  if (problem) errors[problem.field || "whole"] = problem.line;
  const set = (next: string[], more: Partial<typeof USUAL> = {}) => change({ ranges: next.join(";"), ...more });
  const put = (index: number, text: string) => set(ranges.map((range, at) => (at === index ? text.replaceAll(";", ",") : range)));
  const board = cardsOf(form.board), dead = cardsOf(form.dead);
  const pick = (card: string) => {
    const cards = picks === "board" ? board : dead;
    const next = cards.includes(card) ? cards.filter((one) => one !== card) : [...cards, card].slice(0, picks === "board" ? 5 : 40);
    change({ [picks]: next.join("") });
  };
  useKeys("Equity", [
    { keys: ["a"], does: "add a player", run: () => ranges.length < MOST_PLAYERS && set([...ranges, "*"], { player: String(ranges.length) }) },
    { keys: ["l"], does: "copy a link to all this", run: () => void copy(link(), "link") },
  ]);
  const isNew = Boolean(found.isLoading || question !== (isWhole ? JSON.stringify(asked) : ""));
  return (
    <div class="stack">
      <header class="row apart">
        <h1>Equity</h1>
        <div class="row">
          {answer && <button type="button" onClick={() => void copy(answer.players.map((one) => `${one.range}\t${percent(one.equity, 4)}`).join("\n"), "equities")}>Copy as text</button>}
          {answer && <button type="button" onClick={() => save("equity.csv", csvOf(answer))}>CSV</button>}
          <button type="button" onClick={() => void copy(link(), "link")}>Copy link</button>
        </div>
      </header>
      <Trouble line={errors.whole ?? errors.by_hand ?? found.error} />
      <div class={`equity-page ${answer?.players[player]?.classes ? "by-hand" : ""}`}>
        <div class="stack">
          <section class="card stack" aria-label="players">
            <header>
              <div class="board-line">{board.length ? <Board text={form.board} /> : <span class="muted">before the flop</span>}{dead.length > 0 && <span class="muted small">dead <Cards text={form.dead} /></span>}</div>
              <span class={`state ${isNew ? "paused" : "done"} small muted`} role="status">{isNew ? (isWhole ? "counting…" : "") : answer ? howOf(answer) : ""}</span>
            </header>
            <ol class="hands-list">
              {ranges.map((range, index) => {
                const one = answer?.players.length === ranges.length ? answer.players[index] : undefined;
                return (
                  <li key={index} class={index === player ? "chosen" : ""} style={`--own: ${COLOURS[index]}`}>
                    <div class="row nowrap-row hand-head">
                      <button type="button" class="plain who" aria-pressed={index === player} onClick={() => change({ player: String(index) })} title="paint this range"><i class="swatch" style={{ background: FILLS[index]! }}>{index + 1}</i></button>
                      <input class="mono grow" value={range} spellcheck={false} autoComplete="off" aria-label={`hand or range of player ${index + 1}`} aria-invalid={Boolean(errors[`ranges.${index}`])} placeholder="AhKh, QQ+, 20%, *" onFocus={() => index !== player && change({ player: String(index) })} onInput={(event) => put(index, event.currentTarget.value)} />
                      <output class="largest num" aria-label={`equity of player ${index + 1}`}>{one ? percent(one.equity, 2) : "–"}</output>
                      <button type="button" class="plain icon" disabled={ranges.length <= 2} aria-label={`take player ${index + 1} out`} onClick={() => set(ranges.filter((_, at) => at !== index), { player: "0" })}>×</button>
                    </div>
                    {errors[`ranges.${index}`] && <span class="error" role="alert">{errors[`ranges.${index}`]}</span>}
                    {one && (
                      <div class="row nowrap-row result">
                        <span class="bar-track grow" role="img" aria-label={`wins ${percent(one.win, 2)}, ties bring ${percent(one.tie, 2)}`}><i class="win" style={{ width: `${100 * one.win}%` }} /><i class="tie" style={{ width: `${100 * one.tie}%` }} /></span>
                        <span class="num small muted parts">wins {percent(one.win, 2)} · ties {percent(one.tie, 2)}{answer!.exact ? "" : ` · ±${percent(one.standard_error, 3)}`}</span>
                      </div>
                    )}
                  </li>
                );
              })}
            </ol>
            <div class="row apart">
              <button type="button" disabled={ranges.length >= MOST_PLAYERS} onClick={() => set([...ranges, "*"], { player: String(ranges.length) })}>Add a player</button>
              <Choice label="how" value={form.how as "" | "exact" | "sample"} onChange={(how) => change({ how })} options={[["", "Exact if quick"], ["exact", "Exact"], ["sample", "Sampled"]]} />
            </div>
            {form.how !== "exact" && (
              <div class="fields two">
                {form.how === "sample" && <TextField label="Random deals" value={form.samples} mode="numeric" onInput={(text) => change({ samples: text })} error={errors.samples} />}
                <TextField label="Seed, where it samples" value={form.seed} mode="numeric" onInput={(text) => change({ seed: text })} error={errors.seed} />
              </div>
            )}
          </section>
          <section class="card stack" aria-label="cards">
            <header>
              <Choice label="a card goes to" value={picks} onChange={setPicks} options={[["board", "Board"], ["dead", "Dead cards"]]} />
              <button type="button" class="plain" disabled={!form[picks]} onClick={() => change({ [picks]: "" })}>Clear</button>
            </header>
            <Deck label={picks === "board" ? "cards of the board" : "dead cards"} pressed={picks === "board" ? board : dead} dead={picks === "board" ? dead : board} onPick={pick} />
            <div class="fields two">
              <TextField label="Board" value={form.board} placeholder="up to five, Kh7h2c" onInput={(text) => change({ board: text })} error={errors.board} />
              <TextField label="Dead cards" value={form.dead} placeholder="none" onInput={(text) => change({ dead: text })} error={errors.dead} />
            </div>
          </section>
        </div>
        <section class="card" aria-label="range">
          <header>
            <h2>Range of</h2>
            <Choice label="whose range" value={String(player)} onChange={(next) => change({ player: next })} options={ranges.map((_, index) => [String(index), `${index + 1}`] as const)} />
          </header>
          {known.value && ranges.map((range, index) => index === player && (
            <RangePainter key={index} label={`Player ${index + 1}`} text={range} onText={(text) => put(index, text)} dead={[...board, ...dead]} known={known.value!} colour={FILLS[index]!} />
          ))}
        </section>
        {known.value && answer?.players[player]?.classes && <ByHand answer={answer} known={known.value} player={player} hand={form.hand} onHand={(hand) => change({ hand })} />}
      </div>
    </div>
  );
}

/** The equity of every class of a range, and of the hands of one. */
function ByHand({ answer, known, player, hand, onHand }: { answer: EquityAnswer; known: CombosAnswer; player: number; hand: string; onHand: (hand: string) => void }): JSX.Element {
  const [pointed, setPointed] = useState<number | null>(null);
  const own = answer.players[player]!;
  const cells = useMemo<Cell[]>(() => classNames.map((name) => {
    const share = own.classes![name];
    if (share === undefined) return { parts: [], height: 0, tag: "", words: "not in the range", isMuted: true };
    return { parts: [[mix("var(--scale)", "var(--raised)", 0.12 + 0.88 * share), 1] as const], height: 1, tag: String(Math.round(100 * share)), words: `equity ${percent(share, 2)}` };
  }), [own]);
  const first = classNames.findIndex((name) => own.classes![name] !== undefined);
  const pinned = classNames.indexOf(hand) >= 0 ? classNames.indexOf(hand) : null;
  const shown = classNames[pointed ?? pinned ?? first] ?? "AA";
  const classes = useMemo(() => new Map(known.hands.map((one, combo) => [one, known.classes[known.class_of[combo]!]!])), [known]);
  const hands = Object.entries(own.hands ?? {}).filter(([one]) => classes.get(one) === shown);
  return (
    <section class="card chart-card numbered" aria-label="equity by hand">
      <header><h2>Equity by hand <span class="muted">player {player + 1}</span></h2><span class="num"><b>{shown}</b> {percent(own.classes![shown], 2)}</span></header>
      <Matrix cells={cells} label={`equity of player ${player + 1} by hand`} pinned={pinned} onPoint={setPointed} onPin={(index) => onHand(hand === classNames[index] ? "" : classNames[index]!)} />
      <div class="combo-shares" role="list" aria-label={`hands of ${shown}`}>{hands.map(([one, share]) => <span key={one} role="listitem"><Cards text={one} /> <span class="num">{percent(share)}</span></span>)}</div>
    </section>
  );
}

function howOf(answer: EquityAnswer): string {
  const deals = answer.deals.toLocaleString("en-US", { maximumFractionDigits: 1 });
  return answer.exact ? `exact: ${deals} deals (${answer.method})` : `${deals} random deals, ± is one standard error`;
}

function csvOf(answer: EquityAnswer): string {
  return csvText(["player", "range", "equity", "win", "tie", "standard_error"], answer.players.map((one, index) => [index + 1, one.range, one.equity, one.win, one.tie, one.standard_error]));
}
