/** What a person keeps about a hand: a star, a note, tags. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { HandRow } from "../api";
import { ask, lineOf } from "../client";
import { Field, toast } from "./widgets";

type Marks = { star?: boolean; note?: string; tags?: string[] };

/** Mark a hand; what it is then. */
export async function mark(hand: number, marks: Marks): Promise<HandRow | null> {
  try {
    return (await ask("POST hands/{number}/mark", { number: hand, ...marks })).row;
  } catch (error) {
    toast(lineOf(error));
    return null;
  }
}

export function Star({ row, onChange }: { row: HandRow; onChange: (row: HandRow) => void }): JSX.Element {
  return (
    <button type="button" class={`plain icon star ${row.star ? "on" : ""}`} aria-pressed={row.star} aria-label={`star of hand ${row.hand}`} title={row.star ? "take the star away" : "give it a star"}
      onClick={async () => { const next = await mark(row.hand, { star: !row.star }); if (next) onChange({ ...row, star: next.star }); }}>
      <span aria-hidden="true">{row.star ? "★" : "☆"}</span>
    </button>
  );
}

export function MarksForm({ row, onChange }: { row: HandRow; onChange: (row: HandRow) => void }): JSX.Element {
  const [note, setNote] = useState(row.note);
  const [tags, setTags] = useState(row.tags.join(", "));
  const [error, setError] = useState("");
  useEffect(() => { setNote(row.note); setTags(row.tags.join(", ")); setError(""); }, [row.hand]);
  const isChanged = note.trim() !== row.note || tags.split(",").map((tag) => tag.trim()).filter(Boolean).sort().join() !== [...row.tags].sort().join();
  const save = () => ask("POST hands/{number}/mark", { number: row.hand, note, tags: tags.split(",") }).then(
    (found) => { setError(""); setTags(found.row.tags.join(", ")); onChange(found.row); toast("kept"); },
    (wrong: unknown) => setError(lineOf(wrong)),
  );
  return (
    <form class="stack tight" aria-label="note and tags" onSubmit={(event) => { event.preventDefault(); void save(); }}>
      <div class="row apart"><h2>Note</h2><Star row={row} onChange={onChange} /></div>
      <Field label="What to remember"><textarea rows={3} maxLength={2000} value={note} onInput={(event) => setNote(event.currentTarget.value)} /></Field>
      <Field label="Tags, with commas" error={error || undefined}><input value={tags} spellcheck={false} onInput={(event) => setTags(event.currentTarget.value)} /></Field>
      <div class="row"><button type="submit" disabled={!isChanged}>Keep note and tags</button></div>
    </form>
  );
}
