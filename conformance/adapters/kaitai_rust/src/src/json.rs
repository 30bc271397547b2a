// SPDX-License-Identifier: Apache-2.0
//! As much JSON as the protocol needs: a value that can be read and printed.

use std::collections::BTreeMap;
use std::fmt::Write;

#[derive(Debug, Clone, PartialEq)]
pub enum Json {
    Null,
    Bool(bool),
    Number(String),
    Text(String),
    List(Vec<Json>),
    Map(BTreeMap<String, Json>),
}

impl From<&str> for Json {
    fn from(text: &str) -> Json {
        Json::Text(text.to_string())
    }
}
impl From<String> for Json {
    fn from(text: String) -> Json {
        Json::Text(text)
    }
}

/// An object of these members.
pub fn map<const N: usize>(members: [(&str, Json); N]) -> Json {
    Json::Map(members.into_iter().map(|(key, value)| (key.to_string(), value)).collect())
}

impl Json {
    /// The member, or null.
    pub fn get(&self, key: &str) -> &Json {
        match self {
            Json::Map(members) => members.get(key).unwrap_or(&Json::Null),
            _ => &Json::Null,
        }
    }
    pub fn text(&self) -> Option<&str> {
        match self {
            Json::Text(text) => Some(text),
            _ => None,
        }
    }
    pub fn list(&self) -> &[Json] {
        match self {
            Json::List(items) => items,
            _ => &[],
        }
    }

    pub fn print(&self, out: &mut String) {
        match self {
            Json::Null => out.push_str("null"),
            Json::Bool(flag) => out.push_str(if *flag { "true" } else { "false" }),
            Json::Number(digits) => out.push_str(digits),
            Json::Text(text) => print_text(text, out),
            Json::List(items) => {
                for (i, item) in items.iter().enumerate() {
                    out.push(if i == 0 { '[' } else { ',' });
                    item.print(out);
                }
                out.push_str(if items.is_empty() { "[]" } else { "]" });
            }
            Json::Map(members) => {
                for (i, (key, value)) in members.iter().enumerate() {
                    out.push(if i == 0 { '{' } else { ',' });
                    print_text(key, out);
                    out.push(':');
                    value.print(out);
                }
                out.push_str(if members.is_empty() { "{}" } else { "}" });
            }
        }
    }

    pub fn parse(text: &str) -> Result<Json, String> {
        let mut reader = Reader { bytes: text.as_bytes(), pos: 0 };
        let value = reader.value(0)?;
        reader.skip();
        if reader.pos < reader.bytes.len() {
            return Err("something follows the JSON".into());
        }
        Ok(value)
    }
}

fn print_text(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            c if c < ' ' => write!(out, "\\u{:04x}", c as u32).expect("a string takes all"),
            c => out.push(c),
        }
    }
    out.push('"');
}

struct Reader<'a> {
    bytes: &'a [u8],
    pos: usize,
}

impl Reader<'_> {
    fn skip(&mut self) {
        while self.pos < self.bytes.len() && b" \t\r\n".contains(&self.bytes[self.pos]) {
            self.pos += 1;
        }
    }
    fn peek(&mut self) -> Result<u8, String> {
        self.skip();
        self.bytes.get(self.pos).copied().ok_or_else(|| "the JSON ends too early".to_string())
    }
    fn expect(&mut self, word: &str) -> Result<(), String> {
        self.peek()?;
        if !self.bytes[self.pos..].starts_with(word.as_bytes()) {
            return Err("not JSON".into());
        }
        self.pos += word.len();
        Ok(())
    }

    fn value(&mut self, depth: u32) -> Result<Json, String> {
        if depth > 100 {
            return Err("JSON nested too deep".into());
        }
        match self.peek()? {
            b'{' => {
                let mut members = BTreeMap::new();
                self.pos += 1;
                while self.peek()? != b'}' {
                    if !members.is_empty() {
                        self.expect(",")?;
                    }
                    self.peek()?;
                    let key = self.string()?;
                    self.expect(":")?;
                    members.insert(key, self.value(depth + 1)?);
                }
                self.pos += 1;
                Ok(Json::Map(members))
            }
            b'[' => {
                let mut items = Vec::new();
                self.pos += 1;
                while self.peek()? != b']' {
                    if !items.is_empty() {
                        self.expect(",")?;
                    }
                    items.push(self.value(depth + 1)?);
                }
                self.pos += 1;
                Ok(Json::List(items))
            }
            b'"' => Ok(Json::Text(self.string()?)),
            b't' => self.expect("true").map(|()| Json::Bool(true)),
            b'f' => self.expect("false").map(|()| Json::Bool(false)),
            b'n' => self.expect("null").map(|()| Json::Null),
            _ => {
                let start = self.pos;
                while self.pos < self.bytes.len() && b"+-.eE0123456789".contains(&self.bytes[self.pos]) {
                    self.pos += 1;
                }
                if start == self.pos {
                    return Err("not JSON".into());
                }
                Ok(Json::Number(String::from_utf8_lossy(&self.bytes[start..self.pos]).into_owned()))
            }
        }
    }

    fn string(&mut self) -> Result<String, String> {
        self.expect("\"")?;
        let mut units = Vec::new();
        loop {
            let byte = *self.bytes.get(self.pos).ok_or("the text does not end")?;
            self.pos += 1;
            match byte {
                b'"' => return String::from_utf8(units).map_err(|error| error.to_string()),
                b'\\' => {
                    let escape = *self.bytes.get(self.pos).ok_or("the text does not end")?;
                    self.pos += 1;
                    let found = match escape {
                        b'b' => '\u{8}',
                        b'f' => '\u{c}',
                        b'n' => '\n',
                        b'r' => '\r',
                        b't' => '\t',
                        b'u' => self.escaped()?,
                        other => char::from(other),
                    };
                    units.extend(found.to_string().bytes());
                }
                other => units.push(other),
            }
        }
    }

    fn escaped(&mut self) -> Result<char, String> {
        let mut point = self.hex4()?;
        if (0xd800..0xdc00).contains(&point) {
            if !self.bytes[self.pos..].starts_with(b"\\u") {
                return Err("half of a character".into());
            }
            self.pos += 2;
            point = 0x10000 + ((point - 0xd800) << 10) + self.hex4()?.wrapping_sub(0xdc00);
        }
        char::from_u32(point).ok_or_else(|| "no character".to_string())
    }

    fn hex4(&mut self) -> Result<u32, String> {
        let digits = self.bytes.get(self.pos..self.pos + 4).ok_or("the text does not end")?;
        self.pos += 4;
        let digits = std::str::from_utf8(digits).map_err(|error| error.to_string())?;
        u32::from_str_radix(digits, 16).map_err(|error| error.to_string())
    }
}
