#pragma once

// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

class hfile_trailer_t;

#include "kaitai/kaitaistruct.h"
#include <stdint.h>
#include <memory>
#include "varint.h"
#include <vector>

#if KAITAI_STRUCT_VERSION < 11000L
#error "Incompatible Kaitai Struct C++/STL API: version 0.11 or later is required"
#endif
namespace hudi_parsers {

    /**
     * The last 212 bytes (major version 2) or 4096 bytes (major version 3) of a file
     * without the last four, which are the version. From version 2.2 on it is a
     * protobuf message and zeros, in earlier versions a sequence of fixed fields.
     * \sa https://github.com/apache/hbase/blob/rel/2.4.13/hbase-server/src/main/java/org/apache/hadoop/hbase/io/hfile/FixedFileTrailer.java Source
     */

    class hfile_trailer_t : public kaitai::kstruct {

    public:
        class fixed_fields_t;
        class trailer_field_t;
        class trailer_proto_t;

        hfile_trailer_t(int32_t p_major, int32_t p_minor, kaitai::kstream* p__io, kaitai::kstruct* p__parent = nullptr, hfile_trailer_t* p__root = nullptr);

    private:
        void _read();
        void _clean_up();

    public:
        ~hfile_trailer_t();

        /**
         * Versions 2.0 and 2.1.
         */

        class fixed_fields_t : public kaitai::kstruct {

        public:

            fixed_fields_t(kaitai::kstream* p__io, hfile_trailer_t* p__parent = nullptr, hfile_trailer_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~fixed_fields_t();

        private:
            int64_t m_ofs_file_info;
            int64_t m_ofs_load_on_open;
            int32_t m_num_data_index_entries;
            int64_t m_len_data_index_inflated;
            int32_t m_num_meta_index_entries;
            int64_t m_len_total_inflated;
            int64_t m_num_entries;
            int32_t m_compression_codec;
            int32_t m_num_data_index_levels;
            int64_t m_ofs_first_data_block;
            int64_t m_ofs_last_data_block;
            std::string m_comparator_class_name;
            hfile_trailer_t* m__root;
            hfile_trailer_t* m__parent;

        public:
            int64_t ofs_file_info() const { return m_ofs_file_info; }
            int64_t ofs_load_on_open() const { return m_ofs_load_on_open; }
            int32_t num_data_index_entries() const { return m_num_data_index_entries; }
            int64_t len_data_index_inflated() const { return m_len_data_index_inflated; }
            int32_t num_meta_index_entries() const { return m_num_meta_index_entries; }
            int64_t len_total_inflated() const { return m_len_total_inflated; }
            int64_t num_entries() const { return m_num_entries; }
            int32_t compression_codec() const { return m_compression_codec; }
            int32_t num_data_index_levels() const { return m_num_data_index_levels; }
            int64_t ofs_first_data_block() const { return m_ofs_first_data_block; }
            int64_t ofs_last_data_block() const { return m_ofs_last_data_block; }

            /**
             * Padded with zero bytes.
             */
            std::string comparator_class_name() const { return m_comparator_class_name; }
            hfile_trailer_t* _root() const { return m__root; }
            hfile_trailer_t* _parent() const { return m__parent; }
        };

        class trailer_field_t : public kaitai::kstruct {

        public:

