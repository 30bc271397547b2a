# SPDX-License-Identifier: Apache-2.0
"""Questions about metadata tables for mutants drawn by chance.

drawn:metadata-N         drawn metadata tables of the writer: files, statistics, places of records and
                         secondary keys are what their histories say, of all and of some
drawn:metadata-keys-N    hashes, keys, file groups and locations of drawn texts: the writer and the
                         decoder, which share no code, say the same, and what is composed comes apart
input:metadata/RECIPE    a metadata table of the fixtures, written again by its recipe
audit:metadata-whole-N   tables of real Hudi with a metadata table: an audit finds what is known of them
audit:metadata-KIND      the same with one kind of seeded disagreement: found at its place, and as many
                         findings of each rule as `chance_metadata.json` says
drawn:listing-N          tables of real Hudi with files added, removed and changed: the two listings
                         differ by those files

python conformance/tests/quality/chance_metadata.py     # writes the counts again, to be reviewed
"""

from __future__ import annotations

import importlib
import json
import random
import shutil
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chance_asked import Asked, Failure, imported
from chance_audits import audit_of_kind, counts_of
from hudi_conformance import resources
from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.damage.tables.every_kind import KINDS
from hudi_conformance.damage.tables.score import Damage, make_damages
from hudi_conformance.damage.tables.table import find_tables
from hudi_conformance.suite.trees import from_zip

if TYPE_CHECKING:
    from chance_questions import World

COUNTS = Path(__file__).resolve().parent / "chance_metadata.json"
_SEED, _PER_KIND = 1, 2
_NUM_GROUPS, _NUM_EACH = 6, 4
_KINDS = sorted(name for name in KINDS if name.startswith(("metadata_", "record_index", "secondary")))
_SMALL = ("0.15.0/cow_rolled_back", "1.0.2/cow_secondary", "1.2.0/cow_rolled_back")


def metadata_questions(folder: Path) -> Iterator[Asked]:
    """All of them; `folder` is for the tables."""
    for number in range(_NUM_GROUPS):
        seeds = range(100 + number * _NUM_EACH, 100 + (number + 1) * _NUM_EACH)
        yield f"drawn:metadata-{number}", f"{seeds}", _of_seeds(seeds, table_fault)
    for number in range(4):
        seeds = range(number * 40, (number + 1) * 40)
        yield f"drawn:metadata-keys-{number}", f"{seeds}", _of_seeds(seeds, key_fault)
    for recipe in sorted((resources.fixtures_dir() / "metadata").glob("*.write.json")):
        yield f"input:metadata/{recipe.name}", recipe.read_text(encoding="utf-8"), _recipe(recipe)
    tables = unpack_tables(folder / "whole")
    yield from _audits(tables, folder / "damaged")
    for number, table in enumerate(tables):
        yield f"drawn:listing-{number}", "", _of_seeds(range(4), partial(_listing, table))


def _of_seeds(seeds: Sequence[int], fault_of: Callable[[int], Failure]) -> Callable[[World], Failure]:
    def fault(_: World) -> Failure:
        faults = ((seed, fault_of(seed)) for seed in seeds)
        return next((f"{seed}: {found}"[:400] for seed, found in faults if found is not None), None)

    return fault


# --- drawn tables ------------------------------------------------------------------------------------------


def table_fault(seed: int) -> Failure:
    """What is answered about a drawn table, against its history."""
    drawn: Any = importlib.import_module("metadata_tables").drawn_table(seed)
    ask = imported("adapters.kaitai_metadata").OF_FOLDERS
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for path, data in imported("encode.metadata.table").encode_metadata(drawn.description).items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(data)
        return (
            _files_fault(ask["metadata.files"], folder, drawn)
            or _stats_fault(ask["metadata.stats"], folder, drawn)
            or _places_fault(ask["metadata.locate"], folder, drawn)
        )


