# SPDX-License-Identifier: Apache-2.0
"""Ask the questions of one module about the unchanged package, while they are written.

    python conformance/tests/quality/chance_ask.py MODULE [WORD ...]

MODULE is such as `chance_near_kryo`; with words, only questions whose name has one of them are asked. Each is
printed with its fault, or None; what needs a world is asked by `chance.py`. Exit code 1 with a fault, and
when nothing was asked.
"""

from __future__ import annotations

import argparse
import importlib
import inspect
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import cast

sys.path.extend(str(Path(__file__).resolve().parents[1] / name) for name in ("support", ""))

from chance_asked import Asked
from chance_questions import World


def questions_of(module: str) -> Iterator[Asked]:
    """What the generators of a module yield, those that take nothing."""
    for name, make in list(vars(importlib.import_module(module)).items()):
        is_own = inspect.ismethod(make) or getattr(make, "__module__", None) == module
        if name.endswith("_questions") and is_own and not inspect.signature(make).parameters:
            yield from make()


def main() -> int:
    """See the module for arguments and exit codes."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("module")
    parser.add_argument("words", nargs="*")
    options = parser.parse_args()
    num, num_wrong = 0, 0
    for name, _, ask in questions_of(options.module.removesuffix(".py")):
        if options.words and not any(word in name for word in options.words):
            continue
        try:
            fault = ask(cast("World", None))
        except Exception as error:
            traceback.print_exc(limit=-3)
            fault = repr(error)[:300]
        print(name, fault, flush=True)
        num += 1
        num_wrong += fault is not None
    print(f"{num} asked, {num_wrong} wrong")
    return 1 if num_wrong or not num else 0


if __name__ == "__main__":
    sys.exit(main())
