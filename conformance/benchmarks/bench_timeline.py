# SPDX-License-Identifier: Apache-2.0
"""Archived timelines: ours against Hudi's, in one run, on the same generated tables.

100,000 archived states of 33,334 commits in log files of the first layouts, nine entries per block, and
100,000 instants in ten Parquet files of the history of layout 2. Works: `list`, the instants; `entries` or
`details`, all information about each. Each runs in a separate process, with several passes; first = first
pass of the process, whose start is not counted, best = best pass. Ours runs on one core.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import harness
import pyarrow as pa
import pyarrow.parquet as pq
from harness import HERE, Counts, Result, Work
from hudi_conformance.decode.bulk.archive import iter_archive_batches, list_archived_fast
from hudi_conformance.decode.bulk.history import iter_history_details, list_history
from hudi_conformance.decode.timeline.archive_entries import (
    ArchiveBlock,
    archive_files,
    list_archived,
    scan_archive,
)
from hudi_conformance.decode.timeline.content import decode_one_record
from hudi_conformance.decode.timeline.history import read_history
from hudi_conformance.encode.timeline.history import COLUMNS
from hudi_conformance.encode.timeline.table import encode_timeline
from hudi_conformance.toolchain import ToolMissing
from hudi_conformance.toolchain.build import build_adapter

STATES = ("REQUESTED", "INFLIGHT", "COMPLETED")
PLACES = ("10000000000000001", "10000000000000002", "10000000000000003")  # times in the template
BLOCKS_A_FILE = 1000
NUM_FILES = 10
FIRST = datetime(2024, 1, 1, tzinfo=UTC)


# --- tables ---------------------------------------------------------------------------------------------


def instant(number: int) -> bytes:
    """Time of an instant."""
    return (FIRST + timedelta(seconds=number)).strftime("%Y%m%d%H%M%S000").encode()


def metadata(place: str) -> dict[str, Any]:
    """Metadata of a commit that wrote one file of one partition."""
    stat = {
        "fileId": "f0a1b2c3-d4e5-4607-8809-0a1b2c3d4e5f-0", "path": f"p=1/f0a1b2c3_0-1-0_{place}.parquet",
        "prevCommit": place, "numWrites": "1234", "numDeletes": "0", "numUpdateWrites": "17",
        "numInserts": "1217", "totalWriteBytes": "439211", "totalWriteErrors": "0", "partitionPath": "p=1",
        "fileSizeInBytes": "439211",
    }  # fmt: skip
    schema = '{"type":"record","name":"row","fields":[{"name":"k","type":"string"}]}'
    return {
        "partitionToWriteStats": {"p=1": [stat]}, "extraMetadata": {"schema": schema},
        "operationType": "UPSERT", "version": None,
    }  # fmt: skip


def describe(version: int, release: str) -> dict[str, Any]:
    return {
        "about": "", "release": release, "table_version": version, "instants": [],
        "properties": {"hoodie.table.name": "t1", "hoodie.table.type": "COPY_ON_WRITE"},
    }  # fmt: skip


def write(folder: Path, files: dict[str, bytes]) -> None:
    for path, data in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)


def write_archive(folder: Path, num: int) -> None:
    """A table of version 6 with `num` archived states: one block of the writer, with other times."""
    given = describe(6, "0.15.0")
    entries = [
        {"time": place, "action": "commit", "state": state, "content": metadata(place)}
        for place in PLACES
        for state in STATES
    ]
    name = ".commits_.archive.1_1-0-1"
    given["archive"] = {"files": [{"name": name, "blocks": [entries]}]}
    files = dict(encode_timeline(given).files)
    block = files.pop(f".hoodie/archived/{name}")
    write(folder, files)
    (folder / ".hoodie/archived").mkdir(exist_ok=True)
    num_blocks = -(-num // len(entries))
    for number in range(0, num_blocks, BLOCKS_A_FILE):
        path = folder / f".hoodie/archived/.commits_.archive.{number // BLOCKS_A_FILE + 1}_1-0-1"
        with path.open("wb") as out:
            for own in range(number, min(number + BLOCKS_A_FILE, num_blocks)):
                data = block
                for index, place in enumerate(PLACES):
                    data = data.replace(place.encode(), instant(own * len(PLACES) + index))
                out.write(data)


def write_history(folder: Path, num: int, num_files: int = NUM_FILES) -> None:
    """A table of version 9 with `num` instants in the files of its history."""
    given = describe(9, "1.2.1")
    given["history"] = {
        "files": [{
            "rows": [{
                "time": PLACES[0], "completion_time": PLACES[0], "action": "commit",
                "metadata": metadata(PLACES[0]),
            }],
        }],
    }  # fmt: skip
    files = dict(encode_timeline(given).files)
    (path,) = (path for path in files if path.endswith(".parquet"))
    below, _, _ = path.rpartition("/")
    template = pq.read_table(pa.BufferReader(files.pop(path)))["metadata"][0].as_py()
    write(folder, files)
    listed = []
    for number in range(num_files):
        times = [instant(i) for i in range(number * num // num_files, (number + 1) * num // num_files)]
        texts = [one.decode() for one in times]
        columns = {
            "instantTime": texts, "completionTime": texts, "action": ["commit"] * len(times),
            "metadata": [template.replace(PLACES[0].encode(), one) for one in times],
            "plan": [None] * len(times), "version": [1] * len(times),
        }  # fmt: skip
        name = f"{texts[0]}_{texts[-1]}_1.parquet"
        target = folder / below / name
        pq.write_table(
            pa.table(columns, schema=COLUMNS),
            target,
            compression="GZIP",
            use_dictionary=False,
            store_schema=False,
        )
        listed.append({"fileName": name, "fileLen": target.stat().st_size})
    (folder / below / "manifest_1").write_text(json.dumps({"files": listed}), encoding="utf-8")


# --- ours -----------------------------------------------------------------------------------------------


def archive_list(table: Path) -> Counts:
    return {"states": len(list_archived_fast(archive_files(table / ".hoodie/archived")))}


def archive_list_careful(table: Path) -> Counts:
    return {"states": len(list_archived(archive_files(table / ".hoodie/archived")))}


def archive_entries(table: Path) -> Counts:
    files = archive_files(table / ".hoodie/archived")
    return {"states": sum(batch.num_rows for path in files for batch in iter_archive_batches(path))}


def archive_entries_careful(table: Path) -> Counts:
    files = archive_files(table / ".hoodie/archived")
    items = (item for path in files for item in scan_archive(path))
    return {"states": sum(len(item.entries) for item in items if isinstance(item, ArchiveBlock))}


def history_list(table: Path) -> Counts:
    return {"states": list_history(table).num_rows}


def history_list_careful(table: Path) -> Counts:
    return {"states": len(read_history(table).rows)}


def history_details(table: Path) -> Counts:
    return {"states": sum(found.instants.num_rows for found in iter_history_details(table))}


def history_details_careful(table: Path) -> Counts:
    rows = read_history(table).rows
    return {"states": sum(decode_one_record(row.metadata) is not None for row in rows if row.metadata)}


WORKS: dict[str, Work] = {
    work.__name__: work
    for work in (
        archive_list, archive_list_careful, archive_entries, archive_entries_careful, history_list,
        history_list_careful, history_details, history_details_careful,
    )
}  # fmt: skip


def measure_ours(name: str, table: Path, passes: int) -> Result:
    kind, work, *rest = name.split("_")
    result = Result(work, kind, " ".join(["ours", *rest]), {}, (), 0.0)
    return harness.measure_ours(str(HERE / "bench_timeline.py"), name, passes, [table], result)


def measure_hudi(release: str, kind: str, work: str, table: Path, passes: int) -> Result:
    """Raises ToolMissing: no Java, no jars, or the release fails."""
    command = [*build_adapter(str(HERE / "java_timeline"), release), work, str(table), str(passes), "30"]
    rows = harness.run_peer(f"Hudi {release}", command)
    seconds = tuple(row[0] for row in rows)
    return Result(work, kind, f"Hudi {release}", {"states": int(rows[-1][2])}, seconds, min(rows)[1])


def measure(folder: Path, num: int, passes: int, releases: list[str]) -> Iterator[Result]:
    """All works on both tables."""
    tables = {"archive": folder / "archive", "history": folder / "history"}
    write_archive(tables["archive"], num)
    write_history(tables["history"], num)
    for name in WORKS:
        yield measure_ours(name, tables[name.partition("_")[0]], 1 if "careful" in name else passes)
    works = [("archive", "list"), ("archive", "entries"), ("history", "list"), ("history", "details")]
    for release in releases:
        for kind, work in works:
            if kind == "history" and not release.startswith("1."):
                continue
            try:
                yield measure_hudi(release, kind, work, tables[kind], 2 * passes)
            except ToolMissing as missing:
                print(f"without Hudi {release}, {work}: {missing}")


def main() -> None:
    parser = harness.parser(
        "conformance/benchmarks/bench_timeline.py", __doc__,
        quick="9,000 of each, and fewer passes", folder="about 250 MB",
    )  # fmt: skip
    parser.add_argument("--java", nargs="*", default=["1.2.1", "0.15.0"], metavar="RELEASE")
    options = parser.parse_args()
    num, passes = (9_000, 2) if options.quick else (100_000, 3)
    harness.run(options, lambda folder: measure(folder, num, passes, options.java), ("states",))


if __name__ == "__main__":
    harness.serve_works(WORKS, main)
