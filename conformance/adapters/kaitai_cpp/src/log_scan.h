// SPDX-License-Identifier: Apache-2.0
// Framing of log files: what the generated parser cannot say stands here, the frame check and the resync.
#pragma once

#include <map>
#include <optional>

#include "bytes.h"
#include "hudi_parsers/checks.h"
#include "hudi_parsers/fields.h"
#include "kaitai/exceptions.h"

/** Bytes that break a rule; `at` is -1 where the place is not known. */
struct Reject {
    std::string code;
    int64_t at;
    std::string message;
};

struct Block {
    size_t ofs = 0, end = 0;
    bool is_corrupt = false;
    Json shown = Json::map();
};

/** Blocks up to the end, or up to what stopped it. */
struct Blocks {
    std::vector<Block> found;
    std::optional<Reject> stop;
};

class LogFile {
public:
    explicit LogFile(const std::string& bytes) : m_data(bytes) {}

    Blocks scan() const {
        Blocks blocks;
        for (size_t pos = 0; m_data.size() - pos >= MAGIC.size(); pos = blocks.found.back().end) {
            if (!holds(pos)) return stopped(blocks, {"bad-magic", int64_t(pos), "no magic opens the block"});
            if (!is_consistent(pos, true)) {
                blocks.found.push_back(corrupt(pos, find(pos + MAGIC.size())));
                continue;
            }
            try {
                blocks.found.push_back(read_block(pos));
            } catch (const Reject& reject) {
                return stopped(blocks, reject);
            }
        }
        return blocks;
    }

    /** Blocks of an intact file, last to first. */
    Blocks reverse() const {
        Blocks blocks;
        for (size_t end = m_data.size(); end > 0; end = blocks.found.back().ofs) {
            try {
                blocks.found.push_back(read_block(find_previous(end)));
            } catch (const Reject& reject) {
                return stopped(blocks, reject);
            }
        }
        return blocks;
    }

    /** Intact blocks that a scan does not list, in file order. */
    Blocks salvage() const {
        Blocks scanned = scan(), salvaged;
        size_t pos = 0, covered = 0;  // end of the last one: a magic inside it starts no block
        for (const Block& block : scanned.found) {
            pos = block.end;
            if (!block.is_corrupt || block.ofs < covered) continue;
            if (auto intact = read_intact(block.ofs)) {
                covered = intact->end;
                salvaged.found.push_back(std::move(*intact));
            }
        }
        if (!scanned.stop) return salvaged;
        for (pos = find(std::max(pos, covered)); pos < m_data.size(); pos = find(pos)) {
            if (auto intact = read_intact(pos)) {
                pos = intact->end;
                salvaged.found.push_back(std::move(*intact));
            } else if (is_consistent(pos, true)) {  // a whole frame, refused inside
                pos += LEN_HEAD + size_t(s8(pos + MAGIC.size()));
            } else {
                pos += MAGIC.size();
            }
        }
        return salvaged;
    }

private:
    static inline const std::string MAGIC = "#HUDI#";
    static constexpr int64_t LEN_HEAD = 14, LEN_TRAILING = 8, LEN_SIZE_MIN = 8;

    const std::string& m_data;

    static Blocks stopped(Blocks& blocks, const Reject& reject) {
        blocks.stop = reject;
        return std::move(blocks);
    }
    bool holds(size_t ofs) const { return m_data.compare(ofs, MAGIC.size(), MAGIC) == 0; }
    size_t find(size_t ofs) const {
        size_t found = m_data.find(MAGIC, ofs);
        return found == std::string::npos ? m_data.size() : found;
    }
    int64_t s8(size_t ofs) const {
        uint64_t value = 0;
        for (size_t i = 0; i < 8; i++) value = value << 8 | uint8_t(m_data[ofs + i]);
        return int64_t(value);
    }

    /** Whether the frame of the block at a magic holds together; next_magic: and a magic or the end follows. */
    bool is_consistent(size_t pos, bool next_magic) const {
        int64_t left = int64_t(m_data.size() - pos) - LEN_HEAD;
        if (left < 0) return false;
        int64_t len_block = s8(pos + MAGIC.size());
        if (len_block < LEN_SIZE_MIN || len_block > left) return false;
        size_t end = pos + size_t(LEN_HEAD + len_block);
        if (s8(end - LEN_TRAILING) != len_block + int64_t(MAGIC.size())) return false;
        return !next_magic || m_data.size() - end < MAGIC.size() || holds(end);
    }

