// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

#include "hfile_encoded_block.h"
#include "kaitai/exceptions.h"
namespace hudi_parsers {
    const std::set<hfile_encoded_block_t::encoding_t> hfile_encoded_block_t::_values_encoding_t{
        hfile_encoded_block_t::ENCODING_PREFIX,
        hfile_encoded_block_t::ENCODING_DIFF,
        hfile_encoded_block_t::ENCODING_FAST_DIFF,
        hfile_encoded_block_t::ENCODING_ROW_INDEX_V1,
    };
    bool hfile_encoded_block_t::_is_defined_encoding_t(hfile_encoded_block_t::encoding_t v) {
        return hfile_encoded_block_t::_values_encoding_t.find(v) != hfile_encoded_block_t::_values_encoding_t.end();
    }

    hfile_encoded_block_t::hfile_encoded_block_t(bool p_has_tags, bool p_has_mvcc, kaitai::kstream* p__io, kaitai::kstruct* p__parent, hfile_encoded_block_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root ? p__root : this;
        m_has_tags = p_has_tags;
        m_has_mvcc = p_has_mvcc;
        m__io__raw_body = nullptr;
        _read();
    }

    void hfile_encoded_block_t::_read() {
        m_encoding = static_cast<hfile_encoded_block_t::encoding_t>(m__io->read_u2be());
        if (!( ((m_encoding == hfile_encoded_block_t::ENCODING_PREFIX) || (m_encoding == hfile_encoded_block_t::ENCODING_DIFF) || (m_encoding == hfile_encoded_block_t::ENCODING_FAST_DIFF) || (m_encoding == hfile_encoded_block_t::ENCODING_ROW_INDEX_V1)) )) {
            throw kaitai::validation_not_any_of_error<hfile_encoded_block_t::encoding_t>(m_encoding, m__io, std::string("/seq/0"));
        }
        n_body = true;
        switch (encoding()) {
        case hfile_encoded_block_t::ENCODING_DIFF: {
            n_body = false;
            m__raw_body = m__io->read_bytes_full();
            m__io__raw_body = std::unique_ptr<kaitai::kstream>(new kaitai::kstream(m__raw_body));
            m_body = std::unique_ptr<diff_cells_t>(new diff_cells_t(has_tags(), has_mvcc(), m__io__raw_body.get(), this, m__root));
            break;
        }
        case hfile_encoded_block_t::ENCODING_FAST_DIFF: {
            n_body = false;
            m__raw_body = m__io->read_bytes_full();
            m__io__raw_body = std::unique_ptr<kaitai::kstream>(new kaitai::kstream(m__raw_body));
            m_body = std::unique_ptr<fast_diff_cells_t>(new fast_diff_cells_t(has_tags(), has_mvcc(), m__io__raw_body.get(), this, m__root));
            break;
        }
        case hfile_encoded_block_t::ENCODING_PREFIX: {
            n_body = false;
            m__raw_body = m__io->read_bytes_full();
            m__io__raw_body = std::unique_ptr<kaitai::kstream>(new kaitai::kstream(m__raw_body));
            m_body = std::unique_ptr<prefix_cells_t>(new prefix_cells_t(has_tags(), has_mvcc(), m__io__raw_body.get(), this, m__root));
            break;
        }
        case hfile_encoded_block_t::ENCODING_ROW_INDEX_V1: {
            n_body = false;
            m__raw_body = m__io->read_bytes_full();
            m__io__raw_body = std::unique_ptr<kaitai::kstream>(new kaitai::kstream(m__raw_body));
            m_body = std::unique_ptr<row_index_cells_t>(new row_index_cells_t(has_tags(), has_mvcc(), m__io__raw_body.get(), this, m__root));
            break;
        }
        default: {
            m__raw_body = m__io->read_bytes_full();
            break;
        }
        }
    }

    hfile_encoded_block_t::~hfile_encoded_block_t() {
        _clean_up();
    }

    void hfile_encoded_block_t::_clean_up() {
        if (!n_body) {
        }
    }

    hfile_encoded_block_t::cell_end_t::cell_end_t(bool p_has_tags, bool p_has_mvcc, kaitai::kstream* p__io, kaitai::kstruct* p__parent, hfile_encoded_block_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        m_has_tags = p_has_tags;
        m_has_mvcc = p_has_mvcc;
        m_len_tags = nullptr;
        m_mvcc = nullptr;
        _read();
    }

    void hfile_encoded_block_t::cell_end_t::_read() {
        n_len_tags = true;
        if (has_tags()) {
            n_len_tags = false;
            m_len_tags = std::unique_ptr<varint_t>(new varint_t(m__io));
        }
        n_check_len_tags = true;
        if (has_tags()) {
            n_check_len_tags = false;
            m_check_len_tags = m__io->read_bytes(0);
            {
                std::string _ = m_check_len_tags;
                if (!( ((_.length() == 0) && (static_cast<int64_t>(len_tags()->value()) >= 0) && (static_cast<int64_t>(len_tags()->value()) <= static_cast<int64_t>(_io()->size()) - static_cast<int64_t>(_io()->pos()))) )) {
                    throw kaitai::validation_expr_error<std::string>(m_check_len_tags, m__io, std::string("/types/cell_end/seq/1"));
                }
            }
        }
        n_tags = true;
        if (has_tags()) {
            n_tags = false;
            m_tags = m__io->read_bytes(len_tags()->value());
        }
        n_mvcc = true;
        if (has_mvcc()) {
            n_mvcc = false;
            m_mvcc = std::unique_ptr<hadoop_vlong_t>(new hadoop_vlong_t(m__io));
        }
    }

