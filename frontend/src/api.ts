// Made by `python -m pokerlab.web.types` of src/pokerlab/web/messages/; not to be changed by hand.

/** A question without more words. */
export interface Nothing {}

/** A question about one thing by name. */
export interface Named {
  name: string;
}

/** A line, and the field it is about; empty if it is about the whole. */
export interface Problem {
  line: string;
  field: string;
}

/** Every error. */
export interface ErrorAnswer {
  schema: "pokerlab/error/1";
  error: Problem;
}

/** The name under which something is there now, or was before it was removed. */
export interface SavedAnswer {
  schema: "pokerlab/saved/1";
  name: string;
}

/** How many kernels are compiled; what needs none works before. */
export interface Kernels {
  ready: number;
  total: number;
}

/** `free_memory`, `total_memory`: bytes, None where the system does not say. */
export interface StatusAnswer {
  schema: "pokerlab/status/1";
  program: string;
  directory: string;
  threads: number;
  free_memory: number | null;
  total_memory: number | null;
  kernels: Kernels;
  waiting: number;
  running: string | null;
}

/** The 1,326 hands in the order of all columns, the class of each (a number of `classes`), and the 169 classes in the order of the matrix. */
export interface CombosAnswer {
  schema: "pokerlab/combos/1";
  hands: string[];
  class_of: number[];
  classes: string[];
}

/** A spot as the text of its file, or as its keys (docs/spots.md); one of the two. `node`, `street`, `depth`: which part of the betting tree is wanted, as in `pokerlab tree`. */
export interface SpotQuestion {
  toml?: string | null;
  spot?: Record<string, unknown> | null;
  node?: string;
  street?: "flop" | "turn" | "river" | null;
  depth?: number | null;
}

/** `amount`: chips put in on the street after it; `size`: what it was written as. */
export interface MoveRecord {
  text: string;
  amount: number;
  all_in: boolean;
  size: string;
}

/** A node of the betting tree; `index`, `parent`, `children` are numbers of nodes. */
export interface TreeNode {
  index: number;
  kind: "decision" | "deal" | "fold" | "showdown";
  street: "flop" | "turn" | "river";
  player: "oop" | "ip" | null;
  parent: number | null;
  move: MoveRecord | null;
  committed: [number, number];
  pot: number;
  children: number[];
}

/** What the betting tree has on a street. */
export interface TreeStreet {
  street: "flop" | "turn" | "river";
  decisions: number;
  moves: number;
  deals: number;
  folds: number;
  showdowns: number;
}

/** What a street takes of memory, in bytes. */
export interface StreetBytes {
  street: "flop" | "turn" | "river";
  boards: number;
  boards_without_isomorphism: number;
  decisions: number;
  table_bytes: number;
  equity_bytes: number;
}

/** What a spot takes of memory, in bytes. */
export interface SpotSize {
  streets: StreetBytes[];
  total_bytes: number;
}

/** `errors`: what is wrong, by key; the rest is None then. `size`, `size_compressed`: with 32 and with 16 bits. `left_out`: how many nodes of the tree were not sent. `note`: why it would not fit into memory. */
export interface SpotAnswer {
  schema: "pokerlab/spot-check/1";
  errors: Problem[];
  toml?: string | null;
  spot?: Record<string, unknown> | null;
  streets?: TreeStreet[] | null;
  nodes?: TreeNode[] | null;
  left_out?: number;
  size?: SpotSize | null;
  size_compressed?: SpotSize | null;
  free_memory?: number | null;
  note?: string | null;
}

/** A spot by name, and the text of its file. */
export interface SavedSpot {
  name: string;
  toml: string;
}

/** Spots that were saved, the newest first, and the templates that come with pokerlab. */
export interface SpotsAnswer {
  schema: "pokerlab/spots/1";
  spots: SavedSpot[];
  templates: SavedSpot[];
}

/** A spot, saved as it is written if it can be one. */
export interface SpotToSave {
  name: string;
  toml: string;
}

/** A range as text, or as weights by hand or class (`{"AKs": 0.5, "AhKh": 1}`); `dead`: cards nobody can hold. */
export interface RangeQuestion {
  text?: string | null;
  weights?: Record<string, number> | null;
  dead?: string;
}

/** As `pokerlab range --json`. */
export interface RangeAnswer {
  schema: "pokerlab/range/1";
  text: string;
  hands: number;
  combos: number;
  percent: number;
  classes: Record<string, number>;
  weights: Record<string, number>;
}

