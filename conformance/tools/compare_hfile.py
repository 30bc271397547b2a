# SPDX-License-Identifier: Apache-2.0
"""Differences between our reading of an HFile and those of HBase and hudi-io; used by compare_corpus.py.

Every member of an answer is compared; `UNSTATED` names those that do not describe the file. A part that we
reject is a separate difference, `we-stop`, and the other parts are still compared.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import zip_longest
from pathlib import Path
from typing import Any, TypeAlias

from hfile_blocks import compare_blocks, compare_trailer, is_same, mid_key
from hfile_seeks import compare_hbase_seeks, compare_hudi_io_seeks, scan_cells
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.hfile.lookup import Lookup
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput
from hudi_conformance.model.hfile import HFileCell

Pair: TypeAlias = tuple[str, str]  # aspect and detail
Answer: TypeAlias = dict[str, Any]  # parsed JSON; a missing member was not requested
UNSTATED = frozenset({"impl", "status", "error"})
_ABSENT = "(none)"


def compare_hfile(path: Path, counts: Counter[str]) -> Iterator[Pair]:
    """Yield aspect and detail of each difference; `counts` is updated with what was compared."""
    answers = json.loads(path.with_suffix(".json").read_text("utf-8"))
    data = path.read_bytes()
    yield from compare_answers(answers, data, counts)


def compare_answers(answers: Answer, data: bytes, counts: Counter[str]) -> Iterator[Pair]:
    """The same for the bytes of a file and its parsed answers."""
    if (answers["size"], answers["sha256"]) != (len(data), hashlib.sha256(data).hexdigest()):
        yield "file", f"{answers['size']} bytes, {answers['sha256']} | {len(data)}"
    for reader, parts in (("hbase", _HBASE), ("hudi_io", _HUDI_IO)):
        answer = answers.get(reader)
        if answer is None:
            continue
        counts[f"{reader} {answer['status']}"] += 1
        if answer["status"] != "ok":
            yield f"{reader}-stops", json.dumps(answer.get("error"))[:200]
        if unknown := answer.keys() - UNSTATED - parts.keys():
            yield f"{reader}-unknown", str(sorted(unknown))
        for name in answer.keys() & parts.keys():
            try:
                for aspect, detail in parts[name](answer, _open(data), counts):
                    yield f"{reader}-{aspect}", detail[:300]
            except (Reject, UnsupportedInput, LimitExceeded) as error:
                yield "we-stop", f"{reader} {name}: {error}"


@lru_cache(maxsize=1)
def _open(data: bytes) -> HFile:
    return HFile(data)


def _trailer(answer: Answer, file: HFile, counts: Counter[str]) -> Iterator[Pair]:
    yield from compare_trailer(answer["trailer"], file, counts)


def _info(answer: Answer, file: HFile, counts: Counter[str]) -> Iterator[Pair]:
    theirs = {entry["key"]: entry["value"] for entry in answer["file_info"]}
    info = {key.hex(): value for key, value in file.info.items()}
    counts["file info entries"] += len(theirs)
    for key in sorted(theirs.keys() | info.keys()):
        their, our = theirs.get(key, _ABSENT), info.get(key)
        if our is None or not is_same(their, our):
            yield "info", f"{bytes.fromhex(key)!r}: {their} | {our!r}"


def _info_lookups(answer: Answer, file: HFile, counts: Counter[str]) -> Iterator[Pair]:
    """Hudi-io answers the requested keys."""
    for entry in answer["file_info"]:
        our = file.info.get(bytes.fromhex(entry["key"]))
        counts["file info entries"] += 1
        if entry["value"] != our and (our is None or not is_same(entry["value"], our)):
            yield "info", f"{entry} | {our!r}"


def _encoding(answer: Answer, file: HFile, _: Counter[str]) -> Iterator[Pair]:
    our = file.info.get(b"DATA_BLOCK_ENCODING", b"NONE").decode()
    if answer["data_block_encoding"] != our:
        yield "encoding", f"{answer['data_block_encoding']} | {our}"


def _blocks(answer: Answer, file: HFile, counts: Counter[str]) -> Iterator[Pair]:
    yield from compare_blocks(answer["blocks"], file, counts)


def _cell_count(answer: Answer, file: HFile, _: Counter[str]) -> Iterator[Pair]:
    num = len(scan_cells(file))
    if answer["cell_count"] != num:
        yield "cell-count", f"{answer['cell_count']} | {num}"


def _cells(answer: Answer, file: HFile, counts: Counter[str]) -> Iterator[Pair]:
    cells = scan_cells(file)
    yield from _compare_cells(answer["cells"], cells, 0, counts)


def _cells_digest(answer: Answer, file: HFile, counts: Counter[str]) -> Iterator[Pair]:
    """The first and the last cells of many; the digests of the payloads cover the others."""
    cells = scan_cells(file)
    digest = answer["cells_digest"]
    yield from _compare_cells(digest["first"], cells[: len(digest["first"])], 0, counts)
    start = max(answer["cell_count"] - len(digest["last"]), 0)
    yield from _compare_cells(digest["last"], cells[start:], start, counts)


def _compare_cells(
    theirs: list[Answer], cells: Sequence[HFileCell], start: int, counts: Counter[str]
) -> Iterator[Pair]:
    counts["cells"] += len(theirs)
    for index, (their, cell) in enumerate(zip_longest(theirs, cells), start):
        if their is None or cell is None:
            yield "cells", f"cell {index}: {their or _ABSENT} | {cell or _ABSENT}"
            continue
        ours = {name: getattr(cell, "row" if name == "key" else name) for name in their}
        if differing := [name for name, value in their.items() if not is_same(value, ours[name])]:
            yield "cells", f"cell {index}: {differing}: {their} | {cell}"


def _meta(answer: Answer, file: HFile, counts: Counter[str]) -> Iterator[Pair]:
    """HBase lists all meta blocks, hudi-io the requested ones: null if there is none."""
    ours = {block.name.decode(): block.value for block in Lookup(file).index.meta_blocks()}
    theirs = answer["meta_blocks"]
    counts["meta blocks"] += sum(value is not None for value in theirs.values())
    names = theirs.keys() | (ours.keys() if answer["impl"].startswith("hbase") else set())
    for name in sorted(names):
        their, our = theirs.get(name), ours.get(name)
        if their != our and (our is None or not is_same(their, our)):
            yield "meta", f"{name}: {their} | {our!r}"


def _mid_key(answer: Answer, file: HFile, counts: Counter[str]) -> Iterator[Pair]:
    counts["mid-keys"] += 1
    our = mid_key(file)
    their = answer["mid_key"]
    if their is None or our is None:
        if their is not our:
            yield "mid-key", f"{their} | {our}"
    elif not all(is_same(value, our[name]) for name, value in their.items()):
        yield "mid-key", f"{their} | {our}"


def _mid_key_error(answer: Answer, file: HFile, _: Counter[str]) -> Iterator[Pair]:
    if (our := mid_key(file)) is not None:
        yield "mid-key", f"{answer['mid_key_error']} | {our}"


def _checksum_failures(answer: Answer, file: HFile, counts: Counter[str]) -> Iterator[Pair]:
    num = 0
    for block in file.headers():
        counts["checksums"] += 1
        try:
            file.verify(block)
        except Reject:
            num += 1
    if answer["checksum_failures"] != num:
        yield "checksums", f"{answer['checksum_failures']} failures | {num}"


def _hbase_seeks(answer: Answer, file: HFile, counts: Counter[str]) -> Iterator[Pair]:
    yield from compare_hbase_seeks(answer["seeks"], file, counts)


def _entry_count(answer: Answer, file: HFile, _: Counter[str]) -> Iterator[Pair]:
    if answer["entry_count"] != file.trailer.entry_count:
        yield "entry-count", f"{answer['entry_count']} | {file.trailer.entry_count}"


def _hudi_io_seeks(answer: Answer, file: HFile, counts: Counter[str]) -> Iterator[Pair]:
    yield from compare_hudi_io_seeks(answer["seeks"], file, counts)


def _forward_seeks(answer: Answer, file: HFile, counts: Counter[str]) -> Iterator[Pair]:
    yield from compare_hudi_io_seeks(answer["forward_seeks"], file, counts)


_HBASE = {
    "trailer": _trailer, "file_info": _info, "data_block_encoding": _encoding, "blocks": _blocks,
    "cell_count": _cell_count, "cells": _cells, "cells_digest": _cells_digest, "meta_blocks": _meta,
    "mid_key": _mid_key, "mid_key_error": _mid_key_error, "checksum_failures": _checksum_failures,
    "seeks": _hbase_seeks,
}  # fmt: skip
_HUDI_IO = {
    "file_info": _info_lookups, "entry_count": _entry_count, "cell_count": _cell_count, "cells": _cells,
    "cells_digest": _cells_digest, "meta_blocks": _meta, "seeks": _hudi_io_seeks,
    "forward_seeks": _forward_seeks,
}  # fmt: skip
