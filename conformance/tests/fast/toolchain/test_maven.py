# SPDX-License-Identifier: Apache-2.0
"""Jars by digest: nothing unverified enters the cache, and every failure says what helps."""

from __future__ import annotations

import hashlib
import http.server
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from hudi_conformance.toolchain import ToolMissing, maven
from hudi_conformance.toolchain.maven import BadLock, CorruptDownload, fetch_jars, missing_jars, read_lock
from lock_jars import read_roots

CONTENT = {"alpha": b"alpha" * 50_000, "beta": b"beta"}


class Repository(http.server.ThreadingHTTPServer):
    """A repository on this machine that counts requests and can misbehave."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.requests: list[str] = []
        self.failures = 0  # so many requests are answered with 503
        self.files = {f"/org/demo/{name}/1.0/{name}-1.0.jar": data for name, data in CONTENT.items()}

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class Handler(http.server.BaseHTTPRequestHandler):
    server: Repository

    def do_GET(self) -> None:
        self.server.requests.append(self.path)
        if self.server.failures > 0:
            self.server.failures -= 1
            self.send_error(503)
            return
        data = self.server.files.get(self.path)
        if data is None:
            self.send_error(404)
            return
        self.send_response(200)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_args: object) -> None:
        pass


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Repository]:
    monkeypatch.setenv("HUDI_CONFORMANCE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("HUDI_CONFORMANCE_NO_M2", "1")
    monkeypatch.setattr(maven.time, "sleep", lambda _seconds: None)
    with Repository() as server:
        threading.Thread(target=server.serve_forever, args=[0.02], daemon=True).start()
        monkeypatch.setenv("HUDI_CONFORMANCE_MAVEN", server.url)
        yield server
        server.shutdown()


@pytest.fixture
def lock(tmp_path: Path) -> Path:
    return write_lock(tmp_path / "demo.lock.toml", CONTENT)


def write_lock(path: Path, content: dict[str, bytes]) -> Path:
    tables = [
        f'[[jar]]\ngroup = "org.demo"\nartifact = "{name}"\nversion = "1.0"\n'
        f'sha256 = "{hashlib.sha256(data).hexdigest()}"\nsize = {len(data)}\n'
        for name, data in content.items()
    ]
    path.write_text("\n".join(tables), encoding="utf-8")
    return path


def left_over(tmp_path: Path) -> list[Path]:
    return [path for path in (tmp_path / "cache").rglob("*") if path.is_file()]


def test_downloads_once_in_the_order_of_the_lock(repository: Repository, lock: Path) -> None:
    assert [jar.artifact for jar in missing_jars(lock)] == ["alpha", "beta"]
    jars = fetch_jars(lock)
    assert [path.read_bytes() for path in jars] == list(CONTENT.values())
    assert missing_jars(lock) == []
    assert fetch_jars(lock) == jars
    assert len(repository.requests) == 2


def test_transient_trouble_is_tried_again(repository: Repository, lock: Path) -> None:
    repository.failures = 3
    assert [path.read_bytes() for path in fetch_jars(lock)] == list(CONTENT.values())
    assert len(repository.requests) == 5


@pytest.mark.parametrize("damage", [b"", b"alphb" + b"alpha" * 49_999, b"alpha" * 60_000, b"alpha" * 49_999])
def test_corrupt_download_is_refused_and_leaves_nothing(
    repository: Repository, lock: Path, tmp_path: Path, damage: bytes
) -> None:
    repository.files["/org/demo/alpha/1.0/alpha-1.0.jar"] = damage
    with pytest.raises(CorruptDownload, match=r"alpha-1\.0\.jar: got .* but the lock states 250000 bytes"):
        fetch_jars(lock)
    assert [path.name for path in left_over(tmp_path)] in ([], ["beta-1.0.jar"])


def test_absent_jar_is_not_asked_for_again(repository: Repository, lock: Path) -> None:
    del repository.files["/org/demo/beta/1.0/beta-1.0.jar"]
    with pytest.raises(
        ToolMissing, match=r"org\.demo:beta:1\.0 could not be downloaded.*HUDI_CONFORMANCE_MAVEN"
    ):
        fetch_jars(lock)
    assert repository.requests.count("/org/demo/beta/1.0/beta-1.0.jar") == 1


def test_a_cut_file_in_the_cache_is_replaced(repository: Repository, lock: Path) -> None:
    first = fetch_jars(lock)[0]
    first.write_bytes(b"cut")
    assert fetch_jars(lock)[0].read_bytes() == CONTENT["alpha"]


def test_repository_may_be_a_folder(
    repository: Repository, lock: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mirror = tmp_path / "mirror"
    for name, data in repository.files.items():
        (mirror / name.lstrip("/")).parent.mkdir(parents=True)
        (mirror / name.lstrip("/")).write_bytes(data)
    monkeypatch.setenv("HUDI_CONFORMANCE_MAVEN", str(mirror))
    assert [path.read_bytes() for path in fetch_jars(lock)] == list(CONTENT.values())
    assert repository.requests == []


@pytest.mark.parametrize("fits", [True, False])
def test_local_maven_folder_is_used_when_the_digest_fits(
    repository: Repository, lock: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fits: bool
) -> None:
    monkeypatch.delenv("HUDI_CONFORMANCE_NO_M2")
    monkeypatch.setenv("M2_REPO", str(tmp_path / "m2"))
    local = tmp_path / "m2/org/demo/alpha/1.0/alpha-1.0.jar"
    local.parent.mkdir(parents=True)
    local.write_bytes(CONTENT["alpha"] if fits else CONTENT["alpha"].swapcase())
    assert fetch_jars(lock)[0].read_bytes() == CONTENT["alpha"]
    assert len(repository.requests) == (1 if fits else 2)


@pytest.mark.parametrize("text", ["", "[[jar]]\ngroup = 'x'\n", "not toml", "jar = 1\n"])
def test_bad_lock(tmp_path: Path, text: str) -> None:
    path = tmp_path / "bad.lock.toml"
    path.write_text(text)
    with pytest.raises(BadLock, match=r"bad\.lock\.toml"):
        read_lock(path)


def test_what_to_install_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HUDI_CONFORMANCE_MAVEN", raising=False)
    monkeypatch.setitem(sys.modules, "jgo", None)
    monkeypatch.setitem(sys.modules, "jgo.constants", None)
    with pytest.raises(ToolMissing, match=r"pip install 'hudi-conformance\[java\]'"):
        maven.repository()


def test_roots_file(tmp_path: Path) -> None:
    path = tmp_path / "x.roots.toml"
    path.write_text(
        'exclude = ["a:*"]\n[[root]]\ngroup = "g"\nartifact = "a"\nversion = "1"\nexclude = ["b:c"]\n'
        '[[root]]\ngroup = "g"\nartifact = "b"\nversion = "2"\ntransitive = false\n'
    )
    first, second = read_roots(path)
    assert (first.transitive, first.exclude) == (True, ("a:*", "b:c"))
    assert (second.transitive, second.version) == (False, "2")
    path.write_text('[[root]]\ngroup = "g"\n')
    with pytest.raises(ValueError, match=r"missing 2 required.* 'artifact'"):
        read_roots(path)
