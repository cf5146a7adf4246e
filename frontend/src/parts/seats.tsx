/** The players of a table with their stacks: typed, or dragged. */
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { CHIPS, type Unit } from "../numbers";
import { ChipInput } from "./chip_input";

export interface SeatsProps {
  /** Texts, in the order of action. */
  stacks: string[];
  names: string[];
  onStacks: (stacks: string[]) => void;
  /** The unit of a step: a tenth of it. */
  big: number;
  /** How stacks are written, if not in chips. */
  unit?: Unit;
  bounties?: string[] | null;
  onBounties?: (bounties: string[]) => void;
  errors: Record<string, string>;
  /** A column more: a heading, and a text for each player. */
  heading?: string;
  notes?: string[];
  fewest: number;
  most: number;
  onAdd: () => void;
  onRemove: (index: number) => void;
}

export function Seats(props: SeatsProps): JSX.Element {
  const change = (list: string[], index: number, text: string) => list.map((one, at) => (at === index ? text : one));
  const step = props.big / 10 || 1;
  const unit = props.unit ?? CHIPS;
  const most = useMost(props.stacks, props.big);
  const wrong = Object.entries(props.errors).filter(([name]) => /^(stacks|bounties)/.test(name)).map(([, line]) => line);
  return (
    <div class="stack tight">
      <div class={`seats ${props.bounties ? "with-bounties" : ""} ${props.heading ? "with-notes" : ""}`} role="group" aria-label="stacks">
        <div class="seat muted small" aria-hidden="true">
          <span>place</span><span /><span>{unit.bb ? "stack, bb" : "stack"}</span>{props.bounties && <span>bounty</span>}{props.heading && <span class="note">{props.heading}</span>}<span />
        </div>
        {props.stacks.map((stack, index) => {
          const name = props.names[index] ?? `player ${index + 1}`;
          const isWrong = Boolean(props.errors[`stacks.${index}`]);
          return (
            <div class="seat" key={index}>
              <b>{name}</b>
              <input type="range" min={step} max={most} step={step} value={Number(stack) || 0} aria-label={`drag the stack of ${name}`} onInput={(event) => props.onStacks(change(props.stacks, index, String(Number(Number(event.currentTarget.value).toPrecision(6)))))} />
              <ChipInput value={stack} unit={unit} big={props.unit ? props.big : 0} label={`stack of ${name}`} isWrong={isWrong} onInput={(chips) => props.onStacks(change(props.stacks, index, chips))} />
              {props.bounties && <input class="num" inputMode="decimal" autoComplete="off" value={props.bounties[index] ?? ""} aria-label={`bounty on ${name}`} onInput={(event) => props.onBounties?.(change(props.bounties!, index, event.currentTarget.value))} />}
              {props.heading && <span class="note num">{props.notes?.[index] ?? ""}</span>}
              <button type="button" class="plain icon" disabled={props.stacks.length <= props.fewest} aria-label={`take ${name} out`} title={`take ${name} out`} onClick={() => props.onRemove(index)}>×</button>
            </div>
          );
        })}
      </div>
      {wrong.map((line) => <span key={line} class="error" role="alert">{line}</span>)}
      <div class="row"><button type="button" disabled={props.stacks.length >= props.most} onClick={props.onAdd}>Add a player</button></div>
    </div>
  );
}

/** The end of the sliders: it grows with the stacks, and shrinks only with the big blind, so that it stands still while one is dragged. */
function useMost(stacks: string[], big: number): number {
  const kept = useRef({ big, most: 0 });
  if (kept.current.big !== big) kept.current = { big, most: 0 };
  kept.current.most = Math.max(kept.current.most, 25 * big, ...stacks.map((stack) => Number(stack) || 0));
  return kept.current.most;
}
