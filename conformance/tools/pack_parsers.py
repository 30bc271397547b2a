# SPDX-License-Identifier: Apache-2.0
"""Lay out the generated parsers as a project of their language's packager, ready to be packed.

    python conformance/tools/pack_parsers.py --language rust OUT

writes manifest, sources and licence into OUT. Pack it with `npm pack`, `cargo package`, `python -m build`
(or any front end of PEP 517), `mvn package`; a Go
module and a folder of C++ headers are complete as they are.
"""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LANGUAGES = ("cpp", "go", "java", "javascript", "python", "rust")
_GENERATED = {"cpp": "cpp_stl"}
_SOURCES = {"java": "src/hudi_parsers"}
# Files that only the adapter needs.
_LEFT_OUT = {"rust": ("fields.rs",), "cpp": ("fields.h",)}


def version() -> str:
    """Version of the suite, which is that of the packages."""
    text = (ROOT / "conformance/hudi_conformance/__init__.py").read_text(encoding="utf-8")
    return text.split('__version__ = "')[1].split('"')[0]


def lay_out(language: str, out: Path) -> Path:
    """Write the project of one language into a folder; the folder."""
    shutil.copytree(ROOT / "conformance/packages" / language, out, dirs_exist_ok=True)
    parsers = ROOT / "generated" / _GENERATED.get(language, language) / "hudi_parsers"
    left_out = shutil.ignore_patterns("__pycache__", *_LEFT_OUT.get(language, ()))
    shutil.copytree(parsers, out / _SOURCES.get(language, "hudi_parsers"), ignore=left_out)
    for name in ("LICENSE", "LICENSE-CC0"):
        shutil.copy(ROOT / name, out / name)
    adapters = ROOT / "conformance/adapters"
    if language == "rust":
        shutil.copy(adapters / "kaitai_rust/src/build.rs", out / "build.rs")
        shutil.copy(adapters / "kaitai_rust/src/kaitai/src/lib.rs", out / "src/runtime.rs")
        # The runtime is a module here: the official one is in no registry, and a package has no path.
        for path in (out / "hudi_parsers").glob("*.rs"):
            text = path.read_text(encoding="utf-8")
            text = text.replace("extern crate kaitai;\n", "").replace(
                "use kaitai::*;", "use crate::runtime::*;"
            )
            path.write_text(text, encoding="utf-8")
    elif language == "go":
        shutil.copy(adapters / "kaitai_go/src/go.sum", out / "go.sum")
    elif language == "cpp":
        shutil.copytree(adapters / "kaitai_cpp/src/kaitai", out / "kaitai")
    for manifest in ("Cargo.toml", "package.json", "pom.xml", "pyproject.toml"):
        path = out / manifest
        if path.is_file():
            text = path.read_text(encoding="utf-8")
            for placeholder in ("@VERSION@", "0+unset"):
                text = text.replace(placeholder, version())
            path.write_text(text, encoding="utf-8")
    return out


def main() -> None:
    """Write one project."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--language", choices=LANGUAGES, required=True)
    parser.add_argument("out", type=Path)
    given = parser.parse_args()
    print(lay_out(given.language, given.out))


if __name__ == "__main__":
    main()
