# SPDX-License-Identifier: Apache-2.0
"""A run as a folder of pages that need nothing but themselves: neither network nor, to be read, script.

`index.html` is the overview, one file that can be sent around alone; below `site/` lie a page for each
requirement, topic and case, and lists of what differs, what is known to be broken and what is open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from hudi_conformance.look import Piece, stylesheet
from hudi_conformance.report import standing, wording
from hudi_conformance.report.model import Run
from hudi_conformance.report.site.case_input import Annotate, InputFile, Material, Shelf, from_events
from hudi_conformance.report.site.case_pages import case_pages, topic_pages
from hudi_conformance.report.site.chapters import chapters
from hudi_conformance.report.site.facts import Facts, facts_of
from hudi_conformance.report.site.rule_pages import defect_page, differing_page, question_page, rule_pages
from hudi_conformance.specification.requirements import SpecIndex

__all__ = ["Annotate", "InputFile", "Material", "Shelf", "overview_page", "walk_pages", "write_site"]

FOLDER = "site"
LISTING = "pages.txt"
_OTHERS = 8  # files that are neither of one requirement nor of one topic nor of one case
Step = Callable[[int, int], None]


def overview_page(run: Run, spec: SpecIndex) -> str:
    """Text of `index.html`; the style sheet is inside of it."""
    return _overview(facts_of(run, spec))


def walk_pages(
    facts: Facts, annotate: Annotate | None = None, shelf: Shelf | None = None
) -> Iterator[tuple[str, str]]:
    """Yield path below the site's folder and text of every file."""
    yield "style.css", stylesheet(len(facts.run.names))
    yield "script.js", facts.text("script.js")
    yield differing_page(facts)
    yield question_page(facts)
    yield defect_page(facts)
    yield from rule_pages(facts)
    yield from topic_pages(facts)
    yield from case_pages(facts, annotate or _nothing, shelf or from_events(facts.run))


def write_site(
    run: Run,
    spec: SpecIndex,
    out_dir: Path,
    *,
    annotate: Annotate | None = None,
    shelf: Shelf | None = None,
    step: Step | None = None,
) -> Path:
    """Write `index.html` and the folder `site` into `out_dir`; the path of the first.

    Pages that an earlier run left there and this one does not have are removed.

    Args:
        run: what is reported.
        spec: texts of requirements and questions; those that it lacks stand there by their ids.
        out_dir: folder, made where there is none.
        annotate: takes inputs apart, so that their bytes have colours and names; reports know no format.
        shelf: finds inputs and expected values that the events do not carry.
        step: called with how many files of how many are written.
    """
    facts = facts_of(run, spec)
    folder = out_dir / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    before = _listed(folder)
    total = _OTHERS + len(facts.naming) + len(facts.topics) + len(run.cases)
    written: list[str] = []
    folders: set[Path] = set()
    for path, text in walk_pages(facts, annotate, shelf):
        target = folder / path
        if target.parent not in folders:
            target.parent.mkdir(parents=True, exist_ok=True)
            folders.add(target.parent)
        _write(target, text)
        written.append(path)
        if step is not None:
            step(len(written), total)
    _write(folder / LISTING, "".join(f"{path}\n" for path in sorted(written)))
    for path in before - set(written):
        (folder / path).unlink(missing_ok=True)
    index = out_dir / "index.html"
    _write(index, _overview(facts))
    return index


def _overview(facts: Facts) -> str:
    run = facts.run
    return facts.text(
        "overview.html.j2",
        root=f"{FOLDER}/",
        home="#overview",
        headline=standing.headline(run),
        surprises=list(run.with_status("new", "stale")),
        rows=standing.rows(run),
        chapters=chapters(run),
        expectation=wording.expectation,
        answer=wording.answer,
        difference=wording.difference,
        reproduce=wording.reproduce,
    )


def _nothing(data: bytes, name: str) -> Sequence[Piece]:  # noqa: ARG001 - an `Annotate`
    return ()


def _write(path: Path, text: str) -> None:
    # A message of a judged program may hold half of a surrogate pair, which UTF-8 has no bytes for.
    path.write_bytes(text.encode("utf-8", errors="backslashreplace"))


def _listed(folder: Path) -> set[str]:
    """Files that an earlier run wrote; what leads out of the folder is none of ours."""
    listing = folder / LISTING
    if not listing.is_file():
        return set()
    names = listing.read_text(encoding="utf-8").splitlines()
    root = folder.resolve()
    return {name for name in names if name and (folder / name).resolve().is_relative_to(root)}
