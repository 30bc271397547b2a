# SPDX-License-Identifier: Apache-2.0
"""Fenced blocks of the specification's pages, and the bytes of those in `hexl`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

BLOCK = re.compile(r"^```(?P<info>[^\n]+)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
_LINE = re.compile(r"^(?P<ofs>[0-9a-f]{4,})  (?P<bytes>.*?)(?:\s+# (?P<note>.*))?$")
_TOKEN = re.compile(r"'(?P<text>[^']*)'|(?P<one>[0-9a-f]{2})(?:\*(?P<times>\d+))?(?=\s|$)|\s+")
_NOTE = re.compile(r"^((?:[^;]|;(?! ))*)(?:; (.*))?$")
_VALUE = re.compile(r"^(?P<path>[\w.\[\]]+) = (?P<value>.+)$")


@dataclass(frozen=True)
class Line:
    """One field: where it is said to stand, its bytes, its name and value, and the remark."""

    ofs: int
    data: bytes
    path: str
    value: str
    remark: str


def compile_bytes(text: str) -> bytes:
    out, at = b"", 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        assert token, f"not bytes: {text[at:]!r}"
        if token["text"] is not None:
            out += token["text"].encode()
        elif token["one"] is not None:
            out += bytes([int(token["one"], 16)]) * int(token["times"] or 1)
        at = token.end()
    return out


def parse_lines(body: str) -> tuple[Line, ...]:
    lines: list[Line] = []
    pending: list[tuple[int, bytes]] = []
    for text in body.splitlines():
        found = _LINE.match(text)
        assert found, f"not a line of hexl: {text!r}"
        pending.append((int(found["ofs"], 16), compile_bytes(found["bytes"])))
        if found["note"] is None:  # a long field goes on in the next line
            continue
        for (ofs, data), (after, _) in pairwise(pending):
            assert ofs + len(data) == after, text
        claim, remark = _NOTE.match(found["note"]).groups()
        value = _VALUE.match(claim.strip())
        data = b"".join(piece for _, piece in pending)
        path, said = (value["path"], value["value"]) if value else ("", "")
        assert value or not claim.strip(), f"neither path = value nor remark: {text!r}"
        lines.append(Line(pending[0][0], data, path, said, (remark or "").strip()))
        pending = []
    assert not pending, "the last line has no note"
    return tuple(lines)