/** A range by name (`FOLDER/NAME` or `NAME`), and its text. */
export interface SavedRange {
  name: string;
  text: string;
}

/** Ranges that were saved, the newest first, and the starting ranges that come with pokerlab. */
export interface RangesAnswer {
  schema: "pokerlab/ranges/1";
  ranges: SavedRange[];
  starting: SavedRange[];
}

/** What the shipped blueprints do before the flop, by position: trained, not solved. */
export interface BlueprintRangesAnswer {
  schema: "pokerlab/blueprint-ranges/1";
  ranges: SavedRange[];
}

/** A range, saved as it is written if it can be one. */
export interface RangeToSave {
  name: string;
  text: string;
}

/** As `pokerlab equity`: 2 to 9 ranges; `exact`: count every deal, or `samples`: so many random deals (without both, exact where that is quick); `by_hand`: each hand's equity (two players). */
export interface EquityQuestion {
  ranges: string[];
  board?: string;
  dead?: string;
  exact?: boolean;
  samples?: number | null;
  seed?: number;
  by_hand?: boolean;
}

/** Shares of the pot, 0..1; `hands`, `classes`: of each hand and the mean of each class, where that is known. */
export interface EquityPlayer {
  range: string;
  equity: number;
  win: number;
  tie: number;
  standard_error: number;
  hands?: Record<string, number> | null;
  classes?: Record<string, number> | null;
}

/** As `pokerlab equity --json`. */
export interface EquityAnswer {
  schema: "pokerlab/equity/1";
  board: string;
  dead: string;
  exact: boolean;
  method: string;
  deals: number;
  seed: number | null;
  players: EquityPlayer[];
}

/** Hands as text (PHH, PokerStars, ACPC lines), and which of them is wanted, counted from 1; `game`: of ACPC lines, such as `holdem-nolimit:2`. */
export interface HandsQuestion {
  text: string;
  hand?: number;
  game?: string | null;
}

/** A seat of a hand; `cards`: `????` if they were not seen; `stack`: chips. */
export interface SeatRecord {
  name: string;
  position: string;
  stack: number;
  cards: string;
}

/** What a post-flop spot begins with; `seats`: who is oop and ip. */
export interface HandSpot {
  board: string;
  pot: number;
  stacks: [number, number];
  big_blind: number | null;
  aggressor: "oop" | "ip" | null;
  seats: [number, number];
}

/** A step of a hand, and what is the case after it; see `records.report`. */
export interface HandStep {
  text: string;
  seat: number | null;
  street: number;
  board: string;
  pot: number;
  stacks: number[];
  bets: number[];
  live: number[];
  actor: number | null;
  to_call: number;
  pot_odds: number | null;
  equities: (number | null)[] | null;
  spot: HandSpot | null;
}

/** A hand step by step, in chips; a chip is worth `unit`; `big_blind`: chips. */
export interface HandReplay {
  id: string;
  table: string;
  game: string;
  unit: number;
  currency: string;
  big_blind: number | null;
  hero: number | null;
  seats: SeatRecord[];
  steps: HandStep[];
  payoffs: number[] | null;
  problems: string[];
}

/** The hand that was asked for, how many there are, and which lines could not be read. */
export interface HandsAnswer {
  schema: "pokerlab/hand-replay/1";
  count: number;
  hand: HandReplay;
  broken: string[];
}

/** As `pokerlab icm`; payouts as text (`50,30,20`, `sng`, `satellite:3`) or numbers. */
export interface IcmQuestion {
  stacks: number[];
  payouts?: string | number[];
  places?: boolean;
  bubble?: boolean;
  deal?: boolean;
  set_aside?: number;
}

/** Proposals of a deal: by ICM, by chips, equal; `set_aside` is left for the winner. */
export interface DealRecord {
  icm: number[];
  chips: number[];
  equal: number[];
  set_aside: number;
}

/** As `pokerlab icm --json`. */
export interface IcmAnswer {
  schema: "pokerlab/icm/1";
  stacks: number[];
  payouts: number[];
  equities: number[];
  method: string;
  error: number;
  places: number[][] | null;
  bubble_factors: ((number | "inf" | null)[])[] | null;
  deal: DealRecord | null;
}

/** A decision that somebody plays as he likes: a player, who is all-in before him, and what he goes all-in with. */
export interface FixedRange {
  player: number;
  against?: number[];
  range: string;
}

