# SPDX-License-Identifier: Apache-2.0
"""Time of audits of tables in which everything of one kind is damaged, at sizes that double.

    python conformance/measures/mass_damage.py FOLDER [--groups N] [--doublings N] [--only TEXT]

Makes tables as `scale.py` does, damages a copy of each, and prints the seconds of CPU of
`hudi-conformance audit --plan` with their ratios. Exits with 1 if a ratio is above 2.5: a check then compares
each damaged file with all others.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import scale

MAX_RATIO = 2.5
_EXIT_CODES = {0, 1, 3}  # of a complete audit
_HIDDEN = ".hoodie"
_TIMELINE = f"{_HIDDEN}/timeline"


def _folders(table: Path) -> list[Path]:
    return sorted(path for path in table.iterdir() if path.is_dir() and path.name != _HIDDEN)


def _bases(table: Path) -> list[Path]:
    return sorted(table.glob("p*/*.parquet"))


def _logs(table: Path) -> list[Path]:
    return sorted(table.glob("p*/.*.log.*"))


def _data(table: Path) -> list[Path]:
    return _bases(table) + _logs(table)


def _pending(table: Path) -> list[Path]:
    return sorted(path for path in (table / _TIMELINE).glob("2*") if "_" not in path.name)


def _completed(table: Path) -> list[Path]:
    return sorted((table / _TIMELINE).glob("2*_*"))


def _write(path: Path, data: bytes) -> None:
    """Replace a file that is a link to that of the intact table."""
    path.unlink()
    path.write_bytes(data)


def _cut(path: Path) -> None:
    data = path.read_bytes()
    _write(path, data[: len(data) // 2])


def _flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 3] ^= 0x55
    _write(path, bytes(data))


def _each(files: Callable[[Path], list[Path]], damage: Callable[[Path], object]) -> Callable[[Path], None]:
    """Damage to each of the files of a table."""

    def apply(table: Path) -> None:
        for path in files(table):
            damage(path)

    return apply


def _renamed(suffix: str = "", prefix: str = "") -> Callable[[Path], object]:
    return lambda path: path.rename(path.with_name(f"{prefix}{path.name}{suffix}"))


def _to_table(path: Path) -> None:
    path.rename(path.parent.parent / path.name)


def _rotate_folders(table: Path) -> None:
    folders = _folders(table)
    first = folders[0].rename(table / "first")
    for path, target in pairwise(folders):
        target.rename(path)
    first.rename(folders[-1])


def _rotate(files: Callable[[Path], list[Path]]) -> Callable[[Path], None]:
    """Give each file the content of the next."""

    def apply(table: Path) -> None:
        paths = files(table)
        contents = [path.read_bytes() for path in paths]
        for path, data in zip(paths, contents[1:] + contents[:1], strict=True):
            _write(path, data)

    return apply


def _half(files: Callable[[Path], list[Path]]) -> Callable[[Path], list[Path]]:
    return lambda table: files(table)[::2]


def _later(table: Path) -> list[Path]:
    paths = _pending(table) + _completed(table)
    middle = scale.time_of(len(paths) // 6)  # of three files of an instant
    return [path for path in paths if path.name > middle]


def _leave_markers(table: Path) -> None:
    for path in _completed(table):
        (table / _HIDDEN / ".temp" / path.name[:17]).mkdir(parents=True)
        path.rename(table / _HIDDEN / ".temp" / path.name[:17] / "MARKERS.type")


def _state_other_type(table: Path) -> None:
    path = table / _HIDDEN / "hoodie.properties"
    _write(path, path.read_bytes().replace(b"MERGE_ON_READ", b"COPY_ON_WRITE"))


def _copy(path: Path) -> None:
    shutil.copy(path, path.with_name(f"f{path.name[1:]}"))


KINDS: dict[str, Callable[[Path], None]] = {
    "none": lambda _: None,
    "base files absent": _each(_bases, Path.unlink),
    "log files absent": _each(_logs, Path.unlink),
    "base files cut": _each(_bases, _cut),
    "log files cut": _each(_logs, _cut),
    "base files flipped": _each(_bases, _flip),
    "base files rotated": _rotate(_bases),
    "base files renamed": _each(_bases, _renamed(".bak")),
    "log files renamed": _each(_logs, _renamed("x")),
    "groups copied": _each(_bases, _copy),
    "folders renamed": _each(_folders, _renamed(prefix="q")),
    "folders rotated": _rotate_folders,
    "files next to .hoodie": _each(_data, _to_table),
    "completed instants absent": _each(_completed, Path.unlink),
    "half of them absent": _each(_half(_completed), Path.unlink),
    "completed instants markers": _leave_markers,
    "completed instants renamed": _each(_completed, _renamed(".bak")),
    "completed instants cut": _each(_completed, _cut),
    "completed instants flipped": _each(_completed, _flip),
    "completed instants rotated": _rotate(_completed),
    "later instants absent": _each(_later, Path.unlink),
    "later instants renamed": _each(_later, _renamed(".bak")),
    "pending instants absent": _each(_pending, Path.unlink),
    "table type": _state_other_type,
}


def sizes_made(folder: Path, groups: int, doublings: int, partitions: int) -> Iterator[Path]:
    """Tables of `groups` file groups, twice as many, and so on; made if they are not there."""
    for number in range(doublings + 1):
        scale.NUM_GROUPS, scale.NUM_PARTITIONS = groups << number, partitions
        scale.NUM_INSTANTS = scale.NUM_GROUPS // scale.GROUPS_PER_COMMIT
        table = folder / f"{scale.NUM_GROUPS}-{partitions}"
        if not table.exists():
            scale.make(table)
        yield table


def seconds_of(table: Path, kind: str, command: str, options: list[str]) -> float:
    """Seconds of CPU of an audit of a damaged copy."""
    with tempfile.TemporaryDirectory(dir=table.parent) as scratch:
        copy, plan = Path(scratch) / "table", Path(scratch) / "plan.sh"
        shutil.copytree(table, copy, copy_function=os.link)
        KINDS[kind](copy)
        call = [command, "audit", str(copy), "--engine", "plain", "--plan", str(plan), *options]
        code, _, cpu, _ = scale.measure(call, os.environ)
    if code not in _EXIT_CODES:
        raise SystemExit(f"{kind}: {command} exits with {code}")
    return cpu


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("folder", type=Path, help="Folder of the tables; made if it is not there.")
    parser.add_argument("--groups", type=int, default=3000, help="File groups of the smallest table.")
    parser.add_argument("--doublings", type=int, default=2)
    parser.add_argument("--partitions", type=int, default=20)
    parser.add_argument("--deep", action="store_true", help="Audit with --deep.")
    parser.add_argument("--only", default="", help="Kinds whose name holds this text.")
    parser.add_argument("--command", default=str(Path(sys.executable).with_name("hudi-conformance")))
    args = parser.parse_args()
    tables = list(sizes_made(args.folder, args.groups, args.doublings, args.partitions))
    worst = 0.0
    for kind in (kind for kind in KINDS if args.only in kind):
        times = [seconds_of(table, kind, args.command, ["--deep"] * args.deep) for table in tables]
        ratios = [after / before for before, after in pairwise(times)]
        worst = max(worst, *ratios)
        print(
            f"{kind}: {', '.join(f'{t:.1f}' for t in times)} s; {', '.join(f'{r:.2f}' for r in ratios)}",
            flush=True,
        )
    sys.exit(worst > MAX_RATIO)


if __name__ == "__main__":
    main()
