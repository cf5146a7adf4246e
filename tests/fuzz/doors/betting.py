"""Doors of the packages `games` and `betting`: names and definitions of games, menus, views of cards, recall, sizes."""

from fuzz.door import Door, texts
from pokerlab.abstraction.notation import parse_abstraction
from pokerlab.betting.cardviews import card_view
from pokerlab.betting.game_size import GameSize, count_game
from pokerlab.betting.menu_reader import parse_menu
from pokerlab.betting.recall import Recall
from pokerlab.errors import GameError
from pokerlab.games.action import parse_action
from pokerlab.games.betting import Betting
from pokerlab.games.gamedef import format_gamedef, parse_gamedef
from pokerlab.games.library import named_game
from pokerlab.games.rules import Game

NAMES = (
    "kuhn", "kuhn3", "leduc", "leduc-nl:12", "holdem-limit", "holdem-limit:6", "holdem-nolimit:2,stack=400",
    "holdem-nolimit:players=6,stack=20000,small_blind=50,big_blind=100,ante=10",
    "holdem-potlimit:3,stack=60,big_blind=10",
    "holdem-nolimit:4,straddle=200", "holdem-limit:3,stack=40,small_bet=10,big_bet=25,small_blind=4,ante=1",
    "holdem-nolimit:2,big_blind_ante=100",
)  # fmt: skip
NAME_WORDS = (
    "kuhn", "leduc-nl", "holdem-nolimit", "holdem-limit", "players=", "stack=", "big_blind=", "small_blind=", "ante=",
    "straddle=", ":", ",", "=", "2", "10", "11", "0",
)  # fmt: skip
MENUS = (
    "*", "fcpa", "fchpa/h", "f,c,33%,75%,a", "f,c,50%,100%,a/50%", "fc", "fchqpwdtea", "c,150%", "f,c,33.3%,a",
    "f,c,2.5x,100c,2e,a", "fca | fcpa", "fcpa (+ check/bet 3; - raise 300)", "f,c,a | * (- fold)",
    "bet=50%, a; raise=2.5x; flop.seat0.donk=33%; river.ip.bet=; raise_cap=2; merge=0.1; aggressor=1",
)  # fmt: skip


def _card_abstraction(text: str) -> None:
    named = parse_abstraction(text)
    again = parse_abstraction(str(named))
    assert again == named, "what was written reads back differently"
    assert not again.cards.slips
    assert all(sights > 0 for sights in named.cards.sights)


def _game_name(text: str) -> None:
    game = named_game(text)
    betting = Betting.start(game)
    assert sum(betting.stacks) + betting.pot == sum(game.stacks)
    try:
        written = format_gamedef(game)
    except GameError:
        return
    assert parse_gamedef(written).stacks == game.stacks


def _gamedef(text: str) -> None:
    game = parse_gamedef(text)
    Betting.start(game)
    again = parse_gamedef(format_gamedef(game))
    assert again == game, "what was written reads back differently"


def _menu(text: str) -> None:
    menu = parse_menu(text)
    assert parse_menu(str(menu)) == menu
    for game in _GAMES:
        betting = Betting.start(game)
        try:
            choices = menu.choices(betting)
        except GameError:  # lines that lead nowhere here, menus for fewer seats
            continue
        for choice in choices[:100]:
            betting.act(choice.action)


_GAMES: tuple[Game, ...] = (
    named_game("holdem-nolimit:2,stack=400"),
    named_game("leduc"),
    named_game("holdem-potlimit:3"),
)


def _recall(text: str) -> None:
    recall = Recall.parse(text)
    assert Recall.parse(str(recall)) == recall


def _card_view(game: str, text: str) -> None:
    rules = named_game(game)
    view = card_view(rules, text)
    assert len(view.ways) == rules.streets
    assert all(ways > 0 for ways in view.ways)


def _size(game: str, menu: str, recall: str, cards: str) -> None:
    rules = named_game(game)
    sizes = GameSize(count_game(rules, parse_menu(menu), recall), card_view(rules, cards))
    assert sizes.total.infosets > 0
    assert sizes.total.actions >= sizes.total.infosets
    assert sizes.memory() == 8 * sizes.total.actions


def _action(text: str) -> None:
    assert parse_action(str(parse_action(text))) == parse_action(text)


