# SPDX-License-Identifier: Apache-2.0
"""Drawn histories of tables: settings of the table, rows of each write, services between them."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

KEYGENS = "org.apache.hudi.keygen."
PAYLOADS = "org.apache.hudi.common.model."
_PARTS = (
    ("p0", "p1", "p2"),
    ("2024-01-02", "2024-01-03"),
    ("a b", "c+d", "é"),
    ("x=y", "it's", "100%"),
    ("m/n", "m/o"),
    ("p0", None, ""),
)
_PAYLOADS = (
    "OverwriteWithLatestAvroPayload", "DefaultHoodieRecordPayload", "PartialUpdateAvroPayload",
    "OverwriteNonDefaultsWithLatestAvroPayload", "EventTimeAvroPayload",
)  # fmt: skip
_OPTIONAL = ("index.column.stats", "index.bloom.filter", "index.partition.stats")
_RECORDS = ("record", "global.record.level")
_SECONDARY = {"string", "int", "bigint", "float", "double", "date", "timestamp"}
_EXPRESSIONS = {
    "string": ("expr='upper'", "expr='lower'", "expr='substring', pos='1', len='2'"),
    "bigint": ("expr='from_unixtime', format='yyyy-MM-dd'", "expr='abs'"),
    "int": ("expr='abs'",),
    "timestamp": ("expr='hour'", "expr='date_format', format='yyyy'"),
    "date": ("expr='year'", "expr='month'"),
}
Row = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Step:
    """One write, or a change of the schema.

    Attributes:
        operation: of Hudi's data source, or `alter` for a statement of SQL.
        rows: the written rows; for deletes the keys.
        options: in addition to those of the table.
        statement: of `alter`; `{}` is the table.
    """

    operation: str
    rows: Sequence[Row] = ()
    options: Mapping[str, str] = ()  # type: ignore[assignment]  # an empty mapping
    statement: str = ""


@dataclass(frozen=True, slots=True)
class History:
    """A table: settings, columns by name with their types in SQL, and its steps."""

    seed: int
    settings: Mapping[str, str]
    columns: Mapping[str, str]
    steps: Sequence[Step]


def draw(seed: int, release: str) -> History:
    """The history of a seed, with the settings that the release supports."""
    rng = random.Random(f"{release}-{seed}")
    line = tuple(map(int, release.split(".")[:2]))
    settings, columns = _table(rng, line)
    fields = settings.get("hoodie.datasource.write.partitionpath.field", "")
    parts = rng.choice(_PARTS if fields else _PARTS[:1])
    if settings.get("hoodie.datasource.write.partitionpath.urlencode") != "true" and "m/n" in parts:
        parts = _PARTS[0]
    settings |= _indexes(random.Random(f"indexes-{release}-{seed}"), line, settings)
    steps, keys = [], [f"k{number:02}" for number in range(rng.randint(6, 20))]
    first_columns = dict(columns)
    by_id = rng.random() < 0.25
    if by_id:
        settings["hoodie.schema.on.read.enable"] = "true"
    ordering = 0
    for number in range(rng.randint(3, 7)):
        ordering += rng.choice((-1, 0, 1, 1, 2))
        operation = _operation(rng, number, bool(fields))
        if operation == "alter":
            steps.append(_altered(rng, columns, number, by_id=by_id))
            continue
        chosen = rng.sample(keys, rng.randint(1, len(keys))) if number else keys
        rows = [_row(rng, columns, key, ordering, parts) for key in sorted(chosen)]
        steps.append(Step(operation, rows, _services(rng, settings)))
    if line >= (1, 0):
        _create_indexes(random.Random(f"create-{release}-{seed}"), settings, first_columns, steps)
    return History(seed, settings, columns, steps)


def _table(rng: random.Random, line: tuple[int, int]) -> tuple[dict[str, str], dict[str, str]]:
    columns = {"id": "string", "part": "string", "ord": "bigint", "name": "string"}
    more = {
        "i": "int", "f": "float", "d": "double", "b": "boolean", "bin": "binary", "day": "date",
        "at": "timestamp", "dec": "decimal(10,2)", "arr": "array<int>", "m": "map<string,bigint>",
        "st": "struct<x:int,y:string>",
    }  # fmt: skip
    columns |= {name: more[name] for name in rng.sample(sorted(more), rng.randint(1, 5))}
    settings = {
        "hoodie.datasource.write.table.type": rng.choice(("COPY_ON_WRITE", "MERGE_ON_READ", "MERGE_ON_READ")),
        "hoodie.datasource.write.recordkey.field": rng.choice(("id", "id", "id,name2")),
        "hoodie.datasource.write.precombine.field": "ord",
        "hoodie.metadata.enable": rng.choice(("false", "false", "true")),
        "hoodie.compact.inline": "false",
    }
    if settings["hoodie.datasource.write.recordkey.field"] != "id":
        columns["name2"] = "string"
    fields = rng.choice(("", "part", "part", "part,ord2"))
    if fields:
        settings["hoodie.datasource.write.partitionpath.field"] = fields
        settings["hoodie.datasource.write.hive_style_partitioning"] = rng.choice(("true", "false"))
        settings["hoodie.datasource.write.partitionpath.urlencode"] = rng.choice(("true", "false", "false"))
        if rng.random() < 0.2:
            settings["hoodie.datasource.write.drop.partition.columns"] = "true"
            settings["hoodie.metadata.enable"] = "false"  # with statistics such writes fail
    if fields.endswith("ord2"):
        columns["ord2"] = "int"
    _keygen(settings, fields)
    if line >= (1, 1):
        mode = rng.choice(("EVENT_TIME_ORDERING", "COMMIT_TIME_ORDERING", ""))
        if mode:
            settings["hoodie.write.record.merge.mode"] = mode
        settings["hoodie.write.complex.keygen.validation.enable"] = "false"
        if rng.random() < 0.3:
            settings["hoodie.write.table.version"] = rng.choice(("6", "8"))
    elif rng.random() < 0.6:
        settings["hoodie.datasource.write.payload.class"] = PAYLOADS + rng.choice(_PAYLOADS)
    if settings["hoodie.datasource.write.table.type"] == "COPY_ON_WRITE" and rng.random() < 0.15:
        settings["hoodie.populate.meta.fields"] = "false"
    if rng.random() < 0.2:
        settings["hoodie.logfile.data.block.format"] = "parquet"
    return settings, columns


def _indexes(rng: random.Random, line: tuple[int, int], settings: Mapping[str, str]) -> dict[str, str]:
    """Indexes of the metadata table, and how a writer looks keys up; drawn apart, so histories stay."""
    if settings.get("hoodie.populate.meta.fields") == "false" or rng.random() < 0.4:
        return {}
    kinds = ["SIMPLE", "BLOOM", "GLOBAL_SIMPLE"]
    is_dropped = settings.get("hoodie.datasource.write.drop.partition.columns") == "true"
    if is_dropped or (settings["hoodie.metadata.enable"] == "false" and rng.random() < 0.4):
        return {"hoodie.index.type": rng.choice([*kinds, "BUCKET"])}
    records = _RECORDS[line >= (1, 1)]
    indexes = {f"hoodie.metadata.{name}.enable": rng.choice(("true", "false")) for name in _OPTIONAL}
    indexes |= {
        "hoodie.metadata.enable": "true",
        f"hoodie.metadata.{records}.index.enable": rng.choice(("true", "true", "false")),
        f"hoodie.metadata.{records}.index.min.filegroup.count": "2",
    }
    if indexes[f"hoodie.metadata.{records}.index.enable"] == "true":
        kinds += ["GLOBAL_RECORD_LEVEL_INDEX" if line >= (1, 1) else "RECORD_INDEX"] * 2
    return indexes | {"hoodie.index.type": rng.choice(kinds)}


def _create_indexes(
    rng: random.Random, settings: Mapping[str, str], columns: Mapping[str, str], steps: list[Step]
) -> None:
    """Add statements that create secondary and expression indexes, and drop some of them later."""
    creations = []
    if any(settings.get(f"hoodie.metadata.{name}.index.enable") == "true" for name in _RECORDS):
        column = rng.choice([name for name, kind in columns.items() if kind in _SECONDARY])
        creations.append(("s", f"({column})", 0.9))
    if "hoodie.index.type" in settings and settings["hoodie.metadata.enable"] == "true":
        column = rng.choice([name for name, kind in columns.items() if kind in _EXPRESSIONS])
        using = rng.choice(("column_stats", "column_stats", "bloom_filters"))
        expression = rng.choice(_EXPRESSIONS[columns[column]])
        creations.append(("e", f"USING {using}({column}) OPTIONS({expression})", 0.6))
    for name, text, share in creations:
        at = rng.randint(1, len(steps))
        if rng.random() < share:
            steps.insert(at, Step("alter", statement=f"CREATE INDEX {name} ON {{}} {text}"))
            if rng.random() < 0.2:
                drop = Step("alter", statement=f"DROP INDEX {name} ON {{}}")
                steps.insert(rng.randint(at + 1, len(steps)), drop)


def _keygen(settings: dict[str, str], fields: str) -> None:
    keys = settings["hoodie.datasource.write.recordkey.field"]
    name = "SimpleKeyGenerator" if fields and "," not in fields + keys else "ComplexKeyGenerator"
    settings["hoodie.datasource.write.keygenerator.class"] = KEYGENS + (
        name if fields else "NonpartitionedKeyGenerator"
    )


def _operation(rng: random.Random, number: int, is_partitioned: bool) -> str:
    if number == 0:
        return rng.choice(("insert", "bulk_insert", "upsert"))
    operations = ["upsert"] * 6 + ["delete"] * 2 + ["insert", "insert_overwrite_table", "alter"]
    return rng.choice(operations + (["insert_overwrite"] if is_partitioned else []))


def _services(rng: random.Random, settings: Mapping[str, str]) -> dict[str, str]:
    options = {}
    if settings["hoodie.datasource.write.table.type"] == "MERGE_ON_READ" and rng.random() < 0.25:
        options |= {"hoodie.compact.inline": "true", "hoodie.compact.inline.max.delta.commits": "1"}
    elif rng.random() < 0.15:
        options |= {"hoodie.clustering.inline": "true", "hoodie.clustering.inline.max.commits": "1"}
    if rng.random() < 0.15:
        options |= {
            "hoodie.keep.min.commits": "2", "hoodie.keep.max.commits": "3",
            "hoodie.cleaner.commits.retained": "1",
        }  # fmt: skip
    return options


def _altered(rng: random.Random, columns: dict[str, str], number: int, *, by_id: bool) -> Step:
    """A change of the schema that later rows follow."""
    changes = ["add", "widen"] + (["rename", "drop"] if by_id else [])
    change = rng.choice(changes)
    free = [name for name in columns if name not in {"id", "part", "ord", "name", "name2", "ord2"}]
    if change == "rename" and free:
        old, new = rng.choice(free), f"r{number}"
        columns[new] = columns.pop(old)
        return Step("alter", statement=f"ALTER TABLE {{}} RENAME COLUMN {old} TO {new}")
    if change == "drop" and len(free) > 1:
        old = rng.choice(free)
        del columns[old]
        return Step("alter", statement=f"ALTER TABLE {{}} DROP COLUMN {old}")
    if change == "widen" and by_id and columns.get("i") == "int":
        columns["i"] = "bigint"
        return Step("alter", statement="ALTER TABLE {} ALTER COLUMN i TYPE bigint")
    columns[f"n{number}"] = "string"
    return Step("alter", statement=f"ALTER TABLE {{}} ADD COLUMNS (n{number} string)")


def _row(
    rng: random.Random, columns: Mapping[str, str], key: str, ordering: int, parts: Sequence[str | None]
) -> Row:
    number = int(key[1:])
    values: dict[str, object] = {
        "id": key,
        "name2": f"n{number % 3}",
        "part": parts[number % len(parts)],
        "ord": ordering + rng.choice((0, 0, 1)),
        "ord2": number % 2,
    }
    return {name: values.get(name, (kind, rng.random())) for name, kind in columns.items()}
