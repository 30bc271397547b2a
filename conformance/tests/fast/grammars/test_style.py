# SPDX-License-Identifier: Apache-2.0
"""House style of the grammars: what every Kaitai tool can open, and bounds on all that is counted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hudi_conformance import resources

GRAMMARS = sorted(resources.ksy_dir().glob("*.ksy"))
# Lengths of which the next check is about something else, with the reason.
UNBOUNDED = {
    "avro_container": {"len_chunk"},  # says nothing that is read by
    "hudi_delete_record_list": {"len_chunk"},  # says nothing that is read by
    "hfile_trailer": {"len_data_index_inflated", "len_total_inflated"},  # of all blocks together
    "hfile_root_index": {"len_block", "len_leaf_block"},  # of another block
    "hfile_leaf_index": {"len_block"},
}
META = ("id", "title", "application", "file-extension", "xref", "license", "ks-version", "imports", "endian")
# Zero-size checks where there can be no `valid`: an attribute takes one, a user type, a parameter and an
# instance none.
CHECKS = {
    "hfile": {"check_ofs_trailer"},  # of an instance
    "hfile_encoded_block": {
        "check_len_key_new",
        "check_len_value_new",
        "check_len_row",  # may be those of the cell before
    },
    "hfile_file_info": {"check_parts"},  # of all fields of a pair
    "hudi_archive_file": {"check_type", "check_header", "check_footer"},  # of attributes of another grammar
    "hfile_root_index": {"check_num_entries"},  # of a parameter
    "hudi_delete_kryo": {
        "check_num_units",
        "check_end",
        "check_text",  # of bytes that may be absent; of the position; of one class
    },
    "hudi_delete_record_list": {"check_end", "check_range"},  # of the position; of an instance of a user type
    "hudi_log_block": {"check_room", "check_filled"},  # of the position
    "avro_container": {"check_room"},  # of two numbers
}


def items(text: str) -> Iterator[tuple[str, str]]:
    """Attributes of all seqs: (id, text of the attribute)."""
    for seq in re.finditer(r"^( *)seq:\n((?:\1  .*\n|\n)*)", text, re.MULTILINE):
        for match in re.finditer(r"^( *)- id: (\w+)\n((?:\1  .*\n|\n)*)", seq[2], re.MULTILINE):
            yield match[2], match[3]


@pytest.mark.parametrize("path", GRAMMARS, ids=lambda path: path.stem)
def test_meta(path: Path):
    text = path.read_text(encoding="utf-8")
    meta = text.split("\ndoc:", 1)[0]
    keys = re.findall(r"^  ([a-z-]+):", meta, re.MULTILINE)
    assert keys == [key for key in META if key in keys]
    assert f"\n  id: {path.stem}\n" in text
    assert "\n  license: CC0-1.0\n" in meta
    assert re.search(r"\n  ks-version: '0\.1[01]'\n", meta + "\n")
    assert text.index("\ndoc:") < text.index("\ndoc-ref:") < text.index("\nseq:")


@pytest.mark.parametrize("path", GRAMMARS, ids=lambda path: path.stem)
def test_text(path: Path):
    text = path.read_text(encoding="utf-8")
    assert text.endswith("\n")
    assert "\t" not in text
    assert not re.search(r" +$", text, re.MULTILINE)
    for word in ("ks-opaque-types", "ks-debug", "process:", "type: str\n    encoding: UTF-8"):
        assert word not in text
    # Go counts elements of `repeat: until` from 1
    for _, body in items(text):
        assert not ("repeat: until" in body and "_index" in body)
    # an expression without `_` does not compile in Go
    assert [
        expr
        for expr in re.findall(r"^ +expr: (.*)$", text, re.MULTILINE)
        if "_" not in re.findall(r"\w+", expr)
    ] == []


@pytest.mark.parametrize("path", GRAMMARS, ids=lambda path: path.stem)
def test_checks_of_their_own_are_of_user_types(path: Path):
    """A zero-size check stands where no `valid` can: behind an attribute of a user type, or listed."""
    attributes = list(items(path.read_text(encoding="utf-8")))
    others = set()
    for (_, before), (name, body) in zip([("", ""), *attributes], attributes, strict=False):
        if name.startswith("check_"):
            assert re.search(r"^ +size: 0$", body, re.MULTILINE)
            kind = re.search(r"^ +type: '?(\w+)", before, re.MULTILINE)
            if kind is None or re.fullmatch(r"[usf][1248](le|be)?", kind[1]):
                others.add(name)
    assert others <= CHECKS.get(path.stem, set())


@pytest.mark.parametrize("path", GRAMMARS, ids=lambda path: path.stem)
def test_instances_do_not_take_the_position_of_their_first_use(path: Path):
    text = path.read_text(encoding="utf-8")
    for section in re.finditer(r"^( *)instances:\n((?:\1  .*\n|\n)*)", text, re.MULTILINE):
        assert "_io.pos" not in section[2]


@pytest.mark.parametrize("path", GRAMMARS, ids=lambda path: path.stem)
def test_lengths_and_counts_are_bounded(path: Path):
    text = path.read_text(encoding="utf-8")
    attributes = list(items(text))
    for index, (name, body) in enumerate(attributes):
        if not name.startswith(("len_", "num_")) or name in UNBOUNDED.get(path.stem, ()):
            continue
        following = attributes[index + 1][0] if index + 1 < len(attributes) else ""
        assert "valid:" in body or following == f"check_{name}", f"{path.name}: {name} is believed"
