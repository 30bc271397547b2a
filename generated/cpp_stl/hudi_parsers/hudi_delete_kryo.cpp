// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

#include "hudi_delete_kryo.h"
#include "kaitai/exceptions.h"
namespace hudi_parsers {
    const std::set<hudi_delete_kryo_t::value_class_t> hudi_delete_kryo_t::_values_value_class_t{
        hudi_delete_kryo_t::VALUE_CLASS_NONE,
        hudi_delete_kryo_t::VALUE_CLASS_INT,
        hudi_delete_kryo_t::VALUE_CLASS_STRING,
        hudi_delete_kryo_t::VALUE_CLASS_FLOAT,
        hudi_delete_kryo_t::VALUE_CLASS_BOOLEAN,
        hudi_delete_kryo_t::VALUE_CLASS_LONG,
        hudi_delete_kryo_t::VALUE_CLASS_DOUBLE,
    };
    bool hudi_delete_kryo_t::_is_defined_value_class_t(hudi_delete_kryo_t::value_class_t v) {
        return hudi_delete_kryo_t::_values_value_class_t.find(v) != hudi_delete_kryo_t::_values_value_class_t.end();
    }

    hudi_delete_kryo_t::hudi_delete_kryo_t(int32_t p_version, kaitai::kstream* p__io, kaitai::kstruct* p__parent, hudi_delete_kryo_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root ? p__root : this;
        m_version = p_version;
        m_array_size = nullptr;
        m_keys = nullptr;
        m_records = nullptr;
        _read();
    }

    void hudi_delete_kryo_t::_read() {
        m_array_class = m__io->read_bytes(2);
        if (!(m_array_class == std::string("\x01\x00", 2))) {
            throw kaitai::validation_not_equal_error<std::string>(std::string("\x01\x00", 2), m_array_class, m__io, std::string("/seq/0"));
        }
        n_name_keys = true;
        if (version() == 1) {
            n_name_keys = false;
            m_name_keys = m__io->read_bytes(41);
            if (!(m_name_keys == std::string("\x5B\x4C\x6F\x72\x67\x2E\x61\x70\x61\x63\x68\x65\x2E\x68\x75\x64\x69\x2E\x63\x6F\x6D\x6D\x6F\x6E\x2E\x6D\x6F\x64\x65\x6C\x2E\x48\x6F\x6F\x64\x69\x65\x4B\x65\x79\xBB", 41))) {
                throw kaitai::validation_not_equal_error<std::string>(std::string("\x5B\x4C\x6F\x72\x67\x2E\x61\x70\x61\x63\x68\x65\x2E\x68\x75\x64\x69\x2E\x63\x6F\x6D\x6D\x6F\x6E\x2E\x6D\x6F\x64\x65\x6C\x2E\x48\x6F\x6F\x64\x69\x65\x4B\x65\x79\xBB", 41), m_name_keys, m__io, std::string("/seq/1"));
            }
        }
        n_name_records = true;
        if (version() != 1) {
            n_name_records = false;
            m_name_records = m__io->read_bytes(44);
            if (!(m_name_records == std::string("\x5B\x4C\x6F\x72\x67\x2E\x61\x70\x61\x63\x68\x65\x2E\x68\x75\x64\x69\x2E\x63\x6F\x6D\x6D\x6F\x6E\x2E\x6D\x6F\x64\x65\x6C\x2E\x44\x65\x6C\x65\x74\x65\x52\x65\x63\x6F\x72\x64\xBB", 44))) {
                throw kaitai::validation_not_equal_error<std::string>(std::string("\x5B\x4C\x6F\x72\x67\x2E\x61\x70\x61\x63\x68\x65\x2E\x68\x75\x64\x69\x2E\x63\x6F\x6D\x6D\x6F\x6E\x2E\x6D\x6F\x64\x65\x6C\x2E\x44\x65\x6C\x65\x74\x65\x52\x65\x63\x6F\x72\x64\xBB", 44), m_name_records, m__io, std::string("/seq/2"));
            }
        }
        m_array_marker = m__io->read_bytes(1);
        if (!(m_array_marker == std::string("\x01", 1))) {
            throw kaitai::validation_not_equal_error<std::string>(std::string("\x01", 1), m_array_marker, m__io, std::string("/seq/3"));
        }
        m_array_size = std::unique_ptr<varint_u4_t>(new varint_u4_t(m__io, this, m__root));
        m_check_array_size = m__io->read_bytes(0);
        {
            std::string _ = m_check_array_size;
            if (!( ((_.length() == 0) && (array_size()->value() >= 1) && (static_cast<int64_t>(static_cast<int64_t>(array_size()->value() - 1) * 3) <= static_cast<int64_t>(_io()->size()) - static_cast<int64_t>(_io()->pos()))) )) {
                throw kaitai::validation_expr_error<std::string>(m_check_array_size, m__io, std::string("/seq/5"));
            }
        }
        n_keys = true;
        if (version() == 1) {
            n_keys = false;
            m_keys = std::unique_ptr<std::vector<std::unique_ptr<key_element_t>>>(new std::vector<std::unique_ptr<key_element_t>>());
            const int l_keys = static_cast<int64_t>(array_size()->value() - 1);
            for (int i = 0; i < l_keys; i++) {
                m_keys->push_back(std::move(std::unique_ptr<key_element_t>(new key_element_t(i == 0, m__io, this, m__root))));
            }
        }
        n_records = true;
        if (version() != 1) {
            n_records = false;
            m_records = std::unique_ptr<std::vector<std::unique_ptr<record_element_t>>>(new std::vector<std::unique_ptr<record_element_t>>());
            const int l_records = static_cast<int64_t>(array_size()->value() - 1);
            for (int i = 0; i < l_records; i++) {
                m_records->push_back(std::move(std::unique_ptr<record_element_t>(new record_element_t(i == 0, m__io, this, m__root))));
            }
        }
        m_check_end = m__io->read_bytes(0);
        {
            std::string _ = m_check_end;
            if (!( ((_.length() == 0) && (_io()->is_eof())) )) {
                throw kaitai::validation_expr_error<std::string>(m_check_end, m__io, std::string("/seq/8"));
            }
        }
    }

