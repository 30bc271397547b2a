# SPDX-License-Identifier: Apache-2.0
"""Statements of a table: members of its commits, plans, properties and footers, and drawn changes of them."""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from instruments.tables.table import PROPERTIES, Instant, Table

Json = Any  # content of an instant: its schema is the release's
Path = tuple[str | int, ...]  # keys and positions from the root of a value


@dataclass(frozen=True, slots=True)
class Statement:
    """A member of an instant's content: its file, its path there, the name of its key."""

    instant: Instant
    path: Path
    key: str


def statements(table: Table) -> dict[str, list[Statement]]:
    """Statements of all instants by the name of the key, deepest key that is a text of the format's."""
    by_key: dict[str, list[Statement]] = defaultdict(list)
    for instant in table.instants:
        try:
            value = table.load(instant)
        except (ValueError, OSError, StopIteration, EOFError):
            continue
        for path, key in _members(value, (), ""):
            by_key[f"{instant.action}.{instant.state}.{key}"].append(Statement(instant, path, key))
    return by_key


def _members(value: Json, path: Path, key: str) -> Iterator[tuple[Path, str]]:
    if path:
        yield path, key
    if isinstance(value, dict):
        for name, member in value.items():
            # keys that are data, as partitions are, do not name a statement
            named = (
                f"{key}.*"
                if key.rpartition(".")[2].startswith("partitionTo")
                else f"{key}.{name}".lstrip(".")
            )
            yield from _members(member, (*path, name), named)
    elif isinstance(value, list):
        for number, member in enumerate(value):
            yield from _members(member, (*path, number), f"{key}[]")


def at(value: Json, path: Path) -> Json:
    """The member of a value at a path."""
    for step in path:
        value = value[step]
    return value


def change_statement(table: Table, rng: random.Random) -> tuple[str, str] | None:
    """Change a drawn statement.

    Returns:
        Name of the change, and the path of the file; None if nothing applies.
    """
    by_key = statements(table)
    if not by_key:
        return None
    key = rng.choice(sorted(by_key))
    chosen = rng.choice(by_key[key])
    value = table.load(chosen.instant)
    *above, last = chosen.path
    parent = at(value, tuple(above))
    alternatives = [
        at(table.load(other.instant), other.path)
        for other in rng.sample(by_key[key], min(6, len(by_key[key])))
    ]
    name, make = rng.choice(
        _changes(parent[last], [other for other in alternatives if other != parent[last]])
    )
    if name == "dropped":
        del parent[last]
    else:
        parent[last] = make(rng)
    try:
        table.store(chosen.instant, value)
    except (TypeError, ValueError, KeyError):  # the Avro schema does not allow it
        return None
    return f"{key}: {name}", table.place(chosen.instant)


def _changes(value: Json, alternatives: list[Json]) -> list[tuple[str, Callable[[random.Random], Json]]]:
    changes: list[tuple[str, Callable[[random.Random], Json]]] = [
        ("dropped", lambda _: None),
        ("null", lambda _: None),
    ]
    if alternatives:
        changes += [("another's", lambda rng: rng.choice(alternatives))] * 2
    if isinstance(value, bool):
        changes.append(("negated", lambda _: not value))
    elif isinstance(value, int):
        changes += [
            ("plus 1", lambda _: value + 1),
            ("zero", lambda _: 0),
            ("negative", lambda _: -1 - value),
        ]
    elif isinstance(value, str) and value:
        changes += [("emptied", lambda _: ""), ("a character changed", lambda rng: _edited(value, rng))]
    elif isinstance(value, list) and value:
        changes += [
            ("an entry lost", lambda rng: _without(value, rng.randrange(len(value)))),
            ("an entry doubled", lambda rng: [*value, rng.choice(value)]),
            ("emptied", lambda _: []),
        ]
    elif isinstance(value, dict) and value:
        changes += [
            ("an entry lost", lambda rng: _without_key(value, rng.choice(sorted(value)))),
            ("emptied", lambda _: {}),
        ]
    return changes


def _edited(text: str, rng: random.Random) -> str:
    position = rng.randrange(len(text))
    return text[:position] + rng.choice("0123456789abcdefXYZ_-/") + text[position + 1 :]


