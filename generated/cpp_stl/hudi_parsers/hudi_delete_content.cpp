// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

#include "hudi_delete_content.h"
#include "kaitai/exceptions.h"
namespace hudi_parsers {

    hudi_delete_content_t::hudi_delete_content_t(kaitai::kstream* p__io, kaitai::kstruct* p__parent, hudi_delete_content_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root ? p__root : this;
        m__io__raw_payload = nullptr;
        _read();
    }

    void hudi_delete_content_t::_read() {
        m_version = m__io->read_s4be();
        if (!( ((m_version == 1) || (m_version == 2) || (m_version == 3)) )) {
            throw kaitai::validation_not_any_of_error<int32_t>(m_version, m__io, std::string("/seq/0"));
        }
        m_len_payload = m__io->read_s4be();
        {
            int32_t _ = m_len_payload;
            if (!( ((_ >= 0) && (static_cast<int64_t>(_) <= static_cast<int64_t>(_io()->size()) - static_cast<int64_t>(_io()->pos()))) )) {
                throw kaitai::validation_expr_error<int32_t>(m_len_payload, m__io, std::string("/seq/1"));
            }
        }
        n_payload = true;
        switch (version()) {
        case 1: {
            n_payload = false;
            m__raw_payload = m__io->read_bytes(len_payload());
            m__io__raw_payload = std::unique_ptr<kaitai::kstream>(new kaitai::kstream(m__raw_payload));
            m_payload = std::unique_ptr<hudi_delete_kryo_t>(new hudi_delete_kryo_t(1, m__io__raw_payload.get()));
            break;
        }
        case 2: {
            n_payload = false;
            m__raw_payload = m__io->read_bytes(len_payload());
            m__io__raw_payload = std::unique_ptr<kaitai::kstream>(new kaitai::kstream(m__raw_payload));
            m_payload = std::unique_ptr<hudi_delete_kryo_t>(new hudi_delete_kryo_t(2, m__io__raw_payload.get()));
            break;
        }
        case 3: {
            n_payload = false;
            m__raw_payload = m__io->read_bytes(len_payload());
            m__io__raw_payload = std::unique_ptr<kaitai::kstream>(new kaitai::kstream(m__raw_payload));
            m_payload = std::unique_ptr<hudi_delete_record_list_t>(new hudi_delete_record_list_t(m__io__raw_payload.get()));
            break;
        }
        default: {
            m__raw_payload = m__io->read_bytes(len_payload());
            break;
        }
        }
    }

    hudi_delete_content_t::~hudi_delete_content_t() {
        _clean_up();
    }

    void hudi_delete_content_t::_clean_up() {
        if (!n_payload) {
        }
    }
}
