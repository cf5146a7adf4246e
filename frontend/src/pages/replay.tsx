/** A hand replayed: dropped or pasted as text, step by step, with pot odds and the equities of known hands. */
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { HandReplay, HandRow, HandSpot, HandStep } from "../api";
import { Card, cardsOf } from "../cards";
import { ask } from "../client";
import { useKeys } from "../keys";
import { useLoaded, useMedia, useRested } from "../loading";
import type { PageProps } from "../main";
import { fixed, percent } from "../numbers";
import { MarksForm } from "../parts/hand_marks";
import { copy, TextField, toast, Trouble } from "../parts/widgets";
import { go, linkTo } from "../router";
import { useSettings } from "../settings";

const KEPT = "pokerlab-hands";
/** Milliseconds of a step that is shown by itself. */
const AUTOPLAY = 1200;
const STREETS = ["preflop", "flop", "turn", "river"];
/** Characters that the server takes at once, and that an address can hold. */
const MOST_SENT = 60_000, MOST_IN_LINK = 6_000;
const EXAMPLE = `variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [0.5, 1, 0]
min_bet = 1
starting_stacks = [100, 100, 100]
actions = ["d dh p1 7d2c", "d dh p2 Js9s", "d dh p3 AhQh", "p3 cbr 2.5", "p1 f", "p2 cc",
  "d db Qs8s2h", "p2 cc", "p3 cbr 1.8", "p2 cbr 7", "p3 cc",
  "d db 5d", "p2 cbr 14", "p3 cc",
  "d db Ts", "p2 cbr 60", "p3 cc", "p2 sm Js9s", "p3 sm AhQh"]
players = ["Sam", "Kim", "Alex"]
`;

export function Replay({ query }: PageProps): JSX.Element {
  if (query.number) return <KeptHand query={query} number={Number(query.number)} />;
  return <TextHands query={query} />;
}

/** A hand of the database, with what is kept about it. */
function KeptHand({ query, number }: PageProps & { number: number }): JSX.Element {
  const player = query.player ?? "";
  const found = useLoaded((signal) => ask("GET hands/{number}", { number, ...(player && { player }) }, signal), [number, player]);
  const [row, setRow] = useState<HandRow | null>(null);
  useEffect(() => setRow(found.value?.row ?? null), [found.value]);
  useEffect(() => { document.title = `Hand ${number} · pokerlab`; }, [number]);
  const set = (step: number) => go("replay", { ...query, step: step || "" }, true);
  return (
    <div class="stack">
      <header class="row apart replay-head">
        <div class="row"><h1>Hand {number}</h1>{row && <span class="muted num">{[row.event, row.time?.slice(0, 16)].filter(Boolean).join(" · ")}</span>}</div>
        <div class="row">
          <a class="button" href="/hands">All hands</a>
          <button type="button" onClick={() => void copy(location.origin + linkTo("replay", query), "link to this step")}>Copy link</button>
        </div>
      </header>
      <Trouble line={found.error} />
      {!found.value && !found.error && <p class="muted" role="status">Reading the hand; equities before the flop take a moment…</p>}
      {found.value && <Steps key={number} hand={found.value.hand} step={Number(query.step) || 0} onStep={set}>{row && <section class="card"><MarksForm row={row} onChange={setRow} /></section>}</Steps>}
    </div>
  );
}

function TextHands({ query }: PageProps): JSX.Element {
  const [text, setText] = useState(() => query.text ?? kept());
  useEffect(() => { if (query.text !== undefined) setText(query.text); }, [query.text]);
  const put = (next: string) => {
    try {
      sessionStorage.setItem(KEPT, next);
    } catch {
      // not kept, then
    }
    setText(next);
    go("replay", { text: next.length <= MOST_IN_LINK ? next : "", game: query.game }, true);
  };
  return text ? <Hands query={query} text={text} onText={put} /> : <Empty onText={put} />;
}

function kept(): string {
  try {
    return sessionStorage.getItem(KEPT) ?? "";
  } catch {
    return "";
  }
}

