// SPDX-License-Identifier: Apache-2.0
#include "openmp/target/league.hpp"

#include <algorithm>
#include <limits>
#include <memory>

#include <nuthatch/detail/atomic.hpp>

#include "openmp/environment/start.hpp"
#include "openmp/target/initial_region.hpp"
#include "openmp/threads/own_controls.hpp"
#include "openmp/threads/thread.hpp"
#include "platform/first_value.hpp"

namespace nuthatch::openmp {

namespace {

struct shared_settings {
  // Relaxed: nothing is read because of them.
  detail::atomic<std::uint32_t> teams{static_cast<std::uint32_t>(chosen().teams)};
  detail::atomic<std::uint32_t> thread_limit{
      static_cast<std::uint32_t>(chosen().teams_thread_limit)};
};

shared_settings& shared() noexcept {
  static constinit platform::first_value<shared_settings> all;
  return all.any_get([] { return std::make_unique<shared_settings>(); });
}

std::uint32_t limit_of(std::uint32_t said, std::uint32_t otherwise) noexcept {
  constexpr std::uint32_t most = std::numeric_limits<std::int32_t>::max();
  constexpr auto unlimited = static_cast<std::uint32_t>(settings::unlimited);
  return said == 0 ? otherwise : said > most ? unlimited : said;
}

std::int32_t number_of(std::uint32_t teams) noexcept {
  constexpr std::uint32_t most = std::numeric_limits<std::int32_t>::max();
  return static_cast<std::int32_t>(std::clamp<std::uint32_t>(teams, 1, most));
}

}  // namespace

league_settings usual_league() noexcept {
  return {shared().teams.load(detail::memory_order_relaxed),
          shared().thread_limit.load(detail::memory_order_relaxed)};
}

void set_usual_teams(std::uint32_t teams) noexcept {
  shared().teams.store(teams, detail::memory_order_relaxed);
}

void set_usual_thread_limit(std::uint32_t limit) noexcept {
  shared().thread_limit.store(limit, detail::memory_order_relaxed);
}

void run_league(thread& self,
                const region_body& body,
                const league_request& wanted,
                std::uint32_t unsaid) noexcept {
  const league_settings usual = usual_league();
  controls says = *self.runs->says;
  says.thread_limit =
      limit_of(wanted.thread_limit, limit_of(usual.thread_limit, self.runs->says->thread_limit));
  says.league.teams = number_of(wanted.teams != 0  ? wanted.teams
                                : usual.teams != 0 ? usual.teams
                                                   : unsaid);
  for (says.league.team = 0; says.league.team < says.league.teams; ++says.league.team) {
    run_as_initial(self, body, says);
  }
}

void be_first_team(thread& self, std::uint32_t teams, std::uint32_t thread_limit) noexcept {
  controls& own = own_controls(self);
  own.thread_limit = limit_of(thread_limit, own.thread_limit);
  own.league = {.team = 0, .teams = number_of(teams)};
}

bool be_next_team(thread& self) noexcept {
  const league_place here = self.runs->says->league;
  if (here.team + 1 >= here.teams) {
    return false;
  }
  ++own_controls(self).league.team;
  return true;
}

}  // namespace nuthatch::openmp
