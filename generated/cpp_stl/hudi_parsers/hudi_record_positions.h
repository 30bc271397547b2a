#pragma once

// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

class hudi_record_positions_t;

#include "kaitai/kaitaistruct.h"
#include <stdint.h>
#include <memory>
#include <vector>

#if KAITAI_STRUCT_VERSION < 11000L
#error "Incompatible Kaitai Struct C++/STL API: version 0.11 or later is required"
#endif
namespace hudi_parsers {

    /**
     * Value of the header key `record_positions` of a log block after Base64
     * decoding: a set of row numbers of a base file. 64-bit extension of the
     * portable Roaring format: 32-bit bitmaps, one for each upper half in use.
     * 
     * Bytes after the last bucket are not described.
     * \sa https://github.com/RoaringBitmap/RoaringFormatSpec Source
     */

    class hudi_record_positions_t : public kaitai::kstruct {

    public:
        class bitmap_t;
        class bucket_t;
        class container_t;
        class description_t;
        class run_t;

        hudi_record_positions_t(kaitai::kstream* p__io, kaitai::kstruct* p__parent = nullptr, hudi_record_positions_t* p__root = nullptr);

    private:
        void _read();
        void _clean_up();

    public:
        ~hudi_record_positions_t();

        /**
         * A set of 32-bit numbers.
         */

        class bitmap_t : public kaitai::kstruct {

        public:

            bitmap_t(kaitai::kstream* p__io, hudi_record_positions_t::bucket_t* p__parent = nullptr, hudi_record_positions_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~bitmap_t();

        private:
            bool f_has_offsets;
            bool m_has_offsets;

        public:
            bool has_offsets();

        private:
            bool f_has_runs;
            bool m_has_runs;

        public:
            bool has_runs();

        private:
            bool f_num_containers;
            int64_t m_num_containers;

        public:
            int64_t num_containers();

        private:
            uint16_t m_cookie;
            uint16_t m_num_containers_minus_1;
            uint32_t m_num_containers_plain;
            bool n_num_containers_plain;

        public:
            bool _is_null_num_containers_plain() { num_containers_plain(); return n_num_containers_plain; };

        private:
            std::unique_ptr<std::vector<uint8_t>> m_run_flags;
            bool n_run_flags;

        public:
            bool _is_null_run_flags() { run_flags(); return n_run_flags; };

        private:
            std::unique_ptr<std::vector<std::unique_ptr<description_t>>> m_descriptions;
            std::unique_ptr<std::vector<uint32_t>> m_ofs_containers;
            bool n_ofs_containers;

        public:
            bool _is_null_ofs_containers() { ofs_containers(); return n_ofs_containers; };

        private:
            std::unique_ptr<std::vector<std::unique_ptr<container_t>>> m_containers;
            hudi_record_positions_t* m__root;
            hudi_record_positions_t::bucket_t* m__parent;

        public:

            /**
             * 12347 if run containers may occur.
             */
            uint16_t cookie() const { return m_cookie; }

            /**
             * Only with the second cookie, else 0. A container has at least the 4 bytes of its description.
             */
            uint16_t num_containers_minus_1() const { return m_num_containers_minus_1; }
            uint32_t num_containers_plain() const { return m_num_containers_plain; }

            /**
             * One bit per container, lowest first.
             */
            std::vector<uint8_t>* run_flags() const { return m_run_flags.get(); }
            std::vector<std::unique_ptr<description_t>>* descriptions() const { return m_descriptions.get(); }

            /**
             * Offsets of the containers from the cookie, which always follow in this order.
             */
            std::vector<uint32_t>* ofs_containers() const { return m_ofs_containers.get(); }
            std::vector<std::unique_ptr<container_t>>* containers() const { return m_containers.get(); }
            hudi_record_positions_t* _root() const { return m__root; }
            hudi_record_positions_t::bucket_t* _parent() const { return m__parent; }
        };

        class bucket_t : public kaitai::kstruct {

        public:

            bucket_t(kaitai::kstream* p__io, hudi_record_positions_t* p__parent = nullptr, hudi_record_positions_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~bucket_t();

        private:
            uint32_t m_high;
            std::unique_ptr<bitmap_t> m_bitmap;
            hudi_record_positions_t* m__root;
            hudi_record_positions_t* m__parent;

        public:

            /**
             * Upper 32 bits of all positions in this bucket. Ascending, unsigned.
             */
            uint32_t high() const { return m_high; }
            bitmap_t* bitmap() const { return m_bitmap.get(); }
            hudi_record_positions_t* _root() const { return m__root; }
            hudi_record_positions_t* _parent() const { return m__parent; }
        };

