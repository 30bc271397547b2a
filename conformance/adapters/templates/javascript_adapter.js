#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0
// A complete adapter to copy: it parses names of log files. It only needs Node.js.
//   long-lived:   node javascript_adapter.js
//   one question: node javascript_adapter.js --once name.parse --args '{"name": ".f_001.log.1_1-0-1"}'
// To make it yours: change `hello`, write one function a command, and list the function in `commands`.
'use strict';

const fs = require('node:fs');
const readline = require('node:readline');
// Put here what your reader needs, and call it in the functions below: const reader = require('my-reader');

/** Throw this when the input breaks a rule. `at` is the byte offset of the field, if you know it. */
class Refused extends Error {
  constructor(code, message, at, partial) {
    super(message);
    Object.assign(this, {code, at, partial});
  }
}

const NAME = /^\.([^._]+)_([^.]*)\.(log|archive)\.([0-9]+)(?:_([0-9]+-[0-9]+-[0-9]+)(\.cdc)?)?$/;

/** Take the name of a log file apart; the value has the form that views.schema.json asks for. */
function nameParse(data, args) {
  const found = NAME.exec(args.name);
  if (found === null || args.name.endsWith('\n') || Number(found[4]) > 2 ** 31 - 1) {
    throw new Refused('bad-value', 'not the name of a log file');
  }
  return {
    file_id: found[1], instant: found[2], extension: found[3], file_version: Number(found[4]),
    write_token: found[5] ?? null, suffix: found[6] ?? '',
  };
}

// Command -> function(input bytes, arguments) -> value. Other commands are answered `unsupported`.
const commands = {'name.parse': nameParse};

const hello = {
  protocol: 1, name: 'my-reader', version: '0.1.0', language: 'javascript', homepage: 'https://example.org/my-reader',
  commands: Object.keys(commands), features: ['file-name.cdc'], inputs: ['b64', 'path'],
};

const EXIT = {value: 0, reject: 1, unsupported: 3, limit: 4, error: 5};

/** The answer to one request. Nothing escapes: what falls over is an `error`, never a dead process. */
function answer(request) {
  const said = {seq: request.seq};
  try {
    if (request.cmd === 'hello') return {...said, answer: 'value', value: hello};
    if (request.cmd === 'bye') return {...said, answer: 'value', value: {}};
    if (!Object.hasOwn(commands, request.cmd)) {
      return {...said, answer: 'unsupported', what: `command ${request.cmd}`};
    }
    return {...said, answer: 'value', value: commands[request.cmd](readInput(request.in ?? {}), request.args ?? {})};
  } catch (error) {
    if (!(error instanceof Refused)) return {...said, answer: 'error', message: String(error), trace: error.stack};
    Object.assign(said, {answer: 'reject', code: error.code, message: error.message});
    if (error.at !== undefined) said.at = String(error.at);
    if (error.partial !== undefined) said.partial = error.partial; // what was read before it, as a value
    return said;
  }
}

/** The input bytes; commands about names have none. */
function readInput(given) {
  return given.path === undefined ? Buffer.from(given.b64 ?? '', 'base64') : fs.readFileSync(given.path);
}

async function serve() {
  for await (const line of readline.createInterface({input: process.stdin, crlfDelay: Infinity})) {
    const request = JSON.parse(line);
    process.stdout.write(`${JSON.stringify(answer(request))}\n`);
    if (request.cmd === 'bye') break;
  }
}

const [mode, cmd, , args] = process.argv.slice(2);
if (mode === '--once') {
  const said = answer({seq: '0', cmd, in: {b64: fs.readFileSync(0).toString('base64')}, args: JSON.parse(args ?? '{}')});
  console.log(JSON.stringify(said));
  process.exitCode = EXIT[said.answer];
} else {
  serve();
}
