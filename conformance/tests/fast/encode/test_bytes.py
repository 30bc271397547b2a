# SPDX-License-Identifier: Apache-2.0
"""Every option of the reference writer, by digests of the bytes and of the answers that readers must give.

After a change of what is written on purpose: `python conformance/tests/fast/encode/test_bytes.py`.
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hudi_conformance.encode import encode_log
from hudi_conformance.encode.bloom import encode_bloom_description
from hudi_conformance.encode.hfile.write import encode_hfile_description
from hudi_conformance.encode.timeline.table import encode_timeline
from instruments.writer.hfile_views import expected_views

PATH = Path(__file__).with_name("bytes.toml")


def log(description: Any) -> tuple[object, ...]:
    made = encode_log(description)
    answers = made.expected_scan(), made.expected_records(), made.expected_positions()
    return made.data, made.is_sound, *answers


def hfile(description: Any) -> tuple[object, ...]:
    made = encode_hfile_description(description)
    return made.data, expected_views(made)


WRITERS: dict[str, Callable[[Any], object]] = {
    "bloom": encode_bloom_description,
    "hfile": hfile,
    "log": log,
    "timeline": encode_timeline,
}


def digest(writer: str, description: Any) -> str:
    return hashlib.sha256(repr(WRITERS[writer](description)).encode()).hexdigest()


@pytest.mark.parametrize(
    "entry", tomllib.loads(PATH.read_text("utf-8"))["file"], ids=lambda entry: entry["id"]
)
def test_every_byte_is_as_before(entry: dict[str, str]) -> None:
    assert digest(entry["writer"], json.loads(entry["description"])) == entry["sha256"]


if __name__ == "__main__":
    text = PATH.read_text("utf-8")
    for entry in tomllib.loads(text)["file"]:
        new = digest(entry["writer"], json.loads(entry["description"]))
        text = re.sub(rf'(id = "{entry["id"]}"\n.*\n.*\nsha256 = ")\w+', rf"\g<1>{new}", text)
    PATH.write_text(text, "utf-8")
