// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

#include "hfile_block.h"
namespace hudi_parsers {

    hfile_block_t::hfile_block_t(bool p_has_checksums, int64_t p_len_max, kaitai::kstream* p__io, kaitai::kstruct* p__parent, hfile_block_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root ? p__root : this;
        m_has_checksums = p_has_checksums;
        m_len_max = p_len_max;
        m_header = nullptr;
        m_checksums = nullptr;
        _read();
    }

    void hfile_block_t::_read() {
        m_header = std::unique_ptr<hfile_block_header_t>(new hfile_block_header_t(has_checksums(), len_max(), m__io));
        m_payload = m__io->read_bytes(header()->len_payload());
        m_checksums = std::unique_ptr<std::vector<uint32_t>>(new std::vector<uint32_t>());
        const int l_checksums = header()->num_checksums();
        for (int i = 0; i < l_checksums; i++) {
            m_checksums->push_back(std::move(m__io->read_u4be()));
        }
    }

    hfile_block_t::~hfile_block_t() {
        _clean_up();
    }

    void hfile_block_t::_clean_up() {
    }
}
