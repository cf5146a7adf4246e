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

/** `errors`: what is wrong, by key; the rest is None then. `size`, `size_compressed`: with 32 and with 16 bits. `left_out`: how many nodes of the tree were not sent. `note`, `note_compressed`: why it would not fit into memory, with 32 and with 16 bits. */
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
  note_compressed?: string | null;
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

/** A sit-and-go: a structure by name or as TOML, and what shall be otherwise in it. `blinds`: levels as in `10/20, 15/30, 25/50/5`; `level_length` counts in `level_unit`; `payouts`: as in `50/30/20`, `winner`, `sng`; money in cents. */
export interface TournamentToOpen {
  structure?: string | null;
  toml?: string | null;
  players?: number | null;
  chips?: number | null;
  blinds?: string | null;
  level_length?: number | null;
  level_unit?: "hands" | "minutes" | null;
  payouts?: string | null;
  buy_in?: number | null;
  fee?: number | null;
}

/** A cash table: a chip is a cent. `buy_in`: big blinds. */
export interface CashToOpen {
  small_blind?: number;
  big_blind?: number;
  seats?: number;
  buy_in?: number;
}

/** A table: a `tournament` or `cash`. - `opponents`: each is the name of a player (`rock`), `level:3` (drawn among those of a level), `drawn` (by the weights of the roster) or any agent (`blueprint:nolimit`, `always-call`); who is not named is `drawn` - `name`: of the person; `show_cards`: whether cards that nobody showed can be seen as soon as a hand is over - `speed`, `after_fold`: pauses between events, and whether there are none once the person has folded - `clock`: seconds for a decision, None for all the time in the world; `time_bank`: seconds in reserve */
export interface TableToOpen {
  tournament?: TournamentToOpen | null;
  cash?: CashToOpen | null;
  opponents?: string[];
  name?: string;
  show_cards?: boolean;
  speed?: "instant" | "quick" | "normal" | "slow";
  after_fold?: boolean;
  clock?: number | null;
  time_bank?: number;
}

/** A level of blinds; `length` in hands or minutes. */
export interface LevelRow {
  number: number;
  small_blind: number;
  big_blind: number;
  ante: number;
  length: number;
}

/** A structure. `own`: saved by the user; `prizes`: of a full table, in cents, the best place first; `levels`: the first ones; `payouts`: by number of players, as its file says; `cost`: buy-in, bounty and fee. */
export interface StructureRow {
  name: string;
  own: boolean;
  toml: string;
  players: number;
  chips: number;
  buy_in: number;
  fee: number;
  bounty: number;
  cost: number;
  currency: string;
  payouts: Record<string, string>;
  prizes: number[];
  unit: "hands" | "minutes";
  levels: LevelRow[];
}

/** A player of rules: his level (None: not in the roster), how often he is drawn, who he is; `own`: the user has changed or made him; `problem`: what is wrong with his file, in a line. */
export interface PlayerRow {
  name: string;
  level: number | null;
  weight: number;
  title: string;
  own: boolean;
  problem: string | null;
}

/** An agent of the index that can take a seat. */
export interface AgentRow {
  name: string;
  what: string;
}

/** A table in lists. - `state`: `playing`, `over`, `stopped` (`trouble` says why) - `waits`: whether it waits for the person; `left`: whether he has left - `stack`: his chips; `place`: his place once he is out or has won; `won`: cents that he got out so far - `cost`: cents that he paid so far; `players_left`, `players`; `hands`: played; `blinds`: now, as `50/100` */
export interface TableRow {
  id: string;
  kind: "tournament" | "cash";
  title: string;
  state: "playing" | "over" | "stopped";
  waits: boolean;
  left: boolean;
  stack: number;
  place: number | null;
  cost: number;
  won: number;
  players: number;
  players_left: number;
  hands: number;
  blinds: string;
  opened: string;
  trouble: string | null;
}

