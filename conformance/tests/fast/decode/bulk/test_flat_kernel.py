# SPDX-License-Identifier: Apache-2.0
"""The kernel for datums without arrays, maps and optional records: the same answers as the one for all."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from bulk_factory import avro_content, datum, frame, record
from hudi_conformance.decode.avro.schema import parse_schema
from hudi_conformance.decode.bulk.shape import row_shape

pytest.importorskip("numba", reason="needs the extra `fast`")

import numpy as np
from hudi_conformance.decode.bulk import runs
from hudi_conformance.decode.bulk.framing import walk_frames
from hudi_conformance.decode.bulk.program import Program, compile_program

_DECIMAL = {"logicalType": "decimal", "precision": 9, "scale": 2}
_TYPES: dict[str, Any] = {
    "flag": "boolean",
    "small": "int",
    "large": "long",
    "single": "float",
    "double": "double",
    "text": "string",
    "raw": "bytes",
    "fixed": {"type": "fixed", "name": "Seven", "size": 7},
    "symbol": {"type": "enum", "name": "Colour", "symbols": ["red", "green", "blue"]},
    "money": {"type": "bytes", **_DECIMAL},
    "price": {"type": "fixed", "name": "Price", "size": 5, **_DECIMAL},
}
SCHEMAS = {
    "plain": record(**_TYPES),
    "null first": record(**{name: ["null", kind] for name, kind in _TYPES.items()}),
    "null last": record(**{name: [kind, "null"] for name, kind in _TYPES.items()}),
}


def program_of(schema: dict[str, Any]) -> Program:
    program = compile_program(row_shape(parse_schema(schema_text(schema)).tree))
    assert program is not None
    return program


def schema_text(schema: dict[str, Any]) -> str:
    return json.dumps(schema)


def number(dice: random.Random, num_bits: int) -> int:
    """A number whose varint may have any length."""
    size = dice.randrange(num_bits)
    return dice.choice([dice.getrandbits(size) if size else 0, -dice.getrandbits(size) - 1 if size else -1])


def row(dice: random.Random, *, is_nullable: bool) -> dict[str, Any]:
    letters = dice.choice(["abc", "aé€𝄞"])
    values: dict[str, Any] = {
        "flag": dice.random() < 0.5,
        "small": number(dice, 32),
        "large": dice.choice([number(dice, 64), -(1 << 63), (1 << 63) - 1]),
        "single": dice.choice([0.0, -0.0, 1.5, float("inf")]),
        "double": dice.random() * 10 ** dice.randrange(-300, 300),
        "text": "".join(dice.choices(letters, k=dice.choice([0, 1, 3, 7, 8, 9, 15, 16, 17, 24, 31, 33, 70]))),
        "raw": dice.randbytes(dice.randrange(40)),
        "fixed": dice.randbytes(7),
        "symbol": dice.choice(["red", "green", "blue"]),
        "money": Decimal(number(dice, 29)).scaleb(-2),
        "price": Decimal(number(dice, 29)).scaleb(-2),
    }
    return {name: None if is_nullable and dice.random() < 0.2 else value for name, value in values.items()}


def steps(program: Program, data: bytes, *, is_flat: bool, batch_rows: int) -> list[object]:
    """What a reader of runs yields, with columns as objects; floats as their bits, for the sake of NaN."""
    reader = runs.RunReader(replace(program, is_flat=is_flat))
    shown: list[object] = []
    for table in walk_frames(data):
        assert isinstance(table, np.ndarray)
        for step in reader.read(data, table.copy(), batch_rows):
            if isinstance(step, runs.Irregular):
                shown.append(step)
                continue
            columns = [repr(column.to_pylist()) for column in step.columns]
            nulls = [column.null_count for column in step.columns]
            shown.append((columns, nulls, step.blocks.tolist(), step.ofs_done, step.is_exact))
    return shown


def file_of(schema: dict[str, Any], blocks: Sequence[Sequence[bytes]]) -> bytes:
    header = [(0, b"20240101000000001"), (2, schema_text(schema).encode())]
    return b"".join(frame(header, avro_content(datums)) for datums in blocks)


@pytest.mark.parametrize("name", SCHEMAS)
@pytest.mark.parametrize("batch_rows", [7, 65536])
def test_good_datums_are_read_alike(name: str, batch_rows: int) -> None:
    dice = random.Random(name)
    schema = SCHEMAS[name]
    datums = [datum(schema, row(dice, is_nullable=name != "plain")) for _ in range(600)]
    data = file_of(schema, [datums[:1], datums[1:200], datums[200:]])
    program = program_of(schema)
    assert program.is_flat
    flat = steps(program, data, is_flat=True, batch_rows=batch_rows)
    assert flat == steps(program, data, is_flat=False, batch_rows=batch_rows)
    assert sum(len(step[2]) for step in flat if isinstance(step, tuple)) == len(datums)


@pytest.mark.parametrize("name", SCHEMAS)
def test_damaged_datums_are_refused_at_the_same_place(name: str) -> None:
    dice = random.Random(f"damage {name}")
    schema = SCHEMAS[name]
    program = program_of(schema)
    num_refused = 0
    for _ in range(300):
        datums = [bytearray(datum(schema, row(dice, is_nullable=name != "plain"))) for _ in range(6)]
        for _ in range(dice.choice([1, 1, 2])):
            victim = dice.choice(datums)
            match dice.randrange(3):
                case 0 if victim:
                    victim[dice.randrange(len(victim))] = dice.choice([0, 1, 2, 4, 0x7F, 0x80, 0xFF])
                case 1:
                    del victim[dice.randrange(len(victim)) :]
                case _:
                    at = dice.randrange(len(victim) + 1)
                    victim[at:at] = dice.choice([b"\xff" * 9, b"\x80" * 8, b"\x00", b"\x02"])
        data = file_of(schema, [datums])
        flat = steps(program, data, is_flat=True, batch_rows=64)
        assert flat == steps(program, data, is_flat=False, batch_rows=64)
        num_refused += any(isinstance(step, runs.Irregular) for step in flat)
    assert num_refused > 100


@pytest.mark.parametrize(
    "kind",
    [
        {"type": "array", "items": "long"},
        {"type": "map", "values": "long"},
        "null",
        ["null", {"type": "record", "name": "Inside", "fields": [{"name": "x", "type": "int"}]}],
    ],
)
def test_what_is_not_flat_is_left_to_the_kernel_for_all(kind: Any) -> None:
    assert not program_of(record(a="long", b=kind)).is_flat
