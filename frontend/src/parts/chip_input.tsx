/** A number of chips in a field: shown and typed in the unit that is wanted, kept in chips. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { numberOf } from "../address";
import type { Unit } from "../numbers";

export interface ChipInputProps {
  /** Chips, as text. */
  value: string;
  onInput: (chips: string) => void;
  unit: Unit;
  /** Chips of a big blind, for `15bb`; 0: not known. */
  big: number;
  label?: string;
  isWrong?: boolean;
}

export function ChipInput({ value, onInput, unit, big, label, isWrong }: ChipInputProps): JSX.Element {
  const [typed, setTyped] = useState({ text: "", chips: "" }); // stays as it was typed while it means the same
  const type = (text: string) => {
    const chips = chipsOf(text, unit, big);
    setTyped({ text, chips });
    onInput(chips);
  };
  return (
    <input
      class="num" inputMode="decimal" autoComplete="off" spellcheck={false} value={typed.text && typed.chips === value ? typed.text : textOf(value, unit)}
      {...(label && { "aria-label": label })} aria-invalid={Boolean(isWrong)}
      onInput={(event) => type(event.currentTarget.value)} onBlur={() => setTyped({ text: "", chips: "" })}
    />
  );
}

/** Chips of what was typed: a number of the unit that is shown, or `15bb`, or `1500c`; what is no number stays as it is, without commas, which part the stacks of a list. */
export function chipsOf(text: string, unit: Unit, big: number): string {
  const plain = /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(text.trim()) ? text.replaceAll(",", "") : text.replaceAll(",", ".");
  const [, digits = "", suffix = ""] = /^\s*(.*?)\s*(bb|c)?\s*$/i.exec(plain) ?? [];
  const found = numberOf(digits);
  if (found === null) return plain;
  const scale = suffix.toLowerCase() === "bb" ? big : suffix ? 1 : unit.bb || 1;
  return scale ? String(Number((found * scale).toPrecision(12))) : plain;
}

function textOf(chips: string, unit: Unit): string {
  const found = numberOf(chips);
  return unit.bb && found !== null ? String(Number((found / unit.bb).toPrecision(6))) : chips;
}
