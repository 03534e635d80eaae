// SPDX-License-Identifier: Apache-2.0
#include "splice/mixed_program.hpp"

#include <algorithm>
#include <atomic>

namespace nuthatch::testing {
namespace {

std::uint64_t mix(std::uint64_t a, std::uint64_t b) noexcept {
  a = (a ^ b) * 0x9E3779B97F4A7C15U;
  return a ^ a >> 29U;
}

/// Makes the accesses for one index.
void access_at(const statement& of, const step_part& index, mixed_memory& memory) {
  const auto word_at = [&memory](std::ptrdiff_t word) -> std::uint64_t& {
    return memory.words.at(static_cast<std::size_t>(word));
  };
  std::uint64_t seen = mix(of.number, static_cast<std::uint64_t>(index[0].first * 1'000));
  seen = mix(seen, static_cast<std::uint64_t>(index[1].first));
  for (const touch& each : of.touches) {
    if (each.how != effects::access::accumulates) {
      for_each_word(each.at(index), [&](std::ptrdiff_t word) { seen = mix(seen, word_at(word)); });
    }
  }
  for (const touch& each : of.touches) {
    for_each_word(each.at(index), [&](std::ptrdiff_t word) {
      if (each.how == effects::access::writes) {
        word_at(word) = mix(seen, static_cast<std::uint64_t>(word));
      } else if (each.how == effects::access::accumulates) {
        std::atomic_ref(word_at(word)).fetch_add(seen | 1U, std::memory_order_relaxed);
      }
    });
  }
}

class interpreter {
 public:
  explicit interpreter(const mixed_program& all) : all_(all) { found_.memory = first_memory(); }

  outcome run() {
    std::size_t in_group = 0;
    for (std::size_t i = 0; i < all_.main.size(); ++i) {
      run(all_.main[i]);
      if (++in_group == all_.group || all_.run_after == i) {
        in_group = 0;
        end_group();
        if (!found_.thrown.empty() && !all_.goes_on) {
          return found_;
        }
      }
    }
    end_group();
    return found_;
  }

 private:
  void end_group() {
    if (first_thrown_) {
      found_.thrown.push_back(*first_thrown_);
      first_thrown_.reset();
    }
  }

  void note_thrown(std::uint32_t number) {
    if (!first_thrown_) {
      first_thrown_ = number;
    }
  }

  void run(const statement& one) {
    if (one.what == statement::kind::call) {
      const function& called = all_.functions[one.called];
      if (called.throws) {
        note_thrown(called.number);
        return;
      }
      for (const statement& each : called.body) {
        run(each);
      }
      return;
    }
    for (int i = 0; i < times_of(one); ++i) {
      access_all(one, one.over, found_.memory);
    }
    if (one.throws) {
      note_thrown(one.number);
    }
  }

  const mixed_program& all_;
  outcome found_;
  std::optional<std::uint32_t> first_thrown_;
};

std::string to_text(const std::vector<std::uint32_t>& numbers) {
  std::string text = "thrown:";
  for (const std::uint32_t each : numbers) {
    text += ' ' + std::to_string(each);
  }
  return text;
}

}  // namespace

effects::interval moving_side::at(const step_part& part, std::ptrdiff_t length) const {
  if (!with) {
    return fixed;
  }
  const effects::interval& side = part.at(*with);
  if (side.empty()) {
    return {};
  }
  const effects::interval moved =
      down ? effects::interval{length - side.last, length - side.first} : side;
  return effects::interval{moved.first + shift, moved.last + shift}.grown(halo).clipped(
      {0, length});
}

place touch::at(const step_part& part) const {
  return {.kind = kind,
          .along = along.at(part, length_of(kind)),
          .across = across.at(part, mixed_memory::columns),
          .step = step};
}

std::string difference(const outcome& found, const outcome& expected) {
  std::string text;
  if (found.thrown != expected.thrown) {
    text = to_text(found.thrown) + ", not " + to_text(expected.thrown) + "; ";
  }
  const auto [one, other] = std::ranges::mismatch(found.memory.words, expected.memory.words);
  if (one != found.memory.words.end()) {
    text += "word " + std::to_string(one - found.memory.words.begin()) + " differs";
  }
  return text;
}

mixed_memory first_memory() {
  mixed_memory made;
  std::uint64_t value = 1;
  for (std::uint64_t& word : made.words) {
    word = value = mix(value, 7);
  }
  return made;
}

void access_all(const statement& of, const step_part& part, mixed_memory& memory) {
  if (!of.is_sliced()) {
    access_at(of, part, memory);
    return;
  }
  for (std::ptrdiff_t i = part[0].first; i < part[0].last; ++i) {
    for (std::ptrdiff_t j = part[1].first; j < part[1].last; ++j) {
      access_at(of, {effects::interval{i, i + 1}, effects::interval{j, j + 1}}, memory);
    }
  }
}

void throw_behind(const statement& of, const step_part& part) {
  if (of.throws &&
      (!of.is_sliced() || (part[0].first <= *of.throws && *of.throws < part[0].last))) {
    throw thrown_by{of.number};
  }
}

outcome run_plainly(const mixed_program& all) {
  return interpreter(all).run();
}

}  // namespace nuthatch::testing
