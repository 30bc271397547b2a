# SPDX-License-Identifier: Apache-2.0
"""Avro rows as canonical JSON, driven by the writer schema, and the scalars that they are made of.

| Avro | JSON |
|---|---|
| null, boolean, string | null, true/false, text |
| int, date, time-millis | number |
| long, time-micros, timestamps | decimal text |
| float, double | shortest text that reads back to the same value; exponent form below 1e-4 and from 1e16 |
| bytes, fixed | hex |
| decimal | plain decimal text with all digits of its scale |
| enum | symbol |
| union of null and one other type | null or the value |
| other unions | null, or `{"branch": value}`; branch = type name, full name of named types |
| array; map and record | list; object |
"""

from __future__ import annotations

import datetime
import decimal
import hashlib
import math
import struct
import uuid
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from hudi_conformance.errors import LimitExceeded

MAX_HEX_BYTES = 1024  # longer byte strings are shown by digest
MAX_DEPTH = 120  # nesting of rows and schemas that we follow
MAX_DECIMAL_BYTES = 1024  # turning more into decimal digits takes quadratic time
_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)
_LOCAL_EPOCH = datetime.datetime(1970, 1, 1)  # noqa: DTZ001 - local timestamps have no zone
_MICROSECOND = datetime.timedelta(microseconds=1)
_PRIMITIVES = frozenset({"null", "boolean", "int", "long", "float", "double", "bytes", "string"})

Mapped = Callable[[Any, int], Any]  # (value, depth) -> JSON


# --- scalars -----------------------------------------------------------------------------------------


def canonical_text(value: str | bytes) -> Any:
    """The text, or `{"$utf8": hex}` for bytes that are not well-formed UTF-8 and for lone surrogates."""
    if isinstance(value, bytes):
        try:
            return value.decode("utf-8")
        except UnicodeDecodeError:
            return {"$utf8": value.hex()}
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        return {"$utf8": value.encode("utf-8", "surrogatepass").hex()}
    return value


def canonical_bytes(value: bytes) -> Any:
    """Lower-case hex, or `{"$digest": {"len", "sha256"}}` for more than `MAX_HEX_BYTES` bytes."""
    if len(value) <= MAX_HEX_BYTES:
        return value.hex()
    return {"$digest": {"len": str(len(value)), "sha256": hashlib.sha256(value).hexdigest()}}


def canonical_float64(value: float) -> str:
    """Shortest decimal text that reads back to the same double; `-0.0`, `NaN`, `Infinity` by name."""
    return _special(value) or repr(float(value))


def canonical_float32(value: float) -> str:
    """Shortest decimal text that reads back to the same float; laid out like a double's."""
    special = _special(value)
    if special is not None:
        return special
    try:
        (single,) = struct.unpack(">f", struct.pack(">f", value))
    except OverflowError as error:
        raise ValueError(f"{value!r} is no 32-bit float") from error
    if single == 0.0 or math.isinf(single):
        return canonical_float64(single)
    digits, exponent = _shortest32(abs(single))
    return ("-" if single < 0 else "") + _layout(digits, exponent)


def _special(value: float) -> str | None:
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "Infinity" if value > 0 else "-Infinity"
    return None


def _shortest32(value: float) -> tuple[str, int]:
    """Digits d and exponent e of the shortest 0.d × 10^e that rounds to the positive float `value`."""
    exact = Fraction(value)
    for num_digits in range(1, 10):
        text = f"{value:.{num_digits - 1}e}"
        mantissa, _, power = text.partition("e")
        scale = int(power) - num_digits + 1
        middle = int(mantissa.replace(".", ""))
        # At a power of two the interval of a float is lopsided: the nearest text of this length may
        # miss it while its neighbour does not.
        fitting = [
            candidate
            for candidate in (middle - 1, middle, middle + 1)
            if candidate > 0 and _reads_back(candidate, scale, value)
        ]
        if fitting:
            # of two that are equally near the even one, as for doubles
            best = min(fitting, key=lambda c: (abs(Fraction(c) * Fraction(10) ** scale - exact), c % 2))
            digits = str(best)
            return digits.rstrip("0"), len(digits) + scale
    raise AssertionError("nine digits tell every float from its neighbours")