    hfile_encoded_block_t::cell_end_t::~cell_end_t() {
        _clean_up();
    }

    void hfile_encoded_block_t::cell_end_t::_clean_up() {
        if (!n_len_tags) {
        }
        if (!n_check_len_tags) {
        }
        if (!n_tags) {
        }
        if (!n_mvcc) {
        }
    }

    hfile_encoded_block_t::diff_cell_t::diff_cell_t(bool p_has_tags, bool p_has_mvcc, int64_t p_len_family_all, bool p_is_first, int64_t p_prev_len_key, int64_t p_prev_len_value, int64_t p_prev_len_row, kaitai::kstream* p__io, hfile_encoded_block_t::diff_cells_t* p__parent, hfile_encoded_block_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        m_has_tags = p_has_tags;
        m_has_mvcc = p_has_mvcc;
        m_len_family_all = p_len_family_all;
        m_is_first = p_is_first;
        m_prev_len_key = p_prev_len_key;
        m_prev_len_value = p_prev_len_value;
        m_prev_len_row = p_prev_len_row;
        m_len_key_new = nullptr;
        m_len_value_new = nullptr;
        m_num_shared = nullptr;
        m_end = nullptr;
        f_has_len_key = false;
        f_has_len_value = false;
        f_is_difference = false;
        f_is_negative = false;
        f_is_row_shared = false;
        f_len_key = false;
        f_len_key_rest = false;
        f_len_qualifier_rest = false;
        f_len_row = false;
        f_len_row_rest = false;
        f_len_value = false;
        f_shared = false;
        _read();
    }

    void hfile_encoded_block_t::diff_cell_t::_read() {
        m_flags = m__io->read_u1();
        {
            uint8_t _ = m_flags;
            if (!( ((!(is_first())) || ((_ & 15) == 0)) )) {
                throw kaitai::validation_expr_error<uint8_t>(m_flags, m__io, std::string("/types/diff_cell/seq/0"));
            }
        }
        n_len_key_new = true;
        if (has_len_key()) {
            n_len_key_new = false;
            m_len_key_new = std::unique_ptr<varint_t>(new varint_t(m__io));
        }
        m_check_len_key_new = m__io->read_bytes(0);
        {
            std::string _ = m_check_len_key_new;
            if (!( ((_.length() == 0) && (len_key() >= 12 + len_family_all()) && (len_key() <= 2147483647)) )) {
                throw kaitai::validation_expr_error<std::string>(m_check_len_key_new, m__io, std::string("/types/diff_cell/seq/2"));
            }
        }
        n_len_value_new = true;
        if (has_len_value()) {
            n_len_value_new = false;
            m_len_value_new = std::unique_ptr<varint_t>(new varint_t(m__io));
        }
        m_check_len_value_new = m__io->read_bytes(0);
        {
            std::string _ = m_check_len_value_new;
            if (!( ((_.length() == 0) && (len_value() >= 0) && (len_value() <= static_cast<int64_t>(_io()->size()) - static_cast<int64_t>(_io()->pos()))) )) {
                throw kaitai::validation_expr_error<std::string>(m_check_len_value_new, m__io, std::string("/types/diff_cell/seq/4"));
            }
        }
        m_num_shared = std::unique_ptr<varint_t>(new varint_t(m__io));
        m_check_num_shared = m__io->read_bytes(0);
        {
            std::string _ = m_check_num_shared;
            if (!( ((_.length() == 0) && (shared() >= 0) && (shared() <= len_key() - 9) && ( ((shared() == 0) || ( ((!(is_first())) && ( ((shared() < 2 + prev_len_row()) || ( ((shared() >= (3 + prev_len_row()) + len_family_all()) && (shared() <= prev_len_key() - 9)) )) )) )) )) )) {
                throw kaitai::validation_expr_error<std::string>(m_check_num_shared, m__io, std::string("/types/diff_cell/seq/6"));
            }
        }
        n_row_length_high = true;
        if (shared() < 1) {
            n_row_length_high = false;
            m_row_length_high = m__io->read_u1();
        }
        n_row_length_low = true;
        if (shared() < 2) {
            n_row_length_low = false;
            m_row_length_low = m__io->read_u1();
        }
        m_check_len_row = m__io->read_bytes(0);
        {
            std::string _ = m_check_len_row;
            if (!( ((_.length() == 0) && ((len_row() + len_family_all()) + 12 <= len_key()) && (len_key_rest() <= static_cast<int64_t>(_io()->size()) - static_cast<int64_t>(_io()->pos())) && (len_row_rest() >= 0)) )) {
                throw kaitai::validation_expr_error<std::string>(m_check_len_row, m__io, std::string("/types/diff_cell/seq/9"));
            }
        }
        m_row_rest = m__io->read_bytes(len_row_rest());
        m_qualifier_rest = m__io->read_bytes(len_qualifier_rest());
        m_timestamp_bytes = m__io->read_bytes((flags() >> 4 & 7) + 1);
        n_key_type = true;
        if ((flags() & 4) == 0) {
            n_key_type = false;
            m_key_type = m__io->read_u1();
        }
        m_value = m__io->read_bytes(len_value());
        m_end = std::unique_ptr<cell_end_t>(new cell_end_t(has_tags(), has_mvcc(), m__io, this, m__root));
    }

