/** The line of play, step by step: each with all its moves, the chosen one marked. */
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { LineStep } from "../api";
import { Card, Deck, cardsOf } from "../cards";
import { moveColour, moveLetters, moveText } from "../moves";
import { amount, percent, type Unit } from "../numbers";

export function Strip(props: {
  line: LineStep[];
  board: string;
  unit: Unit;
  /** The move of the last step that a key would take. */
  marked: number;
  next: string[];
  onGo: (path: string) => void;
}): JSX.Element {
  const strip = useRef<HTMLOListElement>(null);
  useEffect(() => { strip.current?.scrollTo({ left: strip.current.scrollWidth }); }, [props.line]);
  const start = cardsOf(props.board).slice(0, cardsOf(props.board).length - props.line.filter((step) => !step.player && step.chosen).length);
  return (
    <ol class="strip" ref={strip} aria-label="the line of play">
      {props.line.map((step, index) => {
        const isLast = index === props.line.length - 1;
        return step.player ? (
          <li key={step.node} class={`step ${isLast ? "here" : ""}`}>
            <button type="button" class="head" onClick={() => props.onGo(step.node)} {...(isLast && { "aria-current": "step" as const })}>
              <b class={step.player}>{step.player.toUpperCase()}</b><span class="muted num">pot {amount(step.pot, props.unit)}</span>
            </button>
            {step.moves.map((move, place) => (
              <MoveButton key={move} step={step} place={place} unit={props.unit} isMarked={isLast && place === props.marked} onGo={props.onGo} />
            ))}
          </li>
        ) : (
          <li key={step.node} class={`step deal ${isLast ? "here" : ""}`}>
            <DealStep step={step} unit={props.unit} dead={start} line={props.line} next={isLast ? props.next : null} onGo={props.onGo} />
          </li>
        );
      })}
    </ol>
  );
}

function MoveButton(props: { step: LineStep; place: number; unit: Unit; isMarked: boolean; onGo: (path: string) => void }): JSX.Element {
  const { step, place } = props;
  const sized = step.moves.map((text, index) => ({ text, all_in: step.all_in[index]! }));
  const { pot } = step;
  const frequency = step.frequencies[place];
  return (
    <button
      type="button"
      class={`move ${step.chosen === step.moves[place] ? "chosen" : ""} ${props.isMarked ? "marked" : ""}`}
      disabled={!step.goes_on[place]}
      title={step.goes_on[place] ? "" : "the hand is over after it"}
      {...(step.chosen === step.moves[place] && { "aria-current": "true" as const })}
      onClick={() => props.onGo([step.node, step.moves[place]].filter(Boolean).join("/"))}
    >
      <i class={`swatch ${sized[place]!.all_in ? "all-in" : ""}`} style={{ background: moveColour(sized[place]!, pot) }}>{moveLetters(sized)[place]}</i>
      <span>{moveText(step.moves[place]!, props.unit)}{step.all_in[place] && /bet|raise/.test(step.moves[place]!) ? " all-in" : ""}</span>
      <span class="num muted">{percent(frequency, 0)}</span>
      <i class="part" style={{ width: `${100 * (frequency ?? 0)}%`, background: moveColour(sized[place]!, pot) }} />
    </button>
  );
}

function DealStep(props: { step: LineStep; unit: Unit; dead: string[]; line: LineStep[]; next: string[] | null; onGo: (path: string) => void }): JSX.Element {
  const [isOpen, setIsOpen] = useState(false);
  const street = props.step.chosen?.split(" ")[0] ?? (props.dead.length + props.line.filter((one) => !one.player && one.chosen).length === 3 ? "turn" : "river");
  const card = props.step.chosen?.split(" ")[1];
  const dealt = props.line.flatMap((one) => (!one.player && one.chosen && one !== props.step ? [one.chosen.split(" ")[1]!] : []));
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => { if (isOpen) dialog.current?.showModal(); }, [isOpen]);
  const pick = (picked: string) => {
    setIsOpen(false);
    const rest = card ? pathAfter(props.line, props.step) : "";
    props.onGo([props.step.node, `${street} ${picked}`, rest].filter(Boolean).join("/"));
  };
  return (
    <>
      <button type="button" class="head" onClick={() => props.onGo(props.step.node)} {...(!card && { "aria-current": "step" as const })}>
        <b>{street}</b><span class="muted num">pot {amount(props.step.pot, props.unit)}</span>
      </button>
      <button type="button" class="dealt" onClick={() => setIsOpen(true)} aria-label={card ? `${street}: another card` : `choose the ${street}`}>
        {card ? <Card card={card} /> : "choose…"}
      </button>
      {isOpen && (
        <dialog ref={dialog} class="wide" onClose={() => setIsOpen(false)} aria-label={`choose the ${street}`}>
          <div class="stack">
            <div class="row apart"><h2>Choose the {street}</h2><button type="button" onClick={() => dialog.current?.close()}>Close</button></div>
            <Deck label={street} pressed={card ? [card] : []} dead={[...props.dead, ...dealt]} onPick={pick} />
          </div>
        </dialog>
      )}
    </>
  );
}

/** What was played after a card, to be kept when the card is changed. */
function pathAfter(line: LineStep[], step: LineStep): string {
  const rest = line.slice(line.indexOf(step) + 1).map((one) => one.chosen).filter((one): one is string => one !== null);
  const dealt = rest.findIndex((one) => /^(turn|river) /.test(one));
  return (dealt < 0 ? rest : rest.slice(0, dealt)).join("/");
}
