# SPDX-License-Identifier: Apache-2.0
"""What an audit says beside a finding, for mutants drawn by chance.

drawn:unit-NAME    next steps by a model that reads `next_steps.toml` itself, writers by one that reads
                   `written.toml`, signatures by the files that they look for
"""

from __future__ import annotations

import io
import random
import re
import shlex
import tempfile
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import fastavro
from chance_asked import Failure, imported
from chance_units import unit
from hudi_conformance import resources
from hudi_conformance.defects.model import load_defects
from hudi_conformance.look.text import releases_in_words
from hudi_conformance.specification.requirements import load

_PACKAGE = resources.data_root() / "conformance" / "hudi_conformance"
SEVERITIES = ("error", "warning", "info")
_PATHS = (
    "/t/f", "/t/p/x.parquet", "/t/p/x.orc", "/t/a b.log", "/t/.f_1.log.1_0-1-2", "/t/x.hfile", "/t/log.log.x",
    "/t/.hoodie/metadata/files/x.hfile", "/t/.hoodie/1.commit", "/t/.hoodie/timeline/1_2.deltacommit",
    "/t/.hoodie", "/t/.hoodie/1.replacecommit", "/t/.hoodie/1.clean", "/t/it's/.hoodie/a/.hoodie/b",
    "/t\n/x.log",
)  # fmt: skip


def row_of(path: str = "/t/f", code: str = "bad-value", rule: str | None = "a.b", **more: Any) -> Any:
    values = {"surface": "log", "verdict": "damage", "message": "m", **more}
    return imported("audit.findings").FindingRow(path, code=code, requirement=rule, **values)


# --- next steps ------------------------------------------------------------------------------------------


@cache
def _next() -> list[dict[str, Any]]:
    text = (_PACKAGE / "audit" / "next_steps.toml").read_text("utf-8")
    return list(tomllib.loads(text)["next"])


@cache
def _in_words(ident: str) -> str:
    [defect] = [one for one in load_defects(resources.defects_dir()) if one.id == ident]
    return f"{defect.title} ({releases_in_words(defect.implementations)})"


def _fits(entry: Mapping[str, Any], row: Any) -> bool:
    rule = f"{row.requirement}."
    if "rules" in entry and not any(rule.startswith(f"{name}.") for name in entry["rules"]):
        return False
    if row.code not in entry.get("codes", [row.code]) or row.verdict not in entry.get(
        "verdicts", [row.verdict]
    ):
        return False
    return "path" not in entry or re.fullmatch(entry["path"], row.path, re.DOTALL) is not None


def _command(step: str | None, row: Any) -> str:
    name = row.path.split("/")[-1]
    inspect = f"hudi-conformance inspect {shlex.quote(row.path)}"
    if row.block is not None:
        inspect += f" --block {row.block}"
    if name.split(".")[-1] in {"parquet", "orc"}:
        inspect = ""
    if step == "salvage" and (row.surface in {"log", "hfile"} or ".log." in name or name.endswith(".hfile")):
        return f"hudi-conformance salvage {shlex.quote(row.path)} --out DIR"
    folders = row.path.split("/")
    if step == "rollback" and row.instant is not None and ".hoodie" in folders:
        table = "/".join(folders[: folders.index(".hoodie")])
        return (
            f"or roll back {row.instant}, if nothing after it has to be kept: "
            f"CALL rollback_to_instant(table => {table!r}, instant_time => {row.instant!r})"
        )
    is_commit = name.split(".")[-1] in {"commit", "deltacommit", "replacecommit"} and "." in name
    if step == "withdraw" and row.instant is not None and is_commit:
        return f"or delete it, if nothing after it has to be kept: {row.instant} is pending then, and"
    return inspect if step is not None else ""


def _advised(row: Any) -> tuple[str, str, list[str]]:
    """What is lost, who reads, and the steps, the last one by its beginning."""
    entry = next((entry for entry in _next() if _fits(entry, row)), None)
    if entry is None:
        steps = ["", _command("inspect", row)]
        return "unknown", "", [step for step in steps if step]
    reads = [entry.get("reads", ""), *map(_in_words, entry.get("defects", ()))]
    steps = [entry.get("advice", ""), _command(entry.get("step"), row)]
    return entry["lost"], "; ".join(filter(None, reads)), [step for step in steps if step]


