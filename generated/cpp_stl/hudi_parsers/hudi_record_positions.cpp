// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

#include "hudi_record_positions.h"
#include "kaitai/exceptions.h"
namespace hudi_parsers {

    hudi_record_positions_t::hudi_record_positions_t(kaitai::kstream* p__io, kaitai::kstruct* p__parent, hudi_record_positions_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root ? p__root : this;
        m_buckets = nullptr;
        _read();
    }

    void hudi_record_positions_t::_read() {
        m_num_buckets = m__io->read_u8le();
        {
            uint64_t _ = m_num_buckets;
            if (!( ((static_cast<int64_t>(_) >= 0) && (static_cast<int64_t>(_) <= static_cast<int64_t>((static_cast<int64_t>(_io()->size()) - static_cast<int64_t>(_io()->pos())) / 12))) )) {
                throw kaitai::validation_expr_error<uint64_t>(m_num_buckets, m__io, std::string("/seq/0"));
            }
        }
        m_buckets = std::unique_ptr<std::vector<std::unique_ptr<bucket_t>>>(new std::vector<std::unique_ptr<bucket_t>>());
        const int l_buckets = num_buckets();
        for (int i = 0; i < l_buckets; i++) {
            m_buckets->push_back(std::move(std::unique_ptr<bucket_t>(new bucket_t(m__io, this, m__root))));
        }
    }

    hudi_record_positions_t::~hudi_record_positions_t() {
        _clean_up();
    }

    void hudi_record_positions_t::_clean_up() {
    }

    hudi_record_positions_t::bitmap_t::bitmap_t(kaitai::kstream* p__io, hudi_record_positions_t::bucket_t* p__parent, hudi_record_positions_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        m_run_flags = nullptr;
        m_descriptions = nullptr;
        m_ofs_containers = nullptr;
        m_containers = nullptr;
        f_has_offsets = false;
        f_has_runs = false;
        f_num_containers = false;
        _read();
    }

    void hudi_record_positions_t::bitmap_t::_read() {
        m_cookie = m__io->read_u2le();
        if (!( ((m_cookie == 12346) || (m_cookie == 12347)) )) {
            throw kaitai::validation_not_any_of_error<uint16_t>(m_cookie, m__io, std::string("/types/bitmap/seq/0"));
        }
        m_num_containers_minus_1 = m__io->read_u2le();
        {
            uint16_t _ = m_num_containers_minus_1;
            if (!( ((!(has_runs())) || ((static_cast<int64_t>(_) + 1) * 4 <= static_cast<int64_t>(_io()->size()) - static_cast<int64_t>(_io()->pos()))) )) {
                throw kaitai::validation_expr_error<uint16_t>(m_num_containers_minus_1, m__io, std::string("/types/bitmap/seq/1"));
            }
        }
        n_num_containers_plain = true;
        if (!(has_runs())) {
            n_num_containers_plain = false;
            m_num_containers_plain = m__io->read_u4le();
            {
                uint32_t _ = m_num_containers_plain;
                if (!( ((static_cast<int64_t>(_) <= 65536) && (static_cast<int64_t>(_) * 4 <= static_cast<int64_t>(_io()->size()) - static_cast<int64_t>(_io()->pos()))) )) {
                    throw kaitai::validation_expr_error<uint32_t>(m_num_containers_plain, m__io, std::string("/types/bitmap/seq/2"));
                }
            }
        }
        n_run_flags = true;
        if (has_runs()) {
            n_run_flags = false;
            m_run_flags = std::unique_ptr<std::vector<uint8_t>>(new std::vector<uint8_t>());
            const int l_run_flags = static_cast<int64_t>((num_containers() + 7) / 8);
            for (int i = 0; i < l_run_flags; i++) {
                m_run_flags->push_back(std::move(m__io->read_u1()));
            }
        }
        m_descriptions = std::unique_ptr<std::vector<std::unique_ptr<description_t>>>(new std::vector<std::unique_ptr<description_t>>());
        const int l_descriptions = static_cast<int64_t>(num_containers());
        for (int i = 0; i < l_descriptions; i++) {
            m_descriptions->push_back(std::move(std::unique_ptr<description_t>(new description_t(m__io, this, m__root))));
        }
        n_ofs_containers = true;
        if (has_offsets()) {
            n_ofs_containers = false;
            m_ofs_containers = std::unique_ptr<std::vector<uint32_t>>(new std::vector<uint32_t>());
            const int l_ofs_containers = static_cast<int64_t>(num_containers());
            for (int i = 0; i < l_ofs_containers; i++) {
                m_ofs_containers->push_back(std::move(m__io->read_u4le()));
            }
        }
        m_containers = std::unique_ptr<std::vector<std::unique_ptr<container_t>>>(new std::vector<std::unique_ptr<container_t>>());
        const int l_containers = num_containers();
        for (int i = 0; i < l_containers; i++) {
            m_containers->push_back(std::move(std::unique_ptr<container_t>(new container_t(descriptions()->at(i)->cardinality(), static_cast<int32_t>(((has_runs()) ? (static_cast<int32_t>(run_flags()->at(i / 8) >> kaitai::kstream::mod(i, 8) & 1)) : (static_cast<int32_t>(0)))), m__io, this, m__root))));
        }
    }

    hudi_record_positions_t::bitmap_t::~bitmap_t() {
        _clean_up();
    }

