# SPDX-License-Identifier: Apache-2.0
"""Properties are written in drawn forms of one content, all of which `java.util.Properties` reads alike."""

from __future__ import annotations

import zlib

import pytest
from hudi_conformance.decode.timeline.properties import decode_properties
from hudi_conformance.errors import Reject
from hypothesis import given, settings
from hypothesis import strategies as st

TEXTS = st.text("aB0. \t\f\n\r=:#!\\éÿ€😀\x7fu", max_size=4)
NAMES = st.characters(exclude_categories=["Cs"])
SPECIAL = {"\t": "\\t", "\n": "\\n", "\r": "\\r", "\f": "\\f"}


@st.composite
def written(draw: st.DrawFn, text: str, is_key: bool) -> str:
    """A text in one of its forms: characters as they are, escaped, as code units, or continued lines."""
    parts: list[str] = []
    for number, char in enumerate(text):
        units = char.encode("utf-16-be").hex()
        forms = ["".join(f"\\u{units[start : start + 4]}" for start in range(0, len(units), 4))]
        is_first = number == 0
        if char in "\n\r":
            forms.append(SPECIAL[char])
        elif char in "\t\f":
            forms += [SPECIAL[char], f"\\{char}"]
        elif char in "=:# !":
            forms.append(f"\\{char}")
            if not is_first and (char in "#!" or not is_key):
                forms.append(char)
        elif char == "\\":
            forms.append("\\\\")
        elif ord(char) < 256:
            forms.append(char)
        parts.append(draw(st.sampled_from(["", "\\\n", "\\\r\n \t", "\\\r"])) if number else "")
        parts.append(
            draw(st.sampled_from(forms if parts[-1] == "" else [one for one in forms if one[0] not in " \t"]))
        )
    return "".join(parts)


@st.composite
def files(draw: st.DrawFn) -> tuple[dict[str, str], bytes]:
    """Entries, and a file that holds them."""
    entries = draw(st.dictionaries(TEXTS.filter(bool), TEXTS, max_size=4))
    lines: list[str] = []
    for key, value in entries.items():
        lines += draw(st.lists(st.sampled_from(["", " \t", "#a=b\\", " !c", "\f# d"]), max_size=2))
        before = draw(st.sampled_from(["", " ", "\t\f"]))
        separator = draw(st.sampled_from(["=", ":", " = ", "\t:\f"]))
        lines.append(before + draw(written(key, True)) + separator + draw(written(value, False)))
    end = draw(st.sampled_from(["\n", "\r\n", "\r"]))
    return entries, (end.join(lines) + draw(st.sampled_from(["", end]))).encode("latin-1")


@settings(deadline=None, max_examples=50)
@given(files())
def test_every_form_of_a_file_has_the_entries(drawn: tuple[dict[str, str], bytes]) -> None:
    entries, data = drawn
    assert dict(decode_properties(data).entries) == entries


@settings(deadline=None)
@given(st.integers(0, 3), st.sampled_from(["", "z", "12", "00g", "123"]), st.sampled_from(["\n", "\r\n"]))
def test_a_bad_code_unit_is_rejected_at_its_backslash(num_lines: int, digits: str, end: str) -> None:
    before = f"a=b{end}" * num_lines + f"k=x\\{end}   "
    with pytest.raises(Reject) as rejected:
        decode_properties(f"{before}\\u{digits}{end}c=d".encode())
    assert (rejected.value.code, rejected.value.at) == ("bad-value", len(before))


@given(st.lists(st.text("xy", max_size=3), max_size=6), st.data())
def test_a_cut_file_has_the_entries_of_its_complete_lines(values: list[str], data: st.DataObject) -> None:
    whole = "".join(f"k{number}={value}\n" for number, value in enumerate(values))
    cut = whole[: data.draw(st.integers(0, len(whole)))]
    complete = {f"k{number}": value for number, value in enumerate(values[: cut.count("\n")])}
    assert decode_properties(cut.encode()).entries.items() >= complete.items()


@settings(max_examples=300)
@given(st.binary(max_size=60))
def test_any_bytes_are_properties_or_rejected_at_a_backslash(data: bytes) -> None:
    rejected: Reject | None = None
    try:
        decode_properties(data)
    except Reject as error:
        rejected = error
    assert rejected is None or (rejected.code, data[rejected.at or 0]) == ("bad-value", ord("\\"))


@settings(deadline=None)
@given(st.text(NAMES, max_size=5), st.text(NAMES, max_size=5), st.integers(-1, 1))
def test_the_checksum_is_of_both_names(database: str, name: str, change: int) -> None:
    def escaped(text: str) -> str:
        units = text.encode("utf-16-be").hex()
        return "".join(f"\\u{units[start : start + 4]}" for start in range(0, len(units), 4))

    before = f"hoodie.database.name={escaped(database)}\nhoodie.table.name={escaped(name)}\n"
    crc = zlib.crc32(f"{database}.{name}".encode()) + change
    found = decode_properties(f"{before}hoodie.table.checksum={crc}\n".encode())
    assert found.checksum == ("mismatch" if change else "ok")
    assert found.ofs_checksum == len(before) + len("hoodie.table.checksum=")


@pytest.mark.parametrize("text", ["hoodie.table.name=t1\n", "a=b\n", ""])
def test_without_a_checksum_it_is_absent(text: str) -> None:
    found = decode_properties(text.encode())
    assert (found.checksum, found.ofs_checksum) == ("absent", None)


def test_a_checksum_without_a_name_differs() -> None:
    found = decode_properties(b"hoodie.table.checksum=3609136688\n")
    assert found.checksum == "mismatch"
