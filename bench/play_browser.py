"""Tables in a real Chromium: from a click to what is painted, and frames while a table is turned."""

import sys
from pathlib import Path
from typing import Any

from measure import Goal

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "web"))

try:
    from playwright.sync_api import sync_playwright
    from running import FLAGS, Running, chromium_path
except ModuleNotFoundError as error:
    sync_playwright, missing = None, error.name

CLICKS = 60
FRAMES = 120
SIZE = {"width": 1440, "height": 900}
TURN = ".bar-rows.turn"

CLICK = """(selector) => new Promise((done) => {
  const bar = document.querySelector(".table-view"), began = performance.now();
  const before = document.querySelector(".hand-log ol").childElementCount;
  const painted = new MutationObserver(() => {
    if (document.querySelector(".hand-log ol").childElementCount === before) return;
    painted.disconnect();
    requestAnimationFrame(() => setTimeout(() => done(performance.now() - began)));
  });
  painted.observe(bar, {childList: true, subtree: true});
  document.querySelector(selector).click();
})"""
"""Click, and say after how many milliseconds what it did is painted: the log has a line more."""
DRAG = """(frames) => new Promise((done) => {
  const felt = document.querySelector(".felt-area"), box = felt.getBoundingClientRect();
  const [x, y, r] = [box.x + box.width / 2, box.y + box.height / 2, box.height / 3];
  const send = (type, angle) => felt.dispatchEvent(new PointerEvent(type, {
    bubbles: true, cancelable: true, pointerId: 1, isPrimary: true, button: 0, buttons: 1, pointerType: "mouse",
    clientX: x + r * Math.sin(angle), clientY: y + r * Math.cos(angle)}));
  felt.setPointerCapture = () => {};  // there is no pointer that could be captured
  let at = 0, began = 0;
  send("pointerdown", 0);
  const frame = (now) => {
    if (!at) began = now;
    if (at === frames) { send("pointerup", at / 20); done(1000 * frames / (now - began)); return; }
    send("pointermove", ++at / 20);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
})"""
"""Turn the table by a step in every frame; frames per second."""


def main(data: Path) -> list[Goal]:
    """The goals, or none without a Chromium."""
    if sync_playwright is None:
        print(f"tables are not measured in a browser: there is no {missing}")
        return []
    if not (path := chromium_path()):
        print("tables are not measured in a browser: there is no Chromium, POKERLAB_CHROMIUM may name one")
        return []
    with sync_playwright() as playwright, Running(data) as server:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        table = server.post(
            "tables", tournament={"structure": "turbo", "players": 10, "chips": 100_000}, opponents=["always-call"] * 9,
            speed="instant",
        )["state"]["id"]  # fmt: skip
        page = browser.new_context(viewport=SIZE).new_page()
        page.goto(server.link)
        page.goto(f"{server.home}/table?id={table}")
        clicks = sorted(_click(page) for _ in range(CLICKS))
        page.locator(TURN).wait_for()
        frames = float(page.evaluate(DRAG, FRAMES))
        browser.close()
    p95 = clicks[int(0.95 * len(clicks))]
    print(f"click to paint: {clicks[len(clicks) // 2]:.0f} ms, p95 {p95:.0f} ms; turned at {frames:.0f} frames/s")
    return [
        Goal("100 ms against 95% of clicks until they are painted", 100 / p95, 1),
        Goal("frames per second of a table that is turned against 50", frames / 50, 1),
    ]


def _click(page: Any) -> float:
    """Milliseconds from a click to what it paints."""
    page.locator(f"{TURN} .move.call").wait_for()
    return float(page.evaluate(CLICK, f"{TURN} .move.call"))


if __name__ == "__main__":
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        print(*main(Path(folder) / "data"), sep="\n")
