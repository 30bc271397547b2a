# SPDX-License-Identifier: Apache-2.0
"""Names, headers, values and messages of others cannot steer a terminal, forge lines or rearrange a page."""

from __future__ import annotations

import ast
import io
import json
import os
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest
from archives import unpacked
from hudi_conformance import resources
from hudi_conformance.cli import COMMANDS, echo, run_cli
from hudi_conformance.encode import encode_log
from hudi_conformance.look.text import escaped, escaped_json
from rich.table import Table
from rich.text import Text

# Title of the window, colour, C1 controls, override of the direction, line separators, a forged line.
HOSTILE = "\x1b]0;owned\x07\x1b[31m\x9b2J\x85\u202egnp.log\u2066\u2028\u2029\u200f\r\nforged: all is well\n"
LOG_NAME = ".f1-0_20240101000000000.log.1_1-0-1"
CASE = "log/recovery/stray-bytes-between"
SCHEMA = '{"type":"record","name":"r","fields":[{"name":"id","type":"string"}]}'
# Commands that print no name of others here.
QUIET = (
    "snapshot",
    "run-json",
    "report",
    "compare",
    "smoke-json",
    "campaign",
    "inspect-html",
    "inspect-hfile",
)
WRITERS = {"print", "click.echo", "click.secho", "Console", "sys.stderr.write", "sys.stdout.write"}
BIDI = set("\u061c\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def is_harmful(char: str) -> bool:
    return char in BIDI or (char not in "\n\t" and (ord(char) < 0x20 or 0x7F <= ord(char) < 0xA0))


def check_text(text: str, subject: str) -> None:
    assert {f"U+{ord(char):04X}" for char in text if is_harmful(char)} == set(), subject
    assert [line for line in text.splitlines() if line.startswith("forged")] == [], subject


def log_of(value: str) -> bytes:
    header = {"INSTANT_TIME": value, "SCHEMA": SCHEMA}
    block = {"kind": "AVRO_DATA_BLOCK", "header": header, "records": [{"id": value}]}
    return encode_log({"blocks": [block, block]}).data


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a hostile name that holds a good log, a cut one, a damaged HFile and a table."""
    folder = tmp_path_factory.mktemp("lake") / HOSTILE
    folder.mkdir()
    good = log_of(HOSTILE)
    (folder / LOG_NAME).write_bytes(good)
    (folder / LOG_NAME.replace("log.1", "log.2")).write_bytes(good[:-9])
    (folder / HOSTILE).write_bytes(good[:-9])
    fixtures = resources.fixtures_dir()
    shutil.copy(fixtures / "hfile/bad_checksum_word.hfile", folder / "a.hfile")
    archive = next((fixtures / "real-tables/1.2.0").glob("*.zip"))
    unpacked(archive, folder / "table")
    return folder


ADAPTER = """
import json, sys
HOSTILE = {hostile!r}
hello = {{"answer": "value", "value": {{"name": "evil", "language": HOSTILE, "version": HOSTILE,
  "protocol": 1, "inputs": ["b64"],
  "commands": ["log.scan"], "features": []}}}}
for line in sys.stdin:
    request = json.loads(line)
    sys.stderr.write(HOSTILE)
    answer = hello if request["cmd"] == "hello" else {{"answer": "error", "message": HOSTILE,
      "trace": HOSTILE}}
    print(json.dumps({{"seq": request["seq"], **answer}}), flush=True)
"""


def commands(lake: Path, out: Path, adapter: str) -> dict[str, list[str]]:
    log, cut, hfile = lake / LOG_NAME, lake / LOG_NAME.replace("log.1", "log.2"), lake / "a.hfile"
    table = next((lake / "table").rglob(".hoodie")).parent
    missing = str(lake / f"no such {HOSTILE}")
    lines: dict[str, list[Any]] = {
        "advise": ["advise", table, "--engine", HOSTILE],
        "audit": ["audit", "--engine", "plain", "--out", out / "audit", lake],
        "audit-json": ["audit", "--engine", "plain", "--json", "--out", out / "audit-json", lake],
        "inspect": ["inspect", log],
        "inspect-cut": ["inspect", cut],
        "inspect-hfile": ["inspect", hfile],
        "inspect-json": ["inspect", "--json", log],
        "inspect-html": ["inspect", "--html", out / "inspect.html", cut],
        "inspect-diff": ["inspect", "--diff", log, cut],
        "inspect-diff-json": ["inspect", "--diff", "--json", log, cut],
        "inspect-missing": ["inspect", missing],
        "dump": ["dump", log],
        "dump-records": ["dump", "--records", log],
        "dump-json": ["dump", "--json", "--records", log],
        "salvage": ["salvage", "--out", out / "salvage", lake / HOSTILE],
        "salvage-json": ["salvage", "--json", "--out", out / "salvage-json", lake / HOSTILE],
        "snapshot": ["snapshot", table],
        "snapshot-json": ["snapshot", "--json", table],
        "snapshot-missing": ["snapshot", missing],
        "diff-missing": ["diff", missing],
        "run": [
            "run",
            "--adapter",
            adapter,
            "--cases",
            "log/recovery/stray-bytes-between",
            "--out",
            out / "run",
        ],
        "run-json": ["run", "--adapter", adapter, "--cases", CASE, "--json"],
        "run-no-case": ["run", "--cases", HOSTILE],
        "smoke": ["smoke", "--adapter", adapter],
        "smoke-json": ["smoke", "--json", "--adapter", adapter],
        "report": ["report", out / "run" / "events.jsonl.xz", "--out", out / "report"],
        "report-missing": ["report", missing, "--out", out / "report"],
        "compare": ["compare", out / "run" / "events.jsonl.xz", out / "run" / "events.jsonl.xz"],
        "list": ["list", "--cases", HOSTILE],
        "show": ["show", HOSTILE],
        "explain": ["explain", HOSTILE],
        "expect": ["expect", HOSTILE],
        "defects": ["defects", HOSTILE],
        "man": ["man", HOSTILE],
        "init": ["init", "--lang", "python", lake],
        "export": ["export", "--cases", HOSTILE, out / "export"],
        "campaign": ["campaign", "--base", HOSTILE, "--out", out / "campaign"],
        "spec": ["spec", HOSTILE],
        "cases": ["cases", HOSTILE],
        "doctor": ["doctor", HOSTILE],
        HOSTILE: [HOSTILE],
    }
    return {name: [os.fspath(word) for word in words] for name, words in lines.items()}


@pytest.mark.own_job
def test_no_command_prints_what_others_chose_to_steer_a_terminal(
    lake: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    program = tmp_path / "adapter.py"
    program.write_text(ADAPTER.format(hostile=HOSTILE), encoding="utf-8")
    lines = commands(lake, tmp_path, f"{sys.executable} {program}")
    assert {name.split("-", 1)[0] for name in lines} >= set(COMMANDS)
    escaping = set()
    for name, words in lines.items():
        run_cli(words)
        printed = capfd.readouterr()
        check_text(printed.out, f"{name}: stdout")
        check_text(printed.err, f"{name}: stderr")
        assert "internal error" not in printed.err, name
        if "\\x1b" in printed.out + printed.err or "\\u001b" in printed.out:
            escaping.add(name)
    assert escaping >= {name for name in lines if not name.startswith((*QUIET, "inspect-hfile"))}
    pages = [path for path in tmp_path.rglob("*") if path.suffix in {".html", ".md", ".xml", ".txt"}]
    assert {path.name for path in pages} >= {"index.html", "junit.xml", "inspect.html", "report.md"}
    for path in pages:
        check_text(path.read_text("utf-8"), str(path.relative_to(tmp_path)))


@pytest.mark.parametrize("text", ["plain", "a\tb", HOSTILE, "\ud800", "\U000e0001", "ü 語 🙂"])
def test_escapes_are_readable_and_json_keeps_its_value(text: str) -> None:
    check_text(escaped(text), text)
    assert json.loads(escaped_json(json.dumps({"a": text}, ensure_ascii=False))) == {"a": text}
    if text.isprintable():
        assert escaped(text) == text


def test_consoles_escape_names_and_keep_their_own_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    console = echo.console()
    monkeypatch.setattr(console, "file", io.StringIO())
    console._force_terminal = True
    table = Table("name")
    table.add_row(Text(escaped(HOSTILE)))
    table.add_row("[bold]\x1b[31m[/bold]")
    console.print(table)
    console.print(Text("\x9b31m", style="red"))
    printed = console.file.getvalue()
    assert "[bold]\\x1b[31m[/bold]" in printed
    assert "\\x9b31m" in printed
    assert "\x9b" not in printed


def test_everything_is_printed_by_one_module() -> None:
    """`echo` alone calls what writes to the terminal; other modules of the command line go through it."""
    folder = Path(echo.__file__).parent
    offenders = []
    for path in sorted(folder.glob("*.py")):
        if path.name == "echo.py":
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                called = ast.unparse(node.func)
                if called in {
                    "print",
                    "click.echo",
                    "click.secho",
                    "Console",
                    "sys.stderr.write",
                    "sys.stdout.write",
                }:
                    offenders.append(f"{path.name}:{node.lineno} {called}")
    assert offenders == []
