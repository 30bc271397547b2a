// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kaitai/kaitaistream.h"

#define KAITAI_STRUCT_VERSION 11000L

namespace kaitai {

/** What all generated classes derive from. */
class kstruct {
public:
    explicit kstruct(kstream* io) : m__io(io) {}
    virtual ~kstruct() = default;
    kstream* _io() { return m__io; }

protected:
    kstream* m__io;
};

}  // namespace kaitai
