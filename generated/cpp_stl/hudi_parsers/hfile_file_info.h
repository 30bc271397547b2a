#pragma once

// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

class hfile_file_info_t;

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
     * Map of bytes to bytes about the entire file, as a protobuf message of repeated
     * pairs. Unknown protobuf fields are skipped.
     * \sa https://github.com/apache/hbase/blob/rel/2.4.13/hbase-server/src/main/java/org/apache/hadoop/hbase/io/hfile/HFileInfo.java Source
     */

    class hfile_file_info_t : public kaitai::kstruct {

    public:
        class field_t;
        class info_proto_t;
        class pair_t;
        class pair_field_t;

        hfile_file_info_t(kaitai::kstream* p__io, kaitai::kstruct* p__parent = nullptr, hfile_file_info_t* p__root = nullptr);

    private:
        void _read();
        void _clean_up();

    public:
        ~hfile_file_info_t();

        class field_t : public kaitai::kstruct {

        public:

            field_t(kaitai::kstream* p__io, hfile_file_info_t::info_proto_t* p__parent = nullptr, hfile_file_info_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~field_t();

        private:
            bool f_is_pair;
            bool m_is_pair;

        public:
            bool is_pair();

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
            std::unique_ptr<pair_t> m_pair;
            bool n_pair;

        public:
            bool _is_null_pair() { pair(); return n_pair; };

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
            hfile_file_info_t* m__root;
            hfile_file_info_t::info_proto_t* m__parent;
            std::string m__raw_pair;
            bool n__raw_pair;

        public:
            bool _is_null__raw_pair() { _raw_pair(); return n__raw_pair; };

        private:
            std::unique_ptr<kaitai::kstream> m__io__raw_pair;

        public:
            varint_t* key() const { return m_key.get(); }

            /**
             * Reads nothing. Protobuf has no field 0 and no other wire types, and
             * pairs are messages.
             */
            std::string check_key() const { return m_check_key; }
            varint_t* varint() const { return m_varint.get(); }
            varint_t* len_bytes() const { return m_len_bytes.get(); }

            /**
             * Reads nothing. The value must lie inside the message.
             */
            std::string check_len_bytes() const { return m_check_len_bytes; }
            pair_t* pair() const { return m_pair.get(); }
            std::string bytes() const { return m_bytes; }
            uint64_t fixed64() const { return m_fixed64; }
            uint32_t fixed32() const { return m_fixed32; }
            hfile_file_info_t* _root() const { return m__root; }
            hfile_file_info_t::info_proto_t* _parent() const { return m__parent; }
            std::string _raw_pair() const { return m__raw_pair; }
            kaitai::kstream* _io__raw_pair() const { return m__io__raw_pair.get(); }
        };

        class info_proto_t : public kaitai::kstruct {

        public:

            info_proto_t(kaitai::kstream* p__io, hfile_file_info_t* p__parent = nullptr, hfile_file_info_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~info_proto_t();

        private:
            std::unique_ptr<std::vector<std::unique_ptr<field_t>>> m_fields;
            hfile_file_info_t* m__root;
            hfile_file_info_t* m__parent;

        public:
            std::vector<std::unique_ptr<field_t>>* fields() const { return m_fields.get(); }
            hfile_file_info_t* _root() const { return m__root; }
            hfile_file_info_t* _parent() const { return m__parent; }
        };

        class pair_t : public kaitai::kstruct {

        public:

            pair_t(kaitai::kstream* p__io, hfile_file_info_t::field_t* p__parent = nullptr, hfile_file_info_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~pair_t();

        private:
            bool f_first;
            std::string m_first;

        public:

            /**
             * Name of the entry
             */
            std::string first();

        private:
            bool f_second;
            std::string m_second;

        public:

            /**
             * Value of the entry
             */
            std::string second();

        private:
            std::unique_ptr<std::vector<std::unique_ptr<pair_field_t>>> m_fields;
            std::string m_check_parts;
            hfile_file_info_t* m__root;
            hfile_file_info_t::field_t* m__parent;

        public:
            std::vector<std::unique_ptr<pair_field_t>>* fields() const { return m_fields.get(); }

            /**
             * Reads nothing. A pair has both parts. Go evaluates both sides of an
             * `and` if instances are called, so a conditional checks the size.
             */
            std::string check_parts() const { return m_check_parts; }
            hfile_file_info_t* _root() const { return m__root; }
            hfile_file_info_t::field_t* _parent() const { return m__parent; }
        };

        class pair_field_t : public kaitai::kstruct {

        public:

            pair_field_t(int32_t p_index, int32_t p_prev_first_at, int32_t p_prev_second_at, kaitai::kstream* p__io, hfile_file_info_t::pair_t* p__parent = nullptr, hfile_file_info_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~pair_field_t();

        private:
            bool f_first_at;
            int32_t m_first_at;

        public:
            int32_t first_at();

        private:
            bool f_second_at;
            int32_t m_second_at;

        public:
            int32_t second_at();

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
            int32_t m_prev_first_at;
            int32_t m_prev_second_at;
            hfile_file_info_t* m__root;
            hfile_file_info_t::pair_t* m__parent;

        public:
            varint_t* key() const { return m_key.get(); }

            /**
             * Reads nothing. Name and value are bytes.
             */
            std::string check_key() const { return m_check_key; }
            varint_t* varint() const { return m_varint.get(); }
            varint_t* len_bytes() const { return m_len_bytes.get(); }

            /**
             * Reads nothing. The value must lie inside the pair.
             */
            std::string check_len_bytes() const { return m_check_len_bytes; }
            std::string bytes() const { return m_bytes; }
            uint64_t fixed64() const { return m_fixed64; }
            uint32_t fixed32() const { return m_fixed32; }
            int32_t index() const { return m_index; }
            int32_t prev_first_at() const { return m_prev_first_at; }
            int32_t prev_second_at() const { return m_prev_second_at; }
            hfile_file_info_t* _root() const { return m__root; }
            hfile_file_info_t::pair_t* _parent() const { return m__parent; }
        };

    private:
        std::string m_magic;
        std::unique_ptr<varint_t> m_len_message;
        std::string m_check_len_message;
        std::unique_ptr<info_proto_t> m_message;
        hfile_file_info_t* m__root;
        kaitai::kstruct* m__parent;
        std::string m__raw_message;
        std::unique_ptr<kaitai::kstream> m__io__raw_message;

    public:
        std::string magic() const { return m_magic; }
        varint_t* len_message() const { return m_len_message.get(); }

        /**
         * Reads nothing. The message must lie inside the block.
         */
        std::string check_len_message() const { return m_check_len_message; }
        info_proto_t* message() const { return m_message.get(); }
        hfile_file_info_t* _root() const { return m__root; }
        kaitai::kstruct* _parent() const { return m__parent; }
        std::string _raw_message() const { return m__raw_message; }
        kaitai::kstream* _io__raw_message() const { return m__io__raw_message.get(); }
    };
}
