# SPDX-License-Identifier: Apache-2.0
"""What a release is made of: metadata, licences, what travels in the sdist, the workflow, the manual page."""

from __future__ import annotations

import shutil
import subprocess
import tomllib
from typing import Any

import pytest
import yaml
from click.testing import CliRunner
from hudi_conformance import __version__, resources
from hudi_conformance.cli import COMMANDS, cli
from packaging.requirements import Requirement

ROOT = resources.data_root()
pytestmark = pytest.mark.skipif(not resources.is_checkout(), reason="files of a checkout")


def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_metadata_names_addresses_authors_and_both_licences() -> None:
    stated = project()["project"]
    assert stated["license"] == "Apache-2.0 AND CC0-1.0"
    assert all((ROOT / name).is_file() for name in stated["license-files"])
    assert {"Homepage", "Specification", "Issues", "Changelog"} <= set(stated["urls"])
    assert all(address.startswith("https://") for address in stated["urls"].values())
    assert stated["authors"]
    for grammar in (ROOT / "ksy").glob("*.ksy"):
        assert "license: CC0-1.0" in grammar.read_text(encoding="utf-8"), grammar.name
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert citation["version"] == __version__


def test_the_sdist_holds_what_a_reader_of_it_needs() -> None:
    included = set(project()["tool"]["hatch"]["build"]["targets"]["sdist"]["include"])
    for name in ("LICENSE", "NOTICE", "CITATION.cff", "SECURITY.md", "CHANGELOG.md", "README.md", "spec"):
        assert f"/{name}" in included
        assert (ROOT / name).exists()


def test_the_wheel_has_no_instruments() -> None:
    wheel = project()["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert wheel["packages"] == ["conformance/hudi_conformance", "generated/python/hudi_parsers"]
    assert not [path for path in wheel["force-include"] if "instruments" in path]


def test_what_adapters_are_built_from_travels_in_the_wheel() -> None:
    included = [
        ROOT / name for name in project()["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    ]
    named = 0
    for path in (ROOT / "conformance/adapters").glob("*/adapter.toml"):
        recipe = tomllib.loads(path.read_text(encoding="utf-8"))
        for part in (recipe, *recipe.get("variants", {}).values()):
            places = [part[key] for key in ("lock",) if key in part]
            places += [
                *part.get("sources", ()),
                *part.get("extra_sources", ()),
                *part.get("parts", {}).values(),
            ]
            for place in places:
                here = next(root / place for root in (path.parent, ROOT) if (root / place).exists())
                assert any(here.resolve().is_relative_to(one) for one in included), (
                    f"{path.parent.name}: {place}"
                )
                named += 1
    assert named > 50


def test_libraries_whose_bytes_or_interface_we_rely_on_have_an_upper_bound() -> None:
    free = {"numpy", "pyarrow", "PyYAML", "rich", "rich-click", "packaging"}
    for text in project()["project"]["dependencies"]:
        needed = Requirement(text)
        bounded = any(part.operator in {"<", "==", "~="} for part in needed.specifier)
        assert bounded != (needed.name in free), text


def test_a_release_is_published_without_a_stored_secret() -> None:
    text = (ROOT / ".github/workflows/release.yml").read_text(encoding="utf-8")
    workflow = yaml.safe_load(text)
    assert "secrets." not in text
    assert workflow["permissions"] == {}
    jobs = workflow["jobs"]
    assert jobs["publish"]["permissions"] == {"id-token": "write"}
    assert jobs["publish"]["needs"] == "build"
    used = [step["uses"] for job in jobs.values() for step in job["steps"] if "uses" in step]
    assert any(name.startswith("actions/attest-build-provenance@") for name in used)
    assert any(name.startswith("pypa/gh-action-pypi-publish@") for name in used)


def test_the_notice_names_every_writer_of_fixtures() -> None:
    notice = (ROOT / "NOTICE").read_text(encoding="utf-8").lower()
    sources = tomllib.loads((ROOT / "fixtures/PROVENANCE.toml").read_text(encoding="utf-8"))["source"]
    for source in sources:
        for name in ("hudi", "hbase", "spark"):
            if source["kind"] == "java" and name in source["writer"].lower():
                assert f"apache {name}" in notice


def test_the_manual_page_has_every_command_and_is_roff() -> None:
    result = CliRunner().invoke(cli, ["man"], standalone_mode=False)
    assert result.exception is None
    heads = {
        line.removeprefix(".SS ").replace("\\-", "-")
        for line in result.output.splitlines()
        if line[:4] == ".SS "
    }
    assert set(COMMANDS) <= heads
    assert "\\-\\-adapter" in result.output
    if shutil.which("groff"):
        words = ["groff", "-man", "-Tutf8", "-ww", "-z"]
        told = subprocess.run(words, input=result.output, capture_output=True, text=True, check=False)
        assert "unknown" not in told.stderr
        assert "not defined" not in told.stderr


def test_shells_complete_commands() -> None:
    result = CliRunner().invoke(
        cli,
        prog_name="hudi-conformance",
        env={
            "_HUDI_CONFORMANCE_COMPLETE": "bash_complete",
            "COMP_WORDS": "hudi-conformance sna",
            "COMP_CWORD": "1",
        },
    )
    assert result.output.strip() == "plain,snapshot"