def _without(values: list[Json], position: int) -> list[Json]:
    return values[:position] + values[position + 1 :]


def _without_key(values: dict[str, Json], key: str) -> dict[str, Json]:
    return {name: member for name, member in values.items() if name != key}


def replace_token(table: Table, rng: random.Random) -> tuple[str, str] | None:
    """Replace a token that several files state by another of its kind: in one, in two, or in all but one.

    Tokens are file ids, partitions, instant times and file names; names of files state them too.
    """
    tokens = _tokens(table)
    kind = rng.choice(sorted(tokens)) if tokens else None
    if kind is None or len(tokens[kind]) < 2:
        return None
    old, new = rng.sample(sorted(tokens[kind]), 2)
    files = [path for path in _stating(table) if old in _text(table, path) or old in path]
    if len(files) < 2:
        return None
    share = rng.choice(("one", "two", "all but one"))
    count = {"one": 1, "two": 2, "all but one": len(files) - 1}[share]
    changed = sorted(rng.sample(files, count))
    for path in changed:
        file = table.file(path)
        data = file.read_bytes()
        if not path.endswith((".parquet", ".hfile", ".orc")) and ".log." not in path and old.encode() in data:
            _replace(table, path, old, new)
        elif old in path.rpartition("/")[2]:
            target = file.with_name(file.name.replace(old, new))
            if not target.exists():
                file.rename(target)
    return f"{kind} in {share}", changed[0]


def _tokens(table: Table) -> dict[str, set[str]]:
    tokens: dict[str, set[str]] = defaultdict(set)
    for stat in table.stats():
        tokens["file id"].add(str(stat.values.get("fileId")))
        tokens["file name"].add(stat.path.rpartition("/")[2])
        if stat.partition:
            tokens["partition"].add(stat.partition)
    tokens["instant"] = {instant.time for instant in table.instants}
    return {kind: values for kind, values in tokens.items() if len(values) >= 2}


def _stating(table: Table) -> list[str]:
    return [*table.data, *(table.place(instant) for instant in table.instants)]


def _text(table: Table, path: str) -> str:
    return "" if path.endswith(".parquet") else table.file(path).read_bytes().decode("latin-1")


def _replace(table: Table, path: str, old: str, new: str) -> None:
    instant = next((i for i in table.instants if table.place(i) == path), None)
    if instant is None:
        file = table.file(path)
        file.write_bytes(file.read_bytes().replace(old.encode(), new.encode()))
        return
    text = json.dumps(table.load(instant), default=lambda data: {"bytes": data.decode("latin-1")})
    value = json.loads(text.replace(json.dumps(old)[1:-1], json.dumps(new)[1:-1]))
    table.store(instant, value)


def change_property(table: Table, rng: random.Random) -> tuple[str, str] | None:
    """Change, drop or move a property of the table, or the bytes of their file."""
    file = table.file(PROPERTIES)
    lines = file.read_text("latin-1").splitlines()
    rows = [number for number, line in enumerate(lines) if "=" in line and not line.startswith("#")]
    number = rng.choice(rows)
    key, _, value = lines[number].partition("=")
    how = rng.choice(
        (
            "dropped",
            "emptied",
            "a character changed",
            "another's value",
            "negated",
            "byte order mark",
            "UTF-16",
        )
    )
    if how == "dropped":
        del lines[number]
    elif how == "emptied":
        lines[number] = f"{key}="
    elif how == "a character changed" and value:
        lines[number] = f"{key}={_edited(value, rng)}"
    elif how == "another's value":
        lines[number] = f"{key}={lines[rng.choice(rows)].partition('=')[2]}"
    elif how == "negated" and value in {"true", "false"}:
        lines[number] = f"{key}={'false' if value == 'true' else 'true'}"
    elif how == "byte order mark":
        file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
        return how, PROPERTIES
    elif how == "UTF-16":
        file.write_bytes(file.read_text("latin-1").encode("utf-16"))
        return how, PROPERTIES
    else:
        return None
    file.write_text("\n".join(lines) + "\n", "latin-1")
    return f"{key} {how}", PROPERTIES