    hfile_encoded_block_t::diff_cell_t::~diff_cell_t() {
        _clean_up();
    }

    void hfile_encoded_block_t::diff_cell_t::_clean_up() {
        if (!n_len_key_new) {
        }
        if (!n_len_value_new) {
        }
        if (!n_row_length_high) {
        }
        if (!n_row_length_low) {
        }
        if (!n_key_type) {
        }
    }

    bool hfile_encoded_block_t::diff_cell_t::has_len_key() {
        if (f_has_len_key)
            return m_has_len_key;
        f_has_len_key = true;
        m_has_len_key = (flags() & 1) == 0;
        return m_has_len_key;
    }

    bool hfile_encoded_block_t::diff_cell_t::has_len_value() {
        if (f_has_len_value)
            return m_has_len_value;
        f_has_len_value = true;
        m_has_len_value = (flags() & 2) == 0;
        return m_has_len_value;
    }

    bool hfile_encoded_block_t::diff_cell_t::is_difference() {
        if (f_is_difference)
            return m_is_difference;
        f_is_difference = true;
        m_is_difference = (flags() & 8) != 0;
        return m_is_difference;
    }

    bool hfile_encoded_block_t::diff_cell_t::is_negative() {
        if (f_is_negative)
            return m_is_negative;
        f_is_negative = true;
        m_is_negative = (flags() & 128) != 0;
        return m_is_negative;
    }

    bool hfile_encoded_block_t::diff_cell_t::is_row_shared() {
        if (f_is_row_shared)
            return m_is_row_shared;
        f_is_row_shared = true;
        m_is_row_shared =  ((!(is_first())) && (shared() >= 2 + prev_len_row())) ;
        return m_is_row_shared;
    }

    int64_t hfile_encoded_block_t::diff_cell_t::len_key() {
        if (f_len_key)
            return m_len_key;
        f_len_key = true;
        m_len_key = static_cast<int64_t>(((has_len_key()) ? (static_cast<int64_t>(len_key_new()->value())) : (prev_len_key())));
        return m_len_key;
    }

    int64_t hfile_encoded_block_t::diff_cell_t::len_key_rest() {
        if (f_len_key_rest)
            return m_len_key_rest;
        f_len_key_rest = true;
        m_len_key_rest = static_cast<int64_t>(len_row_rest() + len_qualifier_rest());
        return m_len_key_rest;
    }

    int64_t hfile_encoded_block_t::diff_cell_t::len_qualifier_rest() {
        if (f_len_qualifier_rest)
            return m_len_qualifier_rest;
        f_len_qualifier_rest = true;
        m_len_qualifier_rest = static_cast<int64_t>(((is_row_shared()) ? (static_cast<int64_t>((len_key() - 9) - shared())) : (static_cast<int64_t>(((len_key() - 12) - len_row()) - len_family_all()))));
        return m_len_qualifier_rest;
    }

    int64_t hfile_encoded_block_t::diff_cell_t::len_row() {
        if (f_len_row)
            return m_len_row;
        f_len_row = true;
        m_len_row = static_cast<int64_t>(((shared() >= 2) ? (prev_len_row()) : (static_cast<int64_t>(static_cast<int64_t>(((shared() >= 1) ? (static_cast<int64_t>(prev_len_row() / 256)) : (static_cast<int64_t>(row_length_high())))) * 256 + static_cast<int64_t>(row_length_low())))));
        return m_len_row;
    }

    int64_t hfile_encoded_block_t::diff_cell_t::len_row_rest() {
        if (f_len_row_rest)
            return m_len_row_rest;
        f_len_row_rest = true;
        m_len_row_rest = static_cast<int64_t>(((is_row_shared()) ? (static_cast<int64_t>(0)) : (static_cast<int64_t>(((shared() <= 2) ? (len_row()) : (static_cast<int64_t>((len_row() + 2) - shared())))))));
        return m_len_row_rest;
    }

    int64_t hfile_encoded_block_t::diff_cell_t::len_value() {
        if (f_len_value)
            return m_len_value;
        f_len_value = true;
        m_len_value = static_cast<int64_t>(((has_len_value()) ? (static_cast<int64_t>(len_value_new()->value())) : (prev_len_value())));
        return m_len_value;
    }

    int64_t hfile_encoded_block_t::diff_cell_t::shared() {
        if (f_shared)
            return m_shared;
        f_shared = true;
        m_shared = static_cast<int64_t>(num_shared()->value());
        return m_shared;
    }

