# SPDX-License-Identifier: Apache-2.0
"""Of questions asked together it refuses none before it has to refuse another one, too."""

import threading

from toy import questions, respond, send

LOCK = threading.Lock()
COMPANY = threading.Barrier(2, timeout=20)


def answer(request):
    said = respond(request)
    if said["answer"] == "reject":
        try:
            COMPANY.wait()
        except threading.BrokenBarrierError:
            said = {"answer": "error", "message": "asked alone, but for questions together"}
    with LOCK:
        send({"seq": request["seq"], **said})


for asked in questions():
    if asked.get("together"):
        threading.Thread(target=answer, args=(asked,)).start()
    else:
        send({"seq": asked["seq"], **respond(asked)})
