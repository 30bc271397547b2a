# SPDX-License-Identifier: Apache-2.0
"""The filter and the columns of a `table.read` in the languages of engines.

These are SQL, expressions of Python objects as in pyarrow and Daft, and the tuples of hudi-rs. An engine that
cannot state a filter raises UnsupportedInput, which names the part.
"""

from __future__ import annotations

import datetime
import functools
import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from hudi_conformance import resources
from hudi_conformance.adapters.loop import Request
from hudi_conformance.canonical.filters import COMPARISONS, Comparison, Filter, Junction, parse_filter
from hudi_conformance.canonical.scalars import canonical_float64
from hudi_conformance.errors import UnsupportedInput

FEATURES = ("rows.filter", "rows.filter-function", "rows.filter-union")
_FUNCTIONS = {"": "{}", "lower": "lower({})", "upper": "upper({})", "negated": "({} * -1)"}
_EPOCH = datetime.datetime(1970, 1, 1)  # noqa: DTZ001 - literals have no zone
_NEGATED = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">", "in": "not in"}


@dataclass(frozen=True, slots=True)
class Query:
    """Filter and columns of a `table.read`.

    Attributes:
        condition: true for the rows of the answer; None for all rows.
        columns: names of the columns of the answer; None for all. Without any, rows are counted.
        union: a filter of a second scan of the table in the same query, whose rows are added.
    """

    condition: Filter | None = None
    columns: tuple[str, ...] | None = None
    union: Filter | None = None

    def scans(self) -> Iterator[Query]:
        """A query per scan of the table."""
        yield replace(self, union=None)
        if self.union is not None:
            yield replace(self, condition=self.union, union=None)


def query_of(args: Request) -> Query:
    """The filter and the columns of a request.

    Raises:
        ValueError: they do not follow the protocol.
    """
    columns = args.get("columns")
    if columns is not None and (isinstance(columns, str) or not isinstance(columns, Sequence)):
        raise ValueError("columns is a list of names")
    condition, union = (
        None if tree is None else parse_filter(tree) for tree in (args.get("filter"), args.get("union"))
    )
    return Query(condition, None if columns is None else tuple(map(str, columns)), union)


def comparisons(condition: Filter) -> Iterator[Comparison]:
    """All predicates of a filter."""
    if isinstance(condition, Comparison):
        yield condition
    else:
        for part in condition.parts:
            yield from comparisons(part)


def python_value(kind: str, value: object) -> Any:  # noqa: ANN401 - of the type `kind`
    """A literal as the Python object of its type: text, dates and times included.

    Raises:
        UnsupportedInput: text that is not UTF-8, a time that Python does not have.
    """
    try:
        match value:
            case bytes() if kind == "string":
                return value.decode()
            case int() if kind == "date":
                return (_EPOCH + datetime.timedelta(days=value)).date()
            case int() if kind.startswith("timestamp-"):
                return _EPOCH + datetime.timedelta(microseconds=value * (1000 if "millis" in kind else 1))
    except (OverflowError, UnicodeDecodeError) as error:
        raise UnsupportedInput(f"a literal of type {kind}: {error}") from None
    return value


def literal_text(kind: str, value: object) -> str:
    """A literal as text that engines cast to its type.

    Raises:
        UnsupportedInput: bytes, null, or values that `python_value` rejects.
    """
    match native := python_value(kind, value):
        case None | bytes():
            raise UnsupportedInput("a literal that is null" if value is None else "a literal of bytes")
        case bool():
            return str(native).lower()
        case float():
            return canonical_float64(native)
        case datetime.datetime():
            return native.isoformat(sep=" ", timespec="microseconds")
    return format(native, "f" if kind == "decimal" else "")


