// SPDX-License-Identifier: Apache-2.0
#include <nuthatch/nuthatch.hpp>

#include "benchmarks/waking/waking.hpp"

namespace {

class nuthatch_runtime {
 public:
  explicit nuthatch_runtime(unsigned workers) : runtime_(wanted(workers)) {}

  static const char* name() { return "nuthatch"; }

  std::uint64_t from_outside(waking::beginning& b) {
    const std::uint64_t asked = waking::now_ns();
    runtime_.run([&b] { b.note(); });
    return asked;
  }

  std::uint64_t from_task(waking::beginning& b, unsigned idle_ms) {
    return runtime_.run([&b, idle_ms] {
      waking::stay_idle(idle_ms);
      const std::uint64_t asked = waking::now_ns();
      nuthatch::scope children;
      children.spawn(nuthatch::help_first, [&b] { b.note(); });
      while (b.at() == 0) {
        nuthatch::poll();
      }
      children.sync();
      return asked;
    });
  }

 private:
  static nuthatch::options wanted(unsigned workers) {
    nuthatch::options o = nuthatch::options::from_environment();
    o.workers = workers;
    return o;
  }

  nuthatch::runtime runtime_;
};

}  // namespace

int main(int argc, char** argv) {
  return waking::measure<nuthatch_runtime>(argc, argv);
}
