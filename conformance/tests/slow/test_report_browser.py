# SPDX-License-Identifier: Apache-2.0
"""Reports and inspections in a browser: errors, links, keyboard, accessibility in light and dark, widths.

Needs the extra `browser` and a Chromium on PATH. `HUDI_CONFORMANCE_PICTURES=DIR` keeps pictures of all pages.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import report_factory as make
from hudi_conformance import inspect, resources
from hudi_conformance.cli import run_cli
from hudi_conformance.cli.pages import annotate
from hudi_conformance.inspect.inspection import page
from hudi_conformance.report import write_reports
from hudi_conformance.report.model import case_of
from hudi_conformance.report.site import paths
from hudi_conformance.suite.layers import LAYERS
from instruments.documents.links import broken_links

pytest.importorskip("playwright", reason="needs playwright: pip install '.[browser]'")
pytest.importorskip("axe_playwright_python", reason="needs axe-playwright-python: pip install '.[browser]'")
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, sync_playwright

CHROMIUM = next(
    (
        path
        for name in ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
        if (path := shutil.which(name))
    ),
    None,
)
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on PATH")

SCHEMES = ("light", "dark")
WIDTHS = (400, 1000, 1600)
VIEWPORT: Any = {"width": 1400, "height": 1000}
CASE = "log/recovery/cut-tail"


# Distance of the head and the first column of a matrix from the edges of its frame, when it is scrolled.
HEADS_IN_SIGHT = """name => {
  const frame = document.querySelector(name), at = e => e.getBoundingClientRect();
  frame.scrollTop = frame.scrollLeft = 150;
  const [head, row] = [frame.querySelector('thead'), frame.querySelectorAll('tbody tr')[3].firstElementChild];
  return [at(head).top - at(frame).top, at(row).left - at(frame).left].map(Math.round);
}"""


def case_page(case_id: str) -> str:
    return paths.case_page(case_of(make.case(case_id, [])))


# Name of a page for messages and pictures, its path below the folder of reports.
PAGES = {
    "overview": "made/index.html",
    "unexpected-case": f"made/site/{case_page(CASE)}",
    "known-case": f"made/site/{case_page('log/framing/format-version-two')}",
    "case-without-bytes": f"made/site/{case_page('name/log/file-version-zero')}",
    "requirement": f"made/site/{paths.requirement_page('log.recovery.corrupt-check')}",
    "differing": "made/site/differing.html",
    "defects": "made/site/defects.html",
    "questions": "made/site/questions.html",
    "real-overview": "real/index.html",
    "matrix": "wide/site/matrix.html",
    "releases": "wide/site/releases/reader.html",
    "wide-overview": "wide/index.html",
    "real-matrix": "real/site/matrix.html",
    "real-requirements": "real/site/requirements.html",
    "real-requirement": f"real/site/{paths.requirement_page('log.recovery.corrupt-check')}",
    "real-cases": "real/site/cases.html",
    "real-topic": f"real/site/{paths.topic_page('log', 'recovery')}",
    "real-case": f"real/site/{case_page('log/recovery/stray-bytes-between')}",
    "real-questions": "real/site/questions.html",
    "inspect-log": "inspect/log.html",
    "inspect-damaged": "inspect/damaged.html",
    "inspect-hfile": "inspect/hfile.html",
    "inspect-container": "inspect/container.html",
    "inspect-large": "inspect/large.html",
    "audit": "audit/index.html",
    "campaign": "campaign/report.html",
    "history": "history/history.html",
}


@pytest.fixture(scope="session")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A made-up run of every status, a real one, and inspections of whole and damaged files."""
    folder = tmp_path_factory.mktemp("reports")
    write_reports(make.write(folder / "events.jsonl", make.small()), folder / "made", annotate=annotate)
    asked = ["run", "--implementation", "kaitai-python", "--implementation", "reference-writer"]
    chosen = ["log/recovery", "log/header", "log/write", "hfile/damage", "timeline/content-avro"]
    cases = [word for one in chosen for word in ("--cases", one)]
    assert run_cli([*asked, *cases, "--out", str(folder / "real")]) == 0
    write_reports(make.write(folder / "wide.jsonl", wide()), folder / "wide")
    (folder / "inspect").mkdir()
    for name, inspection in inspections().items():
        (folder / "inspect" / f"{name}.html").write_text(page(inspection), encoding="utf-8")
    damaged = str(resources.fixtures_dir() / "hfile" / "bad_checksum_word.hfile")
    assert run_cli(["audit", "--engine", "plain", "--out", str(folder / "audit"), damaged]) == 1
    plan = [
        "--base",
        "log/three_avro.log",
        "--exhaustive",
        "lengths",
        "--sample",
        "20",
        "--command",
        "log.scan",
    ]
    runs = str(resources.data_root() / "conformance/results/runs")
    assert run_cli(["report", "--history", runs, "--out", str(folder / "history")]) == 0
    engine = ["--engine", "plain", "--jobs", "1", "--implementation", "kaitai-python"]
    assert run_cli(["campaign", *plan, *engine, "--out", str(folder / "campaign")]) == 0
    return folder


