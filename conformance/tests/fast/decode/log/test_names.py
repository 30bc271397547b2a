# SPDX-License-Identifier: Apache-2.0
"""Names of log files: which are, what they say, and their order."""

from __future__ import annotations

import pytest
from hudi_conformance.decode.log.names import decode_name, sort_names
from hudi_conformance.errors import Reject
from hudi_conformance.model.names import LogFileName
from hypothesis import given
from hypothesis import strategies as st

F = "f9037b56-d84c-4b9a-87db-7cae41ab2505-0"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (f".{F}_20211130143947.log.1_2-4-0", LogFileName(F, "20211130143947", "log", 1, "2-4-0", "")),
        (f".{F}_20211130143947.log.12", LogFileName(F, "20211130143947", "log", 12, None, "")),
        (".files-0000-0_1.log.1_0-0-0.cdc", LogFileName("files-0000-0", "1", "log", 1, "0-0-0", ".cdc")),
        (".commits_.archive.1_1-0-1", LogFileName("commits", "", "archive", 1, "1-0-1", "")),
        (".a_1.log.2147483647", LogFileName("a", "1", "log", 2147483647, None, "")),
        (".a_1.log.0001", LogFileName("a", "1", "log", 1, None, "")),
    ],
)
def test_name(name: str, expected: LogFileName) -> None:
    assert decode_name(name) == expected


@pytest.mark.parametrize(
    "name",
    [
        "",
        "a_1.log.1",
        ".a.b_1.log.1",
        "._1.log.1",
        ".a_1.log.",
        ".a_1.log.x",
        ".a_1.log.1_1-2",
        ".a_1.log.1.cdc",
        ".a_1.log.1_1-2-3.cdcx",
        ".a_1.log.1_1-2-3Xcdc",
        ".a_1.log.1_1-2-3_uuid",
        ".a_1.log.1\n",
        ".a_1.parquet.1",
        ".a_1.log.2147483648",
        ".a_1.log.99999999999999999999",
        ".a_1.log.\N{ARABIC-INDIC DIGIT ONE}",
        "x.a_1.log.1",
    ],
)
def test_no_name(name: str) -> None:
    with pytest.raises(Reject) as caught:
        decode_name(name)
    assert caught.value.code == "bad-value"


def test_order() -> None:
    names = [
        ".a_2.log.1_0-0-0",
        ".a_1.log.10_0-0-0",
        ".a_1.log.2",
        ".a_1.log.2_10-0-0",
        ".a_1.log.2_9-0-0",
        ".a_1.log.2_10-0-0.cdc",
        ".b_10.log.1_0-0-0",
    ]
    assert sort_names(names) == [
        ".a_1.log.2",
        ".a_1.log.2_10-0-0",
        ".a_1.log.2_10-0-0.cdc",
        ".a_1.log.2_9-0-0",
        ".a_1.log.10_0-0-0",
        ".b_10.log.1_0-0-0",
        ".a_2.log.1_0-0-0",
    ]


NEARLY = r"\.[a-z_.]{1,4}_[0-9._]{0,4}\.(log|archive)\.[0-9]{0,12}(_[0-9-]{0,7})?(\.cdc)?"


@given(st.text(max_size=60) | st.from_regex(NEARLY))
def test_any_text_is_a_name_or_refused(text: str) -> None:
    try:
        name = decode_name(text)
    except Reject:
        return
    token = "" if name.write_token is None else f"_{name.write_token}"
    start = f".{name.file_id}_{name.instant}.{name.extension}."
    assert text.startswith(start)
    assert text.endswith(f"{token}{name.suffix}")
    assert int(text[len(start) :].split("_", maxsplit=1)[0]) == name.file_version
