// SPDX-License-Identifier: Apache-2.0
// Adapter of the generated JavaScript parsers: JSON lines on the standard streams, or --once CMD with the
// bytes of a file on standard input.
'use strict';

const fs = require('node:fs');
const readline = require('node:readline');
const {refusal, isTooLarge} = require('./exact');
const {grammarTree} = require('./tree');
const {Reject, scan, reverse, salvage} = require('./log_scan');

const NAME = 'kaitai-javascript';
const EXIT = {value: 0, reject: 1, unsupported: 3, limit: 4, error: 5};
const FEATURES = ['header-key.4', 'header-key.5', 'header-key.6', 'header-key.7', 'header-key.8'];
const shown = (blocks) => ({blocks: blocks.map((block) => block.shown)});
const COMMANDS = {
  'grammar.tree': grammarTree,
  'log.reverse': (bytes) => shown(reverse(bytes)),
  'log.salvage': (bytes) => shown(salvage(bytes)),
  'log.scan': (bytes) => shown(scan(bytes)),
};
let suite = '';

function hello(request) {
  suite = typeof request.suite === 'string' ? request.suite : '';
  return {
    protocol: 1, name: NAME, version: suite, language: `javascript ${process.version}`, homepage: '',
    commands: Object.keys(COMMANDS), features: FEATURES, inputs: ['b64', 'path'],
  };
}

function input(given) {
  if (typeof given?.b64 === 'string') {
    if (!/^[A-Za-z0-9+/]*={0,2}$/.test(given.b64)) throw new Error('in.b64 is not Base64');
    return Buffer.from(given.b64, 'base64');
  }
  if (typeof given?.path === 'string') return fs.readFileSync(given.path);
  throw new Error('the request has no input');
}

function answer(request) {
  const seq = typeof request?.seq === 'string' ? request.seq : '0';
  try {
    if (request.cmd === 'hello') return {seq, answer: 'value', value: hello(request)};
    if (request.cmd === 'bye') return {seq, answer: 'value', value: {}};
    if (!Object.hasOwn(COMMANDS, request.cmd)) return {seq, answer: 'unsupported', what: `command ${request.cmd}`};
    return {seq, answer: 'value', value: COMMANDS[request.cmd](input(request.in), request.args ?? {})};
  } catch (error) {
    if (error instanceof Reject) {
      const said = {seq, answer: 'reject', code: error.code, message: error.message, partial: shown(error.blocks)};
      return error.at === undefined ? said : {...said, at: String(error.at)};
    }
    const refused = refusal(error);
    if (refused !== undefined) return {seq, answer: 'reject', code: refused.code, message: refused.message};
    if (isTooLarge(error)) return {seq, answer: 'limit', what: 'calculation with an integer beyond 2^53'};
    return {seq, answer: 'error', message: String(error), trace: error.stack};
  }
}

function respond(line) {
  let request;
  try {
    request = JSON.parse(line);
    if (request === null || typeof request !== 'object' || Array.isArray(request)) throw new Error('no object');
  } catch (error) {
    return [{}, {seq: '0', answer: 'error', message: `request is not JSON: ${error.message}`}];
  }
  return [request, answer(request)];
}

function once([command, option, args]) {
  const given = {cmd: command, in: {b64: fs.readFileSync(0).toString('base64')}};
  const said = answer({...given, args: option === '--args' ? JSON.parse(args) : {}});
  fs.writeSync(1, `${JSON.stringify(said)}\n`);
  process.exitCode = EXIT[said.answer];
}

async function serve() {
  for await (const line of readline.createInterface({input: process.stdin, crlfDelay: Infinity})) {
    if (line.trim() === '') continue;
    const [request, said] = respond(line);
    process.stdout.write(`${JSON.stringify(said)}\n`);
    if (request.cmd === 'bye') break;
  }
}

const [mode, ...rest] = process.argv.slice(2);
if (mode === '--once') once(rest);
else serve();