            trailer_field_t(int32_t p_index, uint64_t p_prev_ofs_file_info, uint64_t p_prev_ofs_load_on_open, uint64_t p_prev_len_data_index_inflated, uint64_t p_prev_len_total_inflated, uint64_t p_prev_num_data_index_entries, uint64_t p_prev_num_meta_index_entries, uint64_t p_prev_num_entries, uint64_t p_prev_num_data_index_levels, uint64_t p_prev_ofs_first_data_block, uint64_t p_prev_ofs_last_data_block, uint64_t p_prev_compression_codec, int32_t p_prev_comparator_at, int32_t p_prev_encryption_key_at, kaitai::kstream* p__io, hfile_trailer_t::trailer_proto_t* p__parent = nullptr, hfile_trailer_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~trailer_field_t();

        private:
            bool f_comparator_at;
            int32_t m_comparator_at;

        public:

            /**
             * Position of the field in `fields`, -1 for none so far.
             */
            int32_t comparator_at();

        private:
            bool f_compression_codec;
            uint64_t m_compression_codec;

        public:
            uint64_t compression_codec();

        private:
            bool f_encryption_key_at;
            int32_t m_encryption_key_at;

        public:

            /**
             * Position of the field in `fields`, -1 for none so far.
             */
            int32_t encryption_key_at();

        private:
            bool f_len_data_index_inflated;
            uint64_t m_len_data_index_inflated;

        public:
            uint64_t len_data_index_inflated();

        private:
            bool f_len_total_inflated;
            uint64_t m_len_total_inflated;

        public:
            uint64_t len_total_inflated();

        private:
            bool f_num_data_index_entries;
            uint64_t m_num_data_index_entries;

        public:
            uint64_t num_data_index_entries();

        private:
            bool f_num_data_index_levels;
            uint64_t m_num_data_index_levels;

        public:
            uint64_t num_data_index_levels();

        private:
            bool f_num_entries;
            uint64_t m_num_entries;

        public:
            uint64_t num_entries();

        private:
            bool f_num_meta_index_entries;
            uint64_t m_num_meta_index_entries;

        public:
            uint64_t num_meta_index_entries();

        private:
            bool f_ofs_file_info;
            uint64_t m_ofs_file_info;

        public:
            uint64_t ofs_file_info();

        private:
            bool f_ofs_first_data_block;
            uint64_t m_ofs_first_data_block;

        public:
            uint64_t ofs_first_data_block();

        private:
            bool f_ofs_last_data_block;
            uint64_t m_ofs_last_data_block;

        public:
            uint64_t ofs_last_data_block();

        private:
            bool f_ofs_load_on_open;
            uint64_t m_ofs_load_on_open;

        public:
            uint64_t ofs_load_on_open();

        private:
            bool f_tag;
            int64_t m_tag;

        public:
            int64_t tag();

        private:
            bool f_wire_type;
            int32_t m_wire_type;

        public:
            int32_t wire_type();

        private:
            std::unique_ptr<varint_t> m_key;
            std::string m_check_key;
            std::unique_ptr<varint_t> m_varint;
            bool n_varint;

        public:
            bool _is_null_varint() { varint(); return n_varint; };

        private:
            std::unique_ptr<varint_t> m_len_bytes;
            bool n_len_bytes;

        public:
            bool _is_null_len_bytes() { len_bytes(); return n_len_bytes; };

        private:
            std::string m_check_len_bytes;
            bool n_check_len_bytes;

        public:
            bool _is_null_check_len_bytes() { check_len_bytes(); return n_check_len_bytes; };

        private:
            std::string m_bytes;
            bool n_bytes;

        public:
            bool _is_null_bytes() { bytes(); return n_bytes; };

        private:
            uint64_t m_fixed64;
            bool n_fixed64;

        public:
            bool _is_null_fixed64() { fixed64(); return n_fixed64; };

        private:
            uint32_t m_fixed32;
            bool n_fixed32;

        public:
            bool _is_null_fixed32() { fixed32(); return n_fixed32; };

        private:
            int32_t m_index;
            uint64_t m_prev_ofs_file_info;
            uint64_t m_prev_ofs_load_on_open;
            uint64_t m_prev_len_data_index_inflated;
            uint64_t m_prev_len_total_inflated;
            uint64_t m_prev_num_data_index_entries;
            uint64_t m_prev_num_meta_index_entries;
            uint64_t m_prev_num_entries;
            uint64_t m_prev_num_data_index_levels;
            uint64_t m_prev_ofs_first_data_block;
            uint64_t m_prev_ofs_last_data_block;
            uint64_t m_prev_compression_codec;
            int32_t m_prev_comparator_at;
            int32_t m_prev_encryption_key_at;
            hfile_trailer_t* m__root;
            hfile_trailer_t::trailer_proto_t* m__parent;

        public:
            varint_t* key() const { return m_key.get(); }

            /**
             * Reads nothing. Protobuf has no field 0 and no other wire types.
             */
            std::string check_key() const { return m_check_key; }
            varint_t* varint() const { return m_varint.get(); }
            varint_t* len_bytes() const { return m_len_bytes.get(); }

            /**
             * Reads nothing. The value must lie inside the message.
             */
            std::string check_len_bytes() const { return m_check_len_bytes; }
            std::string bytes() const { return m_bytes; }
            uint64_t fixed64() const { return m_fixed64; }
            uint32_t fixed32() const { return m_fixed32; }
            int32_t index() const { return m_index; }
            uint64_t prev_ofs_file_info() const { return m_prev_ofs_file_info; }
            uint64_t prev_ofs_load_on_open() const { return m_prev_ofs_load_on_open; }
            uint64_t prev_len_data_index_inflated() const { return m_prev_len_data_index_inflated; }
            uint64_t prev_len_total_inflated() const { return m_prev_len_total_inflated; }
            uint64_t prev_num_data_index_entries() const { return m_prev_num_data_index_entries; }
            uint64_t prev_num_meta_index_entries() const { return m_prev_num_meta_index_entries; }
            uint64_t prev_num_entries() const { return m_prev_num_entries; }
            uint64_t prev_num_data_index_levels() const { return m_prev_num_data_index_levels; }
            uint64_t prev_ofs_first_data_block() const { return m_prev_ofs_first_data_block; }
            uint64_t prev_ofs_last_data_block() const { return m_prev_ofs_last_data_block; }
            uint64_t prev_compression_codec() const { return m_prev_compression_codec; }
            int32_t prev_comparator_at() const { return m_prev_comparator_at; }
            int32_t prev_encryption_key_at() const { return m_prev_encryption_key_at; }
            hfile_trailer_t* _root() const { return m__root; }
            hfile_trailer_t::trailer_proto_t* _parent() const { return m__parent; }
        };

