// SPDX-License-Identifier: Apache-2.0

// A complete adapter to copy: it parses names of log files. It only needs Go's standard library.
// To make it yours: change hello, write one function a command, and list it in commands.
package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"regexp"
	"strconv"
)

// Refused is what a command returns when the input breaks a rule. More may have "at", the byte offset of the
// field as decimal text, and "partial", what was read before it, in the form of a value.
type Refused struct {
	Code, Message string
	More          answer
}

func (r Refused) Error() string { return r.Message }

type request struct {
	Seq, Cmd string
	In       struct {
		B64  []byte
		Path string
	}
	Args answer
}
type answer = map[string]any

var name = regexp.MustCompile(`\A\.([^._]+)_([^.]*)\.(log|archive)\.([0-9]+)(?:_([0-9]+-[0-9]+-[0-9]+)(\.cdc)?)?\z`)

// nameParse takes the name of a log file apart; the value has the form that views.schema.json asks for.
func nameParse(_ []byte, args answer) (any, error) {
	given, _ := args["name"].(string)
	found := append(name.FindStringSubmatch(given), make([]string, 7)...) // 7 empty texts if nothing is found
	version, err := strconv.ParseInt(found[4], 10, 32)
	if err != nil {
		return nil, Refused{Code: "bad-value", Message: "not the name of a log file"}
	}
	token := map[bool]any{true: found[5], false: nil}[found[5] != ""]
	return answer{"file_id": found[1], "instant": found[2], "extension": found[3],
		"file_version": version, "write_token": token, "suffix": found[6]}, nil
}

// Command -> function(input bytes, arguments) -> value. Other commands are answered `unsupported`.
var commands = map[string]func([]byte, answer) (any, error){
	"hello":      func([]byte, answer) (any, error) { return hello, nil },
	"bye":        func([]byte, answer) (any, error) { return answer{}, nil },
	"name.parse": nameParse,
}

var hello = answer{"protocol": 1, "name": "my-reader", "version": "0.1.0", "language": "go",
	"homepage": "https://example.org/my-reader", "commands": []string{"name.parse"},
	"features": []string{"file-name.cdc"}, "inputs": []string{"b64", "path"}}

// respond answers one request. Nothing escapes: what falls over is an `error`, never a dead process.
func respond(asked request) (said answer) {
	defer func() {
		if broken := recover(); broken != nil {
			said = answer{"seq": asked.Seq, "answer": "error", "message": fmt.Sprint(broken)}
		}
	}()
	command, isKnown := commands[asked.Cmd]
	if !isKnown {
		return answer{"seq": asked.Seq, "answer": "unsupported", "what": "command " + asked.Cmd}
	}
	data, err := asked.In.B64, error(nil)
	if asked.In.Path != "" {
		data, err = os.ReadFile(asked.In.Path)
	}
	if err != nil {
		panic(err)
	}
	value, err := command(data, asked.Args)
	if err == nil {
		return answer{"seq": asked.Seq, "answer": "value", "value": value}
	}
	no := err.(Refused) // another error is an accident
	said = answer{"seq": asked.Seq, "answer": "reject", "code": no.Code, "message": no.Message}
	maps.Copy(said, no.More)
	return said
}

func main() {
	out := json.NewEncoder(os.Stdout) // one line a value, sent at once
	in := json.NewDecoder(os.Stdin)
	for cmd := ""; cmd != "bye"; {
		var asked request
		if in.Decode(&asked) != nil {
			return
		}
		cmd = asked.Cmd
		_ = out.Encode(respond(asked))
	}
}
