# SPDX-License-Identifier: Apache-2.0
"""Markdown, JUnit and terminal text, word for word, against stored files.

After a wanted change, run it as a script with PYTHONPATH=conformance/tests/support: it writes the files
again. Read the diff.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
import report_factory as make
from hudi_conformance.report import junit, markdown, render_terminal, standing
from hudi_conformance.report.model import Run, build
from rich.console import Console

GOLDEN = Path(__file__).with_name("golden_files")


def terminal(run: Run) -> str:
    out = io.StringIO()
    render_terminal(run, Console(file=out, width=110, force_terminal=False))
    return "".join(f"{line.rstrip()}\n" for line in out.getvalue().splitlines())


KINDS: dict[str, Callable[[Run], str]] = {
    "small.md": markdown.render,
    "small.xml": junit.render,
    "small.txt": terminal,
}


@pytest.mark.parametrize("name", KINDS)
def test_text_is_as_stored(name: str) -> None:
    assert KINDS[name](build(make.small())) == (GOLDEN / name).read_text(encoding="utf-8")


def test_a_narrow_terminal_cuts_no_number() -> None:
    run = build(make.large(1500))
    out = io.StringIO()
    render_terminal(run, Console(file=out, width=64, force_terminal=False))
    shown = {word for word in out.getvalue().split() if word[0].isdigit()}
    wanted = {f"{number:,}" for row in standing.rows(run) for number, _ in row.numbers if number}
    assert any("," in number for number in wanted)
    assert wanted <= shown


def test_junit_counts_agree_with_what_is_inside() -> None:
    run = build(make.large(120))
    root = ET.fromstring(junit.render(run))
    assert root.tag == "testsuites"
    for suite in [*root, root]:
        assert suite.get("tests") == str(len(list(suite.iter("testcase"))))
        assert suite.get("failures") == str(len(list(suite.iter("failure"))))
        assert suite.get("skipped") == str(len(list(suite.iter("skipped"))))
    tests = [(test.get("classname"), test.get("name")) for test in root.iter("testcase")]
    num_unsupported = sum(
        run.counts(implementation.name)["unsupported"] for implementation in run.implementations
    )
    said = [
        node.get("value") for node in root.iterfind("./testsuite/properties/property[@name='unsupported']")
    ]
    assert sum(map(int, filter(None, said))) == num_unsupported > 0
    assert len(tests) == len(set(tests)) == 4 * 120 - num_unsupported


def test_a_test_that_took_no_time_tells_none() -> None:
    rows = [make.implementation("a")]
    for slug, ms in {"at-once": 0.49, "soon": 0.51, "unknown": None, "late": 1234.5}.items():
        rows += [make.case(f"log/a/{slug}", ["log.a.b"]), make.result("a", f"log/a/{slug}", ms=ms)]
    root = ET.fromstring(junit.render(build(make.events(rows))))
    times = {test.get("name"): test.get("time") for test in root.iter("testcase")}
    assert times == {"at-once": None, "soon": "0.001", "unknown": None, "late": "1.234"}
    assert [suite.get("time") for suite in root] == ["1.236"], "the sum is of what was measured"


def test_junit_is_xml_whatever_a_program_said() -> None:
    said = "nul \0, escape \x1b, half a pair \ud800, not a character \ufffe, ]]> & <"
    rows = [make.implementation("a"), make.case("log/a/b", ["log.a.b"])]
    rows.append(make.result("a", "log/a/b", "crash", message=said, detail={"expected": said, "got": 1}))
    failure = ET.fromstring(junit.render(build(make.events(rows)))).find(".//failure")
    assert failure is not None
    assert failure.get("type") == "crash"
    assert failure.get("message") == "nul �, escape �, half a pair �, not a character �, ]]> & <"


def test_markdown_tables_keep_their_columns() -> None:
    said = "a | b ` c \n d | e"
    rows = [make.implementation("a|b"), make.case("log/a/b", ["log.a.b"])]
    rows.append(
        make.result(
            "a|b", "log/a/b", "crash", message=said, detail={"path": "$|", "expected": said, "got": said}
        )
    )
    rows.append({"event": "absent", "name": "x", "reason": said})
    text = markdown.render(build(make.events(rows)))
    tables = [block.splitlines() for block in text.split("\n\n") if block.startswith("|")]
    assert len(tables) == 4
    for table in tables:
        columns = {line.replace("\\|", "").count("|") for line in table}
        assert len(columns) == 1, table


def test_markdown_of_a_flood_is_cut() -> None:
    rows = [make.implementation("a")]
    for number in range(80):
        rows += [make.case(f"log/a/c{number}", ["log.a.b"]), make.result("a", f"log/a/c{number}", "crash")]
    text = markdown.render(build(make.events(rows)))
    assert text.count("| `log/a/c") == markdown.MAX_ROWS
    assert "… and 30 more, in the HTML report." in text


def test_the_terminal_is_quiet_when_all_is_as_expected() -> None:
    rows = [make.implementation("a"), make.case("log/a/b", ["log.a.b"]), make.result("a", "log/a/b")]
    lines = terminal(build(make.events(rows))).splitlines()
    assert len(lines) == 3
    assert lines[-1] == "1 case, 1 implementation: 1 of 1 judged answer right."


def test_the_terminal_obeys_no_orders_of_a_program() -> None:
    rows = [make.implementation("a"), make.case("log/a/b", ["log.a.b"])]
    rows.append(make.result("a", "log/a/b", "crash", message="\x1b]0;owned\x07 [bold]x[/bold] [/nope]"))
    text = terminal(build(make.events(rows)))
    assert "\x1b" not in text
    assert "[bold]x[/bold] [/nope]" in text


def test_an_adapter_is_asked_again_by_its_command() -> None:
    rows = [
        make.implementation("mine"),
        make.case("log/a/b", ["log.a.b"]),
        make.result("mine", "log/a/b", "crash"),
    ]
    run = build(make.events(rows, command_line=["hudi-conformance", "run", "--adapter", "java -jar my.jar"]))
    assert "reproduce: hudi-conformance run --adapter 'java -jar my.jar' --cases log/a/b" in terminal(run)


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for file_name, render in KINDS.items():
        (GOLDEN / file_name).write_text(render(build(make.small())), encoding="utf-8", newline="\n")
