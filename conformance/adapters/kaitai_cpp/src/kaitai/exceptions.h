// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>

#include "kaitai/kaitaistream.h"

namespace kaitai {

/** A check of the grammar that failed: the path of its field, and the position after the field. */
class validation_failed_error : public std::runtime_error {
public:
    validation_failed_error(kstream* io, const std::string& src_path)
        : std::runtime_error(src_path), m_src_path(src_path), m_pos(io->pos()) {}
    const std::string& src_path() const { return m_src_path; }
    uint64_t pos() const { return m_pos; }

private:
    std::string m_src_path;
    uint64_t m_pos;
};

#define KAITAI_WITH_BOUND(name)                                                          \
    template <class T>                                                                   \
    class name : public validation_failed_error {                                        \
    public:                                                                              \
        name(const T&, const T&, kstream* io, const std::string& src_path)               \
            : validation_failed_error(io, src_path) {}                                   \
    }
#define KAITAI_WITHOUT_BOUND(name)                                                       \
    template <class T>                                                                   \
    class name : public validation_failed_error {                                        \
    public:                                                                              \
        name(const T&, kstream* io, const std::string& src_path)                         \
            : validation_failed_error(io, src_path) {}                                   \
    }
KAITAI_WITH_BOUND(validation_not_equal_error);
KAITAI_WITH_BOUND(validation_less_than_error);
KAITAI_WITH_BOUND(validation_greater_than_error);
KAITAI_WITHOUT_BOUND(validation_not_any_of_error);
KAITAI_WITHOUT_BOUND(validation_not_in_enum_error);
KAITAI_WITHOUT_BOUND(validation_expr_error);
#undef KAITAI_WITH_BOUND
#undef KAITAI_WITHOUT_BOUND

}  // namespace kaitai
