/** Small parts that several pages have. */
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

/** What may be larger than its place: keys scroll it, too. */
export function Scroll({ label, class: extra = "", children }: { label: string; class?: string; children: ComponentChildren }): JSX.Element {
  return <div class={`scroll ${extra}`} tabIndex={0} role="group" aria-label={label}>{children}</div>;
}

/** One of several, as a row of buttons; arrows move among them. */
export function Choice<T extends string>(props: {
  label: string;
  value: T;
  options: readonly (readonly [T, string])[];
  onChange: (value: T) => void;
}): JSX.Element {
  const index = props.options.findIndex(([value]) => value === props.value);
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = (index + step + props.options.length) % props.options.length;
    props.onChange(props.options[next]![0]);
    ((event.currentTarget as HTMLElement).children[next] as HTMLElement).focus();
  };
  return (
    <div class="choice" role="radiogroup" aria-label={props.label} onKeyDown={move}>
      {props.options.map(([value, text]) => (
        <button
          key={value}
          type="button"
          role="radio"
          aria-checked={value === props.value}
          tabIndex={value === props.value || (index < 0 && value === props.options[0]![0]) ? 0 : -1}
          onClick={() => props.onChange(value)}
        >
          {text}
        </button>
      ))}
    </div>
  );
}

/** A field with its name above and what is wrong with it below. */
export function Field(props: { label: string; error?: string | undefined; hint?: string; children: ComponentChildren; class?: string }): JSX.Element {
  return (
    <div class={`field ${props.error ? "wrong" : ""} ${props.class ?? ""}`}>
      <label><span>{props.label}</span>{props.children}</label>
      {props.error ? <span class="error" role="alert">{props.error}</span> : props.hint ? <span class="muted small">{props.hint}</span> : null}
    </div>
  );
}

export function TextField(props: {
  label: string;
  value: string;
  onInput: (value: string) => void;
  error?: string | undefined;
  hint?: string;
  placeholder?: string;
  mode?: "decimal" | "numeric" | "text";
  class?: string;
}): JSX.Element {
  return (
    <Field label={props.label} error={props.error} {...(props.hint && { hint: props.hint })} {...(props.class && { class: props.class })}>
      <input
        value={props.value}
        inputMode={props.mode ?? "text"}
        placeholder={props.placeholder ?? ""}
        aria-invalid={Boolean(props.error)}
        spellcheck={false}
        autoComplete="off"
        onInput={(event) => props.onInput(event.currentTarget.value)}
      />
    </Field>
  );
}

export function Check(props: { label: string; value: boolean; onChange: (value: boolean) => void }): JSX.Element {
  return (
    <label class="check">
      <input type="checkbox" checked={props.value} onChange={(event) => props.onChange(event.currentTarget.checked)} />
      {props.label}
    </label>
  );
}

export function Trouble({ line }: { line: string }): JSX.Element | null {
  return line ? <p class="notice bad" role="alert">{line}</p> : null;
}

let say: (text: string) => void = () => {};

/** Tell something that has happened, for a moment. */
export function toast(text: string): void {
  say(text);
}

export function Toast(): JSX.Element {
  const [text, setText] = useState("");
  useEffect(() => {
    say = setText;
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => setText(""), 2500);
    return () => clearTimeout(timer);
  }, [text]);
  return <div role="status">{text && <div class="toast">{text}</div>}</div>;
}

/** Put a text on the clipboard and say so. */
export async function copy(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(`${what} copied`);
  } catch {
    toast("the browser does not let us write to the clipboard");
  }
}

export const STATE_WORDS = {
  queued: "waiting for its turn",
  running: "running",
  paused: "paused",
  done: "done",
  cancelled: "cancelled",
  failed: "failed",
  interrupted: "interrupted",
} as const;
