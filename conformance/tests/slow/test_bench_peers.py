# SPDX-License-Identifier: Apache-2.0
"""Peers of the benchmark that are compiled here read what we read; hudi-rs where it is compiled already."""

from __future__ import annotations

import tomllib
from pathlib import Path

import bench_rows
import bench_tables
import log_files
import pytest
import rust_peers
import table_files
from hudi_conformance.decode.bulk.avro_arrow import iter_record_batches
from hudi_conformance.toolchain import ToolMissing
from hudi_conformance.toolchain.build import build_adapter
from log_works import write_container
from row_checksums import checksum

pytestmark = pytest.mark.own_job


def test_arrow_avro_reads_the_records_of_a_log_file(tmp_path: Path) -> None:
    try:
        program = rust_peers.build_arrow_avro()
    except ToolMissing as missing:
        pytest.skip(str(missing))
    file = log_files.make_file(tmp_path, "one", 1 << 16, 1 << 22)
    container = write_container(file.path, tmp_path / "one.avro")
    result = rust_peers.read_container(program, container, 2)
    assert result.counts == {"records": file.num_records}
    assert len(result.seconds) == 2
    assert rust_peers.container_checksum(program, container) == checksum(iter_record_batches(file.path))


@pytest.mark.parametrize("program", ["java", "java_hfile", "java_metadata", "java_timeline"])
def test_programs_in_java_compile_for_every_release(program: str) -> None:
    folder = Path(bench_rows.HERE) / program
    for variant in tomllib.loads((folder / "adapter.toml").read_text())["variants"]:
        assert build_adapter(str(folder), variant)


@pytest.mark.skipif(not rust_peers.is_hudi_rs_built(), reason="it takes an hour to compile hudi-rs 0.6")
@pytest.mark.parametrize("work", ["snapshot", "incremental"])
def test_hudi_rs_reads_the_rows_of_a_table(work: str, tmp_path: Path) -> None:
    program = rust_peers.build_hudi_rs()
    table = tmp_path / "table"
    if work == "snapshot":
        table_files.write_merge_table(table, 2_000)
    else:
        table_files.write_small_groups(table, 5)
    later = work == "incremental"
    result = rust_peers.read_table(program, table, 1, is_incremental=later)
    ours = list(bench_tables.READERS[bench_rows.reader_name(work, "ours")](table))
    assert result.counts == {"rows": sum(batch.num_rows for batch in ours)}
    assert result.peak_mib is not None
    assert result.peak_mib > 1
    found = rust_peers.table_checksum(program, table, is_incremental=later)
    assert found == checksum(ours, "_hoodie_record_key")
