// SPDX-License-Identifier: Apache-2.0

// Threadprivate variables of Clang's programs that do not use thread-local storage.

#include <cstddef>
#include <memory>

#include "openmp/abi/kmpc/kmpc.hpp"
#include "openmp/model/thread.hpp"
#include "openmp/model/threadprivate_copies.hpp"

namespace {

using nuthatch::openmp::register_threadprivate;
using nuthatch::openmp::this_thread;
using nuthatch::openmp::thread;
using nuthatch::openmp::threadprivate_copies;
using namespace nuthatch::openmp::kmpc;

void* copy_of(void* variable, std::size_t bytes) {
  thread& self = this_thread();
  if (self.copies == nullptr) {
    self.copies = std::make_unique<threadprivate_copies>();
  }
  return self.copies->of(variable, bytes);
}

}  // namespace

NUTHATCH_EXPORTED void* __kmpc_threadprivate(ident* /*loc*/,
                                             thread_id /*gtid*/,
                                             void* variable,
                                             std::size_t bytes) {
  return copy_of(variable, bytes);
}

NUTHATCH_EXPORTED void* __kmpc_threadprivate_cached(
    ident* /*loc*/, thread_id /*gtid*/, void* variable, std::size_t bytes, void*** /*cache*/) {
  return copy_of(variable, bytes);
}

NUTHATCH_EXPORTED void __kmpc_threadprivate_register(ident* /*loc*/,
                                                     void* variable,
                                                     void* (*construct)(void*),
                                                     void* (* /*copy*/)(void*, void*),
                                                     void (*destroy)(void*)) {
  register_threadprivate(variable, {.construct = construct, .destroy = destroy});
}

/// The same for an array.
NUTHATCH_EXPORTED void __kmpc_threadprivate_register_vec(ident* /*loc*/,
                                                         void* variable,
                                                         void* (*construct)(void*, std::size_t),
                                                         void* (* /*copy*/)(void*,
                                                                            void*,
                                                                            std::size_t),
                                                         void (*destroy)(void*, std::size_t),
                                                         std::size_t count) {
  register_threadprivate(variable,
                         {.construct_all = construct, .destroy_all = destroy, .count = count});
}
