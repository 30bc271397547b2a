# SPDX-License-Identifier: Apache-2.0
"""Events of a run: the single source of truth, from which every report is derived.

One JSON object per line, as `conformance/schemas/events.schema.json` defines: a header, the implementations,
the cases, the results, a footer. A file without its footer is an incomplete run. Files are xz, gzip or plain
text: readers detect it by the first bytes, the writer by the name.
"""

from __future__ import annotations

import base64
import datetime
import gzip
import hashlib
import lzma
import platform
import threading
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self, cast

from hudi_conformance import __version__
from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.model.common import JsonValue
from hudi_conformance.suite.expectations import Standing
from hudi_conformance.suite.inputs import Prepared
from hudi_conformance.suite.judge import Judgement
from hudi_conformance.suite.protocol import Answer, Hello

SCHEMA = 1
MAX_B64 = 8 << 10
MAX_DETAIL = 2000
MAX_LINE = 64 << 20
FILE = "events.jsonl.xz"
_XZ, _GZIP = b"\xfd7zXZ\0", b"\x1f\x8b"

Event = dict[str, Any]


class EventsError(ValueError):
    """A file that is not an events file of a run."""


def header(command_line: Sequence[str], profile: str, cases_digest: str, now: datetime.datetime) -> Event:
    """First event of a run."""
    return {
        "event": "header",
        "schema": SCHEMA,
        "suite": {"version": __version__, "cases_digest": cases_digest},
        "command_line": list(command_line),
        "started": now.astimezone(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "host": {
            "os": platform.system().lower(),
            "machine": platform.machine(),
            "python": platform.python_version(),
        },
        "profile": profile,
    }


def implementation(name: str, hello: Hello, start_ms: float) -> Event:
    """An implementation that takes part."""
    return {
        "event": "implementation",
        "name": name,
        "hello": dict(hello.document),
        "start_ms": round(start_ms, 1),
    }


def absent(name: str, reason: str, *, required: bool) -> Event:
    """An implementation that did not take part, and why; `required`: it was requested by name."""
    return {"event": "absent", "name": name, "reason": reason, "required": required}


def case(prepared: Prepared, level: str) -> Event:
    """A case of the run."""
    definition = prepared.case
    data: dict[str, Any] = {"sha256": prepared.digest, "base": definition.base, "edit": list(definition.edit)}
    if prepared.tree is not None:
        data["base"] = definition.tree
        data["len"] = str(prepared.size)
        data["files"] = {path: str(len(content)) for path, content in prepared.tree.files.items()}
    elif prepared.data is not None:
        data["len"] = str(len(prepared.data))
        if len(prepared.data) <= MAX_B64:
            data["b64"] = base64.b64encode(prepared.data).decode("ascii")
    return {
        "event": "case",
        **{key: getattr(definition, key) for key in ("id", "title", "surface", "topic", "cmd", "note")},
        "req": list(definition.req),
        "level": level,
        "expect": dict(prepared.expectation.statement),
        "input": data,
        "args": dict(definition.args),
        "bug": None if definition.bug is None else dict(definition.bug),
    }


def result(name: str, ident: str, answer: Answer, judgement: Judgement, standing: Standing) -> Event:
    """The answer of one implementation to one case, and the judgement on it."""
    trace = None if judgement.good or judgement.verdict == "unsupported" else answer.trace
    detail = judgement.detail
    return {
        "event": "result",
        "implementation": name,
        "case": ident,
        "answer": answer.answer,
        "code": answer.code,
        "at": answer.at,
        "message": judgement.message or answer.message,
        "verdict": judgement.verdict,
        "status": standing.status,
        "reason": standing.reason,
        **_layer(standing),
        "detail": None if detail is None else {key: _clipped(value) for key, value in detail.items()},
        **({} if judgement.readers is None else {"read_back": dict(judgement.readers)}),
        **({"value_digest": _digest(answer.value)} if judgement.good and answer.answer == "value" else {}),
        "trace": None if trace is None else trace[-MAX_DETAIL:],
        "ms": round(answer.ms, 2),
    }


def footer(
    counts: Mapping[str, Mapping[str, int]], exit_code: int, seconds: float, problems: Sequence[str] = ()
) -> Event:
    """Last event of a run; `problems` are those of the expectation lists."""
    return {
        "event": "footer",
        "counts": {name: dict(count) for name, count in counts.items()},
        "exit": exit_code,
        "seconds": round(seconds, 2),
        "problems": list(problems),
    }


class Writer:
    """Appends events to a file, from several threads, and counts results by implementation and status.

    A name that ends with `.xz` or `.gz` selects compression: then data may reach the disk only at the end.
    """

    def __init__(self, path: Path | None) -> None:
        self._file = None if path is None else _create(path)
        self._lock = threading.Lock()
        self.counts: dict[str, Counter[str]] = {}
        self.events: list[Event] = []

    def write(self, event: Event) -> None:
        """Append one event; a plain file is flushed."""
        line = canonical_json.dumps_line(event)
        with self._lock:
            self.events.append(event)
            if event["event"] == "implementation":
                self.counts.setdefault(event["name"], Counter())
            if event["event"] == "result":
                self.counts[event["implementation"]][event["status"]] += 1
            if self._file is not None:
                self._file.write(line)
                if not isinstance(self._file, lzma.LZMAFile | gzip.GzipFile):
                    self._file.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file is not None:
            self._file.close()


def read(path: Path) -> Iterator[Event]:
    """Events of a file.

    Raises:
        EventsError: a line is not an event, or the compressed data is damaged.
    """
    with path.open("rb") as stored:
        for number, line in enumerate(_lines(_expanded(stored), path), 1):
            try:
                event = canonical_json.loads(line)
            except ValueError as error:
                raise EventsError(f"{path}:{number}: {error}") from error
            if not isinstance(event, dict) or not isinstance(event.get("event"), str):
                raise EventsError(f"{path}:{number}: not an event")
            yield event


def _create(path: Path) -> BinaryIO | lzma.LZMAFile | gzip.GzipFile:
    if path.suffix == ".xz":
        # The third level takes less than a second per run, and its files are 6 % smaller than those of the
        # second.
        return lzma.LZMAFile(path, "wb", preset=3)
    # Without name and time: equal events give equal files.
    return gzip.GzipFile(path, "wb", compresslevel=6, mtime=0) if path.suffix == ".gz" else path.open("wb")


def _expanded(stored: BinaryIO) -> BinaryIO:
    begin = stored.read(len(_XZ))
    stored.seek(0)
    if begin == _XZ:
        return cast(BinaryIO, lzma.LZMAFile(stored))
    return cast(BinaryIO, gzip.GzipFile(fileobj=stored)) if begin.startswith(_GZIP) else stored


def _lines(file: BinaryIO, path: Path) -> Iterator[bytes]:
    try:
        while line := file.readline(MAX_LINE):
            if len(line) == MAX_LINE:
                raise EventsError(f"{path}: a line of more than {MAX_LINE} bytes")
            yield line
    except (EOFError, lzma.LZMAError, zlib.error, gzip.BadGzipFile) as error:
        raise EventsError(f"{path}: {error}") from error


def _layer(standing: Standing) -> Event:
    group = standing.group
    optional = {
        "layer": standing.layer,
        "design": None if group is None else group.design,
        "rules": None if group is None or not group.rules else list(group.rules),
    }
    return {key: value for key, value in optional.items() if value is not None}


def _digest(value: JsonValue) -> str:
    """Short digest of a value, to compare answers without storing them."""
    return hashlib.sha256(canonical_json.dumps(value).encode("utf-8", "backslashreplace")).hexdigest()[:16]


def _clipped(value: object) -> object:
    """A value for a detail; a long one as text, truncated."""
    text = canonical_json.dumps(value)
    return value if len(text) <= MAX_DETAIL else text[:MAX_DETAIL] + "…"
