// SPDX-License-Identifier: Apache-2.0
// Command grammar.tree: everything that a generated parser read, by the names of the grammar.
#pragma once

#include <cmath>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <type_traits>

#include "bytes.h"
#include "hudi_parsers/fields.h"

/** Collects the fields of one object; what is zero or empty is left out, as not all languages tell it from absent. */
struct Collector {
    Json shown = Json::map();

    template <class T>
    void operator()(const char* name, const T& value) {
        Json found = canonical(value);
        bool is_zero = found.kind == Json::null || (found.kind == Json::boolean && !found.flag) ||
                       (found.kind == Json::text && (found.value.empty() || found.value == "0")) ||
                       (found.kind == Json::array && found.items.empty()) ||
                       found.get("$f8").value == "0000000000000000";
        if (!is_zero) shown[name] = std::move(found);
    }

    static Json canonical(bool value) { return Json::of(value); }
    static Json canonical(const std::string& bytes) { return canonical_bytes(bytes); }
    static Json canonical(float value) { return canonical(static_cast<double>(value)); }
    static Json canonical(double value) {
        uint64_t bits;
        std::memcpy(&bits, &value, sizeof bits);
        std::string raw;
        for (int shift = 56; shift >= 0; shift -= 8) raw += static_cast<char>(bits >> shift);
        Json found = Json::map();
        found["$f8"] = std::isnan(value) ? std::string("NaN") : hex(raw);
        return found;
    }
    template <class T, std::enable_if_t<std::is_integral_v<T>, int> = 0>
    static Json canonical(T value) {
        return std::to_string(static_cast<int64_t>(value));
    }
    template <class T, std::enable_if_t<std::is_enum_v<T>, int> = 0>
    static Json canonical(T value) {
        return canonical(static_cast<int32_t>(value));  // none is wider; the compiler's type has no sign
    }
    template <class T>
    static Json canonical(const std::unique_ptr<T>& value) {
        return canonical(value.get());
    }
    template <class T>
    static Json canonical(std::vector<T>* list) {
        Json found = Json::list();
        if (list == nullptr) return found;
        for (const T& each : *list) found.items.push_back(canonical(each));
        return found;
    }
    template <class T, std::enable_if_t<std::is_base_of_v<kaitai::kstruct, T>, int> = 0>
    static Json canonical(T* object) {
        if (object == nullptr) return Json();
        Collector inner;
        if constexpr (std::is_same_v<T, kaitai::kstruct>) {
            hudi_parsers::visit_struct(inner, *object);
        } else {
            hudi_parsers::visit_fields(inner, *object);
        }
        return std::move(inner.shown);
    }
};

using Create = std::function<std::unique_ptr<kaitai::kstruct>(const std::vector<int64_t>&, kaitai::kstream*)>;

struct Grammar {
    size_t num_params;
    Create create;
};

template <class T>
Grammar plain() {
    return {0, [](const std::vector<int64_t>&, kaitai::kstream* io) { return std::make_unique<T>(io); }};
}
template <class T, class A>
Grammar with() {
    return {1, [](const std::vector<int64_t>& p, kaitai::kstream* io) { return std::make_unique<T>(static_cast<A>(p[0]), io); }};
}
template <class T, class A, class B>
Grammar with() {
    return {2, [](const std::vector<int64_t>& p, kaitai::kstream* io) {
                return std::make_unique<T>(static_cast<A>(p[0]), static_cast<B>(p[1]), io);
            }};
}

inline Json grammar_tree(const std::string& bytes, const Json& args) {
    namespace p = hudi_parsers;  // the compiler declares each class in the global namespace too
    static const std::map<std::string, Grammar> grammars = {
        {"avro_container", plain<p::avro_container_t>()},
        {"avro_long", plain<p::avro_long_t>()},
        {"hadoop_vlong", plain<p::hadoop_vlong_t>()},
        {"hfile", plain<p::hfile_t>()},
        {"hfile_block", with<p::hfile_block_t, bool, int64_t>()},
        {"hfile_block_header", with<p::hfile_block_header_t, bool, int64_t>()},
        {"hfile_bloom_meta", plain<p::hfile_bloom_meta_t>()},
        {"hfile_data_block", with<p::hfile_data_block_t, bool, bool>()},
        {"hfile_encoded_block", with<p::hfile_encoded_block_t, bool, bool>()},
        {"hfile_file_info", plain<p::hfile_file_info_t>()},
        {"hfile_file_info_old", plain<p::hfile_file_info_old_t>()},
        {"hfile_key", plain<p::hfile_key_t>()},
        {"hfile_kv_slices", plain<p::hfile_kv_slices_t>()},
        {"hfile_leaf_index", plain<p::hfile_leaf_index_t>()},
        {"hfile_root_index", with<p::hfile_root_index_t, int32_t, bool>()},
        {"hfile_tags", plain<p::hfile_tags_t>()},
        {"hfile_trailer", with<p::hfile_trailer_t, int32_t, int32_t>()},
        {"hudi_archive_file", plain<p::hudi_archive_file_t>()},
        {"hudi_bloom_filter", plain<p::hudi_bloom_filter_t>()},
        {"hudi_bloom_filter_dynamic", plain<p::hudi_bloom_filter_dynamic_t>()},
        {"hudi_delete_content", plain<p::hudi_delete_content_t>()},
        {"hudi_delete_kryo", with<p::hudi_delete_kryo_t, int32_t>()},
        {"hudi_delete_record_list", plain<p::hudi_delete_record_list_t>()},
        {"hudi_log_avro_content", plain<p::hudi_log_avro_content_t>()},
        {"hudi_log_block", plain<p::hudi_log_block_t>()},
        {"hudi_log_file", plain<p::hudi_log_file_t>()},
        {"hudi_log_index", plain<p::hudi_log_index_t>()},
        {"hudi_record_positions", plain<p::hudi_record_positions_t>()},
        {"varint", plain<p::varint_t>()},
    };
    auto found = grammars.find(args.get("grammar").value);
    if (found == grammars.end()) throw std::invalid_argument("no grammar " + args.get("grammar").value);
    std::vector<int64_t> params;
    for (const Json& param : args.get("params").items) {
        params.push_back(param.kind == Json::boolean ? param.flag : std::stoll(param.value));
    }
    if (params.size() != found->second.num_params) throw std::invalid_argument("another number of params");
    kaitai::kstream io(bytes);
    std::unique_ptr<kaitai::kstruct> root = found->second.create(params, &io);
    Json shown = Json::map();
    shown["tree"] = Collector::canonical(root);
    shown["end"] = std::to_string(io.pos());
    return shown;
}
