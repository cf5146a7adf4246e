/** Playing cards as pictures. The deck is by Adrian Kennard (https://www.me.uk/cards/), CC0, as the npm package react-free-playing-cards has it; see deck/README.md. */
import type { JSX } from "preact";
import { cardName } from "../cards";
import { CARD_HEIGHT } from "./geometry";
import { useTableChoices } from "./choices";

const FILES = import.meta.glob<string>("../deck/*.svg", { query: "?url", import: "default", eager: true });
/** Narrower cards show only rank and suit, large. */
const WHOLE_FROM = 52;

/** The address of a card's picture: the file holds the whole card and, below it, its rank and suit alone; diamonds and clubs in the colours of both decks. The view chooses. */
export function pictureOf(card: string, width: number, colours: 2 | 4): string {
  const left = colours === 2 && "dc".includes(card[1]!) ? 130 : -120;
  const top = width < WHOLE_FROM ? 182 : -168;
  return `${FILES[`../deck/${card}.svg`]}#svgView(viewBox(${left},${top},240,336))`;
}

/** A card face up, or face down (`??`). */
export function PlayingCard({ card, width, isDim }: { card: string; width: number; isDim?: boolean }): JSX.Element {
  const [{ colours }] = useTableChoices();
  const size = { width: `${width}px`, height: `${Math.round(CARD_HEIGHT * width)}px` };
  if (card.includes("?")) return <i class="face-down" style={size} />;
  return <img class={`face ${isDim ? "dim" : ""}`} src={pictureOf(card, width, colours)} alt={cardName(card)} style={size} draggable={false} />;
}
