#pragma once

// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

class hfile_encoded_block_t;

#include "kaitai/kaitaistruct.h"
#include <stdint.h>
#include <memory>
#include "varint.h"
#include "hadoop_vlong.h"
#include "hfile_data_block.h"
#include <set>
#include <vector>

#if KAITAI_STRUCT_VERSION < 11000L
#error "Incompatible Kaitai Struct C++/STL API: version 0.11 or later is required"
#endif
namespace hudi_parsers {

    /**
     * Payload of `DATABLKE`: the cells of a data block with less redundancy. Parts
     * that a cell shares with the previous cell are omitted; a program must restore
     * them. Blocks with compressed tags (`hfile.TAGS_COMPRESSED` is ff) are not
     * supported by this grammar: the length of such tags depends on a dictionary.
     * \sa https://github.com/apache/hbase/blob/rel/2.4.13/hbase-common/src/main/java/org/apache/hadoop/hbase/io/encoding/DataBlockEncoding.java Source
     */

    class hfile_encoded_block_t : public kaitai::kstruct {

    public:
        class cell_end_t;
        class diff_cell_t;
        class diff_cells_t;
        class fast_diff_cell_t;
        class fast_diff_cells_t;
        class fast_diff_first_t;
        class prefix_cell_t;
        class prefix_cells_t;
        class row_t;
        class row_index_cells_t;

        enum encoding_t {
            ENCODING_PREFIX = 2,
            ENCODING_DIFF = 3,
            ENCODING_FAST_DIFF = 4,
            ENCODING_ROW_INDEX_V1 = 7
        };
        static bool _is_defined_encoding_t(encoding_t v);

    private:
        static const std::set<encoding_t> _values_encoding_t;

    public:

        hfile_encoded_block_t(bool p_has_tags, bool p_has_mvcc, kaitai::kstream* p__io, kaitai::kstruct* p__parent = nullptr, hfile_encoded_block_t* p__root = nullptr);

    private:
        void _read();
        void _clean_up();

    public:
        ~hfile_encoded_block_t();

        class cell_end_t : public kaitai::kstruct {

        public:

            cell_end_t(bool p_has_tags, bool p_has_mvcc, kaitai::kstream* p__io, kaitai::kstruct* p__parent = nullptr, hfile_encoded_block_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~cell_end_t();

        private:
            std::unique_ptr<varint_t> m_len_tags;
            bool n_len_tags;

        public:
            bool _is_null_len_tags() { len_tags(); return n_len_tags; };

        private:
            std::string m_check_len_tags;
            bool n_check_len_tags;

        public:
            bool _is_null_check_len_tags() { check_len_tags(); return n_check_len_tags; };

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
            bool m_has_tags;
            bool m_has_mvcc;
            hfile_encoded_block_t* m__root;
            kaitai::kstruct* m__parent;

        public:
            varint_t* len_tags() const { return m_len_tags.get(); }

            /**
             * Reads nothing. The tags must lie inside the block.
             */
            std::string check_len_tags() const { return m_check_len_tags; }
            std::string tags() const { return m_tags; }
            hadoop_vlong_t* mvcc() const { return m_mvcc.get(); }
            bool has_tags() const { return m_has_tags; }
            bool has_mvcc() const { return m_has_mvcc; }
            hfile_encoded_block_t* _root() const { return m__root; }
            kaitai::kstruct* _parent() const { return m__parent; }
        };

        class diff_cell_t : public kaitai::kstruct {

        public:

