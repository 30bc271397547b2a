// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"unicode/utf8"

	"github.com/kaitai-io/kaitai_struct_go_runtime/kaitai"

	p "hudiconformance/kaitai_go/hudi_parsers"
)

const (
	lenHead     = 14
	lenTrailing = 8
	lenSizeMin  = 8
)

var magic = []byte("#HUDI#")

var kinds = map[p.HudiLogBlock_BlockType]string{
	p.HudiLogBlock_BlockType__Command: "COMMAND", p.HudiLogBlock_BlockType__Delete: "DELETE",
	p.HudiLogBlock_BlockType__AvroData: "AVRO_DATA", p.HudiLogBlock_BlockType__HfileData: "HFILE_DATA",
	p.HudiLogBlock_BlockType__ParquetData: "PARQUET_DATA", p.HudiLogBlock_BlockType__CdcData: "CDC_DATA",
}

var headerKeys = [...]string{
	"INSTANT_TIME", "TARGET_INSTANT_TIME", "SCHEMA", "COMMAND_BLOCK_TYPE", "COMPACTED_BLOCK_TIMES",
	"RECORD_POSITIONS", "BLOCK_IDENTIFIER", "IS_PARTIAL", "BASE_FILE_INSTANT_TIME_OF_RECORD_POSITIONS",
}

type block struct {
	ofs, end  int
	isCorrupt bool
	shown     object
}

// shown is the value, or what is partial beside the error.
func shown(blocks []block, err error) (any, error) {
	list := make([]object, len(blocks))
	for i, each := range blocks {
		list[i] = each.shown
	}
	return object{"blocks": list}, err
}

func refuse(code string, at int, format string, values ...any) error {
	return &reject{code: code, at: &at, message: fmt.Sprintf(format, values...)}
}

func holds(data []byte, ofs int) bool { return ofs >= 0 && bytes.HasPrefix(data[ofs:], magic) }

func readS8(data []byte, ofs int) int { return int(int64(binary.BigEndian.Uint64(data[ofs:]))) }

// find returns the offset of the first magic from ofs on, or the size of the file.
func find(data []byte, ofs int) int {
	if found := bytes.Index(data[ofs:], magic); found >= 0 {
		return ofs + found
	}
	return len(data)
}

// isConsistent says whether the frame of the block at a magic holds together; nextMagic: and a magic or the
// end of the file follows.
func isConsistent(data []byte, pos int, nextMagic bool) bool {
	if len(data)-pos < lenHead {
		return false
	}
	lenBlock := readS8(data, pos+len(magic))
	if lenBlock < lenSizeMin || lenBlock > len(data)-pos-lenHead {
		return false
	}
	end := pos + lenHead + lenBlock
	if readS8(data, end-lenTrailing) != lenBlock+len(magic) {
		return false
	}
	return !nextMagic || len(data)-end < len(magic) || holds(data, end)
}

func text(value []byte) any {
	if utf8.Valid(value) {
		return string(value)
	}
	return object{"$utf8": hex.EncodeToString(value)}
}

// readBlock takes the block at pos apart, whose frame is consistent.
func readBlock(data []byte, pos int) (block, error) {
	end := pos + lenHead + readS8(data, pos+len(magic))
	frame := p.NewHudiLogIndex_Frame()
	err := frame.Read(kaitai.NewStream(bytes.NewReader(data[pos:end])), nil, nil)
	var footer *p.HudiLogBlock_FooterMap
	if err == nil {
		footer, err = frame.Footer()
	}
	var ofsContent int64
	if err == nil {
		ofsContent, err = frame.OfsContent()
	}
	if err != nil {
		return block{}, explain(err, pos)
	}
	header := object{}
	for _, entry := range frame.Header.Entries {
		header[headerKeys[entry.Key]] = text(entry.Value)
	}
	footers := object{}
	for _, entry := range footer.Entries {
		footers["#"+strconv.Itoa(int(entry.Key))] = text(entry.Value)
	}
	content := object{
		"ofs": strconv.FormatInt(int64(pos)+ofsContent, 10), "len": strconv.FormatInt(frame.LenContent, 10),
	}
	return block{ofs: pos, end: end, shown: object{
		"kind": kinds[frame.BlockType] + "_BLOCK", "ofs": strconv.Itoa(pos), "len": strconv.Itoa(end - pos),
		"format_version": frame.FormatVersion, "header": header, "content": content, "footer": footers,
	}}, nil
}

