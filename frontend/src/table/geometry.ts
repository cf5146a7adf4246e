/** Where everything lies at a table: pure functions of its size, its seats and how it is turned. Nothing overlaps, however it is turned. */

export interface Size {
  width: number;
  height: number;
}

export interface Box extends Size {
  left: number;
  top: number;
}

/** Where bets lie: towards the middle of the table; above or below their seats, on the side of the middle; below seats where there is room, else above. */
type BetPlace = "inwards" | "upright" | "below";

/** How large things are at a table of one size; the largest that fit. */
export interface Plan {
  area: Size;
  seats: number;
  /** Widths of cards: of the board, of mine, of others. */
  board: number;
  mine: number;
  others: number;
  /** A seat: its cards above its plate. */
  seat: Size;
  own: Size;
  plate: Size;
  bet: Size;
  /** Board and pots. */
  middle: Size;
  bets: BetPlace;
  /** Cards of others lie in the plate, small, and mine beside the buttons. */
  isCompact: boolean;
  power: number;
}

export interface Placed {
  /** The first is mine; the others follow clockwise. */
  seats: Box[];
  bets: Box[];
  middle: Box;
}

/** Height of a card by its width. */
export const CARD_HEIGHT = 1.4;
/** Between any two things, while a plan is looked for; turned by angles between those looked at, they come a little closer. */
const APART = 3;
const EDGE = 3;
/** Between a seat and its bet: a little more, for rounding. */
const TOUCH = APART + 0.01;
const FEW_TURNS = 40, ALL_TURNS = 360;
/** Of the oval: 2 is an ellipse, more is fuller in its corners, which small tables need. */
const POWERS = [2.3, 3, 4.5, 12];
/** A fuller oval is taken if cards grow by this. */
const WORTH_IT = 1.12;
const WIDEST = 2.1;
const LARGEST = 108, SMALLEST = 22;
const STEP = 2;

const known = new Map<string, Plan>();

/** The plan of a table; the smallest one if none fits. */
export function planTable(area: Size, seats: number): Plan {
  const used = { width: Math.floor(Math.min(area.width, WIDEST * area.height)), height: Math.floor(area.height) };
  const key = `${used.width} ${used.height} ${seats}`;
  const found = known.get(key) ?? search(used, seats);
  if (known.size > 200) known.clear();
  known.set(key, found);
  return found;
}

function search(area: Size, seats: number): Plan {
  for (const isCompact of [false, true]) {
    let best: Plan | null = null;
    for (const power of POWERS) {
      const least: number = best ? WORTH_IT * best.board : SMALLEST;
      best = largest(area, seats, power, isCompact, least) ?? best;
    }
    if (best) return best;
  }
  return planOf(area, seats, SMALLEST, "below", true, POWERS.at(-1)!);
}

function largest(area: Size, seats: number, power: number, isCompact: boolean, least: number): Plan | null {
  for (let board = LARGEST; board >= least; board -= STEP) {
    for (const bets of ["inwards", "upright", "below"] as const) {
      const plan = planOf(area, seats, board, bets, isCompact, power);
      if (fits(plan, APART, FEW_TURNS) && fits(plan)) return plan;
    }
  }
  return null;
}

export function planOf(area: Size, seats: number, board: number, bets: BetPlace, isCompact: boolean, power: number): Plan {
  const mine = Math.round(Math.max(0.96 * board, 30));
  const others = isCompact ? 14 : Math.round(Math.max(0.66 * board, 22));
  const isSmall = board < 44;
  const plate = { width: isSmall ? 76 : Math.min(Math.round(2.05 * board), 150), height: isSmall ? 36 : 44 };
  const seat = { width: plate.width, height: plate.height + (isCompact ? 0 : Math.round(0.84 * CARD_HEIGHT * others)) };
  const own = isCompact ? seat : { width: Math.max(plate.width, 2 * mine + 4), height: plate.height + Math.round(0.9 * CARD_HEIGHT * mine) };
  const bet = { width: isSmall ? 56 : 86, height: isSmall ? 19 : 26 };
  const pots = isSmall ? 42 : 54;
  const middle = { width: Math.max(5 * board + 4 * gapOf(board), 156), height: Math.round(CARD_HEIGHT * board) + pots };
  return { area, seats, board, mine, others, seat, own, plate, bet, middle, bets, isCompact, power };
}

/** Between the cards of the board. */
export function gapOf(board: number): number {
  return Math.max(2, Math.round(board / 14));
}

/** Whether nothing overlaps and all is inside, however the table is turned. */
export function fits(plan: Plan, apart = APART, turns = ALL_TURNS): boolean {
  for (let turn = 0; turn < turns; turn++) {
    if (!isFree(placeTable(plan, turn / turns), plan.area, apart)) return false;
  }
  return true;
}

/** Whether no two boxes are nearer than `apart`, and all are inside. */
export function isFree(placed: Placed, area: Size, apart: number): boolean {
  const boxes = [placed.middle, ...placed.seats, ...placed.bets];
  return boxes.every((box, index) => isInside(box, area) && boxes.slice(0, index).every((other) => !overlap(box, other, apart)));
}

function isInside(box: Box, area: Size): boolean {
  return box.left >= 0 && box.top >= 0 && box.left + box.width <= area.width && box.top + box.height <= area.height;
}

