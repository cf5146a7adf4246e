/** What is known of an opponent, on request: a click on his seat, or the key `o`. */
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { StatsRow, TableState } from "../api";
import { ask, lineOf } from "../client";
import { useKeys } from "../keys";
import { useLatest, useLoaded } from "../loading";
import { fixed, percent } from "../numbers";
import { Dialog } from "../parts/dialog";
import { Field, toast, Trouble } from "../parts/widgets";
import { linkTo } from "../router";

/** Opens the panel of whoever is clicked at; shows nothing before. */
export function Opponents({ state, isActive }: { state: TableState; isActive: boolean }): JSX.Element {
  const here = useRef<HTMLSpanElement>(null);
  const [name, setName] = useState("");
  const seats = useLatest(state.seats);
  useEffect(() => {
    const view = here.current?.closest("article");
    const look = (event: Event) => {
      const box = (event.target as Element).closest?.(".seat-box");
      if (!view || !box || (event.target as Element).closest("button, a")) return;
      const seat = seats.current[[...view.querySelectorAll(".seat-box")].indexOf(box)];
      if (seat && !seat.is_hero) setName(seat.name);
    };
    view?.addEventListener("click", look);
    return () => view?.removeEventListener("click", look);
  }, []);
  const others = state.seats.filter((seat) => !seat.is_hero).map((seat) => seat.name);
  useKeys("Opponents", isActive ? [{ keys: ["o"], does: "what is known of opponents", run: () => setName(others[0] ?? "") }] : []);
  return <><span ref={here} hidden />{name && <Panel name={name} others={others} onName={setName} onClose={() => setName("")} />}</>;
}

function Panel({ name, others, onName, onClose }: { name: string; others: string[]; onName: (name: string) => void; onClose: () => void }): JSX.Element {
  const found = useLoaded((signal) => ask("GET opponents/{name}", { name }, signal), [name]);
  const [note, setNote] = useState<string | null>(null);
  useEffect(() => setNote(null), [name]);
  const isFor = found.value?.stats.name === name;
  const save = () => ask("POST opponents/{name}", { name, note: note ?? "" }).then(() => { setNote(null); found.again(); toast(`noted of ${name}`); }, (error: unknown) => toast(lineOf(error)));
  return (
    <Dialog title={name} class="opponent" onClose={onClose}>
      {others.length > 1 && <Field label="Opponent"><select value={name} onChange={(event) => onName(event.currentTarget.value)}>{others.map((one) => <option key={one} value={one}>{one}</option>)}</select></Field>}
      <Trouble line={found.error} />
      {found.value && isFor && (
        <>
          <Figures stats={found.value.stats} />
          <Field label="Note"><textarea rows={3} maxLength={2000} value={note ?? found.value.note} onInput={(event) => setNote(event.currentTarget.value)} /></Field>
          <div class="row"><button type="button" class="primary" disabled={note === null || note.trim() === found.value.note} onClick={save}>Keep the note</button>
            {found.value.stats.hands > 0 && <a class="button" href={linkTo("hands", { opponent: name })}>Hands against {name}</a>}</div>
        </>
      )}
    </Dialog>
  );
}

function Figures({ stats }: { stats: StatsRow }): JSX.Element {
  if (!stats.hands) return <p class="muted">No hand with this player is over yet.</p>;
  const part = (value: number | null) => (value === null ? "–" : percent(value, 0));
  return (
    <dl class="opponent-figures">
      <div><dt>Hands</dt><dd class="num">{fixed(stats.hands, 0)}</dd></div>
      <div><dt>VPIP</dt><dd class="num">{part(stats.vpip)}</dd></div>
      <div><dt>PFR</dt><dd class="num">{part(stats.pfr)}</dd></div>
      <div><dt>3-bet</dt><dd class="num">{part(stats.three_bet)}</dd></div>
      <div><dt>Aggression</dt><dd class="num">{stats.aggression_factor === null ? "–" : fixed(stats.aggression_factor, 1)}</dd></div>
      <div><dt>To showdown</dt><dd class="num">{part(stats.went_to_showdown)}</dd></div>
    </dl>
  );
}
