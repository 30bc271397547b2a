// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

#include "hudi_log_file.h"
namespace hudi_parsers {

    hudi_log_file_t::hudi_log_file_t(kaitai::kstream* p__io, kaitai::kstruct* p__parent, hudi_log_file_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root ? p__root : this;
        m_blocks = nullptr;
        _read();
    }

    void hudi_log_file_t::_read() {
        m_blocks = std::unique_ptr<std::vector<std::unique_ptr<hudi_log_block_t>>>(new std::vector<std::unique_ptr<hudi_log_block_t>>());
        {
            int i = 0;
            while (!m__io->is_eof()) {
                m_blocks->push_back(std::move(std::unique_ptr<hudi_log_block_t>(new hudi_log_block_t(m__io))));
                i++;
            }
        }
    }

    hudi_log_file_t::~hudi_log_file_t() {
        _clean_up();
    }

    void hudi_log_file_t::_clean_up() {
    }
}
