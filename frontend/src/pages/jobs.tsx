/** Long work: all of it, and one run as it converges. */
import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { JobRecord, JobStep } from "../api";
import { ask, lineOf } from "../client";
import { useKeys } from "../keys";
import { useMedia } from "../loading";
import type { PageProps } from "../main";
import { forget } from "../nodes";
import { duration, epsilon, fixed } from "../numbers";
import { Chart, roundAbove, roundBelow } from "../parts/charts";
import { STATE_WORDS, toast, Trouble } from "../parts/widgets";
import { go, linkTo } from "../router";
import { socket } from "../socket";
import { JobTile, useJobs } from "./home";

export function Jobs({ query }: PageProps): JSX.Element {
  return query.id ? <OneJob key={query.id} id={query.id} /> : <AllJobs />;
}

function AllJobs(): JSX.Element {
  const jobs = useJobs();
  return (
    <div class="stack wide home">
      <header class="row apart"><h1>Solve</h1><a class="button primary" href="/spot">New spot</a></header>
      {jobs.length ? <div class="tiles">{jobs.map((job) => <JobTile key={job.id} job={job} />)}</div> : <p class="empty">Nothing has been solved here yet. <a href="/spot">Describe a spot</a>, or take a template of the <a href="/">start page</a>.</p>}
    </div>
  );
}

/** Milliseconds: every picture takes time from the solver, and every title from the browser's own window. */
const DRAWN_EVERY = 1000, DRAWN_AT_LEAST_EVERY = 5000, TITLED_EVERY = 10_000;
const PART = 0.2; // of the time so far: less can hardly be seen on an axis that is logarithmic
const MOST_DOTS = 60;

function useJob(id: string): { job: JobRecord | null; steps: JobStep[]; error: string } {
  const [shown, show] = useState<{ job: JobRecord | null; steps: JobStep[] }>({ job: null, steps: [] });
  const [error, setError] = useState("");
  useEffect(() => {
    let { job, steps } = { job: null as JobRecord | null, steps: [] as JobStep[] };
    let timer = 0;
    const draw = () => { window.clearTimeout(timer); timer = 0; show({ job, steps }); };
    const pause = () => Math.min(Math.max(1000 * PART * (steps.at(-1)?.seconds ?? 0), DRAWN_EVERY), DRAWN_AT_LEAST_EVERY);
    const drawSoon = () => { timer ||= window.setTimeout(draw, pause()); };
    ask("GET jobs/{id}", { id }).then((found) => { job ??= found.job; if (!steps.length) steps = found.steps; draw(); }, (problem: unknown) => setError(lineOf(problem)));
    const stop = socket.hear(`job:${id}`, (message) => {
      if (message.type === "job" && message.job.id === id) {
        const isOther = message.job.state !== job?.state;
        job = message.job;
        if (isOther) draw();
        else drawSoon();
      }
      if (message.type === "steps" && message.id === id) {
        steps = [...steps.slice(0, message.first), ...message.steps];
        drawSoon();
      }
    });
    return () => { window.clearTimeout(timer); stop(); };
  }, [id]);
  return { ...shown, error };
}

function useTitle(job: JobRecord | null, last: JobStep | null): void {
  const shown = useRef({ state: "", at: 0 });
  useEffect(() => {
    if (!job || (job.state === shown.current.state && performance.now() - shown.current.at < TITLED_EVERY)) return;
    shown.current = { state: job.state, at: performance.now() };
    document.title = `${last?.percent_of_pot != null ? `${epsilon(last.percent_of_pot)} ` : ""}${job.title} · pokerlab`;
  }, [job, last]);
}

