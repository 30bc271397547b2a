# SPDX-License-Identifier: Apache-2.0
import pytest
from instruments.english.__main__ import replaceable_names
from instruments.english.texts import texts_of


@pytest.mark.parametrize(
    ("suffix", "source", "text"),
    [
        (".md", "A `b c` of [it](x.md).", "A `…` of it."),
        (".py", 'raise E(f"{a} is no b")', "`…` is no b"),
        (".toml", "# a\nb = 'c'\nd = \"e f g\"", "e f g"),
    ],
)
def test_text_is_separated_from_code(suffix: str, source: str, text: str) -> None:
    assert [part for _, part in texts_of(suffix, source)] == [text]


def test_operands_and_terms_are_not_replaced() -> None:
    source = "def f(left, right, word): left, found = 1, 2"
    assert replaceable_names("conformance/x.py", source) == {"left": 1, "word": 1, "found": 1}
    assert "word" not in replaceable_names("conformance/hudi_conformance/decode/hashes.py", source)
