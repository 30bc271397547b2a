# SPDX-License-Identifier: Apache-2.0
"""Record keys of ORC base files, which Bloom filters are compared with."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pytest
from hudi_conformance.decode.base_file import open_base_file
from hudi_conformance.decode.bloom.check import base_keys
from hudi_conformance.errors import UnsupportedInput
from pyarrow import orc


def test_null_keys_are_left_out(tmp_path: Path) -> None:
    path = tmp_path / "rows.orc"
    orc.write_table(pa.table({"a": ["x", "y", "z"], "_hoodie_record_key": ["k1", None, "é"]}), path)
    assert list(base_keys(open_base_file(path))) == [b"k1", "é".encode()]
    orc.write_table(pa.table({"a": ["x"]}), path)
    with pytest.raises(UnsupportedInput, match="without _hoodie_record_key"):
        list(base_keys(open_base_file(path)))
