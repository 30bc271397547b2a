#pragma once

// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

class hudi_delete_content_t;

#include "kaitai/kaitaistruct.h"
#include <stdint.h>
#include <memory>
#include "hudi_delete_record_list.h"
#include "hudi_delete_kryo.h"

#if KAITAI_STRUCT_VERSION < 11000L
#error "Incompatible Kaitai Struct C++/STL API: version 0.11 or later is required"
#endif
namespace hudi_parsers {

    /**
     * Content of delete blocks. The serialization depends on `version`: up to
     * Hudi 0.13 an array of Java objects in Kryo's format, then an Avro datum.
     * 
     * Bytes after the payload are ignored.
     * \sa https://github.com/apache/hudi/blob/release-1.2.0/hudi-common/src/main/java/org/apache/hudi/common/table/log/block/HoodieDeleteBlock.java Source
     */

    class hudi_delete_content_t : public kaitai::kstruct {

    public:

        hudi_delete_content_t(kaitai::kstream* p__io, kaitai::kstruct* p__parent = nullptr, hudi_delete_content_t* p__root = nullptr);

    private:
        void _read();
        void _clean_up();

    public:
        ~hudi_delete_content_t();

    private:
        int32_t m_version;
        int32_t m_len_payload;
        std::unique_ptr<kaitai::kstruct> m_payload;
        bool n_payload;

    public:
        bool _is_null_payload() { payload(); return n_payload; };

    private:
        hudi_delete_content_t* m__root;
        kaitai::kstruct* m__parent;
        std::string m__raw_payload;
        std::unique_ptr<kaitai::kstream> m__io__raw_payload;

    public:

        /**
         * Log block version; it determines the payload.
         */
        int32_t version() const { return m_version; }
        int32_t len_payload() const { return m_len_payload; }

        /**
         * Filled exactly by the value.
         */
        kaitai::kstruct* payload() const { return m_payload.get(); }
        hudi_delete_content_t* _root() const { return m__root; }
        kaitai::kstruct* _parent() const { return m__parent; }
        std::string _raw_payload() const { return m__raw_payload; }
        kaitai::kstream* _io__raw_payload() const { return m__io__raw_payload.get(); }
    };
}
