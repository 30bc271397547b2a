# SPDX-License-Identifier: Apache-2.0
"""Log files as those of tables: meta fields, texts, numbers, a nested record, many records in a block."""

from __future__ import annotations

import json
from random import Random

from hudi_conformance.encode.log.file import encode_log

_META = ("commit_time", "commit_seqno", "record_key", "partition_path", "file_name")
_INNER = {
    "type": "record",
    "name": "inner",
    "fields": [{"name": "x", "type": "int"}, {"name": "y", "type": "string"}],
}
_KINDS = {f"_hoodie_{name}": ["null", "string"] for name in _META} | {
    "id": "string",
    "ts": "long",
    "fare": ["null", "double"],
    "raw": ["null", "bytes"],
    "inside": ["null", _INNER],
    "tags": {"type": "array", "items": "string"},
}
_FIELDS = [{"name": name, "type": kind} for name, kind in _KINDS.items()]
_SCHEMA = json.dumps({"type": "record", "name": "trip", "fields": _FIELDS})


def table_log(rng: Random, num: int) -> bytes:
    """Three blocks of `num` records, and one of deletes before the last of them."""

    def block(number: int) -> dict[str, object]:
        head = {"INSTANT_TIME": f"2024010100000000{number}"}
        if number == 2:
            deletes = [_delete(rng, n) for n in range(num // 2)]
            return {"kind": "DELETE_BLOCK", "header": head, "deletes": deletes}
        records = [_row(rng, n) for n in range(num)]
        return {"kind": "AVRO_DATA_BLOCK", "header": {**head, "SCHEMA": _SCHEMA}, "records": records}

    return encode_log({"about": "", "blocks": [block(number) for number in range(4)]}).data


def _word(rng: Random) -> str:
    return "".join(rng.choices("abcdefghij 0123456789é\n", k=rng.randrange(20)))


def _row(rng: Random, number: int) -> dict[str, object]:
    key = f"{rng.randrange(1 << 40):x}"
    day = f"2024/01/{rng.randrange(9)}"
    meta = ["20240101000000001", f"20240101000000001_0_{number}", key, day, f"{key}-0"]
    return {f"_hoodie_{name}": value for name, value in zip(_META, meta, strict=True)} | {
        "id": key,
        "ts": str(rng.randrange(1 << 41)),
        "fare": repr(rng.random() * 100),
        "raw": rng.choice([None, rng.randbytes(9).hex()]),
        "inside": rng.choice([None, {"x": rng.randrange(1000), "y": _word(rng)}]),
        "tags": [_word(rng) for _ in range(rng.randrange(3))],
    }


def _delete(rng: Random, number: int) -> dict[str, object]:
    ordering = {"type": "long", "value": str(number)}
    return {"record_key": f"k{rng.randrange(1 << 30)}", "partition_path": "p", "ordering": ordering}