    hudi_delete_kryo_t::~hudi_delete_kryo_t() {
        _clean_up();
    }

    void hudi_delete_kryo_t::_clean_up() {
        if (!n_name_keys) {
        }
        if (!n_name_records) {
        }
        if (!n_keys) {
        }
        if (!n_records) {
        }
    }

    hudi_delete_kryo_t::key_t::key_t(kaitai::kstream* p__io, kaitai::kstruct* p__parent, hudi_delete_kryo_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        m_partition_path = nullptr;
        m_record_key = nullptr;
        _read();
    }

    void hudi_delete_kryo_t::key_t::_read() {
        m_partition_path = std::unique_ptr<string_object_t>(new string_object_t(m__io, this, m__root));
        m_record_key = std::unique_ptr<string_object_t>(new string_object_t(m__io, this, m__root));
    }

    hudi_delete_kryo_t::key_t::~key_t() {
        _clean_up();
    }

    void hudi_delete_kryo_t::key_t::_clean_up() {
    }

    hudi_delete_kryo_t::key_element_t::key_element_t(bool p_is_first, kaitai::kstream* p__io, hudi_delete_kryo_t* p__parent, hudi_delete_kryo_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        m_is_first = p_is_first;
        m_marker = nullptr;
        m_key = nullptr;
        _read();
    }

    void hudi_delete_kryo_t::key_element_t::_read() {
        m_class_marker = m__io->read_bytes(2);
        if (!(m_class_marker == std::string("\x01\x01", 2))) {
            throw kaitai::validation_not_equal_error<std::string>(std::string("\x01\x01", 2), m_class_marker, m__io, std::string("/types/key_element/seq/0"));
        }
        n_class_name = true;
        if (is_first()) {
            n_class_name = false;
            m_class_name = m__io->read_bytes(38);
            if (!(m_class_name == std::string("\x6F\x72\x67\x2E\x61\x70\x61\x63\x68\x65\x2E\x68\x75\x64\x69\x2E\x63\x6F\x6D\x6D\x6F\x6E\x2E\x6D\x6F\x64\x65\x6C\x2E\x48\x6F\x6F\x64\x69\x65\x4B\x65\xF9", 38))) {
                throw kaitai::validation_not_equal_error<std::string>(std::string("\x6F\x72\x67\x2E\x61\x70\x61\x63\x68\x65\x2E\x68\x75\x64\x69\x2E\x63\x6F\x6D\x6D\x6F\x6E\x2E\x6D\x6F\x64\x65\x6C\x2E\x48\x6F\x6F\x64\x69\x65\x4B\x65\xF9", 38), m_class_name, m__io, std::string("/types/key_element/seq/1"));
            }
        }
        m_marker = std::unique_ptr<object_marker_t>(new object_marker_t(m__io, this, m__root));
        n_key = true;
        if (marker()->is_new()) {
            n_key = false;
            m_key = std::unique_ptr<key_t>(new key_t(m__io, this, m__root));
        }
    }

    hudi_delete_kryo_t::key_element_t::~key_element_t() {
        _clean_up();
    }

    void hudi_delete_kryo_t::key_element_t::_clean_up() {
        if (!n_class_name) {
        }
        if (!n_key) {
        }
    }

    hudi_delete_kryo_t::kryo_boolean_t::kryo_boolean_t(kaitai::kstream* p__io, hudi_delete_kryo_t::ordering_t* p__parent, hudi_delete_kryo_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        _read();
    }

    void hudi_delete_kryo_t::kryo_boolean_t::_read() {
        m_value = m__io->read_u1();
        if (!( ((m_value == 0) || (m_value == 1)) )) {
            throw kaitai::validation_not_any_of_error<uint8_t>(m_value, m__io, std::string("/types/kryo_boolean/seq/0"));
        }
    }

    hudi_delete_kryo_t::kryo_boolean_t::~kryo_boolean_t() {
        _clean_up();
    }

