# SPDX-License-Identifier: Apache-2.0
"""Prepare cases: build the input from base and edits, check its digest, resolve the expectation."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.model.common import JsonValue
from hudi_conformance.suite.addresses import AddressError, Addresses
from hudi_conformance.suite.expectation import Context, Expectation, ExpectationError, resolve
from hudi_conformance.suite.manifest import Case, Problem, SuiteDamaged
from hudi_conformance.suite.protocol import READS_BACK, Hello
from hudi_conformance.suite.trees import Files, Tree, build, from_zip

LOCK = "LOCK.json"
# The stored view of a base to which the tokens of a command refer.
_VIEW_OF = {"log.records": "records", "log.positions": "positions", "log.write": "records"}
_SUFFIX_OF = {"log": ".log", "hfile": ".hfile"}


class Editor(Protocol):
    """Finds fields and applies edits by the grammar, of which the suite is independent."""

    def field(self, data: bytes, path: str) -> tuple[int, int]:
        """Start and length of a field; raises AddressError if there is none."""

    def apply(
        self,
        data: bytes,
        edits: Sequence[Mapping[str, Any]],
        recount: bool,
        fixtures: Fixtures,
        rechecksum: bool = False,
    ) -> bytes:
        """The edited bytes; raises AddressError or ValueError if an edit does not apply."""


@dataclass(frozen=True)
class Fixtures:
    """Files below the folder of fixtures, each read once."""

    root: Path
    _read: dict[str, bytes] = field(default_factory=dict, repr=False)
    _unpacked: dict[str, Files] = field(default_factory=dict, repr=False)
    _parsed: dict[str, JsonValue] = field(default_factory=dict, repr=False)
    _folders: dict[str, Path] = field(default_factory=dict, repr=False)
    _views: dict[tuple[str, str], str | None] = field(default_factory=dict, repr=False)

    @cached_property
    def _resolved(self) -> Path:
        return self.root.resolve()

    def _folder(self, name: str) -> Path:
        """A folder below this one, without links in its path, looked up once.

        Raises:
            OSError: it leads outside this folder.
        """
        if name not in self._folders:
            path = (self._resolved / name).resolve()
            if not path.is_relative_to(self._resolved):
                raise FileNotFoundError(f"{name} is not below fixtures")
            self._folders[name] = path
        return self._folders[name]

    def _load(self, name: str) -> bytes:
        folder, _, last = name.rpartition("/")
        path = self._folder(folder) / last
        if last in {"", "..", "."} or path.is_symlink():
            path = path.resolve()
            if not path.is_relative_to(self._resolved):
                raise FileNotFoundError(f"{name} is not below fixtures")
        if not path.is_file():
            raise FileNotFoundError(f"fixtures/{name} does not exist")
        return path.read_bytes()

    def bytes(self, name: str) -> bytes:
        """Content of one file; `x.zip!member` is a member of an archive.

        Raises:
            OSError: the file does not exist, or the name leads outside the folder.
            TreeError: the archive is invalid.
        """
        archive, separator, member = name.partition("!")
        if separator:
            try:
                return self.unpacked(archive)[member]
            except KeyError as error:
                raise FileNotFoundError(f"fixtures/{archive} holds no {member}") from error
        if name not in self._read:
            self._read[name] = self._load(name)
        return self._read[name]

    def unpacked(self, name: str) -> Files:
        """Files of an archive by path; raises OSError and TreeError as `bytes` does."""
        if name not in self._unpacked:
            self._unpacked[name] = from_zip(self.bytes(name), name)
        return self._unpacked[name]

    def json(self, name: str) -> JsonValue:
        """A JSON file, parsed once: the result is shared and must not be modified.

        Raises:
            OSError, TreeError: as `bytes` does.
            ValueError: not strict JSON.
        """
        if name not in self._parsed:
            self._parsed[name] = canonical_json.loads(self.bytes(name))
        return self._parsed[name]

    def view(self, base: str | None, view: str) -> JsonValue:
        """Expected view of a base (`scan`, `records`, …), None if none is stored."""
        if base is None:
            return None
        key = base, view
        if key not in self._views:
            name = f"{base.rpartition('.')[0]}.{view}.json"
            self._views[key] = name if (self.root / name).is_file() else None
        stored = self._views[key]
        return None if stored is None else self.json(stored)


@dataclass(frozen=True, slots=True)
class Prepared:
    """A case ready to run.

    Attributes:
        case: the case as its manifest states it.
        data: input bytes, None for folders and for commands that only take arguments.
        args: arguments, with contents in place of file names.
        digest: SHA-256 of `data`, of the folder, or of the canonical arguments if there is neither.
        expectation: the resolved expectation.
        tree: the input if it is a folder.
        undamaged: the input before the edits of the case, None without edits.
    """

    case: Case
    data: bytes | None
    args: Mapping[str, Any]
    digest: str
    expectation: Expectation
    tree: Tree | None = None
    undamaged: bytes | Tree | None = None

    @property
    def input(self) -> bytes | Tree | None:
        """The input, of either kind."""
        return self.data if self.tree is None else self.tree

    @property
    def size(self) -> int:
        """Bytes of the input."""
        return len(self.data or b"") if self.tree is None else self.tree.size

    def missing_feature(self, hello: Hello) -> str | None:
        """A requirement of this case that the implementation lacks, or None."""
        if self.tree is not None and "dir" not in hello.inputs and self.case.cmd in hello.commands:
            return "input dir"
        return hello.lacks(self.case.cmd, self.case.needs)


def prepare(case: Case, fixtures: Fixtures, editor: Editor) -> Prepared:
    """Build the input of a case and resolve its expectation.

    Raises:
        ValueError: an edit, address, token or file of the case is invalid (`AddressError`,
            `ExpectationError`), or a fixture cannot be read.
    """
    try:
        base = fixtures.bytes(case.base) if case.base is not None else None
        data = case.data
        if base is not None:
            data = editor.apply(base, case.edit, case.recount, fixtures, case.rechecksum)
        tree = _tree(case, fixtures, editor) if case.is_tree else None
        args = _arguments(case, fixtures)
        expectation = resolve(case.expect, _context(case, base, data, fixtures, editor))
    except OSError as error:
        raise ExpectationError(str(error)) from error
    if tree is not None:
        digest = tree.digest
    else:
        digest = hashlib.sha256(canonical_json.dumps(args).encode() if data is None else data).hexdigest()
    undamaged = (unedited_tree(case, fixtures) if tree is not None else base) if case.edit else None
    return Prepared(case, data, args, digest, expectation, tree, undamaged)


def prepare_all(
    cases: Iterable[Case], fixtures: Fixtures, editor: Editor, lock: Mapping[str, str] | None = None
) -> list[Prepared]:
    """Prepare many cases and compare their digests with the lock.

    A case that is not in the lock passes; `unlocked_ids` lists those.

    Raises:
        SuiteDamaged: lists all cases that cannot be prepared or whose digest has changed.
    """
    prepared: list[Prepared] = []
    problems: list[Problem] = []
    for case in cases:
        try:
            ready = prepare(case, fixtures, editor)
        except ValueError as error:
            problems.append(Problem(case.file, case.line, case.id, str(error)))
            continue
        digest = (lock or {}).get(case.id, ready.digest)
        if digest != ready.digest:
            message = (
                f"its input has changed: sha256 {ready.digest[:12]}…, locked as {digest[:12]}…;"
                " if that is intended, run `hudi-conformance cases lock`"
            )
            problems.append(Problem(case.file, case.line, case.id, message))
        prepared.append(ready)
    if problems:
        raise SuiteDamaged(problems)
    return prepared


def load_lock(folder: Path) -> dict[str, str]:
    """Digests by case id; empty if there is no lock yet.

    Raises:
        SuiteDamaged: the lock is not a JSON object of strings.
    """
    path = folder / LOCK
    if not path.is_file():
        return {}
    try:
        lock = canonical_json.loads(path.read_bytes())
    except ValueError as error:
        raise SuiteDamaged([Problem(LOCK, 1, "", str(error))]) from error
    if not isinstance(lock, dict) or not all(isinstance(value, str) for value in lock.values()):
        raise SuiteDamaged([Problem(LOCK, 1, "", "must map case ids to digests")])
    return lock


def unlocked_ids(cases: Iterable[Case], lock: Mapping[str, str]) -> list[str]:
    """Ids that are not in the lock."""
    return [case.id for case in cases if case.id not in lock]


def cases_digest(prepared: Iterable[Prepared]) -> str:
    """One digest over inputs and expectations of all cases, for the header of a run."""
    digest = hashlib.sha256()
    for ready in sorted(prepared, key=lambda ready: ready.case.id):
        digest.update(
            canonical_json.dumps([ready.case.id, ready.digest, ready.expectation.statement]).encode()
        )
    return digest.hexdigest()


def unedited_tree(case: Case, fixtures: Fixtures) -> Tree:
    """The folder of a case before its edits.

    Raises:
        ValueError: `TreeError` if it cannot be built.
        OSError: a fixture cannot be read.
    """
    return build(case.tree, case.files, case.drop, case.rename, fixtures)


def _tree(case: Case, fixtures: Fixtures, editor: Editor) -> Tree:
    """The folder of a case with its edits applied."""
    tree = unedited_tree(case, fixtures)
    files = dict(tree.files)
    for path in dict.fromkeys(edit["file"] for edit in case.edit):
        if path not in files:
            raise AddressError(f"edit: the tree has no file {path!r}")
        edits = [edit for edit in case.edit if edit["file"] == path]
        files[path] = editor.apply(files[path], edits, case.recount, fixtures, case.rechecksum)
    return Tree(files, tree.times)


def _arguments(case: Case, fixtures: Fixtures) -> Mapping[str, Any]:
    args = dict(case.args)
    if case.cmd in READS_BACK and isinstance(args.get("write"), str):
        description = fixtures.json(args["write"])
        # `about` describes the fixture to readers; it is not part of the description for a writer
        args["write"] = {key: value for key, value in description.items() if key != "about"}
    return args


def _context(
    case: Case, base: bytes | None, data: bytes | None, fixtures: Fixtures, editor: Editor
) -> Context:
    base_name = case.base
    description = case.args.get("write")
    if base_name is None and isinstance(description, str) and description.endswith(".write.json"):
        base_name = description.removesuffix(".write.json") + _SUFFIX_OF.get(case.surface, ".zip")
    scan = fixtures.view(base_name, "scan")

    def locate(path: str) -> tuple[int, int]:
        index = path.removeprefix("blocks[").partition("]")[0]
        if scan is not None and path in {f"blocks[{index}]", f"blocks[{index}].content"}:
            blocks = scan["blocks"]
            if int(index) >= len(blocks):
                raise AddressError(f"the base has {len(blocks)} blocks, there is no {path}")
            block = blocks[int(index)]
            span = block["content"] if path.endswith("content") else block
            return int(span["ofs"]), int(span["len"])
        if base is None:
            raise AddressError(f"{path}: the case has no base")
        return editor.field(base, path)

    return Context(
        cmd=case.expect.get("by") or READS_BACK.get(case.cmd, case.cmd),
        addresses=Addresses(locate, len(data or b"")),
        base_view=fixtures.view(base_name, _VIEW_OF.get(case.cmd, "scan")),
        args=case.args,
        read_json=fixtures.json,
        read_bytes=fixtures.bytes,
    )
