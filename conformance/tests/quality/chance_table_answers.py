# SPDX-License-Identifier: Apache-2.0
"""What tables answer, part by part, for mutants drawn by chance.

drawn:unit-table-NAME    base files that are none, views of changes that cannot be given, statistics by
                         columns
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from types import SimpleNamespace

import pyarrow as pa
import pyarrow.parquet as pq
from chance_asked import Failure, imported
from chance_log_surface import set_meanwhile
from chance_table_parts import is_refused
from chance_units import unit


@unit("table-base-rows")
def _() -> Failure:
    """A base file that cannot be opened is an error of the system; one that is no Parquet file is refused."""
    module, errors = imported("table.rows"), imported("errors")
    schema = imported("decode.avro.schema").parse_schema(
        '{"type": "record", "name": "r", "fields": [{"name": "a", "type": "long"}]}'
    )
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "x.parquet"
        for data, error in (
            (None, FileNotFoundError),
            (b"", errors.Reject),
            (b"PAR1 no file PAR1", errors.Reject),
        ):
            if data is not None:
                path.write_bytes(data)
            try:
                list(module.base_rows(path, schema))
            except error:
                continue
            return f"{data!r} is read"
        pq.write_table(pa.table({"a": pa.array([1, 2], pa.int64())}), path)
        if list(module.base_rows(path, schema)) != [{"a": 1}, {"a": 2}]:
            return "other rows"
    return None


@unit("table-changes")
def _() -> Failure:
    """Without meta fields no view of changes is given; with them an open range may be a snapshot."""
    module, view = imported("table.changes"), imported("table.view").View
    line = imported("semantics.merge.rules").Line
    for has_meta_fields in (True, False):
        for one in line:
            for version in (6, 8, 9):
                table = SimpleNamespace(
                    key=SimpleNamespace(has_meta_fields=has_meta_fields),
                    rules=SimpleNamespace(line=one),
                    facts=SimpleNamespace(table_version=version),
                    commits=(),
                    archived_commits={},
                    is_merge_on_read=True,
                )
                for kind in ("incremental", "cdc"):
                    asked = view(kind=kind)
                    for call in (module.changes_of, module.is_snapshot):
                        if (
                            is_refused(lambda call=call, asked=asked, table=table: call(table, asked))
                            is has_meta_fields
                        ):
                            return f"{call.__name__} of {kind}, meta fields: {has_meta_fields}"
                if not has_meta_fields:
                    continue
                for begin, end in ((None, None), ("1", None), (None, "1"), ("1", "2")):
                    is_open = begin is None and end is None and one in {"1.0", "1.2"} and version >= 8
                    if (
                        module.is_snapshot(table, view(kind="incremental", begin=begin, end=end))
                        is not is_open
                    ):
                        return f"{begin} to {end} of version {version} in {one}"
    return None


@unit("table-quick-statistics")
def _() -> Failure:
    """Rows of statistics by columns where each key has one row in base files; else none are given."""
    module = imported("table.metadata_answers")
    listing = {"p": ["a", "b"], "": ["c"]}
    keys = {
        (file, column): module.column_stats_key(column, folder, file)
        for folder, files in listing.items()
        for file in files
        for column in "xy"
    }
    folder_of = {file: folder for folder, files in listing.items() for file in files}

    def batch(*names: tuple[str, str]) -> pa.RecordBatch:
        values = {
            "key": [keys[name] for name in names],
            "file": ["row"] * len(names),
            "n": list(range(len(names))),
        }
        return pa.RecordBatch.from_pydict(values)

    first, second = (("a", "x"), ("c", "y")), (("b", "x"),)
    log, file = (object(),), SimpleNamespace(name="f")
    for name, groups, expected in (
        ("one group", [((), [batch(*first)])], [first]),
        ("two groups", [((), [batch(*first)]), ((), [batch(*second)])], [first, second]),
        ("one key twice", [((), [batch(*first)]), ((), [batch(*first[:1])])], None),
        ("logs", [((), [batch(*first)]), (log, [batch(*second)])], None),
        ("not by columns", [((), [batch(*first)]), ((), None)], None),
        ("nothing", [], []),
    ):
        slices = [SimpleNamespace(log_files=logs, base_file=file, rows=rows) for logs, rows in groups]
        answers = iter([item.rows for item in slices])
        table = SimpleNamespace(path=Path("/no/t"), slices={module.COLUMN_STATS: slices})
        with set_meanwhile(module, "stat_batches", lambda *_, answers=answers: next(answers)):
            found = module.quick_statistics(table, ["x", "y"], listing)
        if (found is None) is not (expected is None):
            return f"{name}: {found}"
        for one, names in zip(found or (), expected or (), strict=True):
            shown = list(
                zip(one["file"].to_pylist(), one["partition"].to_pylist(), one["n"].to_pylist(), strict=True)
            )
            if shown != [(file, folder_of[file], at) for at, (file, _) in enumerate(names)]:
                return f"{name}: {shown}"
    return None


@unit("table-cdc-schema")
def _() -> Failure:
    """Rows before and after a change are of one type, by its whole name; two of one name are refused."""
    module, parse = imported("table.cdc"), imported("decode.avro.schema").parse_schema
    for name, space, whole in (
        ("r", None, "r"), ("r", "a.b", "a.b.r"), ("c.r", "a.b", "c.r"), ("c.r", None, "c.r"),
    ):  # fmt: skip
        row = {"type": "record", "name": name, "fields": [{"name": "a", "type": "long"}]}
        row |= {} if space is None else {"namespace": space}
        schema = parse(json.dumps(row))
        fields = module.cdc_schema(SimpleNamespace(schema=schema)).tree["fields"]
        if [field["name"] for field in fields] != ["op", "ts_ms", "before", "after"]:
            return f"{fields}"
        if fields[2]["type"] != ["null", schema.tree] or fields[3]["type"] != ["null", whole]:
            return f"{name} in {space}: {fields[2:]}"
        if fields[0]["type"] != "string" or fields[1]["type"] != "string":
            return f"{fields[:2]}"
    own = parse('{"type": "record", "name": "cdc", "fields": []}')
    if not is_refused(lambda: module.cdc_schema(SimpleNamespace(schema=own))):
        return "a row of the name of the changes"
    return None
