"""`pokerlab play`: a person against an agent, at the terminal."""

from typing import TYPE_CHECKING, Annotated

import typer

from pokerlab.cli.match_options import GameOption, SeedOption
from pokerlab.cli.terminal import console, paint_cards

if TYPE_CHECKING:
    from pokerlab.games.betting import Betting
    from pokerlab.games.view import View
    from pokerlab.table.hand import PlayedHand


def play(
    agent: Annotated[list[str], typer.Argument(help="Who plays against you, by name; see `pokerlab agents`.")],
    game: GameOption = "holdem-nolimit:2",
    hands: Annotated[int, typer.Option(min=1, help="Hands to play; the seats rotate.")] = 100,
    carry_on: Annotated[
        bool, typer.Option("--carry-on", help="Stacks carry on from hand to hand; nothing left buys in anew.")
    ] = False,
    seed: SeedOption = 0,
) -> None:
    """Play against agents. You see your cards, the board and what is legal; type fold, check, call, 300 or all-in.

    A number is the amount that a bet or raise goes to. At the end of each hand all cards are shown. Ctrl-C or an empty
    end of input leaves the table.

    \b
    Examples:
      pokerlab play always-call --game leduc --hands 3
      pokerlab play uniform uniform --game holdem-limit:3 --carry-on
    """
    from pokerlab.agents.human import Human
    from pokerlab.agents.registry import named_agent
    from pokerlab.errors import MatchError
    from pokerlab.lab.play_job import game_of
    from pokerlab.table.session import Session

    rules, dealer = game_of(game)
    if len(agent) != rules.players - 1:
        others_needed = "one agent" if rules.players == 2 else f"{rules.players - 1} agents"
        raise MatchError(f"{rules.name} has {rules.players} seats: name {others_needed}, not {len(agent)}")
    others = [named_agent(name) for name in agent]
    for name, other in zip(agent, others, strict=True):
        if why := other.plays(rules):
            raise MatchError(f"{name}: {why}")
    seats = [Human.asked_by(_ask, lambda line: console().print(line, markup=False)), *others]
    session, won = Session(rules, dealer, seats, ["you", *agent], seed=seed, carries_on=carry_on), 0
    try:
        for hand in range(hands):
            stacks = f"   stacks {', '.join(f'{chips:,}' for chips in session.stacks)}" if carry_on else ""
            console().print(f"\nhand {hand + 1}{stacks}", style="bold", markup=False)
            played = session.play()
            if any(trouble.line.startswith("EOFError") for trouble in played.troubles):
                break
            won = session.won[0]
            _show_end(played, won)
    except KeyboardInterrupt:
        console().print()
    console().print(f"you have won {won:+,} chips", markup=False)


def _ask(view: "View") -> str:
    from rich.text import Text

    line = Text.assemble(paint_cards(view.private), "   ")
    if view.board:
        line.append_text(paint_cards(view.board))
        line.append("   ")
    line.append(f"pot {sum(view.betting.paid):,}   {view.legal}")
    if history := _history(view.betting):
        console().print("  " + ", ".join(history), style="dim", markup=False)
    console().print(line)
    return input("> ")


def _history(betting: "Betting") -> list[str]:
    """What was done on this street."""
    from pokerlab.games.betting import Betting
    from pokerlab.records.narration import action_words

    before, lines = Betting.start(betting.game), []
    for done in betting.history:
        after = before.act(done.action)
        if done.street == betting.street:
            lines.append(f"seat {done.seat + 1} {action_words(before, done, after)}")
        before = after
    return lines


def _show_end(played: "PlayedHand", won: int) -> None:
    from rich.text import Text

    state = played.state
    if state.board:
        console().print(Text.assemble("board  ", paint_cards(state.board)))
    for seat, name in enumerate(played.names):
        folded = "" if state.betting.live >> seat & 1 else "  folded"
        console().print(Text.assemble(paint_cards(state.private[seat]), f"  {played.payoffs[seat]:+,}  {name}{folded}"))
    console().print(f"so far {won:+,}", style="dim", markup=False)
