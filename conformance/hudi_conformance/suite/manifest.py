# SPDX-License-Identifier: Apache-2.0
"""Case manifests: TOML files that say what is asked and what is expected, read and checked strictly.

The form is described by `conformance/schemas/manifest.schema.json`; this module checks the same without
needing a schema library, and says what is wrong as `file:line case-id: sentence`.
"""

from __future__ import annotations

import fnmatch
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hudi_conformance.errors import CODES

COMMANDS = (
    "name.parse", "name.order", "log.scan", "log.records", "log.reverse", "log.positions", "log.salvage",
    "log.check", "log.write",
    "hfile.trailer", "hfile.blocks", "hfile.info", "hfile.index", "hfile.cells", "hfile.get", "hfile.prefix",
    "hfile.before", "hfile.meta", "hfile.bloom", "hfile.records", "hfile.check", "hfile.write",
    "merge.reduce", "log.merged", "table.slices", "table.read",
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
_ID_LINE = re.compile(r'^\s*id\s*=\s*"(?P<id>[^"]+)"')
_HEX_COMMENT = re.compile(r"#[^\n]*")
_CASE_KEYS = frozenset(
    {"id", "title", "req", "cmd", "base", "edit", "hex", "args", "recount", "rechecksum", "needs", "expect",
     "bug", "budget", "note"}
)  # fmt: skip
_EXPECT_EXTRA = {"reject": frozenset({"at", "blocks"}), "open": frozenset({"seen"})}


@dataclass(frozen=True, slots=True)
class Budget:
    """What one answer may cost: milliseconds, and MiB that memory may grow by."""

    ms: int = 5000
    mib: int = 512


@dataclass(frozen=True, slots=True)
class Case:
    """One case as its manifest states it; `expect` and `edit` are still text.

    Attributes:
        id: `surface/topic/slug`, unique for ever.
        req: requirements that the case is about, the first one foremost.
        base: fixture that is edited, relative to the fixtures, or None.
        data: the input written out as hex, or None; a case has at most one of base and data.
        file, line: where it stands, the file relative to the folder of cases.
    """

    id: str
    title: str
    surface: str
    topic: str
    req: tuple[str, ...]
    cmd: str
    base: str | None
    edit: tuple[Mapping[str, Any], ...]
    data: bytes | None
    args: Mapping[str, Any]
    recount: bool
    rechecksum: bool
    needs: tuple[str, ...]
    expect: Mapping[str, Any]
    bug: Mapping[str, Any] | None
    budget: Budget
    note: str | None
    file: str
    line: int

    @property
    def kind(self) -> str:
        """Kind of the expectation, a member of `KINDS`."""
        return expect_kind(self.expect)


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong in a manifest."""

    file: str
    line: int
    case: str
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}{' ' + self.case if self.case else ''}: {self.message}"


class SuiteDamaged(Exception):  # noqa: N818 - a state, exit code 4
    """The suite itself is not whole; no verdict would mean anything."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = tuple(problems)


def expect_kind(expect: Mapping[str, Any]) -> str:
    """Kind of an expectation table: `reject` wins over the `blocks` that may stand beside it."""
    return next((kind for kind in ("reject", *KINDS) if kind in expect), "")


def load_manifests(folder: Path) -> list[Case]:
    """All cases of a folder, in the order of file names and of the text.

    Raises:
        SuiteDamaged: with every problem found, not only the first.
    """
    cases: list[Case] = []
    problems: list[Problem] = []
    seen: dict[str, Case] = {}
    for path in sorted(folder.glob("**/*.toml")):
        name = path.relative_to(folder).as_posix()
        found, wrong = parse_manifest(path.read_text(encoding="utf-8"), name)
        problems += wrong
        for case in found:
            if case.id in seen:
                first = seen[case.id]
                problems.append(
                    Problem(name, case.line, case.id, f"id is taken at {first.file}:{first.line}")
                )
            seen[case.id] = case
        cases += found
    if problems:
        raise SuiteDamaged(problems)
    return cases


def parse_manifest(text: str, file: str) -> tuple[list[Case], list[Problem]]:
    """Cases of one manifest and what is wrong in it; a case with a problem is not among the cases."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return [], [Problem(file, 1, "", f"not TOML: {error}")]
    problems: list[Problem] = []
    unknown = set(document) - {"surface", "topic", "about", "case"}
    if unknown:
        problems.append(Problem(file, 1, "", f"unknown keys {sorted(unknown)}"))
    problems += [
        Problem(file, 1, "", f"{key} must be a text")
        for key in ("surface", "topic", "about")
        if not isinstance(document.get(key), str) or not document[key]
    ]
    listed = document.get("case")
    if not isinstance(listed, list) or not listed:
        problems.append(Problem(file, 1, "", "a manifest has at least one [[case]]"))
    if problems:
        return [], problems
    lines: dict[str, list[int]] = {}
    for number, line_text in enumerate(text.splitlines(), 1):
        if found := _ID_LINE.match(line_text):
            lines.setdefault(found["id"], []).append(number)
    cases = []
    for table in document["case"]:
        ident = table.get("id") if isinstance(table.get("id"), str) else ""
        places = lines.get(ident, [1])
        line = places.pop(0) if len(places) > 1 else places[0]
        wrong = list(_check_case(table, document["surface"], document["topic"]))
        problems += [Problem(file, line, ident, sentence) for sentence in wrong]
        if not wrong:
            cases.append(_case(table, document, file, line))
    return cases, problems


def parse_hex(text: str) -> bytes:
    """Bytes of a hex text: blanks are free, `#` comments to the end of its line.

    Raises:
        ValueError: something else than pairs of hex digits.
    """
    return bytes.fromhex(_HEX_COMMENT.sub("", text))


def select(
    cases: Iterable[Case],
    *,
    surfaces: Sequence[str] = (),
    globs: Sequence[str] = (),
    requirements: Sequence[str] = (),
) -> list[Case]:
    """Cases that fit every given condition; within one condition any alternative will do.

    A glob matches ids; a prefix such as `log/recovery` stands for all cases below it. A requirement
    matches itself and, as a prefix, those below it.
    """
    return [
        case
        for case in cases
        if (not surfaces or case.surface in surfaces)
        and (not globs or any(matches(case.id, glob) for glob in globs))
        and (not requirements or any(_below(r, wanted) for r in case.req for wanted in requirements))
    ]


def matches(ident: str, pattern: str) -> bool:
    """Whether an id is what a pattern means: a glob over the whole id, or a prefix of its parts."""
    return fnmatch.fnmatchcase(ident, pattern) or ident.startswith(pattern.rstrip("/") + "/")


def _below(ident: str, wanted: str) -> bool:
    return ident == wanted or ident.startswith(wanted + ".") or fnmatch.fnmatchcase(ident, wanted)


def _case(table: Mapping[str, Any], document: Mapping[str, Any], file: str, line: int) -> Case:
    return Case(
        id=table["id"],
        title=table["title"],
        surface=document["surface"],
        topic=document["topic"],
        req=tuple(table["req"]),
        cmd=table["cmd"],
        base=table.get("base"),
        edit=tuple(table.get("edit", ())),
        data=parse_hex(table["hex"]) if "hex" in table else None,
        args=table.get("args", {}),
        recount=table.get("recount", False),
        rechecksum=table.get("rechecksum", False),
        needs=tuple(table.get("needs", ())),
        expect=table["expect"],
        bug=table.get("bug"),
        budget=Budget(**table.get("budget", {})),
        note=table.get("note"),
        file=file,
        line=line,
    )


# --- checks: each yields sentences ------------------------------------------------------------------


def _check_case(table: Mapping[str, Any], surface: str, topic: str) -> Iterable[str]:
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
    given = [key for key in ("base", "hex") if key in table]
    if len(given) > 1:
        yield "base and hex exclude each other"
    if not isinstance(table.get("args", {}), dict):
        yield "args must be a table"
    elif not given and not table.get("args"):
        yield "no input: one of base, hex or args is needed"
    if "base" in table and not isinstance(table["base"], str):
        yield "base must be a path below fixtures"
    if "base" in table and "edit" not in table:
        yield "a base needs edit = [...], which may be empty"
    if "base" not in table and ("edit" in table or "recount" in table):
        yield "edit and recount need a base"
    if "base" not in table and "rechecksum" in table:
        yield "rechecksum needs a base"
    if "hex" in table:
        try:
            parse_hex(table["hex"])
        except (ValueError, TypeError) as error:
            yield f"hex: {error}"
    edits = table.get("edit", [])
    if not isinstance(edits, list):
        yield "edit must be a list of tables"
        return
    for position, edit in enumerate(edits):
        for sentence in check_edit(edit):
            yield f"edit[{position}]: {sentence}"


def check_edit(edit: Any) -> Iterable[str]:
    """What is wrong with the form of one edit, as sentences."""
    if not isinstance(edit, dict) or edit.get("op") not in EDITS:
        yield f"op must be one of {', '.join(EDITS)}"
        return
    must, may = EDITS[edit["op"]]
    keys = set(edit) - {"op"}
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
    wanted = expect[kind]
    match kind:
        case "value" if not isinstance(wanted, str | dict):
            yield "value is a file below fixtures, a JSON text or a table"
        case "blocks" | "reject" if not _is_texts(wanted):
            yield f"{kind} must be a list of texts"
        case "reject" if not wanted or set(wanted) - CODES:
            yield f"reject lists codes of the registry; {sorted(set(wanted) - CODES)} are none"
        case "any":
            if (
                not isinstance(wanted, list)
                or len(wanted) < 2
                or not all(isinstance(o, dict) for o in wanted)
            ):
                yield "any lists at least two expectations"
            else:
                for position, option in enumerate(wanted):
                    for sentence in check_expect(option):
                        yield f"any[{position}]: {sentence}"
        case "open" if not isinstance(wanted, str) or not wanted:
            yield "open names a question of spec/OPEN.md"
        case "robust" if wanted is not True:
            yield "robust = true"
        case "bytes" if not isinstance(wanted, str):
            yield "bytes is a file below fixtures"
        case "reads-back" if not isinstance(wanted, str) and not _is_texts(wanted):
            yield "reads-back is a file below fixtures or a list of tokens"
        case "findings":
            rows = wanted if isinstance(wanted, list) else [None]
            if not all(_is_texts(row) and len(row or ()) in {2, 3} for row in rows):
                yield "findings lists [requirement, code] or [requirement, code, at]"
    if "at" in expect and not isinstance(expect["at"], str):
        yield "at must be a text"
    if kind == "reject" and "blocks" in expect and not _is_texts(expect["blocks"]):
        yield "blocks must be a list of tokens"


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
