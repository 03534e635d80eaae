// SPDX-License-Identifier: Apache-2.0

// Knows nothing of Nuthatch: loads a shared object that does.

#include <cstdio>

#include <dlfcn.h>

int main(int /*count*/, char** arguments) {
  void* const plugin = dlopen(arguments[1], RTLD_NOW);
  void* const answer = plugin == nullptr ? nullptr : dlsym(plugin, "answer");
  if (answer == nullptr) {
    std::fprintf(stderr, "%s\n", dlerror());
    return 1;
  }
  return reinterpret_cast<long (*)()>(answer)() == 6765 ? 0 : 1;
}
