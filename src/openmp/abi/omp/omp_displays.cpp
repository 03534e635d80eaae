// SPDX-License-Identifier: Apache-2.0

// Routines that display the settings, and the affinity of threads.

#include <algorithm>
#include <string>
#include <string_view>

#include "openmp/abi/fortran.hpp"
#include "openmp/environment/env_settings.hpp"
#include "openmp/model/thread.hpp"
#include "openmp/regions/affinity_display.hpp"

namespace {

using nuthatch::openmp::affinity_format;
using nuthatch::openmp::own_affinity;
using nuthatch::openmp::set_affinity_format;
using nuthatch::openmp::this_thread;

/// Treats null as an empty text.
std::string_view text_of(const char* format) {
  return format != nullptr ? std::string_view(format) : std::string_view();
}

/// Copies as much as fits, with a terminating zero. Returns the full length.
std::size_t give(const std::string& text, char* buffer, std::size_t size) {
  if (size > 0) {
    buffer[text.copy(buffer, size - 1)] = '\0';
  }
  return text.size();
}

/// Copies as much as fits, and pads with blanks.
std::int32_t give_fortran(const std::string& text, char* buffer, std::size_t size) {
  const std::size_t given = text.copy(buffer, size);
  std::fill(buffer + given, buffer + size, ' ');
  return static_cast<std::int32_t>(text.size());
}

void print_own_affinity(std::string_view format) {
  nuthatch::openmp::print_affinity_line(own_affinity(this_thread(), format));
}

}  // namespace

NUTHATCH_EXPORTED void omp_display_env(int with_ours) {
  nuthatch::openmp::settings now = nuthatch::openmp::env_settings();
  now.affinity_format = affinity_format();
  print_settings(now, with_ours != 0);
}

NUTHATCH_EXPORTED void omp_set_affinity_format(const char* format) {
  set_affinity_format(format);
}

NUTHATCH_EXPORTED std::size_t omp_get_affinity_format(char* buffer, std::size_t size) {
  return give(affinity_format(), buffer, size);
}

NUTHATCH_EXPORTED void omp_display_affinity(const char* format) {
  print_own_affinity(text_of(format));
}

NUTHATCH_EXPORTED std::size_t omp_capture_affinity(char* buffer,
                                                   std::size_t size,
                                                   const char* format) {
  return give(own_affinity(this_thread(), text_of(format)), buffer, size);
}

NUTHATCH_FORTRAN_SETTER(omp_display_env)

// The lengths of Fortran texts are passed behind all arguments.

NUTHATCH_EXPORTED void omp_set_affinity_format_(const char* format, std::size_t length) {
  set_affinity_format({format, length});
}

NUTHATCH_EXPORTED std::int32_t omp_get_affinity_format_(char* buffer, std::size_t size) {
  return give_fortran(affinity_format(), buffer, size);
}

NUTHATCH_EXPORTED void omp_display_affinity_(const char* format, std::size_t length) {
  print_own_affinity({format, length});
}

NUTHATCH_EXPORTED std::int32_t omp_capture_affinity_(char* buffer,
                                                     const char* format,
                                                     std::size_t size,
                                                     std::size_t length) {
  return give_fortran(own_affinity(this_thread(), {format, length}), buffer, size);
}
