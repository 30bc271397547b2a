// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

#include "hudi_log_index.h"
#include "kaitai/exceptions.h"
namespace hudi_parsers {

    hudi_log_index_t::hudi_log_index_t(kaitai::kstream* p__io, kaitai::kstruct* p__parent, hudi_log_index_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root ? p__root : this;
        m_blocks = nullptr;
        _read();
    }

    void hudi_log_index_t::_read() {
        n_blocks = true;
        if (_io()->size() > 0) {
            n_blocks = false;
            m_blocks = std::unique_ptr<std::vector<std::unique_ptr<block_t>>>(new std::vector<std::unique_ptr<block_t>>());
            {
                int i = 0;
                block_t* _;
                do {
                    _ = new block_t(((blocks()->size() != 0) ? (blocks()->back()->frame()->ofs_end()) : (static_cast<int64_t>(0))), m__io, this, m__root);
                    m_blocks->push_back(std::move(std::unique_ptr<block_t>(_)));
                    i++;
                } while (!(_->frame()->ofs_end() >= static_cast<int64_t>(_io()->size())));
            }
        }
    }

    hudi_log_index_t::~hudi_log_index_t() {
        _clean_up();
    }

    void hudi_log_index_t::_clean_up() {
        if (!n_blocks) {
        }
    }

    hudi_log_index_t::block_t::block_t(int64_t p_ofs_block, kaitai::kstream* p__io, hudi_log_index_t* p__parent, hudi_log_index_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        m_ofs_block = p_ofs_block;
        m_frame = nullptr;
        f_frame = false;
        _read();
    }

    void hudi_log_index_t::block_t::_read() {
    }

    hudi_log_index_t::block_t::~block_t() {
        _clean_up();
    }

    void hudi_log_index_t::block_t::_clean_up() {
        if (f_frame) {
        }
    }

    hudi_log_index_t::frame_t* hudi_log_index_t::block_t::frame() {
        if (f_frame)
            return m_frame.get();
        f_frame = true;
        std::streampos _pos = m__io->pos();
        m__io->seek(ofs_block());
        m_frame = std::unique_ptr<frame_t>(new frame_t(m__io, this, m__root));
        m__io->seek(_pos);
        return m_frame.get();
    }

    hudi_log_index_t::extent_t::extent_t(int64_t p_ofs, int64_t p_len, kaitai::kstream* p__io, hudi_log_index_t::frame_t* p__parent, hudi_log_index_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        m_ofs = p_ofs;
        m_len = p_len;
        f_ofs_end = false;
        _read();
    }

    void hudi_log_index_t::extent_t::_read() {
    }

    hudi_log_index_t::extent_t::~extent_t() {
        _clean_up();
    }

    void hudi_log_index_t::extent_t::_clean_up() {
    }

    int64_t hudi_log_index_t::extent_t::ofs_end() {
        if (f_ofs_end)
            return m_ofs_end;
        f_ofs_end = true;
        m_ofs_end = static_cast<int64_t>(ofs() + len());
        return m_ofs_end;
    }

    hudi_log_index_t::frame_t::frame_t(kaitai::kstream* p__io, hudi_log_index_t::block_t* p__parent, hudi_log_index_t* p__root) : kaitai::kstruct(p__io) {
        m__parent = p__parent;
        m__root = p__root;
        m_header = nullptr;
        m_extent = nullptr;
        m_footer = nullptr;
        f_content = false;
        f_footer = false;
        f_len_trailing = false;
        f_ofs_content = false;
        f_ofs_end = false;
        f_ofs_footer = false;
        f_ofs_trailing = false;
        _read();
    }

