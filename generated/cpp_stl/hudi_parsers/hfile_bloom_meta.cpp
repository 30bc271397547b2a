// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

#include "hfile_bloom_meta.h"
#include "kaitai/exceptions.h"
namespace hudi_parsers {
    const std::set<hfile_bloom_meta_t::hash_type_t> hfile_bloom_meta_t::_values_hash_type_t{
        hfile_bloom_meta_t::HASH_TYPE_JENKINS,
        hfile_bloom_meta_t::HASH_TYPE_MURMUR,
        hfile_bloom_meta_t::HASH_TYPE_MURMUR3,
    };
    bool hfile_bloom_meta_t::_is_defined_hash_type_t(hfile_bloom_meta_t::hash_type_t v) {
        return hfile_bloom_meta_t::_values_hash_type_t.find(v) != hfile_bloom_meta_t::_values_hash_type_t.end();
    }

    hfile_bloom_meta_t::hfile_bloom_meta_t(kaitai::kstream* p__io, kaitai::kstruct* p__parent, hfile_bloom_meta_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root ? p__root : this;
        m_len_comparator = nullptr;
        m_index = nullptr;
        _read();
    }

    void hfile_bloom_meta_t::_read() {
        m_version = m__io->read_s4be();
        if (!(m_version == 3)) {
            throw kaitai::validation_not_equal_error<int32_t>(3, m_version, m__io, std::string("/seq/0"));
        }
        m_len_chunks = m__io->read_s8be();
        if (!(m_len_chunks >= 0)) {
            throw kaitai::validation_less_than_error<int64_t>(0, m_len_chunks, m__io, std::string("/seq/1"));
        }
        m_num_hashes = m__io->read_s4be();
        if (!(m_num_hashes >= 0)) {
            throw kaitai::validation_less_than_error<int32_t>(0, m_num_hashes, m__io, std::string("/seq/2"));
        }
        m_hash_type = static_cast<hfile_bloom_meta_t::hash_type_t>(m__io->read_s4be());
        m_num_keys = m__io->read_s8be();
        if (!(m_num_keys >= 0)) {
            throw kaitai::validation_less_than_error<int64_t>(0, m_num_keys, m__io, std::string("/seq/4"));
        }
        m_num_keys_max = m__io->read_s8be();
        if (!(m_num_keys_max >= 0)) {
            throw kaitai::validation_less_than_error<int64_t>(0, m_num_keys_max, m__io, std::string("/seq/5"));
        }
        m_num_chunks = m__io->read_s4be();
        {
            int32_t _ = m_num_chunks;
            if (!( ((_ >= 0) && (static_cast<int64_t>(_) * 13 <= static_cast<int64_t>(_io()->size()) - static_cast<int64_t>(_io()->pos()))) )) {
                throw kaitai::validation_expr_error<int32_t>(m_num_chunks, m__io, std::string("/seq/6"));
            }
        }
        m_len_comparator = std::unique_ptr<hadoop_vlong_t>(new hadoop_vlong_t(m__io));
        m_check_len_comparator = m__io->read_bytes(0);
        {
            std::string _ = m_check_len_comparator;
            if (!( ((_.length() == 0) && (len_comparator()->value() >= 0) && (len_comparator()->value() <= static_cast<int64_t>(_io()->size()) - static_cast<int64_t>(_io()->pos()))) )) {
                throw kaitai::validation_expr_error<std::string>(m_check_len_comparator, m__io, std::string("/seq/8"));
            }
        }
        m_comparator = m__io->read_bytes(len_comparator()->value());
        m_index = std::unique_ptr<hfile_root_index_t>(new hfile_root_index_t(num_chunks(), false, m__io));
    }

    hfile_bloom_meta_t::~hfile_bloom_meta_t() {
        _clean_up();
    }

    void hfile_bloom_meta_t::_clean_up() {
    }
}
