// SPDX-License-Identifier: Apache-2.0
//! Copies the generated parsers with the corrections without which they do not compile or do not run. Every
//! correction must still apply: one that the compiler of Kaitai Struct no longer needs stops the build.

use std::{env, fs, path::Path};

/// Module ("" for all), what the compiler writes, what it should have written.
const CORRECTIONS: [(&str, &str, &str); 5] = [
    // bytes that are checked are moved out of their cell
    ("", "let _tmpa = *self_rc.check_", "let _tmpa = self_rc.check_"),
    // a field of one of several types, chosen by a number, is not put into its Option
    ("hudi_delete_record_list", "*self_rc.value.borrow_mut() = t;", "*self_rc.value.borrow_mut() = Some(t);"),
    // a type of another grammar has no root, which nothing asks for
    ("", "let _r = _rrc.as_ref().unwrap();", ""),
    // types of a second import are not imported
    (
        "hudi_archive_file",
        "use super::hudi_log_block::HudiLogBlock;",
        "use super::hudi_log_avro_content::HudiLogAvroContent;\nuse super::hudi_log_block::*;",
    ),
    // a cast instance is put into an Option that its cell does not have
    ("hudi_archive_file", "= Some(Into::<OptRc<", "= (Into::<OptRc<"),
];

/// An instance that is parsed is not marked as such: it is parsed again whenever it is asked for, and panics
/// where its last value is still borrowed.
fn remember_instances(text: &str) -> String {
    let (mut out, mut flag) = (String::new(), String::new());
    for line in text.lines() {
        if let Some(rest) = line.trim().strip_prefix("if self.f_") {
            flag = rest.split('.').next().unwrap_or("").to_string();
        }
        if line.trim() == "let _pos = _io.pos();" {
            out += &format!("        self.f_{flag}.set(true);\n");
        }
        out += line;
        out.push('\n');
    }
    out
}

/// Sums are calculated, and compared, in 32 bits: a length of 2^32 would pass every check. What is alone in a
/// branch has the type of the other branch and is left.
fn in_64_bits(text: &str) -> String {
    let branches: Vec<String> = text.split(" as i32) }").map(|part| part.replace(" as i32)", " as i64)")).collect();
    branches.join(" as i32) }")
}

fn main() {
    println!("cargo:rerun-if-changed=hudi_parsers");
    let out = Path::new(&env::var("OUT_DIR").expect("set by cargo")).to_owned();
    let mut used = [false; CORRECTIONS.len()];
    let mut modules = String::new();
    let mut files: Vec<_> = fs::read_dir("hudi_parsers").expect("generated").map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    for path in files {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let mut text = fs::read_to_string(&path).expect("text");
        for (index, (module, from, to)) in CORRECTIONS.iter().enumerate() {
            if (module.is_empty() || *module == name) && text.contains(from) {
                text = text.replace(from, to);
                used[index] = true;
            }
        }
        let text = in_64_bits(&remember_instances(&text));
        let copy = out.join(format!("{name}.rs"));
        fs::write(&copy, text).expect("written");
        modules += &format!("#[allow(warnings)]\n#[path = {:?}]\npub mod {name};\n", copy);
    }
    assert!(used.iter().all(|each| *each), "a correction is no longer needed: {used:?}");
    fs::write(out.join("mod.rs"), modules).expect("written");
}
