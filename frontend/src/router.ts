/** The address is the state: every page and node has one that can be kept and sent. */
import { useEffect, useState } from "preact/hooks";
import { queryText } from "./client";

export interface Place {
  page: string;
  query: Record<string, string>;
}

const MOVED = "pokerlab-moved";

/** The page and the values that an address names. */
export function placeOf(address: { pathname: string; search: string }): Place {
  return { page: address.pathname.replace(/^\/+|\/+$/g, ""), query: Object.fromEntries(new URLSearchParams(address.search)) };
}

/** The address of a page. */
export function linkTo(page: string, query: Record<string, unknown> = {}): string {
  return `/${page}${queryText(query)}`;
}

/** Go to a page; `replace`: without a step back to here. */
export function go(page: string, query: Record<string, unknown> = {}, replace = false): void {
  const address = linkTo(page, query);
  if (address === location.pathname + location.search) return;
  history[replace ? "replaceState" : "pushState"](null, "", address);
  dispatchEvent(new Event(MOVED));
}

/** Where we are. */
export function usePlace(): Place {
  const [place, setPlace] = useState(() => placeOf(location));
  useEffect(() => {
    const look = () => setPlace(placeOf(location));
    addEventListener("popstate", look);
    addEventListener(MOVED, look);
    return () => {
      removeEventListener("popstate", look);
      removeEventListener(MOVED, look);
    };
  }, []);
  return place;
}

/** Links of our own pages do not load them anew. */
export function followLinks(): void {
  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest?.("a[href]") as HTMLAnchorElement | null;
    if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (link.origin !== location.origin || link.hasAttribute("download") || link.target || link.pathname.startsWith("/api/")) return;
    event.preventDefault();
    const { page, query } = placeOf(link);
    go(page, query);
    scrollTo(0, 0);
  });
}
