# SPDX-License-Identifier: Apache-2.0
"""Falls over at everything and catches itself."""

from toy import questions, send

for asked in questions():
    send(
        {
            "seq": asked["seq"],
            "answer": "error",
            "message": "NullPointerException",
            "trace": "at Reader.java:7",
        }
    )
