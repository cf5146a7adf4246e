/** The one socket of a page: it comes back by itself, and asks again for what was wanted. */
import type { FromPage, ToPage } from "./api";
import { API } from "./client";

type Listener = (message: ToPage) => void;

const FIRST_WAIT = 500;
const LONGEST_WAIT = 10_000;

class PageSocket {
  private socket: WebSocket | null = null;
  private readonly topics = new Map<string, number>();
  private readonly listeners = new Set<Listener>();
  private readonly watchers = new Set<(isOpen: boolean) => void>();
  private wait = FIRST_WAIT;
  isOpen = false;

  /** Hear of a topic until the function given back is called. */
  hear(topic: string, listener: Listener): () => void {
    const count = this.topics.get(topic) ?? 0;
    this.topics.set(topic, count + 1);
    this.listeners.add(listener);
    if (this.isOpen) this.put({ type: "subscribe", topic }); // again for everybody: what is known comes first
    else this.open();
    return () => {
      this.listeners.delete(listener);
      const left = (this.topics.get(topic) ?? 1) - 1;
      if (left) this.topics.set(topic, left);
      else {
        this.topics.delete(topic);
        if (this.isOpen) this.put({ type: "unsubscribe", topic });
      }
    };
  }

  /** Send a question and hear all that is said, until the function given back is called. */
  listen(listener: Listener): () => void {
    this.listeners.add(listener);
    this.open();
    return () => this.listeners.delete(listener);
  }

  /** Whether it is open, now and whenever that changes. */
  watch(watcher: (isOpen: boolean) => void): () => void {
    this.watchers.add(watcher);
    watcher(this.isOpen);
    return () => this.watchers.delete(watcher);
  }

  put(message: FromPage): boolean {
    if (!this.isOpen) return false;
    this.socket?.send(JSON.stringify(message));
    return true;
  }

  open(): void {
    if (this.socket) return;
    const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}${API}socket`);
    this.socket = socket;
    socket.onmessage = (event) => {
      const message = JSON.parse(String(event.data)) as ToPage;
      if (message.type === "hello") this.begin();
      for (const listener of [...this.listeners]) listener(message);
    };
    socket.onclose = () => {
      this.socket = null;
      this.tell(false);
      setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
    };
  }

  private begin(): void {
    this.wait = FIRST_WAIT;
    this.tell(true);
    for (const topic of this.topics.keys()) this.put({ type: "subscribe", topic });
  }

  private tell(isOpen: boolean): void {
    this.isOpen = isOpen;
    for (const watcher of this.watchers) watcher(isOpen);
  }
}

export const socket = new PageSocket();
