/** What is around every page: the bar, the keys, what is being prepared. */
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Kernels } from "./api";
import { keyName, knownKeys, useKeys } from "./keys";
import { Dialog } from "./parts/dialog";
import { Toast } from "./parts/widgets";
import { go } from "./router";
import { useSettings } from "./settings";
import { socket } from "./socket";

const PAGES: readonly (readonly [string, string, string])[] = [
  ["", "Start", "M3 11 12 4l9 7v9h-6v-6H9v6H3z"],
  ["play", "Play", "M12 3c5 0 9 4 9 9s-4 9-9 9-9-4-9-9 4-9 9-9zM12 8c2 2.6 4 3.4 4 5.4a2 2 0 0 1-4 .4 2 2 0 0 1-4-.4c0-2 2-2.8 4-5.4zM12 14v3"],
  ["spot", "Spot", "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM15 15l5 5M20 15l-5 5"],
  ["jobs", "Solve", "M3 20h18M4 6c4 9 8 11 16 12"],
  ["flops", "Flops", "M4 20V4l16 16zM4 12h8M12 20v-8"],
  ["hands", "Hands", "M4 6h16v12H4zM4 10h16M4 14h16M9 6v12"],
  ["pushfold", "Push/fold", "M4 20V4M4 20h16M8 16V9h4v7M15 16v-4h4v4"],
  ["equity", "Equity", "M12 3a9 9 0 1 0 9 9h-9zM15 3.5A9 9 0 0 1 20.5 9H15z"],
  ["icm", "ICM", "M5 8c0-3 14-3 14 0s-14 3-14 0v8c0 3 14 3 14 0V8M5 12c0 3 14 3 14 0"],
];

export function Shell({ page, children }: { page: string; children: ComponentChildren }): JSX.Element {
  const [settings, change] = useSettings();
  const [showsKeys, setShowsKeys] = useState(false);
  useKeys("Everywhere", [
    { keys: ["?"], does: "show this list", run: () => setShowsKeys(true) },
    { keys: ["h"], does: "start page", run: () => go("") },
    { keys: ["t"], does: "dark or light", run: () => change({ theme: nextTheme(settings.theme) }) },
    { keys: ["u"], does: "chips or big blinds", run: () => change({ unit: settings.unit === "bb" ? "chips" : "bb" }) },
  ]);
  const current = page === "browse" || page === "compare" ? "" : page === "bankroll" || page === "players" ? "play" : page === "replay" ? "hands" : page;
  const isBare = page === "table"; // a table has all the room there is
  return (
    <>
      <a class="skip" href="#main" onClick={(event) => { event.preventDefault(); document.getElementById("main")?.focus(); }}>
        to the content
      </a>
      {!isBare && <header class="bar">
        <a class="brand" href="/" aria-label="pokerlab, start page"><img src="/icon.svg" alt="" width="24" height="24" />pokerlab</a>
        <nav class="nav" aria-label="Pages">
          {PAGES.map(([name, title, path]) => (
            <a key={name} href={`/${name}`} aria-label={title} {...(name === current && { "aria-current": "page" as const })}>
              <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linejoin="round" stroke-linecap="round" aria-hidden="true"><path d={path} /></svg>
              <span>{title}</span>
            </a>
          ))}
        </nav>
        <span class="grow" />
        <Connection />
        <button type="button" class="plain" onClick={() => change({ unit: settings.unit === "bb" ? "chips" : "bb" })} title="chips or big blinds (u)">
          {settings.unit === "bb" ? "bb" : "chips"}<span class="hidden"> are shown; change the unit</span>
        </button>
        <button type="button" class="plain icon" onClick={() => change({ theme: nextTheme(settings.theme) })} title={`colours: ${settings.theme} (t)`}>
          <span aria-hidden="true">{{ auto: "◐", dark: "☾", light: "☀" }[settings.theme]}</span><span class="hidden">colours: {settings.theme}</span>
        </button>
        <button type="button" class="plain icon" onClick={() => setShowsKeys(true)} title="keys (?)"><span aria-hidden="true">?</span><span class="hidden">keys</span></button>
      </header>}
      <main class={isBare ? "page bare" : "page"} id="main" tabIndex={-1}>{children}</main>
      {showsKeys && <KeyList onClose={() => setShowsKeys(false)} />}
      <Toast />
    </>
  );
}

function nextTheme(theme: "auto" | "dark" | "light"): "auto" | "dark" | "light" {
  return theme === "auto" ? (matchMedia("(prefers-color-scheme: dark)").matches ? "light" : "dark") : theme === "dark" ? "light" : "dark";
}

/** Whether the server is there, and how far it has prepared itself. */
function Connection(): JSX.Element | null {
  const [isOpen, setIsOpen] = useState(true);
  const [kernels, setKernels] = useState<Kernels | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const ends = [
      socket.watch((open) => {
        clearTimeout(timer);
        if (open) setIsOpen(true);
        else timer = setTimeout(() => setIsOpen(false), 3000); // a short gap is nobody's matter
      }),
      socket.hear("kernels", (message) => message.type === "kernels" && setKernels(message.kernels)),
    ];
    return () => { clearTimeout(timer); ends.forEach((end) => end()); };
  }, []);
  if (!isOpen) return <span class="state failed" role="status">no server</span>;
  if (kernels && kernels.ready < kernels.total)
    return <span class="state paused" role="status" title="the first start compiles; what needs none of it works already"><span class="word">preparing </span>{kernels.ready}/{kernels.total}</span>;
  return null;
}

function KeyList({ onClose }: { onClose: () => void }): JSX.Element {
  return (
    <Dialog title="Keys" onClose={onClose}>
      {knownKeys().map((layer) => (
        <section key={layer.title} class="stack tight">
          <h3>{layer.title}</h3>
          {layer.keys.map((key) => (
            <div key={key.does} class="row apart"><span>{key.does}</span><span>{key.keys.map((one) => <kbd key={one}>{keyName(one)}</kbd>)}</span></div>
          ))}
        </section>
      ))}
    </Dialog>
  );
}
