// SPDX-License-Identifier: Apache-2.0
#include "openmp/environment/environment.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "openmp/environment/affinity_format.hpp"
#include "openmp/environment/allocator_text.hpp"
#include "openmp/environment/env_parser.hpp"
#include "schedulers/registry.hpp"

namespace nuthatch::openmp {

namespace {

using text = env_parser;

// The routines of OpenMP return int.
constexpr std::uint64_t max_count = std::numeric_limits<std::int32_t>::max();

/// Parses a number. libgomp accepts a plus sign before it.
std::optional<std::uint64_t> take_number(text& from, peer made_for) {
  if (made_for == peer::libgomp) {
    from.take_plus();
  }
  return from.take_number();
}

/// Parses a number that is at least `least` and at most INT_MAX.
std::optional<std::uint64_t> take_count(text& from, std::uint64_t least, peer made_for) {
  const std::optional<std::uint64_t> number = take_number(from, made_for);
  return number && *number >= least && *number <= max_count ? number : std::nullopt;
}

/// Reads a count. LLVM's runtime replaces a number out of range by the nearest valid one.
template <std::uint64_t settings::* Field, std::uint64_t Least>
bool read_count(text& from, settings& into) {
  const std::optional<std::uint64_t> number = into.made_for == peer::llvm
                                                  ? take_number(from, into.made_for)
                                                  : take_count(from, Least, into.made_for);
  into.*Field = std::clamp(number.value_or(0), Least, max_count);
  return number.has_value();
}

/// Parses one of the keywords. If there is none, `into` keeps its value.
template <class Value, std::size_t N>
bool take_one_of(text& from, const keywords<Value, N>& words, Value& into) {
  const std::optional<Value> found = from.take_one_of(words);
  into = found.value_or(into);
  return found.has_value();
}

constexpr keywords<bool, 2> truths{{{"true", true}, {"false", false}}};

// The boolean words of Nuthatch's other variables, and OpenMP's.
constexpr keywords<bool, 4> flags{{{"1", true}, {"0", false}, {"true", true}, {"false", false}}};

// LLVM's runtime also accepts these words, and t and f between points: .true., .f.
constexpr keywords<bool, 14> truths_of_llvm{{{"true", true},
                                             {"t", true},
                                             {"yes", true},
                                             {"y", true},
                                             {"on", true},
                                             {"enabled", true},
                                             {"1", true},
                                             {"false", false},
                                             {"f", false},
                                             {"no", false},
                                             {"n", false},
                                             {"off", false},
                                             {"disabled", false},
                                             {"0", false}}};

bool take_truth(text& from, peer made_for, bool& into) {
  if (made_for != peer::llvm) {
    return take_one_of(from, truths, into);
  }
  const bool begins_with_point = from.take('.');
  return take_one_of(from, truths_of_llvm, into) && (!begins_with_point || from.take('.'));
}

template <bool settings::* Field>
bool read_truth(text& from, settings& into) {
  return take_truth(from, into.made_for, into.*Field);
}

template <bool settings::* Field>
bool read_flag(text& from, settings& into) {
  return take_one_of(from, flags, into.*Field);
}

/// Reads OMP_NUM_THREADS. LLVM's runtime reads 0 as 1, and ignores a trailing comma.
bool read_threads(text& from, settings& into) {
  const bool is_llvm = into.made_for == peer::llvm;
  into.nthreads.clear();
  do {
    const std::optional<std::uint64_t> number = take_count(from, is_llvm ? 0 : 1, into.made_for);
    if (!number || *number > settings::max_threads) {
      return false;
    }
    into.nthreads.push_back(std::max<std::uint64_t>(*number, 1));
  } while (from.take(',') && !(is_llvm && from.empty()));
  return true;
}

/// The chunk size of a value that is valid except for its range. libgomp keeps the chunk size of
/// auto, and LLVM's runtime reads 0 as 1; neither uses the chunk size of auto.
std::uint64_t effective_chunk(schedule_kind kind,
                              std::optional<std::uint64_t> given,
                              peer made_for) {
  if (kind == schedule_kind::automatic && made_for == peer::llvm) {
    return 1;
  }
  const bool has_default = kind != schedule_kind::static_ || (given && made_for == peer::llvm);
  return std::max<std::uint64_t>(given.value_or(0), has_default ? 1 : 0);
}

bool read_schedule(text& from, settings& into) {
  static constexpr keywords<schedule_kind, 4> kinds{{{"static", schedule_kind::static_},
                                                     {"dynamic", schedule_kind::dynamic},
                                                     {"guided", schedule_kind::guided},
                                                     {"auto", schedule_kind::automatic}}};
  loop_schedule schedule;
  const bool monotonic = from.take_word("monotonic");
  if ((monotonic || from.take_word("nonmonotonic")) && !from.take(':')) {
    return false;
  }
  if (!take_one_of(from, kinds, schedule.kind)) {
    return false;
  }
  schedule.monotonic = monotonic;
  std::optional<std::uint64_t> chunk;
  if (from.take(',')) {
    chunk = take_count(from, 0, into.made_for);
    if (!chunk) {
      return false;
    }
  }
  schedule.chunk_size = effective_chunk(schedule.kind, chunk, into.made_for);
  into.run_sched = schedule;
  return true;
}

/// Reads OMP_MAX_ACTIVE_LEVELS. libgomp accepts any number and clamps it.
bool read_levels(text& from, settings& into) {
  const std::optional<std::uint64_t> number = into.made_for == peer::libgomp
                                                  ? take_number(from, into.made_for)
                                                  : take_count(from, 0, into.made_for);
  into.max_active_levels = std::min(number.value_or(0), settings::max_levels(into.made_for));
  return number.has_value();
}

bool read_nested(text& from, settings& into) {
  bool nests = false;
  const bool is_right = take_truth(from, into.made_for, nests);
  into.nested = nests;
  return is_right;
}

/// Reads OMP_PROC_BIND. LLVM's runtime also accepts the numbers of omp_proc_bind_t. Its
/// omp_get_proc_bind() returns spread if the value is true.
bool read_proc_bind(text& from, settings& into) {
  static constexpr keywords<proc_bind, 4> policies{{{"primary", proc_bind::primary},
                                                    {"master", proc_bind::primary},
                                                    {"close", proc_bind::close},
                                                    {"spread", proc_bind::spread}}};
  static constexpr keywords<proc_bind, 3> policies_of_llvm{
      {{"2", proc_bind::primary}, {"3", proc_bind::close}, {"4", proc_bind::spread}}};
  static constexpr keywords<proc_bind, 2> any_or_none{
      {{"true", proc_bind::true_}, {"false", proc_bind::false_}}};
  static constexpr keywords<proc_bind, 5> any_or_none_of_llvm{{{"true", proc_bind::spread},
                                                               {"1", proc_bind::spread},
                                                               {"false", proc_bind::false_},
                                                               {"0", proc_bind::false_},
                                                               {"disabled", proc_bind::false_}}};
  const bool is_llvm = into.made_for == peer::llvm;
  proc_bind one{};
  if (is_llvm ? take_one_of(from, any_or_none_of_llvm, one) : take_one_of(from, any_or_none, one)) {
    into.proc_bind = {one};
    return true;
  }
  into.proc_bind.clear();
  do {
    if (!take_one_of(from, policies, one) &&
        !(is_llvm && take_one_of(from, policies_of_llvm, one))) {
      return false;
    }
    into.proc_bind.push_back(one);
  } while (from.take(','));
  return true;
}

bool take_requested_places(std::optional<places_value> found, const char* name, settings& into) {
  into.requested = std::move(found);
  into.source_variable = name;
  return into.requested.has_value();
}

constexpr const char* places_variable = "OMP_PLACES";
constexpr const char* cpus_variable = "GOMP_CPU_AFFINITY";

bool read_requested_places(text& from, settings& into) {
  return take_requested_places(read_places(from.take_rest()), places_variable, into);
}

bool read_requested_cpus(text& from, settings& into) {
  std::optional<place_list> cpus = read_cpu_affinity(from.take_rest());
  return cpus && take_requested_places(places_value{*std::move(cpus), {}}, cpus_variable, into);
}

/// Parses a size in bytes. Without a unit, the number is shifted by `WithoutUnit` bits.
template <unsigned WithoutUnit>
bool read_stack(text& from, settings& into) {
  static constexpr keywords<unsigned, 4> units{{{"b", 0}, {"k", 10}, {"m", 20}, {"g", 30}}};
  constexpr std::uint64_t least = std::uint64_t{16} << 10U;
  const std::optional<std::uint64_t> number = from.take_number();
  unsigned shift = WithoutUnit;
  if (!number || (!from.empty() && !take_one_of(from, units, shift)) ||
      *number > std::numeric_limits<std::uint64_t>::max() >> shift) {
    return false;
  }
  into.stack_bytes = *number << shift;
  return into.stack_bytes >= least;
}

bool read_wait_policy(text& from, settings& into) {
  static constexpr keywords<wait_policy, 2> words{
      {{"active", wait_policy::active}, {"passive", wait_policy::passive}}};
  return take_one_of(from, words, into.wait_policy);
}

bool read_spins(text& from, settings& into) {
  static constexpr keywords<std::uint64_t, 2> words{
      {{"infinite", settings::always}, {"infinity", settings::always}}};
  static constexpr keywords<std::uint64_t, 4> units{
      {{"k", 1'000}, {"m", 1'000'000}, {"g", 1'000'000'000}, {"t", 1'000'000'000'000}}};
  into.spins_requested = true;
  if (take_one_of(from, words, into.spins)) {
    return true;
  }
  const std::optional<std::uint64_t> number = from.take_number();
  std::uint64_t unit = 1;
  if (!number || (!from.empty() && !take_one_of(from, units, unit)) ||
      *number > settings::always / unit) {
    return false;
  }
  into.spins = *number * unit;
  return true;
}

bool read_offload(text& from, settings& into) {
  static constexpr keywords<offload, 3> words{{{"default", offload::default_},
                                               {"mandatory", offload::mandatory},
                                               {"disabled", offload::disabled}}};
  return take_one_of(from, words, into.target);
}

bool read_env_display(text& from, settings& into) {
  static constexpr keywords<env_display, 5> words{{{"false", env_display::off},
                                                   {"0", env_display::off},
                                                   {"true", env_display::standard},
                                                   {"1", env_display::standard},
                                                   {"verbose", env_display::all}}};
  return take_one_of(from, words, into.display_env);
}

bool read_scheduler(text& from, settings& into) {
  static constexpr keywords<const char*, 3> names{{{"shepherd_ws", "shepherd_ws"},
                                                   {"shepherd_mts", "shepherd_mts"},
                                                   {"shepherd_cq", "shepherd_cq"}}};
  const char* found = "";
  const bool is_one = take_one_of(from, names, found);
  into.scheduler = found;
  return is_one;
}

struct variable {
  const char* name;
  const char* valid;  // the valid values, for messages
  bool (*read)(text& from, settings& into);
};

// The schedulers are those of Nuthatch's own runtimes, which have more of them.
constexpr const char* scheduler_variable = "NUTHATCH_SCHEDULER";
constexpr const char* truth = "true or false";
constexpr const char* size = "a size of 16K or more, as 512K, 4M or 1G; kilobytes without a unit";

static_assert(settings::max_threads == 32'767);
constexpr const char* threads = "numbers of threads from 1 to 32767, with commas";

// If two variables set the same value, the later one in the list takes precedence.
constexpr std::array variables{
    variable{"OMP_NUM_THREADS", threads, read_threads},
    variable{"OMP_SCHEDULE",
             "static, dynamic, guided or auto, perhaps with monotonic: or nonmonotonic: before it, "
             "and a chunk behind it, as in dynamic,4",
             read_schedule},
    variable{"OMP_DYNAMIC", truth, read_truth<&settings::dynamic>},
    variable{"OMP_CANCELLATION", truth, read_truth<&settings::cancellation>},
    variable{"OMP_THREAD_LIMIT", "a number, 1 or more", read_count<&settings::thread_limit, 1>},
    variable{
        "OMP_PROC_BIND", "true, false, or primary, close and spread with commas", read_proc_bind},
    variable{
        cpus_variable, "numbers of cpus and ranges of them, as in 0 3 4-15:2", read_requested_cpus},
    variable{places_variable,
             "threads, cores, ll_caches, numa_domains or sockets, or places with commas, as in "
             "{0,1},{2,3} or {0:2}:4:2",
             read_requested_places},
    variable{"GOMP_STACKSIZE", size, read_stack<10>},
    variable{"OMP_STACKSIZE", size, read_stack<10>},
    variable{"OMP_WAIT_POLICY", "active or passive", read_wait_policy},
    variable{"GOMP_SPINCOUNT", "a number, perhaps with k, M, G or T, or infinite", read_spins},
    variable{"OMP_MAX_TASK_PRIORITY", "a number", read_count<&settings::max_task_priority, 0>},
    variable{"OMP_DEFAULT_DEVICE", "a number", read_count<&settings::default_device, 0>},
    variable{"OMP_NUM_TEAMS", "a number, 1 or more", read_count<&settings::num_teams, 1>},
    variable{"OMP_TEAMS_THREAD_LIMIT",
             "a number, 1 or more",
             read_count<&settings::teams_thread_limit, 1>},
    variable{"OMP_ALLOCATOR",
             "a predefined allocator, or a memory space, perhaps with traits, as in "
             "omp_default_mem_space:alignment=64,pinned=true",
             read_allocator},
    variable{"OMP_TARGET_OFFLOAD", "default, mandatory or disabled", read_offload},
    variable{"OMP_DISPLAY_AFFINITY", truth, read_truth<&settings::displays_affinity>},
    variable{scheduler_variable, "shepherd_ws, shepherd_mts or shepherd_cq", read_scheduler},
    variable{"NUTHATCH_OMP_STATS", "0 or 1", read_flag<&settings::prints_statistics>},
    variable{"OMP_DISPLAY_ENV", "true, false or verbose", read_env_display},
};

/// Parses how long a waiting thread spins before it sleeps: a time, in milliseconds unless it has a
/// unit, or infinite.
bool read_blocktime(text& from, settings& into) {
  static constexpr keywords<std::uint64_t, 2> words{
      {{"infinite", settings::always}, {"infinity", settings::always}}};
  static constexpr keywords<std::uint64_t, 2> per_milliseconds{{{"ms", 1}, {"us", 1'000}}};
  constexpr std::uint64_t spins_per_millisecond = 25'000;  // a spin takes about 40 nanoseconds
  constexpr std::uint64_t most = std::numeric_limits<std::int32_t>::max();
  into.spins_requested = true;
  into.spins = settings::always;
  into.block_milliseconds = settings::always;
  if (from.take_one_of(words)) {
    return true;
  }
  const std::optional<std::uint64_t> number = from.take_number();
  std::uint64_t parts = 1;
  if (!number || *number > most || (!from.empty() && !take_one_of(from, per_milliseconds, parts))) {
    return false;
  }
  into.spins = *number * spins_per_millisecond / parts;
  into.block_milliseconds = *number / parts;
  return true;
}

bool read_affinity(text& from, settings& into) {
  std::optional<kmp_affinity> found = read_kmp_affinity(from.take_rest());
  const bool is_right = found.has_value();
  into.affinity = std::move(found).value_or(kmp_affinity());
  return is_right;
}

bool read_subset(text& from, settings& into) {
  std::optional<machine_subset> found = read_machine_subset(from.take_rest());
  const bool is_right = found.has_value();
  into.subset = std::move(found).value_or(machine_subset());
  return is_right;
}

// The variables of LLVM's runtime. OpenMP's own are read afterwards.
constexpr std::array llvm_variables{
    variable{"KMP_STACKSIZE",
             "a size of 16K or more, as 512K, 4M or 1G; bytes without a unit",
             read_stack<0>},
    variable{"KMP_ALL_THREADS",  // the older name
             "a number, 1 or more",
             read_count<&settings::device_thread_limit, 1>},
    variable{"KMP_DEVICE_THREAD_LIMIT",
             "a number, 1 or more",
             read_count<&settings::device_thread_limit, 1>},
    variable{"KMP_AFFINITY",
             "none, compact, scatter, balanced or explicit, perhaps with modifiers before it and "
             "numbers behind it, as in granularity=fine,compact,1,0",
             read_affinity},
    variable{"KMP_HW_SUBSET",
             "numbers of sockets, cores and threads, as in 1s,4c,1t or 2c@1",
             read_subset},
    variable{
        "KMP_BLOCKTIME", "a number of milliseconds, a time as 50us, or infinite", read_blocktime},
};

bool nested_by_default(const settings& settings) {
  return settings.nthreads.size() > 1 || settings.proc_bind.size() > 1;
}

class reader {
 public:
  reader(const environment& from, std::vector<std::string>& warnings)
      : from_(from),
        warnings_(warnings) {}

  /// Reads a variable if it is set and valid.
  void read(const variable& one, settings& into) {
    const char* const value = from_(one.name);
    const bool is_ours = std::string_view(one.name).starts_with("NUTHATCH_");
    if (value == nullptr || (is_ours && *value == '\0')) {
      return;
    }
    settings changed = into;
    text left(value);
    if (one.read(left, changed) && left.empty()) {
      into = std::move(changed);
    } else if (std::string_view(one.name) == scheduler_variable &&
               scheduling::find(value) != nullptr) {
      warnings_.push_back(std::string(one.name) + ": OpenMP's tasks can have " + one.valid +
                          ", not \"" + value + "\"; they have their default");
    } else {
      add_warning(one.name, value, one.valid);
    }
  }

  /// Reads OMP_AFFINITY_FORMAT. Blanks at the ends belong to the value.
  void read_affinity_format(settings& into) {
    static constexpr const char* name = "OMP_AFFINITY_FORMAT";
    const char* const value = from_(name);
    if (value == nullptr) {
      return;
    }
    if (is_affinity_format(value, into.made_for)) {
      into.affinity_format = value;
    } else {
      add_warning(name, value, "a text with fields as %n, %{thread_num} or %0.5i");
    }
  }

 private:
  void add_warning(const char* name, const char* value, const char* right) {
    warnings_.push_back(std::string(name) + ": \"" + value + "\" is not " + right + "; ignored");
  }

  const environment& from_;
  std::vector<std::string>& warnings_;
};

}  // namespace

settings read_environment(const environment& from,
                          std::vector<std::string>& warnings,
                          peer made_for) {
  settings settings;
  settings.made_for = made_for;
  reader all(from, warnings);
  if (made_for == peer::llvm) {
    settings.run_sched = {.kind = schedule_kind::static_, .chunk_size = 0};
    settings.affinity_format = "OMP: pid %P tid %i thread %n bound to OS proc set {%A}";
    for (const variable& each : llvm_variables) {
      all.read(each, settings);
    }
  }
  for (const variable& each : variables) {
    all.read(each, settings);
  }
  static constexpr variable levels{"OMP_MAX_ACTIVE_LEVELS", "a number", read_levels};
  static constexpr variable nested{"OMP_NESTED", truth, read_nested};
  all.read(nested, settings);
  const bool nests = settings.nested.value_or(nested_by_default(settings));
  settings.max_active_levels = nests ? settings::max_levels(made_for) : 1;
  all.read(levels, settings);
  if (made_for == peer::llvm && settings.nested == false) {  // it overrides levels there
    settings.max_active_levels = 1;
  }
  settings.thread_limit = std::min(settings.thread_limit, settings.device_thread_limit);
  all.read_affinity_format(settings);
  return settings;
}

}  // namespace nuthatch::openmp
