# SPDX-License-Identifier: Apache-2.0
"""Adapter of Hudi through Spark: tables and their metadata tables, through the interfaces that users query.

python -m hudi_conformance.adapters.hudi_spark.adapter [--variant=VERSION]      JSON lines, long-lived
… --once CMD --dir FOLDER [--args JSON]                                 one answer

Hudi 0.15 to 1.2 have Spark 3.5 in common, so they need a separate environment: `pip install
'pyspark==3.5.*' 'hudi-conformance[java]'`. The jar is fetched by digest. An answer takes a second or so.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import tempfile
from collections.abc import Callable
from functools import partial, reduce
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
from pyarrow import dataset

from hudi_conformance.adapters import loop
from hudi_conformance.adapters.bootstrap import with_sources
from hudi_conformance.adapters.filters import Dialect, Query, backslashed, query_of, sql_types
from hudi_conformance.adapters.hudi_spark import metadata as hudi_spark_metadata
from hudi_conformance.adapters.hudi_spark.session import client_of, forget_schemas, session
from hudi_conformance.adapters.hudi_spark.writer import write_table
from hudi_conformance.adapters.loop import Answer, Request
from hudi_conformance.adapters.table_rows import BY_ID, table_hello, table_rows
from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.decode.parquet.schema import avro_of_arrow
from hudi_conformance.errors import Reject, UnsupportedInput
from hudi_conformance.model.common import AvroSchema as AvroTree
from hudi_conformance.model.properties.options import (
    BEGIN_INSTANT,
    DATA_SKIPPING,
    END_INSTANT,
    METADATA_ENABLED,
    QUERY_TYPE,
    SCHEMA_ON_READ,
)
from hudi_conformance.model.properties.table import BACKUP, FILE, METADATA_PARTITIONS
from hudi_conformance.toolchain import ToolMissing

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

try:
    import pyspark
except ImportError:
    pyspark = None

NAME, VERSION = "hudi-spark", "1.2.0"
# Hudi's checks, thrown as an IllegalArgumentException or IOException of Java's.
_CHECKS = ("Cleaner cleaned up the timestamp of interest", "hoodie.properties file seems invalid")
_CAUSE = re.compile(
    r"^(?:Caused by: |: )?(?P<cause>[\w.$]+(?:Exception|Error))(?:: (?P<text>.*))?$", re.MULTILINE
)

DIALECT = Dialect("`", sql_types("spark"), backslashed, prefix="startswith({}, {})")
_VECTORS = "spark.sql.parquet.enableVectorizedReader"

# Settings that 0.15 adds to the session to read columns by id, and that affect every later read.
_OF_ONE_READ = ("hoodie.schema.internal.querySchema", "hoodie.tablePath", "hoodie.valid.commits.list")

_NO_LANCE = "ClassNotFoundException: org.lance."  # the bundle of Hudi has no reader of Lance

# Latest table version of a release series. For later ones, 1.0 reports that it does not know them; 0.15
# reports nothing.
_LATEST = {"0.15": 6, "1.0": 8, "1.1": 9, "1.2": 9}
_TABLE_VERSION = re.compile(rb"^hoodie\.table\.version\s*=\s*(\d+)", re.MULTILINE)


def answerer(version: str) -> loop.Answerer:
    """Answers requests of the protocol, in this process."""
    hello = table_hello(NAME, version, "java", "https://hudi.apache.org")

    def command(ask: Callable[[str, Request], Answer]) -> loop.Answerer:
        def answer(folder: str, args: Request) -> Answer:
            try:
                return ask(folder, args)
            except Exception as error:
                if _NO_LANCE in str(error):
                    return {"answer": "unsupported", "what": f"Lance files without their jars: {_NO_LANCE}"}
                if not _is_later(version, Path(folder)):
                    raise
                return {"answer": "unsupported", "what": f"a table of a later version: {error!s:.200}"}

        return loop.of_folder(answer)

    commands = {"hello": lambda _: hello, "table.read": command(with_sources(partial(_read, version)))}
    for name in hudi_spark_metadata.COMMANDS:
        commands[name] = command(partial(_metadata, version, name))
    commands["table.write"] = lambda request: loop.value(write_table(session(version), version, request))
    hello["value"]["features"] += [BY_ID, "write.merge", "write.types"]
    hello["value"]["commands"] = [name for name in commands if name != "hello"]
    return lambda request: loop.dispatch(request, commands, _failure)


def _is_later(version: str, root: Path) -> bool:
    """Whether a table has a later version than the release supports."""
    texts = [path.read_bytes() for name in (FILE, BACKUP) if (path := root / ".hoodie" / name).is_file()]
    match = _TABLE_VERSION.search(texts[0]) if texts else None
    latest = _LATEST[".".join(version.split(".")[:2])]
    return match is not None and int(match[1]) > latest


def _failure(error: BaseException) -> Answer:
    """Classify an exception: Hudi's exceptions and checks are rejections, all others are errors."""
    if isinstance(error, Reject):  # a row that is not of the metadata table
        return {"answer": "reject", "code": error.code, "message": str(error)}
    causes = list(_CAUSE.finditer(str(error)))
    is_of_hudi = any("org.apache.hudi." in match["cause"] for match in causes)
    message = " ".join((causes[-1][0] if causes else str(error)).split())[:400]
    deepest = causes[-1]["cause"].rpartition(".")[2] if causes else type(error).__name__
    if (is_of_hudi and deepest.startswith("Hoodie")) or message.startswith(_CHECKS):
        return {"answer": "reject", "code": "unspecified", "message": message}
    return loop.error(message)


