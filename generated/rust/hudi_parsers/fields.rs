// This is a generated file! It is made from the fields of ksy/*.ksy and the compiler's parsers.
use serde_json::Value;
use crate::tree::{Members, Show, Struct};
use kaitai::KResult;

impl Struct for super::avro_container::AvroContainer {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("magic", &*self.magic())?;
        to.put("metadata", &*self.metadata())?;
        to.put("sync", &*self.sync())?;
        to.put("blocks", &*self.blocks())?;
        Ok(())
    }
}

impl Struct for super::avro_container::AvroContainer_MetadataChunk {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("num_entries", &*self.num_entries())?;
        to.put("check_num_entries", &*self.check_num_entries())?;
        to.put("len_chunk", &*self.len_chunk())?;
        to.put("entries", &*self.entries())?;
        to.put("sign", &*self.sign()?)?;
        Ok(())
    }
}

impl Struct for super::avro_container::AvroContainer_MetadataEntry {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("key", &*self.key())?;
        to.put("value", &*self.value())?;
        Ok(())
    }
}

impl Struct for super::avro_container::AvroContainer_AvroBytes {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("len_value", &*self.len_value())?;
        to.put("check_len_value", &*self.check_len_value())?;
        to.put("value", &*self.value())?;
        Ok(())
    }
}

impl Struct for super::avro_container::AvroContainer_Block {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("num_records", &*self.num_records())?;
        to.put("check_num_records", &*self.check_num_records())?;
        to.put("len_records", &*self.len_records())?;
        to.put("check_len_records", &*self.check_len_records())?;
        to.put("check_room", &*self.check_room())?;
        to.put("records", &*self.records())?;
        to.put("sync", &*self.sync())?;
        Ok(())
    }
}

impl Struct for super::avro_long::AvroLong {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("zigzag", &*self.zigzag())?;
        to.put("magnitude", &*self.magnitude()?)?;
        to.put("value", &*self.value()?)?;
        Ok(())
    }
}

impl Struct for super::hadoop_vlong::HadoopVlong {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("first", &*self.first())?;
        to.put("b1", &*self.b1())?;
        to.put("b2", &*self.b2())?;
        to.put("b3", &*self.b3())?;
        to.put("b4", &*self.b4())?;
        to.put("b5", &*self.b5())?;
        to.put("b6", &*self.b6())?;
        to.put("b7", &*self.b7())?;
        to.put("b8", &*self.b8())?;
        to.put("is_negative", &*self.is_negative()?)?;
        to.put("num_bytes", &*self.num_bytes()?)?;
        to.put("m1", &*self.m1()?)?;
        to.put("m2", &*self.m2()?)?;
        to.put("m3", &*self.m3()?)?;
        to.put("m4", &*self.m4()?)?;
        to.put("m5", &*self.m5()?)?;
        to.put("m6", &*self.m6()?)?;
        to.put("m7", &*self.m7()?)?;
        to.put("m8", &*self.m8()?)?;
        to.put("value", &*self.value()?)?;
        Ok(())
    }
}

impl Struct for super::hfile::Hfile {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("check_ofs_trailer", &*self.check_ofs_trailer())?;
        to.put("blocks", &*self.blocks())?;
        to.put("version", &*self.version()?)?;
        to.put("len_trailer", &*self.len_trailer()?)?;
        to.put("ofs_trailer", &*self.ofs_trailer()?)?;
        to.put("has_checksums", &*self.has_checksums()?)?;
        to.put("trailer", &*self.trailer()?)?;
        Ok(())
    }
}

impl Struct for super::hfile::Hfile_Version {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("minor", &*self.minor())?;
        to.put("major", &*self.major())?;
        Ok(())
    }
}

impl Struct for super::hfile_block::HfileBlock {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("header", &*self.header())?;
        to.put("payload", &*self.payload())?;
        to.put("checksums", &*self.checksums())?;
        Ok(())
    }
}

impl Struct for super::hfile_block_header::HfileBlockHeader {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("magic", &*self.magic())?;
        to.put("len_payload_and_checksums", &*self.len_payload_and_checksums())?;
        to.put("len_payload_inflated", &*self.len_payload_inflated())?;
        to.put("ofs_prev_block", &*self.ofs_prev_block())?;
        to.put("checksum_type", &*self.checksum_type())?;
        to.put("len_checksum_chunk", &*self.len_checksum_chunk())?;
        to.put("len_header_and_payload", &*self.len_header_and_payload())?;
        to.put("len_header", &*self.len_header()?)?;
        to.put("len_payload", &*self.len_payload()?)?;
        to.put("num_checksums", &*self.num_checksums()?)?;
        to.put("len_block", &*self.len_block()?)?;
        Ok(())
    }
}

impl Struct for super::hfile_bloom_meta::HfileBloomMeta {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("version", &*self.version())?;
        to.put("len_chunks", &*self.len_chunks())?;
        to.put("num_hashes", &*self.num_hashes())?;
        to.put("hash_type", &*self.hash_type())?;
        to.put("num_keys", &*self.num_keys())?;
        to.put("num_keys_max", &*self.num_keys_max())?;
        to.put("num_chunks", &*self.num_chunks())?;
        to.put("len_comparator", &*self.len_comparator())?;
        to.put("check_len_comparator", &*self.check_len_comparator())?;
        to.put("comparator", &*self.comparator())?;
        to.put("index", &*self.index())?;
        Ok(())
    }
}

impl Struct for super::hfile_data_block::HfileDataBlock {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("entries", &*self.entries())?;
        Ok(())
    }
}