    hfile_encoded_block_t::diff_cells_t::diff_cells_t(bool p_has_tags, bool p_has_mvcc, kaitai::kstream* p__io, hfile_encoded_block_t* p__parent, hfile_encoded_block_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        m_has_tags = p_has_tags;
        m_has_mvcc = p_has_mvcc;
        m_cells = nullptr;
        _read();
    }

    void hfile_encoded_block_t::diff_cells_t::_read() {
        m_len_plain = m__io->read_s4be();
        if (!(m_len_plain >= 0)) {
            throw kaitai::validation_less_than_error<int32_t>(0, m_len_plain, m__io, std::string("/types/diff_cells/seq/0"));
        }
        m_len_family = m__io->read_u1();
        {
            uint8_t _ = m_len_family;
            if (!(static_cast<int64_t>(_) <= static_cast<int64_t>(_io()->size()) - static_cast<int64_t>(_io()->pos()))) {
                throw kaitai::validation_expr_error<uint8_t>(m_len_family, m__io, std::string("/types/diff_cells/seq/1"));
            }
        }
        m_family = m__io->read_bytes(len_family());
        m_cells = std::unique_ptr<std::vector<std::unique_ptr<diff_cell_t>>>(new std::vector<std::unique_ptr<diff_cell_t>>());
        {
            int i = 0;
            while (!m__io->is_eof()) {
                m_cells->push_back(std::move(std::unique_ptr<diff_cell_t>(new diff_cell_t(has_tags(), has_mvcc(), static_cast<int64_t>(len_family()), i == 0, ((i == 0) ? (static_cast<int64_t>(0)) : (cells()->at(i - 1)->len_key())), ((i == 0) ? (static_cast<int64_t>(0)) : (cells()->at(i - 1)->len_value())), ((i == 0) ? (static_cast<int64_t>(0)) : (cells()->at(i - 1)->len_row())), m__io, this, m__root))));
                i++;
            }
        }
    }

    hfile_encoded_block_t::diff_cells_t::~diff_cells_t() {
        _clean_up();
    }

    void hfile_encoded_block_t::diff_cells_t::_clean_up() {
    }

    hfile_encoded_block_t::fast_diff_cell_t::fast_diff_cell_t(bool p_has_tags, bool p_has_mvcc, int64_t p_len_family_all, int64_t p_prev_len_key, int64_t p_prev_len_value, int64_t p_prev_len_row, kaitai::kstream* p__io, hfile_encoded_block_t::fast_diff_cells_t* p__parent, hfile_encoded_block_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        m_has_tags = p_has_tags;
        m_has_mvcc = p_has_mvcc;
        m_len_family_all = p_len_family_all;
        m_prev_len_key = p_prev_len_key;
        m_prev_len_value = p_prev_len_value;
        m_prev_len_row = p_prev_len_row;
        m_len_key_new = nullptr;
        m_len_value_new = nullptr;
        m_num_shared = nullptr;
        m_end = nullptr;
        f_has_len_key = false;
        f_has_len_value = false;
        f_has_value = false;
        f_is_row_shared = false;
        f_len_key = false;
        f_len_key_rest = false;
        f_len_qualifier_rest = false;
        f_len_row = false;
        f_len_row_rest = false;
        f_len_value = false;
        f_shared = false;
        _read();
    }

    void hfile_encoded_block_t::fast_diff_cell_t::_read() {
        m_flags = m__io->read_u1();
        n_len_key_new = true;
        if (has_len_key()) {
            n_len_key_new = false;
            m_len_key_new = std::unique_ptr<varint_t>(new varint_t(m__io));
        }
        m_check_len_key_new = m__io->read_bytes(0);
        {
            std::string _ = m_check_len_key_new;
            if (!( ((_.length() == 0) && (len_key() >= 12 + len_family_all()) && (len_key() <= 2147483647)) )) {
                throw kaitai::validation_expr_error<std::string>(m_check_len_key_new, m__io, std::string("/types/fast_diff_cell/seq/2"));
            }
        }
        n_len_value_new = true;
        if (has_len_value()) {
            n_len_value_new = false;
            m_len_value_new = std::unique_ptr<varint_t>(new varint_t(m__io));
        }
        m_check_len_value_new = m__io->read_bytes(0);
        {
            std::string _ = m_check_len_value_new;
            if (!( ((_.length() == 0) && (len_value() >= 0) && ( ((!(has_value())) || (len_value() <= static_cast<int64_t>(_io()->size()) - static_cast<int64_t>(_io()->pos()))) ) && ( ((has_value()) || (len_value() == prev_len_value())) )) )) {
                throw kaitai::validation_expr_error<std::string>(m_check_len_value_new, m__io, std::string("/types/fast_diff_cell/seq/4"));
            }
        }
        m_num_shared = std::unique_ptr<varint_t>(new varint_t(m__io));
        m_check_num_shared = m__io->read_bytes(0);
        {
            std::string _ = m_check_num_shared;
            if (!( ((_.length() == 0) && (shared() >= 0) && (shared() <= len_key() - 9) && ( ((shared() < 2 + prev_len_row()) || ( ((shared() >= (3 + prev_len_row()) + len_family_all()) && (shared() <= prev_len_key() - 9)) )) )) )) {
                throw kaitai::validation_expr_error<std::string>(m_check_num_shared, m__io, std::string("/types/fast_diff_cell/seq/6"));
            }
        }
        n_row_length_high = true;
        if (shared() < 1) {
            n_row_length_high = false;
            m_row_length_high = m__io->read_u1();
        }
        n_row_length_low = true;
        if (shared() < 2) {
            n_row_length_low = false;
            m_row_length_low = m__io->read_u1();
        }
        m_check_len_row = m__io->read_bytes(0);
        {
            std::string _ = m_check_len_row;
            if (!( ((_.length() == 0) && ((len_row() + len_family_all()) + 12 <= len_key()) && (len_key_rest() <= static_cast<int64_t>(_io()->size()) - static_cast<int64_t>(_io()->pos())) && (len_row_rest() >= 0)) )) {
                throw kaitai::validation_expr_error<std::string>(m_check_len_row, m__io, std::string("/types/fast_diff_cell/seq/9"));
            }
        }
        m_row_rest = m__io->read_bytes(len_row_rest());
        m_qualifier_rest = m__io->read_bytes(len_qualifier_rest());
        m_timestamp_rest = m__io->read_bytes(8 - (flags() & 7));
        n_key_type = true;
        if ((flags() & 32) == 0) {
            n_key_type = false;
            m_key_type = m__io->read_u1();
        }
        n_value = true;
        if (has_value()) {
            n_value = false;
            m_value = m__io->read_bytes(len_value());
        }
        m_end = std::unique_ptr<cell_end_t>(new cell_end_t(has_tags(), has_mvcc(), m__io, this, m__root));
    }

