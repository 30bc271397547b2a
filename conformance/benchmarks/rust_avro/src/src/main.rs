// SPDX-License-Identifier: Apache-2.0
//! Reads an Avro container through arrow-avro, on one thread: `PASSES FILE` prints a line a pass, wall and CPU seconds,
//! and rows, with the file in memory before the first; `rows OUT FILE` writes the rows as an Arrow stream.

use std::env;
use std::error::Error;
use std::fs::{self, File};
use std::io::Cursor;
use std::time::Instant;

use arrow_array::RecordBatchReader;
use arrow_avro::reader::{Reader, ReaderBuilder};
use arrow_ipc::writer::StreamWriter;

const BATCH: usize = 8192; // was the fastest of those that were tried

/// CPU seconds of all threads.
fn cpu() -> f64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the clock is of every Unix, and the place to write to is ours.
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut time) };
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

fn open(data: &[u8]) -> Result<Reader<Cursor<&[u8]>>, Box<dyn Error>> {
    Ok(ReaderBuilder::new().with_batch_size(BATCH).build(Cursor::new(data))?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = env::args().skip(1).collect();
    if words[0] == "rows" {
        let data = fs::read(&words[2])?;
        let reader = open(&data)?;
        let mut writer = StreamWriter::try_new(File::create(&words[1])?, &reader.schema())?;
        for batch in reader {
            writer.write(&batch?)?;
        }
        return Ok(writer.finish()?);
    }
    let data = fs::read(&words[1])?;
    for _ in 0..words[0].parse::<u32>()? {
        let (start, start_cpu) = (Instant::now(), cpu());
        let mut rows = 0;
        for batch in open(&data)? {
            rows += batch?.num_rows();
        }
        println!("{:.6} {:.6} {rows}", start.elapsed().as_secs_f64(), cpu() - start_cpu);
    }
    Ok(())
}
