/** A new table: what is played, for what, and against whom. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { LobbyAnswer, StructureRow, TableToOpen } from "../api";
import { numberOf } from "../address";
import { ApiError, ask, lineOf } from "../client";
import { fixed } from "../numbers";
import { go, linkTo } from "../router";
import { blindsText, currencySign, money, ordinal } from "../table/words";
import { Check, Choice, Field, TextField } from "./widgets";

interface Form {
  kind: "tournament" | "cash";
  structure: string;
  players: string;
  chips: string;
  blinds: string;
  length: string;
  unit: "hands" | "minutes";
  payouts: string;
  buyIn: string;
  smallBlind: string;
  bigBlind: string;
  cashSeats: string;
  cashBuyIn: string;
  /** A text for all seats (`drawn`, `level:2`), or `chosen`: seat by seat. */
  against: string;
  opponents: string[];
  name: string;
  speed: "instant" | "quick" | "normal" | "slow";
  clock: string;
  bank: string;
  showCards: boolean;
}

const NAME = "pokerlab-lobby";
const SPEEDS = [["instant", "Instant"], ["quick", "Quick"], ["normal", "Normal"], ["slow", "Slow"]] as const;
/** Fields of the server by ours. */
const FIELD: Record<string, keyof Form> = { players: "players", chips: "chips", blinds: "blinds", level_length: "length", payouts: "payouts", buy_in: "buyIn", small_blind: "smallBlind", big_blind: "bigBlind", seats: "cashSeats", name: "name", clock: "clock", time_bank: "bank", structure: "structure" };

export function LobbyForm({ lobby, balance, open, onChanged }: { lobby: LobbyAnswer; balance: number; open: number; onChanged: () => void }): JSX.Element {
  const [form, setForm] = useState<Form>(() => begin(lobby));
  const [errors, setErrors] = useState<Partial<Record<keyof Form | "", string>>>({});
  const [isSending, setIsSending] = useState(false);
  const set = (change: Partial<Form>) => {
    setForm((before) => ({ ...before, ...change }));
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in change) && name !== "")));
  };
  const structure = lobby.structures.find((one) => one.name === form.structure) ?? lobby.structures[0]!;
  const cost = costOf(form, structure);
  const tooDear = cost !== null && cost > balance ? `costs ${money(cost, lobby.currency)}, the bankroll holds ${money(balance, lobby.currency)}` : "";
  const isFull = open >= lobby.most_tables;
  const count = form.kind === "cash" ? Number(form.cashSeats) : Number(form.players) || structure.players;
  const start = async () => {
    setIsSending(true);
    try {
      keep(form);
      const answer = await ask("POST tables", question(form, structure, count));
      go("table", { id: answer.state.id });
    } catch (error) {
      const field = error instanceof ApiError ? error.field.split(".").at(-1)! : "";
      setErrors({ [FIELD[field] ?? ""]: lineOf(error) });
      setIsSending(false);
    }
  };
  return (
    <section class="card stack lobby-form" aria-label="a new table">
      <div class="row apart"><h2>A new table</h2><Choice label="kind of table" value={form.kind} options={[["tournament", "Sit-and-go"], ["cash", "Cash"]]} onChange={(kind) => set({ kind })} /></div>
      <div class="lobby-columns">
        <div class="stack">
          {form.kind === "tournament" ? <Tournament form={form} set={set} lobby={lobby} structure={structure} errors={errors} tooDear={tooDear} onChanged={onChanged} /> : <Cash form={form} set={set} errors={errors} tooDear={tooDear} lobby={lobby} />}
        </div>
        <Opponents form={form} set={set} lobby={lobby} count={Math.min(Math.max(count - 1, 1), 9)} />
      </div>
      <details class="more-fields">
        <summary>Speed, clock, your name</summary>
        <div class="fields">
          <Field label="Speed"><select value={form.speed} onChange={(event) => set({ speed: event.currentTarget.value as Form["speed"] })}>{SPEEDS.map(([value, text]) => <option key={value} value={value}>{text}</option>)}</select></Field>
          <TextField label="Seconds to think (empty: no clock)" mode="numeric" value={form.clock} onInput={(clock) => set({ clock })} error={errors.clock} />
          <TextField label="Time bank, seconds" mode="numeric" value={form.bank} onInput={(bank) => set({ bank })} error={errors.bank} />
          <TextField label="Your name" value={form.name} onInput={(name) => set({ name })} error={errors.name} />
        </div>
        <Check label="Show all cards as soon as a hand is over" value={form.showCards} onChange={(showCards) => set({ showCards })} />
      </details>
      {errors[""] && <span class="error" role="alert">{errors[""]}</span>}
      <div class="row start-row">
        <button type="button" class="primary start" disabled={isSending || Boolean(tooDear) || isFull} onClick={start}>{form.kind === "cash" ? `Take a seat for ${cost === null ? "…" : money(cost, lobby.currency)}` : `Start for ${cost === null ? "…" : money(cost, lobby.currency)}`}</button>
        {isFull && <span class="error">{lobby.most_tables} tables are open: no more at once</span>}
        {tooDear && <span class="error" role="alert">{tooDear}</span>}
      </div>
    </section>
  );
}

