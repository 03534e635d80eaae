// SPDX-License-Identifier: Apache-2.0
#include "openmp/synchronization/doacross.hpp"

#include <algorithm>
#include <cstdlib>

#include <sched.h>

#include "openmp/diagnostics/messages.hpp"
#include "openmp/synchronization/spin_limit.hpp"

namespace nuthatch::openmp {

void doacross::freed::operator()(done* chunks) const noexcept {
  std::free(chunks);
}

doacross::doacross(std::span<const std::uint64_t> counts, std::uint64_t chunk)
    : depth_(counts.size()),
      chunk_(chunk),
      counts_(std::make_unique<std::uint64_t[]>(counts.size())) {
  std::ranges::copy(counts, counts_.get());
  const std::uint64_t chunks = counts[0] / chunk + (counts[0] % chunk != 0 ? 1 : 0);
  // calloc: zeroed, and not resident before it is used.
  chunks_.reset(static_cast<done*>(std::calloc(std::max<std::uint64_t>(chunks, 1), sizeof(done))));
  if (chunks_ == nullptr) {
    abort_program("no memory for the iterations of a doacross loop");
  }
}

std::uint64_t doacross::number_in_chunk(std::span<const std::uint64_t> iteration) const noexcept {
  std::uint64_t number = iteration[0] % chunk_;
  for (std::size_t i = 1; i < depth_; ++i) {
    number = number * counts_[i] + iteration[i];
  }
  return number;
}

void doacross::post(std::span<const std::uint64_t> iteration) noexcept {
  // Release: publishes what the iteration did.
  chunks_[iteration[0] / chunk_].store(number_in_chunk(iteration) + 1,
                                       detail::memory_order_release);
}

void doacross::wait(std::span<const std::uint64_t> iteration,
                    std::uint32_t threads) const noexcept {
  const done& chunk = chunks_[iteration[0] / chunk_];
  const std::uint64_t number = number_in_chunk(iteration);
  const auto is_done = [&chunk, number] {
    return chunk.load(detail::memory_order_acquire) > number;
  };
  if (is_done() || spin_while_it_pays(threads, is_done)) {
    return;
  }
  // The thread yields instead of sleeping: an iteration is short, and the chunk has no room for a
  // sleep bit.
  do {
    sched_yield();
  } while (!is_done());
}

}  // namespace nuthatch::openmp
