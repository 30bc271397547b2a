# SPDX-License-Identifier: Apache-2.0
"""Make the tables of `fixtures/ids`, whose columns have ids, and the cases about them.

    python conformance/tools/id_tables.py [--check]

`recreation/schema_ids.toml` states what is stored, what changes, and what a reader shows by id and by name.
Timelines, logs and schemas come from the reference writer, base files from pyarrow. Nothing of `decode`,
`semantics` or `table` takes part.
"""

from __future__ import annotations

import json
import sys
import tomllib
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
from evolved_tables import LINES, PLACES, arrow_of, physical_of, python_of, without_nan
from hudi_conformance import resources
from instruments.writer.schema_ids import (
    IdTree,
    avro_type,
    changed,
    first_schema,
    history_text,
    schema_files,
    schema_text,
)
from recreation.minimal import META, T1, T2, T3, T4, A, B, C, Row, Table
from recreation.parquet import parquet
from recreation.products import run, zipped

FOLDER = "ids"
DATA = Path(__file__).parent / "recreation" / "schema_ids.toml"
LAYOUTS = ("base-v6", "base-v9", "log-v6", "log-v9")
OWN = {"id": "string", "ord": "long", "val": "string"}
TIMES = [f"202601010{minute:03}00000" for minute in range(1, 9)]
GROUPS = {"A": A, "B": B, "C": C}
LATER = "20991231000000000"
FEATURE = "columns.by-id"
HEAD = """# SPDX-License-Identifier: Apache-2.0
# Written by conformance/tools/id_tables.py: change recreation/schema_ids.toml, not this.
surface = "table"
topic = "{}"
about = "Tables whose columns have ids (schema on read): {}."
"""


class IdTable(Table):
    """A table whose columns have ids."""

    schemas: list[IdTree]  # the newest first
    is_on: bool = False  # whether writers leave schemas with ids

    def fields(self) -> list[dict[str, Any]]:
        """The columns of the newest schema."""
        record = avro_type({"type": "record", "fields": self.schemas[0]["fields"]})
        return [field for field in record["fields"] if not field["name"].startswith("_hoodie_")]

    def kinds(self) -> dict[str, Any]:
        """Avro types of the columns that are not those of every table."""
        return {field["name"]: field["type"] for field in self.fields() if field["name"] not in OWN}

    def stored(self, group: str, time: str, values: Sequence[Row], keys: str) -> list[Row]:
        """A base file with a row for each key, with these canonical values."""
        name = f"{group}_0-0-0_{time}.parquet"
        kinds = self.kinds()
        rows = [self.row(time, key, "v", name) | value for key, value in zip(keys, values, strict=True)]
        own = [("id", pa.string()), ("ord", pa.int64()), ("val", pa.string())]
        names = [(f"_hoodie_{part}", pa.string()) for part in META] + own
        plain = [{key: row[key] for key, _ in names} | {"ord": int(row["ord"])} for row in rows]
        columns = {c: pa.array([row[c] for row in plain], kind) for c, kind in names}
        for column, kind in kinds.items():
            target = arrow_of(kind)
            array = pa.array([python_of(row[column], kind) for row in rows], physical_of(target))
            columns[column] = array.cast(target)
        order = [field["name"] for field in json.loads(self.schema(meta=True))["fields"]]
        schema = pa.schema(
            [(column, columns[column].type) for column in order],
            metadata={
                "org.apache.hudi.bloomfilter.type": "none", "parquet.avro.schema": self.schema(meta=True),
            },
        )  # fmt: skip
        self.files[name] = parquet(pa.Table.from_arrays([columns[c] for c in order], schema=schema))
        return rows

    def _stat(self, name: str, group: str, time: str, partition: str) -> dict[str, Any]:
        stat = super()._stat(name, group, time, partition)
        if "logVersion" in stat:
            stat["logVersion"] = int(name.partition(".log.")[2].partition("_")[0])
        return stat

    def write(self, time: str, groups: list[str], operation: str = "UPSERT") -> None:
        """Complete a commit, with its schemas if the switch is on."""
        self.commit(time, groups, operation=operation)
        if not self.is_on:
            return
        done = self.instants[-1]["completed"]
        done["extraMetadata"]["latest_schema"] = schema_text(self.schemas[0])
        text = history_text(self.schemas)
        self.files |= schema_files(self.version, time, str(int(time) + 5_000), text)

    def alter(self, time: str, changes: Sequence[Mapping[str, Any]]) -> None:
        """Change columns in a commit without files."""
        self.schemas.insert(0, changed(self.schemas[0], time, changes))
        self.is_on = True
        self.write(time, [], "ALTER_SCHEMA")


