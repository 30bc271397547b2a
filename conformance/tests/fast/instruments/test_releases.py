# SPDX-License-Identifier: Apache-2.0
"""Which published releases of judged projects are reported as newer."""

from __future__ import annotations

from hudi_conformance import resources
from hudi_conformance.toolchain.registry import load_implementations
from instruments.releases import Project, judged_versions, load_projects, newer
from packaging.version import Version

PROJECT = Project("a", "maven", "g:a", "a-*", Version("1.1.0"), {"*-beta*": "no release", "1.2.0": "1.2.1"})


def test_a_release_is_newer_unless_judged_skipped_or_old() -> None:
    published = ["1.0.2", "1.10.0", "1.2.0", "1.2.1", "1.3.0-beta1", "1.1.1", "2.0-hadoop3", "1.3.0"]
    assert newer(PROJECT, published, ["1.1.1", "1.3"]) == ["1.2.1", "1.10.0"]


def test_each_project_has_implementations_whose_versions_are_releases() -> None:
    implementations = load_implementations()
    for project in load_projects(resources.data_root() / "conformance" / "releases.toml"):
        versions = judged_versions(project, implementations)
        assert versions, project.name
        assert all(map(Version, versions)), project.name