function OneJob({ id }: { id: string }): JSX.Element {
  const { job, steps, error } = useJob(id);
  const [isBusy, setIsBusy] = useState(false);
  const does = (what: "cancel" | "pause" | "resume") => async () => {
    setIsBusy(true);
    await ask(`POST jobs/{id}/${what}`, { id }).catch((problem: unknown) => toast(lineOf(problem)));
    setIsBusy(false);
  };
  const leaving = useRef(new AbortController()).current;
  useEffect(() => () => leaving.abort(), []);
  const look = async () => {
    setIsBusy(true);
    try {
      const name = await looked(id, leaving.signal);
      forget(name);
      go("browse", { solution: name });
    } catch (problem) {
      if (!leaving.signal.aborted) toast(lineOf(problem));
    }
    setIsBusy(false);
  };
  const state = job?.state;
  const last = steps.findLast((step) => step.percent_of_pot !== null) ?? job?.last ?? null;
  useTitle(job, last);
  useKeys("The run", [
    { keys: ["p"], does: "pause, or go on", run: () => void (state === "running" ? does("pause") : does("resume"))() },
    { keys: ["l"], does: "look at it now", run: () => void look() },
  ]);
  if (!job) return error ? <Trouble line={error} /> : <p class="muted" role="status">Opening…</p>;
  const remove = async () => {
    try {
      await ask("DELETE jobs/{id}", { id });
      go("jobs");
    } catch (problem) {
      toast(lineOf(problem));
    }
  };
  const canResume = ["paused", "interrupted", "cancelled", "failed"].includes(job.state);
  return (
    <div class="stack wide home">
      <header class="row apart">
        <div class="grow"><h1 class="clip">{job.title}</h1><p role="status"><span class={`state ${job.state}`}>{STATE_WORDS[job.state]}</span>{job.doing ? <span class="muted"> · {job.doing}{job.part !== null ? ` ${Math.round(100 * job.part)}%` : ""}</span> : ""}</p></div>
        <div class="row">
          {job.state === "done" && job.solution ? <a class="button primary" href={linkTo("browse", { solution: job.solution })}>Look at the solution</a> : null}
          {job.kind === "flops" && <a class="button primary" href={linkTo("flops", { source: `job:${id}` })}>Look at the flops</a>}
          {job.base && job.solution && <a class="button" href={linkTo("compare", { a: job.base, b: job.solution })}>Compare with {job.base}</a>}
          {job.state === "running" && job.kind === "solve" && <button type="button" class="primary" disabled={isBusy || !last} onClick={look}>Look at it now</button>}
          {job.state !== "running" && job.state !== "done" && job.solution && <a class="button primary" href={linkTo("browse", { solution: job.solution })}>Look at what it has</a>}
          {["running", "queued"].includes(job.state) && <button type="button" disabled={isBusy} onClick={does("pause")}>Pause</button>}
          {canResume && <button type="button" disabled={isBusy} onClick={does("resume")}>Go on</button>}
          {["running", "queued", "paused", "interrupted"].includes(job.state) && <button type="button" disabled={isBusy} onClick={does("cancel")}>Cancel</button>}
          <a class="button" href={linkTo("spot", { job: id })}>Edit spot</a>
          {["done", "cancelled", "failed", "paused", "interrupted"].includes(job.state) && <button type="button" class="plain" onClick={remove}>Forget it</button>}
        </div>
      </header>
      {job.line && <p class={`notice ${job.state === "failed" ? "bad" : ""}`}>{job.line}</p>}
      {job.kind === "solve" && <div class="run">
        <dl class="figures">
          <div><dt>epsilon, of the pot</dt><dd class="num largest">{epsilon(last?.percent_of_pot)}</dd></div>
          <div><dt>target</dt><dd class="num">{job.target ? `${job.target}%` : "none"}</dd></div>
          <div><dt>time</dt><dd class="num">{duration(last?.seconds)}</dd></div>
          <div><dt>left, about</dt><dd class="num">{job.state === "running" ? duration(last?.left) : "–"}</dd></div>
          <div><dt>iterations</dt><dd class="num">{fixed(last?.iteration, 0)}</dd></div>
        </dl>
        <section class="card" aria-label="convergence"><Convergence steps={steps} target={job.target} /></section>
      </div>}
      {job.kind === "flops" && <span class="meter" role="progressbar" aria-label="flops that are solved" aria-valuemin={0} aria-valuemax={100} aria-valuenow={Math.round(100 * (job.state === "done" ? 1 : (job.part ?? 0)))}><i style={{ width: `${100 * (job.state === "done" ? 1 : (job.part ?? 0))}%` }} /></span>}
      {last?.stalled && <p class="notice">It comes no nearer: the numbers of this precision end here.</p>}
    </div>
  );
}

