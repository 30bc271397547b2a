# SPDX-License-Identifier: Apache-2.0
"""Defects of real implementations: what happens, which cases show it, which releases have it.

Data lies in `conformance/defects/*.toml`, what was measured in `MEASURED.json` beside it, and the document
that is made of both is `conformance/defects.md`.
"""

from .check import problems
from .document import to_markdown
from .model import SEVERITIES, Defect, DefectError, Measured, load_defects, load_measured, write_measured

__all__ = [
    "SEVERITIES",
    "Defect",
    "DefectError",
    "Measured",
    "load_defects",
    "load_measured",
    "problems",
    "to_markdown",
    "write_measured",
]
