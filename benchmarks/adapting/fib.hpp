// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include <nuthatch/nuthatch.hpp>

namespace nuthatch::benchmarks {

/// fib(n), sequential from fib(cut_off) on. On virtual workers, each call of the sequential part
/// takes `call_ns`.
struct fib_program {
  static constexpr std::uint64_t call_ns = 2;

  unsigned n;
  unsigned cut_off;
  std::optional<unsigned> slow;  ///< the leaves of this worker take as long as those of fib(n + 3)
};

/// Runs the program in the calling task. Throws std::runtime_error if the answer is wrong.
void run(const fib_program& program);

/// A machine of virtual workers, and the seed of their choices.
struct virtual_machine {
  unsigned workers;
  std::uint64_t seed;
};

/// The results of a run.
struct timed {
  double seconds;     ///< of virtual time
  replay_result how;  ///< of a replay
  schedule made;      ///< of a recorded run
};

[[nodiscard]] timed run_freely(const fib_program& program, const virtual_machine& on);
[[nodiscard]] timed run_recorded(const fib_program& program, const virtual_machine& on);
[[nodiscard]] timed run_by(const schedule& by,
                           replay_mode mode,
                           const fib_program& program,
                           const virtual_machine& on);

}  // namespace nuthatch::benchmarks
