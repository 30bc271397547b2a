# SPDX-License-Identifier: Apache-2.0
"""Drawn timelines for mutants drawn by chance: what is written, and what is read.

    drawn:timelines-N    timelines, archives and histories of drawn content: the decoder's views are those
                         that the writer states; names follow the rules of the layout; fastavro, pyarrow
                         and `json` read the content that was drawn

Schemas are those of `schemas/avro/timeline.json`, read here by themselves.
"""

from __future__ import annotations

import io
import json
import random
import re
import struct
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import fastavro
import pyarrow.parquet as pq
from chance_asked import Asked, Failure, imported, numbered
from chance_avro import drawn_value, plain, same
from hudi_conformance import resources
from hudi_conformance.canonical.rows import RowMapper

if TYPE_CHECKING:
    pass

_NUM_QUESTIONS, _NUM_EACH = 4, 10
_STATES = ("REQUESTED", "INFLIGHT", "COMPLETED")
_TIME = 20240101000000000
# action: records of its three states, and what it is called when it is complete
_ACTIONS: dict[str, tuple[str | None, str | None, str | None, str]] = {
    "commit": (None, "HoodieCommitMetadata", "HoodieCommitMetadata", "commit"),
    "deltacommit": (None, "HoodieCommitMetadata", "HoodieCommitMetadata", "deltacommit"),
    "replacecommit": ("HoodieRequestedReplaceMetadata", "HoodieCommitMetadata",
                      "HoodieReplaceCommitMetadata", "replacecommit"),
    "clean": ("HoodieCleanerPlan", "HoodieCleanerPlan", "HoodieCleanMetadata", "clean"),
    "compaction": ("HoodieCompactionPlan", None, "HoodieCommitMetadata", "commit"),
    "logcompaction": ("HoodieCompactionPlan", None, "HoodieCommitMetadata", "deltacommit"),
    "rollback": ("HoodieRollbackPlan", None, "HoodieRollbackMetadata", "rollback"),
    "restore": ("HoodieRestorePlan", None, "HoodieRestoreMetadata", "restore"),
    "savepoint": (None, None, "HoodieSavepointMetadata", "savepoint"),
}  # fmt: skip
_JSON = ("HoodieCommitMetadata", "HoodieReplaceCommitMetadata")
_ARCHIVED = {("commit", "COMPLETED"): ("HoodieCommitMetadata", "hoodieCommitMetadata"),
             ("deltacommit", "INFLIGHT"): ("HoodieCommitMetadata", "hoodieCommitMetadata"),
             ("clean", "COMPLETED"): ("HoodieCleanMetadata", "hoodieCleanMetadata"),
             ("clean", "REQUESTED"): ("HoodieCleanerPlan", "hoodieCleanerPlan"),
             ("rollback", "COMPLETED"): ("HoodieRollbackMetadata", "hoodieRollbackMetadata"),
             ("savepoint", "COMPLETED"): ("HoodieSavepointMetadata", "hoodieSavePointMetadata"),
             ("compaction", "REQUESTED"): ("HoodieCompactionPlan", "hoodieCompactionPlan")}  # fmt: skip


def timeline_questions() -> Iterator[Asked]:
    """All of them."""
    yield from numbered({"timelines": timeline_fault}, _NUM_QUESTIONS, _NUM_EACH)


# --- schemas and rows ---------------------------------------------------------------------------------------


@cache
def _document() -> Any:
    return json.loads((resources.schemas_dir() / "avro" / "timeline.json").read_text("utf-8"))


def _schema(record: str, release: str) -> Any:
    """The schema of a record by a release; None where that release has none."""
    name = _document()["releases"][release].get(record)
    return None if name is None else _document()["schemas"][name]


def _known(schema: Any, space: str = "") -> dict[str, Any]:
    """Named types of a schema, by name and by full name."""
    found: dict[str, Any] = {}
    for part in schema if isinstance(schema, list) else [schema]:
        if not isinstance(part, dict):
            continue
        space = part.get("namespace", space)
        if "name" in part:
            found |= {part["name"]: part, f"{space}.{part['name']}": part}
        inner = [part[key] for key in ("items", "values") if key in part]
        inner += [part["type"]] if isinstance(part.get("type"), dict | list) else []
        for one in (*inner, *(field["type"] for field in part.get("fields", ()))):
            found |= _known(one, space)
    return found


