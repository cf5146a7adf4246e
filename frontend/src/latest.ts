/** Questions that come faster than they are answered: one at a time is open, and of those that wait only the latest counts. */

export interface Teller<T> {
  found: (value: T) => void;
  failed: (error: unknown) => void;
}

export class LatestOnly<Q, T> {
  private isOpen = false;
  private isOver = false;
  private waiting: { question: Q } | null = null;

  constructor(
    private readonly find: (question: Q) => Promise<T>,
    private readonly tell: Teller<T>,
  ) {}

  /** Ask at once, or as soon as the open question is answered, unless a later one comes first. */
  ask(question: Q): void {
    if (this.isOpen) this.waiting = { question };
    else void this.send(question);
  }

  /** Nobody wants to know any more. */
  end(): void {
    this.isOver = true;
    this.waiting = null;
  }

  private async send(question: Q): Promise<void> {
    this.isOpen = true;
    try {
      const value = await this.find(question);
      if (!this.isOver) this.tell.found(value);
    } catch (error) {
      if (!this.isOver) this.tell.failed(error);
    }
    this.isOpen = false;
    const next = this.waiting;
    this.waiting = null;
    if (next) void this.send(next.question);
  }
}