    void hudi_delete_kryo_t::kryo_boolean_t::_clean_up() {
    }

    hudi_delete_kryo_t::kryo_double_t::kryo_double_t(kaitai::kstream* p__io, hudi_delete_kryo_t::ordering_t* p__parent, hudi_delete_kryo_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        _read();
    }

    void hudi_delete_kryo_t::kryo_double_t::_read() {
        m_value = m__io->read_f8be();
    }

    hudi_delete_kryo_t::kryo_double_t::~kryo_double_t() {
        _clean_up();
    }

    void hudi_delete_kryo_t::kryo_double_t::_clean_up() {
    }

    hudi_delete_kryo_t::kryo_float_t::kryo_float_t(kaitai::kstream* p__io, hudi_delete_kryo_t::ordering_t* p__parent, hudi_delete_kryo_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        _read();
    }

    void hudi_delete_kryo_t::kryo_float_t::_read() {
        m_value = m__io->read_f4be();
    }

    hudi_delete_kryo_t::kryo_float_t::~kryo_float_t() {
        _clean_up();
    }

    void hudi_delete_kryo_t::kryo_float_t::_clean_up() {
    }

    hudi_delete_kryo_t::kryo_string_t::kryo_string_t(kaitai::kstream* p__io, hudi_delete_kryo_t::string_object_t* p__parent, hudi_delete_kryo_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        m_ascii_rest = nullptr;
        m_units = nullptr;
        f_has1 = false;
        f_has2 = false;
        f_has3 = false;
        f_has4 = false;
        f_is_null = false;
        f_num_units = false;
        f_size_utf = false;
        _read();
    }

    void hudi_delete_kryo_t::kryo_string_t::_read() {
        m_first = m__io->read_u1();
        n_ascii_rest = true;
        if (first() < 128) {
            n_ascii_rest = false;
            m_ascii_rest = std::unique_ptr<std::vector<uint8_t>>(new std::vector<uint8_t>());
            {
                int i = 0;
                uint8_t _;
                do {
                    _ = m__io->read_u1();
                    m_ascii_rest->push_back(_);
                    i++;
                } while (!(_ >= 128));
            }
        }
        n_n1 = true;
        if (has1()) {
            n_n1 = false;
            m_n1 = m__io->read_u1();
        }
        n_n2 = true;
        if (has2()) {
            n_n2 = false;
            m_n2 = m__io->read_u1();
        }
        n_n3 = true;
        if (has3()) {
            n_n3 = false;
            m_n3 = m__io->read_u1();
        }
        n_n4 = true;
        if (has4()) {
            n_n4 = false;
            m_n4 = m__io->read_u1();
        }
        m_check_num_units = m__io->read_bytes(0);
        {
            std::string _ = m_check_num_units;
            if (!( ((_.length() == 0) && (num_units() <= static_cast<int64_t>(_io()->size()) - static_cast<int64_t>(_io()->pos()))) )) {
                throw kaitai::validation_expr_error<std::string>(m_check_num_units, m__io, std::string("/types/kryo_string/seq/6"));
            }
        }
        n_units = true;
        if (first() >= 128) {
            n_units = false;
            m_units = std::unique_ptr<std::vector<std::unique_ptr<unit_t>>>(new std::vector<std::unique_ptr<unit_t>>());
            const int l_units = num_units();
            for (int i = 0; i < l_units; i++) {
                m_units->push_back(std::move(std::unique_ptr<unit_t>(new unit_t(m__io, this, m__root))));
            }
        }
    }

    hudi_delete_kryo_t::kryo_string_t::~kryo_string_t() {
        _clean_up();
    }

    void hudi_delete_kryo_t::kryo_string_t::_clean_up() {
        if (!n_ascii_rest) {
        }
        if (!n_n1) {
        }
        if (!n_n2) {
        }
        if (!n_n3) {
        }
        if (!n_n4) {
        }
        if (!n_units) {
        }
    }

    bool hudi_delete_kryo_t::kryo_string_t::has1() {
        if (f_has1)
            return m_has1;
        f_has1 = true;
        m_has1 = first() >= 192;
        return m_has1;
    }

    bool hudi_delete_kryo_t::kryo_string_t::has2() {
        if (f_has2)
            return m_has2;
        f_has2 = true;
        m_has2 =  ((has1()) && (n1() >= 128)) ;
        return m_has2;
    }

    bool hudi_delete_kryo_t::kryo_string_t::has3() {
        if (f_has3)
            return m_has3;
        f_has3 = true;
        m_has3 =  ((has2()) && (n2() >= 128)) ;
        return m_has3;
    }

    bool hudi_delete_kryo_t::kryo_string_t::has4() {
        if (f_has4)
            return m_has4;
        f_has4 = true;
        m_has4 =  ((has3()) && (n3() >= 128)) ;
        return m_has4;
    }

    bool hudi_delete_kryo_t::kryo_string_t::is_null() {
        if (f_is_null)
            return m_is_null;
        f_is_null = true;
        m_is_null = first() == 128;
        return m_is_null;
    }

