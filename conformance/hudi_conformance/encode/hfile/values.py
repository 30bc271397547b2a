# SPDX-License-Identifier: Apache-2.0
"""Checked values from the JSON description of an HFile: bytes in their various notations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hudi_conformance.encode.values import Values
from hudi_conformance.model.common import JsonValue

MAX_BYTES = 256 * 1024 * 1024
# A description violates no single rule of the format but this one, on which blocks exist.
VALUES = Values("hfile.block.magic")


def some_bytes(value: JsonValue, where: str) -> bytes:
    """Hex, or `{"hex" | "text": .., "times": n}`."""
    times = 1
    if isinstance(value, dict):
        VALUES.closed(value, where, {"hex", "text", "times"})
        times = VALUES.integer(value.get("times", 1), f"{where}.times")
        if "text" in value:
            value = VALUES.text(value["text"], where).encode("utf-8").hex()
        else:
            value = value.get("hex")
    data = VALUES.hexadecimal(value, where)
    if times < 0 or len(data) * times > MAX_BYTES:
        raise VALUES.bad(where, f"at most {MAX_BYTES} bytes", len(data) * times)
    return data * times


def member_bytes(members: Mapping[str, Any], name: str, where: str, default: bytes | None = None) -> bytes:
    """Member `name` as bytes, or member `name_text` as UTF-8."""
    if f"{name}_text" in members:
        if name in members:
            raise VALUES.bad(where, f"{name} or {name}_text, not both", sorted(members))
        return VALUES.text(members[f"{name}_text"], f"{where}.{name}_text").encode("utf-8")
    if name in members:
        return some_bytes(members[name], f"{where}.{name}")
    if default is None:
        raise VALUES.bad(where, f"a member {name}", sorted(members))
    return default
