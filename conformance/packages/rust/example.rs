use hudi_parsers::{hudi_log_file::HudiLogFile, BytesReader, KStruct};

fn main() {
    let data = std::fs::read(std::env::args().nth(1).expect("a log file")).expect("readable");
    let file = HudiLogFile::read_into::<_, HudiLogFile>(&BytesReader::from(data), None, None).expect("undamaged");
    println!("{} {}", file.blocks().len(), file.blocks()[0].len_block());
}