function Empty({ onText }: { onText: (text: string) => void }): JSX.Element {
  return (
    <div class="stack wide home">
      <header><h1>Replay a hand</h1></header>
      <Drop onText={onText}>
        <p class="muted">Drop a file of hands here, or paste its text: PHH, PokerStars or ACPC.</p>
        <textarea class="mono" rows={12} aria-label="hands as text" spellcheck={false} placeholder="PokerStars Hand #…" onInput={(event) => event.currentTarget.value.trim() && onText(event.currentTarget.value)} />
        <div class="row"><TakeFile onText={onText} /><button type="button" onClick={() => onText(EXAMPLE)}>Take an example</button></div>
      </Drop>
    </div>
  );
}

function Drop({ onText, children }: { onText: (text: string) => void; children: JSX.Element[] }): JSX.Element {
  const [isOver, setIsOver] = useState(false);
  return (
    <section class={`card stack drop ${isOver ? "over" : ""}`} aria-label="hands"
      onDragOver={(event) => { event.preventDefault(); setIsOver(true); }} onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        const file = event.dataTransfer?.files[0];
        if (file) void take(file, onText);
        else if (event.dataTransfer?.getData("text")) onText(event.dataTransfer.getData("text"));
      }}>
      {children}
    </section>
  );
}

function TakeFile({ onText }: { onText: (text: string) => void }): JSX.Element {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" class="primary" onClick={() => input.current?.click()}>Choose a file…</button>
      <input ref={input} type="file" hidden accept=".phh,.phhs,.txt,.log,.toml" onChange={() => { const file = input.current?.files?.[0]; if (file) void take(file, onText); input.current!.value = ""; }} />
    </>
  );
}

async function take(file: File, onText: (text: string) => void): Promise<void> {
  const text = await file.slice(0, 4 * MOST_SENT).text();
  const cut = wholeHands(text);
  if (cut.length < text.length || file.size > 4 * MOST_SENT) toast("a long file: its first hands are taken");
  onText(cut);
}

/** As many hands of a text as can be sent at once: cut where an empty line or the next table begins. */
export function wholeHands(text: string): string {
  if (text.length <= MOST_SENT) return text;
  const part = text.slice(0, MOST_SENT);
  const end = Math.max(part.lastIndexOf("\n\n"), part.lastIndexOf("\n["), part.lastIndexOf("\nSTATE:"), part.lastIndexOf("\nMATCHSTATE:"));
  return end > 0 ? part.slice(0, end + 1) : part;
}

