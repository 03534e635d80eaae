// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "splicec/source.hpp"

namespace nuthatch::splicec {

/// A source in C++ that uses Nuthatch, or its errors.
struct translation {
  std::string text;
  std::string errors;    ///< lines in the form of compilers; empty if there are none
  std::string warnings;  ///< in the same form
};

/// `region` is the C++ type of regions; `flags` are the compiler's, for Clang.
/// @throws cli::usage_error if the region is not valid
translation translate(const source& from,
                      const std::string& region,
                      const std::vector<std::string>& flags);

}  // namespace nuthatch::splicec
