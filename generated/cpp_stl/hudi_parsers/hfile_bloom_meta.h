#pragma once

// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

class hfile_bloom_meta_t;

#include "kaitai/kaitaistruct.h"
#include <stdint.h>
#include <memory>
#include "hfile_root_index.h"
#include "hadoop_vlong.h"
#include <set>

#if KAITAI_STRUCT_VERSION < 11000L
#error "Incompatible Kaitai Struct C++/STL API: version 0.11 or later is required"
#endif
namespace hudi_parsers {

    /**
     * Payload of `BLMFMET2` and `DFBLMET2`: numbers of a Bloom filter in several
     * chunks, and an index of the chunks, which are the payloads of `BLMFBLK2`.
     * \sa https://github.com/apache/hbase/blob/rel/2.4.13/hbase-server/src/main/java/org/apache/hadoop/hbase/io/hfile/CompoundBloomFilter.java Source
     */

    class hfile_bloom_meta_t : public kaitai::kstruct {

    public:

        enum hash_type_t {
            HASH_TYPE_JENKINS = 0,
            HASH_TYPE_MURMUR = 1,
            HASH_TYPE_MURMUR3 = 2
        };
        static bool _is_defined_hash_type_t(hash_type_t v);

    private:
        static const std::set<hash_type_t> _values_hash_type_t;

    public:

        hfile_bloom_meta_t(kaitai::kstream* p__io, kaitai::kstruct* p__parent = nullptr, hfile_bloom_meta_t* p__root = nullptr);

    private:
        void _read();
        void _clean_up();

    public:
        ~hfile_bloom_meta_t();

    private:
        int32_t m_version;
        int64_t m_len_chunks;
        int32_t m_num_hashes;
        hash_type_t m_hash_type;
        int64_t m_num_keys;
        int64_t m_num_keys_max;
        int32_t m_num_chunks;
        std::unique_ptr<hadoop_vlong_t> m_len_comparator;
        std::string m_check_len_comparator;
        std::string m_comparator;
        std::unique_ptr<hfile_root_index_t> m_index;
        hfile_bloom_meta_t* m__root;
        kaitai::kstruct* m__parent;

    public:
        int32_t version() const { return m_version; }

        /**
         * Bytes of all chunks.
         */
        int64_t len_chunks() const { return m_len_chunks; }
        int32_t num_hashes() const { return m_num_hashes; }
        hash_type_t hash_type() const { return m_hash_type; }

        /**
         * Number of added keys.
         */
        int64_t num_keys() const { return m_num_keys; }

        /**
         * Number of keys for which the filter was sized.
         */
        int64_t num_keys_max() const { return m_num_keys_max; }

        /**
         * An entry of the index has at least 13 bytes.
         */
        int32_t num_chunks() const { return m_num_chunks; }
        hadoop_vlong_t* len_comparator() const { return m_len_comparator.get(); }

        /**
         * Reads nothing. The name must lie inside the block.
         */
        std::string check_len_comparator() const { return m_check_len_comparator; }

        /**
         * Class name, empty for filters of rows.
         */
        std::string comparator() const { return m_comparator; }
        hfile_root_index_t* index() const { return m_index.get(); }
        hfile_bloom_meta_t* _root() const { return m__root; }
        kaitai::kstruct* _parent() const { return m__parent; }
    };
}
