// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

#include "varint.h"
#include "kaitai/exceptions.h"
namespace hudi_parsers {

    varint_t::varint_t(kaitai::kstream* p__io, kaitai::kstruct* p__parent, varint_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root ? p__root : this;
        f_has1 = false;
        f_has2 = false;
        f_has3 = false;
        f_has4 = false;
        f_has5 = false;
        f_has6 = false;
        f_has7 = false;
        f_has8 = false;
        f_has9 = false;
        f_value = false;
        _read();
    }

    void varint_t::_read() {
        m_b0 = m__io->read_u1();
        n_b1 = true;
        if (b0() >= 128) {
            n_b1 = false;
            m_b1 = m__io->read_u1();
        }
        n_b2 = true;
        if ( ((b0() >= 128) && (b1() >= 128)) ) {
            n_b2 = false;
            m_b2 = m__io->read_u1();
        }
        n_b3 = true;
        if ( ((b0() >= 128) && (b1() >= 128) && (b2() >= 128)) ) {
            n_b3 = false;
            m_b3 = m__io->read_u1();
        }
        n_b4 = true;
        if ( ((b0() >= 128) && (b1() >= 128) && (b2() >= 128) && (b3() >= 128)) ) {
            n_b4 = false;
            m_b4 = m__io->read_u1();
        }
        n_b5 = true;
        if ( ((b0() >= 128) && (b1() >= 128) && (b2() >= 128) && (b3() >= 128) && (b4() >= 128)) ) {
            n_b5 = false;
            m_b5 = m__io->read_u1();
        }
        n_b6 = true;
        if ( ((b0() >= 128) && (b1() >= 128) && (b2() >= 128) && (b3() >= 128) && (b4() >= 128) && (b5() >= 128)) ) {
            n_b6 = false;
            m_b6 = m__io->read_u1();
        }
        n_b7 = true;
        if ( ((b0() >= 128) && (b1() >= 128) && (b2() >= 128) && (b3() >= 128) && (b4() >= 128) && (b5() >= 128) && (b6() >= 128)) ) {
            n_b7 = false;
            m_b7 = m__io->read_u1();
        }
        n_b8 = true;
        if ( ((b0() >= 128) && (b1() >= 128) && (b2() >= 128) && (b3() >= 128) && (b4() >= 128) && (b5() >= 128) && (b6() >= 128) && (b7() >= 128)) ) {
            n_b8 = false;
            m_b8 = m__io->read_u1();
        }
        n_b9 = true;
        if ( ((b0() >= 128) && (b1() >= 128) && (b2() >= 128) && (b3() >= 128) && (b4() >= 128) && (b5() >= 128) && (b6() >= 128) && (b7() >= 128) && (b8() >= 128)) ) {
            n_b9 = false;
            m_b9 = m__io->read_u1();
            if (!(m_b9 <= 1)) {
                throw kaitai::validation_greater_than_error<uint8_t>(1, m_b9, m__io, std::string("/seq/9"));
            }
        }
    }

    varint_t::~varint_t() {
        _clean_up();
    }

    void varint_t::_clean_up() {
        if (!n_b1) {
        }
        if (!n_b2) {
        }
        if (!n_b3) {
        }
        if (!n_b4) {
        }
        if (!n_b5) {
        }
        if (!n_b6) {
        }
        if (!n_b7) {
        }
        if (!n_b8) {
        }
        if (!n_b9) {
        }
    }

    bool varint_t::has1() {
        if (f_has1)
            return m_has1;
        f_has1 = true;
        m_has1 = b0() >= 128;
        return m_has1;
    }

    bool varint_t::has2() {
        if (f_has2)
            return m_has2;
        f_has2 = true;
        m_has2 =  ((has1()) && (b1() >= 128)) ;
        return m_has2;
    }

    bool varint_t::has3() {
        if (f_has3)
            return m_has3;
        f_has3 = true;
        m_has3 =  ((has2()) && (b2() >= 128)) ;
        return m_has3;
    }