function overlap(a: Box, b: Box, apart: number): boolean {
  return a.left < b.left + b.width + apart && b.left < a.left + a.width + apart && a.top < b.top + b.height + apart && b.top < a.top + a.height + apart;
}

/** All boxes of a table; `turn`: by how much of a whole turn clockwise I sit away from the bottom. */
export function placeTable(plan: Plan, turn: number): Placed {
  const centre = { x: plan.area.width / 2, y: plan.area.height / 2 };
  const unit = pathOf(axes(plan, plan.seat), plan.power);
  const seats: Box[] = [];
  const bets: Box[] = [];
  for (let seat = 0; seat < plan.seats; seat++) {
    const size = seat === 0 ? plan.own : plan.seat;
    const { across, down } = axes(plan, size);
    const [x, y] = pointOf(unit, seat / plan.seats + turn);
    const at = { x: centre.x + across * x, y: centre.y + down * y };
    seats.push(around(at, size));
    bets.push(betOf(plan, at, size, centre, y));
  }
  return { seats, bets, middle: around(centre, plan.middle) };
}

/** How far from the middle the middle of a seat is, at most. */
function axes(plan: Plan, size: Size): { across: number; down: number } {
  return { across: (plan.area.width - size.width) / 2 - EDGE, down: (plan.area.height - size.height) / 2 - EDGE };
}

function around(at: { x: number; y: number }, size: Size): Box {
  return { left: at.x - size.width / 2, top: at.y - size.height / 2, ...size };
}

function betOf(plan: Plan, seat: { x: number; y: number }, size: Size, centre: { x: number; y: number }, y: number): Box {
  const free = { x: (size.width + plan.bet.width) / 2 + TOUCH, y: (size.height + plan.bet.height) / 2 + TOUCH };
  if (plan.bets !== "inwards") {
    const isBelow = plan.bets === "upright" ? y <= 0 : seat.y + free.y + plan.bet.height / 2 <= plan.area.height;
    return around({ x: seat.x, y: seat.y + (isBelow ? free.y : -free.y) }, plan.bet);
  }
  const [dx, dy] = [centre.x - seat.x, centre.y - seat.y];
  const part = Math.min(free.x / Math.max(Math.abs(dx), 1e-9), free.y / Math.max(Math.abs(dy), 1e-9));
  return around({ x: seat.x + part * dx, y: seat.y + part * dy }, plan.bet);
}

type Path = { lengths: Float64Array; points: (readonly [number, number])[] };

const POINTS = 480;
const paths = new Map<string, Path>();

/** The oval, from the bottom clockwise, with the length of way to each of its points; of half axes 1. */
function pathOf({ across, down }: { across: number; down: number }, power: number): Path {
  const key = `${across} ${down} ${power}`;
  const found = paths.get(key);
  if (found) return found;
  const points = Array.from({ length: POINTS + 1 }, (_, index) => corner((2 * Math.PI * index) / POINTS, power));
  const lengths = new Float64Array(POINTS + 1);
  for (let index = 1; index <= POINTS; index++) {
    const [[a, b], [c, d]] = [points[index - 1]!, points[index]!];
    lengths[index] = lengths[index - 1]! + Math.hypot((c - a) * across, (d - b) * down);
  }
  if (paths.size > 400) paths.clear();
  paths.set(key, { lengths, points });
  return { lengths, points };
}

function corner(angle: number, power: number): readonly [number, number] {
  const bend = (value: number) => Math.sign(value) * Math.abs(value) ** (2 / power);
  return [-bend(Math.sin(angle)), bend(Math.cos(angle))];
}

/** The point after a part of the way around. */
function pointOf(path: Path, part: number): readonly [number, number] {
  const wanted = (part - Math.floor(part)) * path.lengths[POINTS]!;
  let [low, high] = [0, POINTS];
  while (high - low > 1) {
    const between = (low + high) >> 1;
    if (path.lengths[between]! <= wanted) low = between;
    else high = between;
  }
  const [from, to] = [path.lengths[low]!, path.lengths[high]!];
  const share = to > from ? (wanted - from) / (to - from) : 0;
  const [a, b] = [path.points[low]!, path.points[high]!];
  return [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])];
}

/** The outline of the table, for an SVG of the size of the area. */
export function outline(plan: Plan): string {
  const { across, down } = axes(plan, plan.seat);
  const inset = 0.06 * Math.min(across, down);
  const points = Array.from({ length: 96 }, (_, index) => corner((2 * Math.PI * index) / 96, plan.power));
  return `M${points.map(([x, y]) => `${(plan.area.width / 2 + (across - inset) * x).toFixed(1)} ${(plan.area.height / 2 + (down - inset) * y).toFixed(1)}`).join("L")}Z`;
}

/** By which part of a turn a finger has turned the table: from one point to another, around its middle. */
export function turned(from: { x: number; y: number }, to: { x: number; y: number }, area: Size): number {
  const angle = (point: { x: number; y: number }) => Math.atan2((point.y - area.height / 2) / area.height, (point.x - area.width / 2) / area.width);
  const found = (angle(to) - angle(from)) / (2 * Math.PI);
  return found - Math.round(found);
}

/** The nearest turn at which a seat is at the bottom. */
export function snapped(turn: number, seats: number): number {
  const found = Math.round(turn * seats) / seats;
  return found - Math.floor(found);
}
