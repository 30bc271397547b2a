# SPDX-License-Identifier: Apache-2.0
"""Log files damaged below their frames, read by every reading command and measured against the good ones.

`python conformance/measures/deep_damage.py --seed 1 --per-kind 10 [FOLDER ...]` prints a table of how often
each command is right, rejects, reports, is wrong, loses, crashes or hangs.

right    every intact block has the rows of the intact file, and an edited one has some of them or none
refused  the same, and the damage is reported
blind    an edited block has other rows, nothing is reported, and the damage is undetectable: readers and
         writers outside the decoder write the same bytes for its rows (`log_redundancy`)
wrong    the same, but the damage is detectable
lost     rows of an intact block are missing, and it is not after an offset where a scan has to stop and
         reports it; salvage must have all rows of these blocks
"""

from __future__ import annotations

import argparse
import re
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
from hudi_conformance import resources
from hudi_conformance.canonical.json import dumps
from hudi_conformance.canonical.log import canonical_content
from hudi_conformance.decode.avro.schema import parse_schema
from hudi_conformance.decode.bulk.avro_arrow import BLOCK_OFS, iter_record_batches
from hudi_conformance.decode.bulk.framing import scan_log_fast
from hudi_conformance.decode.bulk.rows import canonical_rows
from hudi_conformance.decode.bulk.shape import row_shape
from hudi_conformance.decode.log.check import CheckContext, check_log
from hudi_conformance.decode.log.content import read_contents
from hudi_conformance.decode.log.scan import scan_log
from hudi_conformance.errors import LimitExceeded, UnsupportedInput
from hudi_conformance.model.block_type import BlockType
from hudi_conformance.model.log import HeaderKey, LogBlock
from hudi_conformance.salvage import salvage_file
from instruments.deep import Damaged, damages
from log_redundancy import contradiction

sys.path.insert(1, str(Path(__file__).resolve().parents[1] / "tools"))
from compare_salvage import records_of

Rows = dict[int, Counter[str]]  # by offset of the block
BUDGET_SECONDS = 20
OUTCOMES = ("right", "refused", "blind", "wrong", "lost", "crash", "hang")
FOLDERS = [resources.fixtures_dir() / "log", resources.fixtures_dir() / "real"]
LIMITS = (LimitExceeded, UnsupportedInput)
_KEYS = ("record_key", "partition_path", "ordering")


class HangError(Exception):
    """A command that takes longer than its budget."""


def good_files(folders: Sequence[Path]) -> list[bytes]:
    """Log files of the folders that are read to their end silently, small ones."""
    found = []
    for path in sorted(path for folder in folders for path in folder.rglob("*") if path.is_file()):
        data = path.read_bytes()
        if not data.startswith(b"#HUDI#") or len(data) > 100_000:
            continue
        contents, end = read_contents(data)
        is_good = all(c.rejection is None and c.block.type is not BlockType.CORRUPT_BLOCK for c in contents)
        if contents and is_good and end.rejection is None and not end.len_ignored:
            found.append(data)
    return found


# --- commands: rows by block, and the offsets of reported blocks -----------------------


def rows_of_records(data: bytes, _: Path) -> tuple[Rows, set[int], bool]:
    """Rows of the checked decoder; blocks it rejects; whether it reports anything else."""
    contents, end = read_contents(data)
    rows: Rows = {}
    told = set()
    for content in contents:
        view = canonical_content(content)
        ofs = content.block.span.ofs
        rows[ofs] = Counter(rows_of(view))
        if (content.rejection or content.findings) or content.block.type is BlockType.CORRUPT_BLOCK:
            told.add(ofs)
    return rows, told, end.rejection is not None


def rows_of(view: Mapping[str, Any]) -> Iterator[str]:
    yield from map(dumps, view.get("records") or ())
    for delete in view.get("deletes") or ():
        yield _delete(delete["record_key"], delete["partition_path"], delete["ordering"])
    if view.get("command") is not None:
        yield f"command {view.get('target_instant')}"


def _delete(key: object, partition: object, ordering: Mapping[str, Any] | None) -> str:
    texts = [value if isinstance(value, str | None) else dumps(value) for value in (key, partition)]
    return dumps(
        ["delete", *texts, None if ordering is None else [ordering["type"], dumps(ordering["value"])]]
    )


