# SPDX-License-Identifier: Apache-2.0
"""Bits that nobody checks: what a reader says when one bit of a field is turned over, by kind of field.

Asked through `log.scan` and `log.records`, of our decoder and of any implementation with an adapter.
"""

from __future__ import annotations

import base64
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from hudi_conformance.adapters import kaitai_python
from hudi_conformance.decode.fields import Field
from hudi_conformance.decode.log.fields import fields_of
from hudi_conformance.suite import session
from hudi_conformance.suite.adapter import close_quietly

COMMANDS = ("log.scan", "log.records")
KINDS = ("refused", "changed", "unseen", "failed")
MAX_BITS = 256  # of one field, spread evenly: a schema is long and all of it alike

Ask = Callable[[str, bytes], tuple[str, Any]]
"""Command and bytes to the kind of answer and its value."""


def kind_of(field: Field) -> str:
    """Path of a field without numbers."""
    return re.sub(r"\[\d+\]", "", field.path).removeprefix("blocks.")


def bits_of(field: Field) -> Iterator[tuple[int, int]]:
    """Offset and mask of bits of a field: all of them, or `MAX_BITS`."""
    total = 8 * field.len
    step = max(1, -(-total // MAX_BITS))
    if step > 1 and step % 2 == 0:
        step += 1  # else the same bits of every byte
    for bit in range(0, total, step):
        yield field.ofs + bit // 8, 1 << bit % 8


def word_for(answers: Sequence[tuple[str, Any]], base: Sequence[tuple[str, Any]]) -> str:
    """What the answers about a changed file say, held against those about the file as it was.

    failed: it fell over. refused: a rejection, of the file or of a block, or a corrupt block. unseen: the
    same answers as before. changed: other values, taken for good.
    """
    if any(kind not in {"value", "reject", "limit", "unsupported"} for kind, _ in answers):
        return "failed"
    text = json.dumps([value for _, value in answers])
    if '"error"' in text and '"error"' not in json.dumps([value for _, value in base]):
        return "failed"
    if any(kind != "value" for kind, _ in answers) or '"CORRUPT_BLOCK"' in text or '"reject"' in text:
        return "refused"
    return "unseen" if list(answers) == list(base) else "changed"


def tabulate(paths: Sequence[Path], ask: Ask) -> dict[str, Counter[str]]:
    """Number of flips by kind of field and word; files that are not taken for good unchanged are left out."""
    table: dict[str, Counter[str]] = {}
    for path in paths:
        data = path.read_bytes()
        base = [ask(command, data) for command in COMMANDS]
        text = json.dumps([value for _, value in base])
        if any(kind != "value" for kind, _ in base) or re.search('"reject"|"error"|"CORRUPT_BLOCK"', text):
            continue
        for field in fields_of(data):
            counts = table.setdefault(kind_of(field), Counter())
            for ofs, mask in bits_of(field):
                changed = bytearray(data)
                changed[ofs] ^= mask
                counts[word_for([ask(command, bytes(changed)) for command in COMMANDS], base)] += 1
    return table


def our_answer(command: str, data: bytes) -> tuple[str, Any]:
    """Answer of our decoder, in this process."""
    given = kaitai_python.answer({"cmd": command, "in": {"b64": base64.b64encode(data).decode("ascii")}})
    return given["answer"], given.get("value", given.get("partial"))


def as_table(tables: Mapping[str, Mapping[str, Counter[str]]]) -> str:
    """One line a kind of field: bits tried, then for each implementation how many came to what."""
    kinds = sorted({kind for table in tables.values() for kind in table})
    lines = [f"{'':28}{'':>9}" + "".join(f"  {name:^36}" for name in tables)]
    lines.append(f"{'field':28}{'flips':>9}" + ("  " + "".join(f"{word:>9}" for word in KINDS)) * len(tables))
    for kind in kinds:
        tried = max(sum(table.get(kind, Counter()).values()) for table in tables.values())
        cells = ""
        for table in tables.values():
            counts = table.get(kind, Counter())
            cells += "  " + "".join(f"{counts[word] or '·':>9}" for word in KINDS)
        lines.append(f"{kind:28}{tried:>9}{cells}")
    return "\n".join(lines)


def main(paths: Sequence[Path], implementation: str = "", *, as_json: bool = False) -> int:
    """Print the table of our decoder, and of another implementation beside it."""
    tables: dict[str, dict[str, Counter[str]]] = {"kaitai-python": tabulate(paths, our_answer)}
    if implementation:
        adapter = session.starter(session.implementations([implementation])[implementation])()

        def ask(command: str, data: bytes) -> tuple[str, Any]:
            answer = adapter.ask(command, data, {}, ms=5000, mib=512)
            return answer.answer, answer.value if answer.value is not None else answer.partial

        try:
            tables[implementation] = tabulate(paths, ask)
        finally:
            close_quietly(adapter)
    print(json.dumps(tables, indent=1) if as_json else as_table(tables))
    return 0
