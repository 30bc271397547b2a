# SPDX-License-Identifier: Apache-2.0
"""Schemas with one wrong byte or word, repaired if only one reading is a schema.

A schema is JSON of few words, so that a wrong one stands out. Names are not repaired: their originals are
unknown.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from hudi_conformance.decode.avro.schema import AvroSchema, SchemaError, parse_schema

MAX_TEXT = 1 << 14  # characters of a schema that is repaired
_BEFORE = 80  # characters before an error of syntax that may have led to it
_MAX_TRIES = 2000
_STRUCTURE = '",:{}[]'
_TOKEN = re.compile(r'"([^"\\]{3,11})"(\s*:)?')
_WORDS = frozenset(
    re.findall(
        r"\w+",
        "type name fields items values symbols size namespace default doc logicalType precision scale order"
        " aliases null boolean int long float double bytes string record array map enum fixed decimal date"
        " uuid",
    )
)


def repaired(text: str) -> tuple[str, AvroSchema] | None:
    """The schema that `text` was, None if it is not one or more than one."""
    if len(text) > MAX_TEXT:
        return None
    seen: dict[str, AvroSchema] = {}
    for number, candidate in enumerate(_candidates(text)):
        # Names of members are those of Avro: with them alone put right it is more likely than another way.
        if number == _MAX_TRIES or len(seen) > 1 or (number == 1 and seen):
            break
        try:
            seen[candidate] = parse_schema(candidate)
        except SchemaError:
            continue
    return seen.popitem() if len(seen) == 1 else None


def _candidates(text: str) -> Iterator[str]:
    """Texts that differ in words of schemas, or in a character of the syntax of JSON."""
    text = _TOKEN.sub(_member, text)
    yield text
    for token in _TOKEN.finditer(text):
        for word in _near(token[1]):
            yield text[: token.start(1)] + word + text[token.end(1) :]
    try:
        json.loads(text, strict=False)
    except RecursionError:
        return
    except ValueError as error:
        at = getattr(error, "pos", 0)
        for pos in range(min(at + 1, len(text) - 1), max(at - _BEFORE, -1), -1):
            for char in _STRUCTURE:
                if char != text[pos]:
                    yield text[:pos] + char + text[pos + 1 :]


def _member(token: re.Match[str]) -> str:
    """The token, corrected to its only possible word if it is the name of a member."""
    words = _near(token[1]) if token[2] and token[1] not in _WORDS else []
    return f'"{words[0]}"{token[2]}' if len(words) == 1 else token[0]


def _near(text: str) -> list[str]:
    """Words that differ from `text` in at most half of their characters."""
    same = sorted(word for word in _WORDS if len(word) == len(text) and word != text)
    return [word for word in same if sum(a != b for a, b in zip(word, text, strict=True)) * 2 <= len(word)]
