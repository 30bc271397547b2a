# SPDX-License-Identifier: Apache-2.0
"""Differences between our reading of a log file and that of a real reader; used by compare_corpus.py.

Nothing of a reading of theirs is taken from ours: records that an answer abridges are compared by the
digest of all of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from operator import itemgetter
from typing import Any, TypeAlias

from hudi_conformance.model.block_type import BlockType
from log_answers import Abridged, Block, Reading, digest_records

Pair: TypeAlias = tuple[str, str]  # aspect and detail
_ABSENT = "(none)"


def compare(theirs: Reading, ours: Reading) -> Iterator[Pair]:
    """Yield aspect and detail of each difference between two readings of one file; each row is one."""
    for index, (their, our) in enumerate(zip(theirs.blocks, ours.blocks, strict=False)):
        for aspect, their_part, our_part in _compare_blocks(their, our):
            yield aspect, f"block {index}: {their_part!s:.300} | ours {our_part!s:.300}"
    if theirs.size is not None and theirs.size != ours.size:
        yield "file-size", f"{theirs.size} | ours {ours.size}"
    if theirs.end is not None and ours.end is not None and theirs.end != ours.end:
        yield "end-of-reading", f"{theirs.end} | ours {ours.end}"
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
    if their.span is not None and their.span != our.span:
        yield "corrupt-span" if is_corrupt else "span", their.span, our.span
    for aspect in ("header", "header_text", "footer", "command"):
        value = getattr(their, aspect)
        if value is not None and value != getattr(our, aspect):
            yield aspect.partition("_")[0], value, getattr(our, aspect)
    if (their.error is None) != (our.error is None):
        yield "they-refuse" if our.error is None else "we-refuse", their.error, our.error
    # data read before a rejection is also compared, if any
    if their.num_records is not None and our.num_records not in {their.num_records, None}:
        yield "record-count", their.num_records, our.num_records
    if their.records is not None and (our.records is not None or our.error is None):
        yield from _compare_records(their.records, our)
    if their.deletes is not None and (our.deletes is not None or our.error is None):
        yield from _compare_deletes(their.deletes, our.deletes or [])


def _compare_records(theirs: list[Any] | Abridged, our: Block) -> Iterator[tuple[str, object, object]]:
    records = our.records if isinstance(our.records, list) else []
    if isinstance(theirs, Abridged):
        pairs = list(enumerate(zip_longest(theirs.first, records[: len(theirs.first)], fillvalue=_ABSENT)))
        start = max(theirs.num - len(theirs.last), 0)
        pairs += list(enumerate(zip_longest(theirs.last, records[start:], fillvalue=_ABSENT), start))
        digest = digest_records(our.plain)
        if digest != theirs.sha256:
            yield "records-digest", theirs.sha256, digest
    else:
        pairs = list(enumerate(zip_longest(theirs, records, fillvalue=_ABSENT)))
    for index, (their_record, record) in pairs:
        if their_record != record:
            yield "records", f"record {index}: {their_record}", record


def _compare_deletes(theirs: list[Any], ours: list[Any]) -> Iterator[tuple[str, object, object]]:
    key = itemgetter("record_key", "partition_path")
    has_same_keys = list(map(key, theirs)) == list(map(key, ours))
    for their, our in zip_longest(theirs, ours, fillvalue=_ABSENT):
        if their != our:
            yield "ordering" if has_same_keys else "deletes", their, our
