# SPDX-License-Identifier: Apache-2.0
"""Parts of reading a table by themselves, for mutants drawn by chance: names of files, folders, definitions.

drawn:unit-table-NAME    small folders and documents that are made here
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from chance_asked import Failure, imported
from chance_log_surface import set_meanwhile
from chance_units import unit

_TIME = "20260101000000123"


def is_refused(call: Any) -> bool:
    """Whether a call ends with a refusal."""
    try:
        call()
    except imported("errors").Reject:
        return True
    return False


@unit("table-files")
def _() -> Failure:
    """Base and log files among names; partitions by their metafiles, down to the depth of each line."""
    module, line = imported("table.files"), imported("semantics.merge.rules").Line
    bases = [f"f-0_0-1-2_{_TIME}.{form}" for form in ("parquet", "orc", "hfile")]
    logs = [f".f-0_{_TIME}.log.1_0-1-2", f".f-0_{_TIME}.log.2"]
    others = [
        f"f_g_0-1-2_{_TIME}.parquet",
        f"f-0_0-1_{_TIME}.parquet",
        f"f-0_0-1-2_{_TIME}.avro",
        f"f-0_0-1-2_{_TIME}.parquet.crc",
        f".f-0_{_TIME}.log.1_0-1-2.cdc",
        f"f-0_{_TIME}.log.1_0-1-2",
        ".x.log.y",
        ".commits_.archive.1_1-0-1",
        "x",
    ]
    names = [*bases, *logs, *others]
    found = module.data_files_of([*(f"p/q/{name}" for name in names), *names])
    for partition, of_base, of_logs in (
        ("p/q", found.base_files[:3], found.log_files[:2]),
        ("", found.base_files[3:], found.log_files[2:]),
    ):
        shown = [(one.partition, one.file_id, one.write_token, one.instant, one.name) for one in of_base]
        if shown != [(partition, "f-0", "0-1-2", _TIME, name) for name in bases]:
            return f"{shown}"
        told = [
            (one.partition, one.file_id, one.instant, one.version, one.write_token, one.suffix, one.name)
            for one in of_logs
        ]
        if told != [
            (partition, "f-0", _TIME, 1, "0-1-2", "", logs[0]),
            (partition, "f-0", _TIME, 2, None, "", logs[1]),
        ]:
            return f"{told}"
    if sum(len(files) for files in (found.base_files, found.log_files)) != 10:
        return f"{found}"
    mark, with_form = ".hoodie_partition_metadata", ".hoodie_partition_metadata.parquet"
    with tempfile.TemporaryDirectory() as place:
        root = Path(place) / "t"
        for folder, marks in (
            ("p=1", [mark]),
            ("p=1/q", [mark]),
            ("p=2/q=1", [with_form]),
            ("x", []),
            ("x/y/z", [mark]),
            (".hoodie/p", [mark]),
            ("x/.hoodie", [mark]),
        ):
            (root / folder).mkdir(parents=True)
            for name in (*marks, bases[0]):
                (root / folder / name).touch()
        (root / bases[0]).touch()
        (root / bases[0]).with_name(bases[1]).mkdir()
        (root / "link").symlink_to(root / "p=1")
        (root / "p=1" / bases[1]).symlink_to(root / "p=1" / bases[0])
        for one in line:
            for is_root in (False, True):
                if is_root:
                    (root / mark).touch()
                listed = module.list_data_files(root, one, is_partitioned=True)
                partitions = {"p=1", "x/y/z", *(() if one == "0.9" else ("p=2/q=1",))}
                if is_root:
                    partitions = {""} if one == "0.9" else {*partitions, ""}
                files = sorted((file.partition, file.name) for file in listed.base_files)
                if files != sorted((partition, bases[0]) for partition in partitions):
                    return f"{one}, {is_root}: {files}"
                alone = module.list_data_files(root, one, is_partitioned=False)
                if [(file.partition, file.name) for file in alone.base_files] != [("", bases[0])]:
                    return f"{one}, no partitions: {alone.base_files}"
                (root / mark).unlink(missing_ok=True)
    return None


@unit("table-metadata-names")
def _() -> Failure:
    """Partitions that properties name, and those whose names lead elsewhere; what rollbacks undid."""
    module = imported("table.metadata")
    facts = imported("semantics.slices.files").TimelineFacts(9, {_TIME: _TIME})
    for text, names in (
        ("", ()),
        ("files", ("files",)),
        (" files , column_stats,,files ", ("column_stats", "files")),
        (",", ()),
    ):
        if module.announced({module.READY: text}) != names or module.announced({"x": text}, "x") != names:
            return f"{text!r}: {module.announced({module.READY: text})}"
    if module.announced({}) != ():
        return "a partition that nobody names"
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / module.FOLDER / "files"
        folder.mkdir(parents=True)
        for name in (
            f"b-0001-0_0-1-2_{_TIME}.hfile",
            f"a-0000-0_0-1-2_{_TIME}.hfile",
            "c-0002-0_0-1-2_2027.hfile",
            "x",
        ):
            (folder / name).touch()
            (folder.parent / name).touch()
        found = [one.file_id for one in module._slices(Path(place), "files", facts)]
        if found != ["a-0000-0", "b-0001-0"]:
            return f"{found}"
        for name in (".", "..", "files/x", "../metadata/files", "a\0", "/"):
            if not is_refused(lambda name=name: module._slices(Path(place), name, facts)):
                return f"{name!r} is a partition"
    for value, times in (
        ({"commitsRollback": ["1", "2"]}, ["1", "2"]),
        ({"commitsRollback": [1, None, "2"]}, ["2"]),
        ({"commitsRollback": None}, []),
        ({}, []),
        (None, []),
        ([], []),
        ("x", []),
        (
            {
                "hoodieRestoreMetadata": {
                    "a": [{"commitsRollback": ["1"]}, {"commitsRollback": ["2"]}],
                    "b": [{"commitsRollback": ["3"]}],
                }
            },
            ["1", "2", "3"],
        ),
        (
            {"commitsRollback": ["0"], "hoodieRestoreMetadata": {"a": [{"commitsRollback": ["1"]}]}},
            ["0", "1"],
        ),
        ({"hoodieRestoreMetadata": [{"commitsRollback": ["1"]}]}, []),
        ({"hoodieRestoreMetadata": {"a": {"commitsRollback": ["1"]}}}, []),
        ({"hoodieRestoreMetadata": {"a": [5, None, {"commitsRollback": ["1"]}]}}, ["1"]),
    ):
        if module._rolled_back(value) != times:
            return f"{value}: {module._rolled_back(value)}"
    return _planned_fault(module)


def _planned_fault(module: Any) -> Failure:
    """What a requested rollback plans to undo."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        if module._planned(folder, "5", "rollback", 1) != []:
            return "a plan that is not there"
        (folder / "5.rollback.requested").touch()
        for plan, times in (
            ({"instantToRollback": {"commitTime": "1"}}, ["1"]),
            ({"instantToRollback": {"commitTime": 1}}, []),
            ({"instantToRollback": {}}, []),
            ({"instantToRollback": "x"}, []),
            ({}, []),
            (None, []),
            ([], []),
        ):
            content = SimpleNamespace(value=plan)
            with set_meanwhile(module, "decode_instant", lambda *_, content=content: content):
                if module._planned(folder, "5", "rollback", 1) != times:
                    return f"{plan}: {module._planned(folder, '5', 'rollback', 1)}"
    return None


