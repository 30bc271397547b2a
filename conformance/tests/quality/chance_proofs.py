# SPDX-License-Identifier: Apache-2.0
"""What a lookup proves before it believes an index, for mutants drawn by chance [hfile.lookup.proven].

    drawn:proofs-index-N    drawn entries over drawn blocks: what is left over, missing or out of order
    drawn:proofs-blocks-N   drawn cells under drawn keys, some blocks refused: accepted where all cells of a
                            block lie between its key and the next, in order, and are as many as the trailer
                            says

The judge says of all pairs what the package says of neighbours.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from types import SimpleNamespace
from typing import Any

from chance_asked import Asked, Failure, first_fault, imported

_NUM, _TURNS = 3, 300
_LEN = 10


def proof_questions() -> Iterator[Asked]:
    """All of them."""
    for number in range(_NUM):
        yield f"drawn:proofs-index-{number}", "", partial(first_fault, _index, "index", number, _TURNS)
        yield f"drawn:proofs-blocks-{number}", "", partial(first_fault, _blocks, "blocks", number, _TURNS)


def _key(row: int) -> bytes:
    return b"\0\1" + bytes([row])


def _place(name: str) -> int:
    return {"entry_count": 7001}[name]


def _outcome(call: Any) -> Any:
    try:
        return call()
    except imported("errors").Reject as error:
        return error.code, error.at, error.requirement


def _index(chance: random.Random) -> Failure:
    """Blocks of `_LEN` bytes each, of cells or of an index, and entries that point to some of them."""
    proof, entry_of = imported("decode.hfile.proof"), imported("views.hfile").IndexEntry
    rule = "hfile.lookup.proven"
    num, first = chance.randrange(5), chance.choice((0, 0, 30))
    kinds = [chance.choice(("DATA", "DATA", "DATA", "ENCODED_DATA", "LEAF_INDEX")) for _ in range(num)]
    end = first + num * _LEN
    data = [first + at * _LEN for at, kind in enumerate(kinds) if kind != "LEAF_INDEX"]
    wanted = list(data)
    fault = chance.choice(("", "", "gone", "swapped", "keys", "rest"))
    rows = list(range(0, 2 * len(data), 2))
    if chance.random() < 0.5 and len(rows) > 1:
        rows[-1] = rows[-2]  # bare rows may be equal
    if fault == "gone" and wanted:
        wanted.pop(chance.randrange(len(wanted)))
    if fault == "swapped" and len(wanted) > 1:
        at = chance.randrange(len(wanted) - 1)
        wanted[at : at + 2] = wanted[at + 1], wanted[at]
    if fault == "keys" and len(rows) > 1:
        rows[chance.randrange(1, len(rows))] = 0
        rows[0] = 1
    levels = chance.choice((1, 1, 2, 3))
    exact = 16 if levels > 1 and wanted else 0
    rest = exact + (chance.choice((-1, 1, 16)) if fault == "rest" else 0)
    if rest < 0:
        rest = exact
    entries = [
        entry_of(ofs, _LEN, _key(row), 500 + at)
        for at, (ofs, row) in enumerate(zip(wanted, rows, strict=False))
    ]

    def header(ofs: int, _end: int | None = None) -> Any:
        return SimpleNamespace(type=kinds[(ofs - first) // _LEN], end=ofs + _LEN, size=_LEN)

    trailer = SimpleNamespace(num_data_index_levels=levels, load_on_open_data_offset=end, place=_place)
    file = SimpleNamespace(trailer=trailer, ofs_first=first, header=header, verify=lambda _: None)
    index = SimpleNamespace(
        data=lambda: iter(entries), len_rest=rest, at_mid_key=900, check_header=lambda *_: None
    )
    expected: Any = None
    own = [entry.key for entry in entries]
    if rest != exact:
        expected = "trailing-bytes" if rest > exact else "missing-field", 900, rule
    elif own != sorted(own):
        at = next(at for at in range(1, len(own)) if own[at] < own[at - 1])
        expected = "bad-order", 500 + at, rule
    else:
        pos = first
        for entry in entries:
            if entry.ofs < pos:
                expected = "bad-order", entry.at, rule
                break
            lost = [ofs for ofs in data if pos <= ofs < entry.ofs]
            if lost:
                expected = "missing-field", lost[0], rule
                break
            pos = entry.ofs + _LEN
        else:
            lost = [ofs for ofs in data if ofs >= pos]
            expected = ("missing-field", lost[0], rule) if lost else None
    found = _outcome(partial(proof.prove_index, file, index, has_headers=chance.random() < 0.5))
    if expected is None and hasattr(found, "entries"):
        is_same = list(found.entries) == entries and [key[0] for key in found.keys] == [
            bytes([row]) for row in rows[: len(entries)]
        ]
        return None if is_same else "other entries"
    return None if found == expected else f"{kinds} {wanted} {rows} {rest}: {found}, expected {expected}"


def _cell(row: int, rest: int) -> tuple[Any, ...]:
    return bytes([row]), b"", b"", -rest, -4


def _blocks(chance: random.Random) -> Failure:
    proof, entry_of = imported("decode.hfile.proof"), imported("views.hfile").IndexEntry
    errors = imported("errors")
    num = chance.randrange(1, 5)
    # Cells of few rows and times, mostly in order: ties meet often.
    cells = [_cell(chance.randrange(4), chance.randrange(3)) for _ in range(chance.randrange(2 * num + 1))]
    if chance.random() < 0.8:
        cells.sort()
    cuts = sorted(chance.randrange(len(cells) + 1) for _ in range(num - 1))
    blocks = [cells[start:end] for start, end in zip([0, *cuts], [*cuts, len(cells)], strict=True)]
    blocks = [sorted(block) for block in blocks]
    keys: list[tuple[Any, ...]] = []
    for number, block in enumerate(blocks):
        before = [cell for one in blocks[:number] for cell in one]
        full = block[0] if block else before[-1] if before else _cell(0, 0)
        moved = _cell(chance.randrange(4), chance.randrange(3)) if chance.random() < 0.2 else full
        keys.append(moved[:1] if chance.random() < 0.3 else moved)
    refused = {number for number in range(num) if chance.random() < 0.15}
    count = sum(len(block) for number, block in enumerate(blocks) if number not in refused)
    stated = max(count + chance.choice((0, 0, 0, 1, -1, len(refused), len(refused) - 1)), 0)
    entries = [entry_of(number * _LEN, _LEN, b"", 500 + number) for number in range(num)]

    def facts_of(entry: Any) -> Any:
        number = entry.ofs // _LEN
        if number in refused:
            raise errors.Reject("bad-checksum", 1, "a.b", "x") if number % 2 else errors.LimitExceeded("x")
        block = blocks[number]
        return proof.BlockFacts(len(block), block[0] if block else None, block[-1] if block else None)

    expected: Any = frozenset(refused)
    last: tuple[Any, ...] | None = None
    for number, block in enumerate(blocks):
        if number in refused:
            last = None
            continue
        if block:
            key, later = keys[number], keys[number + 1 : number + 2]
            is_right = all(key <= cell for cell in block)
            is_right &= all(
                cell[:1] <= one if len(one) == 1 else cell < one for one in later for cell in block
            )
            if last is not None:
                is_right &= last[:1] <= key if len(key) == 1 else last < key
                is_right &= last <= block[0]
            if not is_right:
                expected = "bad-order", 500 + number, "hfile.lookup.proven"
                break
            last = block[-1]
    else:
        if stated < count + len(refused) or (not refused and stated != count):
            expected = "bad-value", 7001, "hfile.lookup.proven"
    trailer = SimpleNamespace(entry_count=stated, place=_place)
    file: Any = SimpleNamespace(trailer=trailer)
    found = _outcome(lambda: proof.prove_blocks(file, proof.ProvenIndex(entries, keys), facts_of))
    return None if found == expected else f"{blocks} {keys} {stated}: {found}, expected {expected}"
