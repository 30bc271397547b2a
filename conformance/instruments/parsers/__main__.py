# SPDX-License-Identifier: Apache-2.0
"""`python -m instruments.parsers`: compile ksy/ into generated/, or check that generated/ is current."""

from __future__ import annotations

import json
import sys

import rich_click as click
from hudi_conformance.cli import common, echo
from hudi_conformance.look.text import counted
from hudi_conformance.toolchain import ToolMissing

from instruments.parsers import ksc

_EXIT_DRIFT = 1
_EXIT_NO_TOOL = 3


@click.command()
@click.option("--check", is_flag=True, help="Change nothing; exit 1 and list the files that would change.")
@common.json_option("Print the result as JSON.")
def command(check: bool, as_json: bool) -> None:
    """Compile the grammars in ksy/ into the parsers in generated/.

    Needs a Java runtime of version 17 or newer (the system's, or the one of the extra `regenerate`) and, the
    first time, a download of 9 MB that is verified by digest. Warnings of the compiler count as errors.

    Exit codes: 0 nothing to do or done, 1 --check found differences or a grammar is faulty, 3 Java
    or the compiler is missing.
    """
    try:
        tree = ksc.build_tree()
    except ToolMissing as missing:
        echo.line(str(missing), err=True)
        sys.exit(_EXIT_NO_TOOL)
    except ksc.GrammarError as faulty:
        echo.paragraph(str(faulty), err=True)
        sys.exit(_EXIT_DRIFT)
    changes = ksc.differences(tree, ksc.read_tree()) if check else ksc.write_tree(tree)
    if as_json:
        echo.document(json.dumps({"check": check, "changes": changes, "files": len(tree)}))
    elif changes:
        echo.lines(changes)
        verb = "would change; run `python -m instruments.parsers`" if check else "changed"
        echo.line(f"{len(changes)} of {counted(len(tree), 'file')} {verb}.")
    else:
        echo.line(f"{counted(len(tree), 'file')} up to date.")
    if check and changes:
        sys.exit(_EXIT_DRIFT)


if __name__ == "__main__":
    command()
