/*
 * Licensed to the Apache Software Foundation (ASF) under one or more
 * contributor license agreements.  See the NOTICE file distributed with
 * this work for additional information regarding copyright ownership.
 * The ASF licenses this file to You under the Apache License, Version 2.0
 * (the "License"); you may not use this file except in compliance with
 * the License.  You may obtain a copy of the License at
 *
 * http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

//! Snapshots of small tables. A case has the rows that a reader returns, or is a table that it has to reject. Columns of
//! text, whole numbers and booleans are compared.
//!
//! `data/conformance/known_failures.txt` lists the cases that fail today; the test fails when another one does, and
//! when one of them passes.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::AssertUnwindSafe;
use std::path::{Path, PathBuf};

use arrow::array::{Array, RecordBatch};
use arrow::datatypes::DataType;
use arrow::util::display::array_value_to_string;
use futures::FutureExt;
use hudi_core::table::{ReadOptions, Table};
use hudi_test::extract_test_table;
use serde_json::Value;

type Row = BTreeMap<String, Option<String>>;

const UNCOMPARED: &str = "(not compared)";

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/conformance")
}

fn known() -> BTreeSet<String> {
    std::fs::read_to_string(data().join("known_failures.txt"))
        .expect("known_failures.txt should be there")
        .lines()
        .filter(|line| !line.starts_with('#') && !line.trim().is_empty())
        .map(|line| line.split(" # ").next().unwrap_or(line).trim().to_string())
        .collect()
}

async fn read(path: &Path) -> Result<Vec<Row>, String> {
    let uri = path.to_str().ok_or("the path is not UTF-8")?;
    let table = Table::new(uri).await.map_err(|error| error.to_string())?;
    let batches = table
        .read(&ReadOptions::new())
        .await
        .map_err(|error| error.to_string())?;
    Ok(batches.iter().flat_map(rows).collect())
}

fn rows(batch: &RecordBatch) -> Vec<Row> {
    (0..batch.num_rows())
        .map(|at| {
            batch
                .schema()
                .fields()
                .iter()
                .zip(batch.columns())
                .map(|(field, column)| (field.name().clone(), text(column.as_ref(), at)))
                .collect()
        })
        .collect()
}

fn text(column: &dyn Array, at: usize) -> Option<String> {
    let is_plain = matches!(
        column.data_type(),
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Int32 | DataType::Int64 | DataType::Boolean
    );
    if !is_plain {
        return Some(UNCOMPARED.to_string());
    }
    (!column.is_null(at)).then(|| array_value_to_string(column, at).unwrap_or_default())
}

fn expected(case: &Value, found: &[Row]) -> Vec<Row> {
    let shape = found.first();
    let row = |cells: &Value| -> Row {
        cells
            .as_object()
            .into_iter()
            .flatten()
            .map(|(name, cell)| {
                let is_compared = shape
                    .and_then(|row| row.get(name))
                    .is_none_or(|other| other.as_deref() != Some(UNCOMPARED));
                let stated = cell.as_str().map(str::to_string);
                (name.clone(), if is_compared { stated } else { Some(UNCOMPARED.to_string()) })
            })
            .collect()
    };
    case["rows"].as_array().into_iter().flatten().map(row).collect()
}

async fn failure(case: &Value) -> Option<String> {
    let table = extract_test_table(&data().join(case["table"].as_str()?));
    let is_rejected = case["reject"] == Value::Bool(true);
    let answer = AssertUnwindSafe(read(&table)).catch_unwind().await;
    match answer.unwrap_or_else(|_| Err("panics".to_string())) {
        Err(error) => (!is_rejected || error == "panics").then_some(error),
        Ok(found) if is_rejected => Some(format!("returns {} rows of a table that it has to reject", found.len())),
        Ok(mut found) => {
            let mut stated = expected(case, &found);
            stated.sort();
            found.sort();
            (stated != found).then(|| format!("returns {found:?}, not {stated:?}"))
        }
    }
}

#[tokio::test]
async fn snapshots() {
    let text = std::fs::read_to_string(data().join("cases.json")).expect("cases.json should be there");
    let index: Value = serde_json::from_str(&text).expect("cases.json should be JSON");
    let known = known();
    let mut unexpected = Vec::new();
    for case in index["cases"].as_array().expect("cases should be a list") {
        let id = case["id"].as_str().expect("a case should have an id");
        match (failure(case).await, known.contains(id)) {
            (Some(error), false) => unexpected.push(format!("{id}: {error}")),
            (None, true) => unexpected.push(format!("{id}: passes now, remove it from known_failures.txt")),
            _ => {}
        }
    }
    assert!(unexpected.is_empty(), "{} cases:\n{}", unexpected.len(), unexpected.join("\n"));
}
