# SPDX-License-Identifier: Apache-2.0
"""`ksy/README.md` holds: its programs parse a real log, and the grammars of `ksy/ide` open what they say."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hudi_conformance import resources
from hudi_conformance.toolchain import ToolMissing
from hudi_conformance.toolchain.build import build_adapter
from hudi_conformance.toolchain.java import find_java
from hudi_conformance.toolchain.native import build_native, find_tool
from instruments.parsers import ksc

README = (resources.ksy_dir() / "README.md").read_text(encoding="utf-8")
LOG = resources.fixtures_dir() / "real" / "1.2.1" / "life.log"
GENERATED = resources.data_root() / "generated"
MAX_LINES = 10
IDE = resources.ksy_dir() / "ide"


def expected() -> list[str]:
    """Lines that the programs print, by the blocks that Hudi itself lists."""
    blocks = json.loads(LOG.with_suffix(".scan.json").read_text(encoding="utf-8"))["blocks"]
    numbers = {"COMMAND_BLOCK": 0, "DELETE_BLOCK": 1, "AVRO_DATA_BLOCK": 3}
    return [
        f"{numbers[block['kind']]} {block['content']['len']} {block['header']['INSTANT_TIME']}"
        for block in blocks
    ]


def run_python(program: str, folder: Path) -> list[str]:
    (folder / "main.py").write_text(program, encoding="utf-8")
    return [sys.executable, "main.py"]


def run_java(program: str, folder: Path) -> list[str]:
    command = build_adapter("kaitai_java")
    (folder / "Main.java").write_text(program, encoding="utf-8")
    return [str(find_java().executable), "-cp", command[command.index("-cp") + 1], "Main.java"]


def run_javascript(program: str, folder: Path) -> list[str]:
    built = Path(build_native("kaitai_javascript")[-1]).parent
    for name in ("hudi_parsers", "node_modules"):
        (folder / name).symlink_to(built / name)
    (folder / "main.js").write_text(program, encoding="utf-8")
    return [*find_tool("javascript"), "main.js"]


def run_go(program: str, folder: Path) -> list[str]:
    built = Path(build_native("kaitai_go")[-1]).parent
    shutil.copytree(GENERATED / "go" / "hudi_parsers", folder / "hudi_parsers")
    for name in ("go.mod", "go.sum"):
        text = (built / name).read_text(encoding="utf-8")
        (folder / name).write_text(text.replace("hudiconformance/kaitai_go", "example.org/logs"), "utf-8")
    (folder / "main.go").write_text(program, encoding="utf-8")
    return [*find_tool("go"), "run", "."]


PROGRAMS: dict[str, Callable[[str, Path], list[str]]] = {
    "python": run_python,
    "java": run_java,
    "javascript": run_javascript,
    "go": run_go,
}


@pytest.mark.parametrize("language", PROGRAMS)
def test_program(language: str, tmp_path: Path) -> None:
    blocks = re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    assert len(blocks) == 1, f"one program in {language}"
    assert len([line for line in blocks[0].splitlines() if line.strip()]) <= MAX_LINES
    try:
        command = PROGRAMS[language](blocks[0], tmp_path)
    except ToolMissing as missing:
        pytest.skip(str(missing))
    environment = {**os.environ, "PYTHONPATH": str(GENERATED / "python")}
    done = subprocess.run(
        [*command, str(LOG)], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == expected()


# --- grammars that open a part of a file by itself ---------------------------------------------------

TRAILERS = ("real-hfile/hbase-2.6.3/plain.hfile", "real-hfile/hbase-1.2.12/plain.hfile")
CHECK = """
import sys
from {name} import {cls}
from pathlib import Path
print({expression}.format(it={cls}.from_bytes(Path(sys.argv[1]).read_bytes())))
"""


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("ide")
    sources, target = folder / "ksy", folder / "out"
    sources.mkdir()
    for path in (*resources.ksy_dir().glob("*.ksy"), *IDE.glob("*.ksy")):
        shutil.copyfile(path, sources / path.name)  # as they lie beside each other in the Web IDE
    try:
        ksc.compile_grammars([sources / path.name for path in sorted(IDE.glob("*.ksy"))], target, ["python"])
    except ToolMissing as missing:
        pytest.skip(str(missing))
    package = folder / "hudi_parsers"
    shutil.copytree(target / "python", package)
    (package / "__init__.py").touch()
    return folder


def parse(compiled: Path, name: str, expression: str, data: bytes, tmp_path: Path) -> str:
    part = tmp_path / "part"
    part.write_bytes(data)
    cls = "".join(word.capitalize() for word in name.split("_"))
    program = CHECK.format(name=f"hudi_parsers.{name}", cls=cls, expression=repr(expression))
    done = subprocess.run(
        [sys.executable, "-c", program, str(part)],
        env={**os.environ, "PYTHONPATH": str(compiled)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def stored(name: str, view: str) -> dict[str, object]:
    path = resources.fixtures_dir() / name.replace(".hfile", f".{view}.json")
    return dict(json.loads(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("name", TRAILERS)
def test_trailer_alone(compiled: Path, tmp_path: Path, name: str) -> None:
    data = (resources.fixtures_dir() / name).read_bytes()
    trailer = stored(name, "trailer")
    size = int(str(trailer["size"]))
    answer = parse(compiled, "hfile_trailer_alone", "{it.trailer.major}", data[-size:], tmp_path)
    assert answer == str(trailer["major"])


@pytest.mark.parametrize("name", TRAILERS)
def test_block_and_payload_alone(compiled: Path, tmp_path: Path, name: str) -> None:
    data = (resources.fixtures_dir() / name).read_bytes()
    cells = stored(name, "cells")["cells"]
    assert isinstance(cells, list)
    size = 33 + int.from_bytes(data[8:12], "big")
    kind = parse(compiled, "hfile_block_alone", "{it.block.header.magic}", data[:size], tmp_path)
    assert "DATABLK*" in kind
    payload = data[33 : 33 + int.from_bytes(data[12:16], "big")]
    row = parse(compiled, "hfile_data_block_alone", "{it.payload.entries[0].row}", payload, tmp_path)
    assert row == repr(bytes.fromhex(cells[0]["row"]))


def test_encoded_payload_alone(compiled: Path, tmp_path: Path) -> None:
    name = "hfile/prefix_unchecked.hfile"
    data = (resources.fixtures_dir() / name).read_bytes()
    payload = data[33 : 33 + int.from_bytes(data[12:16], "big")]
    answer = parse(compiled, "hfile_encoded_block_alone", "{it.payload.encoding.name}", payload, tmp_path)
    assert answer == "prefix"


def test_every_grammar_opens_by_itself_or_the_readme_says_how() -> None:
    for path in resources.ksy_dir().glob("*.ksy"):
        if "\nparams:\n" in path.read_text(encoding="utf-8"):
            alone = IDE / f"{path.stem}_alone.ksy"
            assert alone.is_file() or f"`{path.stem}` is opened by way of" in README, path.stem
