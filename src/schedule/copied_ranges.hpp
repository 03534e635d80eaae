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

/// Records which elements have been copied, by many threads at a time. Consecutive ranges by one
/// worker are stored as one, so the memory is proportional to the number of pieces.
///
/// Roles: any thread adds; one thread takes everything when the others have ended.
class copied_ranges {
 public:
  /// @param keepers  the number of separate lists, to avoid contention.
  explicit copied_ranges(std::size_t keepers);

  /// Throws std::bad_alloc; then the range was not added.
  void any_add(std::size_t keeper, const element_range& copied);

  /// Returns all ranges in ascending order. Call it once, when no thread adds any more.
  [[nodiscard]] std::vector<element_range> take();

 private:
  struct alignas(base::interference_size) keeping {
    detail::mutex mutex;
    std::vector<element_range> ranges NUTHATCH_GUARDED_BY(mutex);
  };

  std::size_t keepers_;
  std::unique_ptr<keeping[]> all_;
};

/// Returns the elements below `elements` that are in none of the ranges, which are ascending.
/// Throws error if two ranges overlap.
[[nodiscard]] std::vector<element_range> missing_of(const std::vector<element_range>& copied,
                                                    std::size_t elements);

}  // namespace nuthatch::schedules
