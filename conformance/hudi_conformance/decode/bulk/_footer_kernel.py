# SPDX-License-Identifier: Apache-2.0
"""Kernel for the footer of a Parquet file: finds the value of a key of its metadata.

The footer is a struct in the compact protocol of Thrift. The kernel walks it from the start, so that bytes
elsewhere that look like the key, for example in a column's minimum, do not match. Parquet parsers read the
items of a list by the definition of the format and ignore the type in the list. So the kernel finds nothing
if a list has another type than its definition.
"""

# ruff: noqa: PLR0917 - kernels take many positional arguments

from __future__ import annotations

import numpy as np

from hudi_conformance.decode.bulk._memory import Table, inlined, kernel, load_u8

STOP = 0
_TRUE = 1
_FALSE = 2
_BYTE = 3
_I16 = 4
I64 = 6
_I32 = 5
_DOUBLE = 7
BINARY = 8
LIST = 9
STRUCT = 12

_KEY_VALUES = 5  # field of the footer
_KEY = 1
_VALUE = 2
_MAX_NUMBER = 1000  # of a field
_MAX_DEPTH = 32
_MAX_VARINT = 9  # bytes of a varint that fits 63 bits
_IN_STRUCT = -1

# Structs with fields that are lists, and all others.
OTHER = 0
FOOTER = 1
_SCHEMA = 2
ROW_GROUP = 3
CHUNK = 4
COLUMN = 5
_SIZES = 6

# Columns of the stack: remaining items or `_IN_STRUCT`, their type, their struct, the previous field.
_LEFT = 0
_ITEM = 1
_STRUCT_KIND = 2
_FIELD = 3


@inlined
def after_varint(at: int, end: int) -> int:
    """Address after a varint, 0 where it does not end in time."""
    stop = min(end, at + _MAX_VARINT)
    while at < stop:
        if load_u8(at) < 128:
            return at + 1
        at += 1
    return 0


@inlined
def varint(at: int) -> int:
    """The varint at an address that `after_varint` has passed."""
    value = 0
    shift = 0
    while True:
        byte = load_u8(at)
        value |= (byte & 127) << shift
        if byte < 128:
            return value
        at += 1
        shift += 7


@inlined
def _after_binary(at: int, end: int) -> int:
    """Address after a string and its length, 0 where it does not fit."""
    after = after_varint(at, end)
    if after == 0 or varint(at) > end - after:
        return 0
    return after + varint(at)


@inlined
def after_header(at: int, end: int) -> int:
    """Address after the header of a field, whose number may follow its type; 0 where it does not fit."""
    if at >= end:
        return 0
    return at + 1 if load_u8(at) >> 4 or load_u8(at) == STOP else after_varint(at + 1, end)


@inlined
def number_of(at: int, before: int) -> int:
    """Number of the field whose header is at an address, -1 for one that is negative or too large."""
    step = load_u8(at) >> 4
    number = before + step
    if not step:
        number = varint(at + 1)
        number = -1 if number & 1 else number >> 1
    return number if number <= _MAX_NUMBER else -1


@inlined
def after_list_header(at: int, end: int) -> int:
    if at >= end:
        return 0
    return after_varint(at + 1, end) if load_u8(at) >> 4 == 15 else at + 1


@inlined
def count_of(at: int) -> int:
    size = load_u8(at) >> 4
    return varint(at + 1) if size == 15 else size


@inlined
def _after_scalar(at: int, end: int, kind: int, is_item: bool) -> int:
    """Address after a value without nested values, 0 if it does not fit or its kind is unknown."""
    if kind == _TRUE or kind == _FALSE:  # noqa: PLR1714, SIM109 - kernels have no sets
        at += 1 if is_item else 0  # that of a field lies in its header
    elif kind == _BYTE:
        at += 1
    elif _I16 <= kind <= I64:
        at = after_varint(at, end)
    elif kind == _DOUBLE:
        at += 8
    elif kind == BINARY:
        at = _after_binary(at, end)
    else:
        return 0
    return 0 if at > end else at


@inlined
def _field_of(owner: int, number: int) -> tuple[int, int, int]:
    """Type of a field that is, or leads to, a list; type of its items; which struct it is or they are."""
    if owner == FOOTER and number == 2:
        return LIST, STRUCT, _SCHEMA
    if owner == FOOTER and number == 4:
        return LIST, STRUCT, ROW_GROUP
    if owner == ROW_GROUP and number == 1:
        return LIST, STRUCT, CHUNK
    if owner == CHUNK and number == 3:
        return STRUCT, 0, COLUMN
    if owner == COLUMN and number == 16:
        return STRUCT, 0, _SIZES
    return _list_of_others(owner, number), _item_of(owner, number), OTHER


