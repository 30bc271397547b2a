# SPDX-License-Identifier: Apache-2.0
"""Tables in memory for questions about the rules between files: facts of a timeline, and bytes by path.

A check is a function of a `Subject`. Here a subject is put together from facts, so that a question costs no
file; what is to be found follows from the facts and from `spec/table_files.md`.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import fastavro
from chance_asked import Asked, Failure, imported, without_world
from hudi_conformance.views.timeline import Instant, State, Timeline

TIMES = tuple(f"202601010{minute:02d}000000" for minute in range(10))
IDS = tuple(f"0000000{number}-1111-4222-8333-444444444444-0" for number in range(4))
PROPERTIES = ".hoodie/hoodie.properties"
SCHEMA = '{"type":"record","name":"r","fields":[{"name":"id","type":"string"}]}'
DONE, INFLIGHT, REQUESTED = State.COMPLETED, State.INFLIGHT, State.REQUESTED
Row = tuple[str, str, str, str, str, str | None, int | None, int | None]
"""Path, rule, code, verdict, severity, instant, offset and number of the block of a finding."""


def instant(time: str, action: str = "deltacommit", state: State = DONE, done: str | None = None) -> Instant:
    """An instant, and its file by its layout: with a completion time where there is one."""
    ending = "" if state is DONE else f".{state.value.lower()}"
    return Instant(time, action, state, done, f"{time}{f'_{done}' if done else ''}.{action}{ending}")


def base_path(
    number: int, time: str, folder: str = "p=1", form: str = "parquet", token: str = "0-1-0"
) -> str:
    """Path of a base file."""
    return f"{f'{folder}/' if folder else ''}{IDS[number]}_{token}_{time}.{form}"


def log_path(
    number: int, time: str, version: int = 1, folder: str = "p=1", *, token: str = "0-1-0", suffix: str = ""
) -> str:
    """Path of a log file."""
    return f"{f'{folder}/' if folder else ''}.{IDS[number]}_{time}.log.{version}_{token}{suffix}"


@dataclass
class Sketch:
    """A table: what its timeline says, and its files, as bytes or as a size; None: it cannot be opened."""

    instants: list[Instant] = field(default_factory=list)
    files: dict[str, bytes | int | None] = field(default_factory=dict)
    version: int = 9
    properties: dict[str, str] = field(default_factory=dict)
    facts: dict[str, Any] = field(default_factory=dict)
    path: str = "/t"
    now: str = "20260201000000"
    unlisted: tuple[str, ...] = ()
    context: dict[str, Any] = field(default_factory=dict)
    folder: Path = Path("/t")

    @property
    def timeline(self) -> str:
        """Folder of the instants."""
        return ".hoodie" if self.version < 8 else ".hoodie/timeline"

    def subject(self) -> Any:
        """The table as checks take it."""
        of_subject, of_facts = imported("audit.between.subject"), imported("audit.table_facts")
        surface, ref = imported("audit.surface"), imported("lake.files").FileRef
        refs = {
            path: ref(f"{self.path}/{path}", data if isinstance(data, int) else len(data or b""))
            for path, data in self.files.items()
        }
        context = surface.Context(self.version, **self.context)
        table = surface.TableRef(self.path, list(refs.values()), context, self.now, list(self.unlisted))
        layout = 1 if self.version < 8 else 2
        timeline = Timeline(self.version, layout, self.timeline, tuple(self.instants), self.properties)
        facts = of_facts.Facts(timeline, list(self.instants), **self.facts)
        return of_subject.Subject(table, facts, refs, self._open, self.folder, self.now)

    def _open(self, ref: Any) -> bytes:
        data = self.files[ref.path[len(self.path) + 1 :]]
        if not isinstance(data, bytes):
            raise OSError("cannot be opened")
        return data


def named(size: int | None, by: Instant) -> Any:
    """A file that an instant names."""
    return imported("audit.table_facts").Named(size, by)


def stat(**members: Any) -> Any:
    """A write stat."""
    module = imported("audit.table_facts")
    return module.WriteStat(tuple(members.get(name) for name in module._STATS))


def commit(
    by: Instant,
    *stats: tuple[str, Any],
    operation: str | None = "UPSERT",
    has_replaced: bool = False,
    schema: str | None = None,
) -> Any:
    """What a completed commit says."""
    return imported("audit.table_facts").Commit(by, operation, has_replaced, schema, stats)


def rows_of(findings: Iterable[Any]) -> list[Row]:
    """Findings without their texts."""
    return [
        (
            row.path, (row.requirement or "").removeprefix("table.check."), row.code, row.verdict,
            row.severity, row.instant, row.ofs, row.block,
        )
        for row in findings
    ]  # fmt: skip


def damage(
    path: str, rule: str, code: str, time: str | None = None, severity: str = "error", *,
    ofs: int | None = None, block: int | None = None,
) -> Row:  # fmt: skip
    """What readers lose rows by."""
    return path, rule, code, "damage", severity, time, ofs, block


def violation(
    path: str, rule: str, code: str, time: str | None = None, severity: str = "warning", *,
    ofs: int | None = None, block: int | None = None,
) -> Row:  # fmt: skip
    """What readers pass over."""
    return path, rule, code, "violation", severity, time, ofs, block


def compared(what: object, findings: Iterable[Any], expected: Iterable[Row], *words: str) -> Failure:
    """How findings differ from those to be expected; each of `words` is in one of their texts."""
    listed = list(findings)
    found, wanted = sorted(rows_of(listed), key=str), sorted(expected, key=str)
    if found != wanted:
        return f"{what}: {found}, expected {wanted}"[:400]
    texts = "\n".join(row.message for row in listed)
    absent = [word for word in words if word not in texts]
    return f"{what}: no {absent[0]!r} in {texts!r}"[:400] if absent else None


def asking(module: str) -> Callable[..., Failure]:
    """What asks a check of a module about a sketch: `ask(sketch, check, what, *rows, words=())`."""

    def ask(sketch: Sketch, check: str, what: object, *expected: Row, words: tuple[str, ...] = ()) -> Failure:
        function = getattr(imported(module), f"check_{check}")
        return compared(what, function(sketch.subject()), expected, *words)

    return ask


def first_of(faults: Iterable[Failure]) -> Failure:
    """The first fault."""
    return next((fault for fault in faults if fault is not None), None)


@dataclass
class Group:
    """Questions of one module, by name."""

    prefix: str
    faults: dict[str, Callable[[], Failure]] = field(default_factory=dict)

    def __call__(self, name: str) -> Callable[[Callable[[], Failure]], Callable[[], Failure]]:
        """Register a question."""

        def register(fault: Callable[[], Failure]) -> Callable[[], Failure]:
            self.faults[name] = fault
            return fault

        return register

    def each(self, name: str) -> Callable[[Callable[[], Iterator[Failure]]], None]:
        """Register a question that is many."""

        def register(faults: Callable[[], Iterator[Failure]]) -> None:
            self.faults[name] = lambda: first_of(faults())

        return register

    def questions(self) -> Iterator[Asked]:
        """All of them."""
        for name, fault in self.faults.items():
            yield f"drawn:{self.prefix}-{name}", "", without_world(fault)


_COMMAND, _DELETES, _AVRO, _HFILE, _PARQUET, _CDC = 0, 1, 3, 4, 5, 6
KINDS = {"undo": _COMMAND, "deletes": _DELETES, "empty": _DELETES, "broken": _DELETES, "data": _AVRO,
         "bare": _AVRO, "short": _AVRO, "hfile": _HFILE, "parquet": _PARQUET, "cdc": _CDC}  # fmt: skip
INSTANT, TARGET, SCHEMA_KEY, COMMAND, COMPACTED, PARTIAL = 0, 1, 2, 3, 4, 7


@cache
def log_bytes(*blocks: tuple[str, str]) -> bytes:
    """A log file of blocks as (kind, instant), put together by the frame of `spec/log_file.md`.

    `data:NUM`, `cdc:NUM` and `deletes:NUM` hold so many records or keys, `empty` no key; `undo:TIME` cancels
    the blocks of a time; `bare` is of no instant, `broken` has deletes of an unknown version, `short` data
    without room for a count.
    """
    return b"".join(_block(kind, time) for kind, time in blocks)


def _block(kind: str, time: str) -> bytes:
    kind, _, target = kind.partition(":")
    num = int(target or 1) if kind != "undo" else 0
    header: dict[int, str | bytes] = {INSTANT: time, SCHEMA_KEY: SCHEMA}
    content = (3).to_bytes(4, "big") + num.to_bytes(4, "big") + num * b"\0\0\0\2\2a"
    if kind == "undo":
        header, content = {INSTANT: time, TARGET: target, COMMAND: "0"}, b""
    elif kind in {"deletes", "empty", "broken"}:
        keys = (
            b""
            if kind == "empty"
            else bytes([2 * num]) + b"".join(b"\2\4k%d\2\2p\0" % at for at in range(num))
        )
        version = 9 if kind == "broken" else 3
        content = version.to_bytes(4, "big") + (len(keys) + 1).to_bytes(4, "big") + keys + b"\0"
    elif kind == "bare":
        del header[INSTANT]
    elif kind == "short":
        content = content[:7]
    return frame(KINDS[kind], header, content)


def frame(kind: int, header: Mapping[int, str | bytes], content: bytes) -> bytes:
    """A block of a log file."""
    entries = b"".join(
        key.to_bytes(4, "big") + len(data).to_bytes(4, "big") + data
        for key, value in header.items()
        for data in (value.encode() if isinstance(value, str) else value,)
    )
    body = b"".join((
        (1).to_bytes(4, "big"), kind.to_bytes(4, "big"), len(header).to_bytes(4, "big"), entries,
        len(content).to_bytes(8, "big"), content, bytes(4),
    ))  # fmt: skip
    size = len(body) + 8
    return b"#HUDI#" + size.to_bytes(8, "big") + body + (size + 6).to_bytes(8, "big")


def texts_of(values: Mapping[str, str]) -> bytes:
    """A properties file."""
    return "".join(f"{key}={value}\n" for key, value in values.items()).encode()


def write_table(folder: Path, version: int, files: Mapping[str, bytes], **more: str) -> None:
    """Files of a table, with properties of its version."""
    layout = 1 if version < 8 else 2
    properties = {
        "hoodie.table.name": "t", "hoodie.table.version": f"{version}", "hoodie.table.type": "MERGE_ON_READ",
        "hoodie.timeline.layout.version": f"{layout}", **more,
    }  # fmt: skip
    for path, data in {PROPERTIES: texts_of(properties), **files}.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)


def container(name: str, **members: Any) -> bytes:
    """An Avro container with one record, written by the library."""
    kinds = {str: "string", int: "long", list: {"type": "array", "items": "string"}}
    fields = [{"name": key, "type": kinds[type(value)]} for key, value in members.items()]
    out = io.BytesIO()
    fastavro.writer(out, {"type": "record", "name": name, "namespace": "a.b", "fields": fields}, [members])
    return out.getvalue()


def different(what: object, facts: Any, **expected: Any) -> Failure:
    """How members differ from those to be expected."""
    for name, value in expected.items():
        found = getattr(facts, name)
        if found != value:
            return f"{what}: {name} {found}, expected {value}"[:400]
    return None
