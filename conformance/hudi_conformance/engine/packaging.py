# SPDX-License-Identifier: Apache-2.0
"""Our package on executors of other machines: a zip that unpacks itself on first import.

`addPyFile` puts a zip on the path of Python workers. Compiled kernels keep their cache next to their source
and data is read from files, so both packages in the zip are stubs that unpack its payload once per machine,
and then become the real ones. Compiled dependencies cannot be shipped this way: they must be installed on the
executors, and `prepare` reports which are missing.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import hudi_conformance
from hudi_conformance import __version__, resources
from hudi_conformance.toolchain import ToolMissing

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

PACKAGES = ("hudi_conformance", "hudi_parsers")
_FIRST_WITH_SOURCES = 4  # earlier releases of Spark have no data sources in Python
PAYLOAD = "payload.zip"
# Data of the project that executors may need; cases and fixtures stay with the driver.
_DATA = (
    "conformance/adapters",
    "conformance/defects",
    "conformance/schemas",
    "conformance/implementations.toml",
    "generated/java",
    "ksy",
    "spec",
)
# Third-party modules that the checks import; those of the extra [fast] are optional.
NEEDED = ("cramjam", "fastavro", "google_crc32c", "kaitaistruct", "pandas", "pyarrow", "xxhash")
_STUB = Path(__file__).with_name("templates") / "unpack.py.txt"
_prepared: set[str] = set()


def is_local(master: str) -> bool:
    """Whether executors run in this process and share its packages: `local`, `local[2]`."""
    return re.match(r"local(\[|$)", master) is not None


def is_connect(spark: SparkSession) -> bool:
    """Whether the session uses Spark Connect, which has no SparkContext."""
    return type(spark).__module__.startswith("pyspark.sql.connect")


def require_sources(spark: SparkSession) -> None:
    """Raise ToolMissing if the session's Spark has no data sources in Python."""
    if int(spark.version.partition(".")[0]) < _FIRST_WITH_SOURCES:
        raise ToolMissing(
            f"data sources need Spark {_FIRST_WITH_SOURCES} or newer, this session runs {spark.version}; "
            "`audit` runs on it"
        )


def prepare(spark: SparkSession) -> None:
    """Make our code importable on executors, and check that it is; once per session.

    Raises:
        ToolMissing: executors lack modules, or run another Python than the driver.
    """
    connect = is_connect(spark)
    if not connect and is_local(spark.sparkContext.master):
        return
    key = spark.session_id if connect else spark.sparkContext.applicationId
    if key in _prepared:
        return
    archive = str(package_zip())
    if connect:
        spark.addArtifacts(archive, pyfile=True)
    else:
        before = list(sys.path)
        spark.sparkContext.addPyFile(archive)
        sys.path[:] = before  # the driver keeps the package that it runs from
    _check_executors(spark)
    _prepared.add(key)


@cache
def package_zip() -> Path:
    """The zip, built once per process in a new folder; equal sources give equal bytes and names."""
    payload = io.BytesIO()
    with zipfile.ZipFile(payload, "w") as out:
        for name, path in sorted(_members()):
            _add(out, name, path.read_bytes())
    digest = hashlib.sha256(payload.getvalue()).hexdigest()[:12]
    title = f"hudi_conformance-{__version__}-{digest}"
    target = Path(tempfile.mkdtemp(prefix="hudi-conformance-package-")) / f"{title}.zip"
    with zipfile.ZipFile(target, "w") as out:
        _add(out, PAYLOAD, payload.getvalue(), stored=True)
        stub = _STUB.read_text("utf-8").replace("@NAME@", title)
        for package in PACKAGES:
            _add(out, f"{package}/__init__.py", stub.encode())
    return target


def _add(out: zipfile.ZipFile, name: str, data: bytes, *, stored: bool = False) -> None:
    info = zipfile.ZipInfo(name)
    info.external_attr = 0o644 << 16
    info.compress_type = zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED
    out.writestr(info, data)


def _members() -> Iterator[tuple[str, Path]]:
    """Name in the payload and file: both packages, and the data as an installed copy holds it."""
    package = Path(hudi_conformance.__file__).resolve().parent
    parsers = package.parent / "hudi_parsers"
    if not parsers.is_dir():  # in a checkout
        parsers = resources.generated_dir("python") / "hudi_parsers"
    for root in (package, parsers):
        for path in _files(root):
            name = path.relative_to(root.parent).as_posix()
            if not name.startswith("hudi_conformance/_data/"):
                yield name, path
    for part in _DATA:
        start = resources.data_root() / part
        for path in [start] if start.is_file() else _files(start):
            yield f"hudi_conformance/_data/{path.relative_to(resources.data_root()).as_posix()}", path


def _files(root: Path) -> list[Path]:
    return [
        path
        for path in root.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix not in {".pyc", ".nbi", ".nbc"}
    ]


def _probe(needed: tuple[str, ...]) -> Callable[[Iterator[Any]], Iterator[Any]]:
    """A function that reports on its executor.

    It is nested, which makes Spark pickle it by value: our package may be missing there.
    """

    def report(batches: Iterator[Any]) -> Iterator[Any]:
        import importlib
        import json
        import platform

        import pyarrow as pa

        for _ in batches:
            failures = {}
            for name in (*needed, "hudi_conformance", "hudi_parsers"):
                try:
                    importlib.import_module(name)
                except Exception as error:
                    failures[name] = f"{type(error).__name__}: {error}"
            answer = {"host": platform.node(), "python": platform.python_version(), "failures": failures}
            yield pa.RecordBatch.from_pydict({"answer": pa.array([json.dumps(answer)])})

    return report


def _check_executors(spark: SparkSession) -> None:
    """Raise ToolMissing unless every executor that answers can import what the checks import."""
    num = 4 if is_connect(spark) else spark.sparkContext.defaultParallelism
    try:
        rows = spark.range(0, num, 1, num).mapInArrow(_probe(NEEDED), "answer string").collect()
    except Exception as error:
        raise ToolMissing(_hint(error)) from error
    for row in rows:
        answer = json.loads(row.answer)
        if answer["failures"]:
            names, reasons = ", ".join(sorted(answer["failures"])), set(answer["failures"].values())
            text = "; ".join(sorted(reasons))[:500]
            raise ToolMissing(
                f"executor on {answer['host']} (Python {answer['python']}) cannot import {names} ({text}); "
                f"{_advice()}"
            )


def _hint(error: Exception) -> str:
    """Why executors do not run the probe, and how to fix it."""
    text = str(error)
    if "PYTHON_VERSION_MISMATCH" in text:
        return (
            "executors run another Python than the driver; "
            "set PYSPARK_PYTHON to one of the same minor version"
        )
    if "No module named" in text or "PACKAGE_NOT_INSTALLED" in text:
        missing = re.search(r"No module named '?([\w.]+)|PACKAGE_NOT_INSTALLED\W+(\w+)", text)
        name = (missing[1] or missing[2]) if missing else "a package"
        return f"executors lack {name}; {_advice()}"
    return f"executors do not answer: {first_line(error)}"


def first_line(error: BaseException) -> str:
    """First line of an error's message, else its type."""
    return (str(error).strip() or type(error).__name__).splitlines()[0]


def _advice() -> str:
    from importlib import metadata

    version = metadata.version("pyarrow")
    return (
        f"install 'hudi-conformance[spark]' (pyarrow {version} here) into the Python of the executors, "
        "or name that Python in PYSPARK_PYTHON"
    )
