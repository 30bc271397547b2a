# SPDX-License-Identifier: Apache-2.0
"""`hudi-conformance salvage`: what is still readable of a damaged file."""

from __future__ import annotations

import json
from itertools import count
from pathlib import Path

import rich_click as click

from hudi_conformance.canonical.json import pretty
from hudi_conformance.cli import common, echo, places
from hudi_conformance.look.text import counted
from hudi_conformance.salvage.file import KINDS, UNREADABLE, salvage_file
from hudi_conformance.salvage.folder import Source, salvage_all, sources_below, sources_of_audit
from hudi_conformance.salvage.report import markdown


@click.command("salvage")
@click.argument("path", required=False, type=places.ANY)
@common.out_option
@click.option("--kind", type=click.Choice(KINDS), help="Kind of the file. Default: detected.")
@click.option(
    "--from-audit",
    "audit",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="DIR",
    help="Salvage the files that the last audit with --out DIR found damaged.",
)
@common.json_option("Print the report as JSON instead of Markdown.")
@common.limits_option
def command(*, path: Path | None, out: Path, kind: str | None, audit: Path | None, as_json: bool) -> int:
    """Write what is still readable of damaged log files, HFiles and base files as Parquet, and the losses.

    PATH is a file, or a folder such as a table: then each log file, HFile and Parquet base file below it is
    salvaged into OUT under its own path, and `summary.json` counts them. What is in a store is copied to this
    machine first.

    Below OUT: `records/<digest of the schema>/` for each schema, `deletes.parquet`, `commands.parquet`,
    `cells.parquet` and `info.parquet` of HFiles, `rows/` of base files, `blocks.parquet`, `lost.parquet`,
    `report.json` and `report.md`.
    Of a base file each row group is read column by column: values of lost columns are null, and
    `hudi_lost_columns` names them.
    Besides the blocks that readers return, intact ones hidden by damage are written, those with a part of
    their frame destroyed, and what is left of torn ones; the column `hudi_found` distinguishes them.

    Exits with 0 when everything was read, 1 when something is lost, 3 when nothing could be read.
    """
    if (path is None) == (audit is None):
        raise click.UsageError("either PATH or --from-audit DIR")
    if path is None or path.is_dir():
        if kind is not None:
            raise click.UsageError("--kind is about one file")
        return _many(path, audit, out, as_json=as_json)
    if not path.is_file():
        raise common.Unreadable(f"{path} is not a file" if path.exists() else f"{path} does not exist")
    try:
        result = salvage_file(path, out, kind)
    except FileExistsError as error:
        raise click.UsageError(str(error)) from None
    except UNREADABLE as error:
        raise common.Unreadable(f"{path}: {error}") from None
    if as_json:
        echo.document(pretty(result.report))
    else:
        echo.paragraph(markdown(result.report))
    return result.exit_code


def _many(folder: Path | None, audit: Path | None, out: Path, *, as_json: bool) -> int:
    with common.reading(folder or audit), common.Bars(quiet=as_json) as bars:
        sources = sources_below(folder) if folder is not None else _audited(audit or Path())
        if not sources:
            raise common.Unreadable(f"{folder or audit}: no log file, HFile or Parquet base file to salvage")
        steps = count(1)
        try:
            report, code = salvage_all(sources, out, lambda: bars.step("salvage", next(steps), len(sources)))
        except FileExistsError as error:
            raise click.UsageError(str(error)) from None
    if as_json:
        echo.document(pretty(report))
        return code
    for entry in report["worst"]:
        lost = entry.get("lost", {})
        what = (
            entry.get("error")
            or f"{counted(lost['bytes'], 'byte')} lost in {counted(lost['places'], 'place')}"
        )
        echo.line(f"{entry['path']}: {what}")
    files = report["files"]
    echo.line(
        f"{counted(files['total'], 'file')}: {files['whole']:,} whole, {files['with_losses']:,} with losses, "
        f"{files['unreadable']:,} unreadable. Summary: {out / 'summary.json'}"
    )
    return code


def _audited(audit: Path) -> list[Source]:
    try:
        summary = json.loads((audit / "summary.json").read_text("utf-8"))
        roots = list(map(str, summary["options"]["paths"]))
        return sources_of_audit(audit, str(summary["run"]), roots, places.found)
    except (ValueError, KeyError, TypeError) as error:
        raise click.UsageError(f"{audit} is not the output of an audit: {error}") from None
