# SPDX-License-Identifier: Apache-2.0
"""Fields of log files by their paths: each byte lies in exactly one, in intact, cut and damaged files."""

from __future__ import annotations

from pathlib import Path

import pytest
from hudi_conformance import resources
from hudi_conformance.decode.log.fields import block_fields, fields_of
from hudi_conformance.decode.log.scan import scan_log
from hypothesis import given
from hypothesis import strategies as st

LOGS = sorted((resources.fixtures_dir() / "log").glob("*.log"))
SMALL = [path.read_bytes() for path in LOGS if path.stat().st_size < 4000]


def ends_of_gaps(data: bytes) -> list[int]:
    """Offsets at which one field does not end where the next begins; the last field ends with the file."""
    pos, gaps = 0, []
    for field in fields_of(data):
        if field.ofs != pos:
            gaps.append(field.ofs)
        pos = field.end
    return gaps if pos == len(data) else [*gaps, pos]


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_each_byte_of_a_file_is_in_one_field(path: Path) -> None:
    assert ends_of_gaps(path.read_bytes()) == []


@given(st.sampled_from(SMALL), st.data())
def test_each_byte_of_a_damaged_file_is_in_one_field(data: bytes, draw: st.DataObject) -> None:
    damaged = bytearray(data[: draw.draw(st.integers(0, len(data)))])
    for ofs in draw.draw(st.lists(st.integers(0, max(len(damaged) - 1, 0)), max_size=3)):
        if damaged:
            damaged[ofs] = draw.draw(st.integers(0, 255))
    assert ends_of_gaps(bytes(damaged)) == []


def test_paths_of_a_block_of_records() -> None:
    data = (resources.fixtures_dir() / "log/one_avro.log").read_bytes()
    paths = [field.path.removeprefix("blocks[0].") for field in fields_of(data)]
    num_records = sum(path.endswith(".datum") for path in paths)
    assert paths == [
        "magic",
        "len_block",
        "format_version",
        "block_type",
        "header.num_entries",
        "header.entries[0].key",
        "header.entries[0].len_value",
        "header.entries[0].value",
        "header.entries[1].key",
        "header.entries[1].len_value",
        "header.entries[1].value",
        "len_content",
        "content.version",
        "content.num_records",
        *(f"content.records[{i}].{part}" for i in range(num_records) for part in ("len_datum", "datum")),
        "footer.num_entries",
        "len_trailing",
    ]


def test_records_beyond_a_number_are_one_field() -> None:
    data = (resources.fixtures_dir() / "log/avro_records.log").read_bytes()
    block = scan_log(data).blocks[0]
    limited = list(block_fields(data, block, "b", 1))
    full = list(block_fields(data, block, "b"))
    more = next(field for field in limited if field.path == "b.content.more")
    second = next(field for field in full if field.path == "b.content.records[1].len_datum")
    assert (more.ofs, more.end) == (second.ofs, block.content.end)
