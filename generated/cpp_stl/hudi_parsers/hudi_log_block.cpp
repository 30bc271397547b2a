// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

#include "hudi_log_block.h"
#include "kaitai/exceptions.h"
namespace hudi_parsers {
    const std::set<hudi_log_block_t::block_type_t> hudi_log_block_t::_values_block_type_t{
        hudi_log_block_t::BLOCK_TYPE_COMMAND,
        hudi_log_block_t::BLOCK_TYPE_DELETE,
        hudi_log_block_t::BLOCK_TYPE_AVRO_DATA,
        hudi_log_block_t::BLOCK_TYPE_HFILE_DATA,
        hudi_log_block_t::BLOCK_TYPE_PARQUET_DATA,
        hudi_log_block_t::BLOCK_TYPE_CDC_DATA,
    };
    bool hudi_log_block_t::_is_defined_block_type_t(hudi_log_block_t::block_type_t v) {
        return hudi_log_block_t::_values_block_type_t.find(v) != hudi_log_block_t::_values_block_type_t.end();
    }
    const std::set<hudi_log_block_t::header_key_t> hudi_log_block_t::_values_header_key_t{
        hudi_log_block_t::HEADER_KEY_INSTANT_TIME,
        hudi_log_block_t::HEADER_KEY_TARGET_INSTANT_TIME,
        hudi_log_block_t::HEADER_KEY_SCHEMA,
        hudi_log_block_t::HEADER_KEY_COMMAND_BLOCK_TYPE,
        hudi_log_block_t::HEADER_KEY_COMPACTED_BLOCK_TIMES,
        hudi_log_block_t::HEADER_KEY_RECORD_POSITIONS,
        hudi_log_block_t::HEADER_KEY_BLOCK_IDENTIFIER,
        hudi_log_block_t::HEADER_KEY_IS_PARTIAL,
        hudi_log_block_t::HEADER_KEY_BASE_FILE_INSTANT_TIME_OF_RECORD_POSITIONS,
    };
    bool hudi_log_block_t::_is_defined_header_key_t(hudi_log_block_t::header_key_t v) {
        return hudi_log_block_t::_values_header_key_t.find(v) != hudi_log_block_t::_values_header_key_t.end();
    }

    hudi_log_block_t::hudi_log_block_t(kaitai::kstream* p__io, kaitai::kstruct* p__parent, hudi_log_block_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root ? p__root : this;
        m_header = nullptr;
        m__io__raw_content = nullptr;
        m_footer = nullptr;
        f_ofs_trailing = false;
        _read();
    }

