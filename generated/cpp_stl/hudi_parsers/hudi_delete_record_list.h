#pragma once

// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

class hudi_delete_record_list_t;

#include "kaitai/kaitaistruct.h"
#include <stdint.h>
#include <memory>
#include "avro_long.h"
#include "varint.h"
#include <vector>

#if KAITAI_STRUCT_VERSION < 11000L
#error "Incompatible Kaitai Struct C++/STL API: version 0.11 or later is required"
#endif
namespace hudi_parsers {

    /**
     * Bare Avro datum (no object container file, no schema), delete blocks of log
     * block version 3. Hudi fixes the schema, so the entire value can be described
     * here. Nesting is limited to an array inside an ordering value, and every
     * element of an array has at least one byte, so a count can be checked against
     * the remaining bytes.
     * \sa https://github.com/apache/hudi/blob/release-1.2.0/hudi-common/src/main/avro/HoodieDeleteRecordList.avsc Source
     * \sa https://avro.apache.org/docs/1.12.0/specification/#binary-encoding Source
     */

    class hudi_delete_record_list_t : public kaitai::kstruct {

    public:
        class avro_boolean_t;
        class avro_bytes_t;
        class avro_double_t;
        class avro_float_t;
        class avro_int_t;
        class chunk_t;
        class element_t;
        class element_chunk_t;
        class optional_string_t;
        class ordering_t;
        class ordering_array_t;
        class record_t;

        hudi_delete_record_list_t(kaitai::kstream* p__io, kaitai::kstruct* p__parent = nullptr, hudi_delete_record_list_t* p__root = nullptr);

    private:
        void _read();
        void _clean_up();

    public:
        ~hudi_delete_record_list_t();

        class avro_boolean_t : public kaitai::kstruct {

        public:

            avro_boolean_t(kaitai::kstream* p__io, kaitai::kstruct* p__parent = nullptr, hudi_delete_record_list_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~avro_boolean_t();

        private:
            uint8_t m_value;
            hudi_delete_record_list_t* m__root;
            kaitai::kstruct* m__parent;

        public:
            uint8_t value() const { return m_value; }
            hudi_delete_record_list_t* _root() const { return m__root; }
            kaitai::kstruct* _parent() const { return m__parent; }
        };

        /**
         * Bytes, or text in UTF-8 (left as bytes so that damaged text does not stop the reading).
         */

        class avro_bytes_t : public kaitai::kstruct {

        public:

            avro_bytes_t(kaitai::kstream* p__io, kaitai::kstruct* p__parent = nullptr, hudi_delete_record_list_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~avro_bytes_t();

        private:
            std::unique_ptr<avro_long_t> m_len_value;
            std::string m_check_len_value;
            std::string m_value;
            hudi_delete_record_list_t* m__root;
            kaitai::kstruct* m__parent;

        public:
            avro_long_t* len_value() const { return m_len_value.get(); }

            /**
             * Reads nothing. The value must lie inside the payload.
             */
            std::string check_len_value() const { return m_check_len_value; }
            std::string value() const { return m_value; }
            hudi_delete_record_list_t* _root() const { return m__root; }
            kaitai::kstruct* _parent() const { return m__parent; }
        };

        class avro_double_t : public kaitai::kstruct {

        public:

            avro_double_t(kaitai::kstream* p__io, kaitai::kstruct* p__parent = nullptr, hudi_delete_record_list_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~avro_double_t();

        private:
            double m_value;
            hudi_delete_record_list_t* m__root;
            kaitai::kstruct* m__parent;

        public:
            double value() const { return m_value; }
            hudi_delete_record_list_t* _root() const { return m__root; }
            kaitai::kstruct* _parent() const { return m__parent; }
        };

        class avro_float_t : public kaitai::kstruct {

        public:

            avro_float_t(kaitai::kstream* p__io, kaitai::kstruct* p__parent = nullptr, hudi_delete_record_list_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~avro_float_t();

        private:
            float m_value;
            hudi_delete_record_list_t* m__root;
            kaitai::kstruct* m__parent;

        public:
            float value() const { return m_value; }
            hudi_delete_record_list_t* _root() const { return m__root; }
            kaitai::kstruct* _parent() const { return m__parent; }
        };

        class avro_int_t : public kaitai::kstruct {

        public:

            avro_int_t(kaitai::kstream* p__io, kaitai::kstruct* p__parent = nullptr, hudi_delete_record_list_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~avro_int_t();

        private:
            bool f_value;
            int32_t m_value;

        public:

            /**
             * Resulting signed value.
             */
            int32_t value();

        private:
            std::unique_ptr<varint_t> m_zigzag;
            std::string m_check_range;
            hudi_delete_record_list_t* m__root;
            kaitai::kstruct* m__parent;

        public:
            varint_t* zigzag() const { return m_zigzag.get(); }

            /**
             * Reads nothing. The number must fit 32 bits and has at most 5 bytes.
             */
            std::string check_range() const { return m_check_range; }
            hudi_delete_record_list_t* _root() const { return m__root; }
            kaitai::kstruct* _parent() const { return m__parent; }
        };