    void hudi_record_positions_t::bitmap_t::_clean_up() {
        if (!n_num_containers_plain) {
        }
        if (!n_run_flags) {
        }
        if (!n_ofs_containers) {
        }
    }

    bool hudi_record_positions_t::bitmap_t::has_offsets() {
        if (f_has_offsets)
            return m_has_offsets;
        f_has_offsets = true;
        m_has_offsets =  ((!(has_runs())) || (num_containers() >= 4)) ;
        return m_has_offsets;
    }

    bool hudi_record_positions_t::bitmap_t::has_runs() {
        if (f_has_runs)
            return m_has_runs;
        f_has_runs = true;
        m_has_runs = cookie() == 12347;
        return m_has_runs;
    }

    int64_t hudi_record_positions_t::bitmap_t::num_containers() {
        if (f_num_containers)
            return m_num_containers;
        f_num_containers = true;
        m_num_containers = static_cast<int64_t>(((has_runs()) ? (static_cast<int64_t>(static_cast<int64_t>(num_containers_minus_1()) + 1)) : (static_cast<int64_t>(num_containers_plain()))));
        return m_num_containers;
    }

    hudi_record_positions_t::bucket_t::bucket_t(kaitai::kstream* p__io, hudi_record_positions_t* p__parent, hudi_record_positions_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        m_bitmap = nullptr;
        _read();
    }

    void hudi_record_positions_t::bucket_t::_read() {
        m_high = m__io->read_u4le();
        m_bitmap = std::unique_ptr<bitmap_t>(new bitmap_t(m__io, this, m__root));
    }

    hudi_record_positions_t::bucket_t::~bucket_t() {
        _clean_up();
    }

    void hudi_record_positions_t::bucket_t::_clean_up() {
    }

    hudi_record_positions_t::container_t::container_t(int32_t p_num_values, int32_t p_run_flag, kaitai::kstream* p__io, hudi_record_positions_t::bitmap_t* p__parent, hudi_record_positions_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        m_num_values = p_num_values;
        m_run_flag = p_run_flag;
        m_runs = nullptr;
        m_values = nullptr;
        f_is_array = false;
        _read();
    }

    void hudi_record_positions_t::container_t::_read() {
        n_num_runs = true;
        if (run_flag() == 1) {
            n_num_runs = false;
            m_num_runs = m__io->read_u2le();
            {
                uint16_t _ = m_num_runs;
                if (!(static_cast<int64_t>(_) * 4 <= static_cast<int64_t>(_io()->size()) - static_cast<int64_t>(_io()->pos()))) {
                    throw kaitai::validation_expr_error<uint16_t>(m_num_runs, m__io, std::string("/types/container/seq/0"));
                }
            }
        }
        n_runs = true;
        if (run_flag() == 1) {
            n_runs = false;
            m_runs = std::unique_ptr<std::vector<std::unique_ptr<run_t>>>(new std::vector<std::unique_ptr<run_t>>());
            const int l_runs = num_runs();
            for (int i = 0; i < l_runs; i++) {
                m_runs->push_back(std::move(std::unique_ptr<run_t>(new run_t(m__io, this, m__root))));
            }
        }
        n_values = true;
        if (is_array()) {
            n_values = false;
            m_values = std::unique_ptr<std::vector<uint16_t>>(new std::vector<uint16_t>());
            const int l_values = num_values();
            for (int i = 0; i < l_values; i++) {
                m_values->push_back(std::move(m__io->read_u2le()));
            }
        }
        n_bits = true;
        if ( ((run_flag() != 1) && (!(is_array()))) ) {
            n_bits = false;
            m_bits = m__io->read_bytes(8192);
        }
    }

    hudi_record_positions_t::container_t::~container_t() {
        _clean_up();
    }

    void hudi_record_positions_t::container_t::_clean_up() {
        if (!n_num_runs) {
        }
        if (!n_runs) {
        }
        if (!n_values) {
        }
        if (!n_bits) {
        }
    }

    bool hudi_record_positions_t::container_t::is_array() {
        if (f_is_array)
            return m_is_array;
        f_is_array = true;
        m_is_array =  ((run_flag() != 1) && (num_values() <= 4096)) ;
        return m_is_array;
    }

    hudi_record_positions_t::description_t::description_t(kaitai::kstream* p__io, hudi_record_positions_t::bitmap_t* p__parent, hudi_record_positions_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        f_cardinality = false;
        _read();
    }

    void hudi_record_positions_t::description_t::_read() {
        m_key = m__io->read_u2le();
        m_cardinality_minus_1 = m__io->read_u2le();
    }

    hudi_record_positions_t::description_t::~description_t() {
        _clean_up();
    }

    void hudi_record_positions_t::description_t::_clean_up() {
    }

    int32_t hudi_record_positions_t::description_t::cardinality() {
        if (f_cardinality)
            return m_cardinality;
        f_cardinality = true;
        m_cardinality = static_cast<int32_t>(static_cast<int32_t>(cardinality_minus_1()) + 1);
        return m_cardinality;
    }

    hudi_record_positions_t::run_t::run_t(kaitai::kstream* p__io, hudi_record_positions_t::container_t* p__parent, hudi_record_positions_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        _read();
    }

    void hudi_record_positions_t::run_t::_read() {
        m_start = m__io->read_u2le();
        m_length_minus_1 = m__io->read_u2le();
    }

    hudi_record_positions_t::run_t::~run_t() {
        _clean_up();
    }

    void hudi_record_positions_t::run_t::_clean_up() {
    }
}
