# SPDX-License-Identifier: Apache-2.0
"""What a writer did wrong: the requirements for writers that one file can break."""

from __future__ import annotations

from dataclasses import dataclass

from hudi_conformance.decode.log_scan import scan_log
from hudi_conformance.decode.source import Input
from hudi_conformance.views.log import Finding


@dataclass(frozen=True, slots=True)
class CheckContext:
    """What is known about a file besides its bytes; None = unknown, and not checked."""

    table_version: int | None = None
    file_name: str | None = None
    base_instant: str | None = None


def check_log(source: Input, context: CheckContext | None = None) -> list[Finding]:
    """Findings of a file, in no particular order."""
    scan = scan_log(source)
    found = [block.why for block in scan.blocks if block.why is not None]
    if scan.rejection is not None:
        found.append(scan.rejection)
    return [Finding(why.requirement, why.code, why.at, why.message) for why in found]