function Hands({ query, text, onText }: PageProps & { text: string; onText: (text: string) => void }): JSX.Element {
  const [isEditing, setIsEditing] = useState(false);
  const isAcpc = /^\s*(MATCH)?STATE:/m.test(text);
  const game = query.game ?? (isAcpc ? "holdem-nolimit:2" : "");
  const hand = Number(query.hand) || 1;
  const rested = useRested(text, isEditing ? 300 : 0);
  const found = useLoaded((signal) => ask("POST hands", { text: rested, hand, ...(game && { game }) }, signal), [rested, hand, game]);
  const count = found.value?.count ?? 0;
  useEffect(() => { document.title = "Replay · pokerlab"; }, []);
  const set = (values: Record<string, unknown>) => go("replay", { ...query, text: text.length <= MOST_IN_LINK ? text : "", ...values }, true);
  const problems = [...(found.error ? [found.error] : []), ...(found.value?.broken ?? [])];
  const isWrong = Boolean(found.error);
  return (
    <div class="stack">
      <header class="row apart replay-head">
        <div class="row"><h1>Replay</h1>
          {count > 1 && (
            <span class="row tight"><button type="button" class="icon" aria-label="the hand before" disabled={hand <= 1} onClick={() => set({ hand: hand - 1, step: "" })}>‹</button>
              <span class="num">hand {hand} of {count}</span>
              <button type="button" class="icon" aria-label="the next hand" disabled={hand >= count} onClick={() => set({ hand: hand + 1, step: "" })}>›</button></span>
          )}
        </div>
        <div class="row">
          <button type="button" aria-pressed={isEditing} onClick={() => setIsEditing(!isEditing)}>{isEditing ? "Hide the text" : "Show the text"}</button>
          <button type="button" disabled={text.length > MOST_IN_LINK} title={text.length > MOST_IN_LINK ? "the text is too long for an address" : ""} onClick={() => void copy(location.origin + linkTo("replay", { ...query, text }), "link to this step")}>Copy link</button>
          <button type="button" onClick={() => onText("")}>Another hand</button>
        </div>
      </header>
      {(isEditing || isWrong) && <TextOf text={text} onText={onText} problems={problems} />}
      {isAcpc && <TextField label="Game of the ACPC lines" value={game} onInput={(value) => set({ game: value })} hint="such as holdem-nolimit:2,stack=20000 or holdem-limit:2" />}
      {!isEditing && !isWrong && problems.length > 0 && <p class="notice">{problems.length} of the hands cannot be read: <button type="button" class="plain" onClick={() => setIsEditing(true)}>show where</button></p>}
      {!found.value && !isWrong && <p class="muted" role="status">Reading the hand; equities before the flop take a moment…</p>}
      {found.value && !isWrong && <Steps key={found.value.hand.id + hand} hand={found.value.hand} step={Number(query.step) || 0} onStep={(step) => set({ step: step || "" })} />}
    </div>
  );
}

/** The text, with what is wrong by line; a click leads to the line. */
function TextOf({ text, onText, problems }: { text: string; onText: (text: string) => void; problems: string[] }): JSX.Element {
  const area = useRef<HTMLTextAreaElement>(null);
  const show = (line: number) => {
    const lines = text.split("\n");
    const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    area.current?.focus();
    area.current?.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
    if (area.current) area.current.scrollTop = (area.current.scrollHeight / lines.length) * Math.max(line - 4, 0);
  };
  return (
    <Drop onText={onText}>
      <textarea ref={area} class="mono" rows={12} aria-label="hands as text" spellcheck={false} value={text} aria-invalid={problems.length > 0} onInput={(event) => onText(event.currentTarget.value)} />
      <ul class="stack tight" role="alert">{problems.map((problem) => {
        const line = Number(/text:(\d+)/.exec(problem)?.[1] ?? 0);
        const words = problem.replace(/text:(\d+): ?/, "line $1: ");
        return <li key={problem} class="error">{line ? <button type="button" class="plain error" onClick={() => show(line)}>{words}</button> : words}</li>;
      })}</ul>
    </Drop>
  );
}

