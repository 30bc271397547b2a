# SPDX-License-Identifier: Apache-2.0
"""Check of the names of log files against the rules for names."""

from __future__ import annotations

import re

from hudi_conformance.audit.findings import VIOLATION, FindingRow
from hudi_conformance.audit.surface import Context, FilePlan, Surface
from hudi_conformance.decode.log.check import CheckContext, check_name
from hudi_conformance.decode.log.names import decode_name
from hudi_conformance.decode.source import Buffer
from hudi_conformance.errors import Reject
from hudi_conformance.lake.files import FileRef

# A name that is intended to be that of a log file, valid or not.
_LOG = re.compile(r"\..*_.*\.(?:log|archive)\.[0-9]", re.DOTALL)


def is_log_name(name: str) -> bool:
    """Whether a name, without folder, is intended to be that of a log file."""
    return _LOG.match(name) is not None


def instant_of_name(name: str) -> str | None:
    """Instant in the name of a log file, None if there is none."""
    try:
        return decode_name(name).instant or None
    except Reject:
        return None


class NameSurface(Surface):
    """Check the name; the file is not read."""

    name = "name"

    def matches(self, path: str) -> bool:
        """Match by the loose pattern of the name."""
        return is_log_name(path.rpartition("/")[2]) and "/.hoodie/.temp/" not in path

    def plan(self, ref: FileRef, buffer: Buffer, context: Context) -> FilePlan:  # noqa: ARG002 - the interface
        """Findings of the name."""
        instant = instant_of_name(ref.name)
        if not context.includes(instant):
            return FilePlan()
        _, findings = check_name(CheckContext(file_name=ref.name))
        rows = [
            FindingRow.of(
                finding, ref.path, self.name, verdict=VIOLATION, salvageable=True, instant=instant,
            )
            for finding in findings
        ]  # fmt: skip
        return FilePlan(rows)
