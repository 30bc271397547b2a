// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

#include "hfile_file_info.h"
#include "kaitai/exceptions.h"
namespace hudi_parsers {

    hfile_file_info_t::hfile_file_info_t(kaitai::kstream* p__io, kaitai::kstruct* p__parent, hfile_file_info_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root ? p__root : this;
        m_len_message = nullptr;
        m_message = nullptr;
        m__io__raw_message = nullptr;
        _read();
    }

    void hfile_file_info_t::_read() {
        m_magic = m__io->read_bytes(4);
        if (!(m_magic == std::string("\x50\x42\x55\x46", 4))) {
            throw kaitai::validation_not_equal_error<std::string>(std::string("\x50\x42\x55\x46", 4), m_magic, m__io, std::string("/seq/0"));
        }
        m_len_message = std::unique_ptr<varint_t>(new varint_t(m__io));
        m_check_len_message = m__io->read_bytes(0);
        {
            std::string _ = m_check_len_message;
            if (!( ((_.length() == 0) && (static_cast<int64_t>(len_message()->value()) >= 0) && (static_cast<int64_t>(len_message()->value()) <= static_cast<int64_t>(_io()->size()) - static_cast<int64_t>(_io()->pos()))) )) {
                throw kaitai::validation_expr_error<std::string>(m_check_len_message, m__io, std::string("/seq/2"));
            }
        }
        m__raw_message = m__io->read_bytes(len_message()->value());
        m__io__raw_message = std::unique_ptr<kaitai::kstream>(new kaitai::kstream(m__raw_message));
        m_message = std::unique_ptr<info_proto_t>(new info_proto_t(m__io__raw_message.get(), this, m__root));
    }

    hfile_file_info_t::~hfile_file_info_t() {
        _clean_up();
    }

    void hfile_file_info_t::_clean_up() {
    }

    hfile_file_info_t::field_t::field_t(kaitai::kstream* p__io, hfile_file_info_t::info_proto_t* p__parent, hfile_file_info_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        m_key = nullptr;
        m_varint = nullptr;
        m_len_bytes = nullptr;
        m_pair = nullptr;
        m__io__raw_pair = nullptr;
        f_is_pair = false;
        f_tag = false;
        f_wire_type = false;
        _read();
    }

    void hfile_file_info_t::field_t::_read() {
        m_key = std::unique_ptr<varint_t>(new varint_t(m__io));
        m_check_key = m__io->read_bytes(0);
        {
            std::string _ = m_check_key;
            if (!( ((_.length() == 0) && (tag() >= 1) && ( ((wire_type() == 0) || (wire_type() == 1) || (wire_type() == 2) || (wire_type() == 5)) ) && ( ((tag() != 1) || (wire_type() == 2)) )) )) {
                throw kaitai::validation_expr_error<std::string>(m_check_key, m__io, std::string("/types/field/seq/1"));
            }
        }
        n_varint = true;
        if (wire_type() == 0) {
            n_varint = false;
            m_varint = std::unique_ptr<varint_t>(new varint_t(m__io));
        }
        n_len_bytes = true;
        if (wire_type() == 2) {
            n_len_bytes = false;
            m_len_bytes = std::unique_ptr<varint_t>(new varint_t(m__io));
        }
        n_check_len_bytes = true;
        if (wire_type() == 2) {
            n_check_len_bytes = false;
            m_check_len_bytes = m__io->read_bytes(0);
            {
                std::string _ = m_check_len_bytes;
                if (!( ((_.length() == 0) && (static_cast<int64_t>(len_bytes()->value()) >= 0) && (static_cast<int64_t>(len_bytes()->value()) <= static_cast<int64_t>(_io()->size()) - static_cast<int64_t>(_io()->pos()))) )) {
                    throw kaitai::validation_expr_error<std::string>(m_check_len_bytes, m__io, std::string("/types/field/seq/4"));
                }
            }
        }
        n_pair = true;
        if (is_pair()) {
            n_pair = false;
            m__raw_pair = m__io->read_bytes(len_bytes()->value());
            m__io__raw_pair = std::unique_ptr<kaitai::kstream>(new kaitai::kstream(m__raw_pair));
            m_pair = std::unique_ptr<pair_t>(new pair_t(m__io__raw_pair.get(), this, m__root));
        }
        n_bytes = true;
        if ( ((wire_type() == 2) && (!(is_pair()))) ) {
            n_bytes = false;
            m_bytes = m__io->read_bytes(len_bytes()->value());
        }
        n_fixed64 = true;
        if (wire_type() == 1) {
            n_fixed64 = false;
            m_fixed64 = m__io->read_u8le();
        }
        n_fixed32 = true;
        if (wire_type() == 5) {
            n_fixed32 = false;
            m_fixed32 = m__io->read_u4le();
        }
    }

