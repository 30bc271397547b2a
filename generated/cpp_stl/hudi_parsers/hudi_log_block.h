#pragma once

// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

class hudi_log_block_t;

#include "kaitai/kaitaistruct.h"
#include <stdint.h>
#include <memory>
#include "hudi_delete_content.h"
#include "hudi_log_avro_content.h"
#include <set>
#include <vector>

#if KAITAI_STRUCT_VERSION < 11000L
#error "Incompatible Kaitai Struct C++/STL API: version 0.11 or later is required"
#endif
namespace hudi_parsers {

    /**
     * One block of a Hudi log file (log format version 1). A log file is a sequence
     * of such blocks, see `hudi_log_file`.
     * 
     * Every length and every count is checked against the rest of the block, never
     * against the file: a block with wrong lengths does not affect the next block. A
     * reader that must handle damaged files parses block by block and, if a frame is
     * not consistent, searches for the next `#HUDI#`; this grammar does not describe
     * that search.
     * 
     * Lengths are signed numbers on disk. All integers are big-endian.
     * \sa https://github.com/apache/hudi/blob/release-1.2.0/hudi-common/src/main/java/org/apache/hudi/common/table/log/HoodieLogFormatWriter.java Source
     * \sa https://hudi.apache.org/learn/tech-specs-1point0/#log-file-format Source
     */

    class hudi_log_block_t : public kaitai::kstruct {

    public:
        class footer_entry_t;
        class footer_map_t;
        class header_entry_t;
        class header_map_t;

        enum block_type_t {
            BLOCK_TYPE_COMMAND = 0,
            BLOCK_TYPE_DELETE = 1,
            BLOCK_TYPE_AVRO_DATA = 3,
            BLOCK_TYPE_HFILE_DATA = 4,
            BLOCK_TYPE_PARQUET_DATA = 5,
            BLOCK_TYPE_CDC_DATA = 6
        };
        static bool _is_defined_block_type_t(block_type_t v);

    private:
        static const std::set<block_type_t> _values_block_type_t;

    public:

        enum header_key_t {
            HEADER_KEY_INSTANT_TIME = 0,
            HEADER_KEY_TARGET_INSTANT_TIME = 1,
            HEADER_KEY_SCHEMA = 2,
            HEADER_KEY_COMMAND_BLOCK_TYPE = 3,
            HEADER_KEY_COMPACTED_BLOCK_TIMES = 4,
            HEADER_KEY_RECORD_POSITIONS = 5,
            HEADER_KEY_BLOCK_IDENTIFIER = 6,
            HEADER_KEY_IS_PARTIAL = 7,
            HEADER_KEY_BASE_FILE_INSTANT_TIME_OF_RECORD_POSITIONS = 8
        };
        static bool _is_defined_header_key_t(header_key_t v);

    private:
        static const std::set<header_key_t> _values_header_key_t;

    public:

        hudi_log_block_t(kaitai::kstream* p__io, kaitai::kstruct* p__parent = nullptr, hudi_log_block_t* p__root = nullptr);

    private:
        void _read();
        void _clean_up();

    public:
        ~hudi_log_block_t();

        class footer_entry_t : public kaitai::kstruct {

        public:

            footer_entry_t(int64_t p_ofs_end, kaitai::kstream* p__io, hudi_log_block_t::footer_map_t* p__parent = nullptr, hudi_log_block_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~footer_entry_t();

        private:
            std::string m_check_room;
            int32_t m_key;
            int32_t m_len_value;
            std::string m_value;
            int64_t m_ofs_end;
            hudi_log_block_t* m__root;
            hudi_log_block_t::footer_map_t* m__parent;

        public:

            /**
             * Reads nothing. The entries before may have left no room for `key`.
             */
            std::string check_room() const { return m_check_room; }

            /**
             * No release defines a footer key; any number is accepted and ignored.
             */
            int32_t key() const { return m_key; }
            int32_t len_value() const { return m_len_value; }
            std::string value() const { return m_value; }
            int64_t ofs_end() const { return m_ofs_end; }
            hudi_log_block_t* _root() const { return m__root; }
            hudi_log_block_t::footer_map_t* _parent() const { return m__parent; }
        };

        /**
         * Same layout as the header, other keys.
         */

        class footer_map_t : public kaitai::kstruct {

        public:

            footer_map_t(int64_t p_ofs_end, kaitai::kstream* p__io, hudi_log_block_t* p__parent = nullptr, hudi_log_block_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~footer_map_t();

        private:
            int32_t m_num_entries;
            std::unique_ptr<std::vector<std::unique_ptr<footer_entry_t>>> m_entries;
            std::string m_check_filled;
            int64_t m_ofs_end;
            hudi_log_block_t* m__root;
            hudi_log_block_t* m__parent;

        public:

            /**
             * Number of entries, 0 in every file that a release of Hudi wrote.
             */
            int32_t num_entries() const { return m_num_entries; }
            std::vector<std::unique_ptr<footer_entry_t>>* entries() const { return m_entries.get(); }

            /**
             * Reads nothing. Header, content and footer must fill the block exactly.
             */
            std::string check_filled() const { return m_check_filled; }

            /**
             * Offset at which the map must end.
             */
            int64_t ofs_end() const { return m_ofs_end; }
            hudi_log_block_t* _root() const { return m__root; }
            hudi_log_block_t* _parent() const { return m__parent; }
        };

