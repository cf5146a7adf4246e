// What the server has and does: its state, its solutions, its jobs as they move.
const api = "/api/1/";
const ask = async (path) => (await fetch(api + path)).json();
const at = (id) => document.querySelector(id);

function row(cells) {
  const line = document.createElement("tr");
  for (const cell of cells) {
    const place = document.createElement("td");
    const isNumber = typeof cell === "number" || /^[\d.,]+( [kMG]B|%)$/.test(String(cell));
    if (isNumber) place.className = "number";
    if (cell instanceof Node) place.append(cell);
    else place.textContent = cell ?? "";
    line.append(place);
  }
  return line;
}

const bytes = (count) => (count >= 1e9 ? `${(count / 1e9).toFixed(2)} GB` : count >= 1e6 ? `${(count / 1e6).toFixed(1)} MB` : `${(count / 1e3).toFixed(1)} kB`);
const percent = (number) => (number == null ? "" : `${Number(number.toPrecision(3))}%`);

function link(text, address) {
  const anchor = document.createElement("a");
  anchor.textContent = text;
  anchor.href = address;
  return anchor;
}

async function showSolutions() {
  const { solutions } = await ask("solutions");
  at("#solutions tbody").replaceChildren(
    ...solutions.map((one) =>
      row([link(one.name, `${api}solutions/${encodeURIComponent(one.name)}/file`), one.trouble ?? one.board, one.pot, one.streets.join(", "), percent(one.percent_of_pot), bytes(one.size)]),
    ),
  );
}

const jobs = new Map();
function showJobs() {
  at("#jobs tbody").replaceChildren(
    ...[...jobs.values()].reverse().map((job) => row([job.title, job.state, job.last?.iteration, percent(job.last?.percent_of_pot), job.doing ?? job.line])),
  );
}

async function start() {
  const status = await ask("status");
  if (status.error) return void (at("#status").textContent = status.error.line);
  const memory = status.free_memory == null ? "" : `, ${bytes(status.free_memory)} of memory free`;
  at("#status").textContent = `${status.program}, ${status.threads} threads${memory}; data in ${status.directory}`;
  await showSolutions();
  const socket = new WebSocket(`ws://${location.host}${api}socket`);
  socket.onopen = () => socket.send(JSON.stringify({ type: "subscribe", topic: "jobs" }));
  socket.onmessage = async (event) => {
    const message = JSON.parse(event.data);
    if (message.type !== "job") return;
    const before = jobs.get(message.job.id)?.state;
    jobs.set(message.job.id, message.job);
    showJobs();
    if (before && before !== message.job.state) await showSolutions();
  };
  socket.onclose = () => (at("#status").textContent = "the server has ended");
}

start();