/** All that the lobby shows. `balance`: cents; `base`: what a reset puts it to; `open`: tables that are not over; `most_tables`: that can be open at once. */
export interface LobbyAnswer {
  schema: "pokerlab/lobby/1";
  structures: StructureRow[];
  players: PlayerRow[];
  agents: AgentRow[];
  balance: number;
  base: number;
  currency: string;
  tables: TableRow[];
  most_tables: number;
}

/** Which tables: all, the open ones first, or only those; `most`: how many. */
export interface TablesQuestion {
  state?: "all" | "open" | "over";
  most?: number;
}

/** Tables, the newest first. */
export interface TablesAnswer {
  schema: "pokerlab/tables/1";
  tables: TableRow[];
  balance: number;
}

/** The structures that ship and those of the user. */
export interface StructuresAnswer {
  schema: "pokerlab/structures/1";
  structures: StructureRow[];
}

/** A structure as text, saved under `name` if there is one. */
export interface StructureToCheck {
  toml: string;
  name?: string | null;
}

/** A structure that is as it should be. */
export interface StructureAnswer {
  schema: "pokerlab/structure/1";
  structure: StructureRow;
}

/** A question about one table. */
export interface TableNamed {
  id: string;
}

/** A seat of the table, in the order of play. - `state`: `in` the hand, `folded`, `all-in`, `out` of the tournament, `away` (not dealt in, or plays no part by himself); `here`: whether the person still sits there (False once he has left) - `cards`: `[]` without any, `["??", "??"]` face down, else as `["Ah", "Kd"]`; `hand`: what was shown, in words - `stack`: chips behind; `bet`: in front, on this street; `won`: of this hand, once it is over - `last`: the last action on this street, in words; `position`: as `BTN`, empty if not dealt in - `place`, `prize` (cents, bounties included): once out; `bounty`: cents on his head */
export interface TableSeat {
  seat: number;
  name: string;
  is_hero: boolean;
  level: number | null;
  state: "in" | "folded" | "all-in" | "out" | "away";
  here: boolean;
  cards: string[];
  hand: string;
  stack: number;
  bet: number;
  won: number;
  last: string;
  position: string;
  place: number | null;
  prize: number;
  bounty: number;
}

/** A pot and the seats that can win it; the first is the main pot. This street's bets are not in it. */
export interface PotNow {
  amount: number;
  seats: number[];
}

/** A bet at the press of a key: its text in the grammar of `act`, and what it is raised to. */
export interface Preset {
  text: string;
  to: number;
}

/** What the person may do; `max_raise` 0: no raise. `presets` are legal as they are. */
export interface LegalNow {
  fold: boolean;
  to_call: number;
  min_raise: number;
  max_raise: number;
  presets: Preset[];
}

/** The level of this hand, the next one, and how many hands or seconds are left of it (None: it is the last). */
export interface LevelNow {
  level: LevelRow;
  next: LevelRow | null;
  unit: "hands" | "minutes";
  left: number | null;
}

/** How long the person may think: seconds of this decision, and of the time bank that comes after them. */
export interface ClockNow {
  seconds: number;
  bank: number;
}

