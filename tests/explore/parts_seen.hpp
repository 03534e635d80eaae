// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <climits>
#include <cstddef>
#include <vector>

#include <nuthatch/nuthatch.hpp>

#include "base/assert.hpp"
#include "core/worker.hpp"

namespace nuthatch::exploring {

/// Records which worker ran each part of a program, and in which order each worker ran its parts.
class parts_seen {
 public:
  explicit parts_seen(std::size_t count) : workers_(count, nobody), orders_(nuthatch::workers()) {}

  /// Records that the running task has reached a part. Stolen tasks may call this concurrently.
  void run(std::size_t part) {
    NUTHATCH_CHECK(workers_[part] == nobody, "a part ran twice");
    const unsigned here = core::worker::current().index();
    workers_[part] = here;
    orders_[here].push_back(part);
    poll();
  }

  /// Returns how many parts have run.
  [[nodiscard]] std::size_t ran() const {
    return workers_.size() - static_cast<std::size_t>(std::ranges::count(workers_, nobody));
  }

  [[nodiscard]] const std::vector<unsigned>& workers() const { return workers_; }

  [[nodiscard]] const std::vector<std::vector<std::size_t>>& orders() const { return orders_; }

 private:
  static constexpr unsigned nobody = UINT_MAX;

  std::vector<unsigned> workers_;
  std::vector<std::vector<std::size_t>> orders_;
};

/// The rules do not determine the worker.
inline constexpr unsigned anywhere = UINT_MAX;

/// Designates a worker for what follows the next spawn; the number is taken modulo the number of
/// workers.
inline void send_next_to(unsigned worker) {
  designate_after_next_spawn(worker % workers());
}

}  // namespace nuthatch::exploring
