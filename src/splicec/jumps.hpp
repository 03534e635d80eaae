// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <clang-c/Index.h>

#include "splicec/source.hpp"

namespace nuthatch::splicec {

struct jump {
  std::size_t at;
  std::string word;
};

/// The statements around it that `break` and `continue` may refer to.
struct enclosing {
  bool loop = false;       ///< `continue` stays inside
  bool breakable = false;  ///< `break` stays inside
};

/// Whether it may jump to a label: `goto`, or `asm goto`, whose labels Clang does not expose.
bool is_goto(CXCursor statement);

/// The jumps that leave the statement other than by its end. `within` is its span.
std::vector<jump> jumps_out_of(CXCursor statement, const span& within, enclosing around = {});

}  // namespace nuthatch::splicec
