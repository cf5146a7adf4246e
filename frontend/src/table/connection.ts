/** A table as the server tells it: a snapshot, then numbered events; and what is done at it. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { LogLine, TableState, ToPage } from "../api";
import { socket } from "../socket";

export interface Seen {
  number: number;
  state: TableState;
  log: readonly LogLine[];
  /** What was new in the last message, for those who listen. */
  said: readonly string[];
}

export interface Table {
  seen: Seen | null;
  /** What was wrong with the last act; empty if it was taken. */
  refusal: string;
  isSending: boolean;
  act: (action: string) => void;
  forget: () => void;
}

interface Sent {
  id: string;
  number: number;
  action: string;
}

const MOST_LINES = 400;

/** What is seen after a message; `gap` if a message between is missing, and null if it is no matter of this table. */
export function follow(before: Seen | null, message: ToPage, table: string): Seen | "gap" | null {
  if (message.type === "snapshot" && message.table === table) return { number: message.number, state: message.state, log: message.log, said: [] };
  if (message.type !== "event" || message.table !== table || !before || message.number <= before.number) return null;
  if (message.number > before.number + 1) return "gap";
  const log = message.lines.length ? [...before.log, ...message.lines].slice(-MOST_LINES) : before.log;
  return { number: message.number, state: message.state, log, said: message.lines.map((line) => line.text) };
}

export function useTable(id: string): Table {
  const [seen, setSeen] = useState<Seen | null>(null);
  const [refusal, setRefusal] = useState("");
  const [isSending, setIsSending] = useState(false);
  const now = useRef<Seen | null>(null);
  const sent = useRef<Sent | null>(null);
  const put = (wanted: Sent) => socket.put({ type: "act", table: id, ...wanted });
  useEffect(() => {
    now.current = null;
    sent.current = null;
    setSeen(null);
    setRefusal("");
    return socket.hear(`table:${id}`, (message) => {
      if (message.type === "acted" && message.id === sent.current?.id) {
        sent.current = null;
        setIsSending(false);
        setRefusal(message.is_taken ? "" : message.line);
        return;
      }
      const found = follow(now.current, message, id);
      if (found === "gap") socket.put({ type: "subscribe", topic: `table:${id}` });
      if (!found || found === "gap") return;
      if (message.type === "snapshot" && sent.current) resend(found);
      if (found.state.legal === null) setRefusal("");
      now.current = found;
      setSeen(found);
    });
  }, [id]);

  /** After a lost connection nobody knows whether an act arrived: its id makes sure that it counts once. */
  function resend(found: Seen): void {
    if (found.number === sent.current!.number && put(sent.current!)) return;
    sent.current = null;
    setIsSending(false);
  }

  const act = (action: string) => {
    if (!now.current || sent.current) return;
    sent.current = { id: newId(), number: now.current.number, action };
    setIsSending(true);
    setRefusal("");
    if (!put(sent.current)) setRefusal("the server does not answer; the table comes back by itself, and nothing is lost");
  };
  return { seen, refusal, isSending, act, forget: () => setRefusal("") };
}

function newId(): string {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join("");
}