@inlined
def _list_of_others(owner: int, number: int) -> int:
    is_list = (
        (owner == ROW_GROUP and number == 4)
        or (owner == COLUMN and (2 <= number <= 3 or number == 8 or number == 13))  # noqa: PLR1714 - the kernel's compiler has no sets of numbers
        or (owner == _SIZES and 2 <= number <= 3)
    )
    return LIST if is_list else 0


@inlined
def _item_of(owner: int, number: int) -> int:
    if owner == _SIZES:
        return I64
    if owner == COLUMN and number == 2:
        return _I32
    return BINARY if owner == COLUMN and number == 3 else STRUCT


@inlined
def _push(at: int, end: int, kind: int, depth: int, stack: Table, field: tuple[int, int, int]) -> int:
    """Open a struct or a list; return its first address, 0 if it is not allowed there."""
    known, item, which = field
    if depth == len(stack) or (known and known != kind) or (kind == LIST and not known):
        return 0
    stack[depth, _LEFT] = _IN_STRUCT
    stack[depth, _STRUCT_KIND] = which
    stack[depth, _FIELD] = 0
    if kind == STRUCT:
        return at
    after = after_list_header(at, end)
    if after == 0 or count_of(at) > end - after or load_u8(at) & 15 != item:
        return 0
    stack[depth, _LEFT] = count_of(at)
    stack[depth, _ITEM] = item
    return after


@inlined
def after_value(at: int, end: int, kind: int, owner: int, number: int, stack: Table) -> int:
    """Address after the value of a field of a struct, 0 where it does not fit or may not be there."""
    depth = 0
    field = _field_of(owner, number)
    is_item = False
    while True:
        if kind == LIST or kind == STRUCT:  # noqa: PLR1714, SIM109 - kernels have no sets
            at = _push(at, end, kind, depth, stack, field)
            depth += 1
        else:
            at = 0 if field[0] and not is_item else _after_scalar(at, end, kind, is_item)
        if at == 0:
            return 0
        # The next value: an item, a field, or a value of the parent when a struct or list has ended.
        while depth:
            top = depth - 1
            if stack[top, _LEFT] > 0:
                stack[top, _LEFT] -= 1
                kind = stack[top, _ITEM]
                field = 0, 0, stack[top, _STRUCT_KIND]
                is_item = True
                break
            if stack[top, _LEFT] == _IN_STRUCT:
                after = after_header(at, end)
                if after == 0:
                    return 0
                kind = load_u8(at) & 15
                if kind != STOP:
                    stack[top, _FIELD] = number_of(at, stack[top, _FIELD])
                    if stack[top, _FIELD] < 0:
                        return 0
                    field = _field_of(stack[top, _STRUCT_KIND], stack[top, _FIELD])
                    at = after
                    is_item = False
                    break
                at = after
            depth -= 1
        if depth == 0:
            return at


@inlined
def _is_name(at: int, name: int, len_name: int) -> bool:
    if varint(at) != len_name:
        return False
    start = after_varint(at, at + _MAX_VARINT)
    num_equal = 0
    while num_equal < len_name and load_u8(start + num_equal) == load_u8(name + num_equal):
        num_equal += 1
    return num_equal == len_name


@kernel
def _value_of(at: int, end: int, name: int, len_name: int, stack: Table) -> tuple[int, int]:
    """Value of a metadata entry and the address after it; if the key differs, 0 and the next entry."""
    number = 0
    is_wanted = False
    while True:
        start = after_header(at, end)
        if start == 0:
            return 0, 0
        kind = load_u8(at) & 15
        if kind == STOP:
            return 0, start
        number = number_of(at, number)
        if number < 0:
            return 0, 0
        at = after_value(start, end, kind, OTHER, number, stack)
        if at == 0:
            return 0, 0
        if number == _KEY and kind == BINARY:
            is_wanted = _is_name(start, name, len_name)
        if number == _VALUE and kind == BINARY and is_wanted:
            return start, at


@kernel
def find_value(at: int, end: int, name: int, len_name: int) -> tuple[int, int]:
    """Address of the value of a key of the metadata, with its length, and the address after it; 0 for none.

    Args:
        at: address of the footer.
        end: address after it.
        name: address of the key.
        len_name: its length.
    """
    stack = np.empty((_MAX_DEPTH, 4), np.int64)
    number = 0
    while True:
        after = after_header(at, end)
        if after == 0 or load_u8(at) & 15 == STOP:
            return 0, 0
        kind = load_u8(at) & 15
        number = number_of(at, number)
        at = after
        if number < 0:
            return 0, 0
        if number == _KEY_VALUES:
            break
        at = after_value(at, end, kind, FOOTER, number, stack)
        if at == 0:
            return 0, 0
    after = after_list_header(at, end)
    if kind != LIST or after == 0 or load_u8(at) & 15 != STRUCT:
        return 0, 0
    count = count_of(at)
    at = after
    for _ in range(count):
        start, at = _value_of(at, end, name, len_name, stack)
        if start or at == 0:
            return start, at
    return 0, 0
