#pragma once

// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

class hudi_log_index_t;

#include "kaitai/kaitaistruct.h"
#include <stdint.h>
#include <memory>
#include "hudi_log_block.h"
#include <vector>

#if KAITAI_STRUCT_VERSION < 11000L
#error "Incompatible Kaitai Struct C++/STL API: version 0.11 or later is required"
#endif
namespace hudi_parsers {

    /**
     * Walks the blocks of a log file without reading their contents: `frame` reads a
     * block up to its content length, everything after that is an instance at a
     * computed position. `frame` needs no other part of the file, so a reader of
     * damaged files can parse it at every magic.
     * \sa https://hudi.apache.org/learn/tech-specs-1point0/#log-file-format Source
     */

    class hudi_log_index_t : public kaitai::kstruct {

    public:
        class block_t;
        class extent_t;
        class frame_t;

        hudi_log_index_t(kaitai::kstream* p__io, kaitai::kstruct* p__parent = nullptr, hudi_log_index_t* p__root = nullptr);

    private:
        void _read();
        void _clean_up();

    public:
        ~hudi_log_index_t();

        class block_t : public kaitai::kstruct {

        public:

            block_t(int64_t p_ofs_block, kaitai::kstream* p__io, hudi_log_index_t* p__parent = nullptr, hudi_log_index_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~block_t();

        private:
            bool f_frame;
            std::unique_ptr<frame_t> m_frame;

        public:
            frame_t* frame();

        private:
            int64_t m_ofs_block;
            hudi_log_index_t* m__root;
            hudi_log_index_t* m__parent;

        public:

            /**
             * Offset of the block's magic.
             */
            int64_t ofs_block() const { return m_ofs_block; }
            hudi_log_index_t* _root() const { return m__root; }
            hudi_log_index_t* _parent() const { return m__parent; }
        };

        /**
         * A range of bytes that is read only on request.
         */

        class extent_t : public kaitai::kstruct {

        public:

            extent_t(int64_t p_ofs, int64_t p_len, kaitai::kstream* p__io, hudi_log_index_t::frame_t* p__parent = nullptr, hudi_log_index_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~extent_t();

        private:
            bool f_ofs_end;
            int64_t m_ofs_end;

        public:
            int64_t ofs_end();

        private:
            int64_t m_ofs;
            int64_t m_len;
            hudi_log_index_t* m__root;
            hudi_log_index_t::frame_t* m__parent;

        public:

            /**
             * Current position of the parser.
             */
            int64_t ofs() const { return m_ofs; }
            int64_t len() const { return m_len; }
            hudi_log_index_t* _root() const { return m__root; }
            hudi_log_index_t::frame_t* _parent() const { return m__parent; }
        };

        /**
         * Starts at the current position. See `hudi_log_block` for the fields.
         */

        class frame_t : public kaitai::kstruct {

        public:

            frame_t(kaitai::kstream* p__io, hudi_log_index_t::block_t* p__parent = nullptr, hudi_log_index_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~frame_t();

        private:
            bool f_content;
            std::string m_content;

        public:

            /**
             * Read only on request.
             */
            std::string content();

        private:
            bool f_footer;
            std::unique_ptr<hudi_log_block_t::footer_map_t> m_footer;

        public:
            hudi_log_block_t::footer_map_t* footer();

        private:
            bool f_len_trailing;
            int64_t m_len_trailing;

        public:
            int64_t len_trailing();

        private:
            bool f_ofs_content;
            int64_t m_ofs_content;

        public:

            /**
             * Offset of `content`.
             */
            int64_t ofs_content();

        private:
            bool f_ofs_end;
            int64_t m_ofs_end;

        public:

            /**
             * Offset of the first byte after the block.
             */
            int64_t ofs_end();

        private:
            bool f_ofs_footer;
            int64_t m_ofs_footer;

        public:

            /**
             * Offset of `footer`.
             */
            int64_t ofs_footer();

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
            hudi_log_block_t::block_type_t m_block_type;
            std::unique_ptr<hudi_log_block_t::header_map_t> m_header;
            int64_t m_len_content;
            std::unique_ptr<extent_t> m_extent;
            hudi_log_index_t* m__root;
            hudi_log_index_t::block_t* m__parent;

        public:
            std::string magic() const { return m_magic; }
            int64_t len_block() const { return m_len_block; }
            int32_t format_version() const { return m_format_version; }
            hudi_log_block_t::block_type_t block_type() const { return m_block_type; }
            hudi_log_block_t::header_map_t* header() const { return m_header.get(); }
            int64_t len_content() const { return m_len_content; }

            /**
             * Position of `content`; reads no bytes.
             */
            extent_t* extent() const { return m_extent.get(); }
            hudi_log_index_t* _root() const { return m__root; }
            hudi_log_index_t::block_t* _parent() const { return m__parent; }
        };

    private:
        std::unique_ptr<std::vector<std::unique_ptr<block_t>>> m_blocks;
        bool n_blocks;

    public:
        bool _is_null_blocks() { blocks(); return n_blocks; };

    private:
        hudi_log_index_t* m__root;
        kaitai::kstruct* m__parent;

    public:
        std::vector<std::unique_ptr<block_t>>* blocks() const { return m_blocks.get(); }
        hudi_log_index_t* _root() const { return m__root; }
        kaitai::kstruct* _parent() const { return m__parent; }
    };
}
