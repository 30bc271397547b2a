#pragma once

// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

class hudi_log_file_t;

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
     * Undamaged log file: a sequence of log blocks from the first byte to the last,
     * without header, footer or padding. An empty file is a log file without blocks.
     * The handling of damaged files is not part of the layout and is not described
     * here.
     * \sa https://hudi.apache.org/learn/tech-specs-1point0/#log-file-format Source
     */

    class hudi_log_file_t : public kaitai::kstruct {

    public:

        hudi_log_file_t(kaitai::kstream* p__io, kaitai::kstruct* p__parent = nullptr, hudi_log_file_t* p__root = nullptr);

    private:
        void _read();
        void _clean_up();

    public:
        ~hudi_log_file_t();

    private:
        std::unique_ptr<std::vector<std::unique_ptr<hudi_log_block_t>>> m_blocks;
        hudi_log_file_t* m__root;
        kaitai::kstruct* m__parent;

    public:
        std::vector<std::unique_ptr<hudi_log_block_t>>* blocks() const { return m_blocks.get(); }
        hudi_log_file_t* _root() const { return m__root; }
        kaitai::kstruct* _parent() const { return m__parent; }
    };
}