def _files_fault(ask: Any, folder: Path, drawn: Any) -> Failure:
    description, files = drawn.description, drawn.expected.files
    for wanted in (None, *([name] for name in files)):
        answer = ask(folder, {"partitions": wanted} if wanted is not None else {})
        expected = [
            {"partition": name,
             "files": [{"name": one, "size": str(size)} for one, size in sorted(files[name].items())]}
            for name in sorted(files)
            if wanted is None or name in wanted
        ]  # fmt: skip
        if answer["partitions"] != expected:
            return f"files of {wanted}: {answer['partitions']!r:.120}"
        if not answer["available"]:
            return "a metadata table that is not available"
    done = {instant["time"] for instant in description["instants"] if "completion_time" in instant}
    own = {commit["time"] for commit in description["commits"] if commit.get("action") == "compaction"}
    last = max((time for time in done), default=None)
    if not done <= set(answer["valid_instants"]):
        return f"valid instants without {done - set(answer['valid_instants'])}"
    pending = {instant["time"] for instant in description["instants"]} - done
    if pending & set(answer["valid_instants"]):
        return f"pending instants are valid: {pending}"
    if answer["latest_compaction"] != max(own, default=None):
        return f"latest compaction {answer['latest_compaction']}"
    return None if last is None or answer["synced_instant"] >= last else f"synced {answer['synced_instant']}"


def _stats_fault(ask: Any, folder: Path, drawn: Any) -> Failure:
    columns = sorted({place[0] for place in drawn.expected.stats})
    partitions = sorted({place[1] for place in drawn.expected.stats})
    questions: list[dict[str, Any]] = [{}, {"columns": ["num", "text", "real"]}]
    questions += [{"columns": [column]} for column in columns]
    questions += [{"columns": ["num", "real"], "partitions": [name]} for name in partitions]
    for args in questions:
        rows = ask(folder, {"index": "column_stats", **args})["rows"]
        found = {
            (row["column"], row["partition"], row["file"]): (
                _text(row["min"]), _text(row["max"]), int(row["value_count"]), int(row["null_count"])
            )
            for row in rows
        }  # fmt: skip
        expected = {
            place: facts
            for place, facts in drawn.expected.stats.items()
            if place[0] in args.get("columns", columns) and place[1] in args.get("partitions", partitions)
        }
        if found != expected or len(found) != len(rows):
            return f"statistics of {args}"
        if any(
            (row["size"], row["uncompressed_size"], row["is_deleted"]) != ("10", "20", False) for row in rows
        ):
            return f"sizes of {args}"
    return None


def _text(bound: Any) -> str | None:
    if bound is None:
        return None
    value = bound["value"]
    return repr(float(value)) if bound["type"] == "double" else str(value)


def _places_fault(ask: Any, folder: Path, drawn: Any) -> Failure:
    expected = drawn.expected.places
    for keys in ([*sorted(expected), "absent"], sorted(expected)[:1], None):
        rows = ask(folder, {"index": "record_index", **({} if keys is None else {"keys": keys})})["rows"]
        found = {
            row["key"]: (row["partition"], row["file_id"], int(row["instant_ms"]))
            for row in rows
            if row["file_id"] is not None
        }
        wanted = {key: place for key, place in expected.items() if keys is None or key in keys}
        if found != wanted:
            return f"places of {keys!r:.60}: {rows!r:.200}"
    if drawn.description["table_version"] < 8:
        return None
    secondary = importlib.import_module("metadata_tables").SECONDARY
    names = drawn.expected.names
    for values in (None, *([name] for name in sorted(set(names.values())))):
        rows = ask(folder, {"index": secondary, **({} if values is None else {"keys": values})})["rows"]
        found = {row["record_key"]: row["key"] for row in rows}
        if found != {key: name for key, name in names.items() if values is None or name in values}:
            return f"secondary keys {values!r:.60}: {rows!r:.200}"
    return None


_PIECES = (
    "a",
    "B",
    "$",
    "\\",
    "\0",
    "-",
    "%",
    "/",
    "=",
    "é",
    "€",
    "😀",
    " ",
    ".",
    "_",
    "0001",
    "~",
    "\x7f",
    "\x1f",
    '"',
)


