// SPDX-License-Identifier: Apache-2.0

// Feeds any bytes to the reader of saved schedules: as they are, and with magic, version and
// checksum set right, behind which nearly nobody would come by chance. What loads has to be what is
// written again, but for numbers that the file has in a longer form than it needs.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>

#include <nuthatch/errors.hpp>

#include "schedule/schedule_file.hpp"

namespace {

using nuthatch::schedules::decode;
using nuthatch::schedules::encode;
using nuthatch::schedules::steal_tree;

constexpr std::size_t header_bytes = 16;

void require(bool holds, const char* what) {
  if (!holds) {
    std::cerr << "schedule_file_fuzz: " << what << '\n';
    std::abort();
  }
}

/// Bit by bit, so that it is not the reader's.
std::uint32_t checksum_of(std::string_view bytes) {
  constexpr std::uint32_t polynomial = 0xedb88320;
  std::uint32_t sum = UINT32_MAX;
  for (const char each : bytes) {
    sum ^= static_cast<unsigned char>(each);
    for (int bit = 0; bit < 8; ++bit) {
      sum = (sum >> 1U) ^ ((sum & 1U) != 0 ? polynomial : 0);
    }
  }
  return ~sum;
}

/// A file of version 1 that has these bytes behind its checksum.
std::string with_header(std::string_view body) {
  std::string made("NUTSCHED\1\0\0\0", header_bytes - sizeof(std::uint32_t));
  const std::uint32_t sum = checksum_of(body);
  for (unsigned shift = 0; shift < 32; shift += 8) {
    made.push_back(static_cast<char>(sum >> shift));
  }
  return made.append(body);
}

/// Nothing where it is refused, for which there is one error that names the file.
std::optional<steal_tree> loaded(std::string_view content) {
  static const std::string name = "the-file";
  try {
    return decode(content, name);
  } catch (const nuthatch::error& refused) {
    const std::string_view said = refused.what();
    require(said.find(name) != said.npos, "an error that does not name the file");
    require(said.find('\n') == said.npos, "an error of several lines");
    return std::nullopt;
  }
}

bool same(const steal_tree& one, const steal_tree& other) {
  const auto same_place = [](const auto& a, const auto& b) {
    return a.task_hash == b.task_hash && a.spawn_rank == b.spawn_rank;
  };
  return one.root == other.root && one.workers == other.workers && one.complete == other.complete &&
         one.ordered == other.ordered &&
         std::ranges::equal(one.steps,
                            other.steps,
                            [&](const auto& a, const auto& b) {
                              return same_place(a.what.at, b.what.at) &&
                                     a.what.depth == b.what.depth && a.what.kind == b.what.kind &&
                                     a.worker == b.worker && a.parent_step == b.parent_step &&
                                     a.sequence_number == b.sequence_number;
                            }) &&
         std::ranges::equal(one.path_spawns, other.path_spawns, [&](const auto& a, const auto& b) {
           return same_place(a.at, b.at) && a.parent_step == b.parent_step;
         });
}

void check(std::string_view content) {
  const std::optional<steal_tree> first = loaded(content);
  if (!first) {
    return;
  }
  for (std::size_t i = 0; i < first->steps.size(); ++i) {
    const auto& each = first->steps[i];
    require(each.worker < first->workers, "a worker that there is not");
    require(each.parent_step == nuthatch::schedules::no_step || each.parent_step < i,
            "a later parent_step");
    require(i == 0 || first->steps[i - 1].sequence_number < each.sequence_number,
            "sequence numbers that do not grow");
  }
  const std::string written = encode(*first);
  const std::optional<steal_tree> again = loaded(written);
  require(again.has_value(), "what was loaded and saved is refused");
  require(same(*first, *again), "what was loaded and saved is another schedule");
  require(written.size() <= content.size(), "it is written longer than it was read");
  require(written.size() < content.size() || written == content, "it is written otherwise");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view content(reinterpret_cast<const char*>(data), size);
  check(content);
  check(with_header(content.substr(std::min(size, header_bytes))));
  return 0;
}
