# SPDX-License-Identifier: Apache-2.0
"""inspect and dump: every byte of every file belongs to one field."""

from __future__ import annotations

import html.parser
import io
import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from hudi_conformance import resources
from hudi_conformance.cli.dump import command as dump
from hudi_conformance.decode.fields import Field
from hudi_conformance.decode.log.fields import fields_of
from hudi_conformance.inspect.inspection import page
from hudi_conformance.inspect.log import inspect_log
from hudi_conformance.inspect.model import Flaw, account
from hudi_conformance.inspect.terminal import tree
from hudi_conformance.model.common import Span
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

LOGS = resources.fixtures_dir() / "log"
BASES = sorted(path for path in LOGS.glob("*.log") if path.stat().st_size < 50_000)
ONE = LOGS / "one_avro.log"


@pytest.mark.parametrize("path", BASES, ids=lambda path: path.stem)
def test_every_byte_is_accounted_for(path: Path) -> None:
    inspection = inspect_log(path)
    assert inspection.flaws == []
    assert sum(note.field.len for part in inspection.parts for note in part.notes) == path.stat().st_size


def test_a_torn_block_has_the_fields_before_the_tear() -> None:
    whole, torn = inspect_log(ONE), inspect_log(ONE.read_bytes()[:-5])
    fields = [[note.field for note in inspection.parts[0].notes] for inspection in (whole, torn)]
    head = [field.path for field in fields[0][: len(fields[1]) - 1]]
    assert [field.path for field in fields[1]] == [*head, "blocks[0].corrupt"]
    assert head[-1] == "blocks[0].len_content"
    assert f"states a block that ends at {ONE.stat().st_size}" in [
        note.meaning for note in torn.parts[0].notes
    ]


@settings(max_examples=200)
@given(st.sampled_from(BASES), st.floats(0, 1), st.binary(max_size=12), st.integers(0, 12))
def test_every_byte_of_damaged_files_too(path: Path, where: float, new: bytes, num: int) -> None:
    data = path.read_bytes()
    ofs = int(where * len(data))
    damaged = data[:ofs] + new + data[ofs + num :]
    fields = fields_of(damaged)
    assert account(fields, len(damaged)) == []
    assert inspect_log(damaged).flaws == []
    for field in fields:
        raw = damaged[field.ofs : field.end]
        if isinstance(field.value, int):
            assert int.from_bytes(raw, "big", signed=True) == field.value
        else:
            assert raw.startswith(field.value)


def test_account_finds_gaps_and_overlaps() -> None:
    fields = [Field("a", 1, 2, 0, ""), Field("b", 5, 3, 0, ""), Field("c", 7, 2, 0, "")]
    assert account(fields, 10) == [
        Flaw("gap", Span(0, 1)),
        Flaw("gap", Span(3, 2)),
        Flaw("overlap", Span(7, 1)),
        Flaw("gap", Span(9, 1)),
    ]


def test_paths_of_the_worked_example() -> None:
    by_path = {field.path: field for field in fields_of(ONE)}
    assert by_path["blocks[0].len_block"].value == 240
    assert by_path["blocks[0].header.entries[1].key"].ofs == 51
    assert by_path["blocks[0].content.records[1].datum"] == Field(
        "blocks[0].content.records[1].datum", 239, 3, b"\x02b\x00", "log.avro.datum"
    )
    assert by_path["blocks[0].len_trailing"].ofs == 246


def test_empty_fields_have_an_address() -> None:
    by_path = {field.path: field for field in fields_of(LOGS / "command.log")}
    assert by_path["blocks[0].content"].len == 0


class Balanced(html.parser.HTMLParser):
    """Checks that what is opened is closed, for the elements that must be."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag in {"html", "head", "body", "details", "table", "thead", "tbody", "summary"}:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in {"html", "head", "body", "details", "table", "thead", "tbody", "summary"}:
            assert self.open.pop() == tag


def test_page_escapes_what_a_file_says() -> None:
    data = bytearray(ONE.read_bytes())
    data[34:51] = b"<script>alert(1)<"
    text = page(inspect_log(data + b"tail!!"), "<name>")
    assert "<script" not in text
    assert "&lt;script&gt;" in page(inspect_log(data), "x")
    assert "&lt;name&gt;" in text
    assert "intact but not returned" in text
    parser = Balanced()
    parser.feed(text)
    assert parser.open == []


def test_tree() -> None:
    console = Console(file=io.StringIO(), width=200)
    console.print(tree(inspect_log(ONE), "[red]name[/red]", with_hex=True))
    printed = console.file.getvalue()
    assert "[red]name[/red] · 254 bytes · 1 block" in printed
    assert "00 00 00 00 00 00 00 f0" in printed


def run(*arguments: object) -> tuple[int, str]:
    result = CliRunner().invoke(dump, [str(argument) for argument in arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.output


def test_dump(tmp_path: Path) -> None:
    code, text = run(ONE, "--records", "--hex")
    assert code == 0
    assert '[0] {"id":"a","v":1}' in text
    code, text = run(ONE, "--json")
    assert json.loads(text) == json.loads((LOGS / "one_avro.scan.json").read_text("utf-8"))
    _, text = run(ONE, "--json", "--records")
    assert json.loads(text) == json.loads((LOGS / "one_avro.records.json").read_text("utf-8"))
    damaged = tmp_path / "x.log"
    damaged.write_bytes(ONE.read_bytes() + b"six..6")
    _, text = run(damaged, "--salvage")
    assert json.loads(text) == json.loads((LOGS / "one_avro.scan.json").read_text("utf-8"))
    damaged.write_bytes(b"no log")
    code, text = run(damaged, "--html", tmp_path / "x.html")
    assert code == 1
    assert "bad-magic" in text
    assert (tmp_path / "x.html").read_text("utf-8").startswith("<!doctype html>")
    assert run(damaged, "--json")[0] == 1
    assert run(tmp_path / "none")[0] == 2