def _reads_back(digits: int, scale: int, value: float) -> bool:
    try:
        (read,) = struct.unpack(">f", struct.pack(">f", float(f"{digits}e{scale}")))
    except OverflowError:
        return False
    return bool(read == value)


def _layout(digits: str, exponent: int) -> str:
    """0.digits × 10^exponent as Python prints floats: plain from 1e-4 up to 1e16."""
    if -4 < exponent <= 16:
        if exponent <= 0:
            return "0." + "0" * -exponent + digits
        if len(digits) <= exponent:
            return digits + "0" * (exponent - len(digits)) + ".0"
        return digits[:exponent] + "." + digits[exponent:]
    mantissa = digits[0] + ("." + digits[1:] if len(digits) > 1 else "")
    return f"{mantissa}e{exponent - 1:+03d}"


def canonical_decimal(value: decimal.Decimal | str | tuple[bytes, int]) -> str:
    """Plain decimal text with all digits of the scale; a tuple is (unscaled big-endian bytes, scale)."""
    if isinstance(value, tuple):
        unscaled, scale = value
        if len(unscaled) > MAX_DECIMAL_BYTES or not 0 <= scale <= 4 * MAX_DECIMAL_BYTES:
            raise LimitExceeded(f"decimal of {len(unscaled)} bytes and scale {scale}")
        number = int.from_bytes(unscaled, "big", signed=True)
        digits = str(abs(number)).rjust(scale + 1, "0")
        sign = "-" if number < 0 else ""
        return sign + (f"{digits[:-scale]}.{digits[-scale:]}" if scale else digits)
    number_ = decimal.Decimal(value)
    if not number_.is_finite() or abs(number_.as_tuple().exponent) > 4 * MAX_DECIMAL_BYTES:  # type: ignore[arg-type]
        raise LimitExceeded(f"decimal {value!s:.40} has no plain text of bearable length")
    return format(number_, "f")


# --- rows --------------------------------------------------------------------------------------------


def canonical_row(value: Any, schema: Any) -> Any:
    """One value of the (parsed) Avro `schema` as JSON. For many rows keep a `RowMapper`."""
    return RowMapper(schema)(value)


