// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

#include "hudi_bloom_filter_dynamic.h"
#include "kaitai/exceptions.h"
namespace hudi_parsers {

    hudi_bloom_filter_dynamic_t::hudi_bloom_filter_dynamic_t(kaitai::kstream* p__io, kaitai::kstruct* p__parent, hudi_bloom_filter_dynamic_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root ? p__root : this;
        m_rows = nullptr;
        f_hash_type = false;
        f_num_hashes = false;
        _read();
    }

    void hudi_bloom_filter_dynamic_t::_read() {
        m_version = m__io->read_s4be();
        {
            int32_t _ = m_version;
            if (!( ((_ == -1) || (_ > 0)) )) {
                throw kaitai::validation_expr_error<int32_t>(m_version, m__io, std::string("/seq/0"));
            }
        }
        n_num_hashes_written = true;
        if (version() == -1) {
            n_num_hashes_written = false;
            m_num_hashes_written = m__io->read_s4be();
            if (!(m_num_hashes_written >= 1)) {
                throw kaitai::validation_less_than_error<int32_t>(1, m_num_hashes_written, m__io, std::string("/seq/1"));
            }
        }
        n_hash_type_written = true;
        if (version() == -1) {
            n_hash_type_written = false;
            m_hash_type_written = m__io->read_s1();
            if (!( ((m_hash_type_written == 0) || (m_hash_type_written == 1)) )) {
                throw kaitai::validation_not_any_of_error<int8_t>(m_hash_type_written, m__io, std::string("/seq/2"));
            }
        }
        m_num_bits = m__io->read_s4be();
        if (!(m_num_bits >= 1)) {
            throw kaitai::validation_less_than_error<int32_t>(1, m_num_bits, m__io, std::string("/seq/3"));
        }
        m_num_keys_per_row = m__io->read_s4be();
        if (!(m_num_keys_per_row >= 1)) {
            throw kaitai::validation_less_than_error<int32_t>(1, m_num_keys_per_row, m__io, std::string("/seq/4"));
        }
        m_num_keys_last_row = m__io->read_s4be();
        if (!(m_num_keys_last_row >= 0)) {
            throw kaitai::validation_less_than_error<int32_t>(0, m_num_keys_last_row, m__io, std::string("/seq/5"));
        }
        m_num_rows = m__io->read_s4be();
        {
            int32_t _ = m_num_rows;
            if (!( ((_ > 0) && (static_cast<int64_t>(_) * 9 <= static_cast<int64_t>(_io()->size()) - static_cast<int64_t>(_io()->pos()))) )) {
                throw kaitai::validation_expr_error<int32_t>(m_num_rows, m__io, std::string("/seq/6"));
            }
        }
        m_rows = std::unique_ptr<std::vector<std::unique_ptr<hudi_bloom_filter_t>>>(new std::vector<std::unique_ptr<hudi_bloom_filter_t>>());
        const int l_rows = num_rows();
        for (int i = 0; i < l_rows; i++) {
            m_rows->push_back(std::move(std::unique_ptr<hudi_bloom_filter_t>(new hudi_bloom_filter_t(m__io))));
        }
    }

    hudi_bloom_filter_dynamic_t::~hudi_bloom_filter_dynamic_t() {
        _clean_up();
    }

    void hudi_bloom_filter_dynamic_t::_clean_up() {
        if (!n_num_hashes_written) {
        }
        if (!n_hash_type_written) {
        }
    }

    int32_t hudi_bloom_filter_dynamic_t::hash_type() {
        if (f_hash_type)
            return m_hash_type;
        f_hash_type = true;
        m_hash_type = static_cast<int32_t>(((version() == -1) ? (static_cast<int32_t>(hash_type_written())) : (static_cast<int32_t>(0))));
        return m_hash_type;
    }

    int64_t hudi_bloom_filter_dynamic_t::num_hashes() {
        if (f_num_hashes)
            return m_num_hashes;
        f_num_hashes = true;
        m_num_hashes = static_cast<int64_t>(((version() == -1) ? (static_cast<int64_t>(num_hashes_written())) : (static_cast<int64_t>(version()))));
        return m_num_hashes;
    }
}