/** As `pokerlab pushfold`; `target`: percent of the pool. `fixed`: ranges put in place of the equilibrium's; what all hands are worth is then against these, and every decision has its best answer. */
export interface PushFoldQuestion {
  stacks: number[];
  blinds?: [number, number];
  ante?: number;
  big_blind_ante?: boolean;
  ante_first?: boolean;
  payouts?: string | number[] | null;
  bounties?: number[] | null;
  progressive?: number;
  most_all_in?: number;
  algorithm?: string | null;
  target?: number | null;
  iterations?: number;
  draft?: boolean;
  purify?: boolean;
  bunching?: boolean;
  future?: number;
  fixed?: FixedRange[];
}

/** By class, in the order of the matrix: how often all-in is played, what both actions are worth and what the hand could gain, in the unit of the spot. */
export interface PushFoldColumns {
  frequency: number[];
  all_in: (number | null)[];
  fold: (number | null)[];
  own_gain: (number | null)[];
}

/** What would gain most at a decision while everybody else plays on; `frequency`: of all-in, by class. */
export interface BestAnswer {
  range: string;
  percent: number;
  frequency: number[];
}

/** A decision: a player, and who is all-in before him; `best`: if ranges were given. */
export interface PushFoldDecision {
  player: number;
  position: string;
  kind: string;
  against: number[];
  reached: number;
  percent: number;
  comes_up: boolean;
  range: string;
  indifferent: string[];
  columns: PushFoldColumns;
  best?: BestAnswer | null;
}

/** What the strategies were worth before they were made pure. */
export interface PurifiedRecord {
  epsilon_percent_of_pool_before: number;
  largest_own_gain_percent_of_pool_before: number;
}

/** As `pokerlab pushfold --json`, with columns instead of hands. */
export interface PushFoldAnswer {
  schema: "pokerlab/pushfold-columns/1";
  stacks: number[];
  blinds: [number, number];
  ante: number;
  big_blind_ante: boolean;
  ante_first: boolean;
  payouts: number[] | null;
  bounties: number[] | null;
  unit: string;
  algorithm: string;
  iterations: number;
  values: number[];
  gains: number[];
  gains_in_chips: number[];
  sampling_error: number[];
  epsilon_percent_of_pool: number;
  limit_percent_of_pool: number;
  largest_own_gain_percent_of_pool: number;
  settled: boolean;
  draft: boolean;
  purified: PurifiedRecord | null;
  most_all_in: number;
  positions: string[];
  decisions: PushFoldDecision[];
}

/** As `pokerlab pushfold --stack-table`: heads-up at many stacks in big blinds (default: the usual ones). */
export interface StackTableQuestion {
  stacks?: number[] | null;
  small_blind?: number;
  ante?: number;
}

/** As `pokerlab pushfold --stack-table --json`: by `push` and `call`, for each class the largest stack to play it with, and all stacks (from, to) where there are gaps. */
export interface StackTableAnswer {
  schema: "pokerlab/stacktable/1";
  stacks: number[];
  values: number[];
  largest: Record<string, Record<string, number>>;
  gaps: Record<string, string[]>;
  intervals: Record<string, Record<string, [number, number][]>>;
  tolerance: number;
}

/** A solution of the library; `size`: bytes, `changed`: seconds since 1970. `trouble`: why it cannot be read. */
export interface SolutionRow {
  name: string;
  size: number;
  changed: number;
  title?: string;
  board?: string;
  pot?: number | null;
  big_blind?: number | null;
  stacks?: number[];
  streets?: ("flop" | "turn" | "river")[];
  percent_of_pot?: number | null;
  iterations?: number | null;
  locks?: number;
  trouble?: string | null;
}

/** The library, the newest first. */
export interface SolutionsAnswer {
  schema: "pokerlab/solutions/1";
  solutions: SolutionRow[];
}

/** A fixed strategy: the path of a decision, and for hands (a range as text) the probability of moves. */
export interface LockRecord {
  node: string;
  hands: Record<string, Record<string, number>>;
}

/** What was solved, and how far. `toml`: the spot as its file has it; `held`: whose whole strategy was fixed. */
export interface SolutionAnswer {
  schema: "pokerlab/solution-facts/1";
  name: string;
  toml: string;
  spot: Record<string, unknown>;
  locks: LockRecord[];
  held: "oop" | "ip" | null;
  streets: ("flop" | "turn" | "river")[];
  rule: string | null;
  iterations: number | null;
  seconds: number | null;
  nash_conv: number;
  percent_of_pot: number;
  milli_big_blinds: number | null;
}

