// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

#include "hfile_file_info_old.h"
#include "kaitai/exceptions.h"
namespace hudi_parsers {

    hfile_file_info_old_t::hfile_file_info_old_t(kaitai::kstream* p__io, kaitai::kstruct* p__parent, hfile_file_info_old_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root ? p__root : this;
        m_entries = nullptr;
        _read();
    }

    void hfile_file_info_old_t::_read() {
        m_num_entries = m__io->read_s4be();
        {
            int32_t _ = m_num_entries;
            if (!( ((_ >= 0) && (static_cast<int64_t>(_) * 3 <= static_cast<int64_t>(_io()->size()) - static_cast<int64_t>(_io()->pos()))) )) {
                throw kaitai::validation_expr_error<int32_t>(m_num_entries, m__io, std::string("/seq/0"));
            }
        }
        m_entries = std::unique_ptr<std::vector<std::unique_ptr<entry_t>>>(new std::vector<std::unique_ptr<entry_t>>());
        const int l_entries = num_entries();
        for (int i = 0; i < l_entries; i++) {
            m_entries->push_back(std::move(std::unique_ptr<entry_t>(new entry_t(m__io, this, m__root))));
        }
    }

    hfile_file_info_old_t::~hfile_file_info_old_t() {
        _clean_up();
    }

    void hfile_file_info_old_t::_clean_up() {
    }

    hfile_file_info_old_t::entry_t::entry_t(kaitai::kstream* p__io, hfile_file_info_old_t* p__parent, hfile_file_info_old_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        m_len_first = nullptr;
        m_len_second = nullptr;
        _read();
    }

    void hfile_file_info_old_t::entry_t::_read() {
        m_len_first = std::unique_ptr<hadoop_vlong_t>(new hadoop_vlong_t(m__io));
        m_check_len_first = m__io->read_bytes(0);
        {
            std::string _ = m_check_len_first;
            if (!( ((_.length() == 0) && (len_first()->value() >= 0) && (len_first()->value() <= static_cast<int64_t>(_io()->size()) - static_cast<int64_t>(_io()->pos()))) )) {
                throw kaitai::validation_expr_error<std::string>(m_check_len_first, m__io, std::string("/types/entry/seq/1"));
            }
        }
        m_first = m__io->read_bytes(len_first()->value());
        m_class_id = m__io->read_u1();
        m_len_second = std::unique_ptr<hadoop_vlong_t>(new hadoop_vlong_t(m__io));
        m_check_len_second = m__io->read_bytes(0);
        {
            std::string _ = m_check_len_second;
            if (!( ((_.length() == 0) && (len_second()->value() >= 0) && (len_second()->value() <= static_cast<int64_t>(_io()->size()) - static_cast<int64_t>(_io()->pos()))) )) {
                throw kaitai::validation_expr_error<std::string>(m_check_len_second, m__io, std::string("/types/entry/seq/5"));
            }
        }
        m_second = m__io->read_bytes(len_second()->value());
    }

    hfile_file_info_old_t::entry_t::~entry_t() {
        _clean_up();
    }

    void hfile_file_info_old_t::entry_t::_clean_up() {
    }
}
