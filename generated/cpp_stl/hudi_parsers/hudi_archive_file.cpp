// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

#include "hudi_archive_file.h"
#include "kaitai/exceptions.h"
namespace hudi_parsers {

    hudi_archive_file_t::hudi_archive_file_t(kaitai::kstream* p__io, kaitai::kstruct* p__parent, hudi_archive_file_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root ? p__root : this;
        m_blocks = nullptr;
        _read();
    }

    void hudi_archive_file_t::_read() {
        m_blocks = std::unique_ptr<std::vector<std::unique_ptr<block_t>>>(new std::vector<std::unique_ptr<block_t>>());
        {
            int i = 0;
            while (!m__io->is_eof()) {
                m_blocks->push_back(std::move(std::unique_ptr<block_t>(new block_t(m__io, this, m__root))));
                i++;
            }
        }
    }

    hudi_archive_file_t::~hudi_archive_file_t() {
        _clean_up();
    }

    void hudi_archive_file_t::_clean_up() {
    }

    hudi_archive_file_t::block_t::block_t(kaitai::kstream* p__io, hudi_archive_file_t* p__parent, hudi_archive_file_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        m_frame = nullptr;
        f_content = false;
        f_schema = false;
        _read();
    }

    void hudi_archive_file_t::block_t::_read() {
        m_frame = std::unique_ptr<hudi_log_block_t>(new hudi_log_block_t(m__io));
        m_check_type = m__io->read_bytes(0);
        {
            std::string _ = m_check_type;
            if (!( ((_.length() == 0) && (frame()->block_type() == hudi_log_block_t::BLOCK_TYPE_AVRO_DATA)) )) {
                throw kaitai::validation_expr_error<std::string>(m_check_type, m__io, std::string("/types/block/seq/1"));
            }
        }
        m_check_header = m__io->read_bytes(0);
        {
            std::string _ = m_check_header;
            if (!( ((_.length() == 0) && (frame()->header()->num_entries() == 1) && (frame()->header()->entries()->at(0)->key() == hudi_log_block_t::HEADER_KEY_SCHEMA)) )) {
                throw kaitai::validation_expr_error<std::string>(m_check_header, m__io, std::string("/types/block/seq/2"));
            }
        }
        m_check_footer = m__io->read_bytes(0);
        {
            std::string _ = m_check_footer;
            if (!( ((_.length() == 0) && (frame()->footer()->num_entries() == 0)) )) {
                throw kaitai::validation_expr_error<std::string>(m_check_footer, m__io, std::string("/types/block/seq/3"));
            }
        }
    }

    hudi_archive_file_t::block_t::~block_t() {
        _clean_up();
    }

    void hudi_archive_file_t::block_t::_clean_up() {
    }

    hudi_log_avro_content_t* hudi_archive_file_t::block_t::content() {
        if (f_content)
            return m_content;
        f_content = true;
        m_content = static_cast<hudi_log_avro_content_t*>(frame()->content());
        return m_content;
    }

    std::string hudi_archive_file_t::block_t::schema() {
        if (f_schema)
            return m_schema;
        f_schema = true;
        m_schema = frame()->header()->entries()->at(0)->value();
        return m_schema;
    }
}
