# SPDX-License-Identifier: Apache-2.0
"""Descriptions for the reference writer with one wrong member, for mutants drawn by chance.

    drawn:described-KIND-N   recipes of fixtures in which one node is of another shape, or has a member more
                             or less: whoever describes a file wrongly is told, and nothing else is written

The shapes are known without the writer: a scalar is no object and no list, an object is no list, a list no
number, no number has more than 64 bits, and the objects that `fixtures/recipes/reference/README.md` lists the
members of have no others. Recipes of timelines and metadata tables hold free content; there a list of closed
objects counts, and that nothing ends in another exception than the writer's own.
"""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from chance_asked import Asked, Failure, imported
from hudi_conformance import resources
from hudi_conformance.canonical import json as canonical_json

if TYPE_CHECKING:
    from chance_questions import World

_WRITERS = {
    "log": ("encode", "encode_log"),
    "hfile": ("encode.hfile.write", "encode_hfile_description"),
    "timeline": ("encode.timeline.table", "encode_timeline"),
    "metadata": ("encode.metadata.table", "encode_metadata"),
    "bloom": ("encode.bloom", "encode_bloom_description"),
}
_STRICT = ("log", "hfile", "bloom")  # what is of the wrong shape is refused everywhere
_CLOSED = re.compile(
    r"|instants\.#|archive(\.files\.#(\.entries\.#)?)?|history(\.files\.#(\.rows\.#)?)?"
    r"|indexes\.[a-z_]+|commits\.#|commits\.#\.rows\.[a-z_]+\.#"
)
_NUM_QUESTIONS, _NUM_EACH, _MAX_BYTES = 6, 80, 60_000


def description_questions() -> Iterator[Asked]:
    """All of them."""
    for kind in _WRITERS:
        recipes = [
            path
            for path in sorted((resources.fixtures_dir() / kind).glob("*.write.json"))
            if path.stat().st_size < _MAX_BYTES
        ]
        plans = [canonical_json.loads(path.read_bytes()) for path in recipes]
        for number in range(_NUM_QUESTIONS):
            yield f"drawn:described-{kind}-{number}", f"{_NUM_EACH}", partial(_fault, kind, number, plans)


def _fault(kind: str, number: int, plans: list[Any], _: World) -> Failure:
    module, name = _WRITERS[kind]
    write = getattr(imported(module), name)
    refusal: Any = imported("encode.errors").EncodeError
    chance = random.Random(f"described {kind} {number}")
    places: dict[str, list[tuple[Any, tuple[Any, ...], Any]]] = {}
    for plan in plans:
        for path, node in nodes(plan):
            if path[:1] != ("about",):
                places.setdefault(_shape(path), []).append((plan, path, node))
    shapes = sorted(places)  # each as likely as another, however many nodes have it
    for turn in range(_NUM_EACH):
        shape = shapes[(number + turn * _NUM_QUESTIONS) % len(shapes)]
        plan, path, node = chance.choice(places[shape])
        wrong, is_refused = _wrong(chance, kind, path, node)
        try:
            write(replaced(plan, path, wrong))
        except refusal:
            continue
        except Exception as error:
            return f"{path}: {wrong!r:.80}: {type(error).__name__}: {error}"
        if is_refused:
            return f"{path}: {wrong!r:.80} is written"
    return None


def _wrong(chance: random.Random, kind: str, path: tuple[Any, ...], node: Any) -> tuple[Any, bool]:
    """What stands in place of a node, None for nothing, and whether it must be refused."""
    shape = _shape(path)
    is_strict = kind in _STRICT
    if isinstance(node, dict):
        if node and chance.random() < 0.4:  # a member less may be right
            absent = chance.choice(sorted(node))
            return {name: value for name, value in node.items() if name != absent}, False
        if chance.random() < 0.6:
            return {**node, "zz": 1}, is_strict or _CLOSED.fullmatch(shape) is not None
        return [node], is_strict
    if isinstance(node, list):
        return chance.choice((7, {"zz": 1})), is_strict
    if isinstance(node, int) and not isinstance(node, bool) and chance.random() < 0.5:
        return chance.choice((1 << 63, -(1 << 63) - 1, 1 << 64)), is_strict  # of more than 64 bits
    return chance.choice(({"zz": 1}, [[]])), is_strict


def _shape(path: tuple[Any, ...]) -> str:
    return ".".join("#" if isinstance(part, int) else str(part) for part in path)


def nodes(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """All values inside of a value, itself first, by their paths."""
    yield path, value
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, one in inner:
        yield from nodes(one, (*path, name))


def replaced(plan: Any, path: tuple[Any, ...], wrong: Any) -> Any:
    """A copy with another value at a path."""
    if not path:
        return wrong
    plan = copy.deepcopy(plan)
    place = plan
    for part in path[:-1]:
        place = place[part]
    place[path[-1]] = wrong
    return plan