/** All that is drawn; made of what the person's seat sees, or of what everybody sees once he has none. - `hand`: its number from 1 (0: none yet); `street`: 0 before the flop to 3 - `hero`: the person's seat; `actor`: whose turn it is; `button`, `small_blind`, `big_blind`: seats, which may be empty - `pot`: all chips in the middle, this street's bets included; `pots` without them - `hero_hand`: his cards in words; `legal`: only while the table waits for him - `level`: in tournaments; `blinds`: small, big and ante of this hand - `prizes`: cents by place; `seed`: only once a tournament is over; `hand_is_over`: until the next one is dealt - `speed`, `after_fold`, `away`, `left`: as the person chose; `result`: how it ended for him, in words - `trouble`: why it stands still, or what happened to the machine, in a line - `chip`: cents that a chip is worth (cash), None in tournaments - `cash_won`, `cash_bought`: chips, in cash games; `currency` of all money */
export interface TableState {
  id: string;
  kind: "tournament" | "cash";
  title: string;
  state: "playing" | "over" | "stopped";
  hand: number;
  street: number;
  hand_is_over: boolean;
  seats: TableSeat[];
  hero: number;
  actor: number | null;
  button: number | null;
  small_blind: number | null;
  big_blind: number | null;
  blinds: [number, number, number];
  board: string[];
  pot: number;
  pots: PotNow[];
  hero_hand: string;
  legal: LegalNow | null;
  clock: ClockNow | null;
  level: LevelNow | null;
  players_left: number;
  prizes: number[];
  currency: string;
  chip: number | null;
  cash_won: number | null;
  cash_bought: number | null;
  speed: "instant" | "quick" | "normal" | "slow";
  after_fold: boolean;
  away: boolean;
  left: boolean;
  show_cards: boolean;
  result: string;
  trouble: string | null;
  seed: string | null;
}

/** A line of the log; `hand`: of which hand. */
export interface LogLine {
  hand: number;
  text: string;
}

/** A table as it stands; `number`: of the last event that is in it; `log`: of this hand and the last ones. */
export interface TableAnswer {
  schema: "pokerlab/table/1";
  number: number;
  state: TableState;
  log: LogLine[];
}

/** The first message of a table, and again when a page has fallen behind. */
export interface TableShown {
  type: "snapshot";
  table: string;
  number: number;
  state: TableState;
  log: LogLine[];
}

/** Something happened; numbers go up by one, and who misses one subscribes again. `what`: - `deal`: a new hand; `act`: a seat acted; `street`: board cards; `showdown`: hands are shown; `win`: pots are paid - `turn`: the person is asked; `end`: the hand is over; `level`: blinds went up; `out`: a seat has lost its chips - `over`: the tournament or the session is over; `table`: something else, such as the speed, or somebody left `seat`: whose; `lines`: what the log says of it; `state`: after it. */
export interface TableEvent {
  type: "event";
  table: string;
  number: number;
  what: "deal" | "act" | "street" | "showdown" | "win" | "end" | "turn" | "level" | "out" | "over" | "table";
  seat: number | null;
  lines: LogLine[];
  state: TableState;
}

/** What the person does: `fold`, `check`, `call`, `raise 300`, `300`, `3bb`, `2.5x`, `50%`, `all-in`. - `number`: of the event that he answers; another one than the last is refused, and a snapshot follows - `id`: of the page's choice; what is repeated with it is answered as the first time, and nothing is done again */
export interface Act {
  type: "act";
  table: string;
  number: number;
  id: string;
  action: string;
}

/** The answer to an `act`: whether it was taken, and if not, why; `number`: of the last event of the table. */
export interface ActAnswer {
  type: "acted";
  table: string;
  id: string;
  is_taken: boolean;
  line: string;
  number: number;
}

/** A table was opened, closed, waits for the person or does so no more; the balance in cents. */
export interface LobbyChanged {
  type: "lobby";
  tables: TableRow[];
  balance: number;
}

/** What the person wants otherwise; what is not given stays. */
export interface TableSettings {
  id: string;
  speed?: "instant" | "quick" | "normal" | "slow" | null;
  after_fold?: boolean | null;
}

/** Whether the person is away: in a tournament his seat checks and folds, at a cash table it is not dealt in. */
export interface SitOut {
  id: string;
  away: boolean;
}

/** At a cash table: chips up to so many big blinds, before the next hand. */
export interface TopUp {
  id: string;
  to?: number;
}

/** A hand of a table, by its number from 1. */
export interface HandQuestion {
  id: string;
  number: number;
}

/** A hand that is over, in words and step by step; cards that nobody showed are `??` unless `shows_all`. */
export interface HandAnswer {
  schema: "pokerlab/table-hand/1";
  id: string;
  number: number;
  shows_all: boolean;
  words: string[];
  hand: HandReplay;
}

