#pragma once

// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

class avro_container_t;

#include "kaitai/kaitaistruct.h"
#include <stdint.h>
#include <memory>
#include "avro_long.h"
#include <vector>

#if KAITAI_STRUCT_VERSION < 11000L
#error "Incompatible Kaitai Struct C++/STL API: version 0.11 or later is required"
#endif
namespace hudi_parsers {

    /**
     * Framing of an Avro object container: a head with the schema, then blocks of
     * records. Apache Hudi stores plans and metadata of instants in such containers,
     * each with one block of one record. They are files of the timeline, or values
     * of the columns `metadata` and `plan` of its history.
     * 
     * The records are Avro datums with the schema in `avro.schema`. A schema is
     * data, so the records cannot be described here.
     * \sa https://avro.apache.org/docs/1.12.0/specification/#object-container-files Source
     */

    class avro_container_t : public kaitai::kstruct {

    public:
        class avro_bytes_t;
        class block_t;
        class metadata_chunk_t;
        class metadata_entry_t;

        avro_container_t(kaitai::kstream* p__io, kaitai::kstruct* p__parent = nullptr, avro_container_t* p__root = nullptr);

    private:
        void _read();
        void _clean_up();

    public:
        ~avro_container_t();

        /**
         * Bytes, or text in UTF-8 (left as bytes so that damaged text does not stop the reading).
         */

        class avro_bytes_t : public kaitai::kstruct {

        public:

            avro_bytes_t(kaitai::kstream* p__io, avro_container_t::metadata_entry_t* p__parent = nullptr, avro_container_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~avro_bytes_t();

        private:
            std::unique_ptr<avro_long_t> m_len_value;
            std::string m_check_len_value;
            std::string m_value;
            avro_container_t* m__root;
            avro_container_t::metadata_entry_t* m__parent;

        public:
            avro_long_t* len_value() const { return m_len_value.get(); }

            /**
             * Reads nothing. The value must lie inside the container.
             */
            std::string check_len_value() const { return m_check_len_value; }
            std::string value() const { return m_value; }
            avro_container_t* _root() const { return m__root; }
            avro_container_t::metadata_entry_t* _parent() const { return m__parent; }
        };

        class block_t : public kaitai::kstruct {

        public:

            block_t(kaitai::kstream* p__io, avro_container_t* p__parent = nullptr, avro_container_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~block_t();

        private:
            std::unique_ptr<avro_long_t> m_num_records;
            std::string m_check_num_records;
            std::unique_ptr<avro_long_t> m_len_records;
            std::string m_check_len_records;
            std::string m_check_room;
            std::string m_records;
            std::string m_sync;
            avro_container_t* m__root;
            avro_container_t* m__parent;

        public:
            avro_long_t* num_records() const { return m_num_records.get(); }

            /**
             * Reads nothing. How many there can be depends on `records`, see `check_room`.
             */
            std::string check_num_records() const { return m_check_num_records; }
            avro_long_t* len_records() const { return m_len_records.get(); }

            /**
             * Reads nothing. The records must lie inside the container.
             */
            std::string check_len_records() const { return m_check_len_records; }

            /**
             * Reads nothing. A record without bytes is possible; more than one per
             * block is rejected as a risk.
             */
            std::string check_room() const { return m_check_room; }

            /**
             * Records in sequence, compressed with `avro.codec`.
             */
            std::string records() const { return m_records; }
            std::string sync() const { return m_sync; }
            avro_container_t* _root() const { return m__root; }
            avro_container_t* _parent() const { return m__parent; }
        };

        /**
         * Some entries of the map.
         */

        class metadata_chunk_t : public kaitai::kstruct {

        public:

            metadata_chunk_t(kaitai::kstream* p__io, avro_container_t* p__parent = nullptr, avro_container_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~metadata_chunk_t();

        private:
            bool f_sign;
            int64_t m_sign;

        public:
            int64_t sign();

        private:
            std::unique_ptr<avro_long_t> m_num_entries;
            std::string m_check_num_entries;
            std::unique_ptr<avro_long_t> m_len_chunk;
            bool n_len_chunk;

        public:
            bool _is_null_len_chunk() { len_chunk(); return n_len_chunk; };

        private:
            std::unique_ptr<std::vector<std::unique_ptr<metadata_entry_t>>> m_entries;
            avro_container_t* m__root;
            avro_container_t* m__parent;

        public:

            /**
             * Negative where the number of bytes of the chunk follows.
             */
            avro_long_t* num_entries() const { return m_num_entries.get(); }

            /**
             * Reads nothing. An entry has at least 2 bytes.
             */
            std::string check_num_entries() const { return m_check_num_entries; }

            /**
             * Number of bytes of `entries`, for readers that skip them.
             */
            avro_long_t* len_chunk() const { return m_len_chunk.get(); }
            std::vector<std::unique_ptr<metadata_entry_t>>* entries() const { return m_entries.get(); }
            avro_container_t* _root() const { return m__root; }
            avro_container_t* _parent() const { return m__parent; }
        };

        class metadata_entry_t : public kaitai::kstruct {

        public:

            metadata_entry_t(kaitai::kstream* p__io, avro_container_t::metadata_chunk_t* p__parent = nullptr, avro_container_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~metadata_entry_t();

        private:
            std::unique_ptr<avro_bytes_t> m_key;
            std::unique_ptr<avro_bytes_t> m_value;
            avro_container_t* m__root;
            avro_container_t::metadata_chunk_t* m__parent;

        public:

            /**
             * `avro.schema` must be there; without `avro.codec` the codec is `null`.
             */
            avro_bytes_t* key() const { return m_key.get(); }
            avro_bytes_t* value() const { return m_value.get(); }
            avro_container_t* _root() const { return m__root; }
            avro_container_t::metadata_chunk_t* _parent() const { return m__parent; }
        };

    private:
        std::string m_magic;
        std::unique_ptr<std::vector<std::unique_ptr<metadata_chunk_t>>> m_metadata;
        std::string m_sync;
        std::unique_ptr<std::vector<std::unique_ptr<block_t>>> m_blocks;
        avro_container_t* m__root;
        kaitai::kstruct* m__parent;

    public:
        std::string magic() const { return m_magic; }

        /**
         * Avro map of bytes, a run of counted chunks that ends with an empty one.
         */
        std::vector<std::unique_ptr<metadata_chunk_t>>* metadata() const { return m_metadata.get(); }

        /**
         * Random bytes that end every block.
         */
        std::string sync() const { return m_sync; }
        std::vector<std::unique_ptr<block_t>>* blocks() const { return m_blocks.get(); }
        avro_container_t* _root() const { return m__root; }
        kaitai::kstruct* _parent() const { return m__parent; }
    };
}
