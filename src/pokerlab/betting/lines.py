"""Single lines of a menu, opened or closed: `add = ["check/bet 40"]`, `remove = ["bet 33/raise 120"]`.

A line is a path of steps (see `steps`); its last step is the action that is added or taken away where the others lead.
Amounts that are not on the menu may be added; what is legal is said by the rules. Lines hold on every card: streets may
be named (`check/check/turn/bet 40`) but not their cards.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from pokerlab.betting.menu import Choice, ComposedMenu, Menu
from pokerlab.betting.position import Position
from pokerlab.betting.sizes import Size
from pokerlab.betting.steps import dealt, find_choice, fits, read_step, steps_of, street_names
from pokerlab.errors import CardError, GameError, shorten
from pokerlab.games.betting import Betting
from pokerlab.games.rules import Game

MOST_LINES = 1000
"""The most lines of one menu."""

_NOWHERE = (-1, frozenset[int]())


@dataclass(frozen=True)
class LinedMenu(ComposedMenu):
    """A menu with lines added and removed.

    It remembers how many actions there were and which lines they have followed so far; once none is left, nothing.
    """

    menu: Menu
    add: tuple[str, ...] = ()
    remove: tuple[str, ...] = ()

    @property
    def menus(self) -> tuple[Menu, ...]:  # type: ignore[override]
        """The menu alone."""
        return (self.menu,)

    def __str__(self) -> str:
        lines = [f"+ {line}" for line in self.add] + [f"- {line}" for line in self.remove]
        return f"{self.menu} ({'; '.join(lines)})" if lines else str(self.menu)

    def check(self, game: Game) -> None:
        """A `GameError` that names the line if one leads nowhere or its last step is not legal there."""
        self.menu.check(game)
        if len(self._lines) > MOST_LINES:
            raise GameError(f"{len(self._lines)} lines are added and removed; at most {MOST_LINES} can be")
        for number, line in enumerate(self._lines):
            steps = self._steps(game)[number]
            betting, memory = Betting.start(game), self.first(game)
            for place, step in enumerate(steps):
                where = f"after '{shorten('/'.join(steps[:place]))}'" if place else "at the start"
                if betting.is_over:
                    raise GameError(f"line '{shorten(line)}': {where} the betting is over")
                choices = self.offer(betting, memory)
                if place == len(steps) - 1:
                    break
                try:
                    choice = choices[find_choice(self, betting, choices, step, where)]
                except GameError as error:
                    raise GameError(f"line '{shorten(line)}': {error}") from None
                after = betting.act(choice.action)
                betting, memory = after, self.then(memory, betting, choice, after)

    def offer(self, betting: Betting, memory: Hashable) -> tuple[Choice, ...]:
        """What the menu offers, with and without the lines that end here."""
        inner, (depth, followed) = _parts(memory)
        choices = self.menu.offer(betting, inner)
        steps = self._steps(betting.game)
        for number in sorted(followed):
            if len(steps[number]) == depth + 1:
                choices = self._changed(betting, choices, number, steps[number][-1])
        return choices

    def most_choices(self, betting: Betting) -> int:
        """As many as the menu has, and one for each line."""
        return self.menu.most_choices(betting) + len(self.add)

    def first(self, game: Game) -> Hashable:
        """All lines begin at the start."""
        return self.menu.first(game), (0, frozenset(range(len(self._lines))))

    def then(self, memory: Hashable, betting: Betting, choice: Choice, after: Betting) -> Hashable:
        """The lines that this choice goes on with."""
        inner, (depth, followed) = _parts(memory)
        inner = self.menu.then(inner, betting, choice, after)
        steps = self._steps(betting.game)
        longer = [number for number in followed if len(steps[number]) > depth + 1]
        left = frozenset(number for number in longer if fits(self.menu, betting, choice, steps[number][depth]))
        return inner, (depth + 1, left) if left else _NOWHERE

    def amount(self, betting: Betting, size: Size) -> int:
        """As the menu has it."""
        return self.menu.amount(betting, size)

    def lines_after(self, position: Position) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """What is left of the lines added and of those removed for a game that begins at a position."""
        _, (depth, followed) = _parts(position.memory)
        steps = self._steps(position.betting.game)
        left = [(number < len(self.add), "/".join(steps[number][depth:])) for number in sorted(followed)]
        return tuple(line for added, line in left if added), tuple(line for added, line in left if not added)

    def _changed(self, betting: Betting, choices: tuple[Choice, ...], number: int, step: str) -> tuple[Choice, ...]:
        line = shorten(self._lines[number])
        try:
            if number >= len(self.add):
                gone = find_choice(self, betting, choices, step, "here")
                if len(choices) == 1:
                    raise GameError("no action would be left")
                return choices[:gone] + choices[gone + 1 :]
            added = read_step(self.menu, betting, step)
            if any(choice.action == added.action for choice in choices):
                raise GameError(f"'{step}' is on the menu already")
        except GameError as error:
            raise GameError(f"line '{line}': {error}") from None
        return tuple(sorted((*choices, added), key=lambda choice: (choice.action.kind, choice.action.to)))

    def _steps(self, game: Game) -> list[list[str]]:
        """The actions of every line."""
        return _read_lines(self._lines, street_names(game))

    @cached_property
    def _lines(self) -> tuple[str, ...]:
        return self.add + self.remove


def _parts(memory: Any) -> tuple[Hashable, tuple[int, frozenset[int]]]:
    """What the menu remembers; how many actions there were, and the lines they have followed."""
    inner, lines = memory
    return inner, lines


@lru_cache(maxsize=64)
def _read_lines(lines: tuple[str, ...], streets: tuple[str, ...]) -> list[list[str]]:
    found = []
    for line in lines:
        steps = []
        for step in steps_of(line):
            try:
                deal = dealt(streets, step)
            except CardError as error:
                raise GameError(f"line '{shorten(line)}': {error}") from None
            if deal and deal[1]:
                raise GameError(f"line '{shorten(line)}': lines hold on every card, leave out '{shorten(step)}'")
            if not deal:
                steps.append(step)
        if not steps:
            raise GameError(f"line '{shorten(line)}': a line ends with an action")
        found.append(steps)
    return found
