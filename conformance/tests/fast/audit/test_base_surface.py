# SPDX-License-Identifier: Apache-2.0
"""`audit.base_surface`: Parquet files that are cut or changed, with and without checksums of pages."""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hudi_conformance.audit.base_surface import BaseFileSurface
from hudi_conformance.audit.run import Options, run_audit
from hudi_conformance.audit.surface import Context
from hudi_conformance.lake.files import FileRef
from strategies.damage import audit

TIME = "20240101000000000"
NAME = f"f_0-0-0_{TIME}.parquet"


def parquet(num_rows: int = 1000, **options: object) -> bytes:
    out = io.BytesIO()
    table = pa.table({"a": list(range(num_rows)), "b": [f"text {n}" for n in range(num_rows)]})
    pq.write_table(table, out, compression="none", use_dictionary=False, **options)
    return out.getvalue()


FILE = parquet()
SIZE = len(FILE)
LEN_FOOTER = struct.unpack("<I", FILE[-8:-4])[0]
FOOTER = SIZE - 8 - LEN_FOOTER


def with_footer(change: Callable[[bytes], bytes]) -> bytes:
    footer = change(FILE[FOOTER:-8])
    return FILE[:FOOTER] + footer + struct.pack("<I", len(footer)) + b"PAR1"


@pytest.mark.parametrize(
    ("data", "code", "ofs"),
    [
        pytest.param(b"", "truncated", 0, id="empty"),
        pytest.param(b"PAR1" + b"\0" * 3 + b"PAR1", "truncated", 0, id="eleven-bytes"),
        pytest.param(b"PAR1" + b"\0" * 4 + b"PAR1", "schema-mismatch", 4, id="twelve-bytes"),
        pytest.param(b"PARQ" + FILE[4:], "bad-magic", 0, id="first-magic"),
        pytest.param(FILE[:-4] + b"PARQ", "truncated", SIZE - 4, id="last-magic"),
        pytest.param(FILE[:-30], "truncated", SIZE - 34, id="cut"),
        pytest.param(
            FILE[:-8] + struct.pack("<I", SIZE - 11) + b"PAR1",
            "length-mismatch",
            SIZE - 8,
            id="footer-a-byte-too-long",
        ),
        pytest.param(FILE[:-8] + b"\xff\xff\xff\xffPAR1", "length-mismatch", SIZE - 8, id="footer-endless"),
        pytest.param(
            with_footer(lambda footer: b"\xff" * len(footer)), "schema-mismatch", FOOTER, id="footer"
        ),
        pytest.param(FILE[:4] + FILE[FOOTER:], "offset-out-of-range", 4, id="no-pages"),
    ],
)
def test_damage_of_the_outside(data: bytes, code: str, ofs: int, tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(data)
    [row] = audit(tmp_path)
    assert (row.requirement, row.code, row.ofs, row.len) == ("table.base-file.form", code, ofs, len(data))
    assert (row.verdict, row.severity, row.kind, row.salvageable) == ("damage", "error", "base-file", False)
    assert (row.path, row.instant) == (str(tmp_path / NAME), TIME)


@pytest.mark.parametrize("num_rows", [0, 1, 1000])
@pytest.mark.parametrize(
    "options", [{}, {"write_page_checksum": True}, {"data_page_version": "2.0"}], ids=str
)
def test_intact_files(num_rows: int, options: dict[str, object], tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(parquet(num_rows, **options))
    assert audit(tmp_path) == audit(tmp_path, deep=False, pages=True) == []


@pytest.mark.parametrize(("deep", "pages"), [(True, False), (False, True), (True, True), (False, False)])
def test_changed_byte_of_a_page_with_a_checksum(deep: bool, pages: bool, tmp_path: Path) -> None:
    data = bytearray(parquet(write_page_checksum=True))
    metadata = pq.read_metadata(io.BytesIO(data))
    ofs = metadata.row_group(0).column(1).data_page_offset
    data[ofs + 1000] ^= 1
    (tmp_path / NAME).write_bytes(data)
    rows = audit(tmp_path, deep=deep, **({"pages": True} if pages else {}))
    assert [(row.requirement, row.code, row.ofs, row.block, row.salvageable) for row in rows] == [
        ("table.base-file.pages", "bad-checksum", ofs, 0, False)
    ] * (deep or pages)
    assert all((row.severity, row.verdict) == ("error", "damage") for row in rows)


@pytest.mark.parametrize(
    ("options", "deep", "pages", "num_bare"),
    [
        ({}, False, False, 0),
        ({}, False, True, 2),
        ({}, True, False, 0),
        ({}, True, True, 0),
        ({"write_page_checksum": True}, False, True, 0),
    ],
    ids=str,
)
def test_pages_that_nothing_vouches_for(
    options: dict[str, object], deep: bool, pages: bool, num_bare: int, tmp_path: Path
) -> None:
    """Each of two columns has one page; without checksums and without decoding both are counted."""
    (tmp_path / NAME).write_bytes(parquet(**options))
    outcome = run_audit(Options([str(tmp_path / NAME)], deep=deep, pages=pages), tmp_path / "out")
    assert outcome.progress.bare == num_bare
    assert (outcome.progress.blocks, outcome.progress.files, outcome.progress.bytes) == (
        1,
        1,
        (tmp_path / NAME).stat().st_size,
    )


def test_pages_of_a_file_without_footer_are_not_looked_for(tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(FILE[:-1])
    assert [row.requirement for row in audit(tmp_path, pages=True)] == ["table.base-file.form"]


@pytest.mark.parametrize(("since", "num"), [(None, 1), (TIME, 1), ("20240101000000001", 0)])
def test_files_before_an_instant_are_not_checked(since: str | None, num: int, tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(FILE[:-1])
    assert len(audit(tmp_path, since=since)) == num


def test_file_without_an_instant_in_its_name_is_always_checked(tmp_path: Path) -> None:
    (tmp_path / "other.parquet").write_bytes(FILE[:-1])
    [row] = audit(tmp_path, since="29990101000000000")
    assert row.instant is None


def test_offsets_of_a_checksum(tmp_path: Path) -> None:
    """The message has the checksum of the bytes that are there, as zlib computes it."""
    data = bytearray(parquet(write_page_checksum=True))
    column = pq.read_metadata(io.BytesIO(data)).row_group(0).column(0)
    data[column.data_page_offset + 500] ^= 1
    end = column.data_page_offset + column.total_compressed_size
    (tmp_path / NAME).write_bytes(data)
    [row] = audit(tmp_path, deep=False, pages=True)
    assert row.len == column.total_compressed_size
    sums = (f"{zlib.crc32(data[start:end]):08x}" for start in range(column.data_page_offset, end))
    assert any(text in row.message for text in sums)


def test_rows_of_a_plan() -> None:
    plan = BaseFileSurface().plan(FileRef(f"p/{NAME}", SIZE), FILE[:-1], Context())
    assert (plan.parts, plan.num_blocks, len(plan.findings)) == ((), 1, 1)


@pytest.mark.parametrize(
    ("path", "expected"),
    [("a.parquet", True), ("a.parquet.crc", False), ("parquet", False), ("a.orc", True), ("a.hfile", False)],
)
def test_paths_of_base_files(path: str, expected: bool) -> None:
    assert BaseFileSurface().matches(path) is expected
