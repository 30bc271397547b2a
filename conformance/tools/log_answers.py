# SPDX-License-Identifier: Apache-2.0
"""Readings of log files in one form: ours, and those that real readers gave as JSON or as text."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any

from hudi_conformance.canonical.log import canonical_content, canonical_log_block
from hudi_conformance.canonical.rows import RowMapper
from hudi_conformance.canonical.scalars import canonical_decimal, canonical_float32, canonical_float64
from hudi_conformance.decode.log.content import read_contents
from hudi_conformance.model.common import JsonValue
from hudi_conformance.model.log import BlockContent


@dataclass(slots=True)
class Abridged:
    """Many records of an answer: their number, the first and the last ones, and a digest of all.

    The digest is SHA-256 of one line of JSON per record: keys sorted, no blanks, ASCII.
    """

    num: int
    first: list[Any]
    last: list[Any]
    sha256: str


@dataclass(slots=True)
class Block:
    """Reading of one block, in one form for all readers; None is what an answer does not state.

    Attributes:
        span: offset and length of the block on disk.
        content: offset and length of its content.
        end: offset behind the block.
        header_text: header as answers in text write it, values abridged.
        plain: records in the form of answers as JSON, of which digests are made.
    """

    kind: str
    content: tuple[int, int]
    end: int
    span: tuple[int, int] | None = None
    header: dict[str, Any] | None = None
    header_text: str | None = None
    footer: dict[str, Any] | None = None
    command: str | None = None
    num_records: int | None = None
    records: list[Any] | Abridged | None = None
    deletes: list[Any] | None = None
    error: str | None = None
    plain: Sequence[Any] = ()


@dataclass(slots=True)
class Reading:
    """Reading of one file: its size, its blocks, where reading ended."""

    blocks: list[Block] = field(default_factory=list)
    error: str | None = None
    size: int | None = None
    end: int | None = None


# --- our side ----------------------------------------------------------------------------------------


def read_ours(path: Path) -> tuple[Reading, list[BlockContent]]:
    """Our reading of a file."""
    contents, end = read_contents(path)
    size = path.stat().st_size
    is_read = end.rejection is None
    reading = Reading(
        error=None if end.rejection is None else end.rejection.message,
        size=size,
        end=size if is_read else None,
    )
    for content in contents:
        block = content.block
        view = canonical_content(content)
        frame = canonical_log_block(block)
        reading.blocks.append(
            Block(
                kind=block.type.name,
                span=(block.span.ofs, block.span.len),
                content=(block.content.ofs, block.content.len),
                end=block.span.end,
                header=frame["header"],
                header_text=_header_text(frame["header"]),
                footer=frame["footer"],
                command=content.command,
                num_records=None if content.records is None else len(content.records),
                records=view.get("records"),
                deletes=view.get("deletes"),
                error=None if content.rejection is None else content.rejection.message,
                plain=content.records or (),
            )
        )
    return reading, contents


_LEN_ABRIDGED = 12  # characters of a schema that an answer in text shows


def _header_text(header: Mapping[str, str]) -> str:
    """A header as answers in text write it, sorted by key."""
    values = {
        key: f"{value[:_LEN_ABRIDGED]}…" if key == "SCHEMA" and len(value) > _LEN_ABRIDGED else value
        for key, value in header.items()
    }
    return ", ".join(f"{key}={values[key]}" for key in sorted(values))


# --- answers as JSON ---------------------------------------------------------------------------------


def read_json_answer(path: Path, ours: list[BlockContent]) -> Reading:
    """The reading in a JSON answer; rows are brought to our form by the schema of our block."""
    answer = json.loads(path.read_text("utf-8"))["read"]
    is_read = answer["end"] == "eof"  # the position after an error is not a property of the file
    reading = Reading(
        error=_error_text(answer.get("error")),
        size=answer["fileSize"],
        end=answer["pos"] if is_read else None,
    )
    for index, block in enumerate(answer["blocks"]):
        content = ours[index] if index < len(ours) else None
        records = block.get("records")
        schema = None if content is None else content.schema
        if records is None and "recordsFirst" in block:
            first, last = (_rows(block[key], schema) for key in ("recordsFirst", "recordsLast"))
            records = Abridged(block["recordCount"], first, last, block["recordsSha256"])
        elif records is not None:
            records = _rows(records, schema)
        deletes = block.get("deletes")
        reading.blocks.append(
            Block(
                kind=block["type"],
                span=(block["offset"], block["size"]),
                content=(block["contentPosition"], block["contentLength"]),
                end=block["blockEndPos"],
                header=block["header"],
                footer=block["footer"],
                command=block.get("commandType"),
                num_records=block.get("recordCount"),
                records=records,
                deletes=None if deletes is None else [_deleted(entry) for entry in deletes],
                error=_error_text(block.get("contentError")),
            )
        )
    return reading


def _error_text(error: Mapping[str, str] | None) -> str | None:
    return None if error is None else f"{error['class']}: {error.get('message')}"


def _rows(records: list[Any], schema: object) -> list[Any]:
    """Records of an answer in our form, as they are without a schema of ours."""
    return records if schema is None else [RowMapper(schema)(_plain(row)) for row in records]


def digest_records(records: Sequence[Any]) -> str:
    """Digest of records as answers make it, see `Abridged`.

    Raises:
        TypeError: a value whose form in answers is not known.
    """
    lines = (
        json.dumps(record, sort_keys=True, separators=(",", ":"), default=_answer_form) for record in records
    )
    return hashlib.sha256("\n".join(lines).encode("ascii")).hexdigest()


def _answer_form(value: object) -> JsonValue:
    if isinstance(value, bytes):
        return {"$bytes": value.hex()}
    raise TypeError(f"no form of {type(value).__name__} in answers is known")


def _plain(value: JsonValue) -> JsonValue:
    """A value of the answer in the form of an Avro reader."""
    if isinstance(value, dict):
        if value.keys() == {"$bytes"}:
            return bytes.fromhex(value["$bytes"])
        if value.keys() == {"$float"}:
            return float(value["$float"])
        return {key: _plain(member) for key, member in value.items()}
    if isinstance(value, list):
        return [_plain(element) for element in value]
    return value


_ORDERINGS = {
    "Integer": ("int", int),
    "Long": ("long", str),
    "Float": ("float", lambda value: canonical_float32(float(value))),
    "Double": ("double", lambda value: canonical_float64(float(value))),
    "String": ("string", str),
    "Boolean": ("boolean", bool),
    "BigDecimal": ("decimal", lambda value: canonical_decimal(Decimal(value))),
}


def _deleted(entry: dict[str, Any]) -> dict[str, Any]:
    ordering = entry["orderingVal"]
    if ordering is not None:
        kind, convert = _ORDERINGS[ordering["class"]]
        ordering = {"type": kind, "value": convert(_plain(ordering["value"]))}
    return {"record_key": entry["recordKey"], "partition_path": entry["partitionPath"], "ordering": ordering}


# --- answers as text ---------------------------------------------------------------------------------

_CASE = re.compile(r"CASE (\S+) ::(.*)")
_BLOCK = re.compile(r"    (\w+)@(\d+)\+(-?\d+)->(\d+)\{(.*?)\}(?: (.*?))?(?: END)?$")
_DELETED = re.compile(r"recordKey=(\S+?),? partitionPath=(\S*?)[})].*?ordering(?:Val|Value)=([^,)}\]]+)")


def read_text_answers(path: Path) -> dict[str, Reading]:
    """The readings in a text of answers, by case."""
    readings: dict[str, Reading] = {}
    reading = Reading()
    for line in path.read_text("utf-8", "replace").splitlines():
        case = _CASE.match(line)
        block = _BLOCK.match(line)
        if case is not None:
            readings[case[1]] = reading = Reading()
        elif line.startswith("    EXC["):
            reading.error = line.strip()
        elif block is not None:
            reading.blocks.append(_text_block(block))
        elif line.strip():
            raise SystemExit(f"{path.name}: cannot read {line!r}")
    return readings


def _text_block(match: re.Match[str]) -> Block:
    kind, ofs, length, end, header, rest = match.groups()
    block = Block(kind, (int(ofs), int(length)), int(end), header_text=header)
    if rest is None:
        return block
    content, _, error = rest.partition("EXC[")
    if error:
        block.error = error.rstrip("]")
    content = content.removesuffix("CONTENT-").removesuffix("then ").strip()
    if content.startswith("records="):
        block.records = json.loads(content.removeprefix("records="))
    elif content.startswith("deletes=["):
        block.deletes = [
            {"record_key": key, "partition_path": partition, "ordering": None if value == "null" else value}
            for key, partition, value in _DELETED.findall(content)
        ]
    return block


def as_text(reading: Reading) -> Reading:
    """Our reading, reduced to what a text of answers contains."""
    for block in reading.blocks:
        for deleted in block.deletes or []:
            if deleted["ordering"] is not None:
                deleted["ordering"] = str(deleted["ordering"]["value"])
    return reading
