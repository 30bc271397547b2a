# SPDX-License-Identifier: Apache-2.0
"""A run as badges, in the schema of the shields endpoint."""

from __future__ import annotations

import json

from hudi_conformance.look.text import counted
from hudi_conformance.report import standing
from hudi_conformance.report.model import Run
from hudi_conformance.report.standing import Tally


def render(run: Run, implementation: str | None = None) -> str:
    """JSON text of one badge: of an implementation, or of the whole run.

    The badge of a run with one implementation is that implementation's.
    """
    if implementation is None and len(run.names) == 1:
        implementation = run.names[0]
    if implementation is None:
        is_judged = len(standing.unjudged(run)) < len(run.names)
        message = f"{counted(len(run.names), 'implementation')}, {standing.unexpected(run)} unexpected"
        if run.missing:
            message += f", {len(run.missing)} missing"
        color = "brightgreen" if standing.is_good(run) else "red" if is_judged else "lightgrey"
    else:
        tally = standing.musts(run)[implementation]
        message = f"MUST {tally.held}/{tally.applicable}" if tally.applicable else "no rule judged"
        color = _color(tally)
    badge = {"schemaVersion": 1, "label": "hudi-conformance", "message": message, "color": color}
    return json.dumps(badge, ensure_ascii=False, indent=1) + "\n"


def _color(tally: Tally) -> str:
    if not tally.applicable:
        return "lightgrey"
    if tally.new or tally.doubtful:
        return "red"
    return "yellow" if tally.known else "brightgreen"