impl Struct for super::hfile_data_block::HfileDataBlock_Entry {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("len_key", &*self.len_key())?;
        to.put("len_value", &*self.len_value())?;
        to.put("len_row", &*self.len_row())?;
        to.put("row", &*self.row())?;
        to.put("len_family", &*self.len_family())?;
        to.put("family", &*self.family())?;
        to.put("qualifier", &*self.qualifier())?;
        to.put("timestamp", &*self.timestamp())?;
        to.put("key_type", &*self.key_type())?;
        to.put("value", &*self.value())?;
        to.put("len_tags", &*self.len_tags())?;
        to.put("tags", &*self.tags())?;
        to.put("mvcc", &*self.mvcc())?;
        Ok(())
    }
}

impl Struct for super::hfile_encoded_block::HfileEncodedBlock {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("encoding", &*self.encoding())?;
        to.put("body", &*self.body())?;
        Ok(())
    }
}

impl Struct for super::hfile_encoded_block::HfileEncodedBlock_PrefixCells {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("len_plain", &*self.len_plain())?;
        to.put("cells", &*self.cells())?;
        Ok(())
    }
}

impl Struct for super::hfile_encoded_block::HfileEncodedBlock_PrefixCell {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("len_key_rest", &*self.len_key_rest())?;
        to.put("check_len_key_rest", &*self.check_len_key_rest())?;
        to.put("len_value", &*self.len_value())?;
        to.put("check_len_value", &*self.check_len_value())?;
        to.put("num_shared", &*self.num_shared())?;
        to.put("check_num_shared", &*self.check_num_shared())?;
        to.put("key_rest", &*self.key_rest())?;
        to.put("value", &*self.value())?;
        to.put("end", &*self.end())?;
        to.put("len_key", &*self.len_key()?)?;
        Ok(())
    }
}

impl Struct for super::hfile_encoded_block::HfileEncodedBlock_DiffCells {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("len_plain", &*self.len_plain())?;
        to.put("len_family", &*self.len_family())?;
        to.put("family", &*self.family())?;
        to.put("cells", &*self.cells())?;
        Ok(())
    }
}

impl Struct for super::hfile_encoded_block::HfileEncodedBlock_DiffCell {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("flags", &*self.flags())?;
        to.put("len_key_new", &*self.len_key_new())?;
        to.put("check_len_key_new", &*self.check_len_key_new())?;
        to.put("len_value_new", &*self.len_value_new())?;
        to.put("check_len_value_new", &*self.check_len_value_new())?;
        to.put("num_shared", &*self.num_shared())?;
        to.put("check_num_shared", &*self.check_num_shared())?;
        to.put("row_length_high", &*self.row_length_high())?;
        to.put("row_length_low", &*self.row_length_low())?;
        to.put("check_len_row", &*self.check_len_row())?;
        to.put("row_rest", &*self.row_rest())?;
        to.put("qualifier_rest", &*self.qualifier_rest())?;
        to.put("timestamp_bytes", &*self.timestamp_bytes())?;
        to.put("key_type", &*self.key_type())?;
        to.put("value", &*self.value())?;
        to.put("end", &*self.end())?;
        to.put("has_len_key", &*self.has_len_key()?)?;
        to.put("has_len_value", &*self.has_len_value()?)?;
        to.put("is_difference", &*self.is_difference()?)?;
        to.put("is_negative", &*self.is_negative()?)?;
        to.put("len_key", &*self.len_key()?)?;
        to.put("len_value", &*self.len_value()?)?;
        to.put("shared", &*self.shared()?)?;
        to.put("is_row_shared", &*self.is_row_shared()?)?;
        to.put("len_row", &*self.len_row()?)?;
        to.put("len_row_rest", &*self.len_row_rest()?)?;
        to.put("len_qualifier_rest", &*self.len_qualifier_rest()?)?;
        to.put("len_key_rest", &*self.len_key_rest()?)?;
        Ok(())
    }
}

impl Struct for super::hfile_encoded_block::HfileEncodedBlock_FastDiffCells {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("len_plain", &*self.len_plain())?;
        to.put("first", &*self.first())?;
        to.put("cells", &*self.cells())?;
        Ok(())
    }
}

impl Struct for super::hfile_encoded_block::HfileEncodedBlock_FastDiffFirst {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("flags", &*self.flags())?;
        to.put("len_key", &*self.len_key())?;
        to.put("check_len_key", &*self.check_len_key())?;
        to.put("len_value", &*self.len_value())?;
        to.put("check_len_value", &*self.check_len_value())?;
        to.put("num_shared", &*self.num_shared())?;
        to.put("len_row", &*self.len_row())?;
        to.put("row", &*self.row())?;
        to.put("len_family", &*self.len_family())?;
        to.put("family", &*self.family())?;
        to.put("qualifier", &*self.qualifier())?;
        to.put("timestamp", &*self.timestamp())?;
        to.put("key_type", &*self.key_type())?;
        to.put("value", &*self.value())?;
        to.put("end", &*self.end())?;
        Ok(())
    }
}

