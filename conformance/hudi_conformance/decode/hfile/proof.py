# SPDX-License-Identifier: Apache-2.0
"""The properties that a lookup relies on, checked before it returns [hfile.lookup.proven].

Index: its blocks have no trailing bytes, its entries are all data blocks of the file, in order, and its keys
lie between them. Blocks: their cells are in order, and their number is that of the trailer. A rejected block
affects only rows within its keys.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.hfile.index import LEN_MID_KEY, IndexReader, SortKey, entry_sort_key
from hudi_conformance.errors import LimitExceeded, Reject
from hudi_conformance.model.common import Finding
from hudi_conformance.model.hfile import DATA_TYPES, IndexEntry

PROVEN = "hfile.lookup.proven"
EXACT = "hudi.hfile.index-rows"
HUDI_COMPARATOR = "org.apache.hudi.io.storage.HoodieHBaseKVComparator"
Bounds = tuple[SortKey | None, SortKey | None]  # first and last key of a data block


@dataclass(frozen=True, slots=True)
class ProvenIndex:
    """Entries of all data blocks, in the order of the file, with their sort keys."""

    entries: Sequence[IndexEntry]
    keys: Sequence[SortKey]


@dataclass(frozen=True, slots=True)
class BlockFacts:
    """Number of cells of a data block, after checking their order, and its first and last key."""

    num: int
    first: SortKey | None
    last: SortKey | None


def is_hudi_io(file: HFile) -> bool:
    """Whether Hudi's own library wrote a file: HBase with the same comparator writes other versions."""
    trailer = file.trailer
    return (trailer.major, trailer.minor) == (3, 0) and trailer.comparator_class_name == HUDI_COMPARATOR


def prove_index(file: HFile, index: IndexReader) -> ProvenIndex:
    """All entries of the data index, compared with the blocks of the file.

    Args:
        file: the file.
        index: its index.

    Raises:
        Reject: an entry or block is superfluous, missing or out of order.
        LimitExceeded: too many levels.
    """
    trailer = file.trailer
    entries = list(index.data())
    expected = LEN_MID_KEY if trailer.num_data_index_levels > 1 and entries else 0
    if index.len_rest != expected:
        message = f"{index.len_rest} bytes after the root entries instead of {expected}"
        code = "trailing-bytes" if index.len_rest > expected else "missing-field"
        raise Reject(code, index.at_mid_key, PROVEN, message)
    keys = [entry_sort_key(entry) for entry in entries]
    for number in range(1, len(entries)):
        if keys[number] < keys[number - 1]:
            message = f"index key of row {keys[number][0]!r:.40} after {keys[number - 1][0]!r:.40}"
            raise Reject("bad-order", entries[number].at, PROVEN, message)
    for entry in entries:
        _check_entry(file, index, entry)
    pos = file.ofs_first
    for entry in entries:
        if entry.ofs < pos:
            raise Reject("bad-order", entry.at, PROVEN, f"the block at {entry.ofs} is before {pos}")
        check_gap(file, pos, entry.ofs)
        pos = entry.ofs + entry.size
    check_gap(file, pos, trailer.load_on_open_data_offset)
    return ProvenIndex(entries, keys)


def _check_entry(file: HFile, index: IndexReader, entry: IndexEntry) -> None:
    """Compare an entry with its block; damage of the block itself is reported when it is read."""
    try:
        header = file.header(entry.ofs)
        if header.type not in DATA_TYPES or header.size != entry.size:
            file.verify(header)
    except Reject:
        return
    index.check_header(entry, header, DATA_TYPES)


def check_gap(file: HFile, start: int, end: int) -> None:
    """Check that blocks without cells fill [`start`, `end`)."""
    while start < end:
        block = file.header(start, end)
        if block.type in DATA_TYPES:
            message = f"the data block at {start} is in no index"
            raise Reject("missing-field", start, PROVEN, message)
        start = block.end