/** Hands from a place to another (0 the strongest) and what is done with them. */
export interface WhyBand {
  first: number;
  last: number;
  what: string;
}

/** A decision of a bot, explained: see `pokerlab players explain`. `draw`: the number of 65,535 that was drawn, `drawn`: what it says, if it is known; `done`: what it did. */
export interface WhyDecision {
  street: string;
  hand: string;
  rule: string;
  inputs: Record<string, number | string>;
  place: number;
  bands: WhyBand[];
  worth: Record<string, number>;
  chances: Record<string, number>;
  draw: number | null;
  drawn: string | null;
  done: string;
}

/** A bot and its decisions; `line`: why there are none, such as cards that nobody showed. */
export interface WhySeat {
  seat: number;
  name: string;
  agent: string;
  line: string;
  decisions: WhyDecision[];
}

/** Why the bots of a hand did what they did. */
export interface WhyAnswer {
  schema: "pokerlab/table-why/1";
  id: string;
  number: number;
  seats: WhySeat[];
}

/** A line of the ledger: what, and cents that came in (negative: went out); `table`: of which. */
export interface LedgerRow {
  time: string;
  what: string;
  cents: number;
  table: string | null;
}

/** The bankroll after a tournament, a cash session or a reset, the oldest first; `without_luck`: had all-ins paid what they were worth (by ICM in tournaments; None for what is still open); `place` in tournaments. */
export interface BankrollPoint {
  table: string | null;
  what: "opened" | "tournament" | "cash" | "reset";
  title: string;
  time: string;
  balance: number;
  won: number;
  without_luck: number | null;
  balance_without_luck: number | null;
  place: number | null;
  players: number | null;
}

/** A mean and its 95% interval (None: too few). */
export interface MeanRow {
  count: number;
  mean: number;
  half_width: number | null;
}

/** How often each place was reached among so many players; the first is the winner's. */
export interface PlacesRow {
  players: number;
  counts: number[];
}

/** The bankroll and the record of the person. - `can_reset`: whether it can be reset; `why_not`: the reason if not - `points`: for the graph; `ledger`: the last 1,000 lines - `roi`: what a tournament returned beyond its cost, as part of the cost, with and without luck in all-ins - `places`: in tournaments that are over; `in_money`: share of them with a prize; `best`: the largest balance - `cash`: big blinds won in 100 hands, with and without luck; `cash_hands`: how many */
export interface BankrollAnswer {
  schema: "pokerlab/bankroll/1";
  balance: number;
  base: number;
  currency: string;
  can_reset: boolean;
  why_not: string;
  best: number;
  tournaments: number;
  points: BankrollPoint[];
  ledger: LedgerRow[];
  roi: MeanRow | null;
  roi_without_luck: MeanRow | null;
  places: PlacesRow[];
  in_money: number | null;
  cash: MeanRow | null;
  cash_without_luck: MeanRow | null;
  cash_hands: number;
}

/** A player by name. */
export interface PlayerNamed {
  name: string;
}

/** All players of rules; `files`: names that have a file (`default` and `roster` included). */
export interface PlayersAnswer {
  schema: "pokerlab/players/1";
  players: PlayerRow[];
  files: string[];
}

/** The rule file of a player: its text, `shipped` as it came (None: the user's own), what it is based on, and all his rules with everything filled in as TOML (None if the file is broken, and `problem` says why). */
export interface PlayerAnswer {
  schema: "pokerlab/player-file/1";
  name: string;
  toml: string;
  own: boolean;
  shipped: string | null;
  based_on: string[];
  rules: string | null;
  problem: string | null;
  line: number | null;
}

/** A rule file as text; `name`: whose it would be. */
export interface PlayerToCheck {
  name: string;
  toml: string;
}

/** What is wrong with a rule file: the line it is at, counted from 1, if that is known, and the key. */
export interface RuleProblem {
  line: number | null;
  key: string;
  text: string;
}

