// SPDX-License-Identifier: Apache-2.0
// Command grammar.tree: everything that a generated parser read, by the names of the grammar.
'use strict';

const crypto = require('node:crypto');
const {stream} = require('./exact');
const table = require('./fields/fields.json').types;

const camel = (name) => name.split('_').map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join('');
const lowerCamel = (name) => camel(name).replace(/^./, (letter) => letter.toLowerCase());

const grammars = new Map(); // grammar -> class
const fields = new Map(); // class -> [[name in the grammar, name here, is a float]]
for (const [owner, names] of Object.entries(table)) {
  const [file, ...inner] = owner.split('.');
  const module_ = require(`./hudi_parsers/${file}`);
  const class_ = inner.reduce((outer, name) => outer[name], module_[file]);
  if (inner.length === 0) {
    grammars.set(file.replace(/(?!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase(), class_);
  }
  fields.set(class_, names.map((text) => {
    const [name, type] = text.split(':');
    return [name, lowerCamel(name), type === 'f4' || type === 'f8'];
  }));
}

function grammarTree(bytes, args) {
  const class_ = grammars.get(args.grammar);
  if (class_ === undefined) throw new Error(`no grammar ${args.grammar}`);
  const io = stream(bytes);
  const root = new class_(io, null, null, ...(args.params ?? []));
  return {end: String(io.pos), tree: struct(root)};
}

function struct(object) {
  const shown = {};
  for (const [name, here, isFloat] of fields.get(object.constructor)) {
    const found = object[here];
    if (found === undefined || found === null) continue;
    const value = isFloat ? float(found) : canonical(found);
    // zero and empty are left out: not every language tells them from absent
    if (value !== '0' && value !== '' && value !== false && !(Array.isArray(value) && value.length === 0)) {
      shown[name] = value;
    }
  }
  return shown;
}

function float(value) {
  if (Number.isNaN(value)) return {$f8: 'NaN'};
  const raw = Buffer.alloc(8);
  raw.writeDoubleBE(value);
  const digits = raw.toString('hex');
  return /^0+$/.test(digits) ? '' : {$f8: digits};
}

function canonical(value) {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number' || typeof value === 'bigint') return String(BigInt.asIntN(64, BigInt(value)));
  if (typeof value === 'string') return hex(Buffer.from(value));
  if (value instanceof Uint8Array) return hex(Buffer.from(value.buffer, value.byteOffset, value.byteLength));
  if (Array.isArray(value)) return value.map(canonical);
  return struct(value);
}

function hex(bytes) {
  if (bytes.length <= 1024) return bytes.toString('hex');
  const sha256 = crypto.createHash('sha256').update(bytes).digest('hex');
  return {$digest: {len: String(bytes.length), sha256}};
}

module.exports = {grammarTree};
