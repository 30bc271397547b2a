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
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from compare_hfile import compare_hfile
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


@dataclass(frozen=True, slots=True)
class Difference:
    """One place where two readings differ; reasons are given by `aspect`."""

    file: str
    aspect: str
    detail: str


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
    error = answer.get("error")
    reading = Reading(error=None if error is None else f"{error['class']}: {error.get('message')}")
    for index, block in enumerate(answer["blocks"]):
        content = ours[index] if index < len(ours) else None
        records = block.get("records")
        if records is None and "recordsFirst" in block:
            records = _abridged(block, content)
        elif records is not None and content is not None and content.schema is not None:
            records = [RowMapper(content.schema)(_plain(row)) for row in records]
        failed = block.get("contentError")
        deletes = block.get("deletes")
        reading.blocks.append(
            Block(
                kind=block["type"],
                content=(block["contentPosition"], block["contentLength"]),
                end=block["blockEndPos"],
                header=block["header"],
                records=records,
                deletes=None if deletes is None else [_deleted(entry) for entry in deletes],
                error=None if failed is None else f"{failed['class']}: {failed.get('message')}",
            )
        )
    return reading


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


def compare(file: str, theirs: Reading, ours: Reading) -> Iterator[Difference]:
    """Yield where two readings of one file differ."""
    for index, (their, our) in enumerate(zip(theirs.blocks, ours.blocks, strict=False)):
        yield from _compare_blocks(file, index, their, our)
    num_theirs, num_ours = len(theirs.blocks), len(ours.blocks)
    counts = f"{num_theirs} blocks of theirs, {num_ours} of ours"
    if theirs.error is not None and ours.error is None:
        yield Difference(file, "they-stop", f"{counts}; {theirs.error}")
    elif ours.error is not None and theirs.error is None:
        yield Difference(file, "we-stop", f"{counts}; {ours.error}")
    elif num_theirs != num_ours:
        aspect = "stop-elsewhere" if theirs.error is not None else "blocks"
        yield Difference(file, aspect, f"{counts}; {theirs.error}; {ours.error}")


def _compare_blocks(file: str, index: int, their: Block, our: Block) -> Iterator[Difference]:
    def differ(aspect: str, theirs: object, ours: object) -> Difference:
        return Difference(file, aspect, f"block {index}: {theirs!s:.300} | ours {ours!s:.300}")

    is_corrupt = our.kind == BlockType.CORRUPT_BLOCK.name
    if their.kind != our.kind:
        yield differ("kind", their.kind, our.kind)
        return
    if their.content != our.content:
        yield differ("corrupt-content" if is_corrupt else "content-place", their.content, our.content)
    if their.end != our.end:
        yield differ("corrupt-end" if is_corrupt else "end", their.end, our.end)
    if their.header is not None and their.header != our.header:
        yield differ("header", their.header, our.header)
    if (their.error is None) != (our.error is None):
        yield differ("they-refuse" if our.error is None else "we-refuse", their.error, our.error)
        return
    if their.records is not None and their.records != our.records:
        yield differ("records", their.records, our.records)
    if their.deletes is not None and their.deletes != our.deletes:
        aspect = "deletes"
        if list(map(_key, their.deletes)) == list(map(_key, our.deletes or [])):
            aspect = "ordering"
        yield differ(aspect, their.deletes, our.deletes)


def _key(deleted: dict[str, Any]) -> tuple[Any, Any]:
    return deleted["record_key"], deleted["partition_path"]


# --- report ------------------------------------------------------------------------------------------


def report(num_files: int, differences: list[Difference], scope: str) -> int:
    """Print the counts and everything without a reason; return the exit code."""
    table = tomllib.loads(REASONS.read_text("utf-8"))
    reasons = [reason for reason in table.get("difference", []) if reason["scope"] == scope]
    used: Counter[int] = Counter()
    unexplained = []
    for difference in differences:
        for number, reason in enumerate(reasons):
            is_file = any(fnmatch(difference.file, glob) for glob in reason["files"])
            if is_file and difference.aspect in reason["aspects"]:
                used[number] += 1
                break
        else:
            unexplained.append(difference)
    stale = [reason for number, reason in enumerate(reasons) if not used[number]]
    differing = {difference.file for difference in differences}
    print(f"{num_files - len(differing)} equal, {len(differing)} differing of {num_files} readings")
    print(f"{len(differences) - len(unexplained)} reasoned differences, {len(unexplained)} unexplained")
    for number, reason in enumerate(reasons):
        print(f"  {used[number]:4} {', '.join(reason['aspects'])}: {reason['reason']}")
    for difference in unexplained:
        print(f"UNEXPLAINED {difference.file}: {difference.aspect}: {difference.detail}")
    for reason in stale:
        print(f"STALE {reason['files']}: {reason['reason']}")
    return 1 if unexplained or stale else 0


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
    differences: list[Difference] = []
    num_files = 0
    if options.hfile:
        counts: Counter[str] = Counter()
        for path in sorted(options.folder.rglob("*.hfile")):
            name = str(path.relative_to(options.folder))
            differences += [Difference(name, *pair) for pair in compare_hfile(path, counts)]
            num_files += 1
        print(", ".join(f"{num} {name}" for name, num in sorted(counts.items())))
        return report(num_files, differences, "hfile")
    if not options.damaged:
        for path in sorted(options.folder.rglob("*.log")):
            name = str(path.relative_to(options.folder))
            reading, contents = read_ours(path)
            differences += compare(name, read_json_answer(path.with_suffix(".json"), contents), reading)
            num_files += 1
        return report(num_files, differences, "answers")
    if options.answers is None:
        parser.error("--damaged needs the folder of answers")
    for answers in sorted(options.answers.glob("*.txt")):
        readings = read_text_answers(answers)
        for path in sorted(options.folder.iterdir()):
            reading, _ = read_ours(path)
            differences += compare(f"{answers.stem}/{path.name}", readings[path.name], _as_text(reading))
            num_files += 1
    return report(num_files, differences, "damaged")


if __name__ == "__main__":
    sys.exit(main())