            diff_cell_t(bool p_has_tags, bool p_has_mvcc, int64_t p_len_family_all, bool p_is_first, int64_t p_prev_len_key, int64_t p_prev_len_value, int64_t p_prev_len_row, kaitai::kstream* p__io, hfile_encoded_block_t::diff_cells_t* p__parent = nullptr, hfile_encoded_block_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~diff_cell_t();

        private:
            bool f_has_len_key;
            bool m_has_len_key;

        public:
            bool has_len_key();

        private:
            bool f_has_len_value;
            bool m_has_len_value;

        public:
            bool has_len_value();

        private:
            bool f_is_difference;
            bool m_is_difference;

        public:
            bool is_difference();

        private:
            bool f_is_negative;
            bool m_is_negative;

        public:
            bool is_negative();

        private:
            bool f_is_row_shared;
            bool m_is_row_shared;

        public:
            bool is_row_shared();

        private:
            bool f_len_key;
            int64_t m_len_key;

        public:
            int64_t len_key();

        private:
            bool f_len_key_rest;
            int64_t m_len_key_rest;

        public:
            int64_t len_key_rest();

        private:
            bool f_len_qualifier_rest;
            int64_t m_len_qualifier_rest;

        public:
            int64_t len_qualifier_rest();

        private:
            bool f_len_row;
            int64_t m_len_row;

        public:
            int64_t len_row();

        private:
            bool f_len_row_rest;
            int64_t m_len_row_rest;

        public:
            int64_t len_row_rest();

        private:
            bool f_len_value;
            int64_t m_len_value;

        public:
            int64_t len_value();

        private:
            bool f_shared;
            int64_t m_shared;

        public:
            int64_t shared();

        private:
            uint8_t m_flags;
            std::unique_ptr<varint_t> m_len_key_new;
            bool n_len_key_new;

        public:
            bool _is_null_len_key_new() { len_key_new(); return n_len_key_new; };

        private:
            std::string m_check_len_key_new;
            std::unique_ptr<varint_t> m_len_value_new;
            bool n_len_value_new;

        public:
            bool _is_null_len_value_new() { len_value_new(); return n_len_value_new; };

        private:
            std::string m_check_len_value_new;
            std::unique_ptr<varint_t> m_num_shared;
            std::string m_check_num_shared;
            uint8_t m_row_length_high;
            bool n_row_length_high;

        public:
            bool _is_null_row_length_high() { row_length_high(); return n_row_length_high; };

        private:
            uint8_t m_row_length_low;
            bool n_row_length_low;

        public:
            bool _is_null_row_length_low() { row_length_low(); return n_row_length_low; };

        private:
            std::string m_check_len_row;
            std::string m_row_rest;
            std::string m_qualifier_rest;
            std::string m_timestamp_bytes;
            uint8_t m_key_type;
            bool n_key_type;

        public:
            bool _is_null_key_type() { key_type(); return n_key_type; };

        private:
            std::string m_value;
            std::unique_ptr<cell_end_t> m_end;
            bool m_has_tags;
            bool m_has_mvcc;
            int64_t m_len_family_all;
            bool m_is_first;
            int64_t m_prev_len_key;
            int64_t m_prev_len_value;
            int64_t m_prev_len_row;
            hfile_encoded_block_t* m__root;
            hfile_encoded_block_t::diff_cells_t* m__parent;

        public:

            /**
             * 1 same key length, 2 same value length, 4 same type, 8 timestamp is
             * a difference, 16 to 64 bytes of the timestamp less one, 128 it is
             * negative.
             */
            uint8_t flags() const { return m_flags; }
            varint_t* len_key_new() const { return m_len_key_new.get(); }

            /**
             * Reads nothing. Room for the fixed parts and the family.
             */
            std::string check_len_key_new() const { return m_check_len_key_new; }
            varint_t* len_value_new() const { return m_len_value_new.get(); }

            /**
             * Reads nothing. The value must lie inside the block.
             */
            std::string check_len_value_new() const { return m_check_len_value_new; }
            varint_t* num_shared() const { return m_num_shared.get(); }

            /**
             * Reads nothing. Not more than the previous key without its timestamp
             * and type, and either a part of the row or the complete row and family.
             */
            std::string check_num_shared() const { return m_check_num_shared; }
            uint8_t row_length_high() const { return m_row_length_high; }

            /**
             * With `prev_len_row` if the high byte is shared.
             */
            uint8_t row_length_low() const { return m_row_length_low; }

            /**
             * Reads nothing. Row and qualifier must lie inside the block.
             */
            std::string check_len_row() const { return m_check_len_row; }

            /**
             * The part of the row that is not shared.
             */
            std::string row_rest() const { return m_row_rest; }

            /**
             * The part of the qualifier that is not shared.
             */
            std::string qualifier_rest() const { return m_qualifier_rest; }

            /**
             * Lowest byte first.
             */
            std::string timestamp_bytes() const { return m_timestamp_bytes; }
            uint8_t key_type() const { return m_key_type; }
            std::string value() const { return m_value; }
            cell_end_t* end() const { return m_end.get(); }
            bool has_tags() const { return m_has_tags; }
            bool has_mvcc() const { return m_has_mvcc; }
            int64_t len_family_all() const { return m_len_family_all; }
            bool is_first() const { return m_is_first; }
            int64_t prev_len_key() const { return m_prev_len_key; }
            int64_t prev_len_value() const { return m_prev_len_value; }
            int64_t prev_len_row() const { return m_prev_len_row; }
            hfile_encoded_block_t* _root() const { return m__root; }
            hfile_encoded_block_t::diff_cells_t* _parent() const { return m__parent; }
        };

