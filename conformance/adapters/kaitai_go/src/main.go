// SPDX-License-Identifier: Apache-2.0

// Adapter of the generated Go parsers: JSON lines on the standard streams, or --once CMD with the bytes of a
// file on standard input.
package main

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
)

const name = "kaitai-go"

type object = map[string]any

type request struct {
	Seq   string          `json:"seq"`
	Cmd   json.RawMessage `json:"cmd"`
	Suite string          `json:"suite"`
	In    struct {
		B64  *string `json:"b64"`
		Path *string `json:"path"`
	} `json:"in"`
	Args object `json:"args"`
}

var exitCodes = map[string]int{"value": 0, "reject": 1, "unsupported": 3, "limit": 4, "error": 5}

var features = []string{"header-key.4", "header-key.5", "header-key.6", "header-key.7", "header-key.8"}

var commands = map[string]func([]byte, object) (any, error){
	"grammar.tree": grammarTree,
	"log.reverse":  func(data []byte, _ object) (any, error) { return shown(reverse(data)) },
	"log.salvage":  func(data []byte, _ object) (any, error) { return shown(salvage(data)) },
	"log.scan":     func(data []byte, _ object) (any, error) { return shown(scan(data)) },
}

func hello(suite string) object {
	return object{
		"protocol": 1, "name": name, "version": suite, "language": runtime.Version(), "homepage": "",
		"commands": []string{"grammar.tree", "log.reverse", "log.salvage", "log.scan"},
		"features": features, "inputs": []string{"b64", "path"},
	}
}

func input(given *request) ([]byte, error) {
	switch {
	case given.In.B64 != nil:
		return base64.StdEncoding.DecodeString(*given.In.B64)
	case given.In.Path != nil:
		return os.ReadFile(*given.In.Path)
	}
	return nil, errors.New("the request has no input")
}

func answer(given *request) (said object) {
	said = object{"seq": given.Seq}
	defer func() {
		if broken := recover(); broken != nil {
			said = object{"seq": given.Seq, "answer": "error", "message": fmt.Sprint(broken), "trace": string(debug.Stack())}
		}
	}()
	var cmd string
	_ = json.Unmarshal(given.Cmd, &cmd) // a value that is not text is not a command
	command, isKnown := commands[cmd]
	switch {
	case cmd == "hello":
		said["answer"], said["value"] = "value", hello(given.Suite)
	case cmd == "bye":
		said["answer"], said["value"] = "value", object{}
	case !isKnown:
		said["answer"], said["what"] = "unsupported", "command "+string(given.Cmd)
	default:
		data, err := input(given)
		var value any
		if err == nil {
			value, err = command(data, given.Args)
		}
		conclude(said, value, err)
	}
	return said
}

func conclude(said object, value any, err error) {
	var no *reject
	switch {
	case err == nil:
		said["answer"], said["value"] = "value", value
	case errors.As(err, &no):
		said["answer"], said["code"], said["message"] = "reject", no.code, no.message
		if no.at != nil {
			said["at"] = strconv.Itoa(*no.at)
		}
		if value != nil {
			said["partial"] = value
		}
	default:
		said["answer"], said["message"] = "error", err.Error()
	}
}

func respond(line []byte, out *bufio.Writer) (cmd string, kind string) {
	var given request
	said := object{"seq": "0", "answer": "error"}
	if err := json.Unmarshal(line, &given); err != nil {
		said["message"] = "request is not understood: " + err.Error()
	} else {
		_ = json.Unmarshal(given.Cmd, &cmd)
		said = answer(&given)
	}
	if err := json.NewEncoder(out).Encode(said); err != nil { // ends the line
		fmt.Fprintf(out, `{"seq":"0","answer":"error","message":"answer cannot be printed"}%s`, "\n")
	}
	out.Flush()
	return cmd, said["answer"].(string)
}

func once(words []string, out *bufio.Writer) int {
	data, err := io.ReadAll(os.Stdin)
	if err != nil {
		return 5
	}
	args := json.RawMessage("{}")
	if len(words) == 3 && words[1] == "--args" {
		args = json.RawMessage(words[2])
	}
	line, err := json.Marshal(object{"seq": "0", "cmd": words[0], "in": object{"b64": data}, "args": args})
	if err != nil {
		return 5
	}
	_, kind := respond(line, out)
	return exitCodes[kind]
}

func main() {
	out := bufio.NewWriter(os.Stdout)
	if len(os.Args) > 2 && os.Args[1] == "--once" {
		os.Exit(once(os.Args[2:], out))
	}
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	for {
		line, err := in.ReadBytes('\n')
		if line = bytes.TrimSpace(line); len(line) > 0 {
			if cmd, _ := respond(line, out); cmd == "bye" {
				return
			}
		}
		if err != nil {
			return
		}
	}
}
