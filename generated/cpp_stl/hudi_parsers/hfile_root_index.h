#pragma once

// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

class hfile_root_index_t;

#include "kaitai/kaitaistruct.h"
#include <stdint.h>
#include <memory>
#include "hadoop_vlong.h"
#include <vector>

#if KAITAI_STRUCT_VERSION < 11000L
#error "Incompatible Kaitai Struct C++/STL API: version 0.11 or later is required"
#endif
namespace hudi_parsers {

    /**
     * First keys of the blocks below, read completely. The number of entries is in
     * the trailer of the file.
     * \sa https://github.com/apache/hbase/blob/rel/2.4.13/hbase-server/src/main/java/org/apache/hadoop/hbase/io/hfile/HFileBlockIndex.java Source
     */

    class hfile_root_index_t : public kaitai::kstruct {

    public:
        class entry_t;
        class mid_key_t;

        hfile_root_index_t(int32_t p_num_entries, bool p_has_mid_key, kaitai::kstream* p__io, kaitai::kstruct* p__parent = nullptr, hfile_root_index_t* p__root = nullptr);

    private:
        void _read();
        void _clean_up();

    public:
        ~hfile_root_index_t();

        class entry_t : public kaitai::kstruct {

        public:

            entry_t(kaitai::kstream* p__io, hfile_root_index_t* p__parent = nullptr, hfile_root_index_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~entry_t();

        private:
            int64_t m_ofs_block;
            int32_t m_len_block;
            std::unique_ptr<hadoop_vlong_t> m_len_key;
            std::string m_check_len_key;
            std::string m_key;
            hfile_root_index_t* m__root;
            hfile_root_index_t* m__parent;

        public:
            int64_t ofs_block() const { return m_ofs_block; }
            int32_t len_block() const { return m_len_block; }
            hadoop_vlong_t* len_key() const { return m_len_key.get(); }

            /**
             * Reads nothing. The key must lie inside the block.
             */
            std::string check_len_key() const { return m_check_len_key; }
            std::string key() const { return m_key; }
            hfile_root_index_t* _root() const { return m__root; }
            hfile_root_index_t* _parent() const { return m__parent; }
        };

        class mid_key_t : public kaitai::kstruct {

        public:

            mid_key_t(kaitai::kstream* p__io, hfile_root_index_t* p__parent = nullptr, hfile_root_index_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~mid_key_t();

        private:
            int64_t m_ofs_leaf_block;
            int32_t m_len_leaf_block;
            int32_t m_entry_in_leaf_block;
            hfile_root_index_t* m__root;
            hfile_root_index_t* m__parent;

        public:
            int64_t ofs_leaf_block() const { return m_ofs_leaf_block; }
            int32_t len_leaf_block() const { return m_len_leaf_block; }
            int32_t entry_in_leaf_block() const { return m_entry_in_leaf_block; }
            hfile_root_index_t* _root() const { return m__root; }
            hfile_root_index_t* _parent() const { return m__parent; }
        };

    private:
        std::string m_check_num_entries;
        std::unique_ptr<std::vector<std::unique_ptr<entry_t>>> m_entries;
        std::unique_ptr<mid_key_t> m_mid_key;
        bool n_mid_key;

    public:
        bool _is_null_mid_key() { mid_key(); return n_mid_key; };

    private:
        int32_t m_num_entries;
        bool m_has_mid_key;
        hfile_root_index_t* m__root;
        kaitai::kstruct* m__parent;

    public:

        /**
         * Reads nothing. An entry has at least 13 bytes.
         */
        std::string check_num_entries() const { return m_check_num_entries; }
        std::vector<std::unique_ptr<entry_t>>* entries() const { return m_entries.get(); }
        mid_key_t* mid_key() const { return m_mid_key.get(); }
        int32_t num_entries() const { return m_num_entries; }
        bool has_mid_key() const { return m_has_mid_key; }
        hfile_root_index_t* _root() const { return m__root; }
        kaitai::kstruct* _parent() const { return m__parent; }
    };
}
