#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compare our decoding of a folder of log files with the answers of real readers.

    compare_corpus.py DIR                    NAME.log and NAME.json (the reader's answer as JSON) below DIR
    compare_corpus.py --hfile DIR            NAME.hfile and NAME.json, as above
    compare_corpus.py --damaged DIR ANSWERS  any files in DIR, and one text of answers per reader in ANSWERS

Every difference needs a reason in `corpus_differences.toml`; a reason that no longer applies is reported
as well. Exit code 1 when a difference has no reason, or a reason no difference.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from operator import itemgetter
from pathlib import Path
from typing import Any

from compare_hfile import Pair, compare_hfile
from differences import Reason, explain
from hudi_conformance.canonical.log import canonical_content, canonical_log_block
from hudi_conformance.canonical.rows import RowMapper
from hudi_conformance.canonical.scalars import canonical_decimal, canonical_float32, canonical_float64
from hudi_conformance.decode.log.content import read_contents
from hudi_conformance.views.common import JsonValue
from hudi_conformance.views.log import BlockContent, BlockType

REASONS = Path(__file__).with_name("corpus_differences.toml")


@dataclass(slots=True)
class Block:
    """Reading of one block, in one form for all readers."""

    kind: str
    content: tuple[int, int]
    end: int
    header: dict[str, Any] | None = None
    records: list[Any] | None = None
    deletes: list[Any] | None = None
    error: str | None = None


@dataclass(slots=True)
class Reading:
    """Reading of one file."""

    blocks: list[Block] = field(default_factory=list)
    error: str | None = None


# --- our side ----------------------------------------------------------------------------------------


def read_ours(path: Path) -> tuple[Reading, list[BlockContent]]:
    """Our reading of a file."""
    contents, end = read_contents(path)
    reading = Reading(error=None if end.rejection is None else end.rejection.message)
    for content in contents:
        block = content.block
        view = canonical_content(content)
        reading.blocks.append(
            Block(
                kind=block.type.name,
                content=(block.content.ofs, block.content.len),
                end=block.span.end,
                header=canonical_log_block(block)["header"],
                records=view.get("records"),
                deletes=view.get("deletes"),
                error=None if content.rejection is None else content.rejection.message,
            )
        )
    return reading, contents


# --- answers as JSON ---------------------------------------------------------------------------------


def read_json_answer(path: Path, ours: list[BlockContent]) -> Reading:
    """The reading in a JSON answer; rows are brought to our form by the schema of our block."""
    answer = json.loads(path.read_text("utf-8"))["read"]
    reading = Reading(error=_error_text(answer.get("error")))
    for index, block in enumerate(answer["blocks"]):
        content = ours[index] if index < len(ours) else None
        records = block.get("records")
        if records is None and "recordsFirst" in block:
            records = _abridged(block, content)
        elif records is not None and content is not None and content.schema is not None:
            records = [RowMapper(content.schema)(_plain(row)) for row in records]
        deletes = block.get("deletes")
        reading.blocks.append(
            Block(
                kind=block["type"],
                content=(block["contentPosition"], block["contentLength"]),
                end=block["blockEndPos"],
                header=block["header"],
                records=records,
                deletes=None if deletes is None else [_deleted(entry) for entry in deletes],
                error=_error_text(block.get("contentError")),
            )
        )
    return reading


def _error_text(error: Mapping[str, str] | None) -> str | None:
    return None if error is None else f"{error['class']}: {error.get('message')}"


def _abridged(block: dict[str, Any], content: BlockContent | None) -> list[Any]:
    """Many records are given by count, first and last ones; the others are taken from our reading."""
    assert content is not None
    row = RowMapper(content.schema)
    ours = [row(record) for record in content.records or []]
    first = [row(_plain(record)) for record in block["recordsFirst"]]
    last = [row(_plain(record)) for record in block["recordsLast"]]
    num = block["recordCount"]
    return (first + ours[len(first) : num - len(last)] + last)[:num]


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
    kind, ofs, length, end, _, rest = match.groups()
    block = Block(kind, (int(ofs), int(length)), int(end))
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


def _as_text(reading: Reading) -> Reading:
    """Our reading, reduced to what a text of answers contains."""
    for block in reading.blocks:
        block.header = None
        for deleted in block.deletes or []:
            if deleted["ordering"] is not None:
                deleted["ordering"] = str(deleted["ordering"]["value"])
    return reading


# --- comparison --------------------------------------------------------------------------------------


def compare(theirs: Reading, ours: Reading) -> Iterator[Pair]:
    """Yield aspect and detail of each difference between two readings of one file."""
    for index, (their, our) in enumerate(zip(theirs.blocks, ours.blocks, strict=False)):
        for aspect, their_part, our_part in _compare_blocks(their, our):
            yield aspect, f"block {index}: {their_part!s:.300} | ours {our_part!s:.300}"
    num_theirs, num_ours = len(theirs.blocks), len(ours.blocks)
    counts = f"{num_theirs} blocks of theirs, {num_ours} of ours"
    if theirs.error is not None and ours.error is None:
        yield "they-stop", f"{counts}; {theirs.error}"
    elif ours.error is not None and theirs.error is None:
        yield "we-stop", f"{counts}; {ours.error}"
    elif num_theirs != num_ours:
        aspect = "stop-elsewhere" if theirs.error is not None else "blocks"
        yield aspect, f"{counts}; {theirs.error}; {ours.error}"


def _compare_blocks(their: Block, our: Block) -> Iterator[tuple[str, object, object]]:
    is_corrupt = our.kind == BlockType.CORRUPT_BLOCK.name
    if their.kind != our.kind:
        yield "kind", their.kind, our.kind
        return
    if their.content != our.content:
        yield "corrupt-content" if is_corrupt else "content-place", their.content, our.content
    if their.end != our.end:
        yield "corrupt-end" if is_corrupt else "end", their.end, our.end
    if their.header is not None and their.header != our.header:
        yield "header", their.header, our.header
    if (their.error is None) != (our.error is None):
        yield "they-refuse" if our.error is None else "we-refuse", their.error, our.error
        return
    if their.records is not None and their.records != our.records:
        yield "records", their.records, our.records
    if their.deletes is not None and their.deletes != our.deletes:
        key = itemgetter("record_key", "partition_path")
        has_same_keys = list(map(key, their.deletes)) == list(map(key, our.deletes or []))
        yield "ordering" if has_same_keys else "deletes", their.deletes, our.deletes


# --- report ------------------------------------------------------------------------------------------


def report(readings: Iterable[tuple[str, Iterable[Pair]]], scope: str) -> int:
    """Print the counts and everything without a reason; return the exit code."""
    table = tomllib.loads(REASONS.read_text("utf-8"))["difference"]
    reasons = [
        Reason(entry["files"], entry["aspects"], entry["reason"])
        for entry in table
        if entry["scope"] == scope
    ]
    num_differing: Counter[bool] = Counter()
    unexplained = []
    for file, pairs in readings:
        differences = list(pairs)
        num_differing[bool(differences)] += 1
        unexplained += [(file, *pair) for pair in differences if explain(reasons, file, pair[0]) is None]
    num_reasoned = sum(reason.num_uses for reason in reasons)
    print(
        f"{num_differing[False]} equal, {num_differing[True]} differing of {num_differing.total()} readings"
    )
    print(f"{num_reasoned} reasoned differences, {len(unexplained)} unexplained")
    for reason in reasons:
        print(f"  {reason.num_uses:4} {', '.join(reason.aspects)}: {reason.text}")
    for difference in unexplained:
        print("UNEXPLAINED", ": ".join(difference))
    stale = [reason for reason in reasons if not reason.num_uses]
    for reason in stale:
        print(f"STALE {reason.files}: {reason.text}")
    return 1 if unexplained or stale else 0


def compare_logs(folder: Path) -> Iterator[tuple[str, Iterable[Pair]]]:
    """Name and differences of each log file that has an answer as JSON."""
    for path in sorted(folder.rglob("*.log")):
        reading, contents = read_ours(path)
        answer = read_json_answer(path.with_suffix(".json"), contents)
        yield str(path.relative_to(folder)), compare(answer, reading)


def compare_damaged(folder: Path, answers: Path) -> Iterator[tuple[str, Iterable[Pair]]]:
    """Name and differences of each damaged file, reader by reader."""
    for path_answers in sorted(answers.glob("*.txt")):
        readings = read_text_answers(path_answers)
        for path in sorted(folder.iterdir()):
            reading, _ = read_ours(path)
            yield f"{path_answers.stem}/{path.name}", compare(readings[path.name], _as_text(reading))


def main() -> int:
    """Run the comparison that the command line asks for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("answers", type=Path, nargs="?", help="folder of answers (with --damaged)")
    parser.add_argument("--damaged", action="store_true")
    parser.add_argument("--hfile", action="store_true")
    options = parser.parse_args()
    folder: Path = options.folder
    if options.hfile:
        counts: Counter[str] = Counter()
        paths = sorted(folder.rglob("*.hfile"))
        readings = [(str(path.relative_to(folder)), list(compare_hfile(path, counts))) for path in paths]
        print(", ".join(f"{num} {name}" for name, num in sorted(counts.items())))
        return report(readings, "hfile")
    if not options.damaged:
        return report(compare_logs(folder), "answers")
    if options.answers is None:
        parser.error("--damaged needs the folder of answers")
    return report(compare_damaged(folder, options.answers), "damaged")


if __name__ == "__main__":
    sys.exit(main())