    void hudi_log_block_t::_read() {
        m_magic = m__io->read_bytes(6);
        if (!(m_magic == std::string("\x23\x48\x55\x44\x49\x23", 6))) {
            throw kaitai::validation_not_equal_error<std::string>(std::string("\x23\x48\x55\x44\x49\x23", 6), m_magic, m__io, std::string("/seq/0"));
        }
        m_len_block = m__io->read_s8be();
        {
            int64_t _ = m_len_block;
            if (!( ((_ >= 32) && (_ <= static_cast<int64_t>(_io()->size()) - static_cast<int64_t>(_io()->pos()))) )) {
                throw kaitai::validation_expr_error<int64_t>(m_len_block, m__io, std::string("/seq/1"));
            }
        }
        m_format_version = m__io->read_s4be();
        if (!(m_format_version == 1)) {
            throw kaitai::validation_not_equal_error<int32_t>(1, m_format_version, m__io, std::string("/seq/2"));
        }
        m_block_type = static_cast<hudi_log_block_t::block_type_t>(m__io->read_s4be());
        if (!hudi_log_block_t::_is_defined_block_type_t(m_block_type)) {
            throw kaitai::validation_not_in_enum_error<hudi_log_block_t::block_type_t>(m_block_type, m__io, std::string("/seq/3"));
        }
        m_header = std::unique_ptr<header_map_t>(new header_map_t(static_cast<int64_t>((static_cast<int64_t>(_io()->pos()) + len_block()) - 16), m__io, this, m__root));
        m_len_content = m__io->read_s8be();
        {
            int64_t _ = m_len_content;
            if (!( ((_ >= 0) && (_ <= ofs_trailing() - static_cast<int64_t>(_io()->pos()))) )) {
                throw kaitai::validation_expr_error<int64_t>(m_len_content, m__io, std::string("/seq/5"));
            }
        }
        n_content = true;
        switch (block_type()) {
        case hudi_log_block_t::BLOCK_TYPE_AVRO_DATA: {
            n_content = false;
            m__raw_content = m__io->read_bytes(len_content());
            m__io__raw_content = std::unique_ptr<kaitai::kstream>(new kaitai::kstream(m__raw_content));
            m_content = std::unique_ptr<hudi_log_avro_content_t>(new hudi_log_avro_content_t(m__io__raw_content.get()));
            break;
        }
        case hudi_log_block_t::BLOCK_TYPE_CDC_DATA: {
            n_content = false;
            m__raw_content = m__io->read_bytes(len_content());
            m__io__raw_content = std::unique_ptr<kaitai::kstream>(new kaitai::kstream(m__raw_content));
            m_content = std::unique_ptr<hudi_log_avro_content_t>(new hudi_log_avro_content_t(m__io__raw_content.get()));
            break;
        }
        case hudi_log_block_t::BLOCK_TYPE_DELETE: {
            n_content = false;
            m__raw_content = m__io->read_bytes(len_content());
            m__io__raw_content = std::unique_ptr<kaitai::kstream>(new kaitai::kstream(m__raw_content));
            m_content = std::unique_ptr<hudi_delete_content_t>(new hudi_delete_content_t(m__io__raw_content.get()));
            break;
        }
        default: {
            m__raw_content = m__io->read_bytes(len_content());
            break;
        }
        }
        m_footer = std::unique_ptr<footer_map_t>(new footer_map_t(ofs_trailing(), m__io, this, m__root));
        m_len_trailing = m__io->read_s8be();
        if (!(m_len_trailing == len_block() + 6)) {
            throw kaitai::validation_not_equal_error<int64_t>(len_block() + 6, m_len_trailing, m__io, std::string("/seq/8"));
        }
    }

    hudi_log_block_t::~hudi_log_block_t() {
        _clean_up();
    }

    void hudi_log_block_t::_clean_up() {
        if (!n_content) {
        }
    }

    hudi_log_block_t::footer_entry_t::footer_entry_t(int64_t p_ofs_end, kaitai::kstream* p__io, hudi_log_block_t::footer_map_t* p__parent, hudi_log_block_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        m_ofs_end = p_ofs_end;
        _read();
    }

    void hudi_log_block_t::footer_entry_t::_read() {
        m_check_room = m__io->read_bytes(0);
        {
            std::string _ = m_check_room;
            if (!( ((_.length() == 0) && (static_cast<int64_t>(_io()->pos()) + 4 <= ofs_end())) )) {
                throw kaitai::validation_expr_error<std::string>(m_check_room, m__io, std::string("/types/footer_entry/seq/0"));
            }
        }
        m_key = m__io->read_s4be();
        m_len_value = m__io->read_s4be();
        {
            int32_t _ = m_len_value;
            if (!( ((_ >= 0) && (static_cast<int64_t>(_) <= ofs_end() - static_cast<int64_t>(_io()->pos()))) )) {
                throw kaitai::validation_expr_error<int32_t>(m_len_value, m__io, std::string("/types/footer_entry/seq/2"));
            }
        }
        m_value = m__io->read_bytes(len_value());
    }

    hudi_log_block_t::footer_entry_t::~footer_entry_t() {
        _clean_up();
    }

    void hudi_log_block_t::footer_entry_t::_clean_up() {
    }

    hudi_log_block_t::footer_map_t::footer_map_t(int64_t p_ofs_end, kaitai::kstream* p__io, hudi_log_block_t* p__parent, hudi_log_block_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        m_ofs_end = p_ofs_end;
        m_entries = nullptr;
        _read();
    }