impl Struct for super::hfile_encoded_block::HfileEncodedBlock_FastDiffCell {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("flags", &*self.flags())?;
        to.put("len_key_new", &*self.len_key_new())?;
        to.put("check_len_key_new", &*self.check_len_key_new())?;
        to.put("len_value_new", &*self.len_value_new())?;
        to.put("check_len_value_new", &*self.check_len_value_new())?;
        to.put("num_shared", &*self.num_shared())?;
        to.put("check_num_shared", &*self.check_num_shared())?;
        to.put("row_length_high", &*self.row_length_high())?;
        to.put("row_length_low", &*self.row_length_low())?;
        to.put("check_len_row", &*self.check_len_row())?;
        to.put("row_rest", &*self.row_rest())?;
        to.put("qualifier_rest", &*self.qualifier_rest())?;
        to.put("timestamp_rest", &*self.timestamp_rest())?;
        to.put("key_type", &*self.key_type())?;
        to.put("value", &*self.value())?;
        to.put("end", &*self.end())?;
        to.put("has_len_key", &*self.has_len_key()?)?;
        to.put("has_len_value", &*self.has_len_value()?)?;
        to.put("has_value", &*self.has_value()?)?;
        to.put("len_key", &*self.len_key()?)?;
        to.put("len_value", &*self.len_value()?)?;
        to.put("shared", &*self.shared()?)?;
        to.put("is_row_shared", &*self.is_row_shared()?)?;
        to.put("len_row", &*self.len_row()?)?;
        to.put("len_row_rest", &*self.len_row_rest()?)?;
        to.put("len_qualifier_rest", &*self.len_qualifier_rest()?)?;
        to.put("len_key_rest", &*self.len_key_rest()?)?;
        Ok(())
    }
}

impl Struct for super::hfile_encoded_block::HfileEncodedBlock_RowIndexCells {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("cells", &*self.cells())?;
        to.put("num_rows", &*self.num_rows())?;
        to.put("rows", &*self.rows())?;
        to.put("len_cells_last", &*self.len_cells_last())?;
        to.put("len_cells", &*self.len_cells()?)?;
        Ok(())
    }
}

impl Struct for super::hfile_encoded_block::HfileEncodedBlock_Row {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("ofs_cell", &*self.ofs_cell())?;
        Ok(())
    }
}

impl Struct for super::hfile_encoded_block::HfileEncodedBlock_CellEnd {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("len_tags", &*self.len_tags())?;
        to.put("check_len_tags", &*self.check_len_tags())?;
        to.put("tags", &*self.tags())?;
        to.put("mvcc", &*self.mvcc())?;
        Ok(())
    }
}

impl Struct for super::hfile_file_info::HfileFileInfo {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("magic", &*self.magic())?;
        to.put("len_message", &*self.len_message())?;
        to.put("check_len_message", &*self.check_len_message())?;
        to.put("message", &*self.message())?;
        Ok(())
    }
}

impl Struct for super::hfile_file_info::HfileFileInfo_InfoProto {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("fields", &*self.fields())?;
        Ok(())
    }
}

impl Struct for super::hfile_file_info::HfileFileInfo_Field {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("key", &*self.key())?;
        to.put("check_key", &*self.check_key())?;
        to.put("varint", &*self.varint())?;
        to.put("len_bytes", &*self.len_bytes())?;
        to.put("check_len_bytes", &*self.check_len_bytes())?;
        to.put("pair", &*self.pair())?;
        to.put("bytes", &*self.bytes())?;
        to.put("fixed64", &*self.fixed64())?;
        to.put("fixed32", &*self.fixed32())?;
        to.put("wire_type", &*self.wire_type()?)?;
        to.put("tag", &*self.tag()?)?;
        to.put("is_pair", &*self.is_pair()?)?;
        Ok(())
    }
}

impl Struct for super::hfile_file_info::HfileFileInfo_Pair {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("fields", &*self.fields())?;
        to.put("check_parts", &*self.check_parts())?;
        to.put("first", &*self.first()?)?;
        to.put("second", &*self.second()?)?;
        Ok(())
    }
}

impl Struct for super::hfile_file_info::HfileFileInfo_PairField {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("key", &*self.key())?;
        to.put("check_key", &*self.check_key())?;
        to.put("varint", &*self.varint())?;
        to.put("len_bytes", &*self.len_bytes())?;
        to.put("check_len_bytes", &*self.check_len_bytes())?;
        to.put("bytes", &*self.bytes())?;
        to.put("fixed64", &*self.fixed64())?;
        to.put("fixed32", &*self.fixed32())?;
        to.put("wire_type", &*self.wire_type()?)?;
        to.put("tag", &*self.tag()?)?;
        to.put("first_at", &*self.first_at()?)?;
        to.put("second_at", &*self.second_at()?)?;
        Ok(())
    }
}

impl Struct for super::hfile_file_info_old::HfileFileInfoOld {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("num_entries", &*self.num_entries())?;
        to.put("entries", &*self.entries())?;
        Ok(())
    }
}

impl Struct for super::hfile_file_info_old::HfileFileInfoOld_Entry {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("len_first", &*self.len_first())?;
        to.put("check_len_first", &*self.check_len_first())?;
        to.put("first", &*self.first())?;
        to.put("class_id", &*self.class_id())?;
        to.put("len_second", &*self.len_second())?;
        to.put("check_len_second", &*self.check_len_second())?;
        to.put("second", &*self.second())?;
        Ok(())
    }
}

impl Struct for super::hfile_key::HfileKey {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("len_row", &*self.len_row())?;
        to.put("row", &*self.row())?;
        to.put("len_family", &*self.len_family())?;
        to.put("family", &*self.family())?;
        to.put("qualifier", &*self.qualifier())?;
        to.put("timestamp", &*self.timestamp())?;
        to.put("key_type", &*self.key_type())?;
        Ok(())
    }
}

impl Struct for super::hfile_kv_slices::HfileKvSlices {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("entries", &*self.entries())?;
        Ok(())
    }
}