def wide() -> list[dict[str, Any]]:
    """22 implementations, most of them releases of one reader, over a few chapters."""
    names = [f"reader-{number // 4}.{number % 4}.0" for number in range(16)]
    names += [
        "kaitai-python",
        "kaitai-javascript",
        "hfile-2.6.3",
        "hfile-1.2.12",
        "reader-core-0.5.0",
        "archiver-1.2.1",
    ]
    rows = [make.implementation(name) for name in names]
    for number in range(24):
        case_id = f"log/a/case-{number}"
        rows.append(make.case(case_id, [f"log.chapter-{number % 6}.rule-{number}"]))
        for index, name in enumerate(names):
            verdict = ("pass", "wrong-value", "unsupported", "pass")[(number + index // 3) % 4]
            wrong = {"layer": LAYERS[number % len(LAYERS)]} if verdict == "wrong-value" else {}
            rows.append(make.result(name, case_id, verdict, "known" if wrong else None, **wrong))
    return make.events(rows)


def inspections() -> dict[str, inspect.Inspection]:
    fixtures = resources.fixtures_dir()
    damaged = bytearray((fixtures / "log" / "three_avro.log").read_bytes())
    damaged[270] ^= 0x40
    return {
        "log": inspect.inspect_file(fixtures / "log" / "three_avro.log"),
        "damaged": inspect.inspect_file(bytes(damaged), name="damaged.log"),
        "hfile": inspect.inspect_file(fixtures / "hfile" / "bad_checksum_word.hfile"),
        "container": inspect.inspect_file(fixtures / "archive" / "merge_plan.avro"),
        "large": inspect.inspect_file((fixtures / "log" / "one_avro.log").read_bytes() * 20),
    }


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as engine:
        started = engine.chromium.launch(executable_path=CHROMIUM)
        yield started
        started.close()


class Watched:
    """A tab whose errors and requests are kept."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.errors: list[str] = []
        self.outside: list[str] = []
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("requestfailed", lambda request: self.errors.append(f"failed: {request.url}"))
        page.on("request", self._asked)

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self.errors.append(message.text)

    def _asked(self, request: Request) -> None:
        if not request.url.startswith(("file://", "data:")):
            self.outside.append(request.url)


@pytest.fixture(scope="session")
def contexts(browser: Browser) -> Iterator[Callable[..., BrowserContext]]:
    """Contexts by their settings: each has processes of its own, and pages keep nothing in them."""
    known: dict[str, BrowserContext] = {}

    def of(**wanted: Any) -> BrowserContext:
        key = repr(sorted(wanted.items()))
        if key not in known:
            known[key] = browser.new_context(viewport=VIEWPORT, **wanted)
        return known[key]

    yield of
    for context in known.values():
        assert context.storage_state() == {"cookies": [], "origins": []}
        context.close()


@pytest.fixture
def tab(contexts: Callable[..., BrowserContext], request: pytest.FixtureRequest) -> Iterator[Watched]:
    context = contexts(**getattr(request, "param", {}))
    # The page of the test before gives its processes to this one.
    before, page = context.pages, context.new_page()
    for one in before:
        one.close()
    watched = Watched(page)
    yield watched
    assert watched.errors == []
    assert watched.outside == []


def opened(tab: Watched, reports: Path, name: str) -> Page:
    path, _, anchor = PAGES.get(name, name).partition("#")
    tab.page.goto("about:blank")  # a step to another anchor of the same page loads nothing
    tab.page.goto((reports / path).as_uri() + (anchor and f"#{anchor}"))
    return tab.page


def _scheme_and_page(scheme: str, name: str) -> Any:
    marks = []
    if scheme == "dark" and name.startswith(("real-", "wide-")):
        marks.append(pytest.mark.whole("the made-up run has every status, in the dark too"))
    if name == "history" or name.startswith("real-"):
        marks.append(pytest.mark.own_job)  # the largest pages
    if name == "real-case":
        marks.append(pytest.mark.whole("the same page is `real-topic`, and all that it folds is unfolded"))
    if name == "inspect-large":
        marks.append(pytest.mark.whole("the same block once is `inspect-log`"))
    return pytest.param({"color_scheme": scheme}, name, marks=marks, id=f"{name}-{scheme}")


@pytest.mark.parametrize(
    ("tab", "name"),
    [_scheme_and_page(scheme, name) for name in PAGES for scheme in SCHEMES],
    indirect=["tab"],
)
def test_nothing_is_in_the_way_of_anybody(tab: Watched, reports: Path, name: str) -> None:
    """axe-core finds no violation, whatever is folded is unfolded first."""
    page = opened(tab, reports, name)
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    # Style sheets are not loaded a second time: a page from a disk may not, and says so on its console. Of
    # what is in order one place for each rule is described: to describe all takes longer than to look.
    result = Axe().run(page, options={"preload": False, "resultTypes": ["violations"]})
    found = [
        f"{one['id']}: {one['help']}: {[node['html'][:200] for node in one['nodes'][:3]]}"
        f" {one['nodes'][0].get('failureSummary', '')}"
        for one in result.response["violations"]
    ]
    assert found == []
    assert result.response["passes"], "axe looked at something"


@pytest.mark.parametrize("name", PAGES)
def test_pages_fit_their_window(tab: Watched, reports: Path, name: str) -> None:
    page = opened(tab, reports, name)
    kept = os.environ.get("HUDI_CONFORMANCE_PICTURES")
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 1000})
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, f"{name} is {wide} wide in a window of {width}"
        for scheme in SCHEMES if kept else ():
            page.emulate_media(color_scheme=scheme)
            page.screenshot(path=Path(str(kept)) / f"{name}-{width}-{scheme}.png")


def test_all_links_lead_somewhere(reports: Path) -> None:
    assert list(broken_links(reports / "made")) == []
    assert list(broken_links(reports / "real")) == []
    assert list(broken_links(reports / "inspect")) == []


def test_the_head_leads_to_every_list(tab: Watched, reports: Path) -> None:
    page = opened(tab, reports, "real-overview")
    count = page.locator("nav.top a").count()
    assert count == 7
    for index in range(count):
        opened(tab, reports, "real-overview")
        link = page.locator("nav.top a").nth(index)
        words = link.inner_text().rstrip("0123456789, ")
        link.click()
        assert page.locator("nav.top a[aria-current]").inner_text().startswith(words)
        assert page.locator("h1").count() == 1


def test_from_the_overview_to_a_case_and_on(tab: Watched, reports: Path) -> None:
    page = opened(tab, reports, "real-overview")
    page.get_by_role("link", name="log.recovery", exact=True).click()
    page.wait_for_url("**/requirements.html#log.recovery")
    page.get_by_role("link", name="log.recovery.corrupt-check", exact=True).click()
    page.wait_for_url("**/rules/log.recovery.html#corrupt-check")
    rule = page.locator("section[id='corrupt-check']")
    assert rule.locator("h2").inner_text().startswith("log.recovery.corrupt-check")
    assert "corrupt unless its trailing length lies inside the file" in rule.locator(".rule").inner_text()
    rule.get_by_role("link", name="stray-bytes-between", exact=True).click()
    page.wait_for_url("**/cases/log/recovery.html#stray-bytes-between")
    case = page.locator(".topic details[open]")
    assert case.count() == 1, "the case of the address is unfolded, no other"
    assert case.locator("summary code").inner_text() == "stray-bytes-between"
    assert case.locator("pre.hex i.x").all_inner_texts() == ["5a 5a", "5a 5a 5a"]
    assert case.locator("summary").bounding_box()["y"] > 0, "its line is in sight, below the head"
    case.locator("a[href^='#bytes.']").first.click()
    whole = page.locator(".topic details[open]").last
    assert "log" in whole.locator("summary code, summary .id").first.inner_text()
    elsewhere = whole.locator("a[href*='#bytes.']")
    if elsewhere.count():  # cases of another topic share the file: its bytes are on one page
        elsewhere.click()
        page.wait_for_url("**/cases/log/*.html#bytes.*")
        whole = page.locator(".topic details[open]").last
    assert whole.locator("pre.hex").is_visible()


def test_keys_alone_are_enough(tab: Watched, reports: Path) -> None:
    page = opened(tab, reports, "overview")
    page.keyboard.press("Tab")
    assert focused(page) == "Skip to the content"
    assert page.evaluate("document.activeElement.getBoundingClientRect().left") >= 0, "it comes into sight"
    page.keyboard.press("Enter")
    page.wait_for_url("**#content")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('main') !== null"), "the head was skipped"
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    for _ in range(60):
        if focused(page) == CASE:
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/recovery.html#cut-tail")
    reached = set()
    for _ in range(40):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.className || document.activeElement.tagName"))
    assert {"hex", "A"} <= reached, "what scrolls can be reached, too"
    values = "[...document.querySelectorAll('.topic pre:not(.hex)')]"
    assert page.evaluate(f"{values}.length") > 0
    wide = f"{values}.filter(e => e.scrollWidth > e.clientWidth + 1).length"
    assert page.evaluate(wide) == 0, "values wrap"
    opened(tab, reports, "defects")
    page.locator("summary").first.focus()
    page.keyboard.press("Enter")
    assert page.locator("details[open] a").first.is_visible()


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.textContent.trim()"))


def test_the_matrix_fits_a_laptop_and_its_cells_lead_to_cases(tab: Watched, reports: Path) -> None:
    page = opened(tab, reports, "matrix")
    page.set_viewport_size({"width": 1280, "height": 900})
    table = page.locator("table.reads")
    assert page.locator("table.reads tbody tr:not(.subject)").first.locator("td").count() == 1 + 22
    box = table.bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= 1280
    page.set_viewport_size({"width": 400, "height": 600})
    assert page.evaluate(HEADS_IN_SIGHT, ".scroll") == [0, 0]
    page.set_viewport_size({"width": 1280, "height": 900})
    cell = page.locator("a.sign.misread, a.sign.unclassified").first
    told = cell.get_attribute("title") or ""
    cell.click()
    page.wait_for_url("**/cases.html#find=*&who=*")
    judged = sum(int(part.split()[0]) for part in told.split(", "))
    assert page.locator("#shown").inner_text().split()[0] == str(judged)


def test_a_phone_shows_how_many_musts_are_held(tab: Watched, reports: Path) -> None:
    page = opened(tab, reports, "wide-overview")
    page.set_viewport_size({"width": 400, "height": 800})
    assert page.locator("table.over th").nth(1).inner_text() == "unexpected"
    boxes = [cell.bounding_box() for cell in page.locator("td.must").all()]
    assert len(boxes) == 22
    assert all(box is not None and box["x"] + box["width"] <= 400 for box in boxes)
    first = boxes[0]
    assert first is not None
    assert first["y"] + first["height"] <= 800


def test_heads_of_tables_stay_in_sight(tab: Watched, reports: Path) -> None:
    page = opened(tab, reports, "real-overview")
    for width in (1600, 500):
        page.set_viewport_size({"width": width, "height": 420})
        page.locator(".matrix tbody tr").last.scroll_into_view_if_needed()
        head = page.locator(".matrix thead th").nth(1).bounding_box()
        assert head is not None
        assert 0 <= head["y"] < 420 - head["height"], f"the head is out of sight at {width}"


@pytest.mark.parametrize("tab", [{"java_script_enabled": False}], indirect=True, ids=["no-script"])
def test_everything_can_be_read_without_script(tab: Watched, reports: Path) -> None:
    page = opened(tab, reports, "real-cases")
    assert page.locator("#filter").is_hidden()
    page.get_by_role("link", name="log/recovery", exact=True).click()
    page.locator("summary", has_text="stray-bytes-between").click()
    assert page.locator("details[open] pre.hex").is_visible()
    opened(tab, reports, "real-case")
    assert page.locator("details[open] pre.hex").is_visible(), "a link to a case unfolds it"


def test_search_and_order(tab: Watched, reports: Path) -> None:
    page = opened(tab, reports, "real-cases")
    page.keyboard.press("/")
    page.keyboard.type("stray between")
    assert page.locator("#found tbody tr").count() == 1
    assert page.locator("#topics").is_hidden()
    page.fill("#find", "")
    assert page.locator("#topics").is_visible()
    page.select_option("#status", label="unsupported")
    page.select_option("#who", label="reference-writer")
    shown = page.locator("#shown").inner_text()
    number = int(shown.split()[0])
    assert 0 < number < int(shown.split()[2].rstrip(","))
    address = page.url
    assert address.endswith("#status=unsupported&who=reference-writer")
    page.goto("about:blank")
    page.goto(address)
    assert page.locator("#shown").inner_text() == shown, "an address leads to the same list"
    page.select_option("#status", label="any")
    page.select_option("#who", label="any implementation")
    numbers = page.locator("#topics tbody td:nth-child(2)")
    before = numbers.all_inner_texts()
    page.locator("#topics thead button").nth(1).press("Enter")
    assert numbers.all_inner_texts() == sorted(before, key=int, reverse=True)


def test_an_inspection_shows_where_it_is_damaged(tab: Watched, reports: Path) -> None:
    page = opened(tab, reports, "inspect-damaged")
    assert (
        page.locator("dt.refused + dd").inner_text().startswith("refused 254..501: log format version 16385")
    )
    assert page.locator("pre.hex .at").get_attribute("title") == "refused"
    assert page.locator("tr.hit .val").inner_text().endswith("← bad-version")
    assert "intact but not returned" in page.locator("dt.lost + dd").inner_text()
    page.locator(".map a.bad").click()
    assert page.locator("details.part.bad").evaluate(
        "one => one.open && one.getBoundingClientRect().top < 900"
    )
    opened(tab, reports, "inspect-log")
    assert page.locator(".sound").is_visible()
    assert page.locator("tr", has_text="content.records[0].datum").first.is_visible()


def test_a_notebook_frame_shows_the_page(tab: Watched, reports: Path) -> None:
    frame = inspections()["log"]._repr_html_()
    (reports / "notebook.html").write_text(f"<!doctype html><title>n</title>{frame}", encoding="utf-8")
    page = opened(tab, reports, "notebook.html")
    assert page.frame_locator("iframe").locator("h1").inner_text() == "three_avro.log"
