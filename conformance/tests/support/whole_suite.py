# SPDX-License-Identifier: Apache-2.0
"""The suite with all its cases, read and prepared once for all tests of a process."""

from __future__ import annotations

from functools import cache

from hudi_conformance import edits
from hudi_conformance.suite import session
from hudi_conformance.suite.inputs import Prepared


@cache
def opened() -> tuple[session.Session, list[Prepared]]:
    """The suite of this checkout, and its cases in order."""
    suite = session.Session(edits)
    return suite, suite.prepare(suite.cases)
