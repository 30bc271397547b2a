# SPDX-License-Identifier: Apache-2.0
"""Archives that are put together byte by byte, for mutants drawn by chance.

drawn:archive-NAME         findings in an archive with one wrong part
drawn:archive-list         archived instants, each state once, in their order
"""

from __future__ import annotations

import json
import struct
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chance_asked import Asked, Failure, imported
from chance_near import refusal_of
from chance_near_files import zigzag

if TYPE_CHECKING:
    from chance_questions import World


def near_archive_questions() -> Iterator[Asked]:
    """All of them."""
    for name, (parts, expected) in _ARCHIVES.items():
        yield f"drawn:archive-{name}", f"{expected}", partial(_archive_fault, parts, expected)
    yield "drawn:archive-list", "", _list_fault


_NOTHING = {"type": "record", "name": "m", "fields": []}
_KINDS = ("hoodieCommitMetadata", "hoodieCleanMetadata", "hoodieSavePointMetadata", "hoodieCompactionPlan")
_SCHEMA = json.dumps({
    "type": "record", "name": "HoodieArchivedMetaEntry", "fields": [
        *({"name": name, "type": ["null", "string"]} for name in ("commitTime", "actionType", "actionState")),
        *({"name": name, "type": ["null", {**_NOTHING, "name": name[0].upper() + name[1:]}]}
          for name in _KINDS)],
}).encode()  # fmt: skip
_NAME = ".commits_.archive.1_1-0-1"


def _entry(time: str | None, action: str | None, state: str | None, *kinds: str) -> bytes:
    texts = (
        b"\0" if text is None else b"\2" + zigzag(len(text)) + text.encode() for text in (time, action, state)
    )
    return b"".join(texts) + b"".join(b"\2" if name in kinds else b"\0" for name in _KINDS)


_GOOD = _entry("1", "commit", "COMPLETED", "hoodieCommitMetadata")


def _block(
    records: list[bytes],
    *,
    kind: int = 3,
    header: dict[int, bytes] | None = None,
    footer: dict[int, bytes] | None = None,
    rest: bytes = b"",
    num: int | None = None,
) -> bytes:
    """A block of a log file [log.block.frame]."""

    def mapped(entries: dict[int, bytes]) -> bytes:
        raws = [struct.pack(">ii", key, len(value)) + value for key, value in entries.items()]
        return struct.pack(">i", len(raws)) + b"".join(raws)

    content = struct.pack(">ii", 3, len(records) if num is None else num)
    content += b"".join(struct.pack(">i", len(one)) + one for one in records) + rest
    body = struct.pack(">ii", 1, kind) + mapped({2: _SCHEMA} if header is None else header)
    body += struct.pack(">q", len(content)) + content + mapped(footer or {})
    size = len(body) + 8
    return b"#HUDI#" + struct.pack(">q", size) + body + struct.pack(">q", size + 6)


# Offsets in a block: its type, its header, where its content begins, how long what is behind it is.
_AT_TYPE, _AT_HEADER = 18, 22
_AT_CONTENT = _AT_HEADER + 4 + 8 + len(_SCHEMA) + 8
_ONE = _block([_GOOD])
Found = tuple[str, str, str, int | None]
_FILE = f".hoodie/archived/{_NAME}"
_PLAN = ".hoodie/archived/mergeArchivePlan"
_ARCHIVES: dict[str, tuple[dict[str, bytes], tuple[Found, ...]]] = {}


def _archive(name: str, data: bytes | dict[str, bytes], *expected: tuple[Any, ...]) -> None:
    """Findings by rule, code and place in the archive, or by path, too."""
    files = {_FILE: data} if isinstance(data, bytes) else data
    told = tuple(one if len(one) == 4 else (_FILE, f"archive.{one[0]}", *one[1:]) for one in expected)
    _ARCHIVES[name] = files, told


