/** All tables and the balance, as they change. */
import { useEffect, useState } from "preact/hooks";
import type { TableRow } from "../api";
import { socket } from "../socket";

export interface Feed {
  tables: TableRow[];
  balance: number;
}

export function useFeed(): Feed | null {
  const [feed, setFeed] = useState<Feed | null>(null);
  useEffect(() => socket.hear("lobby", (message) => { if (message.type === "lobby") setFeed({ tables: message.tables, balance: message.balance }); }), []);
  return feed;
}

/** Tables at which the person still plays. */
export function openTables(feed: Feed | null): TableRow[] {
  return (feed?.tables ?? []).filter((table) => table.state !== "over" && !table.left);
}
