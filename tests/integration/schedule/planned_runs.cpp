// SPDX-License-Identifier: Apache-2.0

// Records random programs, replays them in runs that would have gone another way, and writes down
// what each did by itself and what its schedule is. test_where_parts_ran.py compares the two.
//
// usage: planned_runs FOLDER COUNT     COUNT programs; NUTHATCH_TEST_EFFORT makes it more or less

#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <fstream>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include <nuthatch/nuthatch.hpp>

#include "effort.hpp"
#include "perturbed_workers.hpp"
#include "planned_program.hpp"
#include "random_plan.hpp"
#include "seed.hpp"

namespace nuthatch {
namespace {

using testing::perturbed_workers;
using testing::plan;
using testing::plan_maker;
using testing::planned_action;
using testing::planned_program;

/// JSON of one line. The commas are the caller's.
class json_file {
 public:
  explicit json_file(const std::string& name) : out_(name) {
    out_.exceptions(std::ios::failbit | std::ios::badbit);
  }

  json_file& operator<<(const auto& text) {
    out_ << text;
    return *this;
  }

  void put_list(const auto& of, auto put) {
    out_ << '[';
    const char* before = "";
    for (const auto& each : of) {
      out_ << before;
      before = ",";
      put(each);
    }
    out_ << ']';
  }

  void put_numbers(const std::vector<std::uint32_t>& all) {
    put_list(all, [this](std::uint32_t each) { out_ << each; });
  }

 private:
  std::ofstream out_;
};

const char* name_of(planned_action::kind what) {
  static constexpr std::array names{"work", "fork", "scope", "spawn", "sync", "async", "finish"};
  return names.at(static_cast<std::size_t>(what));
}

// NOLINTNEXTLINE(misc-no-recursion): as plans are
void put_plan(json_file& out, const plan& of) {
  out.put_list(of, [&out](const planned_action& each) {
    out << R"({"what":")" << name_of(each.what) << '"';
    if (each.what == planned_action::kind::work) {
      out << R"(,"part":)" << each.part;
    }
    out << R"(,"work_first":)" << (each.policy == spawn_policy::work_first ? "true" : "false")
        << R"(,"first":)";
    put_plan(out, each.first);
    out << R"(,"second":)";
    put_plan(out, each.second);
    out << '}';
  });
}

void put_parts(json_file& out, const planned_program& ran) {
  if (ran.errors() != 0) {
    throw error("a join did not wait for what it has to, or a part did not run once");
  }
  out << R"("worker_of":)";
  out.put_numbers(ran.parts().worker_of);
  out << R"(,"order":)";
  out.put_list(ran.parts().order, [&out](const auto& each) { out.put_numbers(each); });
}

void put_replay(json_file& out,
                const plan& what,
                const schedule& by,
                replay_mode mode,
                const testing::setting& on,
                std::uint64_t seed) {
  const perturbed_workers r(on, seed);
  planned_program program(what, seed);
  const replay_result how = r->run([&] { return replay(by, mode, [&program] { program.run(); }); });
  const bool ordered = how.mode == replay_mode::strict_ordered;
  out << R"({"mode":")" << (ordered ? "strict_ordered" : "strict_unordered") << R"(","seed":)"
      << seed << R"(,"donations":)" << how.donations << R"(,"missing_steps":)" << how.missing_steps
      << R"(,"mismatches":)" << how.mismatches << R"(,"steals":)"
      << testing::got_from_others(r->statistics()) << R"(,"steps":)" << how.ran.steps()
      << R"(,"migrated":)" << how.ran.migrated() << ',';
  put_parts(out, program);
  out << '}';
}

/// Follows the schedule in both strict modes.
void put_replays(json_file& out,
                 const plan& what,
                 const schedule& by,
                 const testing::setting& on,
                 std::uint64_t seed) {
  out << R"("plan":)";
  put_plan(out, what);
  out << R"(,"replays":[)";
  put_replay(out, what, by, replay_mode::strict_unordered, on, seed);
  out << ',';
  put_replay(out, what, by, replay_mode::strict_ordered, on, seed + 1);
  out << ']';
}

/// Another program: the plan with a few changes, or any one.
plan other_plan(const plan& than, plan_maker& maker, std::uint64_t number) {
  constexpr std::uint64_t of_any = 4;  // every fourth
  if (number % of_any == 0) {
    return maker.make();
  }
  plan changed = than;
  for (std::uint64_t changes = number % of_any; changes != 0; --changes) {
    maker.change(changed);
  }
  return changed;
}

/// NAME.json and NAME.schedule.
void write_run(const std::string& name,
               const testing::setting& on,
               std::uint64_t number,
               std::uint64_t seed,
               const plan_maker::limits& limits) {
  plan_maker maker(seed, limits);
  const plan what = maker.make();
  const perturbed_workers r(on, seed + 1);
  planned_program program(what, seed + 1);
  const schedule made = r->run([&program] { return record([&program] { program.run(); }); });
  made.save(name + ".schedule");

  json_file out(name + ".json");
  out << R"({"seed":)" << seed << R"(,"scheduler":")" << on.scheduler << R"(","workers":)"
      << on.workers << R"(,"steps":)" << made.steps() << R"(,"migrated":)" << made.migrated()
      << R"(,"recorded":{)";
  put_parts(out, program);
  out << "},";
  put_replays(out, what, made, on, seed + 2);
  out << R"(,"other":{)";
  constexpr std::array replay_workers{1U, 2U, 3U, 8U};
  const plan other = other_plan(what, maker, number);
  const unsigned its_workers = replay_workers.at(number / 4 % replay_workers.size());
  out << R"("workers":)" << its_workers << ',';
  put_replays(out, other, made, {on.scheduler, its_workers}, seed + 2);
  out << "}}\n";
}

void write_runs(const std::string& folder, std::size_t count) {
  const std::array settings{testing::setting{"work_stealing", 2},
                            testing::setting{"work_stealing", 3},
                            testing::setting{"work_stealing", 8},
                            testing::setting{"channel", 2},
                            testing::setting{"channel", 3},
                            testing::setting{"channel", 8}};
  // Every fifth fills several of the small stacks with one recursion.
  const plan_maker::limits usual;
  const plan_maker::limits deep{.parts = 500, .deepest_chain = 240};
  for (std::size_t i = 0; i < count; ++i) {
    write_run(folder + "/" + std::to_string(i),
              settings.at(i % settings.size()),
              i,
              testing::seed() + 4 * i,
              i % 5 == 0 ? deep : usual);
  }
}

}  // namespace
}  // namespace nuthatch

int main(int count, char** arguments) {
  try {
    if (count != 3) {
      std::cerr << "usage: planned_runs FOLDER COUNT\n";
      return 2;
    }
    const std::vector<std::string> given(arguments + 1, arguments + count);
    nuthatch::write_runs(given[0], nuthatch::testing::rounds(std::stoul(given[1])));
    return 0;
  } catch (const std::exception& failed) {
    std::cerr << "planned_runs: " << failed.what() << '\n';
    return 1;
  }
}