impl Struct for super::hfile_kv_slices::HfileKvSlices_Entry {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("len_key", &*self.len_key())?;
        to.put("len_value", &*self.len_value())?;
        to.put("key", &*self.key())?;
        to.put("value", &*self.value())?;
        to.put("mvcc", &*self.mvcc())?;
        Ok(())
    }
}

impl Struct for super::hfile_leaf_index::HfileLeafIndex {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("num_entries", &*self.num_entries())?;
        to.put("ends", &*self.ends())?;
        to.put("entries", &*self.entries())?;
        Ok(())
    }
}

impl Struct for super::hfile_leaf_index::HfileLeafIndex_End {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("ofs_end", &*self.ofs_end())?;
        Ok(())
    }
}

impl Struct for super::hfile_leaf_index::HfileLeafIndex_Entry {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("ofs_block", &*self.ofs_block())?;
        to.put("len_block", &*self.len_block())?;
        to.put("key", &*self.key())?;
        Ok(())
    }
}

impl Struct for super::hfile_root_index::HfileRootIndex {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("check_num_entries", &*self.check_num_entries())?;
        to.put("entries", &*self.entries())?;
        to.put("mid_key", &*self.mid_key())?;
        Ok(())
    }
}

impl Struct for super::hfile_root_index::HfileRootIndex_Entry {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("ofs_block", &*self.ofs_block())?;
        to.put("len_block", &*self.len_block())?;
        to.put("len_key", &*self.len_key())?;
        to.put("check_len_key", &*self.check_len_key())?;
        to.put("key", &*self.key())?;
        Ok(())
    }
}

impl Struct for super::hfile_root_index::HfileRootIndex_MidKey {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("ofs_leaf_block", &*self.ofs_leaf_block())?;
        to.put("len_leaf_block", &*self.len_leaf_block())?;
        to.put("entry_in_leaf_block", &*self.entry_in_leaf_block())?;
        Ok(())
    }
}

impl Struct for super::hfile_tags::HfileTags {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("tags", &*self.tags())?;
        Ok(())
    }
}

impl Struct for super::hfile_tags::HfileTags_Tag {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("len_tag", &*self.len_tag())?;
        to.put("tag_type", &*self.tag_type())?;
        to.put("body", &*self.body())?;
        Ok(())
    }
}

impl Struct for super::hfile_trailer::HfileTrailer {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("magic", &*self.magic())?;
        to.put("len_message", &*self.len_message())?;
        to.put("check_len_message", &*self.check_len_message())?;
        to.put("message", &*self.message())?;
        to.put("fixed", &*self.fixed())?;
        to.put("has_message", &*self.has_message()?)?;
        Ok(())
    }
}

impl Struct for super::hfile_trailer::HfileTrailer_FixedFields {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("ofs_file_info", &*self.ofs_file_info())?;
        to.put("ofs_load_on_open", &*self.ofs_load_on_open())?;
        to.put("num_data_index_entries", &*self.num_data_index_entries())?;
        to.put("len_data_index_inflated", &*self.len_data_index_inflated())?;
        to.put("num_meta_index_entries", &*self.num_meta_index_entries())?;
        to.put("len_total_inflated", &*self.len_total_inflated())?;
        to.put("num_entries", &*self.num_entries())?;
        to.put("compression_codec", &*self.compression_codec())?;
        to.put("num_data_index_levels", &*self.num_data_index_levels())?;
        to.put("ofs_first_data_block", &*self.ofs_first_data_block())?;
        to.put("ofs_last_data_block", &*self.ofs_last_data_block())?;
        to.put("comparator_class_name", &*self.comparator_class_name())?;
        Ok(())
    }
}

impl Struct for super::hfile_trailer::HfileTrailer_TrailerProto {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("fields", &*self.fields())?;
        to.put("compression_codec", &*self.compression_codec()?)?;
        to.put("comparator_class_name", &*self.comparator_class_name()?)?;
        to.put("encryption_key", &*self.encryption_key()?)?;
        Ok(())
    }
}

impl Struct for super::hfile_trailer::HfileTrailer_TrailerField {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("key", &*self.key())?;
        to.put("check_key", &*self.check_key())?;
        to.put("varint", &*self.varint())?;
        to.put("len_bytes", &*self.len_bytes())?;
        to.put("check_len_bytes", &*self.check_len_bytes())?;
        to.put("bytes", &*self.bytes())?;
        to.put("fixed64", &*self.fixed64())?;
        to.put("fixed32", &*self.fixed32())?;
        to.put("wire_type", &*self.wire_type()?)?;
        to.put("tag", &*self.tag()?)?;
        to.put("ofs_file_info", &*self.ofs_file_info()?)?;
        to.put("ofs_load_on_open", &*self.ofs_load_on_open()?)?;
        to.put("len_data_index_inflated", &*self.len_data_index_inflated()?)?;
        to.put("len_total_inflated", &*self.len_total_inflated()?)?;
        to.put("num_data_index_entries", &*self.num_data_index_entries()?)?;
        to.put("num_meta_index_entries", &*self.num_meta_index_entries()?)?;
        to.put("num_entries", &*self.num_entries()?)?;
        to.put("num_data_index_levels", &*self.num_data_index_levels()?)?;
        to.put("ofs_first_data_block", &*self.ofs_first_data_block()?)?;
        to.put("ofs_last_data_block", &*self.ofs_last_data_block()?)?;
        to.put("compression_codec", &*self.compression_codec()?)?;
        to.put("comparator_at", &*self.comparator_at()?)?;
        to.put("encryption_key_at", &*self.encryption_key_at()?)?;
        Ok(())
    }
}

