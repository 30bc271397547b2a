// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

#include "hfile_block_header.h"
#include "kaitai/exceptions.h"
namespace hudi_parsers {
    const std::set<hfile_block_header_t::checksum_type_t> hfile_block_header_t::_values_checksum_type_t{
        hfile_block_header_t::CHECKSUM_TYPE_NONE,
        hfile_block_header_t::CHECKSUM_TYPE_CRC32,
        hfile_block_header_t::CHECKSUM_TYPE_CRC32C,
    };
    bool hfile_block_header_t::_is_defined_checksum_type_t(hfile_block_header_t::checksum_type_t v) {
        return hfile_block_header_t::_values_checksum_type_t.find(v) != hfile_block_header_t::_values_checksum_type_t.end();
    }

    hfile_block_header_t::hfile_block_header_t(bool p_has_checksums, int64_t p_len_max, kaitai::kstream* p__io, kaitai::kstruct* p__parent, hfile_block_header_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root ? p__root : this;
        m_has_checksums = p_has_checksums;
        m_len_max = p_len_max;
        f_len_block = false;
        f_len_header = false;
        f_len_payload = false;
        f_num_checksums = false;
        _read();
    }

    void hfile_block_header_t::_read() {
        m_magic = kaitai::kstream::bytes_to_str(m__io->read_bytes(8), "ASCII");
        if (!( ((m_magic == std::string("DATABLK*")) || (m_magic == std::string("DATABLKE")) || (m_magic == std::string("IDXLEAF2")) || (m_magic == std::string("BLMFBLK2")) || (m_magic == std::string("METABLKc")) || (m_magic == std::string("IDXINTE2")) || (m_magic == std::string("IDXROOT2")) || (m_magic == std::string("FILEINF2")) || (m_magic == std::string("BLMFMET2")) || (m_magic == std::string("DFBLMET2"))) )) {
            throw kaitai::validation_not_any_of_error<std::string>(m_magic, m__io, std::string("/seq/0"));
        }
        m_len_payload_and_checksums = m__io->read_s4be();
        {
            int32_t _ = m_len_payload_and_checksums;
            if (!( ((_ >= 0) && (static_cast<int64_t>(_) <= len_max() - static_cast<int64_t>(len_header()))) )) {
                throw kaitai::validation_expr_error<int32_t>(m_len_payload_and_checksums, m__io, std::string("/seq/1"));
            }
        }
        m_len_payload_inflated = m__io->read_s4be();
        if (!(m_len_payload_inflated >= 0)) {
            throw kaitai::validation_less_than_error<int32_t>(0, m_len_payload_inflated, m__io, std::string("/seq/2"));
        }
        m_ofs_prev_block = m__io->read_s8be();
        n_checksum_type = true;
        if (has_checksums()) {
            n_checksum_type = false;
            m_checksum_type = static_cast<hfile_block_header_t::checksum_type_t>(m__io->read_u1());
            if (!( ((m_checksum_type == hfile_block_header_t::CHECKSUM_TYPE_NONE) || (m_checksum_type == hfile_block_header_t::CHECKSUM_TYPE_CRC32) || (m_checksum_type == hfile_block_header_t::CHECKSUM_TYPE_CRC32C)) )) {
                throw kaitai::validation_not_any_of_error<hfile_block_header_t::checksum_type_t>(m_checksum_type, m__io, std::string("/seq/4"));
            }
        }
        n_len_checksum_chunk = true;
        if (has_checksums()) {
            n_len_checksum_chunk = false;
            m_len_checksum_chunk = m__io->read_s4be();
            if (!(m_len_checksum_chunk >= 1)) {
                throw kaitai::validation_less_than_error<int32_t>(1, m_len_checksum_chunk, m__io, std::string("/seq/5"));
            }
        }
        n_len_header_and_payload = true;
        if (has_checksums()) {
            n_len_header_and_payload = false;
            m_len_header_and_payload = m__io->read_s4be();
            {
                int32_t _ = m_len_header_and_payload;
                if (!( ((_ >= 33) && (_ - 33 <= len_payload_and_checksums()) && (static_cast<int64_t>(len_payload_and_checksums() - (_ - 33)) == ((static_cast<int64_t>(_) - 1) / static_cast<int64_t>(len_checksum_chunk()) + 1) * 4)) )) {
                    throw kaitai::validation_expr_error<int32_t>(m_len_header_and_payload, m__io, std::string("/seq/6"));
                }
            }
        }
    }

    hfile_block_header_t::~hfile_block_header_t() {
        _clean_up();
    }

    void hfile_block_header_t::_clean_up() {
        if (!n_checksum_type) {
        }
        if (!n_len_checksum_chunk) {
        }
        if (!n_len_header_and_payload) {
        }
    }

    int64_t hfile_block_header_t::len_block() {
        if (f_len_block)
            return m_len_block;
        f_len_block = true;
        m_len_block = static_cast<int64_t>(static_cast<int64_t>(len_header()) + static_cast<int64_t>(len_payload_and_checksums()));
        return m_len_block;
    }

    int32_t hfile_block_header_t::len_header() {
        if (f_len_header)
            return m_len_header;
        f_len_header = true;
        m_len_header = static_cast<int32_t>(((has_checksums()) ? (static_cast<int32_t>(33)) : (static_cast<int32_t>(24))));
        return m_len_header;
    }

    int32_t hfile_block_header_t::len_payload() {
        if (f_len_payload)
            return m_len_payload;
        f_len_payload = true;
        m_len_payload = static_cast<int32_t>(((has_checksums()) ? (static_cast<int32_t>(len_header_and_payload() - 33)) : (len_payload_and_checksums())));
        return m_len_payload;
    }

    int32_t hfile_block_header_t::num_checksums() {
        if (f_num_checksums)
            return m_num_checksums;
        f_num_checksums = true;
        m_num_checksums = static_cast<int32_t>(((has_checksums()) ? (static_cast<int32_t>((len_payload_and_checksums() - len_payload()) / 4)) : (static_cast<int32_t>(0))));
        return m_num_checksums;
    }
}
