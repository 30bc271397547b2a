#pragma once

// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

class varint_t;

#include "kaitai/kaitaistruct.h"
#include <stdint.h>
#include <memory>

#if KAITAI_STRUCT_VERSION < 11000L
#error "Incompatible Kaitai Struct C++/STL API: version 0.11 or later is required"
#endif
namespace hudi_parsers {

    /**
     * At most 10 groups of 7 bits, least significant first (protobuf varint, carrier
     * of Avro ZigZag numbers). Written as separate fields, not as a repetition:
     * every target language of KSC 0.11 compiles this, it can be serialized, and it
     * parses fastest. Conditions are also written out: for most numbers, which have
     * one byte, they compare only that byte.
     * \sa https://protobuf.dev/programming-guides/encoding/#varints Source
     */

    class varint_t : public kaitai::kstruct {

    public:

        varint_t(kaitai::kstream* p__io, kaitai::kstruct* p__parent = nullptr, varint_t* p__root = nullptr);

    private:
        void _read();
        void _clean_up();

    public:
        ~varint_t();

    private:
        bool f_has1;
        bool m_has1;

    public:
        bool has1();

    private:
        bool f_has2;
        bool m_has2;

    public:
        bool has2();

    private:
        bool f_has3;
        bool m_has3;

    public:
        bool has3();

    private:
        bool f_has4;
        bool m_has4;

    public:
        bool has4();

    private:
        bool f_has5;
        bool m_has5;

    public:
        bool has5();

    private:
        bool f_has6;
        bool m_has6;

    public:
        bool has6();

    private:
        bool f_has7;
        bool m_has7;

    public:
        bool has7();

    private:
        bool f_has8;
        bool m_has8;

    public:
        bool has8();

    private:
        bool f_has9;
        bool m_has9;

    public:
        bool has9();

    private:
        bool f_value;
        uint64_t m_value;

    public:
        uint64_t value();

    private:
        uint8_t m_b0;
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
        uint8_t m_b9;
        bool n_b9;

    public:
        bool _is_null_b9() { b9(); return n_b9; };

    private:
        varint_t* m__root;
        kaitai::kstruct* m__parent;

    public:
        uint8_t b0() const { return m_b0; }
        uint8_t b1() const { return m_b1; }
        uint8_t b2() const { return m_b2; }
        uint8_t b3() const { return m_b3; }
        uint8_t b4() const { return m_b4; }
        uint8_t b5() const { return m_b5; }
        uint8_t b6() const { return m_b6; }
        uint8_t b7() const { return m_b7; }
        uint8_t b8() const { return m_b8; }

        /**
         * Bit 63, and nothing after it.
         */
        uint8_t b9() const { return m_b9; }
        varint_t* _root() const { return m__root; }
        kaitai::kstruct* _parent() const { return m__parent; }
    };
}