/** Whether a rule file is as it should be; `rules`: with everything filled in as TOML. */
export interface PlayerCheckAnswer {
  schema: "pokerlab/player-check/1";
  problem: RuleProblem | null;
  rules: string | null;
}

/** A rule file to be written into the user's directory; a broken one is refused. */
export interface PlayerToSave {
  name: string;
  toml: string;
}

/** Which hands are meant; see `table.hand_filters.HandFilter`. */
export interface HandFilterQuestion {
  player?: string;
  since?: string;
  until?: string;
  event?: string;
  opponent?: string;
  position?: string;
  cards?: string;
  board?: string;
  pot?: string;
  stack_from?: number | null;
  stack_to?: number | null;
  all_in?: boolean | null;
  showdown?: boolean | null;
  result?: "" | "won" | "lost" | "even";
  star?: boolean;
  tag?: string;
}

/** A part of a list, the newest first; `before`: where the part before it ended (its `next`). */
export interface HandListQuestion {
  player?: string;
  since?: string;
  until?: string;
  event?: string;
  opponent?: string;
  position?: string;
  cards?: string;
  board?: string;
  pot?: string;
  stack_from?: number | null;
  stack_to?: number | null;
  all_in?: boolean | null;
  showdown?: boolean | null;
  result?: "" | "won" | "lost" | "even";
  star?: boolean;
  tag?: string;
  most?: number;
  before?: string | null;
}

/** Hands as a file. */
export interface HandExportQuestion {
  player?: string;
  since?: string;
  until?: string;
  event?: string;
  opponent?: string;
  position?: string;
  cards?: string;
  board?: string;
  pot?: string;
  stack_from?: number | null;
  stack_to?: number | null;
  all_in?: boolean | null;
  showdown?: boolean | null;
  result?: "" | "won" | "lost" | "even";
  star?: boolean;
  tag?: string;
  format?: "phh" | "pokerstars" | "csv";
}

/** A file of hands that is sent; `game`: of ACPC lines, such as `holdem-nolimit:2`. */
export interface HandImportQuestion {
  name: string;
  game?: string;
}

/** A hand by its number; `player`: from whose side its row is. */
export interface KeptHandQuestion {
  number: number;
  player?: string;
}

/** A star, a note, tags for a hand; what is not given stays. */
export interface HandMark {
  number: number;
  star?: boolean | null;
  note?: string | null;
  tags?: string[] | null;
}

/** A player by name. */
export interface OpponentQuestion {
  name: string;
}

/** What is noted of a player. */
export interface OpponentNote {
  name: string;
  note: string;
}

/** A hand in a list, from one player's side: `time` as the source's clock has it; `stack`, `won`: big blinds. None is what is not known. */
export interface HandRow {
  hand: number;
  time: string | null;
  event: string;
  player: string;
  players: number;
  position: string | null;
  cards: string | null;
  stack: number | null;
  board: string;
  pot: string;
  all_in: boolean;
  showdown: boolean;
  won: number | null;
  star: boolean;
  note: string;
  tags: string[];
}

/** A part of a list: `count`: how many hands the list has; `next`: where it goes on (None: it does not); `total`: how many hands there are at all; `troubles`: what of the tables' journal could not be read. */
export interface HandListAnswer {
  schema: "pokerlab/hand-list/1";
  hands: HandRow[];
  count: number;
  next: string | null;
  total: number;
  troubles: string[];
}

/** What a player does: shares 0..1, None where there was no occasion; `bb_per_100_half_width`: of the 95% interval. */
export interface StatsRow {
  name: string;
  hands: number;
  vpip: number | null;
  pfr: number | null;
  three_bet: number | null;
  continuation_bet: number | null;
  went_to_showdown: number | null;
  aggression_factor: number | null;
  aggression_frequency: number | null;
  won_bb: number;
  bb_per_100: number | null;
  bb_per_100_standard_error: number | null;
  bb_per_100_half_width: number | null;
}