def _step_rows() -> Iterator[Any]:
    """A row or more for each entry, and drawn ones."""
    chance = random.Random("next steps")
    rules = sorted(load(resources.spec_dir()).requirements)
    entries = _next()
    for turn in range(1200):
        entry = entries[turn % len(entries)]
        names = entry.get("rules", [None])
        rule = chance.choice(names)
        below = [one for one in rules if rule and one.startswith(f"{rule}.")]
        rule = chance.choice([*below, rule, f"{rule}x" if chance.random() < 0.2 else rule])
        if chance.random() < 0.1:
            rule = chance.choice([None, "", "no.rule"])
        yield row_of(
            chance.choice(_PATHS),
            chance.choice([*entry.get("codes", ()), "bad-reference", "x"]),
            rule,
            verdict=chance.choice([*entry.get("verdicts", []) * 2, "damage", "violation"]),
            surface=chance.choice(["log", "hfile", "table", "timeline"]),
            block=chance.choice([None, 0, 3]),
            instant=chance.choice([None, "20260101000000000"]),
        )  # fmt: skip


@unit("next-steps")
def _() -> Failure:
    """What is lost, who reads it and what to do, by the first entry that fits."""
    steps = imported("audit.next_steps")
    for row in _step_rows():
        step = steps.next_step(row)
        lost, reads, commands = _advised(row)
        if (step.lost, step.reads, len(step.steps)) != (lost, reads, len(commands)):
            return f"{row}: {step}, expected {lost!r}, {reads!r}, {commands}"
        if not all(map(str.startswith, step.steps, commands)) or step.steps[:-1] != tuple(commands[:-1]):
            return f"{row}: {step.steps}, expected {commands}"
        parts = [f"lost: {lost}", *([f"readers: {reads}"] if reads else []), *step.steps]
        if step.text != "; ".join(parts):
            return f"{row}: {step.text!r}"
    if steps.NextStep("a", "", ("", "b")).text != "lost: a; b":
        return "an empty step is shown"
    return None


@unit("next-entries")
def _() -> Failure:
    """Conditions of an entry, each alone: one that is empty always holds."""
    entry = imported("audit.next_steps").Entry
    for made, row, fits in (
        (entry("x"), row_of(), True),
        (entry("x"), row_of(rule=None), True),
        (entry("x", rules=("a",)), row_of(), True),
        (entry("x", rules=("a.b",)), row_of(), True),
        (entry("x", rules=("c", "a")), row_of(), True),
        (entry("x", rules=("a.b.c",)), row_of(), False),
        (entry("x", rules=("a",)), row_of(rule="ab"), False),
        (entry("x", rules=("a",)), row_of(rule=None), False),
        (entry("x", codes=("bad-value",)), row_of(), True),
        (entry("x", codes=("io",)), row_of(), False),
        (entry("x", verdicts=("damage",)), row_of(), True),
        (entry("x", verdicts=("note",)), row_of(), False),
        (entry("x", path="/t/."), row_of(), True),
        (entry("x", path="/t/"), row_of(), False),
        (entry("x", path="t/f"), row_of(), False),
        (entry("x", path="/.*"), row_of("/t\n/f"), True),
        (entry("x", ("a",), ("bad-value",), ("damage",), "/.*"), row_of(), True),
        (entry("x", ("a",), ("io",), ("damage",), "/.*"), row_of(), False),
        (entry("x", ("a",), ("bad-value",), ("note",), "/.*"), row_of(), False),
        (entry("x", ("a",), ("bad-value",), ("damage",), "/u"), row_of(), False),
        (entry("x", ("b",), ("bad-value",), ("damage",), "/.*"), row_of(), False),
    ):
        if made.fits(row) is not fits:
            return f"{made} and {row}"
    return None


@unit("next-commands")
def _() -> Failure:
    """Each step by itself: the command for a row, of paths with and without blocks, tables and instants."""
    steps = imported("audit.next_steps").STEPS
    if set(steps) != {"inspect", "salvage", "rollback", "withdraw"}:
        return f"{sorted(steps)}"
    for path in _PATHS:
        for surface in ("log", "hfile", "table"):
            for block in (None, 0, 2):
                for instant in (None, "1"):
                    row = row_of(path, surface=surface, block=block, instant=instant)
                    for name, step in steps.items():
                        text, expected = step(row), _command(name, row)
                        is_right = text.startswith(expected) if name == "withdraw" else text == expected
                        if not is_right or bool(text) is not bool(expected):
                            return f"{name} of {row}: {text!r}, expected {expected!r}"
    return None


