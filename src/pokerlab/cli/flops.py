"""`pokerlab flops`: one spot on many flops."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pokerlab.cli.csv_files import write_csv, write_text
from pokerlab.cli.spot_options import takes_spot
from pokerlab.cli.terminal import JsonOption, console, print_json, print_table
from pokerlab.cli.where_options import (
    ClusterOption,
    CollectOption,
    JobsOption,
    TlsOption,
    place_to_work,
    run_shown,
)
from pokerlab.errors import shorten

if TYPE_CHECKING:
    from pokerlab.postflop.flop_report import FlopRow, Record
    from pokerlab.postflop.flops import Flop
    from pokerlab.postflop.spot import Spot

_CHOICE, _REPORT = "Which flops", "The report"


@takes_spot
def flops(
    spot: "Spot",
    out: Annotated[Path, typer.Option(help="The directory of the run; what is done there is not done again.")],
    all_: Annotated[
        bool, typer.Option("--all", help="All flops up to suits: 1,755 for most ranges.", rich_help_panel=_CHOICE)
    ] = False,
    subset: Annotated[
        int | None,
        typer.Option(
            help="25, 50, 100 or 200 flops, with weights, that stand for all.", metavar="SIZE", rich_help_panel=_CHOICE
        ),
    ] = None,
    sample: Annotated[
        int | None, typer.Option(min=1, help="So many flops, drawn as often as they come.", rich_help_panel=_CHOICE)
    ] = None,
    only: Annotated[
        str,
        typer.Option(
            help="These flops, separated by commas: 'QsJh2h, 7c7d2s'.", metavar="FLOPS", rich_help_panel=_CHOICE
        ),
    ] = "",
    seed: Annotated[int, typer.Option(min=0, help="Seed of --sample.", rich_help_panel=_CHOICE)] = 0,
    target: Annotated[float, typer.Option(help="Exploitability to reach on each flop, % of the pot.")] = 0.5,
    compress: Annotated[bool, typer.Option("--compress", help="16-bit tables: half the memory.")] = False,
    keep: Annotated[str, typer.Option(help="What is kept of a flop: flop (its strategies) or full (all).")] = "flop",
    jobs: JobsOption = None,
    cluster: ClusterOption = "",
    tls_dir: TlsOption = None,
    collect: CollectOption = False,
    dry: Annotated[bool, typer.Option("--dry", help="Only list the flops that would be solved.")] = False,
    node: Annotated[
        str, typer.Option(help="The decision to report, such as 'check/bet 33'.", rich_help_panel=_REPORT)
    ] = "",
    by: Annotated[
        str,
        typer.Option(
            help="Rows: flop, all, or high, suits, pairs, connected; several with commas.", rich_help_panel=_REPORT
        ),
    ] = "suits",
    where: Annotated[
        str,
        typer.Option(
            help="Only some flops, such as 'high==A and not paired and suits==2'.", metavar="FILTER",
            rich_help_panel=_REPORT,
        ),
    ] = "",
    sort: Annotated[
        str,
        typer.Option(
            help="A column, largest first ('-COLUMN': smallest first).", metavar="COLUMN", rich_help_panel=_REPORT,
            show_default="weight",
        ),
    ] = "",
    against: Annotated[
        Path | None,
        typer.Option(help="Another run: what is more or less here.", metavar="DIR", rich_help_panel=_REPORT),
    ] = None,
    compare_subsets: Annotated[
        bool,
        typer.Option(
            "--compare-subsets", help="How far subsets and samples are from all flops.", rich_help_panel=_REPORT
        ),
    ] = False,
    html: Annotated[
        str, typer.Option(metavar="FILE", help="Write a page with a map of the flops.", rich_help_panel=_REPORT)
    ] = "",
    csv: Annotated[
        str, typer.Option(metavar="FILE", help="Write the rows as CSV; '-' is stdout.", rich_help_panel=_REPORT)
    ] = "",
    json: JsonOption = False,
) -> None:  # fmt: skip
    """Solve one spot on many flops, and report how it is played over them.

    Every flop is a piece of work of its own, in processes here or on a cluster. Whatever ends the run, what is done
    stays: the same command goes on, and more flops are added to what is there. The flops that were chosen are reported;
    without --all, --subset, --sample or --only those that are there. Means count every flop as often as it comes, or by
    the weights of the subset.

    A filter compares high, middle and low (cards) with ranks, suits and straights (that are possible) with numbers, and
    asks for paired, trips or unpaired; with and, or, not and parentheses.

    \b
    Examples:
      pokerlab flops examples/flop.toml --subset 25 --target 1 --out runs/srp
      pokerlab flops examples/flop.toml --only Kh7h2c,9s8s4d --by flop --out runs/a
      pokerlab flops examples/flop.toml --all --compress --out runs/srp
      pokerlab flops examples/flop.toml --out runs/srp --by high --sort 'oop share'
      pokerlab flops examples/flop.toml --out runs/srp --where paired --node check
      pokerlab flops examples/flop.toml --out runs/srp --html srp.html
    """
    from pokerlab.postflop.flop_report import flop_rows, sorted_rows
    from pokerlab.postflop.flops import flop_tasks, solved_flops

    wanted = _chosen(spot, all_=all_, subset=subset, sample=sample, only=only, seed=seed)
    if html and against:
        raise typer.BadParameter("--html shows one run: leave out --against")
    if dry:
        if not wanted:
            raise typer.BadParameter("--dry lists flops: choose some by --all, --subset, --sample or --only")
        _list(wanted, csv)
        return
    if wanted:
        tasks = flop_tasks(spot, wanted, target=target, compressed=compress, keep=keep)
        place = place_to_work(cluster, tls_dir, collect)
        for _ in run_shown("solving flops", tasks, out, place, jobs, about={"spot": tasks[0].arguments["spot"]}):
            pass
    if compare_subsets:
        _compare_subsets(spot, out, json=json)
        return
    weights = {flop.board: flop.weight for flop in wanted} or None
    records = solved_flops(out, spot, weights)
    if not records:
        raise typer.BadParameter(
            f"no flop is solved in {shorten(out)} for this spot yet: choose some by --all, --subset, --sample or --only"
        )
    if against:
        rows = _less_other_run(records, against, node=node, by=by, weights=weights, where=where)
    else:
        rows = flop_rows(records, node=node, by=by, weights=weights, where=where)
    rows = sorted_rows(rows, sort) if sort else rows
    if html:
        from pokerlab.postflop.flop_page import flop_page

        flat = rows if by == "flop" else flop_rows(records, node=node, weights=weights, where=where)
        write_text(html, flop_page(spot, flat))
    if json:
        print_json("pokerlab/flops/1", spot=spot.to_dict(), node=node, by=by, rows=[row.record() for row in rows])
    elif csv:
        write_csv(csv, [row.columns() for row in rows])
    elif not html:
        _print(rows, by, has_weights=subset is not None or sample is not None, is_difference=against is not None)


def _chosen(spot: "Spot", *, all_: bool, subset: int | None, sample: int | None, only: str, seed: int) -> "list[Flop]":
    from pokerlab.postflop.flop_subsets import subset_flops
    from pokerlab.postflop.flops import chosen_flops, distinct_flops, sampled_flops

    if all_ + (subset is not None) + (sample is not None) + bool(only) > 1:
        raise typer.BadParameter("give one of them: --all, --subset, --sample, --only")
    if only:
        return chosen_flops(spot, [text.strip() for text in only.split(",")])
    if subset is not None:
        return subset_flops(distinct_flops(spot), subset)
    if sample is not None:
        return sampled_flops(distinct_flops(spot), sample, seed)
    return distinct_flops(spot) if all_ else []


def _list(chosen: "list[Flop]", csv: str) -> None:
    """The flops with their weights."""
    from rich.table import Table

    total = sum(flop.weight for flop in chosen)
    if csv:
        write_csv(csv, [{"flop": flop.board, "ways": flop.ways, "weight": flop.weight / total} for flop in chosen])
        return
    table = Table(box=None, pad_edge=False)
    for name in ("flop", "of 22,100", "weight"):
        table.add_column(name, justify="left" if name == "flop" else "right")
    for flop in chosen:
        table.add_row(flop.board, f"{flop.ways:,}", f"{100 * flop.weight / total:.3f}%")
    print_table(table)


def _less_other_run(records: "list[Record]", directory: Path, **asked: Any) -> "list[FlopRow]":
    """Rows of the flops that both runs have, less those of the other."""
    from pokerlab.postflop.flop_report import differences, flop_rows
    from pokerlab.postflop.flops import solved_flops

    others = {record["board"]: record for record in solved_flops(directory)}
    both = [record for record in records if record["board"] in others]
    if not both:
        raise typer.BadParameter(f"{shorten(directory)} has none of these flops")
    theirs = [others[record["board"]] for record in both]
    return differences(flop_rows(both, **asked), flop_rows(theirs, **asked))


def _compare_subsets(spot: "Spot", directory: Path, *, json: bool) -> None:
    from rich.table import Table

    from pokerlab.postflop.flop_subsets import SAMPLES, compare_subsets
    from pokerlab.postflop.flops import distinct_flops, solved_flops

    every = distinct_flops(spot)
    found = compare_subsets(solved_flops(directory, spot, {flop.board for flop in every}), every)
    if json:
        print_json("pokerlab/flop-subsets/1", spot=spot.to_dict(), errors=[dict(vars(error)) for error in found])
        return
    table = Table(box=None, pad_edge=False)
    for name in ("flops", *found[0].subset):
        table.add_column(name, justify="left" if name == "flops" else "right")
    for error in found:
        for kind, errors in (("subset", error.subset), ("sample", error.samples)):
            table.add_row(f"{kind} of {error.size}", *(f"{100 * value:.2f}" for value in errors.values()))
    console().print(
        f"Errors of means against all flops, in percentage points; after a line of play, of the move with the largest. "
        f"Samples: root mean square over {SAMPLES}.", markup=False,
    )  # fmt: skip
    print_table(table)


def _print(rows: "list[FlopRow]", by: str, *, has_weights: bool, is_difference: bool) -> None:
    from rich.table import Table

    sign = "+" if is_difference else ""
    table = Table(box=None, pad_edge=False)
    table.add_column(by)
    weighed = "weight" if has_weights else "of 22,100"
    for name in ("flops", weighed, "oop EV", "ip EV", "oop equity", "oop share", "comes", *rows[0].moves):
        table.add_column(name, justify="right")
    for row in rows:
        table.add_row(
            row.name, f"{row.flops:,}", f"{100 * row.weight:.2f}%" if has_weights else f"{row.ways:,}",
            *(f"{value:{sign}.2f}" for value in row.ev),
            *(f"{100 * value:{sign}.1f}%" for value in (row.equity[0], row.share, row.comes, *row.moves.values())),
        )  # fmt: skip
    print_table(table)
