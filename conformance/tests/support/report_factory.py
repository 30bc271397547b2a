# SPDX-License-Identifier: Apache-2.0
"""Runs made up for the tests of reports: every verdict, every status, log bytes that look like log bytes."""

from __future__ import annotations

import base64
import hashlib
import json
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

MAGIC = b"#HUDI#"
HOST = {"os": "linux", "python": "3.11"}
JAVA = {"language": "java", "commands": ["log.scan", "log.records"], "features": ["content.avro"]}


def block(content: bytes, instant: str = "20260101000000000") -> bytes:
    """A data block with one header, so that dumps of it look like the real thing."""
    header = b"\0\0\0\1" + b"\0\0\0\1" + len(instant).to_bytes(4) + instant.encode()
    body = b"\0\0\0\1" + b"\0\0\0\3" + header + len(content).to_bytes(8) + content + b"\0\0\0\0"
    size = len(body) + 8
    return MAGIC + size.to_bytes(8) + body + (size + 6).to_bytes(8)


BASE = block(b"\0\0\0\3" + bytes(range(40))) * 3


def implementation(name: str, version: str = "1.0", **hello: Any) -> dict[str, Any]:
    said = {
        "protocol": 1,
        "name": name,
        "version": version,
        "language": "python",
        "commands": ["log.scan"],
        **hello,
    }
    return {"event": "implementation", "name": name, "hello": said, "start_ms": 12.5}


def case(case_id: str, req: Sequence[str], raw: bytes | None = BASE, **more: Any) -> dict[str, Any]:
    surface, topic, slug = case_id.split("/")
    given: dict[str, Any] = {"base": "log/three_avro.log", "edit": []}
    if raw is not None:
        given |= {"sha256": hashlib.sha256(raw).hexdigest(), "len": str(len(raw))}
        if len(raw) <= 8192:
            given["b64"] = base64.b64encode(raw).decode()
    given |= more.pop("input", {})
    return {
        "event": "case",
        "id": case_id,
        "title": slug.replace("-", " ").capitalize(),
        "surface": surface,
        "topic": topic,
        "cmd": "log.scan",
        "req": list(req),
        "level": "MUST",
        "expect": {"kind": "blocks", "blocks": ["=0", "=1", "=2"]},
        "input": given,
        "args": {},
        "bug": None,
        "note": None,
        **more,
    }


def result(
    who: str, case_id: str, verdict: str = "pass", status: str | None = None, **more: Any
) -> dict[str, Any]:
    answers = {
        "rejects-valid": "reject",
        "wrong-reason": "reject",
        "pass-weak": "reject",
        "error": "error",
        "crash": "crash",
        "hang": "hang",
        "garbled": "garbled",
        "limit": "limit",
        "unsupported": "unsupported",
    }
    kept = verdict if verdict in {"pass", "pass-weak", "unsupported", "open"} else "new"
    return {
        "event": "result",
        "implementation": who,
        "case": case_id,
        "answer": answers.get(verdict, "value"),
        "code": None,
        "at": None,
        "message": None,
        "verdict": verdict,
        "status": status or kept,
        "reason": None,
        "detail": None,
        "ms": 1.25,
        **({"layer": "misread"} if (status or kept) in {"known", "new"} else {}),
        **more,
    }


def events(body: Iterable[dict[str, Any]], **header: Any) -> list[dict[str, Any]]:
    """A whole run around implementations, cases and results."""
    rows = list(body)
    counts: dict[str, Counter[str]] = {}
    for row in rows:
        if row["event"] == "result":
            counts.setdefault(row["implementation"], Counter())[row["status"]] += 1
    bad = any(count["new"] + count["stale"] for count in counts.values())
    first = {
        "event": "header",
        "schema": 1,
        "suite": {"version": "0.1.0", "cases_digest": "ab" * 32},
        "command_line": ["hudi-conformance", "run"],
        "started": "2026-11-21T03:14:10Z",
        "host": HOST,
        "profile": "core",
        **header,
    }
    last = {"event": "footer", "counts": counts, "exit": int(bad), "seconds": 4.5}
    return [first, *rows, last]