@unit("table-definitions")
def _() -> Failure:
    """Definitions of indexes, whose members may be of any type, in a file within the table."""
    module = imported("table.metadata")
    made = imported("views.metadata").IndexDefinition
    whole = {
        "indexType": "record_index",
        "indexFunction": "f",
        "sourceFields": ["a", "b"],
        "indexOptions": {"k": "v", "n": 5},
        "version": "V2",
    }
    for entry, expected in (
        (whole, made("x", "record_index", "f", ("a", "b"), {"k": "v", "n": "5"}, "V2")),
        ({}, made("x", "", "", (), {}, "V1")),
        (dict.fromkeys(whole), made("x", "", "", (), {}, "V1")),
        (
            {**whole, "sourceFields": "ab", "indexOptions": ["k"]},
            made("x", "record_index", "f", (), {}, "V2"),
        ),
        ({"indexType": 5, "version": 2}, made("x", "5", "", (), {}, "2")),
        ("text", None),
        (None, None),
        ([], None),
    ):
        with tempfile.TemporaryDirectory() as place:
            for name, properties in (
                (".hoodie/.index_defs/index.json", {}),
                (".hoodie/.index_defs/index.json", {module.DEFINITIONS: ""}),
                ("a/b.json", {module.DEFINITIONS: "a/./b.json"}),
            ):
                (Path(place) / name).parent.mkdir(parents=True, exist_ok=True)
                (Path(place) / name).write_text(json.dumps({"indexDefinitions": {"x": entry}}))
                found = module.read_definitions(Path(place), properties)
                if found != ({} if expected is None else {"x": expected}):
                    return f"{entry}: {found}"
                (Path(place) / name).unlink()
                if module.read_definitions(Path(place), properties) != {}:
                    return "definitions of no file"
            for name in ("/x", "../x", "a/../../x", "a\0"):
                if not is_refused(
                    lambda name=name: module.read_definitions(Path(place), {module.DEFINITIONS: name})
                ):
                    return f"definitions in {name!r}"
            for text in ("{}", '{"indexDefinitions": []}', "x", "[]", '{"indexDefinitions": null}'):
                (Path(place) / "b.json").write_text(text)
                if not is_refused(
                    lambda: module.read_definitions(Path(place), {module.DEFINITIONS: "b.json"})
                ):
                    return f"{text} are definitions"
    return None


