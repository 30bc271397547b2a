# SPDX-License-Identifier: Apache-2.0
"""Named edits: every invalid file of the suite is a valid file plus some of these.

Edits apply in order; their addresses (`suite.addresses`) always refer to the bytes before the first edit.
`set` and `add` write a big-endian number in the width of the field, `set` with hex overwrites from an address
on, `xor` changes bits, `insert` puts bytes before an address, `cut` removes a range, `truncate` removes the
following bytes, `append` adds at the end, `repeat` doubles a range in place, `reverse` reverses a range,
`splice` inserts another fixture, `swap` exchanges two runs.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from hudi_conformance.suite.addresses import AddressError, Addresses
from hudi_conformance.suite.inputs import Fixtures
from hudi_conformance.suite.trees import MAX_REPEAT, parse_hex

MAX_RESULT = 256 << 20
_WIDTHS = frozenset({1, 2, 3, 4, 8})
_OFFSET = re.compile(r"@(\d+)(?:\+(\d+))?", re.ASCII)

Edit = Mapping[str, Any]
"""One edit as a manifest has it, checked by `suite.form.check_edit`."""


@dataclass(frozen=True, slots=True)
class Change:
    """Edits of one base, and what is recomputed afterwards; see `apply`."""

    edits: tuple[Edit, ...]
    recount: bool = False
    rechecksum: bool = False


def field(data: bytes, path: str) -> tuple[int, int]:
    """Start and length of a field by its grammar path; a composite spans its parts.

    Raises:
        AddressError: the file has no such field.
    """
    fields = _fields(data)
    if path in fields:
        return fields[path]
    parts = [span for name, span in fields.items() if name.startswith((f"{path}.", f"{path}["))]
    if not parts:
        raise AddressError(f"the base has no field {path!r}")
    start = min(ofs for ofs, _ in parts)
    return start, max(ofs + length for ofs, length in parts) - start


def addresses(data: bytes) -> Addresses:
    """Addresses in a log file or an HFile."""
    return Addresses(lambda path: field(data, path), len(data))


@lru_cache(maxsize=64)
def _fields(data: bytes) -> dict[str, tuple[int, int]]:
    # Late: cases without a base need no decoder.
    from hudi_conformance.decode.hfile.fields import hfile_composites, hfile_fields, is_hfile
    from hudi_conformance.decode.log.fields import fields_of

    if is_hfile(data):
        fields = {item.path: (item.ofs, item.len) for item in hfile_fields(data)}
        return {**hfile_composites(data), **fields}
    return {item.path: (item.ofs, item.len) for item in fields_of(data)}


def apply(
    data: bytes,
    edits: Sequence[Edit],
    recount: bool = False,
    fixtures: Fixtures | None = None,
    rechecksum: bool = False,
) -> bytes:
    """The bytes after all edits.

    Args:
        data: the base.
        edits: tables as a manifest has them, checked by `suite.form.check_edit`.
        recount: recompute `len_block`, `len_content` and `len_trailing` of touched blocks, except those
            that an edit names itself.
        fixtures: where `splice` finds its files.
        rechecksum: recompute the checksum words of all blocks of an HFile whose headers are still valid,
            except those that an edit names itself.

    Raises:
        AddressError: an address has no target or is outside the file.
        ValueError: an edit does not fit its place.
    """
    buffer = _Buffer(data)
    for edit in edits:
        _apply_one(buffer, edit, fixtures)
    if recount:
        _recount(buffer, edits)
    if rechecksum:
        _rechecksum(buffer, edits)
    return bytes(buffer.now)


def apply_change(data: bytes, change: Change) -> bytes:
    """The base after a change; raises as `apply` does."""
    if len(change.edits) == 1 and not change.recount and not change.rechecksum:
        edited = _apply_at_offset(data, change.edits[0])
        if edited is not None:
            return edited
    return apply(data, change.edits, change.recount, None, change.rechecksum)


def offset_run(edit: Edit) -> tuple[int, int | None] | None:
    """Offset and length of an edit at `@ofs` or `@ofs+len`; None for all other addresses."""
    match = _OFFSET.fullmatch(str(edit.get("at", "")))
    if match is None:
        return None
    return int(match[1]), None if match[2] is None else int(match[2])


def _apply_at_offset(data: bytes, edit: Edit) -> bytes | None:
    """The most frequent edits without resolving addresses; the same bytes as `apply` gives, or None."""
    run = offset_run(edit)
    if run is None:
        return None
    ofs, length = run
    match edit["op"]:
        case "xor" if length == 1 and len(edit["hex"]) == 2 and ofs < len(data):
            return data[:ofs] + bytes([data[ofs] ^ int(edit["hex"], 16)]) + data[ofs + 1 :]
        case "truncate" if length is None and ofs <= len(data):
            return data[:ofs]
        case "cut" if length is not None and ofs + length <= len(data):
            return data[:ofs] + data[ofs + length :]
        case "insert" if length is None and "repeat" not in edit and ofs <= len(data):
            return data[:ofs] + bytes.fromhex(edit["hex"]) + data[ofs:]
    return None


class _Buffer:
    """Bytes under edit, with a mapping from original offsets to present ones."""

    def __init__(self, data: bytes) -> None:
        self.base = data
        self.now = bytearray(data)
        self.addresses = addresses(data)
        self.changes: list[tuple[int, int, int]] = []  # present offset, bytes before, bytes after
        self.touched: list[tuple[int, int]] = []  # original spans

    def present(self, ofs: int) -> int:
        """Where the byte that was at `ofs` is now; for a removed byte, where it was."""
        return self._follow(ofs)[0]

    def _follow(self, ofs: int) -> tuple[int, bool]:
        """Where an original byte is now, and whether it still exists."""
        if not 0 <= ofs <= len(self.base):
            raise AddressError(f"offset {ofs} is outside of the base of {len(self.base)} bytes")
        alive = True
        for at, before, after in self.changes:
            if ofs >= at + before:
                ofs += after - before
            elif ofs >= at:
                ofs, alive = min(ofs, at + after), False
        return ofs, alive

    def run(self, ofs: int, length: int) -> tuple[int, int]:
        """Present start and end of the run that was at `ofs`."""
        if length < 0 or ofs < 0 or ofs + length > len(self.base):
            raise AddressError(f"{ofs}..{ofs + length} is outside of the base of {len(self.base)} bytes")
        if length == 0:
            start = self.present(ofs)
            return start, start
        last, alive = self._follow(ofs + length - 1)
        return self.present(ofs), last + alive

    def replace(self, start: int, end: int, new: bytes, original: tuple[int, int]) -> None:
        """Put `new` in place of present bytes `start` to `end`."""
        if len(self.now) - (end - start) + len(new) > MAX_RESULT:
            raise ValueError(f"the edited input would exceed {MAX_RESULT >> 20} MiB")
        self.now[start:end] = new
        if len(new) != end - start:
            self.changes.append((start, end - start, len(new)))
        self.touched.append(original)

    def number(self, path: str, width: int, value: int) -> None:
        """Overwrite the number at an original field with `value`."""
        ofs, _ = field(self.base, path)
        start, _ = self.run(ofs, width)
        self.now[start : start + width] = value.to_bytes(width, "big", signed=True)


def _apply_one(buffer: _Buffer, edit: Edit, fixtures: Fixtures | None) -> None:
    where, op = buffer.addresses, edit["op"]
    hexed = parse_hex(edit["hex"]) * edit.get("repeat", 1) if "hex" in edit else b""
    if op == "append":
        end = len(buffer.base)
        buffer.replace(len(buffer.now), len(buffer.now), hexed, (end, end))
        return
    if op in {"insert", "splice"}:
        ofs = where.point(edit["at"])
        start = buffer.present(ofs)
        buffer.replace(start, start, hexed if op == "insert" else _other(edit["from"], fixtures), (ofs, ofs))
        return
    if op == "truncate":
        ofs = where.point(edit["at"])
        buffer.replace(buffer.present(ofs), len(buffer.now), b"", (ofs, len(buffer.base)))
        return
    if op == "xor" or "hex" in edit:
        ofs = _overwritten(where, edit["at"], len(hexed))
        start, end = buffer.run(ofs, len(hexed))
        old = bytes(buffer.now[start:end])
        new = hexed if op == "set" else bytes(a ^ b for a, b in zip(old, hexed, strict=True))
        buffer.replace(start, end, new, (ofs, ofs + len(hexed)))
        return
    ofs, length = where.span(edit["at"])
    start, end = buffer.run(ofs, length)
    old = bytes(buffer.now[start:end])
    original = (ofs, ofs + length)
    match op:
        case "set" | "add":
            buffer.replace(start, end, _number(old, edit), original)
        case "cut":
            buffer.replace(start, end, b"", original)
        case "reverse":
            buffer.replace(start, end, old[::-1], original)
        case "repeat":
            if not 1 <= edit["value"] <= MAX_REPEAT:
                raise ValueError(f"repeat {edit['value']} times?")
            buffer.replace(end, end, old * (edit["value"] - 1), original)
        case "swap":
            _swap(buffer, (ofs, length), where.span(edit["with"]))
        case _:
            raise ValueError(f"unknown edit {op!r}")


def _overwritten(where: Addresses, at: str, size: int) -> int:
    """Where `size` bytes are overwritten; an address with a length must have that length."""
    if ".." in at or (at.startswith("@") and "+" in at):
        ofs, length = where.span(at)
        if length != size:
            raise ValueError(f"{at!r} has {length} bytes, the hex has {size}")
        return ofs
    return where.point(at)


def _other(name: str, fixtures: Fixtures | None) -> bytes:
    if fixtures is None:
        raise ValueError("splice needs fixtures to take from")
    try:
        return fixtures.bytes(name)
    except OSError as error:
        raise ValueError(str(error)) from error


def _number(old: bytes, edit: Edit) -> bytes:
    """`old` set to or raised by the edit's value, signed or unsigned, never wrapped."""
    width = len(old)
    if width not in _WIDTHS:
        raise ValueError(f"{edit['op']} writes numbers of 1, 2, 4 or 8 bytes; {edit['at']!r} has {width}")
    value = edit["value"] + (int.from_bytes(old, "big", signed=True) if edit["op"] == "add" else 0)
    if not -(1 << (8 * width - 1)) <= value < 1 << (8 * width):
        raise ValueError(f"{value} does not fit the {width} bytes of {edit['at']!r}")
    number: int = value % (1 << (8 * width))
    return number.to_bytes(width, "big")


