# SPDX-License-Identifier: Apache-2.0
"""`hudi-conformance inspect`: every byte of a file with its meaning, and the damage of the file."""

from __future__ import annotations

import filecmp
from itertools import islice
from pathlib import Path

import rich_click as click

from hudi_conformance.canonical.json import pretty, pretty_pieces
from hudi_conformance.cli import common, echo, places
from hudi_conformance.decode.source import open_source
from hudi_conformance.inspect import file_kind, inspect_file
from hudi_conformance.inspect.inspection import page
from hudi_conformance.inspect.json_view import to_json
from hudi_conformance.inspect.model import LIMIT, NoSuchBlockError
from hudi_conformance.inspect.terminal import print_tree

EXIT_DAMAGED = EXIT_DIFFERENT = 1


@click.command("inspect")
@click.argument("files", nargs=-1, required=True, type=places.FILE, metavar="FILE")
@click.option(
    "--hex/--no-hex", "with_hex", default=True, help="Show the first bytes of every field. Default: on."
)
@click.option("--block", type=click.IntRange(0), metavar="N", help="Inspect this block only.")
@common.default_option(
    "--limit", click.IntRange(0), LIMIT, "Number of records, cells or entries per block; 0 for all."
)
@click.option("--html", "html", type=common.NEW_FILE, help="Write an HTML page to this file.")
@common.json_option("Print the fields as JSON.")
@common.limits_option
@click.option(
    "--diff", "is_diff", is_flag=True, help="Show the differences between the contents of two FILEs."
)
def command(
    *,
    files: tuple[Path, ...],
    with_hex: bool,
    block: int | None,
    limit: int,
    html: Path | None,
    as_json: bool,
    is_diff: bool,
) -> int:
    """Show the structure of FILE: log file, archive, HFile, or file of a timeline (Avro, JSON, properties).

    Every byte belongs to exactly one field, which is shown with its offset, bytes, meaning and rule. Damage
    is shown with its code, offset and rule, and with its surrounding fields. Files are mapped and decoded one
    block at a time, so large ones need little memory: `--block 3` opens one block, `--limit 0` everything. A
    file in a store (`s3://bucket/file`) is copied to this machine first.

    With `--diff A B` fields, blocks, records and cells are compared by meaning, not byte by byte.

    Exits with 1 if the file is damaged or the two files differ.

    Examples: `inspect .f1_001.log.1_0-1-0`, `inspect FILE --html page.html`, `inspect --diff OLD NEW`.
    """  # fmt: skip
    parts = limit or None
    if is_diff:
        if len(files) != 2 or html is not None:
            raise click.UsageError("--diff takes two files and prints the differences")
        return _diff(files[0], files[1], as_json=as_json, limit=parts)
    if len(files) != 1:
        raise click.UsageError("one FILE, or two with --diff")
    try:
        with common.reading(files[0]):
            inspection = inspect_file(files[0], block=block, limit=parts)
    except NoSuchBlockError as error:
        raise click.UsageError(str(error)) from None
    if as_json:
        echo.pieces(pretty_pieces(to_json(inspection)))
    elif html is None:
        print_tree(echo.console(wide=True), inspection, with_hex=with_hex)
    if html is not None:
        html.write_text(page(inspection), "utf-8")
        if not as_json:
            echo.line(f"wrote {html}")
    return 0 if inspection.is_sound else EXIT_DAMAGED


def _diff(a: Path, b: Path, *, as_json: bool, limit: int | None) -> int:
    from hudi_conformance.inspect.file_diff import diff_files

    kinds = [_kind(path) for path in (a, b)]
    if kinds[0] != kinds[1]:
        raise click.UsageError(f"{a} is of kind {kinds[0]}, {b} of kind {kinds[1]}")
    differences = diff_files(a, b, kinds[0])
    printed = list(islice(differences, limit))
    more = next(differences, None)
    if as_json:
        rows = [{"path": d.path, "kind": d.kind, "old": d.old, "new": d.new} for d in printed]
        echo.document(pretty({"differences": rows, "more": more is not None}))
        return EXIT_DIFFERENT if printed else 0
    for difference in printed:
        echo.line(str(difference))
    if more is not None:
        echo.line(f"… and more after the first {len(printed)}: --limit")
    if not printed:
        echo.line(
            "equal, byte by byte"
            if filecmp.cmp(a, b, shallow=False)
            else "the bytes differ, the contents are the same"
        )
    return EXIT_DIFFERENT if printed else 0


def _kind(path: Path) -> str:
    with open_source(path) as buffer:
        return file_kind(buffer, path.name)