    hfile_encoded_block_t::fast_diff_cell_t::~fast_diff_cell_t() {
        _clean_up();
    }

    void hfile_encoded_block_t::fast_diff_cell_t::_clean_up() {
        if (!n_len_key_new) {
        }
        if (!n_len_value_new) {
        }
        if (!n_row_length_high) {
        }
        if (!n_row_length_low) {
        }
        if (!n_key_type) {
        }
        if (!n_value) {
        }
    }

    bool hfile_encoded_block_t::fast_diff_cell_t::has_len_key() {
        if (f_has_len_key)
            return m_has_len_key;
        f_has_len_key = true;
        m_has_len_key = (flags() & 8) == 0;
        return m_has_len_key;
    }

    bool hfile_encoded_block_t::fast_diff_cell_t::has_len_value() {
        if (f_has_len_value)
            return m_has_len_value;
        f_has_len_value = true;
        m_has_len_value = (flags() & 16) == 0;
        return m_has_len_value;
    }

    bool hfile_encoded_block_t::fast_diff_cell_t::has_value() {
        if (f_has_value)
            return m_has_value;
        f_has_value = true;
        m_has_value = (flags() & 64) == 0;
        return m_has_value;
    }

    bool hfile_encoded_block_t::fast_diff_cell_t::is_row_shared() {
        if (f_is_row_shared)
            return m_is_row_shared;
        f_is_row_shared = true;
        m_is_row_shared = shared() >= 2 + prev_len_row();
        return m_is_row_shared;
    }

    int64_t hfile_encoded_block_t::fast_diff_cell_t::len_key() {
        if (f_len_key)
            return m_len_key;
        f_len_key = true;
        m_len_key = static_cast<int64_t>(((has_len_key()) ? (static_cast<int64_t>(len_key_new()->value())) : (prev_len_key())));
        return m_len_key;
    }

    int64_t hfile_encoded_block_t::fast_diff_cell_t::len_key_rest() {
        if (f_len_key_rest)
            return m_len_key_rest;
        f_len_key_rest = true;
        m_len_key_rest = static_cast<int64_t>(len_row_rest() + len_qualifier_rest());
        return m_len_key_rest;
    }

    int64_t hfile_encoded_block_t::fast_diff_cell_t::len_qualifier_rest() {
        if (f_len_qualifier_rest)
            return m_len_qualifier_rest;
        f_len_qualifier_rest = true;
        m_len_qualifier_rest = static_cast<int64_t>(((is_row_shared()) ? (static_cast<int64_t>((len_key() - 9) - shared())) : (static_cast<int64_t>(((len_key() - 12) - len_row()) - len_family_all()))));
        return m_len_qualifier_rest;
    }

    int64_t hfile_encoded_block_t::fast_diff_cell_t::len_row() {
        if (f_len_row)
            return m_len_row;
        f_len_row = true;
        m_len_row = static_cast<int64_t>(((shared() >= 2) ? (prev_len_row()) : (static_cast<int64_t>(static_cast<int64_t>(((shared() >= 1) ? (static_cast<int64_t>(prev_len_row() / 256)) : (static_cast<int64_t>(row_length_high())))) * 256 + static_cast<int64_t>(row_length_low())))));
        return m_len_row;
    }

    int64_t hfile_encoded_block_t::fast_diff_cell_t::len_row_rest() {
        if (f_len_row_rest)
            return m_len_row_rest;
        f_len_row_rest = true;
        m_len_row_rest = static_cast<int64_t>(((is_row_shared()) ? (static_cast<int64_t>(0)) : (static_cast<int64_t>(((shared() <= 2) ? (len_row()) : (static_cast<int64_t>((len_row() + 2) - shared())))))));
        return m_len_row_rest;
    }

