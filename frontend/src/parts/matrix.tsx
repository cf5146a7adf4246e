/** The 13x13 matrix: pairs on the diagonal, suited above. */
import { Component, type JSX } from "preact";
import { differ } from "../memo";
import { useRef, useState } from "preact/hooks";
import { classNames } from "../classes";
import { gridStep } from "../grid";
import { NO_STROKE, type Stroke, strokeAt, useStroke } from "./painting";

export interface Cell {
  /** Colours from left to right with their parts of the width. */
  parts: readonly (readonly [string, number])[];
  /** Filled part of the height, 0..1. */
  height: number;
  /** What the cell says beside its name; short. */
  tag: string;
  /** The same in words, for those who do not see it. */
  words: string;
  isMuted?: boolean;
  /** Marked with a corner: what the page says it means. */
  isMarked?: boolean;
}

export function Matrix(props: {
  cells: readonly Cell[];
  label: string;
  pinned?: number | null;
  onPoint?: (index: number | null) => void;
  onPin?: (index: number) => void;
  /** Cells are painted instead of pinned. */
  stroke?: Stroke;
}): JSX.Element {
  const [focused, setFocused] = useState(0);
  const painting = useStroke(props.stroke ?? NO_STROKE);
  const grid = useRef<HTMLDivElement>(null);
  const indexOf = (event: Event) => {
    const cell = (event.target as Element).closest<HTMLElement>("[data-i]");
    return cell ? Number(cell.dataset.i) : null;
  };
  const focus = (index: number) => {
    setFocused(index);
    grid.current?.querySelector<HTMLElement>(`[data-i="${index}"]`)?.focus();
  };
  const move = (event: KeyboardEvent) => {
    const step = gridStep(event.key, focused);
    if (step !== null) focus(step);
    else if (event.key !== "Enter" && event.key !== " ") return;
    else if (props.stroke) strokeAt(props.stroke, focused);
    else props.onPin?.(focused);
    event.preventDefault();
  };
  return (
    <div
      ref={grid}
      class={props.stroke ? "matrix paint" : "matrix"}
      role="grid"
      aria-label={props.label}
      aria-readonly={!props.stroke}
      {...(props.stroke && painting)}
      onKeyDown={move}
      onPointerOver={(event) => event.pointerType === "mouse" && props.onPoint?.(indexOf(event))}
      onPointerLeave={() => props.onPoint?.(null)}
      onFocusIn={(event) => { const index = indexOf(event); if (index !== null) { setFocused(index); props.onPoint?.(index); } }}
      onFocusOut={() => props.onPoint?.(null)}
      onClick={(event) => { const index = indexOf(event); if (index !== null && !props.stroke) props.onPin?.(index); }}
    >
      {Array.from({ length: 13 }, (_, row) => (
        <div role="row" key={row}>
          {props.cells.slice(13 * row, 13 * row + 13).map((cell, column) => {
            const index = 13 * row + column;
            return <MatrixCell key={index} index={index} cell={cell} isPinned={props.pinned === index} isStop={focused === index} />;
          })}
        </div>
      ))}
    </div>
  );
}

/** The matrix as a picture, without names. */
export function SmallMatrix({ cells, label }: { cells: readonly Cell[]; label: string }): JSX.Element {
  return (
    <div class="matrix small" role="img" aria-label={label}>
      {Array.from({ length: 13 }, (_, row) => (
        <div key={row}>{cells.slice(13 * row, 13 * row + 13).map((cell, column) => <div key={column} class={cell.isMuted ? "cell out" : "cell"} style={fill(cell)} />)}</div>
      ))}
    </div>
  );
}

interface CellProps {
  index: number;
  cell: Cell;
  isPinned: boolean;
  isStop: boolean;
}

/** One of many that change together: nothing around it, and its name is the same for ever. */
class MatrixCell extends Component<CellProps> {
  private readonly name = <span class="name" aria-hidden="true">{classNames[this.props.index]!}</span>;

  override shouldComponentUpdate(next: Readonly<CellProps>): boolean {
    return differ(this.props, next);
  }

  override render({ index, cell, isPinned, isStop }: CellProps): JSX.Element {
    return (
      <div
        role="gridcell"
        data-i={index}
        class={`cell${isPinned ? " pinned" : ""}${cell.isMuted ? " out" : ""}${cell.isMarked ? " marked" : ""}`}
        tabIndex={isStop ? 0 : -1}
        aria-label={`${classNames[index]!}: ${cell.words}`}
        aria-selected={isPinned}
        style={fill(cell)}
      >
        {this.name}
        {cell.tag && <span class="tag" aria-hidden="true">{cell.tag}</span>}
      </div>
    );
  }
}

function fill(cell: Cell): Record<string, string> {
  return cell.height > 0 ? { backgroundImage: split(cell.parts), backgroundSize: `100% ${(100 * cell.height).toFixed(1)}%` } : {};
}

/** Colours side by side, as a background. */
export function split(parts: readonly (readonly [string, number])[]): string {
  let left = 0;
  const stops = parts.filter(([, part]) => part > 0).map(([colour, part]) => {
    const start = left;
    left += part;
    return `${colour} ${(100 * start).toFixed(2)}% ${(100 * Math.min(left, 1)).toFixed(2)}%`;
  });
  if (left < 0.999) stops.push(`transparent ${(100 * left).toFixed(2)}% 100%`);
  return `linear-gradient(to right, ${stops.join(", ")})`;
}
