// SPDX-License-Identifier: Apache-2.0
// The part of the runtime API of Kaitai Struct for C++ that the generated parsers use, over bytes in memory.
// Written for this project: the official runtime is in no package registry.
#pragma once

#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>

namespace kaitai {

/** The bytes end before what is read from them. */
class end_of_stream_error : public std::runtime_error {
public:
    end_of_stream_error() : std::runtime_error("unexpected end of stream") {}
};

class kstream {
public:
    explicit kstream(std::string bytes) : m_bytes(std::move(bytes)) {}

    uint64_t pos() const { return m_pos; }
    uint64_t size() const { return m_bytes.size(); }
    bool is_eof() const { return m_pos >= m_bytes.size(); }
    void seek(uint64_t pos) {
        if (pos > m_bytes.size()) throw end_of_stream_error();
        m_pos = pos;
    }

    int8_t read_s1() { return static_cast<int8_t>(big(1)); }
    uint8_t read_u1() { return static_cast<uint8_t>(big(1)); }
    uint16_t read_u2be() { return static_cast<uint16_t>(big(2)); }
    int32_t read_s4be() { return static_cast<int32_t>(big(4)); }
    uint32_t read_u4be() { return static_cast<uint32_t>(big(4)); }
    int64_t read_s8be() { return static_cast<int64_t>(big(8)); }
    uint64_t read_u8be() { return big(8); }
    uint16_t read_u2le() { return static_cast<uint16_t>(little(2)); }
    uint32_t read_u4le() { return static_cast<uint32_t>(little(4)); }
    uint64_t read_u8le() { return little(8); }
    float read_f4be() { return as_float<float>(static_cast<uint32_t>(big(4))); }
    float read_f4le() { return as_float<float>(static_cast<uint32_t>(little(4))); }
    double read_f8be() { return as_float<double>(big(8)); }
    double read_f8le() { return as_float<double>(little(8)); }
    /** Whole bytes only, which is all that the grammars ask for. */
    uint64_t read_bits_int_be(int bits) {
        if (bits % 8 != 0 || bits > 64) throw std::logic_error("bits that are no whole bytes");
        return big(static_cast<size_t>(bits / 8));
    }

    std::string read_bytes(int64_t len) {
        if (len < 0 || static_cast<uint64_t>(len) > m_bytes.size() - m_pos) throw end_of_stream_error();
        std::string found = m_bytes.substr(m_pos, static_cast<size_t>(len));
        m_pos += static_cast<uint64_t>(len);
        return found;
    }
    std::string read_bytes_full() { return read_bytes(static_cast<int64_t>(m_bytes.size() - m_pos)); }

    /** The grammars have no text but ASCII, which is checked against constants. */
    static std::string bytes_to_str(const std::string& bytes, const char*) { return bytes; }

    /** The remainder that is never negative. */
    template <class A>
    static auto mod(A a, int b) -> decltype(a + b) {
        auto rest = a % b;
        return rest < 0 ? rest + b : rest;
    }

private:
    uint64_t big(size_t len) {
        uint64_t value = 0;
        for (unsigned char byte : take(len)) value = value << 8 | byte;
        return value;
    }
    uint64_t little(size_t len) {
        uint64_t value = 0;
        int shift = 0;
        for (unsigned char byte : take(len)) {
            value |= static_cast<uint64_t>(byte) << shift;
            shift += 8;
        }
        return value;
    }
    struct bytes_view {
        const char* first;
        size_t len;
        const char* begin() const { return first; }
        const char* end() const { return first + len; }
    };
    bytes_view take(size_t len) {
        if (len > m_bytes.size() - m_pos) throw end_of_stream_error();
        bytes_view found{m_bytes.data() + m_pos, len};
        m_pos += len;
        return found;
    }
    template <class F, class U>
    static F as_float(U bits) {
        static_assert(sizeof(F) == sizeof(U), "same width");
        F value;
        std::memcpy(&value, &bits, sizeof value);
        return value;
    }

    std::string m_bytes;
    uint64_t m_pos = 0;
};

}  // namespace kaitai