interface PartProps {
  form: Form;
  set: (change: Partial<Form>) => void;
  errors: Partial<Record<keyof Form | "", string>>;
  tooDear: string;
  lobby: LobbyAnswer;
}

function Tournament({ form, set, lobby, structure, errors, tooDear, onChanged }: PartProps & { structure: StructureRow; onChanged: () => void }): JSX.Element {
  const level = structure.levels[0];
  const players = Number(form.players) || structure.players;
  return (
    <>
      <div class="structures" role="radiogroup" aria-label="structure">
        {lobby.structures.map((one) => (
          <button key={one.name} type="button" role="radio" aria-checked={one.name === structure.name} class="structure" onClick={() => set({ structure: one.name, players: "", chips: "", blinds: "", length: "", payouts: "", buyIn: "", unit: one.unit })}>
            <b>{one.name.replaceAll("-", " ")}{one.own && <span class="muted small"> own</span>}</b>
            <span class="small muted num">{one.players} players · {fixed(one.chips, 0)} chips · {one.levels[0] ? blindsText(one.levels[0]) : ""}</span>
            <span class="small num">{money(one.cost, one.currency)}</span>
          </button>
        ))}
      </div>
      <div class="fields">
        <TextField label="Players" mode="numeric" value={form.players} placeholder={String(structure.players)} onInput={(text) => set({ players: text })} error={errors.players} />
        <TextField label={`Buy-in, ${currencySign(lobby.currency)}`} mode="decimal" value={form.buyIn} placeholder={String(structure.buy_in / 100)} onInput={(buyIn) => set({ buyIn })} error={errors.buyIn ?? (tooDear || undefined)} />
        <TextField label="Chips" mode="numeric" value={form.chips} placeholder={String(structure.chips)} onInput={(chips) => set({ chips })} error={errors.chips} />
        <TextField label={`${structure.unit === "hands" ? "Hands" : "Minutes"} a level`} mode="decimal" value={form.length} placeholder={String(level?.length ?? "")} onInput={(length) => set({ length })} error={errors.length} />
        <TextField label="Blinds" class="wide-field" value={form.blinds} placeholder={structure.levels.slice(0, 6).map((one) => `${one.small_blind}/${one.big_blind}${one.ante ? `/${one.ante}` : ""}`).join(", ")} onInput={(blinds) => set({ blinds })} error={errors.blinds} />
        <TextField label="Payouts" value={form.payouts} placeholder={payoutsOf(structure, players)} onInput={(payouts) => set({ payouts })} error={errors.payouts} />
      </div>
      <p class="small muted num">{form.payouts || form.buyIn || (form.players && players !== structure.players) ? "Prizes follow from what you changed." : `Prizes: ${structure.prizes.filter((prize) => prize > 0).map((prize, index) => `${ordinal(index + 1)} ${money(prize, structure.currency)}`).join(" · ")}`}</p>
      {errors.structure && <span class="error" role="alert">{errors.structure}</span>}
      <OwnStructure structure={structure} onSaved={(name) => { set({ structure: name, players: "", chips: "", blinds: "", length: "", payouts: "", buyIn: "" }); onChanged(); }} />
    </>
  );
}

