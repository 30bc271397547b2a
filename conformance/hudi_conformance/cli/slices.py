# SPDX-License-Identifier: Apache-2.0
"""Slices for the repositories of other projects: snapshots of small tables, a test, and its known failures.

`conformance/slices/NAME/` contains the files of a slice at their paths in that repository; tables, expected
rows and known failures are added. The same cases give the same bytes.
"""

from __future__ import annotations

import io
import json
import tomllib
import zipfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from hudi_conformance import __version__, resources
from hudi_conformance.cli.vectors import text_cell
from hudi_conformance.suite.inputs import Prepared
from hudi_conformance.suite.session import Choice, Session, known_failures

MAX_BYTES = 5_000_000  # of a slice; a repository stores it permanently
_ROOT = "conformance/slices"
_KNOWN = "known_failures.txt"
_NO_FILES = (".gitkeep", ".pyc")
_DATE = (1980, 1, 1, 0, 0, 0)


NAMES = ("hudi-rs", "java")


@dataclass(frozen=True, slots=True)
class Slice:
    """One entry of `conformance/slices/slices.toml`, which describes the fields."""

    data: str
    implementation: str
    without: tuple[str, ...]
    passes: frozenset[str]
    measured: str = ""
    unmeasured: tuple[str, ...] = ()


def load(name: str) -> Slice:
    """The description of a slice."""
    path = resources.data_root() / _ROOT / "slices.toml"
    entry = tomllib.loads(path.read_text(encoding="utf-8"))[name]
    passes = frozenset(entry["passes"])
    measured = entry.get("measured", "")
    left_out = tuple(entry.get("unmeasured", ()))
    return Slice(entry["data"], entry["implementation"], tuple(entry["without"]), passes, measured, left_out)


def files_of(name: str, suite: Session, choice: Choice) -> dict[str, bytes]:
    """All files of a slice by path, with its cases among the chosen ones.

    Raises:
        ValueError: they are larger than `MAX_BYTES`.
    """
    chosen = load(name)
    ready = suite.prepare([case for case in suite.choose(choice) if case.cmd == "table.read"])
    ready = [item for item in ready if item.case.id not in chosen.unmeasured]
    snapshots = [item for item in ready if _is_plain_snapshot(item) and not _has(item, chosen.without)]
    files = _sources(name)
    cases: list[dict[str, Any]] = []
    for item in snapshots:
        assert item.tree is not None
        table = f"tables/{item.digest[:16]}.zip"
        files[f"{chosen.data}/{table}"] = packed(item.tree.files)
        cases.append(_described(item, table))
    index = {"version": __version__, "cases": cases}
    files[f"{chosen.data}/cases.json"] = json.dumps(index, ensure_ascii=False, indent=0).encode() + b"\n"
    ids = {item.case.id for item in snapshots} - chosen.passes
    files[f"{chosen.data}/{_KNOWN}"] = _known(_reasons(chosen), sorted(ids)).encode()
    size = sum(map(len, files.values()))
    if size > MAX_BYTES:
        raise ValueError(f"the slice has {size:,} bytes, more than {MAX_BYTES:,}")
    return files


def _is_plain_snapshot(ready: Prepared) -> bool:
    """A snapshot by current readers without options; file times are irrelevant."""
    args = dict(ready.args)
    is_snapshot = args.pop("view", "snapshot") == "snapshot" and args.pop("line", "1.2") == "1.2"
    is_stated = ready.expectation.kind in {"value", "reject"}
    return (
        is_snapshot
        and not args
        and not ready.case.needs
        and is_stated
        and not (ready.tree and ready.tree.times)
    )


def _has(ready: Prepared, suffixes: tuple[str, ...]) -> bool:
    return ready.tree is not None and any(path.endswith(suffixes) for path in ready.tree.files)


def _described(ready: Prepared, table: str) -> dict[str, Any]:
    value = ready.expectation.value
    rows = value.get("rows") if isinstance(value, dict) else None
    texts = None if rows is None else [{key: text_cell(cell) for key, cell in row.items()} for row in rows]
    return {
        "id": ready.case.id,
        "title": ready.case.title,
        "rules": list(ready.case.req),
        "table": table,
        "rows": texts,
        "reject": ready.expectation.kind == "reject",
    }


def packed(files: Mapping[str, bytes]) -> bytes:
    """The files as a zip: sorted, with a fixed date."""
    sink = io.BytesIO()
    with zipfile.ZipFile(sink, "w") as archive:
        for path in sorted(files):
            info = zipfile.ZipInfo(path, _DATE)
            info.compress_type = zipfile.ZIP_STORED if path.endswith("/") else zipfile.ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            archive.writestr(info, files[path])
    return sink.getvalue()


def _sources(name: str) -> dict[str, bytes]:
    root = resources.data_root() / _ROOT / name
    return {
        path.relative_to(root).as_posix(): path.read_bytes().replace(b"@VERSION@", __version__.encode())
        for path in sorted(root.rglob("*"))
        if path.is_file() and not path.name.endswith(_NO_FILES)
    }


def _reasons(chosen: Slice) -> Callable[[str], str | None]:
    """The reason for the failure of a case, by its id; None if it passes."""
    if chosen.measured:
        text = (resources.data_root() / _ROOT / chosen.measured).read_text(encoding="utf-8")
        return dict(line.split(" # ", 1) for line in text.splitlines() if " # " in line).get
    listed = known_failures(chosen.implementation)

    def reason(ident: str) -> str | None:
        group = listed.find(ident)
        return None if group is None else group.reason

    return reason


def _known(reasons: Callable[[str], str | None], ids: Iterable[str]) -> str:
    """A line `ID # reason` per case that fails."""
    lines = [f"{ident} # {reason}" for ident in ids if (reason := reasons(ident)) is not None]
    head = (resources.data_root() / _ROOT / "known_failures.head.txt").read_text(encoding="utf-8")
    return head + "".join(f"{line}\n" for line in lines)


def write(folder: Path, files: Mapping[str, bytes]) -> int:
    """Write the files below a folder; their size in bytes."""
    for name, content in files.items():
        path = folder.joinpath(*PurePosixPath(name).parts)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return sum(map(len, files.values()))
