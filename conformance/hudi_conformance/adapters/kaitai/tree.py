# SPDX-License-Identifier: Apache-2.0
"""Command `grammar.tree`: all fields that a generated parser read, by the names of the grammar.

The format is the same in every language, see `conformance/adapters/README.md`: objects by field name,
integers as decimal text of their lower 64 bits with sign, floats as the 16 hex digits of a double, bytes and
text as hex. Members that are zero, false, empty or absent are omitted, since not every language distinguishes
them.
"""

from __future__ import annotations

import importlib
import json
import math
import re
import struct
from collections.abc import Mapping
from enum import IntEnum
from functools import cache

from kaitaistruct import KaitaiStruct, KaitaiStructError, ValidationFailedError

from hudi_conformance import resources
from hudi_conformance.adapters.kaitai.request import Args, Source, Value
from hudi_conformance.canonical.scalars import canonical_bytes
from hudi_conformance.decode.source import open_source, open_window
from hudi_conformance.model.common import JsonValue

_MODULES = "hudi_parsers"
_ZERO = {"$f8": "0" * 16}


class GrammarRefusal(Exception):  # noqa: N818 - a rejection is an answer
    """The bytes do not fit the grammar.

    Attributes:
        code: "bad-value" for a failed check, "truncated" at the end of the bytes.
        message: path of the field in the grammar for a failed check, otherwise a sentence.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


@cache
def field_names() -> Mapping[str, tuple[str, ...]]:
    """Fields of each type in order."""
    text = (resources.generated_dir("fields") / "fields.json").read_text(encoding="utf-8")
    return {
        owner: tuple(name.split(":")[0] for name in names)
        for owner, names in json.loads(text)["types"].items()
    }


def grammar_tree(source: Source, args: Args) -> Value:
    """Parse an input by `args.grammar`, with `args.params` if it has parameters.

    Raises:
        GrammarRefusal: the grammar rejects the bytes.
        ValueError: unknown grammar.
    """
    grammar = args.get("grammar")
    types = {name for name in field_names() if "." not in name}
    named = {re.sub("(?<=.)(?=[A-Z])", "_", name).lower(): name for name in types}
    if not isinstance(grammar, str) or grammar not in named:
        raise ValueError(f"args.grammar is none of {sorted(named)}")
    parser = getattr(importlib.import_module(f"{_MODULES}.{grammar}"), named[grammar])
    with open_source(source) as buffer:
        stream = open_window(buffer, 0, len(buffer))
        try:
            root = parser(*args.get("params", []), stream)
            return {"end": str(stream.pos()), "tree": _struct(root)}
        except ValidationFailedError as failed:
            raise GrammarRefusal("bad-value", failed.src_path) from None
        except EOFError as ended:
            raise GrammarRefusal("truncated", str(ended)) from None
        except (KaitaiStructError, UnicodeDecodeError) as refused:
            raise GrammarRefusal("bad-value", str(refused)) from None


def _struct(struct_: KaitaiStruct) -> Value:
    view = {}
    for name in field_names()[type(struct_).__qualname__]:
        is_instance = hasattr(type(struct_), name)
        member = getattr(struct_, name) if is_instance else vars(struct_).get(name)
        if member is not None:
            value = _value(member)
            if value not in (False, "0", "", [], _ZERO):
                view[name] = value
    return view


def _value(value: object) -> JsonValue:
    if isinstance(value, bool):
        return value
    if isinstance(value, (int, IntEnum)):
        return str((int(value) + (1 << 63)) % (1 << 64) - (1 << 63))
    if isinstance(value, float):
        return {"$f8": "NaN" if math.isnan(value) else struct.pack(">d", value).hex()}
    if isinstance(value, str):
        value = value.encode()
    if isinstance(value, bytes):
        return canonical_bytes(value)
    if isinstance(value, list):
        return [_value(element) for element in value]
    return _struct(value)
