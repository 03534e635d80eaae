#include "openmp/threads/affinity_lines.hpp"

#include <cstdint>
#include <cstdio>
#include <memory>
#include <utility>

#include <pthread.h>

#include "openmp/environment/affinity_format.hpp"
#include "openmp/threads/gang.hpp"
#include "openmp/threads/own_place.hpp"
#include "openmp/threads/thread.hpp"
#include "platform/first_value.hpp"
#include "platform/forking.hpp"
#include "platform/no_cancellation.hpp"

namespace nuthatch::openmp {

namespace {

struct guarded_format {
  detail::mutex& lock = platform::lock_of(platform::first_use::openmp_affinity_format);
  std::string text = chosen().affinity_format;
};

/// Never destroyed: threads may run until the process is gone.
guarded_format& common_format() {
  static constinit platform::first_value<guarded_format> all;
  return all.any_get([] { return std::make_unique<guarded_format>(); });
}

affinity_facts facts_of(const team& of, std::uint32_t number, std::uint32_t place) {
  const bool is_somewhere = place != spot::nowhere;
  return {.level = of.level(),
          .number = number,
          .members = of.size(),
          .ancestor = of.around() != nullptr ? of.around()->number : std::int64_t{-1},
          .cpus = (is_somewhere ? chosen().places[place] : cpus_at_start()).to_string()};
}

bool same_places(const placing& one, const placing& other) {
  for (std::uint32_t i = 0; has_places() && i < one.members; ++i) {
    if (spot_of(one, i).place != spot_of(other, i).place) {
      return false;
    }
  }
  return true;
}

}  // namespace

std::string affinity_format() {
  guarded_format& all = common_format();
  all.lock.lock();
  std::string found = all.text;
  all.lock.unlock();
  return found;
}

void set_affinity_format(std::string_view format) {
  guarded_format& all = common_format();
  std::string wanted(format);
  all.lock.lock();
  all.text.swap(wanted);
  all.lock.unlock();
}

std::string own_affinity(thread& self, std::string_view format) {
  const std::uint32_t place = has_places() ? own_spot(self).place : spot::nowhere;
  affinity_facts facts = facts_of(*self.now->of, self.now->number, place);
  facts.os_thread = pthread_self();
  return format.empty() ? format_affinity(affinity_format(), facts)
                        : format_affinity(format, facts);
}

void show_affinity(thread& self, gang& of) {
  const team& members = of.members();
  placing where = members.where();
  where.members = members.size();  // also where there are no places
  if (members.level() == 1) {
    const placing before = std::exchange(self.shown, where);
    if (before.members == where.members && same_places(before, where)) {
      return;
    }
  }
  const std::string format = affinity_format();
  const platform::no_cancellation guard;
  for (std::uint32_t i = 0; i < members.size(); ++i) {
    affinity_facts facts =
        facts_of(members, i, has_places() ? spot_of(where, i).place : spot::nowhere);
    facts.os_thread = i == 0 ? pthread_self() : of.os_thread_of(i);
    std::fputs((format_affinity(format, facts) + '\n').c_str(), stderr);
  }
}

}  // namespace nuthatch::openmp
