# SPDX-License-Identifier: Apache-2.0
"""Base files that are not Parquet: both ways of reading them, damage, audits, a library that is missing."""

from __future__ import annotations

import sys
from pathlib import Path

import pyarrow as pa
import pytest
from archives import unpacked
from hudi_conformance import resources
from hudi_conformance.audit.run import Options, run_audit
from hudi_conformance.canonical.rows import RowMapper
from hudi_conformance.decode.base_file import codec_of, num_rows_of, open_base_file
from hudi_conformance.decode.bulk.rows import canonical_rows
from hudi_conformance.decode.bulk.shape import row_shape
from hudi_conformance.decode.lance import client
from hudi_conformance.decode.orc.values import stored_values
from hudi_conformance.decode.parquet.pages import PageSums
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput
from hudi_conformance.table.arrow import group_batches, view_schema
from hudi_conformance.table.reader import read_group, view_groups
from hudi_conformance.table.state import open_table
from hudi_conformance.table.view import View
from hypothesis import given, settings
from hypothesis import strategies as st
from pyarrow import orc
from sampling import at_length

FIXTURES = resources.fixtures_dir()
TABLES = [
    path
    for name in ("real-lance", "real-orc/*", "real-hfile-base/*", "typed")
    for path in sorted(FIXTURES.glob(f"{name}/*.zip"))
]
FILES = ["lance/rows.lance", "lance/v2_1.lance", "orc/keys.orc", "orc/zlib.orc", "orc/clock.orc"]
pytest.importorskip("lance", reason="the extra lance is not installed")


@pytest.mark.sampled(3)
@pytest.mark.parametrize("archive", TABLES, ids=lambda path: f"{path.parent.name}-{path.stem}")
@pytest.mark.parametrize("kind", ["snapshot", "read_optimized", "incremental"])
def test_columns_are_the_rows(archive: Path, kind: str, tmp_path: Path) -> None:
    table, view = open_table(unpacked(archive, tmp_path)), View(kind)
    tree, num = table.row_schema.tree, 0
    for group in view_groups(table, view):
        batches = list(group_batches(table, group, view))
        expected = [RowMapper(tree)(row) for row in read_group(table, group, view)]
        shown = [row for batch in batches for row in canonical_rows(batch, row_shape(tree))]
        assert sorted(shown, key=str) == sorted(expected, key=str)
        assert all(batch.schema == view_schema(table, view) for batch in batches)
        num += len(shown)
    assert num


@pytest.mark.sampled(2)
@pytest.mark.parametrize("archive", TABLES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_an_audit_finds_nothing(archive: Path, tmp_path: Path) -> None:
    table = unpacked(archive, tmp_path / "table")
    if not (table / ".hoodie/metadata").exists():  # fixtures are stored without it
        properties = table / ".hoodie/hoodie.properties"
        lines = properties.read_text().splitlines(keepends=True)
        properties.write_text("".join(line for line in lines if "metadata.partitions" not in line))
    rows = run_audit(Options([str(table)], deep=True), tmp_path / "out").store.rows()
    expected = ["table.base-file.formats"] if archive.stem.endswith("_off") else []
    assert [row.requirement for row in rows if row.severity != "info"] == expected


@pytest.mark.parametrize("name", FILES)
@settings(max_examples=at_length(60, 15), deadline=None)
@given(data=st.data())
def test_damage_is_read_or_refused(
    name: str, data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    raw = bytearray((FIXTURES / name).read_bytes())
    at = data.draw(st.one_of(st.integers(0, len(raw) - 1), st.integers(len(raw) - 80, len(raw) - 1)))
    raw[at] = data.draw(st.integers(0, 255))
    path = tmp_path_factory.mktemp("damage") / Path(name).name
    path.write_bytes(raw)
    try:
        is_sound = not list(codec_of(path.name).check_file(bytes(raw)))
        batches = list(open_base_file(path).batches(2))
    except (Reject, LimitExceeded, UnsupportedInput):
        return
    assert is_sound
    assert sum(batch.num_rows for batch in batches) == num_rows_of(path)


@pytest.mark.parametrize("name", FILES)
def test_a_deep_check_decodes_values(name: str) -> None:
    raw, sums = (FIXTURES / name).read_bytes(), PageSums()
    assert list(codec_of(name).check_file_pages(raw, sums, is_decoded=True)) == []
    assert sums.num_pages > 0


@pytest.mark.parametrize("name", FILES)
def test_no_columns_have_all_rows(name: str) -> None:
    file = open_base_file(FIXTURES / name)
    assert file.num_rows
    for size in (1, file.num_rows - 1, file.num_rows, file.num_rows + 1):
        sizes = [batch.num_rows for batch in file.batches(size, [])]
        assert sum(sizes) == file.num_rows
        assert max(sizes) <= size


def test_structs_of_orc_that_are_null_stay_null() -> None:
    struct = pa.struct({"t": pa.timestamp("ns")})
    column = pa.array([{"t": 7_000_000}, None, {"t": None}], struct)
    stored = stored_values(column, pa.struct({"t": pa.timestamp("ms")}), "UTC")
    assert stored.cast(struct).equals(column)


def test_a_lance_file_of_an_unknown_version_is_not_read() -> None:
    raw = bytearray((FIXTURES / "lance/rows.lance").read_bytes())
    raw[-6] += 9  # the minor version, behind it four letters
    with pytest.raises(UnsupportedInput, match=r"version \d+\.\d+ are not read"):
        list(codec_of("rows.lance").check_file(bytes(raw)))


def test_more_rows_than_the_bytes_of_an_orc_file_can_need_are_a_limit(tmp_path: Path) -> None:
    path = tmp_path / "rows.orc"
    num = 2**19  # with the struct around all columns each row counts twice
    orc.write_table(pa.table({"a": pa.nulls(num + 1, pa.int32())}), path)
    with pytest.raises(LimitExceeded):
        next(open_base_file(path).batches(1000))
    orc.write_table(pa.table({"a": pa.nulls(num, pa.int32())}), path)
    assert next(open_base_file(path).batches(1000)).num_rows == 1000


def test_rows_of_lance_need_the_extra(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(client, "_idle", [])
    monkeypatch.setitem(sys.modules, "lance", None)
    path = FIXTURES / "lance/rows.lance"
    assert num_rows_of(path) == 3
    assert list(codec_of(path.name).check_file_pages(path.read_bytes(), PageSums(), is_decoded=False)) == []
    with pytest.raises(UnsupportedInput, match=r"pip install 'hudi-conformance\[lance\]'"):
        open_base_file(path)
    outcome = run_audit(Options([str(path)], deep=True), tmp_path / "out")
    assert [(row.verdict, row.code) for row in outcome.store.rows()] == [("unreadable", "unsupported")]
