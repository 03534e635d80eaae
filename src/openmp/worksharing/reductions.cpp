// SPDX-License-Identifier: Apache-2.0
#include "openmp/worksharing/reductions.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "openmp/diagnostics/messages.hpp"
#include "openmp/model/task.hpp"
#include "openmp/model/team.hpp"
#include "openmp/model/thread.hpp"
#include "openmp/tasks/taskgroup.hpp"

namespace nuthatch::openmp {

namespace {

using word = std::uintptr_t;

/// One of GCC's arrays.
class variables {
 public:
  explicit variables(word* at) noexcept : at_(at) {}

  [[nodiscard]] word* next() const noexcept { return reinterpret_cast<word*>(at_[4]); }

  [[nodiscard]] bool is_last() const noexcept { return at_[5] != 0; }

  void be_followed_by(const word* older) noexcept {
    at_[5] = 1;
    at_[4] = reinterpret_cast<word>(older);
  }

  void allocate(std::uint32_t team_size) {
    constexpr std::size_t line = 64;
    const std::size_t alignment = std::max<std::size_t>(at_[2], line);
    const std::size_t bytes = (at_[1] * team_size + alignment - 1) / alignment * alignment;
    void* const memory = std::aligned_alloc(alignment, std::max(bytes, alignment));
    if (memory == nullptr) {
      abort_program("no memory for the copies of reduction variables");
    }
    std::memset(memory, 0, bytes);
    at_[2] = reinterpret_cast<word>(memory);
    at_[5] = 0;
    at_[6] = at_[2] + at_[1] * team_size;
  }

  void share(const word* of) noexcept {
    at_[2] = of[2];
    at_[5] = 0;
    at_[6] = of[6];
  }

  void free() noexcept { std::free(reinterpret_cast<void*>(at_[2])); }

  /// Finds the offset of a variable's copy among the bytes of a thread, by the address of the
  /// variable or of any copy. False if the address is neither.
  [[nodiscard]] bool find(word address, word& offset) const noexcept {
    for (word i = 0; i < at_[0]; ++i) {
      if (at_[7 + 3 * i] == address) {
        offset = at_[8 + 3 * i];
        return true;
      }
    }
    if (address >= at_[2] && address < at_[6]) {
      offset = (address - at_[2]) % at_[1];
      return true;
    }
    return false;
  }

  [[nodiscard]] void* copy_at(word offset, std::uint32_t member) const noexcept {
    return reinterpret_cast<void*>(at_[2] + member * at_[1] + offset);
  }

  /// Returns the variable whose copies have that offset.
  [[nodiscard]] void* variable_at(word offset) const noexcept {
    for (word i = 0; i < at_[0]; ++i) {
      if (at_[8 + 3 * i] == offset) {
        return reinterpret_cast<void*>(at_[7 + 3 * i]);
      }
    }
    abort_program("a reduction variable was not registered");
  }

 private:
  word* at_;
};

/// Visits all arrays of a registration and links those of the enclosing taskgroups behind them.
template <class Each>
void for_each_array(word* data, word* around, Each each) {
  for (;;) {
    variables one(data);
    word* const next = one.next();
    each(one);
    if (next == nullptr) {
      one.be_followed_by(around);
      return;
    }
    data = next;
  }
}

/// The reductions of the innermost enclosing taskgroup that has some, or else those of the region.
word* visible_to(const thread& self) noexcept {
  for (const taskgroup* each = innermost_taskgroup(*self.current_task); each != nullptr;
       each = taskgroup_around(*each)) {
    if (each->reductions != nullptr) {
      return each->reductions;
    }
  }
  return self.member->team->reductions();
}

}  // namespace

void register_reductions(std::uintptr_t* data, std::uint32_t team_size) {
  for_each_array(data, nullptr, [team_size](variables& one) { one.allocate(team_size); });
}

void register_reductions(thread& self, std::uintptr_t* data) {
  const std::uint32_t team_size = self.member->team->size();
  for_each_array(data, visible_to(self), [team_size](variables& one) { one.allocate(team_size); });
  innermost_taskgroup(*self.current_task)->reductions = data;
}

void begin_shared_reductions(thread& self, std::uintptr_t* data, const std::uintptr_t* first) {
  word* const around = visible_to(self);
  begin_taskgroup_of_construct(self);
  const std::uint32_t team_size = self.member->team->size();
  for_each_array(data, around, [&first, team_size](variables& one) {
    if (first == nullptr) {
      one.allocate(team_size);
    } else {
      one.share(first);
      first = reinterpret_cast<const word*>(first[4]);
    }
  });
  innermost_taskgroup(*self.current_task)->reductions = data;
}

void end_shared_reductions(thread& self, bool waits) noexcept {
  word* const data = innermost_taskgroup(*self.current_task)->reductions;
  end_taskgroup(self);
  if (self.member->thread_num == 0) {
    free_reductions(data);
  }
  if (waits) {
    self.member->team->barrier_wait(self);
  }
}

void free_reductions(std::uintptr_t* data) noexcept {
  for (;;) {
    variables one(data);
    one.free();
    if (one.is_last()) {
      return;
    }
    data = one.next();
  }
}

void find_copies(thread& self, std::size_t count, std::size_t wanted, void** addresses) {
  word* const all = visible_to(self);
  for (std::size_t i = 0; i < count; ++i) {
    word offset = 0;
    word* data = all;
    while (data != nullptr && !variables(data).find(reinterpret_cast<word>(addresses[i]), offset)) {
      data = variables(data).next();
    }
    if (data == nullptr) {
      abort_program("a task participates in a reduction that no enclosing construct has");
    }
    addresses[i] = variables(data).copy_at(offset, self.member->thread_num);
    if (i < wanted) {
      addresses[count + i] = variables(data).variable_at(offset);
    }
  }
}

}  // namespace nuthatch::openmp
