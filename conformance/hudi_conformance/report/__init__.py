# SPDX-License-Identifier: Apache-2.0
"""Reports, written only from the events of a run.

`write_reports` writes them all; `render_terminal` prints the output of `run`; `run_changes.compare_events`
compares two runs. All of them reject an events file without a footer.
"""

from __future__ import annotations

import re
from pathlib import Path

from hudi_conformance import resources
from hudi_conformance.report import badge, junit, markdown
from hudi_conformance.report.model import Run, build, load
from hudi_conformance.report.site import Annotate, InputSource, Step, write_site
from hudi_conformance.report.terminal import render_terminal
from hudi_conformance.specification import requirements
from hudi_conformance.specification.requirements import SpecIndex
from hudi_conformance.suite.events import EventsError

__all__ = ["EventsError", "Run", "build", "load", "own_spec", "render_terminal", "write_reports"]


def own_spec() -> SpecIndex:
    """Index of the specification that came with this package, empty if there is none.

    Reports are possible without it: then they lack the texts of the rules.
    """
    return requirements.load(resources.spec_dir())


def write_reports(
    events: Path,
    out_dir: Path,
    *,
    annotate: Annotate | None = None,
    input_source: InputSource | None = None,
    step: Step | None = None,
) -> dict[str, Path]:
    """Write `index.html`, the folder `site`, `junit.xml`, `summary.md` and `badge.json` into `out_dir`.

    A run of several implementations also gets `badge-<implementation>.json` for each of them. The texts of
    requirements are those of `own_spec`. For `annotate`, `input_source` and `step` see `site.write_site`.

    Returns:
        The files by kind: `html`, `junit`, `markdown`, `badge`, `badge-<implementation>`.

    Raises:
        EventsError: the events file is damaged, or the run did not end; then no file is written.
    """
    run = load(events)
    spec = own_spec()
    documents = {
        "junit": ("junit.xml", junit.render(run, spec.requirements)),
        "markdown": ("summary.md", markdown.render(run)),
        "badge": ("badge.json", badge.render(run)),
    }
    if len(run.names) > 1:
        for name in run.names:
            # Names come from an events file: they must not lead out of the folder.
            file_name = re.sub(r"[^\w.-]", "_", name)
            documents[f"badge-{name}"] = (f"badge-{file_name}.json", badge.render(run, name))
    out_dir.mkdir(parents=True, exist_ok=True)
    written = {
        "html": write_site(run, spec, out_dir, annotate=annotate, input_source=input_source, step=step)
    }
    for kind, (file_name, text) in documents.items():
        written[kind] = out_dir / file_name
        # Messages of a judged program may contain lone surrogates, which UTF-8 cannot encode.
        written[kind].write_text(text, encoding="utf-8", errors="backslashreplace", newline="\n")
    return written
