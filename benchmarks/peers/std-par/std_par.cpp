// SPDX-License-Identifier: Apache-2.0

// The parallel algorithms of the standard library. GCC's run on oneTBB.
#include <algorithm>
#include <cstddef>
#include <execution>
#include <numeric>
#include <span>

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/version.h>

#include "benchmarks/peers/shared/catalogue.hpp"
#include "benchmarks/peers/shared/protocol.hpp"

namespace nuthatch::peers {

namespace {

struct standard_algorithms {
  template <class Element>
  void sort(std::span<Element> all) const {
    std::sort(std::execution::par, all.begin(), all.end());
  }

  template <class Element>
  void stable_sort(std::span<Element> all) const {
    std::stable_sort(std::execution::par, all.begin(), all.end());
  }

  template <class Element>
  [[nodiscard]] std::size_t max_element(std::span<const Element> all) const {
    return place_of(std::max_element(std::execution::par, all.begin(), all.end()), all);
  }

  template <class Element>
  [[nodiscard]] std::size_t find(std::span<const Element> all, const Element& wanted) const {
    return place_of(std::find(std::execution::par, all.begin(), all.end(), wanted), all);
  }

  template <class Element, class Predicate>
  [[nodiscard]] std::size_t copy_if(std::span<const Element> from,
                                    std::span<Element> to,
                                    Predicate predicate) const {
    return place_of(
        std::copy_if(std::execution::par, from.begin(), from.end(), to.begin(), predicate), to);
  }

  template <class Element, class Function>
  void transform(std::span<const Element> from, std::span<Element> to, Function function) const {
    std::transform(std::execution::par, from.begin(), from.end(), to.begin(), function);
  }

  template <class Element>
  [[nodiscard]] Element reduce(std::span<const Element> all) const {
    return std::reduce(std::execution::par, all.begin(), all.end());
  }

  template <class Element>
  void inclusive_scan(std::span<const Element> from, std::span<Element> to) const {
    std::inclusive_scan(std::execution::par, from.begin(), from.end(), to.begin());
  }

 private:
  template <class Iterator, class Range>
  [[nodiscard]] static std::size_t place_of(Iterator found, const Range& all) {
    return static_cast<std::size_t>(found - all.begin());
  }
};

class std_par {
 public:
  explicit std_par(unsigned workers)
      : threads_(tbb::global_control::max_allowed_parallelism, workers),
        arena_(static_cast<int>(workers)) {
    arena_.initialize();
  }

  void solve(algorithm_problem& problem) {
    arena_.execute([&problem] { problem.run_by(standard_algorithms()); });
  }

 private:
  tbb::global_control threads_;
  tbb::task_arena arena_;
};

}  // namespace

}  // namespace nuthatch::peers

int main(int argc, char** argv) {
  namespace peers = nuthatch::peers;
  return peers::peer_main(argc,
                          argv,
                          {NUTHATCH_PEER_NAME,
                           "libstdc++ on oneTBB " TBB_VERSION_STRING,
                           peers::compiler_name(),
                           peers::kinds_solved_by<peers::std_par>()});
}
