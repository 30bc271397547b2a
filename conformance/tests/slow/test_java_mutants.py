# SPDX-License-Identifier: Apache-2.0
"""A changed branch of a compiled class is detected by a case that executes it."""

from __future__ import annotations

from pathlib import Path

from hudi_conformance.suite.session import Choice
from hudi_conformance.toolchain.build import read_recipe
from hudi_conformance.toolchain.coverage import judged_jars
from instruments.java_mutants.detection import CHANGES, Detector, draw
from instruments.java_mutants.judging import Judges
from instruments.java_mutants.record import record
from instruments.java_mutants.sites import judged_sites
from instruments.java_reach import load_surfaces


def test_changes_of_jumps_and_switches_are_detected(tmp_path: Path) -> None:
    jars = [jar for jar in judged_jars(read_recipe("hudi_io", "1.2.1")) if jar.name.startswith("hudi-io")]
    sites = judged_sites(jars, load_surfaces(), tmp_path)
    parsing = [site for site in sites if (site.class_name, site.method) == ("HFileBlock", "parse")]
    loops = [site for site in sites if site.class_name == "HFileFileInfoBlock"]
    judges = Judges(Choice(globs=["hfile/file-info"]))
    recorded = record(judges, ["hudi-io-1.2.1"], [*parsing, *loops], tmp_path, progress=print)
    for change in CHANGES:
        mutants = draw(recorded, 1, 3, change)
        detector = Detector(judges, recorded, mutants, 1)
        detections = [detector.detect(mutant, tmp_path) for mutant in mutants]
        assert all(each.verdict for each in detections), (mutants, detections)
        assert detector.unstable({(each.name, each.case) for each in detections}) == []