function Steps({ hand, step: wanted, onStep, children }: { hand: HandReplay; step: number; onStep: (step: number) => void; children?: ComponentChildren }): JSX.Element {
  const [settings] = useSettings();
  const last = hand.steps.length - 1;
  const at = Math.min(Math.max(wanted, 0), last);
  const step = hand.steps[at]!;
  const inBlinds = settings.unit === "bb" && hand.big_blind;
  const money = (value: number) => (inBlinds ? String(Number((value / hand.big_blind!).toFixed(2))) : Number((value * hand.unit).toFixed(4)).toLocaleString("en-US"));
  const unit = inBlinds ? "bb" : hand.currency || "chips";
  const first = (street: number) => hand.steps.findIndex((one) => one.street === street);
  const spot = useMemo(() => hand.steps.slice(0, at + 1).findLast((one) => one.seat === null)?.spot ?? null, [hand, at]);
  const move = (to: number) => { setIsPlaying(false); onStep(Math.min(Math.max(to, 0), last)); };
  const [isPlaying, setIsPlaying] = useState(false);
  useEffect(() => {
    if (!isPlaying) return;
    if (at === last) return setIsPlaying(false);
    const timer = setTimeout(() => onStep(at + 1), AUTOPLAY);
    return () => clearTimeout(timer);
  }, [isPlaying, at]);
  const play = () => { if (at === last) onStep(0); setIsPlaying(!isPlaying); };
  useKeys("The hand", [
    { keys: ["ArrowRight", " "], does: "the next step", run: () => move(at + 1) },
    { keys: ["ArrowLeft"], does: "the step before", run: () => move(at - 1) },
    { keys: ["Home"], does: "the beginning", run: () => move(0) },
    { keys: ["End"], does: "the end", run: () => move(last) },
    { keys: ["p"], does: "play by itself, or stop", run: play },
    { keys: ["1", "2", "3", "4"], does: "preflop, flop, turn, river", run: (event) => { const to = first(Number(event.key) - 1); if (to >= 0) move(to); } },
  ]);
  const isOver = at === last && hand.payoffs !== null;
  return (
    <div class="replay">
      <div class="stack">
        <Table hand={hand} step={step} money={money} isOver={isOver} />
        <div class="card stack tight">
          <div class="row controls">
            <button type="button" class="icon" aria-label="the beginning" disabled={at === 0} onClick={() => move(0)}>«</button>
            <button type="button" class="icon" aria-label="a step back" disabled={at === 0} onClick={() => move(at - 1)}>‹</button>
            <button type="button" class="primary grow" disabled={at === last} onClick={() => move(at + 1)}>Next step</button>
            <button type="button" class="icon" aria-label={isPlaying ? "stop" : "play by itself"} aria-pressed={isPlaying} onClick={play}><span aria-hidden="true">{isPlaying ? "❚❚" : "▶"}</span></button>
            <button type="button" class="icon" aria-label="the end" disabled={at === last} onClick={() => move(last)}>»</button>
          </div>
          <input type="range" min="0" max={last} value={at} aria-label="step" aria-valuetext={step.text} onInput={(event) => move(Number(event.currentTarget.value))} />
          <div class="row" role="group" aria-label="streets">
            {STREETS.map((name, street) => <button key={name} type="button" class="grow" aria-pressed={step.street === street} disabled={first(street) < 0} onClick={() => move(first(street))}>{name}</button>)}
          </div>
        </div>
      </div>
      <div class="stack">
        <section class="card stack tight" aria-label="now">
          <header><h2>{step.text}</h2></header>
          <dl class="figures row-figures">
            <div><dt>pot, {unit}</dt><dd class="num">{money(step.pot)}</dd></div>
            <div><dt>to call{step.actor !== null ? `, ${hand.seats[step.actor]!.name}` : ""}</dt><dd class="num">{step.to_call ? money(step.to_call) : "–"}</dd></div>
            <div><dt>needs to win</dt><dd class="num">{step.pot_odds === null ? "–" : percent(step.pot_odds)}</dd></div>
          </dl>
          <Equities hand={hand} step={step} />
          <OpenSpot spot={spot} />
          {hand.problems.map((problem) => <Trouble key={problem} line={problem} />)}
        </section>
        {children}
        <section class="card" aria-label="steps">
          <header><h2>Steps</h2><span class="muted small num">{at + 1} of {last + 1}</span></header>
          <StepList steps={hand.steps} at={at} onStep={move} />
        </section>
      </div>
    </div>
  );
}