    int64_t hfile_encoded_block_t::fast_diff_cell_t::len_value() {
        if (f_len_value)
            return m_len_value;
        f_len_value = true;
        m_len_value = static_cast<int64_t>(((has_len_value()) ? (static_cast<int64_t>(len_value_new()->value())) : (prev_len_value())));
        return m_len_value;
    }

    int64_t hfile_encoded_block_t::fast_diff_cell_t::shared() {
        if (f_shared)
            return m_shared;
        f_shared = true;
        m_shared = static_cast<int64_t>(num_shared()->value());
        return m_shared;
    }

    hfile_encoded_block_t::fast_diff_cells_t::fast_diff_cells_t(bool p_has_tags, bool p_has_mvcc, kaitai::kstream* p__io, hfile_encoded_block_t* p__parent, hfile_encoded_block_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        m_has_tags = p_has_tags;
        m_has_mvcc = p_has_mvcc;
        m_first = nullptr;
        m_cells = nullptr;
        _read();
    }

    void hfile_encoded_block_t::fast_diff_cells_t::_read() {
        m_len_plain = m__io->read_s4be();
        if (!(m_len_plain >= 0)) {
            throw kaitai::validation_less_than_error<int32_t>(0, m_len_plain, m__io, std::string("/types/fast_diff_cells/seq/0"));
        }
        n_first = true;
        if (!(_io()->is_eof())) {
            n_first = false;
            m_first = std::unique_ptr<fast_diff_first_t>(new fast_diff_first_t(has_tags(), has_mvcc(), m__io, this, m__root));
        }
        m_cells = std::unique_ptr<std::vector<std::unique_ptr<fast_diff_cell_t>>>(new std::vector<std::unique_ptr<fast_diff_cell_t>>());
        {
            int i = 0;
            while (!m__io->is_eof()) {
                m_cells->push_back(std::move(std::unique_ptr<fast_diff_cell_t>(new fast_diff_cell_t(has_tags(), has_mvcc(), static_cast<int64_t>(first()->len_family()), ((i == 0) ? (static_cast<int64_t>(first()->len_key()->value())) : (cells()->at(i - 1)->len_key())), ((i == 0) ? (static_cast<int64_t>(first()->len_value()->value())) : (cells()->at(i - 1)->len_value())), ((i == 0) ? (static_cast<int64_t>(first()->len_row())) : (cells()->at(i - 1)->len_row())), m__io, this, m__root))));
                i++;
            }
        }
    }

    hfile_encoded_block_t::fast_diff_cells_t::~fast_diff_cells_t() {
        _clean_up();
    }

    void hfile_encoded_block_t::fast_diff_cells_t::_clean_up() {
        if (!n_first) {
        }
    }

    hfile_encoded_block_t::fast_diff_first_t::fast_diff_first_t(bool p_has_tags, bool p_has_mvcc, kaitai::kstream* p__io, hfile_encoded_block_t::fast_diff_cells_t* p__parent, hfile_encoded_block_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        m_has_tags = p_has_tags;
        m_has_mvcc = p_has_mvcc;
        m_len_key = nullptr;
        m_len_value = nullptr;
        m_end = nullptr;
        _read();
    }

    void hfile_encoded_block_t::fast_diff_first_t::_read() {
        m_flags = m__io->read_u1();
        if (!(m_flags == 0)) {
            throw kaitai::validation_not_equal_error<uint8_t>(0, m_flags, m__io, std::string("/types/fast_diff_first/seq/0"));
        }
        m_len_key = std::unique_ptr<varint_t>(new varint_t(m__io));
        m_check_len_key = m__io->read_bytes(0);
        {
            std::string _ = m_check_len_key;
            if (!( ((_.length() == 0) && (static_cast<int64_t>(len_key()->value()) >= 12) && (static_cast<int64_t>(len_key()->value()) <= static_cast<int64_t>(_io()->size()) - static_cast<int64_t>(_io()->pos()))) )) {
                throw kaitai::validation_expr_error<std::string>(m_check_len_key, m__io, std::string("/types/fast_diff_first/seq/2"));
            }
        }
        m_len_value = std::unique_ptr<varint_t>(new varint_t(m__io));
        m_check_len_value = m__io->read_bytes(0);
        {
            std::string _ = m_check_len_value;
            if (!( ((_.length() == 0) && (static_cast<int64_t>(len_value()->value()) >= 0) && (static_cast<int64_t>(len_value()->value()) <= (static_cast<int64_t>(_io()->size()) - static_cast<int64_t>(_io()->pos())) - static_cast<int64_t>(len_key()->value()))) )) {
                throw kaitai::validation_expr_error<std::string>(m_check_len_value, m__io, std::string("/types/fast_diff_first/seq/4"));
            }
        }
        m_num_shared = m__io->read_u1();
        if (!(m_num_shared == 0)) {
            throw kaitai::validation_not_equal_error<uint8_t>(0, m_num_shared, m__io, std::string("/types/fast_diff_first/seq/5"));
        }
        m_len_row = m__io->read_u2be();
        {
            uint16_t _ = m_len_row;
            if (!(static_cast<int64_t>(_) <= static_cast<int64_t>(len_key()->value()) - 12)) {
                throw kaitai::validation_expr_error<uint16_t>(m_len_row, m__io, std::string("/types/fast_diff_first/seq/6"));
            }
        }
        m_row = m__io->read_bytes(len_row());
        m_len_family = m__io->read_u1();
        {
            uint8_t _ = m_len_family;
            if (!(static_cast<int64_t>(_) <= (static_cast<int64_t>(len_key()->value()) - 12) - static_cast<int64_t>(len_row()))) {
                throw kaitai::validation_expr_error<uint8_t>(m_len_family, m__io, std::string("/types/fast_diff_first/seq/8"));
            }
        }
        m_family = m__io->read_bytes(len_family());
        m_qualifier = m__io->read_bytes(((static_cast<int64_t>(len_key()->value()) - 12) - static_cast<int64_t>(len_row())) - static_cast<int64_t>(len_family()));
        m_timestamp = m__io->read_s8be();
        m_key_type = m__io->read_u1();
        m_value = m__io->read_bytes(len_value()->value());
        m_end = std::unique_ptr<cell_end_t>(new cell_end_t(has_tags(), has_mvcc(), m__io, this, m__root));
    }