def resolved(node: Any, types: Mapping[str, Any]) -> Any:
    """A type whose names are those of `types`."""
    return types.get(node, node) if isinstance(node, str) else node


def begun(entry: Mapping[str, Any], layout: str, types: Mapping[str, Any]) -> tuple[IdTable, list[Row], str]:
    """A table before its columns change, its rows, and the time of the older file."""
    file_kind, _, version = layout.partition("-v")
    table = IdTable(int(version), "COPY_ON_WRITE" if file_kind == "base" else "MERGE_ON_READ")
    columns = {name: resolved(kind, types) for name, kind in entry["columns"].items()}
    table.schemas = [first_schema(OWN | columns)]
    values = without_nan(entry["stored"])
    keys = "abcdefgh"[: len(values)]
    if file_kind == "base":
        rows = table.stored(A, T1, values, keys)
        table.write(T1, [A])
        return table, rows, T1
    nothing = dict.fromkeys(entry["columns"])
    table.stored(A, T1, [nothing] * len(values), keys)
    table.write(T1, [A])
    rows = [table.row(T2, key, "v", A) | value for key, value in zip(keys, values, strict=True)]
    table.log(A, T1, T2, rows)
    table.write(T2, [A])
    return table, rows, T2


def make(entry: Mapping[str, Any], layout: str, types: Mapping[str, Any]) -> dict[str, Any]:
    """Files of a table, and its rows by id, by name and as of the older file."""
    table, rows, then = begun(entry, layout, types)
    table.alter(
        T3, [c | {"add": resolved(c.get("add"), types)} if "add" in c else c for c in entry["changes"]]
    )
    newer = table.stored(B, T4, without_nan([entry["new"]]), "z")
    table.write(T4, [B])
    columns = list(table.kinds())
    result = {"files": table.archive(), "then": then, "rows": {"then": rows}}
    for mode in ("by_id", "by_name"):
        values = entry[mode]
        if values != "refused":
            older = [
                without_columns(row, entry) | own for row, own in zip(rows, without_nan(values), strict=True)
            ]
            result["rows"][mode] = [in_order(row, columns) for row in older + newer]
    return result


def without_columns(row: Row, entry: Mapping[str, Any]) -> Row:
    """A row without the columns that change."""
    return {name: value for name, value in row.items() if name not in entry["columns"]}


def in_order(row: Row, columns: Sequence[str]) -> Row:
    """A row with all columns of the newest schema and no others."""
    own = {name: value for name, value in row.items() if name not in columns}
    return own | {name: row[name] for name in columns}


