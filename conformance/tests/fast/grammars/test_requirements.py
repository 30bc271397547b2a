# SPDX-License-Identifier: Apache-2.0
"""Every field of the grammars carries a requirement of the specification, and no entry is left over."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator

import pytest
from hudi_conformance import resources
from hudi_conformance.errors import CODES
from hudi_conformance.specification import requirements
from instruments.specification.grammar_fields import CHECKS, load_checks

MAPPED = (
    "avro_container",
    "hfile",
    "hfile_block",
    "hfile_block_header",
    "hfile_bloom_meta",
    "hfile_data_block",
    "hfile_encoded_block",
    "hfile_file_info",
    "hfile_file_info_old",
    "hfile_key",
    "hfile_kv_slices",
    "hfile_leaf_index",
    "hfile_root_index",
    "hfile_tags",
    "hfile_trailer",
    "hudi_archive_file",
    "hudi_bloom_filter",
    "hudi_bloom_filter_dynamic",
    "hudi_delete_content",
    "hudi_delete_kryo",
    "hudi_delete_record_list",
    "hudi_log_avro_content",
    "hudi_log_block",
    "hudi_log_file",
    "hudi_log_index",
    "hudi_record_positions",
)
_SECTION = re.compile(r"^( *)(seq|instances|types|params|enums|meta):$")
_ITEM = re.compile(r"^( *)- id: (\w+)$")
_KEY = re.compile(r"^( *)(\w+):")


def list_fields(text: str) -> Iterator[str]:
    """Paths of the seq fields and instances of a grammar in house style (two spaces, ids first)."""
    path: list[tuple[int, str]] = []  # enclosing section or type names by their indentation
    for line in text.splitlines():
        indent = len(line) - len(line.lstrip(" "))
        while path and line.strip() and indent <= path[-1][0]:
            # a list may stand at the indentation of its key
            if _ITEM.match(line) and indent == path[-1][0]:
                break
            path.pop()
        section = _SECTION.match(line)
        names = [name for _, name in path]
        if section and (not names or names[-1] not in {"instances", "seq", "params", "meta", "enums"}):
            path.append((indent, section[2]))
        elif (item := _ITEM.match(line)) and names and names[-1] == "seq":
            yield "/" + "/".join([*names, item[2]])
        elif (key := _KEY.match(line)) and names and indent == path[-1][0] + 2:
            if names[-1] == "instances":
                yield "/" + "/".join([*names, key[2]])
            elif names[-1] == "types":
                path.append((indent, key[2]))


def grammar_text(name: str) -> str:
    return (resources.ksy_dir() / f"{name}.ksy").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def mapping() -> dict[str, dict[str, list[str]]]:
    with (resources.ksy_dir() / "REQUIREMENTS.toml").open("rb") as file:
        entries = tomllib.load(file)
    paths = {
        name: {path: ids for path, ids in each.items() if path != CHECKS} for name, each in entries.items()
    }
    return {name: each for name, each in paths.items() if each}


def enclosing(path: str) -> set[str]:
    """The path itself and the paths of the types around it."""
    parts = path.split("/")
    return {path} | {"/".join(parts[:end]) for end in range(3, len(parts), 2) if parts[end - 2] == "types"}


def test_list_fields_knows_the_house_style():
    text = """meta:
  id: a
seq:
  - id: one
    type: b
instances:
  two:
    value: 1
types:
  b:
    seq:
      - id: three
        enum: seq
    instances:
      four:
        pos: 0
enums:
  c:
    0: five
"""
    assert list(list_fields(text)) == [
        "/seq/one",
        "/instances/two",
        "/types/b/seq/three",
        "/types/b/instances/four",
    ]


@pytest.mark.parametrize("name", MAPPED)
def test_scanner_misses_nothing_that_the_compiler_reads(name: str):
    listed = {path.rsplit("/", 1)[1] for path in list_fields(grammar_text(name))}
    parser = resources.data_root() / "generated" / "python" / "hudi_parsers" / f"{name}.py"
    text = parser.read_text(encoding="utf-8")
    read = set(re.findall(r"^ +self\.(?:_m_)?([a-z]\w*) = ", text, re.MULTILINE))
    params = set(re.findall(r"^ +self\.(\w+) = \1$", text, re.MULTILINE))
    assert read - params == listed


@pytest.mark.parametrize("name", MAPPED)
def test_every_field_has_a_requirement(name: str, mapping: dict[str, dict[str, list[str]]]):
    entries = mapping[name]
    fields = set(list_fields(grammar_text(name)))
    assert fields
    assert sorted(field for field in fields if not enclosing(field) & entries.keys()) == []
    assert sorted(entries.keys() - {path for field in fields for path in enclosing(field)}) == []
    assert [path for path, ids in entries.items() if not ids] == []


def test_no_other_grammar_is_mapped(mapping: dict[str, dict[str, list[str]]]):
    assert sorted(mapping) == sorted(MAPPED)


def test_requirements_are_of_the_specification(mapping: dict[str, dict[str, list[str]]]):
    known = requirements.load(resources.spec_dir()).requirements
    named = {requirement for entries in mapping.values() for ids in entries.values() for requirement in ids}
    assert sorted(named - known.keys()) == []


def test_fields_named_by_the_specification_exist():
    # the specification may also name a whole grammar (`avro_long#`) or a type in it
    known = {
        f"{grammar.stem}#{part}"
        for grammar in resources.ksy_dir().glob("*.ksy")
        for field in list_fields(grammar.read_text(encoding="utf-8"))
        for part in (enclosing(field) | {""})
    }
    rules = requirements.load(resources.spec_dir()).requirements
    named = {(entry, rule.id) for rule in rules.values() for entry in rule.ksy}
    assert sorted(pair for pair in named if pair[0] not in known) == []


def test_checks_name_codes_and_requirements_that_exist():
    known = requirements.load(resources.spec_dir()).requirements
    checks = [check for table in load_checks(resources.ksy_dir()).values() for check in table.values()]
    assert {check.code for check in checks} <= CODES
    assert {check.requirement for check in checks} - {""} <= known.keys()
