#pragma once

// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

class avro_long_t;

#include "kaitai/kaitaistruct.h"
#include <stdint.h>
#include <memory>
#include "varint.h"

#if KAITAI_STRUCT_VERSION < 11000L
#error "Incompatible Kaitai Struct C++/STL API: version 0.11 or later is required"
#endif
namespace hudi_parsers {

    /**
     * Avro writes `int` and `long` values as ZigZag numbers (0, -1, 1, -2, ...)
     * in base-128 little-endian groups, at most 10 bytes for a `long`.
     * \sa https://avro.apache.org/docs/1.12.0/specification/#binary-encoding Source
     */

    class avro_long_t : public kaitai::kstruct {

    public:

        avro_long_t(kaitai::kstream* p__io, kaitai::kstruct* p__parent = nullptr, avro_long_t* p__root = nullptr);

    private:
        void _read();
        void _clean_up();

    public:
        ~avro_long_t();

    private:
        bool f_magnitude;
        int64_t m_magnitude;

    public:

        /**
         * All bits but the lowest. Computed as a sum because halving an unsigned 64-bit number is not portable.
         */
        int64_t magnitude();

    private:
        bool f_value;
        int64_t m_value;

    public:

        /**
         * Resulting signed value.
         */
        int64_t value();

    private:
        std::unique_ptr<varint_t> m_zigzag;
        avro_long_t* m__root;
        kaitai::kstruct* m__parent;

    public:
        varint_t* zigzag() const { return m_zigzag.get(); }
        avro_long_t* _root() const { return m__root; }
        kaitai::kstruct* _parent() const { return m__parent; }
    };
}