def rows_of_bulk(data: bytes, _: Path) -> tuple[Rows, set[int], bool]:
    """Rows of the bulk path."""
    blocks = {block.span.ofs: block for block in scan_log(data).blocks}
    rows: Rows = {ofs: Counter() for ofs in blocks}
    told: set[int] = {ofs for ofs, block in blocks.items() if block.type is BlockType.CORRUPT_BLOCK}
    is_stopped = False

    def reject(block: Any, _: object) -> None:
        nonlocal is_stopped
        if block is None:
            is_stopped = True
        else:
            told.add(block.span.ofs)

    def tell(block: LogBlock, _: object) -> None:
        told.add(block.span.ofs)

    for batch in iter_record_batches(data, with_block=True, on_reject=reject, on_finding=tell):
        places = batch.column(batch.schema.get_all_field_indices(BLOCK_OFS)[-1]).to_pylist()
        shape = row_shape(parse_schema(blocks[places[0]].header[HeaderKey.SCHEMA]).tree)
        for ofs, row in zip(places, canonical_rows(batch, shape), strict=True):
            rows[ofs][dumps(row)] += 1
    return rows, told, is_stopped


def rows_of_salvage(data: bytes, folder: Path) -> tuple[Rows, set[int], bool]:
    """Rows that a salvage writes; blocks with losses."""
    path = folder / ".f1-0_20240101000000001.log.1_0-1-0"
    path.write_bytes(data)
    out = folder / "out"
    report = salvage_file(path, out, "log").report
    assert report["kept"].get("bytes", 0) + report["lost"]["bytes"] == report["size"]
    rows: Rows = {}
    for file in sorted(out.glob("records/*/*.parquet")):
        for ofs, row in records_of(file):
            rows.setdefault(ofs, Counter())[row] += 1
    for row in _table(out / "deletes.parquet"):
        ordering = None
        if row["ordering_type"] is not None:
            ordering = [row["ordering_type"], row["ordering"]]
        text = dumps(["delete", row["record_key"], row["partition_path"], ordering])
        rows.setdefault(row["block_ofs"], Counter())[text] += 1
    for row in _table(out / "commands.parquet"):
        rows.setdefault(row["block_ofs"], Counter())[f"command {row['target_instant']}"] += 1
    told = {row["block_ofs"] for row in _table(out / "lost.parquet") if row["block_ofs"] is not None}
    return rows, told, bool(report["notes"])


def _table(path: Path) -> list[dict[str, Any]]:
    return pq.ParquetFile(path).read().to_pylist() if path.is_file() else []


def rows_of_check(data: bytes, _: Path) -> tuple[None, set[int], bool]:
    """No rows; whether the check has findings."""
    return None, set(), bool(list(check_log(data, CheckContext())))


def rows_of_scan(data: bytes, _: Path) -> tuple[None, set[int], bool]:
    """No rows: the frames, which are as they were, by both scanners."""
    scan = scan_log(data)
    assert list(scan_log_fast(data)) == scan.blocks
    return None, set(), scan.rejection is not None


Command = Callable[[bytes, Path], tuple[Rows | None, set[int], bool]]
COMMANDS: Mapping[str, Command] = {
    "scan": rows_of_scan,
    "records": rows_of_records,
    "bulk": rows_of_bulk,
    "check": rows_of_check,
    "salvage": rows_of_salvage,
}


# --- measurement -------------------------------------------------------------------------------------------


class Truth:
    """Rows of the intact files by file and block."""

    def __init__(self, files: Sequence[bytes]) -> None:
        self.rows: dict[tuple[int, int], Counter[str]] = {}
        for number, data in enumerate(files):
            for index, content in enumerate(read_contents(data)[0]):
                self.rows[number, index] = Counter(rows_of(canonical_content(content)))
        self.known = {row for rows in self.rows.values() for row in rows}

    def data_rows(self, block: tuple[int, int]) -> Counter[str]:
        """Rows of a block that are records."""
        return Counter(
            {row: n for row, n in self.rows[block].items() if not row.startswith(('["delete"', "command"))}
        )


