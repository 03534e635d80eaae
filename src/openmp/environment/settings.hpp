// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "openmp/environment/kmp_affinity.hpp"
#include "openmp/environment/place_list.hpp"
#include "openmp/memory/allocator_traits.hpp"

namespace nuthatch::openmp {

/// How the iterations of a loop are assigned, as omp_sched_t numbers it; `monotonic` is its bit.
// NOLINTNEXTLINE(readability-identifier-naming): `static` is taken
enum class schedule_kind : std::uint8_t { static_ = 1, dynamic = 2, guided = 3, automatic = 4 };

struct loop_schedule {
  schedule_kind kind = schedule_kind::dynamic;
  std::uint64_t chunk_size = 1;  // 0: none is said
  bool monotonic = false;

  friend bool operator==(const loop_schedule&, const loop_schedule&) = default;
};

/// Where the threads of a team are put, as omp_proc_bind_t numbers it.
enum class proc_bind : std::uint8_t { false_ = 0, true_ = 1, primary = 2, close = 3, spread = 4 };

enum class wait_policy : std::uint8_t { unset, active, passive };

enum class offload : std::uint8_t { default_, mandatory, disabled };

enum class env_display : std::uint8_t { off, standard, all };

/// The runtimes in whose place this one is loaded. Where the standard leaves something to the
/// runtime, a program finds what it finds with the runtime that it was linked with.
enum class peer : std::uint8_t { libgomp, llvm };

/// What the environment says, or else what holds if it says nothing. OpenMP calls these internal
/// control variables.
struct settings {
  static constexpr std::uint64_t unlimited = std::numeric_limits<std::uint32_t>::max();
  static constexpr std::uint64_t max_levels = 255;
  static constexpr std::uint32_t max_threads = 32'767;  // of a region
  static constexpr std::uint64_t always = std::numeric_limits<std::uint64_t>::max();

  std::vector<std::uint64_t> nthreads;       // by level; empty: as many as there are cpus
  std::vector<openmp::proc_bind> proc_bind;  // by level; empty: nothing is said
  std::optional<places_value> requested;     // by a variable, of that name:
  const char* source_variable = nullptr;
  kmp_affinity affinity;    // KMP_AFFINITY, which goes before what is said
  machine_subset subset;    // KMP_HW_SUBSET: the rest of the machine is left out
  place_list places;        // to which threads are bound; empty: they are not
  loop_schedule run_sched;  // of those that say schedule(runtime)
  bool dynamic = false;
  bool cancellation = false;
  std::uint64_t max_active_levels = 1;
  std::uint64_t thread_limit = unlimited;
  std::uint64_t stack_bytes = 0;  // 0: as the system says
  openmp::wait_policy wait_policy = openmp::wait_policy::unset;
  std::uint64_t spins = always;  // looks before sleep; meaningless unless spins_requested
  bool spins_requested = false;
  std::uint64_t max_task_priority = 0;  // the highest
  std::uint64_t default_device = 0;
  std::uint64_t num_teams = 0;  // 0: nothing is said
  std::uint64_t teams_thread_limit = 0;
  allocator_handle allocator = default_memory;  // a predefined one; meaningless if there are
  std::optional<allocator_traits> traits;       // of the default one
  offload target = offload::default_;
  peer made_for = peer::libgomp;
  std::optional<std::uint64_t> block_milliseconds;  // KMP_BLOCKTIME; always: it is infinite
  bool displays_affinity = false;
  std::string affinity_format = "level %L thread %i affinity %A";
  env_display display_env = env_display::off;
  std::string scheduler;  // of tasks; empty: nothing is said
  bool prints_statistics = false;
};

}  // namespace nuthatch::openmp
