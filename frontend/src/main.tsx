import { type ComponentType, type JSX, render } from "preact";
import { useEffect, useState } from "preact/hooks";
import "./tokens.css";
import "./shell.css";
import "./study.css";
import "./calculators.css";
import "./table.css";
import "./hands.css";
import "./touch.css";
import { listenToKeys } from "./keys";
import { Home } from "./pages/home";
import { Trouble } from "./parts/widgets";
import { followLinks, usePlace } from "./router";
import { applyTheme } from "./settings";
import { Shell } from "./shell";

export interface PageProps {
  query: Record<string, string>;
}

type Page = ComponentType<PageProps>;

/** Pages that are loaded when they are opened. */
const PAGES: Record<string, [string, () => Promise<Page>]> = {
  browse: ["Solution", async () => (await import("./pages/browse")).Browse],
  spot: ["Spot", async () => (await import("./pages/spot")).SpotEditor],
  compare: ["Compare", async () => (await import("./pages/compare")).Compare],
  pushfold: ["Push/fold", async () => (await import("./pages/pushfold")).PushFold],
  equity: ["Equity", async () => (await import("./pages/equity")).Equity],
  icm: ["ICM", async () => (await import("./pages/icm")).Icm],
  jobs: ["Solve", async () => (await import("./pages/jobs")).Jobs],
  flops: ["Many flops", async () => (await import("./pages/flops")).Flops],
  play: ["Play", async () => (await import("./pages/lobby")).Lobby],
  table: ["Table", async () => (await import("./pages/table")).Tables],
  bankroll: ["Bankroll", async () => (await import("./pages/bankroll")).Bankroll],
  players: ["Opponents", async () => (await import("./pages/players")).Players],
  hands: ["Hands", async () => (await import("./pages/hands")).Hands],
  replay: ["Replay", async () => (await import("./pages/replay")).Replay],
};

function App(): JSX.Element {
  const { page, query } = usePlace();
  return <Shell page={page}>{page === "" ? <Home /> : <Later page={page} query={query} />}</Shell>;
}

function Later({ page, query }: PageProps & { page: string }): JSX.Element | null {
  const [loaded, setLoaded] = useState<{ page: string; Shown: Page } | null>(null);
  const [error, setError] = useState("");
  useEffect(() => {
    const found = PAGES[page];
    document.title = found ? `${found[0]} · pokerlab` : "pokerlab";
    setError("");
    if (!found) setError(`there is no page '${page}'`);
    else found[1]().then((Shown) => setLoaded({ page, Shown }), () => setError("the page could not be loaded: is the server still there?"));
  }, [page]);
  if (error) return <Trouble line={error} />;
  if (loaded?.page !== page) return null;
  return <loaded.Shown query={query} />;
}

applyTheme();
followLinks();
listenToKeys();
render(<App />, document.getElementById("app")!);
