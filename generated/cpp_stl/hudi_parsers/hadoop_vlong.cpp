// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

#include "hadoop_vlong.h"
namespace hudi_parsers {

    hadoop_vlong_t::hadoop_vlong_t(kaitai::kstream* p__io, kaitai::kstruct* p__parent, hadoop_vlong_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root ? p__root : this;
        f_is_negative = false;
        f_m1 = false;
        f_m2 = false;
        f_m3 = false;
        f_m4 = false;
        f_m5 = false;
        f_m6 = false;
        f_m7 = false;
        f_m8 = false;
        f_num_bytes = false;
        f_value = false;
        _read();
    }

    void hadoop_vlong_t::_read() {
        m_first = m__io->read_s1();
        n_b1 = true;
        if (num_bytes() >= 1) {
            n_b1 = false;
            m_b1 = m__io->read_u1();
        }
        n_b2 = true;
        if (num_bytes() >= 2) {
            n_b2 = false;
            m_b2 = m__io->read_u1();
        }
        n_b3 = true;
        if (num_bytes() >= 3) {
            n_b3 = false;
            m_b3 = m__io->read_u1();
        }
        n_b4 = true;
        if (num_bytes() >= 4) {
            n_b4 = false;
            m_b4 = m__io->read_u1();
        }
        n_b5 = true;
        if (num_bytes() >= 5) {
            n_b5 = false;
            m_b5 = m__io->read_u1();
        }
        n_b6 = true;
        if (num_bytes() >= 6) {
            n_b6 = false;
            m_b6 = m__io->read_u1();
        }
        n_b7 = true;
        if (num_bytes() >= 7) {
            n_b7 = false;
            m_b7 = m__io->read_u1();
        }
        n_b8 = true;
        if (num_bytes() >= 8) {
            n_b8 = false;
            m_b8 = m__io->read_u1();
        }
    }

    hadoop_vlong_t::~hadoop_vlong_t() {
        _clean_up();
    }

    void hadoop_vlong_t::_clean_up() {
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
    }

    bool hadoop_vlong_t::is_negative() {
        if (f_is_negative)
            return m_is_negative;
        f_is_negative = true;
        m_is_negative = first() < -120;
        return m_is_negative;
    }

    uint64_t hadoop_vlong_t::m1() {
        if (f_m1)
            return m_m1;
        f_m1 = true;
        m_m1 = static_cast<uint64_t>(((num_bytes() >= 1) ? (static_cast<uint64_t>(b1())) : (static_cast<uint64_t>(0))));
        return m_m1;
    }

    uint64_t hadoop_vlong_t::m2() {
        if (f_m2)
            return m_m2;
        f_m2 = true;
        m_m2 = static_cast<uint64_t>(((num_bytes() >= 2) ? (static_cast<uint64_t>(m1() * 256 + static_cast<uint64_t>(b2()))) : (m1())));
        return m_m2;
    }

    uint64_t hadoop_vlong_t::m3() {
        if (f_m3)
            return m_m3;
        f_m3 = true;
        m_m3 = static_cast<uint64_t>(((num_bytes() >= 3) ? (static_cast<uint64_t>(m2() * 256 + static_cast<uint64_t>(b3()))) : (m2())));
        return m_m3;
    }

    uint64_t hadoop_vlong_t::m4() {
        if (f_m4)
            return m_m4;
        f_m4 = true;
        m_m4 = static_cast<uint64_t>(((num_bytes() >= 4) ? (static_cast<uint64_t>(m3() * 256 + static_cast<uint64_t>(b4()))) : (m3())));
        return m_m4;
    }

    uint64_t hadoop_vlong_t::m5() {
        if (f_m5)
            return m_m5;
        f_m5 = true;
        m_m5 = static_cast<uint64_t>(((num_bytes() >= 5) ? (static_cast<uint64_t>(m4() * 256 + static_cast<uint64_t>(b5()))) : (m4())));
        return m_m5;
    }

    uint64_t hadoop_vlong_t::m6() {
        if (f_m6)
            return m_m6;
        f_m6 = true;
        m_m6 = static_cast<uint64_t>(((num_bytes() >= 6) ? (static_cast<uint64_t>(m5() * 256 + static_cast<uint64_t>(b6()))) : (m5())));
        return m_m6;
    }

    uint64_t hadoop_vlong_t::m7() {
        if (f_m7)
            return m_m7;
        f_m7 = true;
        m_m7 = static_cast<uint64_t>(((num_bytes() >= 7) ? (static_cast<uint64_t>(m6() * 256 + static_cast<uint64_t>(b7()))) : (m6())));
        return m_m7;
    }

    uint64_t hadoop_vlong_t::m8() {
        if (f_m8)
            return m_m8;
        f_m8 = true;
        m_m8 = static_cast<uint64_t>(((num_bytes() >= 8) ? (static_cast<uint64_t>(m7() * 256 + static_cast<uint64_t>(b8()))) : (m7())));
        return m_m8;
    }

    int32_t hadoop_vlong_t::num_bytes() {
        if (f_num_bytes)
            return m_num_bytes;
        f_num_bytes = true;
        m_num_bytes = static_cast<int32_t>(((first() >= -112) ? (static_cast<int32_t>(0)) : (static_cast<int32_t>(((is_negative()) ? (static_cast<int32_t>(-120 - static_cast<int32_t>(first()))) : (static_cast<int32_t>(-112 - static_cast<int32_t>(first()))))))));
        return m_num_bytes;
    }

    int64_t hadoop_vlong_t::value() {
        if (f_value)
            return m_value;
        f_value = true;
        m_value = static_cast<int64_t>(((num_bytes() == 0) ? (static_cast<int64_t>(first())) : (static_cast<int64_t>(((is_negative()) ? (static_cast<int64_t>(-(static_cast<int64_t>(m8())) - 1)) : (static_cast<int64_t>(m8())))))));
        return m_value;
    }
}
