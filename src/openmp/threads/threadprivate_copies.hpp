// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <unordered_map>

namespace nuthatch::openmp {

struct threadprivate_variable;

/// How copies of a variable are made, where its bytes to begin with are not enough. Either with a
/// number of elements, or without. Null: nothing is to be done.
struct threadprivate_functions {
  void* (*construct)(void* copy) = nullptr;
  void (*destroy)(void* copy) = nullptr;
  void* (*construct_all)(void* copy, std::size_t count) = nullptr;
  void (*destroy_all)(void* copy, std::size_t count) = nullptr;
  std::size_t count = 0;
};

/// Before any copy of the variable is asked for.
void register_threadprivate(const void* variable, const threadprivate_functions& functions);

/// A thread's copies of variables that are threadprivate, where the compiler has no thread-local
/// storage for them. The program's first thread has the variables themselves; the others' copies
/// begin as the variable was when the first thread of all came to it. That thread alone calls.
class threadprivate_copies {
 public:
  threadprivate_copies() = default;
  threadprivate_copies(const threadprivate_copies&) = delete;
  threadprivate_copies& operator=(const threadprivate_copies&) = delete;
  ~threadprivate_copies();

  /// The same each time. Ends the program if there is no memory.
  [[nodiscard]] void* of(void* variable, std::size_t bytes);

 private:
  struct copy {
    void* memory;
    const threadprivate_variable* of;  ///< null: it is the variable itself
  };

  std::unordered_map<const void*, copy> all_;
};

}  // namespace nuthatch::openmp
