# SPDX-License-Identifier: Apache-2.0
"""Text, bytes, floats and decimals as canonical JSON."""

from __future__ import annotations

import decimal
import hashlib
import math
import struct
from fractions import Fraction

from hudi_conformance.errors import LimitExceeded
from hudi_conformance.model.common import JsonValue

MAX_HEX_BYTES = 1024  # longer byte strings are shown by digest
MAX_DECIMAL_BYTES = 1024  # turning more into decimal digits takes quadratic time


def canonical_text(value: str | bytes) -> JsonValue:
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


def canonical_bytes(value: bytes) -> JsonValue:
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
            # if two are equally near, the even one, as for doubles
            best = min(fitting, key=lambda c: (abs(Fraction(c) * Fraction(10) ** scale - exact), c % 2))
            digits = str(best)
            return digits.rstrip("0"), len(digits) + scale
    raise AssertionError("nine digits distinguish every float from its neighbours")


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
    if not number_.is_finite() or abs(int(number_.as_tuple().exponent)) > 4 * MAX_DECIMAL_BYTES:
        raise LimitExceeded(f"decimal {value!s:.40} has no plain text of bearable length")
    return format(number_, "f")
