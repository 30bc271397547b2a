# SPDX-License-Identifier: Apache-2.0
"""What pages of a report show beside the events: bytes taken apart, long inputs, folders, expected values.

Reports know no format and no manifest. Both are handed to them here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from hudi_conformance.cli import common
from hudi_conformance.damage import edits
from hudi_conformance.look import Piece
from hudi_conformance.report.model import Case
from hudi_conformance.report.site import InputFile, Material, Shelf, Step
from hudi_conformance.suite import inputs
from hudi_conformance.suite.inputs import Fixtures, Prepared

MAX_SHOWN = 4 << 20  # bytes of an input that a page is made from


@lru_cache(maxsize=256)
def annotate(data: bytes, name: str) -> Sequence[Piece]:
    """Pieces of a log file, an HFile or an Avro container; none of anything else."""
    from hudi_conformance.inspect import pieces  # noqa: PLC0415 - brings the decoders

    return pieces(data, name)


def shelf_of(ready: Sequence[Prepared]) -> Shelf:
    """Inputs of cases that have just been asked."""
    by_id = {prepared.case.id: prepared for prepared in ready}
    fixtures = common.fixtures()
    return lambda case: _material(by_id.get(case.id), case, fixtures)


def shelf_of_suite() -> Shelf:
    """Inputs of this suite's cases; those that are not the ones of the run any more are left out."""
    known = {case.id: case for case in common.load_cases()}
    fixtures = common.fixtures()

    def find(case: Case) -> Material | None:
        told = known.get(case.id)
        if told is None:
            return None
        try:
            return _material(inputs.prepare(told, fixtures, edits), case, fixtures)
        except ValueError:
            return None

    return find


@contextmanager
def progress(quiet: bool) -> Iterator[Step]:
    """A progress bar over pages on standard error, nothing where nobody watches."""
    bars = Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(),
        console=Console(stderr=True), transient=True, disable=quiet or not common.is_terminal(),
    )  # fmt: skip
    with bars:
        task = bars.add_task("pages", total=None)

        def step(done: int, total: int) -> None:
            bars.update(task, completed=done, total=total)

        yield step


def _material(ready: Prepared | None, case: Case, fixtures: Fixtures) -> Material | None:
    """What is worth showing of a prepared case, if it is the one of the run."""
    if ready is None or ready.digest != case.input.get("sha256"):
        return None
    return Material(_files(ready, fixtures), ready.expectation.value)


def _files(ready: Prepared, fixtures: Fixtures) -> list[InputFile]:
    told = ready.case
    if ready.tree is not None:
        before = inputs.unedited(told, fixtures).files if told.edit else {}
        edited = list(dict.fromkeys(edit["file"] for edit in told.edit))
        return [InputFile(path, ready.tree.files[path], before[path]) for path in edited]
    if ready.data is None or len(ready.data) > MAX_SHOWN:
        return []
    base = fixtures.bytes(told.base) if told.base is not None and told.edit else None
    return [InputFile(told.base or "", ready.data, base)]
