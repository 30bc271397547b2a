// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

#include "hudi_delete_record_list.h"
#include "kaitai/exceptions.h"
namespace hudi_parsers {

    hudi_delete_record_list_t::hudi_delete_record_list_t(kaitai::kstream* p__io, kaitai::kstruct* p__parent, hudi_delete_record_list_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root ? p__root : this;
        m_chunks = nullptr;
        _read();
    }

    void hudi_delete_record_list_t::_read() {
        m_chunks = std::unique_ptr<std::vector<std::unique_ptr<chunk_t>>>(new std::vector<std::unique_ptr<chunk_t>>());
        {
            int i = 0;
            chunk_t* _;
            do {
                _ = new chunk_t(m__io, this, m__root);
                m_chunks->push_back(std::move(std::unique_ptr<chunk_t>(_)));
                i++;
            } while (!(_->num_records()->value() == 0));
        }
        m_check_end = m__io->read_bytes(0);
        {
            std::string _ = m_check_end;
            if (!( ((_.length() == 0) && (_io()->is_eof())) )) {
                throw kaitai::validation_expr_error<std::string>(m_check_end, m__io, std::string("/seq/1"));
            }
        }
    }

    hudi_delete_record_list_t::~hudi_delete_record_list_t() {
        _clean_up();
    }

    void hudi_delete_record_list_t::_clean_up() {
    }

    hudi_delete_record_list_t::avro_boolean_t::avro_boolean_t(kaitai::kstream* p__io, kaitai::kstruct* p__parent, hudi_delete_record_list_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        _read();
    }

    void hudi_delete_record_list_t::avro_boolean_t::_read() {
        m_value = m__io->read_u1();
        if (!( ((m_value == 0) || (m_value == 1)) )) {
            throw kaitai::validation_not_any_of_error<uint8_t>(m_value, m__io, std::string("/types/avro_boolean/seq/0"));
        }
    }

    hudi_delete_record_list_t::avro_boolean_t::~avro_boolean_t() {
        _clean_up();
    }

    void hudi_delete_record_list_t::avro_boolean_t::_clean_up() {
    }

    hudi_delete_record_list_t::avro_bytes_t::avro_bytes_t(kaitai::kstream* p__io, kaitai::kstruct* p__parent, hudi_delete_record_list_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        m_len_value = nullptr;
        _read();
    }

    void hudi_delete_record_list_t::avro_bytes_t::_read() {
        m_len_value = std::unique_ptr<avro_long_t>(new avro_long_t(m__io));
        m_check_len_value = m__io->read_bytes(0);
        {
            std::string _ = m_check_len_value;
            if (!( ((_.length() == 0) && (len_value()->value() >= 0) && (len_value()->value() <= static_cast<int64_t>(_io()->size()) - static_cast<int64_t>(_io()->pos()))) )) {
                throw kaitai::validation_expr_error<std::string>(m_check_len_value, m__io, std::string("/types/avro_bytes/seq/1"));
            }
        }
        m_value = m__io->read_bytes(len_value()->value());
    }

    hudi_delete_record_list_t::avro_bytes_t::~avro_bytes_t() {
        _clean_up();
    }

    void hudi_delete_record_list_t::avro_bytes_t::_clean_up() {
    }

    hudi_delete_record_list_t::avro_double_t::avro_double_t(kaitai::kstream* p__io, kaitai::kstruct* p__parent, hudi_delete_record_list_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        _read();
    }

    void hudi_delete_record_list_t::avro_double_t::_read() {
        m_value = m__io->read_f8le();
    }

    hudi_delete_record_list_t::avro_double_t::~avro_double_t() {
        _clean_up();
    }

    void hudi_delete_record_list_t::avro_double_t::_clean_up() {
    }

    hudi_delete_record_list_t::avro_float_t::avro_float_t(kaitai::kstream* p__io, kaitai::kstruct* p__parent, hudi_delete_record_list_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        _read();
    }

    void hudi_delete_record_list_t::avro_float_t::_read() {
        m_value = m__io->read_f4le();
    }

