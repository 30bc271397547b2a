# SPDX-License-Identifier: Apache-2.0
"""Adapter of Daft's own Hudi reader: `table.read`, the snapshot.

python -m hudi_conformance.adapters.daft_hudi                                        JSON lines, long-lived
python -m hudi_conformance.adapters.daft_hudi --once CMD --dir FOLDER [--args JSON]  one answer

Daft reads only copy-on-write tables of versions 5 and 6; its exceptions for others become `unsupported`.
"""

from __future__ import annotations

import functools
import os
import sys
from dataclasses import replace
from decimal import Decimal

from hudi_conformance.adapters import loop
from hudi_conformance.adapters.engine_rows import engine_rows
from hudi_conformance.adapters.filters import Query, expression, python_value, query_of
from hudi_conformance.adapters.loop import Answer, Request
from hudi_conformance.adapters.table_rows import not_installed, table_answerer, table_hello, unsupported_view
from hudi_conformance.canonical.filters import Comparison, Filter
from hudi_conformance.errors import UnsupportedInput

try:
    import daft
except ImportError:
    daft = None

NAME = "daft"


def _failure(error: BaseException) -> Answer:
    """Classify an exception: those of Daft's classes are rejections, all others are errors."""
    message = " ".join(f"{type(error).__name__}: {error}".split())[:400]
    if type(error).__name__ == "UnsupportedException":
        return {"answer": "unsupported", "what": message}
    if type(error).__module__.startswith("daft."):
        return {"answer": "reject", "code": "unspecified", "message": message}
    return loop.error(message)


def _read(folder: str, args: Request) -> Answer:
    if refusal := unsupported_view(args):
        return refusal
    query, table = query_of(args), daft.read_hudi(folder)
    if query.columns == ():
        return loop.value({"rows": [{}] * filtered(table, replace(query, columns=None)).count_rows()})
    return loop.value(engine_rows(filtered(table, query).to_arrow(), folder, query))


def filtered(frame: daft.DataFrame, query: Query) -> daft.DataFrame:
    """The rows and columns of a query."""
    return functools.reduce(daft.DataFrame.concat, (_selected(frame, scan) for scan in query.scans()))


def _selected(frame: daft.DataFrame, query: Query) -> daft.DataFrame:
    if query.condition is not None:
        frame = frame.where(_Filter(frame).expression(query.condition))
    return frame if query.columns is None else frame.select(*query.columns)


class _Filter:
    """Expressions about the columns of a frame; literals have the types of their columns."""

    def __init__(self, frame: daft.DataFrame) -> None:
        self._frame = frame

    def expression(self, condition: Filter) -> daft.Expression:
        """A filter as an expression."""
        return expression(condition, self._column, self._literal, self._begins)

    def _column(self, predicate: Comparison) -> daft.Expression:
        first, *inner = predicate.path
        column = functools.reduce(lambda column, name: column[name], inner, daft.col(first))
        match predicate.function:
            case "lower" | "upper":
                return getattr(column, predicate.function)()
            case "negated":
                return column * -1
        return column

    def _literal(self, predicate: Comparison, value: object) -> daft.Expression:
        kind = self._frame.select(self._column(predicate).alias("c")).schema()["c"].dtype
        if isinstance(value, Decimal) and -int(value.as_tuple().exponent) > kind.scale:
            raise UnsupportedInput("a decimal with more digits than its column")
        return daft.lit(python_value(predicate.type, value)).cast(kind)

    def _begins(self, column: daft.Expression, prefix: bytes) -> daft.Expression:
        return column.startswith(daft.lit(python_value("string", prefix)))


def _hello(_: Request) -> Answer:
    return table_hello("Daft", daft.__version__, "python", "https://www.daft.ai")


answer = table_answerer(_hello, _read, _failure)


def main(arguments: list[str] | None = None) -> int:
    """Entry point."""
    if daft is None:
        return not_installed("daft", "daft")
    os.environ.setdefault("DAFT_PROGRESS_BAR", "0")
    os.environ.setdefault("DO_NOT_TRACK", "true")
    return loop.run(NAME, answer, arguments)


if __name__ == "__main__":
    sys.exit(main())