    hfile_encoded_block_t::fast_diff_first_t::~fast_diff_first_t() {
        _clean_up();
    }

    void hfile_encoded_block_t::fast_diff_first_t::_clean_up() {
    }

    hfile_encoded_block_t::prefix_cell_t::prefix_cell_t(bool p_has_tags, bool p_has_mvcc, int64_t p_prev_len_key, kaitai::kstream* p__io, hfile_encoded_block_t::prefix_cells_t* p__parent, hfile_encoded_block_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        m_has_tags = p_has_tags;
        m_has_mvcc = p_has_mvcc;
        m_prev_len_key = p_prev_len_key;
        m_len_key_rest = nullptr;
        m_len_value = nullptr;
        m_num_shared = nullptr;
        m_end = nullptr;
        f_len_key = false;
        _read();
    }

    void hfile_encoded_block_t::prefix_cell_t::_read() {
        m_len_key_rest = std::unique_ptr<varint_t>(new varint_t(m__io));
        m_check_len_key_rest = m__io->read_bytes(0);
        {
            std::string _ = m_check_len_key_rest;
            if (!( ((_.length() == 0) && (static_cast<int64_t>(len_key_rest()->value()) >= 0) && (static_cast<int64_t>(len_key_rest()->value()) <= static_cast<int64_t>(_io()->size()) - static_cast<int64_t>(_io()->pos()))) )) {
                throw kaitai::validation_expr_error<std::string>(m_check_len_key_rest, m__io, std::string("/types/prefix_cell/seq/1"));
            }
        }
        m_len_value = std::unique_ptr<varint_t>(new varint_t(m__io));
        m_check_len_value = m__io->read_bytes(0);
        {
            std::string _ = m_check_len_value;
            if (!( ((_.length() == 0) && (static_cast<int64_t>(len_value()->value()) >= 0) && (static_cast<int64_t>(len_value()->value()) <= (static_cast<int64_t>(_io()->size()) - static_cast<int64_t>(_io()->pos())) - static_cast<int64_t>(len_key_rest()->value()))) )) {
                throw kaitai::validation_expr_error<std::string>(m_check_len_value, m__io, std::string("/types/prefix_cell/seq/3"));
            }
        }
        m_num_shared = std::unique_ptr<varint_t>(new varint_t(m__io));
        m_check_num_shared = m__io->read_bytes(0);
        {
            std::string _ = m_check_num_shared;
            if (!( ((_.length() == 0) && (static_cast<int64_t>(num_shared()->value()) >= 0) && (static_cast<int64_t>(num_shared()->value()) <= prev_len_key()) && (len_key() >= 12)) )) {
                throw kaitai::validation_expr_error<std::string>(m_check_num_shared, m__io, std::string("/types/prefix_cell/seq/5"));
            }
        }
        m_key_rest = m__io->read_bytes(len_key_rest()->value());
        m_value = m__io->read_bytes(len_value()->value());
        m_end = std::unique_ptr<cell_end_t>(new cell_end_t(has_tags(), has_mvcc(), m__io, this, m__root));
    }

    hfile_encoded_block_t::prefix_cell_t::~prefix_cell_t() {
        _clean_up();
    }

    void hfile_encoded_block_t::prefix_cell_t::_clean_up() {
    }

    int64_t hfile_encoded_block_t::prefix_cell_t::len_key() {
        if (f_len_key)
            return m_len_key;
        f_len_key = true;
        m_len_key = static_cast<int64_t>(static_cast<int64_t>(num_shared()->value()) + static_cast<int64_t>(len_key_rest()->value()));
        return m_len_key;
    }

    hfile_encoded_block_t::prefix_cells_t::prefix_cells_t(bool p_has_tags, bool p_has_mvcc, kaitai::kstream* p__io, hfile_encoded_block_t* p__parent, hfile_encoded_block_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        m_has_tags = p_has_tags;
        m_has_mvcc = p_has_mvcc;
        m_cells = nullptr;
        _read();
    }

