// SPDX-License-Identifier: Apache-2.0
#include "openmp/environment/environment.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "openmp/environment/affinity_format.hpp"
#include "openmp/environment/allocator_text.hpp"
#include "openmp/environment/environment_text.hpp"
#include "schedulers/registry.hpp"

namespace nuthatch::openmp {

namespace {

using text = environment_text;

/// A number of at least that much, and at most what an int can hold, as OpenMP's functions return.
std::optional<std::uint64_t> take_count(text& from, std::uint64_t least) {
  constexpr std::uint64_t most = std::numeric_limits<std::int32_t>::max();
  const std::optional<std::uint64_t> number = from.take_number();
  return number && *number >= least && *number <= most ? number : std::nullopt;
}

template <std::uint64_t settings::* Field, std::uint64_t Least>
bool read_count(text& from, settings& into) {
  const std::optional<std::uint64_t> number = take_count(from, Least);
  into.*Field = number.value_or(0);
  return number.has_value();
}

/// One of some words. If it is none of them, `into` stays.
template <class Value, std::size_t N>
bool take_one_of(text& from, const words_for<Value, N>& words, Value& into) {
  const std::optional<Value> found = from.take_one_of(words);
  into = found.value_or(into);
  return found.has_value();
}

constexpr words_for<bool, 2> truths{{{"true", true}, {"false", false}}};

// As the other variables of Nuthatch, and as OpenMP's.
constexpr words_for<bool, 4> flags{{{"1", true}, {"0", false}, {"true", true}, {"false", false}}};

// LLVM's runtime takes these as well. It takes t and f between points, too: .true., .f.
constexpr words_for<bool, 12> truths_of_llvm{{{"true", true},
                                              {"t", true},
                                              {"yes", true},
                                              {"y", true},
                                              {"on", true},
                                              {"1", true},
                                              {"false", false},
                                              {"f", false},
                                              {"no", false},
                                              {"n", false},
                                              {"off", false},
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

bool read_threads(text& from, settings& into) {
  into.threads.clear();
  do {
    const std::optional<std::uint64_t> number = take_count(from, 1);
    if (!number || *number > settings::most_threads) {
      return false;
    }
    into.threads.push_back(*number);
  } while (from.take(','));
  return true;
}

bool read_schedule(text& from, settings& into) {
  static constexpr words_for<schedule_kind, 4> kinds{{{"static", schedule_kind::static_},
                                                      {"dynamic", schedule_kind::dynamic},
                                                      {"guided", schedule_kind::guided},
                                                      {"auto", schedule_kind::automatic}}};
  loop_schedule found;
  const bool monotonic = from.take_word("monotonic");
  if ((monotonic || from.take_word("nonmonotonic")) && !from.take(':')) {
    return false;
  }
  if (!take_one_of(from, kinds, found.kind)) {
    return false;
  }
  const bool dealt_out =
      found.kind == schedule_kind::dynamic || found.kind == schedule_kind::guided;
  found.monotonic = monotonic;
  found.chunk = 0;
  if (from.take(',')) {
    const std::optional<std::uint64_t> chunk = take_count(from, 0);
    if (!chunk || found.kind == schedule_kind::automatic) {
      return false;
    }
    found.chunk = *chunk;
  }
  found.chunk = dealt_out ? std::max<std::uint64_t>(found.chunk, 1) : found.chunk;
  into.of_loops = found;
  return true;
}

bool read_binding(text& from, settings& into) {
  static constexpr words_for<binding, 4> places{{{"primary", binding::primary},
                                                 {"master", binding::primary},
                                                 {"close", binding::close},
                                                 {"spread", binding::spread}}};
  static constexpr words_for<binding, 2> any_or_none{
      {{"true", binding::any}, {"false", binding::none}}};
  binding one{};
  if (take_one_of(from, any_or_none, one)) {
    into.bindings = {one};
    return true;
  }
  into.bindings.clear();
  do {
    if (!take_one_of(from, places, one)) {
      return false;
    }
    into.bindings.push_back(one);
  } while (from.take(','));
  return true;
}

bool take_said_places(std::optional<said_places> found, const char* name, settings& into) {
  into.said = std::move(found);
  into.said_in = name;
  return into.said.has_value();
}

constexpr const char* places_variable = "OMP_PLACES";
constexpr const char* cpus_variable = "GOMP_CPU_AFFINITY";

bool read_said_places(text& from, settings& into) {
  return take_said_places(read_places(from.take_rest()), places_variable, into);
}

bool read_said_cpus(text& from, settings& into) {
  std::optional<place_list> cpus = read_cpu_affinity(from.take_rest());
  return cpus && take_said_places(said_places{*std::move(cpus), {}}, cpus_variable, into);
}

/// A size in bytes. Without a unit it is shifted by so many bits.
template <unsigned WithoutUnit>
bool read_stack(text& from, settings& into) {
  static constexpr words_for<unsigned, 4> units{{{"b", 0}, {"k", 10}, {"m", 20}, {"g", 30}}};
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
  static constexpr words_for<wait_policy, 2> words{
      {{"active", wait_policy::active}, {"passive", wait_policy::passive}}};
  return take_one_of(from, words, into.waiting);
}

bool read_spins(text& from, settings& into) {
  static constexpr words_for<std::uint64_t, 2> words{
      {{"infinite", settings::always}, {"infinity", settings::always}}};
  static constexpr words_for<std::uint64_t, 4> units{
      {{"k", 1'000}, {"m", 1'000'000}, {"g", 1'000'000'000}, {"t", 1'000'000'000'000}}};
  into.spins_said = true;
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
  static constexpr words_for<offload, 3> words{{{"default", offload::as_it_may},
                                                {"mandatory", offload::mandatory},
                                                {"disabled", offload::disabled}}};
  return take_one_of(from, words, into.target);
}

bool read_shown(text& from, settings& into) {
  static constexpr words_for<shown, 5> words{{{"false", shown::nothing},
                                              {"0", shown::nothing},
                                              {"true", shown::what_openmp_has},
                                              {"1", shown::what_openmp_has},
                                              {"verbose", shown::all}}};
  return take_one_of(from, words, into.shows);
}

bool read_scheduler(text& from, settings& into) {
  static constexpr words_for<const char*, 3> names{{{"shepherd_ws", "shepherd_ws"},
                                                    {"shepherd_mts", "shepherd_mts"},
                                                    {"shepherd_cq", "shepherd_cq"}}};
  const char* found = "";
  const bool is_one = take_one_of(from, names, found);
  into.scheduler = found;
  return is_one;
}

struct variable {
  const char* name;
  const char* right;  // what it may be
  bool (*read)(text& from, settings& into);
};

// That of Nuthatch's own runtimes, which have more of them.
constexpr const char* scheduler_variable = "NUTHATCH_SCHEDULER";
constexpr const char* truth = "true or false";
constexpr const char* size = "a size of 16K or more, as 512K, 4M or 1G; kilobytes without a unit";

static_assert(settings::most_threads == 32'767);
constexpr const char* threads = "numbers of threads from 1 to 32767, with commas";

// Of two that say the same the later one counts.
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
        "OMP_PROC_BIND", "true, false, or primary, close and spread with commas", read_binding},
    variable{cpus_variable, "numbers of cpus and ranges of them, as in 0 3 4-15:2", read_said_cpus},
    variable{places_variable,
             "threads, cores, ll_caches, numa_domains or sockets, or places with commas, as in "
             "{0,1},{2,3} or {0:2}:4:2",
             read_said_places},
    variable{"GOMP_STACKSIZE", size, read_stack<10>},
    variable{"OMP_STACKSIZE", size, read_stack<10>},
    variable{"OMP_WAIT_POLICY", "active or passive", read_wait_policy},
    variable{"GOMP_SPINCOUNT", "a number, perhaps with k, M, G or T, or infinite", read_spins},
    variable{"OMP_MAX_TASK_PRIORITY", "a number", read_count<&settings::task_priority, 0>},
    variable{"OMP_DEFAULT_DEVICE", "a number", read_count<&settings::default_device, 0>},
    variable{"OMP_NUM_TEAMS", "a number, 1 or more", read_count<&settings::teams, 1>},
    variable{"OMP_TEAMS_THREAD_LIMIT",
             "a number, 1 or more",
             read_count<&settings::teams_thread_limit, 1>},
    variable{"OMP_ALLOCATOR",
             "a predefined allocator, or a memory space, perhaps with traits, as in "
             "omp_default_mem_space:alignment=64,pinned=true",
             read_allocator},
    variable{"OMP_TARGET_OFFLOAD", "default, mandatory or disabled", read_offload},
    variable{"OMP_DISPLAY_AFFINITY", truth, read_truth<&settings::shows_affinity>},
    variable{scheduler_variable, "shepherd_ws, shepherd_mts or shepherd_cq", read_scheduler},
    variable{"NUTHATCH_OMP_STATS", "0 or 1", read_flag<&settings::shows_statistics>},
    variable{"OMP_DISPLAY_ENV", "true, false or verbose", read_shown},
};

/// A time in milliseconds unless it has a unit, or infinite. It is the one in which a thread that
/// waits looks for work before it sleeps.
bool read_blocktime(text& from, settings& into) {
  static constexpr words_for<std::uint64_t, 2> words{
      {{"infinite", settings::always}, {"infinity", settings::always}}};
  static constexpr words_for<std::uint64_t, 2> per_milliseconds{{{"ms", 1}, {"us", 1'000}}};
  constexpr std::uint64_t looks_per_millisecond = 25'000;  // a look takes about 40 nanoseconds
  constexpr std::uint64_t most = std::numeric_limits<std::int32_t>::max();
  into.spins_said = true;
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
  into.spins = *number * looks_per_millisecond / parts;
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

// Those of LLVM's runtime. OpenMP's own come after them.
constexpr std::array llvm_variables{
    variable{"KMP_STACKSIZE",
             "a size of 16K or more, as 512K, 4M or 1G; bytes without a unit",
             read_stack<0>},
    variable{
        "KMP_DEVICE_THREAD_LIMIT", "a number, 1 or more", read_count<&settings::thread_limit, 1>},
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

bool nested_by_default(const settings& found) {
  return found.threads.size() > 1 || found.bindings.size() > 1;
}

class reader {
 public:
  reader(const environment& from, std::vector<std::string>& wrong) : from_(from), wrong_(wrong) {}

  /// Takes what a variable says, if there is such a one and it is right.
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
      wrong_.push_back(std::string(one.name) + ": OpenMP's tasks can have " + one.right +
                       ", not \"" + value + "\"; they have their default");
    } else {
      add_wrong(one.name, value, one.right);
    }
  }

  /// Blanks at its ends are parts of it.
  void read_affinity_format(settings& into) {
    static constexpr const char* name = "OMP_AFFINITY_FORMAT";
    const char* const value = from_(name);
    if (value == nullptr) {
      return;
    }
    if (is_affinity_format(value, into.made_for)) {
      into.affinity_format = value;
    } else {
      add_wrong(name, value, "a text with fields as %n, %{thread_num} or %0.5i");
    }
  }

 private:
  void add_wrong(const char* name, const char* value, const char* right) {
    wrong_.push_back(std::string(name) + ": \"" + value + "\" is not " + right + "; ignored");
  }

  const environment& from_;
  std::vector<std::string>& wrong_;
};

}  // namespace

settings read_environment(const environment& from, std::vector<std::string>& wrong, peer made_for) {
  settings found;
  found.made_for = made_for;
  reader all(from, wrong);
  if (made_for == peer::llvm) {
    found.of_loops = {.kind = schedule_kind::static_, .chunk = 0};
    found.affinity_format = "OMP: pid %P tid %i thread %n bound to OS proc set {%A}";
    for (const variable& each : llvm_variables) {
      all.read(each, found);
    }
  }
  for (const variable& each : variables) {
    all.read(each, found);
  }
  // OMP_NESTED is what programs had before there were levels.
  static constexpr variable levels{
      "OMP_MAX_ACTIVE_LEVELS", "a number", read_count<&settings::active_levels, 0>};
  static constexpr variable nested{"OMP_NESTED", truth, [](text& of, settings& into) {
                                     bool nests = false;
                                     if (!take_truth(of, into.made_for, nests)) {
                                       return false;
                                     }
                                     into.active_levels = nests ? settings::most_levels : 1;
                                     return true;
                                   }};
  found.active_levels = nested_by_default(found) ? settings::most_levels : 1;
  all.read(nested, found);
  all.read(levels, found);
  found.active_levels = std::min(found.active_levels, settings::most_levels);
  all.read_affinity_format(found);
  return found;
}

}  // namespace nuthatch::openmp
