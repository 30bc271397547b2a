# SPDX-License-Identifier: Apache-2.0
"""A run as a folder of self-contained pages, which are readable without network and without scripts.

`index.html` is the overview, a separate file; below `site/` lie a page for each
chapter of requirements and each topic of cases, one of writers of tables, and lists of disagreements, known
defects and open questions. Requirements and cases are anchors of their pages, and shared content occurs once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from hudi_conformance.look.pages import stylesheet
from hudi_conformance.report import layers, standing, wording
from hudi_conformance.report.model import Run, area
from hudi_conformance.report.site.case_input import Annotate, CaseInput, InputFile, InputSource, from_events
from hudi_conformance.report.site.case_pages import topic_list, topic_pages
from hudi_conformance.report.site.chapters import chapters
from hudi_conformance.report.site.facts import Facts, facts_of
from hudi_conformance.report.site.matrix import families, family_pages, matrix_page
from hudi_conformance.report.site.rule_pages import defect_page, differing_page, question_page, rule_pages
from hudi_conformance.report.site.writer_page import writer_pages
from hudi_conformance.specification.requirements import SpecIndex

__all__ = ["Annotate", "CaseInput", "InputFile", "InputSource", "overview_page", "walk_pages", "write_site"]

FOLDER = "site"
LISTING = "pages.txt"
_NUM_OTHERS = 9  # files that belong neither to a family nor to a chapter nor to a topic
Step = Callable[[int, int], None]


def walk_pages(
    facts: Facts, annotate: Annotate | None = None, input_source: InputSource | None = None
) -> Iterator[tuple[str, str]]:
    """Yield path below the site's folder and text of every file."""
    with topic_pages(facts, annotate or (lambda _, __: ()), input_source or from_events(facts.run)) as topics:
        yield "style.css", stylesheet(len(facts.run.names))
        yield "script.js", facts.text("script.js")
        yield matrix_page(facts)
        yield from family_pages(facts)
        yield from writer_pages(facts)
        yield differing_page(facts)
        yield question_page(facts)
        yield defect_page(facts)
        yield from rule_pages(facts)
        yield from topic_list(facts)
        yield from topics


def write_site(
    run: Run,
    spec: SpecIndex,
    out_dir: Path,
    *,
    annotate: Annotate | None = None,
    input_source: InputSource | None = None,
    step: Step | None = None,
) -> Path:
    """Write `index.html` and the folder `site` into `out_dir`; the path of the first.

    Pages of an earlier run that this one lacks are removed.

    Args:
        run: the run to report.
        spec: texts of requirements and questions; those that it lacks appear by their ids.
        out_dir: folder, created if missing.
        annotate: finds the fields of inputs, for colours and names of bytes; reports know no format.
        input_source: finds inputs and expected values that the events do not carry.
        step: progress, called with the number of files that are written and of all files.
    """
    facts = facts_of(run, spec)
    folder = out_dir / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    earlier = _listed(folder)
    num_families = sum(len(family.releases) > 1 for family in families(run.names))
    num_others = _NUM_OTHERS + bool(facts.writers)
    total = num_others + num_families + len(set(map(area, facts.naming))) + len(facts.topics)
    written: list[str] = []
    folders: set[Path] = set()
    for path, text in walk_pages(facts, annotate, input_source):
        target = folder / path
        if target.parent not in folders:
            target.parent.mkdir(parents=True, exist_ok=True)
            folders.add(target.parent)
        _write(target, text)
        written.append(path)
        if step is not None:
            step(len(written), total)
    _write(folder / LISTING, "".join(f"{path}\n" for path in sorted(written)))
    for path in earlier - set(written):
        (folder / path).unlink(missing_ok=True)
    index = out_dir / "index.html"
    _write(index, overview_page(facts))
    return index


def overview_page(facts: Facts) -> str:
    """Text of `index.html`, which contains the style sheet."""
    run = facts.run
    return facts.text(
        "overview.html.j2",
        root=f"{FOLDER}/",
        home="#overview",
        headline=standing.headline(run),
        is_good=standing.is_good(run),
        layers=standing.layers_of(run),
        meanings=layers.MEANINGS,
        unexpected=list(run.with_status("new", "stale")),
        rows=standing.rows(run),
        chapters=chapters(run),
        expectation=wording.expectation,
        answer=wording.answer,
        difference=wording.difference,
        reproduce=wording.reproduce,
    )


def _write(path: Path, text: str) -> None:
    # Messages of a judged program may contain lone surrogates, which UTF-8 cannot encode.
    path.write_bytes(text.encode("utf-8", errors="backslashreplace"))


def _listed(folder: Path) -> set[str]:
    """Files that an earlier run wrote; paths that lead out of the folder are ignored."""
    listing = folder / LISTING
    if not listing.is_file():
        return set()
    names = listing.read_text(encoding="utf-8").splitlines()
    root = folder.resolve()
    return {name for name in names if name and (folder / name).resolve().is_relative_to(root)}
