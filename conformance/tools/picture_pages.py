# SPDX-License-Identifier: Apache-2.0
"""Pictures of the most visited pages, and the findings of axe-core on each.

    python conformance/tools/picture_pages.py --events out/events.jsonl.xz PICTURES

pictures the report of a run (its first page, results by reader, the releases of an implementation, a case),
the history of stored runs, an audit and a campaign at three widths, light and dark, as
`PAGE-WIDTH-SCHEME.png`. Audit and campaign are small ones of fixtures, created for the pictures. Needs the
extra `browser` and a Chromium on PATH. Exit code 1 when axe-core has findings or a page is wider than its
window.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from hudi_conformance import resources
from hudi_conformance.cli import pages, run_cli
from hudi_conformance.cli.common import open_session
from hudi_conformance.report import load, own_spec
from hudi_conformance.report.model import Run
from hudi_conformance.report.site import overview_page, walk_pages
from hudi_conformance.report.site.facts import facts_of
from hudi_conformance.report.site.matrix import families
from hudi_conformance.report.site.paths import MATRIX, case_page, family_page
from playwright.sync_api import Page, sync_playwright

WIDTHS = (400, 1280, 1920)
HEIGHT = 1000
SCHEMES = ("light", "dark")
_BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


def write_pages(events: Path, folder: Path) -> Mapping[str, str]:
    """Write the pages below `folder`; name and address below it of each that is pictured."""
    run = load(events)
    case_id = _case(run)
    family = max(families(run.names), key=lambda item: len(item.releases))
    case = case_page(run.cases[case_id])
    pending = {MATRIX, family_page(family.name), case.partition("#")[0], "style.css", "script.js"}
    source = pages.suite_inputs(open_session())
    for path, text in walk_pages(facts_of(run, own_spec()), pages.annotate, source):
        if path in pending:
            target = folder / "site" / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(text.encode("utf-8", errors="backslashreplace"))
            pending.discard(path)
        if not pending:
            break
    text = overview_page(facts_of(run, own_spec()))
    (folder / "index.html").write_bytes(text.encode("utf-8", errors="backslashreplace"))
    _history(folder)
    _audit(folder)
    _campaign(folder)
    return {
        "audit": "audit/index.html",
        "campaign": "campaign/report.html",
        "case": f"site/{case}",
        "history": "history/history.html",
        "implementation": f"site/{family_page(family.name)}",
        "matrix": f"site/{MATRIX}",
        "overview": "index.html",
    }


def _case(run: Run) -> str:
    """A case that most implementations fail, in different ways, with bytes to show."""

    def interest(case_id: str) -> tuple[int, int]:
        results = [result for name in run.names if (result := run.result(name, case_id)) is not None]
        failed = [result.verdict for result in results if result.failed]
        return len(set(failed)), len(failed)

    edited = [case.id for case in run.cases.values() if case.surface == "log" and case.input.get("edit")]
    return max(edited, key=interest)


def _history(folder: Path) -> None:
    stored = resources.data_root() / "conformance" / "results" / "runs"
    run_cli(["report", "--history", str(stored), "--out", str(folder / "history")])


def _audit(folder: Path) -> None:
    fixtures = resources.fixtures_dir()
    names = ["hfile/bad_checksum_word.hfile", "log/three_avro.log"]
    lake = folder / "lake"
    lake.mkdir()
    for name in names:
        shutil.copy(fixtures / name, lake / Path(name).name)
    damaged = bytearray((fixtures / "log/three_avro.log").read_bytes())
    damaged[270] ^= 0x40
    (lake / ".f1_001.log.1_0-1-0").write_bytes(damaged)
    (lake / ".f1_001.log.2_0-1-0").write_bytes(damaged[:-9])
    run_cli(["audit", "--engine", "plain", "--out", str(folder / "audit"), str(lake)])


def _campaign(folder: Path) -> None:
    plan = [
        "--base",
        "log/three_avro.log",
        "--exhaustive",
        "lengths",
        "--exhaustive",
        "bits",
        "--sample",
        "150",
    ]
    engine = ["--engine", "plain", "--jobs", "1", "--implementation", "kaitai-python"]
    run_cli(["campaign", *plan, "--command", "log.scan", *engine, "--out", str(folder / "campaign")])


def picture(page: Page, name: str, address: str, out: Path) -> Iterator[str]:
    """Take the pictures of one page, and yield where it is wider than its window."""
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type] # a word of SCHEMES
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": HEIGHT})
            page.goto("about:blank")  # a step to another anchor of the same page loads nothing
            page.goto(address)
            page.screenshot(path=out / f"{name}-{width}-{scheme}.png")
            wide = page.evaluate("document.documentElement.scrollWidth")
            if wide > width:
                yield f"{name}: {wide} pixels wide in a window of {width}"


def judge(page: Page, name: str, address: str) -> Iterator[str]:
    """Ask axe-core about one page with everything unfolded, and yield its findings."""
    page.set_viewport_size({"width": 1280, "height": HEIGHT})
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type] # a word of SCHEMES
        page.goto("about:blank")
        page.goto(address)
        page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
        response = Axe().run(page, options={"preload": False}).response
        findings, passed = response["violations"], len(response["passes"])
        print(f"{name} {scheme}: axe-core {len(findings)} findings, {passed} rules passed", flush=True)
        for finding in findings:
            yield f"{name} {scheme}: {finding['id']}: {finding['nodes'][0]['html'][:160]}"


def main() -> int:
    """Write pages and pictures; the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--events", type=Path, required=True, metavar="FILE", help="events of a run of several releases"
    )
    parser.add_argument("pictures", type=Path, help="folder of the pictures")
    options = parser.parse_args()
    options.pictures.mkdir(parents=True, exist_ok=True)
    chromium = next(filter(None, map(shutil.which, _BROWSERS)), None)
    problems: list[str] = []
    with tempfile.TemporaryDirectory(prefix="pages-") as folder, sync_playwright() as engine:
        chosen = write_pages(options.events, Path(folder))
        browser = engine.chromium.launch(executable_path=chromium)
        page = browser.new_page()
        addresses = {name: _address(Path(folder), location) for name, location in chosen.items()}
        for name, address in addresses.items():
            problems += picture(page, name, address, options.pictures)
        for name, address in addresses.items():
            problems += judge(page, name, address)
        browser.close()
    num_pictures = len(chosen) * len(WIDTHS) * len(SCHEMES)
    print(*problems, f"{num_pictures} pictures, {len(problems)} problems", sep="\n")
    return 1 if problems else 0


def _address(folder: Path, address: str) -> str:
    path, _, anchor = address.partition("#")
    return (folder / path).as_uri() + (anchor and f"#{anchor}")


if __name__ == "__main__":
    sys.exit(main())
