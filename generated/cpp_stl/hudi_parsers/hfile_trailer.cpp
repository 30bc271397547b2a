// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

#include "hfile_trailer.h"
#include "kaitai/exceptions.h"
namespace hudi_parsers {

    hfile_trailer_t::hfile_trailer_t(int32_t p_major, int32_t p_minor, kaitai::kstream* p__io, kaitai::kstruct* p__parent, hfile_trailer_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root ? p__root : this;
        m_major = p_major;
        m_minor = p_minor;
        m_len_message = nullptr;
        m_message = nullptr;
        m__io__raw_message = nullptr;
        m_fixed = nullptr;
        f_has_message = false;
        _read();
    }

    void hfile_trailer_t::_read() {
        m_magic = m__io->read_bytes(8);
        if (!(m_magic == std::string("\x54\x52\x41\x42\x4C\x4B\x22\x24", 8))) {
            throw kaitai::validation_not_equal_error<std::string>(std::string("\x54\x52\x41\x42\x4C\x4B\x22\x24", 8), m_magic, m__io, std::string("/seq/0"));
        }
        n_len_message = true;
        if (has_message()) {
            n_len_message = false;
            m_len_message = std::unique_ptr<varint_t>(new varint_t(m__io));
        }
        n_check_len_message = true;
        if (has_message()) {
            n_check_len_message = false;
            m_check_len_message = m__io->read_bytes(0);
            {
                std::string _ = m_check_len_message;
                if (!( ((_.length() == 0) && (static_cast<int64_t>(len_message()->value()) >= 0) && (static_cast<int64_t>(len_message()->value()) <= static_cast<int64_t>(_io()->size()) - static_cast<int64_t>(_io()->pos()))) )) {
                    throw kaitai::validation_expr_error<std::string>(m_check_len_message, m__io, std::string("/seq/2"));
                }
            }
        }
        n_message = true;
        if (has_message()) {
            n_message = false;
            m__raw_message = m__io->read_bytes(len_message()->value());
            m__io__raw_message = std::unique_ptr<kaitai::kstream>(new kaitai::kstream(m__raw_message));
            m_message = std::unique_ptr<trailer_proto_t>(new trailer_proto_t(m__io__raw_message.get(), this, m__root));
        }
        n_fixed = true;
        if (!(has_message())) {
            n_fixed = false;
            m_fixed = std::unique_ptr<fixed_fields_t>(new fixed_fields_t(m__io, this, m__root));
        }
    }

    hfile_trailer_t::~hfile_trailer_t() {
        _clean_up();
    }

    void hfile_trailer_t::_clean_up() {
        if (!n_len_message) {
        }
        if (!n_check_len_message) {
        }
        if (!n_message) {
        }
        if (!n_fixed) {
        }
    }

    hfile_trailer_t::fixed_fields_t::fixed_fields_t(kaitai::kstream* p__io, hfile_trailer_t* p__parent, hfile_trailer_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        _read();
    }

    void hfile_trailer_t::fixed_fields_t::_read() {
        m_ofs_file_info = m__io->read_s8be();
        m_ofs_load_on_open = m__io->read_s8be();
        m_num_data_index_entries = m__io->read_s4be();
        if (!(m_num_data_index_entries >= 0)) {
            throw kaitai::validation_less_than_error<int32_t>(0, m_num_data_index_entries, m__io, std::string("/types/fixed_fields/seq/2"));
        }
        m_len_data_index_inflated = m__io->read_s8be();
        m_num_meta_index_entries = m__io->read_s4be();
        if (!(m_num_meta_index_entries >= 0)) {
            throw kaitai::validation_less_than_error<int32_t>(0, m_num_meta_index_entries, m__io, std::string("/types/fixed_fields/seq/4"));
        }
        m_len_total_inflated = m__io->read_s8be();
        m_num_entries = m__io->read_s8be();
        if (!(m_num_entries >= 0)) {
            throw kaitai::validation_less_than_error<int64_t>(0, m_num_entries, m__io, std::string("/types/fixed_fields/seq/6"));
        }
        m_compression_codec = m__io->read_s4be();
        m_num_data_index_levels = m__io->read_s4be();
        if (!(m_num_data_index_levels >= 1)) {
            throw kaitai::validation_less_than_error<int32_t>(1, m_num_data_index_levels, m__io, std::string("/types/fixed_fields/seq/8"));
        }
        m_ofs_first_data_block = m__io->read_s8be();
        m_ofs_last_data_block = m__io->read_s8be();
        m_comparator_class_name = m__io->read_bytes(128);
    }