class RowMapper:
    """Maps values of one Avro schema to canonical JSON.

    The schema is plain JSON (dict, list, str), named types may be referred to by simple or full name.
    Values are what an Avro reader yields: logical types as their physical value or as the Python type;
    a union branch may be told as a tuple (branch name, value), otherwise it is chosen by Python type.

    Raises:
        LimitExceeded: schema or value nested deeper than `MAX_DEPTH`.
        ValueError: value that is not of the schema, unknown type name.
    """

    def __init__(self, schema: Any) -> None:
        self._named: dict[str, Mapped] = {}
        self._map = self._compile(schema, "", 0)

    def __call__(self, value: Any) -> Any:
        """The JSON form of one value."""
        return self._map(value, 0)

    def _compile(self, schema: Any, namespace: str, depth: int) -> Mapped:
        if depth > MAX_DEPTH:
            raise LimitExceeded(f"schema nested deeper than {MAX_DEPTH}")
        if isinstance(schema, str):
            return _SCALARS[schema] if schema in _PRIMITIVES else self._reference(schema, namespace)
        if isinstance(schema, Sequence):
            return self._union(schema, namespace, depth)
        if not isinstance(schema, Mapping):
            raise ValueError(f"no Avro schema: {schema!r:.80}")  # noqa: TRY004 - one error type for bad schemas
        kind = schema.get("type")
        match kind:
            case "record" | "error":
                return self._record(schema, namespace, depth)
            case "enum":
                return self._define(schema, namespace, _map_text)
            case "fixed":
                return self._define(schema, namespace, _scalar("bytes", schema))
            case "array":
                return _array(self._compile(schema.get("items"), namespace, depth + 1))
            case "map":
                return _map(self._compile(schema.get("values"), namespace, depth + 1))
            case str() if kind in _PRIMITIVES:
                return _scalar(kind, schema)
        return self._compile(kind, namespace, depth + 1)

    def _reference(self, name: str, namespace: str) -> Mapped:
        """Late: a type may refer to itself, and to types that a later branch defines."""
        candidates = [name] if "." in name or not namespace else [f"{namespace}.{name}", name]

        def mapped(value: Any, depth: int) -> Any:
            for candidate in candidates:
                if candidate in self._named:
                    return self._named[candidate](value, depth)
            raise ValueError(f"unknown Avro type {name!r}")

        return mapped

    def _define(self, schema: Mapping[str, Any], namespace: str, mapped: Mapped) -> Mapped:
        self._named[full_name(schema, namespace)] = mapped
        return mapped

    def _record(self, schema: Mapping[str, Any], namespace: str, depth: int) -> Mapped:
        fields: list[tuple[str, Mapped]] = []

        def mapped(value: Any, depth: int) -> Any:
            _check_depth(depth)
            if not isinstance(value, Mapping):
                raise ValueError(f"a record is no {type(value).__name__}")  # noqa: TRY004
            shown: dict[str, Any] = {}
            for name, field in fields:
                if name not in value:
                    raise ValueError(f"record lacks field {name!r}")
                shown[name] = field(value[name], depth + 1)
            return shown

        full = full_name(schema, namespace)
        self._named[full] = mapped
        inner = full.rpartition(".")[0]
        fields += [(f["name"], self._compile(f["type"], inner, depth + 1)) for f in schema.get("fields", ())]
        return mapped

    def _union(self, schema: Sequence[Any], namespace: str, depth: int) -> Mapped:
        branches = [
            (branch_name(branch, namespace), branch, self._compile(branch, namespace, depth + 1))
            for branch in schema
        ]
        others = [branch for branch in branches if branch[0] != "null"]
        if len(branches) == 2 and len(others) == 1:
            only_name, _, only = others[0]

            def optional(value: Any, depth: int) -> Any:
                if value is None:
                    return None
                told = _told(value, (only_name,))
                return only(value if told is None else told[1], depth + 1)

            return optional
        names = tuple(name for name, _, _ in branches)

        def mapped(value: Any, depth: int) -> Any:
            _check_depth(depth)
            if value is None:
                return None
            told = _told(value, names)
            if told is not None:
                return {name: branch(told[1], depth + 1) for name, _, branch in branches if name == told[0]}
            for name, branch_schema, branch in others:
                if _suits(value, name, branch_schema):
                    return {name: branch(value, depth + 1)}
            raise ValueError(f"no branch of {list(names)} holds a {type(value).__name__}")

        return mapped


def full_name(schema: Mapping[str, Any], namespace: str) -> str:
    """Full name of a named type that is defined inside of `namespace`."""
    name = schema.get("name")
    if not isinstance(name, str):
        raise ValueError("named Avro type without a name")  # noqa: TRY004
    if "." in name:
        return name
    own = schema.get("namespace", namespace) or ""
    return f"{own}.{name}" if own else name


def branch_name(branch: Any, namespace: str) -> str:
    """Name by which a union's branch is shown: the type's name, the full name of a named type."""
    if isinstance(branch, Mapping):
        kind = branch.get("type")
        if kind in {"record", "error", "enum", "fixed"}:
            return full_name(branch, namespace)
        return branch_name(kind, namespace)
    if not isinstance(branch, str):
        raise ValueError("a union directly inside a union")  # noqa: TRY004
    known = branch in _PRIMITIVES or branch in {"array", "map"} or "." in branch or not namespace
    return branch if known else f"{namespace}.{branch}"