/** A node, and whose hands are wanted (default: of who decides). `wait`: whether to wait for a river that must be solved first; without, what is known is answered. */
export interface NodeQuestion {
  name: string;
  path?: string;
  player?: "oop" | "ip" | null;
  wait?: boolean;
}

/** A move and how it is played: `ev_where_played` in chips to the hands that play it. */
export interface NodeMove {
  text: string;
  amount: number;
  all_in: boolean;
  size: string;
  frequency: number | null;
  ev_where_played: number | null;
  ev_of_all_hands: number | null;
}

/** A player's hands at a node, in combo order; see `postflop.report.column_record`. */
export interface NodeColumns {
  combos: number[];
  reach: (number | null)[];
  share: (number | null)[];
  ev: (number | null)[];
  equity: (number | null)[];
  strategy: ((number | null)[])[];
  move_evs: ((number | null)[])[];
  made: number[];
  draws: number[];
}

/** What the betting alone says of a node. */
export interface NodePlace {
  node: string;
  board: string;
  kind: "decision" | "deal";
  player: "oop" | "ip" | null;
  pot: number;
  to_call: number;
  big_blind: number | null;
  next: string[];
}

/** A node: what it is worth to both, its moves, and a player's hands. */
export interface NodeNumbers {
  node: string;
  board: string;
  kind: "decision" | "deal";
  player: "oop" | "ip" | null;
  pot: number;
  to_call: number;
  big_blind: number | null;
  next: string[];
  ev: [number | null, number | null];
  equity: [number | null, number | null];
  realisation: [number | null, number | null];
  moves: NodeMove[];
  columns_of: "oop" | "ip";
  columns: NodeColumns;
  made_names: string[];
  draw_names: string[];
}

/** `found` is None while the river is solved: ask again with `wait`. `line`: all steps that lead there, with the choices at each. */
export interface NodeAnswer {
  schema: "pokerlab/node/1";
  place: NodePlace;
  line: LineStep[];
  found: NodeNumbers | null;
}

/** A step of the line that leads to a node: the place, its moves with how often they are played (None where a card is dealt), which are `all_in`, after which the hand `goes_on`, and which was `chosen`. */
export interface LineStep {
  node: string;
  player: "oop" | "ip" | null;
  pot: number;
  moves: string[];
  frequencies: (number | null)[];
  all_in: boolean[];
  goes_on: boolean[];
  chosen: string | null;
}

/** A node over all cards where its path leaves one out. */
export interface RunoutsQuestion {
  name: string;
  path?: string;
  by?: "card" | "rank" | "suit";
}

/** A card that may come, or the mean of several; `chance` is None until all are known. */
export interface RunoutRecord {
  card: string;
  chance: number | null;
  frequencies: Record<string, number | null>;
  ev: [number | null, number | null];
  equity: [number | null, number | null];
}

/** One line of the reply, as soon as the card is known. */
export interface RunoutPart {
  part: RunoutRecord;
}

/** The last line of the reply, as `pokerlab show --runouts --json`. */
export interface RunoutsAnswer {
  schema: "pokerlab/show-runouts/1";
  node: string;
  street: string;
  player: "oop" | "ip" | null;
  moves: string[];
  by: string;
  rows: RunoutRecord[];
  mean: RunoutRecord;
}

/** A table as `pokerlab show --csv` writes it; with `by`, over the cards to come. */
export interface ExportQuestion {
  name: string;
  path?: string;
  player?: "oop" | "ip" | null;
  table?: "hands" | "classes" | "made";
  by?: "card" | "rank" | "suit" | null;
  format?: "csv";
}

/** A node of two solutions. */
export interface CompareQuestion {
  a: string;
  b: string;
  path?: string;
  player?: "oop" | "ip" | null;
}

/** The node in both. */
export interface CompareAnswer {
  schema: "pokerlab/compare/1";
  a: NodeNumbers;
  b: NodeNumbers;
}

/** See `LockRecord`. */
export interface LockToSet {
  node: string;
  hands: Record<string, Record<string, number>>;
}

/** How to solve, as `pokerlab solve` takes it. */
export interface SolveSettingsAsked {
  target?: number | null;
  iterations?: number | null;
  seconds?: number | null;
  compressed?: boolean;
  streets?: "flop" | "turn" | "river" | null;
  groups?: string | null;
  rule?: string | null;
  threads?: number | null;
}

