// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include <nuthatch/nuthatch.hpp>

namespace nuthatch::testing {

/// Returns the expected result of a reproducible reduction: that of compute() on one worker, which
/// is kept by name.
template <class T, class Compute>
const T& on_one_worker(std::map<std::string, T>& known, const std::string& what, Compute compute) {
  const auto found = known.find(what);
  if (found != known.end()) {
    return found->second;
  }
  options one;
  one.workers = 1;
  one.reproducible = true;
  runtime alone(one);
  return known.emplace(what, alone.run(compute)).first->second;
}

}  // namespace nuthatch::testing