        /**
         * Some elements of the array of delete records.
         */

        class chunk_t : public kaitai::kstruct {

        public:

            chunk_t(kaitai::kstream* p__io, hudi_delete_record_list_t* p__parent = nullptr, hudi_delete_record_list_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~chunk_t();

        private:
            bool f_sign;
            int64_t m_sign;

        public:
            int64_t sign();

        private:
            std::unique_ptr<avro_long_t> m_num_records;
            std::string m_check_num_records;
            std::unique_ptr<avro_long_t> m_len_chunk;
            bool n_len_chunk;

        public:
            bool _is_null_len_chunk() { len_chunk(); return n_len_chunk; };

        private:
            std::unique_ptr<std::vector<std::unique_ptr<record_t>>> m_records;
            hudi_delete_record_list_t* m__root;
            hudi_delete_record_list_t* m__parent;

        public:

            /**
             * Negative where the number of bytes of the chunk follows.
             */
            avro_long_t* num_records() const { return m_num_records.get(); }

            /**
             * Reads nothing. A record has at least 3 bytes.
             */
            std::string check_num_records() const { return m_check_num_records; }

            /**
             * Number of bytes of `records`, for readers that skip them.
             */
            avro_long_t* len_chunk() const { return m_len_chunk.get(); }
            std::vector<std::unique_ptr<record_t>>* records() const { return m_records.get(); }
            hudi_delete_record_list_t* _root() const { return m__root; }
            hudi_delete_record_list_t* _parent() const { return m__parent; }
        };

        /**
         * The same union as `ordering`, but branch 12 is a local date.
         */

        class element_t : public kaitai::kstruct {

        public:

            element_t(kaitai::kstream* p__io, hudi_delete_record_list_t::element_chunk_t* p__parent = nullptr, hudi_delete_record_list_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~element_t();

        private:
            std::unique_ptr<avro_long_t> m_branch;
            std::string m_check_branch;
            std::unique_ptr<kaitai::kstruct> m_value;
            bool n_value;

        public:
            bool _is_null_value() { value(); return n_value; };

        private:
            hudi_delete_record_list_t* m__root;
            hudi_delete_record_list_t::element_chunk_t* m__parent;

        public:
            avro_long_t* branch() const { return m_branch.get(); }

            /**
             * Reads nothing. The union has 13 branches.
             */
            std::string check_branch() const { return m_check_branch; }
            kaitai::kstruct* value() const { return m_value.get(); }
            hudi_delete_record_list_t* _root() const { return m__root; }
            hudi_delete_record_list_t::element_chunk_t* _parent() const { return m__parent; }
        };

        /**
         * Some elements of an array of ordering values.
         */

        class element_chunk_t : public kaitai::kstruct {

        public:

            element_chunk_t(kaitai::kstream* p__io, hudi_delete_record_list_t::ordering_array_t* p__parent = nullptr, hudi_delete_record_list_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~element_chunk_t();

        private:
            bool f_sign;
            int64_t m_sign;

        public:
            int64_t sign();

        private:
            std::unique_ptr<avro_long_t> m_num_elements;
            std::string m_check_num_elements;
            std::unique_ptr<avro_long_t> m_len_chunk;
            bool n_len_chunk;

        public:
            bool _is_null_len_chunk() { len_chunk(); return n_len_chunk; };

        private:
            std::unique_ptr<std::vector<std::unique_ptr<element_t>>> m_elements;
            hudi_delete_record_list_t* m__root;
            hudi_delete_record_list_t::ordering_array_t* m__parent;

        public:

            /**
             * Negative where the number of bytes of the chunk follows.
             */
            avro_long_t* num_elements() const { return m_num_elements.get(); }

            /**
             * Reads nothing. An element has at least 1 byte.
             */
            std::string check_num_elements() const { return m_check_num_elements; }

            /**
             * Number of bytes of `elements`, for readers that skip them.
             */
            avro_long_t* len_chunk() const { return m_len_chunk.get(); }
            std::vector<std::unique_ptr<element_t>>* elements() const { return m_elements.get(); }
            hudi_delete_record_list_t* _root() const { return m__root; }
            hudi_delete_record_list_t::ordering_array_t* _parent() const { return m__parent; }
        };

        /**
         * Union of null and string.
         */

        class optional_string_t : public kaitai::kstruct {

        public:

