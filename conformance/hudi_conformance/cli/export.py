# SPDX-License-Identifier: Apache-2.0
"""`hudi-conformance export DIR`: all cases as plain files, for other runners."""

from __future__ import annotations

import hashlib
from pathlib import Path

import rich_click as click

from hudi_conformance import __version__, canonical, requirements, resources
from hudi_conformance.cli import common


@click.command("export")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@common.select_options
def command(
    folder: Path,
    *,
    surfaces: tuple[str, ...],
    globs: tuple[str, ...],
    reqs: tuple[str, ...],
    levels: tuple[str, ...],
) -> None:
    """Write every case with its edits done: cases.json, the inputs, SHA256SUMS.

    For runners in other languages: nothing of this program is needed to use what is written. An expectation
    in cases.json has its tokens expanded; the comparison is exact, but `reject.code` inside of a block lists
    the codes of which one must be given, and `at` is compared only with an answer that gives one. Files of
    folders were last changed at 2027-01-01T00:00:00Z, except where `mtime` names milliseconds.
    """
    index = requirements.load(resources.spec_dir())
    cases = common.choose(
        common.load_cases(), index, surfaces=surfaces, globs=globs, reqs=reqs, wanted_levels=levels
    )
    if folder.exists() and any(folder.iterdir()):
        raise click.UsageError(f"{folder} is not empty")
    level_of = common.levels(cases, index)
    sums: list[str] = []

    def write(name: str, data: bytes) -> None:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        sums.append(f"{hashlib.sha256(data).hexdigest()}  {name}\n")

    listed = []
    for ready in common.prepare(cases):
        case = ready.case
        file = None
        if ready.data is not None:
            file = f"inputs/{case.id}.bin"
            write(file, ready.data)
        folder_in = None
        if ready.tree is not None:
            folder_in = f"inputs/{case.id}"
            ready.tree.write(folder / folder_in)
            sums += [
                f"{hashlib.sha256(content).hexdigest()}  {folder_in}/{path}\n"
                for path, content in ready.tree.files.items()
                if not path.endswith("/")
            ]
        listed.append({
            "id": case.id, "title": case.title, "surface": case.surface, "topic": case.topic,
            "level": level_of[case.id], "req": list(case.req), "cmd": case.cmd, "input": file,
            "folder": folder_in,
            "mtime": None if ready.tree is None else dict(ready.tree.times),
            "sha256": ready.digest, "args": dict(ready.args), "needs": list(case.needs), "base": case.base,
            "edit": list(case.edit), "expect": common.expected_value(ready),
            "budget": {"ms": case.budget.ms, "mib": case.budget.mib}, "bug": case.bug, "note": case.note,
        })  # fmt: skip
    write("cases.json", canonical.pretty({"schema": 1, "suite": __version__, "cases": listed}).encode())
    (folder / "SHA256SUMS").write_text("".join(sorted(sums, key=lambda line: line[66:])), encoding="utf-8")
    click.echo(f"wrote {len(listed)} cases to {folder}")
