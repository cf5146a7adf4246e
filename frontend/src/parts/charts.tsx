/** Charts as SVG: axes with units, few ticks, labels at the lines. */
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";

export interface Axis {
  label: string;
  from: number;
  to: number;
  isLog?: boolean;
  text?: (value: number) => string;
}

export interface Series {
  name: string;
  colour: string;
  points: readonly (readonly [number, number])[];
  /** Dots instead of a line, with this radius. */
  dots?: number;
  /** Squares instead of dots. */
  isSquare?: boolean;
  dash?: boolean;
}

const LEFT = 44, RIGHT = 12, TOP = 10, BOTTOM = 34;

export function Chart(props: { x: Axis; y: Axis; series: Series[]; label: string; width?: number; height?: number; lines?: { y: number; name: string }[] }): JSX.Element {
  const width = props.width ?? 420, height = props.height ?? 240;
  const x = scale(props.x, LEFT, width - RIGHT);
  const y = scale(props.y, height - BOTTOM, TOP);
  const drawn = useMemo(() => props.series.map((series) => shape(series, x, y)), [props.series, width, height, props.x.from, props.x.to, props.y.from, props.y.to]);
  const [xText, yText] = [props.x.text ?? String, props.y.text ?? String];
  return (
    <svg class="chart" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={props.label}>
      {ticks(props.y).map((value) => (
        <g key={value}>
          <line class="grid" x1={LEFT} x2={width - RIGHT} y1={y(value)} y2={y(value)} />
          <text x={LEFT - 6} y={y(value) + 4} text-anchor="end">{yText(value)}</text>
        </g>
      ))}
      {ticks(props.x).map((value) => (
        <g key={value}>
          <line class="grid" x1={x(value)} x2={x(value)} y1={TOP} y2={height - BOTTOM} />
          <text x={x(value)} y={height - BOTTOM + 14} text-anchor="middle">{xText(value)}</text>
        </g>
      ))}
      <text class="axis" x={(LEFT + width - RIGHT) / 2} y={height - 4} text-anchor="middle">{props.x.label}</text>
      <text class="axis" x={LEFT} y={TOP - 1} dy="-0.1em" text-anchor="start">{props.y.label}</text>
      {props.lines?.map((line) => (
        <g key={line.name}>
          <line class="target" x1={LEFT} x2={width - RIGHT} y1={y(line.y)} y2={y(line.y)} />
          <text x={LEFT + 4} y={y(line.y) - 4}>{line.name}</text>
        </g>
      ))}
      {drawn}
    </svg>
  );
}

function shape(series: Series, x: (v: number) => number, y: (v: number) => number): JSX.Element {
  if (series.dots) {
    const size = series.dots;
    return <g key={series.name} fill={series.colour} fill-opacity="0.55">{series.points.map(([a, b], index) => (series.isSquare ? <rect key={index} x={(x(a) - size).toFixed(1)} y={(y(b) - size).toFixed(1)} width={2 * size} height={2 * size} /> : <circle key={index} cx={x(a).toFixed(1)} cy={y(b).toFixed(1)} r={size} />))}</g>;
  }
  const text = series.points.map(([a, b]) => `${x(a).toFixed(1)},${y(b).toFixed(1)}`).join(" ");
  return <polyline key={series.name} points={text} fill="none" stroke={series.colour} stroke-width="2" stroke-linejoin="round" {...(series.dash && { "stroke-dasharray": "5 4" })} />;
}

/** Where values lie, in pixels. */
export function scale(axis: Axis, from: number, to: number): (value: number) => number {
  const f = axis.isLog ? (value: number) => Math.log10(Math.max(value, 1e-12)) : (value: number) => value;
  const [low, high] = [f(axis.from), f(axis.to)];
  return (value) => from + ((f(value) - low) / (high - low || 1)) * (to - from);
}

/** The round number (1, 2 or 5 and zeros) next below a positive one. */
export function roundBelow(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value) + 1e-9);
  const step = [5, 2, 1].find((one) => one * power <= value * (1 + 1e-9)) ?? 1;
  return Number((step * power).toPrecision(3));
}

/** The round number next above a positive one. */
export function roundAbove(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value) + 1e-9);
  const step = [1, 2, 5, 10].find((one) => one * power >= value * (1 - 1e-9)) ?? 10;
  return Number((step * power).toPrecision(3));
}

/** A few round values on an axis. */
export function ticks(axis: Axis): number[] {
  if (axis.isLog) {
    const low = Math.floor(Math.log10(axis.from));
    const decades = Math.ceil(Math.log10(axis.to)) - low;
    const steps = decades <= 3 ? [1, 2, 5] : [1];
    const round = Array.from({ length: decades + 1 }, (_, index) => steps.map((step) => Number((step * 10 ** (low + index)).toPrecision(3)))).flat();
    return round.filter((value) => value >= axis.from * 0.999 && value <= axis.to * 1.001);
  }
  const span = axis.to - axis.from;
  if (!(span > 0)) return [axis.from];
  const rough = span / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? rough;
  const found: number[] = [];
  for (let value = Math.ceil(axis.from / step - 1e-9) * step; value <= axis.to + 1e-9 * span; value += step) found.push(Number(value.toPrecision(12)));
  return found;
}
