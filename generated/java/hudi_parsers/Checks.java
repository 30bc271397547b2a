// This is a generated file! It defines failed checks, from ksy/*.ksy and ksy/REQUIREMENTS.toml.
package hudi_parsers;

import java.util.Map;

public final class Checks {
    public record Check(String field, String name, int width, String code, String requirement) {}

    public static final Map<String, Map<String, Check>> CHECKS = Map.ofEntries(
        Map.entry("hudi_log_block", Map.ofEntries(
            Map.entry("/types/header_map/seq/0", new Check("header_map.num_entries", "number of header entries", 4, "count-too-large", "log.map.count-bounds")),
            Map.entry("/types/header_entry/seq/0", new Check("header_entry.check_room", "header entry", 0, "truncated", "log.map.count-bounds")),
            Map.entry("/types/header_entry/seq/1", new Check("header_entry.key", "header key", 4, "bad-type", "log.header.key")),
            Map.entry("/types/header_entry/seq/2", new Check("header_entry.len_value", "length of a header value", 4, "length-mismatch", "log.map.length-bounds")),
            Map.entry("/types/footer_map/seq/0", new Check("footer_map.num_entries", "number of footer entries", 4, "count-too-large", "log.map.count-bounds")),
            Map.entry("/types/footer_map/seq/2", new Check("footer_map.check_filled", "end of the footer", 0, "length-mismatch", "log.block.parts-fill-size")),
            Map.entry("/types/footer_entry/seq/0", new Check("footer_entry.check_room", "footer entry", 0, "truncated", "log.map.count-bounds")),
            Map.entry("/types/footer_entry/seq/2", new Check("footer_entry.len_value", "length of a footer value", 4, "length-mismatch", "log.map.length-bounds")))),
        Map.entry("hudi_log_index", Map.ofEntries(
            Map.entry("/types/frame/seq/1", new Check("frame.len_block", "block size", 8, "length-mismatch", "log.block.parts-fill-size")),
            Map.entry("/types/frame/seq/2", new Check("frame.format_version", "log format version", 4, "bad-version", "log.block.format-version")),
            Map.entry("/types/frame/seq/3", new Check("frame.block_type", "block type", 4, "bad-type", "log.block.type")),
            Map.entry("/types/frame/seq/5", new Check("frame.len_content", "content length", 8, "length-mismatch", "log.block.content-length")))),
        Map.entry("hudi_delete_kryo", Map.ofEntries(
            Map.entry("/types/key_element/seq/0", new Check("key_element.class_marker", "class or key of the first element", 2, "schema-mismatch", "")),
            Map.entry("/types/record_element/seq/0", new Check("record_element.class_marker", "class or key of the first element", 2, "schema-mismatch", "")),
            Map.entry("/types/record/seq/0", new Check("record.key_class", "class or key of the first element", 2, "schema-mismatch", "")),
            Map.entry("/types/kryo_string/seq/6", new Check("kryo_string.check_num_units", "number of characters", 0, "truncated", "")),
            Map.entry("/types/unit/seq/0", new Check("unit.b0", "character", 1, "bad-utf8", "")),
            Map.entry("/types/ordering/seq/0", new Check("ordering.value_class", "class of the ordering value", 1, "bad-type", "log.delete.kryo-class-id")),
            Map.entry("/types/kryo_boolean/seq/0", new Check("kryo_boolean.value", "boolean", 1, "schema-mismatch", "")),
            Map.entry("/types/varint_u4/seq/4", new Check("varint_u4.b4", "integer", 1, "bad-varint", "")))),
        Map.entry("hudi_record_positions", Map.ofEntries(
            Map.entry("/seq/0", new Check("num_buckets", "number of buckets", 8, "count-too-large", "log.positions.form")),
            Map.entry("/types/bitmap/seq/0", new Check("bitmap.cookie", "cookie", 2, "bad-magic", "log.positions.form")),
            Map.entry("/types/bitmap/seq/1", new Check("bitmap.num_containers_minus_1", "number of containers", 2, "count-too-large", "log.positions.form")),
            Map.entry("/types/bitmap/seq/2", new Check("bitmap.num_containers_plain", "number of containers", 4, "count-too-large", "log.positions.form")),
            Map.entry("/types/container/seq/0", new Check("container.num_runs", "number of runs", 2, "count-too-large", "log.positions.form")))),
        Map.entry("hfile_trailer", Map.ofEntries(
            Map.entry("/seq/0", new Check("magic", "magic of the trailer", 8, "bad-magic", "hfile.trailer.magic")),
            Map.entry("/seq/2", new Check("check_len_message", "length of the trailer message", 0, "length-mismatch", "hfile.trailer.message")),
            Map.entry("/types/fixed_fields/seq/2", new Check("fixed_fields.num_data_index_entries", "data index count", 4, "count-too-large", "hfile.trailer.index-counts")),
            Map.entry("/types/fixed_fields/seq/4", new Check("fixed_fields.num_meta_index_entries", "meta index count", 4, "count-too-large", "hfile.trailer.index-counts")),
            Map.entry("/types/fixed_fields/seq/6", new Check("fixed_fields.num_entries", "entry count", 8, "count-too-large", "hfile.trailer.entry-count")),
            Map.entry("/types/fixed_fields/seq/8", new Check("fixed_fields.num_data_index_levels", "index levels", 4, "bad-value", "hfile.index.levels")),
            Map.entry("/types/trailer_field/seq/1", new Check("trailer_field.check_key", "field of the trailer message", 0, "bad-type", "hfile.trailer.message")),
            Map.entry("/types/trailer_field/seq/4", new Check("trailer_field.check_len_bytes", "length in the trailer message", 0, "length-mismatch", "hfile.trailer.message")))),
        Map.entry("hfile_block_header", Map.ofEntries(
            Map.entry("/seq/0", new Check("magic", "magic of a block", 8, "bad-magic", "hfile.block.magic")),
            Map.entry("/seq/1", new Check("len_payload_and_checksums", "on-disk size", 4, "length-mismatch", "hfile.block.sizes-bounds")),
            Map.entry("/seq/2", new Check("len_payload_inflated", "uncompressed size", 4, "length-mismatch", "hfile.block.sizes-bounds")),
            Map.entry("/seq/4", new Check("checksum_type", "checksum type", 1, "bad-type", "hfile.checksum.unknown-type")),
            Map.entry("/seq/5", new Check("len_checksum_chunk", "bytes per checksum", 4, "bad-value", "hfile.checksum.chunk-size")),
            Map.entry("/seq/6", new Check("len_header_and_payload", "on-disk data size", 4, "length-mismatch", "hfile.block.data-size")))),
        Map.entry("hfile_data_block", Map.ofEntries(
            Map.entry("/types/entry/seq/0", new Check("entry.len_key", "length of a key", 4, "length-mismatch", "hfile.cell.lengths")),
            Map.entry("/types/entry/seq/1", new Check("entry.len_value", "length of a value", 4, "length-mismatch", "hfile.cell.lengths")),
            Map.entry("/types/entry/seq/2", new Check("entry.len_row", "length of a row", 2, "length-mismatch", "hfile.cell.row-length")),
            Map.entry("/types/entry/seq/4", new Check("entry.len_family", "length of a family", 1, "length-mismatch", "hfile.cell.row-length")),
            Map.entry("/types/entry/seq/10", new Check("entry.len_tags", "length of tags", 2, "length-mismatch", "hfile.cell.tags")))),
        Map.entry("hfile_encoded_block", Map.ofEntries(
            Map.entry("/types/prefix_cell/seq/1", new Check("prefix_cell.check_len_key_rest", "encoded cell", 0, "length-mismatch", "hfile.encoding.common")),
            Map.entry("/types/prefix_cell/seq/3", new Check("prefix_cell.check_len_value", "encoded cell", 0, "length-mismatch", "hfile.encoding.common")),
            Map.entry("/types/prefix_cell/seq/5", new Check("prefix_cell.check_num_shared", "encoded cell", 0, "length-mismatch", "hfile.encoding.common")),
            Map.entry("/types/diff_cell/seq/0", new Check("diff_cell.flags", "flags of the first cell", 1, "bad-value", "hfile.encoding.first")),
            Map.entry("/types/diff_cell/seq/2", new Check("diff_cell.check_len_key_new", "encoded cell", 0, "length-mismatch", "hfile.encoding.common")),
            Map.entry("/types/diff_cell/seq/4", new Check("diff_cell.check_len_value_new", "encoded cell", 0, "length-mismatch", "hfile.encoding.common")),
            Map.entry("/types/diff_cell/seq/6", new Check("diff_cell.check_num_shared", "encoded cell", 0, "length-mismatch", "hfile.encoding.common")),
            Map.entry("/types/diff_cell/seq/9", new Check("diff_cell.check_len_row", "encoded cell", 0, "length-mismatch", "hfile.encoding.common")),
            Map.entry("/types/fast_diff_first/seq/0", new Check("fast_diff_first.flags", "flags of the first cell", 1, "bad-value", "hfile.encoding.first")),
            Map.entry("/types/fast_diff_first/seq/2", new Check("fast_diff_first.check_len_key", "encoded cell", 0, "length-mismatch", "hfile.encoding.common")),
            Map.entry("/types/fast_diff_first/seq/4", new Check("fast_diff_first.check_len_value", "encoded cell", 0, "length-mismatch", "hfile.encoding.common")),
            Map.entry("/types/fast_diff_first/seq/5", new Check("fast_diff_first.num_shared", "shared bytes of the first cell", 1, "bad-value", "hfile.encoding.first")),
            Map.entry("/types/fast_diff_first/seq/6", new Check("fast_diff_first.len_row", "encoded cell", 2, "length-mismatch", "hfile.encoding.common")),
            Map.entry("/types/fast_diff_first/seq/8", new Check("fast_diff_first.len_family", "encoded cell", 1, "length-mismatch", "hfile.encoding.common")),
            Map.entry("/types/fast_diff_cell/seq/2", new Check("fast_diff_cell.check_len_key_new", "encoded cell", 0, "length-mismatch", "hfile.encoding.common")),
            Map.entry("/types/fast_diff_cell/seq/4", new Check("fast_diff_cell.check_len_value_new", "encoded cell", 0, "length-mismatch", "hfile.encoding.common")),
            Map.entry("/types/fast_diff_cell/seq/6", new Check("fast_diff_cell.check_num_shared", "encoded cell", 0, "length-mismatch", "hfile.encoding.common")),
            Map.entry("/types/fast_diff_cell/seq/9", new Check("fast_diff_cell.check_len_row", "encoded cell", 0, "length-mismatch", "hfile.encoding.common")),
            Map.entry("/types/cell_end/seq/1", new Check("cell_end.check_len_tags", "length of tags", 0, "length-mismatch", "hfile.encoding.tags")))),
        Map.entry("hfile_root_index", Map.ofEntries(
            Map.entry("/types/entry/seq/3", new Check("entry.check_len_key", "length of an index key", 0, "length-mismatch", "hfile.index.key-length")))),
        Map.entry("hfile_leaf_index", Map.ofEntries(
            Map.entry("/types/end/seq/0", new Check("end.ofs_end", "end of an index entry", 4, "length-mismatch", "hfile.index.leaf-bounds")))),
        Map.entry("hfile_file_info", Map.ofEntries(
            Map.entry("/types/field/seq/1", new Check("field.check_key", "field of the file info", 0, "bad-type", "hfile.info.form")),
            Map.entry("/types/field/seq/4", new Check("field.check_len_bytes", "length in the file info", 0, "length-mismatch", "hfile.info.form")),
            Map.entry("/types/pair_field/seq/1", new Check("pair_field.check_key", "field of a pair", 0, "bad-type", "hfile.info.form")),
            Map.entry("/types/pair_field/seq/4", new Check("pair_field.check_len_bytes", "length in a pair", 0, "length-mismatch", "hfile.info.form")))),
        Map.entry("hfile_file_info_old", Map.ofEntries(
            Map.entry("/types/entry/seq/1", new Check("entry.check_len_first", "length of a key", 0, "length-mismatch", "hfile.info.old-form")),
            Map.entry("/types/entry/seq/5", new Check("entry.check_len_second", "length of a value", 0, "length-mismatch", "hfile.info.old-form")))),
        Map.entry("hfile_bloom_meta", Map.ofEntries(
            Map.entry("/seq/1", new Check("len_chunks", "number of a Bloom filter", 8, "bad-value", "hfile.bloom.meta")),
            Map.entry("/seq/2", new Check("num_hashes", "number of a Bloom filter", 4, "bad-value", "hfile.bloom.meta")),
            Map.entry("/seq/4", new Check("num_keys", "number of a Bloom filter", 8, "bad-value", "hfile.bloom.meta")),
            Map.entry("/seq/5", new Check("num_keys_max", "number of a Bloom filter", 8, "bad-value", "hfile.bloom.meta")),
            Map.entry("/seq/6", new Check("num_chunks", "number of a Bloom filter", 4, "bad-value", "hfile.bloom.meta")),
            Map.entry("/seq/8", new Check("check_len_comparator", "number of a Bloom filter", 0, "bad-value", "hfile.bloom.meta")))),
        Map.entry("varint", Map.ofEntries(
            Map.entry("/seq/9", new Check("b9", "varint", 1, "bad-varint", "hfile.varint.form")))),
        Map.entry("hudi_bloom_filter", Map.ofEntries(
            Map.entry("/seq/0", new Check("version", "version of a Bloom filter", 4, "bad-version", "bloom.version")),
            Map.entry("/seq/1", new Check("num_hashes_written", "number of hashes", 4, "bad-value", "bloom.num-hashes")),
            Map.entry("/seq/2", new Check("hash_type_written", "kind of hash", 1, "bad-type", "bloom.hash.type")),
            Map.entry("/seq/3", new Check("num_bits", "number of bits", 4, "length-mismatch", "bloom.num-bits")))),
        Map.entry("hudi_bloom_filter_dynamic", Map.ofEntries(
            Map.entry("/seq/0", new Check("version", "version of a Bloom filter", 4, "bad-version", "bloom.version")),
            Map.entry("/seq/1", new Check("num_hashes_written", "number of hashes", 4, "bad-value", "bloom.num-hashes")),
            Map.entry("/seq/2", new Check("hash_type_written", "kind of hash", 1, "bad-type", "bloom.hash.type")),
            Map.entry("/seq/3", new Check("num_bits", "number of bits", 4, "bad-value", "bloom.dynamic.form")),
            Map.entry("/seq/4", new Check("num_keys_per_row", "number of keys a row", 4, "bad-value", "bloom.dynamic.form")),
            Map.entry("/seq/5", new Check("num_keys_last_row", "number of keys in the last row", 4, "bad-value", "bloom.dynamic.form")),
            Map.entry("/seq/6", new Check("num_rows", "number of rows", 4, "count-too-large", "bloom.dynamic.rows")))));

    private Checks() {}
}
