// SPDX-License-Identifier: Apache-2.0
// node consume.js RELEASE KNOWN: the cases of log.scan against the parsers generated from the grammars.
'use strict';

const fs = require('fs');
const KaitaiStream = require('kaitai-struct/KaitaiStream');
const {HudiLogFile} = require('hudi-parsers/hudi_parsers/HudiLogFile');

const [root, knownFile] = process.argv.slice(2);
const lines = (file) => fs.readFileSync(file, 'utf8').split('\n').filter(Boolean);

// Blocks of an undamaged log file, null where the parser refuses it.
function numBlocks(file) {
  try {
    return new HudiLogFile(new KaitaiStream(fs.readFileSync(file))).blocks.length;
  } catch {
    return null;
  }
}

const known = new Set(lines(knownFile)), failed = new Set();
let numCases = 0;
for (const line of lines(`${root}/index.tsv`)) {
  const [path, cmd, outcome, count] = line.split('\t');
  if (cmd !== 'log.scan' || !['accept', 'damaged', 'reject'].includes(outcome)) continue;
  numCases++;
  const wanted = outcome === 'accept' ? Number(count) : null;
  if (numBlocks(`${root}/${path}/input.bin`) !== wanted) failed.add(path);
}
const numKnown = [...failed].filter((path) => known.has(path)).length;
console.log(`${numCases} cases, ${failed.size} failed, ${numKnown} of them known`);
for (const path of [...failed].filter((path) => !known.has(path))) console.log(path);
process.exit(failed.size === known.size && numKnown === known.size ? 0 : 1);