    hfile_file_info_t::field_t::~field_t() {
        _clean_up();
    }

    void hfile_file_info_t::field_t::_clean_up() {
        if (!n_varint) {
        }
        if (!n_len_bytes) {
        }
        if (!n_check_len_bytes) {
        }
        if (!n_pair) {
        }
        if (!n_bytes) {
        }
        if (!n_fixed64) {
        }
        if (!n_fixed32) {
        }
    }

    bool hfile_file_info_t::field_t::is_pair() {
        if (f_is_pair)
            return m_is_pair;
        f_is_pair = true;
        m_is_pair = tag() == 1;
        return m_is_pair;
    }

    int64_t hfile_file_info_t::field_t::tag() {
        if (f_tag)
            return m_tag;
        f_tag = true;
        m_tag = static_cast<int64_t>(key()->value() / 8);
        return m_tag;
    }

    int32_t hfile_file_info_t::field_t::wire_type() {
        if (f_wire_type)
            return m_wire_type;
        f_wire_type = true;
        m_wire_type = static_cast<int32_t>(kaitai::kstream::mod(key()->value(), 8));
        return m_wire_type;
    }

    hfile_file_info_t::info_proto_t::info_proto_t(kaitai::kstream* p__io, hfile_file_info_t* p__parent, hfile_file_info_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        m_fields = nullptr;
        _read();
    }

    void hfile_file_info_t::info_proto_t::_read() {
        m_fields = std::unique_ptr<std::vector<std::unique_ptr<field_t>>>(new std::vector<std::unique_ptr<field_t>>());
        {
            int i = 0;
            while (!m__io->is_eof()) {
                m_fields->push_back(std::move(std::unique_ptr<field_t>(new field_t(m__io, this, m__root))));
                i++;
            }
        }
    }

    hfile_file_info_t::info_proto_t::~info_proto_t() {
        _clean_up();
    }

    void hfile_file_info_t::info_proto_t::_clean_up() {
    }

    hfile_file_info_t::pair_t::pair_t(kaitai::kstream* p__io, hfile_file_info_t::field_t* p__parent, hfile_file_info_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        m_fields = nullptr;
        f_first = false;
        f_second = false;
        _read();
    }

    void hfile_file_info_t::pair_t::_read() {
        m_fields = std::unique_ptr<std::vector<std::unique_ptr<pair_field_t>>>(new std::vector<std::unique_ptr<pair_field_t>>());
        {
            int i = 0;
            while (!m__io->is_eof()) {
                m_fields->push_back(std::move(std::unique_ptr<pair_field_t>(new pair_field_t(static_cast<int32_t>(i), ((i == 0) ? (static_cast<int32_t>(-1)) : (fields()->at(i - 1)->first_at())), ((i == 0) ? (static_cast<int32_t>(-1)) : (fields()->at(i - 1)->second_at())), m__io, this, m__root))));
                i++;
            }
        }
        m_check_parts = m__io->read_bytes(0);
        {
            std::string _ = m_check_parts;
            if (!( ((_.length() == 0) && (static_cast<int32_t>(((fields()->size() > 0) ? (fields()->back()->first_at()) : (static_cast<int32_t>(-1)))) >= 0) && (static_cast<int32_t>(((fields()->size() > 0) ? (fields()->back()->second_at()) : (static_cast<int32_t>(-1)))) >= 0)) )) {
                throw kaitai::validation_expr_error<std::string>(m_check_parts, m__io, std::string("/types/pair/seq/1"));
            }
        }
    }

    hfile_file_info_t::pair_t::~pair_t() {
        _clean_up();
    }

    void hfile_file_info_t::pair_t::_clean_up() {
    }

    std::string hfile_file_info_t::pair_t::first() {
        if (f_first)
            return m_first;
        f_first = true;
        m_first = fields()->at(fields()->back()->first_at())->bytes();
        return m_first;
    }

