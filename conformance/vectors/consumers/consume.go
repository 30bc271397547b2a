// SPDX-License-Identifier: Apache-2.0

// consume RELEASE KNOWN: the cases of log.scan against the parsers generated from the grammars.
package main

import (
	"bytes"
	"fmt"
	"os"
	"strings"

	p "github.com/OWNER/hudi-conformance/generated/go/hudi_parsers"
	"github.com/kaitai-io/kaitai_struct_go_runtime/kaitai"
)

func main() {
	index, _ := os.ReadFile(os.Args[1] + "/index.tsv")
	list, _ := os.ReadFile(os.Args[2])
	cases, failed, known := 0, 0, 0
	for _, line := range strings.Split(string(index), "\n") {
		row := append(strings.Split(line, "\t"), "", "", "", "")
		if row[1] != "log.scan" || !strings.Contains("accept damaged reject", row[2]) {
			continue
		}
		cases++
		data, err := os.ReadFile(os.Args[1] + "/" + row[0] + "/input.bin")
		file, got := p.NewHudiLogFile(), ""
		if err == nil && file.Read(kaitai.NewStream(bytes.NewReader(data)), nil, file) == nil {
			got = fmt.Sprint(len(file.Blocks))
		}
		if (row[2] == "accept") != (got != "") || (got != "" && got != row[3]) {
			failed++
			known += strings.Count("\n"+string(list), "\n"+row[0]+"\n")
		}
	}
	fmt.Printf("%d cases, %d failed, %d of them known\n", cases, failed, known)
	if failed != known || known != strings.Count(string(list), "\n") {
		os.Exit(1)
	}
}
