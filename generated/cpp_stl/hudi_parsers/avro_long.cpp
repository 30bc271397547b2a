// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

#include "avro_long.h"
namespace hudi_parsers {

    avro_long_t::avro_long_t(kaitai::kstream* p__io, kaitai::kstruct* p__parent, avro_long_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root ? p__root : this;
        m_zigzag = nullptr;
        f_magnitude = false;
        f_value = false;
        _read();
    }

    void avro_long_t::_read() {
        m_zigzag = std::unique_ptr<varint_t>(new varint_t(m__io));
    }

    avro_long_t::~avro_long_t() {
        _clean_up();
    }

    void avro_long_t::_clean_up() {
    }

    int64_t avro_long_t::magnitude() {
        if (f_magnitude)
            return m_magnitude;
        f_magnitude = true;
        m_magnitude = static_cast<int64_t>(((zigzag()->b0() < 128) ? (static_cast<int64_t>(zigzag()->b0() / 2)) : (static_cast<int64_t>(((((((((static_cast<int64_t>(kaitai::kstream::mod(zigzag()->b0(), 128) / 2) + static_cast<int64_t>(((zigzag()->has1()) ? (static_cast<int64_t>(static_cast<int64_t>(kaitai::kstream::mod(zigzag()->b1(), 128)) * static_cast<int64_t>(64))) : (static_cast<int64_t>(0))))) + static_cast<int64_t>(((zigzag()->has2()) ? (static_cast<int64_t>(static_cast<int64_t>(kaitai::kstream::mod(zigzag()->b2(), 128)) * static_cast<int64_t>(8192))) : (static_cast<int64_t>(0))))) + static_cast<int64_t>(((zigzag()->has3()) ? (static_cast<int64_t>(static_cast<int64_t>(kaitai::kstream::mod(zigzag()->b3(), 128)) * static_cast<int64_t>(1048576))) : (static_cast<int64_t>(0))))) + static_cast<int64_t>(((zigzag()->has4()) ? (static_cast<int64_t>(static_cast<int64_t>(kaitai::kstream::mod(zigzag()->b4(), 128)) * static_cast<int64_t>(134217728))) : (static_cast<int64_t>(0))))) + static_cast<int64_t>(((zigzag()->has5()) ? (static_cast<int64_t>(static_cast<int64_t>(kaitai::kstream::mod(zigzag()->b5(), 128)) * static_cast<int64_t>(17179869184LL))) : (static_cast<int64_t>(0))))) + static_cast<int64_t>(((zigzag()->has6()) ? (static_cast<int64_t>(static_cast<int64_t>(kaitai::kstream::mod(zigzag()->b6(), 128)) * static_cast<int64_t>(2199023255552LL))) : (static_cast<int64_t>(0))))) + static_cast<int64_t>(((zigzag()->has7()) ? (static_cast<int64_t>(static_cast<int64_t>(kaitai::kstream::mod(zigzag()->b7(), 128)) * static_cast<int64_t>(281474976710656LL))) : (static_cast<int64_t>(0))))) + static_cast<int64_t>(((zigzag()->has8()) ? (static_cast<int64_t>(static_cast<int64_t>(kaitai::kstream::mod(zigzag()->b8(), 128)) * static_cast<int64_t>(36028797018963968LL))) : (static_cast<int64_t>(0))))) + static_cast<int64_t>(((zigzag()->has9()) ? (static_cast<int64_t>(static_cast<int64_t>(zigzag()->b9()) * static_cast<int64_t>(4611686018427387904LL))) : (static_cast<int64_t>(0))))))));
        return m_magnitude;
    }

    int64_t avro_long_t::value() {
        if (f_value)
            return m_value;
        f_value = true;
        m_value = static_cast<int64_t>(((kaitai::kstream::mod(zigzag()->b0(), 2) == 0) ? (magnitude()) : (static_cast<int64_t>(-(magnitude()) - 1))));
        return m_value;
    }
}
