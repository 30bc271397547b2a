# SPDX-License-Identifier: Apache-2.0
"""Put a repository's name into every address that leads to it: links, module path of Go, the site.

    python conformance/tools/name_repository.py acme/hudi-conformance

Sources hold a placeholder for the owner, so that a fork publishes under its own name; the workflows run this
on their checkout with `$GITHUB_REPOSITORY` before they build. Exit code 2 where the name is not `owner/name`.
"""

from __future__ import annotations

import argparse
import re
import subprocess
from pathlib import Path

# In two parts, so that this file keeps it.
PLACEHOLDER = "OWN" + "ER"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]*/[A-Za-z0-9._-]+")


def named(text: str, repository: str) -> str:
    """A text with the name of the repository; GitHub's pages have a separate address."""
    owner, name = repository.split("/")
    text = text.replace(
        f"https://{PLACEHOLDER}.github.io/hudi-conformance/", f"https://{owner.lower()}.github.io/{name}/"
    )
    return text.replace(f"{PLACEHOLDER}/hudi-conformance", repository)


def tracked(root: Path) -> list[Path]:
    """Files of a checkout in which the placeholder is."""
    command = [
        "git",
        "grep",
        "--files-with-matches",
        "-I",
        "-z",
        "--fixed-strings",
        "--word-regexp",
        PLACEHOLDER,
    ]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    if done.returncode > 1:  # 1: none
        raise SystemExit(done.stderr.strip())
    return [root / name for name in done.stdout.split("\0") if name]


def main() -> None:
    """Rewrite the files of this checkout."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("repository", metavar=f"{PLACEHOLDER}/NAME")
    parser.add_argument(
        "--root", type=Path, default=Path(__file__).resolve().parents[2], help="another checkout"
    )
    options = parser.parse_args()
    if not _NAME.fullmatch(options.repository):
        parser.error(f"not the name of a repository: {options.repository!r}")
    num_files = 0
    for path in tracked(options.root):
        text = path.read_text(encoding="utf-8")
        changed = named(text, options.repository)
        if changed != text:
            path.write_text(changed, encoding="utf-8", newline="")
            num_files += 1
    print(f"{options.repository} in {num_files} files")


if __name__ == "__main__":
    main()
