# SPDX-License-Identifier: Apache-2.0
"""The table that a campaign writes: one row an input, command and implementation.

Described in `conformance/schemas/verdicts.md`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

import pyarrow as pa

from hudi_conformance.campaign.outcome import Outcome
from hudi_conformance.damage.edits import Change

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
INPUT_COLUMNS = tuple(field.name for field in _INPUT)


class Builder:
    """Rows of one task, put together column by column; what is the same for an input is kept once."""

    def __init__(
        self, *, task: int, base: str, surface: str, kind: str, seed: int | None, len_base: int
    ) -> None:
        self._same: dict[str, Any] = {
            "task": task, "base": base, "surface": surface, "kind": kind, "seed": seed, "len_base": len_base,
        }  # fmt: skip
        self._inputs: dict[str, list[Any]] = {name: [] for name in INPUT_COLUMNS if name not in self._same}
        self._answers: dict[str, list[Any]] = {field.name: [] for field in _ANSWER}
        self._of: list[int] = []

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> Builder:
        """For a row of the task table."""
        same = {name: row[name] for name in ("task", "base", "surface", "kind", "seed")}
        return cls(**same, len_base=len(row["data"]))

    def input(self, number: int, change: Change, field: str, data: bytes) -> None:
        """Add an input; the answers that follow are about it."""
        same, column = self._same, self._inputs
        column["input"].append(input_id(same["base"], same["kind"], number, same["seed"]))
        column["number"].append(number)
        column["edits"].append(edits_text(change))
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
        self._of.append(index)
        row = (
            command, implementation, outcome.answer, outcome.said, outcome.code, outcome.at,
            outcome.requirement, outcome.digest, outcome.reason, ms, effect, agreement, expected,
        )  # fmt: skip
        for values, value in zip(self._answers.values(), row, strict=True):
            values.append(value)

    def batch(self) -> pa.RecordBatch:
        """All rows."""
        of = pa.array(self._of, pa.int32())
        arrays = []
        for field in _INPUT:
            if field.name in self._same:
                one = pa.array([self._same[field.name]], _plain(field.type))
                whole = one.take(pa.array([0] * len(of), pa.int32()))
            else:
                whole = pa.array(self._inputs[field.name], _plain(field.type)).take(of)
            arrays.append(whole.dictionary_encode() if field.type == _TEXT else whole)
        for field in _ANSWER:
            made = pa.array(self._answers[field.name], _plain(field.type))
            arrays.append(made.dictionary_encode() if field.type == _TEXT else made)
        return pa.RecordBatch.from_arrays(arrays, schema=SCHEMA)


def _plain(kind: pa.DataType) -> pa.DataType:
    return pa.string() if kind == _TEXT else kind


def input_id(base: str, kind: str, number: int, seed: int | None) -> str:
    """Name of an input: all that is needed to make it again."""
    return f"{base}#{kind}:{number}" if seed is None else f"{base}#{kind}@{seed}:{number}"


def edits_text(change: Change) -> str:
    """Edits as one JSON text, in the form that a manifest has."""
    return json.dumps(list(change.edits), separators=(",", ":"), sort_keys=True)


def lost(tasks: pa.Table, reason: str, implementations: Sequence[str], command: str) -> list[pa.RecordBatch]:
    """The rows of a task that ended every worker it met: one an implementation, about its first input."""
    [row] = tasks.to_pylist()
    builder = Builder.of(row)
    number = row["picks"][0] if row["picks"] else row["start"]
    builder.input(number, Change(()), "", row["data"])
    outcome = Outcome("absent", "absent", reason=reason[:200])
    for name in implementations:
        builder.answer(0, command, name, outcome, ms=0.0, effect="", agreement="absent", expected="")
    return [builder.batch()]
