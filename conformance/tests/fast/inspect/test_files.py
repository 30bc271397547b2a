# SPDX-License-Identifier: Apache-2.0
"""inspect: HFiles, containers, properties, JSON, whole and damaged; limits; differences by meaning."""

from __future__ import annotations

import html
import json
from pathlib import Path

import hudi_conformance as hc
import pytest
from click.testing import CliRunner
from hudi_conformance import resources
from hudi_conformance.cli.inspect import command
from hudi_conformance.encode.avro.container import encode_container
from hudi_conformance.inspect import Inspection, inspect_file, pieces
from hudi_conformance.inspect.file_diff import diff_files
from hudi_conformance.inspect.inspection import damage, headline, page
from hudi_conformance.inspect.json_diff import ValueDifference, differing
from hudi_conformance.inspect.json_view import to_json
from hudi_conformance.inspect.kinds import field_kind
from hudi_conformance.inspect.model import NoSuchBlockError
from hudi_conformance.look.hexgrid import KINDS
from hypothesis import given, settings
from hypothesis import strategies as st

FIXTURES = resources.fixtures_dir()
HFILES = sorted(path for path in (FIXTURES / "hfile").glob("*.hfile") if path.stat().st_size < 20_000)
PLAN = FIXTURES / "archive" / "merge_plan.avro"
ONE = FIXTURES / "log" / "one_avro.log"
THREE = FIXTURES / "log" / "three_avro.log"
SAMPLES = [ONE, THREE, PLAN, *HFILES[::7]]


def told(inspection: Inspection) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for what, text in damage(inspection):
        found.setdefault(what, []).append(text)
    return found


def is_whole(inspection: Inspection) -> bool:
    """Every byte in one field, every field in one part, fields in file order."""
    fields = [note.field for part in inspection.parts for note in part.notes]
    places = [field.ofs for field in fields]
    return (
        not inspection.flaws
        and sum(field.len for field in fields) == inspection.len_file
        and places == sorted(places)
        and sum(part.span.len for part in inspection.parts) == inspection.len_file
    )


@pytest.mark.parametrize("path", [*HFILES, PLAN], ids=lambda path: path.stem)
def test_every_byte_is_accounted_for(path: Path) -> None:
    assert is_whole(inspect_file(path))


@settings(max_examples=150)
@given(st.sampled_from(SAMPLES), st.floats(0, 1), st.binary(max_size=12), st.integers(0, 12))
def test_every_byte_of_damaged_files_too(path: Path, where: float, new: bytes, num: int) -> None:
    data = path.read_bytes()
    ofs = int(where * len(data))
    found = inspect_file(data[:ofs] + new + data[ofs + num :], name=path.name)
    assert is_whole(found)
    to_json(found)
    assert page(found).startswith("<!doctype html>")
    for what in told(found):
        assert what != "not accounted for"


def test_a_wrong_checksum_is_told_with_what_lies_around_it() -> None:
    found = inspect_file(FIXTURES / "hfile" / "bad_checksum_word.hfile")
    assert not found.is_sound
    why = "checksum 0 of the block differs from the bytes it covers"
    assert told(found) == {
        "refused": [f"blocks[1] DATA 67..134: {why} (bad-checksum at 67, hfile.checksum.mismatch)"],
        "before": ["0..67: 1 intact part"],
        "after": ["134..4678: 5 intact parts"],
        "next step": ["hudi-conformance salvage FILE --out DIR writes the readable contents"],
    }


@pytest.mark.parametrize("path", HFILES, ids=lambda path: path.stem)
def test_a_sound_hfile_is_one_that_a_scan_reads(path: Path) -> None:
    try:
        hc.open_hfile(path).cells().all()
    except hc.Reject:
        assert not inspect_file(path).is_sound
    except (hc.UnsupportedInput, hc.LimitExceeded):
        pytest.skip("not read here")


def test_an_hfile_whose_version_is_wrong_names_what_reads_it() -> None:
    inspection = inspect_file((FIXTURES / "hfile" / "none.hfile").read_bytes()[:-1] + b"\x09")
    assert "with a rejected trailer and 3 data blocks" in headline(inspection)
    assert "`hudi-conformance salvage`" in told(inspection)["salvage"][0]


