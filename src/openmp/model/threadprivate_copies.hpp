// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <unordered_map>

namespace nuthatch::openmp {

struct threadprivate_variable;

/// The functions that construct and destroy copies of a variable whose initial bytes do not
/// suffice, with or without a number of elements. Null: nothing to do.
struct threadprivate_functions {
  void* (*construct)(void* copy) = nullptr;
  void (*destroy)(void* copy) = nullptr;
  void* (*construct_all)(void* copy, std::size_t count) = nullptr;
  void (*destroy_all)(void* copy, std::size_t count) = nullptr;
  std::size_t count = 0;
};

/// Call this before any copy of the variable is requested.
void register_threadprivate(const void* variable, const threadprivate_functions& functions);

/// A thread's copies of threadprivate variables, for compilers without thread-local storage. The
/// program's first thread has the variables themselves. The copies of other threads start with the
/// value that the variable had when the first thread of all used it. Only the owning thread calls
/// this.
class threadprivate_copies {
 public:
  threadprivate_copies() = default;
  threadprivate_copies(const threadprivate_copies&) = delete;
  threadprivate_copies& operator=(const threadprivate_copies&) = delete;
  ~threadprivate_copies();

  /// Returns the copy, at the same address each time. Ends the program if there is no memory.
  [[nodiscard]] void* of(void* variable, std::size_t bytes);

 private:
  struct copy {
    void* memory;
    const threadprivate_variable* of;  ///< null: the variable itself
  };

  std::unordered_map<const void*, copy> all_;
};

}  // namespace nuthatch::openmp
