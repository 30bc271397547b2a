# SPDX-License-Identifier: Apache-2.0
"""Answers of engines by the features of tables, for `hudi-conformance advise`: `spec/READERS.json`.

    python -m instruments.documents.readers write
    python -m instruments.documents.readers check

From the stored answers of `features.json` and `interoperability.json`, the tables of the cases, and the list
of defects. `check` compares the digest of these, and ends with 1 when the file was made from others. For a
checkout only.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from hudi_conformance import resources
from hudi_conformance.advice.marks import marks_of
from hudi_conformance.advice.readers import FILE, REFUSED, RIGHT, STOPS, WRONG
from hudi_conformance.cli import common
from hudi_conformance.defects.model import Defect, load_defects
from hudi_conformance.errors import Reject
from hudi_conformance.specification import features
from hudi_conformance.suite.session import Session

from instruments.documents import features as answers

_STANDINGS = {answers.RIGHT: RIGHT, answers.REFUSED: REFUSED, answers.WRONG: WRONG, answers.CRASH: STOPS}
_RESULTS = "conformance/results"
_SOURCES = (
    f"{_RESULTS}/features.json",
    f"{_RESULTS}/interoperability.json",
    "spec/features.toml",
    "conformance/defects/readers.toml",
    "conformance/defects/table.toml",
    "conformance/defects/merge.toml",
    "conformance/defects/partitions.toml",
)
# Types of partition columns, keys and lists: no mark states them, and they would count for every table.
_WITHOUT_MARK = tuple(f"table/generators*/*-{what}-*" for what in ("part", "key", "legacy", "gen-custom"))


def digest(root: Path) -> str:
    """Digest of everything that the file is made from."""
    total = hashlib.sha256()
    for name in _SOURCES:
        total.update((root / name).read_bytes())
    return total.hexdigest()[:16]


def stored_answers(root: Path) -> dict[str, dict[str, Any]]:
    """Version, date and standing by case of each engine; those of `features.json` are the later ones."""
    earlier = json.loads((root / _RESULTS / "interoperability.json").read_text(encoding="utf-8"))["readers"]
    engines: dict[str, dict[str, Any]] = {
        name: {"version": reader["version"], "date": reader["date"], "answers": {
            case: mark for case, verdict in reader["verdicts"].items() if (mark := answers.standing(verdict))
        }}
        for name, reader in earlier.items()
    }  # fmt: skip
    later = json.loads((root / _RESULTS / "features.json").read_text(encoding="utf-8"))
    for name, reader in later.items():
        usual = engines.get(name, {"answers": {}})
        engines[name] = {**reader, "answers": {**usual["answers"], **reader["answers"]}}
    engines.pop(answers.OURS, None)
    return dict(sorted(engines.items()))


def tables_of(session: Session, ids: Sequence[str]) -> Iterator[tuple[str, str, list[str]]]:
    """Yield id, view and features of the table of each case that reads one and has rows for an answer."""
    known = features.load_features(resources.spec_dir())
    cases = {case.id: case for case in session.cases}
    for ident in ids:
        case = cases.get(ident)
        if any(fnmatchcase(ident, pattern) for pattern in _WITHOUT_MARK):
            continue
        if case is None or not case.is_tree or case.cmd != "table.read" or case.kind != "value":
            continue
        tree = session.prepare_one(case).tree
        with tempfile.TemporaryDirectory() as folder:
            if tree is not None:
                tree.write(Path(folder))
            try:
                marks = marks_of(Path(folder), known)
            except (Reject, OSError):
                continue
        yield ident, view_of(case.args), sorted(marks.features)


def view_of(args: Mapping[str, Any]) -> str:
    """The column of a view."""
    return "as of" if args.get("as_of") is not None else str(args.get("view", "snapshot")).replace("_", " ")


def document(root: Path, session: Session) -> dict[str, Any]:
    """The content of the file."""
    engines, defects = stored_answers(root), load_defects(resources.defects_dir())
    ids = sorted({case for engine in engines.values() for case in engine["answers"]})
    numbers: dict[tuple[str, ...], int] = {}
    tables = {
        ident: (view, numbers.setdefault(tuple(names), len(numbers)))
        for ident, view, names in tables_of(session, ids)
    }
    return {
        "generated": "by `python -m instruments.documents.readers write`",
        "digest": digest(root),
        "tables": [list(names) for names in numbers],
        "engines": {
            name: {
                "version": engine["version"],
                "date": engine["date"],
                "views": _views(name, engine["answers"], tables, defects),
            }
            for name, engine in engines.items()
        },
    }


def _views(
    name: str,
    stored: Mapping[str, str],
    tables: Mapping[str, tuple[str, int]],
    defects: Sequence[Defect],
) -> dict[str, dict[str, dict[str, Any]]]:
    views: dict[str, dict[str, dict[str, Any]]] = {}
    for case, mark in sorted(stored.items()):
        if case not in tables:
            continue
        view, number = tables[case]
        entry = views.setdefault(view, {}).setdefault(f"{number}", {})
        standing = _STANDINGS[mark]
        entry[standing] = entry.get(standing, 0) + 1
        explaining = {
            defect.id for defect in defects
            if name in defect.implementations and any(fnmatchcase(case, item) for item in defect.cases)
        }  # fmt: skip
        if standing in {WRONG, STOPS} and explaining:
            entry["defects"] = sorted({*entry.get("defects", ()), *explaining})
    return dict(sorted(views.items()))


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("command", choices=("write", "check"))
    command = parser.parse_args(argv).command
    root, path = resources.data_root(), resources.spec_dir() / FILE
    if command == "check":
        is_fresh = path.is_file() and json.loads(path.read_text(encoding="utf-8"))["digest"] == digest(root)
        print(f"{path} is {'up to date' if is_fresh else 'made from other answers, cases or defects'}")
        return 0 if is_fresh else 1
    text = json.dumps(document(root, common.open_session()), indent=0, ensure_ascii=False)
    path.write_text(f"{text}\n", encoding="utf-8")
    print(f"wrote {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
