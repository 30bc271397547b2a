# SPDX-License-Identifier: Apache-2.0
"""A process that decodes Lance files for its parent: the library may use unbounded memory and time, or panic.

Requests are lines of JSON: path, columns, rows of a batch, bytes of memory beyond those in use (0: no limit).
Each answer has a byte for its kind, eight bytes for a length, and a payload of that length.
"""

from __future__ import annotations

import json
import os
import struct
import sys
from pathlib import Path
from typing import Any, BinaryIO

import pyarrow as pa
from lance.file import LanceFileReader

HEADER = struct.Struct("<cQ")
SCHEMA, BATCH, DONE, ERROR = b"S", b"B", b"D", b"E"


def _limit(num_bytes: int) -> None:
    """Limit the address space, if the system supports it."""
    try:
        import resource  # noqa: PLC0415 - only POSIX has it

        used = int(Path("/proc/self/statm").read_text("ascii").split()[0]) * resource.getpagesize()
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (used + num_bytes if num_bytes else hard, hard))
    except (ImportError, OSError, ValueError):
        return


def _send(out: BinaryIO, kind: bytes, content: bytes) -> None:
    out.write(HEADER.pack(kind, len(content)))
    out.write(content)
    out.flush()


def _answer(out: BinaryIO, request: dict[str, Any]) -> None:
    reader = LanceFileReader(request["path"], columns=request["columns"])
    metadata = reader.metadata()
    schema = metadata.schema.remove_metadata()
    _send(out, SCHEMA, struct.pack("<Q", metadata.num_rows) + schema.serialize().to_pybytes())
    if request["num_rows"]:
        for batch in reader.read_all(batch_size=request["num_rows"]).to_batches():
            sink = pa.BufferOutputStream()
            with pa.ipc.new_stream(sink, batch.schema) as writer:
                writer.write_batch(batch)
            _send(out, BATCH, sink.getvalue().to_pybytes())
    _send(out, DONE, b"")


def main() -> None:
    """Answer requests up to the first error, after which the state of the library is undefined."""
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # output of the library is not an answer
    for line in sys.stdin.buffer:
        request = json.loads(line)
        _limit(request["memory"])
        try:
            _answer(out, request)
        except BaseException as error:
            _send(out, ERROR, str(error).encode("utf-8", "replace"))
            raise SystemExit(1) from None


if __name__ == "__main__":
    main()
