#pragma once

// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

class hudi_bloom_filter_dynamic_t;

#include "kaitai/kaitaistruct.h"
#include <stdint.h>
#include <memory>
#include "hudi_bloom_filter.h"
#include <vector>

#if KAITAI_STRUCT_VERSION < 11000L
#error "Incompatible Kaitai Struct C++/STL API: version 0.11 or later is required"
#endif
namespace hudi_parsers {

    /**
     * A filter that grows by rows, each a separate filter. A key is possible if one
     * of the rows has it.
     * \sa https://github.com/apache/hudi/blob/release-1.2.0/hudi-common/src/main/java/org/apache/hudi/common/bloom/InternalDynamicBloomFilter.java Source
     */

    class hudi_bloom_filter_dynamic_t : public kaitai::kstruct {

    public:

        hudi_bloom_filter_dynamic_t(kaitai::kstream* p__io, kaitai::kstruct* p__parent = nullptr, hudi_bloom_filter_dynamic_t* p__root = nullptr);

    private:
        void _read();
        void _clean_up();

    public:
        ~hudi_bloom_filter_dynamic_t();

    private:
        bool f_hash_type;
        int32_t m_hash_type;

    public:

        /**
         * 0 Jenkins, 1 Murmur.
         */
        int32_t hash_type();

    private:
        bool f_num_hashes;
        int64_t m_num_hashes;

    public:
        int64_t num_hashes();

    private:
        int32_t m_version;
        int32_t m_num_hashes_written;
        bool n_num_hashes_written;

    public:
        bool _is_null_num_hashes_written() { num_hashes_written(); return n_num_hashes_written; };

    private:
        int8_t m_hash_type_written;
        bool n_hash_type_written;

    public:
        bool _is_null_hash_type_written() { hash_type_written(); return n_hash_type_written; };

    private:
        int32_t m_num_bits;
        int32_t m_num_keys_per_row;
        int32_t m_num_keys_last_row;
        int32_t m_num_rows;
        std::unique_ptr<std::vector<std::unique_ptr<hudi_bloom_filter_t>>> m_rows;
        hudi_bloom_filter_dynamic_t* m__root;
        kaitai::kstruct* m__parent;

    public:

        /**
         * Above 0 it is the number of hashes of the old form, which lacks the next two fields.
         */
        int32_t version() const { return m_version; }
        int32_t num_hashes_written() const { return m_num_hashes_written; }
        int8_t hash_type_written() const { return m_hash_type_written; }

        /**
         * Bits of the rows that a writer would add. Each row has its own number.
         */
        int32_t num_bits() const { return m_num_bits; }
        int32_t num_keys_per_row() const { return m_num_keys_per_row; }

        /**
         * Number of keys added since the last row was started.
         */
        int32_t num_keys_last_row() const { return m_num_keys_last_row; }

        /**
         * A row has at least 9 bytes.
         */
        int32_t num_rows() const { return m_num_rows; }
        std::vector<std::unique_ptr<hudi_bloom_filter_t>>* rows() const { return m_rows.get(); }
        hudi_bloom_filter_dynamic_t* _root() const { return m__root; }
        kaitai::kstruct* _parent() const { return m__parent; }
    };
}
