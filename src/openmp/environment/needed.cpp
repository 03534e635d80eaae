#include "openmp/environment/needed.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>

#include <link.h>

namespace nuthatch::openmp {

namespace {

/// A runtime's name goes on with a dot, a number or a hash: libomp.so, libiomp5.so, and
/// libgomp-a34b3233.so.1.0.0 in a Python package. libompd.so and libomptarget.so are none.
bool is_runtime(const char* name) noexcept {
  const char* const folder_end = std::strrchr(name, '/');
  const char* const file = folder_end != nullptr ? folder_end + 1 : name;
  for (const char* const each : {"libgomp", "libomp", "libiomp"}) {
    const std::size_t length = std::strlen(each);
    if (std::strncmp(file, each, length) == 0) {
      const char next = file[length];
      return next == '.' || next == '-' || (next >= '0' && next <= '9');
    }
  }
  return false;
}

/// The names in a dynamic section, which the loader may have relocated or not.
const char* names_of(const dl_phdr_info& object, const ElfW(Dyn) * first) noexcept {
  for (const ElfW(Dyn)* each = first; each->d_tag != DT_NULL; ++each) {
    if (each->d_tag == DT_STRTAB) {
      const auto said = static_cast<std::uintptr_t>(each->d_un.d_ptr);
      const std::uintptr_t at = said < object.dlpi_addr ? said + object.dlpi_addr : said;
      return reinterpret_cast<const char*>(at);
    }
  }
  return nullptr;
}

bool needs_runtime(const dl_phdr_info& object, const ElfW(Dyn) * first) noexcept {
  const char* const names = names_of(object, first);
  for (const ElfW(Dyn)* each = first; names != nullptr && each->d_tag != DT_NULL; ++each) {
    if (each->d_tag == DT_NEEDED && is_runtime(names + each->d_un.d_val)) {
      return true;
    }
  }
  return false;
}

int look(dl_phdr_info* object, std::size_t /*bytes*/, void* /*none*/) {
  for (unsigned i = 0; i < object->dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = object->dlpi_phdr[i];
    if (part.p_type == PT_DYNAMIC &&
        needs_runtime(*object,
                      reinterpret_cast<const ElfW(Dyn)*>(object->dlpi_addr + part.p_vaddr))) {
      return 1;
    }
  }
  return 0;
}

}  // namespace

bool is_needed() noexcept {
  return dl_iterate_phdr(look, nullptr) != 0;
}

}  // namespace nuthatch::openmp
