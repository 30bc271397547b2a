// SPDX-License-Identifier: Apache-2.0
//! consume RELEASE KNOWN: the cases of log.scan against the parsers generated from the grammars.
use hudi_parsers::{hudi_log_file::HudiLogFile, BytesReader, KStruct, OptRc};
use std::{collections::BTreeSet, env, fs, process::exit};

/// Blocks of an undamaged log file, nothing where the parser refuses it.
fn num_blocks(data: Vec<u8>) -> Option<usize> {
    let file: OptRc<HudiLogFile> = HudiLogFile::read_into(&BytesReader::from(data), None, None).ok()?;
    let blocks = file.blocks().len();
    Some(blocks)
}

fn main() {
    let (root, list) = (env::args().nth(1).expect("RELEASE"), env::args().nth(2).expect("KNOWN"));
    let known: BTreeSet<String> = fs::read_to_string(list).expect("KNOWN").lines().map(String::from).collect();
    let index = fs::read_to_string(format!("{root}/index.tsv")).expect("index");
    let (mut failed, mut num_cases) = (BTreeSet::new(), 0);
    for row in index.lines().map(|line| line.split('\t').collect::<Vec<_>>()) {
        if row[1] != "log.scan" || !["accept", "damaged", "reject"].contains(&row[2]) {
            continue;
        }
        num_cases += 1;
        let wanted = if row[2] == "accept" { row[3].parse().ok() } else { None };
        if num_blocks(fs::read(format!("{root}/{}/input.bin", row[0])).expect("input")) != wanted {
            failed.insert(row[0].to_string());
        }
    }
    let num_known = failed.intersection(&known).count();
    println!("{num_cases} cases, {} failed, {num_known} of them known", failed.len());
    failed.symmetric_difference(&known).for_each(|path| println!("{path}"));
    exit(if failed == known { 0 } else { 1 });
}
