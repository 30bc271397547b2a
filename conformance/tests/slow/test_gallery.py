# SPDX-License-Identifier: Apache-2.0
"""The grammars in the layout of the format gallery keep its rules, compile, and read the same."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hudi_conformance import resources
from instruments.parsers import gallery

pytestmark = pytest.mark.own_job

# What `common/vlq_base128_le` of the gallery offers, in the fewest words.
STAND_IN = """\
meta:
  id: vlq_base128_le
seq:
  - id: groups
    type: group
    repeat: until
    repeat-until: not _.has_next
types:
  group:
    seq:
      - id: b
        type: u1
    instances:
      has_next:
        value: b >= 128
      value:
        value: b % 128
instances:
  len:
    value: groups.size
  value:
    value: '(groups[0].value + (len > 1 ? groups[1].value * 128 : 0)).as<u8>'
"""
READ = """\
import sys
from avro_long import AvroLong
from hfile import Hfile
from hudi_log_file import HudiLogFile
print([AvroLong.from_bytes(bytes.fromhex(text)).value for text in sys.argv[3:]])
print(len(HudiLogFile.from_file(sys.argv[1]).blocks), Hfile.from_file(sys.argv[2]).trailer is None)
"""
LONGS = {
    "00": 0,
    "01": -1,
    "8001": 64,
    "ff7f": -8192,
    "fe" + "ff" * 8 + "01": 2**63 - 1,
    "ff" * 9 + "01": -(2**63),
}


def test_the_layout_keeps_the_rules_and_reads_the_same(tmp_path: Path) -> None:
    files = gallery.lay_out(resources.ksy_dir())
    assert [text for path in files for text in gallery.problems(path, files[path])] == []
    for name, text in {**files, "common/vlq_base128_le.ksy": STAND_IN}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert gallery.compile_all(tmp_path, list(files), tmp_path / "out") == []
    parsers = tmp_path / "out/0/python"
    (parsers / "read.py").write_text(READ, encoding="utf-8")
    fixtures = resources.fixtures_dir()
    given = [str(fixtures / "log/delete_v3.log"), str(fixtures / "hfile/binary_rows.hfile"), *LONGS]
    run = subprocess.run(
        [sys.executable, "read.py", *given], cwd=parsers, capture_output=True, text=True, check=True
    )
    longs, counts = run.stdout.splitlines()
    assert longs == str(list(LONGS.values()))
    assert counts == "1 False"


def test_what_breaks_a_rule_is_named() -> None:
    text = "meta:\n  license: GPL\n  id: other\nseq: []\ndoc: a \n"
    assert len(list(gallery.problems("a/b.ksy", text))) == 8
