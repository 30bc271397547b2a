#pragma once

// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

class hfile_leaf_index_t;

#include "kaitai/kaitaistruct.h"
#include <stdint.h>
#include <memory>
#include <vector>

#if KAITAI_STRUCT_VERSION < 11000L
#error "Incompatible Kaitai Struct C++/STL API: version 0.11 or later is required"
#endif
namespace hudi_parsers {

    /**
     * First keys of the blocks below, with a table of offsets for binary search.
     * \sa https://github.com/apache/hbase/blob/rel/2.4.13/hbase-server/src/main/java/org/apache/hadoop/hbase/io/hfile/HFileBlockIndex.java Source
     */

    class hfile_leaf_index_t : public kaitai::kstruct {

    public:
        class end_t;
        class entry_t;

        hfile_leaf_index_t(kaitai::kstream* p__io, kaitai::kstruct* p__parent = nullptr, hfile_leaf_index_t* p__root = nullptr);

    private:
        void _read();
        void _clean_up();

    public:
        ~hfile_leaf_index_t();

        class end_t : public kaitai::kstruct {

        public:

            end_t(bool p_is_first, int32_t p_num_left, int32_t p_prev, kaitai::kstream* p__io, hfile_leaf_index_t* p__parent = nullptr, hfile_leaf_index_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~end_t();

        private:
            int32_t m_ofs_end;
            bool m_is_first;
            int32_t m_num_left;
            int32_t m_prev;
            hfile_leaf_index_t* m__root;
            hfile_leaf_index_t* m__parent;

        public:

            /**
             * Relative to the first entry. An entry has at least 12 bytes, and 4
             * here; the last one ends at the end of the payload.
             */
            int32_t ofs_end() const { return m_ofs_end; }
            bool is_first() const { return m_is_first; }

            /**
             * Entries whose ends follow.
             */
            int32_t num_left() const { return m_num_left; }
            int32_t prev() const { return m_prev; }
            hfile_leaf_index_t* _root() const { return m__root; }
            hfile_leaf_index_t* _parent() const { return m__parent; }
        };

        class entry_t : public kaitai::kstruct {

        public:

            entry_t(int32_t p_len_entry, kaitai::kstream* p__io, hfile_leaf_index_t* p__parent = nullptr, hfile_leaf_index_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~entry_t();

        private:
            int64_t m_ofs_block;
            int32_t m_len_block;
            std::string m_key;
            int32_t m_len_entry;
            hfile_leaf_index_t* m__root;
            hfile_leaf_index_t* m__parent;

        public:
            int64_t ofs_block() const { return m_ofs_block; }
            int32_t len_block() const { return m_len_block; }
            std::string key() const { return m_key; }
            int32_t len_entry() const { return m_len_entry; }
            hfile_leaf_index_t* _root() const { return m__root; }
            hfile_leaf_index_t* _parent() const { return m__parent; }
        };

    private:
        int32_t m_num_entries;
        std::unique_ptr<std::vector<std::unique_ptr<end_t>>> m_ends;
        std::unique_ptr<std::vector<std::unique_ptr<entry_t>>> m_entries;
        hfile_leaf_index_t* m__root;
        kaitai::kstruct* m__parent;

    public:

        /**
         * An entry has at least 12 bytes, and 4 in the table of offsets.
         */
        int32_t num_entries() const { return m_num_entries; }

        /**
         * Ends of the entries, after a first one that is 0.
         */
        std::vector<std::unique_ptr<end_t>>* ends() const { return m_ends.get(); }
        std::vector<std::unique_ptr<entry_t>>* entries() const { return m_entries.get(); }
        hfile_leaf_index_t* _root() const { return m__root; }
        kaitai::kstruct* _parent() const { return m__parent; }
    };
}
