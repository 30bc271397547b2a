# SPDX-License-Identifier: Apache-2.0
import pytest
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
