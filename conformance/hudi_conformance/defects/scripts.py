# SPDX-License-Identifier: Apache-2.0
"""PySpark scripts of defects of Spark's reader: a query of a table, and the rows that it must return.

`conformance/defects/pyspark/` holds the queries and the frame of a script. `RESULTS.json` there has the
results of running them.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from .junit import Source, plain_template
from .junit_input import to_zip
from .model import DefectError


@dataclass(frozen=True, slots=True)
class ReportScript:
    """A query that shows a defect.

    Attributes:
        defect: id of the defect.
        where: condition of the query, in Spark SQL.
        fails: regular expression that the last line of its failure matches in full.
        skipping: whether the query uses the metadata table and skips files.
    """

    defect: str
    where: str
    fails: str
    skipping: bool = True

    def describes(self, failure: str) -> bool:
        """Whether a failure is the described one."""
        return re.fullmatch(self.fails, failure) is not None


def pyspark_dir(defects: Path) -> Path:
    """Folder of the scripts, below that of the defects."""
    return defects / "pyspark"


def load_scripts(defects: Path) -> dict[str, ReportScript]:
    """All scripts by the id of their defect.

    Raises:
        DefectError: the file violates the format.
    """
    document = tomllib.loads((pyspark_dir(defects) / "scripts.toml").read_text(encoding="utf-8"))
    try:
        return {table["defect"]: ReportScript(**table) for table in document["script"]}
    except (KeyError, TypeError) as error:
        raise DefectError(f"scripts.toml: {error!r}") from None


def render_script(
    script: ReportScript,
    about: tuple[str, str, str],
    files: Mapping[str, bytes],
    ids: Sequence[str],
    folder: Path,
) -> Source:
    """The text of a script.

    Args:
        script: the script.
        about: the defect, in a sentence; text of the violated rule; release of Hudi.
        files: the table, content by path.
        ids: keys of the rows that the query must return.
        folder: `pyspark_dir` of the data.
    """
    title, rule, version = about
    name = script.defect.replace("-", "_")
    text = plain_template(folder, "script.py.j2").render(
        title=f"{title.rstrip('.')}.",
        rule=f"Expected: {rule}".replace("\\", "\\\\"),
        name=name,
        version=version,
        expected=repr(sorted(ids)),
        where=repr(script.where),
        skipping=script.skipping,
        control=script.skipping,
    )
    return Source(f"{name}.py", text, {f"{name}.zip": to_zip(files)}, "python")
