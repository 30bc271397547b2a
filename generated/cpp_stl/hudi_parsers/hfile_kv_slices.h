#pragma once

// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

class hfile_kv_slices_t;

#include "kaitai/kaitaistruct.h"
#include <stdint.h>
#include <memory>
#include <vector>

#if KAITAI_STRUCT_VERSION < 11000L
#error "Incompatible Kaitai Struct C++/STL API: version 0.11 or later is required"
#endif
namespace hudi_parsers {

    /**
     * Same bytes as `hfile_data_block`, parsed in less detail, for readers that need
     * only keys and values: an MVCC of one byte, no tags.
     * \sa https://github.com/apache/hbase/blob/rel/2.4.13/hbase-server/src/main/java/org/apache/hadoop/hbase/io/hfile/HFileBlock.java Source
     */

    class hfile_kv_slices_t : public kaitai::kstruct {

    public:
        class entry_t;

        hfile_kv_slices_t(kaitai::kstream* p__io, kaitai::kstruct* p__parent = nullptr, hfile_kv_slices_t* p__root = nullptr);

    private:
        void _read();
        void _clean_up();

    public:
        ~hfile_kv_slices_t();

        class entry_t : public kaitai::kstruct {

        public:

            entry_t(kaitai::kstream* p__io, hfile_kv_slices_t* p__parent = nullptr, hfile_kv_slices_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~entry_t();

        private:
            int32_t m_len_key;
            int32_t m_len_value;
            std::string m_key;
            std::string m_value;
            uint8_t m_mvcc;
            hfile_kv_slices_t* m__root;
            hfile_kv_slices_t* m__parent;

        public:
            int32_t len_key() const { return m_len_key; }
            int32_t len_value() const { return m_len_value; }
            std::string key() const { return m_key; }
            std::string value() const { return m_value; }
            uint8_t mvcc() const { return m_mvcc; }
            hfile_kv_slices_t* _root() const { return m__root; }
            hfile_kv_slices_t* _parent() const { return m__parent; }
        };

    private:
        std::unique_ptr<std::vector<std::unique_ptr<entry_t>>> m_entries;
        hfile_kv_slices_t* m__root;
        kaitai::kstruct* m__parent;

    public:
        std::vector<std::unique_ptr<entry_t>>* entries() const { return m_entries.get(); }
        hfile_kv_slices_t* _root() const { return m__root; }
        kaitai::kstruct* _parent() const { return m__parent; }
    };
}
