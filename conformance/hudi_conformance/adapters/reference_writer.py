# SPDX-License-Identifier: Apache-2.0
"""Adapter of the reference writer: commands `….write`, from log files to whole tables.

python -m hudi_conformance.adapters.reference_writer                     JSON lines, long-lived
python -m hudi_conformance.adapters.reference_writer --once CMD < ARGS   one answer; ARGS is JSON
"""

from __future__ import annotations

import base64
import sys
import traceback
from collections.abc import Callable, Mapping
from typing import BinaryIO

from hudi_conformance import __version__
from hudi_conformance.adapters import log_contents, loop
from hudi_conformance.adapters.loop import Answer, Request
from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.encode import EncodeError, encode_log
from hudi_conformance.encode.bloom import encode_bloom_description
from hudi_conformance.encode.hfile.write import encode_hfile_description
from hudi_conformance.encode.metadata.table import encode_metadata
from hudi_conformance.encode.table.writer import encode_table
from hudi_conformance.encode.timeline.table import encode_timeline
from hudi_conformance.errors import LimitExceeded
from hudi_conformance.model.common import JsonValue

NAME = "reference-writer"
COMMANDS = (
    "log.write", "hfile.write", "timeline.write", "archive.write", "metadata.write", "metadata.bloom.write",
    "table.write",
)  # fmt: skip
FEATURES = (
    *log_contents.FEATURES,
    "content.delete.v1", "content.delete.v2", "content.delete.v3",
    *(f"header-key.{ordinal}" for ordinal in range(4, 9)),
    "ordering.array", "write.knobs", "write.refuses", "write.types",
    *(f"hfile.version.{version}" for version in ("2.0", "2.1", "2.2", "2.3", "3")),
    *(f"hfile.codec.{codec}" for codec in ("gz", "snappy", "lz4", "bzip2", "zstd", "zstd-bare")),
    *(f"hfile.encoding.{name}" for name in ("prefix", "diff", "fast-diff", "row-index-v1")),
    "hfile.comparator.any", "hfile.tags", "hfile.mvcc", "hfile.no-mvcc",
)  # fmt: skip
MAX_REQUEST_BYTES = 64 * 1024 * 1024


def answer(request: Request) -> Answer:
    """Answer one request of the protocol, in this process."""
    return loop.dispatch(request, _COMMANDS, _failure)


def _failure(error: BaseException) -> Answer:
    if isinstance(error, EncodeError):
        return {
            "answer": "reject",
            "code": error.code,
            "message": error.message,
            "requirement": error.requirement,
        }
    return {"answer": "error", "message": str(error), "trace": traceback.format_exc()}


def _command(write: Callable[[JsonValue], JsonValue]) -> loop.Answerer:
    """Answers requests with what `write` makes of their description."""

    def command(request: Request) -> Answer:
        args = request.get("args")
        return loop.value(write(args.get("write") if isinstance(args, Mapping) else None))

    return command


def _table(description: JsonValue) -> JsonValue:
    table = encode_table(description)
    return _folder(table.files, table.times)


def _folder(files: Mapping[str, bytes], times: Mapping[str, int]) -> JsonValue:
    mtimes = {path: {"mtime": time} for path, time in times.items()}
    return {"files": {path: _b64(data) | mtimes.get(path, {}) for path, data in sorted(files.items())}}


def _b64(data: bytes) -> dict[str, JsonValue]:
    return {"b64": base64.b64encode(data).decode("ascii")}


def _hello(_: Request) -> Answer:
    return loop.hello(
        NAME,
        __version__,
        language="python",
        homepage="",
        commands=COMMANDS,
        features=FEATURES,
        inputs=["b64"],  # the protocol requires one, although a writer takes no input
    )


_COMMANDS: dict[str, loop.Answerer] = {
    "hello": _hello,
    "log.write": _command(lambda given: _b64(encode_log(given).data)),
    "hfile.write": _command(lambda given: _b64(encode_hfile_description(given).data)),
    **dict.fromkeys(
        ("timeline.write", "archive.write"), _command(lambda given: _folder(encode_timeline(given).files, {}))
    ),
    "metadata.write": _command(lambda given: _folder(encode_metadata(given), {})),
    "table.write": _command(_table),
    "metadata.bloom.write": _command(lambda given: _b64(encode_bloom_description(given).encode("ascii"))),
}


def _arguments(source: BinaryIO) -> Answer:
    """Arguments, or the bare description, from JSON on standard input."""
    text = source.read(MAX_REQUEST_BYTES)
    try:
        args = canonical_json.loads(text) if text.strip() else None
    except (ValueError, LimitExceeded) as error:
        args = None
        print(f"input is not JSON: {error}", file=sys.stderr)
    return {"args": args if isinstance(args, dict) and "write" in args else {"write": args}}


if __name__ == "__main__":
    sys.exit(loop.run(NAME, answer, read=_arguments))
