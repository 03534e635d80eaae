// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "openmp/threads/construct_requests.hpp"
#include "openmp/threads/hot_team.hpp"

namespace nuthatch::openmp {

struct thread;

/// What teams constructs have of which nothing is said. The program's, not a task's.
struct league_settings {
  std::uint32_t teams;         ///< 0: as the runtime sees fit
  std::uint32_t thread_limit;  ///< 0: that of the task
};

[[nodiscard]] league_settings default_teams() noexcept;
void set_default_teams(std::uint32_t teams) noexcept;
void set_default_thread_limit(std::uint32_t limit) noexcept;

/// Runs the function for each team, one after the other. Where nothing is said there are so many
/// teams `default_num_teams`.
void run_league(thread& self,
                const region_body& body,
                const teams_request& request,
                std::uint32_t default_num_teams) noexcept;

/// The calling task is the first team of so many, with a limit if that is not 0.
void enter_first_team(thread& self, std::uint32_t teams, std::uint32_t thread_limit) noexcept;

/// It is the next one. False if there is none.
[[nodiscard]] bool enter_next_team(thread& self) noexcept;

}  // namespace nuthatch::openmp
