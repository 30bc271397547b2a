# SPDX-License-Identifier: Apache-2.0
"""Metadata tables whose writer fills in no checksum words: compared with the data all the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from archives import unpacked
from hudi_conformance import resources
from hudi_conformance.audit.findings import FindingRow
from hudi_conformance.audit.run import Options, run_audit
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.log.scan import walk_log
from hudi_conformance.errors import Reject
from hudi_conformance.model.block_type import BlockType
from hudi_conformance.model.common import Span
from hudi_conformance.table.metadata import FOLDER, open_metadata
from hudi_conformance.table.metadata_answers import list_files


def without_words(table: Path) -> int:
    """Zero the checksum words of all HFiles of a metadata table; returns how many blocks had some."""
    done = 0
    for path in sorted((table / FOLDER).rglob("*")):
        if not path.is_file() or (".log." not in path.name and path.suffix != ".hfile"):
            continue
        data = path.read_bytes()
        spans = [Span(0, len(data))]
        if path.suffix != ".hfile":
            blocks = [block for block in walk_log(data) if block.type is BlockType.HFILE_DATA_BLOCK]
            spans = [block.content for block in blocks if block.content.len]
        changed = bytearray(data)
        for span in spans:
            for block in HFile(data, span.ofs, span.end).headers():
                start, end = block.stored_ofs + block.stored_len, block.end
                changed[span.ofs + start : span.ofs + end] = bytes(end - start)
                done += 1
        path.write_bytes(changed)
    return done


@pytest.fixture
def table(tmp_path: Path) -> Path:
    archive = resources.fixtures_dir() / "real-metadata" / "0.15.0" / "cow_rolled_back.zip"
    unpacked(archive, tmp_path / "table")
    assert without_words(tmp_path / "table") > 20
    return tmp_path / "table"


def findings(table: Path, out: Path) -> list[FindingRow]:
    return list(run_audit(Options([str(table)], deep=True), out).store.rows())


def test_what_is_true_is_compared_and_said_to_be_without_words(table: Path, tmp_path: Path) -> None:
    rows = findings(table, tmp_path / "out")
    words = [row for row in rows if row.requirement == "hfile.checksum.mismatch"]
    assert words
    assert {row.severity for row in words} == {"info"}
    assert all("[hudi-rs-checksum-words-zero]" in row.message for row in words)
    assert [row for row in rows if row.surface == "metadata"] == []


def test_an_untruth_is_found_without_words(table: Path, tmp_path: Path) -> None:
    path = next(iter(sorted(table.glob("*/*.parquet"))))
    name = path.relative_to(table).as_posix()
    path.unlink()
    rows = [row for row in findings(table, tmp_path / "out") if row.surface == "metadata"]
    assert any(
        row.requirement == "table.check.metadata-listing" and row.path.endswith(name) for row in rows
    ), rows


def test_readers_do_not_believe_such_words_unasked(table: Path) -> None:
    with pytest.raises(Reject) as caught:
        list_files(open_metadata(table))
    assert (caught.value.code, caught.value.requirement) == ("bad-checksum", "hfile.checksum.mismatch")


def test_words_that_are_not_all_zero_are_compared(table: Path) -> None:
    [path, *_] = sorted((table / FOLDER / "files").glob("*.hfile"))
    data = bytearray(path.read_bytes())
    block = HFile(bytes(data)).header(0)
    data[block.end - 1] = 1
    with pytest.raises(Reject):
        HFile(bytes(data), takes_zero_words=True).read(0)
    data[block.end - 1] = 0
    assert HFile(bytes(data), takes_zero_words=True).read(0).payload
