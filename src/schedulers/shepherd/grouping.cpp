// SPDX-License-Identifier: Apache-2.0
#include "schedulers/shepherd/grouping.hpp"

#include <map>
#include <optional>
#include <string>

#include <nuthatch/errors.hpp>

#include "platform/group_words.hpp"

namespace nuthatch::scheduling {

namespace {

using platform::topology_level;

[[noreturn]] void fail(std::string_view text, const std::string& reason) {
  throw option_error("shepherds: \"" + std::string(text) + "\": " + reason);
}

std::optional<topology_level> level_in(std::string_view text, const platform::topology& machine) {
  if (text == "chip") {
    return core::worker_topology::chip_level(machine);
  }
  return platform::level_called(text);
}

std::vector<unsigned> by_level(std::string_view text,
                               topology_level level,
                               unsigned workers,
                               const core::worker_topology& where) {
  const platform::topology& machine = where.machine();
  if (machine.groups(level).empty()) {
    fail(text,
         std::string("the machine has no ") + to_string(level) +
             " that is known of; worker, chip and machine are always right");
  }
  std::map<std::size_t, unsigned> numbers;  // of groups that have a worker
  std::vector<unsigned> shepherds;
  for (unsigned i = 0; i < workers; ++i) {
    const std::size_t group =
        machine.group_of(level, where.cpu_of(i)).value_or(machine.groups(level).size());
    shepherds.push_back(numbers.emplace(group, numbers.size()).first->second);
  }
  return shepherds;
}

std::vector<unsigned> equal_parts(unsigned workers, unsigned parts) {
  std::vector<unsigned> shepherds;
  for (std::uint64_t i = 0; i < workers; ++i) {
    shepherds.push_back(static_cast<unsigned>(i * parts / workers));
  }
  return shepherds;
}

}  // namespace

bool names_shepherds(std::string_view text) {
  return text == "worker" || text == "chip" || text == "machine" ||
         platform::level_called(text).has_value() || platform::count_in(text).has_value();
}

std::vector<unsigned> shepherds_of(std::string_view text,
                                   unsigned workers,
                                   const core::worker_topology& where) {
  if (const auto level = level_in(text, where.machine())) {
    return by_level(text, *level, workers, where);
  }
  if (text == "worker" || text == "machine") {
    return equal_parts(workers, text == "worker" ? workers : 1);
  }
  const std::optional<unsigned> parts = platform::count_in(text);
  if (!parts) {
    fail(text, "it must be " + std::string(right_shepherds));
  }
  if (*parts > workers) {
    fail(text,
         "there are " + std::to_string(workers) + (workers == 1 ? " worker" : " workers") +
             ", and each shepherd has to have one");
  }
  return equal_parts(workers, *parts);
}

}  // namespace nuthatch::scheduling
