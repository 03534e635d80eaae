// SPDX-License-Identifier: Apache-2.0
#include "schedule/schedule_file.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <nuthatch/errors.hpp>
#include <nuthatch/options.hpp>

namespace nuthatch::schedules {

namespace {

using detail::step_kind;

constexpr std::string_view magic = "NUTSCHED";
constexpr std::uint32_t version = 1;
constexpr std::size_t min_step = 14;  // size of the shortest one, in bytes
constexpr std::size_t min_path_spawn = 10;

/// The CRC-32 of Ethernet and zlib.
std::uint32_t checksum_of(std::string_view bytes) noexcept {
  constexpr std::uint32_t polynomial = 0xedb88320;
  static constexpr auto table = [] {
    std::array<std::uint32_t, 256> made{};
    for (std::uint32_t i = 0; i < made.size(); ++i) {
      std::uint32_t rest = i;
      for (int bit = 0; bit < 8; ++bit) {
        rest = (rest >> 1U) ^ ((rest & 1U) != 0 ? polynomial : 0);
      }
      made[i] = rest;
    }
    return made;
  }();
  std::uint32_t sum = UINT32_MAX;
  for (const char each : bytes) {
    sum = table[(sum ^ static_cast<unsigned char>(each)) & 255U] ^ (sum >> 8U);
  }
  return ~sum;
}

class writer {
 public:
  void put_raw(std::uint64_t value, std::size_t bytes) {
    for (std::size_t i = 0; i < bytes; ++i) {
      made_.push_back(static_cast<char>(value >> (8 * i)));
    }
  }

  void put(std::uint64_t value) {
    for (; value >= 128; value >>= 7U) {
      made_.push_back(static_cast<char>(value | 128U));
    }
    made_.push_back(static_cast<char>(value));
  }

  void put(std::string_view text) { made_.append(text); }

  [[nodiscard]] std::string& made() noexcept { return made_; }

 private:
  std::string made_;
};

class reader {
 public:
  reader(std::string_view content, const std::string& file) : rest_(content), file_(file) {}

  [[noreturn]] void fail(const std::string& what) const {
    throw error("schedule: " + file_ + " " + what);
  }

  std::uint64_t take_raw(std::size_t bytes) {
    if (rest_.size() < bytes) {
      fail("ends too early; it was truncated, or not written to its end");
    }
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < bytes; ++i) {
      value |= std::uint64_t{static_cast<unsigned char>(rest_[i])} << (8 * i);
    }
    rest_.remove_prefix(bytes);
    return value;
  }

  /// Reads a number of at most `most`; `name` is for messages.
  std::uint64_t take(const char* name, std::uint64_t most) {
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      const std::uint64_t byte = take_raw(1);
      const std::uint64_t part = byte & 127U;
      if (shift > 63 || (part << shift) >> shift != part) {
        fail(std::string("has a number of more than 64 bits where it says ") + name);
      }
      value |= part << shift;
      if ((byte & 128U) == 0) {
        break;
      }
    }
    if (value > most) {
      fail(std::string("says ") + name + " " + std::to_string(value) + ", where " +
           std::to_string(most) + " is the most");
    }
    return value;
  }

  [[nodiscard]] std::string_view rest() const noexcept { return rest_; }

 private:
  std::string_view rest_;
  const std::string& file_;
};

bool may_begin_a_step(std::uint64_t kind) noexcept {
  return kind <= static_cast<std::uint64_t>(step_kind::taken_back_child) &&
         kind != static_cast<std::uint64_t>(step_kind::stack_return);
}

constexpr std::uint64_t max_spawns = (std::uint64_t{1} << detail::pedigree::count_bits) - 1;

step take_step(reader& from, const steal_tree& before) {
  const std::uint64_t index = before.steps.size();
  const std::uint64_t kind = from.take_raw(1);
  if (!may_begin_a_step(kind)) {
    from.fail("says that step " + std::to_string(index) + " is of kind " + std::to_string(kind) +
              ", which does not exist");
  }
  step made{};
  made.what.kind = static_cast<step_kind>(kind);
  if (before.workers == 0) {
    from.fail("has steps of no worker");
  }
  made.worker = static_cast<std::uint32_t>(from.take("worker", before.workers - 1));
  const std::uint64_t back = from.take("a parent step so many steps back:", index);
  made.parent_step = back == 0 ? no_step : static_cast<std::uint32_t>(index - back);
  const std::uint64_t last = index == 0 ? 0 : before.steps.back().sequence_number;
  const std::uint64_t later = from.take("a sequence number later by", UINT64_MAX - last);
  if (index != 0 && later == 0) {
    from.fail("has two steps of one sequence number");
  }
  made.sequence_number = last + later;
  made.what.at.task_hash = from.take_raw(sizeof made.what.at.task_hash);
  made.what.at.spawn_rank = from.take("spawns", max_spawns);
  made.what.depth = static_cast<std::uint32_t>(from.take("depth", UINT32_MAX));
  return made;
}

