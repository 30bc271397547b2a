// This is a generated file! It defines failed checks, from ksy/*.ksy and ksy/REQUIREMENTS.toml.
#pragma once
#include <map>
#include <string>

namespace hudi_parsers {

struct check_t {
    const char* field;
    const char* name;
    int width;
    const char* code;
    const char* requirement;
};

inline const std::map<std::string, std::map<std::string, check_t>> checks = {
    {"hudi_log_block", {
        {"/types/header_map/seq/0", {"header_map.num_entries", "number of header entries", 4, "count-too-large", "log.map.count-bounds"}},
        {"/types/header_entry/seq/0", {"header_entry.check_room", "header entry", 0, "truncated", "log.map.count-bounds"}},
        {"/types/header_entry/seq/1", {"header_entry.key", "header key", 4, "bad-type", "log.header.key"}},
        {"/types/header_entry/seq/2", {"header_entry.len_value", "length of a header value", 4, "length-mismatch", "log.map.length-bounds"}},
        {"/types/footer_map/seq/0", {"footer_map.num_entries", "number of footer entries", 4, "count-too-large", "log.map.count-bounds"}},
        {"/types/footer_map/seq/2", {"footer_map.check_filled", "end of the footer", 0, "length-mismatch", "log.block.parts-fill-size"}},
        {"/types/footer_entry/seq/0", {"footer_entry.check_room", "footer entry", 0, "truncated", "log.map.count-bounds"}},
        {"/types/footer_entry/seq/2", {"footer_entry.len_value", "length of a footer value", 4, "length-mismatch", "log.map.length-bounds"}}}},
    {"hudi_log_index", {
        {"/types/frame/seq/1", {"frame.len_block", "block size", 8, "length-mismatch", "log.block.parts-fill-size"}},
        {"/types/frame/seq/2", {"frame.format_version", "log format version", 4, "bad-version", "log.block.format-version"}},
        {"/types/frame/seq/3", {"frame.block_type", "block type", 4, "bad-type", "log.block.type"}},
        {"/types/frame/seq/5", {"frame.len_content", "content length", 8, "length-mismatch", "log.block.content-length"}}}},
    {"hudi_delete_kryo", {
        {"/types/key_element/seq/0", {"key_element.class_marker", "class or key of the first element", 2, "schema-mismatch", ""}},
        {"/types/record_element/seq/0", {"record_element.class_marker", "class or key of the first element", 2, "schema-mismatch", ""}},
        {"/types/record/seq/0", {"record.key_class", "class or key of the first element", 2, "schema-mismatch", ""}},
        {"/types/kryo_string/seq/6", {"kryo_string.check_num_units", "number of characters", 0, "truncated", ""}},
        {"/types/unit/seq/0", {"unit.b0", "character", 1, "bad-utf8", ""}},
        {"/types/ordering/seq/0", {"ordering.value_class", "class of the ordering value", 1, "bad-type", "log.delete.kryo-class-id"}},
        {"/types/kryo_boolean/seq/0", {"kryo_boolean.value", "boolean", 1, "schema-mismatch", ""}},
        {"/types/varint_u4/seq/4", {"varint_u4.b4", "integer", 1, "bad-varint", ""}}}},
    {"hudi_record_positions", {
        {"/seq/0", {"num_buckets", "number of buckets", 8, "count-too-large", "log.positions.form"}},
        {"/types/bitmap/seq/0", {"bitmap.cookie", "cookie", 2, "bad-magic", "log.positions.form"}},
        {"/types/bitmap/seq/1", {"bitmap.num_containers_minus_1", "number of containers", 2, "count-too-large", "log.positions.form"}},
        {"/types/bitmap/seq/2", {"bitmap.num_containers_plain", "number of containers", 4, "count-too-large", "log.positions.form"}},
        {"/types/container/seq/0", {"container.num_runs", "number of runs", 2, "count-too-large", "log.positions.form"}}}},
    {"hfile_trailer", {
        {"/seq/0", {"magic", "magic of the trailer", 8, "bad-magic", "hfile.trailer.magic"}},
        {"/seq/2", {"check_len_message", "length of the trailer message", 0, "length-mismatch", "hfile.trailer.message"}},
        {"/types/fixed_fields/seq/2", {"fixed_fields.num_data_index_entries", "data index count", 4, "count-too-large", "hfile.trailer.index-counts"}},
        {"/types/fixed_fields/seq/4", {"fixed_fields.num_meta_index_entries", "meta index count", 4, "count-too-large", "hfile.trailer.index-counts"}},
        {"/types/fixed_fields/seq/6", {"fixed_fields.num_entries", "entry count", 8, "count-too-large", "hfile.trailer.entry-count"}},
        {"/types/fixed_fields/seq/8", {"fixed_fields.num_data_index_levels", "index levels", 4, "bad-value", "hfile.index.levels"}},
        {"/types/trailer_field/seq/1", {"trailer_field.check_key", "field of the trailer message", 0, "bad-type", "hfile.trailer.message"}},
        {"/types/trailer_field/seq/4", {"trailer_field.check_len_bytes", "length in the trailer message", 0, "length-mismatch", "hfile.trailer.message"}}}},
    {"hfile_block_header", {
        {"/seq/0", {"magic", "magic of a block", 8, "bad-magic", "hfile.block.magic"}},
        {"/seq/1", {"len_payload_and_checksums", "on-disk size", 4, "length-mismatch", "hfile.block.sizes-bounds"}},
        {"/seq/2", {"len_payload_inflated", "uncompressed size", 4, "length-mismatch", "hfile.block.sizes-bounds"}},
        {"/seq/4", {"checksum_type", "checksum type", 1, "bad-type", "hfile.checksum.unknown-type"}},
        {"/seq/5", {"len_checksum_chunk", "bytes per checksum", 4, "bad-value", "hfile.checksum.chunk-size"}},
        {"/seq/6", {"len_header_and_payload", "on-disk data size", 4, "length-mismatch", "hfile.block.data-size"}}}},
    {"hfile_data_block", {
        {"/types/entry/seq/0", {"entry.len_key", "length of a key", 4, "length-mismatch", "hfile.cell.lengths"}},
        {"/types/entry/seq/1", {"entry.len_value", "length of a value", 4, "length-mismatch", "hfile.cell.lengths"}},
        {"/types/entry/seq/2", {"entry.len_row", "length of a row", 2, "length-mismatch", "hfile.cell.row-length"}},
        {"/types/entry/seq/4", {"entry.len_family", "length of a family", 1, "length-mismatch", "hfile.cell.row-length"}},
        {"/types/entry/seq/10", {"entry.len_tags", "length of tags", 2, "length-mismatch", "hfile.cell.tags"}}}},
    {"hfile_encoded_block", {
        {"/types/prefix_cell/seq/1", {"prefix_cell.check_len_key_rest", "encoded cell", 0, "length-mismatch", "hfile.encoding.common"}},
        {"/types/prefix_cell/seq/3", {"prefix_cell.check_len_value", "encoded cell", 0, "length-mismatch", "hfile.encoding.common"}},
        {"/types/prefix_cell/seq/5", {"prefix_cell.check_num_shared", "encoded cell", 0, "length-mismatch", "hfile.encoding.common"}},
        {"/types/diff_cell/seq/0", {"diff_cell.flags", "flags of the first cell", 1, "bad-value", "hfile.encoding.first"}},
        {"/types/diff_cell/seq/2", {"diff_cell.check_len_key_new", "encoded cell", 0, "length-mismatch", "hfile.encoding.common"}},
        {"/types/diff_cell/seq/4", {"diff_cell.check_len_value_new", "encoded cell", 0, "length-mismatch", "hfile.encoding.common"}},
        {"/types/diff_cell/seq/6", {"diff_cell.check_num_shared", "encoded cell", 0, "length-mismatch", "hfile.encoding.common"}},
        {"/types/diff_cell/seq/9", {"diff_cell.check_len_row", "encoded cell", 0, "length-mismatch", "hfile.encoding.common"}},
        {"/types/fast_diff_first/seq/0", {"fast_diff_first.flags", "flags of the first cell", 1, "bad-value", "hfile.encoding.first"}},
        {"/types/fast_diff_first/seq/2", {"fast_diff_first.check_len_key", "encoded cell", 0, "length-mismatch", "hfile.encoding.common"}},
        {"/types/fast_diff_first/seq/4", {"fast_diff_first.check_len_value", "encoded cell", 0, "length-mismatch", "hfile.encoding.common"}},
        {"/types/fast_diff_first/seq/5", {"fast_diff_first.num_shared", "shared bytes of the first cell", 1, "bad-value", "hfile.encoding.first"}},
        {"/types/fast_diff_first/seq/6", {"fast_diff_first.len_row", "encoded cell", 2, "length-mismatch", "hfile.encoding.common"}},
        {"/types/fast_diff_first/seq/8", {"fast_diff_first.len_family", "encoded cell", 1, "length-mismatch", "hfile.encoding.common"}},
        {"/types/fast_diff_cell/seq/2", {"fast_diff_cell.check_len_key_new", "encoded cell", 0, "length-mismatch", "hfile.encoding.common"}},
        {"/types/fast_diff_cell/seq/4", {"fast_diff_cell.check_len_value_new", "encoded cell", 0, "length-mismatch", "hfile.encoding.common"}},
        {"/types/fast_diff_cell/seq/6", {"fast_diff_cell.check_num_shared", "encoded cell", 0, "length-mismatch", "hfile.encoding.common"}},
        {"/types/fast_diff_cell/seq/9", {"fast_diff_cell.check_len_row", "encoded cell", 0, "length-mismatch", "hfile.encoding.common"}},
        {"/types/cell_end/seq/1", {"cell_end.check_len_tags", "length of tags", 0, "length-mismatch", "hfile.encoding.tags"}}}},
    {"hfile_root_index", {
        {"/types/entry/seq/3", {"entry.check_len_key", "length of an index key", 0, "length-mismatch", "hfile.index.key-length"}}}},
    {"hfile_leaf_index", {
        {"/types/end/seq/0", {"end.ofs_end", "end of an index entry", 4, "length-mismatch", "hfile.index.leaf-bounds"}}}},
    {"hfile_file_info", {
        {"/types/field/seq/1", {"field.check_key", "field of the file info", 0, "bad-type", "hfile.info.form"}},
        {"/types/field/seq/4", {"field.check_len_bytes", "length in the file info", 0, "length-mismatch", "hfile.info.form"}},
        {"/types/pair_field/seq/1", {"pair_field.check_key", "field of a pair", 0, "bad-type", "hfile.info.form"}},
        {"/types/pair_field/seq/4", {"pair_field.check_len_bytes", "length in a pair", 0, "length-mismatch", "hfile.info.form"}}}},
    {"hfile_file_info_old", {
        {"/types/entry/seq/1", {"entry.check_len_first", "length of a key", 0, "length-mismatch", "hfile.info.old-form"}},
        {"/types/entry/seq/5", {"entry.check_len_second", "length of a value", 0, "length-mismatch", "hfile.info.old-form"}}}},
    {"hfile_bloom_meta", {
        {"/seq/1", {"len_chunks", "number of a Bloom filter", 8, "bad-value", "hfile.bloom.meta"}},
        {"/seq/2", {"num_hashes", "number of a Bloom filter", 4, "bad-value", "hfile.bloom.meta"}},
        {"/seq/4", {"num_keys", "number of a Bloom filter", 8, "bad-value", "hfile.bloom.meta"}},
        {"/seq/5", {"num_keys_max", "number of a Bloom filter", 8, "bad-value", "hfile.bloom.meta"}},
        {"/seq/6", {"num_chunks", "number of a Bloom filter", 4, "bad-value", "hfile.bloom.meta"}},
        {"/seq/8", {"check_len_comparator", "number of a Bloom filter", 0, "bad-value", "hfile.bloom.meta"}}}},
    {"varint", {
        {"/seq/9", {"b9", "varint", 1, "bad-varint", "hfile.varint.form"}}}},
    {"hudi_bloom_filter", {
        {"/seq/0", {"version", "version of a Bloom filter", 4, "bad-version", "bloom.version"}},
        {"/seq/1", {"num_hashes_written", "number of hashes", 4, "bad-value", "bloom.num-hashes"}},
        {"/seq/2", {"hash_type_written", "kind of hash", 1, "bad-type", "bloom.hash.type"}},
        {"/seq/3", {"num_bits", "number of bits", 4, "length-mismatch", "bloom.num-bits"}}}},
    {"hudi_bloom_filter_dynamic", {
        {"/seq/0", {"version", "version of a Bloom filter", 4, "bad-version", "bloom.version"}},
        {"/seq/1", {"num_hashes_written", "number of hashes", 4, "bad-value", "bloom.num-hashes"}},
        {"/seq/2", {"hash_type_written", "kind of hash", 1, "bad-type", "bloom.hash.type"}},
        {"/seq/3", {"num_bits", "number of bits", 4, "bad-value", "bloom.dynamic.form"}},
        {"/seq/4", {"num_keys_per_row", "number of keys a row", 4, "bad-value", "bloom.dynamic.form"}},
        {"/seq/5", {"num_keys_last_row", "number of keys in the last row", 4, "bad-value", "bloom.dynamic.form"}},
        {"/seq/6", {"num_rows", "number of rows", 4, "count-too-large", "bloom.dynamic.rows"}}}}};

}  // namespace hudi_parsers
