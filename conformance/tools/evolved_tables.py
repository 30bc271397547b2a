# SPDX-License-Identifier: Apache-2.0
"""Make the tables of `fixtures/evolved`, in which the type of one column changes, and the cases about them.

    python conformance/tools/evolved_tables.py [--check]

`recreation/evolutions.toml` states what is stored and what a reader shows. Timelines and logs come from the
reference writer, base files from pyarrow. Nothing of `decode`, `semantics` or `table` takes part.
"""

from __future__ import annotations

import json
import math
import sys
import tomllib
import zipfile
from collections.abc import Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
from hudi_conformance import resources
from recreation.minimal import META, T1, T2, T3, A, B, Row, Table
from recreation.parquet import parquet
from recreation.products import run, zipped

FOLDER = "evolved"
DATA = Path(__file__).parent / "recreation" / "evolutions.toml"
LAYOUTS = ("base-v9", "log-v9")
LINES = {6: "0.15", 9: "1.2"}
PLACES = {"base": "in a base file", "log": "in a log file"}
REQUIREMENTS = {
    "default": "table.schema.resolution", "widening": "table.schema.widening",
    "float": "table.schema.float", "nested": "table.schema.widening", "text": "table.schema.text",
    "decimal": "table.schema.decimal",
    "decimal-bytes": "table.schema.decimal-bytes", "incompatible": "table.schema.incompatible",
    "logical": "table.schema.logical", "fixed": "table.schema.fixed", "null": "table.schema.null",
    "open-unit": "table.schema.widening", "open-float": "table.schema.widening",
    "open-default": "table.schema.resolution", "open-year": "table.schema.text",
    "open-other-time": "table.schema.widening",
}  # fmt: skip
OPEN = {
    "open-unit": "schema-coarser-time", "open-float": "schema-float-in-old-logs",
    "open-default": "schema-default", "open-year": "schema-far-date",
    "open-other-time": "schema-other-time",
}  # fmt: skip
SIMPLE = {
    "int": pa.int32(), "long": pa.int64(), "float": pa.float32(), "double": pa.float64(),
    "string": pa.string(), "bytes": pa.binary(), "boolean": pa.bool_(), "enum": pa.string(),
}  # fmt: skip
LOGICAL = {
    "date": pa.date32(), "timestamp-millis": pa.timestamp("ms", "UTC"),
    "timestamp-micros": pa.timestamp("us", "UTC"), "local-timestamp-micros": pa.timestamp("us"),
    "local-timestamp-millis": pa.timestamp("ms"), "time-millis": pa.time32("ms"),
    "time-micros": pa.time64("us"),
}  # fmt: skip


class Evolved(Table):
    """A table with a column `more` of one type, later of another."""

    type: Any = "string"
    member: Mapping[str, Any] | None = None

    def fields(self) -> list[dict[str, Any]]:
        """The columns of every minimal table, and the one that changes."""
        if self.type == "absent":
            return super().fields()
        member = self.member or {"type": ["null", self.type], "default": None}
        return [*super().fields(), {"name": "more", **member}]

    def stored(self, group: str, time: str, values: Mapping[str, Any]) -> list[Row]:
        """A base file with a row for each key, whose column `more` has these canonical values."""
        name = f"{group}_0-0-0_{time}.parquet"
        rows = [self.row(time, key, "v", name) | {"more": value} for key, value in values.items()]
        plain = pa.Table.from_pylist([{**row, "ord": int(row["ord"])} for row in rows]).drop_columns("more")
        kind = arrow_of("int" if self.type == "absent" else self.type)
        column = pa.array([python_of(value, self.type) for value in values.values()], physical_of(kind))
        schema = pa.schema(
            [*((f"_hoodie_{part}", pa.string()) for part in META), ("id", pa.string()), ("ord", pa.int64()),
             ("val", pa.string()), ("more", kind)],
            metadata={
                "org.apache.hudi.bloomfilter.type": "none", "parquet.avro.schema": self.schema(meta=True),
            },
        )  # fmt: skip
        columns = [plain.column(item.name) for item in list(schema)[:-1]]
        table = pa.Table.from_arrays([*columns, column.cast(kind)], schema=schema)
        if self.type == "absent":
            table = table.drop_columns("more")
        self.files[name] = parquet(table)
        return rows


