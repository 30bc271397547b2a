#pragma once

// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

class hfile_t;

#include "kaitai/kaitaistruct.h"
#include <stdint.h>
#include <memory>
#include "hfile_block.h"
#include "hfile_trailer.h"
#include <vector>

#if KAITAI_STRUCT_VERSION < 11000L
#error "Incompatible Kaitai Struct C++/STL API: version 0.11 or later is required"
#endif
namespace hudi_parsers {

    /**
     * Sorted map of keys to values in blocks, as HBase and Hudi write it: data
     * blocks, indexes, file info and a trailer of fixed size that points to them.
     * Payloads are bytes here, because most files compress them; `hfile_block` names
     * the grammar of each kind.
     * \sa https://github.com/apache/hbase/blob/rel/2.4.13/hbase-server/src/main/java/org/apache/hadoop/hbase/io/hfile/HFile.java Source
     * \sa https://hbase.apache.org/book.html#_hfile_format_2 Source
     */

    class hfile_t : public kaitai::kstruct {

    public:
        class version_t;

        hfile_t(kaitai::kstream* p__io, kaitai::kstruct* p__parent = nullptr, hfile_t* p__root = nullptr);

    private:
        void _read();
        void _clean_up();

    public:
        ~hfile_t();

        class version_t : public kaitai::kstruct {

        public:

            version_t(kaitai::kstream* p__io, hfile_t* p__parent = nullptr, hfile_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~version_t();

        private:
            uint8_t m_minor;
            uint64_t m_major;
            hfile_t* m__root;
            hfile_t* m__parent;

        public:
            uint8_t minor() const { return m_minor; }
            uint64_t major() const { return m_major; }
            hfile_t* _root() const { return m__root; }
            hfile_t* _parent() const { return m__parent; }
        };

    private:
        bool f_has_checksums;
        bool m_has_checksums;

    public:
        bool has_checksums();

    private:
        bool f_len_trailer;
        int64_t m_len_trailer;

    public:
        int64_t len_trailer();

    private:
        bool f_ofs_trailer;
        int64_t m_ofs_trailer;

    public:
        int64_t ofs_trailer();

    private:
        bool f_trailer;
        std::unique_ptr<hfile_trailer_t> m_trailer;

    public:

        /**
         * All of the trailer except the version
         */
        hfile_trailer_t* trailer();

    private:
        bool f_version;
        std::unique_ptr<version_t> m_version;

    public:
        version_t* version();

    private:
        std::string m_check_ofs_trailer;
        std::unique_ptr<std::vector<std::unique_ptr<hfile_block_t>>> m_blocks;
        bool n_blocks;

    public:
        bool _is_null_blocks() { blocks(); return n_blocks; };

    private:
        hfile_t* m__root;
        kaitai::kstruct* m__parent;
        std::string m__raw_trailer;
        std::unique_ptr<kaitai::kstream> m__io__raw_trailer;

    public:

        /**
         * Reads nothing. The trailer must lie inside the file.
         */
        std::string check_ofs_trailer() const { return m_check_ofs_trailer; }
        std::vector<std::unique_ptr<hfile_block_t>>* blocks() const { return m_blocks.get(); }
        hfile_t* _root() const { return m__root; }
        kaitai::kstruct* _parent() const { return m__parent; }
        std::string _raw_trailer() const { return m__raw_trailer; }
        kaitai::kstream* _io__raw_trailer() const { return m__io__raw_trailer.get(); }
    };
}