def walked(
    entry: Mapping[str, Any], layout: str, types: Mapping[str, Any]
) -> tuple[IdTable, list[dict[str, Row]]]:
    """A table by its steps, and the rows that each step wrote, by key."""
    file_kind, _, version = layout.partition("-v")
    table = IdTable(int(version), "COPY_ON_WRITE" if file_kind == "base" else "MERGE_ON_READ")
    columns = {name: resolved(kind, types) for name, kind in entry["columns"].items()}
    table.schemas = [first_schema(OWN | columns)]
    written: list[dict[str, Row]] = []
    for time, step in zip(TIMES, entry["steps"], strict=False):
        table.is_on = step.get("switch", table.is_on)
        rows = step.get("rows", {})
        if "alter" in step:
            table.alter(time, step["alter"])
        elif "rewrite" in step:
            table.commit(time, [], action="replacecommit", operation="CLUSTER", replaces={})
        else:
            group = GROUPS[step.get("base") or step["log"]]
            if "base" in step:
                table.stored(group, time, list(rows.values()), "".join(rows))
            else:
                table.log(
                    group, T1, time, [table.row(time, key, "v", group) | row for key, row in rows.items()]
                )
            table.write(time, [group])
        name = f"{group}_0-0-0_{time}.parquet" if "base" in step else A
        written.append({key: table.row(time, key, "v", name) for key in rows})
    return table, written


def sequence_of(
    entry: Mapping[str, Any], layout: str, types: Mapping[str, Any]
) -> tuple[dict[str, bytes], list[str]]:
    """Fixtures of a table by its steps, and its cases."""
    table, written = walked(entry, layout, types)
    name, line = f"{entry['name']}-{layout}", LINES[table.version]
    fixtures = {f"{name}.zip": zipped(table.archive(), zipfile.ZIP_DEFLATED)}
    cases = []
    for query in entry["shown"]:
        rows = []
        for key, columns in query["rows"].items():
            own = without_nan(columns)
            steps = written[: own.pop("step", len(written))]
            rows.append(next(step[key] for step in reversed(steps) if key in step) | own)
        ident = f"{name}-{query['case']}"
        fixtures[f"{ident}.json"] = _rows(rows)
        as_of = f', as_of = "{TIMES[query["as_of"] - 1]}"' if "as_of" in query else ""
        args = f'line = "{line}", view = "{query.get("view", "snapshot")}"{as_of}'
        for limit in ("begin", "end"):  # requested times, from version 8 on completion times
            if limit in query:
                time = int(TIMES[query[limit] - 1]) + (10_000 if table.version >= 8 else 0)
                args += f', {limit} = "{time}"'
        is_by_id = query["by_id"]
        title = f"{entry['title']}, by {'id' if is_by_id else 'name'}: {query['case'].replace('-', ' ')}"
        value = f'{{ value = "{FOLDER}/{ident}.json" }}'
        cases.append(_case(ident, title, query["rule"], args, value, f"{name}.zip", is_by_id=is_by_id))
    return fixtures, cases


def history_cases(data: Mapping[str, Any]) -> Iterator[str]:
    """Cases about histories in place of those of a table with a renamed column."""
    entry = next(entry for entry in data["change"] if entry["name"] == "rename")
    for layout in ("base-v9", "base-v6"):
        version = int(layout.partition("-v")[2])
        table, _, _ = begun(entry, layout, data["types"])
        table.alter(T3, entry["changes"])
        new, old = table.schemas
        texts = {
            "@OLD_AT_FILE": old | {"version_id": int(T1)},
            "@OLD_AFTER_FILE": old | {"version_id": int(T1) + 1},
            "@OLD_WITHOUT_VERSION": {key: value for key, value in old.items() if key != "version_id"},
            "@NEW": new, "@OLD": old,
        }  # fmt: skip
        for history in data["history"]:
            text = history.get("text")
            for mark, schema in texts.items():
                text = None if text is None else text.replace(mark, schema_text(schema))
            yield _history_case(history, text, layout, version)
        if version == 9:
            yield from _type_cases(data["types-of-history"], new, old)


def _type_cases(types: Mapping[str, Any], new: IdTree, old: IdTree) -> Iterator[str]:
    for kind in ("accepted", "rejected"):
        for number, text in enumerate(types[kind]):
            field = {"id": 99, "name": "typed", "optional": True, "type": text}
            history = history_text([new, old | {"fields": [*old["fields"], field]}])
            about = {"name": f"type-{kind}-{number:02}", "title": f"A column of the type {text}",
                     "rule": "table.ids.types"}  # fmt: skip
            yield _history_case(
                about | ({} if kind == "accepted" else {"reject": ["bad-value"]}), history, "base-v9", 9
            )


