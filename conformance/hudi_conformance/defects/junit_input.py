# SPDX-License-Identifier: Apache-2.0
"""The input of a JUnit test: in its source if it is small, otherwise a resource next to it."""

from __future__ import annotations

import base64
import io
import json
import re
import textwrap
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field

from hudi_conformance.similar import common_ends

MAX_SOURCE = 2048  # bytes in the source
_MAX_FILES = 12
_WIDTH = 96
_MOMENT = (2027, 1, 1, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Input:
    """Input of a test.

    Attributes:
        data: content of the file, None if the input is not a file.
        undamaged: the content before the edits of the case, None without edits.
        files: content by path if the input is a folder; a path that ends with `/` is an empty folder.
        times: modification times of files in milliseconds, if they matter.
    """

    data: bytes | None = None
    undamaged: bytes | None = None
    files: Mapping[str, bytes] | None = None
    times: Mapping[str, int] = field(default_factory=dict)


def declarations(given: Input, type_name: str, bodies: str) -> tuple[list[str], list[str], dict[str, bytes]]:
    """Constants, methods and resources that make the input available to bodies.

    `input()` returns the content of the file, `intact()` the content before the damage, `table()` the path
    of the folder. Members that no body calls are omitted.
    """
    calls = {name for name in ("input", "intact", "table") if re.search(rf"(?<![\w.]){name}\(\)", bodies)}
    if given.files is not None:
        return _table(given, type_name) if "table" in calls else ([], [], {})
    if given.data is None or not calls:
        return [], [], {}
    intact = given.data if given.undamaged is None else given.undamaged
    constants: list[str] = []
    resources: dict[str, bytes] = {}
    if len(intact) <= MAX_SOURCE:
        constants = [f"private static final byte[] INTACT = Base64.getDecoder().decode({_text(intact)});"]
        source = "INTACT"
    else:
        name = f"{type_name}.bin"
        resources[name] = intact
        source = f'resource("/{name}")'
    methods = [_method("intact", [f"return {source};"])] if "intact" in calls else []
    if "input" in calls:
        methods.append(_method("input", _damage(intact, given.data, source)))
    return constants, methods, resources


def _method(name: str, statements: list[str], result: str = "byte[]") -> str:
    body = "\n".join(f"    {line}" for line in statements)
    return f"  private {result} {name}() throws IOException {{\n{body}\n  }}"


def _damage(intact: bytes, data: bytes, source: str) -> list[str]:
    """Statements that return the damaged content by replacing the differing bytes."""
    if intact == data:
        return [f"return {source};"]
    start, tail = common_ends(intact, data)
    new = data[start : len(data) - tail].hex()
    return [
        f"// {_range(start, len(intact) - tail)}",
        f'return splice({source}, {start}, {len(intact) - tail}, "{new}");',
    ]


def _range(start: int, end: int) -> str:
    """Describe a replacement; `end` is exclusive."""
    if end - start < 2:
        return f"byte {start} is replaced" if end > start else f"bytes are inserted at {start}"
    return f"bytes {start} to {end - 1} are replaced"


def _text(data: bytes) -> str:
    """Java text of Base64, lines joined by `+`."""
    rows = textwrap.wrap(base64.b64encode(data).decode("ascii"), _WIDTH) or [""]
    return '""\n      + ' + "\n      + ".join(f'"{row}"' for row in rows)


def _table(given: Input, type_name: str) -> tuple[list[str], list[str], dict[str, bytes]]:
    files = given.files or {}
    start = ['Path table = Files.createDirectory(folder.resolve("table"));']
    times = [
        f'Files.setLastModifiedTime(table.resolve("{path}"), FileTime.fromMillis({time}L));'
        for path, time in sorted(given.times.items())
    ]
    if sum(map(len, files.values())) <= MAX_SOURCE and len(files) <= _MAX_FILES:
        writes = [line for path in sorted(files) for line in _write(path, files[path])]
        return [], [_method("table", [*start, *writes, *times, "return table;"], "Path")], {}
    name = f"{type_name}.zip"
    statements = [*start, f'unzip("/{name}", table);', *times, "return table;"]
    return [], [_method("table", statements, "Path")], {name: to_zip(files)}


def _write(path: str, data: bytes) -> list[str]:
    if path.endswith("/"):
        return [f'Files.createDirectories(table.resolve("{path.rstrip("/")}"));']
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = "\0"
    if not all(character == "\n" or character.isprintable() for character in text):
        return [f'write(table.resolve("{path}"), Base64.getDecoder().decode({_text(data)}));']
    rows = text.splitlines(keepends=True) or [""]
    joined = "\n      + ".join(json.dumps(row, ensure_ascii=True) for row in rows)
    return [f'write(table.resolve("{path}"), ({joined}).getBytes(StandardCharsets.UTF_8));']


def to_zip(files: Mapping[str, bytes]) -> bytes:
    """An uncompressed archive, whose bytes depend only on the files and not on a version of zlib."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for path in sorted(files):
            archive.writestr(zipfile.ZipInfo(path, _MOMENT), files[path])
    return buffer.getvalue()
