// SPDX-License-Identifier: Apache-2.0
#include "openmp/environment/environment.hpp"

#include <map>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "openmp/environment/display.hpp"
#include "openmp/environment/resolve_places.hpp"
#include "schedulers/registry.hpp"

namespace nuthatch::openmp {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using variables = std::map<std::string, std::string>;

struct read_result {
  openmp::settings settings;
  std::vector<std::string> warnings;
};

read_result read(const variables& all, peer made_for = peer::libgomp) {
  read_result result;
  result.settings = read_environment(
      [&all](const char* name) {
        const auto found = all.find(name);
        return found == all.end() ? nullptr : found->second.c_str();
      },
      result.warnings,
      made_for);
  return result;
}

/// Returns the result of one valid variable.
settings of(const std::string& name, const std::string& value) {
  const read_result result = read({{name, value}});
  EXPECT_THAT(result.warnings, IsEmpty());
  return result.settings;
}

TEST(environment, without_variables) {
  const settings settings = read({}).settings;
  EXPECT_THAT(settings.nthreads, IsEmpty());
  EXPECT_THAT(settings.proc_bind, IsEmpty());
  EXPECT_EQ(settings.run_sched, (loop_schedule{schedule_kind::dynamic, 1, false}));
  EXPECT_EQ(settings.max_active_levels, 1U);
  EXPECT_EQ(settings.wait_policy, wait_policy::unset);
}

settings of_llvm(const std::string& name, const std::string& value) {
  const read_result result = read({{name, value}}, peer::llvm);
  EXPECT_THAT(result.warnings, IsEmpty());
  return result.settings;
}

TEST(environment, what_the_peer_has_of_its_own) {
  EXPECT_EQ(read({}).settings.affinity_format, "level %L thread %i affinity %A");
  EXPECT_EQ(read({}, peer::llvm).settings.affinity_format,
            "OMP: pid %P tid %i thread %n bound to OS proc set {%A}");
  EXPECT_EQ(read({}, peer::llvm).settings.run_sched,
            (loop_schedule{schedule_kind::static_, 0, false}));
  EXPECT_EQ(of_llvm("OMP_SCHEDULE", "guided").run_sched,
            (loop_schedule{schedule_kind::guided, 1, false}));
  EXPECT_EQ(of_llvm("OMP_AFFINITY_FORMAT", "%05n").affinity_format, "%05n");
  EXPECT_THAT(read({{"OMP_AFFINITY_FORMAT", "%05n"}}).warnings, SizeIs(1));
}

TEST(environment, truths_of_llvm) {
  for (const char* word : {"1", "t", "true", "yes", "on", "enabled", ".true.", ".T."}) {
    EXPECT_TRUE(of_llvm("OMP_CANCELLATION", word).cancellation) << word;
    EXPECT_TRUE(of_llvm("OMP_DYNAMIC", word).dynamic) << word;
    EXPECT_EQ(of_llvm("OMP_NESTED", word).max_active_levels, settings::max_levels(peer::llvm))
        << word;
  }
  for (const char* word : {"0", "f", "false", "no", "off", "disabled", ".false.", ".f."}) {
    EXPECT_FALSE(of_llvm("OMP_CANCELLATION", word).cancellation) << word;
    EXPECT_EQ(of_llvm("OMP_NESTED", word).max_active_levels, 1U) << word;
  }
  for (const char* word : {".true", "2", "maybe"}) {
    EXPECT_THAT(read({{"OMP_CANCELLATION", word}}, peer::llvm).warnings, SizeIs(1)) << word;
  }
}

TEST(environment, numbers_that_only_one_runtime_accepts) {
  EXPECT_THAT(read({{"OMP_NUM_THREADS", "+3"}}).settings.nthreads, ElementsAre(3));
  EXPECT_THAT(read({{"OMP_NUM_THREADS", "+3"}}, peer::llvm).warnings, SizeIs(1));
  EXPECT_THAT(of_llvm("OMP_NUM_THREADS", "0").nthreads, ElementsAre(1));
  EXPECT_THAT(of_llvm("OMP_NUM_THREADS", "3,").nthreads, ElementsAre(3));
  for (const char* const wrong : {"0", "3,", "+", "++3", "+ 3"}) {
    EXPECT_THAT(read({{"OMP_NUM_THREADS", wrong}}).warnings, SizeIs(1)) << wrong;
  }
  const read_result deep = read({{"OMP_MAX_ACTIVE_LEVELS", "99999999999"}});
  EXPECT_THAT(deep.warnings, IsEmpty());
  EXPECT_EQ(deep.settings.max_active_levels, settings::max_levels(peer::libgomp));
  EXPECT_THAT(read({{"OMP_MAX_ACTIVE_LEVELS", "+ 3"}}).warnings, SizeIs(1));
  EXPECT_THAT(read({{"OMP_MAX_ACTIVE_LEVELS", "99999999999"}}, peer::llvm).warnings, SizeIs(1));
}

TEST(environment, numbers_out_of_range_are_the_nearest_for_llvm) {
  EXPECT_EQ(of_llvm("OMP_THREAD_LIMIT", "0").thread_limit, 1U);
  EXPECT_EQ(of_llvm("OMP_NUM_TEAMS", "0").num_teams, 1U);
  EXPECT_EQ(of_llvm("OMP_TEAMS_THREAD_LIMIT", "0").teams_thread_limit, 1U);
  EXPECT_EQ(of_llvm("OMP_MAX_TASK_PRIORITY", "99999999999").max_task_priority, 2'147'483'647U);
  EXPECT_EQ(of_llvm("OMP_DEFAULT_DEVICE", "4294967299").default_device, 2'147'483'647U);
  for (const char* const name : {"OMP_THREAD_LIMIT", "OMP_NUM_TEAMS", "OMP_TEAMS_THREAD_LIMIT"}) {
    EXPECT_THAT(read({{name, "0"}}).warnings, SizeIs(1)) << name;
    EXPECT_THAT(read({{name, "+3"}}, peer::llvm).warnings, SizeIs(1)) << name;
  }
}

TEST(environment, levels_of_llvm) {
  constexpr std::uint64_t most = settings::max_levels(peer::llvm);
  EXPECT_EQ(of_llvm("OMP_MAX_ACTIVE_LEVELS", "300").max_active_levels, 300U);
  EXPECT_EQ(of_llvm("OMP_NUM_THREADS", "2,2").max_active_levels, most);
  EXPECT_EQ(of_llvm("OMP_PROC_BIND", "spread,close").max_active_levels, most);
  const auto levels = [](const variables& all) {
    return read(all, peer::llvm).settings.max_active_levels;
  };
  EXPECT_EQ(levels({{"OMP_NESTED", "true"}, {"OMP_MAX_ACTIVE_LEVELS", "3"}}), 3U);
  EXPECT_EQ(levels({{"OMP_NESTED", "false"}, {"OMP_MAX_ACTIVE_LEVELS", "3"}}), 1U);
  EXPECT_EQ(levels({{"OMP_NESTED", "false"}, {"OMP_MAX_ACTIVE_LEVELS", "0"}}), 1U);
  EXPECT_EQ(
      read({{"OMP_NESTED", "false"}, {"OMP_MAX_ACTIVE_LEVELS", "3"}}).settings.max_active_levels,
      3U);
}

TEST(environment, true_binds_as_spread_for_llvm) {
  for (const char* const word : {"true", "TRUE", "1"}) {
    EXPECT_THAT(of_llvm("OMP_PROC_BIND", word).proc_bind, ElementsAre(proc_bind::spread)) << word;
  }
  for (const char* const word : {"false", "0", "disabled"}) {
    EXPECT_THAT(of_llvm("OMP_PROC_BIND", word).proc_bind, ElementsAre(proc_bind::false_)) << word;
  }
  for (const char* const word : {"yes", "on", "t", "no", "5"}) {
    EXPECT_THAT(read({{"OMP_PROC_BIND", word}}, peer::llvm).warnings, SizeIs(1)) << word;
  }
  EXPECT_THAT(
      of_llvm("OMP_PROC_BIND", "4,3,master, 2").proc_bind,
      ElementsAre(proc_bind::spread, proc_bind::close, proc_bind::primary, proc_bind::primary));
  EXPECT_THAT(read({{"OMP_PROC_BIND", "4"}}).warnings, SizeIs(1));
  EXPECT_THAT(read({{"OMP_PROC_BIND", "true"}}).settings.proc_bind, ElementsAre(proc_bind::true_));
  EXPECT_THAT(read({{"OMP_PROC_BIND", "1"}}).warnings, SizeIs(1));
}

TEST(environment, variables_of_llvm) {
  EXPECT_EQ(of_llvm("KMP_STACKSIZE", "65536").stack_bytes, 65'536U);
  EXPECT_EQ(of_llvm("KMP_STACKSIZE", "2m").stack_bytes, std::uint64_t{2} << 20U);
  EXPECT_EQ(of_llvm("KMP_DEVICE_THREAD_LIMIT", "7").thread_limit, 7U);
  EXPECT_EQ(of_llvm("KMP_DEVICE_THREAD_LIMIT", "0").thread_limit, 1U);
  EXPECT_EQ(of_llvm("KMP_ALL_THREADS", "7").thread_limit, 7U);
  const auto limit = [](const variables& all) {
    return read(all, peer::llvm).settings.thread_limit;
  };
  EXPECT_EQ(limit({{"KMP_ALL_THREADS", "2"}, {"KMP_DEVICE_THREAD_LIMIT", "3"}}), 3U);
  EXPECT_EQ(limit({{"OMP_THREAD_LIMIT", "3"}, {"KMP_DEVICE_THREAD_LIMIT", "2"}}), 2U);
  EXPECT_EQ(limit({{"OMP_THREAD_LIMIT", "2"}, {"KMP_DEVICE_THREAD_LIMIT", "3"}}), 2U);
  EXPECT_EQ(of_llvm("KMP_BLOCKTIME", "0").block_milliseconds, 0U);
  EXPECT_EQ(of_llvm("KMP_BLOCKTIME", "0").spins, 0U);
  EXPECT_EQ(of_llvm("KMP_BLOCKTIME", "200").block_milliseconds, 200U);
  EXPECT_EQ(of_llvm("KMP_BLOCKTIME", "200").spins, of_llvm("KMP_BLOCKTIME", "200000us").spins);
  EXPECT_EQ(of_llvm("KMP_BLOCKTIME", "infinite").spins, settings::always);
  EXPECT_FALSE(read({}, peer::llvm).settings.spins_requested);
}

TEST(environment, variables_of_llvm_that_are_wrong) {
  for (const char* const wrong : {"-1", "soon", "3 days", "99999999999", "infinite 3"}) {
    const read_result result = read({{"KMP_BLOCKTIME", wrong}}, peer::llvm);
    EXPECT_THAT(result.warnings, ElementsAre(HasSubstr("KMP_BLOCKTIME"))) << wrong;
    EXPECT_FALSE(result.settings.spins_requested) << wrong;
  }
}

TEST(environment, variables_of_llvm_are_not_for_others) {
  const read_result result = read({{"KMP_BLOCKTIME", "soon"}, {"KMP_STACKSIZE", "65536"}});
  EXPECT_THAT(result.warnings, IsEmpty());
  EXPECT_EQ(result.settings.stack_bytes, 0U);
}

TEST(environment, threads_by_level) {
  EXPECT_THAT(of("OMP_NUM_THREADS", "4").nthreads, ElementsAre(4U));
  EXPECT_THAT(of("OMP_NUM_THREADS", " 4 , 3,2 ").nthreads, ElementsAre(4U, 3U, 2U));
  EXPECT_THAT(of("OMP_NUM_THREADS", "32767").nthreads, ElementsAre(settings::max_threads));
  EXPECT_EQ(of("OMP_NUM_THREADS", "4").max_active_levels, 1U);
  EXPECT_EQ(of("OMP_NUM_THREADS", "4,2").max_active_levels, settings::max_levels(peer::libgomp));
}

TEST(environment, schedules) {
  const auto schedule = [](const char* text) {
    return of("OMP_SCHEDULE", text).run_sched;
  };
  EXPECT_EQ(schedule("static"), (loop_schedule{schedule_kind::static_, 0, false}));
  EXPECT_EQ(schedule("Static , 7"), (loop_schedule{schedule_kind::static_, 7, false}));
  EXPECT_EQ(schedule("DYNAMIC"), (loop_schedule{schedule_kind::dynamic, 1, false}));
  EXPECT_EQ(schedule("guided,0"), (loop_schedule{schedule_kind::guided, 1, false}));
  EXPECT_EQ(schedule("auto"), (loop_schedule{schedule_kind::automatic, 1, false}));
  EXPECT_EQ(schedule("auto,0"), (loop_schedule{schedule_kind::automatic, 1, false}));
  EXPECT_EQ(schedule("auto,3"), (loop_schedule{schedule_kind::automatic, 3, false}));
  EXPECT_EQ(schedule("static,0"), (loop_schedule{schedule_kind::static_, 0, false}));
  EXPECT_EQ(schedule("monotonic:dynamic,4"), (loop_schedule{schedule_kind::dynamic, 4, true}));
  EXPECT_EQ(schedule("nonmonotonic : guided"), (loop_schedule{schedule_kind::guided, 1, false}));
}

TEST(environment, chunks_of_llvm) {
  const auto chunk = [](const char* text) {
    return of_llvm("OMP_SCHEDULE", text).run_sched.chunk_size;
  };
  EXPECT_EQ(chunk("auto"), 1U);
  EXPECT_EQ(chunk("auto,3"), 1U);
  EXPECT_EQ(chunk("static"), 0U);
  EXPECT_EQ(chunk("static,0"), 1U);
  EXPECT_EQ(chunk("static,3"), 3U);
  EXPECT_EQ(chunk("dynamic,0"), 1U);
}

TEST(environment, bindings_by_level) {
  EXPECT_THAT(of("OMP_PROC_BIND", "TRUE").proc_bind, ElementsAre(proc_bind::true_));
  EXPECT_THAT(of("OMP_PROC_BIND", "spread,master, close").proc_bind,
              ElementsAre(proc_bind::spread, proc_bind::primary, proc_bind::close));
}

/// Returns the result of these variables if the process may use CPUs 0 to 3.
read_result with_places(const variables& all, peer made_for = peer::libgomp) {
  read_result result = read(all, made_for);
  platform::cpu_set cpus = platform::cpu_set::first_n(4);
  apply_subset(result.settings, cpus, result.warnings);
  resolve_places(result.settings, cpus, result.warnings);
  return result;
}

/// Returns the places, separated by blanks.
std::string places(const variables& all) {
  std::string text;
  for (const platform::cpu_set& each : with_places(all).settings.places) {
    text += (text.empty() ? "" : " ") + each.to_string();
  }
  return text;
}

TEST(environment, places_bind) {
  EXPECT_EQ(places({}), "");
  EXPECT_EQ(places({{"OMP_PLACES", "{0:2},{3}"}}), "0-1 3");
  EXPECT_THAT(with_places({{"OMP_PLACES", "{0},{1}"}}).settings.proc_bind,
              ElementsAre(proc_bind::true_));
  EXPECT_EQ(places({{"OMP_PLACES", "threads(3)"}}), "0 1 2");
  EXPECT_EQ(places({{"OMP_PLACES", "threads(30)"}}), "0 1 2 3");
  EXPECT_EQ(places({{"OMP_PLACES", "{0}"}, {"OMP_PROC_BIND", "false"}}), "");
  const variables both{{"OMP_PLACES", "{0},{1}"}, {"OMP_PROC_BIND", "spread,close"}};
  EXPECT_EQ(places(both), "0 1");
  EXPECT_THAT(with_places(both).settings.proc_bind,
              ElementsAre(proc_bind::spread, proc_bind::close));
}

/// Returns the CPUs in use, of 0 to 3, with these variables.
std::string cpus_in_use(const variables& all, peer made_for) {
  read_result result = read(all, made_for);
  platform::cpu_set cpus = platform::cpu_set::first_n(4);
  apply_subset(result.settings, cpus, result.warnings);
  return cpus.to_string();
}

TEST(environment, a_number_of_places_restricts_the_cpus_for_llvm) {
  EXPECT_EQ(cpus_in_use({{"OMP_PLACES", "threads(1)"}}, peer::llvm), "0");
  EXPECT_EQ(cpus_in_use({{"OMP_PLACES", "threads(3)"}}, peer::llvm), "0-2");
  EXPECT_EQ(cpus_in_use({{"OMP_PLACES", "threads(1)"}}, peer::libgomp), "0-3");
  for (const variables& all : {variables{{"OMP_PLACES", "threads"}},
                               variables{{"OMP_PLACES", "{0}"}},
                               variables{{"OMP_PLACES", "threads(1)"}, {"OMP_PROC_BIND", "false"}},
                               variables{{"OMP_PLACES", "threads(1)"}, {"KMP_AFFINITY", "none"}}}) {
    EXPECT_EQ(cpus_in_use(all, peer::llvm), "0-3");
  }
}

TEST(environment, one_place_is_reported_for_llvm_if_threads_are_not_bound) {
  const auto reported = [](const variables& all, peer made_for) {
    const auto place = with_places(all, made_for).settings.unbound_place;
    return place ? place->to_string() : "";
  };
  EXPECT_EQ(reported({}, peer::llvm), "0-3");
  EXPECT_EQ(reported({{"OMP_PROC_BIND", "false"}}, peer::llvm), "0-3");
  EXPECT_EQ(reported({{"KMP_AFFINITY", "none"}}, peer::llvm), "0-3");
  EXPECT_EQ(reported({{"OMP_PROC_BIND", "true"}}, peer::llvm), "");
  EXPECT_EQ(reported({}, peer::libgomp), "");
}

TEST(environment, binding_without_places_has_one_for_each_cpu) {
  EXPECT_EQ(places({{"OMP_PROC_BIND", "true"}}), "0 1 2 3");
  EXPECT_EQ(places({{"OMP_PROC_BIND", "close"}}), "0 1 2 3");
  EXPECT_EQ(places({{"OMP_PROC_BIND", "false"}}), "");
}

TEST(environment, cpus_are_places) {
  EXPECT_EQ(places({{"GOMP_CPU_AFFINITY", "2 0-1"}}), "2 0 1");
  EXPECT_EQ(places({{"GOMP_CPU_AFFINITY", "2"}, {"OMP_PLACES", "{0}"}}), "0");
  const variables one_wrong{{"GOMP_CPU_AFFINITY", "2"}, {"OMP_PLACES", "nonsense"}};
  EXPECT_EQ(places(one_wrong), "2");
  EXPECT_THAT(with_places(one_wrong).warnings, ElementsAre(HasSubstr("OMP_PLACES: ")));
}

TEST(environment, places_have_cpus_of_the_process) {
  EXPECT_EQ(places({{"OMP_PLACES", "{2:4},{1}"}}), "2-3 1");
  EXPECT_THAT(with_places({{"OMP_PLACES", "{2:4},{1}"}}).warnings, IsEmpty());
  const read_result one_left = with_places({{"GOMP_CPU_AFFINITY", "1 7 8"}});
  EXPECT_EQ(one_left.settings.places.size(), 1U);
  EXPECT_THAT(one_left.warnings,
              ElementsAre("GOMP_CPU_AFFINITY: 2 of 3 places have no cpu that the process may use; "
                          "ignored"));
  const read_result none = with_places({{"OMP_PLACES", "{7}"}});
  EXPECT_THAT(none.settings.places, IsEmpty());
  EXPECT_THAT(none.settings.proc_bind, IsEmpty());
  EXPECT_THAT(
      none.warnings,
      ElementsAre("OMP_PLACES: 1 of 1 places have no cpu that the process may use; ignored"));
  EXPECT_EQ(places({{"OMP_PLACES", "{7}"}, {"OMP_PROC_BIND", "true"}}), "0 1 2 3");
}

TEST(environment, sizes_of_stacks) {
  EXPECT_EQ(of("OMP_STACKSIZE", "512").stack_bytes, 512U << 10U);
  EXPECT_EQ(of("OMP_STACKSIZE", "20000 b").stack_bytes, 20'000U);
  EXPECT_EQ(of("GOMP_STACKSIZE", "4M").stack_bytes, 4U << 20U);
  EXPECT_EQ(of("OMP_STACKSIZE", "1g").stack_bytes, 1U << 30U);
  EXPECT_EQ(read({{"OMP_STACKSIZE", "64"}, {"GOMP_STACKSIZE", "32"}}).settings.stack_bytes,
            64U << 10U);
}

TEST(environment, waiting) {
  EXPECT_EQ(of("OMP_WAIT_POLICY", "Active").wait_policy, wait_policy::active);
  EXPECT_EQ(of("OMP_WAIT_POLICY", "passive").wait_policy, wait_policy::passive);
  EXPECT_EQ(of("GOMP_SPINCOUNT", "5k").spins, 5'000U);
  EXPECT_EQ(of("GOMP_SPINCOUNT", "12").spins, 12U);
  EXPECT_EQ(of("GOMP_SPINCOUNT", "infinite").spins, settings::always);
  EXPECT_TRUE(of("GOMP_SPINCOUNT", "12").spins_requested);
}

TEST(environment, levels_go_before_nesting) {
  EXPECT_EQ(of("OMP_NESTED", "true").max_active_levels, settings::max_levels(peer::libgomp));
  EXPECT_EQ(of("OMP_MAX_ACTIVE_LEVELS", "3").max_active_levels, 3U);
  EXPECT_EQ(of("OMP_MAX_ACTIVE_LEVELS", "100000").max_active_levels,
            settings::max_levels(peer::libgomp));
  const variables both{{"OMP_NESTED", "true"}, {"OMP_MAX_ACTIVE_LEVELS", "2"}};
  EXPECT_EQ(read(both).settings.max_active_levels, 2U);
  const variables nested{{"OMP_NESTED", "false"}, {"OMP_NUM_THREADS", "2,2"}};
  EXPECT_EQ(read(nested).settings.max_active_levels, 1U);
}

TEST(environment, the_rest) {
  EXPECT_TRUE(of("OMP_DYNAMIC", "true").dynamic);
  EXPECT_TRUE(of("OMP_CANCELLATION", "TRUE").cancellation);
  EXPECT_EQ(of("OMP_THREAD_LIMIT", "9").thread_limit, 9U);
  EXPECT_EQ(of("OMP_MAX_TASK_PRIORITY", "5").max_task_priority, 5U);
  EXPECT_EQ(of("OMP_DEFAULT_DEVICE", "1").default_device, 1U);
  EXPECT_EQ(of("OMP_NUM_TEAMS", "6").num_teams, 6U);
  EXPECT_EQ(of("OMP_TEAMS_THREAD_LIMIT", "7").teams_thread_limit, 7U);
  EXPECT_EQ(of("OMP_TARGET_OFFLOAD", "mandatory").target, offload::mandatory);
  EXPECT_TRUE(of("OMP_DISPLAY_AFFINITY", "true").displays_affinity);
  EXPECT_EQ(of("OMP_AFFINITY_FORMAT", "%n on %A").affinity_format, "%n on %A");
  EXPECT_EQ(of("OMP_DISPLAY_ENV", "verbose").display_env, env_display::all);
}

struct mistake {
  const char* name;
  const char* value;
};

class environment_mistakes : public ::testing::TestWithParam<mistake> {};

TEST_P(environment_mistakes, are_named_and_change_nothing) {
  const auto [name, value] = GetParam();
  const read_result result = read({{name, value}});
  ASSERT_EQ(result.warnings.size(), 1U);
  EXPECT_THAT(result.warnings[0], HasSubstr(std::string(name) + ": \"" + value + "\" is not "));
  EXPECT_EQ(display(result.settings, 2, true), display(settings{}, 2, true));
}

INSTANTIATE_TEST_SUITE_P(all,
                         environment_mistakes,
                         ::testing::Values(mistake{"OMP_NUM_THREADS", ""},
                                           mistake{"OMP_NUM_THREADS", "0"},
                                           mistake{"OMP_NUM_THREADS", "-2"},
                                           mistake{"OMP_NUM_THREADS", "2,"},
                                           mistake{"OMP_NUM_THREADS", "2 3"},
                                           mistake{"OMP_NUM_THREADS", "32768"},
                                           mistake{"OMP_NUM_THREADS", "2,99999999"},
                                           mistake{"OMP_NUM_THREADS", "99999999999999999999"},
                                           mistake{"OMP_SCHEDULE", "statically"},
                                           mistake{"OMP_SCHEDULE", "dynamic,"},
                                           mistake{"OMP_SCHEDULE", "monotonic dynamic"},
                                           mistake{"OMP_DYNAMIC", "yes"},
                                           mistake{"OMP_NESTED", "2"},
                                           mistake{"OMP_MAX_ACTIVE_LEVELS", "-1"},
                                           mistake{"OMP_PROC_BIND", "near"},
                                           mistake{"OMP_PROC_BIND", "true,close"},
                                           mistake{"OMP_PLACES", "{0},"},
                                           mistake{"OMP_PLACES", "cpus"},
                                           mistake{"GOMP_CPU_AFFINITY", "3-1"},
                                           mistake{"OMP_AFFINITY_FORMAT", "%x"},
                                           mistake{"OMP_STACKSIZE", "1"},
                                           mistake{"OMP_STACKSIZE", "5Q"},
                                           mistake{"OMP_STACKSIZE", "20000000000G"},
                                           mistake{"OMP_WAIT_POLICY", "lazy"},
                                           mistake{"GOMP_SPINCOUNT", "1.5k"},
                                           mistake{"GOMP_SPINCOUNT", "99999999999T"},
                                           mistake{"OMP_THREAD_LIMIT", "0"},
                                           mistake{"OMP_TARGET_OFFLOAD", "never"},
                                           mistake{"OMP_DISPLAY_ENV", "maybe"}));

TEST(environment, schedulers_of_nuthatch_alone_are_told_as_such) {
  for (const std::string& name : scheduling::names()) {
    const read_result result = read({{"NUTHATCH_SCHEDULER", name}});
    if (scheduling::find(name)->kind.needs.filters) {
      EXPECT_EQ(result.settings.scheduler, name);
      EXPECT_THAT(result.warnings, IsEmpty());
    } else {
      EXPECT_EQ(result.settings.scheduler, "");
      EXPECT_THAT(result.warnings,
                  ElementsAre("NUTHATCH_SCHEDULER: OpenMP's tasks can have shepherd_ws, "
                              "shepherd_mts or shepherd_cq, not \"" +
                              name + "\"; they have their default"));
    }
  }
  EXPECT_THAT(read({{"NUTHATCH_SCHEDULER", "none"}}).warnings,
              ElementsAre("NUTHATCH_SCHEDULER: \"none\" is not shepherd_ws, shepherd_mts or "
                          "shepherd_cq; ignored"));
}

TEST(display, says_what_holds) {
  const settings usual;
  EXPECT_THAT(display(usual, 6, false), HasSubstr("\nOPENMP DISPLAY ENVIRONMENT BEGIN\n"));
  EXPECT_THAT(display(usual, 6, false), HasSubstr("  OMP_NUM_THREADS = '6'\n"));
  EXPECT_THAT(display(usual, 6, false), HasSubstr("  OMP_SCHEDULE = 'DYNAMIC'\n"));
  EXPECT_THAT(display(usual, 6, false), ::testing::Not(HasSubstr("GOMP_")));
  const settings settings = read({{"OMP_NUM_THREADS", "4,2"},
                                  {"OMP_SCHEDULE", "monotonic:static,5"},
                                  {"OMP_PROC_BIND", "spread,close"},
                                  {"GOMP_SPINCOUNT", "7"}})
                                .settings;
  const std::string text = display(settings, 6, /*with_ours=*/true);
  EXPECT_THAT(text, HasSubstr("  OMP_NUM_THREADS = '4,2'\n"));
  EXPECT_THAT(text, HasSubstr("  OMP_SCHEDULE = 'MONOTONIC:STATIC,5'\n"));
  EXPECT_THAT(text, HasSubstr("  OMP_PROC_BIND = 'SPREAD,CLOSE'\n"));
  EXPECT_THAT(text, HasSubstr("  GOMP_SPINCOUNT = '7'\n"));
  const openmp::settings bound = with_places({{"OMP_PLACES", "{0},{1:3},{0,2:2}"}}).settings;
  EXPECT_THAT(display(usual, 6, false), HasSubstr("  OMP_PLACES = ''\n"));
  EXPECT_THAT(display(bound, 6, false), HasSubstr("  OMP_PROC_BIND = 'TRUE'\n"));
  EXPECT_THAT(display(bound, 6, false), HasSubstr("  OMP_PLACES = '{0},{1:3},{0,2:2}'\n"));
}

}  // namespace
}  // namespace nuthatch::openmp
