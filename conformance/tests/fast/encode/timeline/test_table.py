# SPDX-License-Identifier: Apache-2.0
"""The reference writer of timelines, against the Avro library, bytes worked out by hand, and itself."""

from __future__ import annotations

import io
import json
import struct
from pathlib import Path
from typing import Any

import fastavro
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hudi_conformance import resources
from hudi_conformance.adapters.reference_writer import answer
from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.encode.avro.container import ContainerKnobs, encode_container
from hudi_conformance.encode.errors import EncodeError
from hudi_conformance.encode.timeline.archive import content_version
from hudi_conformance.encode.timeline.properties import checksum_of, encode_properties
from hudi_conformance.encode.timeline.schemas import completed_row, releases, schema_text
from hudi_conformance.encode.timeline.table import encode_timeline
from instruments.recipes.timelines import (
    SUFFIX,
    from_zip,
    same_files,
    timeline_differences,
    timeline_recipe_files,
    to_zip,
)

NAMES = [path.name.removesuffix(SUFFIX) for path in timeline_recipe_files()]


def described(name: str) -> Any:
    return canonical_json.loads((resources.fixtures_dir() / f"timeline/{name}{SUFFIX}").read_bytes())


def tiny(**other: Any) -> dict[str, Any]:
    return {"release": "1.2.1", "table_version": 9, "properties": {"hoodie.table.name": "t1"}, **other}


@pytest.mark.parametrize(
    ("database", "table", "crc"),
    [
        ("", "t1", "3609136688"),
        ("db1", "t1", "2711388196"),
        ("default", "trips", "2200697520"),
        ("", "表", "2840141947"),
    ],
)
def test_checksum_of_measured_names(database: str, table: str, crc: str) -> None:
    assert checksum_of({"hoodie.database.name": database, "hoodie.table.name": table}) == crc


def test_properties_are_escaped_as_java_does() -> None:
    written = encode_properties({"a b:=": " x y=é表😀\t\\#"}, ["é"])
    assert written == (b"#\\u00E9\na\\ b\\:\\==\\ x y\\=\\u00E9\\u8868\\uD83D\\uDE00\\t\\\\\\#\n")


@pytest.mark.parametrize("name", NAMES)
def test_the_avro_library_reads_every_container(name: str) -> None:
    made = encode_timeline(described(name))
    views = made.views.get("contents", {})
    for path, data in made.files.items():
        if path in views and views[path]["format"] == "avro":
            (row,) = fastavro.reader(io.BytesIO(data))
            shown = views[path]["content"]
            assert list(row) == list(shown)
            assert {k: v for k, v in row.items() if isinstance(v, str)} == {
                k: v for k, v in shown.items() if isinstance(row[k], str)
            }


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith("archive_v1")])
def test_archived_files_are_blocks_with_a_schema(name: str) -> None:
    made = encode_timeline(described(name))
    for path, view in made.views["entries"].items():
        data, ofs = made.files[path], 0
        for block in view["blocks"]:
            assert int(block["ofs"]) == ofs
            size = struct.unpack_from(">q", data, ofs + 6)[0]
            head = struct.unpack_from(">iiiii", data, ofs + 14)
            assert data[ofs : ofs + 6] == b"#HUDI#"
            assert head[:4] == (1, 3, 1, 2)
            schema = fastavro.parse_schema(json.loads(data[ofs + 34 : ofs + 34 + head[4]]))
            at = ofs + 34 + head[4] + 8
            version, count = struct.unpack_from(">ii", data, at)
            assert version == content_version(described(name)["release"])
            assert count == len(block["entries"])
            at += 8
            for entry in block["entries"]:
                length = struct.unpack_from(">i", data, at)[0]
                row = fastavro.schemaless_reader(io.BytesIO(data[at + 4 : at + 4 + length]), schema, None)
                assert (row["commitTime"], row["actionType"]) == (entry["commitTime"], entry["actionType"])
                assert set(row) == set(entry)
                at += 4 + length
            assert struct.unpack_from(">iq", data, at) == (0, size + 6)
            ofs += 14 + size
        assert ofs == len(data)


def test_history_rows_manifests_and_version() -> None:
    made = encode_timeline(described("history_levels"))
    folder = ".hoodie/timeline/history/"
    assert made.files[folder + "_version_"] == b"5"
    listed = json.loads(made.files[folder + "manifest_5"])["files"]
    times = []
    for one in listed:
        data = made.files[folder + one["fileName"]]
        assert one["fileLen"] == len(data)
        rows = pq.read_table(io.BytesIO(data)).to_pylist()
        assert one["fileName"].startswith(f"{rows[0]['instantTime']}_{rows[-1]['instantTime']}_")
        times += [row["instantTime"] for row in rows]
    assert times == [one["time"] for one in made.views["history"]["instants"]]


