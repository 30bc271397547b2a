#pragma once

// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

class hadoop_vlong_t;

#include "kaitai/kaitaistruct.h"
#include <stdint.h>
#include <memory>

#if KAITAI_STRUCT_VERSION < 11000L
#error "Incompatible Kaitai Struct C++/STL API: version 0.11 or later is required"
#endif
namespace hudi_parsers {

    /**
     * Signed integer of 1 to 9 bytes. The first byte, read as signed, either is the
     * value itself (-112..127) or holds sign and count of the big-endian magnitude
     * bytes that follow: -113..-120 for 1 to 8 bytes of a non-negative value,
     * -121..-128 for 1 to 8 bytes of the one's complement of a negative value.
     * \sa https://hadoop.apache.org/docs/stable/api/org/apache/hadoop/io/WritableUtils.html Source
     */

    class hadoop_vlong_t : public kaitai::kstruct {

    public:

        hadoop_vlong_t(kaitai::kstream* p__io, kaitai::kstruct* p__parent = nullptr, hadoop_vlong_t* p__root = nullptr);

    private:
        void _read();
        void _clean_up();

    public:
        ~hadoop_vlong_t();

    private:
        bool f_is_negative;
        bool m_is_negative;

    public:
        bool is_negative();

    private:
        bool f_m1;
        uint64_t m_m1;

    public:
        uint64_t m1();

    private:
        bool f_m2;
        uint64_t m_m2;

    public:
        uint64_t m2();

    private:
        bool f_m3;
        uint64_t m_m3;

    public:
        uint64_t m3();

    private:
        bool f_m4;
        uint64_t m_m4;

    public:
        uint64_t m4();

    private:
        bool f_m5;
        uint64_t m_m5;

    public:
        uint64_t m5();

    private:
        bool f_m6;
        uint64_t m_m6;

    public:
        uint64_t m6();

    private:
        bool f_m7;
        uint64_t m_m7;

    public:
        uint64_t m7();

    private:
        bool f_m8;
        uint64_t m_m8;

    public:
        uint64_t m8();

    private:
        bool f_num_bytes;
        int32_t m_num_bytes;

    public:
        int32_t num_bytes();

    private:
        bool f_value;
        int64_t m_value;

    public:
        int64_t value();

    private:
        int8_t m_first;
        uint8_t m_b1;
        bool n_b1;

    public:
        bool _is_null_b1() { b1(); return n_b1; };

    private:
        uint8_t m_b2;
        bool n_b2;

    public:
        bool _is_null_b2() { b2(); return n_b2; };

    private:
        uint8_t m_b3;
        bool n_b3;

    public:
        bool _is_null_b3() { b3(); return n_b3; };

    private:
        uint8_t m_b4;
        bool n_b4;

    public:
        bool _is_null_b4() { b4(); return n_b4; };

    private:
        uint8_t m_b5;
        bool n_b5;

    public:
        bool _is_null_b5() { b5(); return n_b5; };

    private:
        uint8_t m_b6;
        bool n_b6;

    public:
        bool _is_null_b6() { b6(); return n_b6; };

    private:
        uint8_t m_b7;
        bool n_b7;

    public:
        bool _is_null_b7() { b7(); return n_b7; };

    private:
        uint8_t m_b8;
        bool n_b8;

    public:
        bool _is_null_b8() { b8(); return n_b8; };

    private:
        hadoop_vlong_t* m__root;
        kaitai::kstruct* m__parent;

    public:
        int8_t first() const { return m_first; }
        uint8_t b1() const { return m_b1; }
        uint8_t b2() const { return m_b2; }
        uint8_t b3() const { return m_b3; }
        uint8_t b4() const { return m_b4; }
        uint8_t b5() const { return m_b5; }
        uint8_t b6() const { return m_b6; }
        uint8_t b7() const { return m_b7; }
        uint8_t b8() const { return m_b8; }
        hadoop_vlong_t* _root() const { return m__root; }
        kaitai::kstruct* _parent() const { return m__parent; }
    };
}
