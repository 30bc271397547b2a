// SPDX-License-Identifier: Apache-2.0
// As much JSON as the protocol needs: a value that can be read and printed.
#pragma once

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

struct Json {
    enum Kind { null, boolean, number, text, array, object };
    Kind kind = null;
    bool flag = false;
    std::string value;  // of a text, and of a number as it was written
    std::vector<Json> items;
    std::map<std::string, Json> members;

    Json() = default;
    Json(const char* chars) : kind(text), value(chars) {}
    Json(std::string chars) : kind(text), value(std::move(chars)) {}
    static Json of(bool given) {
        Json json;
        json.kind = boolean;
        json.flag = given;
        return json;
    }
    static Json integer(int64_t given) {
        Json json;
        json.kind = number;
        json.value = std::to_string(given);
        return json;
    }
    static Json list() {
        Json json;
        json.kind = array;
        return json;
    }
    static Json map() {
        Json json;
        json.kind = object;
        return json;
    }

    Json& operator[](const std::string& key) { return members[key]; }
    /** The member, or null where there is none. */
    const Json& get(const std::string& key) const {
        static const Json nothing;
        auto found = members.find(key);
        return found == members.end() ? nothing : found->second;
    }

    void print(std::string& out) const {
        switch (kind) {
            case null: out += "null"; break;
            case boolean: out += flag ? "true" : "false"; break;
            case number: out += value; break;
            case text: print_text(value, out); break;
            case array:
                out += '[';
                for (size_t i = 0; i < items.size(); i++) {
                    if (i > 0) out += ',';
                    items[i].print(out);
                }
                out += ']';
                break;
            case object: {
                out += '{';
                bool is_first = true;
                for (const auto& member : members) {
                    if (!is_first) out += ',';
                    is_first = false;
                    print_text(member.first, out);
                    out += ':';
                    member.second.print(out);
                }
                out += '}';
            }
        }
    }

    static Json parse(const std::string& line) {
        size_t pos = 0;
        Json json = read(line, pos, 0);
        skip(line, pos);
        if (pos != line.size()) throw std::invalid_argument("something follows the JSON");
        return json;
    }

private:
    static void print_text(const std::string& chars, std::string& out) {
        static const char* digits = "0123456789abcdef";
        out += '"';
        for (unsigned char c : chars) {
            if (c == '"' || c == '\\') {
                out += '\\';
                out += static_cast<char>(c);
            } else if (c < 0x20) {
                out += "\\u00";
                out += digits[c >> 4];
                out += digits[c & 15];
            } else {
                out += static_cast<char>(c);
            }
        }
        out += '"';
    }

    static void skip(const std::string& s, size_t& pos) {
        while (pos < s.size() && (s[pos] == ' ' || s[pos] == '\t' || s[pos] == '\r' || s[pos] == '\n')) pos++;
    }
    static char at(const std::string& s, size_t pos) {
        if (pos >= s.size()) throw std::invalid_argument("the JSON ends too early");
        return s[pos];
    }
    static void expect(const std::string& s, size_t& pos, const char* word) {
        for (; *word; word++, pos++) {
            if (at(s, pos) != *word) throw std::invalid_argument("not JSON");
        }
    }

    static Json read(const std::string& s, size_t& pos, int depth) {
        if (depth > 100) throw std::invalid_argument("JSON nested too deep");
        skip(s, pos);
        Json json;
        switch (char c = at(s, pos)) {
            case '{':
                json.kind = object;
                for (pos++, skip(s, pos); at(s, pos) != '}'; skip(s, pos)) {
                    if (!json.members.empty()) expect(s, pos, ","), skip(s, pos);
                    std::string key = read_text(s, pos);
                    skip(s, pos), expect(s, pos, ":");
                    json.members[key] = read(s, pos, depth + 1);
                }
                pos++;
                return json;
            case '[':
                json.kind = array;
                for (pos++, skip(s, pos); at(s, pos) != ']'; skip(s, pos)) {
                    if (!json.items.empty()) expect(s, pos, ",");
                    json.items.push_back(read(s, pos, depth + 1));
                }
                pos++;
                return json;
            case '"': return Json(read_text(s, pos));
            case 't': return expect(s, pos, "true"), of(true);
            case 'f': return expect(s, pos, "false"), of(false);
            case 'n': return expect(s, pos, "null"), json;
            default:
                json.kind = number;
                for (; c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E' || (c >= '0' && c <= '9');
                     c = pos < s.size() ? s[pos] : ' ') {
                    json.value += c;
                    pos++;
                }
                if (json.value.empty()) throw std::invalid_argument("not JSON");
                return json;
        }
    }

    static unsigned read_hex(const std::string& s, size_t& pos) {
        unsigned value = 0;
        for (int i = 0; i < 4; i++, pos++) {
            char c = at(s, pos);
            unsigned digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10
                             : c >= 'A' && c <= 'F' ? c - 'A' + 10 : 16;
            if (digit > 15) throw std::invalid_argument("not a \\u escape");
            value = value << 4 | digit;
        }
        return value;
    }

    static std::string read_text(const std::string& s, size_t& pos) {
        expect(s, pos, "\"");
        std::string out;
        while (at(s, pos) != '"') {
            char c = s[pos++];
            if (c != '\\') {
                out += c;
                continue;
            }
            switch (c = at(s, pos++)) {
                case 'b': out += '\b'; break;
                case 'f': out += '\f'; break;
                case 'n': out += '\n'; break;
                case 'r': out += '\r'; break;
                case 't': out += '\t'; break;
                case 'u': {
                    unsigned point = read_hex(s, pos);
                    if (point >= 0xd800 && point < 0xdc00) {
                        expect(s, pos, "\\u");
                        point = 0x10000 + ((point - 0xd800) << 10) + (read_hex(s, pos) - 0xdc00);
                    }
                    put_utf8(point, out);
                    break;
                }
                default: out += c;
            }
        }
        pos++;
        return out;
    }

    static void put_utf8(unsigned point, std::string& out) {
        if (point < 0x80) {
            out += static_cast<char>(point);
            return;
        }
        int tail = point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
        out += static_cast<char>((0xff00 >> (tail + 1) & 0xff) | point >> (6 * tail));
        while (tail-- > 0) out += static_cast<char>(0x80 | (point >> (6 * tail) & 0x3f));
    }
};
