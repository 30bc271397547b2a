# SPDX-License-Identifier: Apache-2.0
"""Adapter `kaitai-python`: the generated Python parsers and our decoder, asked through the protocol.

As a program: a loop of JSON lines on standard input and output, or `--once CMD` with the file on
standard input. In process: `answer(request)`. No input ends it.
"""

from __future__ import annotations

import base64
import binascii
import platform
import sys
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, BinaryIO

from hudi_conformance import __version__
from hudi_conformance.adapters import loop
from hudi_conformance.adapters.kaitai_archival import FEATURES as ARCHIVAL_FEATURES
from hudi_conformance.adapters.kaitai_archival import archive_merge_plan, archive_plan, archive_recover
from hudi_conformance.adapters.kaitai_hfile import COMMANDS as HFILE_COMMANDS
from hudi_conformance.adapters.kaitai_hfile import FEATURES as HFILE_FEATURES
from hudi_conformance.adapters.kaitai_hfile import answer_hfile
from hudi_conformance.adapters.kaitai_merge import FEATURES as MERGE_FEATURES
from hudi_conformance.adapters.kaitai_merge import log_merged, merge_reduce
from hudi_conformance.adapters.kaitai_table import table_read, table_slices
from hudi_conformance.adapters.kaitai_timeline import OF_FILES, OF_FOLDERS, Stopped
from hudi_conformance.adapters.kaitai_tree import GrammarRefusal, grammar_tree
from hudi_conformance.adapters.loop import Answer
from hudi_conformance.canonical.log import (
    canonical_findings,
    canonical_log_block,
    canonical_log_positions,
    canonical_log_records,
    canonical_log_scan,
    canonical_name,
)
from hudi_conformance.decode.log.check import CheckContext, check_log
from hudi_conformance.decode.log.content import read_contents, read_positions
from hudi_conformance.decode.log.names import decode_name, sort_names
from hudi_conformance.decode.log.reverse import scan_log_reverse
from hudi_conformance.decode.log.salvage import salvage_log
from hudi_conformance.decode.log.scan import scan_log
from hudi_conformance.errors import Reject, UnsupportedInput
from hudi_conformance.views.common import Rejection
from hudi_conformance.views.log import LogScan

NAME = "kaitai-python"
FEATURES = [
    "content.avro", "content.cdc", "content.delete.v1", "content.delete.v2", "content.delete.v3",
    "content.hfile", "content.parquet",
    "header-key.4", "header-key.5", "header-key.6", "header-key.7", "header-key.8",
    "ordering.array", "file-name.cdc",
    *HFILE_FEATURES,
    *MERGE_FEATURES,
    *ARCHIVAL_FEATURES,
]  # fmt: skip

Source = bytes | str


class BadRequestError(ValueError):
    """A request that does not follow the protocol: an `error` answer, not a verdict on any bytes."""


def answer(request: Mapping[str, Any]) -> Answer:
    """Answer one request of the protocol; the request's `seq` is repeated.

    Never raises, whatever the request: what goes wrong here is an answer `error`.
    """
    return loop.dispatch(request, COMMANDS, _failure)


def _failure(error: BaseException) -> Answer:
    match error:
        case Reject():
            return _reject(Rejection(error.code, error.at, error.requirement, error.message))
        case UnsupportedInput():
            return {"answer": "unsupported", "what": str(error)}
        case MemoryError() | RecursionError():
            return {"answer": "limit", "what": type(error).__name__}
    message = f"{type(error).__name__}: {error}"
    return {"answer": "error", "message": message, "trace": traceback.format_exc()}


def _source(request: Mapping[str, Any]) -> Source:
    given = request.get("in")
    if isinstance(given, Mapping):
        text, path = given.get("b64"), given.get("path")
        if isinstance(text, str):
            try:
                return base64.b64decode(text, validate=True)
            except binascii.Error as error:
                raise BadRequestError(f"in.b64: {error}") from None
        if isinstance(path, str):
            return path
    raise BadRequestError("`in` has neither `b64` nor `path`")


def _args(request: Mapping[str, Any]) -> Mapping[str, Any]:
    args = request.get("args", {})
    if not isinstance(args, Mapping):
        raise BadRequestError("`args` is no object")
    return args


def _reject(rejection: Rejection, partial: Any = None) -> Answer:
    given: Answer = {
        "answer": "reject",
        "code": rejection.code,
        "message": rejection.message,
        "requirement": rejection.requirement,
    }
    if rejection.at is not None:
        given["at"] = str(rejection.at)
    if partial is not None:
        given["partial"] = partial
    return given


def _ended(value: Any, rejection: Rejection | None) -> Answer:
    return loop.value(value) if rejection is None else _reject(rejection, value)


def _scanned(scan: LogScan) -> Answer:
    return _ended(canonical_log_scan(scan), scan.rejection)


def _hello(_: Mapping[str, Any]) -> Answer:
    return loop.value(
        {
            "protocol": loop.PROTOCOL,
            "name": NAME,
            "version": __version__,
            "language": f"python {platform.python_version()}",
            "homepage": "https://kaitai.io",
            "commands": sorted(COMMANDS.keys() - {"hello"}),
            "features": FEATURES,
            "inputs": ["b64", "path", "dir"],
        }
    )


