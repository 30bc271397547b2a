#pragma once

// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

class hudi_archive_file_t;

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
     * Undamaged archive of instants, a file `.commits_.archive.*`: a log file of
     * Avro data blocks that have a schema and no other header, no instant and no
     * footer. A record is one state of one instant, as a datum of the record
     * HoodieArchivedMetaEntry with the schema in the header of its block; the schema
     * differs between releases.
     * 
     * Damaged archives are read like damaged log files, see `hudi_log_file`.
     * \sa https://github.com/apache/hudi/blob/release-1.2.0/hudi-common/src/main/avro/HoodieArchivedMetaEntry.avsc Source
     * \sa https://hudi.apache.org/learn/tech-specs/#timeline Source
     */

    class hudi_archive_file_t : public kaitai::kstruct {

    public:
        class block_t;

        hudi_archive_file_t(kaitai::kstream* p__io, kaitai::kstruct* p__parent = nullptr, hudi_archive_file_t* p__root = nullptr);

    private:
        void _read();
        void _clean_up();

    public:
        ~hudi_archive_file_t();

        class block_t : public kaitai::kstruct {

        public:

            block_t(kaitai::kstream* p__io, hudi_archive_file_t* p__parent = nullptr, hudi_archive_file_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~block_t();

        private:
            bool f_content;
            hudi_log_avro_content_t* m_content;

        public:

            /**
             * The entries as datums.
             */
            hudi_log_avro_content_t* content();

        private:
            bool f_schema;
            std::string m_schema;

        public:

            /**
             * Avro schema of the entries as JSON text.
             */
            std::string schema();

        private:
            std::unique_ptr<hudi_log_block_t> m_frame;
            std::string m_check_type;
            std::string m_check_header;
            std::string m_check_footer;
            hudi_archive_file_t* m__root;
            hudi_archive_file_t* m__parent;

        public:
            hudi_log_block_t* frame() const { return m_frame.get(); }

            /**
             * Reads nothing. Readers skip blocks of other types.
             */
            std::string check_type() const { return m_check_type; }

            /**
             * Reads nothing. The only header is the schema.
             */
            std::string check_header() const { return m_check_header; }

            /**
             * Reads nothing. There is no footer.
             */
            std::string check_footer() const { return m_check_footer; }
            hudi_archive_file_t* _root() const { return m__root; }
            hudi_archive_file_t* _parent() const { return m__parent; }
        };

    private:
        std::unique_ptr<std::vector<std::unique_ptr<block_t>>> m_blocks;
        hudi_archive_file_t* m__root;
        kaitai::kstruct* m__parent;

    public:
        std::vector<std::unique_ptr<block_t>>* blocks() const { return m_blocks.get(); }
        hudi_archive_file_t* _root() const { return m__root; }
        kaitai::kstruct* _parent() const { return m__parent; }
    };
}