/** Epsilon against time, both logarithmic. The axes end at round numbers, so that they seldom change while it runs: drawing takes time from the solver. */
function Convergence({ steps, target }: { steps: JobStep[]; target: number | null }): JSX.Element {
  const isNarrow = useMedia("(max-width: 900px)"); // the letters stay as large as they are
  const points = useMemo(() => steps.filter((step) => (step.percent_of_pot ?? 0) > 0).map((step) => [Math.max(step.seconds, 0.01), step.percent_of_pot!] as const), [steps]);
  if (points.length < 2) return <p class="empty">The first looks at how far it is are on their way.</p>;
  const times = points.map(([time]) => time), values = points.map(([, value]) => value);
  const left = steps.at(-1)?.left ?? null;
  const end = times.at(-1)!;
  const ahead = target && left ? [[end, values.at(-1)!] as const, [end + left, target] as const] : [];
  return (
    <Chart
      label={`epsilon fell from ${epsilon(values[0])} to ${epsilon(values.at(-1))} of the pot in ${duration(end)}`}
      width={isNarrow ? 400 : 860} height={isNarrow ? 260 : 400}
      x={{ label: "seconds (logarithmic)", from: roundBelow(Math.min(...times)), to: roundAbove(Math.max(end + (left ?? 0), times[0]! * 1.01)), isLog: true, text: tickText }}
      y={{ label: "epsilon, % of the pot (logarithmic)", from: roundBelow(Math.min(...values, target ?? Infinity)), to: roundAbove(Math.max(...values)), isLog: true, text: tickText }}
      series={[{ name: "epsilon", colour: "var(--accent)", points }, { name: "dots", colour: "var(--accent)", points: thinned(points), dots: 3 }, ...(ahead.length ? [{ name: "ahead", colour: "var(--muted)", points: ahead, dash: true }] : [])]}
      lines={target ? [{ y: target, name: `target ${target}%` }] : []}
    />
  );
}

const tickText = (value: number) => (value >= 1000 ? fixed(value, 0) : String(Number(value.toPrecision(2))));

/** Every so many points, and the last: dots that would lie on each other anyhow. */
function thinned<Point>(points: readonly Point[]): readonly Point[] {
  const every = Math.ceil(points.length / MOST_DOTS);
  return every === 1 ? points : points.filter((_, index) => index % every === 0 || index === points.length - 1);
}

/** Let a running job write what it has, and give the name of its solution once that is there; until the page is left. */
function looked(id: string, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    let before: number | null | undefined; // what was written last when we asked
    let latest: JobRecord | null = null;
    const end = (then: () => void) => { stop(); then(); };
    const check = () => {
      if (before === undefined || !latest) return;
      const { solution, state, shown, line } = latest;
      if (solution && (shown !== before || state !== "running")) end(() => resolve(solution));
      else if (state !== "running") end(() => reject(new Error(line ?? `it is ${STATE_WORDS[state]}, and has nothing to show`)));
    };
    const stop = socket.hear(`job:${id}`, (message) => {
      if (message.type !== "job" || message.job.id !== id) return;
      latest = message.job;
      check();
    });
    signal.addEventListener("abort", stop);
    ask("POST jobs/{id}/look", { id }, signal).then(({ job }) => { before = job.shown; latest ??= job; check(); }, (problem: unknown) => end(() => reject(problem)));
  });
}
