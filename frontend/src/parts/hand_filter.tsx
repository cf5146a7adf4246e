/** Which hands of the database are meant: the form, and its words in an address. */
import type { JSX } from "preact";
import type { HandChoicesAnswer } from "../api";
import { Check, Field, TextField } from "./widgets";

/** All that hands are filtered by, as texts. */
export const NO_FILTER = {
  player: "", since: "", until: "", event: "", opponent: "", position: "", cards: "", board: "", pot: "", stack_from: "", stack_to: "",
  all_in: "", showdown: "", result: "", star: "", tag: "",
};
export type FilterTexts = typeof NO_FILTER;

/** How many of them are given. */
export function filterCount(filter: FilterTexts): number {
  return Object.keys(NO_FILTER).filter((name) => filter[name as keyof FilterTexts] !== "").length;
}

/** Those that are given, to be asked for. */
export function asked(filter: FilterTexts): Record<string, string> {
  return Object.fromEntries(Object.keys(NO_FILTER).map((name) => [name, filter[name as keyof FilterTexts]]).filter(([, text]) => text !== "")) as Record<string, string>;
}

const YES_NO = [["true", "yes"], ["false", "no"]] as const;
const RESULTS = [["won", "won"], ["lost", "lost"], ["even", "even"]] as const;

export function FilterForm(props: { filter: FilterTexts; set: (change: Partial<FilterTexts>) => void; choices: HandChoicesAnswer | null; wrong: { field: string; line: string } | null }): JSX.Element {
  const { filter, set, choices } = props;
  const error = (name: string) => (props.wrong?.field === name ? props.wrong.line : undefined);
  const text = (name: keyof FilterTexts, label: string, placeholder: string, list?: string) => (
    <Field label={label} error={error(name)}>
      <input type="text" value={filter[name]} placeholder={placeholder} aria-invalid={Boolean(error(name))} spellcheck={false} autoComplete="off" list={list ?? ""} onInput={(event) => set({ [name]: event.currentTarget.value })} />
    </Field>
  );
  const pick = (name: keyof FilterTexts, label: string, options: readonly (readonly [string, string])[]) => (
    <Field label={label} error={error(name)}>
      <select value={filter[name]} onChange={(event) => set({ [name]: event.currentTarget.value })}>
        <option value="">any</option>
        {options.map(([value, words]) => <option key={value} value={value}>{words}</option>)}
        {filter[name] && !options.some(([value]) => value === filter[name]) && <option value={filter[name]}>{filter[name]}</option>}
      </select>
    </Field>
  );
  const same = (names: readonly string[] | undefined) => (names ?? []).map((name) => [name, name] as const);
  return (
    <form class="hand-filter" aria-label="filter" onSubmit={(event) => event.preventDefault()}>
      {text("player", "Player", "who saw the hand", "hand-players")}
      {text("opponent", "Against", "anybody", "hand-players")}
      {text("event", "Tournament or table", "any", "hand-events")}
      {text("since", "Since", "2026-01-31")}
      {text("until", "Until", "2026-01-31 20:15")}
      {pick("position", "Position", same(choices?.positions))}
      {text("cards", "Cards", "QQ+, AKs")}
      {text("board", "Board", "AhKd, or paired and high<=T")}
      {pick("pot", "Pot", same(choices?.pots))}
      <TextField label="Stack from, bb" mode="decimal" value={filter.stack_from} onInput={(value) => set({ stack_from: value })} error={error("stack_from")} />
      <TextField label="Stack to, bb" mode="decimal" value={filter.stack_to} onInput={(value) => set({ stack_to: value })} error={error("stack_to")} />
      {pick("all_in", "All-in", YES_NO)}
      {pick("showdown", "Showdown", YES_NO)}
      {pick("result", "Result", RESULTS)}
      {pick("tag", "Tag", same(choices?.tags.map((tag) => tag.name)))}
      <Check label="Starred only" value={filter.star === "true"} onChange={(value) => set({ star: value ? "true" : "" })} />
      <datalist id="hand-players">{choices?.players.map((one) => <option key={one.name} value={one.name}>{`${one.hands} hands`}</option>)}</datalist>
      <datalist id="hand-events">{choices?.events.map((one) => <option key={one.name} value={one.name}>{`${one.hands} hands`}</option>)}</datalist>
    </form>
  );
}