@dataclass(frozen=True, slots=True)
class Dialect:
    """How an engine writes SQL.

    Attributes:
        quote: character around names.
        types: the engine's names of types; `{}` in that of decimals is precision and scale.
        text: a literal of text.
        binary: template of a literal of bytes in hex.
        prefix: template of a predicate of a column and a prefix.
        null: template of the type that null is cast to.
    """

    quote: str
    types: Mapping[str, str]
    text: Callable[[str], str]
    binary: str = "X'{}'"
    prefix: str = "starts_with({}, {})"
    null: str = "{}"

    def select(self, source: str, query: Query) -> str:
        """The statement that answers a query of `source`.

        Raises:
            UnsupportedInput: a literal that the engine does not have.
        """
        return " UNION ALL ".join(self._select(source, scan) for scan in query.scans())

    def _select(self, source: str, query: Query) -> str:
        names = query.columns
        columns = "*" if names is None else ", ".join(map(self._name, names)) or "count(*)"
        where = "" if query.condition is None else f" WHERE {self.where(query.condition)}"
        return f"SELECT {columns} FROM {source}{where}"  # noqa: S608 - names and literals are quoted

    def where(self, condition: Filter) -> str:
        """The condition of a WHERE clause.

        Raises:
            UnsupportedInput: a literal that the engine does not have.
        """
        if isinstance(condition, Junction):
            parts = [f"({self.where(part)})" for part in condition.parts]
            return f"NOT {parts[0]}" if condition.op == "not" else f" {condition.op.upper()} ".join(parts)
        column = _FUNCTIONS[condition.function].format(".".join(map(self._name, condition.path)))
        values = [self._literal(condition.type, value) for value in condition.values]
        match condition.op:
            case "is_null" | "is_not_null":
                return f"{column} {condition.op.replace('_', ' ').upper()}"
            case "in":
                return f"{column} IN ({', '.join(values)})"
            case "between":
                return f"{column} BETWEEN {' AND '.join(values)}"
            case "starts_with":
                return self.prefix.format(column, *values)
        return f"{column} {condition.op} {values[0]}"

    def _name(self, column: str) -> str:
        return f"{self.quote}{column.replace(self.quote, 2 * self.quote)}{self.quote}"

    def _literal(self, kind: str, value: object) -> str:
        if kind == "decimal":
            number = format(value or 0, "f").lstrip("-")
            fraction = len(number.partition(".")[2])
            digits = max(len(number.replace(".", "").lstrip("0")), fraction, 1)
            name = self.types[kind].format(f"{digits}, {fraction}")
        else:
            name = self.types[kind]
        if value is None:
            return f"CAST(NULL AS {self.null.format(name)})"
        if kind == "bytes":
            assert isinstance(value, bytes)
            return self.binary.format(value.hex())
        text = literal_text(kind, value)
        return self.text(text) if kind == "string" else f"CAST('{text}' AS {name})"


def sql_types(engine: str) -> dict[str, str]:
    """The engine's names of types, for its dialect."""
    types: dict[str, str] = resources.package_table("adapters/sql_types.toml")[engine]
    return types


def backslashed(text: str) -> str:
    """A text literal in which a backslash starts an escape sequence."""
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def doubled(text: str) -> str:
    """A standard text literal, in which quotes are doubled."""
    return "'" + text.replace("'", "''") + "'"


def expression(
    condition: Filter,
    column: Callable[[Comparison], Any],
    literal: Callable[[Comparison, Any], Any],
    prefix: Callable[[Any, bytes], Any],
) -> Any:  # noqa: ANN401 - an expression of the library
    """A filter as an expression of a library whose columns have Python's operators.

    Args:
        condition: the filter.
        column: the expression of a predicate's column.
        literal: the expression of a value of a predicate, None included.
        prefix: the expression of whether a column begins with text in UTF-8.

    Raises:
        UnsupportedInput: a literal that the library does not have.
    """
    if isinstance(condition, Junction):
        parts = [expression(part, column, literal, prefix) for part in condition.parts]
        joined = operator.and_ if condition.op == "and" else operator.or_
        return ~parts[0] if condition.op == "not" else functools.reduce(joined, parts)
    subject = column(condition)
    values = condition.values
    literals = [literal(condition, value) for value in values]
    match condition.op:
        case "is_null":
            return subject.is_null()
        case "is_not_null":
            return ~subject.is_null()
        case "in":
            return functools.reduce(operator.or_, [subject == value for value in literals])
        case "between":
            return (subject >= literals[0]) & (subject <= literals[1])
        case "starts_with":
            if values[0] is None:
                raise UnsupportedInput("a prefix that is null")
            return prefix(subject, values[0])
    return COMPARISONS[condition.op](subject, literals[0])


def hudi_rs_tuples(condition: Filter | None) -> list[tuple[str, str, str]]:
    """A filter as a conjunction of hudi-rs predicates: column, operator, value.

    Raises:
        UnsupportedInput: a filter that these cannot express.
    """
    if isinstance(condition, Junction):
        if condition.op == "and":
            return [predicate for part in condition.parts for predicate in hudi_rs_tuples(part)]
        [part] = condition.parts if condition.op == "not" else [condition]
        if not isinstance(part, Comparison) or part.op not in _NEGATED:
            raise UnsupportedInput(f"{condition.op} of such filters: predicates are joined by and only")
        return [_predicate(part, _NEGATED[part.op])]
    if condition is None:
        return []
    if condition.op == "between":
        low, high = (replace(condition, values=(value,)) for value in condition.values)
        return [_predicate(low, ">="), _predicate(high, "<=")]
    if condition.op not in _NEGATED:
        raise UnsupportedInput(f"the operator {condition.op}")
    return [_predicate(condition, condition.op)]


def _predicate(condition: Comparison, name: str) -> tuple[str, str, str]:
    if len(condition.path) > 1:
        raise UnsupportedInput("a field of a struct")
    if condition.function:
        raise UnsupportedInput("a function of a column")
    texts = [literal_text(condition.type, value) for value in condition.values]
    if condition.op == "in":
        return condition.path[0], name.upper(), ",".join(_list_items(texts))
    return condition.path[0], name, texts[0]


def _list_items(texts: Iterable[str]) -> Iterator[str]:
    for text in texts:
        if not text or text != text.strip():
            raise UnsupportedInput("a list with an empty text, or with spaces at an end")
        yield text.replace("\\", "\\\\").replace(",", "\\,")
