// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "atomic/mutex.hpp"
#include "base/cache_line.hpp"
#include "base/thread_safety.hpp"

namespace nuthatch::schedules {

/// Elements [first, last) of an array.
struct element_range {
  std::size_t first;
  std::size_t last;

  friend bool operator==(const element_range&, const element_range&) = default;
};

/// Which elements have been copied, by many at a time. Ranges in a row by one worker are kept as
/// one; so an array takes as much memory here as there are pieces.
///
/// Roles: any thread adds; one takes all, when the others have ended.
class copied_ranges {
 public:
  /// So many keep theirs apart from each other.
  explicit copied_ranges(std::size_t keepers);

  /// Throws std::bad_alloc, and then has not added it.
  void any_add(std::size_t keeper, const element_range& copied);

  /// All of them, ascending. Once, when nobody adds any more.
  [[nodiscard]] std::vector<element_range> take();

 private:
  struct alignas(base::interference_size) keeping {
    detail::mutex mutex;
    std::vector<element_range> ranges NUTHATCH_GUARDED_BY(mutex);
  };

  std::size_t keepers_;
  std::unique_ptr<keeping[]> all_;
};

/// Those of `elements` that are in none of the ranges, which are ascending. Throws error where two
/// of these have elements in common.
[[nodiscard]] std::vector<element_range> missing_of(const std::vector<element_range>& copied,
                                                    std::size_t elements);

}  // namespace nuthatch::schedules
