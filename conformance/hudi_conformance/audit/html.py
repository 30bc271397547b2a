# SPDX-License-Identifier: Apache-2.0
"""An audit as one self-contained HTML file: the worst files first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hudi_conformance import __version__, resources
from hudi_conformance.audit.cause_text import Explained
from hudi_conformance.audit.findings import SEVERITIES, VERDICTS
from hudi_conformance.audit.next_steps import next_step
from hudi_conformance.audit.run import Outcome
from hudi_conformance.audit.summary import Digest
from hudi_conformance.look.pages import render as render_template
from hudi_conformance.specification.requirements import Requirement, load

MAX_FILES = 500


def render(
    outcome: Outcome, digest: Digest, causes: Sequence[Explained], gaps: Sequence[Mapping[str, Any]]
) -> str:
    """The page as text."""
    worst = digest.worst()
    return render_template(
        "audit/templates/audit.html.j2",
        version=__version__,
        run=outcome.store.run_id,
        options=outcome.options.to_json(),
        progress=outcome.progress,
        not_checked=gaps,
        digest=digest,
        causes=causes[:MAX_FILES],
        num_more_causes=max(0, len(causes) - MAX_FILES),
        files=worst[:MAX_FILES],
        num_more=max(0, len(worst) - MAX_FILES),
        severities=SEVERITIES,
        verdicts=VERDICTS,
        rules=_rules(digest),
        next_step=next_step,
    )


def _rules(digest: Digest) -> dict[str, Requirement]:
    """Requirements of the specification that findings name, by id."""
    known = load(resources.spec_dir()).requirements
    return {
        ident: known[ident] for ident in sorted({ident for ident, _ in digest.requirements}) if ident in known
    }