        class diff_cells_t : public kaitai::kstruct {

        public:

            diff_cells_t(bool p_has_tags, bool p_has_mvcc, kaitai::kstream* p__io, hfile_encoded_block_t* p__parent = nullptr, hfile_encoded_block_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~diff_cells_t();

        private:
            int32_t m_len_plain;
            uint8_t m_len_family;
            std::string m_family;
            std::unique_ptr<std::vector<std::unique_ptr<diff_cell_t>>> m_cells;
            bool m_has_tags;
            bool m_has_mvcc;
            hfile_encoded_block_t* m__root;
            hfile_encoded_block_t* m__parent;

        public:

            /**
             * Bytes that these cells take in a plain data block.
             */
            int32_t len_plain() const { return m_len_plain; }
            uint8_t len_family() const { return m_len_family; }

            /**
             * Of all cells of the block.
             */
            std::string family() const { return m_family; }
            std::vector<std::unique_ptr<diff_cell_t>>* cells() const { return m_cells.get(); }
            bool has_tags() const { return m_has_tags; }
            bool has_mvcc() const { return m_has_mvcc; }
            hfile_encoded_block_t* _root() const { return m__root; }
            hfile_encoded_block_t* _parent() const { return m__parent; }
        };

        class fast_diff_cell_t : public kaitai::kstruct {

        public:

            fast_diff_cell_t(bool p_has_tags, bool p_has_mvcc, int64_t p_len_family_all, int64_t p_prev_len_key, int64_t p_prev_len_value, int64_t p_prev_len_row, kaitai::kstream* p__io, hfile_encoded_block_t::fast_diff_cells_t* p__parent = nullptr, hfile_encoded_block_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~fast_diff_cell_t();

        private:
            bool f_has_len_key;
            bool m_has_len_key;

        public:
            bool has_len_key();

        private:
            bool f_has_len_value;
            bool m_has_len_value;

        public:
            bool has_len_value();

        private:
            bool f_has_value;
            bool m_has_value;

        public:
            bool has_value();

        private:
            bool f_is_row_shared;
            bool m_is_row_shared;

        public:
            bool is_row_shared();

        private:
            bool f_len_key;
            int64_t m_len_key;

        public:
            int64_t len_key();

        private:
            bool f_len_key_rest;
            int64_t m_len_key_rest;

        public:
            int64_t len_key_rest();

        private:
            bool f_len_qualifier_rest;
            int64_t m_len_qualifier_rest;

        public:
            int64_t len_qualifier_rest();

        private:
            bool f_len_row;
            int64_t m_len_row;

        public:
            int64_t len_row();

        private:
            bool f_len_row_rest;
            int64_t m_len_row_rest;

        public:
            int64_t len_row_rest();

        private:
            bool f_len_value;
            int64_t m_len_value;

        public:
            int64_t len_value();

        private:
            bool f_shared;
            int64_t m_shared;

        public:
            int64_t shared();

        private:
            uint8_t m_flags;
            std::unique_ptr<varint_t> m_len_key_new;
            bool n_len_key_new;

        public:
            bool _is_null_len_key_new() { len_key_new(); return n_len_key_new; };

        private:
            std::string m_check_len_key_new;
            std::unique_ptr<varint_t> m_len_value_new;
            bool n_len_value_new;

        public:
            bool _is_null_len_value_new() { len_value_new(); return n_len_value_new; };

        private:
            std::string m_check_len_value_new;
            std::unique_ptr<varint_t> m_num_shared;
            std::string m_check_num_shared;
            uint8_t m_row_length_high;
            bool n_row_length_high;

        public:
            bool _is_null_row_length_high() { row_length_high(); return n_row_length_high; };

        private:
            uint8_t m_row_length_low;
            bool n_row_length_low;

        public:
            bool _is_null_row_length_low() { row_length_low(); return n_row_length_low; };

        private:
            std::string m_check_len_row;
            std::string m_row_rest;
            std::string m_qualifier_rest;
            std::string m_timestamp_rest;
            uint8_t m_key_type;
            bool n_key_type;

        public:
            bool _is_null_key_type() { key_type(); return n_key_type; };

        private:
            std::string m_value;
            bool n_value;

        public:
            bool _is_null_value() { value(); return n_value; };

        private:
            std::unique_ptr<cell_end_t> m_end;
            bool m_has_tags;
            bool m_has_mvcc;
            int64_t m_len_family_all;
            int64_t m_prev_len_key;
            int64_t m_prev_len_value;
            int64_t m_prev_len_row;
            hfile_encoded_block_t* m__root;
            hfile_encoded_block_t::fast_diff_cells_t* m__parent;

        public:

            /**
             * 1 to 4 leading bytes of the timestamp shared with the previous cell, 8
             * same key length, 16 same value length, 32 same type, 64 same value.
             */
            uint8_t flags() const { return m_flags; }
            varint_t* len_key_new() const { return m_len_key_new.get(); }

            /**
             * Reads nothing. Room for the fixed parts and the family.
             */
            std::string check_len_key_new() const { return m_check_len_key_new; }
            varint_t* len_value_new() const { return m_len_value_new.get(); }

            /**
             * Reads nothing. The value must lie inside the block.
             */
            std::string check_len_value_new() const { return m_check_len_value_new; }
            varint_t* num_shared() const { return m_num_shared.get(); }

            /**
             * Reads nothing. Not more than the previous key without its timestamp
             * and type, and either a part of the row or the complete row and family.
             */
            std::string check_num_shared() const { return m_check_num_shared; }
            uint8_t row_length_high() const { return m_row_length_high; }

            /**
             * With `prev_len_row` if the high byte is shared.
             */
            uint8_t row_length_low() const { return m_row_length_low; }

            /**
             * Reads nothing. Row and qualifier must lie inside the block.
             */
            std::string check_len_row() const { return m_check_len_row; }

            /**
             * The part of the row that is not shared.
             */
            std::string row_rest() const { return m_row_rest; }

            /**
             * The part of the qualifier that is not shared.
             */
            std::string qualifier_rest() const { return m_qualifier_rest; }

            /**
             * The bytes of the timestamp that are not shared.
             */
            std::string timestamp_rest() const { return m_timestamp_rest; }
            uint8_t key_type() const { return m_key_type; }
            std::string value() const { return m_value; }
            cell_end_t* end() const { return m_end.get(); }
            bool has_tags() const { return m_has_tags; }
            bool has_mvcc() const { return m_has_mvcc; }
            int64_t len_family_all() const { return m_len_family_all; }
            int64_t prev_len_key() const { return m_prev_len_key; }
            int64_t prev_len_value() const { return m_prev_len_value; }
            int64_t prev_len_row() const { return m_prev_len_row; }
            hfile_encoded_block_t* _root() const { return m__root; }
            hfile_encoded_block_t::fast_diff_cells_t* _parent() const { return m__parent; }
        };

