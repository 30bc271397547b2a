# SPDX-License-Identifier: Apache-2.0
"""Small forms of a timeline for mutants drawn by chance: Avro containers, and properties.

drawn:containers-N   Avro containers with one knob differ from the plain one in that place alone, and the
                     decoder refuses them where it must
drawn:heads-N        heads of Avro containers in every form that a map has: fields take each byte once, and
                     are the drawn entries; lengths below 0 are refused
drawn:properties-N   texts of `hoodie.properties` in every form that `java.util.Properties` takes, against
                     a reader of these forms
"""

from __future__ import annotations

import io
import random
import re
import zlib
from collections.abc import Iterator
from typing import Any

import fastavro
from chance_asked import Asked, Failure, imported, numbered
from chance_fields import structure_fault

_NUM_QUESTIONS, _NUM_EACH = 4, 20
_PIECES = (*"aB0. \t\n\r\f=:#!\\éÿ€😀~\x7f\x1fu", "\\u0041")
_FORMS = ("a", "b", "=", ":", " ", "\t", "\f", "#", "!", "\n", "\r", "\r\n", "\\\n", "\\\r\n", "\\",
          "\\\\", "\\u00e9", "\\t", "\\n", "\\r", "\\f", "\\q", "\xe9", "\n  ", "\\\n   ", "\\=", "\\:",
          "\\ ")  # fmt: skip


def container_questions() -> Iterator[Asked]:
    """All of them."""
    kinds = {"containers": container_fault, "heads": head_fault, "properties": properties_fault}
    yield from numbered(kinds, _NUM_QUESTIONS, _NUM_EACH, "containers")


# --- containers ---------------------------------------------------------------------------------------------


def _zigzag(number: int) -> bytes:
    number = number << 1 ^ number >> 63
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes([*out, number])


def container_fault(chance: random.Random) -> Failure:
    """What is wrong with a container that has a knob."""
    writer, reader = imported("encode.avro.container"), imported("decode.avro.container")
    reject: Any = imported("errors").Reject
    schema = '{"type":"record","name":"r","fields":[{"name":"n","type":"long"}]}'
    data = [_zigzag(chance.choice((0, 1, 300, 1 << 40))) for _ in range(chance.choice((1, 2, 5)))]
    plain_file: bytes = writer.encode_container(schema, data)
    sync, body = plain_file[-16:], b"".join(data)
    start = plain_file.index(sync) + 16
    head = plain_file[:start]
    if plain_file[start:] != _zigzag(len(data)) + _zigzag(len(body)) + body + sync:
        return f"plain container {plain_file[start:].hex()}"
    word = chance.choice(("count", "size", "block_sync", "magic", "blocks", "codec"))
    near = len(data) if word == "count" else len(body)
    value: Any = {"count": near + chance.choice((-1, 1)), "size": near + chance.choice((-1, 1)),
                  "block_sync": b"0123456789abcdef", "magic": b"Obj\x02", "blocks": chance.choice((2, 3, 7)),
                  "codec": chance.choice(("null", "deflate", "snappy"))}[word]  # fmt: skip
    made: bytes = writer.encode_container(schema, data, writer.ContainerKnobs(**{word: value}))
    count, size = value if word == "count" else len(data), value if word == "size" else len(body)
    is_layout_known = word in {"count", "size", "block_sync", "magic"}
    end = _zigzag(count) + _zigzag(size) + body + (value if word == "block_sync" else sync)
    begin = value + head[4:] if word == "magic" else head
    if is_layout_known and made != begin + end:
        return f"{word}={value}: {made.hex()} instead of {(begin + end).hex()}"
    is_damage = is_layout_known or value == "snappy"
    if not is_damage:
        rows = list(fastavro.reader(io.BytesIO(made)))
        if len(rows) != len(data):
            return f"{word}={value}: fastavro reads {rows}"
        if word == "codec" and value == "deflate":
            found = made[made.index(sync_of(made)) + 16 : -16]
            _, at = _read_zigzag(found, 0)
            stored = found[_read_zigzag(found, at)[1] :]
            if zlib.decompress(stored, wbits=-15) != body:
                return "deflate"
    try:
        num = len(list(reader.walk_records(made, reader.decode_container(made))))
    except reject:
        return None if is_damage else f"{word}={value} is refused"
    return f"{word}={value} is read" if is_damage else None if num == len(data) else f"{num} records"