def key_fault(seed: int) -> Failure:
    """Keys of drawn texts by the writer and by the decoder."""
    chance = random.Random(f"keys {seed}")

    def text() -> str:
        return "".join(chance.choices(_PIECES, k=chance.choice((0, 1, 2, 3, 9))))

    column, partition, file, secondary, key = text(), chance.choice(("", text())), text(), text(), text()
    theirs, ask = imported("encode.metadata.keys"), imported("adapters.kaitai_metadata").metadata_key
    whole = f"{theirs.secondary_part(secondary)}${theirs.secondary_part(key)}"
    groups, number = chance.choice((1, 2, 5, 10, 97)), chance.choice((0, 1, 42, 9999, 10000))
    index = chance.choice(("files", "column_stats", "partition_stats", "bloom_filters", "record_index",
                           "secondary_index_idx_a", "expr_index_idx_b_c"))  # fmt: skip
    data_partition = chance.choice((None, f"p{text()}")) if index == "record_index" else None
    bits = [chance.choice((0, 1, 0xFFFF, 1 << 47, (1 << 48) - 1, chance.getrandbits(48))) for _ in range(2)]
    uuid = f"{bits[0]:012x}{bits[1]:012x}ffff8000"
    uuid = "-".join((uuid[:8], uuid[8:12], uuid[12:16], uuid[16:20], uuid[20:]))
    file_id = chance.choice(
        (uuid, f"{uuid}-{chance.choice((0, 1, 12, 999999999))}", f"f{text()}", uuid.upper())
    )
    pairs: list[tuple[Any, Any]] = [
        ({"op": "hash", "of": "column", "text": column}, ("base64", theirs.hashed(column))),
        ({"op": "hash", "of": "partition", "text": partition},
         ("base64", theirs.hashed_partition(partition))),
        ({"op": "hash", "of": "file", "text": file}, ("base64", theirs.hashed_file(file))),
        ({"op": "compose", "of": "column_stats", "column": column, "partition": partition, "file": file},
         ("key", theirs.stats_key(column, partition, file, is_expression=chance.random() < 0.5))),
        ({"op": "compose", "of": "partition_stats", "column": column, "partition": partition},
         ("key", theirs.stats_key(column, partition, None, is_expression=False))),
        ({"op": "compose", "of": "expression_partition_stats", "column": column, "partition": partition},
         ("key", theirs.stats_key(column, partition, None, is_expression=True))),
        ({"op": "compose", "of": "bloom_filters", "partition": partition, "file": file},
         ("key", theirs.hashed_partition(partition) + theirs.hashed_file(file))),
        ({"op": "route", "index": index, "key": key, "groups": groups},
         ("group", theirs.group_of(key, groups))),
        ({"op": "escape", "secondary": secondary, "record_key": key},
         ("key", whole)),
        ({"op": "escape", "secondary": None, "record_key": key}, ("key", f"\0${theirs.secondary_part(key)}")),
        ({"op": "group_id", "index": index, "group": number, "data_partition": data_partition},
         ("file_id", theirs.id_of(index, number, data_partition))),
        ({"op": "group_index", "index": index, "file_id": theirs.id_of(index, number, data_partition)},
         (None, {"index": number, "data_partition": data_partition})),
        ({"op": "split", "key": f"{theirs.secondary_part(secondary)}${theirs.secondary_part(key)}"},
         (None, {"secondary": secondary, "record_key": key})),
    ]  # fmt: skip
    routed = theirs.group_of(theirs.before_separator(whole), groups)
    pairs.append(
        ({"op": "route", "index": "secondary_index_x", "version": "V2", "key": whole, "groups": groups},
         ("group", routed))
    )  # fmt: skip
    fields = theirs.location_fields(file_id)
    stored = {"encoding": fields["fileIdEncoding"], "high": str(fields["fileIdHighBits"]),
              "low": str(fields["fileIdLowBits"]), "index": fields["fileIndex"],
              "file_id": fields["fileId"]}  # fmt: skip
    pairs.append(({"op": "encode_location", "file_id": file_id}, (None, stored)))
    pairs.append(({"op": "decode_location", **stored}, ("file_id", file_id)))
    for args, (name, expected) in pairs:
        answer = ask(args)
        if (answer if name is None else answer[name]) != expected:
            return f"{args} is {answer}, not {expected!r}"
    return None


def _recipe(recipe: Path) -> Callable[[World], Failure]:
    def fault(_: World) -> Failure:
        description = canonical_json.loads(recipe.read_bytes())
        files = imported("encode.metadata.table").encode_metadata(description)
        stored = recipe.with_name(f"{recipe.name.removesuffix('.write.json')}.zip")
        same = imported("encode.timeline.recipes").same_files(
            files, from_zip(stored.read_bytes(), stored.name)
        )
        return None if same else "other files"

    return fault


