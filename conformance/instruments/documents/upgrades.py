# SPDX-License-Identifier: Apache-2.0
"""Upgrades and downgrades that were stopped: from what `tools/upgrade_crashes.py` measured.

    python -m instruments.documents.upgrades store FOLDER
    python -m instruments.documents.upgrades write
    python -m instruments.documents.upgrades check

`store` takes the JSON files of a folder. `check` ends with 1 when the page is not what the stored data gives.
For a checkout only.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from hudi_conformance import resources
from hudi_conformance.look.text import markdown_table

NAME = "upgrades"
_FOLDERS = re.compile(r"/[a-z]+/\S*/t\b")
_HEAD = """\
# Upgrades and downgrades that stop

A release writes a table: two partitions, archived commits, seven rows, and a write that died. Another
release changes the version of the table with its own class `UpgradeDowngrade` and is stopped after each
change of a file, as if the process had died; *cut* means that the file created last has half of its
bytes. Each state is read by this project (*ours*) and by the releases on both ends. Then the release
runs again, at most twice, and the table is read once more.

`TIME` and `ID` replace instants and identifiers, `PART` a partition. A reader that is not listed in a
cell returns the rows of the table. A complete upgrade makes older releases reject the table, as they
should; *read after it* lists this project and the release that ran. Tables with a metadata table are not
measured yet.

Written by `python -m instruments.documents.upgrades write` from [stored results](results/upgrades.json):
change neither by hand. `conformance/tools/upgrade_crashes.py` measures.
"""
Run = dict[str, Any]


def main(arguments: Sequence[str] | None = None) -> int:
    """Entry point; see the module's text."""
    parser = argparse.ArgumentParser(prog=NAME)
    parser.add_argument("what", choices=["store", "write", "check"])
    parser.add_argument("folder", nargs="?", type=Path)
    options = parser.parse_args(arguments)
    conformance = resources.data_root() / "conformance"
    data, document = conformance / f"results/{NAME}.json", conformance / f"{NAME}.md"
    if options.what == "store":
        files = sorted(options.folder.glob("*.json"))
        runs = [json.loads(_FOLDERS.sub("TABLE", file.read_text(encoding="utf-8"))) for file in files]
        data.write_text(_packed(runs), encoding="utf-8")
    text = page(json.loads(data.read_text(encoding="utf-8")))
    if options.what == "check":
        return int(not document.is_file() or document.read_text(encoding="utf-8") != text)
    document.write_text(text, encoding="utf-8")
    return 0


def _packed(runs: Iterable[Run]) -> str:
    """JSON with a line per state."""
    lines = [json.dumps(run, ensure_ascii=False).replace('{"after"', '\n  {"after"') for run in runs]
    return "[\n" + ",\n".join(lines) + "\n]\n"


def page(runs: Sequence[Run]) -> str:
    """The document."""
    rows: list[list[object]] = [
        [title(run), run["shape"], run["changes"], len(run["states"]), *counts(run)] for run in runs
    ]
    head = ["change of version", "table", "changes", "states"]
    head += ["a reader loses or misreads rows", "refused again", "unreadable or wrong for good", "no finding"]
    parts = [_HEAD, "## Summary\n", *markdown_table(head, rows)]
    for run in runs:
        parts += [f"\n## {title(run)}, {run['shape']}\n", *markdown_table(*steps(run))]
    return "\n".join(parts).rstrip() + "\n"


def title(run: Run) -> str:
    """The writer of the table, and the release that changes its version."""
    return f"{run['writer']} v{run['version']} → {run['changer']} v{run['to']}"


def counts(run: Run) -> list[int]:
    """Number of states with rows that differ, that a second run rejects, that stay wrong, without finding."""
    differ = [state for state in run["states"] if _is_misread(state)]
    refused = [state for state in run["states"] if state["again"][-1] != "done"]
    reader = run["changer"]
    for_good = [
        state for state in run["states"] if state["then"]["ours"] != "same" or state["then"][reader] != "same"
    ]
    return [len(differ), len(refused), len(for_good), sum(not state["audit"] for state in differ)]


def _is_misread(state: Run) -> bool:
    """Whether a reader returns other rows without an error."""
    readers = [name for name in state if name not in {"after", "step", "cut", "audit", "again", "then"}]
    return any(re.match(r"\d", state[name]) for name in readers)


def steps(run: Run) -> tuple[list[str], list[list[str]]]:
    """Table of a run; neighbouring states with one outcome share a row."""
    rows: list[list[str]] = []
    for state in run["states"]:
        names = [name for name in state if name not in {"after", "step", "cut", "audit", "again", "then"}]
        read = "<br>".join(f"{name}: {state[name]}" for name in names if state[name] != "same")
        kept = {"ours", run["changer"]}
        then = "<br>".join(
            f"{name}: {value}" for name, value in state["then"].items() if name in kept and value != "same"
        )
        again = " / ".join(state["again"])
        outcome = [_cell(text) for text in (read, again, then, ", ".join(state["audit"]))]
        step = _cell(f"{state['after']} {state['step']}" + (", cut" if state["cut"] else ""))
        if rows and rows[-1][2:] == outcome:
            rows[-1][1] = step
        else:
            rows.append([step, "", *outcome])
    return ["from", "to", "read", "second run", "read after it", "findings of an audit"], rows


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("_", "\\_").replace("*", "\\*")


if __name__ == "__main__":
    sys.exit(main())