def test_every_release_has_the_schemas_it_needs() -> None:
    assert releases()[0] == "0.9.0"
    for release in releases():
        fastavro.parse_schema(json.loads(schema_text("HoodieArchivedMetaEntry", release)))
    with pytest.raises(EncodeError):
        schema_text("HoodieRollbackPlan", "0.9.0")
    with pytest.raises(EncodeError):
        schema_text("HoodieCleanerPlan", "7.0.0")


def test_rows_are_completed_by_defaults_and_checked() -> None:
    schema = schema_text("HoodieCleanMetadata", "0.15.0")
    row = {
        "startCleanTime": "1",
        "timeTakenInMillis": "2",
        "totalFilesDeleted": 0,
        "earliestCommitToRetain": "1",
        "partitionMetadata": {},
    }
    assert completed_row(schema, row)["lastCompletedCommitTimestamp"] == ""
    with pytest.raises(EncodeError, match="totalFilesDeleted"):
        completed_row(schema, {k: v for k, v in row.items() if k != "totalFilesDeleted"})
    with pytest.raises(EncodeError, match="surprise"):
        completed_row(schema, {**row, "surprise": 1})


def test_containers_go_round_and_can_be_wrong() -> None:
    schema = '"string"'
    good = encode_container(schema, [b"\x02a", b"\x02b"])
    assert list(fastavro.reader(io.BytesIO(good))) == ["a", "b"]
    assert good == encode_container(schema, [b"\x02a", b"\x02b"])
    for knobs in (ContainerKnobs(codec="deflate"), ContainerKnobs(blocks=2)):
        assert list(fastavro.reader(io.BytesIO(encode_container(schema, [b"\x02a"], knobs)))) == ["a"]
        assert not knobs.is_damage
    made = {encode_container(schema, [b"\x02a"])}
    for knobs in (
        ContainerKnobs(codec="x"),
        ContainerKnobs(count=3),
        ContainerKnobs(block_sync=bytes(16)),
        ContainerKnobs(magic=b"Obj\x02"),
        ContainerKnobs(size=-1),
    ):
        assert knobs.is_damage
        made.add(encode_container(schema, [b"\x02a"], knobs))
    assert len(made) == 6
    with pytest.raises(ValueError, match="codec"):
        list(fastavro.reader(io.BytesIO(encode_container(schema, [b"\x02a"], ContainerKnobs(codec="x")))))


def test_the_adapter_writes_the_fixture() -> None:
    description = {k: v for k, v in described("v9_actions").items() if k != "about"}
    said = answer({"seq": "1", "cmd": "timeline.write", "args": {"write": description}})
    assert set(said["value"]["files"]) == set(encode_timeline(description).files)
    refused = answer({"seq": "1", "cmd": "archive.write", "args": {"write": {"surprise": 1}}})
    assert (refused["answer"], refused["code"]) == ("reject", "bad-value")


def test_recipes_make_the_fixtures_again(tmp_path: Path) -> None:
    assert list(timeline_differences()) == []
    recipe = tmp_path / f"x{SUFFIX}"
    recipe.write_text(json.dumps(tiny()))
    (tmp_path / "stray.zip").write_bytes(b"")
    for path, content, _ in timeline_differences(tmp_path):
        path.unlink() if content is None else path.write_bytes(content)
    assert list(timeline_differences(tmp_path)) == []
    (tmp_path / "x.zip").write_bytes(to_zip({"other": b""}))
    (tmp_path / "x.list.json").write_text("{}")
    assert sorted(path.name for path, _, _ in timeline_differences(tmp_path)) == ["x.list.json", "x.zip"]
    data = to_zip({"a": b"1"})
    assert same_files(from_zip(data), {"a": b"1"})
    assert not same_files(from_zip(data), {"a": b"2"})


@pytest.mark.parametrize(("surplus", "expected"), [(0, True), (1, False)])
def test_lengths_in_a_manifest_may_be_those_of_another_release_of_arrow(surplus: int, expected: bool) -> None:
    table = pa.table({"a": [1, 2]})
    folders = []
    for compression, added in (("none", 0), ("gzip", surplus)):
        sink = io.BytesIO()
        pq.write_table(table, sink, compression=compression)
        data = sink.getvalue()
        manifest = {"files": [{"fileName": "x.parquet", "fileLen": len(data) + added}]}
        folders.append({"h/x.parquet": data, "h/manifest_1": json.dumps(manifest).encode()})
    assert len(folders[0]["h/x.parquet"]) != len(folders[1]["h/x.parquet"])
    assert same_files(*folders) == expected
