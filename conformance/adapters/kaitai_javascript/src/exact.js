// SPDX-License-Identifier: Apache-2.0
// The runtime of Kaitai Struct for JavaScript, made exact. Its 64-bit integers are doubles: here those beyond
// 2^53 are BigInt, read as such or put together from the bytes of a variable-length number. And a failed check
// keeps the path of its field in the grammar and the stream, which the runtime throws away.
// A parser that calculates with such a number cannot go on ("Cannot mix BigInt"): that is the limit here.
'use strict';

const KaitaiStream = require('kaitai-struct/KaitaiStream');

function exact(big) {
  return big >= BigInt(Number.MIN_SAFE_INTEGER) && big <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(big) : big;
}

const readers = {
  readS8be: (view, pos) => view.getBigInt64(pos, false),
  readS8le: (view, pos) => view.getBigInt64(pos, true),
  readU8be: (view, pos) => view.getBigUint64(pos, false),
  readU8le: (view, pos) => view.getBigUint64(pos, true),
};
for (const [name, read] of Object.entries(readers)) {
  KaitaiStream.prototype[name] = function () {
    this.ensureBytesLeft(8);
    const value = exact(read(this._dataView, this.pos));
    this.pos += 8;
    return value;
  };
}

class ValidationFailed extends Error {
  constructor(io, srcPath) {
    super(srcPath);
    this.io = io;
    this.srcPath = srcPath;
  }
}
for (const name of Object.keys(KaitaiStream).filter((key) => /^Validation\w+Error$/.test(key))) {
  // the last two arguments are the same for all kinds
  KaitaiStream[name] = class extends ValidationFailed {
    constructor(...given) {
      super(given.at(-2), given.at(-1));
    }
  };
}

// Values of variable-length numbers, out of the bytes that the generated parser read. Its getters cannot be
// replaced unless they are made replaceable while the module is loaded.
function load(name) {
  const {defineProperty} = Object;
  Object.defineProperty = (object, key, how) => defineProperty(object, key, {...how, configurable: true});
  try {
    return require(`./hudi_parsers/${name}`)[name];
  } finally {
    Object.defineProperty = defineProperty;
  }
}

/** Replace a getter for numbers that may not fit into a double; for the others the generated one is right. */
function replace(class_, key, isLarge, value) {
  const generated = Object.getOwnPropertyDescriptor(class_.prototype, key).get;
  Object.defineProperty(class_.prototype, key, {
    get() {
      return isLarge(this) ? exact(value(this)) : generated.call(this);
    },
  });
}

const zigzag = (number, isEven) => (isEven ? BigInt(number.magnitude) : -BigInt(number.magnitude) - 1n);
const groups = (bytes, count) => {
  let value = 0n;
  for (let i = count - 1; i >= 0; i--) value = (value << 7n) | BigInt((bytes[`b${i}`] ?? 0) & 127);
  return value;
};

const Varint = load('Varint');
replace(Varint, 'value', (it) => it.b7 !== undefined, (it) => groups(it, 10));

const AvroLong = load('AvroLong');
replace(AvroLong, 'magnitude', (it) => it.zigzag.b7 !== undefined, (it) => groups(it.zigzag, 10) >> 1n);
replace(AvroLong, 'value', (it) => it.zigzag.b7 !== undefined, (it) => zigzag(it, it.zigzag.b0 % 2 === 0));

const {VarintS8} = load('HudiDeleteKryo'); // its ninth byte holds 8 bits
const kryo = (it) => (groups(it, 8) | (BigInt(it.b8 ?? 0) << 56n)) >> 1n;
replace(VarintS8, 'magnitude', (it) => it.b7 !== undefined, kryo);
replace(VarintS8, 'value', (it) => it.b7 !== undefined, (it) => zigzag(it, it.b0 % 2 === 0));

const HadoopVlong = load('HadoopVlong');
const signed = (it) => BigInt.asIntN(64, BigInt(it.m8));
replace(HadoopVlong, 'm7', (it) => it.numBytes >= 7, (it) => BigInt(it.m6) * 256n + BigInt(it.b7));
replace(HadoopVlong, 'm8', (it) => it.numBytes >= 8, (it) => BigInt(it.m7) * 256n + BigInt(it.b8));
replace(HadoopVlong, 'value', (it) => it.numBytes >= 7, (it) => (it.isNegative ? -signed(it) - 1n : signed(it)));

function stream(bytes) {
  return new KaitaiStream(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength), 0);
}

/** The refusal that an exception of a generated parser means, or undefined where it is an accident. */
function refusal(error) {
  if (error instanceof ValidationFailed) {
    return {code: 'bad-value', message: error.srcPath, srcPath: error.srcPath, pos: error.io.pos};
  }
  if (error instanceof KaitaiStream.EOFError) return {code: 'truncated', message: error.message};
  return undefined;
}

function isTooLarge(error) {
  return error instanceof TypeError && /BigInt/.test(error.message);
}

module.exports = {stream, refusal, isTooLarge};