# --- tables of real Hudi -----------------------------------------------------------------------------------


def unpack_tables(folder: Path) -> list[Path]:
    """Tables of the fixtures that real Hudi wrote, with their metadata tables."""
    tables = []
    for path in sorted((resources.fixtures_dir() / "real-metadata").rglob("*.zip")):
        target = folder / f"{path.parent.name}-{path.stem}"
        with zipfile.ZipFile(path) as archive:
            archive.extractall(target)
        tables.append(target)
    return tables


def _audits(tables: Sequence[Path], folder: Path) -> Iterator[Asked]:
    stored: dict[str, dict[str, int]] = json.loads(COUNTS.read_text(encoding="utf-8"))
    for table in tables:
        counts = stored.get(table.name, {})
        yield f"audit:metadata-whole-{table.name}", f"{counts}", audit_of_kind(table, (), counts)
    for kind, damages in make_kinds(tables[0].parent, folder).items():
        counts = stored.get(kind, {})
        digest = f"{_SEED} {_PER_KIND} {counts}"
        yield f"audit:metadata-{kind}", digest, audit_of_kind(folder / kind, damages, counts)


def make_kinds(whole: Path, folder: Path) -> dict[str, list[Damage]]:
    """Damaged copies of small tables by kind, in a folder for each kind."""
    folder.mkdir(parents=True)
    names = {name.replace("/", "-") for name in _SMALL}
    tables = [path for path in find_tables(whole) if path.name in names]
    groups: dict[str, list[Damage]] = {}
    for damage in make_damages(tables, folder, _SEED, _PER_KIND, _KINDS)[0]:
        group = folder / damage.kind.name
        group.mkdir(exist_ok=True)
        (folder / damage.folder).rename(group / damage.folder)
        groups.setdefault(damage.kind.name, []).append(damage)
    return groups


def _listing(whole: Path, seed: int) -> Failure:
    """Both listings of a table whose latest base files change: one is gone, one is longer, one is new."""
    listing = imported("table.listing")
    chance = random.Random(f"listing {whole.name} {seed}")
    with tempfile.TemporaryDirectory() as place:
        table = Path(place) / "table"
        shutil.copytree(whole, table)
        opened = sorted(listing.opened_files(listing.open_listed(table, listing=listing.METADATA)))
        if opened != sorted(listing.opened_files(listing.open_listed(table))):
            return "the listings of a whole table differ"
        on_disk = {path.relative_to(table).as_posix() for path in table.rglob("*") if path.is_file()}
        if not opened or not set(opened) <= on_disk:
            return f"opened files: {opened!r:.100}"
        if found := list(listing.listing_differences(table)):
            return f"false {found[0].text}"
        name = chance.choice([name for name in opened if name.endswith(".parquet")])
        size = (table / name).stat().st_size
        folder, _, own = name.rpartition("/")
        if seed % 2:
            with (table / name).open("ab") as file:
                file.write(b"\0" * (seed + 1))
            expected = (name, size + seed + 1, size)
        else:
            group = f"{chance.getrandbits(32):08x}-0000-4000-8000-{'0' * 12}-0"
            name = f"{folder}/{group}_{own.partition('_')[2]}".removeprefix("/")
            shutil.copyfile(table / folder / own, table / name)
            expected = (name, size, None)
        found = [(one.path, one.size, one.stated) for one in listing.listing_differences(table)]
        return None if found == [expected] else f"{found!r:.200} instead of {expected}"


def main() -> int:
    """Write the counts again."""
    run_audit = imported("audit.run")
    counts = {}
    with tempfile.TemporaryDirectory(prefix="chance-") as place:
        scratch = Path(place)
        tables = unpack_tables(scratch / "whole")
        kinds = sorted(make_kinds(scratch / "whole", scratch / "damaged"))
        folders = {
            **{table.name: table for table in tables},
            **{kind: scratch / "damaged" / kind for kind in kinds},
        }
        for name, folder in folders.items():
            outcome = run_audit.run_audit(run_audit.Options([str(folder)], deep=True), scratch / "out" / name)
            counts[name] = counts_of(list(outcome.store.rows()))
    COUNTS.write_text(f"{json.dumps(counts, indent=1)}\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.path.extend(str(Path(__file__).resolve().parents[1] / name) for name in ("support", ""))
    sys.exit(main())