_archive("plain", _ONE + _ONE)
_archive("nothing", b"")
for _before in (b"", _ONE):
    _ofs, _tag = len(_before), "second" if _before else "first"
    _head = _ofs + _AT_CONTENT + 8
    _archive(f"{_tag}-datum", _before + _block([_GOOD, b"\6"]),
             (_FILE, "log.avro.datum", "schema-mismatch", _head + 4 + len(_GOOD) + 4))  # fmt: skip
    _archive(f"{_tag}-count", _before + _block([_GOOD], num=2),
             (_FILE, "log.avro.count", "truncated", _head + 4 + len(_GOOD)))  # fmt: skip
    _archive(f"{_tag}-rest", _before + _block([_GOOD], rest=b"abc"),
             ("block.content-length", "length-mismatch", _head + 4 + len(_GOOD)))  # fmt: skip
    _archive(f"{_tag}-foreign", _before + _block([], kind=1), ("block.foreign", "bad-type", _ofs + _AT_TYPE))
    _archive(f"{_tag}-header", _before + _block([_GOOD], header={2: _SCHEMA, 0: b"1"}),
             ("block.form", "bad-value", _ofs + _AT_HEADER))  # fmt: skip
    _archive(f"{_tag}-no-header", _before + _block([_GOOD], header={}),
             ("block.form", "bad-value", _ofs + _AT_HEADER),
             (_FILE, "log.header.schema", "missing-field", _ofs + _AT_HEADER))  # fmt: skip
    _archive(f"{_tag}-footer", _before + _block([_GOOD], footer={0: b"x"}),
             ("block.form", "trailing-bytes", _head + 4 + len(_GOOD)))  # fmt: skip
    for _number, (_record, _told) in enumerate((
        (_entry(None, "commit", None), "missing-field"), (_entry("1", None, None), "missing-field"),
        (_entry("1", "commit", "DONE"), "bad-value"), (_entry("", "commit", ""), "bad-value"),
    )):  # fmt: skip
        _archive(f"{_tag}-entry-{_number}", _before + _block([_GOOD, _record]),
                 ("entry.required", _told, _ofs))  # fmt: skip
    for _number, (_record, _is_right) in enumerate((
        (_entry("1", "commit", None), True), (_entry("1", "clean", "COMPLETED", "hoodieCleanMetadata"), True),
        (_entry("1", "clean", "INFLIGHT", "hoodieCleanMetadata"), False),
        (_entry("1", "commit", "REQUESTED", "hoodieCommitMetadata"), True),
        (_entry("1", "savepoint", None, "hoodieSavePointMetadata"), True),
        (_entry("1", "clean", "COMPLETED", "hoodieCleanMetadata", "hoodieCommitMetadata"), False),
        (_entry("1", "commit", "COMPLETED", *_KINDS), False),
        (_entry("1", "compaction", "REQUESTED", "hoodieCompactionPlan"), True),
        (_entry("1", "compaction", "COMPLETED", "hoodieCompactionPlan"), False),
        (_entry("1", "commit", "REQUESTED", "hoodieCompactionPlan"), False),
    )):  # fmt: skip
        _archive(f"{_tag}-field-{_number}", _before + _block([_record]),
                 *[("entry.one-field", "bad-state", _ofs)] * (not _is_right))  # fmt: skip
    _archive(f"{_tag}-damaged", _before + _ONE[:-1] + b"\7",
             (_FILE, "archive.block.damaged", "length-mismatch", None))  # fmt: skip
_archive("folder-09", {f".hoodie/{_NAME}": _block([_GOOD], rest=b"a")},
         (f".hoodie/{_NAME}", "archive.file.folder-09", "bad-state", None),
         (f".hoodie/{_NAME}", "archive.block.content-length", "length-mismatch",
          _AT_CONTENT + 12 + len(_GOOD)))  # fmt: skip
_archive("plan-empty", {_PLAN: b""}, (_PLAN, "archive.merge.plan-file", "truncated", 0))
_archive("plan-text", {_PLAN: b"text"}, (_PLAN, "archive.merge.plan-file", "bad-magic", 0))
_archive("other-file", {".hoodie/archived/.commits_.archive.x": b"text", ".hoodie/archived/other": b"text"})
_PROPERTIES = b"hoodie.table.name=t\nhoodie.table.version=6\nhoodie.timeline.layout.version=1\n"


def _written(place: str, files: dict[str, bytes]) -> Path:
    root = Path(place)
    for path, data in {".hoodie/hoodie.properties": _PROPERTIES, **files}.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(data)
    (root / ".hoodie" / "archived").mkdir(exist_ok=True)
    return root


def _archive_fault(files: dict[str, bytes], expected: tuple[Found, ...], _: World) -> Failure:
    with tempfile.TemporaryDirectory() as place:
        told = imported("decode.timeline.archive_check").check_archive(_written(place, files))
    found = sorted(
        (one.path, one.finding.requirement, one.finding.code,
         one.finding.at if "damaged" not in one.finding.requirement else None) for one in told
    )  # fmt: skip
    return None if found == sorted(expected) else f"{found}, expected {sorted(expected)}"


def _list_fault(_: World) -> Failure:
    """By time, action and state; archives in the order of their numbers, also of those of `.hoodie`."""
    module = imported("decode.timeline.archive_entries")
    states = [None, "COMPLETED", "INFLIGHT", "REQUESTED"]
    entries = [
        _entry(time, action, state) for time in "21" for action in ("commit", "clean") for state in states
    ]
    files = {
        f".hoodie/archived/.commits_.archive.{number}_1-0-1": _block(entries[start::3]) + _block(entries[:2])
        for start, number in enumerate((2, 10, 1))
    }
    files |= {
        ".hoodie/.commits_.archive.7": _block([_GOOD]),
        ".hoodie/archived/.commits_.archive.3_1-0": b"x",
    }
    with tempfile.TemporaryDirectory() as place:
        root = _written(place, files)
        folder, paths = module.table_archives(root)
        names = [path.relative_to(root).as_posix() for path in paths]
        if folder != root / ".hoodie" / "archived" or names != [
            ".hoodie/.commits_.archive.7",
            *(f".hoodie/archived/.commits_.archive.{number}_1-0-1" for number in (1, 2, 10)),
        ]:
            return f"{folder}: {names}"
        found = [(one.time, one.action, str(one.state.value)) for one in module.list_archived(paths)]
        order = ["REQUESTED", "INFLIGHT", "COMPLETED"]
        if found != [
            (time, action, state) for time in "12" for action in ("clean", "commit") for state in order
        ]:
            return f"{found}"
        bad = root / ".hoodie" / "archived" / ".commits_.archive.11_1-0-1"
        bad.write_bytes(_ONE[:14] + struct.pack(">i", 2) + _ONE[18:])
        for unfinished, is_refused in ((None, True), (bad.name, False), ("other", True)):
            answer = refusal_of(lambda u=unfinished: module.list_archived([*paths, bad], u))
            if isinstance(answer, tuple) is not is_refused:
                return f"an archive that cannot be read, {unfinished} is unfinished: {str(answer)[:100]}"
    return None
