// This is a generated file! It is made from the fields of ksy/*.ksy and the compiler's headers.
#pragma once
#include "avro_container.h"
#include "avro_long.h"
#include "hadoop_vlong.h"
#include "hfile.h"
#include "hfile_block.h"
#include "hfile_block_header.h"
#include "hfile_bloom_meta.h"
#include "hfile_data_block.h"
#include "hfile_encoded_block.h"
#include "hfile_file_info.h"
#include "hfile_file_info_old.h"
#include "hfile_key.h"
#include "hfile_kv_slices.h"
#include "hfile_leaf_index.h"
#include "hfile_root_index.h"
#include "hfile_tags.h"
#include "hfile_trailer.h"
#include "hudi_archive_file.h"
#include "hudi_bloom_filter.h"
#include "hudi_bloom_filter_dynamic.h"
#include "hudi_delete_content.h"
#include "hudi_delete_kryo.h"
#include "hudi_delete_record_list.h"
#include "hudi_log_avro_content.h"
#include "hudi_log_block.h"
#include "hudi_log_file.h"
#include "hudi_log_index.h"
#include "hudi_record_positions.h"
#include "varint.h"

namespace hudi_parsers {

template <class Visitor>
void visit_fields(Visitor& visit, avro_container_t& it) {
    visit("magic", it.magic());
    visit("metadata", it.metadata());
    visit("sync", it.sync());
    visit("blocks", it.blocks());
}

template <class Visitor>
void visit_fields(Visitor& visit, avro_container_t::metadata_chunk_t& it) {
    visit("num_entries", it.num_entries());
    visit("check_num_entries", it.check_num_entries());
    if (!it._is_null_len_chunk()) visit("len_chunk", it.len_chunk());
    visit("entries", it.entries());
    visit("sign", it.sign());
}

template <class Visitor>
void visit_fields(Visitor& visit, avro_container_t::metadata_entry_t& it) {
    visit("key", it.key());
    visit("value", it.value());
}

template <class Visitor>
void visit_fields(Visitor& visit, avro_container_t::avro_bytes_t& it) {
    visit("len_value", it.len_value());
    visit("check_len_value", it.check_len_value());
    visit("value", it.value());
}

template <class Visitor>
void visit_fields(Visitor& visit, avro_container_t::block_t& it) {
    visit("num_records", it.num_records());
    visit("check_num_records", it.check_num_records());
    visit("len_records", it.len_records());
    visit("check_len_records", it.check_len_records());
    visit("check_room", it.check_room());
    visit("records", it.records());
    visit("sync", it.sync());
}

template <class Visitor>
void visit_fields(Visitor& visit, avro_long_t& it) {
    visit("zigzag", it.zigzag());
    visit("magnitude", it.magnitude());
    visit("value", it.value());
}

template <class Visitor>
void visit_fields(Visitor& visit, hadoop_vlong_t& it) {
    visit("first", it.first());
    if (!it._is_null_b1()) visit("b1", it.b1());
    if (!it._is_null_b2()) visit("b2", it.b2());
    if (!it._is_null_b3()) visit("b3", it.b3());
    if (!it._is_null_b4()) visit("b4", it.b4());
    if (!it._is_null_b5()) visit("b5", it.b5());
    if (!it._is_null_b6()) visit("b6", it.b6());
    if (!it._is_null_b7()) visit("b7", it.b7());
    if (!it._is_null_b8()) visit("b8", it.b8());
    visit("is_negative", it.is_negative());
    visit("num_bytes", it.num_bytes());
    visit("m1", it.m1());
    visit("m2", it.m2());
    visit("m3", it.m3());
    visit("m4", it.m4());
    visit("m5", it.m5());
    visit("m6", it.m6());
    visit("m7", it.m7());
    visit("m8", it.m8());
    visit("value", it.value());
}

template <class Visitor>
void visit_fields(Visitor& visit, hfile_t& it) {
    visit("check_ofs_trailer", it.check_ofs_trailer());
    if (!it._is_null_blocks()) visit("blocks", it.blocks());
    visit("version", it.version());
    visit("len_trailer", it.len_trailer());
    visit("ofs_trailer", it.ofs_trailer());
    visit("has_checksums", it.has_checksums());
    visit("trailer", it.trailer());
}

template <class Visitor>
void visit_fields(Visitor& visit, hfile_t::version_t& it) {
    visit("minor", it.minor());
    visit("major", it.major());
}

template <class Visitor>
void visit_fields(Visitor& visit, hfile_block_t& it) {
    visit("header", it.header());
    visit("payload", it.payload());
    visit("checksums", it.checksums());
}

template <class Visitor>
void visit_fields(Visitor& visit, hfile_block_header_t& it) {
    visit("magic", it.magic());
    visit("len_payload_and_checksums", it.len_payload_and_checksums());
    visit("len_payload_inflated", it.len_payload_inflated());
    visit("ofs_prev_block", it.ofs_prev_block());
    if (!it._is_null_checksum_type()) visit("checksum_type", it.checksum_type());
    if (!it._is_null_len_checksum_chunk()) visit("len_checksum_chunk", it.len_checksum_chunk());
    if (!it._is_null_len_header_and_payload()) visit("len_header_and_payload", it.len_header_and_payload());
    visit("len_header", it.len_header());
    visit("len_payload", it.len_payload());
    visit("num_checksums", it.num_checksums());
    visit("len_block", it.len_block());
}

template <class Visitor>
void visit_fields(Visitor& visit, hfile_bloom_meta_t& it) {
    visit("version", it.version());
    visit("len_chunks", it.len_chunks());
    visit("num_hashes", it.num_hashes());
    visit("hash_type", it.hash_type());
    visit("num_keys", it.num_keys());
    visit("num_keys_max", it.num_keys_max());
    visit("num_chunks", it.num_chunks());
    visit("len_comparator", it.len_comparator());
    visit("check_len_comparator", it.check_len_comparator());
    visit("comparator", it.comparator());
    visit("index", it.index());
}

template <class Visitor>
void visit_fields(Visitor& visit, hfile_data_block_t& it) {
    visit("entries", it.entries());
}

template <class Visitor>
void visit_fields(Visitor& visit, hfile_data_block_t::entry_t& it) {
    visit("len_key", it.len_key());
    visit("len_value", it.len_value());
    visit("len_row", it.len_row());
    visit("row", it.row());
    visit("len_family", it.len_family());
    visit("family", it.family());
    visit("qualifier", it.qualifier());
    visit("timestamp", it.timestamp());
    visit("key_type", it.key_type());
    visit("value", it.value());
    if (!it._is_null_len_tags()) visit("len_tags", it.len_tags());
    if (!it._is_null_tags()) visit("tags", it.tags());
    if (!it._is_null_mvcc()) visit("mvcc", it.mvcc());
}

template <class Visitor>
void visit_fields(Visitor& visit, hfile_encoded_block_t& it) {
    visit("encoding", it.encoding());
    if (!it._is_null_body()) visit("body", it.body()); else visit("body", it._raw_body());
}

template <class Visitor>
void visit_fields(Visitor& visit, hfile_encoded_block_t::prefix_cells_t& it) {
    visit("len_plain", it.len_plain());
    visit("cells", it.cells());
}

template <class Visitor>
void visit_fields(Visitor& visit, hfile_encoded_block_t::prefix_cell_t& it) {
    visit("len_key_rest", it.len_key_rest());
    visit("check_len_key_rest", it.check_len_key_rest());
    visit("len_value", it.len_value());
    visit("check_len_value", it.check_len_value());
    visit("num_shared", it.num_shared());
    visit("check_num_shared", it.check_num_shared());
    visit("key_rest", it.key_rest());
    visit("value", it.value());
    visit("end", it.end());
    visit("len_key", it.len_key());
}

template <class Visitor>
void visit_fields(Visitor& visit, hfile_encoded_block_t::diff_cells_t& it) {
    visit("len_plain", it.len_plain());
    visit("len_family", it.len_family());
    visit("family", it.family());
    visit("cells", it.cells());
}

template <class Visitor>
void visit_fields(Visitor& visit, hfile_encoded_block_t::diff_cell_t& it) {
    visit("flags", it.flags());
    if (!it._is_null_len_key_new()) visit("len_key_new", it.len_key_new());
    visit("check_len_key_new", it.check_len_key_new());
    if (!it._is_null_len_value_new()) visit("len_value_new", it.len_value_new());
    visit("check_len_value_new", it.check_len_value_new());
    visit("num_shared", it.num_shared());
    visit("check_num_shared", it.check_num_shared());
    if (!it._is_null_row_length_high()) visit("row_length_high", it.row_length_high());
    if (!it._is_null_row_length_low()) visit("row_length_low", it.row_length_low());
    visit("check_len_row", it.check_len_row());
    visit("row_rest", it.row_rest());
    visit("qualifier_rest", it.qualifier_rest());
    visit("timestamp_bytes", it.timestamp_bytes());
    if (!it._is_null_key_type()) visit("key_type", it.key_type());
    visit("value", it.value());
    visit("end", it.end());
    visit("has_len_key", it.has_len_key());
    visit("has_len_value", it.has_len_value());
    visit("is_difference", it.is_difference());
    visit("is_negative", it.is_negative());
    visit("len_key", it.len_key());
    visit("len_value", it.len_value());
    visit("shared", it.shared());
    visit("is_row_shared", it.is_row_shared());
    visit("len_row", it.len_row());
    visit("len_row_rest", it.len_row_rest());
    visit("len_qualifier_rest", it.len_qualifier_rest());
    visit("len_key_rest", it.len_key_rest());
}

template <class Visitor>
void visit_fields(Visitor& visit, hfile_encoded_block_t::fast_diff_cells_t& it) {
    visit("len_plain", it.len_plain());
    if (!it._is_null_first()) visit("first", it.first());
    visit("cells", it.cells());
}

template <class Visitor>
void visit_fields(Visitor& visit, hfile_encoded_block_t::fast_diff_first_t& it) {
    visit("flags", it.flags());
    visit("len_key", it.len_key());
    visit("check_len_key", it.check_len_key());
    visit("len_value", it.len_value());
    visit("check_len_value", it.check_len_value());
    visit("num_shared", it.num_shared());
    visit("len_row", it.len_row());
    visit("row", it.row());
    visit("len_family", it.len_family());
    visit("family", it.family());
    visit("qualifier", it.qualifier());
    visit("timestamp", it.timestamp());
    visit("key_type", it.key_type());
    visit("value", it.value());
    visit("end", it.end());
}

template <class Visitor>
void visit_fields(Visitor& visit, hfile_encoded_block_t::fast_diff_cell_t& it) {
    visit("flags", it.flags());
    if (!it._is_null_len_key_new()) visit("len_key_new", it.len_key_new());
    visit("check_len_key_new", it.check_len_key_new());
    if (!it._is_null_len_value_new()) visit("len_value_new", it.len_value_new());
    visit("check_len_value_new", it.check_len_value_new());
    visit("num_shared", it.num_shared());
    visit("check_num_shared", it.check_num_shared());
    if (!it._is_null_row_length_high()) visit("row_length_high", it.row_length_high());
    if (!it._is_null_row_length_low()) visit("row_length_low", it.row_length_low());
    visit("check_len_row", it.check_len_row());
    visit("row_rest", it.row_rest());
    visit("qualifier_rest", it.qualifier_rest());
    visit("timestamp_rest", it.timestamp_rest());
    if (!it._is_null_key_type()) visit("key_type", it.key_type());
    if (!it._is_null_value()) visit("value", it.value());
    visit("end", it.end());
    visit("has_len_key", it.has_len_key());
    visit("has_len_value", it.has_len_value());
    visit("has_value", it.has_value());
    visit("len_key", it.len_key());
    visit("len_value", it.len_value());
    visit("shared", it.shared());
    visit("is_row_shared", it.is_row_shared());
    visit("len_row", it.len_row());
    visit("len_row_rest", it.len_row_rest());
    visit("len_qualifier_rest", it.len_qualifier_rest());
    visit("len_key_rest", it.len_key_rest());
}

template <class Visitor>
void visit_fields(Visitor& visit, hfile_encoded_block_t::row_index_cells_t& it) {
    visit("cells", it.cells());
    visit("num_rows", it.num_rows());
    visit("rows", it.rows());
    visit("len_cells_last", it.len_cells_last());
    visit("len_cells", it.len_cells());
}

template <class Visitor>
void visit_fields(Visitor& visit, hfile_encoded_block_t::row_t& it) {
    visit("ofs_cell", it.ofs_cell());
}

template <class Visitor>
void visit_fields(Visitor& visit, hfile_encoded_block_t::cell_end_t& it) {
    if (!it._is_null_len_tags()) visit("len_tags", it.len_tags());
    if (!it._is_null_check_len_tags()) visit("check_len_tags", it.check_len_tags());
    if (!it._is_null_tags()) visit("tags", it.tags());
    if (!it._is_null_mvcc()) visit("mvcc", it.mvcc());
}

template <class Visitor>
void visit_fields(Visitor& visit, hfile_file_info_t& it) {
    visit("magic", it.magic());
    visit("len_message", it.len_message());
    visit("check_len_message", it.check_len_message());
    visit("message", it.message());
}

template <class Visitor>
void visit_fields(Visitor& visit, hfile_file_info_t::info_proto_t& it) {
    visit("fields", it.fields());
}

template <class Visitor>
void visit_fields(Visitor& visit, hfile_file_info_t::field_t& it) {
    visit("key", it.key());
    visit("check_key", it.check_key());
    if (!it._is_null_varint()) visit("varint", it.varint());
    if (!it._is_null_len_bytes()) visit("len_bytes", it.len_bytes());
    if (!it._is_null_check_len_bytes()) visit("check_len_bytes", it.check_len_bytes());
    if (!it._is_null_pair()) visit("pair", it.pair());
    if (!it._is_null_bytes()) visit("bytes", it.bytes());
    if (!it._is_null_fixed64()) visit("fixed64", it.fixed64());
    if (!it._is_null_fixed32()) visit("fixed32", it.fixed32());
    visit("wire_type", it.wire_type());
    visit("tag", it.tag());
    visit("is_pair", it.is_pair());
}

template <class Visitor>
void visit_fields(Visitor& visit, hfile_file_info_t::pair_t& it) {
    visit("fields", it.fields());
    visit("check_parts", it.check_parts());
    visit("first", it.first());
    visit("second", it.second());
}

template <class Visitor>
void visit_fields(Visitor& visit, hfile_file_info_t::pair_field_t& it) {
    visit("key", it.key());
    visit("check_key", it.check_key());
    if (!it._is_null_varint()) visit("varint", it.varint());
    if (!it._is_null_len_bytes()) visit("len_bytes", it.len_bytes());
    if (!it._is_null_check_len_bytes()) visit("check_len_bytes", it.check_len_bytes());
    if (!it._is_null_bytes()) visit("bytes", it.bytes());
    if (!it._is_null_fixed64()) visit("fixed64", it.fixed64());
    if (!it._is_null_fixed32()) visit("fixed32", it.fixed32());
    visit("wire_type", it.wire_type());
    visit("tag", it.tag());
    visit("first_at", it.first_at());
    visit("second_at", it.second_at());
}

template <class Visitor>
void visit_fields(Visitor& visit, hfile_file_info_old_t& it) {
    visit("num_entries", it.num_entries());
    visit("entries", it.entries());
}

template <class Visitor>
void visit_fields(Visitor& visit, hfile_file_info_old_t::entry_t& it) {
    visit("len_first", it.len_first());
    visit("check_len_first", it.check_len_first());
    visit("first", it.first());
    visit("class_id", it.class_id());
    visit("len_second", it.len_second());
    visit("check_len_second", it.check_len_second());
    visit("second", it.second());
}

template <class Visitor>
void visit_fields(Visitor& visit, hfile_key_t& it) {
    visit("len_row", it.len_row());
    visit("row", it.row());
    visit("len_family", it.len_family());
    visit("family", it.family());
    visit("qualifier", it.qualifier());
    visit("timestamp", it.timestamp());
    visit("key_type", it.key_type());
}

template <class Visitor>
void visit_fields(Visitor& visit, hfile_kv_slices_t& it) {
    visit("entries", it.entries());
}

template <class Visitor>
void visit_fields(Visitor& visit, hfile_kv_slices_t::entry_t& it) {
    visit("len_key", it.len_key());
    visit("len_value", it.len_value());
    visit("key", it.key());
    visit("value", it.value());
    visit("mvcc", it.mvcc());
}

template <class Visitor>
void visit_fields(Visitor& visit, hfile_leaf_index_t& it) {
    visit("num_entries", it.num_entries());
    visit("ends", it.ends());
    visit("entries", it.entries());
}

template <class Visitor>
void visit_fields(Visitor& visit, hfile_leaf_index_t::end_t& it) {
    visit("ofs_end", it.ofs_end());
}

template <class Visitor>
void visit_fields(Visitor& visit, hfile_leaf_index_t::entry_t& it) {
    visit("ofs_block", it.ofs_block());
    visit("len_block", it.len_block());
    visit("key", it.key());
}

template <class Visitor>
void visit_fields(Visitor& visit, hfile_root_index_t& it) {
    visit("check_num_entries", it.check_num_entries());
    visit("entries", it.entries());
    if (!it._is_null_mid_key()) visit("mid_key", it.mid_key());
}

template <class Visitor>
void visit_fields(Visitor& visit, hfile_root_index_t::entry_t& it) {
    visit("ofs_block", it.ofs_block());
    visit("len_block", it.len_block());
    visit("len_key", it.len_key());
    visit("check_len_key", it.check_len_key());
    visit("key", it.key());
}

template <class Visitor>
void visit_fields(Visitor& visit, hfile_root_index_t::mid_key_t& it) {
    visit("ofs_leaf_block", it.ofs_leaf_block());
    visit("len_leaf_block", it.len_leaf_block());
    visit("entry_in_leaf_block", it.entry_in_leaf_block());
}

template <class Visitor>
void visit_fields(Visitor& visit, hfile_tags_t& it) {
    visit("tags", it.tags());
}

template <class Visitor>
void visit_fields(Visitor& visit, hfile_tags_t::tag_t& it) {
    visit("len_tag", it.len_tag());
    visit("tag_type", it.tag_type());
    visit("body", it.body());
}

template <class Visitor>
void visit_fields(Visitor& visit, hfile_trailer_t& it) {
    visit("magic", it.magic());
    if (!it._is_null_len_message()) visit("len_message", it.len_message());
    if (!it._is_null_check_len_message()) visit("check_len_message", it.check_len_message());
    if (!it._is_null_message()) visit("message", it.message());
    if (!it._is_null_fixed()) visit("fixed", it.fixed());
    visit("has_message", it.has_message());
}

template <class Visitor>
void visit_fields(Visitor& visit, hfile_trailer_t::fixed_fields_t& it) {
    visit("ofs_file_info", it.ofs_file_info());
    visit("ofs_load_on_open", it.ofs_load_on_open());
    visit("num_data_index_entries", it.num_data_index_entries());
    visit("len_data_index_inflated", it.len_data_index_inflated());
    visit("num_meta_index_entries", it.num_meta_index_entries());
    visit("len_total_inflated", it.len_total_inflated());
    visit("num_entries", it.num_entries());
    visit("compression_codec", it.compression_codec());
    visit("num_data_index_levels", it.num_data_index_levels());
    visit("ofs_first_data_block", it.ofs_first_data_block());
    visit("ofs_last_data_block", it.ofs_last_data_block());
    visit("comparator_class_name", it.comparator_class_name());
}

template <class Visitor>
void visit_fields(Visitor& visit, hfile_trailer_t::trailer_proto_t& it) {
    visit("fields", it.fields());
    visit("compression_codec", it.compression_codec());
    if (!it._is_null_comparator_class_name()) visit("comparator_class_name", it.comparator_class_name());
    if (!it._is_null_encryption_key()) visit("encryption_key", it.encryption_key());
}

template <class Visitor>
void visit_fields(Visitor& visit, hfile_trailer_t::trailer_field_t& it) {
    visit("key", it.key());
    visit("check_key", it.check_key());
    if (!it._is_null_varint()) visit("varint", it.varint());
    if (!it._is_null_len_bytes()) visit("len_bytes", it.len_bytes());
    if (!it._is_null_check_len_bytes()) visit("check_len_bytes", it.check_len_bytes());
    if (!it._is_null_bytes()) visit("bytes", it.bytes());
    if (!it._is_null_fixed64()) visit("fixed64", it.fixed64());
    if (!it._is_null_fixed32()) visit("fixed32", it.fixed32());
    visit("wire_type", it.wire_type());
    visit("tag", it.tag());
    visit("ofs_file_info", it.ofs_file_info());
    visit("ofs_load_on_open", it.ofs_load_on_open());
    visit("len_data_index_inflated", it.len_data_index_inflated());
    visit("len_total_inflated", it.len_total_inflated());
    visit("num_data_index_entries", it.num_data_index_entries());
    visit("num_meta_index_entries", it.num_meta_index_entries());
    visit("num_entries", it.num_entries());
    visit("num_data_index_levels", it.num_data_index_levels());
    visit("ofs_first_data_block", it.ofs_first_data_block());
    visit("ofs_last_data_block", it.ofs_last_data_block());
    visit("compression_codec", it.compression_codec());
    visit("comparator_at", it.comparator_at());
    visit("encryption_key_at", it.encryption_key_at());
}

template <class Visitor>
void visit_fields(Visitor& visit, hudi_archive_file_t& it) {
    visit("blocks", it.blocks());
}

template <class Visitor>
void visit_fields(Visitor& visit, hudi_archive_file_t::block_t& it) {
    visit("frame", it.frame());
    visit("check_type", it.check_type());
    visit("check_header", it.check_header());
    visit("check_footer", it.check_footer());
    visit("schema", it.schema());
    visit("content", it.content());
}

template <class Visitor>
void visit_fields(Visitor& visit, hudi_bloom_filter_t& it) {
    visit("version", it.version());
    if (!it._is_null_num_hashes_written()) visit("num_hashes_written", it.num_hashes_written());
    if (!it._is_null_hash_type_written()) visit("hash_type_written", it.hash_type_written());
    visit("num_bits", it.num_bits());
    visit("bits", it.bits());
    visit("num_hashes", it.num_hashes());
    visit("hash_type", it.hash_type());
}

template <class Visitor>
void visit_fields(Visitor& visit, hudi_bloom_filter_dynamic_t& it) {
    visit("version", it.version());
    if (!it._is_null_num_hashes_written()) visit("num_hashes_written", it.num_hashes_written());
    if (!it._is_null_hash_type_written()) visit("hash_type_written", it.hash_type_written());
    visit("num_bits", it.num_bits());
    visit("num_keys_per_row", it.num_keys_per_row());
    visit("num_keys_last_row", it.num_keys_last_row());
    visit("num_rows", it.num_rows());
    visit("rows", it.rows());
    visit("num_hashes", it.num_hashes());
    visit("hash_type", it.hash_type());
}

template <class Visitor>
void visit_fields(Visitor& visit, hudi_delete_content_t& it) {
    visit("version", it.version());
    visit("len_payload", it.len_payload());
    if (!it._is_null_payload()) visit("payload", it.payload()); else visit("payload", it._raw_payload());
}

template <class Visitor>
void visit_fields(Visitor& visit, hudi_delete_kryo_t& it) {
    visit("array_class", it.array_class());
    if (!it._is_null_name_keys()) visit("name_keys", it.name_keys());
    if (!it._is_null_name_records()) visit("name_records", it.name_records());
    visit("array_marker", it.array_marker());
    visit("array_size", it.array_size());
    visit("check_array_size", it.check_array_size());
    if (!it._is_null_keys()) visit("keys", it.keys());
    if (!it._is_null_records()) visit("records", it.records());
    visit("check_end", it.check_end());
}

template <class Visitor>
void visit_fields(Visitor& visit, hudi_delete_kryo_t::key_element_t& it) {
    visit("class_marker", it.class_marker());
    if (!it._is_null_class_name()) visit("class_name", it.class_name());
    visit("marker", it.marker());
    if (!it._is_null_key()) visit("key", it.key());
}

template <class Visitor>
void visit_fields(Visitor& visit, hudi_delete_kryo_t::record_element_t& it) {
    visit("class_marker", it.class_marker());
    if (!it._is_null_class_name()) visit("class_name", it.class_name());
    visit("marker", it.marker());
    if (!it._is_null_record()) visit("record", it.record());
}

template <class Visitor>
void visit_fields(Visitor& visit, hudi_delete_kryo_t::record_t& it) {
    visit("key_class", it.key_class());
    if (!it._is_null_key_class_name()) visit("key_class_name", it.key_class_name());
    visit("key_marker", it.key_marker());
    visit("check_key_marker", it.check_key_marker());
    if (!it._is_null_key()) visit("key", it.key());
    visit("ordering", it.ordering());
}

template <class Visitor>
void visit_fields(Visitor& visit, hudi_delete_kryo_t::key_t& it) {
    visit("partition_path", it.partition_path());
    visit("record_key", it.record_key());
}

template <class Visitor>
void visit_fields(Visitor& visit, hudi_delete_kryo_t::object_marker_t& it) {
    visit("marker", it.marker());
    visit("is_null", it.is_null());
    visit("is_new", it.is_new());
    visit("id_referred", it.id_referred());
}

template <class Visitor>
void visit_fields(Visitor& visit, hudi_delete_kryo_t::string_object_t& it) {
    visit("marker", it.marker());
    if (!it._is_null_string()) visit("string", it.string());
}

template <class Visitor>
void visit_fields(Visitor& visit, hudi_delete_kryo_t::kryo_string_t& it) {
    visit("first", it.first());
    if (!it._is_null_ascii_rest()) visit("ascii_rest", it.ascii_rest());
    if (!it._is_null_n1()) visit("n1", it.n1());
    if (!it._is_null_n2()) visit("n2", it.n2());
    if (!it._is_null_n3()) visit("n3", it.n3());
    if (!it._is_null_n4()) visit("n4", it.n4());
    visit("check_num_units", it.check_num_units());
    if (!it._is_null_units()) visit("units", it.units());
    visit("has1", it.has1());
    visit("has2", it.has2());
    visit("has3", it.has3());
    visit("has4", it.has4());
    visit("size_utf", it.size_utf());
    visit("is_null", it.is_null());
    visit("num_units", it.num_units());
}

template <class Visitor>
void visit_fields(Visitor& visit, hudi_delete_kryo_t::unit_t& it) {
    visit("b0", it.b0());
    if (!it._is_null_b1()) visit("b1", it.b1());
    if (!it._is_null_b2()) visit("b2", it.b2());
    visit("value", it.value());
}

template <class Visitor>
void visit_fields(Visitor& visit, hudi_delete_kryo_t::ordering_t& it) {
    visit("value_class", it.value_class());
    if (!it._is_null_value()) visit("value", it.value());
    if (!it._is_null_check_text()) visit("check_text", it.check_text());
}

template <class Visitor>
void visit_fields(Visitor& visit, hudi_delete_kryo_t::kryo_boolean_t& it) {
    visit("value", it.value());
}

template <class Visitor>
void visit_fields(Visitor& visit, hudi_delete_kryo_t::kryo_float_t& it) {
    visit("value", it.value());
}

template <class Visitor>
void visit_fields(Visitor& visit, hudi_delete_kryo_t::kryo_double_t& it) {
    visit("value", it.value());
}

template <class Visitor>
void visit_fields(Visitor& visit, hudi_delete_kryo_t::varint_u4_t& it) {
    visit("b0", it.b0());
    if (!it._is_null_b1()) visit("b1", it.b1());
    if (!it._is_null_b2()) visit("b2", it.b2());
    if (!it._is_null_b3()) visit("b3", it.b3());
    if (!it._is_null_b4()) visit("b4", it.b4());
    visit("has1", it.has1());
    visit("has2", it.has2());
    visit("has3", it.has3());
    visit("has4", it.has4());
    visit("value", it.value());
}

template <class Visitor>
void visit_fields(Visitor& visit, hudi_delete_kryo_t::varint_s4_t& it) {
    visit("zigzag", it.zigzag());
    visit("value", it.value());
}

template <class Visitor>
void visit_fields(Visitor& visit, hudi_delete_kryo_t::varint_s8_t& it) {
    visit("b0", it.b0());
    if (!it._is_null_b1()) visit("b1", it.b1());
    if (!it._is_null_b2()) visit("b2", it.b2());
    if (!it._is_null_b3()) visit("b3", it.b3());
    if (!it._is_null_b4()) visit("b4", it.b4());
    if (!it._is_null_b5()) visit("b5", it.b5());
    if (!it._is_null_b6()) visit("b6", it.b6());
    if (!it._is_null_b7()) visit("b7", it.b7());
    if (!it._is_null_b8()) visit("b8", it.b8());
    visit("has1", it.has1());
    visit("has2", it.has2());
    visit("has3", it.has3());
    visit("has4", it.has4());
    visit("has5", it.has5());
    visit("has6", it.has6());
    visit("has7", it.has7());
    visit("has8", it.has8());
    visit("magnitude", it.magnitude());
    visit("value", it.value());
}

template <class Visitor>
void visit_fields(Visitor& visit, hudi_delete_record_list_t& it) {
    visit("chunks", it.chunks());
    visit("check_end", it.check_end());
}

template <class Visitor>
void visit_fields(Visitor& visit, hudi_delete_record_list_t::chunk_t& it) {
    visit("num_records", it.num_records());
    visit("check_num_records", it.check_num_records());
    if (!it._is_null_len_chunk()) visit("len_chunk", it.len_chunk());
    visit("records", it.records());
    visit("sign", it.sign());
}

template <class Visitor>
void visit_fields(Visitor& visit, hudi_delete_record_list_t::record_t& it) {
    visit("record_key", it.record_key());
    visit("partition_path", it.partition_path());
    visit("ordering", it.ordering());
}

template <class Visitor>
void visit_fields(Visitor& visit, hudi_delete_record_list_t::optional_string_t& it) {
    visit("branch", it.branch());
    visit("check_branch", it.check_branch());
    if (!it._is_null_string()) visit("string", it.string());
}

template <class Visitor>
void visit_fields(Visitor& visit, hudi_delete_record_list_t::ordering_t& it) {
    visit("branch", it.branch());
    visit("check_branch", it.check_branch());
    if (!it._is_null_value()) visit("value", it.value());
}

template <class Visitor>
void visit_fields(Visitor& visit, hudi_delete_record_list_t::ordering_array_t& it) {
    visit("branch", it.branch());
    visit("check_branch", it.check_branch());
    if (!it._is_null_chunks()) visit("chunks", it.chunks());
}

template <class Visitor>
void visit_fields(Visitor& visit, hudi_delete_record_list_t::element_chunk_t& it) {
    visit("num_elements", it.num_elements());
    visit("check_num_elements", it.check_num_elements());
    if (!it._is_null_len_chunk()) visit("len_chunk", it.len_chunk());
    visit("elements", it.elements());
    visit("sign", it.sign());
}

template <class Visitor>
void visit_fields(Visitor& visit, hudi_delete_record_list_t::element_t& it) {
    visit("branch", it.branch());
    visit("check_branch", it.check_branch());
    if (!it._is_null_value()) visit("value", it.value());
}

template <class Visitor>
void visit_fields(Visitor& visit, hudi_delete_record_list_t::avro_boolean_t& it) {
    visit("value", it.value());
}

template <class Visitor>
void visit_fields(Visitor& visit, hudi_delete_record_list_t::avro_int_t& it) {
    visit("zigzag", it.zigzag());
    visit("check_range", it.check_range());
    visit("value", it.value());
}

template <class Visitor>
void visit_fields(Visitor& visit, hudi_delete_record_list_t::avro_float_t& it) {
    visit("value", it.value());
}

template <class Visitor>
void visit_fields(Visitor& visit, hudi_delete_record_list_t::avro_double_t& it) {
    visit("value", it.value());
}

template <class Visitor>
void visit_fields(Visitor& visit, hudi_delete_record_list_t::avro_bytes_t& it) {
    visit("len_value", it.len_value());
    visit("check_len_value", it.check_len_value());
    visit("value", it.value());
}

template <class Visitor>
void visit_fields(Visitor& visit, hudi_log_avro_content_t& it) {
    visit("version", it.version());
    visit("num_records", it.num_records());
    visit("records", it.records());
}

template <class Visitor>
void visit_fields(Visitor& visit, hudi_log_avro_content_t::record_t& it) {
    visit("len_datum", it.len_datum());
    visit("datum", it.datum());
}

template <class Visitor>
void visit_fields(Visitor& visit, hudi_log_block_t& it) {
    visit("magic", it.magic());
    visit("len_block", it.len_block());
    visit("format_version", it.format_version());
    visit("block_type", it.block_type());
    visit("header", it.header());
    visit("len_content", it.len_content());
    if (!it._is_null_content()) visit("content", it.content()); else visit("content", it._raw_content());
    visit("footer", it.footer());
    visit("len_trailing", it.len_trailing());
    visit("ofs_trailing", it.ofs_trailing());
}

template <class Visitor>
void visit_fields(Visitor& visit, hudi_log_block_t::header_map_t& it) {
    visit("num_entries", it.num_entries());
    visit("entries", it.entries());
}

template <class Visitor>
void visit_fields(Visitor& visit, hudi_log_block_t::header_entry_t& it) {
    visit("check_room", it.check_room());
    visit("key", it.key());
    visit("len_value", it.len_value());
    visit("value", it.value());
}

template <class Visitor>
void visit_fields(Visitor& visit, hudi_log_block_t::footer_map_t& it) {
    visit("num_entries", it.num_entries());
    visit("entries", it.entries());
    visit("check_filled", it.check_filled());
}

template <class Visitor>
void visit_fields(Visitor& visit, hudi_log_block_t::footer_entry_t& it) {
    visit("check_room", it.check_room());
    visit("key", it.key());
    visit("len_value", it.len_value());
    visit("value", it.value());
}

template <class Visitor>
void visit_fields(Visitor& visit, hudi_log_file_t& it) {
    visit("blocks", it.blocks());
}

template <class Visitor>
void visit_fields(Visitor& visit, hudi_log_index_t& it) {
    if (!it._is_null_blocks()) visit("blocks", it.blocks());
}

template <class Visitor>
void visit_fields(Visitor& visit, hudi_log_index_t::frame_t& it) {
    visit("magic", it.magic());
    visit("len_block", it.len_block());
    visit("format_version", it.format_version());
    visit("block_type", it.block_type());
    visit("header", it.header());
    visit("len_content", it.len_content());
    visit("extent", it.extent());
    visit("ofs_content", it.ofs_content());
    visit("ofs_trailing", it.ofs_trailing());
    visit("ofs_end", it.ofs_end());
    visit("ofs_footer", it.ofs_footer());
    visit("content", it.content());
    visit("footer", it.footer());
    visit("len_trailing", it.len_trailing());
}

template <class Visitor>
void visit_fields(Visitor& visit, hudi_log_index_t::block_t& it) {
    visit("frame", it.frame());
}

template <class Visitor>
void visit_fields(Visitor& visit, hudi_log_index_t::extent_t& it) {
    visit("ofs_end", it.ofs_end());
}

template <class Visitor>
void visit_fields(Visitor& visit, hudi_record_positions_t& it) {
    visit("num_buckets", it.num_buckets());
    visit("buckets", it.buckets());
}

template <class Visitor>
void visit_fields(Visitor& visit, hudi_record_positions_t::bucket_t& it) {
    visit("high", it.high());
    visit("bitmap", it.bitmap());
}

template <class Visitor>
void visit_fields(Visitor& visit, hudi_record_positions_t::bitmap_t& it) {
    visit("cookie", it.cookie());
    visit("num_containers_minus_1", it.num_containers_minus_1());
    if (!it._is_null_num_containers_plain()) visit("num_containers_plain", it.num_containers_plain());
    if (!it._is_null_run_flags()) visit("run_flags", it.run_flags());
    visit("descriptions", it.descriptions());
    if (!it._is_null_ofs_containers()) visit("ofs_containers", it.ofs_containers());
    visit("containers", it.containers());
    visit("has_runs", it.has_runs());
    visit("num_containers", it.num_containers());
    visit("has_offsets", it.has_offsets());
}

template <class Visitor>
void visit_fields(Visitor& visit, hudi_record_positions_t::description_t& it) {
    visit("key", it.key());
    visit("cardinality_minus_1", it.cardinality_minus_1());
    visit("cardinality", it.cardinality());
}

template <class Visitor>
void visit_fields(Visitor& visit, hudi_record_positions_t::container_t& it) {
    if (!it._is_null_num_runs()) visit("num_runs", it.num_runs());
    if (!it._is_null_runs()) visit("runs", it.runs());
    if (!it._is_null_values()) visit("values", it.values());
    if (!it._is_null_bits()) visit("bits", it.bits());
    visit("is_array", it.is_array());
}

template <class Visitor>
void visit_fields(Visitor& visit, hudi_record_positions_t::run_t& it) {
    visit("start", it.start());
    visit("length_minus_1", it.length_minus_1());
}

template <class Visitor>
void visit_fields(Visitor& visit, varint_t& it) {
    visit("b0", it.b0());
    if (!it._is_null_b1()) visit("b1", it.b1());
    if (!it._is_null_b2()) visit("b2", it.b2());
    if (!it._is_null_b3()) visit("b3", it.b3());
    if (!it._is_null_b4()) visit("b4", it.b4());
    if (!it._is_null_b5()) visit("b5", it.b5());
    if (!it._is_null_b6()) visit("b6", it.b6());
    if (!it._is_null_b7()) visit("b7", it.b7());
    if (!it._is_null_b8()) visit("b8", it.b8());
    if (!it._is_null_b9()) visit("b9", it.b9());
    visit("has1", it.has1());
    visit("has2", it.has2());
    visit("has3", it.has3());
    visit("has4", it.has4());
    visit("has5", it.has5());
    visit("has6", it.has6());
    visit("has7", it.has7());
    visit("has8", it.has8());
    visit("has9", it.has9());
    visit("value", it.value());
}

/** Visits an object of which only the base class is known. */
template <class Visitor>
void visit_struct(Visitor& visit, kaitai::kstruct& it) {
    if (auto* found = dynamic_cast<avro_container_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<avro_container_t::metadata_chunk_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<avro_container_t::metadata_entry_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<avro_container_t::avro_bytes_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<avro_container_t::block_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<avro_long_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hadoop_vlong_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hfile_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hfile_t::version_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hfile_block_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hfile_block_header_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hfile_bloom_meta_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hfile_data_block_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hfile_data_block_t::entry_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hfile_encoded_block_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hfile_encoded_block_t::prefix_cells_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hfile_encoded_block_t::prefix_cell_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hfile_encoded_block_t::diff_cells_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hfile_encoded_block_t::diff_cell_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hfile_encoded_block_t::fast_diff_cells_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hfile_encoded_block_t::fast_diff_first_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hfile_encoded_block_t::fast_diff_cell_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hfile_encoded_block_t::row_index_cells_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hfile_encoded_block_t::row_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hfile_encoded_block_t::cell_end_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hfile_file_info_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hfile_file_info_t::info_proto_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hfile_file_info_t::field_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hfile_file_info_t::pair_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hfile_file_info_t::pair_field_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hfile_file_info_old_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hfile_file_info_old_t::entry_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hfile_key_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hfile_kv_slices_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hfile_kv_slices_t::entry_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hfile_leaf_index_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hfile_leaf_index_t::end_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hfile_leaf_index_t::entry_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hfile_root_index_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hfile_root_index_t::entry_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hfile_root_index_t::mid_key_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hfile_tags_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hfile_tags_t::tag_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hfile_trailer_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hfile_trailer_t::fixed_fields_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hfile_trailer_t::trailer_proto_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hfile_trailer_t::trailer_field_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hudi_archive_file_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hudi_archive_file_t::block_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hudi_bloom_filter_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hudi_bloom_filter_dynamic_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hudi_delete_content_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hudi_delete_kryo_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hudi_delete_kryo_t::key_element_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hudi_delete_kryo_t::record_element_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hudi_delete_kryo_t::record_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hudi_delete_kryo_t::key_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hudi_delete_kryo_t::object_marker_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hudi_delete_kryo_t::string_object_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hudi_delete_kryo_t::kryo_string_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hudi_delete_kryo_t::unit_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hudi_delete_kryo_t::ordering_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hudi_delete_kryo_t::kryo_boolean_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hudi_delete_kryo_t::kryo_float_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hudi_delete_kryo_t::kryo_double_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hudi_delete_kryo_t::varint_u4_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hudi_delete_kryo_t::varint_s4_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hudi_delete_kryo_t::varint_s8_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hudi_delete_record_list_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hudi_delete_record_list_t::chunk_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hudi_delete_record_list_t::record_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hudi_delete_record_list_t::optional_string_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hudi_delete_record_list_t::ordering_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hudi_delete_record_list_t::ordering_array_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hudi_delete_record_list_t::element_chunk_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hudi_delete_record_list_t::element_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hudi_delete_record_list_t::avro_boolean_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hudi_delete_record_list_t::avro_int_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hudi_delete_record_list_t::avro_float_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hudi_delete_record_list_t::avro_double_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hudi_delete_record_list_t::avro_bytes_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hudi_log_avro_content_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hudi_log_avro_content_t::record_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hudi_log_block_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hudi_log_block_t::header_map_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hudi_log_block_t::header_entry_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hudi_log_block_t::footer_map_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hudi_log_block_t::footer_entry_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hudi_log_file_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hudi_log_index_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hudi_log_index_t::frame_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hudi_log_index_t::block_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hudi_log_index_t::extent_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hudi_record_positions_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hudi_record_positions_t::bucket_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hudi_record_positions_t::bitmap_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hudi_record_positions_t::description_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hudi_record_positions_t::container_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<hudi_record_positions_t::run_t*>(&it)) return visit_fields(visit, *found);
    if (auto* found = dynamic_cast<varint_t*>(&it)) return visit_fields(visit, *found);
}

}  // namespace hudi_parsers
