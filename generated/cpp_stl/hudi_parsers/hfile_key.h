#pragma once

// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

class hfile_key_t;

#include "kaitai/kaitaistruct.h"
#include <stdint.h>
#include <memory>

#if KAITAI_STRUCT_VERSION < 11000L
#error "Incompatible Kaitai Struct C++/STL API: version 0.11 or later is required"
#endif
namespace hudi_parsers {

    /**
     * Key of a cell, of an entry of a data index, of `hfile.LASTKEY` and of an entry
     * of a Bloom index by row and column. The surrounding structure determines its
     * length.
     * \sa https://github.com/apache/hbase/blob/rel/2.4.13/hbase-common/src/main/java/org/apache/hadoop/hbase/KeyValue.java Source
     */

    class hfile_key_t : public kaitai::kstruct {

    public:

        hfile_key_t(kaitai::kstream* p__io, kaitai::kstruct* p__parent = nullptr, hfile_key_t* p__root = nullptr);

    private:
        void _read();
        void _clean_up();

    public:
        ~hfile_key_t();

    private:
        uint16_t m_len_row;
        std::string m_row;
        uint8_t m_len_family;
        std::string m_family;
        std::string m_qualifier;
        int64_t m_timestamp;
        uint8_t m_key_type;
        hfile_key_t* m__root;
        kaitai::kstruct* m__parent;

    public:
        uint16_t len_row() const { return m_len_row; }
        std::string row() const { return m_row; }
        uint8_t len_family() const { return m_len_family; }
        std::string family() const { return m_family; }
        std::string qualifier() const { return m_qualifier; }
        int64_t timestamp() const { return m_timestamp; }
        uint8_t key_type() const { return m_key_type; }
        hfile_key_t* _root() const { return m__root; }
        kaitai::kstruct* _parent() const { return m__parent; }
    };
}
