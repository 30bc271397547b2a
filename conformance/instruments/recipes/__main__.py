# SPDX-License-Identifier: Apache-2.0
"""Write or check the base fixtures of the reference writer; see `files`.

python -m instruments.recipes            write what is missing or different
python -m instruments.recipes --check    change nothing, fail on any difference
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from instruments.recipes.files import (
    bloom_differences,
    bloom_recipe_files,
    differences,
    hfile_differences,
    hfile_recipe_files,
    recipe_files,
)
from instruments.recipes.metadata import metadata_differences, metadata_recipe_files
from instruments.recipes.timelines import timeline_differences, timeline_recipe_files


def main(arguments: Sequence[str] | None = None) -> int:
    """Entry point; returns 0 when all files are up to date, 1 when `--check` found a difference."""
    parser = argparse.ArgumentParser(
        description="Rebuild or check the base fixtures of the reference writer."
    )
    parser.add_argument("--check", action="store_true", help="change nothing, fail on any difference")
    options = parser.parse_args(arguments)
    findings = [
        *differences(), *hfile_differences(), *timeline_differences(), *metadata_differences(),
        *bloom_differences(),
    ]  # fmt: skip
    for path, content, problem in findings:
        print(f"{path.name}: {problem}")
        if options.check:
            continue
        if content is None:
            path.unlink()
        else:
            path.write_bytes(content)
    recipes = (
        recipe_files(), hfile_recipe_files(), timeline_recipe_files(), metadata_recipe_files(),
        bloom_recipe_files(),
    )  # fmt: skip
    count = sum(map(len, recipes))
    print(f"{count} recipes, {len(findings)} files {'differ' if options.check else 'written'}")
    return 1 if findings and options.check else 0


if __name__ == "__main__":
    sys.exit(main())