    int64_t hudi_delete_kryo_t::kryo_string_t::num_units() {
        if (f_num_units)
            return m_num_units;
        f_num_units = true;
        m_num_units = static_cast<int64_t>((( ((first() < 128) || (size_utf() == 0)) ) ? (static_cast<int64_t>(0)) : (static_cast<int64_t>(size_utf() - 1))));
        return m_num_units;
    }

    int64_t hudi_delete_kryo_t::kryo_string_t::size_utf() {
        if (f_size_utf)
            return m_size_utf;
        f_size_utf = true;
        m_size_utf = static_cast<int64_t>((((static_cast<int64_t>(kaitai::kstream::mod(first(), 64)) + static_cast<int64_t>(((has1()) ? (static_cast<int64_t>(static_cast<int64_t>(kaitai::kstream::mod(n1(), 128)) * static_cast<int64_t>(64))) : (static_cast<int64_t>(0))))) + static_cast<int64_t>(((has2()) ? (static_cast<int64_t>(static_cast<int64_t>(kaitai::kstream::mod(n2(), 128)) * static_cast<int64_t>(8192))) : (static_cast<int64_t>(0))))) + static_cast<int64_t>(((has3()) ? (static_cast<int64_t>(static_cast<int64_t>(kaitai::kstream::mod(n3(), 128)) * static_cast<int64_t>(1048576))) : (static_cast<int64_t>(0))))) + static_cast<int64_t>(((has4()) ? (static_cast<int64_t>(static_cast<int64_t>(kaitai::kstream::mod(n4(), 128)) * static_cast<int64_t>(134217728))) : (static_cast<int64_t>(0)))));
        return m_size_utf;
    }

    hudi_delete_kryo_t::object_marker_t::object_marker_t(kaitai::kstream* p__io, kaitai::kstruct* p__parent, hudi_delete_kryo_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        m_marker = nullptr;
        f_id_referred = false;
        f_is_new = false;
        f_is_null = false;
        _read();
    }

    void hudi_delete_kryo_t::object_marker_t::_read() {
        m_marker = std::unique_ptr<varint_u4_t>(new varint_u4_t(m__io, this, m__root));
    }

    hudi_delete_kryo_t::object_marker_t::~object_marker_t() {
        _clean_up();
    }

    void hudi_delete_kryo_t::object_marker_t::_clean_up() {
    }

    int64_t hudi_delete_kryo_t::object_marker_t::id_referred() {
        if (f_id_referred)
            return m_id_referred;
        f_id_referred = true;
        m_id_referred = static_cast<int64_t>(marker()->value() - 2);
        return m_id_referred;
    }

    bool hudi_delete_kryo_t::object_marker_t::is_new() {
        if (f_is_new)
            return m_is_new;
        f_is_new = true;
        m_is_new = marker()->value() == 1;
        return m_is_new;
    }

    bool hudi_delete_kryo_t::object_marker_t::is_null() {
        if (f_is_null)
            return m_is_null;
        f_is_null = true;
        m_is_null = marker()->value() == 0;
        return m_is_null;
    }

    hudi_delete_kryo_t::ordering_t::ordering_t(kaitai::kstream* p__io, hudi_delete_kryo_t::record_t* p__parent, hudi_delete_kryo_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        _read();
    }

    void hudi_delete_kryo_t::ordering_t::_read() {
        m_value_class = static_cast<hudi_delete_kryo_t::value_class_t>(m__io->read_u1());
        if (!hudi_delete_kryo_t::_is_defined_value_class_t(m_value_class)) {
            throw kaitai::validation_not_in_enum_error<hudi_delete_kryo_t::value_class_t>(m_value_class, m__io, std::string("/types/ordering/seq/0"));
        }
        n_value = true;
        if (value_class() != hudi_delete_kryo_t::VALUE_CLASS_NONE) {
            n_value = false;
            n_value = true;
            switch (value_class()) {
            case hudi_delete_kryo_t::VALUE_CLASS_BOOLEAN: {
                n_value = false;
                m_value = std::unique_ptr<kryo_boolean_t>(new kryo_boolean_t(m__io, this, m__root));
                break;
            }
            case hudi_delete_kryo_t::VALUE_CLASS_DOUBLE: {
                n_value = false;
                m_value = std::unique_ptr<kryo_double_t>(new kryo_double_t(m__io, this, m__root));
                break;
            }
            case hudi_delete_kryo_t::VALUE_CLASS_FLOAT: {
                n_value = false;
                m_value = std::unique_ptr<kryo_float_t>(new kryo_float_t(m__io, this, m__root));
                break;
            }
            case hudi_delete_kryo_t::VALUE_CLASS_INT: {
                n_value = false;
                m_value = std::unique_ptr<varint_s4_t>(new varint_s4_t(m__io, this, m__root));
                break;
            }
            case hudi_delete_kryo_t::VALUE_CLASS_LONG: {
                n_value = false;
                m_value = std::unique_ptr<varint_s8_t>(new varint_s8_t(m__io, this, m__root));
                break;
            }
            case hudi_delete_kryo_t::VALUE_CLASS_STRING: {
                n_value = false;
                m_value = std::unique_ptr<string_object_t>(new string_object_t(m__io, this, m__root));
                break;
            }
            }
        }
        n_check_text = true;
        if (value_class() == hudi_delete_kryo_t::VALUE_CLASS_STRING) {
            n_check_text = false;
            m_check_text = m__io->read_bytes(0);
            {
                std::string _ = m_check_text;
                if (!( ((_.length() == 0) && (!(static_cast<hudi_delete_kryo_t::string_object_t*>(value())->marker()->is_null()))) )) {
                    throw kaitai::validation_expr_error<std::string>(m_check_text, m__io, std::string("/types/ordering/seq/2"));
                }
            }
        }
    }