def head_fault(chance: random.Random) -> Failure:
    """What is wrong with the fields of a container whose head has a drawn form."""
    schema = b'{"type":"record","name":"r","fields":[{"name":"n","type":"long"}]}'
    entries = [(b"avro.schema", schema), (b"avro.codec", b"null")]
    entries += [(chance.choice((b"", b"k", b"long" * 20)), chance.choice((b"", b"v", b"\0" * 70)))
                for _ in range(chance.randrange(3))]  # fmt: skip
    chance.shuffle(entries)
    groups: list[list[tuple[bytes, bytes]]] = []
    while entries:
        num = chance.randrange(1, len(entries) + 1)
        groups.append(entries[:num])
        entries = entries[num:]
    head = bytearray(b"Obj\x01")
    for group in groups:
        body = b"".join(_zigzag(len(part)) + part for entry in group for part in entry)
        is_sized = chance.random() < 0.5
        head += _zigzag(-len(group)) + _zigzag(len(body)) if is_sized else _zigzag(len(group))
        head += body
    is_wrong = chance.random() < 0.2
    head += _zigzag(1) + _zigzag(-1) + b"\x00\x00" if is_wrong else b"\x00"
    sync = bytes(range(16))
    blocks = [[_zigzag(chance.choice((0, 1, 300))) for _ in range(chance.choice((0, 1, 3)))]
              for _ in range(chance.randrange(3))]  # fmt: skip
    data = bytes(head) + sync + b"".join(
        _zigzag(len(block)) + _zigzag(sum(map(len, block))) + b"".join(block) + sync for block in blocks
    )  # fmt: skip
    fields, rejection = imported("decode.avro.container_fields").container_fields(data, None)
    if is_wrong:
        return None if rejection is not None else f"a key of -1 bytes: {fields[-1]}"
    if rejection is not None:
        return f"{rejection} of {data[:200]!r}"
    if fault := structure_fault(data, fields):
        return fault
    found = [(one.path, data[one.ofs : one.end]) for one in fields]
    pairs = {
        f"head.entries[{at}].{name}": part
        for at, entry in enumerate(entry for group in groups for entry in group)
        for name, part in zip(("key", "value"), entry, strict=True)
    }
    texts = {path: text for path, text in found if path.startswith("head.entries") and "len_" not in path}
    if texts != pairs:
        return f"entries {texts} instead of {pairs}"
    counts = [path for path, _ in found if path.endswith("num_records")]
    expected = [f"blocks[{at}].num_records" for at in range(len(blocks))]
    return None if counts == expected else f"{counts} instead of {expected}"


def sync_of(data: bytes) -> bytes:
    """The marker behind the last block."""
    return data[-16:]


def _read_zigzag(data: bytes, pos: int) -> tuple[int, int]:
    number = shift = 0
    while True:
        number |= (data[pos] & 127) << shift
        shift += 7
        pos += 1
        if data[pos - 1] < 128:
            return number >> 1 ^ -(number & 1), pos


# --- properties ---------------------------------------------------------------------------------------------


def properties_fault(chance: random.Random) -> Failure:
    """What is wrong with properties that are written and read, and with a text of any form that is read."""

    def text() -> str:
        return "".join(chance.choices(_PIECES, k=chance.choice((0, 1, 2, 5))))

    writer, decode = imported("encode.timeline.properties"), imported("decode.timeline.properties")
    for _ in range(20):
        drawn = {text(): text() for _ in range(chance.randrange(4))}
        drawn |= {"hoodie.table.name": text()} if chance.random() < 0.5 else {}
        drawn |= {"hoodie.database.name": text()} if chance.random() < 0.5 else {}
        data: bytes = writer.encode_properties(drawn, [text().replace("\n", "").replace("\r", "")])
        if _loaded(data.decode("latin-1")) != drawn:
            return f"{drawn} is written as {data!r}"
        names = (drawn.get("hoodie.database.name", ""), drawn.get("hoodie.table.name", ""))
        right = str(zlib.crc32(".".join(names).encode()))
        if writer.checksum_of(drawn) != right:
            return f"checksum of {names}"
        for stored in ("1", right, "", " 1"):
            text_before, line = b"a=b\\\n  c\n#d\n", f"hoodie.table.checksum={stored}\nz=1\n".encode()
            found_at = decode.decode_properties(text_before + line).ofs_checksum
            value = stored.lstrip()
            at = len(text_before) + line.index(b"=") + 1 + len(stored) - len(value) if value else None
            if found_at != at:
                return f"the checksum {stored!r} is at {found_at}, not at {at}"
        for raw in (data, _free_form(chance)):
            expected = _loaded(raw.decode("latin-1"))
            if expected is None:
                continue
            found = dict(decode.decode_properties(raw).entries)
            if found != expected:
                return f"{raw!r} is read as {found}, not as {expected}"
    return None


def _free_form(chance: random.Random) -> bytes:
    return "".join(chance.choices(_FORMS, k=chance.randrange(25))).encode("latin-1")


def _loaded(text: str) -> dict[str, str] | None:
    """Properties as `java.util.Properties.load` has them; None for a malformed escape."""
    logical: list[str] = []
    is_continued = is_end = False
    for match in re.finditer(r"([^\r\n]*)(\r\n|\r|\n|$)", text):
        stripped = match[1].lstrip(" \t\f")
        if is_continued and logical[-1]:
            logical[-1] += stripped
        elif is_continued and (not stripped or stripped[0] in "#!"):
            continue
        elif is_continued:
            logical[-1] = stripped
        elif not stripped or stripped[0] in "#!":
            continue
        else:
            logical.append(stripped)
        num = len(stripped) - len(stripped.rstrip("\\"))
        is_continued = num % 2 == 1
        if is_continued:
            logical[-1] = logical[-1][:-1]
            is_end = match.end(1) + 1 >= len(text)
    if is_continued and not logical[-1] and not is_end:
        logical.pop()
    found = {}
    for line in logical:
        match = re.match(r"((?:\\.|[^\\=: \t\f])*)[ \t\f]*(?:[=:][ \t\f]*)?(.*)", line, re.DOTALL)
        if match is None:
            return None
        key, value = (_unescaped(part) for part in match.groups())
        if key is None or value is None:
            return None
        found[key] = value
    return found


def _unescaped(text: str) -> str | None:
    if re.search(r"(?<!\\)(?:\\\\)*\\u(?![0-9a-fA-F]{4})", text):
        return None
    special = {"t": "\t", "n": "\n", "r": "\r", "f": "\f"}

    def one(match: re.Match[str]) -> str:
        word = match[1]
        return chr(int(word[1:], 16)) if len(word) == 5 else special.get(word, word)

    plain_text = re.sub(r"\\(u[0-9a-fA-F]{4}|.)", one, text, flags=re.DOTALL)
    return plain_text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
