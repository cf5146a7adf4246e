/** What happened, in words, hand by hand. */
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { LogLine } from "../api";

export function HandLog({ log, onWhy, canAsk }: { log: readonly LogLine[]; onWhy: () => void; canAsk: boolean }): JSX.Element {
  const list = useRef<HTMLOListElement>(null);
  const isAtEnd = useRef(true);
  useEffect(() => { if (isAtEnd.current && list.current) list.current.scrollTop = list.current.scrollHeight; }, [log]);
  return (
    <section class="hand-log" aria-label="log">
      <ol ref={list} tabIndex={0} onScroll={(event) => { const one = event.currentTarget; isAtEnd.current = one.scrollTop + one.clientHeight >= one.scrollHeight - 24; }}>
        {log.map((line, index) => (
          <li key={index} class={index && log[index - 1]!.hand === line.hand ? "" : "first"}>{line.text}</li>
        ))}
      </ol>
      {canAsk && <button type="button" class="plain tight" onClick={onWhy}>Why?</button>}
    </section>
  );
}
