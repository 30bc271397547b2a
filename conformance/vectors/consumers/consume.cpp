// SPDX-License-Identifier: Apache-2.0
// consume RELEASE KNOWN: the cases of log.scan against the parsers generated from the grammars.
#include <fstream>
#include <iostream>
#include <iterator>
#include <set>
#include <sstream>

#include "hudi_parsers/parsers.cpp"

/** Blocks of an undamaged log file, -1 where the parser refuses it. */
long num_blocks(const std::string& path) {
    std::ifstream input(path, std::ios::binary);
    const std::string data((std::istreambuf_iterator<char>(input)), {});
    try {
        kaitai::kstream stream(data);
        return static_cast<long>(hudi_parsers::hudi_log_file_t(&stream).blocks()->size());
    } catch (const std::exception&) {
        return -1;
    }
}

int main(int, char** args) {
    std::ifstream index(std::string(args[1]) + "/index.tsv"), list(args[2]);
    const std::set<std::string> known((std::istream_iterator<std::string>(list)), {});
    std::set<std::string> failed;
    long num_cases = 0, num_known = 0;
    for (std::string line, path, cmd, outcome, count; std::getline(index, line);) {
        std::istringstream row(line);
        row >> path >> cmd >> outcome >> count;
        if (cmd != "log.scan" || (outcome != "accept" && outcome != "damaged" && outcome != "reject")) continue;
        ++num_cases;
        const long wanted = outcome == "accept" ? std::stol(count) : -1;
        if (num_blocks(std::string(args[1]) + "/" + path + "/input.bin") != wanted) failed.insert(path);
    }
    for (const auto& path : failed) num_known += known.count(path);
    std::cout << num_cases << " cases, " << failed.size() << " failed, " << num_known << " of them known\n";
    return failed == known ? 0 : 1;
}
