# SPDX-License-Identifier: Apache-2.0
"""Bits that no check covers: answers of a reader after one bit of a field is flipped, by kind of field.

The commands are `log.scan` and `log.records`, for our decoder and any implementation with an adapter.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from hudi_conformance.campaign.generate import bits_of, kind_of
from hudi_conformance.canonical.log import canonical_log_records, canonical_log_scan
from hudi_conformance.decode.log.content import read_contents
from hudi_conformance.decode.log.fields import fields_of
from hudi_conformance.decode.log.scan import scan_log
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput
from hudi_conformance.suite.adapter import Adapter

COMMANDS = ("log.scan", "log.records")
WORDS = ("refused", "changed", "unseen", "failed")

Ask = Callable[[str, bytes], tuple[str, Any]]
"""Command and bytes to the kind of answer and its value."""
Table = Mapping[str, Counter[str]]
"""Number of flips by kind of field and word."""


def word_for(answers: Sequence[tuple[str, Any]], base: Sequence[tuple[str, Any]]) -> str:
    """The word for the answers for a changed file, compared with those for the original.

    failed: it crashed. refused: a rejection, of the file or of a block, or a corrupt block. unseen: the
    same answers as before. changed: other values, accepted.
    """
    if any(kind not in {"value", "reject", "limit", "unsupported"} for kind, _ in answers):
        return "failed"
    text = json.dumps([value for _, value in answers])
    if '"error"' in text and '"error"' not in json.dumps([value for _, value in base]):
        return "failed"
    if any(kind != "value" for kind, _ in answers) or '"CORRUPT_BLOCK"' in text or '"reject"' in text:
        return "refused"
    return "unseen" if list(answers) == list(base) else "changed"


def tabulate(files: Sequence[bytes], ask: Ask) -> dict[str, Counter[str]]:
    """Flips by kind of field and word; files that are not accepted unchanged are left out."""
    table: dict[str, Counter[str]] = {}
    for data in files:
        base = [ask(command, data) for command in COMMANDS]
        text = json.dumps([value for _, value in base])
        if any(kind != "value" for kind, _ in base) or re.search('"reject"|"error"|"CORRUPT_BLOCK"', text):
            continue
        for field in fields_of(data):
            counts = table.setdefault(kind_of(field.path), Counter())
            for ofs, bit in bits_of(field):
                changed = data[:ofs] + bytes([data[ofs] ^ 1 << bit]) + data[ofs + 1 :]
                counts[word_for([ask(command, changed) for command in COMMANDS], base)] += 1
    return table


def our_answer(command: str, data: bytes) -> tuple[str, Any]:
    """Answer of our decoder, in this process."""
    try:
        if command == "log.scan":
            scan = scan_log(data)
            value, rejection = canonical_log_scan(scan), scan.rejection
        else:
            contents, end = read_contents(data)
            value, rejection = canonical_log_records(contents), end.rejection
    except Reject:
        return "reject", None
    except UnsupportedInput:
        return "unsupported", None
    except (LimitExceeded, MemoryError, RecursionError):
        return "limit", None
    except Exception:
        return "error", None
    return "value" if rejection is None else "reject", value


def answer_of(adapter: Adapter) -> Ask:
    """Answers of a running adapter."""

    def ask(command: str, data: bytes) -> tuple[str, Any]:
        answer = adapter.ask(command, data, {}, ms=5000, mib=512)
        return answer.answer, answer.value if answer.value is not None else answer.partial

    return ask


def as_text(tables: Mapping[str, Table]) -> str:
    """A line per kind of field: the flipped bits, then the number of each answer by implementation."""
    kinds = sorted({kind for table in tables.values() for kind in table})
    lines = [f"{'':28}{'':>9}" + "".join(f"  {name:^36}" for name in tables)]
    lines.append(
        f"{'field':28}{'flips':>9}" + ("  " + "".join(f"{label:>9}" for label in WORDS)) * len(tables)
    )
    for kind in kinds:
        counted = [table.get(kind, Counter()) for table in tables.values()]
        cells = ("  " + "".join(f"{counts[label] or '·':>9}" for label in WORDS) for counts in counted)
        lines.append(f"{kind:28}{max(counts.total() for counts in counted):>9}{''.join(cells)}")
    return "\n".join(lines)
