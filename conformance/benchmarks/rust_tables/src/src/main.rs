// SPDX-License-Identifier: Apache-2.0
//! Reads a view of a table through hudi-rs: `PASSES TABLE [BEGIN]` prints a line a pass, wall and CPU seconds, rows and
//! MiB of peak memory; `rows FILE TABLE [BEGIN]` writes the rows as an Arrow stream. BEGIN asks for changes after it.

use std::env;
use std::error::Error;
use std::fs::{self, File};
use std::time::Instant;

use arrow::array::RecordBatch;
use arrow::ipc::writer::StreamWriter;
use hudi_core::table::{QueryType, ReadOptions, Table};

/// CPU seconds of all threads.
fn cpu() -> f64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the clock is of every Unix, and the place to write to is ours.
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut time) };
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// MiB.
fn peak() -> f64 {
    let text = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("");
    line.split_whitespace().next().and_then(|kib| kib.parse::<f64>().ok()).unwrap_or(0.0) / 1024.0
}

async fn read(folder: &str, begin: Option<&String>) -> Result<Vec<RecordBatch>, Box<dyn Error>> {
    let mut options = ReadOptions::new();
    if let Some(instant) = begin {
        options = options.with_query_type(QueryType::Incremental).with_start_timestamp(instant);
    }
    Ok(Table::new(folder).await?.read(&options).await?)
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = env::args().skip(1).collect();
    if words[0] == "rows" {
        let batches = read(&words[2], words.get(3)).await?;
        let first = batches.first().ok_or("no rows")?;
        let mut writer = StreamWriter::try_new(File::create(&words[1])?, &first.schema())?;
        for batch in &batches {
            writer.write(batch)?;
        }
        return Ok(writer.finish()?);
    }
    for _ in 0..words[0].parse::<u32>()? {
        let (start, start_cpu) = (Instant::now(), cpu());
        let rows: usize = read(&words[1], words.get(2)).await?.iter().map(RecordBatch::num_rows).sum();
        println!("{:.6} {:.6} {rows} {:.1}", start.elapsed().as_secs_f64(), cpu() - start_cpu, peak());
    }
    Ok(())
}
