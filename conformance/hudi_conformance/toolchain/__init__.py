# SPDX-License-Identifier: Apache-2.0
"""Prerequisites of implementations in other languages: a Java runtime, jars by digest, compiled adapters.

Nothing here is needed to judge an implementation in Python, and the suite itself does not import it. Users
download only what a lock names, and every byte is verified before it is used.
"""

from __future__ import annotations


class ToolMissing(Exception):  # noqa: N818 - the event `absent` of a run, not a crash
    """Something that an implementation needs is not available.

    The message is one or two sentences: what is missing, and which command or setting provides it.
    """
