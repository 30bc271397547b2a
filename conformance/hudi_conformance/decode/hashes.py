# SPDX-License-Identifier: Apache-2.0
"""32-bit hash functions of the Bloom filters of HBase and Hudi."""

from __future__ import annotations

_MASK = 0xFFFFFFFF


def murmur(data: bytes, seed: int) -> int:
    """32-bit MurmurHash2 as HBase computes it: the bytes of the tail are signed."""
    return _murmur(data, seed, data[len(data) & ~3 :])


def murmur_of_hadoop(data: bytes, seed: int) -> int:
    """32-bit MurmurHash2 as Hadoop and Hudi compute it: the tail is signed, its last byte the lowest."""
    return _murmur(data, seed, data[len(data) & ~3 :][::-1])


def _murmur(data: bytes, seed: int, tail: bytes) -> int:
    """`tail` has the bytes after the last full word, the lowest byte first."""
    factor = 0x5BD1E995
    length = len(data)
    end = length & ~3
    word = (seed ^ length) & _MASK
    for ofs in range(0, end, 4):
        part = int.from_bytes(data[ofs : ofs + 4], "little") * factor & _MASK
        part = (part ^ part >> 24) * factor & _MASK
        word = (word * factor & _MASK) ^ part
    if tail:
        for place, byte in enumerate(tail):
            signed = byte - 256 if byte > 127 else byte
            word ^= signed << 8 * place & _MASK
        word = word * factor & _MASK
    word = (word ^ word >> 13) * factor & _MASK
    return word ^ word >> 15


def murmur3(data: bytes, seed: int) -> int:
    """MurmurHash3 of 32 bits."""
    length = len(data)
    end = length & ~3
    word = seed & _MASK
    for ofs in range(0, end, 4):
        word ^= _mix3(int.from_bytes(data[ofs : ofs + 4], "little"))
        word = (_rotate(word, 13) * 5 + 0xE6546B64) & _MASK
    if data[end:]:
        word ^= _mix3(int.from_bytes(data[end:], "little"))
    word ^= length
    word = (word ^ word >> 16) * 0x85EBCA6B & _MASK
    word = (word ^ word >> 13) * 0xC2B2AE35 & _MASK
    return word ^ word >> 16


def _mix3(part: int) -> int:
    return _rotate(part * 0xCC9E2D51 & _MASK, 15) * 0x1B873593 & _MASK


def jenkins(data: bytes, seed: int) -> int:
    """Bob Jenkins' lookup3 (`hashlittle`)."""
    a = b = c = (0xDEADBEEF + len(data) + seed) & _MASK
    left = data
    while len(left) > 12:
        a, b, c = (
            (word + int.from_bytes(left[ofs : ofs + 4], "little")) & _MASK
            for word, ofs in ((a, 0), (b, 4), (c, 8))
        )
        for target, source, num in _MIX:
            words = [a, b, c]
            words[target] = (words[target] - words[source]) & _MASK
            words[target] ^= _rotate(words[source], num)
            words[source] = (words[source] + words[3 - target - source]) & _MASK
            a, b, c = words
        left = left[12:]
    if not left:
        return c
    left = left.ljust(12, b"\0")
    words = [
        (word + int.from_bytes(left[o : o + 4], "little")) & _MASK for word, o in ((a, 0), (b, 4), (c, 8))
    ]
    for target, source, num in _FINAL:
        words[target] ^= words[source]
        words[target] = (words[target] - _rotate(words[source], num)) & _MASK
    return words[2]


# Indexes of the word that changes and the word that is mixed in; bits of the rotation.
_MIX = ((0, 2, 4), (1, 0, 6), (2, 1, 8), (0, 2, 16), (1, 0, 19), (2, 1, 4))
_FINAL = ((2, 1, 14), (0, 2, 11), (1, 0, 25), (2, 1, 16), (0, 2, 4), (1, 0, 14), (2, 1, 24))


def _rotate(word: int, num: int) -> int:
    return (word << num | word >> (32 - num)) & _MASK
