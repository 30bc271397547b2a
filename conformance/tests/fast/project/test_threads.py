# SPDX-License-Identifier: Apache-2.0
"""Every thread of another project that is linked is in `threads.toml`, as read or not."""

from __future__ import annotations

import re
import tomllib
from itertools import chain

from hudi_conformance import resources

ROOT = resources.data_root()
LINK = re.compile(r"(?:github\.com/)?([\w-]+/[\w-]+)(?:#|/issues/|/pull/)(\d+)")


def test_threads_are_those_of_the_links() -> None:
    folders = ("conformance/defects/*.toml", "conformance/expectations/*.toml", "spec/*.md", "spec/*.toml")
    texts = (path.read_text(encoding="utf-8") for path in chain(*map(ROOT.glob, folders)))
    linked = {f"{match[1]}#{match[2]}" for text in texts for match in LINK.finditer(text)}
    threads = tomllib.loads((ROOT / "conformance/threads.toml").read_text(encoding="utf-8"))
    known = [*threads["read"], *threads["not_returned"], *threads["not_searched"]]
    assert sorted(known) == sorted(linked)