def write(path: Path, rows: Iterable[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def small() -> list[dict[str, Any]]:
    """Two implementations, one that is left out, and one result of every status."""
    edited = BASE[:14] + b"\0\0\0\2" + BASE[18:]
    cut = BASE[:-5]
    ids = {
        "whole": "log/framing/three-blocks",
        "version": "log/framing/format-version-two",
        "tail": "log/recovery/cut-tail",
        "weak": "log/framing/bad-magic",
        "open": "log/map/duplicate-key",
        "hfile": "log/content/hfile-block",
        "name": "name/log/file-version-zero",
    }
    nasty = 'java.lang.IllegalStateException: <b>|`x`</b>\x1b[31m & "more"'
    return events(
        [
            implementation("kaitai-python", "0.1.0"),
            implementation("hudi-java-1.2.1", "1.2.1", **JAVA),
            {"event": "absent", "name": "kaitai-java", "reason": "no Java runtime | none at all"},
            case(ids["whole"], ["log.block.magic", "log.block.size"]),
            case(
                ids["version"],
                ["log.block.format-version"],
                edited,
                expect={"kind": "reject", "reject": ["bad-version"], "at": "14", "blocks": []},
                input={"edit": [{"op": "set", "at": "blocks[0].format_version", "value": 2}]},
                bug={
                    "class": "KNOWN_BUG",
                    "effect": "reads a later format as this one",
                    "seen": ["apache/hudi#1332"],
                },
            ),
            case(
                ids["tail"],
                ["log.recovery.corrupt-check", "log.block.size"],
                cut,
                input={"edit": [{"op": "truncate", "at": "$end-5"}]},
                expect={"kind": "blocks", "blocks": ["=0", "=1", "corrupt $2..$end"]},
            ),
            case(
                ids["weak"],
                ["log.recovery.bad-magic"],
                b"X" + BASE[1:],
                level="SHOULD",
                expect={"kind": "reject", "reject": ["bad-magic"]},
                input={"edit": [{"op": "xor", "at": "@0+1", "hex": "7b"}]},
            ),
            case(
                ids["open"],
                ["log.map.duplicate-key"],
                expect={"kind": "open", "open": "duplicate-header-keys"},
            ),
            case(
                ids["hfile"], ["log.hfile.form"], None, note="The content is longer than what events carry."
            ),
            case(
                ids["name"],
                ["name.log.first-version"],
                None,
                cmd="name.parse",
                args={"name": ".a_1.log.0_1-0-1"},
                input={"base": None},
                expect={"kind": "any", "any": [{"value": {}}, {"reject": ["bad-value"]}]},
            ),
            result("kaitai-python", ids["whole"]),
            result("hudi-java-1.2.1", ids["whole"]),
            result("kaitai-python", ids["version"], answer="reject", code="bad-version", at="14"),
            result(
                "hudi-java-1.2.1",
                ids["version"],
                "accepts-invalid",
                "known",
                reason="versions above 1 are read as 1",
            ),
            result("kaitai-python", ids["tail"]),
            result(
                "hudi-java-1.2.1",
                ids["tail"],
                "wrong-value",
                message=nasty,
                detail={"path": "$.blocks[2].kind", "expected": "CORRUPT_BLOCK", "got": "AVRO_DATA_BLOCK"},
            ),
            result("kaitai-python", ids["weak"], answer="reject", code="bad-magic", at="0"),
            result("hudi-java-1.2.1", ids["weak"], "pass-weak", code="unspecified"),
            result("kaitai-python", ids["open"], "open"),
            result("hudi-java-1.2.1", ids["open"], "open", answer="reject", code="duplicate"),
            result("kaitai-python", ids["hfile"]),
            result("hudi-java-1.2.1", ids["hfile"], "unsupported", message="content.hfile"),
            result("kaitai-python", ids["name"]),
            result("hudi-java-1.2.1", ids["name"], "pass", "stale", reason="version zero is refused"),
        ]
    )


REQUIREMENTS = [
    f"log.{area}.{rule}"
    for area, rules in {
        "block": "magic size trailing-length format-version type parts-fill-size content-length",
        "map": "form duplicate-key count-bounds length-bounds",
        "header": "key instant-time schema-json",
        "avro": "count record-length padding datum",
        "delete": "version length kryo-keys",
        "cdc": "form file",
        "command": "type",
        "hfile": "order key-restore",
        "parquet": "form",
        "positions": "form ignore",
        "recovery": "short-tail bad-magic corrupt-check resync corrupt-span salvage",
    }.items()
    for rule in rules.split()
]
WHO = ("kaitai-python", "kaitai-java", "hudi-java-1.2.1", "hudi-java-0.15.0")


def large(num_cases: int = 400, seed: int = 7) -> list[dict[str, Any]]:
    """A run of realistic size and mix, the same for the same seed."""
    dice = random.Random(seed)
    body: list[dict[str, Any]] = [implementation(WHO[0], "0.1.0"), implementation(WHO[1], "0.1.0", **JAVA)]
    body += [implementation(WHO[2], "1.2.1", **JAVA), implementation(WHO[3], "0.15.0", **JAVA)]
    body.append(
        {
            "event": "absent",
            "name": "reference-writer",
            "reason": "answers log.write only, and no such case was chosen",
        }
    )
    body.append(case("log/framing/base", ["log.block.magic"]))
    body += [result(who, "log/framing/base") for who in WHO]
    words = [
        "length",
        "plus",
        "one",
        "zero",
        "negative",
        "count",
        "huge",
        "header",
        "value",
        "cut",
        "before",
        "twin",
        "of",
        "last",
        "first",
        "block",
        "record",
    ]
    for number in range(num_cases - 1):
        rule = REQUIREMENTS[number % len(REQUIREMENTS)]
        topic = rule.split(".")[1]
        case_id = f"log/{topic}/{'-'.join(dice.sample(words, 4))}-{number}"
        body += _one(dice, case_id, rule, topic)
    return events(body)


def _one(dice: random.Random, case_id: str, rule: str, topic: str) -> list[dict[str, Any]]:
    ofs = dice.randrange(0, len(BASE) - 8)
    edit, raw = dice.choice(
        [
            (
                {"op": "set", "at": f"blocks[{dice.randrange(3)}].len_block", "value": 0},
                BASE[:ofs] + bytes(8) + BASE[ofs + 8 :],
            ),
            ({"op": "truncate", "at": f"@{ofs}"}, BASE[:ofs]),
            ({"op": "insert", "at": f"@{ofs}", "hex": "ff ff"}, BASE[:ofs] + b"\xff\xff" + BASE[ofs:]),
            ({"op": "append", "hex": "00", "repeat": 4096}, BASE + bytes(4096)),
        ]
    )
    rejects = dice.random() < 0.4
    expect = (
        {"kind": "reject", "reject": ["length-mismatch"], "at": str(ofs), "blocks": ["=0"]}
        if rejects
        else {"kind": "blocks", "blocks": ["=0", f"corrupt $1..{ofs}"]}
    )
    is_open = dice.random() < 0.02
    if is_open:
        expect = {
            "kind": "open",
            "open": dice.choice(["object-store-tail", "duplicate-header-keys", "footer-ordinals"]),
        }
    bug = None
    if dice.random() < 0.06:
        number, effect = dice.choice(
            [
                (1332, "a whole valid block is skipped"),
                (4015, "complete blocks after damage are lost"),
                (416, "a magic inside of damage is taken for a block"),
            ]
        )
        bug = {"class": "KNOWN_BUG", "effect": effect, "seen": [f"apache/hudi#{number}"]}
    rows = [
        case(
            case_id,
            [rule, *dice.sample(REQUIREMENTS, dice.randrange(0, 2))],
            raw,
            expect=expect,
            bug=bug,
            input={"edit": [edit]},
            level=dice.choice(["MUST"] * 7 + ["SHOULD"]),
        )
    ]
    for who in WHO:
        refused = {"answer": "reject", "code": "length-mismatch", "at": str(ofs)} if rejects else {}
        if is_open:
            rows.append(
                result(who, case_id, "open", **dice.choice([{}, {"answer": "reject", "code": "duplicate"}]))
            )
        elif who.startswith("kaitai"):
            rows.append(result(who, case_id, **refused))
        elif topic in {"hfile", "parquet", "cdc"} and who.endswith("0.15.0"):
            rows.append(result(who, case_id, "unsupported", message=f"content.{topic}"))
        elif dice.random() < 0.13:
            verdict = dice.choice(
                ["wrong-value", "accepts-invalid", "error", "rejects-valid", "crash", "hang"]
            )
            rows.append(
                result(
                    who,
                    case_id,
                    verdict,
                    "new" if dice.random() < 0.04 else "known",
                    reason=dice.choice(
                        [
                            "the reader believes a length before it compares it with the file",
                            "a header that is not UTF-8 is replaced silently",
                            "counts are used to allocate before any check",
                        ]
                    ),
                    message="java.io.EOFException: Attempted to read past the end of the file",
                    detail={
                        "path": "$.blocks[1]",
                        "expected": {"kind": "CORRUPT_BLOCK", "ofs": "96", "len": "96"},
                        "got": {
                            "kind": "AVRO_DATA_BLOCK",
                            "ofs": "96",
                            "len": "96",
                            "header": {"INSTANT_TIME": "20260101000000000"},
                        },
                    },
                )
            )
        else:
            rows.append(
                result(who, case_id, "pass-weak" if rejects and dice.random() < 0.7 else "pass", **refused)
            )
    return rows
