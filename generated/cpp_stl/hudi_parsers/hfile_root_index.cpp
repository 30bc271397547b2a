// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

#include "hfile_root_index.h"
#include "kaitai/exceptions.h"
namespace hudi_parsers {

    hfile_root_index_t::hfile_root_index_t(int32_t p_num_entries, bool p_has_mid_key, kaitai::kstream* p__io, kaitai::kstruct* p__parent, hfile_root_index_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root ? p__root : this;
        m_num_entries = p_num_entries;
        m_has_mid_key = p_has_mid_key;
        m_entries = nullptr;
        m_mid_key = nullptr;
        _read();
    }

    void hfile_root_index_t::_read() {
        m_check_num_entries = m__io->read_bytes(0);
        {
            std::string _ = m_check_num_entries;
            if (!( ((_.length() == 0) && (num_entries() >= 0) && (static_cast<int64_t>(num_entries()) * 13 <= static_cast<int64_t>(_io()->size()) - static_cast<int64_t>(_io()->pos()))) )) {
                throw kaitai::validation_expr_error<std::string>(m_check_num_entries, m__io, std::string("/seq/0"));
            }
        }
        m_entries = std::unique_ptr<std::vector<std::unique_ptr<entry_t>>>(new std::vector<std::unique_ptr<entry_t>>());
        const int l_entries = num_entries();
        for (int i = 0; i < l_entries; i++) {
            m_entries->push_back(std::move(std::unique_ptr<entry_t>(new entry_t(m__io, this, m__root))));
        }
        n_mid_key = true;
        if (has_mid_key()) {
            n_mid_key = false;
            m_mid_key = std::unique_ptr<mid_key_t>(new mid_key_t(m__io, this, m__root));
        }
    }

    hfile_root_index_t::~hfile_root_index_t() {
        _clean_up();
    }

    void hfile_root_index_t::_clean_up() {
        if (!n_mid_key) {
        }
    }

    hfile_root_index_t::entry_t::entry_t(kaitai::kstream* p__io, hfile_root_index_t* p__parent, hfile_root_index_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        m_len_key = nullptr;
        _read();
    }

    void hfile_root_index_t::entry_t::_read() {
        m_ofs_block = m__io->read_s8be();
        m_len_block = m__io->read_s4be();
        m_len_key = std::unique_ptr<hadoop_vlong_t>(new hadoop_vlong_t(m__io));
        m_check_len_key = m__io->read_bytes(0);
        {
            std::string _ = m_check_len_key;
            if (!( ((_.length() == 0) && (len_key()->value() >= 0) && (len_key()->value() <= static_cast<int64_t>(_io()->size()) - static_cast<int64_t>(_io()->pos()))) )) {
                throw kaitai::validation_expr_error<std::string>(m_check_len_key, m__io, std::string("/types/entry/seq/3"));
            }
        }
        m_key = m__io->read_bytes(len_key()->value());
    }

    hfile_root_index_t::entry_t::~entry_t() {
        _clean_up();
    }

    void hfile_root_index_t::entry_t::_clean_up() {
    }

    hfile_root_index_t::mid_key_t::mid_key_t(kaitai::kstream* p__io, hfile_root_index_t* p__parent, hfile_root_index_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        _read();
    }

    void hfile_root_index_t::mid_key_t::_read() {
        m_ofs_leaf_block = m__io->read_s8be();
        m_len_leaf_block = m__io->read_s4be();
        m_entry_in_leaf_block = m__io->read_s4be();
    }

    hfile_root_index_t::mid_key_t::~mid_key_t() {
        _clean_up();
    }

    void hfile_root_index_t::mid_key_t::_clean_up() {
    }
}
