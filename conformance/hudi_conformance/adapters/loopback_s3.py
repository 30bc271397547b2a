# SPDX-License-Identifier: Apache-2.0
"""A folder as a bucket of S3 on the loopback interface, for engines that read object storage only.

ListObjectsV2, HEAD and GET with ranges; signatures are ignored, and writing is not supported.
"""

from __future__ import annotations

import contextlib
import email.utils
import threading
import urllib.parse
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from xml.sax.saxutils import escape

BUCKET, PREFIX = "bucket", "table/"
_XML = ("Content-Type", "application/xml")
_HEAD = '<?xml version="1.0" encoding="UTF-8"?>'
_MAX_KEYS = 1000


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, root: Path) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.root = root.resolve()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1
    server: _Server

    def log_message(self, format: str, *_: object) -> None:  # noqa: A002 - name of the base class
        """Standard error stays free."""

    def do_GET(self) -> None:
        """Answer a listing, a file, or a range of a file."""
        url = urllib.parse.urlsplit(self.path)
        key = urllib.parse.unquote(url.path).lstrip("/").partition("/")[2]
        if not key:
            query = dict(urllib.parse.parse_qsl(url.query, keep_blank_values=True))
            self._reply(200, self._listing(query), _XML)
            return
        path = self.server.root / key.removeprefix(PREFIX)
        if not path.is_file() or self.server.root not in path.resolve().parents:
            self._reply(404, f"{_HEAD}<Error><Code>NoSuchKey</Code></Error>".encode(), _XML)
            return
        data, state = path.read_bytes(), path.stat()
        about = [
            ("ETag", f'"{state.st_mtime_ns:x}"'),
            ("Last-Modified", email.utils.formatdate(state.st_mtime, usegmt=True)),
            ("Accept-Ranges", "bytes"),
        ]
        wanted = self.headers.get("Range", "")
        if wanted.startswith("bytes="):
            first, _, last = wanted.removeprefix("bytes=").partition("-")
            start = int(first) if first else max(len(data) - int(last), 0)
            end = min(int(last), len(data) - 1) if first and last else len(data) - 1
            about.append(("Content-Range", f"bytes {start}-{end}/{len(data)}"))
            self._reply(206, data[start : end + 1], *about)
        else:
            self._reply(200, data, *about)

    do_HEAD = do_GET  # noqa: N815 - name of the base class

    def _listing(self, query: dict[str, str]) -> bytes:
        """A page of keys; the token is the number of the first one."""
        prefix, first = query.get("prefix", ""), int(query.get("continuation-token") or 0)
        root = self.server.root
        names = sorted(
            PREFIX + path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file()
        )
        chosen = [name for name in names if name.startswith(prefix)]
        page = chosen[first : first + _MAX_KEYS]
        rest = first + len(page) < len(chosen)
        entries = "".join(self._entry(name) for name in page)
        token = f"<NextContinuationToken>{first + len(page)}</NextContinuationToken>" if rest else ""
        return (
            f'{_HEAD}<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>{BUCKET}</Name>'
            f"<Prefix>{escape(prefix)}</Prefix><KeyCount>{len(page)}</KeyCount><MaxKeys>{_MAX_KEYS}</MaxKeys>"
            f"<IsTruncated>{str(rest).lower()}</IsTruncated>{token}{entries}</ListBucketResult>"
        ).encode()

    def _entry(self, name: str) -> str:
        state = (self.server.root / name.removeprefix(PREFIX)).stat()
        return (
            f"<Contents><Key>{escape(name)}</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified>"
            f"<ETag>&quot;{state.st_mtime_ns:x}&quot;</ETag><Size>{state.st_size}</Size>"
            "<StorageClass>STANDARD</StorageClass></Contents>"
        )

    def _reply(self, status: int, body: bytes, *headers: tuple[str, str]) -> None:
        self.send_response(status)
        for name, text in headers:
            self.send_header(name, text)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)
        self.wfile.flush()


@contextlib.contextmanager
def bucket_of(folder: str) -> Iterator[str]:
    """URL of the folder while the context is open; the system chooses the port."""
    server = _Server(Path(folder))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/{BUCKET}/{PREFIX}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