    hudi_delete_record_list_t::avro_float_t::~avro_float_t() {
        _clean_up();
    }

    void hudi_delete_record_list_t::avro_float_t::_clean_up() {
    }

    hudi_delete_record_list_t::avro_int_t::avro_int_t(kaitai::kstream* p__io, kaitai::kstruct* p__parent, hudi_delete_record_list_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        m_zigzag = nullptr;
        f_value = false;
        _read();
    }

    void hudi_delete_record_list_t::avro_int_t::_read() {
        m_zigzag = std::unique_ptr<varint_t>(new varint_t(m__io));
        m_check_range = m__io->read_bytes(0);
        {
            std::string _ = m_check_range;
            if (!( ((_.length() == 0) && (!(zigzag()->has5())) && (static_cast<int64_t>(zigzag()->value()) <= static_cast<int64_t>(4294967295UL))) )) {
                throw kaitai::validation_expr_error<std::string>(m_check_range, m__io, std::string("/types/avro_int/seq/1"));
            }
        }
    }

    hudi_delete_record_list_t::avro_int_t::~avro_int_t() {
        _clean_up();
    }

    void hudi_delete_record_list_t::avro_int_t::_clean_up() {
    }

    int32_t hudi_delete_record_list_t::avro_int_t::value() {
        if (f_value)
            return m_value;
        f_value = true;
        m_value = static_cast<int32_t>(((kaitai::kstream::mod(zigzag()->value(), 2) == 0) ? (static_cast<int32_t>(zigzag()->value() / 2)) : (static_cast<int32_t>(-(static_cast<int64_t>(zigzag()->value() / 2)) - 1))));
        return m_value;
    }

    hudi_delete_record_list_t::chunk_t::chunk_t(kaitai::kstream* p__io, hudi_delete_record_list_t* p__parent, hudi_delete_record_list_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        m_num_records = nullptr;
        m_len_chunk = nullptr;
        m_records = nullptr;
        f_sign = false;
        _read();
    }

    void hudi_delete_record_list_t::chunk_t::_read() {
        m_num_records = std::unique_ptr<avro_long_t>(new avro_long_t(m__io));
        m_check_num_records = m__io->read_bytes(0);
        {
            std::string _ = m_check_num_records;
            if (!( ((_.length() == 0) && (static_cast<int64_t>(num_records()->value()) * sign() >= 0) && (static_cast<int64_t>(num_records()->value()) * sign() <= static_cast<int64_t>((static_cast<int64_t>(_io()->size()) - static_cast<int64_t>(_io()->pos())) / 3))) )) {
                throw kaitai::validation_expr_error<std::string>(m_check_num_records, m__io, std::string("/types/chunk/seq/1"));
            }
        }
        n_len_chunk = true;
        if (num_records()->value() < 0) {
            n_len_chunk = false;
            m_len_chunk = std::unique_ptr<avro_long_t>(new avro_long_t(m__io));
        }
        m_records = std::unique_ptr<std::vector<std::unique_ptr<record_t>>>(new std::vector<std::unique_ptr<record_t>>());
        const int l_records = static_cast<int64_t>(num_records()->value() * sign());
        for (int i = 0; i < l_records; i++) {
            m_records->push_back(std::move(std::unique_ptr<record_t>(new record_t(m__io, this, m__root))));
        }
    }

    hudi_delete_record_list_t::chunk_t::~chunk_t() {
        _clean_up();
    }

    void hudi_delete_record_list_t::chunk_t::_clean_up() {
        if (!n_len_chunk) {
        }
    }

    int64_t hudi_delete_record_list_t::chunk_t::sign() {
        if (f_sign)
            return m_sign;
        f_sign = true;
        m_sign = static_cast<int64_t>(((num_records()->value() < 0) ? (-(static_cast<int64_t>(1))) : (static_cast<int64_t>(1))));
        return m_sign;
    }

