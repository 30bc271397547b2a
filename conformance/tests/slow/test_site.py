# SPDX-License-Identifier: Apache-2.0
"""The site as it is published: nothing is lost or linked to nowhere, and everybody can read it.

Needs the extras `site` and `regenerate`; the second half a Chromium on PATH and the extra `browser`.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hudi_conformance import resources
from hudi_conformance.specification import requirements
from instruments.documents import figures
from instruments.documents.links import broken_links
from markdown_it import MarkdownIt

TOOL = resources.data_root() / "conformance/tools/build_site"
pytest.importorskip("material", reason="needs the extra `site`")
sys.path.insert(0, str(TOOL))
dialect, sources = map(import_module, ("dialect", "sources"))

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), None)
# axe-core takes a minute for a page of ten thousand elements: one page of each kind, not the longest.
PAGES = (
    "index.html",
    "reference.html",
    "spec/hfile_hudi.html",
    "grammars/hfile_block.html",
    "results/index.html",
    "results/hbase.html",
    "guides/tutorial.html",
)
TOO_WIDE = "document.documentElement.scrollWidth > innerWidth"
WIDTHS = (400, 1280, 1920)
TAGS = ("h2", "h3", "li", "tr", "pre")


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    subprocess.run([sys.executable, str(TOOL), "--out", str(folder)], check=True)
    return folder


def test_links_lead_somewhere_and_nothing_is_loaded_from_outside(site: Path) -> None:
    assert list(broken_links(site)) == []
    assert len(list(site.rglob("*.html"))) > 80
    # A style sheet can load, too.
    for path in site.rglob("*.css"):
        sheet = path.read_text(encoding="utf-8")
        assert re.findall(r"url\((?!['\"]?data:)[^)]*\)|@import", sheet) == [], path


def test_each_rule_has_its_anchor_for_ever(site: Path) -> None:
    rules = requirements.load(resources.spec_dir()).requirements
    listed = json.loads((site / "rules.json").read_text(encoding="utf-8"))
    assert listed.keys() == rules.keys()
    index = (site / "rules.html").read_text(encoding="utf-8")
    texts: dict[str, str] = {}
    for ident, entry in listed.items():
        page, _, anchor = entry["address"].partition("#")
        text = texts.setdefault(page, (site / page).read_text(encoding="utf-8"))
        assert anchor == ident
        assert text.count(f'id="{ident}"') == 1
        assert index.count(f'id="{ident}"') == 1
        assert f'href="{entry["address"]}"' in index


def test_nothing_of_a_document_is_lost(site: Path) -> None:
    """As many headings, items, rows and blocks of code as CommonMark finds in the repository."""
    markdown = MarkdownIt("commonmark", {"html": True}).enable("table")
    checked = 0
    for source, place in sources.find().places.items():
        if not place.endswith(".md"):
            continue
        expected = markdown.render((sources.ROOT / source).read_text(encoding="utf-8"))
        page = (site / place).with_suffix(".html").read_text(encoding="utf-8")
        body = page[page.index("<article") : page.index("</article>")]
        for tag in TAGS:
            numbers = [len(re.findall(rf"<{tag}[ >]", text)) for text in (expected, body)]
            assert numbers[0] == numbers[1], f"{source}: {tag}"
        checked += 1
    assert checked > 35


def test_lists_and_code_are_translated() -> None:
    text = "words\n1. one\n\n   more\n2. two\n   ```hexl id=x\n   00\n   ```\n\nend\n   three blanks\n"
    assert dialect.translated(text) == (
        "words\n\n1. one\n\n    more\n\n2. two\n"
        '    ```text title="x"\n    00\n    ```\n\nend\n   three blanks\n'
    )


def test_the_matrix_is_that_of_the_stored_run(site: Path) -> None:
    stored = figures.load("matrix")
    page = (site / "results/index.html").read_text(encoding="utf-8")
    assert page.count('<td><a class="sign ') == len(stored["chapters"]) * len(stored["implementations"])
    assert "MUST held" in (site / "results/history.html").read_text(encoding="utf-8")
    java = (site / "results/hudi-java.html").read_text(encoding="utf-8")
    assert "Defects that went" in java
    row = next(row for row in figures.load("run")["implementations"] if row["name"] == "hudi-java-1.2.1")
    cells = re.search(r'<tr><th scope="row">1\.2\.1</th>(.*?)</tr>', java)
    assert cells is not None
    numbers = [int(cell.replace(",", "")) for cell in re.findall(r"<td[^>]*>([\d,]+)</td>", cells[1])]
    assert row["pass"] in numbers
    assert sum(numbers) == sum(row[key] for key in ("pass", "known", "open", "unsupported"))


def test_each_grammar_has_a_diagram(site: Path) -> None:
    names = sorted(path.stem for path in resources.ksy_dir().glob("*.ksy"))
    for name in names:
        page = (site / f"grammars/{name}.html").read_text(encoding="utf-8")
        assert f'aria-label="Layout of {name}"' in page
        assert "<polygon" in page
    assert "len_trailing" in (site / "grammars/hudi_log_block.html").read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *words: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    pytest.importorskip("axe_playwright_python", reason="needs the extra `browser`")
    from playwright.sync_api import sync_playwright

    if CHROMIUM is None:
        pytest.skip("no Chromium on PATH")
    with sync_playwright() as engine:
        started = engine.chromium.launch(executable_path=CHROMIUM)
        yield started
        started.close()


SCHEMES = ("light", "dark")


@pytest.fixture(params=SCHEMES)
def page(browser: Any, request: pytest.FixtureRequest, address: str) -> Iterator[Any]:
    context = browser.new_context(color_scheme=request.param, viewport={"width": 1280, "height": 900})
    tab = context.new_page()
    told: list[str] = []
    tab.on("pageerror", lambda error: told.append(str(error)))
    tab.on("request", lambda asked: asked.url.startswith(("data:", address)) or told.append(asked.url))
    yield tab
    context.close()
    assert told == [], "no error, and nothing from outside"


@pytest.mark.parametrize("name", PAGES)
def test_nothing_is_in_the_way_of_anybody(page: Any, address: str, name: str) -> None:
    from axe_playwright_python.sync_playwright import Axe

    page.goto(f"{address}/{name}")
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    found = Axe().run(page)
    assert [
        (one["id"], len(one["nodes"]), one["nodes"][0]["html"][:200], one["nodes"][0].get("failureSummary"))
        for one in found.response["violations"]
    ] == []
    assert found.response["passes"], "axe looked at something"


def test_pages_fit_their_window(page: Any, site: Path, address: str) -> None:
    names = [path.relative_to(site).as_posix() for path in sorted(site.rglob("*.html"))]
    found = []
    for name in names:
        page.goto(f"{address}/{name}", wait_until="domcontentloaded")
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            if page.evaluate(TOO_WIDE):
                page.wait_for_timeout(1000)  # what slides in or out of the window takes its time
            if page.evaluate(TOO_WIDE):
                found.append(f"{name} is too wide for a window of {width}")
    assert found == []


def test_a_rule_is_found_by_its_words(page: Any, address: str) -> None:
    page.goto(f"{address}/index.html")
    page.locator("input.md-search__input").click()
    page.keyboard.type("trailing length", delay=5)
    page.locator(".md-search-result__link").first.wait_for(state="visible", timeout=20_000)
    links = page.locator(".md-search-result__link").evaluate_all("all => all.map(one => one.href)")
    assert any("/spec/log_file.html" in link for link in links)


def test_the_matrix_fits_a_laptop(page: Any, address: str) -> None:
    page.goto(f"{address}/results/index.html")
    table = page.locator("table.reads")
    box = table.bounding_box()
    assert box["x"] + box["width"] <= 1280
    page.locator("a.sign.misread").first.click()
    page.wait_for_url("**/results/*.html#chapter-*")
    assert page.locator(":target").count() == 1
    page.goto(f"{address}/results/interoperability.html")
    frame = page.locator(".scroll.matrix").first
    assert frame.evaluate("frame => frame.scrollWidth <= frame.clientWidth"), "no column is clipped"
    colors = frame.locator("td.misread").first, page.locator("li strong.misread").first
    assert len({item.evaluate("item => getComputedStyle(item).backgroundColor") for item in colors}) == 1