/** The structure as its file, to be changed and saved as one of one's own. */
function OwnStructure({ structure, onSaved }: { structure: StructureRow; onSaved: (name: string) => void }): JSX.Element {
  const [text, setText] = useState("");
  const [line, setLine] = useState("");
  const shown = text || structure.toml;
  const save = () => {
    const name = /^name\s*=\s*"([^"]*)"/m.exec(shown)?.[1] ?? "";
    ask("POST structures", { toml: shown, ...(name && { name }) }).then((answer) => { setText(""); setLine(""); onSaved(answer.structure.name); }, (error: unknown) => setLine(lineOf(error)));
  };
  return (
    <details class="more-fields">
      <summary>A structure of your own</summary>
      <div class="stack tight">
        <textarea class="mono" rows={12} spellcheck={false} aria-label="structure as TOML" aria-invalid={Boolean(line)} value={shown} onInput={(event) => { setText(event.currentTarget.value); setLine(""); }} />
        {line && <span class="error" role="alert">{line}</span>}
        <div class="row"><button type="button" onClick={save}>Check and save under its name</button></div>
      </div>
    </details>
  );
}

function Cash({ form, set, errors, tooDear, lobby }: PartProps): JSX.Element {
  return (
    <>
      <div class="fields">
        <TextField label={`Small blind, ${currencySign(lobby.currency)}`} mode="decimal" value={form.smallBlind} onInput={(smallBlind) => set({ smallBlind })} error={errors.smallBlind} />
        <TextField label={`Big blind, ${currencySign(lobby.currency)}`} mode="decimal" value={form.bigBlind} onInput={(bigBlind) => set({ bigBlind })} error={errors.bigBlind} />
        <Field label="Seats"><select value={form.cashSeats} onChange={(event) => set({ cashSeats: event.currentTarget.value })}>{[2, 3, 4, 5, 6].map((seats) => <option key={seats} value={seats}>{seats === 2 ? "2, heads-up" : seats}</option>)}</select></Field>
        <TextField label="Buy-in, big blinds (20 to 200)" mode="numeric" value={form.cashBuyIn} onInput={(cashBuyIn) => set({ cashBuyIn })} error={errors.buyIn ?? (tooDear || undefined)} />
      </div>
      <p class="small muted">A chip is a cent. You can top up between hands, sit out, and leave with what you have.</p>
    </>
  );
}

function Opponents({ form, set, lobby, count }: { form: Form; set: (change: Partial<Form>) => void; lobby: LobbyAnswer; count: number }): JSX.Element {
  const levels = [...new Set(lobby.players.map((player) => player.level).filter((level) => level !== null))].sort();
  const isChosen = form.against === "chosen";
  const change = (seat: number, name: string) => set({ opponents: Array.from({ length: count }, (_, index) => (index === seat ? name : (form.opponents[index] ?? "drawn"))) });
  const sound = lobby.players.filter((player) => !player.problem);
  return (
    <div class="stack opponents">
      <h3>Opponents</h3>
      <Field label={`${count === 1 ? "The other seat" : `The ${count} other seats`}`}>
        <select value={form.against} onChange={(event) => set({ against: event.currentTarget.value })}>
          <option value="drawn">Drawn from the whole roster</option>
          {levels.map((level) => <option key={level} value={`level:${level}`}>Level {level}: {levelNames(lobby, level!)}</option>)}
          <option value="chosen">Chosen seat by seat</option>
        </select>
      </Field>
      {isChosen && (
        <ol class="seat-list">
          {Array.from({ length: count }, (_, seat) => (
            <li key={seat}><span class="muted num">{seat + 2}</span>
              <select aria-label={`seat ${seat + 2}`} value={form.opponents[seat] ?? "drawn"} onChange={(event) => change(seat, event.currentTarget.value)}>
                <option value="drawn">drawn</option>
                {levels.map((level) => <option key={level} value={`level:${level}`}>level {level}</option>)}
                <optgroup label="Players">{sound.map((player) => <option key={player.name} value={player.name}>{player.name}{player.level ? ` · ${player.level}` : ""}</option>)}</optgroup>
                <optgroup label="Agents">{lobby.agents.map((agent) => <option key={agent.name} value={agent.name}>{agent.name}</option>)}</optgroup>
              </select>
              <span class="small muted clip">{lobby.players.find((player) => player.name === form.opponents[seat])?.title ?? lobby.agents.find((agent) => agent.name === form.opponents[seat])?.what ?? ""}</span>
            </li>
          ))}
        </ol>
      )}
      {!isChosen && <ul class="roster small">{sound.filter((player) => player.level !== null && (form.against === "drawn" || form.against === `level:${player.level}`)).map((player) => <li key={player.name}><a href={linkTo("players", { name: player.name })}>{player.name}</a> <span class="muted">{player.title}</span></li>)}</ul>}
    </div>
  );
}

