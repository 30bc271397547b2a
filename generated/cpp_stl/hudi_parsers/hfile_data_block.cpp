// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

#include "hfile_data_block.h"
#include "kaitai/exceptions.h"
namespace hudi_parsers {

    hfile_data_block_t::hfile_data_block_t(bool p_has_tags, bool p_has_mvcc, kaitai::kstream* p__io, kaitai::kstruct* p__parent, hfile_data_block_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root ? p__root : this;
        m_has_tags = p_has_tags;
        m_has_mvcc = p_has_mvcc;
        m_entries = nullptr;
        _read();
    }

    void hfile_data_block_t::_read() {
        m_entries = std::unique_ptr<std::vector<std::unique_ptr<entry_t>>>(new std::vector<std::unique_ptr<entry_t>>());
        {
            int i = 0;
            while (!m__io->is_eof()) {
                m_entries->push_back(std::move(std::unique_ptr<entry_t>(new entry_t(m__io, this, m__root))));
                i++;
            }
        }
    }

    hfile_data_block_t::~hfile_data_block_t() {
        _clean_up();
    }

    void hfile_data_block_t::_clean_up() {
    }

    hfile_data_block_t::entry_t::entry_t(kaitai::kstream* p__io, hfile_data_block_t* p__parent, hfile_data_block_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        m_mvcc = nullptr;
        _read();
    }

    void hfile_data_block_t::entry_t::_read() {
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
        m_len_row = m__io->read_u2be();
        {
            uint16_t _ = m_len_row;
            if (!(static_cast<int32_t>(_) <= len_key() - 12)) {
                throw kaitai::validation_expr_error<uint16_t>(m_len_row, m__io, std::string("/types/entry/seq/2"));
            }
        }
        m_row = m__io->read_bytes(len_row());
        m_len_family = m__io->read_u1();
        {
            uint8_t _ = m_len_family;
            if (!(static_cast<int32_t>(_) <= (len_key() - 12) - static_cast<int32_t>(len_row()))) {
                throw kaitai::validation_expr_error<uint8_t>(m_len_family, m__io, std::string("/types/entry/seq/4"));
            }
        }
        m_family = m__io->read_bytes(len_family());
        m_qualifier = m__io->read_bytes(((len_key() - 12) - static_cast<int32_t>(len_row())) - static_cast<int32_t>(len_family()));
        m_timestamp = m__io->read_s8be();
        m_key_type = m__io->read_u1();
        m_value = m__io->read_bytes(len_value());
        n_len_tags = true;
        if (_parent()->has_tags()) {
            n_len_tags = false;
            m_len_tags = m__io->read_u2be();
            {
                uint16_t _ = m_len_tags;
                if (!(static_cast<int64_t>(_) <= static_cast<int64_t>(_io()->size()) - static_cast<int64_t>(_io()->pos()))) {
                    throw kaitai::validation_expr_error<uint16_t>(m_len_tags, m__io, std::string("/types/entry/seq/10"));
                }
            }
        }
        n_tags = true;
        if (_parent()->has_tags()) {
            n_tags = false;
            m_tags = m__io->read_bytes(len_tags());
        }
        n_mvcc = true;
        if (_parent()->has_mvcc()) {
            n_mvcc = false;
            m_mvcc = std::unique_ptr<hadoop_vlong_t>(new hadoop_vlong_t(m__io));
        }
    }

    hfile_data_block_t::entry_t::~entry_t() {
        _clean_up();
    }

    void hfile_data_block_t::entry_t::_clean_up() {
        if (!n_len_tags) {
        }
        if (!n_tags) {
        }
        if (!n_mvcc) {
        }
    }
}
