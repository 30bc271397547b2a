#pragma once

// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

class hudi_bloom_filter_t;

#include "kaitai/kaitaistruct.h"
#include <stdint.h>
#include <memory>

#if KAITAI_STRUCT_VERSION < 11000L
#error "Incompatible Kaitai Struct C++/STL API: version 0.11 or later is required"
#endif
namespace hudi_parsers {

    /**
     * Record keys of a base file: text in the footer of a Parquet file, in the meta
     * block `bloomFilter` of an HFile and in rows of the metadata table. Also one
     * row of a filter of type DYNAMIC_V0.
     * 
     * The type of a filter is stored with it, not in it.
     * \sa https://github.com/apache/hudi/blob/release-1.2.0/hudi-common/src/main/java/org/apache/hudi/common/bloom/InternalBloomFilter.java Source
     */

    class hudi_bloom_filter_t : public kaitai::kstruct {

    public:

        hudi_bloom_filter_t(kaitai::kstream* p__io, kaitai::kstruct* p__parent = nullptr, hudi_bloom_filter_t* p__root = nullptr);

    private:
        void _read();
        void _clean_up();

    public:
        ~hudi_bloom_filter_t();

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
        std::string m_bits;
        hudi_bloom_filter_t* m__root;
        kaitai::kstruct* m__parent;

    public:

        /**
         * Above 0 it is the number of hashes of the old form, which lacks the next two fields.
         */
        int32_t version() const { return m_version; }
        int32_t num_hashes_written() const { return m_num_hashes_written; }
        int8_t hash_type_written() const { return m_hash_type_written; }
        int32_t num_bits() const { return m_num_bits; }

        /**
         * Bit i is in byte i / 8 under the mask 1 << (i mod 8).
         */
        std::string bits() const { return m_bits; }
        hudi_bloom_filter_t* _root() const { return m__root; }
        kaitai::kstruct* _parent() const { return m__parent; }
    };
}
