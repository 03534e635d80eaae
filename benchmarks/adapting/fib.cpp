// SPDX-License-Identifier: Apache-2.0
#include "adapting/fib.hpp"

#include <cstdint>
#include <stdexcept>
#include <utility>

#include <nuthatch/nuthatch.hpp>

#include "core/team.hpp"
#include "core/worker.hpp"

namespace nuthatch::benchmarks {

namespace {

std::uint64_t fibonacci(unsigned n) {
  std::uint64_t a = 0;
  std::uint64_t b = 1;
  for (; n > 0; --n) {
    a = std::exchange(b, a + b);
  }
  return a;
}

/// Returns the number of calls that computing fib(n) takes.
std::uint64_t calls_of(unsigned n) {
  return 2 * fibonacci(n + 1) - 1;
}

std::uint64_t run_from(const fib_program& program, unsigned n) {
  if (n <= program.cut_off) {
    constexpr unsigned longer = 3;
    const bool is_slow = program.slow.has_value() && worker_index() == program.slow;
    charge_work(fib_program::call_ns * calls_of(is_slow ? n + longer : n));
    return fibonacci(n);
  }
  std::uint64_t first = 0;
  std::uint64_t second = 0;
  fork_join(
      work_first,
      [&] { first = run_from(program, n - 1); },
      [&] { second = run_from(program, n - 2); });
  return first + second;
}

template <class F>
timed run_timed(const virtual_machine& on, F f) {
  options wanted;
  wanted.workers = on.workers;
  wanted.seed = on.seed;
  const virtual_runtime pretended(wanted);
  return pretended->run([&f] {
    constexpr double ns_per_s = 1e9;
    const auto now_ns = [] {
      return core::worker::current().team().threads().now_ns();
    };
    timed result;
    const std::uint64_t start = now_ns();
    f(result);
    result.seconds = static_cast<double>(now_ns() - start) / ns_per_s;
    return result;
  });
}

}  // namespace

void run(const fib_program& program) {
  if (run_from(program, program.n) != fibonacci(program.n)) {
    throw std::runtime_error("a wrong answer");
  }
}

timed run_freely(const fib_program& program, const virtual_machine& on) {
  return run_timed(on, [&](timed&) { run(program); });
}

timed run_recorded(const fib_program& program, const virtual_machine& on) {
  return run_timed(on, [&](timed& result) { result.made = record([&] { run(program); }); });
}

timed run_by(const schedule& by,
             replay_mode mode,
             const fib_program& program,
             const virtual_machine& on) {
  return run_timed(on,
                   [&](timed& result) { result.how = replay(by, mode, [&] { run(program); }); });
}

}  // namespace nuthatch::benchmarks