    hudi_delete_record_list_t::element_t::element_t(kaitai::kstream* p__io, hudi_delete_record_list_t::element_chunk_t* p__parent, hudi_delete_record_list_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        m_branch = nullptr;
        _read();
    }

    void hudi_delete_record_list_t::element_t::_read() {
        m_branch = std::unique_ptr<avro_long_t>(new avro_long_t(m__io));
        m_check_branch = m__io->read_bytes(0);
        {
            std::string _ = m_check_branch;
            if (!( ((_.length() == 0) && (branch()->value() >= 0) && (branch()->value() <= 12)) )) {
                throw kaitai::validation_expr_error<std::string>(m_check_branch, m__io, std::string("/types/element/seq/1"));
            }
        }
        n_value = true;
        if (branch()->value() != 0) {
            n_value = false;
            n_value = true;
            switch (static_cast<int32_t>(branch()->value())) {
            case 1: {
                n_value = false;
                m_value = std::unique_ptr<avro_boolean_t>(new avro_boolean_t(m__io, this, m__root));
                break;
            }
            case 10: {
                n_value = false;
                m_value = std::unique_ptr<avro_long_t>(new avro_long_t(m__io));
                break;
            }
            case 11: {
                n_value = false;
                m_value = std::unique_ptr<avro_long_t>(new avro_long_t(m__io));
                break;
            }
            case 12: {
                n_value = false;
                m_value = std::unique_ptr<avro_int_t>(new avro_int_t(m__io, this, m__root));
                break;
            }
            case 2: {
                n_value = false;
                m_value = std::unique_ptr<avro_int_t>(new avro_int_t(m__io, this, m__root));
                break;
            }
            case 3: {
                n_value = false;
                m_value = std::unique_ptr<avro_long_t>(new avro_long_t(m__io));
                break;
            }
            case 4: {
                n_value = false;
                m_value = std::unique_ptr<avro_float_t>(new avro_float_t(m__io, this, m__root));
                break;
            }
            case 5: {
                n_value = false;
                m_value = std::unique_ptr<avro_double_t>(new avro_double_t(m__io, this, m__root));
                break;
            }
            case 6: {
                n_value = false;
                m_value = std::unique_ptr<avro_bytes_t>(new avro_bytes_t(m__io, this, m__root));
                break;
            }
            case 7: {
                n_value = false;
                m_value = std::unique_ptr<avro_bytes_t>(new avro_bytes_t(m__io, this, m__root));
                break;
            }
            case 8: {
                n_value = false;
                m_value = std::unique_ptr<avro_int_t>(new avro_int_t(m__io, this, m__root));
                break;
            }
            case 9: {
                n_value = false;
                m_value = std::unique_ptr<avro_bytes_t>(new avro_bytes_t(m__io, this, m__root));
                break;
            }
            }
        }
    }

    hudi_delete_record_list_t::element_t::~element_t() {
        _clean_up();
    }

    void hudi_delete_record_list_t::element_t::_clean_up() {
        if (!n_value) {
        }
    }

    hudi_delete_record_list_t::element_chunk_t::element_chunk_t(kaitai::kstream* p__io, hudi_delete_record_list_t::ordering_array_t* p__parent, hudi_delete_record_list_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        m_num_elements = nullptr;
        m_len_chunk = nullptr;
        m_elements = nullptr;
        f_sign = false;
        _read();
    }

    void hudi_delete_record_list_t::element_chunk_t::_read() {
        m_num_elements = std::unique_ptr<avro_long_t>(new avro_long_t(m__io));
        m_check_num_elements = m__io->read_bytes(0);
        {
            std::string _ = m_check_num_elements;
            if (!( ((_.length() == 0) && (static_cast<int64_t>(num_elements()->value()) * sign() >= 0) && (static_cast<int64_t>(num_elements()->value()) * sign() <= static_cast<int64_t>(_io()->size()) - static_cast<int64_t>(_io()->pos()))) )) {
                throw kaitai::validation_expr_error<std::string>(m_check_num_elements, m__io, std::string("/types/element_chunk/seq/1"));
            }
        }
        n_len_chunk = true;
        if (num_elements()->value() < 0) {
            n_len_chunk = false;
            m_len_chunk = std::unique_ptr<avro_long_t>(new avro_long_t(m__io));
        }
        m_elements = std::unique_ptr<std::vector<std::unique_ptr<element_t>>>(new std::vector<std::unique_ptr<element_t>>());
        const int l_elements = static_cast<int64_t>(num_elements()->value() * sign());
        for (int i = 0; i < l_elements; i++) {
            m_elements->push_back(std::move(std::unique_ptr<element_t>(new element_t(m__io, this, m__root))));
        }
    }