    std::string hfile_file_info_t::pair_t::second() {
        if (f_second)
            return m_second;
        f_second = true;
        m_second = fields()->at(fields()->back()->second_at())->bytes();
        return m_second;
    }

    hfile_file_info_t::pair_field_t::pair_field_t(int32_t p_index, int32_t p_prev_first_at, int32_t p_prev_second_at, kaitai::kstream* p__io, hfile_file_info_t::pair_t* p__parent, hfile_file_info_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        m_index = p_index;
        m_prev_first_at = p_prev_first_at;
        m_prev_second_at = p_prev_second_at;
        m_key = nullptr;
        m_varint = nullptr;
        m_len_bytes = nullptr;
        f_first_at = false;
        f_second_at = false;
        f_tag = false;
        f_wire_type = false;
        _read();
    }

    void hfile_file_info_t::pair_field_t::_read() {
        m_key = std::unique_ptr<varint_t>(new varint_t(m__io));
        m_check_key = m__io->read_bytes(0);
        {
            std::string _ = m_check_key;
            if (!( ((_.length() == 0) && (tag() >= 1) && ( ((wire_type() == 0) || (wire_type() == 1) || (wire_type() == 2) || (wire_type() == 5)) ) && ( ((tag() > 2) || (wire_type() == 2)) )) )) {
                throw kaitai::validation_expr_error<std::string>(m_check_key, m__io, std::string("/types/pair_field/seq/1"));
            }
        }
        n_varint = true;
        if (wire_type() == 0) {
            n_varint = false;
            m_varint = std::unique_ptr<varint_t>(new varint_t(m__io));
        }
        n_len_bytes = true;
        if (wire_type() == 2) {
            n_len_bytes = false;
            m_len_bytes = std::unique_ptr<varint_t>(new varint_t(m__io));
        }
        n_check_len_bytes = true;
        if (wire_type() == 2) {
            n_check_len_bytes = false;
            m_check_len_bytes = m__io->read_bytes(0);
            {
                std::string _ = m_check_len_bytes;
                if (!( ((_.length() == 0) && (static_cast<int64_t>(len_bytes()->value()) >= 0) && (static_cast<int64_t>(len_bytes()->value()) <= static_cast<int64_t>(_io()->size()) - static_cast<int64_t>(_io()->pos()))) )) {
                    throw kaitai::validation_expr_error<std::string>(m_check_len_bytes, m__io, std::string("/types/pair_field/seq/4"));
                }
            }
        }
        n_bytes = true;
        if (wire_type() == 2) {
            n_bytes = false;
            m_bytes = m__io->read_bytes(len_bytes()->value());
        }
        n_fixed64 = true;
        if (wire_type() == 1) {
            n_fixed64 = false;
            m_fixed64 = m__io->read_u8le();
        }
        n_fixed32 = true;
        if (wire_type() == 5) {
            n_fixed32 = false;
            m_fixed32 = m__io->read_u4le();
        }
    }

    hfile_file_info_t::pair_field_t::~pair_field_t() {
        _clean_up();
    }

    void hfile_file_info_t::pair_field_t::_clean_up() {
        if (!n_varint) {
        }
        if (!n_len_bytes) {
        }
        if (!n_check_len_bytes) {
        }
        if (!n_bytes) {
        }
        if (!n_fixed64) {
        }
        if (!n_fixed32) {
        }
    }

    int32_t hfile_file_info_t::pair_field_t::first_at() {
        if (f_first_at)
            return m_first_at;
        f_first_at = true;
        m_first_at = static_cast<int32_t>(((tag() == 1) ? (index()) : (prev_first_at())));
        return m_first_at;
    }

    int32_t hfile_file_info_t::pair_field_t::second_at() {
        if (f_second_at)
            return m_second_at;
        f_second_at = true;
        m_second_at = static_cast<int32_t>(((tag() == 2) ? (index()) : (prev_second_at())));
        return m_second_at;
    }

    int64_t hfile_file_info_t::pair_field_t::tag() {
        if (f_tag)
            return m_tag;
        f_tag = true;
        m_tag = static_cast<int64_t>(key()->value() / 8);
        return m_tag;
    }

    int32_t hfile_file_info_t::pair_field_t::wire_type() {
        if (f_wire_type)
            return m_wire_type;
        f_wire_type = true;
        m_wire_type = static_cast<int32_t>(kaitai::kstream::mod(key()->value(), 8));
        return m_wire_type;
    }
}