        class fast_diff_cells_t : public kaitai::kstruct {

        public:

            fast_diff_cells_t(bool p_has_tags, bool p_has_mvcc, kaitai::kstream* p__io, hfile_encoded_block_t* p__parent = nullptr, hfile_encoded_block_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~fast_diff_cells_t();

        private:
            int32_t m_len_plain;
            std::unique_ptr<fast_diff_first_t> m_first;
            bool n_first;

        public:
            bool _is_null_first() { first(); return n_first; };

        private:
            std::unique_ptr<std::vector<std::unique_ptr<fast_diff_cell_t>>> m_cells;
            bool m_has_tags;
            bool m_has_mvcc;
            hfile_encoded_block_t* m__root;
            hfile_encoded_block_t* m__parent;

        public:

            /**
             * Bytes that these cells take in a plain data block.
             */
            int32_t len_plain() const { return m_len_plain; }
            fast_diff_first_t* first() const { return m_first.get(); }

            /**
             * All except the first.
             */
            std::vector<std::unique_ptr<fast_diff_cell_t>>* cells() const { return m_cells.get(); }
            bool has_tags() const { return m_has_tags; }
            bool has_mvcc() const { return m_has_mvcc; }
            hfile_encoded_block_t* _root() const { return m__root; }
            hfile_encoded_block_t* _parent() const { return m__parent; }
        };

        /**
         * The first cell shares nothing and has its complete key.
         */

        class fast_diff_first_t : public kaitai::kstruct {

        public:

