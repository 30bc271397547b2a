# SPDX-License-Identifier: Apache-2.0
"""Peers in Rust, compiled here by cargo: arrow-avro, and hudi-rs 0.6 as a crate (there is no package of it).

Each is a program that prints a line a pass, or writes its rows as an Arrow stream, to be compared.
"""

from __future__ import annotations

import statistics
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

import bench_tables
import harness
import pyarrow as pa
from harness import HERE, Result
from hudi_conformance.toolchain import ToolMissing
from hudi_conformance.toolchain.native import build_native, check_tool
from row_checksums import checksum

ARROW_AVRO, HUDI_RS_06 = "arrow-avro 60.1", "hudi-rs 0.6.0-rc.1"


def build_arrow_avro() -> list[str]:
    """The program of `rust_avro`.

    Raises:
        ToolMissing: no cargo, or it does not compile.
    """
    return build_native(str(HERE / "rust_avro"))


def build_hudi_rs() -> list[str]:
    """The program of `rust_tables`: hundreds of crates, an hour of one core at the first use.

    Raises:
        ToolMissing: no cargo or protoc, or it does not compile.
    """
    return build_native(str(HERE / "rust_tables"))


def is_hudi_rs_built() -> bool:
    """Whether `build_hudi_rs` has nothing to compile."""
    try:
        return check_tool(str(HERE / "rust_tables"))
    except ToolMissing:
        return False


def read_container(program: Sequence[str], container: Path, passes: int) -> Result:
    """Decode all records of an Avro container, which is in memory.

    Raises:
        ToolMissing: the program failed.
    """
    rows = harness.run_peer(ARROW_AVRO, [*program, str(passes), str(container)])
    seconds = tuple(row[0] for row in rows)
    return Result("full", "", ARROW_AVRO, {"records": int(rows[-1][2])}, seconds, min(rows)[1])


def read_table(program: Sequence[str], table: Path, passes: int, *, is_incremental: bool) -> Result:
    """Read a view of a table; the first pass is not counted, as with other readers of tables.

    Raises:
        ToolMissing: the program failed.
    """
    rows = harness.run_peer(HUDI_RS_06, [*program, str(passes + 1), str(table), *_begin(is_incremental)])[1:]
    wall, cpu = (statistics.median(row[column] for row in rows) for column in (0, 1))
    return Result("", "", HUDI_RS_06, {"rows": int(rows[-1][2])}, (wall,), cpu, peak_mib=rows[-1][3])


def container_checksum(program: Sequence[str], container: Path) -> int:
    """Checksum of the records of a container, in its order."""
    return _written([*program, "rows"], [str(container)], "")


def table_checksum(program: Sequence[str], table: Path, *, is_incremental: bool) -> int:
    """Checksum of the rows of a view, by key."""
    return _written([*program, "rows"], [str(table), *_begin(is_incremental)], "_hoodie_record_key")


def _begin(is_incremental: bool) -> list[str]:
    return [bench_tables.EARLIER] if is_incremental else []


def _written(command: Sequence[str], arguments: Sequence[str], key: str) -> int:
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "rows.arrow"
        subprocess.run([*command, str(out), *arguments], check=True)
        with pa.memory_map(str(out)) as source, pa.ipc.open_stream(source) as batches:
            return checksum(batches, key)
