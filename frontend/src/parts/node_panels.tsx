/** The panels beside the matrix: moves, made hands, hands of a class, ranges, distributions. */
import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import type { CombosAnswer, NodeNumbers } from "../api";
import { cardsOf, Cards } from "../cards";
import { cellsOf } from "../cells";
import { byClass, byMade, distribution, type Filter, type Group, mean, possible } from "../grouping";
import { later } from "../memo";
import { moveColour, moveLetters, moveText } from "../moves";
import type { Player } from "../nodes";
import { chips, CHIPS, fixed, percent, type Unit } from "../numbers";
import { Chart } from "./charts";
import { SmallMatrix, split } from "./matrix";
import { Choice, Scroll } from "./widgets";

export interface PanelProps {
  node: NodeNumbers;
  /** The other player's hands at the node, once they are there. */
  other: NodeNumbers | null;
  known: CombosAnswer;
  unit: Unit;
  places: number[];
  filter: Filter | null;
}

const RARELY = 0.0005;

export function coloursOf(node: NodeNumbers): string[] {
  return node.moves.map((move) => moveColour(move, node.pot));
}

/** All moves: how often, how many hands, what they are worth; a click shows one of them alone. */
export function MoveTable(props: PanelProps & { only: number | null; onOnly: (move: number | null) => void; onGo: (path: string) => void }): JSX.Element {
  const { node, unit } = props;
  const colours = coloursOf(node), letters = moveLetters(node.moves);
  const rows = node.moves.map((move, index) => {
    const strategy = node.columns.strategy[index];
    const hands = props.places.reduce((sum, place) => sum + (node.columns.reach[place] ?? 0) * (strategy?.[place] ?? 0), 0);
    if (!props.filter) return { frequency: move.frequency, ev: move.ev_where_played, hands };
    const group = mean(node.columns, props.places, node.pot);
    const played = props.places.filter((place) => node.columns.move_evs[index]?.[place] != null);
    const weight = (place: number) => (node.columns.share[place] ?? 0) * (strategy?.[place] ?? 0);
    const total = played.reduce((sum, place) => sum + weight(place), 0);
    const frequency = group.strategy[index] ?? NaN;
    const ev = frequency >= RARELY ? played.reduce((sum, place) => sum + weight(place) * node.columns.move_evs[index]![place]!, 0) / total : NaN;
    return { frequency, ev, hands };
  });
  if (!node.columns.strategy.length) return <p class="muted">{node.columns_of.toUpperCase()} does not decide here.</p>;
  return (
    <table class="moves" aria-label="moves">
      <thead><tr><th>move</th><th>plays</th><th>hands</th><th title="to the hands that play it">EV, {unit.name}</th></tr></thead>
      <tbody>
        {node.moves.map((move, index) => (
          <tr key={move.text} aria-selected={props.only === index}>
            <td>
              <button type="button" class="plain legend" aria-pressed={props.only === index} title="show only this move" onClick={() => props.onOnly(props.only === index ? null : index)}>
                <i class={`swatch ${move.all_in ? "all-in" : ""}`} style={{ background: colours[index]! }}>{letters[index]}</i>
                {moveText(move.text, unit)}<span class="muted small">{move.all_in ? "all-in" : move.size}</span>
              </button>
            </td>
            <td><b>{percent(rows[index]!.frequency)}</b></td>
            <td>{fixed(rows[index]!.hands, 1)}</td>
            <td>{chips(rows[index]!.ev, unit)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Both players at a node: what it is worth, how much of the pot is theirs. */
export function BothTable({ node, unit }: { node: NodeNumbers; unit: Unit }): JSX.Element {
  return (
    <table aria-label="both players">
      <thead><tr><th>player</th><th>EV, {unit.name}</th><th>equity</th><th>realised</th></tr></thead>
      <tbody>
        {(["oop", "ip"] as Player[]).map((player, index) => (
          <tr key={player}>
            <td><b class={player}>{player.toUpperCase()}</b>{node.player === player && <span class="muted small"> decides</span>}</td>
            <td>{chips(node.ev[index], unit)}</td><td>{percent(node.equity[index])}</td><td>{percent(node.realisation[index], 0)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Made hands and draws; a click keeps only those. */
export const MadeTable = later(function MadeTable(props: PanelProps & { made: ReadonlySet<number>; draws: ReadonlySet<number>; onToggle: (kind: "made" | "draw", index: number) => void }): JSX.Element {
  const { node, unit } = props;
  const groups = useMemo(() => byMade(node.columns, node.made_names, node.draw_names, node.pot), [node]);
  const colours = coloursOf(node);
  return (
    <table class="made" aria-label="made hands and draws">
      <thead><tr><th>has made</th><th>part</th>{colours.length > 0 && node.columns.strategy.length > 0 && <th class="left">plays</th>}<th>EV</th><th>equity</th></tr></thead>
      <tbody>
        {groups.map((group, index) => (
          <tr key={group.name} aria-selected={(group.kind === "made" ? props.made : props.draws).has(group.index)} class={group.kind === "draw" && groups[index - 1]?.kind === "made" ? "first" : ""}>
            <td><button type="button" class="plain" aria-pressed={(group.kind === "made" ? props.made : props.draws).has(group.index)} onClick={() => props.onToggle(group.kind, group.index)}>{group.name}</button></td>
            <td>{percent(group.share)}</td>
            {node.columns.strategy.length > 0 && <td class="left"><SplitBar colours={colours} parts={group.strategy} words={node.moves.map((move, m) => `${moveText(move.text, unit)} ${percent(group.strategy[m])}`).join(", ")} /></td>}
            <td>{chips(group.ev, unit, 1)}</td><td>{percent(group.equity, 0)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
});

export function SplitBar({ colours, parts, words }: { colours: string[]; parts: number[]; words: string }): JSX.Element {
  return <span class="splitbar" role="img" aria-label={words} title={words} style={{ backgroundImage: split(colours.map((colour, index) => [colour, parts[index] || 0] as const)) }} />;
}

/** The hands of a class: suits, how each plays, what each move is worth. */
export const ComboTable = later(function ComboTable(props: PanelProps & { group: Group; name: string; onHand?: ((hand: string) => void) | undefined; locked?: ReadonlySet<string> | undefined }): JSX.Element {
  const { node, unit, group } = props;
  const { columns } = node;
  const colours = coloursOf(node), letters = moveLetters(node.moves);
  const decides = columns.strategy.length > 0;
  if (!group.places.length) return <p class="muted">{props.name} is not in {node.columns_of.toUpperCase()}'s range here{props.filter ? ", or filtered out" : ""}.</p>;
  const best = (place: number) => Math.max(...columns.move_evs.map((evs) => evs[place] ?? -Infinity));
  return (
    <Scroll label={`hands of ${props.name}, to scroll`}>
      <table class="combos" aria-label={`hands of ${props.name}`}>
        <thead>
          <tr>
            <th>{props.name}</th><th title="how often it is held here">held</th>
            {decides && node.moves.map((move, index) => <th key={move.text} title={`${moveText(move.text, unit)}: how often, and its EV`}><i class="swatch" style={{ background: colours[index]! }}>{letters[index]}</i></th>)}
            <th>EV</th><th>equity</th>
          </tr>
        </thead>
        <tbody>
          {[...group.places].reverse().map((place) => {
            const hand = props.known.hands[columns.combos[place]!]!;
            return (
              <tr key={hand} data-hand={hand}>
                <td>{props.onHand ? <button type="button" class="plain tight" aria-label={`paint ${hand}`} onClick={() => props.onHand!(hand)}><Cards text={hand} />{props.locked?.has(hand) ? <span title="locked">•</span> : null}</button> : <Cards text={hand} />}</td>
                <td>{percent(columns.reach[place], 0)}</td>
                {decides && node.moves.map((move, index) => (
                  <td key={move.text} class="mix" style={{ backgroundImage: split([[`color-mix(in srgb, ${colours[index]} 45%, transparent)`, columns.strategy[index]![place] ?? 0]]) }}>
                    <b>{percent(columns.strategy[index]![place], 0)}</b>
                    <span class={`small ${columns.move_evs[index]![place] != null && best(place) - columns.move_evs[index]![place]! < 0.005 * node.pot ? "" : "muted"}`}>{chips(columns.move_evs[index]![place], unit)}</span>
                  </td>
                ))}
                <td>{chips(columns.ev[place], unit)}</td><td>{percent(columns.equity[place])}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Scroll>
  );
}, "node");

/** Both ranges side by side, small. */
export const BothRanges = later(function BothRanges({ node, other, known }: PanelProps): JSX.Element {
  return (
    <div class="both">
      {(["oop", "ip"] as Player[]).map((player) => {
        const one = node.columns_of === player ? node : other;
        return (
          <figure key={player} class="stack tight">
            <figcaption class="row apart"><b class={player}>{player.toUpperCase()}</b><span class="num muted small">{one ? `${fixed(one.columns.reach.reduce<number>((sum, reach) => sum + (reach ?? 0), 0), 1)} hands` : "…"}</span></figcaption>
            {one && <SmallRange node={one} known={known} />}
          </figure>
        );
      })}
    </div>
  );
});

function SmallRange({ node, known }: { node: NodeNumbers; known: CombosAnswer }): JSX.Element {
  const cells = useMemo(
    () => cellsOf(node, byClass(node.columns, known, node.pot), possible(known, cardsOf(node.board)), moveLetters(node.moves), { mode: "range", isNormalised: false, onlyMove: null, unit: CHIPS })
      .map((cell) => ({ ...cell, parts: [[`var(--${node.columns_of}-fill)`, 1] as const] })),
    [node, known],
  );
  return <SmallMatrix cells={cells} label={`range of ${node.columns_of}`} />;
}

/** How a player's hands are drawn: not by colour alone. */
const MARKS = { dots: { oop: "●", ip: "■" }, line: { oop: "━", ip: "╍" } };

type ChartKind = "equity" | "ev" | "scatter";

/** How equity or EV is spread over both ranges; EV against equity. */
export const Distributions = later(function Distributions({ node, other, unit }: PanelProps): JSX.Element {
  const [kind, setKind] = useState<ChartKind>("equity");
  const both = [node, ...(other ? [other] : [])];
  const series = useMemo(() => both.map((one) => {
    const { columns } = one;
    const points = kind === "scatter"
      ? columns.combos.flatMap((_, place) => (columns.equity[place] != null && columns.ev[place] != null ? [[columns.equity[place]!, columns.ev[place]! / (unit.bb || 1)] as const] : []))
      : distribution(columns, kind === "equity" ? columns.equity : columns.ev.map((ev) => (ev === null ? null : ev / (unit.bb || 1))));
    return { name: one.columns_of, colour: `var(--${one.columns_of})`, points, ...(kind === "scatter" ? { dots: 3, isSquare: one.columns_of === "ip" } : { dash: one.columns_of === "ip" }) };
  }), [node, other, kind, unit.bb]);
  const heights = series.flatMap((one) => one.points.map(([, value]) => value));
  const evs = { from: Math.min(0, ...heights), to: Math.max(...heights, 1e-9) };
  const part = { from: 0, to: 1, text: (value: number) => percent(value, 0) };
  return (
    <div class="stack tight">
      <div class="row apart">
        <Choice label="chart" value={kind} onChange={setKind} options={[["equity", "Equity"], ["ev", "EV"], ["scatter", "EV by equity"]]} />
        <span class="row small">{both.map((one) => <span key={one.columns_of} class={one.columns_of}>{MARKS[kind === "scatter" ? "dots" : "line"][one.columns_of]} {one.columns_of.toUpperCase()}</span>)}</span>
      </div>
      <Chart
        label={kind === "scatter" ? "EV against equity of every hand" : `${kind} over both ranges, from the weakest hand to the strongest`}
        x={{ ...part, label: kind === "scatter" ? "equity" : "part of the range, weakest first" }}
        y={kind === "equity" ? { ...part, label: "equity" } : { ...evs, label: `EV, ${unit.name}` }}
        series={series}
      />
    </div>
  );
});
