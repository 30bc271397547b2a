# SPDX-License-Identifier: Apache-2.0
"""The figures of a run that are stored: counts per implementation, not the answers."""

from __future__ import annotations

from typing import Any

from hudi_conformance.report import standing
from hudi_conformance.report.model import Run
from hudi_conformance.suite.layers import LAYERS


def figures(run: Run) -> dict[str, Any]:
    """The stored part of a run, as in `results/run.json`, without the number of requirements."""
    rows: list[dict[str, Any]] = []
    for row in standing.rows(run):
        implementation, tally = row.implementation, row.must
        count = run.counts(implementation.name)
        rows.append(
            {
                "name": implementation.name,
                "version": str(implementation.hello.get("version", "")),
                "pass": count["pass"] + count["pass-weak"],
                "weak": count["pass-weak"],
                "known": count["known"],
                "open": count["open"],
                "unsupported": count["unsupported"],
                "unexpected": count["new"] + count["stale"],
                "musts_held": tally.held,
                "musts_judged": tally.applicable,
                "layers": {layer: row.layers[layer] for layer in LAYERS if row.layers[layer]},
            }
        )
    return {
        "date": str(run.header["started"])[:10],
        "suite": run.suite_version,
        "cases_digest": run.header["suite"]["cases_digest"],
        "host": dict(run.header["host"]),
        "profile": run.header["profile"],
        "seconds": run.footer["seconds"],
        "cases": len(run.cases),
        "implementations": rows,
        "absent": [{"name": name, "reason": reason} for name, reason in run.absent],
    }
