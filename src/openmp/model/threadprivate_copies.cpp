// SPDX-License-Identifier: Apache-2.0
#include "openmp/model/threadprivate_copies.hpp"

#include <cstdlib>
#include <cstring>
#include <memory>

#include <unistd.h>

#include "openmp/diagnostics/messages.hpp"
#include "platform/first_value.hpp"
#include "platform/forking.hpp"

namespace nuthatch::openmp {

struct threadprivate_variable {
  threadprivate_functions functions;
  std::unique_ptr<std::byte[]> initial;  ///< null: no thread has used the variable
};

namespace {

constexpr std::size_t line = 64;

struct known_variables {
  detail::mutex& lock = platform::lock_of(platform::first_use::openmp_private_variables);
  std::unordered_map<const void*, threadprivate_variable> all;
};

/// Never destroyed, because threads may end after the program's last destructors.
known_variables& known() {
  static constinit platform::first_value<known_variables> all;
  return all.any_get([] { return std::make_unique<known_variables>(); });
}

const threadprivate_variable& find(const void* variable, std::size_t bytes) {
  known_variables& from = known();
  from.lock.lock();
  threadprivate_variable& found = from.all[variable];
  if (found.initial == nullptr) {
    found.initial = std::make_unique_for_overwrite<std::byte[]>(bytes);
    std::memcpy(found.initial.get(), variable, bytes);
  }
  from.lock.unlock();
  return found;
}

bool is_first_thread() noexcept {
  return getpid() == gettid();
}

void* make_copy(const threadprivate_variable& of, std::size_t bytes) {
  void* const memory = std::aligned_alloc(line, (bytes + line - 1) / line * line);
  if (memory == nullptr) {
    abort_program("no memory for a thread's copy of a threadprivate variable");
  }
  std::memcpy(memory, of.initial.get(), bytes);
  if (of.functions.construct != nullptr) {
    of.functions.construct(memory);
  } else if (of.functions.construct_all != nullptr) {
    of.functions.construct_all(memory, of.functions.count);
  }
  return memory;
}

}  // namespace

void register_threadprivate(const void* variable, const threadprivate_functions& functions) {
  known_variables& to = known();
  to.lock.lock();
  to.all[variable].functions = functions;
  to.lock.unlock();
}

threadprivate_copies::~threadprivate_copies() {
  for (const auto& [variable, each] : all_) {
    if (each.of == nullptr) {
      continue;
    }
    const threadprivate_functions& functions = each.of->functions;
    if (functions.destroy != nullptr) {
      functions.destroy(each.memory);
    } else if (functions.destroy_all != nullptr) {
      functions.destroy_all(each.memory, functions.count);
    }
    std::free(each.memory);
  }
}

void* threadprivate_copies::of(void* variable, std::size_t bytes) {
  if (const auto found = all_.find(variable); found != all_.end()) {
    return found->second.memory;
  }
  const threadprivate_variable& known_as = find(variable, bytes);
  const bool is_itself = is_first_thread();
  const copy entry =
      is_itself ? copy{variable, nullptr} : copy{make_copy(known_as, bytes), &known_as};
  all_.emplace(variable, entry);
  return entry.memory;
}

}  // namespace nuthatch::openmp