    bool varint_t::has4() {
        if (f_has4)
            return m_has4;
        f_has4 = true;
        m_has4 =  ((has3()) && (b3() >= 128)) ;
        return m_has4;
    }

    bool varint_t::has5() {
        if (f_has5)
            return m_has5;
        f_has5 = true;
        m_has5 =  ((has4()) && (b4() >= 128)) ;
        return m_has5;
    }

    bool varint_t::has6() {
        if (f_has6)
            return m_has6;
        f_has6 = true;
        m_has6 =  ((has5()) && (b5() >= 128)) ;
        return m_has6;
    }

    bool varint_t::has7() {
        if (f_has7)
            return m_has7;
        f_has7 = true;
        m_has7 =  ((has6()) && (b6() >= 128)) ;
        return m_has7;
    }

    bool varint_t::has8() {
        if (f_has8)
            return m_has8;
        f_has8 = true;
        m_has8 =  ((has7()) && (b7() >= 128)) ;
        return m_has8;
    }

    bool varint_t::has9() {
        if (f_has9)
            return m_has9;
        f_has9 = true;
        m_has9 =  ((has8()) && (b8() >= 128)) ;
        return m_has9;
    }

    uint64_t varint_t::value() {
        if (f_value)
            return m_value;
        f_value = true;
        m_value = static_cast<uint64_t>(((b0() < 128) ? (static_cast<uint64_t>(b0())) : (static_cast<uint64_t>(static_cast<uint64_t>(kaitai::kstream::mod(b0(), 128)) + static_cast<uint64_t>(((has1()) ? (static_cast<uint64_t>(static_cast<uint64_t>(static_cast<uint64_t>(kaitai::kstream::mod(b1(), 128)) * static_cast<uint64_t>(128)) + static_cast<uint64_t>(((has2()) ? (static_cast<uint64_t>(static_cast<uint64_t>(static_cast<uint64_t>(kaitai::kstream::mod(b2(), 128)) * static_cast<uint64_t>(16384)) + static_cast<uint64_t>(((has3()) ? (static_cast<uint64_t>(static_cast<uint64_t>(static_cast<uint64_t>(kaitai::kstream::mod(b3(), 128)) * static_cast<uint64_t>(2097152)) + static_cast<uint64_t>(((has4()) ? (static_cast<uint64_t>(static_cast<uint64_t>(static_cast<uint64_t>(kaitai::kstream::mod(b4(), 128)) * static_cast<uint64_t>(268435456)) + static_cast<uint64_t>(((has5()) ? (static_cast<uint64_t>(static_cast<uint64_t>(static_cast<uint64_t>(kaitai::kstream::mod(b5(), 128)) * static_cast<uint64_t>(34359738368LL)) + static_cast<uint64_t>(((has6()) ? (static_cast<uint64_t>(static_cast<uint64_t>(static_cast<uint64_t>(kaitai::kstream::mod(b6(), 128)) * static_cast<uint64_t>(4398046511104LL)) + static_cast<uint64_t>(((has7()) ? (static_cast<uint64_t>(static_cast<uint64_t>(static_cast<uint64_t>(kaitai::kstream::mod(b7(), 128)) * static_cast<uint64_t>(562949953421312LL)) + static_cast<uint64_t>(((has8()) ? (static_cast<uint64_t>(static_cast<uint64_t>(static_cast<uint64_t>(kaitai::kstream::mod(b8(), 128)) * static_cast<uint64_t>(72057594037927936LL)) + static_cast<uint64_t>(((has9()) ? (static_cast<uint64_t>(static_cast<uint64_t>(kaitai::kstream::mod(b9(), 128)) * static_cast<uint64_t>(9223372036854775808ULL))) : (static_cast<uint64_t>(0)))))) : (static_cast<uint64_t>(0)))))) : (static_cast<uint64_t>(0)))))) : (static_cast<uint64_t>(0)))))) : (static_cast<uint64_t>(0)))))) : (static_cast<uint64_t>(0)))))) : (static_cast<uint64_t>(0)))))) : (static_cast<uint64_t>(0)))))) : (static_cast<uint64_t>(0))))))));
        return m_value;
    }
}