/** Everybody around the table: the hero, or the first seat, at the bottom. */
function Table({ hand, step, money, isOver }: { hand: HandReplay; step: HandStep; money: (chips: number) => string; isOver: boolean }): JSX.Element {
  const count = hand.seats.length;
  const bottom = hand.hero ?? Math.max(0, hand.seats.findIndex((seat) => !seat.cards.includes("?")));
  const isNarrow = useMedia("(max-width: 700px)");
  const place = (seat: number, what: "seat" | "bet") => {
    const angle = Math.PI / 2 + (2 * Math.PI * (seat - bottom)) / count;
    const [wide, high] = what === "bet" ? [0.42, 0.46] : isNarrow ? [0.72, 0.86] : [0.82, 0.8];
    const aside = what === "bet" && Math.abs(Math.sin(angle)) < 0.35 ? 13 : 0; // bets from the sides lie below the board
    return { left: `${50 + 50 * wide * Math.cos(angle)}%`, top: `${50 + 50 * high * Math.sin(angle) + aside}%` };
  };
  return (
    <section class={`felt ${count > 6 ? "many" : count < 4 ? "few" : ""}`} aria-label="table">
      <div class="oval" />
      <div class="middle">
        <span class="board" role="group" aria-label="board">{cardsOf(step.board).map((card) => <Card key={card} card={card} />)}{Array.from({ length: 5 - cardsOf(step.board).length }, (_, index) => <i key={index} class="slot" />)}</span>
        <b class="num">{isOver ? "the hand is over" : `pot ${money(step.pot)}`}</b>
      </div>
      {hand.seats.map((seat, index) => {
        const isLive = step.live.includes(index);
        const won = isOver ? hand.payoffs![index]! : 0;
        return (
          <div key={index} class={`seat ${isLive ? "" : "folded"} ${step.actor === index ? "acts" : ""} ${won > 0 ? "won" : ""}`} style={place(index, "seat")} role="group" aria-label={`${seat.name}, ${seat.position}${isLive ? "" : ", folded"}${step.actor === index ? ", to act" : ""}`}>
            <span class="hole">{seat.cards.includes("?") ? <><i class="back" /><i class="back" /></> : cardsOf(seat.cards).map((card) => <Card key={card} card={card} />)}</span>
            <span class="row tight"><span class="clip">{seat.name}</span><span class="muted small">{seat.position}</span></span>
            <span class="num small">{isOver ? <b class={won > 0 ? "good" : won < 0 ? "bad" : ""}>{won > 0 ? "+" : ""}{money(won)}</b> : step.stacks[index] ? money(step.stacks[index]!) : "all-in"}</span>
          </div>
        );
      })}
      {!isOver && step.bets.map((bet, index) => bet > 0 && <span key={index} class="bet num" style={place(index, "bet")}><span class="hidden">bet of {hand.seats[index]!.name}: </span>{money(bet)}</span>)}
    </section>
  );
}

function Equities({ hand, step }: { hand: HandReplay; step: HandStep }): JSX.Element {
  if (!step.equities) return <p class="muted small">{step.live.length > 1 ? "Not all cards of those who are left are known: no equities." : "Everybody else has folded."}</p>;
  return (
    <table aria-label="equities">
      <tbody>{step.equities.map((equity, seat) => equity !== null && (
        <tr key={seat}>
          <td>{hand.seats[seat]!.name} <span class="muted small">{hand.seats[seat]!.position}</span></td>
          <td class="left wide"><span class="bar-track"><i style={{ width: `${100 * equity}%` }} /></span></td>
          <td><b>{fixed(100 * equity, 2)}%</b></td>
        </tr>
      ))}</tbody>
    </table>
  );
}

function OpenSpot({ spot }: { spot: HandSpot | null }): JSX.Element {
  if (!spot) return <p class="muted small">A spot can be opened from the flop on, where two players are left.</p>;
  const { board, pot, stacks, big_blind, aggressor } = spot;
  return <a class="button" href={linkTo("spot", { board, pot, stack: stacks[0] === stacks[1] ? stacks[0] : stacks.join(", "), big_blind, aggressor })}>Open this spot in the editor</a>;
}

function StepList({ steps, at, onStep }: { steps: HandStep[]; at: number; onStep: (step: number) => void }): JSX.Element {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const here = list.current?.querySelector<HTMLElement>("[aria-current]");
    if (here && list.current) list.current.scrollTop = here.offsetTop - list.current.clientHeight / 2;
  }, [at]);
  return (
    <ol class="steps" ref={list}>
      {steps.map((step, index) => (
        <li key={index} class={step.seat === null ? "street" : ""}>
          <button type="button" class="plain" {...(index === at && { "aria-current": "step" as const })} onClick={() => onStep(index)}>{step.text}</button>
        </li>
      ))}
    </ol>
  );
}
