// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

#include "avro_container.h"
#include "kaitai/exceptions.h"
namespace hudi_parsers {

    avro_container_t::avro_container_t(kaitai::kstream* p__io, kaitai::kstruct* p__parent, avro_container_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root ? p__root : this;
        m_metadata = nullptr;
        m_blocks = nullptr;
        _read();
    }

    void avro_container_t::_read() {
        m_magic = m__io->read_bytes(4);
        if (!(m_magic == std::string("\x4F\x62\x6A\x01", 4))) {
            throw kaitai::validation_not_equal_error<std::string>(std::string("\x4F\x62\x6A\x01", 4), m_magic, m__io, std::string("/seq/0"));
        }
        m_metadata = std::unique_ptr<std::vector<std::unique_ptr<metadata_chunk_t>>>(new std::vector<std::unique_ptr<metadata_chunk_t>>());
        {
            int i = 0;
            metadata_chunk_t* _;
            do {
                _ = new metadata_chunk_t(m__io, this, m__root);
                m_metadata->push_back(std::move(std::unique_ptr<metadata_chunk_t>(_)));
                i++;
            } while (!(_->num_entries()->value() == 0));
        }
        m_sync = m__io->read_bytes(16);
        m_blocks = std::unique_ptr<std::vector<std::unique_ptr<block_t>>>(new std::vector<std::unique_ptr<block_t>>());
        {
            int i = 0;
            while (!m__io->is_eof()) {
                m_blocks->push_back(std::move(std::unique_ptr<block_t>(new block_t(m__io, this, m__root))));
                i++;
            }
        }
    }

    avro_container_t::~avro_container_t() {
        _clean_up();
    }

    void avro_container_t::_clean_up() {
    }

    avro_container_t::avro_bytes_t::avro_bytes_t(kaitai::kstream* p__io, avro_container_t::metadata_entry_t* p__parent, avro_container_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        m_len_value = nullptr;
        _read();
    }

    void avro_container_t::avro_bytes_t::_read() {
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

    avro_container_t::avro_bytes_t::~avro_bytes_t() {
        _clean_up();
    }

    void avro_container_t::avro_bytes_t::_clean_up() {
    }

    avro_container_t::block_t::block_t(kaitai::kstream* p__io, avro_container_t* p__parent, avro_container_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        m_num_records = nullptr;
        m_len_records = nullptr;
        _read();
    }

    void avro_container_t::block_t::_read() {
        m_num_records = std::unique_ptr<avro_long_t>(new avro_long_t(m__io));
        m_check_num_records = m__io->read_bytes(0);
        {
            std::string _ = m_check_num_records;
            if (!( ((_.length() == 0) && (num_records()->value() >= 0)) )) {
                throw kaitai::validation_expr_error<std::string>(m_check_num_records, m__io, std::string("/types/block/seq/1"));
            }
        }
        m_len_records = std::unique_ptr<avro_long_t>(new avro_long_t(m__io));
        m_check_len_records = m__io->read_bytes(0);
        {
            std::string _ = m_check_len_records;
            if (!( ((_.length() == 0) && (len_records()->value() >= 0) && (len_records()->value() <= static_cast<int64_t>(_io()->size()) - static_cast<int64_t>(_io()->pos()))) )) {
                throw kaitai::validation_expr_error<std::string>(m_check_len_records, m__io, std::string("/types/block/seq/3"));
            }
        }
        m_check_room = m__io->read_bytes(0);
        {
            std::string _ = m_check_room;
            if (!( ((_.length() == 0) && ( ((num_records()->value() <= len_records()->value()) || (num_records()->value() <= 1)) )) )) {
                throw kaitai::validation_expr_error<std::string>(m_check_room, m__io, std::string("/types/block/seq/4"));
            }
        }
        m_records = m__io->read_bytes(len_records()->value());
        m_sync = m__io->read_bytes(16);
        if (!(m_sync == _parent()->sync())) {
            throw kaitai::validation_not_equal_error<std::string>(_parent()->sync(), m_sync, m__io, std::string("/types/block/seq/6"));
        }
    }

    avro_container_t::block_t::~block_t() {
        _clean_up();
    }

    void avro_container_t::block_t::_clean_up() {
    }

    avro_container_t::metadata_chunk_t::metadata_chunk_t(kaitai::kstream* p__io, avro_container_t* p__parent, avro_container_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        m_num_entries = nullptr;
        m_len_chunk = nullptr;
        m_entries = nullptr;
        f_sign = false;
        _read();
    }

    void avro_container_t::metadata_chunk_t::_read() {
        m_num_entries = std::unique_ptr<avro_long_t>(new avro_long_t(m__io));
        m_check_num_entries = m__io->read_bytes(0);
        {
            std::string _ = m_check_num_entries;
            if (!( ((_.length() == 0) && (static_cast<int64_t>(num_entries()->value()) * sign() >= 0) && (static_cast<int64_t>(num_entries()->value()) * sign() <= static_cast<int64_t>((static_cast<int64_t>(_io()->size()) - static_cast<int64_t>(_io()->pos())) / 2))) )) {
                throw kaitai::validation_expr_error<std::string>(m_check_num_entries, m__io, std::string("/types/metadata_chunk/seq/1"));
            }
        }
        n_len_chunk = true;
        if (num_entries()->value() < 0) {
            n_len_chunk = false;
            m_len_chunk = std::unique_ptr<avro_long_t>(new avro_long_t(m__io));
        }
        m_entries = std::unique_ptr<std::vector<std::unique_ptr<metadata_entry_t>>>(new std::vector<std::unique_ptr<metadata_entry_t>>());
        const int l_entries = static_cast<int64_t>(num_entries()->value() * sign());
        for (int i = 0; i < l_entries; i++) {
            m_entries->push_back(std::move(std::unique_ptr<metadata_entry_t>(new metadata_entry_t(m__io, this, m__root))));
        }
    }

    avro_container_t::metadata_chunk_t::~metadata_chunk_t() {
        _clean_up();
    }

    void avro_container_t::metadata_chunk_t::_clean_up() {
        if (!n_len_chunk) {
        }
    }

    int64_t avro_container_t::metadata_chunk_t::sign() {
        if (f_sign)
            return m_sign;
        f_sign = true;
        m_sign = static_cast<int64_t>(((num_entries()->value() < 0) ? (-(static_cast<int64_t>(1))) : (static_cast<int64_t>(1))));
        return m_sign;
    }

    avro_container_t::metadata_entry_t::metadata_entry_t(kaitai::kstream* p__io, avro_container_t::metadata_chunk_t* p__parent, avro_container_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        m_key = nullptr;
        m_value = nullptr;
        _read();
    }

    void avro_container_t::metadata_entry_t::_read() {
        m_key = std::unique_ptr<avro_bytes_t>(new avro_bytes_t(m__io, this, m__root));
        m_value = std::unique_ptr<avro_bytes_t>(new avro_bytes_t(m__io, this, m__root));
    }

    avro_container_t::metadata_entry_t::~metadata_entry_t() {
        _clean_up();
    }

    void avro_container_t::metadata_entry_t::_clean_up() {
    }
}
