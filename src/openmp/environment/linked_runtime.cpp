// SPDX-License-Identifier: Apache-2.0
#include "openmp/environment/linked_runtime.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>

#include <link.h>

namespace nuthatch::openmp {

namespace {

/// Recognizes a runtime by its file name, which continues with a dot, a digit or a hash: libomp.so,
/// libiomp5.so, and libgomp-a34b3233.so.1.0.0 in a Python package. libompd.so and libomptarget.so
/// are no runtimes.
std::optional<peer> runtime_of(const char* name) noexcept {
  struct known {
    const char* name;
    peer runtime;
  };

  const char* const folder_end = std::strrchr(name, '/');
  const char* const file = folder_end != nullptr ? folder_end + 1 : name;
  for (const known& each : {known{"libgomp", peer::libgomp},
                            known{"libomp", peer::llvm},
                            known{"libiomp", peer::llvm}}) {
    const std::size_t length = std::strlen(each.name);
    if (std::strncmp(file, each.name, length) == 0) {
      const char next = file[length];
      return next == '.' || next == '-' || (next >= '0' && next <= '9')
                 ? std::optional(each.runtime)
                 : std::nullopt;
    }
  }
  return std::nullopt;
}

/// The string table of a dynamic section, which the loader may have relocated or not.
const char* names_of(const dl_phdr_info& object, const ElfW(Dyn) * first) noexcept {
  for (const ElfW(Dyn)* each = first; each->d_tag != DT_NULL; ++each) {
    if (each->d_tag == DT_STRTAB) {
      const auto values = static_cast<std::uintptr_t>(each->d_un.d_ptr);
      const std::uintptr_t at = values < object.dlpi_addr ? values + object.dlpi_addr : values;
      return reinterpret_cast<const char*>(at);
    }
  }
  return nullptr;
}

std::optional<peer> runtime_of(const dl_phdr_info& object, const ElfW(Dyn) * first) noexcept {
  const char* const names = names_of(object, first);
  for (const ElfW(Dyn)* each = first; names != nullptr && each->d_tag != DT_NULL; ++each) {
    if (each->d_tag == DT_NEEDED) {
      if (const std::optional<peer> found = runtime_of(names + each->d_un.d_val)) {
        return found;
      }
    }
  }
  return std::nullopt;
}

int find_runtime(dl_phdr_info* object, std::size_t /*bytes*/, void* into) {
  auto& found = *static_cast<std::optional<peer>*>(into);
  for (unsigned i = 0; i < object->dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = object->dlpi_phdr[i];
    if (part.p_type == PT_DYNAMIC && !found) {
      found =
          runtime_of(*object, reinterpret_cast<const ElfW(Dyn)*>(object->dlpi_addr + part.p_vaddr));
    }
  }
  return found ? 1 : 0;
}

}  // namespace

std::optional<peer> linked_runtime() noexcept {
  std::optional<peer> found;
  dl_iterate_phdr(find_runtime, &found);
  return found;
}

bool is_runtime_linked() noexcept {
  return linked_runtime().has_value();
}

}  // namespace nuthatch::openmp
