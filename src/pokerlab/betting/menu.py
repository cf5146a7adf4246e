"""Menus of bets: which of the legal actions are considered.

A menu is whatever answers `choices(betting)` with labelled actions. Here are what menus have in common, and those that
`menu_reader` reads from text; `street_menu` has menus by street and seat, `lines` opens or closes single lines of any
menu.

What a size means in chips is said in `sizes`: at least the smallest legal raise; what reaches the largest legal bet is
that bet. Sizes that come to the same amount are one action.
"""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from pokerlab.betting.sizes import Size, SizeKind
from pokerlab.errors import GameError, shorten
from pokerlab.games.action import CALL, FOLD, Action, raise_to
from pokerlab.games.betting import Betting, Legal
from pokerlab.games.rules import Game

MOST_CHOICES = 1_000_000
"""More bets than this are not offered at once."""


class Choice(NamedTuple):
    """An action of a menu, with the label of the size that gave it (`f`, `c`, `p`, `33%`, `a`, or `r7`)."""

    label: str
    action: Action


class Menu(ABC):
    """Which actions are considered. Menus are frozen and compare by what they offer.

    A menu may depend on what happened before: then it keeps a memory, which `first` begins and `then` goes on with. All
    later betting depends on a menu's past by this memory alone, so the less it holds the more of a tree is alike.
    """

    is_every_bet = False
    """Whether it offers every legal bet."""
    is_uniform = True
    """Whether it offers the same to all seats, whatever happened before."""
    looks_at_pot = True
    """Whether its bets depend on the pot."""
    looks_at_raises = False
    """Whether its bets depend on how many raises there were on the street."""

    def choices(self, betting: Betting) -> tuple[Choice, ...]:
        """The actions considered, in the order fold, call, raises from small to large; the hand so far is gone through
        again if the menu depends on it."""
        self.check(betting.game)
        return self.offer(betting, self.memory_of(betting))

    @abstractmethod
    def offer(self, betting: Betting, memory: Hashable) -> tuple[Choice, ...]:
        """The same, with what the menu remembers of the hand so far."""

    @abstractmethod
    def most_choices(self, betting: Betting) -> int:
        """No fewer than the actions considered."""

    def check(self, game: Game) -> None:
        """A `GameError` if the menu does not fit a game."""
        return

    def first(self, game: Game) -> Hashable:
        """What it remembers at the start of a hand."""
        return None

    def then(self, memory: Hashable, betting: Betting, choice: Choice, after: Betting) -> Hashable:
        """What it remembers after a choice of the actor of `betting` that led to `after`."""
        return None

    def memory_of(self, betting: Betting) -> Hashable:
        """What it remembers of a hand so far, found by going through it again."""
        past = Betting.start(betting.game)
        memory = self.first(betting.game)
        if memory is None:
            return None
        for played in betting.history:
            offered = {choice.action: choice for choice in self.offer(past, memory)}
            after = past.act(played.action)
            memory = self.then(memory, past, offered.get(played.action, Choice("", played.action)), after)
            past = after
        return memory

    def amount(self, betting: Betting, size: Size) -> int:
        """The chips a size comes to at this table, for an actor who may bet or raise."""
        return chips_of(betting, betting.legal, size)


@dataclass(frozen=True)
class EveryBet(Menu):
    """Every legal bet, chip by chip."""

    is_every_bet = True
    looks_at_pot = False

    def __str__(self) -> str:
        return "*"

    def offer(self, betting: Betting, memory: Hashable) -> tuple[Choice, ...]:
        """All legal actions."""
        legal = betting.legal
        if self.most_choices(betting) > MOST_CHOICES:
            raise GameError(
                f"{betting.game.name}: there are {legal.max_raise - legal.min_raise + 1:,} different bets at once; "
                f"the limit is {MOST_CHOICES:,} (take a menu of bets, or larger chips)"
            )
        amounts = range(legal.min_raise, legal.max_raise + 1) if legal.max_raise else ()
        return (*passive(legal), *(Choice(f"r{amount}", raise_to(amount)) for amount in amounts))

    def most_choices(self, betting: Betting) -> int:
        """Exactly as many as are considered."""
        legal = betting.legal
        return 1 + legal.fold + (legal.max_raise - legal.min_raise + 1 if legal.max_raise else 0)


