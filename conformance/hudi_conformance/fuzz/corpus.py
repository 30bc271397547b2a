# SPDX-License-Identifier: Apache-2.0
"""Inputs that fuzzers start from: fixtures, a small corpus that reaches more code, and dictionaries."""

from __future__ import annotations

import hashlib
import io
import json
import re
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from hudi_conformance import resources
from hudi_conformance.fuzz.targets import MAX_LEN, TARGETS, Target

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


def corpus_file(target: Target) -> Path:
    """The committed corpus of a target."""
    return resources.data_root() / "conformance" / "fuzz" / f"{target.name}.zip"


def read_corpus(target: Target) -> list[bytes]:
    """Inputs of the committed corpus, none where there is no such file."""
    path = corpus_file(target)
    if not path.is_file():
        return []
    with zipfile.ZipFile(path) as archive:
        return [archive.read(name) for name in archive.namelist()]


def write_corpus(target: Target, inputs: Iterable[bytes]) -> int:
    """Write the committed corpus; returns the number of inputs."""
    members = {hashlib.sha256(data).hexdigest()[:16]: data for data in inputs if len(data) <= MAX_LEN}
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(members):
            archive.writestr(zipfile.ZipInfo(name), members[name], zipfile.ZIP_DEFLATED)
    path = corpus_file(target)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(buffer.getvalue())
    return len(members)


def seeds(target: Target) -> Iterator[bytes]:
    """Inputs made from the fixtures, without repetitions, of at most `MAX_LEN` bytes."""
    seen: set[bytes] = set()
    for data in _sources(target):
        for part in [data] if target.part is None else target.part(data):
            if len(part) <= MAX_LEN and part not in seen:
                seen.add(part)
                yield part


def _sources(target: Target) -> Iterator[bytes]:
    if target.name.endswith("-name"):
        yield from (name.encode() for name in _NAMES)
    elif target.name == "timeline-properties":
        yield from _PROPERTIES
    elif target.seeds:
        folder = resources.fixtures_dir()
        paths = {path for pattern in _PATTERNS[target.seeds] for path in folder.glob(pattern)}
        yield from (path.read_bytes() for path in sorted(paths) if path.is_file())


def dictionary(target: Target) -> str:
    """Constants of the grammars and names of the formats as a dictionary of libFuzzer and AFL."""
    words = {b"#HUDI#", b"Obj\x01", b"PAR1", b"avro.schema", b"avro.codec", b"\x7f\xff\xff\xff", b"\xff" * 8}
    for path in sorted(resources.ksy_dir().glob("*.ksy")):
        words |= {match[2].encode() for match in _CONSTANT.finditer(path.read_text("utf-8")) if match[2]}
    if target.seeds == "hfile":
        words |= {b"DATABLK*", b"IDXROOT2", b"IDXLEAF2", b'TRABLK"$', b"METABLKc", b"FILEINF2", b"BLMFBLK2"}
    words |= {json.dumps(word).encode() for word in ("type", "record", "fields", "name", "items", "values")}
    lines = [f'"{"".join(_dictionary_byte(byte) for byte in word)}"' for word in sorted(words)]
    return "\n".join(lines) + "\n"


def _dictionary_byte(byte: int) -> str:
    char = chr(byte)
    return char if char.isascii() and char.isprintable() and char not in '"\\' else f"\\x{byte:02x}"


def export_corpora(folder: Path) -> int:
    """Write `corpus/TARGET/SHA` and `dictionaries/TARGET.dict` below a folder; the number of inputs."""
    count = 0
    for target in TARGETS.values():
        place = folder / "corpus" / target.name
        place.mkdir(parents=True, exist_ok=True)
        for data in {*seeds(target), *read_corpus(target)}:
            (place / hashlib.sha256(data).hexdigest()[:16]).write_bytes(data)
            count += 1
        words = folder / "dictionaries" / f"{target.name}.dict"
        words.parent.mkdir(exist_ok=True)
        words.write_text(dictionary(target), "utf-8")
    return count