def _log_records(request: Mapping[str, Any]) -> Answer:
    contents, end = read_contents(_source(request))
    return _ended(canonical_log_records(contents), end.rejection)


def _log_positions(request: Mapping[str, Any]) -> Answer:
    positions, end = read_positions(_source(request))
    return _ended(canonical_log_positions(positions), end.rejection)


def _log_salvage(request: Mapping[str, Any]) -> Answer:
    return loop.value({"blocks": [canonical_log_block(block) for block in salvage_log(_source(request))]})


def _log_check(request: Mapping[str, Any]) -> Answer:
    args = _args(request)
    version = args.get("table_version")
    if version is not None and (not isinstance(version, int) or isinstance(version, bool)):
        raise BadRequestError("args.table_version is no integer")
    context = CheckContext(
        table_version=version,
        file_name=_text_arg(args, "file_name"),
        base_instant=_text_arg(args, "base_instant"),
    )
    return loop.value(canonical_findings(check_log(_source(request), context)))


def _name_parse(request: Mapping[str, Any]) -> Answer:
    name = _text_arg(_args(request), "name")
    if name is None:
        raise BadRequestError("args.name is missing")
    return loop.value(canonical_name(decode_name(name)))


def _name_order(request: Mapping[str, Any]) -> Answer:
    names = _args(request).get("names")
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise BadRequestError("args.names is no list of texts")
    return loop.value({"names": sort_names(names)})


def _grammar_tree(request: Mapping[str, Any]) -> Answer:
    try:
        return loop.value(grammar_tree(_source(request), _args(request)))
    except GrammarRefusal as no:
        return {"answer": "reject", "code": no.code, "message": no.message}


def _hfile(request: Mapping[str, Any]) -> Answer:
    args = _args(request)

    def keys(name: str) -> list[bytes]:
        given = args.get(name)
        if not isinstance(given, list) or not all(isinstance(key, str) for key in given):
            raise BadRequestError(f"args.{name} is no list of hex texts")
        try:
            return [bytes.fromhex(key) for key in given]
        except ValueError as error:
            raise BadRequestError(f"args.{name}: {error}") from None

    value, error = answer_hfile(request["cmd"], _source(request), keys)
    if error is None:
        return loop.value(value)
    return _reject(Rejection(error.code, error.at, error.requirement, error.message), value)


def _of_file(request: Mapping[str, Any]) -> Answer:
    try:
        return loop.value(OF_FILES[request["cmd"]](_source(request), _args(request)))
    except Stopped as stop:
        return _reject(stop.rejection, stop.partial)


def _of_folder(request: Mapping[str, Any]) -> Answer:
    return loop.value(OF_FOLDERS[request["cmd"]](_folder(request), _args(request)))


def _folder(request: Mapping[str, Any]) -> Path:
    given = request.get("in")
    folder = given.get("dir") if isinstance(given, Mapping) else None
    if not isinstance(folder, str) or not Path(folder).is_dir():
        raise BadRequestError("the command needs a folder as its input")
    return Path(folder)


def _text_arg(args: Mapping[str, Any], name: str) -> str | None:
    value = args.get(name)
    if value is not None and not isinstance(value, str):
        raise BadRequestError(f"args.{name} is no text")
    return value


COMMANDS: dict[str, Callable[[Mapping[str, Any]], Answer]] = {
    "hello": _hello,
    "name.parse": _name_parse,
    "name.order": _name_order,
    "log.scan": lambda request: _scanned(scan_log(_source(request))),
    "log.reverse": lambda request: _scanned(scan_log_reverse(_source(request))),
    "log.records": _log_records,
    "log.positions": _log_positions,
    "log.salvage": _log_salvage,
    "log.check": _log_check,
    "grammar.tree": _grammar_tree,
    **dict.fromkeys(HFILE_COMMANDS, _hfile),
    "log.merged": lambda request: loop.value(log_merged(_source(request), _args(request))),
    **dict.fromkeys(OF_FILES, _of_file),
    **dict.fromkeys(OF_FOLDERS, _of_folder),
    "archive.plan": lambda request: loop.value(archive_plan(_args(request))),
    "archive.merge_plan": lambda request: loop.value(archive_merge_plan(_args(request))),
    "archive.recover": lambda request: loop.value(archive_recover(_folder(request), _args(request))),
    "table.read": lambda request: loop.value(table_read(_folder(request), _args(request))),
    "table.slices": lambda request: loop.value(table_slices(_args(request))),
    "merge.reduce": lambda request: loop.value(merge_reduce(_args(request))),
}


def main(arguments: list[str] | None = None) -> int:
    """Run the adapter as a program; see the text of the module."""
    return loop.run(NAME, answer, arguments, read=_input)


def _input(source: BinaryIO) -> dict[str, Any]:
    return {"in": {"b64": base64.b64encode(source.read()).decode("ascii")}}


if __name__ == "__main__":
    sys.exit(main())