def test_rules_that_a_readable_file_breaks_are_told() -> None:
    found = inspect_file(FIXTURES / "hfile" / "bad_prev_offset.hfile")
    assert found.is_sound
    assert "hfile.block.prev-offset" in told(found)["violates a rule"][0]


def test_blocks_behind_a_refusal_are_taken_apart() -> None:
    data = bytearray(THREE.read_bytes())
    data[270] ^= 0x40
    found = inspect_file(bytes(data), name="x.log")
    assert [(part.title, part.span.ofs, part.span.end) for part in found.parts] == [
        ("AVRO_DATA_BLOCK", 0, 254),
        ("refused", 254, 501),
        ("AVRO_DATA_BLOCK, intact but not returned", 501, 764),
    ]
    assert found.parts[2].notes[0].field.path == "lost[0].magic"
    assert told(found)["before"] == ["0..254: 1 intact block"]
    assert told(found)["after"] == ["501..764: 1 intact block"]
    assert found.rejection is not None
    assert (found.rejection.code, found.rejection.at) == ("bad-version", 268)


def test_bytes_between_blocks_behind_a_refusal_are_unread() -> None:
    data = bytearray((FIXTURES / "log" / "merged_rollback_twice.log").read_bytes())
    data[len(data) // 2] ^= 0x41
    data[20] ^= 0x40
    titles = [part.title for part in inspect_file(bytes(data), name="x.log").parts]
    lost = "COMMAND_BLOCK, intact but not returned"
    assert titles == ["refused", lost, "unread", lost]


def test_a_damaged_record_is_told_though_its_block_is_returned() -> None:
    data = bytearray(ONE.read_bytes())
    data[231] = 0x40  # length of a text that does not fit into its record
    (part,) = inspect_file(bytes(data)).parts
    assert part.why is not None
    assert (part.why.requirement, part.why.at) == ("log.avro.datum", 231)
    assert '<tr class="hit"><td class="n ofs">231</td>' in page(inspect_file(bytes(data)))


def test_containers_say_what_their_numbers_and_records_are() -> None:
    found = inspect_file(PLAN)
    assert [part.title for part in found.parts] == ["magic", "head", "blocks[0]"]
    meaning = {note.field.path: note.meaning for part in found.parts for note in part.notes}
    assert meaning["head.entries[0].key"] == "avro.schema"
    assert meaning["head.entries[0].len_value"] == "= 391"
    assert meaning["blocks[0].num_records"] == "= 1"
    assert meaning["blocks[0].records[0]"].startswith('{"candidate":["file:/t/.hoodie/archived/')


def test_a_container_that_was_cut_shows_what_is_left() -> None:
    found = inspect_file(PLAN.read_bytes()[:-20], name="plan")
    assert found.rejection is not None
    assert found.rejection.code == "truncated"
    assert [part.title for part in found.parts][-1] == "rest"
    assert is_whole(found)


def test_text_of_a_timeline() -> None:
    properties = b"#comment\nhoodie.table.name=t\nhoodie.table.checksum=1\n"
    found = inspect_file(properties, name="hoodie.properties")
    assert (found.kind, found.is_sound) == ("properties", True)
    assert [note.meaning for note in found.parts[0].notes] == [
        "#comment",
        "hoodie.table.name=t",
        "hoodie.table.checksum=1",
    ]
    assert "timeline.properties.checksum" in told(found)["violates a rule"][0]
    found = inspect_file(b'{"a": 1.5, "b": [', name="20240101000000001.commit")
    assert (found.kind, found.rejection and found.rejection.requirement) == (
        "json",
        "timeline.content.json-cut",
    )
    found = inspect_file(b"", name="20240101000000001.inflight")
    assert (found.kind, found.is_sound) == ("empty", True)


def test_one_block_of_many() -> None:
    data = ONE.read_bytes() * 50
    found = inspect_file(data, block=30)
    assert [part.is_open for part in found.parts] == [False, True, False]
    assert found.parts[1].headline == "[30] AVRO_DATA_BLOCK"
    assert is_whole(found)
    with pytest.raises(NoSuchBlockError, match="has 50 readable blocks"):
        inspect_file(data, block=50)
    found = inspect_file(FIXTURES / "hfile" / "bad_checksum_word.hfile", block=1)
    assert [part.is_open for part in found.parts] == [False, True, False]
    assert found.parts[1].why is not None


@pytest.mark.parametrize("path", [THREE, PLAN, *HFILES[:12]], ids=lambda path: path.stem)
def test_a_limit_leaves_no_byte_out(path: Path) -> None:
    found = inspect_file(path, limit=1)
    assert is_whole(found)
    assert found.is_sound == inspect_file(path).is_sound
    assert sum(len(part.notes) for part in found.parts) <= sum(
        len(part.notes) for part in inspect_file(path, limit=None).parts
    )


def test_records_behind_a_limit_are_one_field() -> None:
    container = encode_container('"long"', [bytes([number]) for number in range(100)])
    for limit, records in ((None, 100), (3, 3)):
        paths = [
            note.field.path for part in inspect_file(container, limit=limit).parts for note in part.notes
        ]
        assert sum(path.startswith("blocks[0].records") for path in paths) == records
        assert ("blocks[0].more" in paths) == (limit is not None)


def test_every_field_has_a_colour() -> None:
    seen = {
        field_kind(note.field) for path in SAMPLES for part in inspect_file(path).parts for note in part.notes
    }
    assert seen <= set(KINDS)
    assert {"magic", "length", "type", "key", "value", "checksum", "padding"} <= seen


def test_pieces_are_the_fields_without_empty_ones() -> None:
    found = pieces(ONE.read_bytes(), "x.log")
    assert found[0].label == "blocks[0].magic"
    assert sum(piece.len for piece in found) == ONE.stat().st_size


def test_a_notebook_shows_the_page_in_a_frame() -> None:
    text = inspect_file(b"#HUDI#<script>", name='<"name">')._repr_html_()
    assert text.startswith("<iframe ")
    assert text.count("<") == 2, "everything else is escaped"
    assert "&lt;script" not in html.unescape(text.partition('srcdoc="')[2]).replace("&lt;script&gt;", "")


# --- differences ---------------------------------------------------------------------------------------


def lines(a: bytes, b: bytes, kind: str = "log") -> list[str]:
    return [str(one) for one in diff_files(a, b, kind)]


def test_nothing_differs_from_itself() -> None:
    for path in SAMPLES:
        kind = {".log": "log", ".hfile": "hfile", ".avro": "avro"}[path.suffix]
        assert lines(path.read_bytes(), path.read_bytes(), kind) == []


def test_a_changed_value_is_one_difference() -> None:
    data = bytearray(ONE.read_bytes())
    data[234] = 0x54
    assert lines(ONE.read_bytes(), bytes(data)) == ["blocks[0].records[0].v: 1 → 42"]


def test_a_header_and_a_missing_block() -> None:
    data = bytearray(THREE.read_bytes())
    data[34:38] = b"2025"
    block = '{"INSTANT_TIME":"20240101000000003","kind":"AVRO_DATA_BLOCK","len_content":"32"}'
    assert lines(THREE.read_bytes(), bytes(data)[:-263]) == [
        'blocks[0].header.INSTANT_TIME: "20240101000000001" → "20250101000000001"',
        f"blocks[2]: only in A: {block}",
    ]


def test_damage_is_a_difference() -> None:
    data = bytearray(THREE.read_bytes())
    data[270] ^= 0x40
    found = list(diff_files(THREE.read_bytes(), bytes(data), "log"))
    assert [(one.path, one.kind) for one in found] == [
        ("blocks[1]", "only in A"),
        ("blocks[2]", "only in A"),
        ("end.reject", "changed"),
    ]


def test_layout_alone_is_no_difference() -> None:
    plain, gz = (FIXTURES / "hfile" / name for name in ("bloom_murmur3.hfile", "bloom_gz.hfile"))
    found = [one.path for one in diff_files(plain, gz, "hfile")]
    assert "trailer.compression_codec" in found
    assert not [path for path in found if "offset" in path or "size" in path]


def test_cells_are_matched_by_their_keys() -> None:
    a, b = (FIXTURES / "hfile" / f"{name}.hfile" for name in ("bad_checksum_word", "bad_prev_offset"))
    found = list(diff_files(a, b, "hfile"))
    assert any(one.path == "cells.reject" for one in found), "the one that cannot be read says so"


def test_records_and_schemas_of_containers() -> None:
    a, b = encode_container('"long"', [b"\2", b"\4", b"\6"]), encode_container('"long"', [b"\2", b"\6"])
    assert lines(a, b, "avro") == ['records[1]: only in A: "2"']
    assert lines(a, encode_container('"string"', []), "avro")[0] == 'schema: "long" → "string"'


def test_json_and_properties_by_members(tmp_path: Path) -> None:
    for name, old, new, said in (
        ("x.commit", b'{"a":{"b":1}}', b'{"a":{"b":2}}', 'a.b: "1" → "2"'),
        ("x.properties", b"a=1\nb=2\n", b"# new\nb=2\na=3\n", 'a: "1" → "3"'),
    ):
        a, b = tmp_path / "old" / name, tmp_path / "new" / name
        for path, text in ((a, old), (b, new)):
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(text)
        assert [str(one) for one in diff_files(a, b, "text")] == [said]


LEAVES = st.integers(0, 3) | st.text(max_size=2)
JSON = st.recursive(LEAVES, lambda inner: st.lists(inner) | st.dictionaries(st.text("ab"), inner))


@given(JSON, JSON)
def test_values_differ_exactly_when_they_are_not_equal(a: object, b: object) -> None:
    found = list(differing("", a, b))
    assert (not found) == (json.dumps(a, sort_keys=True) == json.dumps(b, sort_keys=True))
    assert all(isinstance(one, ValueDifference) and one.old != one.new for one in found)


# --- command line --------------------------------------------------------------------------------------


def run(*arguments: object) -> tuple[int, str]:
    result = CliRunner().invoke(command, [str(argument) for argument in arguments], standalone_mode=False)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        return 2, f"{result.output}{result.exception}"
    return int(result.return_value or 0), result.output


def test_command(tmp_path: Path) -> None:
    code, text = run(ONE)
    assert code == 0
    assert "00 00 00 00 00 00 00 f0   len_block = 240" in text
    assert "00 00 00 f0" not in run(ONE, "--no-hex")[1]
    code, text = run(ONE, "--json")
    document = json.loads(text)
    assert (document["kind"], document["sound"], document["len"]) == ("log", True, "254")
    assert document["parts"][0]["fields"][1] == {
        "path": "blocks[0].len_block",
        "ofs": "6",
        "len": "8",
        "kind": "length",
        "value": "240",
        "hex": "00000000000000f0",
        "meaning": "block of 14 + 240 = 254 bytes",
        "requirement": "log.block.size",
    }
    damaged = tmp_path / "x.log"
    damaged.write_bytes(b"no log")
    code, text = run(damaged, "--html", tmp_path / "x.html")
    assert code == 1
    assert "bad-magic" in (tmp_path / "x.html").read_text("utf-8")
    assert json.loads(run(damaged, "--json")[1])["reject"]["code"] == "bad-magic"


def test_command_diff(tmp_path: Path) -> None:
    same = tmp_path / "same.log"
    same.write_bytes(ONE.read_bytes())
    assert run("--diff", ONE, same) == (0, "equal, byte by byte\n")
    code, text = run("--diff", ONE, THREE, "--limit", "1")
    assert code == 1
    assert text.startswith("blocks[1]: only in B")
    assert "--limit" in text
    document = json.loads(run("--diff", ONE, THREE, "--json")[1])
    assert [row["path"] for row in document["differences"]] == ["blocks[1]", "blocks[2]"]
    assert run("--diff", ONE)[0] == run("--diff", ONE, PLAN)[0] == run(ONE, THREE)[0] == 2
    assert run(ONE, "--block", "7")[0] == 2