def _drawn(chance: random.Random, record: str, release: str) -> tuple[Any, Any]:
    """A value of a record as it is drawn, and its canonical row."""
    schema = _schema(record, release)
    value = drawn_value(chance, schema, _known(schema))
    return value, RowMapper(schema)(value)


def _json_content(chance: random.Random, depth: int = 0) -> Any:
    """An object as a commit of layout 1 is."""
    if depth and chance.random() < 0.5:
        return chance.choice((None, True, False, 0, -7, 1 << 53, (1 << 63) - 1, "", 'é\n"\\', "7"))
    if depth and chance.random() < 0.4:
        return [_json_content(chance, depth + 1) for _ in range(chance.choice((0, 1, 3)))]
    return {f"m{at}": _json_content(chance, depth + 1) for at in range(chance.choice((0, 1, 3)))}


def _shown(value: Any) -> Any:
    """JSON content as it is answered: numbers as text."""
    if isinstance(value, bool) or not isinstance(value, int | float | list | dict):
        return value
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, list):
        return [_shown(one) for one in value]
    return {key: _shown(one) for key, one in value.items()}


# --- timelines ----------------------------------------------------------------------------------------------


def timeline_fault(chance: random.Random) -> Failure:
    """What is wrong with a drawn timeline."""
    release = chance.choice(
        [one for one in _document()["releases"] if one[:4] in {"0.14", "0.15"} or one[0] == "1"]
    )
    layout = 2 if release >= "1." else 1
    description: dict[str, Any] = {
        "release": release, "table_version": chance.choice((8, 9) if layout == 2 else (5, 6)),
        "properties": {"hoodie.table.name": "t", **({} if layout == 1 else chance.choice(
            ({}, {"hoodie.timeline.path": "tl"})))},
        "comments": ["é: 1", "x"][: chance.randrange(3)], "instants": [],
    }  # fmt: skip
    folder = ".hoodie/" + ("" if layout == 1 else description["properties"].get(
        "hoodie.timeline.path", "timeline") + "/")  # fmt: skip
    wanted: dict[str, tuple[Any, ...]] = {}
    for number in range(chance.randrange(7)):
        description["instants"].append(_instant(chance, number, release, folder, wanted))
    archive = _archive(chance, release) if layout == 1 else None
    history = _history(chance, release, folder) if layout == 2 else None
    description |= {"archive": archive[0]} if archive else {}
    description |= {"history": history[0]} if history else {}
    made = imported("encode.timeline.table").encode_timeline(description)
    found = {path for path in made.files if "/history/" not in path and "/archived/" not in path}
    if found != {*wanted, ".hoodie/hoodie.properties"}:
        return f"files {sorted(found ^ set(wanted))}"
    for path, one in wanted.items():
        if fault := _instant_fault(made, path, one, layout):
            return f"{path}: {fault}"
    if archive is not None and (fault := _archive_fault(made, *archive)):
        return fault
    if history is not None and (fault := _history_fault(made, *history)):
        return fault
    return _folder_fault(made, archive, history)


def _instant(
    chance: random.Random, number: int, release: str, folder: str, wanted: dict[str, Any]
) -> dict[str, Any]:
    """An instant; its files are put into `wanted`: view, schema, what is drawn and its row."""
    layout = 2 if release[0] == "1" else 1
    action = chance.choice([
        one for one, (first, second, last, _) in _ACTIONS.items()
        if all(record is None or _schema(record, release) for record in (first, second, last))
    ])  # fmt: skip
    *records, completed = _ACTIONS[action]
    time, done = str(_TIME + number), str(_TIME + number + 500)
    states = [state for state in _STATES if chance.random() < 0.8] or ["COMPLETED"]
    instant: dict[str, Any] = {"time": time, "action": action, "states": states}
    if layout == 2:
        instant["completion_time"] = done
    for state, record in zip(_STATES, records, strict=True):
        if state not in states:
            continue
        is_done = state == "COMPLETED"
        stem = f"{time}_{done}" if is_done and layout == 2 else time
        name = f"{stem}.{completed}" if is_done else f"{stem}.{action}.{state.lower()}"
        name = f"{time}.inflight" if action == "commit" and state == "INFLIGHT" else name
        head = {"time": time, "action": completed if is_done else action, "state": state,
                "completion_time": done if is_done and layout == 2 else None}  # fmt: skip
        if record is None or chance.random() < 0.2:
            wanted[folder + name] = head | {"format": "empty", "content": None}, None, None, None
        elif layout == 1 and record in _JSON:
            content = _json_content(chance)
            instant[state.lower()] = content
            head |= {"format": "json", "content": _shown(content)}
            wanted[folder + name] = head, None, content, content
        else:
            value, row = _drawn(chance, record, release)
            instant[state.lower()] = row
            head |= {"format": "avro", "content": row}
            wanted[folder + name] = head, _schema(record, release), value, row
    return instant