impl Struct for super::hudi_archive_file::HudiArchiveFile {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("blocks", &*self.blocks())?;
        Ok(())
    }
}

impl Struct for super::hudi_archive_file::HudiArchiveFile_Block {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("frame", &*self.frame())?;
        to.put("check_type", &*self.check_type())?;
        to.put("check_header", &*self.check_header())?;
        to.put("check_footer", &*self.check_footer())?;
        to.put("schema", &*self.schema()?)?;
        to.put("content", &*self.content()?)?;
        Ok(())
    }
}

impl Struct for super::hudi_bloom_filter::HudiBloomFilter {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("version", &*self.version())?;
        to.put("num_hashes_written", &*self.num_hashes_written())?;
        to.put("hash_type_written", &*self.hash_type_written())?;
        to.put("num_bits", &*self.num_bits())?;
        to.put("bits", &*self.bits())?;
        to.put("num_hashes", &*self.num_hashes()?)?;
        to.put("hash_type", &*self.hash_type()?)?;
        Ok(())
    }
}

impl Struct for super::hudi_bloom_filter_dynamic::HudiBloomFilterDynamic {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("version", &*self.version())?;
        to.put("num_hashes_written", &*self.num_hashes_written())?;
        to.put("hash_type_written", &*self.hash_type_written())?;
        to.put("num_bits", &*self.num_bits())?;
        to.put("num_keys_per_row", &*self.num_keys_per_row())?;
        to.put("num_keys_last_row", &*self.num_keys_last_row())?;
        to.put("num_rows", &*self.num_rows())?;
        to.put("rows", &*self.rows())?;
        to.put("num_hashes", &*self.num_hashes()?)?;
        to.put("hash_type", &*self.hash_type()?)?;
        Ok(())
    }
}

impl Struct for super::hudi_delete_content::HudiDeleteContent {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("version", &*self.version())?;
        to.put("len_payload", &*self.len_payload())?;
        to.put("payload", &*self.payload())?;
        Ok(())
    }
}

impl Struct for super::hudi_delete_kryo::HudiDeleteKryo {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("array_class", &*self.array_class())?;
        to.put("name_keys", &*self.name_keys())?;
        to.put("name_records", &*self.name_records())?;
        to.put("array_marker", &*self.array_marker())?;
        to.put("array_size", &*self.array_size())?;
        to.put("check_array_size", &*self.check_array_size())?;
        to.put("keys", &*self.keys())?;
        to.put("records", &*self.records())?;
        to.put("check_end", &*self.check_end())?;
        Ok(())
    }
}

impl Struct for super::hudi_delete_kryo::HudiDeleteKryo_KeyElement {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("class_marker", &*self.class_marker())?;
        to.put("class_name", &*self.class_name())?;
        to.put("marker", &*self.marker())?;
        to.put("key", &*self.key())?;
        Ok(())
    }
}

impl Struct for super::hudi_delete_kryo::HudiDeleteKryo_RecordElement {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("class_marker", &*self.class_marker())?;
        to.put("class_name", &*self.class_name())?;
        to.put("marker", &*self.marker())?;
        to.put("record", &*self.record())?;
        Ok(())
    }
}

impl Struct for super::hudi_delete_kryo::HudiDeleteKryo_Record {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("key_class", &*self.key_class())?;
        to.put("key_class_name", &*self.key_class_name())?;
        to.put("key_marker", &*self.key_marker())?;
        to.put("check_key_marker", &*self.check_key_marker())?;
        to.put("key", &*self.key())?;
        to.put("ordering", &*self.ordering())?;
        Ok(())
    }
}

impl Struct for super::hudi_delete_kryo::HudiDeleteKryo_Key {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("partition_path", &*self.partition_path())?;
        to.put("record_key", &*self.record_key())?;
        Ok(())
    }
}

impl Struct for super::hudi_delete_kryo::HudiDeleteKryo_ObjectMarker {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("marker", &*self.marker())?;
        to.put("is_null", &*self.is_null()?)?;
        to.put("is_new", &*self.is_new()?)?;
        to.put("id_referred", &*self.id_referred()?)?;
        Ok(())
    }
}

impl Struct for super::hudi_delete_kryo::HudiDeleteKryo_StringObject {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("marker", &*self.marker())?;
        to.put("string", &*self.string())?;
        Ok(())
    }
}

impl Struct for super::hudi_delete_kryo::HudiDeleteKryo_KryoString {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("first", &*self.first())?;
        to.put_list("ascii_rest", &*self.ascii_rest())?;
        to.put("n1", &*self.n1())?;
        to.put("n2", &*self.n2())?;
        to.put("n3", &*self.n3())?;
        to.put("n4", &*self.n4())?;
        to.put("check_num_units", &*self.check_num_units())?;
        to.put("units", &*self.units())?;
        to.put("has1", &*self.has1()?)?;
        to.put("has2", &*self.has2()?)?;
        to.put("has3", &*self.has3()?)?;
        to.put("has4", &*self.has4()?)?;
        to.put("size_utf", &*self.size_utf()?)?;
        to.put("is_null", &*self.is_null()?)?;
        to.put("num_units", &*self.num_units()?)?;
        Ok(())
    }
}

impl Struct for super::hudi_delete_kryo::HudiDeleteKryo_Unit {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("b0", &*self.b0())?;
        to.put("b1", &*self.b1())?;
        to.put("b2", &*self.b2())?;
        to.put("value", &*self.value()?)?;
        Ok(())
    }
}

