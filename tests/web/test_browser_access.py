"""Every page and every state of it in a real browser: fits its width, can be touched, and axe-core finds nothing.

A covering selection in `make test`; all of them at every size and in both themes in `make slow`.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import pytest

pytest.importorskip("playwright")

from pages import SIZES, check_fit, check_page, look_in_both_themes
from playwright.sync_api import Page, expect
from running import REST, wait_for

NODE = "/browse?solution=cutoff&path=check/bet+18"
LONG = {
    "name": "a long one", "board": "Td9d6hQc", "pot": 200, "stack": 900, "oop": "66+,A8s+,AJo+",
    "ip": "22+,ATs+,KTs+,AQo+", "river": {"bet": "33%,66%,a", "raise": "60%,a"},
}  # fmt: skip
SMALL = """name = "small"
board = "Kh7h2c"
pot = 20
stack = 10
oop = "AA,KQs,87s"
ip = "QQ,JTs,87s"
flop = { bet = "50%" }
turn = { bet = "" }
river = { bet = "" }
"""
HAND = """variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [50, 100, 0]
min_bet = 100
starting_stacks = [10000, 10000, 8000]
actions = ["d dh p1 7d2c", "d dh p2 AhKh", "d dh p3 QsQd", "p3 cbr 300", "p1 f", "p2 cc", "d db 2h7h9c", "p2 cc"]
"""


def nothing(page: Page) -> None:
    """A page as it opens."""


def tab(name: str) -> Callable[[Page], None]:
    """A panel of a node, which is a tab on a phone."""

    def show(page: Page) -> None:
        page.get_by_role("grid").first.wait_for()
        if (found := page.get_by_role("tab", name=name, exact=True)).count():
            found.click()
            expect(found).to_have_attribute("aria-selected", "true")
        else:
            page.get_by_role("region", name=name, exact=True).scroll_into_view_if_needed()

    return show


def all_cards(page: Page) -> None:
    tab("Run-outs")(page)
    page.get_by_role("button", name="Go through all cards").click()
    page.get_by_text(re.compile("mean over all cards")).wait_for()


def keys(page: Page) -> None:
    page.keyboard.press("?")
    page.get_by_role("dialog", name="Keys").wait_for()


def shelf(page: Page) -> None:
    page.get_by_role("button", name="Ranges…").first.click()
    page.get_by_role("dialog").wait_for()


def single_hands(page: Page) -> None:
    cell = page.get_by_role("grid", name="OOP: range").get_by_role("gridcell", name=re.compile("^AKo "))
    cell.focus()
    page.keyboard.press("s")
    page.get_by_role("dialog", name="single hands").wait_for()


def locked(page: Page) -> None:
    page.context.clear_cookies()
    page.reload()
    page.get_by_text("pokerlab serve").wait_for()


def a_hand(page: Page) -> None:
    page.get_by_label("hands as text").fill(HAND)
    page.get_by_role("button", name="Next step").wait_for()


def painting(page: Page) -> None:
    page.get_by_role("grid", name="SB push: range").wait_for()


@dataclass(frozen=True)
class State:
    """How a page is brought into a state. `is_covered`: the tests of what it does look at it, wide and narrow;
    `is_narrow`: wide it is another state."""

    path: str
    prepare: Callable[[Page], None] = nothing
    is_covered: bool = False
    is_narrow: bool = False


STATES = {
    "start": State("/", is_covered=True),
    "node": State(NODE, is_covered=True),
    "spot": State("/spot?template=flop", is_covered=True),
    "jobs": State("/jobs", is_covered=True),
    "flops": State("/flops", is_covered=True),
    "report": State("/flops?source=job:{jobs.flops}&show=OOP+EV", is_covered=True),
    "lock": State("/browse?solution=river&path=check&lock=1", is_covered=True),
    "compare": State("/compare?a=river&b=river&path=check/bet+100", is_covered=True),
    "prizes beside chips": State("/pushfold?stacks=2000,1500,1000&payouts=65,35&beside=1", is_covered=True),
    "gains": State("/pushfold?stacks=1000,1000&show=gain", is_covered=True),
    "painted": State("/pushfold?stacks=1000,1000&fixed=0~50%25&paint=0&at=1-0", painting, is_covered=True),
    "heads-up tables": State("/pushfold?view=tables", is_covered=True),
    "icm": State("/icm", is_covered=True),
    "equity": State("/equity?ranges=QQ%2B,AK;20%25&board=QhJh2c&dead=2d", is_covered=True),
    "hand": State("/replay", a_hand, is_covered=True),
    "lobby": State("/play", is_covered=True),
    "bankroll": State("/bankroll", is_covered=True),
    "players": State("/players?name=fox", is_covered=True),
    "icm in big blinds": State("/icm?bb=100"),
    "no hand": State("/replay"),
    "no page": State("/no/such/page"),
    "no solution": State("/browse?solution=nobody"),
    "locked": State("/jobs", locked),
    "keys": State("/", keys),
    "shelf": State("/spot?template=flop", shelf),
    "single hands": State("/spot?template=flop", single_hands),
    "running": State("/jobs?id={jobs.running}"),
    "paused": State("/jobs?id={jobs.paused}"),
    "hands": State(NODE, tab("Hands"), is_narrow=True),
    "made hands": State(NODE, tab("Made hands and draws"), is_narrow=True),
    "distribution": State(NODE, tab("Distribution"), is_narrow=True),
    "both ranges": State(NODE, tab("Both ranges"), is_narrow=True),
    "run-outs": State("/browse?solution={jobs.turn}&path=check/check", all_cards),
}
SELECTED = [name for name, state in STATES.items() if not state.is_covered]
COVERING = [SIZES[0], SIZES[2]]
"""On a desk in the dark or on a phone in the light, by turns; the colours of the other theme are looked at in both."""


class Jobs:
    """Jobs to look at, each begun when somebody wants to see it."""

    def __init__(self, server) -> None:
        self._server = server

    @cached_property
    def turn(self) -> str:
        """The name of a solution with run-outs."""
        job = self._server.post("jobs", spot=LONG | {"name": "a turn"}, target=20)["job"]["id"]
        return self._server.job_in(job, "done")["solution"]

    @cached_property
    def flops(self) -> str:
        job = self._server.post("flops", toml=SMALL, only=["Kh7h2c", "9s8s4d"], target=5)["job"]["id"]
        return self._server.job_in(job, "done")["id"]

    @cached_property
    def _long(self) -> str:
        return self._server.post("jobs", spot=LONG, target=1e-4)["job"]["id"]

    @property
    def running(self) -> str:
        if self._server.get(f"jobs/{self._long}")["job"]["state"] == "paused":
            self._server.post(f"jobs/{self._long}/resume")
        wait_for(lambda: len(self._server.get(f"jobs/{self._long}")["steps"]) >= 2, "two steps")
        return self._long

    @property
    def paused(self) -> str:
        job = self.running
        self._server.post(f"jobs/{job}/pause")
        return self._server.job_in(job, "paused")["id"]


@pytest.fixture(scope="module")
def jobs(server) -> Jobs:
    return Jobs(server)


def opened(open_page, jobs, name: str, size, theme: str) -> Page:
    page = open_page(STATES[name].path.format(jobs=jobs), size, theme)
    page.evaluate(REST)
    STATES[name].prepare(page)
    return page


@pytest.mark.parametrize("name", SELECTED)
def test_states_of_pages_fit_and_are_accessible(open_page, jobs, name):
    size, theme = COVERING[STATES[name].is_narrow or SELECTED.index(name) % 2]
    check_page(opened(open_page, jobs, name, size, theme))
    if name == "running":
        assert jobs.paused  # it takes all processors


@pytest.mark.slow
@pytest.mark.parametrize("name", STATES)
def test_every_page_is_accessible_at_every_size_in_both_themes(open_page, jobs, name):
    for size, theme in SIZES:
        page = opened(open_page, jobs, name, size, theme)
        check_fit(page)
        look_in_both_themes(page)
        page.context.close()
    if name == "running":
        assert jobs.paused
