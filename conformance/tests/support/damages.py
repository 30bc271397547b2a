# SPDX-License-Identifier: Apache-2.0
"""Damages of log files, HFiles, Parquet files and names, and what each must be found as.

A damage is made from the layout of the file as the specification tells it, which a few lines here read again:
neither the decoder nor the audit says where it goes, or what it must be found as. Expected are a requirement
(a code for Parquet files, whose rules are not ours) and an offset; a damage that by the specification breaks
nothing is expected to be found nowhere.
"""

from __future__ import annotations

import random
import struct
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from instruments.tables.hfile_bytes import HFILE_KINDS, HFile, hfile_blocks, trailer_places
from instruments.tables.log_bytes import LOG_KINDS, LOG_MAGIC, Block, Made, read_log

FORM = "table.base-file.form"


@dataclass(frozen=True)
class Damage:
    """What was done to a copy; `expected` is (requirement or code, offset), None: nothing is broken."""

    kind: str
    source: str
    data: bytes
    expected: tuple[str, int | None] | None
    name: str | None = None


# --- damages of Parquet files and of names -------------------------------------------------------------


def parquet_truncation(data: bytes, rng: random.Random) -> Made:
    cut = rng.randrange(12, len(data))
    return None if data[cut - 4 : cut] == b"PAR1" else (data[:cut], (FORM, cut - 4))


def parquet_footer_length(data: bytes, rng: random.Random) -> Made:
    size = struct.pack("<I", rng.randrange(len(data), 2**32))
    return data[:-8] + size + data[-4:], (FORM, len(data) - 8)


def parquet_footer(data: bytes, rng: random.Random) -> Made:
    size = int.from_bytes(data[-8:-4], "little")
    ofs = len(data) - 8 - size
    return data[:ofs] + b"\xff" * size + data[-8:], (FORM, ofs)


PARQUET_KINDS: tuple[Callable[[bytes, random.Random], Made], ...] = (
    parquet_truncation,
    parquet_footer_length,
    parquet_footer,
)
NAMES = (
    ("name-suffix", ".f1_20240101000000000.log.1_0-0-0.bak", "name.log.whole-match"),
    ("name-file-id", ".f.1_20240101000000000.log.1_0-0-0", "name.log.file-id-characters"),
    ("name-version-range", ".f1_20240101000000000.log.4294967296_0-0-0", "name.log.version-range"),
    ("name-version-zero", ".f1_20240101000000000.log.0_0-0-0", "name.log.first-version"),
)


# --- all of it -----------------------------------------------------------------------------------------


def makers(files: list[Path], rng: random.Random) -> dict[str, Callable[[], Damage | None]]:
    """What makes one damage of each kind out of some healthy file."""
    logs = [path for path in files if path.read_bytes()[:6] == LOG_MAGIC]
    hfiles = [path for path in files if path.suffix == ".hfile" and path.read_bytes()[-1:] == b"\x03"]
    parquets = [path for path in files if path.suffix == ".parquet"]

    def log(make: Callable[[bytes, Block, random.Random], Made]) -> Damage | None:
        path = rng.choice(logs)
        data = path.read_bytes()
        made = make(data, rng.choice(read_log(data)), rng)
        return None if made is None or made[0] == data else Damage(make.__name__, str(path), *made)

    def hfile(make: Callable[[bytes, HFile, random.Random], Made]) -> Damage | None:
        path = rng.choice(hfiles)
        data = path.read_bytes()
        made = make(data, (hfile_blocks(data), trailer_places(data)), rng)
        return None if made is None else Damage(make.__name__, str(path), *made)

    def parquet(make: Callable[[bytes, random.Random], Made]) -> Damage | None:
        path = rng.choice(parquets)
        made = make(path.read_bytes(), rng)
        return None if made is None else Damage(make.__name__, str(path), *made)

    def named(kind: str, name: str, rule: str) -> Damage:
        path = rng.choice(logs)
        return Damage(kind, str(path), path.read_bytes(), (rule, None), name)

    found: dict[str, Callable[[], Damage | None]] = {}
    if logs:
        found |= {make.__name__: lambda make=make: log(make) for make in LOG_KINDS}
        found |= {one[0]: lambda one=one: named(*one) for one in NAMES}
    if hfiles:
        found |= {make.__name__: lambda make=make: hfile(make) for make in HFILE_KINDS}
    if parquets:
        found |= {make.__name__: lambda make=make: parquet(make) for make in PARQUET_KINDS}
    return found


def make_damages(files: list[Path], num: int, seed: int) -> list[Damage]:
    """`num` damages, kind after kind."""
    rng = random.Random(seed)
    kinds = makers(files, rng)
    found: list[Damage] = []
    while len(found) < num:
        before = len(found)
        for make in kinds.values():
            for _ in range(200):
                damage = make()
                if damage is not None:
                    found.append(damage)
                    break
        assert len(found) > before, "no file fits any kind of damage"
    return found[:num]
