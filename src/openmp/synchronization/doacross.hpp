// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include <nuthatch/detail/atomic.hpp>

namespace nuthatch::openmp {

struct team_member;
struct work_share;

/// The progress of a doacross loop, whose iterations wait for individual earlier ones.
///
/// The outermost loop is assigned in chunks of one size. One thread executes the iterations of a
/// chunk in order. So one number per chunk records which of them are done:
///
///     chunk k:   0 1 2 3 4 5 | iterations of the nest, counted from the start of the chunk
///                done = 4: those up to number 3
class doacross {
 public:
  /// `counts` has the numbers of iterations of the loop nest, the outermost loop first.
  doacross(std::span<const std::uint64_t> counts, std::uint64_t chunk);

  /// Marks the iteration as done, and all before it in its chunk.
  void post(std::span<const std::uint64_t> iteration) noexcept;

  /// Waits until the iteration is done. The caller is one of `threads` threads.
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
