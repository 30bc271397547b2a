#pragma once

// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

class hfile_data_block_t;

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
     * Cells of a data block without encoding, in key order. In Hudi's HFiles the
     * row of a cell is the record key, family and qualifier are empty.
     * \sa https://github.com/apache/hbase/blob/rel/2.4.13/hbase-server/src/main/java/org/apache/hadoop/hbase/io/hfile/HFileBlock.java Source
     */

    class hfile_data_block_t : public kaitai::kstruct {

    public:
        class entry_t;

        hfile_data_block_t(bool p_has_tags, bool p_has_mvcc, kaitai::kstream* p__io, kaitai::kstruct* p__parent = nullptr, hfile_data_block_t* p__root = nullptr);

    private:
        void _read();
        void _clean_up();

    public:
        ~hfile_data_block_t();

        class entry_t : public kaitai::kstruct {

        public:

            entry_t(kaitai::kstream* p__io, hfile_data_block_t* p__parent = nullptr, hfile_data_block_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~entry_t();

        private:
            int32_t m_len_key;
            int32_t m_len_value;
            uint16_t m_len_row;
            std::string m_row;
            uint8_t m_len_family;
            std::string m_family;
            std::string m_qualifier;
            int64_t m_timestamp;
            uint8_t m_key_type;
            std::string m_value;
            uint16_t m_len_tags;
            bool n_len_tags;

        public:
            bool _is_null_len_tags() { len_tags(); return n_len_tags; };

        private:
            std::string m_tags;
            bool n_tags;

        public:
            bool _is_null_tags() { tags(); return n_tags; };

        private:
            std::unique_ptr<hadoop_vlong_t> m_mvcc;
            bool n_mvcc;

        public:
            bool _is_null_mvcc() { mvcc(); return n_mvcc; };

        private:
            hfile_data_block_t* m__root;
            hfile_data_block_t* m__parent;

        public:

            /**
             * Everything from `len_row` to `key_type`.
             */
            int32_t len_key() const { return m_len_key; }
            int32_t len_value() const { return m_len_value; }

            /**
             * Writers use at most 32767, since other readers treat it as signed.
             */
            uint16_t len_row() const { return m_len_row; }
            std::string row() const { return m_row; }
            uint8_t len_family() const { return m_len_family; }
            std::string family() const { return m_family; }
            std::string qualifier() const { return m_qualifier; }
            int64_t timestamp() const { return m_timestamp; }

            /**
             * 4 is a put.
             */
            uint8_t key_type() const { return m_key_type; }
            std::string value() const { return m_value; }
            uint16_t len_tags() const { return m_len_tags; }
            std::string tags() const { return m_tags; }
            hadoop_vlong_t* mvcc() const { return m_mvcc.get(); }
            hfile_data_block_t* _root() const { return m__root; }
            hfile_data_block_t* _parent() const { return m__parent; }
        };

    private:
        std::unique_ptr<std::vector<std::unique_ptr<entry_t>>> m_entries;
        bool m_has_tags;
        bool m_has_mvcc;
        hfile_data_block_t* m__root;
        kaitai::kstruct* m__parent;

    public:
        std::vector<std::unique_ptr<entry_t>>* entries() const { return m_entries.get(); }

        /**
         * File info has an entry `hfile.MAX_TAGS_LEN`.
         */
        bool has_tags() const { return m_has_tags; }

        /**
         * File info has `KEY_VALUE_VERSION` 1.
         */
        bool has_mvcc() const { return m_has_mvcc; }
        hfile_data_block_t* _root() const { return m__root; }
        kaitai::kstruct* _parent() const { return m__parent; }
    };
}