impl Struct for super::hudi_delete_kryo::HudiDeleteKryo_Ordering {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("value_class", &*self.value_class())?;
        to.put("value", &*self.value())?;
        to.put("check_text", &*self.check_text())?;
        Ok(())
    }
}

impl Struct for super::hudi_delete_kryo::HudiDeleteKryo_KryoBoolean {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("value", &*self.value())?;
        Ok(())
    }
}

impl Struct for super::hudi_delete_kryo::HudiDeleteKryo_KryoFloat {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("value", &*self.value())?;
        Ok(())
    }
}

impl Struct for super::hudi_delete_kryo::HudiDeleteKryo_KryoDouble {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("value", &*self.value())?;
        Ok(())
    }
}

impl Struct for super::hudi_delete_kryo::HudiDeleteKryo_VarintU4 {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("b0", &*self.b0())?;
        to.put("b1", &*self.b1())?;
        to.put("b2", &*self.b2())?;
        to.put("b3", &*self.b3())?;
        to.put("b4", &*self.b4())?;
        to.put("has1", &*self.has1()?)?;
        to.put("has2", &*self.has2()?)?;
        to.put("has3", &*self.has3()?)?;
        to.put("has4", &*self.has4()?)?;
        to.put("value", &*self.value()?)?;
        Ok(())
    }
}

impl Struct for super::hudi_delete_kryo::HudiDeleteKryo_VarintS4 {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("zigzag", &*self.zigzag())?;
        to.put("value", &*self.value()?)?;
        Ok(())
    }
}

impl Struct for super::hudi_delete_kryo::HudiDeleteKryo_VarintS8 {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("b0", &*self.b0())?;
        to.put("b1", &*self.b1())?;
        to.put("b2", &*self.b2())?;
        to.put("b3", &*self.b3())?;
        to.put("b4", &*self.b4())?;
        to.put("b5", &*self.b5())?;
        to.put("b6", &*self.b6())?;
        to.put("b7", &*self.b7())?;
        to.put("b8", &*self.b8())?;
        to.put("has1", &*self.has1()?)?;
        to.put("has2", &*self.has2()?)?;
        to.put("has3", &*self.has3()?)?;
        to.put("has4", &*self.has4()?)?;
        to.put("has5", &*self.has5()?)?;
        to.put("has6", &*self.has6()?)?;
        to.put("has7", &*self.has7()?)?;
        to.put("has8", &*self.has8()?)?;
        to.put("magnitude", &*self.magnitude()?)?;
        to.put("value", &*self.value()?)?;
        Ok(())
    }
}

impl Struct for super::hudi_delete_record_list::HudiDeleteRecordList {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("chunks", &*self.chunks())?;
        to.put("check_end", &*self.check_end())?;
        Ok(())
    }
}

impl Struct for super::hudi_delete_record_list::HudiDeleteRecordList_Chunk {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("num_records", &*self.num_records())?;
        to.put("check_num_records", &*self.check_num_records())?;
        to.put("len_chunk", &*self.len_chunk())?;
        to.put("records", &*self.records())?;
        to.put("sign", &*self.sign()?)?;
        Ok(())
    }
}

impl Struct for super::hudi_delete_record_list::HudiDeleteRecordList_Record {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("record_key", &*self.record_key())?;
        to.put("partition_path", &*self.partition_path())?;
        to.put("ordering", &*self.ordering())?;
        Ok(())
    }
}

impl Struct for super::hudi_delete_record_list::HudiDeleteRecordList_OptionalString {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("branch", &*self.branch())?;
        to.put("check_branch", &*self.check_branch())?;
        to.put("string", &*self.string())?;
        Ok(())
    }
}

impl Struct for super::hudi_delete_record_list::HudiDeleteRecordList_Ordering {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("branch", &*self.branch())?;
        to.put("check_branch", &*self.check_branch())?;
        to.put("value", &*self.value())?;
        Ok(())
    }
}

impl Struct for super::hudi_delete_record_list::HudiDeleteRecordList_OrderingArray {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("branch", &*self.branch())?;
        to.put("check_branch", &*self.check_branch())?;
        to.put("chunks", &*self.chunks())?;
        Ok(())
    }
}

impl Struct for super::hudi_delete_record_list::HudiDeleteRecordList_ElementChunk {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("num_elements", &*self.num_elements())?;
        to.put("check_num_elements", &*self.check_num_elements())?;
        to.put("len_chunk", &*self.len_chunk())?;
        to.put("elements", &*self.elements())?;
        to.put("sign", &*self.sign()?)?;
        Ok(())
    }
}

impl Struct for super::hudi_delete_record_list::HudiDeleteRecordList_Element {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("branch", &*self.branch())?;
        to.put("check_branch", &*self.check_branch())?;
        to.put("value", &*self.value())?;
        Ok(())
    }
}

impl Struct for super::hudi_delete_record_list::HudiDeleteRecordList_AvroBoolean {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("value", &*self.value())?;
        Ok(())
    }
}

impl Struct for super::hudi_delete_record_list::HudiDeleteRecordList_AvroInt {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("zigzag", &*self.zigzag())?;
        to.put("check_range", &*self.check_range())?;
        to.put("value", &*self.value()?)?;
        Ok(())
    }
}

impl Struct for super::hudi_delete_record_list::HudiDeleteRecordList_AvroFloat {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("value", &*self.value())?;
        Ok(())
    }
}

