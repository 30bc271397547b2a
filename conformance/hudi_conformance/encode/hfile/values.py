# SPDX-License-Identifier: Apache-2.0
"""Checked values out of the JSON description of an HFile."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from hudi_conformance.encode.errors import EncodeError

MAX_BYTES = 256 * 1024 * 1024
# A description as a whole breaks no single rule of the format but this one, on which blocks exist.
_RULE = "hfile.block.magic"
_MISSING = object()


def bad(where: str, expected: object, got: object) -> EncodeError:
    """The error of a value that has the wrong shape."""
    return EncodeError("bad-value", _RULE, where, expected, got)


def closed(value: Any, where: str, known: Collection[str]) -> None:
    """Refuse anything but an object with members of `known`."""
    if not isinstance(value, dict):
        raise bad(where, "an object", value)
    unknown = set(value) - set(known)
    if unknown:
        raise bad(f"members of {where}", f"only {sorted(known)}", sorted(unknown))


def listed(value: Any, where: str) -> list[Any]:
    """A list."""
    if not isinstance(value, list):
        raise bad(where, "a list", value)
    return value


def text(value: Any, where: str) -> str:
    """Text that has a UTF-8 form."""
    if not isinstance(value, str):
        raise bad(where, "text", value)
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        raise EncodeError("bad-utf8", _RULE, where, "well-formed text", value) from None
    return value


def boolean(value: Any, where: str) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise bad(where, "true or false", value)
    return value


def choice(value: Any, where: str, known: Collection[str]) -> str:
    """One of some names."""
    if not isinstance(value, str) or value not in known:
        raise bad(where, f"one of {list(known)}", value)
    return value


def integer(value: Any, where: str) -> int:
    """A signed 64-bit number, or decimal text for what JSON readers may round."""
    if isinstance(value, str) and value.removeprefix("-").isdecimal():
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool) or not -(2**63) <= value < 2**63:
        raise bad(where, "a signed 64-bit integer", value)
    return value


def int32(value: Any, where: str) -> int:
    """A signed 32-bit number."""
    number = integer(value, where)
    if not -(2**31) <= number < 2**31:
        raise bad(where, "a signed 32-bit integer", value)
    return number


def optional_int32(value: Any, where: str) -> int | None:
    """None or a signed 32-bit number."""
    return None if value is None else int32(value, where)


def some_bytes(value: Any, where: str) -> bytes:
    """Hex, or `{"hex" | "text": .., "times": n}`."""
    times = 1
    if isinstance(value, dict):
        closed(value, where, {"hex", "text", "times"})
        times = integer(value.get("times", 1), f"{where}.times")
        value = text(value["text"], where).encode("utf-8").hex() if "text" in value else value.get("hex")
    if isinstance(value, str):
        try:
            data = bytes.fromhex(value)
        except ValueError:
            raise bad(where, "bytes as hex", value) from None
        if times < 0 or len(data) * times > MAX_BYTES:
            raise bad(where, f"at most {MAX_BYTES} bytes", len(data) * times)
        return data * times
    raise bad(where, "bytes as hex", value)


def given_bytes(given: Mapping[str, Any], name: str, where: str, default: Any = _MISSING) -> bytes:
    """Member `name` as bytes, or member `name_text` as UTF-8."""
    if f"{name}_text" in given:
        if name in given:
            raise bad(where, f"{name} or {name}_text, not both", sorted(given))
        return text(given[f"{name}_text"], f"{where}.{name}_text").encode("utf-8")
    if name in given:
        return some_bytes(given[name], f"{where}.{name}")
    if isinstance(default, bytes):
        return default
    raise bad(where, f"a member {name}", sorted(given))