EVERY_BET = EveryBet()
"""The menu with every legal bet."""


@dataclass(frozen=True)
class SizeMenu(Menu):
    """The same sizes everywhere, each with its label, and whether folding is considered.

    `restricted` labels may be used once per seat and street, and not on the first street.
    """

    sizes: tuple[tuple[str, Size], ...] = ()
    fold: bool = True
    restricted: frozenset[str] = frozenset()

    @property
    def is_uniform(self) -> bool:  # type: ignore[override]
        """No seat has a past of its own unless a size is restricted."""
        return not self.restricted

    @property
    def looks_at_pot(self) -> bool:  # type: ignore[override]
        """Fold, call and all-in do not."""
        return any(size.kind is not SizeKind.ALL_IN for _, size in self.sizes)

    def __str__(self) -> str:
        labels = [label for label, _ in self.sizes]
        tokens = ["f"] * self.fold + ["c", *labels]
        limited = [label for label in labels if label in self.restricted]
        joint = "" if all(len(token) == 1 for token in tokens) else ","
        return joint.join(tokens) + ("/" + joint.join(limited) if limited else "")

    def offer(self, betting: Betting, memory: Hashable) -> tuple[Choice, ...]:
        """The sizes that are not used up."""
        legal = betting.legal
        sizes: Iterable[tuple[str, Size]] = self.sizes
        if self.restricted:
            closed = self.restricted if betting.street == 0 else memory[betting.actor]  # type: ignore[index]
            sizes = [(label, size) for label, size in sizes if label not in closed]
        return (*passive(legal, fold=self.fold), *raises(amounts_of(betting, legal, sizes)))

    def most_choices(self, betting: Betting) -> int:
        """Fold, call and all sizes."""
        return 2 + len(self.sizes)

    def first(self, game: Game) -> Hashable:
        """The restricted labels that each seat has used on this street: none."""
        return (frozenset[str](),) * game.players if self.restricted else None

    def then(self, memory: Hashable, betting: Betting, choice: Choice, after: Betting) -> Hashable:
        """One label more; nothing is used on a new street."""
        if memory is None or after.street > betting.street:
            return self.first(betting.game)
        return _with_label(memory, betting.actor, choice.label, self.restricted)  # type: ignore[arg-type]


class ComposedMenu(Menu):
    """A menu that stands on others: `menus`."""

    menus: tuple[Menu, ...]
    is_uniform = False

    @property
    def looks_at_pot(self) -> bool:  # type: ignore[override]
        """If one of them does."""
        return any(menu.looks_at_pot for menu in self.menus)

    @property
    def looks_at_raises(self) -> bool:  # type: ignore[override]
        """If one of them does."""
        return any(menu.looks_at_raises for menu in self.menus)


@dataclass(frozen=True)
class SeatMenus(ComposedMenu):
    """A menu for each seat."""

    menus: tuple[Menu, ...]

    def __str__(self) -> str:
        return " | ".join(map(str, self.menus))

    def offer(self, betting: Betting, memory: Hashable) -> tuple[Choice, ...]:
        """What the actor's menu offers."""
        return self.menus[betting.actor].offer(betting, memory[betting.actor] if memory else None)  # type: ignore[index]

    def most_choices(self, betting: Betting) -> int:
        """As the actor's menu says."""
        return self.menus[betting.actor].most_choices(betting)

    def check(self, game: Game) -> None:
        """There is one for each seat."""
        if len(self.menus) != game.players:
            raise GameError(f"menu '{shorten(self)}': {len(self.menus)} menus for {game.players} seats")
        for menu in self.menus:
            menu.check(game)

    def first(self, game: Game) -> Hashable:
        """What each menu remembers."""
        memories = tuple(menu.first(game) for menu in self.menus)
        return memories if any(memory is not None for memory in memories) else None

    def then(self, memory: Hashable, betting: Betting, choice: Choice, after: Betting) -> Hashable:
        """What each menu remembers."""
        if memory is None:
            return None
        pairs = zip(self.menus, memory, strict=True)  # type: ignore[call-overload]
        return tuple(menu.then(own, betting, choice, after) for menu, own in pairs)

    def amount(self, betting: Betting, size: Size) -> int:
        """As the actor's menu has it."""
        return self.menus[betting.actor].amount(betting, size)