def _history_case(history: Mapping[str, Any], text: str | None, layout: str, version: int) -> str:
    def path(time: str) -> str:
        return f".hoodie/.schema/{time}{f'_{int(time) + 5_000}' if version >= 8 else ''}.schemacommit"

    expectation = f'{{ value = "{FOLDER}/rename-{layout}.{history.get("shown", "by-id")}.json" }}'
    if "open" in history:
        expectation = f'{{ open = "{history["open"]}" }}'
    if "reject" in history:
        expectation = f"{{ reject = {json.dumps(history['reject'])} }}"
    lines = []
    if "drop" in history:
        lines.append(f"drop = {json.dumps([path({'T3': T3, 'T4': T4}[time]) for time in history['drop']])}")
    if text is not None:
        name, value = json.dumps(path(history.get("at", T4))), json.dumps(text)
        lines.append(f"files = {{ {name} = {{ text = {value} }} }}")
    args = f'line = "{LINES[version]}", view = "snapshot"'
    title = history["title"] + ("" if version >= 8 else ", in layout 1")
    ident = f"{history['name']}{'' if version >= 8 else '-v6'}"
    return _case(
        ident,
        title,
        history["rule"],
        args,
        expectation,
        f"rename-{layout}.zip",
        topic="ids-history",
        more=lines,
    )


def change_data() -> Iterator[tuple[str, bytes, str]]:
    """Real tables with change data and one column renamed after all: name, rows, case."""
    for name in ("cow_cdc_op_key_only", "mor_cdc_data_before_after"):
        tree = f"real-rows/0.15.0/{name}.zip"
        action = "commit" if name.startswith("cow") else "deltacommit"
        with zipfile.ZipFile(resources.fixtures_dir() / tree) as archive:
            times = [n for n in archive.namelist() if n.endswith(f".{action}")]
            written = json.loads(archive.read(max(times)))["extraMetadata"]["schema"]
        schema = json.loads(written)
        old = first_schema({field["name"]: field["type"] for field in schema["fields"]})
        new = changed(old, LATER, [{"column": "ord", "rename": "renamed"}])
        for field in schema["fields"]:
            field["name"] = "renamed" if field["name"] == "ord" else field["name"]
        extra = {"schema": json.dumps(schema), "latest_schema": schema_text(new)}
        content = {"partitionToWriteStats": {}, "compacted": False, "extraMetadata": extra,
                   "operationType": "ALTER_SCHEMA"}  # fmt: skip
        files = {f".hoodie/{LATER}.{action}": json.dumps(content)}
        texts = schema_files(6, LATER, "", history_text([new, old]))
        files |= {path: data.decode() for path, data in texts.items()}
        stated = ", ".join(f"{json.dumps(k)} = {{ text = {json.dumps(v)} }}" for k, v in files.items())
        rows = json.loads((resources.fixtures_dir() / tree.replace(".zip", ".cdc.json")).read_bytes())["rows"]
        for image in (row[side] for row in rows for side in ("before", "after") if row[side]):
            image["renamed"] = image.pop("ord")
        ident = f"{name.replace('_', '-')}"
        value = f'{{ value = "{FOLDER}/{ident}.json" }}'
        title = f"Rows before and after changes, by id: {name[:3]}"
        args = 'line = "0.15", view = "cdc"'
        more = [f"files = {{ {stated} }}"]
        case = _case(ident, title, "table.ids.renamed", args, value, tree, more=more, folder="")
        yield f"{ident}.json", _rows(rows), case


