#pragma once

// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

class hfile_block_t;

#include "kaitai/kaitaistruct.h"
#include <stdint.h>
#include <memory>
#include "hfile_block_header.h"
#include <vector>

#if KAITAI_STRUCT_VERSION < 11000L
#error "Incompatible Kaitai Struct C++/STL API: version 0.11 or later is required"
#endif
namespace hudi_parsers {

    /**
     * Header, stored payload, and checksums. A payload may have to be decrypted and
     * decompressed; the grammar of its kind then parses it: `hfile_data_block`,
     * `hfile_encoded_block`, `hfile_root_index` (root and meta index),
     * `hfile_leaf_index` (leaf and intermediate index), `hfile_file_info` or
     * `hfile_file_info_old`, `hfile_bloom_meta` (both kinds). Payloads of meta
     * blocks and Bloom chunks are bytes.
     * \sa https://github.com/apache/hbase/blob/rel/2.4.13/hbase-server/src/main/java/org/apache/hadoop/hbase/io/hfile/HFileBlock.java Source
     */

    class hfile_block_t : public kaitai::kstruct {

    public:

        hfile_block_t(bool p_has_checksums, int64_t p_len_max, kaitai::kstream* p__io, kaitai::kstruct* p__parent = nullptr, hfile_block_t* p__root = nullptr);

    private:
        void _read();
        void _clean_up();

    public:
        ~hfile_block_t();

    private:
        std::unique_ptr<hfile_block_header_t> m_header;
        std::string m_payload;
        std::unique_ptr<std::vector<uint32_t>> m_checksums;
        bool m_has_checksums;
        int64_t m_len_max;
        hfile_block_t* m__root;
        kaitai::kstruct* m__parent;

    public:
        hfile_block_header_t* header() const { return m_header.get(); }
        std::string payload() const { return m_payload; }

        /**
         * Over header and payload. All zero, and without meaning, if the type
         * is none.
         */
        std::vector<uint32_t>* checksums() const { return m_checksums.get(); }

        /**
         * Every version except 2.0.
         */
        bool has_checksums() const { return m_has_checksums; }

        /**
         * Bytes from the start of this block to the trailer.
         */
        int64_t len_max() const { return m_len_max; }
        hfile_block_t* _root() const { return m__root; }
        kaitai::kstruct* _parent() const { return m__parent; }
    };
}