def outcome(damaged: Damaged, name: str, truth: Truth) -> tuple[str, str]:
    """Result of a command for a damaged file, and the reason."""
    previous = signal.signal(signal.SIGALRM, _on_alarm)
    signal.alarm(BUDGET_SECONDS)
    try:
        with tempfile.TemporaryDirectory() as folder:
            rows, told, is_told = COMMANDS[name](damaged.data, Path(folder))
    except LIMITS as error:
        return "refused", str(error)
    except HangError:
        return "hang", ""
    except Exception as error:
        return "crash", repr(error)
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, previous)
    if rows is None:
        return ("refused" if is_told else "right"), ""
    return judge(damaged, name, truth, (rows, told, is_told))


def judge(damaged: Damaged, name: str, truth: Truth, answer: tuple[Rows, set[int], bool]) -> tuple[str, str]:
    """Compare rows with those of the intact blocks that the damaged file still has."""
    rows, told, is_told = answer
    for ofs, origin in damaged.blocks.items():
        if is_told and ofs not in rows and name != "salvage":
            continue  # behind the end of the scan
        have = rows.get(ofs, Counter())
        if origin is None:
            # Bytes that are not text are reported at their position.
            strange = [row for row in have if row not in truth.known and "$utf8" not in row]
            if strange and ofs not in told and not is_told:
                return "wrong", f"block at {ofs}: {strange[0][:120]}"
            continue
        expected = truth.data_rows(origin) if name == "bulk" else truth.rows[origin]
        if expected - have:
            return ("lost", f"block at {ofs}: {next(iter(expected - have))[:120]}")
        if have - expected:
            return "wrong", f"intact block at {ofs}: {next(iter(have - expected))[:120]}"
    return ("refused" if told or is_told else "right"), ""


def proven(damaged: Damaged, found: str, why: str) -> tuple[str, str]:
    """Check whether the damage of a wrong answer is detectable in its block."""
    place = re.match(r"block at (\d+):", why)
    if found != "wrong" or place is None:
        return found, why
    tells = contradiction(damaged.data, int(place[1]))
    return ("blind", why) if tells is None else (found, f"{why} [{tells}]")


def _on_alarm(*_: object) -> None:
    raise HangError


def main() -> int:
    """Entry point; 1 if an answer is detectably wrong, lost, a crash or a hang."""
    parser = argparse.ArgumentParser(description="Deep damage to log files, by every reading command.")
    parser.add_argument("folders", nargs="*", type=Path, help="folders of log files; default: the fixtures")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--per-kind", type=int, default=10)
    parser.add_argument(
        "--list", action="store_true", help="print every outcome that is not right or refused"
    )
    options = parser.parse_args()
    files = good_files(
        options.folders or [resources.fixtures_dir() / "log", resources.fixtures_dir() / "real"]
    )
    truth = Truth(files)
    table: dict[str, Counter[str]] = {name: Counter() for name in COMMANDS}
    wrong: Counter[tuple[str, str]] = Counter()
    num = 0
    for damaged in damages(files, options.seed, options.per_kind):
        num += 1
        for name in COMMANDS:
            found, why = proven(damaged, *outcome(damaged, name, truth))
            table[name][found] += 1
            if found not in {"right", "refused", "blind"}:
                wrong[damaged.kind, f"{name} {found}"] += 1
                if options.list:
                    print(f"{damaged.kind}: {name} {found}: {why}")
        if sys.stderr.isatty():
            print(f"\r{num} files", end="", file=sys.stderr)
    print(f"{num} damaged files out of {len(files)} good ones\n\n| command | {' | '.join(OUTCOMES)} |")
    print("|---|" + "---:|" * len(OUTCOMES))
    for name, counts in table.items():
        print(f"| {name} | " + " | ".join(str(counts[kind]) for kind in OUTCOMES) + " |")
    for (kind, what), count in sorted(wrong.items()):
        print(f"{kind}: {what}: {count}")
    return int(any(counts[kind] for counts in table.values() for kind in ("wrong", "lost", "crash", "hang")))


if __name__ == "__main__":
    sys.exit(main())
