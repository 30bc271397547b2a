// SPDX-License-Identifier: Apache-2.0
//! Bytes in canonical form, and Base64.

use crate::json::{map, Json};

pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Hex, or a digest of more than 1,024 bytes.
pub fn canonical(bytes: &[u8]) -> Json {
    if bytes.len() <= 1024 {
        return hex(bytes).into();
    }
    let digest = [("len", bytes.len().to_string().into()), ("sha256", hex(&sha256(bytes)).into())];
    map([("$digest", map(digest))])
}

/// The text, or its bytes where they are not well-formed UTF-8.
pub fn canonical_text(bytes: &[u8]) -> Json {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => map([("$utf8", hex(bytes).into())]),
    }
}

pub fn decode_base64(text: &str) -> Result<Vec<u8>, String> {
    let (mut out, mut bits, mut count) = (Vec::with_capacity(text.len() * 3 / 4), 0u32, 0);
    for byte in text.trim_end_matches('=').bytes() {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return Err("in.b64 is not Base64".into()),
        };
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            out.push((bits >> count) as u8);
        }
    }
    Ok(out)
}

/// SHA-256 [FIPS 180-4]; its constants are fractions of roots of the first primes, which are reckoned here.
fn sha256(bytes: &[u8]) -> Vec<u8> {
    let is_prime = |n: &u128| (2..*n).take_while(|d| d * d <= *n).all(|d| n % d != 0);
    let primes: Vec<u128> = (2u128..).filter(is_prime).take(64).collect();
    // the first 32 bits after the point of a root: the integer root of n * 2^(32 * power), lower 32 bits
    let root = |n: u128, power: u32| {
        let (mut low, mut high) = (0u128, 1u128 << 40);
        while high - low > 1 {
            let middle = (low + high) / 2;
            let is_below = match power {
                2 => middle * middle <= n << 64,
                _ => middle * middle <= (n << 96) / middle.max(1),
            };
            if is_below { low = middle } else { high = middle }
        }
        low as u32
    };
    let k: Vec<u32> = primes.iter().map(|prime| root(*prime, 3)).collect();
    let mut h: Vec<u32> = primes[..8].iter().map(|prime| root(*prime, 2)).collect();
    let mut padded = bytes.to_vec();
    padded.push(0x80);
    while padded.len() % 64 != 56 {
        padded.push(0);
    }
    padded.extend((bytes.len() as u64 * 8).to_be_bytes());
    for block in padded.chunks(64) {
        let mut w: Vec<u32> = block.chunks(4).map(|c| u32::from_be_bytes([c[0], c[1], c[2], c[3]])).collect();
        for i in 16..64 {
            let s0 = w[i - 15].rotate_right(7) ^ w[i - 15].rotate_right(18) ^ (w[i - 15] >> 3);
            let s1 = w[i - 2].rotate_right(17) ^ w[i - 2].rotate_right(19) ^ (w[i - 2] >> 10);
            w.push(w[i - 16].wrapping_add(s0).wrapping_add(w[i - 7]).wrapping_add(s1));
        }
        let mut v = h.clone();
        for i in 0..64 {
            let s1 = v[4].rotate_right(6) ^ v[4].rotate_right(11) ^ v[4].rotate_right(25);
            let choice = (v[4] & v[5]) ^ (!v[4] & v[6]);
            let t1 = v[7].wrapping_add(s1).wrapping_add(choice).wrapping_add(k[i]).wrapping_add(w[i]);
            let s0 = v[0].rotate_right(2) ^ v[0].rotate_right(13) ^ v[0].rotate_right(22);
            let t2 = s0.wrapping_add((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
            v = vec![t1.wrapping_add(t2), v[0], v[1], v[2], v[3].wrapping_add(t1), v[4], v[5], v[6]];
        }
        h = h.iter().zip(&v).map(|(a, b)| a.wrapping_add(*b)).collect();
    }
    h.iter().flat_map(|word| word.to_be_bytes()).collect()
}