@unit("table-retained")
def _() -> Failure:
    """A snapshot is retained from the commit that the last clean names, else from the first that is left."""
    module, state = imported("table.retained"), imported("views.timeline").State
    done, pending = state.COMPLETED, state.REQUESTED
    commits = [
        ("3", "commit", done),
        ("5", "deltacommit", done),
        ("1", "commit", pending),
        ("2", "savepoint", done),
    ]
    for name, instants, content, earliest in (
        ("no clean", commits, None, ""),
        ("a pending clean", [*commits, ("6", "clean", pending)], {"earliestCommitToRetain": "5"}, ""),
        ("a clean", [*commits, ("6", "clean", done)], {"earliestCommitToRetain": "5"}, "5"),
        (
            "an earlier clean",
            [("4", "clean", done), *commits, ("6", "clean", done)],
            {"earliestCommitToRetain": "5"},
            "5",
        ),
        (
            "a later clean first",
            [("6", "clean", done), *commits, ("4", "clean", done)],
            {"earliestCommitToRetain": "4"},
            "4",
        ),
        ("no name", [*commits, ("6", "clean", done)], {"earliestCommitToRetain": ""}, "3"),
        ("no text", [*commits, ("6", "clean", done)], {"earliestCommitToRetain": 5}, "3"),
        ("no member", [*commits, ("6", "clean", done)], {}, "3"),
        ("nothing", [*commits, ("6", "clean", done)], None, "3"),
        ("no commits", [("6", "clean", done)], {}, ""),
    ):
        read: list[str] = []
        shown = [
            SimpleNamespace(time=time, action=action, state=at, name=f"{time}.{action}")
            for time, action, at in instants
        ]
        timeline = SimpleNamespace(instants=shown, folder=".hoodie", layout=1)

        def decode(_: Any, own: str, __: Any, content: Any = content, read: list[str] = read) -> Any:
            read.append(own)
            return SimpleNamespace(value=content)

        with (
            set_meanwhile(module, "read_timeline", lambda _, timeline=timeline: timeline),
            set_meanwhile(module, "decode_instant", decode),
            set_meanwhile(module, "read_file", lambda _: b""),
        ):
            for as_of in "0123456789":
                refused = is_refused(lambda as_of=as_of: module.check_retained(Path("/no/t"), as_of))
                if refused is not (as_of < earliest):
                    return f"{name}: as of {as_of}"
        if read and set(read) != {"6.clean"}:
            return f"{name}: {read[0]} is read"
    return None
