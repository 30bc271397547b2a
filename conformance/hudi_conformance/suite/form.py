# SPDX-License-Identifier: Apache-2.0
"""The format of a case: allowed values of its keys. Every check yields a sentence per violation.

`conformance/schemas/manifest.schema.json` states the same rules for editors and other programs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from hudi_conformance.canonical.filters import FloatOrder
from hudi_conformance.errors import CODES
from hudi_conformance.model.common import JsonValue
from hudi_conformance.suite.shapes import is_strings, mistyped
from hudi_conformance.suite.trees import MAX_REPEAT, check_tree, parse_hex

COMMANDS = (
    "name.parse", "name.order", "log.scan", "log.records", "log.reverse", "log.positions", "log.salvage",
    "log.check", "log.write",
    "hfile.trailer", "hfile.blocks", "hfile.info", "hfile.index", "hfile.cells", "hfile.get", "hfile.prefix",
    "hfile.before", "hfile.meta", "hfile.bloom", "hfile.records", "hfile.check", "hfile.write",
    "base.rows", "base.variant",
    "merge.reduce", "log.merged", "table.slices", "table.read", "table.write", "table.content",
    "timeline.list", "timeline.properties", "timeline.decode", "timeline.history", "timeline.check",
    "timeline.write",
    "archive.entries", "archive.list", "archive.plan", "archive.merge_plan", "archive.recover",
    "archive.check", "archive.write",
    "metadata.files", "metadata.stats", "metadata.locate", "metadata.bloom", "metadata.key", "metadata.write",
    "metadata.bloom.check", "metadata.bloom.write", "metadata.possible",
    "bucket.key", "bucket.ring", "bucket.count", "bucket.holding", "bucket.check",
)  # fmt: skip
EDITS: dict[str, tuple[frozenset[str], frozenset[str]]] = {
    # op: (required keys, optional keys); `at` of `append` is the end
    "set": (frozenset({"at"}), frozenset({"value", "hex"})),
    "add": (frozenset({"at", "value"}), frozenset()),
    "xor": (frozenset({"at", "hex"}), frozenset()),
    "cut": (frozenset({"at"}), frozenset()),
    "truncate": (frozenset({"at"}), frozenset()),
    "insert": (frozenset({"at", "hex"}), frozenset({"repeat"})),
    "append": (frozenset({"hex"}), frozenset({"repeat"})),
    "repeat": (frozenset({"at", "value"}), frozenset()),
    "splice": (frozenset({"at", "from"}), frozenset()),
    "swap": (frozenset({"at", "with"}), frozenset()),
    "reverse": (frozenset({"at"}), frozenset()),
}
_ID = re.compile(r"[a-z]+/[a-z0-9-]+/[a-z0-9-]+")
_CASE_KEYS = frozenset(
    {"id", "title", "req", "cmd", "base", "edit", "hex", "args", "recount", "rechecksum", "needs", "expect",
     "bug", "budget", "note", "tree", "files", "drop", "rename"}
)  # fmt: skip
# for a writer of folders: the command that reads the folder, the one file it reads, its arguments
_EXPECT_EXTRA = {
    "value": frozenset({"filtered"}),
    "reject": frozenset({"at", "blocks"}),
    "open": frozenset({"seen"}),
    "reads-back": frozenset({"by", "file", "args"}),
}
# kind of an expectation: (check of the format of its value, description of that format)
_EXPECTED: Mapping[str, tuple[Callable[[JsonValue], bool], str]] = {
    "value": (
        lambda value: isinstance(value, str | dict),
        "value is a file below fixtures (or FILE#KEY of it), a JSON text or a table",
    ),
    "blocks": (is_strings, "blocks must be a list of strings"),
    "reject": (is_strings, "reject must be a list of strings"),
    "any": (
        lambda value: isinstance(value, list) and len(value) > 1 and all(isinstance(o, dict) for o in value),
        "any lists at least two expectations",
    ),
    "open": (lambda value: isinstance(value, str) and bool(value), "open names a question of spec/OPEN.md"),
    "robust": (lambda value: value is True, "robust = true"),
    "bytes": (
        lambda value: isinstance(value, str),
        "bytes is a file below fixtures, a .zip for a writer of folders",
    ),
    "reads-back": (
        lambda value: isinstance(value, str) or is_strings(value),
        "reads-back is a file below fixtures or a list of tokens",
    ),
    "findings": (
        lambda value: (
            isinstance(value, list) and all(is_strings(row) and len(row) in {2, 3} for row in value)
        ),
        "findings lists [requirement, code] or [requirement, code, at]",
    ),
}
KINDS = tuple(_EXPECTED)


def expect_kind(expect: Mapping[str, Any]) -> str:
    """Kind of an expectation table: `reject` takes precedence over `blocks` in the same table."""
    return next((kind for kind in ("reject", *KINDS) if kind in expect), "")


def check_case(table: Mapping[str, Any], surface: str, topic: str) -> Iterable[str]:
    """Violations of the format of one case of a manifest."""
    unknown = set(table) - _CASE_KEYS
    if unknown:
        yield f"unknown keys {sorted(unknown)}"
    ident = table.get("id")
    if not isinstance(ident, str) or not _ID.fullmatch(ident) or len(ident) > 70:
        yield "id must be surface/topic/slug of [a-z0-9-], at most 70 characters"
    elif not ident.startswith(f"{surface}/{topic}/"):
        yield f"id must begin with {surface}/{topic}/, like its manifest"
    if not isinstance(table.get("title"), str) or not table["title"]:
        yield "title must be a string"
    if not is_strings(table.get("req")) or not table["req"]:
        yield "req must list at least one requirement"
    if table.get("cmd") not in COMMANDS:
        yield f"cmd {table.get('cmd')!r} is not one of {', '.join(COMMANDS)}"
    yield from _check_input(table)
    yield from mistyped(table, "a list of strings", "needs")
    yield from mistyped(table, "a boolean", "recount", "rechecksum")
    yield from mistyped(table, "a string", "note")
    yield from _check_bug(table.get("bug"))
    yield from _check_budget(table.get("budget", {}))
    if not isinstance(table.get("expect"), dict):
        yield "expect must be a table"
    else:
        yield from check_expect(table["expect"])


def _check_input(table: Mapping[str, Any]) -> Iterable[str]:
    is_tree = bool({"tree", "files", "drop", "rename"} & set(table))
    inputs = [key for key in ("base", "hex") if key in table] + ["a tree"] * is_tree
    if len(inputs) > 1:
        yield f"{' and '.join(inputs)} exclude each other"
    if not inputs and not table.get("args"):
        yield "no input: one of base, hex, tree, files or args is needed"
    yield from mistyped(table, "a table", "args")
    if "base" in table and not isinstance(table["base"], str):
        yield "base must be a path below fixtures"
    if "base" in table and "edit" not in table:
        yield "a base needs edit = [...], which may be empty"
    if "base" not in table and not is_tree and {"edit", "recount", "rechecksum"} & set(table):
        yield "edit, recount and rechecksum need a base or a tree"
    yield from check_tree(table)
    yield from _check_hex(table)
    edits = table.get("edit", [])
    if not isinstance(edits, list):
        yield "edit must be a list of tables"
        return
    for position, edit in enumerate(edits):
        for sentence in check_edit(edit, in_tree=is_tree):
            yield f"edit[{position}]: {sentence}"


def check_edit(edit: JsonValue, *, in_tree: bool = False) -> Iterable[str]:
    """Violations of the format of one edit; in a tree it names the `file` that it changes."""
    if not isinstance(edit, dict) or edit.get("op") not in EDITS:
        yield f"op must be one of {', '.join(EDITS)}"
        return
    required, optional = EDITS[edit["op"]]
    keys = set(edit) - {"op"}
    if in_tree:
        if not isinstance(edit.get("file"), str):
            yield "file must be the path of the file in the tree"
        keys -= {"file"}
    if required - keys:
        yield f"{edit['op']} lacks {sorted(required - keys)}"
    if keys - required - optional:
        yield f"{edit['op']} has no {sorted(keys - required - optional)}"
    if edit["op"] == "set" and ("value" in edit) == ("hex" in edit):
        yield "set needs one of value and hex"
    yield from mistyped(edit, "a string", "at", "from", "with")
    yield from _check_hex(edit)
    yield from mistyped(edit, "an integer", "value", "repeat")
    if isinstance(edit.get("repeat"), int) and not 1 <= edit["repeat"] <= MAX_REPEAT:
        yield f"repeat must be 1 to {MAX_REPEAT}"


def _check_hex(table: Mapping[str, Any]) -> Iterable[str]:
    try:
        parse_hex(table.get("hex", ""))
    except (ValueError, TypeError, AttributeError) as error:
        yield f"hex: {error}"


def check_expect(expect: Mapping[str, Any]) -> Iterable[str]:
    """Violations of the format of an expectation."""
    kind = expect_kind(expect)
    if not kind:
        yield f"expect needs one of {', '.join(KINDS)}"
        return
    unknown = set(expect) - {kind} - _EXPECT_EXTRA.get(kind, frozenset())
    if unknown:
        yield f"expect of kind {kind} has no {sorted(unknown)}"
    expected = expect[kind]
    has_form, sentence = _EXPECTED[kind]
    if not has_form(expected):
        yield sentence
    elif kind == "reject" and (not expected or set(expected) - CODES):
        yield f"reject lists codes of the registry, which has no {sorted(set(expected) - CODES)}"
    elif kind == "any":
        for position, option in enumerate(expected):
            for violation in check_expect(option):
                yield f"any[{position}]: {violation}"
    if "filtered" in expect and expect["filtered"] not in {True, *(order.value for order in FloatOrder)}:
        yield "filtered is true or an order of floats"
    yield from mistyped(expect, "a string", "by", "file")
    if not (isinstance(expect.get("at", ""), str) or (is_strings(expect["at"]) and expect["at"])):
        yield "at must be an address, or a list of addresses"
    yield from mistyped(expect, "a table", "args")
    if "by" in expect and expect["by"] not in COMMANDS:
        yield f"by {expect['by']!r} is not a command"
    if kind == "reject":
        yield from mistyped(expect, "a list of strings", "blocks")


def _check_bug(bug: JsonValue) -> Iterable[str]:
    if bug is None:
        return
    if not isinstance(bug, dict) or set(bug) - {"class", "effect", "seen"}:
        yield "bug has class, effect and seen"
    elif not isinstance(bug.get("class"), str) or not isinstance(bug.get("effect"), str):
        yield "class and effect of a bug are strings"
    elif not is_strings(bug.get("seen", [])):
        yield "seen of a bug is a list of references"


def _check_budget(budget: JsonValue) -> Iterable[str]:
    if not isinstance(budget, dict) or set(budget) - {"ms", "mib"}:
        yield "budget has ms and mib"
    elif not all(isinstance(value, int) and value > 0 for value in budget.values()):
        yield "ms and mib of a budget are positive integers"
