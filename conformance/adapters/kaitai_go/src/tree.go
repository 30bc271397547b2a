// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"strconv"
	"strings"

	"github.com/kaitai-io/kaitai_struct_go_runtime/kaitai"

	p "hudiconformance/kaitai_go/hudi_parsers"
)

//go:embed fields/fields.json
var fieldTable []byte

// fields of each type, by the name of the type in Go: name in the grammar, name in Go, type where it matters
var fields = map[string][][3]string{}

// a language without types by name needs a list of them
var grammars = map[string]any{
	"avro_container": p.NewAvroContainer, "avro_long": p.NewAvroLong, "hadoop_vlong": p.NewHadoopVlong,
	"hfile": p.NewHfile, "hfile_block": p.NewHfileBlock, "hfile_block_header": p.NewHfileBlockHeader,
	"hfile_bloom_meta": p.NewHfileBloomMeta, "hfile_data_block": p.NewHfileDataBlock,
	"hfile_encoded_block": p.NewHfileEncodedBlock, "hfile_file_info": p.NewHfileFileInfo,
	"hfile_file_info_old": p.NewHfileFileInfoOld, "hfile_key": p.NewHfileKey,
	"hfile_kv_slices": p.NewHfileKvSlices, "hfile_leaf_index": p.NewHfileLeafIndex,
	"hfile_root_index": p.NewHfileRootIndex, "hfile_tags": p.NewHfileTags, "hfile_trailer": p.NewHfileTrailer,
	"hudi_archive_file": p.NewHudiArchiveFile, "hudi_bloom_filter": p.NewHudiBloomFilter,
	"hudi_bloom_filter_dynamic": p.NewHudiBloomFilterDynamic, "hudi_delete_content": p.NewHudiDeleteContent,
	"hudi_delete_kryo": p.NewHudiDeleteKryo, "hudi_delete_record_list": p.NewHudiDeleteRecordList,
	"hudi_log_avro_content": p.NewHudiLogAvroContent, "hudi_log_block": p.NewHudiLogBlock,
	"hudi_log_file": p.NewHudiLogFile, "hudi_log_index": p.NewHudiLogIndex,
	"hudi_record_positions": p.NewHudiRecordPositions, "varint": p.NewVarint,
}

func init() {
	var table struct{ Types map[string][]string }
	if err := json.Unmarshal(fieldTable, &table); err != nil {
		panic(err)
	}
	for owner, names := range table.Types {
		for _, text := range names {
			known, type_, _ := strings.Cut(text, ":")
			camel := ""
			for _, part := range strings.Split(known, "_") {
				camel += strings.ToUpper(part[:1]) + part[1:]
			}
			key := strings.ReplaceAll(owner, ".", "_")
			fields[key] = append(fields[key], [3]string{known, camel, type_})
		}
	}
}

// reject is a refusal of bytes; at is nil where the place is not known.
type reject struct {
	code    string
	at      *int
	message string
}

func (r *reject) Error() string { return r.message }

// refusal turns what a generated parser returns into a reject, other errors pass.
func refusal(err error) error {
	var failed kaitai.ValidationFailedError
	var ended kaitai.EndOfStreamError
	if as, isFailed := err.(kaitai.ValidationFailedError); isFailed {
		failed = as
		return &reject{code: "bad-value", message: failed.SrcPath()}
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.As(err, &ended) {
		return &reject{code: "truncated", message: err.Error()}
	}
	return err
}

func grammarTree(data []byte, args object) (any, error) {
	named, _ := args["grammar"].(string)
	create, isKnown := grammars[named]
	if !isKnown {
		return nil, fmt.Errorf("no grammar %q", named)
	}
	constructor := reflect.ValueOf(create)
	params, _ := args["params"].([]any)
	if len(params) != constructor.Type().NumIn() {
		return nil, fmt.Errorf("grammar %s has %d parameters", named, constructor.Type().NumIn())
	}
	given := make([]reflect.Value, len(params))
	for i, param := range params {
		given[i] = reflect.ValueOf(param).Convert(constructor.Type().In(i))
	}
	root := constructor.Call(given)[0]
	stream := kaitai.NewStream(bytes.NewReader(data))
	read := root.MethodByName("Read")
	nothing := func(i int) reflect.Value { return reflect.Zero(read.Type().In(i)) }
	if err, _ := read.Call([]reflect.Value{reflect.ValueOf(stream), nothing(1), root})[0].Interface().(error); err != nil {
		return nil, refusal(err)
	}
	tree, err := structTree(root)
	if err != nil {
		return nil, refusal(err)
	}
	end, err := stream.Pos()
	return object{"end": strconv.FormatInt(end, 10), "tree": tree}, err
}

func structTree(pointer reflect.Value) (object, error) {
	found := object{}
	for _, field := range fields[pointer.Type().Elem().Name()] {
		value := pointer.Elem().FieldByName(field[1])
		if !value.IsValid() { // an instance
			results := pointer.MethodByName(field[1]).Call(nil)
			if err, _ := results[1].Interface().(error); err != nil {
				return nil, err
			}
			value = results[0]
		} else if raw := pointer.Elem().FieldByName("_raw_" + field[1]); isNil(value) && raw.IsValid() {
			// the compiler keeps what no case of a switch takes in a private field, and nowhere else
			value = raw
		}
		shown, err := canonical(value, field[2] == "u1[]")
		if err != nil {
			return nil, err
		}
		if shown != nil && !isZero(shown) {
			found[field[0]] = shown
		}
	}
	return found, nil
}

func isNil(value reflect.Value) bool {
	return (value.Kind() == reflect.Interface || value.Kind() == reflect.Pointer) && value.IsNil()
}

// isZero selects omitted values: Go does not distinguish them from absent ones.
func isZero(shown any) bool {
	switch value := shown.(type) {
	case bool:
		return !value
	case string:
		return value == "0" || value == ""
	case []any:
		return len(value) == 0
	case map[string]string:
		return value["$f8"] == "0000000000000000"
	}
	return false
}

func canonical(value reflect.Value, isByteList bool) (any, error) {
	switch value.Kind() {
	case reflect.Bool:
		return value.Bool(), nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return strconv.FormatInt(value.Int(), 10), nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return strconv.FormatInt(int64(value.Uint()), 10), nil
	case reflect.Float32, reflect.Float64:
		if math.IsNaN(value.Float()) {
			return map[string]string{"$f8": "NaN"}, nil
		}
		return map[string]string{"$f8": fmt.Sprintf("%016x", math.Float64bits(value.Float()))}, nil
	case reflect.String:
		return hexOf([]byte(value.String())), nil
	case reflect.Slice:
		if value.Type().Elem().Kind() == reflect.Uint8 && !isByteList {
			return hexOf(value.Bytes()), nil
		}
		list := make([]any, value.Len())
		for i := range list {
			shown, err := canonical(value.Index(i), false)
			if err != nil {
				return nil, err
			}
			list[i] = shown
		}
		return list, nil
	case reflect.Interface, reflect.Pointer:
		if value.IsNil() {
			return nil, nil
		}
		if value.Kind() == reflect.Interface {
			return canonical(value.Elem(), false)
		}
		return structTree(value)
	}
	return nil, fmt.Errorf("a value of type %s", value.Type())
}

func hexOf(data []byte) any {
	if len(data) <= 1024 {
		return hex.EncodeToString(data)
	}
	digest := sha256.Sum256(data)
	return object{"$digest": object{"len": strconv.Itoa(len(data)), "sha256": hex.EncodeToString(digest[:])}}
}
