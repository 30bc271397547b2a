// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

#include "hfile_leaf_index.h"
#include "kaitai/exceptions.h"
namespace hudi_parsers {

    hfile_leaf_index_t::hfile_leaf_index_t(kaitai::kstream* p__io, kaitai::kstruct* p__parent, hfile_leaf_index_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root ? p__root : this;
        m_ends = nullptr;
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
        m_ends = std::unique_ptr<std::vector<std::unique_ptr<end_t>>>(new std::vector<std::unique_ptr<end_t>>());
        const int l_ends = num_entries() + 1;
        for (int i = 0; i < l_ends; i++) {
            m_ends->push_back(std::move(std::unique_ptr<end_t>(new end_t(i == 0, num_entries() - static_cast<int32_t>(i), ((i == 0) ? (static_cast<int32_t>(0)) : (ends()->at(i - 1)->ofs_end())), m__io, this, m__root))));
        }
        m_entries = std::unique_ptr<std::vector<std::unique_ptr<entry_t>>>(new std::vector<std::unique_ptr<entry_t>>());
        const int l_entries = num_entries();
        for (int i = 0; i < l_entries; i++) {
            m_entries->push_back(std::move(std::unique_ptr<entry_t>(new entry_t(ends()->at(i + 1)->ofs_end() - ends()->at(i)->ofs_end(), m__io, this, m__root))));
        }
    }

    hfile_leaf_index_t::~hfile_leaf_index_t() {
        _clean_up();
    }

    void hfile_leaf_index_t::_clean_up() {
    }

    hfile_leaf_index_t::end_t::end_t(bool p_is_first, int32_t p_num_left, int32_t p_prev, kaitai::kstream* p__io, hfile_leaf_index_t* p__parent, hfile_leaf_index_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        m_is_first = p_is_first;
        m_num_left = p_num_left;
        m_prev = p_prev;
        _read();
    }

    void hfile_leaf_index_t::end_t::_read() {
        m_ofs_end = m__io->read_s4be();
        {
            int32_t _ = m_ofs_end;
            if (!( ((((is_first()) ? (_ == 0) : (static_cast<int64_t>(_) >= static_cast<int64_t>(prev()) + 12))) && (((num_left() == 0) ? (static_cast<int64_t>(_) == static_cast<int64_t>(_io()->size()) - static_cast<int64_t>(_io()->pos())) : (static_cast<int64_t>(_) <= (static_cast<int64_t>(_io()->size()) - static_cast<int64_t>(_io()->pos())) - static_cast<int64_t>(num_left()) * 16)))) )) {
                throw kaitai::validation_expr_error<int32_t>(m_ofs_end, m__io, std::string("/types/end/seq/0"));
            }
        }
    }

    hfile_leaf_index_t::end_t::~end_t() {
        _clean_up();
    }

    void hfile_leaf_index_t::end_t::_clean_up() {
    }

    hfile_leaf_index_t::entry_t::entry_t(int32_t p_len_entry, kaitai::kstream* p__io, hfile_leaf_index_t* p__parent, hfile_leaf_index_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        m_len_entry = p_len_entry;
        _read();
    }

    void hfile_leaf_index_t::entry_t::_read() {
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
