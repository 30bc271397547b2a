# SPDX-License-Identifier: Apache-2.0
"""Shared code of the commands of the adapter `kaitai-python`: inputs, arguments, partial values.

A command is a function from an input, its arguments or both to a value; `of_files`, `of_folders` and
`of_arguments` turn tables of them into tables of functions that answer requests.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from hudi_conformance.adapters import loop
from hudi_conformance.adapters.loop import Answer, Answerer, Request
from hudi_conformance.canonical.log import canonical_findings
from hudi_conformance.decode.grammar import rejection_of
from hudi_conformance.errors import Reject
from hudi_conformance.model.common import Finding, JsonValue, Rejection

Source = bytes | str
Args = Mapping[str, JsonValue]
Value = dict[str, JsonValue]
FileCommand = Callable[[Source, Args], "Value | Told"]
FolderCommand = Callable[[Path, Args], Value]
T = TypeVar("T")


class BadRequestError(ValueError):
    """A request that does not follow the protocol: an `error` answer, not a verdict on any bytes."""


@dataclass(frozen=True, slots=True)
class Told:
    """A value, and findings about its input that did not prevent reading."""

    value: Value
    findings: Sequence[Finding]


class Stopped(Exception):  # noqa: N818 - a rejection with the part read before it
    """A rejection, and the part of the value that was readable."""

    def __init__(self, rejection: Rejection, partial: Value) -> None:
        super().__init__(rejection.message)
        self.rejection = rejection
        self.partial = partial


def of_files(commands: Mapping[str, FileCommand]) -> dict[str, Answerer]:
    """Commands whose input is a file."""
    return _answerers(commands, lambda command, request: command(_source(request), _args(request)))


def of_folders(commands: Mapping[str, FolderCommand]) -> dict[str, Answerer]:
    """Commands whose input is a folder."""
    return _answerers(commands, lambda command, request: command(_folder(request), _args(request)))


def of_arguments(commands: Mapping[str, Callable[[Args], Value]]) -> dict[str, Answerer]:
    """Commands without an input."""
    return _answerers(commands, lambda command, request: command(_args(request)))


def _answerers(commands: Mapping[str, T], call: Callable[[T, Request], Value | Told]) -> dict[str, Answerer]:
    def answerer(command: T) -> Answerer:
        return lambda request: _answer(call(command, request))

    return {name: answerer(command) for name, command in commands.items()}


def _answer(result: Value | Told) -> Answer:
    if not isinstance(result, Told):
        return loop.value(result)
    findings: JsonValue = canonical_findings(result.findings)["findings"]
    return loop.value(result.value) | ({"findings": findings} if findings else {})


def complete(value: Value, rejection: Rejection | None) -> Value:
    """A value that was read completely; raises `Stopped` if a rejection ended the reading."""
    if rejection is not None:
        raise Stopped(rejection, value)
    return value


def up_to_reject(name: str, items: Iterable[T], to_json: Callable[[T], JsonValue]) -> Value:
    """A list under a name; raises `Stopped` with the items before a rejection."""
    values: list[JsonValue] = []
    try:
        for item in items:
            values.append(to_json(item))  # noqa: PERF401 - items before a rejection are kept
    except Reject as error:
        raise Stopped(rejection_of(error), {name: values}) from None
    return {name: values}


def text_argument(args: Args, name: str) -> str | None:
    """An argument that is a text, None if it is absent."""
    value = args.get(name)
    if value is not None and not isinstance(value, str):
        raise BadRequestError(f"args.{name} is not a text")
    return value


def text_of(args: Args, name: str) -> str:
    """An argument that is a text."""
    value = text_argument(args, name)
    if value is None:
        raise BadRequestError(f"args.{name} is missing")
    return value


def texts_of(args: Args, name: str) -> list[str]:
    """An argument that is a list of texts."""
    texts = args.get(name)
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise BadRequestError(f"args.{name} is not a list of texts")
    return texts


def keys_argument(args: Args, name: str) -> list[bytes]:
    """An argument that is a list of hex texts."""
    keys = args.get(name)
    if not isinstance(keys, list) or not all(isinstance(key, str) for key in keys):
        raise BadRequestError(f"args.{name} is not a list of hex texts")
    try:
        return [bytes.fromhex(key) for key in keys]
    except ValueError as error:
        raise BadRequestError(f"args.{name}: {error}") from None


def reject(rejection: Rejection) -> Answer:
    """The answer for rejected bytes."""
    response: Answer = {
        "answer": "reject",
        "code": rejection.code,
        "message": rejection.message,
        "requirement": rejection.requirement,
    }
    return response if rejection.at is None else response | {"at": str(rejection.at)}


def _source(request: Request) -> Source:
    source = request.get("in")
    if isinstance(source, Mapping):
        text, path = source.get("b64"), source.get("path")
        if isinstance(text, str):
            try:
                return base64.b64decode(text, validate=True)
            except binascii.Error as error:
                raise BadRequestError(f"in.b64: {error}") from None
        if isinstance(path, str):
            return path
    raise BadRequestError("`in` has neither `b64` nor `path`")


def _folder(request: Request) -> Path:
    folder = loop.folder_of(request)
    if folder is None or not Path(folder).is_dir():
        raise BadRequestError("the command needs a folder as its input")
    return Path(folder)


def _args(request: Request) -> Args:
    args = request.get("args", {})
    if not isinstance(args, Mapping):
        raise BadRequestError("`args` is not an object")
    return args
