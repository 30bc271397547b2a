// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

#include "hfile.h"
#include "kaitai/exceptions.h"
namespace hudi_parsers {

    hfile_t::hfile_t(kaitai::kstream* p__io, kaitai::kstruct* p__parent, hfile_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root ? p__root : this;
        m_blocks = nullptr;
        m_trailer = nullptr;
        m__io__raw_trailer = nullptr;
        m_version = nullptr;
        f_has_checksums = false;
        f_len_trailer = false;
        f_ofs_trailer = false;
        f_trailer = false;
        f_version = false;
        _read();
    }

    void hfile_t::_read() {
        m_check_ofs_trailer = m__io->read_bytes(0);
        {
            std::string _ = m_check_ofs_trailer;
            if (!( ((_.length() == 0) && (ofs_trailer() >= 0)) )) {
                throw kaitai::validation_expr_error<std::string>(m_check_ofs_trailer, m__io, std::string("/seq/0"));
            }
        }
        n_blocks = true;
        if (ofs_trailer() > 0) {
            n_blocks = false;
            m_blocks = std::unique_ptr<std::vector<std::unique_ptr<hfile_block_t>>>(new std::vector<std::unique_ptr<hfile_block_t>>());
            {
                int i = 0;
                hfile_block_t* _;
                do {
                    _ = new hfile_block_t(has_checksums(), static_cast<int64_t>(ofs_trailer() - static_cast<int64_t>(_io()->pos())), m__io);
                    m_blocks->push_back(std::move(std::unique_ptr<hfile_block_t>(_)));
                    i++;
                } while (!(static_cast<int64_t>(_io()->pos()) >= ofs_trailer()));
            }
        }
    }

    hfile_t::~hfile_t() {
        _clean_up();
    }

    void hfile_t::_clean_up() {
        if (!n_blocks) {
        }
        if (f_trailer) {
        }
        if (f_version) {
        }
    }

    hfile_t::version_t::version_t(kaitai::kstream* p__io, hfile_t* p__parent, hfile_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        _read();
    }

    void hfile_t::version_t::_read() {
        m_minor = m__io->read_u1();
        m_major = m__io->read_bits_int_be(24);
        if (!( ((m_major == 2) || (m_major == 3)) )) {
            throw kaitai::validation_not_any_of_error<uint64_t>(m_major, m__io, std::string("/types/version/seq/1"));
        }
    }

    hfile_t::version_t::~version_t() {
        _clean_up();
    }

    void hfile_t::version_t::_clean_up() {
    }

    bool hfile_t::has_checksums() {
        if (f_has_checksums)
            return m_has_checksums;
        f_has_checksums = true;
        m_has_checksums =  ((version()->major() >= 3) || (version()->minor() >= 1)) ;
        return m_has_checksums;
    }

    int64_t hfile_t::len_trailer() {
        if (f_len_trailer)
            return m_len_trailer;
        f_len_trailer = true;
        m_len_trailer = static_cast<int64_t>(((version()->major() == 2) ? (static_cast<int64_t>(212)) : (static_cast<int64_t>(4096))));
        return m_len_trailer;
    }

    int64_t hfile_t::ofs_trailer() {
        if (f_ofs_trailer)
            return m_ofs_trailer;
        f_ofs_trailer = true;
        m_ofs_trailer = static_cast<int64_t>(static_cast<int64_t>(_io()->size()) - len_trailer());
        return m_ofs_trailer;
    }

    hfile_trailer_t* hfile_t::trailer() {
        if (f_trailer)
            return m_trailer.get();
        f_trailer = true;
        std::streampos _pos = m__io->pos();
        m__io->seek(ofs_trailer());
        m__raw_trailer = m__io->read_bytes(len_trailer() - 4);
        m__io__raw_trailer = std::unique_ptr<kaitai::kstream>(new kaitai::kstream(m__raw_trailer));
        m_trailer = std::unique_ptr<hfile_trailer_t>(new hfile_trailer_t(static_cast<int32_t>(version()->major()), static_cast<int32_t>(version()->minor()), m__io__raw_trailer.get()));
        m__io->seek(_pos);
        return m_trailer.get();
    }

    hfile_t::version_t* hfile_t::version() {
        if (f_version)
            return m_version.get();
        f_version = true;
        std::streampos _pos = m__io->pos();
        m__io->seek(_io()->size() - 4);
        m_version = std::unique_ptr<version_t>(new version_t(m__io, this, m__root));
        m__io->seek(_pos);
        return m_version.get();
    }
}