    void hudi_log_index_t::frame_t::_read() {
        m_magic = m__io->read_bytes(6);
        if (!(m_magic == std::string("\x23\x48\x55\x44\x49\x23", 6))) {
            throw kaitai::validation_not_equal_error<std::string>(std::string("\x23\x48\x55\x44\x49\x23", 6), m_magic, m__io, std::string("/types/frame/seq/0"));
        }
        m_len_block = m__io->read_s8be();
        {
            int64_t _ = m_len_block;
            if (!( ((_ >= 32) && (_ <= static_cast<int64_t>(_io()->size()) - static_cast<int64_t>(_io()->pos()))) )) {
                throw kaitai::validation_expr_error<int64_t>(m_len_block, m__io, std::string("/types/frame/seq/1"));
            }
        }
        m_format_version = m__io->read_s4be();
        if (!(m_format_version == 1)) {
            throw kaitai::validation_not_equal_error<int32_t>(1, m_format_version, m__io, std::string("/types/frame/seq/2"));
        }
        m_block_type = static_cast<hudi_log_block_t::block_type_t>(m__io->read_s4be());
        if (!hudi_log_block_t::_is_defined_block_type_t(m_block_type)) {
            throw kaitai::validation_not_in_enum_error<hudi_log_block_t::block_type_t>(m_block_type, m__io, std::string("/types/frame/seq/3"));
        }
        m_header = std::unique_ptr<hudi_log_block_t::header_map_t>(new hudi_log_block_t::header_map_t(static_cast<int64_t>((static_cast<int64_t>(_io()->pos()) + len_block()) - 16), m__io));
        m_len_content = m__io->read_s8be();
        {
            int64_t _ = m_len_content;
            if (!( ((_ >= 0) && (_ <= ofs_trailing() - static_cast<int64_t>(_io()->pos()))) )) {
                throw kaitai::validation_expr_error<int64_t>(m_len_content, m__io, std::string("/types/frame/seq/5"));
            }
        }
        m_extent = std::unique_ptr<extent_t>(new extent_t(static_cast<int64_t>(_io()->pos()), len_content(), m__io, this, m__root));
    }

    hudi_log_index_t::frame_t::~frame_t() {
        _clean_up();
    }

    void hudi_log_index_t::frame_t::_clean_up() {
        if (f_content) {
        }
        if (f_footer) {
        }
        if (f_len_trailing) {
        }
    }

    std::string hudi_log_index_t::frame_t::content() {
        if (f_content)
            return m_content;
        f_content = true;
        std::streampos _pos = m__io->pos();
        m__io->seek(ofs_content());
        m_content = m__io->read_bytes(len_content());
        m__io->seek(_pos);
        return m_content;
    }

    hudi_log_block_t::footer_map_t* hudi_log_index_t::frame_t::footer() {
        if (f_footer)
            return m_footer.get();
        f_footer = true;
        std::streampos _pos = m__io->pos();
        m__io->seek(ofs_footer());
        m_footer = std::unique_ptr<hudi_log_block_t::footer_map_t>(new hudi_log_block_t::footer_map_t(ofs_trailing(), m__io));
        m__io->seek(_pos);
        return m_footer.get();
    }

    int64_t hudi_log_index_t::frame_t::len_trailing() {
        if (f_len_trailing)
            return m_len_trailing;
        f_len_trailing = true;
        std::streampos _pos = m__io->pos();
        m__io->seek(ofs_trailing());
        m_len_trailing = m__io->read_s8be();
        if (!(m_len_trailing == len_block() + 6)) {
            throw kaitai::validation_not_equal_error<int64_t>(len_block() + 6, m_len_trailing, m__io, std::string("/types/frame/instances/len_trailing"));
        }
        m__io->seek(_pos);
        return m_len_trailing;
    }

    int64_t hudi_log_index_t::frame_t::ofs_content() {
        if (f_ofs_content)
            return m_ofs_content;
        f_ofs_content = true;
        m_ofs_content = extent()->ofs();
        return m_ofs_content;
    }

    int64_t hudi_log_index_t::frame_t::ofs_end() {
        if (f_ofs_end)
            return m_ofs_end;
        f_ofs_end = true;
        m_ofs_end = static_cast<int64_t>(ofs_trailing() + 8);
        return m_ofs_end;
    }

    int64_t hudi_log_index_t::frame_t::ofs_footer() {
        if (f_ofs_footer)
            return m_ofs_footer;
        f_ofs_footer = true;
        m_ofs_footer = extent()->ofs_end();
        return m_ofs_footer;
    }

    int64_t hudi_log_index_t::frame_t::ofs_trailing() {
        if (f_ofs_trailing)
            return m_ofs_trailing;
        f_ofs_trailing = true;
        m_ofs_trailing = header()->ofs_end();
        return m_ofs_trailing;
    }
}
