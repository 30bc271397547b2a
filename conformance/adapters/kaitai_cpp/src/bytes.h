// SPDX-License-Identifier: Apache-2.0
// Bytes in canonical form, and Base64.
#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "json.h"

inline std::string hex(const std::string& bytes) {
    static const char* digits = "0123456789abcdef";
    std::string out;
    out.reserve(bytes.size() * 2);
    for (unsigned char c : bytes) {
        out += digits[c >> 4];
        out += digits[c & 15];
    }
    return out;
}

/** SHA-256 [FIPS 180-4]. */
inline std::string sha256(const std::string& bytes) {
    static const std::array<uint32_t, 64> k = {
        0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
        0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
        0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
        0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
        0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
        0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
        0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
        0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};
    std::array<uint32_t, 8> h = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    auto turn = [](uint32_t x, int n) { return x >> n | x << (32 - n); };
    std::string padded = bytes + '\x80';
    while (padded.size() % 64 != 56) padded += '\0';
    for (int shift = 56; shift >= 0; shift -= 8) padded += static_cast<char>(uint64_t{bytes.size()} * 8 >> shift);
    for (size_t start = 0; start < padded.size(); start += 64) {
        std::array<uint32_t, 64> w{};
        for (size_t i = 0; i < 64; i++) w[i / 4] |= i < 64 ? uint32_t(uint8_t(padded[start + i])) << (24 - 8 * (i % 4)) : 0;
        for (size_t i = 16; i < 64; i++) {
            uint32_t s0 = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ w[i - 15] >> 3;
            uint32_t s1 = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ w[i - 2] >> 10;
            w[i] = w[i - 16] + s0 + w[i - 7] + s1;
        }
        std::array<uint32_t, 8> v = h;
        for (size_t i = 0; i < 64; i++) {
            uint32_t s1 = turn(v[4], 6) ^ turn(v[4], 11) ^ turn(v[4], 25);
            uint32_t t1 = v[7] + s1 + ((v[4] & v[5]) ^ (~v[4] & v[6])) + k[i] + w[i];
            uint32_t s0 = turn(v[0], 2) ^ turn(v[0], 13) ^ turn(v[0], 22);
            uint32_t t2 = s0 + ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
            v = {t1 + t2, v[0], v[1], v[2], v[3] + t1, v[4], v[5], v[6]};
        }
        for (size_t i = 0; i < 8; i++) h[i] += v[i];
    }
    std::string digest;
    for (uint32_t word : h) {
        for (int shift = 24; shift >= 0; shift -= 8) digest += static_cast<char>(word >> shift);
    }
    return digest;
}

/** Hex, or a digest of more than 1,024 bytes. */
inline Json canonical_bytes(const std::string& bytes) {
    if (bytes.size() <= 1024) return hex(bytes);
    Json shown = Json::map();
    shown["$digest"] = Json::map();
    shown["$digest"]["len"] = std::to_string(bytes.size());
    shown["$digest"]["sha256"] = hex(sha256(bytes));
    return shown;
}

/** The text, or its bytes where they are not well-formed UTF-8 [Unicode, table 3-7]. */
inline Json canonical_text(const std::string& bytes) {
    auto byte = [&](size_t i) { return i < bytes.size() ? uint8_t(bytes[i]) : 0; };
    for (size_t i = 0; i < bytes.size();) {
        int c = byte(i), next = byte(i + 1);
        int tail = c < 0x80 ? 0 : c >= 0xc2 && c < 0xe0 ? 1 : c >= 0xe0 && c < 0xf0 ? 2 : c >= 0xf0 && c < 0xf5 ? 3 : -1;
        bool is_bad = tail < 0 || (c == 0xe0 && next < 0xa0) || (c == 0xed && next > 0x9f) ||
                      (c == 0xf0 && next < 0x90) || (c == 0xf4 && next > 0x8f);
        for (int j = 1; j <= tail; j++) is_bad |= (byte(i + j) & 0xc0) != 0x80;
        if (is_bad) {
            Json shown = Json::map();
            shown["$utf8"] = hex(bytes);
            return shown;
        }
        i += 1 + tail;
    }
    return bytes;
}

inline std::string decode_base64(const std::string& text) {
    std::string out;
    uint32_t bits = 0;
    int count = 0;
    for (char c : text) {
        if (c == '=') break;
        int value = c >= 'A' && c <= 'Z' ? c - 'A' : c >= 'a' && c <= 'z' ? c - 'a' + 26 : c >= '0' && c <= '9' ? c - '0' + 52
                    : c == '+' ? 62 : c == '/' ? 63 : -1;
        if (value < 0) throw std::invalid_argument("in.b64 is not Base64");
        bits = bits << 6 | uint32_t(value);
        if ((count += 6) >= 8) out += static_cast<char>(bits >> (count -= 8) & 0xff);
    }
    return out;
}
