# SPDX-License-Identifier: Apache-2.0
"""Cases, fixtures and an adapter made up for the tests of the suite."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

from hudi_conformance import edits
from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.suite import inputs, manifest
from hudi_conformance.suite.expectation import Expectation

MAGIC = b"#HUDI#"


def text(value: str) -> bytes:
    return struct.pack(">i", len(value)) + value.encode()


def block(content: bytes, kind: int = 3, instant: str = "20260101000000000") -> bytes:
    """One block with the header INSTANT_TIME."""
    body = struct.pack(">iii", 1, kind, 1) + struct.pack(">i", 0) + text(instant)
    body += struct.pack(">q", len(content)) + content + bytes(4)
    size = len(body) + 8
    return MAGIC + struct.pack(">q", size) + body + struct.pack(">q", size + 6)


def log_file(*contents: bytes) -> bytes:
    return b"".join(block(content, instant=f"2026010100000000{n}") for n, content in enumerate(contents))


def scan_of(data: bytes, contents: list[bytes]) -> dict[str, Any]:
    """Expected view of `log_file(*contents)`, worked out by hand."""
    blocks, ofs = [], 0
    for number, content in enumerate(contents):
        size = 14 + 12 + 4 + 4 + 17 + 8 + len(content) + 4 + 8
        at = ofs + 14 + 12 + 4 + 4 + 17 + 8
        blocks.append(
            {
                "kind": "AVRO_DATA_BLOCK",
                "ofs": str(ofs),
                "len": str(size),
                "format_version": 1,
                "header": {"INSTANT_TIME": f"2026010100000000{number}"},
                "content": {"ofs": str(at), "len": str(len(content))},
                "footer": {},
            }
        )
        ofs += size
    assert ofs == len(data)
    return {"blocks": blocks}


def fixtures(root: Path) -> inputs.Fixtures:
    """A folder with `log/two.log` (blocks of 10 and 20 bytes of content) and its views."""
    contents = [bytes(10), b"\x01" * 20]
    data = log_file(*contents)
    (root / "log").mkdir(parents=True)
    (root / "log/two.log").write_bytes(data)
    scan = scan_of(data, contents)
    (root / "log/two.scan.json").write_text(canonical_json.pretty(scan), encoding="utf-8")
    records = {
        "blocks": [
            {"kind": "AVRO_DATA_BLOCK", "ofs": scan["blocks"][n]["ofs"], "records": [{"a": n}, {"a": -n}]}
            for n in range(2)
        ]
    }
    (root / "log/two.records.json").write_text(canonical_json.pretty(records), encoding="utf-8")
    return inputs.Fixtures(root)


def manifest_text(*cases: str, surface: str = "log", topic: str = "test") -> str:
    head = f'surface = "{surface}"\ntopic = "{topic}"\nabout = "Made up."\n'
    return head + "".join(f"[[case]]\n{case}\n" for case in cases)


def case_text(slug: str = "one", **other: str) -> str:
    """One case as TOML; values are TOML, None as text leaves a key out."""
    keys = {
        "id": f'"log/test/{slug}"',
        "title": '"A case"',
        "req": '["log.block.magic"]',
        "cmd": '"log.scan"',
        "base": '"log/two.log"',
        "edit": "[]",
        "expect": '{ blocks = ["=0", "=1"] }',
        **other,
    }
    return "\n".join(f"{key} = {value}" for key, value in keys.items() if value != "None")


def one(root: inputs.Fixtures, **other: str) -> inputs.Prepared:
    cases, problems = manifest.parse_manifest(manifest_text(case_text(**other)), "test.toml")
    assert problems == [], problems
    return inputs.prepare(cases[0], root, edits)


def expect(root: inputs.Fixtures, expectation: str, **other: str) -> Expectation:
    return one(root, expect=expectation, **other).expectation
