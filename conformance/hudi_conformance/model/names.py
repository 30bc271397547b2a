# SPDX-License-Identifier: Apache-2.0
"""View of a log file's name, and what several names contain."""

from __future__ import annotations

from dataclasses import dataclass

UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"  # pattern, as Java writes it


@dataclass(frozen=True, slots=True)
class LogFileName:
    """Parts of a log file name [name.log.form].

    `extension` is `log` or `archive`; `write_token` is None when absent; `suffix` is `.cdc` or empty.
    """

    file_id: str
    instant: str
    extension: str
    file_version: int
    write_token: str | None
    suffix: str
