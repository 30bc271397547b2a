# SPDX-License-Identifier: Apache-2.0
"""`hudi-conformance inspect`: every byte of a file, what it says, and where it is damaged."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import rich_click as click

from hudi_conformance import inspect
from hudi_conformance.canonical.json import pretty
from hudi_conformance.cli import common
from hudi_conformance.decode.source import open_source
from hudi_conformance.inspect.file_diff import diff_files
from hudi_conformance.inspect.json_diff import ValueDifference

EXIT_DAMAGED = EXIT_DIFFERENT = 1


@click.command("inspect")
@click.argument("files", nargs=-1, required=True, type=common.FILE, metavar="FILE")
@click.option(
    "--hex/--no-hex", "with_hex", default=True, help="The first bytes of every field. Default: yes."
)
@click.option("--block", type=click.IntRange(0), metavar="N", help="Look at this block only.")
@click.option(
    "--limit",
    type=click.IntRange(0),
    default=inspect.LIMIT,
    show_default=True,
    help="Records, cells or entries of a block that are taken apart; 0 for all.",
)
@click.option("--html", "html", type=common.NEW_FILE, help="Write one HTML page here.")
@common.json_option("Print the fields as JSON.")
@click.option("--diff", "is_diff", is_flag=True, help="Of two FILEs tell what they say differently.")
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
    """Take FILE apart: a log file, an archive, an HFile, or a file of a timeline (Avro, JSON, properties).

    Every byte belongs to exactly one field, which is shown with its offset, its bytes, what they mean and the
    rule that they are about. Damage is told with its code, offset and rule, and with what lies before and
    after it. Files are mapped and taken apart a block at a time, so that large ones need little memory:
    `--block 3` opens one block, `--limit 0` everything.

    With `--diff A B` fields, blocks, records and cells are compared by what they say, not byte by byte.

    Exit code 1 when the file is damaged, or the two differ.

    Examples: `inspect .f1_001.log.1_0-1-0`, `inspect FILE --html page.html`, `inspect --diff OLD NEW`.
    """  # fmt: skip
    parts = limit or None
    if is_diff:
        if len(files) != 2 or html is not None:
            raise click.UsageError("--diff takes two files and prints what differs")
        return _diff(files[0], files[1], as_json=as_json, limit=parts)
    if len(files) != 1:
        raise click.UsageError("one FILE, or two with --diff")
    try:
        found = inspect.inspect_file(files[0], block=block, limit=parts)
    except inspect.NoSuchBlockError as error:
        raise click.UsageError(str(error)) from None
    if as_json:
        click.echo(pretty(inspect.to_json(found)), nl=False)
    elif html is None:
        common.console(wide=True).print(inspect.tree(found, with_hex=with_hex))
    if html is not None:
        html.write_text(inspect.page(found), "utf-8")
        if not as_json:
            click.echo(f"wrote {html}")
    return 0 if found.is_sound else EXIT_DAMAGED


def _diff(a: Path, b: Path, *, as_json: bool, limit: int | None) -> int:
    kinds = [_kind(path) for path in (a, b)]
    if kinds[0] != kinds[1]:
        raise click.UsageError(f"{a} is of kind {kinds[0]}, {b} of kind {kinds[1]}")
    found: Iterator[ValueDifference] = diff_files(a, b, kinds[0])
    shown = list(islice(found, limit))
    more = next(found, None)
    if as_json:
        rows = [{"path": one.path, "kind": one.kind, "old": one.old, "new": one.new} for one in shown]
        click.echo(pretty({"differences": rows, "more": more is not None}), nl=False)
        return EXIT_DIFFERENT if shown else 0
    for one in shown:
        click.echo(str(one))
    if more is not None:
        click.echo(f"… and more after the first {len(shown)}: --limit")
    if not shown:
        same = a.stat().st_size == b.stat().st_size and _same_bytes(a, b)
        click.echo("equal, byte by byte" if same else "the bytes differ, what they say is the same")
    return EXIT_DIFFERENT if shown else 0


def _kind(path: Path) -> str:
    with open_source(path) as buffer:
        return inspect.file_kind(buffer, path.name)


def _same_bytes(a: Path, b: Path) -> bool:
    with a.open("rb") as old, b.open("rb") as new:
        while True:
            left, right = old.read(1 << 20), new.read(1 << 20)
            if left != right:
                return False
            if not left:
                return True
