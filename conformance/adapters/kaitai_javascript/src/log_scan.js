// SPDX-License-Identifier: Apache-2.0
// Framing of log files: what the generated parser cannot say stands here, the frame check and the resync.
'use strict';

const {stream, refusal} = require('./exact');
const {HudiLogIndex} = require('./hudi_parsers/HudiLogIndex');
const {HudiLogBlock} = require('./hudi_parsers/HudiLogBlock');
const checks = require('./hudi_parsers/checks');

const MAGIC = Buffer.from('#HUDI#');
const LEN_HEAD = 14n;
const CHECKS = {...checks.hudi_log_index, ...checks.hudi_log_block};
const OTHER = {code: 'truncated', width: 0};

class Reject extends Error {
  constructor(code, at, message, blocks = []) {
    super(message);
    Object.assign(this, {code, at, blocks});
  }
}

const holds = (data, ofs) => ofs >= 0 && data.subarray(ofs, ofs + MAGIC.length).equals(MAGIC);

function find(data, ofs) {
  const found = data.indexOf(MAGIC, ofs);
  return found < 0 ? data.length : found;
}

/** Whether the frame of the block at a magic holds together; nextMagic: and a magic or the end follows. */
function isConsistent(data, pos, nextMagic) {
  if (data.length - pos < LEN_HEAD) return false;
  const lenBlock = data.readBigInt64BE(pos + MAGIC.length);
  if (lenBlock < 8n || lenBlock > BigInt(data.length - pos) - LEN_HEAD) return false;
  const end = pos + Number(LEN_HEAD + lenBlock);
  if (data.readBigInt64BE(end - 8) !== lenBlock + BigInt(MAGIC.length)) return false;
  return !nextMagic || data.length - end < MAGIC.length || holds(data, end);
}

function text(bytes) {
  try {
    return new TextDecoder('utf-8', {fatal: true, ignoreBOM: true}).decode(bytes);
  } catch {
    return {$utf8: Buffer.from(bytes).toString('hex')};
  }
}

/** Take the block at pos apart, whose frame is consistent. */
function readBlock(data, pos) {
  const end = pos + Number(LEN_HEAD + data.readBigInt64BE(pos + MAGIC.length));
  let frame, footer;
  try {
    frame = new HudiLogIndex.Frame(stream(data.subarray(pos, end)), null, null);
    footer = frame.footer;
  } catch (error) {
    const refused = refusal(error);
    if (refused === undefined) throw error;
    const {code, width} = CHECKS[refused.srcPath] ?? OTHER;
    throw new Reject(code, refused.pos === undefined ? undefined : pos + refused.pos - width, refused.message);
  }
  const shown = {
    kind: `${HudiLogBlock.BlockType[frame.blockType]}_BLOCK`,
    ofs: String(pos),
    len: String(end - pos),
    format_version: frame.formatVersion,
    header: {},
    content: {ofs: String(pos + frame.ofsContent), len: String(frame.lenContent)},
    footer: {},
  };
  for (const entry of frame.header.entries) shown.header[HudiLogBlock.HeaderKey[entry.key]] = text(entry.value);
  for (const entry of footer.entries) shown.footer[`#${entry.key}`] = text(entry.value);
  return {ofs: pos, end, isCorrupt: false, shown};
}

function corrupt(ofs, end) {
  const content = {ofs: String(ofs + MAGIC.length), len: String(end - ofs - MAGIC.length)};
  const shown = {kind: 'CORRUPT_BLOCK', ofs: String(ofs), len: String(end - ofs), header: {}, content, footer: {}};
  return {ofs, end, isCorrupt: true, shown};
}

/** Blocks up to the end of the file; a Reject carries those before it. */
function scan(data) {
  const blocks = [];
  let pos = 0;
  while (data.length - pos >= MAGIC.length) {
    if (!holds(data, pos)) throw new Reject('bad-magic', pos, 'no magic opens the block', blocks);
    if (!isConsistent(data, pos, true)) {
      blocks.push(corrupt(pos, find(data, pos + MAGIC.length)));
    } else {
      try {
        blocks.push(readBlock(data, pos));
      } catch (error) {
        if (error instanceof Reject) error.blocks = blocks;
        throw error;
      }
    }
    pos = blocks.at(-1).end;
  }
  return blocks;
}

function findPrevious(data, end) {
  const ofsTrailing = end - 8;
  if (ofsTrailing < 0) throw new Reject('truncated', 0, 'no room for a trailing length');
  const lenTrailing = data.readBigInt64BE(ofsTrailing);
  if (lenTrailing < LEN_HEAD || lenTrailing > BigInt(ofsTrailing)) {
    throw new Reject('offset-out-of-range', ofsTrailing, `trailing length ${lenTrailing}`);
  }
  const start = ofsTrailing - Number(lenTrailing);
  if (!holds(data, start)) throw new Reject('bad-magic', start, 'no magic where the trailing length points');
  if (data.readBigInt64BE(start + MAGIC.length) !== lenTrailing - BigInt(MAGIC.length)) {
    throw new Reject('length-mismatch', start + MAGIC.length, `block size with trailing length ${lenTrailing}`);
  }
  return start;
}

/** Blocks of an intact file, last to first. */
function reverse(data) {
  const blocks = [];
  for (let end = data.length; end > 0; end = blocks.at(-1).ofs) {
    try {
      blocks.push(readBlock(data, findPrevious(data, end)));
    } catch (error) {
      if (error instanceof Reject) error.blocks = blocks;
      throw error;
    }
  }
  return blocks;
}

function readIntact(data, ofs) {
  if (!isConsistent(data, ofs, false)) return null;
  try {
    return readBlock(data, ofs);
  } catch (error) {
    if (error instanceof Reject) return null;
    throw error;
  }
}

/** Intact blocks that a scan does not list, in file order. */
function salvage(data) {
  let scanned, stopped = false;
  try {
    scanned = scan(data);
  } catch (error) {
    if (!(error instanceof Reject)) throw error;
    [scanned, stopped] = [error.blocks, true];
  }
  const found = [];
  let pos = 0;
  let covered = 0; // end of the last salvaged block: a magic inside it starts no block
  for (const block of scanned) {
    pos = block.end;
    const intact = block.isCorrupt && block.ofs >= covered ? readIntact(data, block.ofs) : null;
    if (intact !== null) {
      covered = intact.end;
      found.push(intact);
    }
  }
  for (pos = Math.max(pos, covered); stopped && (pos = find(data, pos)) < data.length; ) {
    const block = readIntact(data, pos);
    if (block !== null) {
      found.push(block);
      pos = block.end;
    } else if (isConsistent(data, pos, true)) {
      pos += Number(LEN_HEAD + data.readBigInt64BE(pos + MAGIC.length)); // whole frame, refused inside
    } else {
      pos += MAGIC.length;
    }
  }
  return found;
}

module.exports = {Reject, scan, reverse, salvage};
