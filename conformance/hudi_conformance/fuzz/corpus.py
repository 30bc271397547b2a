# SPDX-License-Identifier: Apache-2.0
"""Seed inputs for fuzzers, extracted from the fixtures, and dictionaries."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from hudi_conformance import resources
from hudi_conformance.decode.log.scan import scan_log
from hudi_conformance.model.block_type import BlockType
from hudi_conformance.model.log import HeaderKey

MAX_LEN = 8192  # greatest size of an input; longer ones repeat the features of shorter ones
Part: TypeAlias = Callable[[bytes], Iterator[bytes]]
_CONSTANT = re.compile(r"0x([0-9a-fA-F]{2})|'([^']{2,40})'")
_PATTERNS = {
    "log": ("log/*.log", "archive/*"),
    "hfile": ("hfile/**/*.hfile", "real-hfile/**/*.hfile"),
    "avro": ("**/*.avro", "timeline/*.commit"),
}
_NAMES = (
    ".f1-0_20240101000000000.log.1_1-0-1", ".f1-0_001.log.12_0-1-0.cdc", ".commits_.archive.3_1-0-1",
    "20240101000000000.commit", "20240101000000000.deltacommit.inflight",
    "20240101000000000_20240101000000001.commit", "20240101000000000.compaction.requested",
)  # fmt: skip
_PROPERTIES = (
    b"#Updated at 2024-01-01\nhoodie.table.name=t\nhoodie.table.checksum=2702201862\n",
    b"a\\u0041\\\n  b : c=d\nhoodie.table.type=MERGE_ON_READ\n",
)


@dataclass(frozen=True, slots=True)
class Source:
    """Source of the inputs of a decoder.

    Attributes:
        formats: key of the fixtures' patterns, or empty.
        part: extracts the decoder's input from a fixture, for decoders of a part of a file.
    """

    formats: str = ""
    part: Part | None = None


def _deletes_of(data: bytes) -> Iterator[bytes]:
    for block in scan_log(data).blocks:
        if block.type is BlockType.DELETE_BLOCK and block.content.len:
            yield data[block.content.ofs : block.content.end]


def _positions_of(data: bytes) -> Iterator[bytes]:
    for block in scan_log(data).blocks:
        value = block.header.get(HeaderKey.RECORD_POSITIONS)
        if isinstance(value, str):
            yield value.encode()


def _datums_of(data: bytes) -> Iterator[bytes]:
    for block in scan_log(data).blocks:
        schema = block.header.get(HeaderKey.SCHEMA)
        if block.type is BlockType.AVRO_DATA_BLOCK and isinstance(schema, str) and block.content.len > 12:
            yield schema.encode() + b"\0" + data[block.content.ofs + 12 : block.content.end]


SOURCES: Mapping[str, Source] = {
    **dict.fromkeys(
        ("log-scan", "log-records", "log-check", "log-reverse", "log-salvage", "archive-entries"),
        Source("log"),
    ),
    "log-positions": Source("log", _positions_of),
    "log-deletes": Source("log", _deletes_of),
    "avro-datum": Source("log", _datums_of),
    "avro-container": Source("avro"),
    **dict.fromkeys(
        ("hfile-cells", "hfile-get", "hfile-check", "hfile-index", "hfile-info", "hfile-records"),
        Source("hfile"),
    ),
    **dict.fromkeys(("log-name", "timeline-name", "timeline-properties"), Source()),
}
"""Sources by the name of the decoder."""


def seeds(name: str) -> Iterator[bytes]:
    """Inputs from the fixtures, without duplicates, of at most `MAX_LEN` bytes."""
    cut = SOURCES[name].part
    seen: set[bytes] = set()
    for data in _files(name):
        for part in [data] if cut is None else cut(data):
            if len(part) <= MAX_LEN and part not in seen:
                seen.add(part)
                yield part


def _files(name: str) -> Iterator[bytes]:
    if name.endswith("-name"):
        yield from (file.encode() for file in _NAMES)
    elif name == "timeline-properties":
        yield from _PROPERTIES
    elif SOURCES[name].formats:
        folder = resources.fixtures_dir()
        paths = {path for pattern in _PATTERNS[SOURCES[name].formats] for path in folder.glob(pattern)}
        yield from (path.read_bytes() for path in sorted(paths) if path.is_file())


def dictionary(name: str) -> str:
    """Constants of the grammars and names of the formats as a dictionary of libFuzzer and AFL."""
    tokens = {b"#HUDI#", b"Obj\x01", b"PAR1", b"avro.schema", b"avro.codec", b"\x7f\xff\xff\xff", b"\xff" * 8}
    for path in sorted(resources.ksy_dir().glob("*.ksy")):
        tokens |= {match[2].encode() for match in _CONSTANT.finditer(path.read_text("utf-8")) if match[2]}
    if SOURCES[name].formats == "hfile":
        tokens |= {b"DATABLK*", b"IDXROOT2", b"IDXLEAF2", b'TRABLK"$', b"METABLKc", b"FILEINF2", b"BLMFBLK2"}
    tokens |= {
        json.dumps(token).encode() for token in ("type", "record", "fields", "name", "items", "values")
    }
    lines = [f'"{"".join(_dictionary_byte(byte) for byte in token)}"' for token in sorted(tokens)]
    return "\n".join(lines) + "\n"


def _dictionary_byte(byte: int) -> str:
    char = chr(byte)
    return char if char.isascii() and char.isprintable() and char not in '"\\' else f"\\x{byte:02x}"


def export_corpora(folder: Path) -> int:
    """Write `corpus/NAME/SHA` and `dictionaries/NAME.dict` below a folder; the number of inputs."""
    count = 0
    (folder / "dictionaries").mkdir(parents=True, exist_ok=True)
    for name in SOURCES:
        target = folder / "corpus" / name
        target.mkdir(parents=True, exist_ok=True)
        for data in seeds(name):
            (target / hashlib.sha256(data).hexdigest()[:16]).write_bytes(data)
            count += 1
        (folder / "dictionaries" / f"{name}.dict").write_text(dictionary(name), "utf-8")
    return count
