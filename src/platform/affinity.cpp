// SPDX-License-Identifier: Apache-2.0
#include "platform/affinity.hpp"

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <pthread.h>
#include <sched.h>

#include <nuthatch/errors.hpp>

#include "base/assert.hpp"
#include "base/os_error.hpp"
#include "platform/kernel_cpu_set.hpp"

namespace nuthatch::platform {

cpu_set cpu_set::first_n(unsigned n) {
  cpu_set set;
  for (unsigned cpu = 0; cpu < n; ++cpu) {
    set.insert(cpu);
  }
  return set;
}

void cpu_set::insert(unsigned cpu) {
  if (cpu >= limit) {
    throw option_error("cpu number " + std::to_string(cpu) + " is too large; at most " +
                       std::to_string(limit - 1) + " is possible");
  }
  const std::size_t word = cpu / word_bits;
  if (word >= words_.size()) {
    words_.resize(word + 1);
  }
  words_[word] |= std::uint64_t{1} << (cpu % word_bits);
}

void cpu_set::erase(unsigned cpu) noexcept {
  if (contains(cpu)) {
    words_[cpu / word_bits] &= ~(std::uint64_t{1} << (cpu % word_bits));
    trim();
  }
}

bool cpu_set::contains(unsigned cpu) const noexcept {
  const std::size_t word = cpu / word_bits;
  return word < words_.size() && ((words_[word] >> (cpu % word_bits)) & 1U) != 0;
}

unsigned cpu_set::count() const noexcept {
  unsigned sum = 0;
  for (const std::uint64_t word : words_) {
    sum += static_cast<unsigned>(std::popcount(word));
  }
  return sum;
}

bool cpu_set::is_subset_of(const cpu_set& other) const noexcept {
  if (words_.size() > other.words_.size()) {
    return false;
  }
  for (std::size_t i = 0; i < words_.size(); ++i) {
    if ((words_[i] & ~other.words_[i]) != 0) {
      return false;
    }
  }
  return true;
}

unsigned cpu_set::first() const {
  NUTHATCH_CHECK(!empty(), "the empty set has no first cpu");
  const auto found =
      std::find_if(words_.begin(), words_.end(), [](auto word) { return word != 0; });
  const auto word = static_cast<unsigned>(found - words_.begin());
  return (word * word_bits) + static_cast<unsigned>(std::countr_zero(*found));
}

std::vector<unsigned> cpu_set::members() const {
  std::vector<unsigned> all;
  all.reserve(count());
  for (unsigned i = 0; i < words_.size(); ++i) {
    for (std::uint64_t rest = words_[i]; rest != 0; rest &= rest - 1) {
      all.push_back((i * word_bits) + static_cast<unsigned>(std::countr_zero(rest)));
    }
  }
  return all;
}

std::vector<cpu_run> cpu_set::runs() const {
  std::vector<cpu_run> all;
  for (const unsigned cpu : members()) {
    if (all.empty() || cpu != all.back().first + all.back().count) {
      all.push_back({cpu, 0});
    }
    ++all.back().count;
  }
  return all;
}

cpu_set operator&(const cpu_set& left, const cpu_set& right) {
  cpu_set both;
  both.words_.resize(std::min(left.words_.size(), right.words_.size()));
  for (std::size_t i = 0; i < both.words_.size(); ++i) {
    both.words_[i] = left.words_[i] & right.words_[i];
  }
  both.trim();
  return both;
}

cpu_set operator|(const cpu_set& left, const cpu_set& right) {
  cpu_set either = left;
  either.words_.resize(std::max(left.words_.size(), right.words_.size()));
  for (std::size_t i = 0; i < right.words_.size(); ++i) {
    either.words_[i] |= right.words_[i];
  }
  return either;
}

void cpu_set::trim() noexcept {
  while (!words_.empty() && words_.back() == 0) {
    words_.pop_back();
  }
}

cpu_set get_affinity() {
  // The kernel rejects a mask smaller than its own, whose size cannot be queried.
  for (unsigned bits = CPU_SETSIZE; bits <= cpu_set::limit; bits *= 2) {
    kernel_cpu_set mask(bits);
    if (sched_getaffinity(0, mask.bytes(), mask.get()) == 0) {
      return mask.to_cpu_set();
    }
    if (errno != EINVAL) {
      break;
    }
  }
  throw base::os_error(errno, "read the cpu affinity of the thread");
}

void set_affinity(const cpu_set& cpus) {
  const kernel_cpu_set mask(cpus);
  if (const int code = pthread_setaffinity_np(pthread_self(), mask.bytes(), mask.get());
      code != 0) {
    throw base::os_error(code,
                         "bind the thread to cpus '" + cpus.to_string() + "'",
                         "Choose among the cpus that the process may use.");
  }
}

}  // namespace nuthatch::platform
