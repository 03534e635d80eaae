// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/fj_task.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "workloads/kernels/message.hpp"
#include "workloads/parameters.hpp"

namespace nuthatch::workloads {

fj_rounds::fj_rounds(const parameters& chosen)
    : slots_(chosen.get_size("tasks")),
      rounds_(static_cast<std::uint32_t>(chosen.get_size("rounds"))),
      work_(static_cast<std::uint32_t>(chosen.get_size("work"))) {}

std::vector<parameter> fj_rounds::list() {
  return {{"tasks",
           "tasks of one round",
           {"1024", "1024", "1024"},
           integer_range{1, std::int64_t{1} << 28U}},
          {"rounds",
           "how often they are spawned and joined",
           {"100", "20000", "100000"},
           integer_range{1, 1'000'000'000}},
          {"work",
           "multiplications that each task does, 0: none",
           {"0", "0", "0"},
           integer_range{0, 1'000'000'000}}};
}

std::string fj_rounds::verify() const {
  std::uint32_t expected = 0;
  for (std::uint32_t round = 1; round <= rounds_; ++round) {
    expected += work_then_mark_slot::result_of(round, work_);
  }
  const auto wrong = std::ranges::find_if(slots_, [&](auto found) { return found != expected; });
  return wrong == slots_.end() ? std::string()
                               : message("slot ",
                                         wrong - slots_.begin(),
                                         " after ",
                                         rounds_,
                                         " rounds: expected ",
                                         expected,
                                         ", found ",
                                         *wrong);
}

std::string fj_rounds::answer() const {
  return message(rounds_, " x ", slots_.size(), " tasks, slots ", slots_.front());
}

}  // namespace nuthatch::workloads