    std::optional<Block> read_intact(size_t ofs) const {
        if (!is_consistent(ofs, false)) return std::nullopt;
        try {
            return read_block(ofs);
        } catch (const Reject&) {
            return std::nullopt;
        }
    }

    static Json span(size_t ofs, size_t len) {
        Json shown = Json::map();
        shown["ofs"] = std::to_string(ofs);
        shown["len"] = std::to_string(len);
        return shown;
    }

    static Block corrupt(size_t ofs, size_t end) {
        Block block{ofs, end, true, span(ofs, end - ofs)};
        block.shown["kind"] = "CORRUPT_BLOCK";
        block.shown["header"] = block.shown["footer"] = Json::map();
        block.shown["content"] = span(ofs + MAGIC.size(), end - ofs - MAGIC.size());
        return block;
    }

    /** Takes the block at pos apart, whose frame is consistent. */
    Block read_block(size_t pos) const {
        static const char* const kinds[] = {"COMMAND", "DELETE", "CORRUPT", "AVRO_DATA", "HFILE_DATA", "PARQUET_DATA", "CDC_DATA"};
        static const char* const keys[] = {
            "INSTANT_TIME", "TARGET_INSTANT_TIME", "SCHEMA", "COMMAND_BLOCK_TYPE", "COMPACTED_BLOCK_TIMES",
            "RECORD_POSITIONS", "BLOCK_IDENTIFIER", "IS_PARTIAL", "BASE_FILE_INSTANT_TIME_OF_RECORD_POSITIONS"};
        size_t end = pos + size_t(LEN_HEAD + s8(pos + MAGIC.size()));
        kaitai::kstream io(m_data.substr(pos, end - pos));
        try {
            hudi_parsers::hudi_log_index_t::frame_t frame(&io);
            Block block{pos, end, false, span(pos, end - pos)};
            block.shown["kind"] = std::string(kinds[frame.block_type()]) + "_BLOCK";
            block.shown["format_version"] = Json::integer(frame.format_version());
            block.shown["content"] = span(pos + size_t(frame.ofs_content()), size_t(frame.len_content()));
            Json& header = block.shown["header"] = Json::map();
            for (const auto& entry : *frame.header()->entries()) header[keys[entry->key()]] = canonical_text(entry->value());
            Json& footer = block.shown["footer"] = Json::map();
            for (const auto& entry : *frame.footer()->entries()) {
                footer["#" + std::to_string(entry->key())] = canonical_text(entry->value());
            }
            return block;
        } catch (const kaitai::validation_failed_error& failed) {
            throw explain(failed, pos);
        } catch (const kaitai::end_of_stream_error& ended) {
            throw Reject{"truncated", -1, ended.what()};
        }
    }

    static Reject explain(const kaitai::validation_failed_error& failed, size_t pos) {
        std::pair<const char*, int> check{"truncated", 0};
        for (const char* grammar : {"hudi_log_index", "hudi_log_block"}) {
            const auto& known = hudi_parsers::checks.at(grammar);
            auto found = known.find(failed.src_path());
            if (found != known.end()) check = {found->second.code, found->second.width};
        }
        return {check.first, int64_t(pos + failed.pos()) - check.second, failed.src_path()};
    }

    size_t find_previous(size_t end) const {
        if (end < LEN_TRAILING) throw Reject{"truncated", 0, "no room for a trailing length"};
        size_t ofs_trailing = end - LEN_TRAILING;
        int64_t trailing = s8(ofs_trailing);
        if (trailing < LEN_HEAD || trailing > int64_t(ofs_trailing)) {
            throw Reject{"offset-out-of-range", int64_t(ofs_trailing), "trailing length " + std::to_string(trailing)};
        }
        size_t start = ofs_trailing - size_t(trailing);
        if (!holds(start)) throw Reject{"bad-magic", int64_t(start), "no magic where the trailing length points"};
        size_t ofs_size = start + MAGIC.size();
        if (s8(ofs_size) != trailing - int64_t(MAGIC.size())) {
            throw Reject{"length-mismatch", int64_t(ofs_size), "block size with trailing length " + std::to_string(trailing)};
        }
        return start;
    }
};
