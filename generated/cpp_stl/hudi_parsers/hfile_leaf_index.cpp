// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

#include "hfile_leaf_index.h"
#include "kaitai/exceptions.h"
namespace hudi_parsers {

    hfile_leaf_index_t::hfile_leaf_index_t(kaitai::kstream* p__io, kaitai::kstruct* p__parent, hfile_leaf_index_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root ? p__root : this;
        m_ofs_entries = nullptr;
        m_entries = nullptr;
        _read();
    }

    void hfile_leaf_index_t::_read() {
        m_num_entries = m__io->read_s4be();
        {
            int32_t _ = m_num_entries;
            if (!( ((_ >= 0) && (static_cast<int64_t>(static_cast<int64_t>(_) * 16 + 4) <= static_cast<int64_t>(_io()->size()) - static_cast<int64_t>(_io()->pos()))) )) {
                throw kaitai::validation_expr_error<int32_t>(m_num_entries, m__io, std::string("/seq/0"));
            }
        }
        m_ofs_entries = std::unique_ptr<std::vector<int32_t>>(new std::vector<int32_t>());
        const int l_ofs_entries = num_entries() + 1;
        for (int i = 0; i < l_ofs_entries; i++) {
            m_ofs_entries->push_back(std::move(m__io->read_s4be()));
        }
        m_check_ofs_entries = m__io->read_bytes(0);
        {
            std::string _ = m_check_ofs_entries;
            if (!( ((_.length() == 0) && (ofs_entries()->front() == 0) && (static_cast<int64_t>(ofs_entries()->back()) == static_cast<int64_t>(_io()->size()) - static_cast<int64_t>(_io()->pos()))) )) {
                throw kaitai::validation_expr_error<std::string>(m_check_ofs_entries, m__io, std::string("/seq/2"));
            }
        }
        m_entries = std::unique_ptr<std::vector<std::unique_ptr<entry_t>>>(new std::vector<std::unique_ptr<entry_t>>());
        const int l_entries = num_entries();
        for (int i = 0; i < l_entries; i++) {
            m_entries->push_back(std::move(std::unique_ptr<entry_t>(new entry_t(ofs_entries()->at(i + 1) - ofs_entries()->at(i), m__io, this, m__root))));
        }
    }

    hfile_leaf_index_t::~hfile_leaf_index_t() {
        _clean_up();
    }

    void hfile_leaf_index_t::_clean_up() {
    }

    hfile_leaf_index_t::entry_t::entry_t(int32_t p_len_entry, kaitai::kstream* p__io, hfile_leaf_index_t* p__parent, hfile_leaf_index_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        m_len_entry = p_len_entry;
        _read();
    }

    void hfile_leaf_index_t::entry_t::_read() {
        m_check_len_entry = m__io->read_bytes(0);
        {
            std::string _ = m_check_len_entry;
            if (!( ((_.length() == 0) && (len_entry() >= 12) && (static_cast<int64_t>(len_entry()) <= static_cast<int64_t>(_io()->size()) - static_cast<int64_t>(_io()->pos()))) )) {
                throw kaitai::validation_expr_error<std::string>(m_check_len_entry, m__io, std::string("/types/entry/seq/0"));
            }
        }
        m_ofs_block = m__io->read_s8be();
        m_len_block = m__io->read_s4be();
        m_key = m__io->read_bytes(len_entry() - 12);
    }

    hfile_leaf_index_t::entry_t::~entry_t() {
        _clean_up();
    }

    void hfile_leaf_index_t::entry_t::_clean_up() {
    }
}
