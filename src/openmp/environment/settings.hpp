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

/// The kind of a loop schedule, numbered as in omp_sched_t.
// NOLINTNEXTLINE(readability-identifier-naming): `static` is taken
enum class schedule_kind : std::uint8_t { static_ = 1, dynamic = 2, guided = 3, automatic = 4 };

struct loop_schedule {
  schedule_kind kind = schedule_kind::dynamic;
  std::uint64_t chunk_size = 1;  // 0: not given
  bool monotonic = false;

  friend bool operator==(const loop_schedule&, const loop_schedule&) = default;
};

/// The affinity policy of a team, numbered as in omp_proc_bind_t.
// NOLINTNEXTLINE(readability-identifier-naming): `false` and `true` are taken
enum class proc_bind : std::uint8_t { false_ = 0, true_ = 1, primary = 2, close = 3, spread = 4 };

enum class wait_policy : std::uint8_t { unset, active, passive };

// NOLINTNEXTLINE(readability-identifier-naming): `default` is taken
enum class offload : std::uint8_t { default_, mandatory, disabled };

enum class env_display : std::uint8_t { off, standard, all };

/// The runtimes that this library replaces. Implementation-defined behavior is that of the runtime
/// that the program was linked with.
enum class peer : std::uint8_t { libgomp, llvm };

/// The values of the environment variables, or their defaults. Many of them are initial values of
/// ICVs.
struct settings {
  static constexpr std::uint64_t unlimited = std::numeric_limits<std::uint32_t>::max();

  static constexpr std::uint64_t max_levels(peer made_for) {
    return made_for == peer::llvm ? std::numeric_limits<std::int32_t>::max() : 255;
  }

  static constexpr std::uint32_t max_threads = 32'767;  // per region
  static constexpr std::uint64_t always = std::numeric_limits<std::uint64_t>::max();

  std::vector<std::uint64_t> nthreads;       // by level; empty: as many as CPUs
  std::vector<openmp::proc_bind> proc_bind;  // by level; empty: not set
  std::optional<places_value> requested;     // by the variable source_variable
  const char* source_variable = nullptr;
  kmp_affinity affinity;                           // KMP_AFFINITY, which overrides `requested`
  machine_subset subset;                           // KMP_HW_SUBSET: the part of the machine in use
  place_list places;                               // the place list; empty: threads are not bound
  std::optional<platform::cpu_set> unbound_place;  // the place that LLVM's runtime reports then
  loop_schedule run_sched;                         // for schedule(runtime)
  bool dynamic = false;
  bool cancellation = false;
  std::optional<bool> nested;  // OMP_NESTED, which is older than max-active-levels-var
  std::uint64_t max_active_levels = 1;
  std::uint64_t thread_limit = unlimited;
  std::uint64_t device_thread_limit = unlimited;  // KMP_DEVICE_THREAD_LIMIT
  std::uint64_t stack_bytes = 0;                  // 0: the system's default
  openmp::wait_policy wait_policy = openmp::wait_policy::unset;
  std::uint64_t spins = always;  // spins before sleep; meaningless unless spins_requested
  bool spins_requested = false;
  std::uint64_t max_task_priority = 0;  // the highest valid priority
  std::uint64_t default_device = 0;
  std::uint64_t num_teams = 0;  // 0: not set
  std::uint64_t teams_thread_limit = 0;
  allocator_handle allocator = default_memory;  // predefined; ignored if there are `traits`
  std::optional<allocator_traits> traits;       // of the default allocator
  offload target = offload::default_;
  peer made_for = peer::libgomp;
  std::optional<std::uint64_t> block_milliseconds;  // KMP_BLOCKTIME; always: infinite
  bool displays_affinity = false;
  std::string affinity_format = "level %L thread %i affinity %A";
  env_display display_env = env_display::off;
  std::string scheduler;  // of tasks; empty: not set
  bool prints_statistics = false;
};

}  // namespace nuthatch::openmp