    hudi_delete_kryo_t::ordering_t::~ordering_t() {
        _clean_up();
    }

    void hudi_delete_kryo_t::ordering_t::_clean_up() {
        if (!n_value) {
        }
        if (!n_check_text) {
        }
    }

    hudi_delete_kryo_t::record_t::record_t(bool p_is_first, kaitai::kstream* p__io, hudi_delete_kryo_t::record_element_t* p__parent, hudi_delete_kryo_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        m_is_first = p_is_first;
        m_key_marker = nullptr;
        m_key = nullptr;
        m_ordering = nullptr;
        _read();
    }

    void hudi_delete_kryo_t::record_t::_read() {
        m_key_class = m__io->read_bytes(2);
        if (!(m_key_class == std::string("\x01\x02", 2))) {
            throw kaitai::validation_not_equal_error<std::string>(std::string("\x01\x02", 2), m_key_class, m__io, std::string("/types/record/seq/0"));
        }
        n_key_class_name = true;
        if (is_first()) {
            n_key_class_name = false;
            m_key_class_name = m__io->read_bytes(38);
            if (!(m_key_class_name == std::string("\x6F\x72\x67\x2E\x61\x70\x61\x63\x68\x65\x2E\x68\x75\x64\x69\x2E\x63\x6F\x6D\x6D\x6F\x6E\x2E\x6D\x6F\x64\x65\x6C\x2E\x48\x6F\x6F\x64\x69\x65\x4B\x65\xF9", 38))) {
                throw kaitai::validation_not_equal_error<std::string>(std::string("\x6F\x72\x67\x2E\x61\x70\x61\x63\x68\x65\x2E\x68\x75\x64\x69\x2E\x63\x6F\x6D\x6D\x6F\x6E\x2E\x6D\x6F\x64\x65\x6C\x2E\x48\x6F\x6F\x64\x69\x65\x4B\x65\xF9", 38), m_key_class_name, m__io, std::string("/types/record/seq/1"));
            }
        }
        m_key_marker = std::unique_ptr<object_marker_t>(new object_marker_t(m__io, this, m__root));
        m_check_key_marker = m__io->read_bytes(0);
        {
            std::string _ = m_check_key_marker;
            if (!( ((_.length() == 0) && (!(key_marker()->is_null()))) )) {
                throw kaitai::validation_expr_error<std::string>(m_check_key_marker, m__io, std::string("/types/record/seq/3"));
            }
        }
        n_key = true;
        if (key_marker()->is_new()) {
            n_key = false;
            m_key = std::unique_ptr<key_t>(new key_t(m__io, this, m__root));
        }
        m_ordering = std::unique_ptr<ordering_t>(new ordering_t(m__io, this, m__root));
    }

    hudi_delete_kryo_t::record_t::~record_t() {
        _clean_up();
    }

    void hudi_delete_kryo_t::record_t::_clean_up() {
        if (!n_key_class_name) {
        }
        if (!n_key) {
        }
    }

    hudi_delete_kryo_t::record_element_t::record_element_t(bool p_is_first, kaitai::kstream* p__io, hudi_delete_kryo_t* p__parent, hudi_delete_kryo_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        m_is_first = p_is_first;
        m_marker = nullptr;
        m_record = nullptr;
        _read();
    }

    void hudi_delete_kryo_t::record_element_t::_read() {
        m_class_marker = m__io->read_bytes(2);
        if (!(m_class_marker == std::string("\x01\x01", 2))) {
            throw kaitai::validation_not_equal_error<std::string>(std::string("\x01\x01", 2), m_class_marker, m__io, std::string("/types/record_element/seq/0"));
        }
        n_class_name = true;
        if (is_first()) {
            n_class_name = false;
            m_class_name = m__io->read_bytes(41);
            if (!(m_class_name == std::string("\x6F\x72\x67\x2E\x61\x70\x61\x63\x68\x65\x2E\x68\x75\x64\x69\x2E\x63\x6F\x6D\x6D\x6F\x6E\x2E\x6D\x6F\x64\x65\x6C\x2E\x44\x65\x6C\x65\x74\x65\x52\x65\x63\x6F\x72\xE4", 41))) {
                throw kaitai::validation_not_equal_error<std::string>(std::string("\x6F\x72\x67\x2E\x61\x70\x61\x63\x68\x65\x2E\x68\x75\x64\x69\x2E\x63\x6F\x6D\x6D\x6F\x6E\x2E\x6D\x6F\x64\x65\x6C\x2E\x44\x65\x6C\x65\x74\x65\x52\x65\x63\x6F\x72\xE4", 41), m_class_name, m__io, std::string("/types/record_element/seq/1"));
            }
        }
        m_marker = std::unique_ptr<object_marker_t>(new object_marker_t(m__io, this, m__root));
        n_record = true;
        if (marker()->is_new()) {
            n_record = false;
            m_record = std::unique_ptr<record_t>(new record_t(is_first(), m__io, this, m__root));
        }
    }

