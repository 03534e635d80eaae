// SPDX-License-Identifier: Apache-2.0
#include "explore/dependence_scenarios.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <tuple>
#include <utility>
#include <vector>

#include <nuthatch/nuthatch.hpp>
#include <nuthatch/when.hpp>

#include "base/assert.hpp"
#include "counted.hpp"
#include "explore/explored_runtime.hpp"

namespace nuthatch::exploring {

void continued_task(platform::platform& on, unsigned workers, const char* scheduler) {
  const int before = testing::counted::live();
  in_runtime(on, workers, scheduler, [] {
    int first_runs = 0;
    std::atomic<int> second_runs = 0;
    future<testing::counted> first = launch([&first_runs] {
      poll();
      ++first_runs;
      return testing::counted(4);
    });
    poll();
    const shared_future<int> second = std::move(first)
                                          .then([&](testing::counted four) {
                                            NUTHATCH_CHECK(first_runs == 1, "begun too early");
                                            poll();
                                            ++second_runs;
                                            return four.value() + 1;
                                          })
                                          .share();
    const auto read = [second] {
      poll();
      return second.get();
    };
    future<int> reader = launch(read);
    future<int> third = launch(read);
    NUTHATCH_CHECK(second.get() == 5, "a wrong result of a continuation");
    NUTHATCH_CHECK(reader.get() + third.get() == 10, "a wrong result for another reader");
    NUTHATCH_CHECK(second_runs == 1, "a continuation ran twice");
  });
  NUTHATCH_CHECK(testing::counted::live() == before, "a result is left");
}

void after_all_of_three(platform::platform& on, unsigned workers, const char* scheduler) {
  const int before = testing::counted::live();
  in_runtime(on, workers, scheduler, [] {
    std::array<std::atomic<int>, 3> runs{};
    std::atomic<int> gathered = 0;
    std::vector<future<testing::counted>> three;
    for (std::size_t i = 0; i < 3; ++i) {
      three.push_back(launch([&runs, i] {
        poll();
        ++runs.at(i);
        return testing::counted(static_cast<int>(i));
      }));
    }
    poll();
    when_all(std::move(three))
        .then([&](std::vector<testing::counted> results) {
          ++gathered;
          for (std::size_t i = 0; i < 3; ++i) {
            NUTHATCH_CHECK(runs.at(i) == 1, "begun before an antecedent was complete");
            NUTHATCH_CHECK(results.at(i).value() == static_cast<int>(i), "a wrong result");
          }
        })
        .get();
    NUTHATCH_CHECK(gathered == 1, "the results were gathered twice");
  });
  NUTHATCH_CHECK(testing::counted::live() == before, "a result is left");
}

void after_one_of_three(platform::platform& on, unsigned workers, const char* scheduler) {
  const int before = testing::counted::live();
  in_runtime(on, workers, scheduler, [] {
    std::atomic<int> begun = 0;
    std::vector<future<testing::counted>> three;
    for (int i = 0; i < 3; ++i) {
      three.push_back(launch([i] {
        poll();
        return testing::counted(i);
      }));
    }
    poll();
    auto [index, all] = when_any(std::move(three))
                            .then([&begun](auto first) {
                              ++begun;
                              return first;
                            })
                            .get();
    NUTHATCH_CHECK(begun == 1, "two of the futures were the first");
    NUTHATCH_CHECK(all.at(index).ready(), "the first is not ready");
    NUTHATCH_CHECK(all.at(2).get().value() == 2, "a wrong result of another one");
  });
  NUTHATCH_CHECK(testing::counted::live() == before, "a result is left");
}

}  // namespace nuthatch::exploring
