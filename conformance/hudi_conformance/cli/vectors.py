# SPDX-License-Identifier: Apache-2.0
"""Test vectors for suites of other readers: a folder per case or table, schemas, digests, archives.

The layout is described in `conformance/vectors/README.md`. The same cases give the same bytes, with the same
releases of pyarrow (rows) and of the compressors.
"""

from __future__ import annotations

import io
import json
import re
import tarfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import cramjam
import pyarrow as pa
import pyarrow.parquet as pq

from hudi_conformance import __version__, resources
from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.cli import jar
from hudi_conformance.look.text import counted, markdown_table
from hudi_conformance.suite import inputs
from hudi_conformance.suite.expectation import Expectation
from hudi_conformance.suite.inputs import Prepared
from hudi_conformance.suite.layers import is_refused
from hudi_conformance.suite.protocol import blocks_of
from hudi_conformance.suite.session import Session

ARTIFACT = "hudi-conformance-vectors"
NAME = f"{ARTIFACT}-{__version__}"
SUMS = "SHA256SUMS"
_SCHEMA = 1
_DATE_S = 315_532_800  # 1980-01-01, as in the jar
_ZSTD_LEVEL = 12
_SCHEMAS = ("vector.schema.json", "views.schema.json")
_COLUMNS = ("path", "cmd", "outcome", "count", "level", "flags", "features")
_ABOUT = re.compile(r'^about = "(.*)"$', re.MULTILINE)
Step = Callable[[int, int], None]


def files_of(suite: Session, ready: Sequence[Prepared], step: Step | None = None) -> dict[str, bytes]:
    """All files of a release by path, `SHA256SUMS` included."""
    files: dict[str, bytes] = {}
    index = ["\t".join(_COLUMNS)]
    for number, prepared in enumerate(ready, 1):
        description = _case(suite, prepared, files)
        expect = prepared.expectation
        row = (
            f"cases/{prepared.case.id}",
            prepared.case.cmd,
            outcome(expect),
            str(_count(expect.value)),
            str(description["level"]),
            ",".join(description["flags"]),
            ",".join(description["features"]),
        )
        index.append("\t".join(row))
        if step is not None:
            step(number, len(ready))
    source = resources.data_root() / "conformance" / "vectors"
    for path in sorted(source.rglob("*")):
        if path.is_file() and path.parent.name != "__pycache__":  # which installers write
            # builds of consumers name the release
            data = path.read_bytes().replace(b"@VERSION@", __version__.encode())
            files[path.relative_to(source).as_posix()] = data
    files |= dict(_tables(suite, ready))
    files["README.md"] = files["README.md"].replace(b"](../", b"](") + files.pop("TOPICS.md")
    files["LICENSE"] = (resources.data_root() / "LICENSE").read_bytes()
    for name in _SCHEMAS:
        files[f"schemas/{name}"] = (resources.schemas_dir() / name).read_bytes()
    release = {
        "schema": _SCHEMA,
        "version": __version__,
        "cases": len(ready),
        "cases_digest": inputs.cases_digest(list(ready)),
    }
    files["release.json"] = canonical_json.pretty(release).encode()
    files["index.tsv"] = "".join(f"{line}\n" for line in index).encode()
    files[SUMS] = jar.sums(files)
    return files


def _case(suite: Session, ready: Prepared, files: dict[str, bytes]) -> dict[str, Any]:
    """Add the files of one case; its description."""
    case, expect = ready.case, ready.expectation
    target = f"cases/{case.id}"
    folder, empty = None, []
    if ready.data is not None:
        files[f"{target}/input.bin"] = ready.data
    if ready.tree is not None:
        folder = f"tables/{ready.digest[:16]}"
        for path, content in ready.tree.files.items():
            if path.endswith("/"):
                empty.append(path.rstrip("/"))
            else:
                files[f"{folder}/{path}"] = content
    has_value = expect.value is not None
    if has_value:
        files[f"{target}/expected.json"] = canonical_json.pretty(expect.value).encode()
    rows = _rows(case.cmd, expect)
    if rows is not None:
        files[f"{target}/rows.parquet"] = rows
    stated = {key: value for key, value in expect.to_json().items() if key != "value"}
    description = {
        "schema": _SCHEMA,
        "id": case.id,
        "title": case.title,
        "rules": list(case.req),
        "level": suite.level(case),
        "flags": _flags(suite, ready),
        "features": list(suite.features.get(case.id, ())),
        "cmd": case.cmd,
        "args": dict(ready.args),
        "needs": list(case.needs),
        "input": None if ready.data is None else "input.bin",
        "folder": folder,
        "empty_folders": sorted(empty),
        "mtime": None if ready.tree is None else dict(ready.tree.times),
        "sha256": ready.digest,
        "expect": stated,
        "expected": "expected.json" if has_value else None,
        "rows": None if rows is None else "rows.parquet",
        "base": case.base,
        "edit": list(case.edit),
        "budget": {"ms": case.budget.ms, "mib": case.budget.mib},
        "bug": case.bug,
        "note": case.note,
    }
    files[f"{target}/case.json"] = canonical_json.pretty(description).encode()
    return description


