# SPDX-License-Identifier: Apache-2.0
"""The jar of cases on the class path of a Java program."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from click.testing import CliRunner
from hudi_conformance.cli import cli
from hudi_conformance.toolchain.build import build_adapter

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
