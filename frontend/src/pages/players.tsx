/** Opponents and their rule files: shown, checked while they are edited, saved, put back as they came. */
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { PlayerAnswer, PlayerRow } from "../api";
import { ask, lineOf } from "../client";
import { useLoaded, useRested } from "../loading";
import type { PageProps } from "../main";
import { toast, Trouble } from "../parts/widgets";
import { linkTo } from "../router";

export function Players({ query }: PageProps): JSX.Element {
  const all = useLoaded((signal) => ask("GET players", {}, signal), []);
  const name = query.name ?? "";
  useEffect(() => { document.title = `${name || "Opponents"} · pokerlab`; }, [name]);
  return (
    <div class="stack wide">
      <header class="row apart"><h1>Opponents</h1><a class="button" href="/play">Lobby</a></header>
      <Trouble line={all.error} />
      <div class="players-page">
        <nav class="card flat players-list" aria-label="players">{all.value?.players.map((player) => <PlayerLink key={player.name} player={player} isShown={player.name === name} />)}</nav>
        {name ? <RuleFile key={name} name={name} onChanged={all.again} /> : <p class="empty">Choose an opponent: his rules are a file that you can read, change and put back.</p>}
      </div>
    </div>
  );
}

function PlayerLink({ player, isShown }: { player: PlayerRow; isShown: boolean }): JSX.Element {
  return (
    <a href={linkTo("players", { name: player.name })} {...(isShown && { "aria-current": "true" as const })}>
      <b>{player.name}</b><span class="muted small">{player.level ? `level ${player.level}` : ""}{player.own ? " · changed" : ""}</span>
      <span class="small muted clip">{player.title}</span>
      {player.problem && <span class="error">{player.problem}</span>}
    </a>
  );
}

function RuleFile({ name, onChanged }: { name: string; onChanged: () => void }): JSX.Element {
  const [file, setFile] = useState<PlayerAnswer | null>(null);
  const [error, setError] = useState("");
  const [text, setText] = useState("");
  const take = (found: PlayerAnswer) => { setFile(found); setText(found.toml); setError(""); };
  useEffect(() => {
    const control = new AbortController();
    ask("GET players/{name}", { name }, control.signal).then(take, (wrong: unknown) => { if (!control.signal.aborted) setError(lineOf(wrong)); });
    return () => control.abort();
  }, [name]);
  const rested = useRested(text, 250);
  const checked = useLoaded((signal) => (file ? ask("POST players/check", { name, toml: rested }, signal) : Promise.resolve(null)), [rested, file !== null]);
  const problem = checked.value?.problem ?? null;
  const isChanged = file !== null && text !== file.toml;
  const tell = (asked: Promise<PlayerAnswer>, words: string) => asked.then((found) => { take(found); onChanged(); toast(words); }, (wrong: unknown) => setError(lineOf(wrong)));
  if (!file) return error ? <Trouble line={error} /> : <p class="muted" role="status">Reading the rules…</p>;
  return (
    <section class="card stack rule-file" aria-label={`rules of ${name}`}>
      <div class="row apart">
        <h2>{name}{file.own && <span class="muted small"> changed by you</span>}</h2>
        <div class="row">
          {file.own && file.shipped !== null && <button type="button" onClick={() => tell(ask("DELETE players/{name}", { name }).then(() => ask("GET players/{name}", { name })), `${name} is as he came`)}>Reset to shipped</button>}
          <button type="button" class="primary" disabled={!isChanged || Boolean(problem) || rested !== text} onClick={() => tell(ask("POST players/{name}", { name, toml: text }), `${name} is saved; tables that are opened from now on have him so`)}>Save</button>
        </div>
      </div>
      {file.based_on.length > 0 && <p class="small muted">Based on {file.based_on.map((one, index) => <>{index > 0 && ", "}<a key={one} href={linkTo("players", { name: one })}>{one}</a></>)}: what is not said here is as there.</p>}
      <Editor text={text} line={problem?.line ?? null} onText={setText} isWrong={Boolean(problem)} />
      <p class={problem ? "error" : "muted small"} role="status">{problem ? `${problem.line ? `line ${problem.line}: ` : ""}${problem.text}` : isChanged ? "As it should be; not saved yet." : "As it should be."}</p>
      <Trouble line={error} />
      {checked.value?.rules && <details><summary>All his rules, with everything filled in</summary><pre class="mono scroll filled">{checked.value.rules}</pre></details>}
    </section>
  );
}

/** A text with line numbers; the wrong line is marked. */
function Editor({ text, line, onText, isWrong }: { text: string; line: number | null; onText: (text: string) => void; isWrong: boolean }): JSX.Element {
  const numbers = useRef<HTMLDivElement>(null);
  const count = text.split("\n").length;
  return (
    <div class="rule-editor">
      <div ref={numbers} class="line-numbers mono" aria-hidden="true">{Array.from({ length: count }, (_, index) => <span key={index} class={index + 1 === line ? "wrong" : ""}>{index + 1}</span>)}</div>
      <textarea class="mono" aria-label="rules as text" spellcheck={false} wrap="off" value={text} aria-invalid={isWrong} onInput={(event) => onText(event.currentTarget.value)} onScroll={(event) => { if (numbers.current) numbers.current.scrollTop = event.currentTarget.scrollTop; }} />
    </div>
  );
}