impl Struct for super::hudi_delete_record_list::HudiDeleteRecordList_AvroDouble {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("value", &*self.value())?;
        Ok(())
    }
}

impl Struct for super::hudi_delete_record_list::HudiDeleteRecordList_AvroBytes {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("len_value", &*self.len_value())?;
        to.put("check_len_value", &*self.check_len_value())?;
        to.put("value", &*self.value())?;
        Ok(())
    }
}

impl Struct for super::hudi_log_avro_content::HudiLogAvroContent {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("version", &*self.version())?;
        to.put("num_records", &*self.num_records())?;
        to.put("records", &*self.records())?;
        Ok(())
    }
}

impl Struct for super::hudi_log_avro_content::HudiLogAvroContent_Record {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("len_datum", &*self.len_datum())?;
        to.put("datum", &*self.datum())?;
        Ok(())
    }
}

impl Struct for super::hudi_log_block::HudiLogBlock {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("magic", &*self.magic())?;
        to.put("len_block", &*self.len_block())?;
        to.put("format_version", &*self.format_version())?;
        to.put("block_type", &*self.block_type())?;
        to.put("header", &*self.header())?;
        to.put("len_content", &*self.len_content())?;
        to.put("content", &*self.content())?;
        to.put("footer", &*self.footer())?;
        to.put("len_trailing", &*self.len_trailing())?;
        to.put("ofs_trailing", &*self.ofs_trailing()?)?;
        Ok(())
    }
}

impl Struct for super::hudi_log_block::HudiLogBlock_HeaderMap {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("num_entries", &*self.num_entries())?;
        to.put("entries", &*self.entries())?;
        Ok(())
    }
}

impl Struct for super::hudi_log_block::HudiLogBlock_HeaderEntry {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("check_room", &*self.check_room())?;
        to.put("key", &*self.key())?;
        to.put("len_value", &*self.len_value())?;
        to.put("value", &*self.value())?;
        Ok(())
    }
}

impl Struct for super::hudi_log_block::HudiLogBlock_FooterMap {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("num_entries", &*self.num_entries())?;
        to.put("entries", &*self.entries())?;
        to.put("check_filled", &*self.check_filled())?;
        Ok(())
    }
}

impl Struct for super::hudi_log_block::HudiLogBlock_FooterEntry {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("check_room", &*self.check_room())?;
        to.put("key", &*self.key())?;
        to.put("len_value", &*self.len_value())?;
        to.put("value", &*self.value())?;
        Ok(())
    }
}

impl Struct for super::hudi_log_file::HudiLogFile {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("blocks", &*self.blocks())?;
        Ok(())
    }
}

impl Struct for super::hudi_log_index::HudiLogIndex {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("blocks", &*self.blocks())?;
        Ok(())
    }
}

impl Struct for super::hudi_log_index::HudiLogIndex_Frame {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("magic", &*self.magic())?;
        to.put("len_block", &*self.len_block())?;
        to.put("format_version", &*self.format_version())?;
        to.put("block_type", &*self.block_type())?;
        to.put("header", &*self.header())?;
        to.put("len_content", &*self.len_content())?;
        to.put("extent", &*self.extent())?;
        to.put("ofs_content", &*self.ofs_content()?)?;
        to.put("ofs_trailing", &*self.ofs_trailing()?)?;
        to.put("ofs_end", &*self.ofs_end()?)?;
        to.put("ofs_footer", &*self.ofs_footer()?)?;
        to.put("content", &*self.content()?)?;
        to.put("footer", &*self.footer()?)?;
        to.put("len_trailing", &*self.len_trailing()?)?;
        Ok(())
    }
}

impl Struct for super::hudi_log_index::HudiLogIndex_Block {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("frame", &*self.frame()?)?;
        Ok(())
    }
}

impl Struct for super::hudi_log_index::HudiLogIndex_Extent {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("ofs_end", &*self.ofs_end()?)?;
        Ok(())
    }
}

impl Struct for super::hudi_record_positions::HudiRecordPositions {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("num_buckets", &*self.num_buckets())?;
        to.put("buckets", &*self.buckets())?;
        Ok(())
    }
}

impl Struct for super::hudi_record_positions::HudiRecordPositions_Bucket {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("high", &*self.high())?;
        to.put("bitmap", &*self.bitmap())?;
        Ok(())
    }
}

impl Struct for super::hudi_record_positions::HudiRecordPositions_Bitmap {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("cookie", &*self.cookie())?;
        to.put("num_containers_minus_1", &*self.num_containers_minus_1())?;
        to.put("num_containers_plain", &*self.num_containers_plain())?;
        to.put_list("run_flags", &*self.run_flags())?;
        to.put("descriptions", &*self.descriptions())?;
        to.put("ofs_containers", &*self.ofs_containers())?;
        to.put("containers", &*self.containers())?;
        to.put("has_runs", &*self.has_runs()?)?;
        to.put("num_containers", &*self.num_containers()?)?;
        to.put("has_offsets", &*self.has_offsets()?)?;
        Ok(())
    }
}

impl Struct for super::hudi_record_positions::HudiRecordPositions_Description {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("key", &*self.key())?;
        to.put("cardinality_minus_1", &*self.cardinality_minus_1())?;
        to.put("cardinality", &*self.cardinality()?)?;
        Ok(())
    }
}

impl Struct for super::hudi_record_positions::HudiRecordPositions_Container {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("num_runs", &*self.num_runs())?;
        to.put("runs", &*self.runs())?;
        to.put("values", &*self.values())?;
        to.put("bits", &*self.bits())?;
        to.put("is_array", &*self.is_array()?)?;
        Ok(())
    }
}

