# SPDX-License-Identifier: Apache-2.0
"""The form of a case: what its keys may hold. Every check yields sentences about what is wrong.

`conformance/schemas/manifest.schema.json` says the same for editors and other programs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from hudi_conformance.errors import CODES
from hudi_conformance.suite.trees import check_tree, hex_bytes

COMMANDS = (
    "name.parse", "name.order", "log.scan", "log.records", "log.reverse", "log.positions", "log.salvage",
    "log.check", "log.write",
    "hfile.trailer", "hfile.blocks", "hfile.info", "hfile.index", "hfile.cells", "hfile.get", "hfile.prefix",
    "hfile.before", "hfile.meta", "hfile.bloom", "hfile.records", "hfile.check", "hfile.write",
    "merge.reduce", "log.merged", "table.slices", "table.read",
    "timeline.list", "timeline.properties", "timeline.decode", "timeline.history", "timeline.check",
    "timeline.write",
    "archive.entries", "archive.list", "archive.plan", "archive.merge_plan", "archive.recover",
    "archive.check", "archive.write",
)  # fmt: skip
KINDS = ("value", "blocks", "reject", "any", "open", "robust", "bytes", "reads-back", "findings")
EDITS: dict[str, tuple[frozenset[str], frozenset[str]]] = {
    # op: (keys that it must have, keys that it may have); `at` of `append` is the end
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
MAX_REPEAT = 16 << 20
_ID = re.compile(r"[a-z]+/[a-z0-9-]+/[a-z0-9-]+")
_CASE_KEYS = frozenset(
    {"id", "title", "req", "cmd", "base", "edit", "hex", "args", "recount", "rechecksum", "needs", "expect",
     "bug", "budget", "note", "tree", "files", "drop", "rename"}
)  # fmt: skip
# of what a writer of folders wrote: the command that reads it, the one file it is asked about, its arguments
READ_EXTRA = frozenset({"by", "file", "args"})
_EXPECT_EXTRA = {"reject": frozenset({"at", "blocks"}), "open": frozenset({"seen"}), "reads-back": READ_EXTRA}


def expect_kind(expect: Mapping[str, Any]) -> str:
    """Kind of an expectation table: `reject` wins over the `blocks` that may stand beside it."""
    return next((kind for kind in ("reject", *KINDS) if kind in expect), "")


def parse_hex(text: str) -> bytes:
    """Bytes of a hex text: blanks are free, `#` comments to the end of its line.

    Raises:
        ValueError: something else than pairs of hex digits.
    """
    return hex_bytes(text)


def check_case(table: Mapping[str, Any], surface: str, topic: str) -> Iterable[str]:
    """What is wrong with the form of one case of a manifest, as sentences."""
    unknown = set(table) - _CASE_KEYS
    if unknown:
        yield f"unknown keys {sorted(unknown)}"
    ident = table.get("id")
    if not isinstance(ident, str) or not _ID.fullmatch(ident) or len(ident) > 70:
        yield "id must be surface/topic/slug of [a-z0-9-], at most 70 characters"
    elif not ident.startswith(f"{surface}/{topic}/"):
        yield f"id must begin with {surface}/{topic}/, as its manifest says"
    if not isinstance(table.get("title"), str) or not table["title"]:
        yield "title must be a text"
    if not _is_texts(table.get("req")) or not table["req"]:
        yield "req must list at least one requirement"
    if table.get("cmd") not in COMMANDS:
        yield f"cmd {table.get('cmd')!r} is none of {', '.join(COMMANDS)}"
    yield from _check_input(table)
    if not _is_texts(table.get("needs", [])):
        yield "needs must be a list of feature names"
    if not isinstance(table.get("recount", False), bool):
        yield "recount is true or false"
    if not isinstance(table.get("rechecksum", False), bool):
        yield "rechecksum is true or false"
    if "note" in table and not isinstance(table["note"], str):
        yield "note must be a text"
    yield from _check_bug(table.get("bug"))
    yield from _check_budget(table.get("budget", {}))
    if not isinstance(table.get("expect"), dict):
        yield "expect must be a table"
    else:
        yield from check_expect(table["expect"])


def _check_input(table: Mapping[str, Any]) -> Iterable[str]:
    is_tree = bool({"tree", "files", "drop", "rename"} & set(table))
    given = [key for key in ("base", "hex") if key in table] + ["a tree"] * is_tree
    if len(given) > 1:
        yield f"{' and '.join(given)} exclude each other"
    if not isinstance(table.get("args", {}), dict):
        yield "args must be a table"
    elif not given and not table.get("args"):
        yield "no input: one of base, hex, tree, files or args is needed"
    if "base" in table and not isinstance(table["base"], str):
        yield "base must be a path below fixtures"
    if "base" in table and "edit" not in table:
        yield "a base needs edit = [...], which may be empty"
    if "base" not in table and not is_tree and {"edit", "recount", "rechecksum"} & set(table):
        yield "edit, recount and rechecksum need a base or a tree"
    yield from check_tree(table)
    if "hex" in table:
        try:
            parse_hex(table["hex"])
        except (ValueError, TypeError, AttributeError) as error:
            yield f"hex: {error}"
    edits = table.get("edit", [])
    if not isinstance(edits, list):
        yield "edit must be a list of tables"
        return
    for position, edit in enumerate(edits):
        for sentence in check_edit(edit, in_tree=is_tree):
            yield f"edit[{position}]: {sentence}"


def check_edit(edit: Any, *, in_tree: bool = False) -> Iterable[str]:
    """What is wrong with the form of one edit, as sentences; in a tree it says which `file` it changes."""
    if not isinstance(edit, dict) or edit.get("op") not in EDITS:
        yield f"op must be one of {', '.join(EDITS)}"
        return
    must, may = EDITS[edit["op"]]
    keys = set(edit) - {"op"}
    if in_tree:
        if not isinstance(edit.get("file"), str):
            yield "file must be the path of the file in the tree"
        keys -= {"file"}
    if must - keys:
        yield f"{edit['op']} lacks {sorted(must - keys)}"
    if keys - must - may:
        yield f"{edit['op']} knows no {sorted(keys - must - may)}"
    if edit["op"] == "set" and ("value" in edit) == ("hex" in edit):
        yield "set needs one of value and hex"
    for key in ("at", "hex", "from", "with"):
        if key in edit and not isinstance(edit[key], str):
            yield f"{key} must be a text"
    if isinstance(edit.get("hex"), str):
        try:
            parse_hex(edit["hex"])
        except ValueError as error:
            yield f"hex: {error}"
    for key in ("value", "repeat"):
        if key in edit and (not isinstance(edit[key], int) or isinstance(edit[key], bool)):
            yield f"{key} must be a whole number"
    if isinstance(edit.get("repeat"), int) and not 1 <= edit["repeat"] <= MAX_REPEAT:
        yield f"repeat must be 1 to {MAX_REPEAT}"


def check_expect(expect: Mapping[str, Any]) -> Iterable[str]:
    """What is wrong with the form of an expectation, as sentences."""
    kind = expect_kind(expect)
    if not kind:
        yield f"expect needs one of {', '.join(KINDS)}"
        return
    unknown = set(expect) - {kind} - _EXPECT_EXTRA.get(kind, frozenset())
    if unknown:
        yield f"expect of kind {kind} knows no {sorted(unknown)}"
    yield from _check_wanted(kind, expect[kind])
    for key in ("at", "by", "file"):
        if key in expect and not isinstance(expect[key], str):
            yield f"{key} must be a text"
    if not isinstance(expect.get("args", {}), dict):
        yield "args of reads-back must be a table"
    if "by" in expect and expect["by"] not in COMMANDS:
        yield f"by {expect['by']!r} is no command"
    if kind == "reject" and "blocks" in expect and not _is_texts(expect["blocks"]):
        yield "blocks must be a list of tokens"


def _check_wanted(kind: str, wanted: Any) -> Iterable[str]:
    match kind:
        case "value" if not isinstance(wanted, str | dict):
            yield "value is a file below fixtures (or FILE#KEY of it), a JSON text or a table"
        case "blocks" | "reject" if not _is_texts(wanted):
            yield f"{kind} must be a list of texts"
        case "reject" if not wanted or set(wanted) - CODES:
            yield f"reject lists codes of the registry; {sorted(set(wanted) - CODES)} are none"
        case "any":
            yield from _check_options(wanted)
        case "open" if not isinstance(wanted, str) or not wanted:
            yield "open names a question of spec/OPEN.md"
        case "robust" if wanted is not True:
            yield "robust = true"
        case "bytes" if not isinstance(wanted, str):
            yield "bytes is a file below fixtures, a .zip for a writer of folders"
        case "reads-back" if not isinstance(wanted, str) and not _is_texts(wanted):
            yield "reads-back is a file below fixtures or a list of tokens"
        case "findings":
            rows = wanted if isinstance(wanted, list) else [None]
            if not all(_is_texts(row) and len(row or ()) in {2, 3} for row in rows):
                yield "findings lists [requirement, code] or [requirement, code, at]"


def _check_options(options: Any) -> Iterable[str]:
    if not isinstance(options, list) or len(options) < 2 or not all(isinstance(o, dict) for o in options):
        yield "any lists at least two expectations"
        return
    for position, option in enumerate(options):
        for sentence in check_expect(option):
            yield f"any[{position}]: {sentence}"


def _check_bug(bug: Any) -> Iterable[str]:
    if bug is None:
        return
    if not isinstance(bug, dict) or set(bug) - {"class", "effect", "seen"}:
        yield "bug has class, effect and seen"
    elif not isinstance(bug.get("class"), str) or not isinstance(bug.get("effect"), str):
        yield "class and effect of a bug are texts"
    elif not _is_texts(bug.get("seen", [])):
        yield "seen of a bug is a list of references"


def _check_budget(budget: Any) -> Iterable[str]:
    if not isinstance(budget, dict) or set(budget) - {"ms", "mib"}:
        yield "budget has ms and mib"
    elif not all(isinstance(value, int) and value > 0 for value in budget.values()):
        yield "ms and mib of a budget are positive whole numbers"


def _is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)
