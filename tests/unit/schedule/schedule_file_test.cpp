// SPDX-License-Identifier: Apache-2.0

// Steal trees as files: a written file is read back, and anything else is refused.

#include "schedule/schedule_file.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <thread>

#include <gtest/gtest.h>
#include <unistd.h>

#include <nuthatch/nuthatch.hpp>

#include "effort.hpp"
#include "message_of.hpp"
#include "schedule/steal_tree.hpp"

namespace nuthatch::schedules {
namespace {

using detail::step_kind;

steal_tree random_tree(std::uint64_t seed, std::size_t count) {
  std::mt19937_64 random(seed);
  constexpr std::array kinds{step_kind::resumed,
                             step_kind::continuation,
                             step_kind::second_callable,
                             step_kind::child,
                             step_kind::taken_back_child,
                             step_kind::join,
                             step_kind::finish_end};
  steal_tree made;
  made.root = random();
  made.workers = 1 + static_cast<std::uint32_t>(random() % 80);
  made.complete = random() % 2 == 0;
  std::uint64_t sequence_number = random() % 3;
  for (std::uint32_t i = 0; i < count; ++i) {
    const step_kind how = i == 0 ? step_kind::region : kinds[random() % kinds.size()];
    const std::uint64_t spawns = random() >> (64 - detail::pedigree::count_bits + random() % 40);
    const auto depth =
        static_cast<std::uint32_t>(how == step_kind::finish_end ? random() % 1'000 : 0);
    const auto worker = static_cast<std::uint32_t>(random() % made.workers);
    const bool unknown = i == 0 || random() % 8 == 0;
    const auto parent_step = unknown ? no_step : static_cast<std::uint32_t>(random() % i);
    made.steps.push_back({{{random(), spawns}, depth, how}, worker, parent_step, sequence_number});
    sequence_number += 1 + (random() >> (random() % 30 + 34));
  }
  return made;
}

void expect_same(const steal_tree& one, const steal_tree& other) {
  EXPECT_EQ(one.root, other.root);
  EXPECT_EQ(one.workers, other.workers);
  EXPECT_EQ(one.complete, other.complete);
  ASSERT_EQ(one.steps.size(), other.steps.size());
  for (std::size_t i = 0; i < one.steps.size(); ++i) {
    const step& a = one.steps[i];
    const step& b = other.steps[i];
    EXPECT_EQ(a.what.at.task_hash, b.what.at.task_hash) << i;
    EXPECT_EQ(a.what.at.spawn_rank, b.what.at.spawn_rank) << i;
    EXPECT_EQ(a.what.depth, b.what.depth) << i;
    EXPECT_EQ(a.what.kind, b.what.kind) << i;
    EXPECT_EQ(a.worker, b.worker) << i;
    EXPECT_EQ(a.parent_step, b.parent_step) << i;
    EXPECT_EQ(a.sequence_number, b.sequence_number) << i;
  }
}

/// Returns the complaint about a content; empty if it is accepted.
std::string complaint(const std::string& content) {
  return testing::message_of<error>([&] { static_cast<void>(decode(content, "some.schedule")); });
}

void expect_refused(const std::string& content, const std::string& why) {
  const std::string said = complaint(content);
  EXPECT_NE(said.find("some.schedule"), std::string::npos) << said;
  EXPECT_NE(said.find(why), std::string::npos) << said;
}

/// Replaces the checksum by that of the present content. It is computed bit by bit, whereas the
/// library uses a table.
std::string with_checksum(std::string content) {
  std::uint32_t sum = UINT32_MAX;
  for (std::size_t i = 16; i < content.size(); ++i) {
    sum ^= static_cast<unsigned char>(content[i]);
    for (int bit = 0; bit < 8; ++bit) {
      sum = (sum >> 1U) ^ ((sum & 1U) != 0 ? 0xedb88320U : 0U);
    }
  }
  for (std::size_t i = 0; i < 4; ++i) {
    content[12 + i] = static_cast<char>(~sum >> (8 * i));
  }
  return content;
}

TEST(schedule_file_test, what_is_written_is_read_again) {
  expect_same(decode(encode({}), "none"), {});
  for (std::uint64_t seed = 1; seed <= testing::rounds(200); ++seed) {
    const steal_tree made = random_tree(seed, seed);
    expect_same(decode(encode(made), "some.schedule"), made);
  }
}

TEST(schedule_file_test, damage_is_refused_and_named) {
  const std::string good = encode(random_tree(1, 20));
  EXPECT_EQ(complaint(good), "");
  expect_refused("", "ends too early");
  expect_refused("{\"a\": 1}\n", "is no schedule");
  std::string newer = good;
  newer[8] = 2;
  expect_refused(newer, "is of version 2 of the format; this library reads 1");
  expect_refused(good + "x", "checksum");
  expect_refused(with_checksum(good + "x"), "has 1 bytes after its end");
  for (std::size_t length = 0; length < good.size(); ++length) {
    EXPECT_NE(complaint(good.substr(0, length)), "") << length;
  }
  for (std::size_t bit = 0; bit < 8 * good.size(); ++bit) {
    std::string flipped = good;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << (bit % 8)));
    EXPECT_NE(complaint(flipped), "") << bit;
  }
}

TEST(schedule_file_test, what_no_schedule_says_is_refused) {
  const auto changed = [](auto change) {
    steal_tree made = random_tree(2, 5);
    change(made);
    return encode(made);
  };
  expect_refused(changed([](steal_tree& t) { t.workers = 0; }), "of no worker");
  expect_refused(changed([](steal_tree& t) { t.steps[3].worker = t.workers; }), "says worker");
  expect_refused(changed([](steal_tree& t) { t.workers = max_workers + 1; }), "says workers 4097");
  expect_refused(changed([](steal_tree& t) { t.steps[3].what.kind = step_kind::stack_return; }),
                 "says that step 3 is of kind 1");
  expect_refused(
      changed([](steal_tree& t) { t.steps[3].sequence_number = t.steps[2].sequence_number; }),
      "two steps of one sequence number");
  expect_refused(changed([](steal_tree& t) { t.root = 0; }), "begins in task 0");
  expect_refused(changed([](steal_tree& t) { t.steps[2].what.at.spawn_rank = 1ULL << 40U; }),
                 "spawns");
  expect_refused(changed([](steal_tree& t) { t.steps[3].parent_step = 3 - 2'000'000'000U; }),
                 "parent step");
}

// The content is checked even if its checksum is right.
TEST(schedule_file_test, random_damage_with_its_checksum_redone_is_refused_or_sound) {
  std::mt19937_64 random(7);
  const std::string good = encode(random_tree(3, 30));
  std::size_t taken = 0;
  for (std::uint64_t round = 0; round < testing::rounds(20'000); ++round) {
    std::string damaged = good;
    for (std::uint64_t left = 1 + random() % 4; left > 0; --left) {
      const std::size_t where = 16 + random() % (damaged.size() - 16);
      switch (random() % 3) {
        case 0:
          damaged[where] = static_cast<char>(random());
          break;
        case 1:
          damaged.erase(where, 1 + random() % 8);
          break;
        default:
          damaged.insert(where, 1 + random() % 12, static_cast<char>(random()));
      }
      if (damaged.size() < 32) {
        damaged = good;
      }
    }
    damaged = with_checksum(damaged);
    try {
      const steal_tree found = decode(damaged, "some.schedule");
      expect_same(decode(encode(found), "again"), found);
      ++taken;
    } catch (const error& refused) {
      ASSERT_NE(std::string(refused.what()).find("some.schedule"), std::string::npos);
    }
  }
  EXPECT_GT(taken, 0U) << "a changed task's number is as good as any";
}

class folder {
 public:
  folder()
      : path_(std::filesystem::temp_directory_path() /
              ("schedule_file_test." + std::to_string(::getpid()))) {
    std::filesystem::create_directory(path_);
  }

  folder(const folder&) = delete;
  folder& operator=(const folder&) = delete;

  ~folder() { std::filesystem::remove_all(path_); }

  [[nodiscard]] std::string file(const std::string& name) const { return path_ / name; }

  [[nodiscard]] std::size_t files() const {
    std::size_t count = 0;
    for ([[maybe_unused]] const auto& each : std::filesystem::directory_iterator(path_)) {
      ++count;
    }
    return count;
  }

 private:
  std::filesystem::path path_;
};

TEST(schedule_file_test, schedules_are_saved_and_loaded) {
  const folder here;
  const schedule made = record([] { parallel_for(0, 1'000, [](int) {}); });
  const std::string file = here.file("a.schedule");
  made.save(file);
  expect_same(*schedule::load(file).tree(), *made.tree());
  std::filesystem::create_symlink(file, here.file("link"));
  schedule().save(here.file("link"));
  EXPECT_TRUE(std::filesystem::is_symlink(here.file("link")));
  EXPECT_EQ(schedule::load(file).steps(), 0U);
  EXPECT_EQ(here.files(), 2U) << "nothing is left behind";
}

TEST(schedule_file_test, two_may_save_at_a_time) {
  const folder here;
  const std::string file = here.file("a.schedule");
  const schedule made = record([] { parallel_for(0, 10'000, [](int) {}); });
  made.save(file);
  const auto save_often = [&] {
    for (std::uint64_t round = 0; round < testing::rounds(100); ++round) {
      made.save(file);
    }
  };
  std::thread other(save_often);
  save_often();
  for (std::uint64_t round = 0; round < testing::rounds(100); ++round) {
    EXPECT_EQ(schedule::load(file).steps(), made.steps());
  }
  other.join();
  EXPECT_EQ(here.files(), 1U) << "nothing is left behind";
}

TEST(schedule_file_test, files_that_cannot_be_are_named) {
  const folder here;
  const auto names = [](const std::string& file, auto what) {
    try {
      what(file);
      ADD_FAILURE() << file;
    } catch (const error& refused) {
      EXPECT_NE(std::string(refused.what()).find(file), std::string::npos) << refused.what();
    }
  };
  const auto save = [](const std::string& file) {
    schedule().save(file);
  };
  const auto load = [](const std::string& file) {
    static_cast<void>(schedule::load(file));
  };
  names(here.file("missing/a.schedule"), save);
  names(here.file("missing.schedule"), load);
  names(here.file("."), load);
  names(here.file("."), save);
  std::ofstream(here.file("text")) << "a text, which is no schedule\n";
  names(here.file("text"), load);
  EXPECT_EQ(here.files(), 1U);
}

}  // namespace
}  // namespace nuthatch::schedules