function levelNames(lobby: LobbyAnswer, level: number): string {
  const names = lobby.players.filter((player) => player.level === level).map((player) => player.name);
  return names.length > 3 ? `${names.slice(0, 3).join(", ")}…` : names.join(", ");
}

function payoutsOf(structure: StructureRow, players: number): string {
  const found = Object.entries(structure.payouts).find(([span]) => {
    const [low = 0, high = low] = span.split("-").map(Number);
    return players >= low && players <= high;
  });
  return found?.[1] ?? Object.values(structure.payouts)[0] ?? "";
}

/** Cents; null if a field is no number. */
function costOf(form: Form, structure: StructureRow): number | null {
  if (form.kind === "cash") {
    const [big, count] = [numberOf(form.bigBlind), numberOf(form.cashBuyIn)];
    return big === null || count === null ? null : Math.round(100 * big * count);
  }
  if (!form.buyIn) return structure.cost;
  const buyIn = numberOf(form.buyIn);
  return buyIn === null ? null : Math.round(100 * buyIn) + structure.cost - structure.buy_in;
}

function question(form: Form, structure: StructureRow, count: number): TableToOpen {
  const number = (text: string) => (text.trim() === "" ? undefined : Number(text));
  const cents = (text: string) => (text.trim() === "" ? undefined : Math.round(100 * Number(text)));
  const rest: TableToOpen = {
    opponents: Array.from({ length: Math.max(count - 1, 0) }, (_, seat) => (form.against === "chosen" ? (form.opponents[seat] ?? "drawn") : form.against)),
    name: form.name || "Hero", speed: form.speed, show_cards: form.showCards,
    ...(form.clock.trim() && { clock: Number(form.clock), time_bank: Number(form.bank) || 0 }),
  };
  if (form.kind === "cash") return { ...rest, cash: { small_blind: cents(form.smallBlind) ?? 50, big_blind: cents(form.bigBlind) ?? 100, seats: count, buy_in: number(form.cashBuyIn) ?? 100 } };
  const changed = { players: number(form.players), chips: number(form.chips), blinds: form.blinds.trim() || undefined, level_length: number(form.length), level_unit: form.length ? form.unit : undefined, payouts: form.payouts.trim() || undefined, buy_in: cents(form.buyIn) };
  return { ...rest, tournament: { structure: structure.name, ...Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined)) } };
}

function begin(lobby: LobbyAnswer): Form {
  const usual: Form = { kind: "tournament", structure: lobby.structures.find((one) => one.name === "turbo")?.name ?? lobby.structures[0]?.name ?? "", players: "", chips: "", blinds: "", length: "", unit: "hands", payouts: "", buyIn: "", smallBlind: "0.50", bigBlind: "1", cashSeats: "2", cashBuyIn: "100", against: "drawn", opponents: [], name: "Hero", speed: "normal", clock: "", bank: "30", showCards: false };
  try {
    return { ...usual, ...(JSON.parse(localStorage.getItem(NAME) ?? "{}") as Partial<Form>) };
  } catch {
    return usual;
  }
}

/** The next table begins as the last one. */
function keep(form: Form): void {
  try {
    localStorage.setItem(NAME, JSON.stringify(form));
  } catch {
    // not kept, then
  }
}
