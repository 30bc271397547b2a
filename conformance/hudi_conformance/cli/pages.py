# SPDX-License-Identifier: Apache-2.0
"""Contents of report pages in addition to the events: annotated bytes, long inputs, folders, expected values.

Reports know neither formats nor manifests; this module supplies both.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from hudi_conformance.look.hexgrid import Piece
from hudi_conformance.report.model import Case
from hudi_conformance.report.site import CaseInput, InputFile, InputSource
from hudi_conformance.suite import inputs
from hudi_conformance.suite.inputs import Fixtures, Prepared
from hudi_conformance.suite.session import Session

MAX_SHOWN = 4 << 20  # bytes of an input that a page shows


@lru_cache(maxsize=256)
def annotate(data: bytes, name: str) -> Sequence[Piece]:
    """Parts of a log file, an HFile or an Avro container; empty for other files."""
    from hudi_conformance.inspect import pieces

    return pieces(data, name)


def prepared_inputs(suite: Session, ready: Sequence[Prepared]) -> InputSource:
    """Inputs of the cases of a run that has just ended."""
    return _input_source(suite, {prepared.case.id: prepared for prepared in ready}.get)


def suite_inputs(suite: Session) -> InputSource:
    """Inputs of this suite's cases, without those that differ from the inputs of the run."""
    known = {case.id: case for case in suite.cases}

    def find(ident: str) -> Prepared | None:
        try:
            return suite.prepare_one(known[ident]) if ident in known else None
        except ValueError:
            return None

    return _input_source(suite, find)


def _input_source(suite: Session, find: Callable[[str], Prepared | None]) -> InputSource:
    def case_input(case: Case) -> CaseInput | None:
        ready = find(case.id)
        if ready is None or ready.digest != case.input.get("sha256"):
            return None
        return CaseInput(_files(ready, suite.fixtures), ready.expectation.value)

    return case_input


def _files(ready: Prepared, fixtures: Fixtures) -> list[InputFile]:
    case = ready.case
    if ready.tree is not None:
        before = inputs.unedited_tree(case, fixtures).files if case.edit else {}
        edited = list(dict.fromkeys(edit["file"] for edit in case.edit))
        return [InputFile(path, ready.tree.files[path], before[path]) for path in edited]
    if ready.data is None or len(ready.data) > MAX_SHOWN:
        return []
    base = fixtures.bytes(case.base) if case.base is not None and case.edit else None
    return [InputFile(case.base or "", ready.data, base)]
