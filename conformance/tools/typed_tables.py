# SPDX-License-Identifier: Apache-2.0
"""Make the tables of `fixtures/typed`: VECTOR, BLOB and VARIANT columns in a base file and a log file.

    python conformance/tools/typed_tables.py [--check]

Timelines and logs come from the reference writer, base files from pyarrow, and expected rows from the lines
below. Nothing of `decode`, `semantics` or `table` takes part.
"""

from __future__ import annotations

import json
import struct
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa
from format_files import BLOB, VARIANT, vector
from hudi_conformance import resources
from recreation.minimal import T1, T2, A, Row, Table
from recreation.products import run, zipped

FOLDER = "typed"
_REFERENCE = pa.struct([("external_path", pa.string()), ("offset", pa.int64()), ("length", pa.int64()),
                        ("managed", pa.bool_())])  # fmt: skip
_OUTSIDE = {"external_path": "/x/y.bin", "offset": 3, "length": None, "managed": False}
_NAMES, _OBJECT, _NUMBER = (
    b"\x01\x02\x00\x01\x02ab",
    b"\x02\x02\x00\x01\x00\x02\x04\x0c\x01\x0c\x02",
    b"\x0c\x07",
)
Value = tuple[Any, Any, Any]
"""A value as Parquet stores it, as a log block is described, and as a reader shows it."""


@dataclass
class Typed(Table):
    """A table with one more column.

    Attributes:
        tree: Avro type of the column `v`.
    """

    tree: dict[str, Any] = field(default_factory=dict)

    def fields(self) -> list[dict[str, Any]]:
        """Fields of the table's own columns."""
        own = [part for part in Table(self.version).fields() if part["name"] != "v"]
        return [*own, {"name": "v", "type": ["null", self.tree], "default": None}]


def _floats(*values: float) -> Value:
    raw = struct.pack("<2f", *values)
    return raw, raw.hex(), [repr(value) for value in values]


def _inline(raw: bytes) -> Value:
    value = {"type": "INLINE", "data": raw.hex(), "reference": None}
    return {"type": "INLINE", "data": raw, "reference": None}, value, value


def _outside() -> Value:
    value = {"type": "OUT_OF_LINE", "data": None, "reference": {**_OUTSIDE, "offset": "3"}}
    return {"type": "OUT_OF_LINE", "data": None, "reference": _OUTSIDE}, value, value


def _variant(names: bytes, raw: bytes, text: str) -> Value:
    return {"metadata": names, "value": raw}, {"metadata": names.hex(), "value": raw.hex()}, text


_NONE: Value = (None, None, None)
COLUMNS: dict[str, tuple[dict[str, Any], pa.DataType, list[Value]]] = {
    "vector": (
        vector("vector_float_2", "FLOAT", 2, 8), pa.binary(8),
        [_floats(1.5, -0.25), _NONE, _floats(0.0, 2.0), _floats(4.0, 8.0)],
    ),
    "blob": (
        BLOB, pa.struct([("type", pa.string()), ("data", pa.binary()), ("reference", _REFERENCE)]),
        [_inline(b"abc"), _outside(), _outside(), _inline(b"")],
    ),
    "variant": (
        VARIANT, pa.struct([("metadata", pa.binary()), ("value", pa.binary())]),
        [_variant(_NAMES, _OBJECT, '{"a":1,"b":2}'), _NONE, _variant(b"\x01\x00\x00", _NUMBER, "7"),
         _variant(_NAMES, _OBJECT, '{"a":1,"b":2}')],
    ),
}  # fmt: skip


def made(name: str) -> tuple[dict[str, bytes], dict[str, list[Row]]]:
    """Files, and rows by view: rows a and b in a base file; another a, and c, in a log file."""
    tree, kind, (a, b, newer, c) = COLUMNS[name]
    table = Typed(9, "MERGE_ON_READ", tree=tree, extra={"v": kind})
    first = table.base(A, T1, {"a": "1"}, columns={"v": a[0]})
    stored = table.base(A, T1, {"b": "1"}, columns={"v": b[0]}, carried=first)
    table.commit(T1, [A])
    log = table.log_name(A, T1, T2)
    rows = [table.row(T2, key, "2", log) for key in ("a", "c")]
    table.log(A, T1, T2, [row | {"v": value[1]} for row, value in zip(rows, (newer, c), strict=True)])
    table.commit(T2, [A])
    old = {row["id"]: row for row in stored}
    base = [old["a"] | {"v": a[2]}, old["b"] | {"v": b[2]}]
    merged = [rows[0] | {"v": newer[2]}, base[1], rows[1] | {"v": c[2]}]
    return table.archive(), {"read_optimized": base, "snapshot": merged}


def _text(row: Row) -> str:
    return json.dumps(row, sort_keys=True)


def files() -> dict[Path, bytes]:
    """All archives and expected rows."""
    folder, contents = resources.fixtures_dir() / FOLDER, {}
    for name in COLUMNS:
        archive, views = made(name)
        contents[folder / f"{name}.zip"] = zipped(archive)
        for view, rows in views.items():
            text = json.dumps({"rows": sorted(rows, key=_text)}, ensure_ascii=False, indent=1, sort_keys=True)
            contents[folder / f"{name}.{view}.json"] = text.encode() + b"\n"
    return contents


if __name__ == "__main__":
    sys.exit(run(__doc__ or "", files))