    void hfile_encoded_block_t::prefix_cells_t::_read() {
        m_len_plain = m__io->read_s4be();
        if (!(m_len_plain >= 0)) {
            throw kaitai::validation_less_than_error<int32_t>(0, m_len_plain, m__io, std::string("/types/prefix_cells/seq/0"));
        }
        m_cells = std::unique_ptr<std::vector<std::unique_ptr<prefix_cell_t>>>(new std::vector<std::unique_ptr<prefix_cell_t>>());
        {
            int i = 0;
            while (!m__io->is_eof()) {
                m_cells->push_back(std::move(std::unique_ptr<prefix_cell_t>(new prefix_cell_t(has_tags(), has_mvcc(), ((i == 0) ? (static_cast<int64_t>(0)) : (cells()->at(i - 1)->len_key())), m__io, this, m__root))));
                i++;
            }
        }
    }

    hfile_encoded_block_t::prefix_cells_t::~prefix_cells_t() {
        _clean_up();
    }

    void hfile_encoded_block_t::prefix_cells_t::_clean_up() {
    }

    hfile_encoded_block_t::row_t::row_t(bool p_is_first, int32_t p_prev, kaitai::kstream* p__io, hfile_encoded_block_t::row_index_cells_t* p__parent, hfile_encoded_block_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        m_is_first = p_is_first;
        m_prev = p_prev;
        _read();
    }

    void hfile_encoded_block_t::row_t::_read() {
        m_ofs_cell = m__io->read_s4be();
        {
            int32_t _ = m_ofs_cell;
            if (!(((is_first()) ? (_ == 0) : (_ > prev())))) {
                throw kaitai::validation_expr_error<int32_t>(m_ofs_cell, m__io, std::string("/types/row/seq/0"));
            }
        }
    }

    hfile_encoded_block_t::row_t::~row_t() {
        _clean_up();
    }

    void hfile_encoded_block_t::row_t::_clean_up() {
    }

    hfile_encoded_block_t::row_index_cells_t::row_index_cells_t(bool p_has_tags, bool p_has_mvcc, kaitai::kstream* p__io, hfile_encoded_block_t* p__parent, hfile_encoded_block_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        m_has_tags = p_has_tags;
        m_has_mvcc = p_has_mvcc;
        m_cells = nullptr;
        m__io__raw_cells = nullptr;
        m_rows = nullptr;
        f_len_cells = false;
        _read();
    }

    void hfile_encoded_block_t::row_index_cells_t::_read() {
        m__raw_cells = m__io->read_bytes(len_cells());
        m__io__raw_cells = std::unique_ptr<kaitai::kstream>(new kaitai::kstream(m__raw_cells));
        m_cells = std::unique_ptr<hfile_data_block_t>(new hfile_data_block_t(has_tags(), has_mvcc(), m__io__raw_cells.get()));
        m_num_rows = m__io->read_s4be();
        {
            int32_t _ = m_num_rows;
            if (!( ((_ >= 0) && (static_cast<int64_t>(static_cast<int64_t>(_) * 4 + 4) == static_cast<int64_t>(_io()->size()) - static_cast<int64_t>(_io()->pos()))) )) {
                throw kaitai::validation_expr_error<int32_t>(m_num_rows, m__io, std::string("/types/row_index_cells/seq/1"));
            }
        }
        m_rows = std::unique_ptr<std::vector<std::unique_ptr<row_t>>>(new std::vector<std::unique_ptr<row_t>>());
        const int l_rows = num_rows();
        for (int i = 0; i < l_rows; i++) {
            m_rows->push_back(std::move(std::unique_ptr<row_t>(new row_t(i == 0, ((i == 0) ? (static_cast<int32_t>(0)) : (rows()->at(i - 1)->ofs_cell())), m__io, this, m__root))));
        }
        m_len_cells_last = m__io->read_s4be();
        {
            int32_t _ = m_len_cells_last;
            if (!(_ == len_cells())) {
                throw kaitai::validation_expr_error<int32_t>(m_len_cells_last, m__io, std::string("/types/row_index_cells/seq/3"));
            }
        }
    }

    hfile_encoded_block_t::row_index_cells_t::~row_index_cells_t() {
        _clean_up();
    }

    void hfile_encoded_block_t::row_index_cells_t::_clean_up() {
        if (f_len_cells) {
        }
    }

    int32_t hfile_encoded_block_t::row_index_cells_t::len_cells() {
        if (f_len_cells)
            return m_len_cells;
        f_len_cells = true;
        std::streampos _pos = m__io->pos();
        m__io->seek(_io()->size() - 4);
        m_len_cells = m__io->read_s4be();
        {
            int32_t _ = m_len_cells;
            if (!( ((_ >= 0) && (static_cast<int64_t>(_) + 8 <= static_cast<int64_t>(_io()->size()))) )) {
                throw kaitai::validation_expr_error<int32_t>(m_len_cells, m__io, std::string("/types/row_index_cells/instances/len_cells"));
            }
        }
        m__io->seek(_pos);
        return m_len_cells;
    }
}