    void hudi_log_block_t::footer_map_t::_read() {
        m_num_entries = m__io->read_s4be();
        {
            int32_t _ = m_num_entries;
            if (!( ((_ >= 0) && (static_cast<int64_t>(_) * 8 <= ofs_end() - static_cast<int64_t>(_io()->pos()))) )) {
                throw kaitai::validation_expr_error<int32_t>(m_num_entries, m__io, std::string("/types/footer_map/seq/0"));
            }
        }
        m_entries = std::unique_ptr<std::vector<std::unique_ptr<footer_entry_t>>>(new std::vector<std::unique_ptr<footer_entry_t>>());
        const int l_entries = num_entries();
        for (int i = 0; i < l_entries; i++) {
            m_entries->push_back(std::move(std::unique_ptr<footer_entry_t>(new footer_entry_t(ofs_end(), m__io, this, m__root))));
        }
        m_check_filled = m__io->read_bytes(0);
        {
            std::string _ = m_check_filled;
            if (!( ((_.length() == 0) && (static_cast<int64_t>(_io()->pos()) == ofs_end())) )) {
                throw kaitai::validation_expr_error<std::string>(m_check_filled, m__io, std::string("/types/footer_map/seq/2"));
            }
        }
    }

    hudi_log_block_t::footer_map_t::~footer_map_t() {
        _clean_up();
    }

    void hudi_log_block_t::footer_map_t::_clean_up() {
    }

    hudi_log_block_t::header_entry_t::header_entry_t(int64_t p_ofs_end, kaitai::kstream* p__io, hudi_log_block_t::header_map_t* p__parent, hudi_log_block_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        m_ofs_end = p_ofs_end;
        _read();
    }

    void hudi_log_block_t::header_entry_t::_read() {
        m_check_room = m__io->read_bytes(0);
        {
            std::string _ = m_check_room;
            if (!( ((_.length() == 0) && (static_cast<int64_t>(_io()->pos()) + 4 <= ofs_end())) )) {
                throw kaitai::validation_expr_error<std::string>(m_check_room, m__io, std::string("/types/header_entry/seq/0"));
            }
        }
        m_key = static_cast<hudi_log_block_t::header_key_t>(m__io->read_s4be());
        if (!hudi_log_block_t::_is_defined_header_key_t(m_key)) {
            throw kaitai::validation_not_in_enum_error<hudi_log_block_t::header_key_t>(m_key, m__io, std::string("/types/header_entry/seq/1"));
        }
        m_len_value = m__io->read_s4be();
        {
            int32_t _ = m_len_value;
            if (!( ((_ >= 0) && (static_cast<int64_t>(_) <= ofs_end() - static_cast<int64_t>(_io()->pos()))) )) {
                throw kaitai::validation_expr_error<int32_t>(m_len_value, m__io, std::string("/types/header_entry/seq/2"));
            }
        }
        m_value = m__io->read_bytes(len_value());
    }

    hudi_log_block_t::header_entry_t::~header_entry_t() {
        _clean_up();
    }

    void hudi_log_block_t::header_entry_t::_clean_up() {
    }

    hudi_log_block_t::header_map_t::header_map_t(int64_t p_ofs_end, kaitai::kstream* p__io, hudi_log_block_t* p__parent, hudi_log_block_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        m_ofs_end = p_ofs_end;
        m_entries = nullptr;
        _read();
    }

    void hudi_log_block_t::header_map_t::_read() {
        m_num_entries = m__io->read_s4be();
        {
            int32_t _ = m_num_entries;
            if (!( ((_ >= 0) && (static_cast<int64_t>(_) * 8 <= ofs_end() - static_cast<int64_t>(_io()->pos()))) )) {
                throw kaitai::validation_expr_error<int32_t>(m_num_entries, m__io, std::string("/types/header_map/seq/0"));
            }
        }
        m_entries = std::unique_ptr<std::vector<std::unique_ptr<header_entry_t>>>(new std::vector<std::unique_ptr<header_entry_t>>());
        const int l_entries = num_entries();
        for (int i = 0; i < l_entries; i++) {
            m_entries->push_back(std::move(std::unique_ptr<header_entry_t>(new header_entry_t(ofs_end(), m__io, this, m__root))));
        }
    }

    hudi_log_block_t::header_map_t::~header_map_t() {
        _clean_up();
    }

    void hudi_log_block_t::header_map_t::_clean_up() {
    }

    int64_t hudi_log_block_t::ofs_trailing() {
        if (f_ofs_trailing)
            return m_ofs_trailing;
        f_ofs_trailing = true;
        m_ofs_trailing = header()->ofs_end();
        return m_ofs_trailing;
    }
}
