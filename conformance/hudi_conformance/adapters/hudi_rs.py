# SPDX-License-Identifier: Apache-2.0
"""Adapter of hudi-rs through its Python package `hudi`: `table.read`.

python -m hudi_conformance.adapters.hudi_rs                                           JSON lines, long-lived
python -m hudi_conformance.adapters.hudi_rs --once CMD --dir FOLDER [--args JSON]     one answer

A process of its own for a reason: hudi-rs may abort on damaged files, and takes the interpreter with it.
Its timeline tells completed commits only, so `timeline.list` is not answered.
"""

from __future__ import annotations

import argparse
import json
import sys
import traceback
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TextIO

from hudi_conformance import canonical
from hudi_conformance.canonical_rows import RowMapper
from hudi_conformance.decode.parquet_content import arrow_values
from hudi_conformance.errors import LimitExceeded

try:
    import hudi
except ImportError:
    hudi = None

NAME = "hudi-rs"
COMMANDS = ("table.read",)
READ_OPTIMIZED = "hoodie.read.use.read_optimized.mode"
_EXIT_CODES = {"value": 0, "reject": 1, "unsupported": 3, "limit": 4, "error": 5}
_UNSUPPORTED = ("unsupported", "not supported", "not yet supported", "not implemented")


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """Answer one request of the protocol, in this process."""
    response: dict[str, Any] = {"seq": request.get("seq", "0")}
    try:
        return response | _dispatch(request)
    except LimitExceeded as limit:
        return response | {"answer": "limit", "what": str(limit)}
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # a panic of Rust is no Exception
        return response | _failure(error)


def _failure(error: BaseException) -> dict[str, Any]:
    """An error that hudi-rs returned, or what escaped."""
    message = " ".join(str(error).split())[:400]
    if type(error).__name__ == "PanicException" or type(error).__module__ == __name__:
        return {"answer": "error", "message": message, "trace": traceback.format_exc()[-2000:]}
    if any(word in message.lower() for word in _UNSUPPORTED):
        return {"answer": "unsupported", "what": message}
    if "hudi" in type(error).__module__ or type(error).__name__.startswith("Hudi"):
        return {"answer": "reject", "code": "unspecified", "message": message}
    return {"answer": "error", "message": message, "trace": traceback.format_exc()[-2000:]}


def _dispatch(request: dict[str, Any]) -> dict[str, Any]:
    args = request.get("args")
    match request.get("cmd"):
        case "hello":
            return {"answer": "value", "value": _hello()}
        case "bye":
            return {"answer": "value", "value": {}}
        case "table.read":
            source = request.get("in")
            folder = source.get("dir") if isinstance(source, Mapping) else None
            if not isinstance(folder, str):
                return {"answer": "unsupported", "what": "input that is no folder"}
            return _read(folder, args if isinstance(args, Mapping) else {})
        case unknown:
            return {"answer": "unsupported", "what": f"command {unknown!r:.60}"}


def _read(folder: str, args: Mapping[str, Any]) -> dict[str, Any]:
    options = hudi.HudiReadOptions()
    match args.get("view", "snapshot"):
        case "snapshot":
            pass
        case "read_optimized":
            options = options.with_hudi_option(READ_OPTIMIZED, "true")
        case "incremental":
            options = options.with_query_type(hudi.HudiQueryType.Incremental)
        case unknown:
            return {"answer": "unsupported", "what": f"view {unknown!r:.40}"}
    for key, use in (
        ("as_of", "with_as_of_timestamp"),
        ("begin", "with_start_timestamp"),
        ("end", "with_end_timestamp"),
    ):
        if args.get(key) is not None:
            options = getattr(options, use)(args[key])
    table = hudi.HudiTable(folder)
    batches = table.read(options)
    schema = json.loads(table.get_schema_in_avro_str_with_meta_fields())
    rows = [row for batch in batches for row in _rows(batch, schema)]
    return {"answer": "value", "value": {"rows": sorted(rows, key=canonical.dumps)}}


def _rows(batch: Any, schema: Mapping[str, Any]) -> list[Any]:
    """Rows of a batch by the table's Avro schema; a column that did not come is left out."""
    names = batch.schema.names
    show = RowMapper({**schema, "fields": [one for one in schema["fields"] if one["name"] in names]})
    columns = [arrow_values(column) for column in batch.columns]
    return [show(dict(zip(names, values, strict=True))) for values in zip(*columns, strict=True)]


def _hello() -> dict[str, Any]:
    return {
        "protocol": 1,
        "name": NAME,
        "version": hudi.__version__,
        "language": "rust",
        "homepage": "https://github.com/apache/hudi-rs",
        "commands": list(COMMANDS),
        "features": ["content.avro", "content.delete.v3", "content.parquet", "content.hfile"],
        "inputs": ["dir"],
    }


def serve(requests: TextIO, responses: TextIO) -> int:
    """Answer JSON lines until `bye` or the end of the input."""
    for line in requests:
        try:
            request = canonical.loads(line)
        except (ValueError, LimitExceeded) as error:
            request = {"cmd": f"line that is no JSON: {error}"}
        if not isinstance(request, dict):
            request = {"cmd": "line that is no JSON object"}
        responses.write(json.dumps(answer(request)) + "\n")
        responses.flush()
        if request.get("cmd") == "bye":
            return 0
    return 0


def main(arguments: list[str] | None = None) -> int:
    """Entry point."""
    parser = argparse.ArgumentParser(prog=NAME)
    parser.add_argument("--once", metavar="CMD")
    parser.add_argument("--args", default="{}")
    parser.add_argument("--dir", type=Path)
    given = parser.parse_args(arguments)
    if hudi is None:
        print("hudi-rs is not there: pip install 'hudi-conformance[hudi-rs]'", file=sys.stderr)
        return 2
    if given.once is None:
        return serve(sys.stdin, sys.stdout)
    source = {} if given.dir is None else {"dir": str(given.dir.absolute())}
    response = answer({"cmd": given.once, "in": source, "args": canonical.loads(given.args)})
    print(json.dumps(response))
    return _EXIT_CODES[response["answer"]]


if __name__ == "__main__":
    sys.exit(main())