def _told(value: Any, names: tuple[str, ...]) -> tuple[str, Any] | None:
    if isinstance(value, tuple) and len(value) == 2 and value[0] in names:
        return value
    return None


def _suits(value: Any, name: str, schema: Any) -> bool:
    kind = schema.get("type") if isinstance(schema, Mapping) else schema
    match kind:
        case "boolean":
            return isinstance(value, bool)
        case "int" | "long":
            wide = 31 if kind == "int" else 63
            if isinstance(value, int) and not isinstance(value, bool):
                return -(1 << wide) <= value < 1 << wide
            return isinstance(value, datetime.date | datetime.time)
        case "float" | "double":
            return isinstance(value, float)
        case "bytes":
            return isinstance(value, bytes | bytearray | decimal.Decimal)
        case "fixed":
            size = schema.get("size")
            return isinstance(value, decimal.Decimal) or (isinstance(value, bytes) and len(value) == size)
        case "string" | "enum":
            return isinstance(value, str | uuid.UUID)
        case "array":
            return isinstance(value, list)
    # records, maps and references to named types
    return isinstance(value, Mapping) or name not in _PRIMITIVES


def _check_depth(depth: int) -> None:
    if depth > MAX_DEPTH:
        raise LimitExceeded(f"row nested deeper than {MAX_DEPTH}")


def _array(item: Mapped) -> Mapped:
    def mapped(value: Any, depth: int) -> Any:
        _check_depth(depth)
        return [item(element, depth + 1) for element in value]

    return mapped


def _map(item: Mapped) -> Mapped:
    def mapped(value: Any, depth: int) -> Any:
        _check_depth(depth)
        return {key: item(element, depth + 1) for key, element in value.items()}

    return mapped


def _scalar(kind: str, schema: Mapping[str, Any]) -> Mapped:
    if schema.get("logicalType") == "decimal" and kind == "bytes":
        scale = schema.get("scale", 0)
        if not isinstance(scale, int) or scale < 0:
            return _SCALARS["bytes"]  # an invalid logical type is ignored, as Avro demands
        return lambda value, _: canonical_decimal(
            (bytes(value), scale) if isinstance(value, bytes | bytearray) else value
        )
    logical = schema.get("logicalType")
    if kind in {"int", "long"} and isinstance(logical, str):
        show: Callable[[int], Any] = int if kind == "int" else str
        return lambda value, _: show(_physical(value, logical))
    return _SCALARS[kind]


def _physical(value: Any, logical: str) -> int:
    """Integer that stands for a date or time which an Avro library has turned into a Python value."""
    if isinstance(value, int):
        return value
    if isinstance(value, datetime.datetime):
        since = value - (_LOCAL_EPOCH if value.tzinfo is None else _EPOCH)
        micros = since // _MICROSECOND
    elif isinstance(value, datetime.date):
        return value.toordinal() - _EPOCH.toordinal()
    elif isinstance(value, datetime.time):
        micros = ((value.hour * 60 + value.minute) * 60 + value.second) * 1_000_000 + value.microsecond
    else:
        raise ValueError(f"no {logical}: {value!r:.80}")  # noqa: TRY004
    return micros // 1000 if logical.endswith("millis") else micros


def _map_null(value: Any, _: int) -> None:
    if value is not None:
        raise ValueError(f"no null: {value!r:.80}")


def _map_text(value: Any, _: int) -> Any:
    return canonical_text(value if isinstance(value, str | bytes) else str(value))


_SCALARS: dict[str, Mapped] = {
    "null": _map_null,
    "boolean": lambda value, _: bool(value),
    "int": lambda value, _: int(value),
    "long": lambda value, _: str(int(value)),
    "float": lambda value, _: canonical_float32(value),
    "double": lambda value, _: canonical_float64(value),
    "bytes": lambda value, _: canonical_bytes(bytes(value)),
    "string": _map_text,
}
