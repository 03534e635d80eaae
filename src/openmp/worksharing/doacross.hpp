// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include <nuthatch/detail/atomic.hpp>

namespace nuthatch::openmp {

struct team_member;
struct work_share;

/// How far the iterations of a doacross loop are, whose body waits for single earlier ones.
///
/// The outermost loop is assigned in chunks of one length. Within a chunk one member executes all
/// iterations in their order. So one number for each chunk says which are done:
///
///     chunk k:   0 1 2 3 4 5 | iterations of the nest, counted from the begin of the chunk
///                done = 4: those up to number 3
class doacross {
 public:
  /// `counts` has the iterations of each loop of the nest, the outermost first.
  doacross(std::span<const std::uint64_t> counts, std::uint64_t chunk);

  /// That one is done, and all before it in its chunk.
  void post(std::span<const std::uint64_t> iteration) noexcept;

  /// Waits until it is, as one of so many threads.
  void wait(std::span<const std::uint64_t> iteration, std::uint32_t threads) const noexcept;

  [[nodiscard]] std::size_t depth() const noexcept { return depth_; }

 private:
  [[nodiscard]] std::uint64_t number_in_chunk(
      std::span<const std::uint64_t> iteration) const noexcept;

  using done = detail::atomic<std::uint64_t>;

  struct freed {
    void operator()(done* chunks) const noexcept;
  };

  std::size_t depth_;
  std::uint64_t chunk_;
  std::unique_ptr<std::uint64_t[]> counts_;
  std::unique_ptr<done[], freed> chunks_;
};

}  // namespace nuthatch::openmp