# --- what released writers write -------------------------------------------------------------------------


@cache
def _written() -> list[dict[str, Any]]:
    text = (resources.defects_dir() / "written.toml").read_text("utf-8")
    return list(tomllib.loads(text)["written"])


def _zero_block() -> bytes:
    """An HFile block of 20 bytes with 8 bytes of checksums, all zero."""
    return (
        b"DATABLK*"
        + (28).to_bytes(4, "big")
        + bytes(17)
        + (53).to_bytes(4, "big")
        + bytes(range(1, 21))
        + bytes(8)
    )


_MESSAGES = {
    "left-of-rollback": "x of y, which was rolled back",
    "bare-datum": "the plan is a bare datum and no Avro container of it",
    "definition-left": "index 'x' is defined and not announced by it",
}


def _written_paths(place: Path, entry: Mapping[str, Any]) -> tuple[str, bytes | None]:
    """A path that fits an entry, with what its signature looks for, and the file as it is open."""
    signature = entry.get("signature")
    root = place / entry["id"]
    match signature:
        case "depth-from-data-table":
            path = root / ".hoodie/metadata/files/.hoodie_partition_metadata"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("partitionDepth=3\n")
            return str(path), None
        case "one-file-group-filled":
            path = root / ".hoodie/metadata/record_index/rec-0000-0_0-1-2_00000000000000001.hfile"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch()
            (path.parent / ".rec-0001-0_00000000000000001.log.1_0-1-2").touch()
            return str(path), None
        case "rollback-unwritten":
            hidden = root / ".hoodie"
            (hidden / "timeline").mkdir(parents=True, exist_ok=True)
            (hidden / "timeline" / "3_4.rollback").write_bytes(_rollback("1"))
            return str(root / "p" / "f_0-1-2_1.parquet"), None
        case "zero-checksum-words":
            return "/t/x.hfile", _zero_block()
        case _ if "index_defs" in entry.get("path", ""):
            return "/t/.hoodie/.index_defs/index.json", None
        case _ if "heartbeat" in entry.get("path", ""):
            return "/t/.hoodie/metadata/.hoodie/.heartbeat/123", None
        case _ if "metadata" in entry.get("path", ""):
            return "/t/.hoodie/metadata/files/x\n.hfile", None
        case _:
            return "/t/x", None


def _rollback(*times: str, name: str = "commitsRollback") -> bytes:
    """Metadata of a rollback of these instants, as much of it as is looked at."""
    schema = {
        "type": "record", "name": "HoodieRollbackMetadata",
        "fields": [{"name": name, "type": {"type": "array", "items": "string"}}],
    }  # fmt: skip
    out = io.BytesIO()
    fastavro.writer(out, fastavro.parse_schema(schema), [{name: list(times)}])
    return out.getvalue()


@unit("written-rows")
def _() -> Failure:
    """What a released writer writes is told with writer, harm and the milder severity; all else as it is."""
    known = imported("audit.known")
    with tempfile.TemporaryDirectory() as place:
        for entry in _written():
            path, buffer = _written_paths(Path(place), entry)
            message = _MESSAGES.get(entry.get("signature", ""), "message")
            suffix = f"; written by {entry['writers']}; harms: {entry['harms']} [{entry['id']}]"
            code = entry.get("codes", ["x"])[0]
            for severity in SEVERITIES:
                row = row_of(path, code, entry["requirement"], severity=severity, message=message, ofs=0)
                milder = max(severity, entry["severity"], key=SEVERITIES.index)
                expected = replace(row, severity=milder, message=(message + suffix))
                found = known.explained(row, buffer)
                if found != expected:
                    return f"{entry['id']}: {found}, expected {expected}"
                if known.explained(found, buffer) != found:
                    return f"{entry['id']} is told twice"
            for other in (
                replace(row, requirement="a.b"),
                replace(row, requirement=None),
                *([replace(row, code="other")] if "codes" in entry else []),
                *([replace(row, path="/u/x")] if "path" in entry else []),
                *([replace(row, message="m")] if message != "message" else []),
            ):
                if known.explained(other, buffer) != other:
                    return f"{entry['id']}: {other} is told as its"
            if buffer is not None and known.explained(row, None) != row:
                return f"{entry['id']} without the file"
            if "signature" not in entry or buffer is not None:
                long = known.explained(replace(row, message="m" * 600), buffer).message
                if long != "m" * (500 - len(suffix)) + suffix:
                    return f"{entry['id']}: a long message is {long}"
    return None


