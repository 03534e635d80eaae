// SPDX-License-Identifier: Apache-2.0
#include "openmp/regions/affinity_display.hpp"

#include <cstdint>
#include <cstdio>
#include <memory>
#include <utility>

#include <pthread.h>
#include <unistd.h>

#include "openmp/environment/affinity_format.hpp"
#include "openmp/model/thread.hpp"
#include "openmp/regions/hot_team.hpp"
#include "openmp/team/thread_binding.hpp"
#include "platform/first_value.hpp"
#include "platform/forking.hpp"
#include "platform/no_cancellation.hpp"

namespace nuthatch::openmp {

namespace {

struct guarded_format {
  detail::mutex& lock = platform::lock_of(platform::first_use::openmp_affinity_format);
  std::string text = env_settings().affinity_format;
};

/// Never destroyed, because threads may run until the process ends.
guarded_format& common_format() {
  static constinit platform::first_value<guarded_format> all;
  return all.any_get([] { return std::make_unique<guarded_format>(); });
}

/// Formats a list of CPUs as LLVM's runtime does, which lists two neighbors separately: 0,1,4-6.
std::string llvm_text_of(const platform::cpu_set& cpus) {
  std::string all;
  for (const auto& [first, count] : cpus.runs()) {
    all += (all.empty() ? "" : ",") + std::to_string(first);
    if (count > 1) {
      all += (count == 2 ? "," : "-") + std::to_string(first + count - 1);
    }
  }
  return all;
}

bool is_like_llvm() {
  return env_settings().made_for == peer::llvm;
}

std::uint64_t own_os_thread() {
  return is_like_llvm() ? static_cast<std::uint64_t>(gettid()) : pthread_self();
}

std::uint64_t os_thread_of(const hot_team& hot_team, std::uint32_t number) {
  return is_like_llvm() ? hot_team.kernel_thread_of(number) : hot_team.os_thread_of(number);
}

affinity_fields fields_of(const team& team, std::uint32_t number, std::uint32_t place) {
  const platform::cpu_set& cpus =
      place != thread_place::unbound ? env_settings().places[place] : cpus_at_start();
  return {.level = team.level(),
          .thread_num = number,
          .team_size = team.size(),
          .ancestor =
              team.parent_member() != nullptr ? team.parent_member()->thread_num : std::int64_t{-1},
          .cpus = is_like_llvm() ? llvm_text_of(cpus) : cpus.to_string(),
          .made_for = env_settings().made_for};
}

bool same_places(const place_assignment& one, const place_assignment& other) {
  for (std::uint32_t i = 0; is_binding_enabled() && i < one.team_size; ++i) {
    if (thread_place_of(one, i).place != thread_place_of(other, i).place) {
      return false;
    }
  }
  return true;
}

}  // namespace

std::string affinity_format() {
  guarded_format& all = common_format();
  all.lock.lock();
  std::string text = all.text;
  all.lock.unlock();
  return text;
}

void set_affinity_format(std::string_view format) {
  guarded_format& all = common_format();
  std::string wanted(format);
  all.lock.lock();
  all.text.swap(wanted);
  all.lock.unlock();
}

std::string own_affinity(thread& self, std::string_view format) {
  const std::uint32_t place =
      is_binding_enabled() ? current_place(self).place : thread_place::unbound;
  affinity_fields fields = fields_of(*self.member->team, self.member->thread_num, place);
  fields.os_thread = own_os_thread();
  return format.empty() ? format_affinity(affinity_format(), fields)
                        : format_affinity(format, fields);
}

void print_affinity_line(std::string text) {
  const platform::no_cancellation guard;
  std::fputs((std::move(text) + '\n').c_str(), is_like_llvm() ? stdout : stderr);
}

void print_affinity(thread& self, const team& members, const hot_team* hot_team) {
  place_assignment where = members.places();
  where.team_size = members.size();  // also if threads are not bound
  if (is_like_llvm() || members.level() == 1) {
    const place_assignment before = std::exchange(self.displayed_affinity, where);
    const std::uint32_t level_before = std::exchange(self.displayed_level, members.level());
    if (before.team_size == where.team_size && level_before == members.level() &&
        same_places(before, where)) {
      return;
    }
  }
  const std::string format = affinity_format();
  for (std::uint32_t i = 0; i < members.size(); ++i) {
    affinity_fields fields = fields_of(
        members, i, is_binding_enabled() ? thread_place_of(where, i).place : thread_place::unbound);
    fields.os_thread = i == 0 ? own_os_thread() : os_thread_of(*hot_team, i);
    print_affinity_line(format_affinity(format, fields));
  }
}

}  // namespace nuthatch::openmp
