// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "splicec/output.hpp"
#include "splicec/source.hpp"

namespace nuthatch::splicec {

/// A source in C++ against Nuthatch, or what is wrong with it.
struct translation {
  output text;
  std::string errors;    ///< lines as compilers write them; empty if it is right
  std::string warnings;  ///< likewise
};

/// `region`: the type of regions in C++; `flags`: of the compiler, as Clang takes them.
/// @throws cli::usage_error where the region is none
translation translate(const source& from,
                      const std::string& region,
                      const std::vector<std::string>& flags);

}  // namespace nuthatch::splicec