def _tables(suite: Session, ready: Sequence[Prepared]) -> Iterator[tuple[str, bytes]]:
    """A README per topic with a line and a reason for each case, and the list of the topics."""
    topics = []
    by_topic = sorted(ready, key=lambda prepared: prepared.case.id)
    for topic, members in groupby(by_topic, key=lambda prepared: prepared.case.id.rpartition("/")[0]):
        cases = list(members)
        about = _ABOUT.search((resources.cases_dir() / cases[0].case.file).read_text(encoding="utf-8"))
        sentence = about[1] if about else ""
        rows = []
        for prepared in cases:
            rule, slug = prepared.case.req[0], prepared.case.id.rpartition("/")[2]
            why = f"`{rule}`: {suite.index.requirements[rule].text}"
            row = (f"[`{slug}`]({slug})", prepared.case.title, outcome(prepared.expectation), why)
            rows.append([cell.replace("|", "\\|") for cell in row])
        head = ["case", "what it is", "outcome", "why: the rule"]
        lines = [f"# {topic}", "", sentence, "", *markdown_table(head, rows)]
        yield f"cases/{topic}/README.md", "".join(f"{line}\n" for line in lines).encode()
        topics.append([f"[`{topic}`](cases/{topic}/README.md)", counted(len(cases), "case"), sentence])
    table = markdown_table(["folder", "cases", "about"], topics)
    yield "TOPICS.md", "".join(f"{line}\n" for line in ["", "## Cases by topic", "", *table]).encode()


def _flags(suite: Session, ready: Prepared) -> list[str]:
    proposed = suite.proposed(ready.case)
    flags = {"rule": ["proposed"], "refusal": ["proposed-refusal"]}.get(proposed, [])
    if ready.expectation.kind == "open":
        flags.append("open")
    if ready.case.edit:
        flags.append("edited")
    return flags


def outcome(expect: Expectation) -> str:
    """The kind of expectation, for consumers without JSON.

    `accept`: a value without rejections; `damaged`: a value that reports corrupt or rejected parts of the
    input; `reject`; else the kind of the expectation.
    """
    if expect.kind not in {"value", "blocks"}:
        return expect.kind
    return "damaged" if any(map(is_refused, blocks_of(expect.value) or ())) else "accept"


def _count(value: object) -> int | str:
    """Members of the only list of a value; empty if it has no list or several."""
    lists = [item for item in value.values() if isinstance(item, list)] if isinstance(value, dict) else []
    return len(lists[0]) if len(lists) == 1 else ""


def _rows(cmd: str, expect: Expectation) -> bytes | None:
    """Expected rows of a table as Parquet: a text column per field, in the order of their names."""
    rows = expect.value.get("rows") if cmd == "table.read" and isinstance(expect.value, dict) else None
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        return None
    members = [row for row in rows if isinstance(row, dict)]
    names = sorted({name for row in members for name in row})
    columns = {name: pa.array([text_cell(row.get(name)) for row in members], pa.string()) for name in names}
    sink = io.BytesIO()
    pq.write_table(pa.table(columns), sink, compression="none", store_schema=False)
    return sink.getvalue()


def text_cell(value: object) -> str | None:
    """A value as text: a text is itself, null is null, anything else its canonical JSON."""
    if value is None or isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def archive(files: Mapping[str, bytes]) -> bytes:
    """The files as tar.zst below one folder: sorted, without owners, with a fixed date."""
    sink = io.BytesIO()
    with tarfile.open(fileobj=sink, mode="w", format=tarfile.PAX_FORMAT) as tar:
        for name in sorted(files):
            info = tarfile.TarInfo(f"{NAME}/{name}")
            info.size, info.mtime, info.mode = len(files[name]), _DATE_S, 0o644
            tar.addfile(info, io.BytesIO(files[name]))
    return bytes(cramjam.zstd.compress(sink.getvalue(), _ZSTD_LEVEL))


def write(folder: Path, files: Mapping[str, bytes]) -> list[Path]:
    """Write the release as a folder, as `tar.zst`, and as a jar with its pom; digests of these files."""
    for name, content in files.items():
        path = folder / NAME / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    packed = folder / f"{NAME}.tar.zst"
    packed.write_bytes(archive(files))
    java = folder / f"{NAME}.jar"
    pom = jar.write(java, files, ARTIFACT)
    archives = [packed, java, pom]
    (folder / SUMS).write_bytes(jar.sums({path.name: path.read_bytes() for path in archives}))
    return [folder / NAME, *archives, folder / SUMS]
