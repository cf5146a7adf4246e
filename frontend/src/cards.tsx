/** Cards: as text, as pictures, picked. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { gridStep } from "./grid";

export const RANKS = "AKQJT98765432";
export const SUITS = "shdc";
const DECK = [...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit));
const SYMBOLS: Record<string, string> = { s: "♠", h: "♥", d: "♦", c: "♣" };
const NAMES: Record<string, string> = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };
const RANK_NAMES: Record<string, string> = { A: "ace", K: "king", Q: "queen", J: "jack", T: "ten" };

/** The cards of a text such as `Kh7h2c`; what is no card is left out. */
export function cardsOf(text: string): string[] {
  return text.replaceAll("10", "T").match(/[2-9TJQKAtjqka][shdcSHDC]/g)?.map((card) => card[0]!.toUpperCase() + card[1]!.toLowerCase()) ?? [];
}

export const suitName = (suit: string) => NAMES[suit]!;
export const suitSymbol = (suit: string) => SYMBOLS[suit]!;

export function cardName(card: string): string {
  return `${RANK_NAMES[card[0]!] ?? card[0]} of ${NAMES[card[1]!]}`;
}

export function Card({ card }: { card: string }): JSX.Element {
  return (
    <span class={`pc ${card[1]}`}>
      {card[0]}
      <span aria-hidden="true">{SYMBOLS[card[1]!]}</span>
      <span class="hidden">{NAMES[card[1]!]}</span>
    </span>
  );
}

export function Cards({ text }: { text: string }): JSX.Element {
  return <>{cardsOf(text).map((card) => <Card key={card} card={card} />)}</>;
}

export function Board({ text }: { text: string }): JSX.Element {
  return <span class="board"><Cards text={text} /></span>;
}

/** All 52 cards, four suits by thirteen ranks; `pressed` ones are chosen, `dead` ones cannot be. Arrows walk among them: the deck is one stop of Tab. */
export function Deck(props: { pressed: string[]; dead?: string[]; onPick: (card: string) => void; label: string }): JSX.Element {
  const [focused, setFocused] = useState(0);
  const isDead = (index: number) => props.dead?.includes(DECK[index]!) ?? false;
  const stop = isDead(focused) ? DECK.findIndex((_, index) => !isDead(index)) : focused;
  const walk = (event: KeyboardEvent) => {
    let [from, to] = [stop, gridStep(event.key, stop, RANKS.length, DECK.length)];
    if (to === null) return;
    event.preventDefault();
    while (to !== null && to !== from && isDead(to)) [from, to] = [to, gridStep(event.key, to, RANKS.length, DECK.length)];
    if (to === null || isDead(to)) return;
    setFocused(to);
    ((event.currentTarget as HTMLElement).children[to] as HTMLElement).focus();
  };
  return (
    <div class="deck" role="group" aria-label={props.label} onKeyDown={walk}>
      {[...SUITS].flatMap((suit) =>
        [...RANKS].map((rank) => {
          const card = rank + suit;
          const index = DECK.indexOf(card);
          return (
            <button
              key={card}
              type="button"
              class={suit}
              aria-label={cardName(card)}
              aria-pressed={props.pressed.includes(card)}
              disabled={isDead(index)}
              tabIndex={index === stop ? 0 : -1}
              onFocus={() => setFocused(index)}
              onClick={() => props.onPick(card)}
            >
              {rank}
              {SYMBOLS[suit]}
            </button>
          );
        }),
      )}
    </div>
  );
}
