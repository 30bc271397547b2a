#pragma once

// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

class hfile_block_header_t;

#include "kaitai/kaitaistruct.h"
#include <stdint.h>
#include <memory>
#include <set>

#if KAITAI_STRUCT_VERSION < 11000L
#error "Incompatible Kaitai Struct C++/STL API: version 0.11 or later is required"
#endif
namespace hudi_parsers {

    /**
     * The first 33 bytes of a block, 24 in files of version 2.0. For readers that
     * skip a block or extract its payload themselves.
     * \sa https://github.com/apache/hbase/blob/rel/2.4.13/hbase-server/src/main/java/org/apache/hadoop/hbase/io/hfile/HFileBlock.java Source
     */

    class hfile_block_header_t : public kaitai::kstruct {

    public:

        enum checksum_type_t {
            CHECKSUM_TYPE_NONE = 0,
            CHECKSUM_TYPE_CRC32 = 1,
            CHECKSUM_TYPE_CRC32C = 2
        };
        static bool _is_defined_checksum_type_t(checksum_type_t v);

    private:
        static const std::set<checksum_type_t> _values_checksum_type_t;

    public:

        hfile_block_header_t(bool p_has_checksums, int64_t p_len_max, kaitai::kstream* p__io, kaitai::kstruct* p__parent = nullptr, hfile_block_header_t* p__root = nullptr);

    private:
        void _read();
        void _clean_up();

    public:
        ~hfile_block_header_t();

    private:
        bool f_len_block;
        int64_t m_len_block;

    public:

        /**
         * Size of the entire block, as in index entries.
         */
        int64_t len_block();

    private:
        bool f_len_header;
        int32_t m_len_header;

    public:
        int32_t len_header();

    private:
        bool f_len_payload;
        int32_t m_len_payload;

    public:

        /**
         * As stored, compressed or not.
         */
        int32_t len_payload();

    private:
        bool f_num_checksums;
        int32_t m_num_checksums;

    public:
        int32_t num_checksums();

    private:
        std::string m_magic;
        int32_t m_len_payload_and_checksums;
        int32_t m_len_payload_inflated;
        int64_t m_ofs_prev_block;
        checksum_type_t m_checksum_type;
        bool n_checksum_type;

    public:
        bool _is_null_checksum_type() { checksum_type(); return n_checksum_type; };

    private:
        int32_t m_len_checksum_chunk;
        bool n_len_checksum_chunk;

    public:
        bool _is_null_len_checksum_chunk() { len_checksum_chunk(); return n_len_checksum_chunk; };

    private:
        int32_t m_len_header_and_payload;
        bool n_len_header_and_payload;

    public:
        bool _is_null_len_header_and_payload() { len_header_and_payload(); return n_len_header_and_payload; };

    private:
        bool m_has_checksums;
        int64_t m_len_max;
        hfile_block_header_t* m__root;
        kaitai::kstruct* m__parent;

    public:
        std::string magic() const { return m_magic; }
        int32_t len_payload_and_checksums() const { return m_len_payload_and_checksums; }

        /**
         * Length of the payload after decryption and decompression.
         */
        int32_t len_payload_inflated() const { return m_len_payload_inflated; }

        /**
         * Of the block of the same kind before this one, -1 for none.
         */
        int64_t ofs_prev_block() const { return m_ofs_prev_block; }
        checksum_type_t checksum_type() const { return m_checksum_type; }

        /**
         * Bytes of header and payload that a checksum covers.
         */
        int32_t len_checksum_chunk() const { return m_len_checksum_chunk; }

        /**
         * The rest of the block is checksums, 4 bytes each.
         */
        int32_t len_header_and_payload() const { return m_len_header_and_payload; }

        /**
         * Every version except 2.0.
         */
        bool has_checksums() const { return m_has_checksums; }

        /**
         * Bytes from the start of this block to the trailer.
         */
        int64_t len_max() const { return m_len_max; }
        hfile_block_header_t* _root() const { return m__root; }
        kaitai::kstruct* _parent() const { return m__parent; }
    };
}