func explain(err error, pos int) error {
	failed, isFailed := err.(kaitai.ValidationFailedError)
	if !isFailed {
		return refusal(err)
	}
	at, posErr := failed.Io().Pos()
	if posErr != nil {
		return posErr
	}
	check := p.Check{Code: "truncated"}
	for _, grammar := range []string{"hudi_log_index", "hudi_log_block"} {
		if found, isKnown := p.Checks[grammar][failed.SrcPath()]; isKnown {
			check = found
		}
	}
	return refuse(check.Code, pos+int(at)-check.Width, "%s", failed.SrcPath())
}

func corrupt(ofs, end int) block {
	return block{ofs: ofs, end: end, isCorrupt: true, shown: object{
		"kind": "CORRUPT_BLOCK", "ofs": strconv.Itoa(ofs), "len": strconv.Itoa(end - ofs), "header": object{},
		"content": object{"ofs": strconv.Itoa(ofs + len(magic)), "len": strconv.Itoa(end - ofs - len(magic))},
		"footer":  object{},
	}}
}

// scan returns the blocks up to the end of the file, or up to what stopped it.
func scan(data []byte) (blocks []block, err error) {
	for pos := 0; len(data)-pos >= len(magic); pos = blocks[len(blocks)-1].end {
		if !holds(data, pos) {
			return blocks, refuse("bad-magic", pos, "no magic opens the block")
		}
		if !isConsistent(data, pos, true) {
			blocks = append(blocks, corrupt(pos, find(data, pos+len(magic))))
			continue
		}
		read, err := readBlock(data, pos)
		if err != nil {
			return blocks, err
		}
		blocks = append(blocks, read)
	}
	return blocks, nil
}

func findPrevious(data []byte, end int) (int, error) {
	ofsTrailing := end - lenTrailing
	if ofsTrailing < 0 {
		return 0, refuse("truncated", 0, "%d bytes where a trailing length has 8", end)
	}
	trailing := readS8(data, ofsTrailing)
	if trailing < lenHead || trailing > ofsTrailing {
		return 0, refuse("offset-out-of-range", ofsTrailing, "trailing length %d", trailing)
	}
	start := ofsTrailing - trailing
	if !holds(data, start) {
		return 0, refuse("bad-magic", start, "no magic where the trailing length points")
	}
	if readS8(data, start+len(magic)) != trailing-len(magic) {
		return 0, refuse("length-mismatch", start+len(magic), "block size with trailing length %d", trailing)
	}
	return start, nil
}

// reverse returns the blocks of an intact file, last to first.
func reverse(data []byte) (blocks []block, err error) {
	for end := len(data); end > 0; end = blocks[len(blocks)-1].ofs {
		start, err := findPrevious(data, end)
		if err != nil {
			return blocks, err
		}
		read, err := readBlock(data, start)
		if err != nil {
			return blocks, err
		}
		blocks = append(blocks, read)
	}
	return blocks, nil
}

// salvage returns the intact blocks that a scan does not list, in file order.
func salvage(data []byte) (found []block, err error) {
	scanned, stop := scan(data)
	var no *reject
	if stop != nil && !errors.As(stop, &no) {
		return nil, stop
	}
	pos, covered := 0, 0 // end of the last salvaged block: a magic inside it starts no block
	for _, each := range scanned {
		pos = each.end
		if each.isCorrupt && each.ofs >= covered && isConsistent(data, each.ofs, false) {
			if intact, err := readBlock(data, each.ofs); err == nil {
				covered = intact.end
				found = append(found, intact)
			}
		}
	}
	for pos = find(data, max(pos, covered)); stop != nil && pos < len(data); pos = find(data, pos) {
		intact, err := block{}, error(no)
		if isConsistent(data, pos, false) {
			intact, err = readBlock(data, pos)
		}
		switch {
		case err == nil:
			found = append(found, intact)
			pos = intact.end
		case isConsistent(data, pos, true): // a whole frame, refused inside
			pos += lenHead + readS8(data, pos+len(magic))
		default:
			pos += len(magic)
		}
	}
	return found, nil
}
