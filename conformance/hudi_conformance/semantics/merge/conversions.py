# SPDX-License-Identifier: Apache-2.0
"""Values of a column whose type has changed since they were written, as Hudi's releases convert them.

Values are physical: integers for dates and timestamps, bytes or `Decimal` for decimals. Numbers become the
text that Java prints: plain from 10^-3 up to 10^7, otherwise with an exponent, always with a digit after the
point.
"""

from __future__ import annotations

import datetime
import math
import re
import struct
from collections.abc import Callable
from contextlib import suppress
from decimal import Context, Decimal, Inexact, InvalidOperation
from functools import lru_cache, partial
from typing import Any

from hudi_conformance.canonical.scalars import canonical_float32, canonical_float64
from hudi_conformance.errors import Reject
from hudi_conformance.model.common import AvroValue

WIDENING, TEXT = "table.schema.widening", "table.schema.text"
DECIMAL, REFUSAL = "table.schema.decimal", "table.schema.incompatible"
Convert = Callable[[Any], Any]

_MAX_DIGITS = 1000  # of a decimal: Avro does not bound its precision
_EXACT = Context(prec=_MAX_DIGITS, traps=[Inexact, InvalidOperation])
_EPOCH = datetime.date(1970, 1, 1).toordinal()
_DATE = re.compile(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})")
_PLAIN_FROM, _PLAIN_BELOW = 1e-3, 1e7


def double_of_float(value: float) -> float:
    """The double nearest to the shortest text of a float: 0.1 stays 0.1."""
    return float(_shortest_float(value)) if value and math.isfinite(value) else value


def text_of_double(value: float) -> str:
    """Text of a double as Java prints it."""
    return _java_text(value, canonical_float64(value), lambda text: float(text) == value)


def text_of_float(value: float) -> str:
    """Text of a float as Java prints it."""
    return _java_text(value, _shortest_float(value), lambda text: _single(float(text)) == value)


def _shortest_float(value: float) -> str:
    return _nonzero_float(value) if value else canonical_float32(value)


@lru_cache(1 << 12)
def _nonzero_float(value: float) -> str:  # a cache does not distinguish the zeros
    return canonical_float32(value)


def text_of_date(days: int) -> str:
    """ISO text of a date, from its days since 1970.

    Raises:
        Reject: bad-value outside the years 1 to 9999 [table.schema.text].
    """
    try:
        return datetime.date.fromordinal(days + _EPOCH).isoformat()
    except (ValueError, OverflowError):
        raise Reject(
            "bad-value", None, TEXT, f"{days} days since 1970 are not a date with a year of four digits"
        ) from None


def date_of_text(text: str | bytes) -> int:
    """Days since 1970 of a date in text; months and days may lack their leading zero.

    Raises:
        Reject: bad-value [table.schema.text].
    """
    found = _DATE.fullmatch(text) if isinstance(text, str) else None
    try:
        if found is not None:
            return datetime.date(*map(int, found.groups())).toordinal() - _EPOCH
    except ValueError:
        pass
    raise Reject("bad-value", None, TEXT, f"{text!r:.40} is not a date")


def bytes_of_text(text: str | bytes) -> bytes:
    """UTF-8 of a text; other bytes are unchanged."""
    return text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")


def decimal_of(value: Decimal | bytes, scale: int) -> Decimal:
    """A decimal from its stored value: a number, or the bytes of its unscaled value."""
    if isinstance(value, Decimal):
        return value
    return Decimal(int.from_bytes(value, "big", signed=True)).scaleb(-scale, _EXACT)


def text_of_decimal(value: Decimal | bytes, scale: int) -> str:
    """Text of a decimal with all digits of its scale; with an exponent below 10^-6, as Java prints it."""
    return str(decimal_of(value, scale))


def to_scale(value: AvroValue, *, scale: int, precision: int, number: Convert) -> Decimal:
    """A decimal of this scale from a value that `number` converts.

    Raises:
        Reject: bad-value if digits would be lost, or the value is not a number [table.schema.decimal].
    """
    exact: Decimal | None = None
    with suppress(Inexact, InvalidOperation, ValueError, TypeError):
        exact = number(value).quantize(Decimal((0, (1,), -scale)), context=_EXACT)
    if exact is None or not exact.is_finite():
        raise Reject("bad-value", None, DECIMAL, f"{value!r:.40} is not a decimal of scale {scale}")
    if exact and exact.adjusted() + scale >= precision:
        raise Reject("bad-value", None, DECIMAL, f"{exact} has more than {precision} digits")
    return exact


def decimal_conversion(source: str, from_scale: int, scale: int, precision: int) -> Convert | None:
    """Conversion of values of the kind `source` to a decimal; None if there is none."""
    numbers: dict[str, Convert] = {
        "decimal": partial(decimal_of, scale=from_scale), "int": Decimal, "long": Decimal,
        "float": lambda value: Decimal(canonical_float32(value)),
        "double": lambda value: Decimal(canonical_float64(value)),
        "string": Decimal,
    }  # fmt: skip
    number = numbers.get(source)
    return None if number is None else partial(to_scale, scale=scale, precision=precision, number=number)


def _java_text(value: float, shortest: str, reads_back: Callable[[str], bool]) -> str:
    """Layout of the shortest digits that read back; for one digit, the nearest two that do."""
    if value == 0 or not math.isfinite(value):
        return shortest
    if _PLAIN_FROM <= abs(value) < _PLAIN_BELOW:
        number = Decimal(shortest)
        plain = format(number, "f")
        return plain if "." in plain else plain + ".0"
    sign, digits, exponent = Decimal(shortest).normalize().as_tuple()
    if len(digits) == 1 and reads_back(near := f"{value:.1e}"):
        sign, digits, exponent = Decimal(near).as_tuple()
    text = "".join(map(str, digits)).rstrip("0") or "0"
    power = int(exponent) + len(digits) - 1
    return f"{'-' if sign else ''}{text[0]}.{text[1:] or '0'}E{power}"


def _single(value: float) -> float:
    try:
        (single,) = struct.unpack(">f", struct.pack(">f", value))
    except OverflowError:
        return math.inf
    return float(single)