@dataclass(frozen=True)
class ResumedMenu(ComposedMenu):
    """A menu for a game that begins in the middle of a hand, with what it remembers of the hand before."""

    menu: Menu
    memory: Hashable

    @property
    def menus(self) -> tuple[Menu, ...]:  # type: ignore[override]
        """The menu alone."""
        return (self.menu,)

    def __str__(self) -> str:
        return str(self.menu)

    def offer(self, betting: Betting, memory: Hashable) -> tuple[Choice, ...]:
        """What the menu offers."""
        return self.menu.offer(betting, memory)

    def most_choices(self, betting: Betting) -> int:
        """As the menu says."""
        return self.menu.most_choices(betting)

    def first(self, game: Game) -> Hashable:
        """What it remembers of the hand before."""
        return self.memory

    def then(self, memory: Hashable, betting: Betting, choice: Choice, after: Betting) -> Hashable:
        """As the menu does."""
        return self.menu.then(memory, betting, choice, after)

    def amount(self, betting: Betting, size: Size) -> int:
        """As the menu has it."""
        return self.menu.amount(betting, size)


def passive(legal: Legal, *, fold: bool = True) -> list[Choice]:
    """Fold, where it is legal and considered, and check or call."""
    return [Choice("f", FOLD), Choice("c", CALL)] if legal.fold and fold else [Choice("c", CALL)]


def raises(amounts: dict[int, str]) -> list[Choice]:
    """Bets or raises to these amounts of chips, from small to large."""
    return [Choice(label, raise_to(amount)) for amount, label in sorted(amounts.items())]


def amounts_of(betting: Betting, legal: Legal, sizes: Iterable[tuple[str, Size]]) -> dict[int, str]:
    """The chips that labelled sizes come to: amount -> label. Of equal amounts all-in gives its label, else the first;
    nothing where no raise is legal. A multiple of the bet faced is left out where none is faced."""
    amounts: dict[int, str] = {}
    if not legal.max_raise:
        return amounts
    for label, size in sizes:
        if size.kind is SizeKind.MULTIPLE and not betting.level:
            continue
        amount = chips_of(betting, legal, size)
        if size.kind is SizeKind.ALL_IN:
            amounts[amount] = label
        else:
            amounts.setdefault(amount, label)
    return amounts


def chips_of(betting: Betting, legal: Legal, size: Size) -> int:
    """The chips that the actor's bet or raise of a size comes to, as the limits allow it."""
    return min(max(meant_chips(betting, size), legal.min_raise), legal.max_raise)


def meant_chips(betting: Betting, size: Size) -> int:
    """The chips that the actor's bet or raise of a size would come to, whether that is legal or not."""
    game, level = betting.game, betting.level
    behind = betting.bets[betting.actor] + betting.stacks[betting.actor] - level
    return size.raise_to(level, betting.pot + betting.to_call, behind, game.streets - betting.street)


def _with_label(
    memory: tuple[frozenset[str], ...], seat: int, label: str, restricted: frozenset[str]
) -> tuple[frozenset[str], ...]:
    if label not in restricted:
        return memory
    return (*memory[:seat], memory[seat] | {label}, *memory[seat + 1 :])
