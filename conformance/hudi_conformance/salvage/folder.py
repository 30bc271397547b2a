# SPDX-License-Identifier: Apache-2.0
"""Many files salvaged into one folder, each below its own path, with one summary; the tables of a folder."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from hudi_conformance.canonical.json import pretty
from hudi_conformance.decode.bulk.hfile.sound import read_together
from hudi_conformance.decode.source import open_source
from hudi_conformance.salvage.file import UNREADABLE, kind_of, salvage_file

SUMMARY_VERSION = 1
_UNREAD = 3  # exit code


def sources_below(folder: Path) -> list[str]:
    """Log files, HFiles and Parquet base files below a folder, by path, including unreadable ones.

    Raises:
        OSError: a folder cannot be listed.
    """
    found = []
    for above, _, names in os.walk(folder, onerror=_fail):
        for path in (Path(above) / name for name in names):
            try:
                with open_source(path) as buffer:
                    is_known = kind_of(buffer, path.name) is not None
            except OSError:
                is_known = kind_of(b"", path.name) is not None
            found += [path.relative_to(folder).as_posix()] if is_known else []
    return sorted(found)


def _fail(error: OSError) -> None:
    raise error


def tables_below(folder: Path) -> list[Path]:
    """Tables at and below a folder, by path; those in other tables are not searched for.

    Raises:
        OSError: a folder cannot be listed.
    """
    found = []
    for above, folders, _ in os.walk(folder, onerror=_fail):
        if ".hoodie" in folders:
            found.append(Path(above))
            folders.clear()
    return sorted(found)


def salvage_all(
    folder: Path, sources: Sequence[str], out: Path, on_step: Callable[[], None] = lambda: None
) -> tuple[Mapping[str, Any], int]:
    """Salvage files below a folder, each into `out/PATH`; `out/summary.json`, and the exit code.

    The code is 0 when everything was read, 1 when something is lost, 3 when no file could be read. A file
    that cannot be read is in the summary and does not stop the others.

    Raises:
        FileExistsError: `out` has a summary already.
        OSError: the output cannot be written.
    """
    if (out / "summary.json").exists():
        raise FileExistsError(f"{out} contains the summary of an earlier salvage")
    files: list[dict[str, Any]] = []
    kept: Counter[str] = Counter()
    lost: Counter[str] = Counter()
    with read_together(_len_hfile(folder / source) for source in sources):
        for source in sources:
            entry: dict[str, Any] = {"path": source, "exit": _UNREAD}
            try:
                result = salvage_file(folder / source, out / source)
            except UNREADABLE as error:
                if isinstance(error, FileExistsError):
                    raise
                entry["error"] = str(error)
            else:
                report = result.report
                entry |= {name: report[name] for name in ("kind", "size", "kept", "lost")}
                entry["exit"] = result.exit_code
                kept.update(report["kept"])
                lost.update(report["lost"])
            files.append(entry)
            on_step()
    codes = [entry["exit"] for entry in files]
    code = 0 if not any(codes) else _UNREAD if all(one == _UNREAD for one in codes) else 1
    summary = {
        "salvage": SUMMARY_VERSION,
        "files": {
            "total": len(files),
            "whole": codes.count(0),
            "with_losses": codes.count(1),
            "unreadable": codes.count(_UNREAD),
        },
        "kept": dict(sorted(kept.items())),
        "lost": dict(sorted(lost.items())),
        "worst": sorted(files, key=lambda one: (-one["exit"], one["path"])),
        "exit": code,
    }
    out.mkdir(parents=True, exist_ok=True)
    (out / "summary.json").write_text(pretty(summary), "utf-8")
    return summary, code


def _len_hfile(path: Path) -> int:
    """Bytes of an HFile, by its name; 0 if its size is unavailable."""
    try:
        return path.stat().st_size if path.suffix == ".hfile" else 0
    except OSError:
        return 0