def _swap(buffer: _Buffer, first: tuple[int, int], second: tuple[int, int]) -> None:
    (ofs_a, len_a), (ofs_b, len_b) = sorted((first, second))
    if ofs_a + len_a > ofs_b:
        raise ValueError(f"swap: {ofs_a}..{ofs_a + len_a} and {ofs_b}..{ofs_b + len_b} overlap")
    start_a, end_a = buffer.run(ofs_a, len_a)
    start_b, end_b = buffer.run(ofs_b, len_b)
    a, b = bytes(buffer.now[start_a:end_a]), bytes(buffer.now[start_b:end_b])
    buffer.replace(start_b, end_b, a, (ofs_b, ofs_b + len_b))
    buffer.replace(start_a, end_a, b, (ofs_a, ofs_a + len_a))


def _recount(buffer: _Buffer, edits: Sequence[Edit]) -> None:
    """Recompute lengths of every block that was touched and still has all its length fields."""
    fields = _fields(buffer.base)
    named = {edit["at"] for edit in edits if edit["op"] in {"set", "add", "xor", "reverse"}}
    index = 0
    while (head := f"blocks[{index}]") + ".magic" in fields:
        index += 1
        paths = [f"{head}.{name}" for name in ("len_block", "len_content", "len_trailing")]
        if any(path not in fields for path in paths):
            continue
        ofs_tail = fields[paths[2]][0]
        ofs_magic = fields[f"{head}.magic"][0]
        if not any(start <= ofs_tail + 8 and end >= ofs_magic for start, end in buffer.touched):
            continue
        size, content, tail = (buffer.run(fields[path][0], 8) for path in paths)
        if any(end - start != 8 for start, end in (size, content, tail)):
            continue  # a length field was cut: nothing to recompute
        footer = buffer.present(field(buffer.base, f"{head}.footer")[0])
        lengths = {
            paths[0]: tail[1] - size[1],
            paths[1]: footer - content[1],
            paths[2]: tail[0] - buffer.present(ofs_magic),
        }
        for path, value in lengths.items():
            if path not in named:
                buffer.number(path, 8, value)


def _rechecksum(buffer: _Buffer, edits: Sequence[Edit]) -> None:
    """Recompute checksums of every block of the base that is still a block."""
    from hudi_conformance.decode.hfile.file import HFile, checksum_words, decode_header
    from hudi_conformance.errors import Reject

    try:
        file = HFile(buffer.base)
        starts = [block.ofs for block in file.headers()]
    except Reject as error:
        raise ValueError(f"rechecksum needs an intact HFile as its base: {error}") from None
    limit = min(buffer.present(file.trailer.ofs), len(buffer.now))
    named = " ".join(edit.get("at", "") for edit in edits)
    for index, start in enumerate(starts):
        if f"blocks[{index}].checksums" in named:
            continue
        ofs = buffer.present(start)
        raw = bytes(buffer.now[ofs : min(ofs + 33, limit)])
        try:
            block = decode_header(raw, ofs, limit, has_checksums=file.trailer.has_checksums)
        except Reject:
            continue
        end = block.stored_ofs + block.stored_len
        checksums = checksum_words(block, bytes(buffer.now[ofs:end]))
        if checksums is not None:
            buffer.now[end : end + len(checksums)] = checksums
