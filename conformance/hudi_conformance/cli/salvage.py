# SPDX-License-Identifier: Apache-2.0
"""`hudi-conformance salvage`: the readable rows of damaged files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import rich_click as click

from hudi_conformance.canonical.json import pretty
from hudi_conformance.cli import common, echo, places
from hudi_conformance.look.text import counted
from hudi_conformance.salvage.file import KINDS, UNREADABLE, salvage_file
from hudi_conformance.salvage.folder import salvage_all, sources_below, tables_below
from hudi_conformance.salvage.report import markdown

if TYPE_CHECKING:
    from hudi_conformance.audit.findings import FindingRow

    Task: TypeAlias = tuple[Path, Path, Sequence[FindingRow] | None]  # table, output, findings


@click.command("salvage")
@click.argument("path", required=False, type=places.ANY)
@common.out_option
@click.option(
    "--kind", type=click.Choice(KINDS), help="Kind of the file. Default: detected from its content."
)
@click.option("--files", is_flag=True, help="Salvage each file of a table separately, without merging.")
@click.option(
    "--from-audit",
    "audit",
    type=click.Path(exists=True, path_type=Path),
    metavar="DIR",
    help="Salvage the file groups that the last audit with --out DIR reported as damaged. Default: audit"
    " first.",
)
@common.json_option("Print the report as JSON. Default: Markdown.")
@common.limits_option
def command(
    *, path: Path | None, out: Path, kind: str | None, files: bool, audit: Path | None, as_json: bool
) -> int:
    """Write the readable rows of damaged tables, log files, HFiles and base files as Parquet.

    PATH is a table, a folder with tables, or a file. Files in a store are first copied to this machine.

    For a table, the rows of its snapshot are written, merged by the table's rules from the readable files:
    `rows/`, where `_hudi_salvage` is `ok`, or `maybe-stale` if a newer version or a delete may be lost;
    `partial/`, rows of which only `_hudi_salvage_columns` are known; `slices/`, the losses of each file
    slice; `report.json`, `report.md`. The table is audited first. Several tables are written below their
    relative paths.

    For a file: `records/<digest of the schema>/` for each schema, `deletes.parquet`, `commands.parquet`,
    `cells.parquet` and `info.parquet` of HFiles, `rows/` of base files, `blocks.parquet`, `lost.parquet`,
    `report.json` and `report.md`. Lost columns of a row group are null, and `hudi_lost_columns` names them.
    `hudi_found` distinguishes blocks that readers return, intact ones hidden by damage, those with a part of
    their frame destroyed, and the remains of torn ones. For a folder without tables, and with --files, each
    file is written below its own path, and `summary.json` counts them.

    Exits with 0 if everything was read and all rows are `ok`, 1 if something is or may be lost, 2 on wrong
    usage, 3 if nothing could be read.
    """
    if (path is None) == (audit is None):
        raise click.UsageError("expected either PATH or --from-audit DIR")
    if kind is not None and (path is None or path.is_dir()):
        raise click.UsageError("--kind requires a single file")
    if path is None:
        return _audited(audit or Path(), out, as_json=as_json)
    if path.is_dir():
        with common.reading(path):
            tables = [] if files else tables_below(path)
        if tables:
            return _tables(
                [(table, out / table.relative_to(path), None) for table in tables], as_json=as_json
            )
        return _many(path, out, as_json=as_json)
    if not path.is_file():
        raise common.Unreadable(f"{path} is not a file" if path.exists() else f"{path} does not exist")
    is_new = not out.exists()
    out.mkdir(parents=True, exist_ok=True)
    try:
        result = salvage_file(path, out, kind)
    except FileExistsError as error:
        raise click.UsageError(str(error)) from None
    except UNREADABLE as error:
        if is_new and not any(out.iterdir()):
            out.rmdir()
        raise common.Unreadable(f"{path}: {error}") from None
    if as_json:
        echo.document(pretty(result.report))
    else:
        echo.paragraph(markdown(result.report))
    return result.exit_code


def _audited(audit: Path, out: Path, *, as_json: bool) -> int:
    from hudi_conformance.salvage.suspects import findings_of

    try:
        paths, rows = findings_of(audit if audit.is_dir() else audit.parent)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise click.UsageError(f"{audit} is not the output of an audit: {error}") from None
    tasks: list[Task] = []
    for text in paths:
        local = places.found(text) if places.is_remote(text) else Path(text)
        if local is None or not local.is_dir():
            continue
        prefix = f"{text.rstrip('/')}/"
        own = [replace(r, path=f"{local}/{r.path[len(prefix) :]}") for r in rows if r.path.startswith(prefix)]
        tables = [t for t in tables_below(local) if any(row.path.startswith(f"{t}/") for row in own)]
        tasks += [(table, out / table.relative_to(local), own) for table in tables]
    if not tasks:
        raise common.Unreadable(f"{audit}: no finding about a table")
    return _tables(tasks, as_json=as_json)


def _tables(tasks: Sequence[Task], *, as_json: bool) -> int:
    """Salvage tables; with findings, only their file groups. JSON of several tables is a list."""
    from hudi_conformance.salvage.report import table_markdown
    from hudi_conformance.salvage.table import salvage_table

    codes, reports = [], []
    for table, out, findings in tasks:
        if (out / "report.json").exists():
            raise click.UsageError(f"{out} contains the report of an earlier salvage")
        with common.Bars(quiet=as_json) as bars:
            try:
                with common.reading(table):
                    result = salvage_table(table, out, findings, on_step=partial(bars.step, "salvage"))
            except common.Unreadable as error:
                text = f"{error.message}; --files salvages each file separately"
                if len(tasks) == 1:
                    raise common.Unreadable(text) from None
                echo.line(text, err=True)
                codes.append(3)
                continue
        codes.append(result.exit_code)
        reports.append(result.report)
        if not as_json:
            echo.paragraph(table_markdown(result.report))
    if as_json:
        echo.document(pretty(reports if len(tasks) > 1 else reports[0]))
    return 0 if not any(codes) else 3 if min(codes) == 3 else 1


def _many(folder: Path, out: Path, *, as_json: bool) -> int:
    with common.reading(folder), common.Bars(quiet=as_json) as bars:
        sources = sources_below(folder)
        if not sources:
            raise common.Unreadable(f"{folder}: no log file, HFile or Parquet base file to salvage")
        steps = count(1)
        try:
            report, code = salvage_all(
                folder, sources, out, lambda: bars.step("salvage", next(steps), len(sources))
            )
        except FileExistsError as error:
            raise click.UsageError(str(error)) from None
    if as_json:
        echo.document(pretty(report))
        return code
    for entry in report["worst"]:
        lost = entry.get("lost", {})
        outcome = (
            entry.get("error")
            or f"{counted(lost['bytes'], 'byte')} lost in {counted(lost['places'], 'place')}"
        )
        echo.line(f"{entry['path']}: {outcome}")
    files = report["files"]
    echo.line(
        f"{counted(files['total'], 'file')}: {files['whole']:,} whole, {files['with_losses']:,} with losses, "
        f"{files['unreadable']:,} unreadable. Summary: {out / 'summary.json'}"
    )
    return code
