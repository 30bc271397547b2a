// SPDX-License-Identifier: Apache-2.0
// A complete adapter to copy: it parses names of log files. It only needs C++17 and json.h in the same folder.
// To make it yours: change hello, write one function a command, and list it in COMMANDS.
#include <climits>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <regex>

#include "json.h"

/** Throw this when the input breaks a rule; `at` is the byte offset of the field as text, if you know it. */
struct Refused {
    std::string code, message, at;
};

Json name_parse(const std::string&, const Json& args) {
    static const std::regex form(R"(\.([^._]+)_([^.]*)\.(log|archive)\.([0-9]+)(_([0-9]+-[0-9]+-[0-9]+)(\.cdc)?)?)");
    std::smatch found;
    const std::string name = args.get("name").value;
    if (!std::regex_match(name, found, form) || found[4].length() > 18 || std::stoll(found[4]) > INT_MAX) {
        throw Refused{"bad-value", "not the name of a log file", ""};
    }
    Json value = Json::map();
    value["file_id"] = found[1].str();
    value["instant"] = found[2].str();
    value["extension"] = found[3].str();
    value["file_version"] = Json::integer(std::stoll(found[4]));
    value["write_token"] = found[6].matched ? Json(found[6].str()) : Json();
    value["suffix"] = found[7].str();
    return value;
}

/** A command takes the bytes of the input and its arguments. */
const std::map<std::string, std::function<Json(const std::string&, const Json&)>> COMMANDS = {
    {"name.parse", name_parse},
};

Json hello() {
    Json said = Json::map();
    said["protocol"] = Json::integer(1);
    said["name"] = "my-reader";
    said["version"] = "0.1.0";
    said["language"] = "c++";
    said["homepage"] = "https://example.org";
    said["commands"] = said["features"] = said["inputs"] = Json::list();
    for (const auto& command : COMMANDS) said["commands"].items.push_back(command.first);
    said["features"].items.push_back("file-name.cdc");
    said["inputs"].items = {"b64", "path"};
    return said;
}

std::string input(const Json& given) {
    if (given.get("path").kind == Json::text) {
        std::ifstream file(given.get("path").value, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    std::string bytes;
    uint32_t bits = 0, number = 0;
    for (const char c : given.get("b64").value) {
        static const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        if (c == '=') break;
        bits = bits << 6 | static_cast<uint32_t>(digits.find(c));
        if (++number % 4 != 1) bytes += static_cast<char>(bits >> (6 - 2 * ((number - 1) % 4)));
    }
    return bytes;
}

Json answer(const Json& request) {
    Json said = Json::map();
    said["seq"] = request.get("seq");
    const std::string cmd = request.get("cmd").value;
    const auto found = COMMANDS.find(cmd);
    try {
        said["answer"] = "value";
        if (cmd == "hello" || cmd == "bye") {
            said["value"] = cmd == "hello" ? hello() : Json::map();
        } else if (found == COMMANDS.end()) {
            said["answer"] = "unsupported", said["what"] = "command " + cmd;
        } else {
            said["value"] = found->second(input(request.get("in")), request.get("args"));
        }
    } catch (const Refused& no) {
        said["answer"] = "reject", said["code"] = no.code, said["message"] = no.message;
        if (!no.at.empty()) said["at"] = no.at;
    } catch (const std::exception& broken) {  // a crash that is caught is still a crash
        said["answer"] = "error", said["message"] = broken.what();
    }
    return said;
}

int main() {
    for (std::string line, out; std::getline(std::cin, line); out.clear()) {
        const Json request = Json::parse(line);
        answer(request).print(out);
        std::cout << out << std::endl;
        if (request.get("cmd").value == "bye") return 0;
    }
}
