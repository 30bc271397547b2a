# SPDX-License-Identifier: Apache-2.0
"""`hudi-conformance export`: all cases as plain files or as a jar, for other runners."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import rich_click as click

from hudi_conformance import __version__
from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.cli import common, echo, jar, slices
from hudi_conformance.look.text import counted
from hudi_conformance.suite.inputs import Fixtures, Prepared
from hudi_conformance.suite.manifest import Case
from hudi_conformance.suite.session import Choice

_SUMS = "SHA256SUMS"
_DESCRIPTIONS = ("INDEX.json", "PROVENANCE.toml", "README.md")


@click.command("export", cls=common.Command)
@click.argument("folder", type=common.NEW_FOLDER, required=False)
@click.option(
    "--jar",
    "jar_file",
    type=common.NEW_FILE,
    help="Write the cases and all fixtures to this jar, and its pom next to it.",
)
@click.option(
    "--corpus",
    "corpus_folder",
    type=common.NEW_FOLDER,
    help="Write seed corpora and dictionaries for fuzzers to this folder.",
)
@click.option(
    "--vectors",
    "vectors_folder",
    type=common.NEW_FOLDER,
    help="Write a release of test vectors to this folder: a folder per case or table, a tar.zst, a jar.",
)
@click.option(
    "--slice",
    "slice_name",
    type=click.Choice(slices.NAMES),
    help="Write a test with small tables and known failures to FOLDER, a checkout of this project.",
)
@common.select_options
def command(
    folder: Path | None,
    *,
    jar_file: Path | None,
    corpus_folder: Path | None,
    vectors_folder: Path | None,
    slice_name: str | None,
    choice: Choice,
) -> None:
    """Write every case with its edits applied: cases.json, the inputs, SHA256SUMS.

    For runners in other languages: the output is usable without this program. An expectation
    in cases.json has its tokens expanded; the comparison is exact, but `reject.code` in a block lists
    the allowed codes, and `at` is compared only with an answer that has prepared. Files of
    folders were last changed at 2027-01-01T00:00:00Z, except where `mtime` names milliseconds.

    A jar contains the same files below hudi-conformance/, and the fixtures below hudi-conformance/fixtures/,
    as resources for tests on the JVM. The same cases give the same bytes.

    A corpus contains `corpus/TARGET/` with one input per file, and `dictionaries/TARGET.dict`, both in
    the format of libFuzzer, cargo-fuzz, Jazzer and AFL++.

    Vectors are for readers' test suites that do not use a runner: `cases/ID/` contains case.json, input.bin,
    expected.json and, for tables, rows.parquet; `README.md` in the folder describes them, and `consumers/`
    contains a program of forty lines in each of six languages.

    A slice is a test for the repository of another project, at most 5 MB: `hudi-rs` a Rust test of
    `crates/core`, `java` a Maven module with JUnit 5.
    """
    if [folder, jar_file, corpus_folder, vectors_folder].count(None) != 3:
        raise click.UsageError("name a folder, --jar FILE, --corpus FOLDER or --vectors FOLDER")
    if slice_name is not None:
        if folder is None:
            raise click.UsageError("--slice requires a folder")
        files = slices.files_of(slice_name, common.open_session(), choice)
        written = counted(slices.write(folder, files), "byte")
        echo.line(f"wrote {counted(len(files), 'file')}, {written}, to {folder}")
        return
    if corpus_folder is not None:
        from hudi_conformance.fuzz.corpus import export_corpora

        echo.line(f"wrote {export_corpora(corpus_folder):,} inputs and their dictionaries to {corpus_folder}")
        return
    for target in (folder, vectors_folder):
        if target is not None and target.exists() and any(target.iterdir()):
            raise click.UsageError(f"{target} is not empty")
    suite = common.open_session()
    ready = suite.prepare(suite.choose(choice))
    if vectors_folder is not None:
        from hudi_conformance.cli import vectors

        with common.Bars() as bars:
            files = vectors.files_of(suite, ready, partial(bars.step, "cases"))
        for path in vectors.write(vectors_folder, files):
            echo.line(f"wrote {path}" + (f", {path.stat().st_size:,} bytes" if path.is_file() else ""))
        return
    cases = [_case_json(prepared, suite.level(prepared.case)) for prepared in ready]
    text = canonical_json.pretty({"schema": 1, "suite": __version__, "cases": cases}).encode()
    files = _inputs(ready) | {"cases.json": text}
    if folder is not None:
        _write(folder, ready, files)
        echo.line(f"wrote {counted(len(cases), 'case')} to {folder}")
    elif jar_file is not None:
        files |= _fixtures(suite.fixtures)
        files[_SUMS] = jar.sums(files)
        pom = jar.write(jar_file, files)
        size = counted(jar_file.stat().st_size, "byte")
        echo.line(f"wrote {counted(len(cases), 'case')} and the fixtures to {jar_file}, {size}, and {pom}")


def _write(folder: Path, ready: Sequence[Prepared], files: dict[str, bytes]) -> None:
    for prepared in ready:
        if prepared.tree is not None:  # keeps empty folders and times
            prepared.tree.write(folder / f"inputs/{prepared.case.id}")
    for name, content in {**files, _SUMS: jar.sums(files)}.items():
        path = folder / name
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)


def _inputs(ready: Sequence[Prepared]) -> dict[str, bytes]:
    """Inputs of all cases by their path."""
    files: dict[str, bytes] = {}
    for prepared in ready:
        if prepared.data is not None:
            files[f"inputs/{prepared.case.id}.bin"] = prepared.data
        if prepared.tree is not None:
            files |= {
                f"inputs/{prepared.case.id}/{path}": content
                for path, content in prepared.tree.files.items()
                if not path.endswith("/")
            }
    return files


def _fixtures(fixtures: Fixtures) -> dict[str, bytes]:
    """Files that the index of fixtures names, and their descriptions."""
    names = fixtures.json("INDEX.json")["files"]
    return {f"fixtures/{name}": fixtures.bytes(name) for name in (*names, *_DESCRIPTIONS)}


def _case_json(ready: Prepared, level: str) -> dict[str, object]:
    """Return a case in the format of cases.json."""
    case: Case = ready.case
    return {
        "id": case.id, "title": case.title, "surface": case.surface, "topic": case.topic,
        "level": level, "req": list(case.req), "cmd": case.cmd,
        "input": None if ready.data is None else f"inputs/{case.id}.bin",
        "folder": None if ready.tree is None else f"inputs/{case.id}",
        "mtime": None if ready.tree is None else dict(ready.tree.times),
        "sha256": ready.digest, "args": dict(ready.args), "needs": list(case.needs), "base": case.base,
        "edit": list(case.edit), "expect": ready.expectation.to_json(),
        "budget": {"ms": case.budget.ms, "mib": case.budget.mib}, "bug": case.bug, "note": case.note,
    }  # fmt: skip