    hudi_delete_kryo_t::record_element_t::~record_element_t() {
        _clean_up();
    }

    void hudi_delete_kryo_t::record_element_t::_clean_up() {
        if (!n_class_name) {
        }
        if (!n_record) {
        }
    }

    hudi_delete_kryo_t::string_object_t::string_object_t(kaitai::kstream* p__io, kaitai::kstruct* p__parent, hudi_delete_kryo_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        m_marker = nullptr;
        m_string = nullptr;
        _read();
    }

    void hudi_delete_kryo_t::string_object_t::_read() {
        m_marker = std::unique_ptr<object_marker_t>(new object_marker_t(m__io, this, m__root));
        n_string = true;
        if (marker()->is_new()) {
            n_string = false;
            m_string = std::unique_ptr<kryo_string_t>(new kryo_string_t(m__io, this, m__root));
        }
    }

    hudi_delete_kryo_t::string_object_t::~string_object_t() {
        _clean_up();
    }

    void hudi_delete_kryo_t::string_object_t::_clean_up() {
        if (!n_string) {
        }
    }

    hudi_delete_kryo_t::unit_t::unit_t(kaitai::kstream* p__io, hudi_delete_kryo_t::kryo_string_t* p__parent, hudi_delete_kryo_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        f_value = false;
        _read();
    }

    void hudi_delete_kryo_t::unit_t::_read() {
        m_b0 = m__io->read_u1();
        {
            uint8_t _ = m_b0;
            if (!( ((_ < 128) || ( ((_ >= 192) && (_ < 240)) )) )) {
                throw kaitai::validation_expr_error<uint8_t>(m_b0, m__io, std::string("/types/unit/seq/0"));
            }
        }
        n_b1 = true;
        if (b0() >= 192) {
            n_b1 = false;
            m_b1 = m__io->read_u1();
        }
        n_b2 = true;
        if (b0() >= 224) {
            n_b2 = false;
            m_b2 = m__io->read_u1();
        }
    }

    hudi_delete_kryo_t::unit_t::~unit_t() {
        _clean_up();
    }

    void hudi_delete_kryo_t::unit_t::_clean_up() {
        if (!n_b1) {
        }
        if (!n_b2) {
        }
    }

    int32_t hudi_delete_kryo_t::unit_t::value() {
        if (f_value)
            return m_value;
        f_value = true;
        m_value = static_cast<int32_t>(((b0() < 128) ? (static_cast<int32_t>(b0())) : (static_cast<int32_t>(((b0() < 224) ? (static_cast<int32_t>(static_cast<int32_t>(kaitai::kstream::mod(b0(), 32)) * 64 + static_cast<int32_t>(kaitai::kstream::mod(b1(), 64)))) : (static_cast<int32_t>((static_cast<int32_t>(kaitai::kstream::mod(b0(), 16)) * 4096 + static_cast<int32_t>(kaitai::kstream::mod(b1(), 64)) * 64) + static_cast<int32_t>(kaitai::kstream::mod(b2(), 64)))))))));
        return m_value;
    }

    hudi_delete_kryo_t::varint_s4_t::varint_s4_t(kaitai::kstream* p__io, hudi_delete_kryo_t::ordering_t* p__parent, hudi_delete_kryo_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        m_zigzag = nullptr;
        f_value = false;
        _read();
    }

    void hudi_delete_kryo_t::varint_s4_t::_read() {
        m_zigzag = std::unique_ptr<varint_u4_t>(new varint_u4_t(m__io, this, m__root));
    }

    hudi_delete_kryo_t::varint_s4_t::~varint_s4_t() {
        _clean_up();
    }

    void hudi_delete_kryo_t::varint_s4_t::_clean_up() {
    }

    int32_t hudi_delete_kryo_t::varint_s4_t::value() {
        if (f_value)
            return m_value;
        f_value = true;
        m_value = static_cast<int32_t>(((kaitai::kstream::mod(zigzag()->value(), 2) == 0) ? (static_cast<int32_t>(zigzag()->value() / 2)) : (static_cast<int32_t>(-(static_cast<int64_t>(zigzag()->value() / 2)) - 1))));
        return m_value;
    }

