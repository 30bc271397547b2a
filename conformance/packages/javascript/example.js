const fs = require('fs');
const KaitaiStream = require('kaitai-struct/KaitaiStream');
const {HudiLogFile} = require('hudi-parsers/hudi_parsers/HudiLogFile');

const file = new HudiLogFile(new KaitaiStream(fs.readFileSync(process.argv[2])));
console.log(file.blocks.length, file.blocks[0].lenBlock);
