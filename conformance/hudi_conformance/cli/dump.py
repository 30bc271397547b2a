# SPDX-License-Identifier: Apache-2.0
"""`hudi-conformance dump`: the contents of a log file or HFile."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

import rich_click as click

from hudi_conformance.canonical.json import dumps, pretty, pretty_pieces
from hudi_conformance.canonical.log import (
    canonical_content,
    canonical_log_block,
    canonical_log_scan,
    canonical_reject,
)
from hudi_conformance.cli import common, echo, places
from hudi_conformance.decode.grammar import rejection_of
from hudi_conformance.decode.log.content import read_contents, walk_kept_contents
from hudi_conformance.decode.log.salvage import salvage_log
from hudi_conformance.decode.log.scan import MAGIC, scan_log
from hudi_conformance.decode.source import open_source
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput
from hudi_conformance.inspect import inspect_file
from hudi_conformance.inspect.inspection import page
from hudi_conformance.inspect.log import inspect_log
from hudi_conformance.inspect.terminal import print_tree
from hudi_conformance.model.common import JsonValue, Rejection
from hudi_conformance.model.log import BlockContent

_LEN_PIECE = 1 << 20  # characters that are printed at once


@click.command("dump")
@click.argument("file", type=places.FILE)
@common.json_option("Print the decoded view as JSON. Default: a tree.")
@click.option("--records", is_flag=True, help="Also decode the contents: records, deleted keys, commands.")
@click.option("--hex", "with_hex", is_flag=True, help="Show the first bytes of every field.")
@click.option(
    "--salvage", is_flag=True, help="Show only intact blocks that nearby damage hides from readers."
)
@click.option("--html", "html", type=common.NEW_FILE, help="Write an HTML page to this file.")
@common.limits_option
def command(
    *, file: Path, as_json: bool, records: bool, with_hex: bool, salvage: bool, html: Path | None
) -> None:
    """Show the structure of a Hudi log file or HFile: blocks, headers, contents, damage.

    Every byte of the file is shown as part of a field, with the rule of the field; corrupt blocks are shown
    with the failed check and its offset. For damaged files, unreadable parts are reported and the rest is
    shown. Exits with 1 if reading stopped before the end of the file.

    Examples: `dump .f1_001.log.1_0-1-0`, `dump FILE --json --records`, `dump FILE --html page.html`.
    """
    if _is_hfile(file):
        _dump_hfile(file, as_json=as_json, records=records, with_hex=with_hex, html=html)
        return
    if salvage:
        blocks = [canonical_log_block(block) for block in salvage_log(file)]
        echo.document(pretty({"blocks": blocks}))
        return
    try:
        rejection = (
            _print_json(file, records=records)
            if as_json
            else _print_tree(file, records=records, with_hex=with_hex)
        )
    except (UnsupportedInput, LimitExceeded) as error:
        raise click.ClickException(str(error)) from None
    if html is not None:
        html.write_text(page(inspect_log(file), file.name), "utf-8")
    raise SystemExit(0 if rejection is None else 1)


def _is_hfile(file: Path) -> bool:
    with open_source(file) as buffer:
        if bytes(buffer[: len(MAGIC)]) == MAGIC:
            return False
        from hudi_conformance.decode.hfile.fields import is_hfile

        return is_hfile(buffer)


def _dump_hfile(file: Path, *, as_json: bool, records: bool, with_hex: bool, html: Path | None) -> None:
    """An HFile: `records` shows its cells; JSON is the output of `hfile.blocks` and `hfile.cells`."""
    from hudi_conformance.adapters.kaitai.hfile import OF_FILES
    from hudi_conformance.adapters.kaitai.request import Stopped, Told, Value

    inspection = inspect_file(file)
    if not as_json:
        print_tree(echo.console(wide=True), inspection, file.name, with_hex=with_hex)
    is_rejected = inspection.rejection is not None
    if as_json or records:
        view: Value = {}
        rejection = None
        try:
            answer = OF_FILES["hfile.cells" if records else "hfile.blocks"](str(file), {})
            view = answer.value if isinstance(answer, Told) else answer
        except Stopped as stop:
            view, rejection = stop.partial, stop.rejection
        except Reject as error:
            rejection = rejection_of(error)
        except (UnsupportedInput, LimitExceeded) as error:
            raise click.ClickException(str(error)) from None
        if rejection is not None:
            is_rejected = True
            at = None if rejection.at is None else str(rejection.at)
            view = {**view, "reject": {"code": rejection.code, "at": at, "message": rejection.message}}
        if as_json:
            echo.document(pretty(view))
        else:
            for cell in [*view.get("cells", ()), *([view["reject"]] if "reject" in view else ())]:
                echo.document(dumps(cell))
    if html is not None:
        html.write_text(page(inspection, file.name), "utf-8")
    raise SystemExit(1 if is_rejected else 0)


def _print_json(file: Path, *, records: bool) -> Rejection | None:
    if records:
        return _print_records(file)
    scan = scan_log(file)
    view, rejection = canonical_log_scan(scan), scan.rejection
    if rejection is not None:
        view = {**view, "reject": {**canonical_reject(rejection), "message": rejection.message}}
    echo.document(pretty(view))
    return rejection


def _print_records(file: Path) -> Rejection | None:
    """Print the contents block by block, after checking that all are printable; memory: one block.

    Raises:
        UnsupportedInput, LimitExceeded: nothing was printed.
    """
    import tempfile

    with (
        tempfile.TemporaryFile("w+", encoding="utf-8", errors="surrogatepass", newline="") as output,
        open_source(file) as buffer,
    ):
        walk = walk_kept_contents(buffer)
        output.write('{\n "blocks": ')
        output.writelines(pretty_pieces(_canonical(walk), " "))
        rejection = walk.end.rejection
        if rejection is not None:
            output.write(',\n "reject": ')
            view = {**canonical_reject(rejection), "message": rejection.message}
            output.writelines(pretty_pieces(view, " "))
        output.write("\n}")
        output.seek(0)
        echo.pieces(iter(partial(output.read, _LEN_PIECE), ""))
    return rejection


def _canonical(contents: Iterable[BlockContent]) -> Iterator[dict[str, JsonValue]]:
    """Contents as JSON; excessive nesting is reported after all other errors."""
    failure: LimitExceeded | None = None
    for content in contents:
        if failure is None:
            try:
                view = canonical_content(content)
            except LimitExceeded as error:
                failure = error
            else:
                yield view
    if failure is not None:
        raise failure


def _print_tree(file: Path, *, records: bool, with_hex: bool) -> Rejection | None:
    inspection = inspect_log(file)
    print_tree(echo.console(wide=True), inspection, file.name, with_hex=with_hex)
    if records:
        contents, _ = read_contents(file)
        for index, content in enumerate(contents):
            for line in _rows(canonical_content(content)):
                echo.line(f"[{index}] {line}")
    return inspection.rejection


def _rows(content: dict[str, JsonValue]) -> list[str]:
    """One line per record, deleted key or command, and one for a rejection."""
    rows = [dumps(row) for row in [*content.get("records", ()), *content.get("deletes", ())]]
    if "command" in content:
        rows.append(dumps({"command": content["command"], "target_instant": content["target_instant"]}))
    if "reject" in content:
        rows.append(dumps({"reject": content["reject"]}))
    return rows
