// SPDX-License-Identifier: Apache-2.0
#include "runtime/option_list.hpp"

#include <algorithm>
#include <array>

#include <nuthatch/options.hpp>

#include "configuration/words.hpp"
#include "fiber/stack_pool.hpp"

namespace nuthatch {

namespace {

using configuration::option;
using fiber::stack_pool;

constexpr std::array general{
    option{.name = "scheduler",
           .where = &options::scheduler,
           .placeholder = "SCHEDULER",
           .about = "how workers share work; nuthatch list describes the schedulers",
           .known = scheduling::names},
    option{.name = "workers",
           .where = &options::workers,
           .placeholder = "N",
           .about =
               "worker threads; automatic: as many as this process may use, by its affinity mask "
               "and its control group's CPU quota, rounded up",
           .nothing = "automatic",
           .unit = "workers",
           .allowed = {0, max_workers}},
    option{.name = "policy",
           .where = &options::policy,
           .placeholder = "POLICY",
           .about = "what a spawn leaves for thieves: the parent's continuation (work_first), the "
                    "child (help_first), or the worker's choice (adaptive)"},
    option{.name = "places",
           .where = &options::places,
           .placeholder = "TEXT",
           .about = "groups of workers that keep their tasks, bound to CPUs: 8:2 (8 groups "
                    "of 2 workers); core, l2, l3, numa or package (a group for each of "
                    "these), also with a number of workers, such as l3:4; or their CPUs, "
                    "{0-3},{4-7}; for schedulers that support places",
           .nothing = "one place"},
    option{.name = "cross_place_steals",
           .where = &options::cross_place_steals,
           .about = "let workers steal from other places if their own has no work left"},
    option{.name = "stack_size",
           .where = &options::stack_size,
           .placeholder = "BYTES",
           .about = "stack of a task, rounded up to a power of two; reserves address space, "
                    "and takes memory only for touched pages; accepts K, M and G",
           .unit = "bytes",
           .allowed = {stack_pool::min_stack_size, stack_pool::max_stack_size}},
    option{.name = "max_stacks",
           .where = &options::max_stacks,
           .placeholder = "N",
           .about = "largest number of live stacks, beyond which the runtime reports an "
                    "error; automatic: as many as vm.max_map_count allows; at least two for "
                    "each worker",
           .nothing = "automatic",
           .unit = "stacks"},
    option{.name = "pin",
           .where = &options::pin,
           .about = "bind each worker to a separate CPU; otherwise workers inherit the "
                    "affinity mask of the thread that creates the runtime"},
    option{.name = "seed",
           .where = &options::seed,
           .placeholder = "N",
           .about = "seed of the workers' random numbers; with 0, virtual workers use 1",
           .nothing = "a new one each time"},
    option{.name = "reproducible",
           .where = &options::reproducible,
           .about = "make the results of reductions with an automatic grain equal, to the "
                    "last bit, for any number of workers, any scheduler and any policy"},
};

}  // namespace

std::vector<listed_option> option_list() {
  std::vector<listed_option> all;
  all.reserve(general.size());
  for (const option& each : general) {
    all.push_back({&each, nullptr});
  }
  const option* shared = nullptr;  // those of the previous entry
  for (const scheduling::entry& scheduler : scheduling::registry()) {
    if (scheduler.options.data() != shared) {
      for (const option& each : scheduler.options) {
        all.push_back({&each, &scheduler});
      }
    }
    shared = scheduler.options.data();
  }
  return all;
}

namespace {

std::vector<std::string> names_of(const listed_option& of) {
  std::vector<std::string> names;
  for (const scheduling::entry& each : scheduling::registry()) {
    if (each.options.data() == of.of->options.data()) {
      names.emplace_back(each.name);
    }
  }
  return names;
}

}  // namespace

std::vector<std::string> listed_option::schedulers() const {
  return of == nullptr ? std::vector<std::string>() : names_of(*this);
}

std::string listed_option::owners() const {
  std::vector<std::string> names = schedulers();
  const std::string family = names.front().substr(0, names.front().rfind('_') + 1);
  for (std::size_t i = 1; i < names.size() && !family.empty(); ++i) {
    if (names[i].starts_with(family)) {
      names[i].erase(0, family.size() - 1);
    }
  }
  return (names.size() == 1 ? "scheduler " : "schedulers ") + configuration::in_words(names, "and");
}

bool listed_option::concerns(std::string_view scheduler) const {
  return of == nullptr || std::ranges::count(schedulers(), scheduler) != 0;
}

const option* find_option(std::string_view name) {
  for (const listed_option& each : option_list()) {
    if (each.what->name == name) {
      return each.what;
    }
  }
  return nullptr;
}

}  // namespace nuthatch
