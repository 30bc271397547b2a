# SPDX-License-Identifier: Apache-2.0
"""What the reference writer says of malformed descriptions: place, expectation, value, code and rule."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hudi_conformance.encode import EncodeError, encode_log
from hudi_conformance.encode.bloom import encode_bloom_description
from hudi_conformance.encode.hfile.write import encode_hfile_description
from hudi_conformance.encode.metadata.table import encode_metadata
from hudi_conformance.encode.table.writer import encode_table
from hudi_conformance.encode.timeline.table import encode_timeline

MESSAGES = tomllib.loads(Path(__file__).with_name("messages.toml").read_text("utf-8"))["message"]
WRITERS: dict[str, Callable[[Any], object]] = {
    "bloom": encode_bloom_description,
    "hfile": encode_hfile_description,
    "log": encode_log,
    "metadata": encode_metadata,
    "table": encode_table,
    "timeline": encode_timeline,
}


@pytest.mark.parametrize("entry", [pytest.param(entry, id=entry["id"]) for entry in MESSAGES])
def test_what_is_wrong_with_a_description(entry: dict[str, str]) -> None:
    with pytest.raises(EncodeError) as error:
        WRITERS[entry["writer"]](json.loads(entry["description"]))
    assert str(error.value) == entry["error"]