        /**
         * A set of 16-bit numbers in one of three formats.
         */

        class container_t : public kaitai::kstruct {

        public:

            container_t(int32_t p_num_values, int32_t p_run_flag, kaitai::kstream* p__io, hudi_record_positions_t::bitmap_t* p__parent = nullptr, hudi_record_positions_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~container_t();

        private:
            bool f_is_array;
            bool m_is_array;

        public:
            bool is_array();

        private:
            uint16_t m_num_runs;
            bool n_num_runs;

        public:
            bool _is_null_num_runs() { num_runs(); return n_num_runs; };

        private:
            std::unique_ptr<std::vector<std::unique_ptr<run_t>>> m_runs;
            bool n_runs;

        public:
            bool _is_null_runs() { runs(); return n_runs; };

        private:
            std::unique_ptr<std::vector<uint16_t>> m_values;
            bool n_values;

        public:
            bool _is_null_values() { values(); return n_values; };

        private:
            std::string m_bits;
            bool n_bits;

        public:
            bool _is_null_bits() { bits(); return n_bits; };

        private:
            int32_t m_num_values;
            int32_t m_run_flag;
            hudi_record_positions_t* m__root;
            hudi_record_positions_t::bitmap_t* m__parent;

        public:
            uint16_t num_runs() const { return m_num_runs; }
            std::vector<std::unique_ptr<run_t>>* runs() const { return m_runs.get(); }

            /**
             * Ascending, at most 4096.
             */
            std::vector<uint16_t>* values() const { return m_values.get(); }

            /**
             * One bit per number, lowest first in each byte.
             */
            std::string bits() const { return m_bits; }
            int32_t num_values() const { return m_num_values; }
            int32_t run_flag() const { return m_run_flag; }
            hudi_record_positions_t* _root() const { return m__root; }
            hudi_record_positions_t::bitmap_t* _parent() const { return m__parent; }
        };

        class description_t : public kaitai::kstruct {

        public:

            description_t(kaitai::kstream* p__io, hudi_record_positions_t::bitmap_t* p__parent = nullptr, hudi_record_positions_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~description_t();

        private:
            bool f_cardinality;
            int32_t m_cardinality;

        public:
            int32_t cardinality();

        private:
            uint16_t m_key;
            uint16_t m_cardinality_minus_1;
            hudi_record_positions_t* m__root;
            hudi_record_positions_t::bitmap_t* m__parent;

        public:

            /**
             * Upper 16 bits of all numbers in the container. Ascending.
             */
            uint16_t key() const { return m_key; }
            uint16_t cardinality_minus_1() const { return m_cardinality_minus_1; }
            hudi_record_positions_t* _root() const { return m__root; }
            hudi_record_positions_t::bitmap_t* _parent() const { return m__parent; }
        };

        class run_t : public kaitai::kstruct {

        public:

            run_t(kaitai::kstream* p__io, hudi_record_positions_t::container_t* p__parent = nullptr, hudi_record_positions_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~run_t();

        private:
            uint16_t m_start;
            uint16_t m_length_minus_1;
            hudi_record_positions_t* m__root;
            hudi_record_positions_t::container_t* m__parent;

        public:
            uint16_t start() const { return m_start; }
            uint16_t length_minus_1() const { return m_length_minus_1; }
            hudi_record_positions_t* _root() const { return m__root; }
            hudi_record_positions_t::container_t* _parent() const { return m__parent; }
        };

    private:
        uint64_t m_num_buckets;
        std::unique_ptr<std::vector<std::unique_ptr<bucket_t>>> m_buckets;
        hudi_record_positions_t* m__root;
        kaitai::kstruct* m__parent;

    public:

        /**
         * A bucket has at least 12 bytes.
         */
        uint64_t num_buckets() const { return m_num_buckets; }
        std::vector<std::unique_ptr<bucket_t>>* buckets() const { return m_buckets.get(); }
        hudi_record_positions_t* _root() const { return m__root; }
        kaitai::kstruct* _parent() const { return m__parent; }
    };
}
