// This is a generated file! It says what failed checks mean, by ksy/*.ksy and ksy/REQUIREMENTS.toml.
pub struct Check {
    pub field: &'static str,
    pub name: &'static str,
    pub width: usize,
    pub code: &'static str,
    pub requirement: &'static str,
}

pub const CHECKS: &[(&str, &[(&str, Check)])] = &[
    ("hudi_log_block", &[
        ("/types/header_map/seq/0", Check { field: "header_map.num_entries", name: "number of header entries", width: 4, code: "count-too-large", requirement: "log.map.count-bounds" }),
        ("/types/header_entry/seq/0", Check { field: "header_entry.check_room", name: "header entry", width: 0, code: "truncated", requirement: "log.map.count-bounds" }),
        ("/types/header_entry/seq/1", Check { field: "header_entry.key", name: "header key", width: 4, code: "bad-type", requirement: "log.header.key" }),
        ("/types/header_entry/seq/2", Check { field: "header_entry.len_value", name: "length of a header value", width: 4, code: "length-mismatch", requirement: "log.map.length-bounds" }),
        ("/types/footer_map/seq/0", Check { field: "footer_map.num_entries", name: "number of footer entries", width: 4, code: "count-too-large", requirement: "log.map.count-bounds" }),
        ("/types/footer_map/seq/2", Check { field: "footer_map.check_filled", name: "end of the footer", width: 0, code: "length-mismatch", requirement: "log.block.parts-fill-size" }),
        ("/types/footer_entry/seq/0", Check { field: "footer_entry.check_room", name: "footer entry", width: 0, code: "truncated", requirement: "log.map.count-bounds" }),
        ("/types/footer_entry/seq/2", Check { field: "footer_entry.len_value", name: "length of a footer value", width: 4, code: "length-mismatch", requirement: "log.map.length-bounds" })]),
    ("hudi_log_index", &[
        ("/types/frame/seq/1", Check { field: "frame.len_block", name: "block size", width: 8, code: "length-mismatch", requirement: "log.block.parts-fill-size" }),
        ("/types/frame/seq/2", Check { field: "frame.format_version", name: "log format version", width: 4, code: "bad-version", requirement: "log.block.format-version" }),
        ("/types/frame/seq/3", Check { field: "frame.block_type", name: "block type", width: 4, code: "bad-type", requirement: "log.block.type" }),
        ("/types/frame/seq/5", Check { field: "frame.len_content", name: "content length", width: 8, code: "length-mismatch", requirement: "log.block.content-length" })]),
    ("hudi_delete_kryo", &[
        ("/types/key_element/seq/0", Check { field: "key_element.class_marker", name: "class or key of the first element", width: 2, code: "schema-mismatch", requirement: "" }),
        ("/types/record_element/seq/0", Check { field: "record_element.class_marker", name: "class or key of the first element", width: 2, code: "schema-mismatch", requirement: "" }),
        ("/types/record/seq/0", Check { field: "record.key_class", name: "class or key of the first element", width: 2, code: "schema-mismatch", requirement: "" }),
        ("/types/kryo_string/seq/6", Check { field: "kryo_string.check_num_units", name: "number of characters", width: 0, code: "truncated", requirement: "" }),
        ("/types/unit/seq/0", Check { field: "unit.b0", name: "character", width: 1, code: "bad-utf8", requirement: "" }),
        ("/types/ordering/seq/0", Check { field: "ordering.value_class", name: "class of the ordering value", width: 1, code: "bad-type", requirement: "log.delete.kryo-class-id" }),
        ("/types/kryo_boolean/seq/0", Check { field: "kryo_boolean.value", name: "boolean", width: 1, code: "schema-mismatch", requirement: "" }),
        ("/types/varint_u4/seq/4", Check { field: "varint_u4.b4", name: "integer", width: 1, code: "bad-varint", requirement: "" })]),
    ("hudi_record_positions", &[
        ("/seq/0", Check { field: "num_buckets", name: "number of buckets", width: 8, code: "count-too-large", requirement: "log.positions.form" }),
        ("/types/bitmap/seq/0", Check { field: "bitmap.cookie", name: "cookie", width: 2, code: "bad-magic", requirement: "log.positions.form" }),
        ("/types/bitmap/seq/3", Check { field: "bitmap.check_num_containers", name: "number of containers", width: 0, code: "count-too-large", requirement: "log.positions.form" }),
        ("/types/container/seq/0", Check { field: "container.num_runs", name: "number of runs", width: 2, code: "count-too-large", requirement: "log.positions.form" })]),
    ("hfile_trailer", &[
        ("/seq/0", Check { field: "magic", name: "magic of the trailer", width: 8, code: "bad-magic", requirement: "hfile.trailer.magic" }),
        ("/seq/2", Check { field: "check_len_message", name: "length of the trailer message", width: 0, code: "length-mismatch", requirement: "hfile.trailer.message" }),
        ("/types/fixed_fields/seq/2", Check { field: "fixed_fields.num_data_index_entries", name: "data index count", width: 4, code: "count-too-large", requirement: "hfile.trailer.index-counts" }),
        ("/types/fixed_fields/seq/4", Check { field: "fixed_fields.num_meta_index_entries", name: "meta index count", width: 4, code: "count-too-large", requirement: "hfile.trailer.index-counts" }),
        ("/types/fixed_fields/seq/6", Check { field: "fixed_fields.num_entries", name: "entry count", width: 8, code: "count-too-large", requirement: "hfile.trailer.entry-count" }),
        ("/types/fixed_fields/seq/8", Check { field: "fixed_fields.num_data_index_levels", name: "index levels", width: 4, code: "bad-value", requirement: "hfile.index.levels" }),
        ("/types/trailer_field/seq/1", Check { field: "trailer_field.check_key", name: "field of the trailer message", width: 0, code: "bad-type", requirement: "hfile.trailer.message" }),
        ("/types/trailer_field/seq/4", Check { field: "trailer_field.check_len_bytes", name: "length in the trailer message", width: 0, code: "length-mismatch", requirement: "hfile.trailer.message" })]),
    ("hfile_block_header", &[
        ("/seq/0", Check { field: "magic", name: "magic of a block", width: 8, code: "bad-magic", requirement: "hfile.block.magic" }),
        ("/seq/1", Check { field: "len_payload_and_checksums", name: "on-disk size", width: 4, code: "length-mismatch", requirement: "hfile.block.sizes-bounds" }),
        ("/seq/2", Check { field: "len_payload_inflated", name: "uncompressed size", width: 4, code: "length-mismatch", requirement: "hfile.block.sizes-bounds" }),
        ("/seq/4", Check { field: "checksum_type", name: "checksum type", width: 1, code: "bad-type", requirement: "hfile.checksum.unknown-type" }),
        ("/seq/5", Check { field: "len_checksum_chunk", name: "bytes per checksum", width: 4, code: "bad-value", requirement: "hfile.checksum.chunk-size" }),
        ("/seq/6", Check { field: "len_header_and_payload", name: "on-disk data size", width: 4, code: "length-mismatch", requirement: "hfile.block.data-size" })]),
    ("hfile_data_block", &[
        ("/types/entry/seq/0", Check { field: "entry.len_key", name: "length of a key", width: 4, code: "length-mismatch", requirement: "hfile.cell.lengths" }),
        ("/types/entry/seq/1", Check { field: "entry.len_value", name: "length of a value", width: 4, code: "length-mismatch", requirement: "hfile.cell.lengths" }),
        ("/types/entry/seq/2", Check { field: "entry.len_row", name: "length of a row", width: 2, code: "length-mismatch", requirement: "hfile.cell.row-length" }),
        ("/types/entry/seq/4", Check { field: "entry.len_family", name: "length of a family", width: 1, code: "length-mismatch", requirement: "hfile.cell.row-length" }),
        ("/types/entry/seq/10", Check { field: "entry.len_tags", name: "length of tags", width: 2, code: "length-mismatch", requirement: "hfile.cell.tags" })]),
    ("hfile_encoded_block", &[
        ("/types/prefix_cell/seq/1", Check { field: "prefix_cell.check_len_key_rest", name: "encoded cell", width: 0, code: "length-mismatch", requirement: "hfile.encoding.common" }),
        ("/types/prefix_cell/seq/3", Check { field: "prefix_cell.check_len_value", name: "encoded cell", width: 0, code: "length-mismatch", requirement: "hfile.encoding.common" }),
        ("/types/prefix_cell/seq/5", Check { field: "prefix_cell.check_num_shared", name: "encoded cell", width: 0, code: "length-mismatch", requirement: "hfile.encoding.common" }),
        ("/types/diff_cell/seq/0", Check { field: "diff_cell.flags", name: "flags of the first cell", width: 1, code: "bad-value", requirement: "hfile.encoding.first" }),
        ("/types/diff_cell/seq/2", Check { field: "diff_cell.check_len_key_new", name: "encoded cell", width: 0, code: "length-mismatch", requirement: "hfile.encoding.common" }),
        ("/types/diff_cell/seq/4", Check { field: "diff_cell.check_len_value_new", name: "encoded cell", width: 0, code: "length-mismatch", requirement: "hfile.encoding.common" }),
        ("/types/diff_cell/seq/6", Check { field: "diff_cell.check_num_shared", name: "encoded cell", width: 0, code: "length-mismatch", requirement: "hfile.encoding.common" }),
        ("/types/diff_cell/seq/9", Check { field: "diff_cell.check_len_row", name: "encoded cell", width: 0, code: "length-mismatch", requirement: "hfile.encoding.common" }),
        ("/types/fast_diff_first/seq/0", Check { field: "fast_diff_first.flags", name: "flags of the first cell", width: 1, code: "bad-value", requirement: "hfile.encoding.first" }),
        ("/types/fast_diff_first/seq/2", Check { field: "fast_diff_first.check_len_key", name: "encoded cell", width: 0, code: "length-mismatch", requirement: "hfile.encoding.common" }),
        ("/types/fast_diff_first/seq/4", Check { field: "fast_diff_first.check_len_value", name: "encoded cell", width: 0, code: "length-mismatch", requirement: "hfile.encoding.common" }),
        ("/types/fast_diff_first/seq/5", Check { field: "fast_diff_first.num_shared", name: "shared bytes of the first cell", width: 1, code: "bad-value", requirement: "hfile.encoding.first" }),
        ("/types/fast_diff_first/seq/6", Check { field: "fast_diff_first.len_row", name: "encoded cell", width: 2, code: "length-mismatch", requirement: "hfile.encoding.common" }),
        ("/types/fast_diff_first/seq/8", Check { field: "fast_diff_first.len_family", name: "encoded cell", width: 1, code: "length-mismatch", requirement: "hfile.encoding.common" }),
        ("/types/fast_diff_cell/seq/2", Check { field: "fast_diff_cell.check_len_key_new", name: "encoded cell", width: 0, code: "length-mismatch", requirement: "hfile.encoding.common" }),
        ("/types/fast_diff_cell/seq/4", Check { field: "fast_diff_cell.check_len_value_new", name: "encoded cell", width: 0, code: "length-mismatch", requirement: "hfile.encoding.common" }),
        ("/types/fast_diff_cell/seq/6", Check { field: "fast_diff_cell.check_num_shared", name: "encoded cell", width: 0, code: "length-mismatch", requirement: "hfile.encoding.common" }),
        ("/types/fast_diff_cell/seq/9", Check { field: "fast_diff_cell.check_len_row", name: "encoded cell", width: 0, code: "length-mismatch", requirement: "hfile.encoding.common" }),
        ("/types/cell_end/seq/1", Check { field: "cell_end.check_len_tags", name: "length of tags", width: 0, code: "length-mismatch", requirement: "hfile.encoding.tags" })]),
    ("hfile_root_index", &[
        ("/types/entry/seq/3", Check { field: "entry.check_len_key", name: "length of an index key", width: 0, code: "length-mismatch", requirement: "hfile.index.key-length" })]),
    ("hfile_leaf_index", &[
        ("/types/entry/seq/0", Check { field: "entry.check_len_entry", name: "index entry", width: 0, code: "length-mismatch", requirement: "hfile.index.leaf-bounds" })]),
    ("hfile_file_info", &[
        ("/types/field/seq/1", Check { field: "field.check_key", name: "field of the file info", width: 0, code: "bad-type", requirement: "hfile.info.form" }),
        ("/types/field/seq/4", Check { field: "field.check_len_bytes", name: "length in the file info", width: 0, code: "length-mismatch", requirement: "hfile.info.form" }),
        ("/types/pair_field/seq/1", Check { field: "pair_field.check_key", name: "field of a pair", width: 0, code: "bad-type", requirement: "hfile.info.form" }),
        ("/types/pair_field/seq/4", Check { field: "pair_field.check_len_bytes", name: "length in a pair", width: 0, code: "length-mismatch", requirement: "hfile.info.form" })]),
    ("hfile_file_info_old", &[
        ("/types/entry/seq/1", Check { field: "entry.check_len_first", name: "length of a key", width: 0, code: "length-mismatch", requirement: "hfile.info.old-form" }),
        ("/types/entry/seq/3", Check { field: "entry.class_id", name: "class of a value", width: 1, code: "bad-type", requirement: "hfile.info.old-form" }),
        ("/types/entry/seq/5", Check { field: "entry.check_len_second", name: "length of a value", width: 0, code: "length-mismatch", requirement: "hfile.info.old-form" })]),
    ("hfile_bloom_meta", &[
        ("/seq/1", Check { field: "len_chunks", name: "number of a Bloom filter", width: 8, code: "bad-value", requirement: "hfile.bloom.meta" }),
        ("/seq/2", Check { field: "num_hashes", name: "number of a Bloom filter", width: 4, code: "bad-value", requirement: "hfile.bloom.meta" }),
        ("/seq/4", Check { field: "num_keys", name: "number of a Bloom filter", width: 8, code: "bad-value", requirement: "hfile.bloom.meta" }),
        ("/seq/5", Check { field: "num_keys_max", name: "number of a Bloom filter", width: 8, code: "bad-value", requirement: "hfile.bloom.meta" }),
        ("/seq/6", Check { field: "num_chunks", name: "number of a Bloom filter", width: 4, code: "bad-value", requirement: "hfile.bloom.meta" }),
        ("/seq/8", Check { field: "check_len_comparator", name: "number of a Bloom filter", width: 0, code: "bad-value", requirement: "hfile.bloom.meta" })]),
    ("varint", &[
        ("/seq/9", Check { field: "b9", name: "varint", width: 1, code: "bad-varint", requirement: "hfile.varint.form" })])];