        class header_entry_t : public kaitai::kstruct {

        public:

            header_entry_t(int64_t p_ofs_end, kaitai::kstream* p__io, hudi_log_block_t::header_map_t* p__parent = nullptr, hudi_log_block_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~header_entry_t();

        private:
            std::string m_check_room;
            header_key_t m_key;
            int32_t m_len_value;
            std::string m_value;
            int64_t m_ofs_end;
            hudi_log_block_t* m__root;
            hudi_log_block_t::header_map_t* m__parent;

        public:

            /**
             * Reads nothing. The entries before may have left no room for `key`.
             */
            std::string check_room() const { return m_check_room; }
            header_key_t key() const { return m_key; }
            int32_t len_value() const { return m_len_value; }

            /**
             * Text, UTF-8 since 0.15.0. Parsed as bytes because older writers used
             * the platform's charset, and because a damaged text must not prevent
             * reading the rest of the block.
             */
            std::string value() const { return m_value; }
            int64_t ofs_end() const { return m_ofs_end; }
            hudi_log_block_t* _root() const { return m__root; }
            hudi_log_block_t::header_map_t* _parent() const { return m__parent; }
        };

        /**
         * Map from header key to text. If two entries have the same key, readers use
         * the last one.
         */

        class header_map_t : public kaitai::kstruct {

        public:

            header_map_t(int64_t p_ofs_end, kaitai::kstream* p__io, hudi_log_block_t* p__parent = nullptr, hudi_log_block_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~header_map_t();

        private:
            int32_t m_num_entries;
            std::unique_ptr<std::vector<std::unique_ptr<header_entry_t>>> m_entries;
            int64_t m_ofs_end;
            hudi_log_block_t* m__root;
            hudi_log_block_t* m__parent;

        public:

            /**
             * An entry has at least 8 bytes.
             */
            int32_t num_entries() const { return m_num_entries; }
            std::vector<std::unique_ptr<header_entry_t>>* entries() const { return m_entries.get(); }

            /**
             * Offset that no part of the map may reach beyond.
             */
            int64_t ofs_end() const { return m_ofs_end; }
            hudi_log_block_t* _root() const { return m__root; }
            hudi_log_block_t* _parent() const { return m__parent; }
        };

    private:
        bool f_ofs_trailing;
        int64_t m_ofs_trailing;

    public:

        /**
         * Offset of `len_trailing`, the end of the range for header, content and footer.
         */
        int64_t ofs_trailing();

    private:
        std::string m_magic;
        int64_t m_len_block;
        int32_t m_format_version;
        block_type_t m_block_type;
        std::unique_ptr<header_map_t> m_header;
        int64_t m_len_content;
        std::unique_ptr<kaitai::kstruct> m_content;
        bool n_content;

    public:
        bool _is_null_content() { content(); return n_content; };

    private:
        std::unique_ptr<footer_map_t> m_footer;
        int64_t m_len_trailing;
        hudi_log_block_t* m__root;
        kaitai::kstruct* m__parent;
        std::string m__raw_content;
        std::unique_ptr<kaitai::kstream> m__io__raw_content;

    public:

        /**
         * Starts every block; a reader searches for it after damage.
         */
        std::string magic() const { return m_magic; }

        /**
         * Number of bytes that follow this field up to and including
         * `len_trailing`. 32 is the smallest block: both versions, two empty
         * maps, no content, two lengths.
         */
        int64_t len_block() const { return m_len_block; }

        /**
         * Version of the frame. Not the version of the content.
         */
        int32_t format_version() const { return m_format_version; }

        /**
         * Type of `content`.
         */
        block_type_t block_type() const { return m_block_type; }

        /**
         * Metadata of the block, in any order. Both versions and `len_trailing` are 16 of `len_block`.
         */
        header_map_t* header() const { return m_header.get(); }

        /**
         * Exact number of bytes of `content`.
         */
        int64_t len_content() const { return m_len_content; }

        /**
         * Depends on `block_type`. An HFile or a Parquet file is left as bytes
         * here (see `hfile` for the former); a command has no content.
         */
        kaitai::kstruct* content() const { return m_content.get(); }

        /**
         * Empty in every file that a release of Hudi wrote.
         */
        footer_map_t* footer() const { return m_footer.get(); }

        /**
         * Back pointer for reverse reading: number of bytes from the first byte
         * of `magic` up to this field. It counts magic and `len_block`, but not
         * itself: always `len_block + 6`.
         */
        int64_t len_trailing() const { return m_len_trailing; }
        hudi_log_block_t* _root() const { return m__root; }
        kaitai::kstruct* _parent() const { return m__parent; }
        std::string _raw_content() const { return m__raw_content; }
        kaitai::kstream* _io__raw_content() const { return m__io__raw_content.get(); }
    };
}