            fast_diff_first_t(bool p_has_tags, bool p_has_mvcc, kaitai::kstream* p__io, hfile_encoded_block_t::fast_diff_cells_t* p__parent = nullptr, hfile_encoded_block_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~fast_diff_first_t();

        private:
            uint8_t m_flags;
            std::unique_ptr<varint_t> m_len_key;
            std::string m_check_len_key;
            std::unique_ptr<varint_t> m_len_value;
            std::string m_check_len_value;
            uint8_t m_num_shared;
            uint16_t m_len_row;
            std::string m_row;
            uint8_t m_len_family;
            std::string m_family;
            std::string m_qualifier;
            int64_t m_timestamp;
            uint8_t m_key_type;
            std::string m_value;
            std::unique_ptr<cell_end_t> m_end;
            bool m_has_tags;
            bool m_has_mvcc;
            hfile_encoded_block_t* m__root;
            hfile_encoded_block_t::fast_diff_cells_t* m__parent;

        public:
            uint8_t flags() const { return m_flags; }
            varint_t* len_key() const { return m_len_key.get(); }

            /**
             * Reads nothing. The key must lie inside the block.
             */
            std::string check_len_key() const { return m_check_len_key; }
            varint_t* len_value() const { return m_len_value.get(); }

            /**
             * Reads nothing. The value must lie inside the block.
             */
            std::string check_len_value() const { return m_check_len_value; }
            uint8_t num_shared() const { return m_num_shared; }
            uint16_t len_row() const { return m_len_row; }
            std::string row() const { return m_row; }
            uint8_t len_family() const { return m_len_family; }
            std::string family() const { return m_family; }
            std::string qualifier() const { return m_qualifier; }
            int64_t timestamp() const { return m_timestamp; }
            uint8_t key_type() const { return m_key_type; }
            std::string value() const { return m_value; }
            cell_end_t* end() const { return m_end.get(); }
            bool has_tags() const { return m_has_tags; }
            bool has_mvcc() const { return m_has_mvcc; }
            hfile_encoded_block_t* _root() const { return m__root; }
            hfile_encoded_block_t::fast_diff_cells_t* _parent() const { return m__parent; }
        };

        class prefix_cell_t : public kaitai::kstruct {

        public:

            prefix_cell_t(bool p_has_tags, bool p_has_mvcc, int64_t p_prev_len_key, kaitai::kstream* p__io, hfile_encoded_block_t::prefix_cells_t* p__parent = nullptr, hfile_encoded_block_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~prefix_cell_t();

        private:
            bool f_len_key;
            int64_t m_len_key;

        public:
            int64_t len_key();

        private:
            std::unique_ptr<varint_t> m_len_key_rest;
            std::string m_check_len_key_rest;
            std::unique_ptr<varint_t> m_len_value;
            std::string m_check_len_value;
            std::unique_ptr<varint_t> m_num_shared;
            std::string m_check_num_shared;
            std::string m_key_rest;
            std::string m_value;
            std::unique_ptr<cell_end_t> m_end;
            bool m_has_tags;
            bool m_has_mvcc;
            int64_t m_prev_len_key;
            hfile_encoded_block_t* m__root;
            hfile_encoded_block_t::prefix_cells_t* m__parent;

        public:
            varint_t* len_key_rest() const { return m_len_key_rest.get(); }

            /**
             * Reads nothing. The rest of the key must lie inside the block.
             */
            std::string check_len_key_rest() const { return m_check_len_key_rest; }
            varint_t* len_value() const { return m_len_value.get(); }

            /**
             * Reads nothing. The value must lie inside the block.
             */
            std::string check_len_value() const { return m_check_len_value; }
            varint_t* num_shared() const { return m_num_shared.get(); }

            /**
             * Reads nothing. Not more than the length of the previous key.
             */
            std::string check_num_shared() const { return m_check_num_shared; }
            std::string key_rest() const { return m_key_rest; }
            std::string value() const { return m_value; }
            cell_end_t* end() const { return m_end.get(); }
            bool has_tags() const { return m_has_tags; }
            bool has_mvcc() const { return m_has_mvcc; }
            int64_t prev_len_key() const { return m_prev_len_key; }
            hfile_encoded_block_t* _root() const { return m__root; }
            hfile_encoded_block_t::prefix_cells_t* _parent() const { return m__parent; }
        };

        class prefix_cells_t : public kaitai::kstruct {

        public:

            prefix_cells_t(bool p_has_tags, bool p_has_mvcc, kaitai::kstream* p__io, hfile_encoded_block_t* p__parent = nullptr, hfile_encoded_block_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~prefix_cells_t();

        private:
            int32_t m_len_plain;
            std::unique_ptr<std::vector<std::unique_ptr<prefix_cell_t>>> m_cells;
            bool m_has_tags;
            bool m_has_mvcc;
            hfile_encoded_block_t* m__root;
            hfile_encoded_block_t* m__parent;

        public:

            /**
             * Bytes that these cells take in a plain data block.
             */
            int32_t len_plain() const { return m_len_plain; }
            std::vector<std::unique_ptr<prefix_cell_t>>* cells() const { return m_cells.get(); }
            bool has_tags() const { return m_has_tags; }
            bool has_mvcc() const { return m_has_mvcc; }
            hfile_encoded_block_t* _root() const { return m__root; }
            hfile_encoded_block_t* _parent() const { return m__parent; }
        };

        class row_t : public kaitai::kstruct {

        public:

            row_t(bool p_is_first, int32_t p_prev, kaitai::kstream* p__io, hfile_encoded_block_t::row_index_cells_t* p__parent = nullptr, hfile_encoded_block_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~row_t();

        private:
            int32_t m_ofs_cell;
            bool m_is_first;
            int32_t m_prev;
            hfile_encoded_block_t* m__root;
            hfile_encoded_block_t::row_index_cells_t* m__parent;

        public:

            /**
             * Of the first cell of a row, relative to the first cell.
             */
            int32_t ofs_cell() const { return m_ofs_cell; }
            bool is_first() const { return m_is_first; }
            int32_t prev() const { return m_prev; }
            hfile_encoded_block_t* _root() const { return m__root; }
            hfile_encoded_block_t::row_index_cells_t* _parent() const { return m__parent; }
        };

        class row_index_cells_t : public kaitai::kstruct {

        public:

            row_index_cells_t(bool p_has_tags, bool p_has_mvcc, kaitai::kstream* p__io, hfile_encoded_block_t* p__parent = nullptr, hfile_encoded_block_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~row_index_cells_t();

        private:
            bool f_len_cells;
            int32_t m_len_cells;

        public:
            int32_t len_cells();

        private:
            std::unique_ptr<hfile_data_block_t> m_cells;
            int32_t m_num_rows;
            std::unique_ptr<std::vector<std::unique_ptr<row_t>>> m_rows;
            int32_t m_len_cells_last;
            bool m_has_tags;
            bool m_has_mvcc;
            hfile_encoded_block_t* m__root;
            hfile_encoded_block_t* m__parent;
            std::string m__raw_cells;
            std::unique_ptr<kaitai::kstream> m__io__raw_cells;

        public:
            hfile_data_block_t* cells() const { return m_cells.get(); }
            int32_t num_rows() const { return m_num_rows; }
            std::vector<std::unique_ptr<row_t>>* rows() const { return m_rows.get(); }

            /**
             * The same four bytes as `len_cells`.
             */
            int32_t len_cells_last() const { return m_len_cells_last; }
            bool has_tags() const { return m_has_tags; }
            bool has_mvcc() const { return m_has_mvcc; }
            hfile_encoded_block_t* _root() const { return m__root; }
            hfile_encoded_block_t* _parent() const { return m__parent; }
            std::string _raw_cells() const { return m__raw_cells; }
            kaitai::kstream* _io__raw_cells() const { return m__io__raw_cells.get(); }
        };

    private:
        encoding_t m_encoding;
        std::unique_ptr<kaitai::kstruct> m_body;
        bool n_body;

    public:
        bool _is_null_body() { body(); return n_body; };

    private:
        bool m_has_tags;
        bool m_has_mvcc;
        hfile_encoded_block_t* m__root;
        kaitai::kstruct* m__parent;
        std::string m__raw_body;
        std::unique_ptr<kaitai::kstream> m__io__raw_body;

    public:
        encoding_t encoding() const { return m_encoding; }
        kaitai::kstruct* body() const { return m_body.get(); }

        /**
         * File info has an entry `hfile.MAX_TAGS_LEN`.
         */
        bool has_tags() const { return m_has_tags; }

        /**
         * File info has `KEY_VALUE_VERSION` 1.
         */
        bool has_mvcc() const { return m_has_mvcc; }
        hfile_encoded_block_t* _root() const { return m__root; }
        kaitai::kstruct* _parent() const { return m__parent; }
        std::string _raw_body() const { return m__raw_body; }
        kaitai::kstream* _io__raw_body() const { return m__io__raw_body.get(); }
    };
}