/** The statistics of the hands chosen, and by position. */
export interface HandStatsAnswer {
  schema: "pokerlab/hand-stats/1";
  all: StatsRow;
  positions: StatsRow[];
}

/** A name, and how many hands it has. */
export interface CountedName {
  name: string;
  hands: number;
}

/** What can be chosen: players with most hands, the newest tournaments and tables, tags, positions, types of pots. */
export interface HandChoicesAnswer {
  schema: "pokerlab/hand-choices/1";
  total: number;
  players: CountedName[];
  events: CountedName[];
  tags: CountedName[];
  positions: string[];
  pots: string[];
}

/** A hand of the database: its row, in words, and step by step. */
export interface KeptHandAnswer {
  schema: "pokerlab/kept-hand/1";
  row: HandRow;
  words: string[];
  hand: HandReplay;
}

/** The row of a hand that was marked. */
export interface HandRowAnswer {
  schema: "pokerlab/hand-row/1";
  row: HandRow;
}

/** What became of the hands of a file, so far or in all: new here; here already; here already and now with more cards; broken. `messages`: what is wrong with the first of those, with their lines. */
export interface HandImportAnswer {
  schema: "pokerlab/hand-import/1";
  added: number;
  known: number;
  grown: number;
  broken: number;
  messages: string[];
}

/** What a player does in all hands that are known, and what is noted of him. */
export interface OpponentAnswer {
  schema: "pokerlab/opponent/1";
  stats: StatsRow;
  note: string;
}

/** From now on: `jobs` (states of all), `job:ID` (states and steps of one, those so far first), `kernels`, `lobby` (tables and balance), `table:ID` (a snapshot, then events). */
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

export type FromPage = Subscribe | Unsubscribe | AskPushFold | Act;

export type ToPage = Hello | JobMoved | JobSteps | KernelsMoved | PushFoldFound | TableShown | TableEvent | ActAnswer | LobbyChanged | SocketError;

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
  "GET lobby": [Nothing, LobbyAnswer];
  "POST tables": [TableToOpen, TableAnswer];
  "GET tables": [TablesQuestion, TablesAnswer];
  "GET tables/{id}": [TableNamed, TableAnswer];
  "POST tables/{id}/leave": [TableNamed, TableAnswer];
  "POST tables/{id}/sitout": [SitOut, TableAnswer];
  "POST tables/{id}/settings": [TableSettings, TableAnswer];
  "POST tables/{id}/topup": [TopUp, TableAnswer];
  "GET tables/{id}/hands/{number}": [HandQuestion, HandAnswer];
  "GET tables/{id}/hands/{number}/why": [HandQuestion, WhyAnswer];
  "GET bankroll": [Nothing, BankrollAnswer];
  "POST bankroll/reset": [Nothing, BankrollAnswer];
  "GET structures": [Nothing, StructuresAnswer];
  "POST structures": [StructureToCheck, StructureAnswer];
  "DELETE structures/{name}": [Named, SavedAnswer];
  "GET players": [Nothing, PlayersAnswer];
  "POST players/check": [PlayerToCheck, PlayerCheckAnswer];
  "GET players/{name}": [PlayerNamed, PlayerAnswer];
  "POST players/{name}": [PlayerToSave, PlayerAnswer];
  "DELETE players/{name}": [PlayerNamed, SavedAnswer];
  "GET hands": [HandListQuestion, HandListAnswer];
  "GET hands/stats": [HandFilterQuestion, HandStatsAnswer];
  "GET hands/choices": [Nothing, HandChoicesAnswer];
  "GET hands/{number}": [KeptHandQuestion, KeptHandAnswer];
  "POST hands/{number}/mark": [HandMark, HandRowAnswer];
  "GET opponents/{name}": [OpponentQuestion, OpponentAnswer];
  "POST opponents/{name}": [OpponentNote, OpponentAnswer];
}
