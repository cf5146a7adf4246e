/** A spot as fields of text, and as the keys of its file: both ways. */

/** Where the browser keeps the spot of the editor. */
export const KEPT = "pokerlab-spot";
export const STREETS = ["flop", "turn", "river"] as const;
export const KINDS = ["bet", "raise", "donk"] as const;
export const WHO = ["", "oop", "ip"] as const;
const PLAIN = ["name", "board", "pot", "oop", "ip", "big_blind", "aggressor", "raise_cap", "all_in_below", "force_all_in_below", "merge"] as const;

/** By key the text of its field; sizes are under `flop.bet`, `flop.oop.bet`; an absent key is not in the file. */
export type Form = Readonly<Record<string, string>>;

export interface SpotForm {
  fields: Form;
  all_in_past_cap: boolean;
  add: readonly string[];
  remove: readonly string[];
}

export const EMPTY: SpotForm = {
  fields: { board: "", pot: "60", stack: "970", oop: "", ip: "", "flop.bet": "33%, 75%", "flop.raise": "3x", "turn.bet": "66%", "turn.raise": "3x", "river.bet": "75%", "river.raise": "3x", raise_cap: "2" },
  all_in_past_cap: false, add: [], remove: [],
};

type Keys = Record<string, unknown>;

export function formOf(spot: Keys): SpotForm {
  const fields: Record<string, string> = {};
  for (const name of PLAIN) if (spot[name] !== undefined && spot[name] !== null) fields[name] = String(spot[name]);
  if (Array.isArray(spot.stacks)) fields.stack = spot.stacks.join(", ");
  else if (spot.stack !== undefined) fields.stack = String(spot.stack);
  const rake = spot.rake as Keys | undefined;
  for (const name of ["percent", "cap"]) if (rake?.[name] !== undefined) fields[`rake.${name}`] = String(rake[name]);
  for (const street of STREETS) {
    const sizes = (spot[street] ?? {}) as Keys;
    for (const who of WHO) {
      const own = (who ? (sizes[who] ?? {}) : sizes) as Keys;
      for (const kind of KINDS) if (typeof own[kind] === "string") fields[sizeKey(street, who, kind)] = own[kind];
    }
  }
  const lines = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);
  return { fields, all_in_past_cap: spot.all_in_past_cap === true, add: lines(spot.add), remove: lines(spot.remove) };
}

export function spotOf(form: SpotForm): Keys {
  const spot: Keys = {};
  for (const [key, text] of Object.entries(form.fields)) {
    const steps = key.split(".");
    const isSize = STREETS.some((street) => steps[0] === street);
    if (!isSize && text.trim() === "" && !["board", "pot", "stack", "oop", "ip"].includes(key)) continue;
    const last = steps.pop()!;
    const place = steps.reduce<Keys>((keys, step) => (keys[step] ??= {}) as Keys, spot);
    if (key === "stack" && text.includes(",")) place.stacks = text.split(",").map(valueOf);
    else place[last] = isSize || ["name", "board", "oop", "ip", "aggressor"].includes(key) ? text : valueOf(text);
  }
  if (form.all_in_past_cap) spot.all_in_past_cap = true;
  if (form.add.length) spot.add = [...form.add];
  if (form.remove.length) spot.remove = [...form.remove];
  return spot;
}

export function sizeKey(street: string, who: string, kind: string): string {
  return [street, who, kind].filter(Boolean).join(".");
}

/** A number where it is one, else the text as it was typed: big blinds, or an error of the server at the field. */
function valueOf(text: string): number | string {
  const trimmed = text.trim();
  return /^-?\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : trimmed;
}
