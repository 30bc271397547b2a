// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

#include "hudi_log_avro_content.h"
#include "kaitai/exceptions.h"
namespace hudi_parsers {

    hudi_log_avro_content_t::hudi_log_avro_content_t(kaitai::kstream* p__io, kaitai::kstruct* p__parent, hudi_log_avro_content_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root ? p__root : this;
        m_records = nullptr;
        _read();
    }

    void hudi_log_avro_content_t::_read() {
        m_version = m__io->read_s4be();
        if (!( ((m_version == 1) || (m_version == 2) || (m_version == 3)) )) {
            throw kaitai::validation_not_any_of_error<int32_t>(m_version, m__io, std::string("/seq/0"));
        }
        m_num_records = m__io->read_s4be();
        {
            int32_t _ = m_num_records;
            if (!( ((_ >= 0) && (static_cast<int64_t>(_) * 4 <= static_cast<int64_t>(_io()->size()) - static_cast<int64_t>(_io()->pos()))) )) {
                throw kaitai::validation_expr_error<int32_t>(m_num_records, m__io, std::string("/seq/1"));
            }
        }
        m_records = std::unique_ptr<std::vector<std::unique_ptr<record_t>>>(new std::vector<std::unique_ptr<record_t>>());
        const int l_records = num_records();
        for (int i = 0; i < l_records; i++) {
            m_records->push_back(std::move(std::unique_ptr<record_t>(new record_t(m__io, this, m__root))));
        }
    }

    hudi_log_avro_content_t::~hudi_log_avro_content_t() {
        _clean_up();
    }

    void hudi_log_avro_content_t::_clean_up() {
    }

    hudi_log_avro_content_t::record_t::record_t(kaitai::kstream* p__io, hudi_log_avro_content_t* p__parent, hudi_log_avro_content_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        _read();
    }

    void hudi_log_avro_content_t::record_t::_read() {
        m_len_datum = m__io->read_s4be();
        {
            int32_t _ = m_len_datum;
            if (!( ((_ >= 0) && (static_cast<int64_t>(_) <= static_cast<int64_t>(_io()->size()) - static_cast<int64_t>(_io()->pos()))) )) {
                throw kaitai::validation_expr_error<int32_t>(m_len_datum, m__io, std::string("/types/record/seq/0"));
            }
        }
        m_datum = m__io->read_bytes(len_datum());
    }

    hudi_log_avro_content_t::record_t::~record_t() {
        _clean_up();
    }

    void hudi_log_avro_content_t::record_t::_clean_up() {
    }
}