DOORS = (
    Door(
        "game-name",
        texts(*NAMES),
        _game_name,
        30,
        NAME_WORDS,
        {
            "no player": ("holdem-nolimit:0",),
            "a thousand million players": ("holdem-nolimit:999999999",),
            "5,000 digits": ("leduc-nl:" + "9" * 5000,),
            "no stack": ("leduc-nl:0",),
            "two lines": ("ku\nhn",),
            "one player": ("holdem-limit:1",),
            "no blinds": ("holdem-nolimit:2,big_blind=0,small_blind=0",),
            "no bet": ("holdem-limit:2,small_bet=0",),
            "a megabyte": ("holdem-nolimit:" + "stack=5," * 100_000,),
        },
    ),
    Door(
        "gamedef",
        texts(
            *(
                format_gamedef(named_game(name))
                for name in ("leduc", "kuhn3", "holdem-nolimit:2", "holdem-limit:6", "leduc-nl:12")
            )
        ),
        _gamedef,
        30,
        ("GAMEDEF", "END GAMEDEF", "limit", "nolimit", "numPlayers = ", "stack = ", "blind = ", "#", "\n"),
        {
            "half a thousand million rounds": (
                "GAMEDEF\nnolimit\nnumPlayers = 2\nnumRounds = 500000000\nstack = 20000 20000\nblind = 100 50\n"
                "numSuits = 4\nnumRanks = 13\nnumHoleCards = 2\nnumBoardCards = 0 3 1 1\nEND GAMEDEF\n",
            ),
            "half a thousand million players": (
                "GAMEDEF\nlimit\nnumPlayers = 500000000\nnumRounds = 1\nEND GAMEDEF\n",
            ),
            "a million numbers": ("GAMEDEF\nlimit\nstack = " + "1 " * 400_000 + "\nEND GAMEDEF\n",),
            "a long word": ("GAMEDEF\n" + "x" * 100_000 + " = 1\nEND GAMEDEF\n",),
        },
    ),
    Door(
        "menu",
        texts(*MENUS),
        _menu,
        30,
        ("f", "c", "a", "h", "p", "33%", "*", "/", ",", "%", "bet=", "; raise=", "flop.", "seat0.", "merge="),
        {
            "a pot to the power of a million million": ("f,c,1E+999999999999%,a",),
            "hardly a pot": ("f,c,1e-999999999999%",),
            "400 digits": ("f,c," + "9" * 400 + "%",),
            "5,000 digits": ("f,c," + "9" * 5000 + "%,a",),
            "a third": ("f,c,1/3%",),
            "NaN": ("f,c,nan%",),
            "a thousand sizes": (",".join(["f", "c", *(f"{n}%" for n in range(1, 3000))]),),
            "two lines": ("f\nc",),
        },
    ),
    Door(
        "recall",
        texts("ibr", "street:in+paid", "in+paid+raiser", "street:in+paid+raiser+raises"),
        _recall,
        10,
        ("in", "paid", "raiser", "raises", "street:", "+"),
    ),
    Door(
        "card-view",
        (("holdem-limit", "all"), ("leduc", "one"), ("kuhn", "canonical"), ("holdem-limit", "buckets:2.4.8.16")),
        _card_view,
        3,
        ("buckets:", "all", ".", "2"),
        {"buckets of 5,000 digits": ("kuhn", "buckets:" + "9" * 5000), "other digits": ("kuhn", "buckets:²")},
    ),
    Door(
        "size",
        (
            ("leduc", "*", "perfect", "canonical"),
            ("kuhn", "fc", "ibr", "one"),
            ("leduc-nl:12", "fcpa", "perfect", "all"),
            ("holdem-limit", "*", "ibr", "buckets:2.4.8.16"),
            ("holdem-nolimit:2,stack=20,small_blind=1,big_blind=2", "*", "perfect", "one"),
            ("holdem-nolimit:2,stack=400", "fcpa", "in+paid", "canonical"),
        ),
        _size,
        1,
        (*NAME_WORDS, "ibr", "perfect", "all"),
        seconds=60.0,
        known={
            "a hundred million chips": ("leduc-nl:100000000", "*", "perfect", "one"),
            "deep": ("holdem-nolimit:2,stack=100000000,small_blind=1,big_blind=2", "*", "perfect", "one"),
            "deep, with some bets": (
                "holdem-nolimit:2,stack=100000000,small_blind=1,big_blind=2",
                "fcpa",
                "ibr",
                "one",
            ),
        },
    ),
    Door(
        "card-abstraction",
        texts(
            "8.8.8.8",
            "fcpa.ir169.64.8.8",
            "ir169.72hs2x2hs.12.12",
            "ir169.emd500.irpa50.ochs9000",
            "ir169.dir-pub20x36hs2x5hs-20x1.pub3x20hs2x3hs-3x1.60",
            "f,c,2.5x,a.8hs2p3.dir-64-8.irall.8hsp4",
        ),
        _card_abstraction,
        10,
        ("ir", "dir-", "pub", "emd", "pa", "ochs", "hs", "hs2", "p3", "x", ".", "-", "all", "169", "8", "1", "fcpa"),
        {
            "5,000 digits": ("8." + "9" * 5000 + ".8.8",),
            "other digits": ("8.²8.8.8",),
            "many parts": (".".join("8" * 5000),),
            "many cuts": ("8." + "x".join("1" * 5000) + ".8.8",),
        },
    ),
    Door("action", texts("f", "c", "k", "r300", "r1"), _action, 5, known={"400 digits": ("r" + "9" * 400,)}),
)
