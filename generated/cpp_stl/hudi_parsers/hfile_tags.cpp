// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

#include "hfile_tags.h"
#include "kaitai/exceptions.h"
namespace hudi_parsers {

    hfile_tags_t::hfile_tags_t(kaitai::kstream* p__io, kaitai::kstruct* p__parent, hfile_tags_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root ? p__root : this;
        m_tags = nullptr;
        _read();
    }

    void hfile_tags_t::_read() {
        m_tags = std::unique_ptr<std::vector<std::unique_ptr<tag_t>>>(new std::vector<std::unique_ptr<tag_t>>());
        {
            int i = 0;
            while (!m__io->is_eof()) {
                m_tags->push_back(std::move(std::unique_ptr<tag_t>(new tag_t(m__io, this, m__root))));
                i++;
            }
        }
    }

    hfile_tags_t::~hfile_tags_t() {
        _clean_up();
    }

    void hfile_tags_t::_clean_up() {
    }

    hfile_tags_t::tag_t::tag_t(kaitai::kstream* p__io, hfile_tags_t* p__parent, hfile_tags_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        _read();
    }

    void hfile_tags_t::tag_t::_read() {
        m_len_tag = m__io->read_u2be();
        {
            uint16_t _ = m_len_tag;
            if (!( ((_ >= 1) && (static_cast<int64_t>(_) <= static_cast<int64_t>(_io()->size()) - static_cast<int64_t>(_io()->pos()))) )) {
                throw kaitai::validation_expr_error<uint16_t>(m_len_tag, m__io, std::string("/types/tag/seq/0"));
            }
        }
        m_tag_type = m__io->read_u1();
        m_body = m__io->read_bytes(len_tag() - 1);
    }

    hfile_tags_t::tag_t::~tag_t() {
        _clean_up();
    }

    void hfile_tags_t::tag_t::_clean_up() {
    }
}
