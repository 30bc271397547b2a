# SPDX-License-Identifier: Apache-2.0
"""Statistics of the metadata table and mid-keys of HFiles, for mutants drawn by chance.

drawn:statistics-N   two statistics of a column merged: bounds of drawn types as Java orders them, sums, and
                     what is deleted or tight; bounds of two types are refused
drawn:mid-keys-N     HFiles of several index levels with another mid-key or a cut one: refused where it is
                     no entry of a leaf, told by a check where it is not the middle
"""

from __future__ import annotations

import math
import random
import struct
from collections.abc import Callable, Iterator
from typing import Any

from chance_asked import Asked, Failure, imported, numbered
from chance_drawn import ask
from chance_layout import blocks_of, drawn_description, written

_NUM_QUESTIONS, _NUM_EACH = 3, 30
_BOUNDS: dict[str, tuple[Any, ...]] = {
    "int": (0, 1, -1, 5), "long": (0, 1 << 40, -(1 << 63)), "boolean": (False, True),
    "string": ("", "a", "ab", "é", "\uffee", "😀"), "bytes": (b"", b"\x00", b"\x7f", b"\x80", b"\xff\x00"),
    "float": (0.0, -0.0, 1.5, -2.5, math.nan, math.inf), "double": (0.0, -0.0, 1e300, math.nan, -math.inf),
    "decimal": ((-1, 0), (1, 2), (100, 2), (1, 0), (-250, 1), (-25, 0)), "date": (0, -3, 20000),
    "array": (("int", 1), ("int", 1, 2), ("int",), ("string", "a", "😀"), ("string", "a", "\uffee")),
}  # fmt: skip


def statistics_questions() -> Iterator[Asked]:
    """All of them."""
    kinds: dict[str, Callable[[random.Random], Failure]] = {
        "statistics": _statistics_fault,
        "mid-keys": _mid_key_fault,
    }
    yield from numbered(kinds, _NUM_QUESTIONS, _NUM_EACH)


# --- statistics ---------------------------------------------------------------------------------------------


def _java_key(kind: str, value: Any) -> Any:
    """Order of `Comparable` in Java: UTF-16 units, signed bytes, `Double.compare`, `BigDecimal.compareTo`."""
    match kind:
        case "string":
            data = value.encode("utf-16-be")
            return [int.from_bytes(data[at : at + 2], "big") for at in range(0, len(data), 2)]
        case "bytes":
            return [byte - 256 if byte >= 128 else byte for byte in value]
        case "float" | "double":
            if math.isnan(value):
                return (2, 0.0)
            return (1, value, not str(value).startswith("-"))
        case "decimal":
            unscaled, scale = value
            return unscaled * 10 ** (10 - scale)
        case "array":
            return [_java_key(value[0], member) for member in value[1:]]
    return value


def _bound(views: Any, kind: str, value: Any) -> Any:
    if kind == "decimal":
        value = views.Scaled(value[0].to_bytes(4, "big", signed=True), value[1])
    elif kind == "array":
        value = tuple(_bound(views, value[0], member) for member in value[1:])
    return views.Bound(kind, value)