def arrow_of(node: Any) -> pa.DataType:
    """Type of a base file's column for a type of the schema."""
    if isinstance(node, list):
        return arrow_of(next(branch for branch in node if branch != "null"))
    if isinstance(node, str):
        return SIMPLE[node]
    if node.get("logicalType") == "decimal":
        return pa.decimal128(node["precision"], node["scale"])
    if "logicalType" in node:
        return LOGICAL[node["logicalType"]]
    match node["type"]:
        case "array":
            return pa.list_(arrow_of(node["items"]))
        case "map":
            return pa.map_(pa.string(), arrow_of(node["values"]))
        case "record":
            return pa.struct([(member["name"], arrow_of(member["type"])) for member in node["fields"]])
        case "fixed":
            return pa.binary(node["size"])
        case kind:
            return SIMPLE[kind]


def physical_of(kind: pa.DataType) -> pa.DataType:
    """Source type of a column: timestamps are built from integers."""
    if not pa.types.is_temporal(kind):
        return kind
    return pa.int32() if kind.bit_width == 32 else pa.int64()


def python_of(value: Any, node: Any) -> Any:
    """A canonical value as pyarrow takes it."""
    if value is None:
        return None
    if isinstance(node, list):
        return python_of(value, next(branch for branch in node if branch != "null"))
    kind = node if isinstance(node, str) else node["type"]
    if not isinstance(node, str) and node.get("logicalType") == "decimal":
        return Decimal(value)
    match kind:
        case "array":
            return [python_of(item, node["items"]) for item in value]
        case "map":
            return [(key, python_of(item, node["values"])) for key, item in value.items()]
        case "record":
            return {
                member["name"]: python_of(value[member["name"]], member["type"]) for member in node["fields"]
            }
    makers: dict[str, Any] = {
        "long": int,
        "float": float,
        "double": float,
        "bytes": bytes.fromhex,
        "fixed": bytes.fromhex,
    }
    return makers.get(kind, lambda same: same)(value)


def without_nan(value: Any) -> Any:
    """TOML has no null: nan represents it."""
    if isinstance(value, list):
        return [without_nan(item) for item in value]
    if isinstance(value, dict):
        return {key: without_nan(item) for key, item in value.items()}
    return None if isinstance(value, float) and math.isnan(value) else value


def make(
    entry: Mapping[str, Any], layout: str, types: Mapping[str, Any]
) -> tuple[dict[str, bytes], list[Row]]:
    """Files of a table, and the rows that a reader returns if `shown` defines them."""
    place, _, version = layout.partition("-v")
    old, new = (types.get(str(entry[end]), entry[end]) for end in ("from", "to"))
    table = Evolved(int(version), "COPY_ON_WRITE" if place == "base" else "MERGE_ON_READ")
    stored = without_nan(entry["stored"])
    keys = [chr(ord("a") + number) for number in range(len(stored))]
    table.type = old
    if place == "base":
        rows = table.stored(A, T1, dict(zip(keys, stored, strict=True)))
        table.commit(T1, [A])
    else:
        table.stored(A, T1, dict.fromkeys(keys))
        table.commit(T1, [A])
        values = zip(keys, stored, strict=True)
        rows = [
            table.row(T2, key, "v", A) | ({} if old == "absent" else {"more": value}) for key, value in values
        ]
        table.log(A, T1, T2, rows)
        table.commit(T2, [A])
    table.type = new
    if entry.get("required"):
        table.member = {"type": new}
    if old == "absent":
        table.member = {"type": new} | ({"default": entry["default"]} if "default" in entry else {})
    shown = without_nan(entry.get("shown", entry["stored"]))
    expected = [row | {"more": value} for row, value in zip(rows, shown, strict=False)]
    time = T2 if place == "base" else T3
    expected += table.stored(B, time, {"z": without_nan(entry["new"])})
    table.commit(time, [B])
    return table.archive(), expected


