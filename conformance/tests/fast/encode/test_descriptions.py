# SPDX-License-Identifier: Apache-2.0
"""What the reference writer makes of descriptions with every option, and what it says of malformed ones.

After a change of what is written on purpose: `python conformance/tests/fast/encode/test_descriptions.py`.
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
from hudi_conformance.encode import EncodedLog, EncodeError, encode_log
from hudi_conformance.encode.bloom import encode_bloom_description
from hudi_conformance.encode.hfile.file import WrittenHFile
from hudi_conformance.encode.hfile.write import encode_hfile_description
from hudi_conformance.encode.metadata.table import encode_metadata
from hudi_conformance.encode.table.writer import encode_table
from hudi_conformance.encode.timeline.table import encode_timeline
from instruments.writer.hfile_views import expected_views
from instruments.writer.log_views import expected_positions, expected_records, expected_scan

MESSAGES = tomllib.loads(Path(__file__).with_name("messages.toml").read_text("utf-8"))["message"]
BYTES = Path(__file__).with_name("bytes.toml")
WRITERS: dict[str, Callable[[Any], Any]] = {
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


def digest(writer: str, description: Any) -> str:
    """Of the bytes, and of the answers that readers must give."""
    made = WRITERS[writer](description)
    match made:
        case EncodedLog():
            answers = expected_scan(made), expected_records(made), expected_positions(made)
            made = made.data, made.is_sound, *answers
        case WrittenHFile():
            made = made.data, expected_views(made)
    return hashlib.sha256(repr(made).encode()).hexdigest()


@pytest.mark.parametrize(
    "entry", tomllib.loads(BYTES.read_text("utf-8"))["file"], ids=lambda entry: entry["id"]
)
def test_every_byte_is_as_before(entry: dict[str, str]) -> None:
    assert digest(entry["writer"], json.loads(entry["description"])) == entry["sha256"]


if __name__ == "__main__":
    text = BYTES.read_text("utf-8")
    for item in tomllib.loads(text)["file"]:
        new = digest(item["writer"], json.loads(item["description"]))
        text = re.sub(rf'(id = "{item["id"]}"\n.*\n.*\nsha256 = ")\w+', rf"\g<1>{new}", text)
    BYTES.write_text(text, "utf-8")