        class trailer_proto_t : public kaitai::kstruct {

        public:

            trailer_proto_t(kaitai::kstream* p__io, hfile_trailer_t* p__parent = nullptr, hfile_trailer_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~trailer_proto_t();

        private:
            bool f_comparator_class_name;
            std::string m_comparator_class_name;
            bool n_comparator_class_name;

        public:
            bool _is_null_comparator_class_name() { comparator_class_name(); return n_comparator_class_name; };

        private:

        public:
            std::string comparator_class_name();

        private:
            bool f_compression_codec;
            uint64_t m_compression_codec;

        public:

            /**
             * 2 is none, also if the message lacks the field.
             */
            uint64_t compression_codec();

        private:
            bool f_encryption_key;
            std::string m_encryption_key;
            bool n_encryption_key;

        public:
            bool _is_null_encryption_key() { encryption_key(); return n_encryption_key; };

        private:

        public:
            std::string encryption_key();

        private:
            std::unique_ptr<std::vector<std::unique_ptr<trailer_field_t>>> m_fields;
            hfile_trailer_t* m__root;
            hfile_trailer_t* m__parent;

        public:

            /**
             * Protobuf fields in file order. Each field passes on the values parsed
             * so far, so the last one holds them all. A number is unsigned as in
             * protobuf: -1 is stored as 18446744073709551615.
             */
            std::vector<std::unique_ptr<trailer_field_t>>* fields() const { return m_fields.get(); }
            hfile_trailer_t* _root() const { return m__root; }
            hfile_trailer_t* _parent() const { return m__parent; }
        };

    private:
        bool f_has_message;
        bool m_has_message;

    public:
        bool has_message();

    private:
        std::string m_magic;
        std::unique_ptr<varint_t> m_len_message;
        bool n_len_message;

    public:
        bool _is_null_len_message() { len_message(); return n_len_message; };

    private:
        std::string m_check_len_message;
        bool n_check_len_message;

    public:
        bool _is_null_check_len_message() { check_len_message(); return n_check_len_message; };

    private:
        std::unique_ptr<trailer_proto_t> m_message;
        bool n_message;

    public:
        bool _is_null_message() { message(); return n_message; };

    private:
        std::unique_ptr<fixed_fields_t> m_fixed;
        bool n_fixed;

    public:
        bool _is_null_fixed() { fixed(); return n_fixed; };

    private:
        int32_t m_major;
        int32_t m_minor;
        hfile_trailer_t* m__root;
        kaitai::kstruct* m__parent;
        std::string m__raw_message;
        bool n__raw_message;

    public:
        bool _is_null__raw_message() { _raw_message(); return n__raw_message; };

    private:
        std::unique_ptr<kaitai::kstream> m__io__raw_message;

    public:
        std::string magic() const { return m_magic; }
        varint_t* len_message() const { return m_len_message.get(); }

        /**
         * Reads nothing. The message must lie inside the trailer.
         */
        std::string check_len_message() const { return m_check_len_message; }
        trailer_proto_t* message() const { return m_message.get(); }
        fixed_fields_t* fixed() const { return m_fixed.get(); }
        int32_t major() const { return m_major; }
        int32_t minor() const { return m_minor; }
        hfile_trailer_t* _root() const { return m__root; }
        kaitai::kstruct* _parent() const { return m__parent; }
        std::string _raw_message() const { return m__raw_message; }
        kaitai::kstream* _io__raw_message() const { return m__io__raw_message.get(); }
    };
}
