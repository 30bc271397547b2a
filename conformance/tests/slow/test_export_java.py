# SPDX-License-Identifier: Apache-2.0
"""The jar of cases on the class path of a Java program."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner
from hudi_conformance import resources
from hudi_conformance.cli import cli
from hudi_conformance.toolchain.build import build_adapter

pytestmark = pytest.mark.own_job

PROGRAM = """\
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;

public final class Probe {
  public static void main(String[] arguments) throws Exception {
    String sums = new String(read("SHA256SUMS"), StandardCharsets.UTF_8);
    int checked = 0;
    for (String line : sums.split("\\n")) {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(read(line.substring(66)));
      if (!HexFormat.of().formatHex(digest).equals(line.substring(0, 64))) {
        throw new IllegalStateException(line);
      }
      checked++;
    }
    System.out.println(checked);
  }

  private static byte[] read(String name) throws Exception {
    try (InputStream in = Probe.class.getResourceAsStream("/hudi-conformance/" + name)) {
      return in.readAllBytes();
    }
  }
}
"""


SNIPPET = """\
import com.google.gson.*;
import java.io.*;
import static java.nio.charset.StandardCharsets.UTF_8;

public final class Snippet {
  private long numInputs, numBytes;

  private void check(JsonObject one, byte[] input) {
    numInputs++;
    numBytes += input.length;
  }

  private void run() throws IOException {
%s
  }

  public static void main(String[] arguments) throws IOException {
    Snippet snippet = new Snippet();
    snippet.run();
    System.out.println(snippet.numInputs + " " + snippet.numBytes);
  }
}
"""


def test_the_published_snippet_reads_every_input(tmp_path: Path) -> None:
    adapters = resources.adapters_dir()
    page = (adapters / "README.md").read_text(encoding="utf-8")
    published = page.split("```java\n")[1].split("```")[0]
    out = tmp_path / "out"
    choice = ["--cases", "name/parse", "--cases", "merge/combine", "--cases", "log/frame"]
    for target in ([str(out)], ["--jar", str(tmp_path / "cases.jar")]):
        result = CliRunner().invoke(cli, ["export", *target, *choice], standalone_mode=False)
        assert result.exception is None, result.output
    cases = json.loads((out / "cases.json").read_text(encoding="utf-8"))["cases"]
    inputs = [out / case["input"] for case in cases if case["input"] is not None]
    assert 0 < len(inputs) < len(cases), "some cases have no input, which the snippet has to survive"
    folder = tmp_path / "snippet"
    (folder / "src").mkdir(parents=True)
    (folder / "src" / "Snippet.java").write_text(SNIPPET % published, encoding="utf-8")
    shutil.copy(adapters / "templates" / "java.lock.toml", folder / "jars.lock.toml")
    (folder / "adapter.toml").write_text(
        'main = "Snippet"\nsources = ["src"]\nlock = "jars.lock.toml"\n', encoding="utf-8"
    )
    command = build_adapter(str(folder))
    place = command.index("-cp") + 1
    command[place] = os.pathsep.join([command[place], str(tmp_path / "cases.jar")])
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == [str(len(inputs)), str(sum(path.stat().st_size for path in inputs))]


def test_every_resource_is_read_by_java(tmp_path: Path) -> None:
    jar = tmp_path / "cases.jar"
    result = CliRunner().invoke(
        cli, ["export", "--jar", str(jar), "--surface", "name"], standalone_mode=False
    )
    assert result.exception is None, result.output
    (tmp_path / "probe" / "src").mkdir(parents=True)
    (tmp_path / "probe" / "src" / "Probe.java").write_text(PROGRAM, encoding="utf-8")
    (tmp_path / "probe" / "adapter.toml").write_text('main = "Probe"\nsources = ["src"]\n', encoding="utf-8")
    command = build_adapter(str(tmp_path / "probe"))
    place = command.index("-cp") + 1
    command[place] = os.pathsep.join([command[place], str(jar)])
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 3000