impl Struct for super::hudi_record_positions::HudiRecordPositions_Run {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("start", &*self.start())?;
        to.put("length_minus_1", &*self.length_minus_1())?;
        Ok(())
    }
}

impl Struct for super::varint::Varint {
    fn members(&self, to: &mut Members) -> KResult<()> {
        to.put("b0", &*self.b0())?;
        to.put("b1", &*self.b1())?;
        to.put("b2", &*self.b2())?;
        to.put("b3", &*self.b3())?;
        to.put("b4", &*self.b4())?;
        to.put("b5", &*self.b5())?;
        to.put("b6", &*self.b6())?;
        to.put("b7", &*self.b7())?;
        to.put("b8", &*self.b8())?;
        to.put("b9", &*self.b9())?;
        to.put("has1", &*self.has1()?)?;
        to.put("has2", &*self.has2()?)?;
        to.put("has3", &*self.has3()?)?;
        to.put("has4", &*self.has4()?)?;
        to.put("has5", &*self.has5()?)?;
        to.put("has6", &*self.has6()?)?;
        to.put("has7", &*self.has7()?)?;
        to.put("has8", &*self.has8()?)?;
        to.put("has9", &*self.has9()?)?;
        to.put("value", &*self.value()?)?;
        Ok(())
    }
}

impl Show for super::hfile_block_header::HfileBlockHeader_ChecksumType {
    fn show(&self) -> KResult<Value> {
        i64::from(self).show()
    }
}

impl Show for super::hfile_bloom_meta::HfileBloomMeta_HashType {
    fn show(&self) -> KResult<Value> {
        i64::from(self).show()
    }
}

impl Show for super::hfile_encoded_block::HfileEncodedBlock_Body {
    fn show(&self) -> KResult<Value> {
        match self {
            Self::HfileEncodedBlock_FastDiffCells(found) => found.show(),
            Self::HfileEncodedBlock_PrefixCells(found) => found.show(),
            Self::HfileEncodedBlock_RowIndexCells(found) => found.show(),
            Self::HfileEncodedBlock_DiffCells(found) => found.show(),
            Self::Bytes(found) => found.show(),
        }
    }
}

impl Show for super::hfile_encoded_block::HfileEncodedBlock_Encoding {
    fn show(&self) -> KResult<Value> {
        i64::from(self).show()
    }
}

impl Show for super::hudi_delete_content::HudiDeleteContent_Payload {
    fn show(&self) -> KResult<Value> {
        match self {
            Self::HudiDeleteKryo(found) => found.show(),
            Self::HudiDeleteRecordList(found) => found.show(),
            Self::Bytes(found) => found.show(),
        }
    }
}

impl Show for super::hudi_delete_kryo::HudiDeleteKryo_ValueClass {
    fn show(&self) -> KResult<Value> {
        i64::from(self).show()
    }
}

impl Show for super::hudi_delete_kryo::HudiDeleteKryo_Ordering_Value {
    fn show(&self) -> KResult<Value> {
        match self {
            Self::HudiDeleteKryo_KryoFloat(found) => found.show(),
            Self::HudiDeleteKryo_StringObject(found) => found.show(),
            Self::HudiDeleteKryo_KryoBoolean(found) => found.show(),
            Self::HudiDeleteKryo_KryoDouble(found) => found.show(),
            Self::HudiDeleteKryo_VarintS4(found) => found.show(),
            Self::HudiDeleteKryo_VarintS8(found) => found.show(),
        }
    }
}

impl Show for super::hudi_delete_record_list::HudiDeleteRecordList_Element_Value {
    fn show(&self) -> KResult<Value> {
        match self {
            Self::HudiDeleteRecordList_AvroFloat(found) => found.show(),
            Self::HudiDeleteRecordList_AvroBoolean(found) => found.show(),
            Self::HudiDeleteRecordList_AvroInt(found) => found.show(),
            Self::HudiDeleteRecordList_AvroDouble(found) => found.show(),
            Self::AvroLong(found) => found.show(),
            Self::HudiDeleteRecordList_AvroBytes(found) => found.show(),
        }
    }
}

impl Show for super::hudi_delete_record_list::HudiDeleteRecordList_Ordering_Value {
    fn show(&self) -> KResult<Value> {
        match self {
            Self::HudiDeleteRecordList_AvroFloat(found) => found.show(),
            Self::HudiDeleteRecordList_AvroBoolean(found) => found.show(),
            Self::HudiDeleteRecordList_AvroInt(found) => found.show(),
            Self::HudiDeleteRecordList_OrderingArray(found) => found.show(),
            Self::HudiDeleteRecordList_AvroDouble(found) => found.show(),
            Self::AvroLong(found) => found.show(),
            Self::HudiDeleteRecordList_AvroBytes(found) => found.show(),
        }
    }
}

impl Show for super::hudi_log_block::HudiLogBlock_Content {
    fn show(&self) -> KResult<Value> {
        match self {
            Self::HudiLogAvroContent(found) => found.show(),
            Self::HudiDeleteContent(found) => found.show(),
            Self::Bytes(found) => found.show(),
        }
    }
}

impl Show for super::hudi_log_block::HudiLogBlock_BlockType {
    fn show(&self) -> KResult<Value> {
        i64::from(self).show()
    }
}

impl Show for super::hudi_log_block::HudiLogBlock_HeaderKey {
    fn show(&self) -> KResult<Value> {
        i64::from(self).show()
    }
}
