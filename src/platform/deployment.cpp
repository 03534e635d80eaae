// SPDX-License-Identifier: Apache-2.0
#include "platform/deployment.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include <nuthatch/errors.hpp>
#include <nuthatch/options.hpp>

#include "platform/group_words.hpp"

namespace nuthatch::platform {

namespace {

std::string lower(std::string_view text) {
  std::string out(text);
  std::ranges::transform(
      out, out.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return out;
}

/// Parses one text for one machine.
class reader {
 public:
  reader(std::string_view text, unsigned workers, const topology& machine, const cpu_set& usable)
      : text_(text),
        workers_(workers),
        machine_(machine),
        usable_(usable) {}

  [[nodiscard]] deployment read() const {
    deployment read = text_.starts_with('{') ? of_lists() : of_words();
    if (read.workers() > max_workers) {
      fail("there are " + std::to_string(read.workers()) + " workers in it; at most " +
           std::to_string(max_workers) + " are possible");
    }
    if (workers_ != 0 && workers_ != read.workers()) {
      fail("it has " + std::to_string(read.workers()) + " workers, but " +
           std::to_string(workers_) + " are asked for; leave their number out, or ask for as many");
    }
    return read;
  }

 private:
  [[noreturn]] void fail(const std::string& reason) const {
    throw option_error("places: \"" + std::string(text_) + "\": " + reason);
  }

  [[noreturn]] void fail_form() const {
    fail(
        "it is not understood; right are a number of places and of workers in each, as in 8:2, one "
        "of core, l2, l3, numa and package, perhaps with a number of workers, as in l3:4, or the "
        "cpus of each place, as in {0-3},{4-7}");
  }

  [[nodiscard]] deployment of_words() const {
    const std::size_t colon = text_.find(':');
    const std::string_view what = text_.substr(0, colon);
    std::optional<unsigned> each;
    if (colon != std::string_view::npos) {
      each = count_in(text_.substr(colon + 1));
      if (!each) {
        fail_form();
      }
    }
    if (const auto level = level_called(lower(what))) {
      return of_level(*level, each);
    }
    const std::optional<unsigned> places = count_in(what);
    if (!places || !each) {
      fail_form();
    }
    return of_numbers(*places, *each);
  }

  /// Returns equal parts of the CPUs in the order of the machine, so that each part is of
  /// neighbours.
  [[nodiscard]] deployment of_numbers(unsigned places, unsigned each) const {
    std::vector<unsigned> cpus;
    std::ranges::copy_if(machine_.ordered_cpus(), std::back_inserter(cpus), [this](unsigned cpu) {
      return usable_.contains(cpu);
    });
    if (each > cpus.size() / places) {
      fail("it takes a cpu for each worker, " + std::to_string(std::uint64_t{places} * each) +
           " in all, and this process may use " + std::to_string(cpus.size()) +
           (cpus.empty() ? "" : " (" + usable_.to_string() + ")") +
           "; several workers share a cpu where it is named several times, as in {0,0},{1,1}");
    }
    deployment made;
    for (std::size_t place = 0; place < places; ++place) {
      cpu_set part;
      for (std::size_t i = cpus.size() * place / places; i < cpus.size() * (place + 1) / places;
           ++i) {
        part.insert(cpus[i]);
      }
      made.groups.push_back(first_of(part, each));
    }
    return made;
  }

  [[nodiscard]] deployment of_level(topology_level level, std::optional<unsigned> each) const {
    std::vector<std::pair<unsigned, cpu_set>> there;  // number and usable CPUs
    cpu_set left = usable_;  // a CPU may belong to a node of ordinary and to one of fast memory
    for (const topology_group& group : machine_.groups(level)) {
      cpu_set mine = group.cpus & left;
      for (const unsigned cpu : mine.members()) {
        left.erase(cpu);
      }
      if (!mine.empty()) {
        there.emplace_back(group.index, std::move(mine));
      }
    }
    if (there.empty()) {
      fail(std::string("nothing is known of a ") + to_string(level) +
           " of this machine (see nuthatch topology)");
    }
    if (!each && workers_ != 0) {
      each = equal_part(there.size());
    }
    deployment made;
    for (const auto& [number, cpus] : there) {
      if (each && *each > cpus.count()) {
        fail(std::string(to_string(level)) + " " + std::to_string(number) + " has " +
             std::to_string(cpus.count()) + " cpus that this process may use (" + cpus.to_string() +
             "), fewer than the " + std::to_string(*each) + " workers that it is to have");
      }
      made.groups.push_back(first_of(cpus, each.value_or(cpus.count())));
    }
    return made;
  }

  [[nodiscard]] unsigned equal_part(std::size_t places) const {
    if (workers_ % places != 0) {
      fail(std::to_string(workers_) + " workers cannot be divided among " + std::to_string(places) +
           " places");
    }
    return static_cast<unsigned>(workers_ / places);
  }

  [[nodiscard]] std::vector<unsigned> first_of(const cpu_set& cpus, unsigned count) const {
    std::vector<unsigned> order = pin_order(machine_, cpus);
    order.resize(count);
    return order;
  }

  [[nodiscard]] deployment of_lists() const {
    deployment made;
    std::string_view rest = text_;
    for (;;) {
      const std::size_t end = rest.find('}');
      if (!rest.starts_with('{') || end == std::string_view::npos) {
        fail_form();
      }
      made.groups.push_back(usable_members(rest.substr(1, end - 1)));
      rest.remove_prefix(end + 1);
      if (rest.empty()) {
        return made;
      }
      if (!rest.starts_with(',')) {
        fail_form();
      }
      rest.remove_prefix(1);
    }
  }

  [[nodiscard]] std::vector<unsigned> usable_members(std::string_view list) const {
    std::vector<unsigned> cpus;
    try {
      cpus = parse_cpu_list(list);
    } catch (const option_error& wrong) {
      fail(wrong.what());
    }
    if (cpus.empty()) {
      fail("a place without cpus would have no workers");
    }
    for (const unsigned cpu : cpus) {
      if (!usable_.contains(cpu)) {
        fail("cpu " + std::to_string(cpu) +
             (machine_.cpus().contains(cpu) ? " is not one that this process may use"
                                            : " does not exist") +
             "; there are " + usable_.to_string());
      }
    }
    return cpus;
  }

  std::string_view text_;
  unsigned workers_;
  const topology& machine_;
  const cpu_set& usable_;
};

}  // namespace

unsigned deployment::workers() const noexcept {
  return static_cast<unsigned>(std::transform_reduce(
      groups.begin(), groups.end(), std::size_t{0}, std::plus<>(), [](const auto& group) {
        return group.size();
      }));
}

std::vector<unsigned> deployment::cpus() const {
  std::vector<unsigned> all;
  for (const auto& group : groups) {
    all.insert(all.end(), group.begin(), group.end());
  }
  return all;
}

deployment deploy(std::string_view text,
                  unsigned workers,
                  const topology& machine,
                  const cpu_set& usable) {
  return reader(text, workers, machine, usable).read();
}

}  // namespace nuthatch::platform