            optional_string_t(kaitai::kstream* p__io, hudi_delete_record_list_t::record_t* p__parent = nullptr, hudi_delete_record_list_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~optional_string_t();

        private:
            std::unique_ptr<avro_long_t> m_branch;
            std::string m_check_branch;
            std::unique_ptr<avro_bytes_t> m_string;
            bool n_string;

        public:
            bool _is_null_string() { string(); return n_string; };

        private:
            hudi_delete_record_list_t* m__root;
            hudi_delete_record_list_t::record_t* m__parent;

        public:
            avro_long_t* branch() const { return m_branch.get(); }

            /**
             * Reads nothing. The union has two branches.
             */
            std::string check_branch() const { return m_check_branch; }
            avro_bytes_t* string() const { return m_string.get(); }
            hudi_delete_record_list_t* _root() const { return m__root; }
            hudi_delete_record_list_t::record_t* _parent() const { return m__parent; }
        };

        /**
         * Union of null and 12 wrappers. A wrapper is a record with one field, so
         * its bytes are those of the field.
         */

        class ordering_t : public kaitai::kstruct {

        public:

            ordering_t(kaitai::kstream* p__io, hudi_delete_record_list_t::record_t* p__parent = nullptr, hudi_delete_record_list_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~ordering_t();

        private:
            std::unique_ptr<avro_long_t> m_branch;
            std::string m_check_branch;
            std::unique_ptr<kaitai::kstruct> m_value;
            bool n_value;

        public:
            bool _is_null_value() { value(); return n_value; };

        private:
            hudi_delete_record_list_t* m__root;
            hudi_delete_record_list_t::record_t* m__parent;

        public:

            /**
             * 0 null, 1 boolean, 2 int, 3 long, 4 float, 5 double, 6 bytes,
             * 7 string, 8 date, 9 decimal, 10 time in microseconds, 11 timestamp
             * in microseconds, 12 array.
             */
            avro_long_t* branch() const { return m_branch.get(); }

            /**
             * Reads nothing. The union has 13 branches.
             */
            std::string check_branch() const { return m_check_branch; }

            /**
             * 8 counts days since 1970-01-01; 9 is an unscaled two's complement
             * number in big-endian order, its scale is 15; 7 is UTF-8.
             */
            kaitai::kstruct* value() const { return m_value.get(); }
            hudi_delete_record_list_t* _root() const { return m__root; }
            hudi_delete_record_list_t::record_t* _parent() const { return m__parent; }
        };

        /**
         * Values of several ordering fields, union of null and array.
         */

        class ordering_array_t : public kaitai::kstruct {

        public:

            ordering_array_t(kaitai::kstream* p__io, hudi_delete_record_list_t::ordering_t* p__parent = nullptr, hudi_delete_record_list_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~ordering_array_t();

        private:
            std::unique_ptr<avro_long_t> m_branch;
            std::string m_check_branch;
            std::unique_ptr<std::vector<std::unique_ptr<element_chunk_t>>> m_chunks;
            bool n_chunks;

        public:
            bool _is_null_chunks() { chunks(); return n_chunks; };

        private:
            hudi_delete_record_list_t* m__root;
            hudi_delete_record_list_t::ordering_t* m__parent;

        public:
            avro_long_t* branch() const { return m_branch.get(); }

            /**
             * Reads nothing. The union has two branches.
             */
            std::string check_branch() const { return m_check_branch; }
            std::vector<std::unique_ptr<element_chunk_t>>* chunks() const { return m_chunks.get(); }
            hudi_delete_record_list_t* _root() const { return m__root; }
            hudi_delete_record_list_t::ordering_t* _parent() const { return m__parent; }
        };

        class record_t : public kaitai::kstruct {

        public:

            record_t(kaitai::kstream* p__io, hudi_delete_record_list_t::chunk_t* p__parent = nullptr, hudi_delete_record_list_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~record_t();

        private:
            std::unique_ptr<optional_string_t> m_record_key;
            std::unique_ptr<optional_string_t> m_partition_path;
            std::unique_ptr<ordering_t> m_ordering;
            hudi_delete_record_list_t* m__root;
            hudi_delete_record_list_t::chunk_t* m__parent;

        public:
            optional_string_t* record_key() const { return m_record_key.get(); }
            optional_string_t* partition_path() const { return m_partition_path.get(); }
            ordering_t* ordering() const { return m_ordering.get(); }
            hudi_delete_record_list_t* _root() const { return m__root; }
            hudi_delete_record_list_t::chunk_t* _parent() const { return m__parent; }
        };

    private:
        std::unique_ptr<std::vector<std::unique_ptr<chunk_t>>> m_chunks;
        std::string m_check_end;
        hudi_delete_record_list_t* m__root;
        kaitai::kstruct* m__parent;

    public:

        /**
         * Avro array, a run of counted chunks that ends with an empty one.
         */
        std::vector<std::unique_ptr<chunk_t>>* chunks() const { return m_chunks.get(); }

        /**
         * Reads nothing. The value must fill the payload.
         */
        std::string check_end() const { return m_check_end; }
        hudi_delete_record_list_t* _root() const { return m__root; }
        kaitai::kstruct* _parent() const { return m__parent; }
    };
}
