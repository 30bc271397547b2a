# SPDX-License-Identifier: Apache-2.0
"""Declares a command that it has not built."""

import toy

toy.COMMANDS.append("log.records")
for asked in toy.questions():
    said = toy.respond(asked) if asked["cmd"] == "log.scan" else {"answer": "unsupported", "what": "later"}
    toy.send({"seq": asked["seq"], **said})