bool take_flag(reader& from, const char* what) {
  const std::uint64_t flag = from.take_raw(1);
  if (flag > 1) {
    from.fail(std::string("says neither that it is ") + what + " nor that it is not");
  }
  return flag == 1;
}

path_spawn take_path_spawn(reader& from, const steal_tree& of) {
  if (of.steps.empty()) {
    from.fail("has path spawns, but no steps");
  }
  path_spawn made{};
  made.parent_step = static_cast<std::uint32_t>(from.take("parent_step", of.steps.size() - 1));
  made.at.task_hash = from.take_raw(sizeof made.at.task_hash);
  made.at.spawn_rank = from.take("spawns", max_spawns);
  return made;
}

}  // namespace

std::string encode(const steal_tree& tree) {
  writer body;
  body.put_raw(tree.root, sizeof tree.root);
  body.put(tree.workers);
  body.put_raw(tree.complete ? 1 : 0, 1);
  body.put_raw(tree.ordered ? 1 : 0, 1);
  body.put(tree.steps.size());
  std::uint64_t last = 0;
  for (std::size_t i = 0; i < tree.steps.size(); ++i) {
    const step& each = tree.steps[i];
    body.put_raw(static_cast<std::uint64_t>(each.what.kind), 1);
    body.put(each.worker);
    body.put(each.parent_step == no_step ? 0 : i - each.parent_step);
    body.put(each.sequence_number - last);
    last = each.sequence_number;
    body.put_raw(each.what.at.task_hash, sizeof each.what.at.task_hash);
    body.put(each.what.at.spawn_rank);
    body.put(each.what.depth);
  }
  body.put(tree.path_spawns.size());
  for (const path_spawn& each : tree.path_spawns) {
    body.put(each.parent_step);
    body.put_raw(each.at.task_hash, sizeof each.at.task_hash);
    body.put(each.at.spawn_rank);
  }
  writer whole;
  whole.put(magic);
  whole.put_raw(version, sizeof version);
  whole.put_raw(checksum_of(body.made()), sizeof(std::uint32_t));
  whole.put(body.made());
  return std::move(whole.made());
}

steal_tree decode(std::string_view content, const std::string& file) {
  reader from(content, file);
  if (content.substr(0, magic.size()) != magic.substr(0, content.size())) {
    from.fail("is no schedule: those begin with " + std::string(magic));
  }
  from.take_raw(magic.size());
  const std::uint64_t found = from.take_raw(sizeof version);
  if (found != version) {
    from.fail("is of version " + std::to_string(found) + " of the format; this library reads " +
              std::to_string(version));
  }
  const std::uint64_t checksum = from.take_raw(sizeof(std::uint32_t));
  if (checksum_of(from.rest()) != checksum) {
    from.fail("is damaged or truncated: its checksum does not match");
  }
  steal_tree made;
  made.root = from.take_raw(sizeof made.root);
  made.workers = static_cast<std::uint32_t>(from.take("workers", max_workers));
  made.complete = take_flag(from, "complete");
  made.ordered = take_flag(from, "ordered");
  const std::uint64_t count = from.take("steps", from.rest().size() / min_step);
  made.steps.reserve(count);
  if (count != 0 && made.root == 0) {
    from.fail("says that it begins in task 0, which does not exist");
  }
  for (std::uint64_t i = 0; i < count; ++i) {
    made.steps.push_back(take_step(from, made));
  }
  const std::uint64_t path_spawns = from.take("path spawns", from.rest().size() / min_path_spawn);
  made.path_spawns.reserve(path_spawns);
  for (std::uint64_t i = 0; i < path_spawns; ++i) {
    made.path_spawns.push_back(take_path_spawn(from, made));
  }
  if (!from.rest().empty()) {
    from.fail("has " + std::to_string(from.rest().size()) + " bytes after its end");
  }
  return made;
}

}  // namespace nuthatch::schedules
