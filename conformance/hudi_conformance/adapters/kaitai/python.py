# SPDX-License-Identifier: Apache-2.0
"""Adapter `kaitai-python`: the generated Python parsers and our decoder behind the protocol.

As a program: a loop of JSON lines on standard input and output, or `--once CMD` with the file on
standard input. In process: `answer(request)`. No input crashes it.
"""

from __future__ import annotations

import base64
import platform
import sys
import traceback
from collections.abc import Mapping
from typing import BinaryIO

from hudi_conformance import __version__
from hudi_conformance.adapters import filters, log_contents, loop
from hudi_conformance.adapters.kaitai import (
    archival,
    base,
    bloom,
    bucket,
    content,
    hfile,
    merge,
    metadata,
    statistics,
    table,
    timeline,
)
from hudi_conformance.adapters.kaitai.request import (
    Args,
    BadRequestError,
    FileCommand,
    Source,
    Stopped,
    Told,
    Value,
    complete,
    of_arguments,
    of_files,
    of_folders,
    reject,
    text_argument,
    text_of,
    texts_of,
)  # fmt: skip
from hudi_conformance.adapters.kaitai.tree import GrammarRefusal, grammar_tree
from hudi_conformance.adapters.loop import Answer, Answerer, Request
from hudi_conformance.adapters.table_rows import BY_ID
from hudi_conformance.canonical.log import (
    canonical_findings,
    canonical_log_block,
    canonical_log_positions,
    canonical_log_records,
    canonical_log_scan,
    canonical_name,
)
from hudi_conformance.decode.grammar import rejection_of
from hudi_conformance.decode.log.check import CheckContext, check_log
from hudi_conformance.decode.log.content import read_contents, read_positions
from hudi_conformance.decode.log.names import decode_name, order_key
from hudi_conformance.decode.log.reverse import scan_log_reverse
from hudi_conformance.decode.log.salvage import salvage_log
from hudi_conformance.decode.log.scan import scan_log
from hudi_conformance.errors import Reject
from hudi_conformance.model.log import LogScan

NAME = "kaitai-python"
FEATURES = [
    *log_contents.FEATURES,
    "content.delete.v1", "content.delete.v2", "content.delete.v2.names", "content.delete.v3",
    "header-key.4", "header-key.5", "header-key.6", "header-key.7", "header-key.8",
    "ordering.array", "file-name.cdc", "container.lance", "container.orc", "bootstrap-base", BY_ID,
    *filters.FEATURES,
    *hfile.FEATURES,
    *merge.FEATURES,
    *bucket.FEATURES,
    *archival.FEATURES,
]  # fmt: skip


def answer(request: Request) -> Answer:
    """Answer one request of the protocol; the request's `seq` is repeated.

    Never raises, for any request: exceptions become an answer `error`.
    """
    return loop.dispatch(request, COMMANDS, _failure)


def _failure(error: BaseException) -> Answer:
    match error:
        case Stopped():
            return reject(error.rejection) | {"partial": error.partial}
        case Reject():
            return reject(rejection_of(error))
        case GrammarRefusal():
            return {"answer": "reject", "code": error.code, "message": error.message}
        case MemoryError() | RecursionError():
            return {"answer": "limit", "what": type(error).__name__}
    message = f"{type(error).__name__}: {error}"
    return {"answer": "error", "message": message, "trace": traceback.format_exc()}


def _hello(_: Request) -> Answer:
    return loop.hello(
        NAME,
        __version__,
        language=f"python {platform.python_version()}",
        homepage="https://kaitai.io",
        commands=sorted(COMMANDS.keys() - {"hello"}),
        features=FEATURES,
        inputs=["b64", "path", "dir"],
    )


def _scan(scan: LogScan) -> Value:
    return complete(canonical_log_scan(scan), scan.rejection)


def _log_records(source: Source, _: Args) -> Told:
    contents, end = read_contents(source)
    findings = [finding for content in contents for finding in content.findings]
    return Told(complete(canonical_log_records(contents), end.rejection), findings)


def _log_positions(source: Source, _: Args) -> Value:
    positions, end = read_positions(source)
    return complete(canonical_log_positions(positions), end.rejection)


def _log_check(source: Source, args: Args) -> Value:
    version = args.get("table_version")
    if version is not None and (not isinstance(version, int) or isinstance(version, bool)):
        raise BadRequestError("args.table_version is not an integer")
    context = CheckContext(
        table_version=version,
        file_name=text_argument(args, "file_name"),
        base_instant=text_argument(args, "base_instant"),
    )
    return canonical_findings(check_log(source, context))


FILE_COMMANDS: Mapping[str, FileCommand] = {
    "log.scan": lambda source, _: _scan(scan_log(source)),
    "log.reverse": lambda source, _: _scan(scan_log_reverse(source)),
    "log.records": _log_records,
    "log.positions": _log_positions,
    "log.salvage": lambda source, _: {"blocks": [canonical_log_block(b) for b in salvage_log(source)]},
    "log.check": _log_check,
    "log.merged": merge.log_merged,
    "grammar.tree": grammar_tree,
    **hfile.OF_FILES,
    **base.OF_FILES,
    **bloom.OF_FILES,
    **bucket.OF_FILES,
    **statistics.OF_FILES,
    **timeline.OF_FILES,
}
COMMANDS: Mapping[str, Answerer] = {
    "hello": _hello,
    **of_files(FILE_COMMANDS),
    **of_folders(
        {
            "table.read": table.table_read,
            "table.content": content.table_content,
            "archive.recover": archival.archive_recover,
            **bucket.OF_FOLDERS,
            **metadata.OF_FOLDERS,
            **timeline.OF_FOLDERS,
        }
    ),
    **of_arguments(
        {
            "name.parse": lambda args: canonical_name(decode_name(text_of(args, "name"))),
            "name.order": lambda args: {"names": sorted(texts_of(args, "names"), key=order_key)},
            "table.slices": table.table_slices,
            **base.OF_ARGUMENTS,
            "merge.reduce": merge.merge_reduce,
            "metadata.key": metadata.metadata_key,
            "bucket.key": bucket.bucket_key,
            "archive.plan": archival.archive_plan,
            "archive.merge_plan": archival.archive_merge_plan,
        }
    ),
}


def main(arguments: list[str] | None = None) -> int:
    """Run the adapter as a program; see the text of the module."""
    return loop.run(NAME, answer, arguments, read=_input)


def _input(source: BinaryIO) -> Answer:
    return {"in": {"b64": base64.b64encode(source.read()).decode("ascii")}}


if __name__ == "__main__":
    sys.exit(main())
