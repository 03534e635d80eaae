// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <vector>

#include <clang-c/Index.h>

#include "splicec/parsed.hpp"
#include "splicec/source.hpp"

namespace nuthatch::splicec {

/// The variables that OpenMP gives to each thread, by `#pragma omp threadprivate` or `_Pragma`, in
/// the source or in its headers. The translator ignores OpenMP otherwise, also without -fopenmp.
class threadprivate_variables {
 public:
  /// `tree` is the source as parsed with these flags.
  threadprivate_variables(const source& from,
                          const parsed& tree,
                          const std::vector<std::string>& flags);

  [[nodiscard]] bool has(CXCursor variable) const;

 private:
  std::set<std::string> all_;  // identities
};

}  // namespace nuthatch::splicec