def prove_blocks(
    file: HFile, index: ProvenIndex, facts_of: Callable[[IndexEntry], BlockFacts]
) -> frozenset[int]:
    """Compare the keys of the index with the blocks, and the number of cells with the trailer.

    Args:
        file: whose trailer counts.
        index: its index.
        facts_of: reads a block.

    Returns:
        Indexes of the entries whose blocks could not be read: the order in them is not checked.

    Raises:
        Reject: a block that was read contradicts index, order or count.
    """
    # Errors are not kept: each references the buffers of its block.
    refused: set[int] = set()
    num = 0
    last: SortKey | None = None
    is_exact = is_hudi_io(file)
    for number, entry in enumerate(index.entries):
        try:
            facts = facts_of(entry)
        except (Reject, LimitExceeded) as error:
            if isinstance(error, Reject) and error.requirement == PROVEN:
                raise
            refused.add(number)
            last = None
            continue
        num += facts.num
        if facts.first is None or facts.last is None:
            continue
        key = index.keys[number]
        is_after = last is None or (key > last if len(key) > 1 else key[0] >= last[0])
        is_before = number + 1 == len(index.keys) or is_below(facts.last, index.keys[number + 1])
        if key > facts.first or not is_after or not is_before or (last is not None and facts.first < last):
            message = f"index key of row {key[0]!r:.40} is not between the blocks"
            raise Reject("bad-order", entry.at, PROVEN, message)
        if is_exact and key[0] != facts.first[0]:
            raise Reject("bad-value", entry.at, EXACT, _not_first(key, facts.first))
        last = facts.last
    num_least = num + len(refused)
    count = file.trailer.entry_count
    if num_least > count or (not refused and num != count):
        at = file.trailer.place("entry_count")
        message = f"{num} cells, the trailer states {count}"
        raise Reject("bad-value", at, PROVEN, message)
    return frozenset(refused)


def _not_first(key: SortKey, first: SortKey) -> str:
    return f"index key of row {key[0]!r:.40}, the first row of the block is {first[0]!r:.40}"


def is_below(last: SortKey, key: SortKey) -> bool:
    """Whether the last key of a block may precede the index key of the next: bare rows may be equal."""
    return last < key if len(key) > 1 else last[0] <= key[0]


def index_findings(file: HFile, bounds: Mapping[int, Bounds]) -> Iterator[Finding]:
    """Yield errors of the data index of a file whose cells have been read.

    Args:
        file: the file.
        bounds: first and last key of each data block by its offset, None for one without cells.

    Raises:
        Reject: an index that cannot be read.
    """
    index = IndexReader(file)
    view = index.view()
    last: SortKey | None = None
    for entry in view.data:
        index.check_header(entry, file.header(entry.ofs), DATA_TYPES)
        key = entry_sort_key(entry)
        first, end = bounds.get(entry.ofs) or (None, None)
        # A bare row represents the first possible cell of the row.
        is_bare = len(key) == 1
        if (first is not None and key > first) or (last is not None and key <= last and not is_bare):
            message = f"index key of row {key[0]!r:.40} is not between the blocks"
            yield Finding("hfile.index.key", "bad-order", entry.at, message)
        elif first is not None and key[0] != first[0] and is_hudi_io(file):
            yield Finding(EXACT, "bad-value", entry.at, _not_first(key, first))
        last = end or last
    if sorted(entry.ofs for entry in view.data) != sorted(bounds):
        at = file.trailer.place("data_index_count")
        message = f"{len(view.data)} index entries, {len(bounds)} data blocks"
        yield Finding("hfile.trailer.index-counts", "bad-value", at, message)
    yield from _mid_key(index, view.levels, len(view.data))


def _mid_key(index: IndexReader, levels: int, num: int) -> Iterator[Finding]:
    expected = LEN_MID_KEY if levels > 1 and num else 0
    if index.len_rest != expected:
        message = f"{index.len_rest} bytes after the root entries instead of {expected}"
        code = "trailing-bytes" if index.len_rest > expected else "missing-field"
        yield Finding("hfile.index.mid-key", code, index.at_mid_key, message)
        return
    mid = index.mid_key
    if mid is None:
        return
    # Entry (n - 1) / 2 of all data entries, counted through the leaves.
    left = (num - 1) // 2
    leaves = index.leaves()
    for leaf, size in leaves:
        if left < size:
            if (mid.ofs, mid.entry) != (leaf.ofs, left):
                message = f"mid-key is entry {mid.entry} of {mid.ofs}, not {left} of {leaf.ofs}"
                yield Finding("hfile.index.mid-key", "bad-value", index.at_mid_key, message)
            return
        left -= size