def products() -> tuple[dict[str, bytes], str, str]:
    """All fixtures, the manifest of the cases, and that of the cases about histories."""
    data = tomllib.loads(DATA.read_text("utf-8"))
    fixtures: dict[str, bytes] = {}
    cases = [HEAD.format("ids", "rows of older files by id, and by name")]
    for entry in data["change"]:
        for layout in entry.get("layouts", LAYOUTS):
            table = make(entry, layout, data["types"])
            name = f"{entry['name']}-{layout}"
            fixtures[f"{name}.zip"] = zipped(table["files"], zipfile.ZIP_DEFLATED)
            for mode, rows in table["rows"].items():
                fixtures[f"{name}.{mode.replace('_', '-')}.json"] = _rows(rows)
            cases += _cases(entry, layout, name, table["then"])
    for entry in data["sequence"]:
        for layout in entry["layouts"]:
            files, more = sequence_of(entry, layout, data["types"])
            fixtures |= files
            cases += more
    for file, rows, case in change_data():
        fixtures[file] = rows
        cases.append(case)
    histories = [HEAD.format("ids-history", "which schemas with ids are valid, and which history is")]
    return fixtures, "\n".join(cases) + "\n", "\n".join([*histories, *history_cases(data)]) + "\n"


def _cases(entry: Mapping[str, Any], layout: str, name: str, then: str) -> Iterator[str]:
    file_kind, _, version = layout.partition("-v")
    line = f'line = "{LINES[int(version)]}", view = "snapshot"'
    title, tree = f"{entry['title']}, {PLACES[file_kind]}", f"{name}.zip"
    expectations = {
        mode: f'{{ value = "{FOLDER}/{name}.{mode}.json" }}' for mode in ("by-id", "by-name", "then")
    }
    if entry["by_name"] == "refused":
        expectations["by-name"] = '{ reject = ["schema-mismatch"] }'
    yield _case(name, f"{title}, by id", entry["rule"], line, expectations["by-id"], tree)
    rule = entry["rule_by_name"]
    yield _case(
        f"{name}-name", f"{title}, by name", rule, line, expectations["by-name"], tree, is_by_id=False
    )
    args = f'{line}, as_of = "{then}"'
    about = f"{title}, as of an instant before it"
    yield _case(f"{name}-then", about, "table.ids.as-of", args, expectations["then"], tree)
    if layout in {"base-v6", "base-v9", "log-v9"}:
        about, rule = f"{about}, by name", "table.schema.as-of"
        yield _case(f"{name}-then-name", about, rule, args, expectations["then"], tree, is_by_id=False)


def _case(  # noqa: PLR0917 - the parts of a case
    ident: str, title: str, rule: str, args: str, expect: str, tree: str, *, is_by_id: bool = True,
    topic: str = "ids", more: Sequence[str] = (), folder: str = f"{FOLDER}/",
) -> str:  # fmt: skip
    lines = [
        "[[case]]", f'id = "table/{topic}/{ident}"', f'title = "{title}"', f'req = ["{rule}"]',
        'cmd = "table.read"', f'tree = "{folder}{tree}"', *more,
        f"args = {{ {args}, by_id = {str(is_by_id).lower()} }}",
        *([f'needs = ["{FEATURE}"]'] if is_by_id else []), f"expect = {expect}", "",
    ]  # fmt: skip
    return "\n".join(lines)


def _rows(rows: Sequence[Row]) -> bytes:
    ordered = sorted(rows, key=lambda row: json.dumps(row, sort_keys=True))
    return json.dumps({"rows": ordered}, indent=1).encode() + b"\n"


def targets() -> dict[Path, bytes]:
    """Contents of all files by their path."""
    fixtures, manifest, histories = products()
    contents = {resources.fixtures_dir() / FOLDER / name: data for name, data in fixtures.items()}
    folder = resources.cases_dir() / "table"
    manifests = {"ids.toml": manifest, "ids-history.toml": histories}
    return contents | {folder / name: text.encode() for name, text in manifests.items()}


def main(arguments: list[str] | None = None) -> int:
    """Entry point; 1 when `--check` finds a difference."""
    return run("Make the tables whose columns have ids.", targets, arguments)


if __name__ == "__main__":
    sys.exit(main())
