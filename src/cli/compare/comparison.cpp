#include "cli/compare/comparison.hpp"

#include <chrono>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/compare/comparison_plan.hpp"
#include "cli/compare/contender.hpp"
#include "cli/compare/run_reading.hpp"
#include "cli/exit_status.hpp"
#include "cli/options/usage_error.hpp"
#include "cli/system/child_process.hpp"

namespace nuthatch::cli {

namespace {

using clock = std::chrono::steady_clock;

std::vector<std::vector<contender_record>> empty_records(const comparison_plan& plan) {
  std::vector<std::vector<contender_record>> records;
  for (const comparison_entry& entry : plan.entries) {
    std::vector<contender_record>& row = records.emplace_back();
    for (const contender& who : entry.contenders) {
      contender_record& record = row.emplace_back();
      if (!who.unavailable.empty()) {
        record.status = run_status::unavailable;
        record.reason = who.unavailable;
      }
    }
  }
  return records;
}

/// Spawns are counted after what is measured, and once is enough.
std::vector<std::string> command_of_round(const contender& who, unsigned round) {
  std::vector<std::string> command = who.command;
  if (who.kind == contender_kind::scheduler && round > 1) {
    command.emplace_back("--no-spawn-count");
  }
  return command;
}

void check_against_serial(std::vector<contender_record>& row) {
  const contender_record& serial = row.front();
  if (serial.status != run_status::right) {
    return;
  }
  for (contender_record& record : row) {
    if (record.status == run_status::right && !same_answer(record.answer, serial.answer)) {
      record.status = run_status::wrong;
      record.reason =
          fmt::format("answer {}, the serial program's is {}", record.answer, serial.answer);
    }
  }
}

/// The command line was right as far as this process can tell, but the workload takes no such
/// value: nobody could run it.
void refuse_bad_input(const contender& who, const child_result& ended) {
  if (who.kind != contender_kind::peer && ended.exit_status == exit_bad_input) {
    const std::string line = describe_failure(ended);
    const std::string own_prefix = "nuthatch bench: ";
    throw usage_error(line.starts_with(own_prefix) ? line.substr(own_prefix.size()) : line);
  }
}

}  // namespace

std::vector<std::size_t> order_of_round(unsigned round, std::size_t count) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < count; ++i) {
    order.push_back((i + round - 1) % count);
  }
  return order;
}

comparison run_comparison(comparison_plan plan, const comparison_observer& observe) {
  comparison result;
  result.plan = std::move(plan);
  result.records = empty_records(result.plan);
  const auto start = clock::now();

  const auto run_step = [&](comparison_step step) {
    const comparison_entry& entry = result.plan.entries[step.entry];
    const contender& who = entry.contenders[step.contender];
    contender_record& record = result.records[step.entry][step.contender];
    if (record.status != run_status::right) {
      return;
    }
    step.started = std::chrono::duration<double>(clock::now() - start).count();
    observe(result, step);
    result.steps.push_back(step);
    const child_result ended =
        run_child(command_of_round(who, step.round), result.plan.request.time_limit);
    refuse_bad_input(who, ended);
    read_run(who, entry.parameters.values(), ended, record);
  };

  for (unsigned round = 1; round <= result.plan.request.repeat; ++round) {
    for (std::size_t entry = 0; entry < result.plan.entries.size(); ++entry) {
      const std::size_t count = result.plan.entries[entry].contenders.size();
      for (const std::size_t who : order_of_round(round, count)) {
        run_step({.round = round, .entry = entry, .contender = who});
      }
    }
  }
  for (std::vector<contender_record>& row : result.records) {
    check_against_serial(row);
  }
  return result;
}

}  // namespace nuthatch::cli
