# SPDX-License-Identifier: Apache-2.0
"""Turn what real Hudi answered about metadata tables into expected values of cases.

    python conformance/tools/metadata_oracles.py FROM TO RELEASE/NAME...

FROM/RELEASE/NAME.zip is a table, FROM/RELEASE/NAME.metadata.json the answers of Hudi's classes (see
`compare_metadata.py`). Written to TO/RELEASE: NAME.zip, its files without the folder NAME and packed alike on
every machine, and NAME.files.json, NAME.stats.json, NAME.locate.json: values of the commands; the requested
columns and keys are printed. Nothing of our own reader takes part. Columns whose bounds are shown by another
branch than the stored one are left out: decimals and dates of 0.15.0.
"""

from __future__ import annotations

import base64
import datetime
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.canonical.scalars import canonical_decimal, canonical_float32, canonical_float64
from hudi_conformance.model.metadata import VALUE_TYPES
from hudi_conformance.suite.trees import from_zip, to_zip

NUMBERS = frozenset({"int", "date", "time-millis"})
HIDDEN = frozenset({"dec", "dec38", "dt"})  # columns of those types in the tables of 0.15.0
Oracle = Mapping[str, Any]


def files(api: Oracle) -> dict[str, Any]:
    """Value of `metadata.files`."""
    return {
        "available": api["metadataAvailable"],
        "valid_instants": api["validInstants"],
        "synced_instant": api["syncedInstantTime"],
        "latest_compaction": api["latestCompactionTime"],
        "partitions": [
            {"partition": part, "files": [{"name": n, "size": str(s)} for n, s in sorted(listed.items())]}
            for part, listed in sorted(api["files"].items())
        ],
    }


def stats(api: Oracle, columns: list[str]) -> dict[str, Any]:
    """Value of `metadata.stats` of column statistics."""
    rows = [
        _row(column, *place.split("|", 1), row)
        for column in columns
        for place, row in api["columnStats"][column].items()
    ]
    return {"rows": sorted(rows, key=lambda row: (row["column"], row["partition"], row["file"]))}


def _row(column: str, partition: str, file: str, row: Oracle) -> dict[str, Any]:
    kind = row.get("valueType")
    return {
        "column": column,
        "partition": partition,
        "file": file,
        "min": bound(row["minValue"], kind),
        "max": bound(row["maxValue"], kind),
        "value_count": str(row["valueCount"]),
        "null_count": str(row["nullCount"]),
        "size": str(row["totalSize"]),
        "uncompressed_size": str(row["totalUncompressedSize"]),
        "value_type": kind and {"ordinal": kind["typeOrdinal"], "info": kind["additionalInfo"]},
        "is_tight": bool(row.get("isTightBound")),
        "is_deleted": row["isDeleted"],
    }


def bound(wrapped: Oracle | None, kind: Oracle | None) -> dict[str, Any] | None:
    """A bound by its wrapper, or by the type of the row."""
    if wrapped is None:
        return None
    name = wrapped["wrapper"].removesuffix("Wrapper").lower()
    value, scale = wrapped["value"], 15
    if kind is not None:
        name = VALUE_TYPES[kind["typeOrdinal"]]
        scale = int((kind["additionalInfo"] or "0,0").split(",")[1])
    if isinstance(value, Mapping):
        data = base64.b64decode(value["base64"])
        value = canonical_decimal((data, scale)) if name == "decimal" else data.hex()
    elif name in {"float", "double"}:
        value = (canonical_float32 if name == "float" else canonical_float64)(float(value))
    elif isinstance(value, int) and not isinstance(value, bool) and name not in NUMBERS:
        value = str(value)
    return {"type": name, "value": value}


def locate(answers: Oracle) -> dict[str, Any]:
    """Value of `metadata.locate` by record keys."""
    rows = [
        {
            "key": key,
            "record_key": key,
            "partition": found["partition"],
            "file_id": found["fileId"],
            "instant_ms": str(_milliseconds(found["instantTime"])),
            "position": None if found.get("position", -1) == -1 else str(found["position"]),
        }
        for key, found in answers.items()
        if found is not None
    ]
    return {"rows": sorted(rows, key=lambda row: row["key"])}


def _milliseconds(instant: str) -> int:
    time = datetime.datetime.strptime(instant[:14], "%Y%m%d%H%M%S").replace(tzinfo=datetime.UTC)
    return int(time.timestamp()) * 1000 + int(instant[14:])


def convert(source: Path, target: Path, name: str) -> None:
    """Write the fixtures of one table."""
    oracle = json.loads((source / f"{name}.metadata.json").read_text(encoding="utf-8"))
    api, release = oracle["api"], name.partition("/")[0]
    out = target / name
    out.parent.mkdir(parents=True, exist_ok=True)
    packed = from_zip((source / f"{name}.zip").read_bytes(), name)
    kept = {path.partition("/")[2]: data for path, data in packed.items() if not path.endswith("/")}
    out.with_name(f"{out.name}.zip").write_bytes(to_zip(kept))
    values: dict[str, Any] = {"files": files(api)}
    args: dict[str, Any] = {}
    if "columnStats" in api:
        hidden = HIDDEN if release == "0.15.0" else frozenset()
        args["columns"] = sorted(c for c, rows in api["columnStats"].items() if rows and c not in hidden)
        values["stats"] = stats(api, args["columns"])
    if "recordIndex" in api and "error" not in api["recordIndex"]:
        args["keys"] = sorted(api["recordIndex"])
        values["locate"] = locate(api["recordIndex"])
    print(json.dumps({name: args}, ensure_ascii=False))
    for view, value in values.items():
        out.with_name(f"{out.name}.{view}.json").write_text(canonical_json.pretty(value), encoding="utf-8")


def main(arguments: list[str]) -> int:
    """See the text of the module."""
    if len(arguments) < 3:
        print(__doc__)
        return 2
    for name in arguments[2:]:
        convert(Path(arguments[0]), Path(arguments[1]), name)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
