# SPDX-License-Identifier: Apache-2.0
"""Adapter of the reference writer: `log.write`, `hfile.write`, `timeline.write`, `archive.write`.

python -m hudi_conformance.adapters.reference_writer                     JSON lines, long-lived
python -m hudi_conformance.adapters.reference_writer --once CMD < ARGS   one answer; ARGS is JSON
"""

from __future__ import annotations

import base64
import json
import sys
import traceback
from typing import Any, TextIO

from hudi_conformance import __version__
from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.encode import EncodeError, encode_log
from hudi_conformance.encode.hfile.write import encode_hfile_description
from hudi_conformance.encode.timeline.table import encode_timeline
from hudi_conformance.errors import LimitExceeded

NAME = "reference-writer"
COMMANDS = ("log.write", "hfile.write", "timeline.write", "archive.write")
FEATURES = (
    "content.avro",
    "content.cdc",
    "content.delete.v1",
    "content.delete.v2",
    "content.delete.v3",
    "content.hfile",
    "content.parquet",
    *(f"header-key.{ordinal}" for ordinal in range(4, 9)),
    "ordering.array",
    "write.knobs",
    *(f"hfile.version.{version}" for version in ("2.0", "2.1", "2.2", "2.3", "3")),
    *(f"hfile.codec.{codec}" for codec in ("gz", "snappy", "lz4", "bzip2", "zstd", "zstd-bare")),
    *(f"hfile.encoding.{name}" for name in ("prefix", "diff", "fast-diff", "row-index-v1")),
    "hfile.comparator.any",
    "hfile.tags",
    "hfile.mvcc",
    "hfile.no-mvcc",
)
_EXIT_CODES = {"value": 0, "reject": 1, "unsupported": 3, "limit": 4, "error": 5}
MAX_REQUEST_BYTES = 64 * 1024 * 1024


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """Answer one request of the protocol, in this process."""
    response: dict[str, Any] = {"seq": request.get("seq", "0")}
    try:
        response |= _dispatch(request)
    except EncodeError as error:
        response |= {
            "answer": "reject",
            "code": error.code,
            "message": error.message,
            "requirement": error.requirement,
        }
    except LimitExceeded as limit:
        response |= {"answer": "limit", "what": str(limit)}
    except Exception as error:  # an adapter reports what escapes, it does not die of it
        response |= {"answer": "error", "message": str(error), "trace": traceback.format_exc()}
    return response


def _dispatch(request: dict[str, Any]) -> dict[str, Any]:
    match request.get("cmd"):
        case "hello":
            return {"answer": "value", "value": _hello()}
        case "bye":
            return {"answer": "value", "value": {}}
        case "log.write":
            return _written(encode_log(_description(request)).data)
        case "hfile.write":
            return _written(encode_hfile_description(_description(request)).data)
        case "timeline.write" | "archive.write":
            made = encode_timeline(_description(request))
            return {
                "answer": "value",
                "value": {"files": {p: _b64(d) for p, d in sorted(made.files.items())}},
            }
        case unknown:
            return {"answer": "unsupported", "what": f"command {unknown!r}"}


def _description(request: dict[str, Any]) -> Any:
    args = request.get("args")
    return args.get("write") if isinstance(args, dict) else None


def _written(data: bytes) -> dict[str, Any]:
    return {"answer": "value", "value": _b64(data)}


def _b64(data: bytes) -> dict[str, str]:
    return {"b64": base64.b64encode(data).decode("ascii")}


def _hello() -> dict[str, Any]:
    return {
        "protocol": 1,
        "name": NAME,
        "version": __version__,
        "language": "python",
        "homepage": "",
        "commands": list(COMMANDS),
        "features": list(FEATURES),
        "inputs": ["b64"],  # the protocol wants one, though a writer takes no input
    }


def serve(requests: TextIO, responses: TextIO) -> int:
    """Answer JSON lines until `bye` or the end of the input."""
    for line in requests:
        try:
            request = canonical_json.loads(line)
        except (ValueError, LimitExceeded) as error:
            request = {"cmd": f"line that is no JSON: {error}"}
        if not isinstance(request, dict):
            request = {"cmd": "line that is no JSON object"}
        responses.write(json.dumps(answer(request)) + "\n")
        responses.flush()
        if request.get("cmd") == "bye":
            return 0
    return 0


def once(command: str, source: TextIO, responses: TextIO) -> int:
    """Answer one command; its arguments (or the bare description) are JSON on the input."""
    try:
        given = canonical_json.loads(source.read(MAX_REQUEST_BYTES)) if command in COMMANDS else {}
    except (ValueError, LimitExceeded) as error:
        given = None
        print(f"input is no JSON: {error}", file=sys.stderr)
    args = given if isinstance(given, dict) and "write" in given else {"write": given}
    response = answer({"seq": "0", "cmd": command, "args": args})
    responses.write(json.dumps(response) + "\n")
    return _EXIT_CODES[response["answer"]]


def main(arguments: list[str] | None = None) -> int:
    """Entry point."""
    given = sys.argv[1:] if arguments is None else arguments
    if given[:1] == ["--once"] and len(given) == 2:
        return once(given[1], sys.stdin, sys.stdout)
    if given:
        print(f"usage: {NAME} [--once CMD]", file=sys.stderr)
        return 2
    return serve(sys.stdin, sys.stdout)


if __name__ == "__main__":
    sys.exit(main())