    hudi_delete_kryo_t::varint_s8_t::varint_s8_t(kaitai::kstream* p__io, hudi_delete_kryo_t::ordering_t* p__parent, hudi_delete_kryo_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        f_has1 = false;
        f_has2 = false;
        f_has3 = false;
        f_has4 = false;
        f_has5 = false;
        f_has6 = false;
        f_has7 = false;
        f_has8 = false;
        f_magnitude = false;
        f_value = false;
        _read();
    }

    void hudi_delete_kryo_t::varint_s8_t::_read() {
        m_b0 = m__io->read_u1();
        n_b1 = true;
        if (has1()) {
            n_b1 = false;
            m_b1 = m__io->read_u1();
        }
        n_b2 = true;
        if (has2()) {
            n_b2 = false;
            m_b2 = m__io->read_u1();
        }
        n_b3 = true;
        if (has3()) {
            n_b3 = false;
            m_b3 = m__io->read_u1();
        }
        n_b4 = true;
        if (has4()) {
            n_b4 = false;
            m_b4 = m__io->read_u1();
        }
        n_b5 = true;
        if (has5()) {
            n_b5 = false;
            m_b5 = m__io->read_u1();
        }
        n_b6 = true;
        if (has6()) {
            n_b6 = false;
            m_b6 = m__io->read_u1();
        }
        n_b7 = true;
        if (has7()) {
            n_b7 = false;
            m_b7 = m__io->read_u1();
        }
        n_b8 = true;
        if (has8()) {
            n_b8 = false;
            m_b8 = m__io->read_u1();
        }
    }

    hudi_delete_kryo_t::varint_s8_t::~varint_s8_t() {
        _clean_up();
    }

    void hudi_delete_kryo_t::varint_s8_t::_clean_up() {
        if (!n_b1) {
        }
        if (!n_b2) {
        }
        if (!n_b3) {
        }
        if (!n_b4) {
        }
        if (!n_b5) {
        }
        if (!n_b6) {
        }
        if (!n_b7) {
        }
        if (!n_b8) {
        }
    }

    bool hudi_delete_kryo_t::varint_s8_t::has1() {
        if (f_has1)
            return m_has1;
        f_has1 = true;
        m_has1 = b0() >= 128;
        return m_has1;
    }

    bool hudi_delete_kryo_t::varint_s8_t::has2() {
        if (f_has2)
            return m_has2;
        f_has2 = true;
        m_has2 =  ((has1()) && (b1() >= 128)) ;
        return m_has2;
    }

    bool hudi_delete_kryo_t::varint_s8_t::has3() {
        if (f_has3)
            return m_has3;
        f_has3 = true;
        m_has3 =  ((has2()) && (b2() >= 128)) ;
        return m_has3;
    }

    bool hudi_delete_kryo_t::varint_s8_t::has4() {
        if (f_has4)
            return m_has4;
        f_has4 = true;
        m_has4 =  ((has3()) && (b3() >= 128)) ;
        return m_has4;
    }

    bool hudi_delete_kryo_t::varint_s8_t::has5() {
        if (f_has5)
            return m_has5;
        f_has5 = true;
        m_has5 =  ((has4()) && (b4() >= 128)) ;
        return m_has5;
    }

    bool hudi_delete_kryo_t::varint_s8_t::has6() {
        if (f_has6)
            return m_has6;
        f_has6 = true;
        m_has6 =  ((has5()) && (b5() >= 128)) ;
        return m_has6;
    }

    bool hudi_delete_kryo_t::varint_s8_t::has7() {
        if (f_has7)
            return m_has7;
        f_has7 = true;
        m_has7 =  ((has6()) && (b6() >= 128)) ;
        return m_has7;
    }

    bool hudi_delete_kryo_t::varint_s8_t::has8() {
        if (f_has8)
            return m_has8;
        f_has8 = true;
        m_has8 =  ((has7()) && (b7() >= 128)) ;
        return m_has8;
    }

    int64_t hudi_delete_kryo_t::varint_s8_t::magnitude() {
        if (f_magnitude)
            return m_magnitude;
        f_magnitude = true;
        m_magnitude = static_cast<int64_t>((((((((static_cast<int64_t>(kaitai::kstream::mod(b0(), 128) / 2) + static_cast<int64_t>(((has1()) ? (static_cast<int64_t>(static_cast<int64_t>(kaitai::kstream::mod(b1(), 128)) * static_cast<int64_t>(64))) : (static_cast<int64_t>(0))))) + static_cast<int64_t>(((has2()) ? (static_cast<int64_t>(static_cast<int64_t>(kaitai::kstream::mod(b2(), 128)) * static_cast<int64_t>(8192))) : (static_cast<int64_t>(0))))) + static_cast<int64_t>(((has3()) ? (static_cast<int64_t>(static_cast<int64_t>(kaitai::kstream::mod(b3(), 128)) * static_cast<int64_t>(1048576))) : (static_cast<int64_t>(0))))) + static_cast<int64_t>(((has4()) ? (static_cast<int64_t>(static_cast<int64_t>(kaitai::kstream::mod(b4(), 128)) * static_cast<int64_t>(134217728))) : (static_cast<int64_t>(0))))) + static_cast<int64_t>(((has5()) ? (static_cast<int64_t>(static_cast<int64_t>(kaitai::kstream::mod(b5(), 128)) * static_cast<int64_t>(17179869184LL))) : (static_cast<int64_t>(0))))) + static_cast<int64_t>(((has6()) ? (static_cast<int64_t>(static_cast<int64_t>(kaitai::kstream::mod(b6(), 128)) * static_cast<int64_t>(2199023255552LL))) : (static_cast<int64_t>(0))))) + static_cast<int64_t>(((has7()) ? (static_cast<int64_t>(static_cast<int64_t>(kaitai::kstream::mod(b7(), 128)) * static_cast<int64_t>(281474976710656LL))) : (static_cast<int64_t>(0))))) + static_cast<int64_t>(((has8()) ? (static_cast<int64_t>(static_cast<int64_t>(b8()) * static_cast<int64_t>(36028797018963968LL))) : (static_cast<int64_t>(0)))));
        return m_magnitude;
    }

