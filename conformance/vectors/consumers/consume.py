# SPDX-License-Identifier: Apache-2.0
"""python consume.py RELEASE KNOWN: the cases of log.scan against the parsers generated from the grammars."""

import json
import sys
from pathlib import Path

from hudi_parsers.hudi_log_file import HudiLogFile


def num_blocks(path: Path) -> int | None:
    """Blocks of an undamaged log file, None if the parser rejects it."""
    try:
        return len(HudiLogFile.from_bytes(path.read_bytes()).blocks)
    except Exception:  # whatever a reader throws at bytes that it rejects
        return None


root, known = Path(sys.argv[1]), set(Path(sys.argv[2]).read_text().split())
failed, num_cases = set(), 0
for file in sorted((root / "cases/log").rglob("case.json")):
    case = json.loads(file.read_text())
    kind = case["expect"]["kind"]
    if case["cmd"] != "log.scan" or kind not in ("value", "blocks", "reject"):
        continue
    num_cases += 1
    wanted = None
    if kind != "reject":
        blocks = json.loads((file.parent / case["expected"]).read_text())["blocks"]
        is_damaged = any(block["kind"] == "CORRUPT_BLOCK" or "reject" in block for block in blocks)
        wanted = None if is_damaged else len(blocks)
    if num_blocks(file.parent / case["input"]) != wanted:
        failed.add(f"cases/{case['id']}")
print(f"{num_cases} cases, {len(failed)} failed, {len(failed & known)} of them known")
print(*sorted(failed ^ known), sep="\n", end="")
sys.exit(failed != known)
