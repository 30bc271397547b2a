# SPDX-License-Identifier: Apache-2.0
"""Page checksums of Parquet: verified wherever Parquet is read, and stated where there are none."""

from __future__ import annotations

import contextlib
import io
import json
import math
import struct
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from bulk_factory import frame
from hudi_conformance.cli import run_cli
from hudi_conformance.decode.log.check import CheckContext, check_log
from hudi_conformance.decode.log.content import read_contents
from hudi_conformance.decode.parquet import pages
from hudi_conformance.decode.parquet.base import check_file
from hudi_conformance.decode.parquet.checksums import check_sums, walk_pages
from hudi_conformance.decode.parquet.footer import chunks_of, row_groups
from hudi_conformance.errors import Reject
from hudi_conformance.salvage import salvage_file

FIELDS = [{"name": "a", "type": "long"}, {"name": "b", "type": "string"}]
SCHEMA = {"type": "record", "name": "r", "fields": FIELDS}
TABLE = pa.table({"a": list(range(3000)), "b": [f"text {i % 7}" for i in range(3000)]})
PARQUET = 5
OPTIONS: list[dict[str, Any]] = [
    {},
    {"data_page_version": "2.0"},
    {"compression": "gzip"},
    {"use_dictionary": False, "compression": "none"},
]


def parquet(**options: Any) -> bytes:
    out = io.BytesIO()
    with_sums = {"write_page_checksum": True, **options}
    pq.write_table(TABLE, out, data_page_size=2048, row_group_size=1000, **with_sums)
    return out.getvalue()


def log_of(data: bytes) -> bytes:
    return frame([(0, b"20240101000000001"), (2, json.dumps(SCHEMA).encode())], data, PARQUET)


def flipped(data: bytes, at: int) -> bytes:
    return data[:at] + bytes([data[at] ^ 4]) + data[at + 1 :]


def test_no_changed_byte_of_a_footer_ends_the_process() -> None:
    """The library aborts over some of them: the checks of base files read column chunks by themselves."""
    data = parquet()
    start = len(data) - 8 - int.from_bytes(data[-8:-4], "little")
    noticed = 0
    for at in range(start, len(data)):
        changed = flipped(data, at)
        problems = list(check_file(changed))
        noticed += bool(problems)
        try:
            groups = row_groups(changed)
        except pa.ArrowInvalid:
            continue
        assert all(isinstance(chunk.span.ofs, int) for group in groups for chunk in group)
    assert noticed > 20