    hudi_delete_record_list_t::element_chunk_t::~element_chunk_t() {
        _clean_up();
    }

    void hudi_delete_record_list_t::element_chunk_t::_clean_up() {
        if (!n_len_chunk) {
        }
    }

    int64_t hudi_delete_record_list_t::element_chunk_t::sign() {
        if (f_sign)
            return m_sign;
        f_sign = true;
        m_sign = static_cast<int64_t>(((num_elements()->value() < 0) ? (-(static_cast<int64_t>(1))) : (static_cast<int64_t>(1))));
        return m_sign;
    }

    hudi_delete_record_list_t::optional_string_t::optional_string_t(kaitai::kstream* p__io, hudi_delete_record_list_t::record_t* p__parent, hudi_delete_record_list_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        m_branch = nullptr;
        m_string = nullptr;
        _read();
    }

    void hudi_delete_record_list_t::optional_string_t::_read() {
        m_branch = std::unique_ptr<avro_long_t>(new avro_long_t(m__io));
        m_check_branch = m__io->read_bytes(0);
        {
            std::string _ = m_check_branch;
            if (!( ((_.length() == 0) && (branch()->value() >= 0) && (branch()->value() <= 1)) )) {
                throw kaitai::validation_expr_error<std::string>(m_check_branch, m__io, std::string("/types/optional_string/seq/1"));
            }
        }
        n_string = true;
        if (branch()->value() == 1) {
            n_string = false;
            m_string = std::unique_ptr<avro_bytes_t>(new avro_bytes_t(m__io, this, m__root));
        }
    }

    hudi_delete_record_list_t::optional_string_t::~optional_string_t() {
        _clean_up();
    }

    void hudi_delete_record_list_t::optional_string_t::_clean_up() {
        if (!n_string) {
        }
    }

    hudi_delete_record_list_t::ordering_t::ordering_t(kaitai::kstream* p__io, hudi_delete_record_list_t::record_t* p__parent, hudi_delete_record_list_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        m_branch = nullptr;
        _read();
    }

    void hudi_delete_record_list_t::ordering_t::_read() {
        m_branch = std::unique_ptr<avro_long_t>(new avro_long_t(m__io));
        m_check_branch = m__io->read_bytes(0);
        {
            std::string _ = m_check_branch;
            if (!( ((_.length() == 0) && (branch()->value() >= 0) && (branch()->value() <= 12)) )) {
                throw kaitai::validation_expr_error<std::string>(m_check_branch, m__io, std::string("/types/ordering/seq/1"));
            }
        }
        n_value = true;
        if (branch()->value() != 0) {
            n_value = false;
            n_value = true;
            switch (static_cast<int32_t>(branch()->value())) {
            case 1: {
                n_value = false;
                m_value = std::unique_ptr<avro_boolean_t>(new avro_boolean_t(m__io, this, m__root));
                break;
            }
            case 10: {
                n_value = false;
                m_value = std::unique_ptr<avro_long_t>(new avro_long_t(m__io));
                break;
            }
            case 11: {
                n_value = false;
                m_value = std::unique_ptr<avro_long_t>(new avro_long_t(m__io));
                break;
            }
            case 12: {
                n_value = false;
                m_value = std::unique_ptr<ordering_array_t>(new ordering_array_t(m__io, this, m__root));
                break;
            }
            case 2: {
                n_value = false;
                m_value = std::unique_ptr<avro_int_t>(new avro_int_t(m__io, this, m__root));
                break;
            }
            case 3: {
                n_value = false;
                m_value = std::unique_ptr<avro_long_t>(new avro_long_t(m__io));
                break;
            }
            case 4: {
                n_value = false;
                m_value = std::unique_ptr<avro_float_t>(new avro_float_t(m__io, this, m__root));
                break;
            }
            case 5: {
                n_value = false;
                m_value = std::unique_ptr<avro_double_t>(new avro_double_t(m__io, this, m__root));
                break;
            }
            case 6: {
                n_value = false;
                m_value = std::unique_ptr<avro_bytes_t>(new avro_bytes_t(m__io, this, m__root));
                break;
            }
            case 7: {
                n_value = false;
                m_value = std::unique_ptr<avro_bytes_t>(new avro_bytes_t(m__io, this, m__root));
                break;
            }
            case 8: {
                n_value = false;
                m_value = std::unique_ptr<avro_int_t>(new avro_int_t(m__io, this, m__root));
                break;
            }
            case 9: {
                n_value = false;
                m_value = std::unique_ptr<avro_bytes_t>(new avro_bytes_t(m__io, this, m__root));
                break;
            }
            }
        }
    }

