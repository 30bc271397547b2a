# SPDX-License-Identifier: Apache-2.0
"""Check that a salvage of undamaged log files keeps every record and every delete.

python conformance/tools/compare_salvage.py FOLDER [FOLDER ...]

The contents of a file do not come from our readers, but from the expected value of a fixture,
NAME.records.json, or from the answer of a real reader, NAME.json. Rows of a block, by its offset, are those
of the source, in its order; a block that the source rejects, or counts as corrupt, may have more.
Prints numbers of files, blocks, records and deletes, and each row that is missing. Exit codes: 0 all are
kept, 1 some are not, 2 there is no file.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
from hudi_conformance.canonical.json import dumps
from hudi_conformance.decode.avro.schema import parse_schema
from hudi_conformance.decode.bulk.rows import canonical_rows
from hudi_conformance.decode.bulk.shape import row_shape
from hudi_conformance.decode.log.content import read_contents
from hudi_conformance.salvage import salvage_file
from hudi_conformance.salvage.tables import ORIGIN
from log_answers import Abridged, read_json_answer

_CORRUPT = "CORRUPT_BLOCK"


@dataclass(slots=True)
class Rows:
    """Records and deletes of one block as canonical JSON, in order.

    Attributes:
        is_part: whether the source has only a part of the block.
        num_records: records in all, where `records` has only the first of them, and `last` the last.
    """

    records: list[str] = field(default_factory=list)
    deletes: list[str] = field(default_factory=list)
    is_part: bool = False
    num_records: int | None = None
    last: list[str] = field(default_factory=list)


File = dict[int, Rows]  # by offset of the block


def salvaged(path: Path) -> File:
    """Rows that a salvage of a log file writes."""
    rows: File = {}
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out"
        salvage_file(path, out, "log")
        for file in sorted(out.glob("records/*/*.parquet")):
            for ofs, row in records_of(file):
                rows.setdefault(ofs, Rows()).records.append(row)
        if (out / "deletes.parquet").is_file():
            for row in pq.read_table(out / "deletes.parquet").to_pylist():
                kind, ordering = row["ordering_type"], row["ordering"]
                text = [row["record_key"], row["partition_path"], kind and [kind, json.loads(ordering)]]
                rows.setdefault(row["block_ofs"], Rows()).deletes.append(dumps(text))
    return rows


def records_of(file: Path) -> Iterator[tuple[int, str]]:
    """Yield the offset of the block and the canonical JSON of each record of an output."""
    table = pq.ParquetFile(file).read()
    shape = row_shape(parse_schema(table.schema.metadata[b"hudi.avro.schema"].decode()).tree)
    places = table.column(table.num_columns - len(ORIGIN)).to_pylist()
    own = table.select(list(range(len(shape.names)))).combine_chunks()
    shown = [row for batch in own.to_batches() for row in canonical_rows(batch, shape)]
    for ofs, row in zip(places, shown or [{}] * len(places), strict=True):
        yield ofs, dumps(row)


def expected(path: Path) -> File | None:
    """Rows of a log file according to its source, None if there is none."""
    golden, answer = path.with_suffix(".records.json"), path.with_suffix(".json")
    if golden.is_file():
        return _golden(json.loads(golden.read_text("utf-8")))
    return _answered(path, answer) if answer.is_file() else None


def _golden(view: Any) -> File:
    return {
        int(block["ofs"]): Rows(
            [dumps(row) for row in block.get("records") or ()],
            [_delete(row) for row in block.get("deletes") or ()],
            is_part="reject" in block or block["kind"] == _CORRUPT,
        )
        for block in view["blocks"]
    }


def _answered(path: Path, answer: Path) -> File:
    """Records of a real reader; only the schema for printing them is ours."""
    contents, _ = read_contents(path)
    rows: File = {}
    for block in read_json_answer(answer, contents).blocks:
        if block.span is None:
            continue
        records = block.records
        num = records.num if isinstance(records, Abridged) else None
        rows[block.span[0]] = Rows(
            [dumps(row) for row in (records.first if isinstance(records, Abridged) else records or ())],
            [_delete(row) for row in block.deletes or ()],
            is_part=block.error is not None or block.kind == _CORRUPT,
            num_records=num,
            last=[dumps(row) for row in records.last] if isinstance(records, Abridged) else [],
        )
    return rows


def _delete(row: Any) -> str:
    ordering = row["ordering"]
    texts = [
        value if isinstance(value, str | None) else dumps(value)
        for value in (row["record_key"], row["partition_path"])
    ]
    return dumps([*texts, ordering and [ordering["type"], ordering["value"]]])


def missing(want: File, have: File) -> Iterator[str]:
    """Yield what a salvage does not have, or has otherwise."""
    for ofs, rows in want.items():
        kept = have.get(ofs, Rows())
        for what, wanted, found in (
            ("record", rows.records, kept.records),
            ("delete", rows.deletes, kept.deletes),
        ):
            is_cut = rows.is_part or (what == "record" and rows.num_records is not None)
            if (found[: len(wanted)] if is_cut else found) == wanted:
                continue
            lost = Counter(wanted) - Counter(found)
            yield f"block at {ofs}: {lost.total()} {what}s of {len(wanted)} are missing, {len(found)} there"
            yield from (f"block at {ofs}: {what} {row:.200}" for row in list(lost)[:3])
        if rows.num_records is not None and len(kept.records) != rows.num_records:
            yield f"block at {ofs}: {len(kept.records)} records of {rows.num_records}"
        if rows.last and kept.records[-len(rows.last) :] != rows.last:
            yield f"block at {ofs}: the last {len(rows.last)} records are others"


def compare(folders: Sequence[Path]) -> tuple[Counter[str], list[str]]:
    """Numbers of what is compared, and what is missing."""
    counts: Counter[str] = Counter()
    found: list[str] = []
    for path in sorted(path for folder in folders for path in folder.rglob("*.log")):
        want = expected(path)
        if want is None:
            continue
        counts.update(files=1, blocks=len(want))
        for rows in want.values():
            num = len(rows.records) if rows.num_records is None else rows.num_records
            counts.update(records=num, deletes=len(rows.deletes))
        found += [f"{path}: {text}" for text in missing(want, salvaged(path))]
    return counts, found


def main() -> int:
    """Exit code as described in the module."""
    parser = argparse.ArgumentParser(description="Whether salvage keeps all rows of undamaged log files.")
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    counts, found = compare(parser.parse_args().folders)
    for text in found:
        print(text)
    if not counts["files"]:
        print("no log file with a source next to it", file=sys.stderr)
        return 2
    print(
        f"{counts['files']} files, {counts['blocks']} blocks, {counts['records']} records,"
        f" {counts['deletes']} deletes; {'all are kept' if not found else 'not all are kept'}"
    )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
