// SPDX-License-Identifier: Apache-2.0

// How far a program scales on a machine that is not there. Virtual workers share one thread; their
// clocks move by the nanoseconds that the program states for its work.
//
//   virtual_machine [leaves]

#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include <nuthatch/nuthatch.hpp>
#include <nuthatch/virtual_runtime.hpp>

namespace {

constexpr std::uint64_t leaf_ns = 2000;

void divide(std::uint64_t leaves) {
  if (leaves == 1) {
    nuthatch::charge_work(leaf_ns);
    return;
  }
  nuthatch::fork_join([=] { divide(leaves / 2); }, [=] { divide(leaves - leaves / 2); });
}

double speedup(unsigned workers, std::uint64_t leaves) {
  const nuthatch::virtual_runtime machine(nuthatch::options{.workers = workers});
  const std::uint64_t begin = machine.now_ns();
  machine->run([=] { divide(leaves); });
  return static_cast<double>(leaves * leaf_ns) / static_cast<double>(machine.now_ns() - begin);
}

}  // namespace

int main(int count, char** arguments) {
  const std::uint64_t leaves = count > 1 ? std::strtoull(arguments[1], nullptr, 10) : 20'000;
  double last = 0;
  for (const unsigned workers : {1U, 4U, 16U, 64U}) {
    last = speedup(workers, leaves);
    std::printf("%2u workers: %.1f times as fast as one without overhead\n", workers, last);
  }
  return last > 8 ? 0 : 1;
}