def _instant_fault(made: Any, path: str, one: tuple[Any, ...], layout: int) -> Failure:
    view, schema, value, row = one
    data = made.files[path]
    if schema is None:
        stored = json.loads(data) if data else None
        if not same(stored, row):
            return f"another content {data[:100]!r}"
    else:
        records = list(fastavro.reader(io.BytesIO(data)))
        if len(records) != 1 or not same(records[0], plain(value)):
            return f"fastavro reads {records!r:.200}"
    decoded = imported("decode.timeline.content").decode_instant(data, path.rpartition("/")[2], layout)
    answer = imported("canonical.timeline").canonical_instant_content(decoded)
    if not same(answer, view):
        return f"read as {answer!r:.200} instead of {view!r:.200}"
    return None if same(made.views["contents"][path], view) else "the writer states another content"


def _folder_fault(made: Any, archive: Any, history: Any) -> Failure:
    """What the commands about folders answer."""
    adapter = imported("adapters.kaitai_timeline")
    with tempfile.TemporaryDirectory() as place:
        for path, data in made.files.items():
            (Path(place) / path).parent.mkdir(parents=True, exist_ok=True)
            (Path(place) / path).write_bytes(data)
        views = {"timeline.list": "list"}
        views |= {} if archive is None else {"archive.list": "archived"}
        views |= {} if history is None else {"timeline.history": "history"}
        for command, name in views.items():
            answer = adapter.OF_FOLDERS[command](Path(place), {})
            if name in made.views and answer != made.views[name]:
                return f"{command}: {answer!r:.150} instead of {made.views[name]!r:.150}"
        if history is not None:
            return _range_fault(adapter, Path(place), history[1])
    answer = adapter.timeline_properties(made.files[".hoodie/hoodie.properties"], {})
    return None if answer == made.views["properties"] else f"properties {answer}"


# --- archives and histories ---------------------------------------------------------------------------------


def _archive(chance: random.Random, release: str) -> tuple[Any, Any]:
    """An archive, and by file the sizes of its blocks and its entries."""
    files, wanted = [], {}
    for number in range(1, chance.randrange(1, 4)):
        entries, expected = [], []
        for at in range(chance.choice((0, 1, 2, 3, 7))):
            action, state = chance.choice(list(_ARCHIVED))
            record, field = _ARCHIVED[action, state]
            time = str(_TIME + number * 100 + at)
            entry: dict[str, Any] = {"time": time, "action": action, "state": state}
            value = None
            if chance.random() < 0.7 and _schema(record, release) is not None:
                value, entry["content"] = _drawn(chance, record, release)
            entries.append(entry)
            expected.append((time, action, state, field, plain(value)))
        name, batch = f".commits_.archive.{number}_1-0-1", chance.choice((1, 2, 3, 10))
        files.append({"name": name, "entries": entries, "batch": batch})
        wanted[f".hoodie/archived/{name}"] = [expected[i : i + batch] for i in range(0, len(expected), batch)]
    return {"files": files, "folder": "archived"}, wanted