/** A spot to solve (as in `SpotQuestion`), with locks or without; `name`: what the solution shall be called. */
export interface JobQuestion {
  target?: number | null;
  iterations?: number | null;
  seconds?: number | null;
  compressed?: boolean;
  streets?: "flop" | "turn" | "river" | null;
  groups?: string | null;
  rule?: string | null;
  threads?: number | null;
  toml?: string | null;
  spot?: Record<string, unknown> | null;
  name?: string | null;
  locks?: LockToSet[];
  compare?: boolean;
}

/** The spot of a solution, solved again with locks; `keep`: also those that it has. `hold`: the player whose whole strategy stays as it stands there, but for the locks. */
export interface LocksQuestion {
  target?: number | null;
  iterations?: number | null;
  seconds?: number | null;
  compressed?: boolean;
  streets?: "flop" | "turn" | "river" | null;
  groups?: string | null;
  rule?: string | null;
  threads?: number | null;
  name: string;
  locks?: LockToSet[];
  hold?: "oop" | "ip" | null;
  keep?: boolean;
  compare?: boolean;
}

/** Where a run stands. `left`: seconds until it should reach its end, if that can be said. */
export interface JobStep {
  iteration: number;
  seconds: number;
  nash_conv: number | null;
  percent_of_pot: number | null;
  left: number | null;
  stalled: boolean;
}

/** A job: `line` says why it failed or how it ended; `solution`: the name of what it has written, if it is there; `base`: the solution that it solves again with locks; `doing`: what it does beside solving, with `part` of it done; `shown`: the iteration that was written last because somebody wanted to look. */
export interface JobRecord {
  id: string;
  kind: "solve" | "flops";
  state: "queued" | "running" | "paused" | "done" | "cancelled" | "failed" | "interrupted";
  title: string;
  asked: number;
  line: string | null;
  solution: string | null;
  base: string | null;
  target: number | null;
  doing: string | null;
  part: number | null;
  last: JobStep | null;
  shown: number | null;
}

/** A job with all its steps. */
export interface JobAnswer {
  schema: "pokerlab/job/1";
  job: JobRecord;
  toml: string;
  steps: JobStep[];
}

/** All jobs, the newest first. */
export interface JobsAnswer {
  schema: "pokerlab/jobs/1";
  jobs: JobRecord[];
}

/** A job by its `id`. */
export interface JobNamed {
  id: string;
}

/** A spot (as in `SpotQuestion`) on many flops, as `pokerlab flops`: on all, on a weighted `subset` of so many, on a `sample` of so many, or on `only` these; one of the four. `keep`: strategies of the flop, or whole solutions. */
export interface FlopsQuestion {
  toml?: string | null;
  spot?: Record<string, unknown> | null;
  name?: string | null;
  all?: boolean;
  subset?: 25 | 50 | 100 | 200 | null;
  sample?: number | null;
  only?: string[];
  seed?: number;
  target?: number;
  compressed?: boolean;
  keep?: "flop" | "full";
}

/** Many flops of one spot: `job:ID`, `dir:NAME` or `library:HASH`, see `web.flops`. `flops`: how many, if known. */
export interface FlopSource {
  source: string;
  title: string;
  flops: number | null;
  job: JobRecord | null;
}

/** All that can be reported on: jobs, the newest first, directories, and the library. */
export interface FlopSourcesAnswer {
  schema: "pokerlab/flop-sources/1";
  sources: FlopSource[];
}

/** A report on many flops: of a decision on the flop, `by` flop or texture, of those that a filter lets through. */
export interface FlopsReportQuestion {
  source: string;
  node?: string;
  by?: string;
  where?: string;
}

/** Means over flops; see `postflop.flop_report.FlopRow`. */
export interface FlopRowRecord {
  name: string;
  flops: number;
  ways: number;
  weight: number;
  ev: [number, number];
  equity: [number, number];
  share: number;
  moves: Record<string, number>;
  comes: number;
  percent_of_pot: number;
}

/** A decision on the flop by its line of play, and who decides. */
export interface FlopNode {
  line: string;
  player: "oop" | "ip";
}

