# SPDX-License-Identifier: Apache-2.0
"""Differences between our reading of an HFile and those of HBase and hudi-io; used by compare_corpus.py."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hudi_conformance.canonical.hfile import canonical_hfile_block, canonical_hfile_trailer
from hudi_conformance.decode.hfile.cells import CellReader
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.hfile.lookup import Lookup
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput
from hudi_conformance.views.common import JsonValue
from hudi_conformance.views.hfile import HFileCell

Pair = tuple[str, str]  # aspect and detail


def compare_hfile(path: Path, counts: Counter[str]) -> Iterator[Pair]:
    """Yield aspect and detail of each difference; `counts` is updated with what was compared."""
    answers = json.loads(path.with_suffix(".json").read_text("utf-8"))
    file = HFile(path.read_bytes())
    try:
        cells = list(CellReader.of(file).scan())
    except (Reject, UnsupportedInput, LimitExceeded) as error:
        yield "we-stop", str(error)
        return
    lookup = Lookup(file)
    for reader, compare in (("hbase", _hbase), ("hudi_io", _hudi_io)):
        answer = answers.get(reader)
        if answer is None:
            continue
        if answer["status"] != "ok":
            yield f"{reader}-stops", json.dumps(answer.get("error"))[:200]
        counts[f"{reader} {answer['status']}"] += 1
        for aspect, detail in compare(answer, file, cells, lookup, counts):
            yield f"{reader}-{aspect}", detail


def _hbase(
    answer: dict[str, Any], file: HFile, cells: list[HFileCell], lookup: Lookup, counts: Counter[str]
) -> Iterator[Pair]:
    yield from _trailer(answer.get("trailer"), file, counts)
    if "file_info" in answer:
        theirs = {entry["key"]: entry["value"] for entry in answer["file_info"]}
        info = {key.hex(): value for key, value in file.info.items()}
        counts["file info entries"] += len(theirs)
        if theirs.keys() != info.keys() or not all(_same(theirs[key], info[key]) for key in info):
            yield "info", f"{theirs} | {info}"[:300]
    yield from _blocks(answer.get("blocks"), file, counts)
    yield from _index(answer.get("blocks"), lookup, counts)
    yield from _cells(answer, cells, counts)
    if answer.get("meta_blocks"):
        ours = {block.name.decode(): block.value.hex() for block in lookup.index.meta_blocks()}
        counts["meta blocks"] += len(ours)
        if answer["meta_blocks"] != ours:
            yield "meta", f"{answer['meta_blocks']} | {ours}"[:300]
    for seek in answer.get("seeks", ()):
        yield from _seek(seek, lookup, counts)


def _trailer(theirs: dict[str, Any] | None, file: HFile, counts: Counter[str]) -> Iterator[Pair]:
    if theirs is None:
        return
    ours = canonical_hfile_trailer(file.trailer)
    ours |= {"major_version": ours["major"], "minor_version": ours["minor"], "trailer_size": ours["size"]}
    for name, value in theirs.items():
        if name in ours:
            counts["trailer fields"] += 1
            if str(value) != str(ours[name]):
                yield "trailer", f"{name} {value} | {ours[name]}"


def _blocks(theirs: list[dict[str, Any]] | None, file: HFile, counts: Counter[str]) -> Iterator[Pair]:
    if theirs is None:
        return
    ours = [canonical_hfile_block(block) for block in file.blocks()]
    if len(ours) != len(theirs):
        yield "blocks", f"{len(theirs)} | {len(ours)}"
    for their, our in zip(theirs, ours, strict=False):
        counts["blocks"] += 1
        payload = our.pop("payload")
        our |= {"offset": our["ofs"], "payload_len": payload["len"], "payload_sha256": payload["sha256"]}
        for name in their.keys() & our.keys():
            if str(their[name]) != str(our[name]):
                yield "blocks", f"{our['ofs']} {name}: {their[name]} | {our[name]}"


def _index(theirs: list[dict[str, Any]] | None, lookup: Lookup, counts: Counter[str]) -> Iterator[Pair]:
    root = next((block for block in theirs or () if block.get("index_of") == "data"), None)
    if root is None or not isinstance(root.get("entries"), list):
        return
    view = lookup.index.view()
    counts["root index entries"] += len(view.root)
    for (ofs, size, key), entry in zip(root["entries"], view.root, strict=True):
        if (ofs, size) != (entry.ofs, entry.size) or not _same(key, entry.key):
            yield "index", f"{ofs} {size} {key} | {entry}"[:300]


def _cells(answer: dict[str, Any], cells: list[HFileCell], counts: Counter[str]) -> Iterator[Pair]:
    if "cell_count" in answer and answer["cell_count"] != len(cells):
        yield "cells", f"{answer['cell_count']} cells | {len(cells)}"
        return
    theirs = answer.get("cells")
    pairs = list(zip(theirs or (), cells, strict=False))
    if "cells_digest" in answer:
        digest = answer["cells_digest"]
        pairs = list(zip(digest["first"], cells, strict=False))
        pairs += list(zip(digest["last"], cells[-len(digest["last"]) :], strict=True))
    counts["cells"] += len(pairs)
    for their, cell in pairs:
        ours = {name: getattr(cell, "row" if name == "key" else name) for name in their}
        differing = [name for name, value in their.items() if not _same(value, ours[name])]
        if differing:
            yield "cells", f"{differing}: {their} | {cell}"[:300]
            return


def _same(their: JsonValue, our: object) -> bool:
    """Whether values are equal; long bytes are given as an object that has their digest."""
    if not isinstance(our, bytes):
        return bool(their == our)
    if isinstance(their, dict):
        return hashlib.sha256(our).hexdigest() in their.values()
    return their in {our.hex(), hashlib.sha256(our).hexdigest()}


def _seek(seek: dict[str, Any], lookup: Lookup, counts: Counter[str]) -> Iterator[Pair]:
    """A seek to the start of a row gives the cell before the row."""
    key = seek["key"]
    if not isinstance(key["row"], str) or (key["family"], key["qualifier"], key["type"]) != ("", "", 255):
        return
    before = lookup.before(bytes.fromhex(key["row"]))
    result, at = seek.get("result"), seek.get("at")
    counts["HBase lookups"] += 1
    if "error" in seek or "exception" in seek:
        yield "lookup-error", str(seek)[:200]
    elif seek["op"] == "seek_before" or result in {-1, 1}:
        their = at["row"] if result not in {-1, False} and at is not None else None
        if not (their is None and before is None) and not (before and _same(their, before.row)):
            yield "lookup", f"{seek} | {before}"[:300]


def _hudi_io(
    answer: dict[str, Any], file: HFile, cells: list[HFileCell], lookup: Lookup, counts: Counter[str]
) -> Iterator[Pair]:
    if answer["status"] == "ok" and "entry_count" in answer and answer["entry_count"] != len(cells):
        yield "entry-count", f"{answer['entry_count']} | {file.trailer.entry_count}"
    if "cells" in answer or "cell_count" in answer:
        yield from _cells(answer, cells, counts)
    for seek in answer.get("seeks", ()):
        if not isinstance(seek["key"], str) or not isinstance(seek.get("result"), int):
            continue
        counts["hudi-io lookups"] += 1
        is_present = any(True for _ in lookup.get(bytes.fromhex(seek["key"])))
        if is_present != (seek["result"] == 0):
            yield "lookup", f"{seek} | {is_present}"[:300]
