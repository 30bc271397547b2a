#pragma once

// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

class hfile_file_info_old_t;

#include "kaitai/kaitaistruct.h"
#include <stdint.h>
#include <memory>
#include "hadoop_vlong.h"
#include <vector>

#if KAITAI_STRUCT_VERSION < 11000L
#error "Incompatible Kaitai Struct C++/STL API: version 0.11 or later is required"
#endif
namespace hudi_parsers {

    /**
     * Map of bytes to bytes about the entire file, as Hadoop writables.
     * \sa https://github.com/apache/hbase/blob/rel/2.4.13/hbase-server/src/main/java/org/apache/hadoop/hbase/io/hfile/HFileInfo.java Source
     */

    class hfile_file_info_old_t : public kaitai::kstruct {

    public:
        class entry_t;

        hfile_file_info_old_t(kaitai::kstream* p__io, kaitai::kstruct* p__parent = nullptr, hfile_file_info_old_t* p__root = nullptr);

    private:
        void _read();
        void _clean_up();

    public:
        ~hfile_file_info_old_t();

        class entry_t : public kaitai::kstruct {

        public:

            entry_t(kaitai::kstream* p__io, hfile_file_info_old_t* p__parent = nullptr, hfile_file_info_old_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~entry_t();

        private:
            std::unique_ptr<hadoop_vlong_t> m_len_first;
            std::string m_check_len_first;
            std::string m_first;
            uint8_t m_class_id;
            std::unique_ptr<hadoop_vlong_t> m_len_second;
            std::string m_check_len_second;
            std::string m_second;
            hfile_file_info_old_t* m__root;
            hfile_file_info_old_t* m__parent;

        public:
            hadoop_vlong_t* len_first() const { return m_len_first.get(); }

            /**
             * Reads nothing. The name must lie inside the block.
             */
            std::string check_len_first() const { return m_check_len_first; }
            std::string first() const { return m_first; }

            /**
             * 1 means that the value is bytes; readers ignore it.
             */
            uint8_t class_id() const { return m_class_id; }
            hadoop_vlong_t* len_second() const { return m_len_second.get(); }

            /**
             * Reads nothing. The value must lie inside the block.
             */
            std::string check_len_second() const { return m_check_len_second; }
            std::string second() const { return m_second; }
            hfile_file_info_old_t* _root() const { return m__root; }
            hfile_file_info_old_t* _parent() const { return m__parent; }
        };

    private:
        int32_t m_num_entries;
        std::unique_ptr<std::vector<std::unique_ptr<entry_t>>> m_entries;
        hfile_file_info_old_t* m__root;
        kaitai::kstruct* m__parent;

    public:

        /**
         * An entry has at least 3 bytes.
         */
        int32_t num_entries() const { return m_num_entries; }
        std::vector<std::unique_ptr<entry_t>>* entries() const { return m_entries.get(); }
        hfile_file_info_old_t* _root() const { return m__root; }
        kaitai::kstruct* _parent() const { return m__parent; }
    };
}
