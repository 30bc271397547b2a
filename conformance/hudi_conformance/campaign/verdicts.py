# SPDX-License-Identifier: Apache-2.0
"""The table that a campaign writes: one row per input, command and implementation.

Described in `conformance/schemas/verdicts.md`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

import pyarrow as pa

from hudi_conformance.campaign.outcome import Outcome
from hudi_conformance.edits import Change

_TEXT = pa.dictionary(pa.int32(), pa.string())
_INPUT = [
    pa.field("task", pa.int32(), nullable=False),
    pa.field("input", pa.string(), nullable=False),
    pa.field("base", _TEXT, nullable=False),
    pa.field("kind", _TEXT, nullable=False),
    pa.field("number", pa.int64(), nullable=False),
    pa.field("seed", pa.int64()),
    pa.field("edits", pa.string(), nullable=False),
    pa.field("num_edits", pa.int16(), nullable=False),
    pa.field("recount", pa.bool_(), nullable=False),
    pa.field("rechecksum", pa.bool_(), nullable=False),
    pa.field("field", _TEXT, nullable=False),
    pa.field("surface", _TEXT, nullable=False),
    pa.field("sha256", pa.string(), nullable=False),
    pa.field("len_base", pa.int32(), nullable=False),
    pa.field("len", pa.int32(), nullable=False),
]
_ANSWER = [
    pa.field("command", _TEXT, nullable=False),
    pa.field("implementation", _TEXT, nullable=False),
    pa.field("answer", _TEXT, nullable=False),
    pa.field("said", _TEXT, nullable=False),
    pa.field("code", _TEXT),
    pa.field("at", pa.int64()),
    pa.field("requirement", _TEXT),
    pa.field("value_digest", pa.string()),
    pa.field("reason", _TEXT),
    pa.field("ms", pa.float32(), nullable=False),
    pa.field("effect", _TEXT, nullable=False),
    pa.field("agreement", _TEXT, nullable=False),
    pa.field("expected", _TEXT, nullable=False),
]
SCHEMA = pa.schema([*_INPUT, *_ANSWER])


class Builder:
    """Rows of one task, built column by column; values shared by the answers for an input are stored once."""

    def __init__(
        self, *, task: int, base: str, surface: str, kind: str, seed: int | None, len_base: int
    ) -> None:
        self._constants: dict[str, Any] = {
            "task": task, "base": base, "surface": surface, "kind": kind, "seed": seed, "len_base": len_base,
        }  # fmt: skip
        names = [field.name for field in _INPUT if field.name not in self._constants]
        self._inputs: dict[str, list[Any]] = {name: [] for name in names}
        self._answers: dict[str, list[Any]] = {field.name: [] for field in _ANSWER}
        self._input_of_answer: list[int] = []

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> Builder:
        """For a row of the task table."""
        constants = {name: row[name] for name in ("task", "base", "surface", "kind", "seed")}
        return cls(**constants, len_base=len(row["data"]))

    def input(self, number: int, change: Change, field: str, data: bytes) -> None:
        """Add an input, to which the following answers belong."""
        constants, column = self._constants, self._inputs
        seed = "" if constants["seed"] is None else f"@{constants['seed']}"
        column["input"].append(f"{constants['base']}#{constants['kind']}{seed}:{number}")
        column["number"].append(number)
        column["edits"].append(json.dumps(list(change.edits), separators=(",", ":"), sort_keys=True))
        column["num_edits"].append(len(change.edits))
        column["recount"].append(change.recount)
        column["rechecksum"].append(change.rechecksum)
        column["field"].append(field)
        column["sha256"].append(hashlib.sha256(data).hexdigest())
        column["len"].append(len(data))

    def answer(
        self, index: int, command: str, implementation: str, outcome: Outcome, *, ms: float, effect: str,
        agreement: str, expected: str,
    ) -> None:  # fmt: skip
        """Add an answer about input number `index` of this task."""
        self._input_of_answer.append(index)
        row = (
            command, implementation, outcome.answer, outcome.said, outcome.code, outcome.at,
            outcome.requirement, outcome.digest, outcome.reason, ms, effect, agreement, expected,
        )  # fmt: skip
        for values, value in zip(self._answers.values(), row, strict=True):
            values.append(value)

    def batch(self) -> pa.RecordBatch:
        """All rows."""
        inputs = pa.array(self._input_of_answer, pa.int32())
        arrays = []
        for field in _INPUT:
            if field.name in self._constants:
                constant = pa.array([self._constants[field.name]], _plain(field.type))
                arrays.append(constant.take(pa.array([0] * len(inputs), pa.int32())))
            else:
                arrays.append(pa.array(self._inputs[field.name], _plain(field.type)).take(inputs))
        arrays += [pa.array(self._answers[field.name], _plain(field.type)) for field in _ANSWER]
        arrays = [
            array.dictionary_encode() if field.type == _TEXT else array
            for field, array in zip(SCHEMA, arrays, strict=True)
        ]
        return pa.RecordBatch.from_arrays(arrays, schema=SCHEMA)


def _plain(kind: pa.DataType) -> pa.DataType:
    return pa.string() if kind == _TEXT else kind


def lost(tasks: pa.Table, reason: str, implementations: Sequence[str], command: str) -> list[pa.RecordBatch]:
    """Rows of a task that killed every worker that ran it: one per implementation, for its first input."""
    [row] = tasks.to_pylist()
    builder = Builder.of(row)
    number = row["picks"][0] if row["picks"] else row["start"]
    builder.input(number, Change(()), "", row["data"])
    outcome = Outcome("absent", "absent", reason=reason[:200])
    for name in implementations:
        builder.answer(0, command, name, outcome, ms=0.0, effect="", agreement="absent", expected="")
    return [builder.batch()]