    int64_t hudi_delete_kryo_t::varint_s8_t::value() {
        if (f_value)
            return m_value;
        f_value = true;
        m_value = static_cast<int64_t>(((kaitai::kstream::mod(b0(), 2) == 0) ? (magnitude()) : (static_cast<int64_t>(-(magnitude()) - 1))));
        return m_value;
    }

    hudi_delete_kryo_t::varint_u4_t::varint_u4_t(kaitai::kstream* p__io, kaitai::kstruct* p__parent, hudi_delete_kryo_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        f_has1 = false;
        f_has2 = false;
        f_has3 = false;
        f_has4 = false;
        f_value = false;
        _read();
    }

    void hudi_delete_kryo_t::varint_u4_t::_read() {
        m_b0 = m__io->read_u1();
        n_b1 = true;
        if (has1()) {
            n_b1 = false;
            m_b1 = m__io->read_u1();
        }
        n_b2 = true;
        if (has2()) {
            n_b2 = false;
            m_b2 = m__io->read_u1();
        }
        n_b3 = true;
        if (has3()) {
            n_b3 = false;
            m_b3 = m__io->read_u1();
        }
        n_b4 = true;
        if (has4()) {
            n_b4 = false;
            m_b4 = m__io->read_u1();
            if (!(m_b4 <= 15)) {
                throw kaitai::validation_greater_than_error<uint8_t>(15, m_b4, m__io, std::string("/types/varint_u4/seq/4"));
            }
        }
    }

    hudi_delete_kryo_t::varint_u4_t::~varint_u4_t() {
        _clean_up();
    }

    void hudi_delete_kryo_t::varint_u4_t::_clean_up() {
        if (!n_b1) {
        }
        if (!n_b2) {
        }
        if (!n_b3) {
        }
        if (!n_b4) {
        }
    }

    bool hudi_delete_kryo_t::varint_u4_t::has1() {
        if (f_has1)
            return m_has1;
        f_has1 = true;
        m_has1 = b0() >= 128;
        return m_has1;
    }

    bool hudi_delete_kryo_t::varint_u4_t::has2() {
        if (f_has2)
            return m_has2;
        f_has2 = true;
        m_has2 =  ((has1()) && (b1() >= 128)) ;
        return m_has2;
    }

    bool hudi_delete_kryo_t::varint_u4_t::has3() {
        if (f_has3)
            return m_has3;
        f_has3 = true;
        m_has3 =  ((has2()) && (b2() >= 128)) ;
        return m_has3;
    }

    bool hudi_delete_kryo_t::varint_u4_t::has4() {
        if (f_has4)
            return m_has4;
        f_has4 = true;
        m_has4 =  ((has3()) && (b3() >= 128)) ;
        return m_has4;
    }

    int64_t hudi_delete_kryo_t::varint_u4_t::value() {
        if (f_value)
            return m_value;
        f_value = true;
        m_value = static_cast<int64_t>((((static_cast<int64_t>(kaitai::kstream::mod(b0(), 128)) + static_cast<int64_t>(((has1()) ? (static_cast<int64_t>(static_cast<int64_t>(kaitai::kstream::mod(b1(), 128)) * static_cast<int64_t>(128))) : (static_cast<int64_t>(0))))) + static_cast<int64_t>(((has2()) ? (static_cast<int64_t>(static_cast<int64_t>(kaitai::kstream::mod(b2(), 128)) * static_cast<int64_t>(16384))) : (static_cast<int64_t>(0))))) + static_cast<int64_t>(((has3()) ? (static_cast<int64_t>(static_cast<int64_t>(kaitai::kstream::mod(b3(), 128)) * static_cast<int64_t>(2097152))) : (static_cast<int64_t>(0))))) + static_cast<int64_t>(((has4()) ? (static_cast<int64_t>(static_cast<int64_t>(b4()) * static_cast<int64_t>(268435456))) : (static_cast<int64_t>(0)))));
        return m_value;
    }
}
