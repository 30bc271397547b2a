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
    "hudi_record_positions": {"num_containers_minus_1", "num_containers_plain"},  # check_num_containers
    "hfile_trailer": {"len_data_index_inflated", "len_total_inflated"},  # of all blocks together
    "hfile_root_index": {"len_block", "len_leaf_block"},  # of another block
    "hfile_leaf_index": {"len_block"},
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
    order = ["id", "title", "application", "file-extension", "license", "ks-version", "imports", "endian"]
    assert keys == [key for key in order if key in keys]
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
def test_lengths_and_counts_are_bounded(path: Path):
    text = path.read_text(encoding="utf-8")
    attributes = list(items(text))
    for index, (name, body) in enumerate(attributes):
        if not name.startswith(("len_", "num_")) or name in UNBOUNDED.get(path.stem, ()):
            continue
        following = attributes[index + 1][0] if index + 1 < len(attributes) else ""
        assert "valid:" in body or following == f"check_{name}", f"{path.name}: {name} is believed"
