// SPDX-License-Identifier: Apache-2.0
//! Files that the metadata table lists, by the crate; which instants count it keeps to itself.

use hudi_core::metadata::table::records::FilesPartitionRecord;
use hudi_core::table::Table;
use hudi_core::table::partition::PartitionPruner;
use serde_json::{Value, json};

use crate::protocol::{Answer, Trouble};
use crate::Schema; // of the release of Arrow that the crate has

pub async fn listing(folder: &str, args: &Value) -> Answer<Value> {
    let table = Table::new(folder).await?;
    if !table.get_metadata_table_partitions().iter().any(|name| name == FilesPartitionRecord::PARTITION_NAME) {
        return Ok(json!({"available": false, "partitions": []}));
    }
    if !table.is_metadata_table_enabled() {
        return Err(Trouble::Unsupported("a metadata table of a table version below 8".into()));
    }
    let pruner = PartitionPruner::new(&[], &Schema::empty(), &table.hudi_configs)?;
    let records = table.read_metadata_table_files_partition(&pruner).await?;
    let mut names: Vec<String> = match args["partitions"].as_array() {
        Some(wanted) => wanted.iter().filter_map(|name| name.as_str()).map(str::to_string).collect(),
        // Of a table without partitions the crate reads one record.
        None if !pruner.is_table_partitioned() => vec![String::new()],
        None => records
            .get(FilesPartitionRecord::ALL_PARTITIONS_KEY)
            .map(|all| all.partition_names().iter().map(|name| name.to_string()).collect())
            .unwrap_or_default(),
    };
    names.sort();
    let partitions: Vec<Value> = names
        .iter()
        .map(|name| {
            let mut files: Vec<(&str, u64)> = records
                .get(name.as_str())
                .map(|record| record.active_files_with_sizes().collect())
                .unwrap_or_default();
            files.sort();
            let files: Vec<Value> = files
                .iter()
                .map(|(name, size)| json!({"name": name, "size": size.to_string()}))
                .collect();
            json!({"partition": name, "files": files})
        })
        .collect();
    Ok(json!({"available": true, "partitions": partitions}))
}
