# SPDX-License-Identifier: Apache-2.0
"""Build the site: specification, grammars, guides, API, results.

    python conformance/tools/build_site --out site
    python conformance/tools/build_site --out site --events out/events.jsonl.xz

The documents are those of the repository; links between them stay, links to anything else lead to the
repository. With `--events` the full report of that run is below `report/`. Needs the extras `site` and
`regenerate`. Exit code 1 when a page has a warning of MkDocs, which a link without target is.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import dialect
import grammars
import rules
import sources
import stored
from hudi_conformance import resources
from hudi_conformance.cli import pages
from hudi_conformance.cli.common import open_session
from hudi_conformance.report import history, write_reports
from hudi_conformance.specification import requirements
from instruments.documents import figures

HERE = Path(__file__).parent
_TABLE = re.compile(r"<table>(.*?)</table>", re.DOTALL)
_FRAME = (
    '<div class="scroll{}" tabindex="0" role="group" aria-label="Table"><table class="plain">{}</table></div>'
)
_CELL = re.compile(r"<td([^>]*)>(?=[✓✗–†·])([^<]*)</td>")
_LEGEND = re.compile(r"<strong>([✓✗–†·])</strong>")
_WITHOUT_BARS = frozenset({"results/interoperability.md", "results/features.md"})  # matrices take the width
_MATRIX_COLUMNS = 8  # a table of so many keeps its head and its first column in sight
_SIGNS = {"✗": "misread", "†": "refused-badly", "–": "by-design", "✓": "reads", "·": "not-built-in"}
"""Signs of answers, the worst first, and their colours."""
_SEARCH = 'data-md-component="search" role="dialog"'
_PLACEHOLDER = "/OWN" + "ER/"  # in two parts, so that it stays here
_EMPTY_HEAD = re.compile(r"<th[^>]*></th>")


def stage(folder: Path) -> None:
    """Write all pages as Markdown below `folder`."""
    index = requirements.load(resources.spec_dir()).requirements
    documents = sources.find()
    names = grammars.names()
    texts: dict[str, str] = {}
    for source, place in documents.places.items():
        path = sources.ROOT / source
        if path.suffix != ".md":
            _write(folder / place, path.read_bytes())
            continue
        text = dialect.translated(sources.with_links(path.read_text(encoding="utf-8"), source, documents))
        texts[place] = rules.with_blocks(text, index) if source.startswith("spec/") else text
        if place in _WITHOUT_BARS:
            texts[place] = stored.WITHOUT_BARS + text
    texts |= {f"grammars/{name}.md": text for name, text in grammars.pages(index)}
    texts |= stored.pages()
    texts[rules.INDEX] = rules.index_page(index.values())
    for place, text in texts.items():
        linked = text if place == rules.INDEX else rules.with_mentions(text, place, index, names)
        _write(folder / place, linked.encode("utf-8"))
    _write(folder / "rules.json", rules.index_json(index.values()).encode("utf-8"))
    runs = history.to_html(history.collect(figures.results_dir() / "runs"))
    _write(folder / "results/history.html", runs.encode("utf-8"))
    for path in (HERE / "pages").rglob("*"):
        if path.is_file():
            _write(folder / path.relative_to(HERE / "pages"), path.read_bytes())


def build(folder: Path, out: Path) -> int:
    """Run MkDocs on the pages in `folder/docs`; its exit code."""
    config = (HERE / "mkdocs.yml").read_text(encoding="utf-8")
    lists = {"GRAMMARS": ("grammars", grammars.names()), "RELEASES": ("results", stored.family_names())}
    for word, (place, names) in lists.items():
        config = config.replace(word, "\n".join(f"      - {name}: {place}/{name}.md" for name in names))
    (folder / "mkdocs.yml").write_text(config, encoding="utf-8")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--config-file"]
    environment = os.environ | {"SITE_SOURCES": str(sources.ROOT / "conformance"), "NO_MKDOCS_2_WARNING": "1"}
    command += [str(folder / "mkdocs.yml"), "--site-dir", str(out.resolve())]
    done = subprocess.run(command, env=environment, check=False, stderr=subprocess.PIPE, text=True)
    told = [line for line in done.stderr.splitlines() if not line.startswith(("INFO", "  ", "["))]
    if done.returncode or told:
        print(*told, sep="\n", file=sys.stderr)
    for page in out.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        # The corner of a table is not a header, and scrolling content is reachable by keys.
        text = _EMPTY_HEAD.sub("<td></td>", text).replace(_SEARCH, f'{_SEARCH} aria-label="Search"')
        text = _LEGEND.sub(lambda sign: f'<strong class="sign {_SIGNS[sign[1]]}">{sign[1]}</strong>', text)
        page.write_text(_TABLE.sub(_framed, text), encoding="utf-8")
    # Its addresses are absolute: wrong wherever else the site lies.
    (out / "404.html").unlink(missing_ok=True)
    return done.returncode


def _framed(table: re.Match[str]) -> str:
    """A table in a frame that scrolls; cells of answers have the colour of the worst."""
    body = table[1]
    head = body.partition("</tr>")[0]
    is_matrix = head.count("<th") + head.count("<td") >= _MATRIX_COLUMNS
    return _FRAME.format(" matrix" * is_matrix, _CELL.sub(_colored, body))


def _colored(cell: re.Match[str]) -> str:
    worst = next(css for sign, css in _SIGNS.items() if sign in cell[2])
    return f'<td class="{worst}"{cell[1]}>{cell[2]}</td>'


def add_report(events: Path, out: Path) -> None:
    """Write the full report of a run below the site."""
    with tempfile.TemporaryDirectory(prefix="report-") as folder:
        write_reports(
            events, Path(folder), annotate=pages.annotate, input_source=pages.suite_inputs(open_session())
        )
        (out / "report").mkdir(exist_ok=True)
        for name in ("index.html", "site"):
            shutil.move(str(Path(folder) / name), str(out / "report" / name))


def main() -> int:
    """Build the site; the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--out", type=Path, required=True, metavar="DIR", help="folder of the site, written anew"
    )
    parser.add_argument("--events", type=Path, metavar="FILE", help="events of a run: adds its report")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="site-") as folder:
        stage(Path(folder) / "docs")
        code = build(Path(folder), options.out)
    if _PLACEHOLDER in sources.REPOSITORY:
        print("links to the repository name no owner: run tools/name_repository.py before", file=sys.stderr)
    if code == 0 and options.events is not None:
        add_report(options.events, options.out)
    return 1 if code else 0


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


if __name__ == "__main__":
    sys.exit(main())
