# SPDX-License-Identifier: Apache-2.0
"""`hudi-conformance show ID`: one case in full."""

from __future__ import annotations

import base64
import json
import sys

import rich_click as click

from hudi_conformance.cli import common, echo
from hudi_conformance.cli.casetext import CaseText
from hudi_conformance.suite.trees import to_zip

HEX_ROWS = 200


@click.command("show", cls=common.Command)
@click.argument("ident", metavar="ID")
@common.json_option("Print everything as JSON, with the input as base64.")
@click.option(
    "--bytes", "as_bytes", is_flag=True, help="Write the input itself to standard output, a folder as a zip."
)
def command(ident: str, *, as_json: bool, as_bytes: bool) -> None:
    """Show one case in full: rules, input as hex with its fields, expected value.

    ID may be the last part of an id if that is unique. `show ID --bytes > FILE` writes the input to a file.
    """
    text = CaseText.of(common.open_session(), ident)
    ready = text.ready
    if as_bytes:
        if ready.tree is not None:
            sys.stdout.buffer.write(to_zip(ready.tree.files))
            return
        if ready.data is None:
            raise click.UsageError(f"{ready.case.id} has arguments only, no bytes")
        sys.stdout.buffer.write(ready.data)
        return
    if as_json:
        case = ready.case
        document = {
            "id": case.id, "title": case.title, "level": text.case.level, "req": list(case.req),
            "cmd": case.cmd, "base": case.base, "edit": list(case.edit), "recount": case.recount,
            "rechecksum": case.rechecksum, "args": dict(ready.args),
            "needs": list(case.needs), "sha256": ready.digest, "note": case.note, "bug": case.bug,
            "b64": None if ready.data is None else _b64(ready.data),
            "tree": case.tree, "drop": list(case.drop), "rename": dict(case.rename),
            "files": None if ready.tree is None else
            {path: {"b64": _b64(content)} for path, content in sorted(ready.tree.files.items())},
            "expect": ready.expectation.to_json(), "file": case.file, "line": case.line,
        }  # fmt: skip
        echo.document(json.dumps(document, indent=1, ensure_ascii=False))
        return
    echo.lines(text.head(all_rules=True))
    for title, lines in (
        ("files", text.listing()),
        ("input", text.hexdump(HEX_ROWS)),
        ("fields (offset, bytes, path, value, rule)", text.fields(near_edits=False)),
    ):
        if lines:
            echo.lines(["", title, *lines])
    echo.lines(["", "expected"])
    echo.document(json.dumps(ready.expectation.to_json(), indent=1, ensure_ascii=False))


def _b64(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")
