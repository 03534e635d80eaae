// SPDX-License-Identifier: Apache-2.0

// Teams constructs, as GCC calls them, and routines for teams.

#include <cstdint>

#include "openmp/abi/fortran.hpp"
#include "openmp/model/thread.hpp"
#include "openmp/target/league.hpp"

namespace {

using nuthatch::openmp::as_int;
using nuthatch::openmp::default_teams;
using nuthatch::openmp::this_thread;

using function = void (*)(void*);

}  // namespace

/// A teams construct on the host.
NUTHATCH_EXPORTED void GOMP_teams_reg(
    function body, void* data, unsigned teams, unsigned thread_limit, unsigned /*flags*/) {
  constexpr unsigned default_num_teams = 3;  // libgomp's number, which programs may count on
  nuthatch::openmp::run_league(
      this_thread(), {body, data}, {teams, thread_limit}, default_num_teams);
}

// Teams constructs in target regions. Compiled code calls the next functions before each team.

/// GCC before 12 creates only one team.
NUTHATCH_EXPORTED void GOMP_teams(unsigned /*teams*/, unsigned thread_limit) {
  nuthatch::openmp::enter_first_team(this_thread(), 1, thread_limit);
}

NUTHATCH_EXPORTED bool GOMP_teams4(unsigned least,
                                   unsigned /*most*/,
                                   unsigned thread_limit,
                                   bool first) {
  if (!first) {
    return nuthatch::openmp::enter_next_team(this_thread());
  }
  nuthatch::openmp::enter_first_team(this_thread(), least, thread_limit);
  return true;
}

NUTHATCH_EXPORTED int omp_get_num_teams() {
  return this_thread().current_task->icvs->league.num_teams;
}

NUTHATCH_EXPORTED int omp_get_team_num() {
  return this_thread().current_task->icvs->league.team_num;
}

NUTHATCH_EXPORTED int omp_get_max_teams() {
  return as_int(default_teams().teams);
}

/// Ignores a negative number.
NUTHATCH_EXPORTED void omp_set_num_teams(int teams) {
  if (teams >= 0) {
    nuthatch::openmp::set_default_teams(static_cast<std::uint32_t>(teams));
  }
}

NUTHATCH_EXPORTED int omp_get_teams_thread_limit() {
  return as_int(default_teams().thread_limit);
}

NUTHATCH_EXPORTED void omp_set_teams_thread_limit(int limit) {
  if (limit >= 0) {
    nuthatch::openmp::set_default_thread_limit(static_cast<std::uint32_t>(limit));
  }
}

NUTHATCH_FORTRAN_QUERY(int, omp_get_num_teams)
NUTHATCH_FORTRAN_QUERY(int, omp_get_team_num)
NUTHATCH_FORTRAN_QUERY(int, omp_get_max_teams)
NUTHATCH_FORTRAN_QUERY(int, omp_get_teams_thread_limit)
NUTHATCH_FORTRAN_SETTER(omp_set_num_teams)
NUTHATCH_FORTRAN_SETTER(omp_set_teams_thread_limit)
