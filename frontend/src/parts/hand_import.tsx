/** Files of hands sent to the database: how far each is, what became of its hands. */
import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import type { HandImportAnswer } from "../api";
import { lineOf, sendLines } from "../client";
import { TextField } from "./widgets";

export interface Sent {
  name: string;
  state: "reading" | "done" | "failed";
  count: Partial<HandImportAnswer>;
  line: string;
}

/** Sends files one after the other; what became of each, and how to send more. */
export function useImport(onDone: () => void): { sent: Sent[]; send: (files: File[]) => Promise<void>; game: string; setGame: (game: string) => void } {
  const [sent, setSent] = useState<Sent[]>([]);
  const [game, setGame] = useState("");
  const send = async (files: File[]) => {
    for (const file of files) {
      const tell = (change: Partial<Sent>) => setSent((before) => [{ ...before[0]!, ...change }, ...before.slice(1)]);
      setSent((before) => [{ name: file.name, state: "reading" as const, count: {}, line: "" }, ...before].slice(0, 20));
      try {
        for await (const line of sendLines("hands/import", { name: file.name, game }, file)) tell({ count: (line as { part?: HandImportAnswer }).part ?? (line as HandImportAnswer) });
        tell({ state: "done" });
      } catch (error) {
        tell({ state: "failed", line: lineOf(error) });
      }
      onDone();
    }
  };
  return { sent, send, game, setGame };
}

export function ImportButton({ onFiles }: { onFiles: (files: File[]) => void }): JSX.Element {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" class="primary" onClick={() => input.current?.click()}>Import files…</button>
      <input ref={input} type="file" multiple hidden aria-label="files of hands" accept=".phh,.phhs,.txt,.log,.gz" onChange={() => { onFiles([...(input.current?.files ?? [])]); input.current!.value = ""; }} />
    </>
  );
}

export function ImportList({ sent, game, setGame }: { sent: Sent[]; game: string; setGame: (game: string) => void }): JSX.Element | null {
  if (!sent.length) return null;
  const needsGame = sent.some((one) => one.line.includes("ACPC"));
  return (
    <section class="card stack tight" aria-label="imports" role="status">
      {sent.map((one, index) => (
        <div key={index} class="stack tight">
          <div class="row"><b class="clip">{one.name}</b>
            <span class={`state ${{ reading: "running", done: "done", failed: "failed" }[one.state]}`}>{one.state === "reading" ? "is read" : one.state}</span>
            {one.count.added !== undefined && <span class="num small">{one.count.added} new, {one.count.known} known{one.count.grown ? `, ${one.count.grown} with more cards` : ""}, {one.count.broken} broken</span>}
          </div>
          {one.line && <span class="error">{one.line}</span>}
          {one.count.messages !== undefined && one.count.messages.length > 0 && (
            <details><summary>What is broken</summary><ul class="small mono">{one.count.messages.map((message) => <li key={message}>{message}</li>)}</ul></details>
          )}
        </div>
      ))}
      {(needsGame || game) && <TextField label="Game of ACPC lines; then send the file again" value={game} onInput={setGame} placeholder="holdem-nolimit:2" />}
    </section>
  );
}
