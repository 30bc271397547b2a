#pragma once

// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

class hfile_tags_t;

#include "kaitai/kaitaistruct.h"
#include <stdint.h>
#include <memory>
#include <vector>

#if KAITAI_STRUCT_VERSION < 11000L
#error "Incompatible Kaitai Struct C++/STL API: version 0.11 or later is required"
#endif
namespace hudi_parsers {

    /**
     * The tags part of a cell, without the length before it.
     * \sa https://github.com/apache/hbase/blob/rel/2.4.13/hbase-common/src/main/java/org/apache/hadoop/hbase/Tag.java Source
     */

    class hfile_tags_t : public kaitai::kstruct {

    public:
        class tag_t;

        hfile_tags_t(kaitai::kstream* p__io, kaitai::kstruct* p__parent = nullptr, hfile_tags_t* p__root = nullptr);

    private:
        void _read();
        void _clean_up();

    public:
        ~hfile_tags_t();

        class tag_t : public kaitai::kstruct {

        public:

            tag_t(kaitai::kstream* p__io, hfile_tags_t* p__parent = nullptr, hfile_tags_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~tag_t();

        private:
            uint16_t m_len_tag;
            uint8_t m_tag_type;
            std::string m_body;
            hfile_tags_t* m__root;
            hfile_tags_t* m__parent;

        public:

            /**
             * Type and body.
             */
            uint16_t len_tag() const { return m_len_tag; }
            uint8_t tag_type() const { return m_tag_type; }
            std::string body() const { return m_body; }
            hfile_tags_t* _root() const { return m__root; }
            hfile_tags_t* _parent() const { return m__parent; }
        };

    private:
        std::unique_ptr<std::vector<std::unique_ptr<tag_t>>> m_tags;
        hfile_tags_t* m__root;
        kaitai::kstruct* m__parent;

    public:
        std::vector<std::unique_ptr<tag_t>>* tags() const { return m_tags.get(); }
        hfile_tags_t* _root() const { return m__root; }
        kaitai::kstruct* _parent() const { return m__parent; }
    };
}
