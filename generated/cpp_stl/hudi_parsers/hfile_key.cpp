// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

#include "hfile_key.h"
#include "kaitai/exceptions.h"
namespace hudi_parsers {

    hfile_key_t::hfile_key_t(kaitai::kstream* p__io, kaitai::kstruct* p__parent, hfile_key_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root ? p__root : this;
        _read();
    }

    void hfile_key_t::_read() {
        m_len_row = m__io->read_u2be();
        {
            uint16_t _ = m_len_row;
            if (!(static_cast<int64_t>(_) <= (static_cast<int64_t>(_io()->size()) - static_cast<int64_t>(_io()->pos())) - 10)) {
                throw kaitai::validation_expr_error<uint16_t>(m_len_row, m__io, std::string("/seq/0"));
            }
        }
        m_row = m__io->read_bytes(len_row());
        m_len_family = m__io->read_u1();
        {
            uint8_t _ = m_len_family;
            if (!(static_cast<int64_t>(_) <= (static_cast<int64_t>(_io()->size()) - static_cast<int64_t>(_io()->pos())) - 9)) {
                throw kaitai::validation_expr_error<uint8_t>(m_len_family, m__io, std::string("/seq/2"));
            }
        }
        m_family = m__io->read_bytes(len_family());
        m_qualifier = m__io->read_bytes((_io()->size() - _io()->pos()) - 9);
        m_timestamp = m__io->read_s8be();
        m_key_type = m__io->read_u1();
    }

    hfile_key_t::~hfile_key_t() {
        _clean_up();
    }

    void hfile_key_t::_clean_up() {
    }
}