def products() -> tuple[dict[str, bytes], str]:
    """All fixtures, and the manifest of the cases."""
    data = tomllib.loads(DATA.read_text("utf-8"))
    found: dict[str, bytes] = {}
    cases = [
        "# SPDX-License-Identifier: Apache-2.0",
        "# Written by conformance/tools/evolved_tables.py: change recreation/evolutions.toml, not this.",
        'surface = "table"',
        'topic = "evolution"',
        'about = "The type of a column changed between two commits: how a reader returns the older rows."',
    ]
    for entry in data["evolution"]:
        for layout in entry.get("layouts", LAYOUTS):
            files, rows = make(entry, layout, data["types"])
            name = f"{entry['name']}-{layout}"
            found[f"{name}.zip"] = zipped(files, zipfile.ZIP_DEFLATED)
            if "shown" in entry:
                found[f"{name}.json"] = _rows(rows)
            cases.append(_case(entry, layout, name))
            if entry.get("before") and layout == "base-v9":
                found[f"{name}-before.json"] = _rows(_as_stored(rows, entry))
                cases.append(_case_before(entry, name))
    return found, "\n".join(cases) + "\n"


def _case(entry: Mapping[str, Any], layout: str, name: str) -> str:
    place, _, version = layout.partition("-v")
    if "shown" in entry:
        expect = f'{{ value = "{FOLDER}/{name}.json" }}'
    elif "refused" in entry:
        expect = f"{{ reject = {json.dumps(entry['refused'])} }}"
    else:
        expect = f'{{ open = "{OPEN[entry["rule"]]}" }}'
    return "\n".join((
        "", "[[case]]", f'id = "table/evolution/{name}"', f'title = "{entry["title"]}, {PLACES[place]}"',
        f'req = ["{REQUIREMENTS[entry["rule"]]}"]', 'cmd = "table.read"', f'tree = "{FOLDER}/{name}.zip"',
        f'args = {{ line = "{LINES[int(version)]}", view = "snapshot" }}', f"expect = {expect}",
    ))  # fmt: skip


def _case_before(entry: Mapping[str, Any], name: str) -> str:
    """Without the instant that completes the newest commit, its schema is not the table's."""
    instant = f".hoodie/timeline/{T2}_{int(T2) + 10_000}.commit"
    return "\n".join((
        "", "[[case]]", f'id = "table/evolution/{name}-before"',
        f'title = "{entry["title"]}: before that commit"',
        f'req = ["{REQUIREMENTS[entry["rule"]]}"]', 'cmd = "table.read"', f'tree = "{FOLDER}/{name}.zip"',
        f'drop = ["{instant}"]', 'args = { line = "1.2", view = "snapshot" }',
        f'expect = {{ value = "{FOLDER}/{name}-before.json" }}',
    ))  # fmt: skip


def _as_stored(rows: Sequence[Row], entry: Mapping[str, Any]) -> list[Row]:
    """Rows of the older commit, in the older type."""
    stored = without_nan(entry["stored"])
    return [row | {"more": value} for row, value in zip(rows, stored, strict=False)]


def _rows(rows: Sequence[Row]) -> bytes:
    ordered = sorted(rows, key=lambda row: json.dumps(row, sort_keys=True))
    return json.dumps({"rows": ordered}, indent=1).encode() + b"\n"


def targets() -> dict[Path, bytes]:
    """Contents of all files by their place."""
    made, manifest = products()
    found = {resources.fixtures_dir() / FOLDER / name: data for name, data in made.items()}
    return found | {resources.cases_dir() / "table" / "evolution.toml": manifest.encode()}


def main(arguments: list[str] | None = None) -> int:
    """Entry point; 1 when `--check` finds a difference."""
    return run("Make the tables whose columns change their type.", targets, arguments)


if __name__ == "__main__":
    sys.exit(main())