@unit("written-groups")
def _() -> Failure:
    """Of several file groups the row's alone has a base file of the first instant."""
    known, first = imported("audit.known"), "00000000000000001"
    base, other = f"a-0000-0_0-1-2_{first}.hfile", f"a-0001-0_0-1-2_{first}.hfile"
    log = ".a-0001-0_20260101000000000.log.1_0-1-2"
    for names, row, is_known in (
        ([base, log], base, True),
        ([base, log], ".a-0000-0_20260101000000000.log.1_0-1-2", True),
        ([base, log], log, False),
        ([base], base, False),
        ([base, other], base, False),
        ([base, other, ".a-0002-0_2.log.1"], base, False),
        ([log, ".a-0000-0_2.log.1"], log, False),
        ([], base, False),
        ([base.replace("00000000000000001", "20260101000000000"), log], base, False),
        ([base, "a-0000-0_0-1-2_20260101000000000.hfile"], base, False),
        ([base, "a-0001-0_0-1-2_20260101000000000.hfile"], base, True),
        ([base, "x.txt"], base, False),
        ([base, log, "a-0002-0_0-1-2_20260101000000000.hfile"], base, True),
    ):  # fmt: skip
        with tempfile.TemporaryDirectory() as place:
            for name in names:
                (Path(place) / name).touch()
            if known._is_one_file_group_filled(row_of(f"{place}/{row}"), None) is not is_known:
                return f"{row} of {names}"
    if known._is_one_file_group_filled(row_of("/no/such/folder/x"), None):
        return "a folder that is gone"
    return None


@unit("written-rollbacks")
def _() -> Failure:
    """A rollback undid the file's instant, and the metadata table has no instant of it."""
    known, instant = imported("audit.known"), "20260101000000000"
    new, old = ("timeline/20260102_20260103.rollback", "20260102.rollback")
    own, own_old = (
        "metadata/.hoodie/timeline/20260102_20260104.deltacommit",
        "metadata/.hoodie/20260102.deltacommit",
    )
    undone, empty = _rollback("5", instant), _rollback("5")
    for name, files, is_known in (
        ("of layout 2", {new: undone}, True),
        ("of layout 1", {old: undone}, True),
        ("of another instant", {new: empty}, False),
        ("of nothing", {}, False),
        ("written", {new: undone, own: b""}, False),
        ("written, of layout 1", {old: undone, own_old: b""}, False),
        ("written elsewhere", {new: undone, own_old: b""}, True),
        ("another is written", {new: undone, own.replace("02", "05", 1): b""}, True),
        (
            "by its completion",
            {new: undone, own.replace("20260102_20260104", "20260103_20260104"): b""},
            True,
        ),
        ("one is not written", {new: undone, old: empty, own_old: b""}, True),
        ("pending", {"timeline/20260102.rollback.inflight": undone}, False),
        ("damaged", {new: undone[:-3]}, False),
        ("without a list", {new: _rollback(instant, name="other")}, False),
        ("empty", {new: b""}, False),
    ):
        with tempfile.TemporaryDirectory() as place:
            for path, data in {"x": b"", **files}.items():
                (Path(place) / ".hoodie" / path).parent.mkdir(parents=True, exist_ok=True)
                (Path(place) / ".hoodie" / path).write_bytes(data)
            row = row_of(f"{place}/p/q/f_0-1-2_{instant}.parquet")
            if known._is_rollback_unwritten(row, None) is not is_known:
                return f"a rollback {name}"
            if known._is_rollback_unwritten(replace(row, path=f"{place}/p/x_y.parquet"), None):
                return f"a rollback {name} of no instant"
    if known._is_rollback_unwritten(row_of(f"/no/such/f_0-1-2_{instant}.parquet"), None):
        return "no table"
    return None
