# SPDX-License-Identifier: Apache-2.0
"""What failed checks mean is kept by names of fields: positions and widths follow from the grammars."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from pathlib import Path

import generated_lock
import pytest
from hudi_conformance import resources
from hudi_conformance.decode.grammar import checks_of
from hudi_parsers.checks import CHECKS
from instruments.parsers import ksc
from instruments.parsers.check_table import check_table
from instruments.specification.grammar_fields import Check, load, load_checks


@pytest.fixture
def ksy(tmp_path: Path) -> Path:
    return Path(shutil.copytree(resources.ksy_dir(), tmp_path / "ksy"))


def by_field(tables: dict[str, dict[str, Check]]) -> dict[str, Check]:
    return {
        f"{grammar}#{check.field}": check for grammar, table in tables.items() for check in table.values()
    }


def insert(grammar: Path, before: str) -> None:
    """Put a byte in front of a field of every structure that has one of this name."""
    old = grammar.read_text(encoding="utf-8")
    new = re.sub(rf"(?m)^( *)- id: {before}$", rf"\1- id: inserted\n\1  type: u1\n\1- id: {before}", old)
    assert new != old
    grammar.write_text(new, encoding="utf-8")


@pytest.mark.parametrize(
    ("grammar", "before", "field"),
    [
        ("hudi_log_index", "len_block", "frame.len_content"),
        ("hudi_log_block", "len_value", "header_entry.len_value"),
        ("hfile_block_header", "magic", "checksum_type"),
        ("varint", "b0", "b9"),
    ],
)
def test_an_inserted_field_shifts_positions_and_no_meaning(
    ksy: Path, grammar: str, before: str, field: str
) -> None:
    was = load_checks(ksy)
    insert(ksy / f"{grammar}.ksy", before)
    now = load_checks(ksy)
    assert by_field(now) == by_field(was)
    old = next(path for path, check in was[grammar].items() if check.field == field)
    section, _, position = old.rpartition("/")
    new = f"{section}/{int(position) + 1}"
    assert now[grammar][new].field == field
    assert old not in now[grammar] or now[grammar][old].field != field
    assert load(ksy)[1] == []
    for language in ksc.LANGUAGES:
        _, text = check_table(now, language)
        [line] = [line for line in text.splitlines() if f'"{new}"' in line and f'"{field}"' in line]
        assert f'"{was[grammar][old].code}"' in line


def test_widths_follow_from_the_types(ksy: Path) -> None:
    checks = by_field(load_checks(ksy))
    assert checks["hudi_log_index#frame.len_block"].width == 8
    assert checks["hudi_log_block#header_entry.check_room"].width == 0
    assert checks["hudi_delete_kryo#record.key_class"].width == 2
    assert checks["hfile_block_header#magic"].width == 8
    path = ksy / "hfile_data_block.ksy"
    path.write_text(path.read_text(encoding="utf-8").replace("type: u2", "type: u4"), encoding="utf-8")
    name = "hfile_data_block#entry.len_row"
    assert by_field(load_checks(ksy))[name] == replace(checks[name], width=4)


def test_entries_without_a_checked_field_are_found(ksy: Path) -> None:
    path = ksy / "REQUIREMENTS.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('"frame.len_content" = {', '"frame.header" = {'), encoding="utf-8")
    assert load(ksy)[1] == ["hudi_log_index#frame.header"]
    with pytest.raises(ValueError, match="header is not a field"):
        load_checks(ksy)


def test_a_changed_meaning_makes_the_tables_stale(ksy: Path) -> None:
    path = ksy / "REQUIREMENTS.toml"
    path.write_text(path.read_text(encoding="utf-8").replace('"block size"', '"size"'), encoding="utf-8")
    problems = generated_lock.stale_by_digest(ksy=ksy)
    assert len(problems) == len(ksc.LANGUAGES)
    assert "generated file rust/hudi_parsers/checks.rs differs from REQUIREMENTS.toml" in problems


def test_a_path_has_one_meaning() -> None:
    frame = checks_of("hudi_log_index", "hudi_log_block")
    assert len(frame) == len(CHECKS["hudi_log_index"]) + len(CHECKS["hudi_log_block"])
    with pytest.raises(ValueError, match="two meanings"):
        checks_of("hfile_root_index", "hfile_data_block", "hfile_file_info_old")