    hfile_trailer_t::fixed_fields_t::~fixed_fields_t() {
        _clean_up();
    }

    void hfile_trailer_t::fixed_fields_t::_clean_up() {
    }

    hfile_trailer_t::trailer_field_t::trailer_field_t(int32_t p_index, uint64_t p_prev_ofs_file_info, uint64_t p_prev_ofs_load_on_open, uint64_t p_prev_len_data_index_inflated, uint64_t p_prev_len_total_inflated, uint64_t p_prev_num_data_index_entries, uint64_t p_prev_num_meta_index_entries, uint64_t p_prev_num_entries, uint64_t p_prev_num_data_index_levels, uint64_t p_prev_ofs_first_data_block, uint64_t p_prev_ofs_last_data_block, uint64_t p_prev_compression_codec, int32_t p_prev_comparator_at, int32_t p_prev_encryption_key_at, kaitai::kstream* p__io, hfile_trailer_t::trailer_proto_t* p__parent, hfile_trailer_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        m_index = p_index;
        m_prev_ofs_file_info = p_prev_ofs_file_info;
        m_prev_ofs_load_on_open = p_prev_ofs_load_on_open;
        m_prev_len_data_index_inflated = p_prev_len_data_index_inflated;
        m_prev_len_total_inflated = p_prev_len_total_inflated;
        m_prev_num_data_index_entries = p_prev_num_data_index_entries;
        m_prev_num_meta_index_entries = p_prev_num_meta_index_entries;
        m_prev_num_entries = p_prev_num_entries;
        m_prev_num_data_index_levels = p_prev_num_data_index_levels;
        m_prev_ofs_first_data_block = p_prev_ofs_first_data_block;
        m_prev_ofs_last_data_block = p_prev_ofs_last_data_block;
        m_prev_compression_codec = p_prev_compression_codec;
        m_prev_comparator_at = p_prev_comparator_at;
        m_prev_encryption_key_at = p_prev_encryption_key_at;
        m_key = nullptr;
        m_varint = nullptr;
        m_len_bytes = nullptr;
        f_comparator_at = false;
        f_compression_codec = false;
        f_encryption_key_at = false;
        f_len_data_index_inflated = false;
        f_len_total_inflated = false;
        f_num_data_index_entries = false;
        f_num_data_index_levels = false;
        f_num_entries = false;
        f_num_meta_index_entries = false;
        f_ofs_file_info = false;
        f_ofs_first_data_block = false;
        f_ofs_last_data_block = false;
        f_ofs_load_on_open = false;
        f_tag = false;
        f_wire_type = false;
        _read();
    }