def _archive_fault(made: Any, _: Any, wanted: Any) -> Failure:
    for path, blocks in wanted.items():
        data, pos, views = made.files[path], 0, []
        for entries in blocks:
            start = pos
            magic, length, version, kind, num = struct.unpack_from(">6sqiii", data, pos)
            if (magic, version, kind, num) != (b"#HUDI#", 1, 3, 1):
                return f"{path}: block {magic} {version} {kind} {num}"
            end = pos + 14 + length
            _, len_schema = struct.unpack_from(">ii", data, pos + 26)
            schema = fastavro.parse_schema(json.loads(data[pos + 34 : pos + 34 + len_schema]))
            pos += 34 + len_schema
            len_content, version, count = struct.unpack_from(">qii", data, pos)
            if (version, count) != (3, len(entries)):
                return f"{path}: content {version} of {count}"
            footer, pos = pos + 8 + len_content, pos + 16
            for time, action, state, field, value in entries:
                (size,) = struct.unpack_from(">i", data, pos)
                row: Any = fastavro.schemaless_reader(
                    io.BytesIO(data[pos + 4 : pos + 4 + size]), schema, None
                )
                pos += 4 + size
                if (row["commitTime"], row["actionType"], row["actionState"]) != (time, action, state):
                    return f"{path}: {row!r:.100}"
                if not same(row[field], value):
                    return f"{path}: {field} is {row[field]!r:.150}"
            if pos != footer or data[pos : pos + 4] != bytes(4) or pos + 12 != end:
                return f"{path}: block ends at {pos} of {end}"
            if struct.unpack_from(">q", data, pos + 4)[0] != end - start - 8:
                return f"{path}: trailing length"
            pos = end
            views.append(str(start))
        if pos != len(data):
            return f"{path}: {len(data) - pos} bytes behind"
        answer = imported("adapters.kaitai_timeline").archive_entries(data, {})
        if answer != made.views["entries"][path] or [one["ofs"] for one in answer["blocks"]] != views:
            return f"{path}: entries {answer!r:.150}"
    return None


def _history(chance: random.Random, release: str, folder: str) -> tuple[Any, Any]:
    """A history, and its rows."""
    files, rows, number = [], [], 0
    for _ in range(chance.randrange(1, 4)):
        own = []
        for _ in range(chance.choice((1, 1, 2, 5))):
            number += chance.choice((1, 3))
            value, row = _drawn(chance, "HoodieCommitMetadata", release)
            own.append({"time": str(_TIME + number), "completion_time": str(_TIME + number + 500),
                        "action": chance.choice(("commit", "deltacommit", "clean")),
                        "metadata": row, "drawn": value})  # fmt: skip
        files.append({"rows": [{key: one for key, one in row.items() if key != "drawn"} for row in own],
                      "level": chance.choice((0, 0, 1, 2))})  # fmt: skip
        rows.append(own)
    return {"files": files, "folder": f"{folder.removeprefix('.hoodie/')}history"}, rows


def _history_fault(made: Any, history: Any, groups: Any) -> Failure:
    folder = f".hoodie/{history['folder']}/"
    names = []
    found = {path.removeprefix(folder): data for path, data in made.files.items() if path.startswith(folder)}
    for rows in groups:
        times = [row["time"] for row in rows]
        hits = [name for name in found if re.fullmatch(rf"{times[0]}_{times[-1]}_\d\.parquet", name)]
        if len(hits) != 1:
            return f"history files {sorted(found)}"
        names += hits
        read = pq.read_table(io.BytesIO(found[hits[0]])).to_pylist()
        shown = [(row["instantTime"], row["completionTime"], row["action"]) for row in read]
        if shown != [(row["time"], row["completion_time"], row["action"]) for row in rows]:
            return f"history rows {shown}"
        for row, own in zip(read, rows, strict=True):
            records = list(fastavro.reader(io.BytesIO(row["metadata"])))
            if len(records) != 1 or not same(records[0], plain(own["drawn"])):
                return f"metadata of {row['instantTime']}"
            if row["plan"] is not None or row["version"] != 1:
                return f"row of {row['instantTime']}"
    manifest = json.loads(found["manifest_1"])["files"]
    if manifest != [{"fileName": name, "fileLen": len(found[name])} for name in names]:
        return f"manifest {manifest}"
    return None if found["_version_"] == b"1" else "version file"


def _range_fault(adapter: Any, table: Path, groups: Any) -> Failure:
    """Instants of ranges: both bounds belong to it."""
    rows = [row for group in groups for row in group]
    times = [row["time"] for row in rows]
    near = sorted({times[0], times[-1], times[len(times) // 2], str(int(times[0]) - 1)})
    for low in (None, *near):
        for high in (None, *near):
            args = {key: value for key, value in (("from", low), ("to", high)) if value is not None}
            answer = adapter.OF_FOLDERS["timeline.history"](table, {**args, "details": True})
            found = [one["time"] for one in answer["instants"]]
            if found != [time for time in times if (low or "") <= time <= (high or "9")]:
                return f"history of {args}: {found}"
            rows_of = {row["time"]: row["metadata"] for row in rows}
            if any(not same(one["metadata"], rows_of[one["time"]]) for one in answer["instants"]):
                return f"metadata of {args}"
    return None
