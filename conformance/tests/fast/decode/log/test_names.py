# SPDX-License-Identifier: Apache-2.0
"""Names of log files: any text is one, with its parts, or refused; cases have the examples."""

from __future__ import annotations

from hudi_conformance.decode.log.names import decode_name
from hudi_conformance.errors import Reject
from hypothesis import given
from hypothesis import strategies as st

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
