#pragma once

// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

class hudi_log_avro_content_t;

#include "kaitai/kaitaistruct.h"
#include <stdint.h>
#include <memory>
#include <vector>

#if KAITAI_STRUCT_VERSION < 11000L
#error "Incompatible Kaitai Struct C++/STL API: version 0.11 or later is required"
#endif
namespace hudi_parsers {

    /**
     * Content of Avro data blocks and CDC blocks. Each record is a bare Avro datum,
     * written with the schema in the block header under `schema`. A schema is data,
     * so the datum cannot be described here.
     * 
     * Bytes after the last record are ignored.
     * \sa https://github.com/apache/hudi/blob/release-1.2.0/hudi-common/src/main/java/org/apache/hudi/common/table/log/block/HoodieAvroDataBlock.java Source
     */

    class hudi_log_avro_content_t : public kaitai::kstruct {

    public:
        class record_t;

        hudi_log_avro_content_t(kaitai::kstream* p__io, kaitai::kstruct* p__parent = nullptr, hudi_log_avro_content_t* p__root = nullptr);

    private:
        void _read();
        void _clean_up();

    public:
        ~hudi_log_avro_content_t();

        class record_t : public kaitai::kstruct {

        public:

            record_t(kaitai::kstream* p__io, hudi_log_avro_content_t* p__parent = nullptr, hudi_log_avro_content_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~record_t();

        private:
            int32_t m_len_datum;
            std::string m_datum;
            hudi_log_avro_content_t* m__root;
            hudi_log_avro_content_t* m__parent;

        public:
            int32_t len_datum() const { return m_len_datum; }

            /**
             * Avro binary. May be longer than the datum; the rest is ignored.
             */
            std::string datum() const { return m_datum; }
            hudi_log_avro_content_t* _root() const { return m__root; }
            hudi_log_avro_content_t* _parent() const { return m__parent; }
        };

    private:
        int32_t m_version;
        int32_t m_num_records;
        std::unique_ptr<std::vector<std::unique_ptr<record_t>>> m_records;
        hudi_log_avro_content_t* m__root;
        kaitai::kstruct* m__parent;

    public:

        /**
         * Log block version. The layout is the same in all three.
         */
        int32_t version() const { return m_version; }

        /**
         * A record has at least the 4 bytes of its length.
         */
        int32_t num_records() const { return m_num_records; }
        std::vector<std::unique_ptr<record_t>>* records() const { return m_records.get(); }
        hudi_log_avro_content_t* _root() const { return m__root; }
        kaitai::kstruct* _parent() const { return m__parent; }
    };
}
