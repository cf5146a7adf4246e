"""`pokerlab buckets`: which hands are treated alike, and the features of hands that this is decided by."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pokerlab.cli.terminal import JsonOption, ThreadsOption, console, print_json, print_table
from pokerlab.cli.where_options import ClusterOption, CollectOption, DataOption, JobsOption, TlsOption, workers_maker

if TYPE_CHECKING:
    from pokerlab.abstraction.buckets import Buckets

app = typer.Typer(no_args_is_help=True, help="Features of hands, and buckets of hands that are treated alike.")

DirOption = Annotated[
    Path | None,
    typer.Option(
        "--dir", metavar="DIR", help="Where the tables of features are.",
        show_default="features in $POKERLAB_DATA_DIR or the user's data directory",
    ),
]  # fmt: skip


@app.command()
def features(
    directory: DirOption = None,
    ochs: Annotated[bool, typer.Option("--ochs", help="Also strengths against clusters of starting hands.")] = False,
    jobs: JobsOption = None,
    cluster: ClusterOption = "",
    tls_dir: TlsOption = None,
    collect: CollectOption = False,
    data: DataOption = "",
    json: JsonOption = False,
) -> None:
    """Build the tables of features: strength, potential and shares of every hand on every street, up to suits.

    What is there and whole stays; what is missing or damaged is built. It takes one or two minutes of
    two cores and 7 GB of disk while it lasts, 3 GB in the end (OCHS: 2 GB, and 1), and goes on where it was stopped.

    \b
    Examples:
      pokerlab buckets features
      pokerlab buckets features --dir /data/features --jobs 2
    """
    from pokerlab.abstraction.feature_build import FeaturesJob
    from pokerlab.cli.run_progress import TerminalListener

    where = f"cluster:{cluster}" if cluster else "processes"
    workers = workers_maker(cluster, tls_dir, collect, data)
    place = str(directory) if directory else None
    job = FeaturesJob(directory=place, ochs=ochs, jobs=jobs, where=where, collect=collect)
    built = job.run(TerminalListener(), workers)
    if json:
        print_json("pokerlab/features/1", **built.record())
        return
    for row in built.record()["files"]:
        console().print(f"{row['file']:<18} {row['bytes']:>15,} bytes{'  built' if row['built'] else ''}", markup=False)


NameArgument = Annotated[str, typer.Argument(metavar="NAME", help="A name such as ir169.64.8.8, or a file of buckets.")]
BucketsDirOption = Annotated[
    Path | None,
    typer.Option(
        "--dir", metavar="DIR", help="Where buckets are kept.",
        show_default="buckets in $POKERLAB_DATA_DIR or the user's data directory",
    ),
]  # fmt: skip
FeaturesOption = Annotated[
    Path | None,
    typer.Option(
        "--features", metavar="DIR", help="Where the tables of features are.",
        show_default="features in $POKERLAB_DATA_DIR or the user's data directory",
    ),
]  # fmt: skip


@app.command()
def build(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A name such as ir169.64.8.8.")],
    directory: BucketsDirOption = None,
    features: FeaturesOption = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of clusters.")] = 0,
    restarts: Annotated[
        int, typer.Option(min=0, max=100, help="Seedings of clusters of which the best is kept (0: 3, or 1 if many).")
    ] = 0,
    threads: ThreadsOption = None,
    anew: Annotated[bool, typer.Option("--anew", help="Build them even if they are there.")] = False,
    json: JsonOption = False,
) -> None:
    """Build buckets: which hands are treated alike on every street, by a name in the notation of card abstractions.

    The features have to be there (pokerlab buckets features). Percentiles take less than a minute; clusters
    take longer, which is said before, and a build that was stopped goes on where it was.

    \b
    Examples:
      pokerlab buckets build ir169.64.8.8
      pokerlab buckets build ir169.emd500.emd500.ochs500 --seed 1
      pokerlab buckets build ir169.dir-pub20x205-pub20x1.dir-pub3x68-pub3x1.68
    """
    from pokerlab.abstraction.bucket_build import BucketsJob
    from pokerlab.cli.run_progress import TerminalListener

    _warn_of_slips(name)
    job = BucketsJob(
        name=name, directory=_text(directory), features=_text(features), seed=seed, restarts=restarts,
        threads=threads, anew=anew,
    )  # fmt: skip
    built = job.run(TerminalListener())
    if json:
        print_json("pokerlab/buckets/1", **built.record())
        return
    _print_record(built.record())
    console().print(f"{built.file}: {'written' if built.is_new else 'is there already'}", markup=False, soft_wrap=True)


@app.command()
def show(
    name: NameArgument,
    hand: Annotated[str, typer.Argument(metavar="[HAND]", help="A hand, to look it up.")] = "",
    board: Annotated[str, typer.Argument(metavar="[BOARD]", help="A board of 3 to 5 cards, as they came.")] = "",
    directory: BucketsDirOption = None,
    json: JsonOption = False,
) -> None:
    """Show what a name means, and, if it is built, what came out: sights, empty buckets, masses; and look a hand up.

    \b
    Examples:
      pokerlab buckets show ir169.64.8.8
      pokerlab buckets show 2.4.8.16 AhKh Qh7h2c
    """
    from pokerlab.abstraction.bucket_build import buckets_record
    from pokerlab.abstraction.buckets import SUFFIX, Buckets, buckets_path

    is_file = name.endswith(SUFFIX)
    if not is_file:
        _warn_of_slips(name)
    if not is_file and not hand and not buckets_path(name, directory).exists():
        record = _named_record(name)
    else:
        buckets = Buckets.open(name, directory)
        record = buckets_record(buckets)
        if hand:
            record["hand"] = _looked_up(buckets, hand, board)
    if json:
        print_json("pokerlab/buckets/1", **record)
        return
    _print_record(record)
    if hand:
        found = record["hand"]
        console().print(
            f"{hand}{' on ' + board if board else ''}: {found['street']} sight {found['sight']} of {found['sights']}, "
            f"with {found['alike']} hands here", markup=False,
        )  # fmt: skip


@app.command()
def check(name: NameArgument, directory: BucketsDirOption = None, json: JsonOption = False) -> None:
    """Check a file of buckets: its checksums, and that its numbers are those of its hash.

    \b
    Examples:
      pokerlab buckets check ir169.64.8.8
    """
    from pokerlab.abstraction.buckets import Buckets, check_file

    if not str(name).endswith(".buckets"):
        _warn_of_slips(name)
    path = check_file(name, directory)
    buckets = Buckets.open(path)
    buckets.check()
    if json:
        print_json("pokerlab/buckets-check/1", file=str(path), name=str(buckets.name), hash=buckets.hash)
        return
    console().print(f"{path}: {buckets.name} {buckets.hash}, whole", markup=False, soft_wrap=True)


@app.command()
def judge(
    names: Annotated[list[str], typer.Argument(metavar="NAME...", help="Names that are compared on the same spots.")],
    spots: Annotated[
        list[Path] | None,
        typer.Option(
            "--spot", metavar="FILE", help="A spot (TOML); may be repeated.", show_default="a turn and a flop"
        ),
    ] = None,
    directory: BucketsDirOption = None,
    features: FeaturesOption = None,
    target: Annotated[float, typer.Option(help="Percent of the pot to which spots are solved inside buckets.")] = 0.3,
    iterations: Annotated[int, typer.Option(min=1, help="Most iterations of a spot.")] = 300,
    out: Annotated[Path | None, typer.Option("--out", help="Write a page with pictures (HTML).")] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the sample of hands, and of clusters.")] = 0,
    threads: ThreadsOption = None,
    json: JsonOption = False,
) -> None:
    """What buckets cost: masses, how far apart the hands of a bucket are, and how exploitable play with them is.

    Spots are solved with the buckets as groups of hands that play alike, and judged inside the buckets and in
    the real game. Names that forget are judged without being built; the others must be.

    \b
    Examples:
      pokerlab buckets judge ir169.ir50.ir50.50 8.8.8.8 --out buckets.html
      pokerlab buckets judge 8.8.8.8 --spot examples/turn1.toml
    """
    from pokerlab._files import check_writable, write_atomically
    from pokerlab.cli.example_files import or_example
    from pokerlab.cli.run_progress import TerminalListener
    from pokerlab.lab.bucket_judge import JudgeBuckets, default_spots

    for name in names:
        _warn_of_slips(name)
    if out:
        check_writable(out)
    result = JudgeBuckets(
        names=tuple(names), spots=tuple(str(or_example(spot)) for spot in spots) if spots else default_spots(),
        features=_text(features), directory=_text(directory), target=target, iterations=iterations,
        threads=threads, seed=seed,
    ).run(TerminalListener())  # fmt: skip
    if out:
        from pokerlab.lab.bucket_page import bucket_page

        write_atomically(out, bucket_page(result).encode())
    if json:
        print_json("pokerlab/buckets-judge/1", **result.record())
        return
    _print_judged(result.record())
    if out:
        console().print(f"{out}: written", markup=False, soft_wrap=True)


def _print_judged(record: dict[str, Any]) -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for column in ("name", "street", "buckets", "largest", "spread", "histograms", "explained"):
        table.add_column(column, justify="left" if column in ("name", "street") else "right", no_wrap=column != "name")
    for judged in record["names"]:
        for row in judged["streets"]:
            histogram = "" if row["histogram_spread"] is None else f"{row['histogram_spread']:.2f}"
            table.add_row(
                judged["name"], row["street"], f"{row['buckets']:,}", f"{100 * row['largest']:.2f}%",
                f"{row['spread']:.4f}", histogram, f"{100 * row['explained']:.2f}%",
            )  # fmt: skip
    print_table(table)
    for place, exact in enumerate(record["every_hand"]):
        console().print(f"\n{exact['spot']}: exploitability, % of the pot", markup=False)
        table = Table(box=None, pad_edge=False)
        for column in ("name", "groups a board", "inside", "real game"):
            table.add_column(column, justify="left" if column == "name" else "right", no_wrap=column != "name")
        for name, spot in [*((row["name"], row["spots"][place]) for row in record["names"]), ("every hand", exact)]:
            groups = ", ".join(f"{count:.0f}" for count in spot["groups"])
            table.add_row(name, groups, f"{spot['inside']:.3f}", f"{spot['real']:.3f}")
        print_table(table)


def _warn_of_slips(name: str) -> None:
    from pokerlab.abstraction.notation import parse_cards

    for slip in dict.fromkeys(parse_cards(name).slips):  # two streets may have the same
        typer.echo(f"pokerlab: {slip}", err=True)


def _text(path: Path | None) -> str | None:
    return str(path) if path else None


def _named_record(name: str) -> dict[str, Any]:
    """What a name alone says."""
    from pokerlab.abstraction.notation import STREETS, parse_cards

    cards = parse_cards(name)
    streets = [
        {"street": street, "part": str(part), "named": sights, "remembered": kept}
        for street, part, sights, kept in zip(STREETS, cards.parts, cards.sights, cards.sequences, strict=True)
    ]
    return {"name": str(cards), "hash": None, "streets": streets}


def _looked_up(buckets: "Buckets", hand: str, board: str) -> dict[str, Any]:
    from pokerlab.abstraction.notation import STREETS

    sight = buckets.one(hand, board)
    sights = buckets.hands(board)
    street = {0: 0, 3: 1, 4: 2, 5: 3}[len(board.replace(" ", "")) // 2]
    return {
        "hand": hand, "board": board, "street": STREETS[street], "sight": sight, "sights": buckets.sights[street],
        "alike": int((sights == sight).sum()),
    }  # fmt: skip


def _print_record(record: dict[str, Any]) -> None:
    from rich.table import Table

    hash_ = record["hash"]
    console().print(f"{record['name']}  {hash_ or '(not built)'}", markup=False, soft_wrap=True)
    table = Table(box=None, pad_edge=False)
    columns = ["street", "sights", "remembered", "named"] + (["empty", "smallest", "largest"] if hash_ else [])
    for column in columns:
        table.add_column(column, justify="left" if column == "street" else "right", no_wrap=True)
    for row in record["streets"]:
        cells = [row["street"], f"{row.get('sights', row['named']):,}", f"{row['remembered']:,}", f"{row['named']:,}"]
        if hash_:
            cells += [f"{row['empty']:,}", f"{100 * row['smallest']:.4f}%", f"{100 * row['largest']:.4f}%"]
        table.add_row(*cells)
    print_table(table)
    for key, about in record.get("clusters", {}).items():
        if "mean_distance" in about:
            console().print(
                f"{key}: mean distance {about['mean_distance']:.4g}, seed {about['seed']}, "
                f"{about['cpu_seconds']:.0f} s",
                markup=False,
            )
