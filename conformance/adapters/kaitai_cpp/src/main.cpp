// SPDX-License-Identifier: Apache-2.0
// Adapter of the generated C++ parsers: JSON lines on the standard streams, or --once CMD with the bytes of a
// file on standard input.
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <new>

#include "hudi_parsers/parsers.cpp"
#include "log_scan.h"
#include "tree.h"

namespace {

std::string suite;

Json list_of(std::initializer_list<const char*> words) {
    Json list = Json::list();
    for (const char* word : words) list.items.emplace_back(word);
    return list;
}

Json hello(const Json& request) {
    suite = request.get("suite").value;
    Json said = Json::map();
    said["protocol"] = Json::integer(1);
    said["name"] = "kaitai-cpp";
    said["version"] = suite;
    said["language"] = "c++17";
    said["homepage"] = "";
    said["commands"] = list_of({"grammar.tree", "log.reverse", "log.salvage", "log.scan"});
    said["features"] = list_of({"header-key.4", "header-key.5", "header-key.6", "header-key.7", "header-key.8"});
    said["inputs"] = list_of({"b64", "path"});
    return said;
}

std::string input(const Json& given) {
    if (given.get("b64").kind == Json::text) return decode_base64(given.get("b64").value);
    if (given.get("path").kind != Json::text) throw std::invalid_argument("the request has no input");
    std::ifstream file(given.get("path").value, std::ios::binary);
    if (!file) throw std::invalid_argument("cannot open " + given.get("path").value);
    return {std::istreambuf_iterator<char>(file), {}};
}

void refuse(Json& said, const Reject& reject) {
    said["answer"] = "reject";
    said["code"] = reject.code;
    said["message"] = reject.message;
    if (reject.at >= 0) said["at"] = std::to_string(reject.at);
}

void show_blocks(Json& said, const Blocks& blocks) {
    Json value = Json::map();
    Json& list = value["blocks"] = Json::list();
    for (const Block& block : blocks.found) list.items.push_back(block.shown);
    if (blocks.stop) {
        refuse(said, *blocks.stop);
        said["partial"] = std::move(value);
    } else {
        said["answer"] = "value";
        said["value"] = std::move(value);
    }
}

void dispatch(const Json& request, Json& said) {
    const std::string cmd = request.get("cmd").kind == Json::text ? request.get("cmd").value : "";
    if (cmd == "hello" || cmd == "bye") {
        said["answer"] = "value";
        said["value"] = cmd == "hello" ? hello(request) : Json::map();
    } else if (cmd == "grammar.tree") {
        Json value = grammar_tree(input(request.get("in")), request.get("args"));
        said["answer"] = "value";
        said["value"] = std::move(value);
    } else if (cmd == "log.scan" || cmd == "log.reverse" || cmd == "log.salvage") {
        const std::string bytes = input(request.get("in"));
        LogFile log(bytes);
        show_blocks(said, cmd == "log.scan" ? log.scan() : cmd == "log.reverse" ? log.reverse() : log.salvage());
    } else {
        said["answer"] = "unsupported";
        said["what"] = "command " + cmd;
    }
}

Json respond(const std::string& line, std::string& cmd) {
    Json said = Json::map();
    said["seq"] = "0";
    try {
        Json request = Json::parse(line);
        if (request.kind != Json::object) throw std::invalid_argument("the request is not an object");
        if (request.get("seq").kind == Json::text) said["seq"] = request.get("seq");
        cmd = request.get("cmd").value;
        dispatch(request, said);
    } catch (const kaitai::validation_failed_error& failed) {
        refuse(said, {"bad-value", -1, failed.src_path()});
    } catch (const kaitai::end_of_stream_error& ended) {
        refuse(said, {"truncated", -1, ended.what()});
    } catch (const std::bad_alloc&) {
        said["answer"] = "limit";
        said["what"] = "memory";
    } catch (const std::exception& broken) {
        said["answer"] = "error";
        said["message"] = broken.what();
    }
    return said;
}

std::string print(const Json& said) {
    std::string line;
    said.print(line);
    return line + '\n';
}

int once(int count, char** words) {
    Json request = Json::map();
    std::string cmd, line;
    request["cmd"] = words[2];
    request["args"] = count == 5 && std::string(words[3]) == "--args" ? Json::parse(words[4]) : Json::map();
    // the file goes by way of a question, so that there is one way to answer
    std::string bytes{std::istreambuf_iterator<char>(std::cin), {}}, base64;
    static const char* digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < bytes.size(); i += 3) {
        uint32_t bits = 0;
        for (size_t j = 0; j < 3; j++) bits = bits << 8 | (i + j < bytes.size() ? uint8_t(bytes[i + j]) : 0);
        for (size_t j = 0; j < 4; j++) base64 += i + j <= bytes.size() ? digits[bits >> (18 - 6 * j) & 63] : '=';
    }
    request["in"] = Json::map();
    request["in"]["b64"] = base64;
    request.print(line);
    Json said = respond(line, cmd);
    std::cout << print(said);
    const std::string& kind = said.get("answer").value;
    return kind == "value" ? 0 : kind == "reject" ? 1 : kind == "unsupported" ? 3 : kind == "limit" ? 4 : 5;
}

}  // namespace

int main(int count, char** words) {
    std::ios::sync_with_stdio(false);
    if (count >= 3 && std::string(words[1]) == "--once") return once(count, words);
    std::string line, cmd;
    while (cmd != "bye" && std::getline(std::cin, line)) {
        if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
        std::cout << print(respond(line, cmd)) << std::flush;
    }
    return 0;
}
