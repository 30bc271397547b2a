# SPDX-License-Identifier: Apache-2.0
"""Compare what the reference reads in metadata tables with what releases of Hudi answer about them.

    python conformance/tools/compare_metadata.py [--implementation NAME]... [--json] DIR...

Below each DIR are tables: folders RELEASE/NAME, or archives RELEASE/NAME.zip; those without a metadata table
are skipped. For each, listing, valid instants, statistics of every index, locations of every key, and keys
that the Bloom filters call possible are requested from reference and implementations (default: every release
of `hudi-java` that reads metadata tables), and, if RELEASE/NAME.metadata.json exists, from that record of the
writing release's answers, with its merged records, file slices and routing.

Rows are compared as multisets. A difference counts as explained only by an entry of
`metadata_differences.toml` that states how many rows are on one side alone over all tables that it covers; an
entry that covers another number is also an error, so all its tables must be compared. Exit code: 0 all equal
or explained, 1 a difference, 2 wrong usage.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from base64 import b64encode
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from hudi_conformance.adapters.kaitai.bloom import bloom
from hudi_conformance.adapters.kaitai.metadata import metadata_files, metadata_locate, metadata_stats
from hudi_conformance.errors import Reject
from hudi_conformance.model.metadata import BloomRow
from hudi_conformance.table.metadata import open_metadata, read_records
from hudi_conformance.table.metadata_answers import locate
from hudi_conformance.toolchain.registry import load_implementations
from metadata_oracle import oracle_rows, physical_rows
from metadata_raw import own_raw_rows, raw_rows

RELEASES = ("0.14.1", "0.15.0", "1.0.2", "1.1.1", "1.2.1")
ORACLE = "oracle"
ABSENT = ("absent", "absent-é", "k$\\")
OURS = {
    "metadata.files": metadata_files,
    "metadata.stats": metadata_stats,
    "metadata.locate": metadata_locate,
}
Rows = Counter[str]


@dataclass(frozen=True, slots=True)
class Question:
    """A question about a table: `name` is the same for all tables."""

    name: str
    command: str
    args: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Place:
    """A question about a table to an implementation."""

    table: str
    implementation: str
    question: str


@dataclass(frozen=True, slots=True)
class Difference:
    """Results at a path."""

    place: Place
    only_here: int
    only_there: int
    example: str


@dataclass(slots=True)
class Tally:
    """Counts over all tables."""

    equal: Counter[tuple[str, str]] = field(default_factory=Counter)
    unsupported: Counter[tuple[str, str]] = field(default_factory=Counter)
    differences: list[Difference] = field(default_factory=list)

    def take(self, place: Place, command: str, ours: Rows, answer: Mapping[str, Any]) -> None:
        """Add what is equal and what differs in an answer of an adapter."""
        if answer["answer"] == "unsupported":
            self.unsupported[place.implementation, place.question] += 1
        elif answer["answer"] == "value":
            self.count(place, ours, rows_of(command, answer["value"]))
        else:
            self.count(place, ours, Counter(), f"{answer['answer']}: {answer.get('message', '')}")

    def count(self, place: Place, ours: Rows, theirs: Rows, note: str = "") -> None:
        """Add rows; `note` describes the result that replaced theirs."""
        here, there = ours - theirs, theirs - ours
        self.equal[place.implementation, place.question] += (ours & theirs).total()
        if here or there or note:
            example = note or " <> ".join(next(iter(sorted(side)), "nothing") for side in (here, there))
            self.differences.append(Difference(place, here.total(), there.total(), example))


class Adapter:
    """An implementation in a separate process, which reads folders."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def ask(self, question: Question, source: Path | bytes) -> Mapping[str, Any]:
        """The answer about a folder or bytes, as the protocol gives it."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        request = {
            "v": 1,
            "seq": "1",
            "cmd": question.command,
            "args": question.args,
            "in": {"dir": str(source)} if isinstance(source, Path) else {"b64": b64encode(source).decode()},
        }
        print(json.dumps(request), file=self._process.stdin, flush=True)
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"the process ended at {question.name}")
        answer: Mapping[str, Any] = json.loads(line)
        return answer


@contextmanager
def started(name: str) -> Iterator[Adapter]:
    """An adapter of the suite, by its name."""
    command = load_implementations()[name].command()
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield Adapter(process)
        if process.stdin is not None:
            process.stdin.close()


def tables(root: Path) -> Iterator[tuple[str, Path, Path]]:
    """Name, folder and record of answers of each table with a metadata table below a folder."""
    for path in sorted(root.glob("*/*")):
        name, record = f"{path.parent.name}/{path.stem}", path.with_name(f"{path.stem}.metadata.json")
        if path.is_dir() and (path / ".hoodie" / "metadata").is_dir():
            yield name, path, record
        elif path.suffix == ".zip":
            with tempfile.TemporaryDirectory() as scratch, zipfile.ZipFile(path) as archive:
                archive.extractall(scratch)
                for found in sorted(Path(scratch).glob("**/.hoodie/metadata")):
                    yield name, found.parent.parent, record


def rows_of(command: str, value: Mapping[str, Any]) -> Rows:
    """An answer as rows."""
    if command == "metadata.bloom":
        return Counter(f"{number} {possible}" for number, possible in enumerate(value["possible"]))
    if command != "metadata.files":
        return Counter(json.dumps(row, sort_keys=True) for row in value["rows"])
    rows: Rows = Counter(f"valid {time}" for time in value["valid_instants"])
    rows[f"synced {value['synced_instant']} compacted {value['latest_compaction']}"] += 1
    for partition in value["partitions"]:
        rows[f"partition {partition['partition']}"] += 1
        rows.update(f"{partition['partition']}|{file['name']} {file['size']}" for file in partition["files"])
    return rows


def questions(folder: Path) -> Iterator[tuple[Question, Rows]]:
    """Every question about a table, with the answer of the reference."""
    for question in _drafts(folder):
        try:
            value = OURS[question.command](folder, question.args)
        except Reject as error:
            yield question, Counter({f"refused: {error}": 1})
            continue
        if question.command != "metadata.locate":
            yield question, rows_of(question.command, value)
            continue
        keys = sorted({row["key"] for row in value["rows"] if row["key"] is not None}) + list(ABSENT)
        keyed = Question(question.name, question.command, {**question.args, "keys": keys})
        yield keyed, rows_of(keyed.command, OURS[keyed.command](folder, keyed.args))
        if question.args["index"] == "record_index" and "partition" not in question.args:
            yield (
                Question(f"{question.name} without keys", question.command, question.args),
                rows_of(question.command, value),
            )


def bloom_questions(folder: Path) -> Iterator[tuple[Question, bytes, Rows]]:
    """For each stored Bloom filter which keys of the table, and others, are possible by it."""
    table = open_metadata(folder)
    keys = sorted({row.key for row in locate(table, "record_index") if row.key is not None}) + list(ABSENT)
    for record in read_records(table, "bloom_filters"):
        row = record.payload
        if isinstance(row, BloomRow) and not row.is_deleted:
            args = {"container": "text", "type": row.type, "keys": keys}
            value = bloom(row.filter, args)
            assert isinstance(value, dict)
            yield Question("bloom", "metadata.bloom", args), row.filter, rows_of("metadata.bloom", value)


def _drafts(folder: Path) -> Iterator[Question]:
    yield Question("files", "metadata.files", {})
    ready = _ready(folder)
    for index in ready:
        kind = index.split("_index_")[0]
        if index.endswith("_stats") or kind == "expr":
            yield Question(f"stats {kind}", "metadata.stats", {"index": index})
        elif kind == "secondary":
            yield Question("locate secondary", "metadata.locate", {"index": index})
        elif index == "record_index":
            yield Question("locate record", "metadata.locate", {"index": index})
            if _is_partitioned(folder):
                for partition in metadata_files(folder, {})["partitions"]:
                    args = {"index": index, "partition": partition["partition"]}
                    yield Question("locate record of a partition", "metadata.locate", args)


def _is_partitioned(folder: Path) -> bool:
    path = folder / ".hoodie" / ".index_defs" / "index.json"
    if not path.is_file():
        return False
    definitions = json.loads(path.read_text("utf-8"))["indexDefinitions"]
    options = definitions.get("record_index", {}).get("indexOptions", {})
    return str(options.get("isPartitioned", "")).lower() == "true"


def _ready(folder: Path) -> list[str]:
    text = (folder / ".hoodie" / "hoodie.properties").read_text("utf-8")
    found = dict(line.partition("=")[::2] for line in text.splitlines() if "=" in line)
    return [name for name in found.get("hoodie.table.metadata.partitions", "").split(",") if name]


def _compare_record(table: str, folder: Path, record: Mapping[str, Any], tally: Tally) -> None:
    """Take what the writing release answered, and its merged records, file slices and routing."""
    for name, theirs in oracle_rows(record["api"]).items():
        tally.count(Place(table, ORACLE, name), physical_rows(folder, name, theirs), theirs)
    own = own_raw_rows(folder, record)
    for name, theirs in raw_rows(record).items():
        tally.count(Place(table, ORACLE, name), own[name], theirs)


def report(tally: Tally, reasons: Sequence[Mapping[str, Any]], asked: set[str], *, as_json: bool) -> int:
    """Print counts, and what differs without a reason; the exit code."""
    covered: Counter[tuple[int, str]] = Counter()
    explained: Counter[tuple[str, str]] = Counter()
    unexplained: list[Difference] = []
    for found in tally.differences:
        number = next((i for i, reason in enumerate(reasons) if _covers(reason, found)), None)
        if number is None:
            unexplained.append(found)
            continue
        covered[number, "only_here"] += found.only_here
        covered[number, "only_there"] += found.only_there
        explained[found.place.implementation, found.place.question] += found.only_here + found.only_there
    wrong = [
        f"{reason['question']}: {covered[i, side]} rows {side}, {reason[side]} stated: {reason['reason']}"
        for i, reason in enumerate(reasons)
        if any(fnmatchcase(name, glob) for name in asked for glob in reason["implementations"])
        for side in ("only_here", "only_there")
        if covered[i, side] != reason[side]
    ]
    keys = sorted({*tally.equal, *tally.unsupported, *map(_key, tally.differences)})
    lines = [
        {
            "implementation": key[0],
            "question": key[1],
            "equal": tally.equal[key],
            "explained": explained[key],
            "unexplained": sum(d.only_here + d.only_there for d in unexplained if _key(d) == key),
            "unsupported_questions": tally.unsupported[key],
        }
        for key in keys
    ]
    if as_json:
        print(json.dumps({"counts": lines, "wrong_reasons": wrong}, indent=1, ensure_ascii=False))
    else:
        for line in lines:
            print("  ".join(f"{name} {value}" for name, value in line.items()))
    for found in unexplained:
        place = found.place
        print(
            f"UNEXPLAINED {place.table} {place.question} {place.implementation}: "
            f"{found.only_here} only here, {found.only_there} only there, such as {found.example}"
        )
    print("\n".join(wrong) if wrong else "every reason covers the rows that it states")
    return 1 if unexplained or wrong or not tally.equal else 0


def _key(found: Difference) -> tuple[str, str]:
    return found.place.implementation, found.place.question


def _covers(reason: Mapping[str, Any], found: Difference) -> bool:
    return (
        found.place.question == reason["question"]
        and any(fnmatchcase(found.place.implementation, glob) for glob in reason["implementations"])
        and any(fnmatchcase(found.place.table, glob) for glob in reason["tables"])
    )


def main(arguments: Sequence[str]) -> int:
    """Compare all tables of the folders; print counts and differences."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--implementation", action="append", help="a name of implementations.toml")
    parser.add_argument("--recorded", action="store_true", help="ask no implementation")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("folder", nargs="+", type=Path)
    options = parser.parse_args(arguments)
    names = options.implementation or [f"hudi-java-{release}" for release in RELEASES]
    if options.recorded:
        names = []
    tally = Tally()
    with ExitStack() as stack:
        adapters = {name: stack.enter_context(started(name)) for name in names}
        for root in options.folder:
            for table, folder, record in tables(root):
                print(table, file=sys.stderr)
                for question, stored, ours in bloom_questions(folder):
                    for name, adapter in adapters.items():
                        tally.take(
                            Place(table, name, "bloom"), question.command, ours, adapter.ask(question, stored)
                        )
                for question, ours in questions(folder):
                    for name, adapter in adapters.items():
                        answer = adapter.ask(question, folder)
                        tally.take(Place(table, name, question.name), question.command, ours, answer)
                if record.is_file():
                    _compare_record(table, folder, json.loads(record.read_text("utf-8")), tally)
    reasons = tomllib.loads((Path(__file__).parent / "metadata_differences.toml").read_text("utf-8"))
    return report(tally, reasons["difference"], {*names, ORACLE}, as_json=options.json)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
