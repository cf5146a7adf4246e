/** Prizes: the usual structures, or own ones. */
import type { JSX } from "preact";
import { TextField } from "./widgets";

const USUAL: readonly (readonly [string, string])[] = [
  ["winner", "winner takes all"], ["50,30,20", "50/30/20"], ["65,35", "65/35"], ["don", "double or nothing"], ["satellite:2", "satellite, 2 seats"], ["satellite:3", "satellite, 3 seats"],
];

export function PrizeField(props: { value: string; onChange: (value: string) => void; error?: string | undefined; withChips?: boolean }): JSX.Element {
  const isChips = props.value === "chips";
  const listed = isChips ? "chips" : (USUAL.find(([value]) => value === props.value)?.[0] ?? "own");
  return (
    <div class="fields two">
      <div class="field"><label><span>Played for</span>
        <select value={listed} onChange={(event) => props.onChange(event.currentTarget.value === "own" ? "40,30,20,10" : event.currentTarget.value)}>
          {props.withChips && <option value="chips">chips</option>}
          {USUAL.map(([value, name]) => <option key={value} value={value}>{name}</option>)}
          <option value="own">own prizes</option>
        </select>
      </label></div>
      {!isChips && <TextField label="Prizes" value={props.value} onInput={props.onChange} error={props.error} />}
    </div>
  );
}