def test_statistics_are_those_that_the_library_reads() -> None:
    data = parquet()
    metadata = pq.read_metadata(io.BytesIO(data))
    for number, group in enumerate(row_groups(data)):
        for index, chunk in enumerate(group):
            theirs = metadata.row_group(number).column(index)
            assert (chunk.column, chunk.num_values) == (theirs.path_in_schema, theirs.num_values)
            assert chunk.span.len == theirs.total_compressed_size
            if chunk.column == "b":
                assert chunk.low is not None
                assert chunk.high is not None
                assert (chunk.low.decode(), chunk.high.decode()) == (
                    theirs.statistics.min,
                    theirs.statistics.max,
                )


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_every_page_is_verified(options: dict[str, Any]) -> None:
    data = parquet(**options)
    metadata = pq.read_metadata(io.BytesIO(data))
    chunks = [chunk for group in chunks_of(data) for chunk in group]
    told = [metadata.row_group(i).column(j) for i in range(metadata.num_row_groups) for j in range(2)]
    assert [chunk.len for chunk in chunks] == [chunk.total_compressed_size for chunk in told]
    pages = [page for chunk in chunks for page in walk_pages(data, chunk.ofs, chunk.end)]
    sums = check_sums(data, chunks)
    assert sums.num_pages == sums.num_checked == len(pages) >= 6
    assert str(sums) == f"all {len(pages)} page checksums are right"
    for page in pages:
        with pytest.raises(Reject) as caught:
            check_sums(flipped(data, page.ofs + page.len // 2), chunks)
        assert (caught.value.code, caught.value.at) == ("bad-checksum", page.ofs)


@pytest.mark.parametrize(
    ("values", "old", "new"),
    [
        (pa.array([1, 2, None], pa.int32()), struct.pack("<i", 2), struct.pack("<i", 1 << 20)),
        (pa.array([-5, 70_000]), struct.pack("<q", -5), struct.pack("<q", -6)),
        (pa.array([0.5, math.nan, 1.5]), struct.pack("<d", 1.5), struct.pack("<d", 1e300)),
        (pa.array([19_000, 20_000], pa.date32()), struct.pack("<i", 19_000), struct.pack("<i", 1)),
        (pa.array(["b", "é"]), b"\1\0\0\0b", b"\1\0\0\0a"),
    ],
    ids=lambda item: str(item.type) if isinstance(item, pa.Array) else "",
)
def test_values_beyond_their_bounds(values: pa.Array, old: bytes, new: bytes) -> None:
    out = io.BytesIO()
    plain: Any = {"use_dictionary": False, "compression": "none", "write_page_checksum": False}
    pq.write_table(pa.table({"c": values}), out, **plain)
    good, metadata = out.getvalue(), pq.read_metadata(out)
    column = metadata.row_group(0).column(0)
    at = good.rindex(old, 0, column.data_page_offset + column.total_compressed_size)
    bad = good[:at] + new + good[at + len(old) :]
    assert list(pages.check_pages(good, metadata, len(good))) == []
    assert [damage.code for damage in pages.check_pages(bad, metadata, len(bad))] == ["bad-value"]


def test_pages_without_checksums_are_told() -> None:
    data = parquet(write_page_checksum=False)
    sums = check_sums(data, [chunk for group in chunks_of(data) for chunk in group])
    assert sums.num_checked == 0 < sums.num_pages
    assert str(sums).startswith("no page has a checksum")


def test_a_damaged_page_of_a_block_costs_its_row_group(tmp_path: Path) -> None:
    data = parquet()
    chunk = chunks_of(data)[1][1]
    page = next(iter(walk_pages(data, chunk.ofs, chunk.end)))
    log = log_of(flipped(data, page.ofs + page.len - 1))
    ofs = log.index(b"PAR1") + page.ofs
    content = read_contents(log)[0][0]
    assert content.rejection is not None
    assert (content.rejection.code, content.rejection.at) == ("bad-checksum", ofs)
    assert content.rejection.requirement == "log.parquet.page-checksum"
    assert content.records is not None
    assert [record["a"] for record in content.records] == list(range(1000))
    assert [f.code for f in check_log(log, CheckContext())] == ["bad-checksum"]
    path = tmp_path / ".f1-0_20240101000000001.log.1_0-1-0"
    path.write_bytes(log)
    report = salvage_file(path, tmp_path / "out").report
    assert report["kept"]["records"] == 2000
    assert [(loss["code"], loss["at"], loss["num_records"]) for loss in report["losses"]] == [
        ("bad-checksum", ofs, 1000)
    ]


def test_lists_in_lists_of_a_page_header_are_not_followed_without_end() -> None:
    data = parquet()
    chunk = max((chunk for group in chunks_of(data) for chunk in group), key=lambda chunk: chunk.len)
    num = chunk.len // 2
    assert num > 1000
    hostile = data[: chunk.ofs] + b"\x19" * num + data[chunk.ofs + num :]
    assert list(walk_pages(hostile, chunk.ofs, chunk.end)) == []
    content = read_contents(log_of(hostile))[0][0]
    assert content.rejection is not None
    assert content.rejection.code == "bad-value"


def test_a_salvage_states_that_there_are_no_checksums(tmp_path: Path) -> None:
    path = tmp_path / ".f1-0_20240101000000001.log.1_0-1-0"
    path.write_bytes(log_of(parquet(write_page_checksum=False)))
    done = salvage_file(path, tmp_path / "out")
    assert done.report["kept"]["records"] == 3000
    assert "no page has a checksum" in done.report["notes"][0]


def test_inspect_states_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / ".f1-0_20240101000000001.log.1_0-1-0"
    path.write_bytes(log_of(parquet()))
    assert run_cli(["inspect", str(path), "--json"]) == 0
    assert "page checksums are right" in capsys.readouterr().out


def audited(folder: Path, *flags: str) -> tuple[list[Any], dict[str, int]]:
    """Codes and pages of the findings of an audit, and how much it did not check, by reason."""
    with contextlib.redirect_stdout(io.StringIO()) as out:
        run_cli(
            [
                "audit",
                str(folder),
                *flags,
                "--json",
                "--fail-on",
                "error",
                "--out",
                str(folder.parent / "out"),
            ]
        )
    summary = json.loads(out.getvalue())
    findings = pq.read_table(folder.parent / "out" / "findings").to_pylist()
    codes = [(row["code"], row["block"]) for row in findings if row["run_id"] == summary["run"]]
    return codes, {gap["why"].partition(";")[0]: gap["number"] for gap in summary["not_checked"]}


def test_an_audit_of_pages_compares_checksums_and_decodes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "lake"
    folder.mkdir()
    path = folder / "f1-0_0-1-0_20240101000000001.parquet"
    data = parquet()
    page = next(walk_pages(data, row_groups(data)[1][0].span.ofs, len(data)))
    at = page.ofs + page.len // 2
    bare = parquet(write_page_checksum=False)
    num_pages = sum(check_sums(bare, spans).num_pages for spans in chunks_of(bare))
    path.write_bytes(flipped(data, at))
    with monkeypatch.context() as patched:
        patched.setattr(pages, "_check_values", lambda *_: pytest.fail("decoded"))
        codes, gaps = audited(folder, "--pages")
        assert codes == [("bad-checksum", 0)]
        assert gaps == {"their values": 1}
        path.write_bytes(bare)
        codes, gaps = audited(folder, "--pages")
        assert codes == []
        assert gaps == {"they have no checksum": num_pages, "their values": 1}
    assert audited(folder, "--deep") == ([], {})
    assert audited(folder) == ([], {"only their footers": 1})