def _statistics_fault(chance: random.Random) -> Failure:
    views, merge = imported("views.metadata"), imported("semantics.metadata.merge").merge_stats
    reject: Any = imported("errors").Reject
    kind, other = chance.choice(sorted(_BOUNDS)), chance.choice(sorted(_BOUNDS))
    other = other if chance.random() < 0.15 else kind
    values = [_BOUNDS[kind], _BOUNDS[other]]
    if kind == "array":  # members of one type
        member = chance.choice(("int", "string"))
        values = [[one for one in group if one[0] == member] if other == kind else group for group in values]
    rows: list[dict[str, Any]] = []
    for group in values:
        row: dict[str, Any] = {
            name: chance.choice((None, chance.choice(list(group)))) for name in ("min", "max")
        }
        for name in ("num_values", "num_nulls", "size", "uncompressed_size"):
            row[name] = chance.choice((None, 0, 1, 1000))
        rows.append(row)
    flags = [{name: chance.random() < 0.1 for name in ("is_deleted", "is_tight")} for _ in rows]
    older, newer = (
        views.ColumnStats(
            column="c", file=f"f{at}", value_type=None, **flags[at],
            **{name: value if name not in {"min", "max"} or value is None
               else _bound(views, (kind, other)[at], value) for name, value in row.items()},
        )
        for at, row in enumerate(rows)
    )  # fmt: skip
    is_alone = flags[0]["is_deleted"] or flags[1]["is_deleted"] or flags[1]["is_tight"]
    mixed = kind != other and any(
        rows[0][name] is not None and rows[1][name] is not None for name in ("min", "max")
    )
    try:
        found = merge(older, newer)
    except reject:
        return None if mixed and not is_alone else f"{older} and {newer} are refused"
    if is_alone:
        return None if found is newer or found == newer else f"{found} instead of the newer {newer}"
    if mixed:
        return f"{older} and {newer} of two types are {found}"
    for name, wins in (("min", min), ("max", max)):
        known = [
            (_java_key((kind, other)[at], row[name]), at)
            for at, row in enumerate(rows)
            if row[name] is not None
        ]
        bound = getattr(found, name)
        if not known:
            if bound is not None:
                return f"{name} {bound} of none"
            continue
        keys = [key for key, _ in known]
        right = [getattr((older, newer)[at], name) for key, at in known if key == wins(keys)]
        if not any(repr(bound) == repr(one) for one in right):
            return f"{name} {bound} of {older} and {newer}"
    for name in ("num_values", "num_nulls", "size", "uncompressed_size"):
        numbers = [row[name] for row in rows if row[name] is not None]
        if getattr(found, name) != (sum(numbers) if numbers else None):
            return f"{name} {getattr(found, name)} of {rows}"
    if (found.column, found.file, found.is_deleted, found.is_tight) != ("c", "f1", False, newer.is_tight):
        return f"{found} of {newer}"
    return None


# --- mid-keys -----------------------------------------------------------------------------------------------


def _mid_key_fault(chance: random.Random) -> Failure:
    description = {**drawn_description(chance), "block_size": 1, "index_block_size": 1}
    data = written(description)
    blocks = blocks_of(data)
    leaves = [one for one in blocks if one.kind == "LEAF_INDEX"]
    [root] = [one for one in blocks if one.kind == "ROOT_INDEX"][:1]
    if not leaves:
        return None
    start = len(root.payload) - 16
    ofs, size, entry = struct.unpack_from(">qii", root.payload, start)
    sizes = {leaf.ofs: len(leaf.data) for leaf in leaves}
    nums = {leaf.ofs: struct.unpack_from(">i", leaf.payload)[0] for leaf in leaves}
    if sizes.get(ofs) != size or not 0 <= entry < nums[ofs]:
        return f"the writer's mid-key {ofs}, {size}, {entry} is in no leaf"
    knob: dict[str, Any]
    if chance.random() < 0.2:
        knob, is_leaf, is_same = {"payload_cut": chance.choice((1, 4, 8, 15, 16))}, True, False
    else:
        leaf = chance.choice(leaves)
        other = chance.choice((ofs, ofs, leaf.ofs, ofs + 1, 0, -1, 1 << 40))
        other_size = chance.choice((sizes.get(other, size), sizes.get(other, size), size, size + 1, 0, -1))
        last = nums.get(other, 1)
        other_entry = chance.choice((entry, 0, last - 1, last, last + 1, -1, entry + 1))
        edit = [start, struct.pack(">qii", other, other_size, other_entry).hex()]
        knob = {"payload_edits": [edit]}
        is_leaf = sizes.get(other) == other_size and 0 <= other_entry < nums[other]
        is_same = (other, other_size, other_entry) == (ofs, size, entry)
    changed = written({**description, "knobs": {"blocks": {"ROOT_INDEX[0]": knob}}})
    index, check = ask("hfile.index", changed), ask("hfile.check", changed)
    if (index["answer"] == "value") != is_leaf and "payload_cut" not in knob:
        return f"hfile.index of {knob}: {index!r:.200}"
    is_told = check["answer"] == "reject" or bool(check["value"]["findings"])
    if is_told == is_same:
        return f"hfile.check of {knob}: {check!r:.200}"
    if index["answer"] == "reject" and is_leaf is False and index.get("code") not in {
        "bad-reference", "length-mismatch", "bad-value"
    }:  # fmt: skip
        return f"hfile.index of {knob}: {index!r:.200}"
    return None
