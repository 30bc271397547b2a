# SPDX-License-Identifier: Apache-2.0
"""An audit as one HTML file that needs nothing but itself: the worst files first."""

from __future__ import annotations

import re
from pathlib import Path

import jinja2

from hudi_conformance import __version__
from hudi_conformance.audit.findings import SEVERITIES, VERDICTS
from hudi_conformance.audit.run import Outcome
from hudi_conformance.audit.summary import MAX_ROWS, Digest

TEMPLATES = Path(__file__).resolve().parent / "templates"
MAX_FILES = 500
_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")


def render(outcome: Outcome, digest: Digest) -> str:
    """The page as text."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(count=lambda number: f"{number:,}", size=_size, clean=_clean)
    worst = digest.worst()
    return environment.get_template("audit.html.j2").render(
        version=__version__,
        run=outcome.store.run_id,
        options=outcome.options.to_json(),
        progress=outcome.progress,
        plan=outcome.plan,
        digest=digest,
        files=worst[:MAX_FILES],
        num_more=max(0, len(worst) - MAX_FILES),
        max_rows=MAX_ROWS,
        severities=SEVERITIES,
        verdicts=VERDICTS,
        requirements=sorted(
            digest.requirements.items(),
            key=lambda item: (SEVERITIES.index(item[0][1]), -item[1], item[0][0]),
        ),
    )


def _size(number: int) -> str:
    value = float(number)
    for unit in ("B", "KiB", "MiB", "GiB"):
        if value < 1024:
            return f"{value:,.0f} {unit}" if unit == "B" else f"{value:,.1f} {unit}"
        value /= 1024
    return f"{value:,.1f} TiB"


def _clean(text: str) -> str:
    return _CONTROLS.sub("\ufffd", text)
