# SPDX-License-Identifier: Apache-2.0
"""`hudi-conformance salvage`: what is still readable of a damaged file."""

from __future__ import annotations

from pathlib import Path

import rich_click as click

from hudi_conformance.canonical.json import pretty
from hudi_conformance.cli import common, echo
from hudi_conformance.salvage.file import KINDS, UNREADABLE, salvage_file
from hudi_conformance.salvage.report import markdown


@click.command("salvage")
@click.argument("path", type=click.Path(path_type=Path))
@common.out_option
@click.option("--kind", type=click.Choice(KINDS), help="Kind of the file. Default: detected.")
@common.json_option("Print the report as JSON instead of Markdown.")
@common.limits_option
def command(*, path: Path, out: Path, kind: str | None, as_json: bool) -> int:
    """Write what is still readable of a damaged log file or HFile to Parquet, and say what is lost and why.

    Below OUT: `records/<digest of the schema>/` for each schema, `deletes.parquet`, `commands.parquet`,
    `cells.parquet` and `info.parquet` of HFiles, `blocks.parquet`, `lost.parquet`, `report.json` and
    `report.md`.
    Besides the blocks that readers return, intact ones hidden by damage are written, and what is left of torn
    ones; the column `hudi_found` distinguishes them.

    Exits with 0 when everything was read, 1 when something is lost, 3 when nothing could be read.
    """
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
