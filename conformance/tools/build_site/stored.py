# SPDX-License-Identifier: Apache-2.0
"""Pages of the stored run: results by reader, and a comparison of the releases of each implementation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from itertools import chain

from hudi_conformance import resources
from hudi_conformance.defects import model as defects
from hudi_conformance.look.text import counted, markdown_table
from hudi_conformance.report.site.matrix import (
    HISTORIES,
    SIGNS,
    WORST_FIRST,
    Family,
    families,
    history_of,
    subjects,
)
from hudi_conformance.suite import manifest
from instruments.documents import figures, history, stored_matrix
from instruments.documents.stored_matrix import Matrix

_FOLDER = "results"
_MIN_WIDE = 3  # columns that are narrower than the name over them
WITHOUT_BARS = "---\nhide: [navigation, toc]\n---\n\n"


def load() -> Matrix:
    """The stored run."""
    return stored_matrix.from_figures(figures.load("matrix"))


def family_names() -> list[str]:
    """Names of the pages of implementations, in the order of the run."""
    return [family.name for family in history.load_families(load())]


def pages() -> dict[str, str]:
    """Path and text of each page."""
    matrix = load()
    groups = families(matrix.names)
    by_case = _defects_by_case()
    cases = {case.id: case.title for case in manifest.load_manifests(resources.cases_dir())}
    known, measured = list(_load()), defects.load_measured(resources.defects_dir() / "MEASURED.json")
    dated = history.load_dated(figures.results_dir() / "history")
    texts = {f"{_FOLDER}/index.md": _overview(matrix, groups)}
    judged = {family.name: family for family in groups}
    for family in history.load_families(matrix):
        in_run = judged.get(family.name)
        lines = [WITHOUT_BARS, f"# {family.name}\n\n", _stored(matrix), "\n"]
        if in_run is not None:
            lines += [*_legend(matrix), *_totals(matrix, in_run)]
            lines += _came_and_went(matrix, in_run, cases, by_case)
        else:
            lines.append("\nIt is judged in a separate environment and is not in this run.\n\n")
        lines += _first_and_last(history.lines_of(family, known, measured, matrix))
        lines += _over_time(dated, family)
        lines += _chapters(matrix, in_run) if in_run is not None else ()
        texts[f"{_FOLDER}/{family.name}.md"] = "".join(lines)
    return texts


def _overview(matrix: Matrix, groups: Sequence[Family]) -> str:
    lines = [WITHOUT_BARS, "# Who reads what\n\n", _stored(matrix)]
    lines.append(
        " A row per chapter, a column per implementation and release. A cell shows the worst"
        " result of the chapter's cases, and links to them on the page of the implementation."
        " [History of the stored runs](history.html).\n\n"
    )
    lines += [*_legend(matrix), _scroll("Chapters by implementation"), '<table class="reads"><thead>\n<tr>']
    lines.append(
        '<th scope="col" rowspan="2">chapter</th><th scope="col" rowspan="2" class="n count">cases</th>'
    )
    for family in groups:
        css = "family" if len(family.releases) > _MIN_WIDE else "family tall"
        lines.append(
            f'<th scope="colgroup" colspan="{len(family.releases)}" class="{css}">'
            f'<span><a href="{family.name}.html">{family.name}</a></span></th>'
        )
    lines.append("</tr>\n<tr>")
    names = [(family, version, name) for family in groups for version, name in family.releases]
    lines += [
        f'<th scope="col" class="version"><span>{version or "–"}</span></th>' for _, version, _ in names
    ]
    lines.append("</tr></thead>\n")
    for subject, rows in subjects(matrix.num_cases):
        head = f'<th scope="rowgroup" colspan="{len(names) + 2}">{subject}</th>'
        lines.append(f'<tbody>\n<tr class="subject">{head}</tr>\n')
        for chapter in rows:
            cells = "".join(
                _cell(matrix.counts[chapter, name], f"{family.name}.html#{_anchor(chapter)}", name)
                for family, _, name in names
            )
            number = f'<td class="n count">{matrix.num_cases[chapter]:,}</td>'
            lines.append(f'<tr><th scope="row">{_chapter(chapter)}</th>{number}{cells}</tr>\n')
        lines.append("</tbody>\n")
    lines.append("</table></div>\n")
    return "".join(lines)


def _totals(matrix: Matrix, family: Family) -> Iterator[str]:
    labels = [label for label in SIGNS if label != "unclassified"]
    yield f"## Answers {'by release' if len(family.releases) > 1 else ''}\n\n"
    yield _scroll("Answers by release") + '<table class="plain"><thead><tr><th scope="col">release</th>'
    yield "".join(f'<th scope="col" class="n">{label}</th>' for label in labels) + "</tr></thead><tbody>\n"
    for version, name in family.releases:
        total = matrix.total(name)
        cells = "".join(f'<td class="n">{total[label]:,}</td>' for label in labels)
        yield f'<tr><th scope="row">{version or name}</th>{cells}</tr>\n'
    yield "</tbody></table></div>\n\n"


def _came_and_went(
    matrix: Matrix, family: Family, titles: Mapping[str, str], by_case: Mapping[str, Sequence[str]]
) -> Iterator[str]:
    rows: dict[tuple[str, ...], list[str]] = {}
    for case, labels in matrix.failed.items():
        row = tuple(labels[name] for _, name in family.releases)
        if set(row) & set(WORST_FIRST):
            rows.setdefault(row, []).append(case)
    grouped: dict[str, list[tuple[tuple[str, ...], list[str]]]] = {}
    for row, cases in sorted(rows.items(), key=lambda item: -len(item[1])):
        grouped.setdefault(history_of(row), []).append((row, cases))
    if not grouped:
        yield "No case fails.\n\n"
    for title in HISTORIES:
        if title not in grouped:
            continue
        number = sum(len(cases) for _, cases in grouped[title])
        order = ", ".join(version for version, _ in family.releases)
        if len(family.releases) > 1:
            where = " in every release that was judged" if title == "stayed" else ""
            yield f"## Defects that {title}\n\n"
            yield f"{number:,} cases{where}; signs from left to right: {order}.\n\n"
        else:
            yield f"## Failed cases\n\n{number:,} cases.\n\n"
        for row, cases in grouped[title]:
            signs = "".join(
                f'<span class="sign {mark.replace(" ", "-")}" title="{name}: {mark}">{SIGNS[mark][0]}</span>'
                for mark, (_, name) in zip(row, family.releases, strict=True)
            )
            such = f"{counted(len(cases), 'case')}, such as " if len(cases) > 1 else ""
            first = f"<code>{cases[0]}</code> <small>{escape(titles.get(cases[0], ''))}</small>"
            yield f'<details class="cases"><summary><span class="signs">{signs}</span> '
            yield f"{such}{first}</summary>\n<ul>\n"
            for case in cases:
                links = "".join(
                    f' <a href="defects.html#{defect}">{defect}</a>' for defect in by_case.get(case, ())
                )
                yield f"<li><code>{case}</code> {escape(titles.get(case, ''))}{links}</li>\n"
            yield "</ul></details>\n"
        yield "\n"


def _first_and_last(lines: Sequence[history.Line]) -> Iterator[str]:
    """The first and the last release that has each known defect."""
    if lines:
        yield "## First and last release of each defect\n\n"
        yield "*from* and *to*: the oldest and the newest tested release has it.\n\n"
        yield "\n".join(markdown_table(history.HEAD, history.rows_of(lines, "defects.md"))) + "\n\n"


def _over_time(dated: Sequence[Mapping[str, object]], family: Family) -> Iterator[str]:
    """Wrong answers by subject, release and stored run."""
    head, rows = history.over_time(dated, family.name)
    if rows:
        yield "## Over time\n\nWrong answers of all judged ones, by stored run.\n\n"
        yield "\n".join(markdown_table(head, rows)) + "\n\n"


def _chapters(matrix: Matrix, family: Family) -> Iterator[str]:
    yield "## Chapters\n\n" + _scroll("Chapters by release")
    yield '<table class="plain"><thead><tr><th scope="col">chapter</th>'
    yield "".join(f'<th scope="col">{version or name}</th>' for version, name in family.releases)
    yield "</tr></thead><tbody>\n"
    for chapter in chain.from_iterable(rows for _, rows in subjects(matrix.num_cases)):
        counts = [matrix.counts[chapter, name] for _, name in family.releases]
        cells = "".join(f"<td>{_sign(count)} {_words(count)}</td>" for count in counts)
        yield f'<tr id="{_anchor(chapter)}"><th scope="row">{_chapter(chapter)}</th>{cells}</tr>\n'
    yield "</tbody></table></div>\n"


def _cell(count: Counter[str], link: str, name: str) -> str:
    label = _worst(count)
    return (
        f'<td><a class="sign {label.replace(" ", "-")}" href="{link}" title="{name}: {_words(count)}">'
        f"{SIGNS[label][0]}</a></td>"
    )


def _sign(count: Counter[str]) -> str:
    label = _worst(count)
    return f'<span class="sign {label.replace(" ", "-")}">{SIGNS[label][0]}</span>'


def _worst(count: Counter[str]) -> str:
    return next((label for label in (*WORST_FIRST, "reads", "open") if count[label]), "not built in")


def _words(count: Counter[str]) -> str:
    parts = (f"{count[label]:,} {label}" for label in (*WORST_FIRST, "reads", "open") if count[label])
    return ", ".join(parts) or "not built in"


def _legend(matrix: Matrix) -> Iterator[str]:
    present = set().union(*matrix.counts.values()) | {stored_matrix.NOT_BUILT_IN}
    yield '<p class="legend">'
    for label, (sign, meaning) in SIGNS.items():
        if label == "unclassified" and label not in present:
            continue
        yield f'<span><i class="sign {label.replace(" ", "-")}">{sign}</i> <b>{label}</b> {meaning}</span> '
    yield "</p>\n\n"


def _stored(matrix: Matrix) -> str:
    return f"Stored run of {matrix.date}, suite {matrix.suite}, {sum(matrix.num_cases.values()):,} cases."


def _scroll(label: str) -> str:
    return f'<div class="scroll" tabindex="0" role="group" aria-label="{label}">\n'


def _chapter(chapter: str) -> str:
    return (
        f'<a href="../rules.html#{chapter.replace(".", "")}"><code>{chapter}</code></a>'
        if chapter
        else "no rule"
    )


def _anchor(chapter: str) -> str:
    return f"chapter-{chapter or 'none'}"


def _defects_by_case() -> dict[str, list[str]]:
    by_case: dict[str, list[str]] = {}
    for defect in _load():
        for case in defect.cases:
            by_case.setdefault(case, []).append(defect.id)
    return by_case


def _load() -> Iterable[defects.Defect]:
    return defects.load_defects(resources.data_root() / "conformance" / "defects")