def view_frame(version: str, folder: str, args: Request) -> DataFrame:
    """The rows that a `table.read` requests.

    Raises:
        UnsupportedInput: a view that Spark does not have, or a literal.
    """
    view = args.get("view", "snapshot")
    # Rows of the CDC view are texts, from which Spark omits decimals.
    if view not in {"snapshot", "read_optimized", "incremental"}:
        raise UnsupportedInput(f"view {view!r:.40}")
    other = "1.0" if version.startswith(("1.1.", "1.2.")) else "1.2"
    if view == "incremental" and args.get("line") == other:
        raise UnsupportedInput(f"ranges as Hudi {other} takes them")
    by_id = args.get("by_id") is True
    skipping = str(args.get("skipping") is True).lower()
    options = {QUERY_TYPE.name: str(view), METADATA_ENABLED.name: skipping, DATA_SKIPPING.name: skipping}
    options[SCHEMA_ON_READ.name] = str(by_id).lower()
    if args.get("as_of"):
        options["as.of.instant"] = args["as_of"]
    if view == "incremental":
        options[BEGIN_INSTANT.name] = args.get("begin") or "000"
        if args.get("end"):
            options[END_INSTANT.name] = args["end"]
    spark = _session(version)
    # Releases leave the settings of one read in the session, where they affect later reads.
    for name in _OF_ONE_READ:
        spark.conf.unset(name)
        spark.sparkContext._jsc.hadoopConfiguration().unset(name)
    spark.conf.set(SCHEMA_ON_READ.name, str(by_id).lower())
    # Vectors of nested columns cannot be renamed: releases throw an exception.
    spark.conf.set(_VECTORS, str(not by_id).lower())
    frame = spark.read.format("hudi").options(**options).load(folder)
    return reduce(type(frame).unionAll, (_selected(frame, scan) for scan in query_of(args).scans()))


def _selected(frame: DataFrame, query: Query) -> DataFrame:
    if query.condition is not None:
        frame = frame.where(DIALECT.where(query.condition))
    return frame if query.columns is None else frame.select(*(f"`{name}`" for name in query.columns))


def _read(version: str, folder: str, args: Request) -> Answer:
    frame = view_frame(version, folder, args)
    if args.get("columns") == []:
        return loop.value({"rows": [{}] * frame.count()})
    if not frame.columns:  # no commit is completed; Spark cannot store a table without columns
        return loop.value({"rows": []})
    with tempfile.TemporaryDirectory() as scratch:
        frame.coalesce(1).write.parquet(f"{scratch}/rows")
        rows = dataset.dataset(f"{scratch}/rows", format="parquet").to_table()
    schema = canonical_json.loads(_schema(frame.sparkSession, folder, version, args.get("as_of")))
    millis = {field["name"] for field in schema["fields"] if "timestamp-millis" in str(field["type"])}
    for index, field in enumerate(rows.schema):  # Spark has microseconds only
        if field.name in millis and pa.types.is_timestamp(field.type):
            rows = rows.set_column(index, field.name, rows.column(index).cast(pa.timestamp("ms"), safe=False))
    more = {field["name"]: field for field in avro_of_arrow(rows.schema, None)["fields"]}
    texts = {name for name, field in more.items() if _is_text(field["type"])}
    # Without columns that Spark returns as text instead: values of partition columns from paths.
    known = [field for field in schema["fields"] if field["name"] not in texts or _is_text(field["type"])]
    names = {field["name"] for field in known}
    schema["fields"] = known + [field for name, field in more.items() if name not in names]
    return loop.value(table_rows(rows.to_batches(), schema))


def _is_text(kind: AvroTree) -> bool:
    branches = kind if isinstance(kind, list) else [kind]
    return any((each["type"] if isinstance(each, dict) else each) in {"string", "enum"} for each in branches)


def _metadata(version: str, command: str, folder: str, args: Request) -> Answer:
    spark = _session(version)
    properties = client_of(spark, folder).getTableConfig().getProps()
    ready = frozenset(str(properties.getProperty(METADATA_PARTITIONS.name, "")).split(","))
    rows = partial(hudi_spark_metadata.frame_of, spark, version, folder)
    return loop.value(hudi_spark_metadata.answer(command, args, ready, rows))


def _session(version: str) -> SparkSession:
    """The session, reset to its state before any read."""
    spark = session(version)
    if version.startswith("1.2."):
        forget_schemas(spark)
    return spark


def _schema(spark: SparkSession, folder: str, version: str, as_of: str | None) -> bytes:
    """The Avro schema of a table or an earlier state, including meta columns, as Hudi resolves it."""
    resolver = spark._jvm.org.apache.hudi.common.table.TableSchemaResolver(client_of(spark, folder))
    is_old = version.startswith(("0.", "1.0.", "1.1."))  # its schemas are Avro's own
    state = True if as_of is None else as_of
    schema = resolver.getTableAvroSchema(state) if is_old else resolver.getTableSchema(state)
    return str(schema.toString()).encode()


def main(arguments: list[str] | None = None) -> int:
    """Entry point."""
    if pyspark is None or not pyspark.__version__.startswith("3.5."):
        print("Hudi's bundles need Spark 3.5: pip install 'pyspark==3.5.*'", file=sys.stderr)
        return 2
    parser = argparse.ArgumentParser(prog=NAME)
    parser.add_argument("--variant", default=VERSION, metavar="VERSION")
    options, rest = parser.parse_known_args(arguments)
    # Output of the JVM must not be mixed with the answers.
    sys.stdout = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    try:
        session(options.variant)
    except ToolMissing as missing:
        print(missing, file=sys.stderr)
        return 2
    return loop.run(NAME, answerer(options.variant), rest)


if __name__ == "__main__":
    sys.exit(main())
