# SPDX-License-Identifier: Apache-2.0
"""Share of records with unchanged bytes that a salvage of damaged log files returns.

`python conformance/measures/salvaged_share.py --seed 1 --per-kind 40 [FOLDER ...]` prints a line per kind of
damage. A record is untouched when no byte of its datum or delete changed (of an HFile or Parquet content,
none of the content), and returned when the salvage has a row equal to that of the intact file. A row is
invented when the intact file has no equal row, except for as many as were touched; silently, when the report
names neither losses nor notes.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from deep_damage import FOLDERS, good_files, rows_of, rows_of_salvage
from hudi_conformance.canonical.log import canonical_content
from hudi_conformance.decode.avro.datum import Datum, read_run
from hudi_conformance.decode.fields import Field
from hudi_conformance.decode.log.content import read_contents
from hudi_conformance.decode.log.deletes import LEN_HEAD, delete_record_schema
from hudi_conformance.decode.log.fields import fields_of
from log_damage import KINDS, Edit, Good
from table_log import table_log

_LAST_NAME = re.compile(r".*\.(?=[a-z])|\[\d+\]")
_SIZES = (20, 60, 200, 1000)  # records of a block of files that are written here


@dataclass(frozen=True, slots=True)
class Outcome:
    """Numbers of untouched records, and of those that a salvage loses; of rows it invents, and silently."""

    data: bytes
    untouched: int
    lost: int
    invented: int
    silent: int


def good(data: bytes) -> Good:
    """An undamaged file, taken apart."""
    fields: dict[str, list[Field]] = {}
    spans: dict[int, list[tuple[int, int]]] = {}
    for field in fields_of(data):
        fields.setdefault(_LAST_NAME.sub("", field.path), []).append(field)
        if field.path.endswith(".datum"):
            number = int(field.path[7:].partition("]")[0])
            spans.setdefault(number, []).append((field.ofs, field.ofs + field.len))
    rows = []
    for number, content in enumerate(read_contents(data)[0]):
        span = content.block.content
        if content.content_version == 3 and content.deletes:
            spans[number] = _deletes(data, span.ofs + LEN_HEAD, span.end)
        texts = [row for row in rows_of(canonical_content(content)) if not row.startswith("command")]
        starts = spans.get(number) or [(span.ofs, span.end)] * len(texts)
        rows += [(*ends, text) for ends, text in zip(starts, texts, strict=True)]
    return Good(data, fields, rows)


def _deletes(data: bytes, ofs: int, end: int) -> list[tuple[int, int]]:
    decode, datum, spans = delete_record_schema().decode, Datum(data[:end]), []
    datum.pos = ofs
    while count := read_run(datum, 3):
        for _ in range(count):
            start = datum.pos
            decode(datum, 0)
            spans.append((start, datum.pos))
    return spans


def damaged(file: Good, edits: Sequence[Edit]) -> tuple[bytes, Counter[str]]:
    """The bytes after the edits, and the rows of untouched records."""
    data, pos = b"", 0
    changed: list[float] = []
    for start, end, new in edits:
        if start < pos:
            continue
        data += file.data[pos:start] + new
        pos = end
        if end - start == len(new):
            changed += [start + n for n in range(len(new)) if file.data[start + n] != new[n]]
        else:
            changed += [start - 0.5] if start == end else range(start, min(end, len(file.data)))
    data += file.data[pos:]
    rows = (
        text
        for start, end, text in file.rows
        if bisect_left(changed, start) == bisect_left(changed, end - 0.1)
    )
    return data, Counter(rows)


def outcome(file: Good, kind: str, rng: Random) -> Outcome | None:
    """Result of a salvage of a file with damage of a kind; None if the kind does not apply to it."""
    data, untouched = damaged(file, KINDS[kind](rng, file))
    if data == file.data:
        return None
    with tempfile.TemporaryDirectory() as folder:
        rows, told, has_notes = rows_of_salvage(data, Path(folder))
    have = sum(rows.values(), Counter[str]())
    known = {text for _, _, text in file.rows}
    num = sum(n for text, n in have.items() if text not in known and not text.startswith("command"))
    invented = max(num - (len(file.rows) - untouched.total()), 0)
    return Outcome(
        data, untouched.total(), (untouched - have).total(), invented, 0 if told or has_notes else invented
    )


def main() -> int:
    """Entry point; 1 when a row is invented silently."""
    parser = argparse.ArgumentParser(description="Records of damaged log files that a salvage returns.")
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--per-kind", type=int, default=40)
    parser.add_argument("--kind", action="append", choices=KINDS)
    parser.add_argument("--keep", type=Path, help="folder for damaged files of which records are lost")
    options = parser.parse_args()
    rng = Random(options.seed)
    files = [good(data) for data in good_files(options.folders or FOLDERS) if len(data) > 600]
    # Records of no bytes are all alike, and their lengths all that there is of them.
    files = [
        file for file in files if len(file.rows) > 2 and all(f.len for f in file.fields.get("datum", ()))
    ]
    files += [good(table_log(rng, num)) for num in _SIZES] * max(len(files) // 8, 1)
    print(f"{len(files)} intact files")
    total: Counter[str] = Counter()
    for kind in options.kind or KINDS:
        counts: Counter[str] = Counter()
        draw = Random(f"{options.seed} {kind}")
        for number in range(options.per_kind):
            result = outcome(draw.choice(files), kind, draw)
            if result is None:
                continue
            for name in ("untouched", "lost", "invented", "silent"):
                counts[name] += getattr(result, name)
            counts["files"] += 1
            counts["percent"] += 100 - 100 * result.lost // max(result.untouched, 1)
            if options.keep and (result.lost or result.invented):
                options.keep.mkdir(parents=True, exist_ok=True)
                name = f"{kind}-{number}-{result.lost}-of-{result.untouched}-{result.invented}.log.1"
                (options.keep / name.replace(" ", "_")).write_bytes(result.data)
        total += counts
        print(_line(kind, counts))
    print(_line("all", total))
    return int(total["silent"] > 0)


def _line(kind: str, counts: Counter[str]) -> str:
    returned = 100 * (1 - counts["lost"] / max(counts["untouched"], 1))
    return (
        f"{kind:26} {counts['files']:5} files {counts['untouched']:8} untouched {returned:6.2f} % returned"
        f" ({counts['percent'] / max(counts['files'], 1):5.1f} % of a file) {counts['lost']:6} lost"
        f" {counts['invented']:4} invented, {counts['silent']} silently"
    )


if __name__ == "__main__":
    sys.exit(main())
