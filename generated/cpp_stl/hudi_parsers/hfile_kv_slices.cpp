// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

#include "hfile_kv_slices.h"
#include "kaitai/exceptions.h"
namespace hudi_parsers {

    hfile_kv_slices_t::hfile_kv_slices_t(kaitai::kstream* p__io, kaitai::kstruct* p__parent, hfile_kv_slices_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root ? p__root : this;
        m_entries = nullptr;
        _read();
    }

    void hfile_kv_slices_t::_read() {
        m_entries = std::unique_ptr<std::vector<std::unique_ptr<entry_t>>>(new std::vector<std::unique_ptr<entry_t>>());
        {
            int i = 0;
            while (!m__io->is_eof()) {
                m_entries->push_back(std::move(std::unique_ptr<entry_t>(new entry_t(m__io, this, m__root))));
                i++;
            }
        }
    }

    hfile_kv_slices_t::~hfile_kv_slices_t() {
        _clean_up();
    }

    void hfile_kv_slices_t::_clean_up() {
    }

    hfile_kv_slices_t::entry_t::entry_t(kaitai::kstream* p__io, hfile_kv_slices_t* p__parent, hfile_kv_slices_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        _read();
    }

    void hfile_kv_slices_t::entry_t::_read() {
        m_len_key = m__io->read_s4be();
        {
            int32_t _ = m_len_key;
            if (!( ((_ >= 12) && (static_cast<int64_t>(_) <= (static_cast<int64_t>(_io()->size()) - static_cast<int64_t>(_io()->pos())) - 4)) )) {
                throw kaitai::validation_expr_error<int32_t>(m_len_key, m__io, std::string("/types/entry/seq/0"));
            }
        }
        m_len_value = m__io->read_s4be();
        {
            int32_t _ = m_len_value;
            if (!( ((_ >= 0) && (static_cast<int64_t>(_) <= (static_cast<int64_t>(_io()->size()) - static_cast<int64_t>(_io()->pos())) - static_cast<int64_t>(len_key()))) )) {
                throw kaitai::validation_expr_error<int32_t>(m_len_value, m__io, std::string("/types/entry/seq/1"));
            }
        }
        m_key = m__io->read_bytes(len_key());
        m_value = m__io->read_bytes(len_value());
        m_mvcc = m__io->read_u1();
        if (!(m_mvcc <= 127)) {
            throw kaitai::validation_greater_than_error<uint8_t>(127, m_mvcc, m__io, std::string("/types/entry/seq/4"));
        }
    }

    hfile_kv_slices_t::entry_t::~entry_t() {
        _clean_up();
    }

    void hfile_kv_slices_t::entry_t::_clean_up() {
    }
}
