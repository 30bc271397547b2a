# SPDX-License-Identifier: Apache-2.0
"""External damage to log files: effects of disks, transfers and programs on bytes, and on fields of frames.

Every kind returns edits of an undamaged file, so that the unchanged bytes are known.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from hudi_conformance.decode.fields import Field

MAGIC = b"#HUDI#"
Edit: TypeAlias = tuple[int, int, bytes]  # from, to, what takes the place of these bytes
FIELDS = tuple(
    re.findall(
        r"\w+",
        "magic block_type format_version len_block len_trailing num_entries key len_value value len_content"
        " version num_records len_datum len_payload",
    )
)


@dataclass(frozen=True, slots=True)
class Good:
    """An undamaged file: bytes, fields by their last name, rows as (from, to, canonical JSON)."""

    data: bytes
    fields: Mapping[str, Sequence[Field]]
    rows: Sequence[tuple[int, int, str]]


Damage: TypeAlias = Callable[[Random, Good], list[Edit]]


def _at(rng: Random, file: Good, num: int = 1) -> int:
    return rng.randrange(max(len(file.data) - num, 1))


def _bits(rng: Random, file: Good) -> list[Edit]:
    offsets = sorted({_at(rng, file) for _ in range(rng.randrange(1, 4))})
    return [(ofs, ofs + 1, bytes([file.data[ofs] ^ 1 << rng.randrange(8)])) for ofs in offsets]


def _over(raw: Callable[[Random], bytes]) -> Damage:
    def edit(rng: Random, file: Good) -> list[Edit]:
        new = raw(rng)
        ofs = _at(rng, file, len(new))
        new = new[: len(file.data) - ofs]
        return [(ofs, ofs + len(new), new)]

    return edit


def _sector(rng: Random, file: Good) -> tuple[int, int]:
    size = 4096 if len(file.data) > 16384 else 256
    ofs = rng.randrange(max(len(file.data) // size, 1)) * size
    return ofs, min(ofs + size, len(file.data))


def _lost_sector(rng: Random, file: Good) -> list[Edit]:
    return [(*_sector(rng, file), b"")]


def _doubled_sector(rng: Random, file: Good) -> list[Edit]:
    start, end = _sector(rng, file)
    return [(end, end, file.data[start:end])]


def _inserted(rng: Random, file: Good) -> list[Edit]:
    ofs = _at(rng, file)
    return [(ofs, ofs, rng.randbytes(rng.randrange(1, 41)))]


def _removed(rng: Random, file: Good) -> list[Edit]:
    ofs = _at(rng, file, 40)
    return [(ofs, ofs + rng.randrange(1, 41), b"")]


def _crlf(_: Random, file: Good) -> list[Edit]:
    return [(match.start(), match.end(), b"\r\n") for match in re.finditer(b"\n", file.data)]


def _field(name: str) -> Damage:
    def edit(rng: Random, file: Good) -> list[Edit]:
        if not file.fields.get(name):
            return []
        hit = rng.choice(file.fields[name])
        old = file.data[hit.ofs : hit.ofs + hit.len]
        pick = rng.randrange(4)
        if pick == 3 or name in {"value", "magic"}:
            at = rng.randrange(hit.len) if hit.len else 0
            new = old[:at] + bytes([old[at] ^ 1 << rng.randrange(8)]) + old[at + 1 :] if old else old
        elif pick == 2:
            new = rng.randbytes(hit.len)
        else:
            step = rng.choice([-7, -1, 1, 2, 5, 60, 4096])
            new = max(int.from_bytes(old, "big", signed=True) + step, 0).to_bytes(hit.len, "big", signed=True)
        return [(hit.ofs, hit.ofs + hit.len, new)] if new != old else []

    return edit


def _planted(rng: Random, file: Good) -> list[Edit]:
    """A magic inside a record."""
    hits = [hit for hit in file.fields.get("datum", ()) if hit.len > 12]
    if not hits:
        return []
    hit = rng.choice(hits)
    ofs = hit.ofs + rng.randrange(hit.len - len(MAGIC))
    return [(ofs, ofs + len(MAGIC), MAGIC)]


KINDS: Mapping[str, Damage] = {
    "bits": _bits,
    "noise of 1 to 8": _over(lambda rng: rng.randbytes(rng.randrange(1, 9))),
    "noise of 9 to 64": _over(lambda rng: rng.randbytes(rng.randrange(9, 65))),
    "zeros of 512": _over(lambda _: bytes(512)),
    "zeros of 4096": _over(lambda _: bytes(4096)),
    "cut": lambda rng, file: [(_at(rng, file), len(file.data), b"")],
    "lost sector": _lost_sector,
    "doubled sector": _doubled_sector,
    "inserted": _inserted,
    "removed": _removed,
    "crlf": _crlf,
    "magic planted": _planted,
    "magic planted and trailing": lambda rng, f: sorted(_planted(rng, f) + _field("len_trailing")(rng, f)),
    "magic planted and size": lambda rng, f: sorted(_planted(rng, f) + _field("len_block")(rng, f)),
    **{name: _field(name) for name in FIELDS},
}