/** As `pokerlab flops --json`, of the flops that are done, and the `mean` over all rows; `total`: how many there will be, if that is known; `weighted`: whether flops count by the weights of a sample or subset. A flop is opened as the solution `flop:SOURCE:BOARD`. */
export interface FlopsAnswer {
  schema: "pokerlab/flops-report/1";
  source: string;
  title: string;
  spot: Record<string, unknown>;
  node: string;
  by: string;
  where: string;
  weighted: boolean;
  nodes: FlopNode[];
  rows: FlopRowRecord[];
  mean: FlopRowRecord | null;
  done: number;
  total: number | null;
}

/** From now on: `jobs` (states of all), `job:ID` (states and steps of one, those so far first), `kernels`. */
export interface Subscribe {
  type: "subscribe";
  topic: string;
}

/** No more of it. */
export interface Unsubscribe {
  type: "unsubscribe";
  topic: string;
}

/** Charts, a draft first and then as they are; `beside`: also those of the same hand played for chips. A later question takes the place of one that is not answered. */
export interface AskPushFold {
  type: "pushfold";
  id: number;
  question: PushFoldQuestion;
  beside?: boolean;
}

/** The first message. */
export interface Hello {
  type: "hello";
  program: string;
}

/** A job is in another state, or elsewhere in its work. */
export interface JobMoved {
  type: "job";
  job: JobRecord;
}

/** New steps of a job; `first`: how many there were before. */
export interface JobSteps {
  type: "steps";
  id: string;
  first: number;
  steps: JobStep[];
}

/** More kernels are compiled. */
export interface KernelsMoved {
  type: "kernels";
  kernels: Kernels;
}

/** Charts of a question; a `draft` is followed by what it drafts. `is_beside`: for chips, where prizes are asked for; `is_last`: nothing follows. */
export interface PushFoldFound {
  type: "pushfold";
  id: number;
  is_last: boolean;
  is_beside: boolean;
  result: PushFoldAnswer;
}

/** What was wrong with a message; `id`: of the question it was, if it had one. */
export interface SocketError {
  type: "error";
  error: Problem;
  id: number | null;
}

export type FromPage = Subscribe | Unsubscribe | AskPushFold;

export type ToPage = Hello | JobMoved | JobSteps | KernelsMoved | PushFoldFound | SocketError;

/** What is asked and answered, by method and path under /api/1/. */
export interface Endpoints {
  "GET status": [Nothing, StatusAnswer];
  "GET combos": [Nothing, CombosAnswer];
  "POST spots/check": [SpotQuestion, SpotAnswer];
  "GET spots": [Nothing, SpotsAnswer];
  "POST spots/saved": [SpotToSave, SavedAnswer];
  "DELETE spots/saved/{name}": [Named, SavedAnswer];
  "POST ranges": [RangeQuestion, RangeAnswer];
  "GET ranges": [Nothing, RangesAnswer];
  "GET ranges/blueprints": [Nothing, BlueprintRangesAnswer];
  "POST ranges/saved": [RangeToSave, SavedAnswer];
  "DELETE ranges/saved/{name}": [Named, SavedAnswer];
  "POST equity": [EquityQuestion, EquityAnswer];
  "POST hands": [HandsQuestion, HandsAnswer];
  "POST icm": [IcmQuestion, IcmAnswer];
  "POST pushfold": [PushFoldQuestion, PushFoldAnswer];
  "POST stack-table": [StackTableQuestion, StackTableAnswer];
  "GET solutions": [Nothing, SolutionsAnswer];
  "GET solutions/{name}": [Named, SolutionAnswer];
  "DELETE solutions/{name}": [Named, SavedAnswer];
  "GET solutions/{name}/node": [NodeQuestion, NodeAnswer];
  "POST solutions/{name}/locks": [LocksQuestion, JobAnswer];
  "GET compare": [CompareQuestion, CompareAnswer];
  "POST jobs": [JobQuestion, JobAnswer];
  "POST flops": [FlopsQuestion, JobAnswer];
  "GET flops": [Nothing, FlopSourcesAnswer];
  "GET flops/report": [FlopsReportQuestion, FlopsAnswer];
  "GET jobs": [Nothing, JobsAnswer];
  "GET jobs/{id}": [JobNamed, JobAnswer];
  "DELETE jobs/{id}": [JobNamed, SavedAnswer];
  "POST jobs/{id}/cancel": [JobNamed, JobAnswer];
  "POST jobs/{id}/pause": [JobNamed, JobAnswer];
  "POST jobs/{id}/resume": [JobNamed, JobAnswer];
  "POST jobs/{id}/look": [JobNamed, JobAnswer];
}