    hudi_delete_record_list_t::ordering_t::~ordering_t() {
        _clean_up();
    }

    void hudi_delete_record_list_t::ordering_t::_clean_up() {
        if (!n_value) {
        }
    }

    hudi_delete_record_list_t::ordering_array_t::ordering_array_t(kaitai::kstream* p__io, hudi_delete_record_list_t::ordering_t* p__parent, hudi_delete_record_list_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        m_branch = nullptr;
        m_chunks = nullptr;
        _read();
    }

    void hudi_delete_record_list_t::ordering_array_t::_read() {
        m_branch = std::unique_ptr<avro_long_t>(new avro_long_t(m__io));
        m_check_branch = m__io->read_bytes(0);
        {
            std::string _ = m_check_branch;
            if (!( ((_.length() == 0) && (branch()->value() >= 0) && (branch()->value() <= 1)) )) {
                throw kaitai::validation_expr_error<std::string>(m_check_branch, m__io, std::string("/types/ordering_array/seq/1"));
            }
        }
        n_chunks = true;
        if (branch()->value() == 1) {
            n_chunks = false;
            m_chunks = std::unique_ptr<std::vector<std::unique_ptr<element_chunk_t>>>(new std::vector<std::unique_ptr<element_chunk_t>>());
            {
                int i = 0;
                element_chunk_t* _;
                do {
                    _ = new element_chunk_t(m__io, this, m__root);
                    m_chunks->push_back(std::move(std::unique_ptr<element_chunk_t>(_)));
                    i++;
                } while (!(_->num_elements()->value() == 0));
            }
        }
    }

    hudi_delete_record_list_t::ordering_array_t::~ordering_array_t() {
        _clean_up();
    }

    void hudi_delete_record_list_t::ordering_array_t::_clean_up() {
        if (!n_chunks) {
        }
    }

    hudi_delete_record_list_t::record_t::record_t(kaitai::kstream* p__io, hudi_delete_record_list_t::chunk_t* p__parent, hudi_delete_record_list_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        m_record_key = nullptr;
        m_partition_path = nullptr;
        m_ordering = nullptr;
        _read();
    }

    void hudi_delete_record_list_t::record_t::_read() {
        m_record_key = std::unique_ptr<optional_string_t>(new optional_string_t(m__io, this, m__root));
        m_partition_path = std::unique_ptr<optional_string_t>(new optional_string_t(m__io, this, m__root));
        m_ordering = std::unique_ptr<ordering_t>(new ordering_t(m__io, this, m__root));
    }

    hudi_delete_record_list_t::record_t::~record_t() {
        _clean_up();
    }

    void hudi_delete_record_list_t::record_t::_clean_up() {
    }
}
