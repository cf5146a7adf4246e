/** Charts of a push/fold result: small ones to choose from, the chosen one large, and one hand of it. */
import type { ComponentChildren, JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { PushFoldAnswer, PushFoldDecision } from "../api";
import { classNames } from "../classes";
import { memo } from "../memo";
import { percent } from "../numbers";
import { chartCells, gainOf, keyOf, moveColour, nameOf, type Show, type Worth } from "../pushfold";
import { Matrix } from "./matrix";
import { Choice } from "./widgets";

/** All decisions, or those of a player, as small charts. */
export function Thumbs(props: { answer: PushFoldAnswer; player: number | null; at: string; painted: ReadonlySet<string>; show: Show; onPick: (key: string) => void }): JSX.Element {
  return (
    <div class="thumbs" role="group" aria-label={props.player === null ? "all decisions" : `decisions of ${props.answer.positions[props.player]}`}>
      {props.answer.decisions.filter((one) => props.player === null || one.player === props.player).map((decision) => {
        const key = keyOf(decision);
        const often = props.show === "best" && decision.best && !props.painted.has(key) ? decision.best : { frequency: decision.columns.frequency, percent: decision.percent };
        return (
          <button key={key} type="button" aria-pressed={key === props.at} aria-label={`${nameOf(props.answer, decision)} ${decision.comes_up ? `${often.percent.toFixed(1)}%` : "never comes up"}${props.painted.has(key) ? ", painted" : ""}`} onClick={() => props.onPick(key)}>
            <Thumb frequency={often.frequency} colour={moveColour(decision)} />
            <span>
              <span class="clip small">{props.player === null ? `${decision.position} ` : ""}{nameOf(props.answer, decision, true)}{props.painted.has(key) ? " ✎" : ""}</span>
              <b class="num">{decision.comes_up ? `${often.percent.toFixed(1)}%` : "–"}</b>
            </span>
          </button>
        );
      })}
    </div>
  );
}

const Thumb = memo(function Thumb({ frequency, colour }: { frequency: number[]; colour: string }): JSX.Element {
  const path = useMemo(() => frequency.map((part, index) => (part > 0.005 ? `M${index % 13} ${Math.floor(index / 13)}h${part.toFixed(2)}v1h-${part.toFixed(2)}z` : "")).join(""), [frequency]);
  return <svg class="thumb" viewBox="0 0 13 13" aria-hidden="true"><rect width="13" height="13" fill="var(--fold-fill)" /><path d={path} fill={colour} shape-rendering="crispEdges" /></svg>;
});

export interface LargeProps {
  answer: PushFoldAnswer;
  decision: PushFoldDecision;
  worth: Worth;
  show: Show;
  onShow?: (show: Show) => void;
  pinned: number | null;
  onPoint: (index: number | null) => void;
  onPin: (index: number) => void;
  /** What stands above it, such as what is played for. */
  over?: string;
  isPainted?: boolean;
  standing?: ComponentChildren;
  children?: ComponentChildren;
}

export function LargeChart(props: LargeProps): JSX.Element {
  const { answer, decision, worth } = props;
  const show = props.show === "best" && !decision.best ? "range" : props.show;
  const cells = useMemo(() => chartCells(decision, show, worth), [decision, show, worth.name]);
  const name = nameOf(answer, decision);
  const isBest = show === "best";
  return (
    <section class="card chart-card" aria-label={props.over ? `${name}, ${props.over}` : name}>
      <header>
        <div class="stack tight">
          <h2>{name}{props.over && <span class="muted"> {props.over}</span>}</h2>
          <span class="muted small">{props.isPainted ? "painted by hand" : isBest ? "best answer to the painted ranges" : decision.comes_up ? `comes up in ${percent(decision.reached)} of all hands` : "never comes up"}</span>
          {props.standing}
        </div>
        <output class="largest num" aria-label="all-in with">{decision.comes_up ? `${(isBest ? decision.best!.percent : decision.percent).toFixed(2)}%` : "–"}</output>
      </header>
      <Matrix cells={cells} label={`${name}, all-in with`} pinned={props.pinned} onPoint={props.onPoint} onPin={props.onPin} />
      <div class="row apart">
        <span class="row small">
          {show === "gain"
            ? <><i class="swatch" style={{ background: "var(--good-fill)" }}>+</i>all-in earns more<i class="swatch" style={{ background: "var(--bad-fill)" }}>−</i>folding does, {worth.name}</>
            : <><i class="swatch" style={{ background: moveColour(decision) }}>A</i>{decision.kind === "push" ? "all-in" : decision.kind}<i class="swatch" style={{ background: "var(--fold-fill)" }}>F</i>fold</>}
        </span>
        {props.onShow && <Choice label="what the chart shows" value={show} onChange={props.onShow} options={[...(decision.best ? [["best", "Best answer"] as const] : []), ["range", decision.best ? (props.isPainted ? "Painted" : "Equilibrium") : "Range"], ["gain", "Gain"]]} />}
      </div>
      {props.children}
    </section>
  );
}

/** One hand of a decision: what both actions are worth. */
export function HandPanel({ answer, decision, worth, index }: { answer: PushFoldAnswer; decision: PushFoldDecision; worth: Worth; index: number }): JSX.Element {
  const name = classNames[index]!;
  const gain = gainOf(decision, index);
  const { columns } = decision;
  return (
    <section class="card panel" aria-label="hand">
      <header><h2>{name}</h2><span class="muted small">{nameOf(answer, decision)}</span></header>
      {gain === null ? <p class="muted">{name} never gets here.</p> : (
        <table aria-label={`worth of ${name}`}>
          <tbody>
            <tr><td>all-in</td><td>{worth.text(columns.all_in[index])}</td></tr>
            <tr><td>fold</td><td>{worth.text(columns.fold[index])}</td></tr>
            <tr><td>all-in earns</td><td><b class={gain >= 0 ? "good" : "bad"}>{worth.gain(gain)}</b></td></tr>
            <tr><td>all-in is played</td><td>{percent(columns.frequency[index])}{decision.indifferent.includes(name) ? " =" : ""}</td></tr>
            <tr><td>could gain</td><td>{worth.gain(columns.own_gain[index])}</td></tr>
          </tbody>
        </table>
      )}
      <p class="muted small">In {worth.name === "chips" || worth.name === "bb" ? `${worth.name}, what the player has after the hand` : worth.name}.</p>
    </section>
  );
}