    void hfile_trailer_t::trailer_field_t::_read() {
        m_key = std::unique_ptr<varint_t>(new varint_t(m__io));
        m_check_key = m__io->read_bytes(0);
        {
            std::string _ = m_check_key;
            if (!( ((_.length() == 0) && (tag() >= 1) && ( ((wire_type() == 0) || (wire_type() == 1) || (wire_type() == 2) || (wire_type() == 5)) )) )) {
                throw kaitai::validation_expr_error<std::string>(m_check_key, m__io, std::string("/types/trailer_field/seq/1"));
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
                    throw kaitai::validation_expr_error<std::string>(m_check_len_bytes, m__io, std::string("/types/trailer_field/seq/4"));
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

    hfile_trailer_t::trailer_field_t::~trailer_field_t() {
        _clean_up();
    }

    void hfile_trailer_t::trailer_field_t::_clean_up() {
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

    int32_t hfile_trailer_t::trailer_field_t::comparator_at() {
        if (f_comparator_at)
            return m_comparator_at;
        f_comparator_at = true;
        m_comparator_at = static_cast<int32_t>((( ((tag() == 11) && (wire_type() == 2)) ) ? (index()) : (prev_comparator_at())));
        return m_comparator_at;
    }

    uint64_t hfile_trailer_t::trailer_field_t::compression_codec() {
        if (f_compression_codec)
            return m_compression_codec;
        f_compression_codec = true;
        m_compression_codec = static_cast<uint64_t>((( ((tag() == 12) && (wire_type() == 0)) ) ? (varint()->value()) : (prev_compression_codec())));
        return m_compression_codec;
    }

    int32_t hfile_trailer_t::trailer_field_t::encryption_key_at() {
        if (f_encryption_key_at)
            return m_encryption_key_at;
        f_encryption_key_at = true;
        m_encryption_key_at = static_cast<int32_t>((( ((tag() == 13) && (wire_type() == 2)) ) ? (index()) : (prev_encryption_key_at())));
        return m_encryption_key_at;
    }

    uint64_t hfile_trailer_t::trailer_field_t::len_data_index_inflated() {
        if (f_len_data_index_inflated)
            return m_len_data_index_inflated;
        f_len_data_index_inflated = true;
        m_len_data_index_inflated = static_cast<uint64_t>((( ((tag() == 3) && (wire_type() == 0)) ) ? (varint()->value()) : (prev_len_data_index_inflated())));
        return m_len_data_index_inflated;
    }

    uint64_t hfile_trailer_t::trailer_field_t::len_total_inflated() {
        if (f_len_total_inflated)
            return m_len_total_inflated;
        f_len_total_inflated = true;
        m_len_total_inflated = static_cast<uint64_t>((( ((tag() == 4) && (wire_type() == 0)) ) ? (varint()->value()) : (prev_len_total_inflated())));
        return m_len_total_inflated;
    }

    uint64_t hfile_trailer_t::trailer_field_t::num_data_index_entries() {
        if (f_num_data_index_entries)
            return m_num_data_index_entries;
        f_num_data_index_entries = true;
        m_num_data_index_entries = static_cast<uint64_t>((( ((tag() == 5) && (wire_type() == 0)) ) ? (varint()->value()) : (prev_num_data_index_entries())));
        return m_num_data_index_entries;
    }

    uint64_t hfile_trailer_t::trailer_field_t::num_data_index_levels() {
        if (f_num_data_index_levels)
            return m_num_data_index_levels;
        f_num_data_index_levels = true;
        m_num_data_index_levels = static_cast<uint64_t>((( ((tag() == 8) && (wire_type() == 0)) ) ? (varint()->value()) : (prev_num_data_index_levels())));
        return m_num_data_index_levels;
    }

    uint64_t hfile_trailer_t::trailer_field_t::num_entries() {
        if (f_num_entries)
            return m_num_entries;
        f_num_entries = true;
        m_num_entries = static_cast<uint64_t>((( ((tag() == 7) && (wire_type() == 0)) ) ? (varint()->value()) : (prev_num_entries())));
        return m_num_entries;
    }

    uint64_t hfile_trailer_t::trailer_field_t::num_meta_index_entries() {
        if (f_num_meta_index_entries)
            return m_num_meta_index_entries;
        f_num_meta_index_entries = true;
        m_num_meta_index_entries = static_cast<uint64_t>((( ((tag() == 6) && (wire_type() == 0)) ) ? (varint()->value()) : (prev_num_meta_index_entries())));
        return m_num_meta_index_entries;
    }

    uint64_t hfile_trailer_t::trailer_field_t::ofs_file_info() {
        if (f_ofs_file_info)
            return m_ofs_file_info;
        f_ofs_file_info = true;
        m_ofs_file_info = static_cast<uint64_t>((( ((tag() == 1) && (wire_type() == 0)) ) ? (varint()->value()) : (prev_ofs_file_info())));
        return m_ofs_file_info;
    }

    uint64_t hfile_trailer_t::trailer_field_t::ofs_first_data_block() {
        if (f_ofs_first_data_block)
            return m_ofs_first_data_block;
        f_ofs_first_data_block = true;
        m_ofs_first_data_block = static_cast<uint64_t>((( ((tag() == 9) && (wire_type() == 0)) ) ? (varint()->value()) : (prev_ofs_first_data_block())));
        return m_ofs_first_data_block;
    }

    uint64_t hfile_trailer_t::trailer_field_t::ofs_last_data_block() {
        if (f_ofs_last_data_block)
            return m_ofs_last_data_block;
        f_ofs_last_data_block = true;
        m_ofs_last_data_block = static_cast<uint64_t>((( ((tag() == 10) && (wire_type() == 0)) ) ? (varint()->value()) : (prev_ofs_last_data_block())));
        return m_ofs_last_data_block;
    }

    uint64_t hfile_trailer_t::trailer_field_t::ofs_load_on_open() {
        if (f_ofs_load_on_open)
            return m_ofs_load_on_open;
        f_ofs_load_on_open = true;
        m_ofs_load_on_open = static_cast<uint64_t>((( ((tag() == 2) && (wire_type() == 0)) ) ? (varint()->value()) : (prev_ofs_load_on_open())));
        return m_ofs_load_on_open;
    }

    int64_t hfile_trailer_t::trailer_field_t::tag() {
        if (f_tag)
            return m_tag;
        f_tag = true;
        m_tag = static_cast<int64_t>(key()->value() / 8);
        return m_tag;
    }

    int32_t hfile_trailer_t::trailer_field_t::wire_type() {
        if (f_wire_type)
            return m_wire_type;
        f_wire_type = true;
        m_wire_type = static_cast<int32_t>(kaitai::kstream::mod(key()->value(), 8));
        return m_wire_type;
    }

    hfile_trailer_t::trailer_proto_t::trailer_proto_t(kaitai::kstream* p__io, hfile_trailer_t* p__parent, hfile_trailer_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        m_fields = nullptr;
        f_comparator_class_name = false;
        f_compression_codec = false;
        f_encryption_key = false;
        _read();
    }

    void hfile_trailer_t::trailer_proto_t::_read() {
        m_fields = std::unique_ptr<std::vector<std::unique_ptr<trailer_field_t>>>(new std::vector<std::unique_ptr<trailer_field_t>>());
        {
            int i = 0;
            while (!m__io->is_eof()) {
                m_fields->push_back(std::move(std::unique_ptr<trailer_field_t>(new trailer_field_t(static_cast<int32_t>(i), ((i == 0) ? (static_cast<uint64_t>(0)) : (fields()->at(i - 1)->ofs_file_info())), ((i == 0) ? (static_cast<uint64_t>(0)) : (fields()->at(i - 1)->ofs_load_on_open())), ((i == 0) ? (static_cast<uint64_t>(0)) : (fields()->at(i - 1)->len_data_index_inflated())), ((i == 0) ? (static_cast<uint64_t>(0)) : (fields()->at(i - 1)->len_total_inflated())), ((i == 0) ? (static_cast<uint64_t>(0)) : (fields()->at(i - 1)->num_data_index_entries())), ((i == 0) ? (static_cast<uint64_t>(0)) : (fields()->at(i - 1)->num_meta_index_entries())), ((i == 0) ? (static_cast<uint64_t>(0)) : (fields()->at(i - 1)->num_entries())), ((i == 0) ? (static_cast<uint64_t>(0)) : (fields()->at(i - 1)->num_data_index_levels())), ((i == 0) ? (static_cast<uint64_t>(0)) : (fields()->at(i - 1)->ofs_first_data_block())), ((i == 0) ? (static_cast<uint64_t>(0)) : (fields()->at(i - 1)->ofs_last_data_block())), ((i == 0) ? (static_cast<uint64_t>(2)) : (fields()->at(i - 1)->compression_codec())), ((i == 0) ? (static_cast<int32_t>(-1)) : (fields()->at(i - 1)->comparator_at())), ((i == 0) ? (static_cast<int32_t>(-1)) : (fields()->at(i - 1)->encryption_key_at())), m__io, this, m__root))));
                i++;
            }
        }
    }

    hfile_trailer_t::trailer_proto_t::~trailer_proto_t() {
        _clean_up();
    }

    void hfile_trailer_t::trailer_proto_t::_clean_up() {
    }

    std::string hfile_trailer_t::trailer_proto_t::comparator_class_name() {
        if (f_comparator_class_name)
            return m_comparator_class_name;
        f_comparator_class_name = true;
        n_comparator_class_name = true;
        if (static_cast<int32_t>(((fields()->size() > 0) ? (fields()->back()->comparator_at()) : (static_cast<int32_t>(-1)))) >= 0) {
            n_comparator_class_name = false;
            m_comparator_class_name = fields()->at(fields()->back()->comparator_at())->bytes();
        }
        return m_comparator_class_name;
    }

    uint64_t hfile_trailer_t::trailer_proto_t::compression_codec() {
        if (f_compression_codec)
            return m_compression_codec;
        f_compression_codec = true;
        m_compression_codec = static_cast<uint64_t>(((fields()->size() == 0) ? (static_cast<uint64_t>(2)) : (fields()->back()->compression_codec())));
        return m_compression_codec;
    }

    std::string hfile_trailer_t::trailer_proto_t::encryption_key() {
        if (f_encryption_key)
            return m_encryption_key;
        f_encryption_key = true;
        n_encryption_key = true;
        if (static_cast<int32_t>(((fields()->size() > 0) ? (fields()->back()->encryption_key_at()) : (static_cast<int32_t>(-1)))) >= 0) {
            n_encryption_key = false;
            m_encryption_key = fields()->at(fields()->back()->encryption_key_at())->bytes();
        }
        return m_encryption_key;
    }

    bool hfile_trailer_t::has_message() {
        if (f_has_message)
            return m_has_message;
        f_has_message = true;
        m_has_message =  ((major() >= 3) || (minor() >= 2)) ;
        return m_has_message;
    }
}
