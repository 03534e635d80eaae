// SPDX-License-Identifier: Apache-2.0

// Device memory routines. There is only the host's memory.

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "openmp/abi/exported.hpp"
#include "openmp/model/thread.hpp"
#include "openmp/target/host_device.hpp"
#include "openmp/target/rect_copy.hpp"
#include "openmp/tasks/explicit_task.hpp"

namespace {

using nuthatch::openmp::create_task;
using nuthatch::openmp::dependence;
using nuthatch::openmp::dependence_list;
using nuthatch::openmp::is_host;
using nuthatch::openmp::this_thread;

// The result of rectangular copies if both addresses are null: the largest number of dimensions.
constexpr int max_dimensions = std::numeric_limits<int>::max();

/// Whether memory of this device can be allocated. Ends the program if falling back to the host is
/// forbidden.
bool is_there(int device) noexcept {
  nuthatch::openmp::check_device(device);
  return is_host(device);
}

bool are_there(int one, int other) noexcept {
  return is_there(one) && is_there(other);
}

struct copied_bytes {
  std::byte* to;
  const std::byte* from;
  std::size_t bytes;

  copied_bytes(void* into,
               const void* out_of,
               std::size_t count,
               std::size_t into_offset,
               std::size_t out_of_offset) noexcept
      : to(static_cast<std::byte*>(into) + into_offset),
        from(static_cast<const std::byte*>(out_of) + out_of_offset),
        bytes(count) {}

  void copy() const noexcept { std::memmove(to, from, bytes); }
};

/// The arguments of a rectangular copy: by dimension, the volume, and the offsets and sizes of both
/// arrays.
struct copied_part {
  static constexpr std::size_t arrays = 5;

  std::byte* to;
  const std::byte* from;
  std::size_t element_bytes;
  std::size_t dimensions;
  std::array<const std::size_t*, arrays> numbers;  // see number_of

  enum number_of : std::uint8_t { volume, to_offset, from_offset, to_size, from_size };

  [[nodiscard]] bool copy() const noexcept {
    return nuthatch::openmp::copy_part({to, numbers[to_offset], numbers[to_size]},
                                       {from, numbers[from_offset], numbers[from_size]},
                                       std::span(numbers[volume], dimensions),
                                       element_bytes);
  }
};

dependence_list dependences_of(int count, void* objects) {
  constexpr std::size_t words_before = 5;
  constexpr std::size_t object_bytes = 2 * sizeof(void*);
  const auto number = static_cast<std::size_t>(std::max(count, 0));
  // The form of GCC's depend argument that has only depend objects.
  std::vector<void*> words(words_before + number, nullptr);
  words[1] = reinterpret_cast<void*>(number);
  for (std::size_t i = 0; i < number; ++i) {
    words[words_before + i] = static_cast<std::byte*>(objects) + i * object_bytes;
  }
  return nuthatch::openmp::parse_gomp_depend(words.data());
}

/// Copies in a task, whose data have the numbers behind the other arguments.
void copy_part_later(const copied_part& part, std::span<const dependence> dependences) {
  copied_part all = part;
  create_task(
      this_thread(),
      {.function = [](void* data) { static_cast<void>(static_cast<copied_part*>(data)->copy()); },
       .data = &all,
       .copy =
           [](void* into, void* from) {
             auto* const made = std::construct_at(static_cast<copied_part*>(into),
                                                  *static_cast<copied_part*>(from));
             auto* next = reinterpret_cast<std::size_t*>(made + 1);
             for (const std::size_t*& each : made->numbers) {
               std::copy_n(each, made->dimensions, next);
               each = std::exchange(next, next + made->dimensions);
             }
           },
       .bytes = sizeof(copied_part) + copied_part::arrays * all.dimensions * sizeof(std::size_t),
       .alignment = alignof(copied_part),
       .deferred = true,
       .is_final = false,
       .dependences = dependences});
}

}  // namespace

NUTHATCH_EXPORTED void* omp_target_alloc(std::size_t bytes, int device) {
  return is_there(device) ? std::malloc(bytes) : nullptr;
}

NUTHATCH_EXPORTED void omp_target_free(void* memory, int device) {
  if (memory != nullptr && is_there(device)) {
    std::free(memory);
  }
}

NUTHATCH_EXPORTED int omp_target_is_present(const void* address, int device) {
  return address == nullptr || is_there(device) ? 1 : 0;
}

NUTHATCH_EXPORTED int omp_target_is_accessible(const void* /*address*/,
                                               std::size_t /*bytes*/,
                                               int device) {
  return is_there(device) ? 1 : 0;
}

NUTHATCH_EXPORTED void* omp_get_mapped_ptr(const void* address, int device) {
  return is_there(device) ? const_cast<void*>(address) : nullptr;
}

NUTHATCH_EXPORTED int omp_target_memcpy(void* to,
                                        const void* from,
                                        std::size_t bytes,
                                        std::size_t to_offset,
                                        std::size_t from_offset,
                                        int to_device,
                                        int from_device) {
  if (!are_there(to_device, from_device)) {
    return EINVAL;
  }
  copied_bytes(to, from, bytes, to_offset, from_offset).copy();
  return 0;
}

NUTHATCH_EXPORTED int omp_target_memcpy_async(void* to,
                                              const void* from,
                                              std::size_t bytes,
                                              std::size_t to_offset,
                                              std::size_t from_offset,
                                              int to_device,
                                              int from_device,
                                              int objects_count,
                                              void* objects) {
  if (!are_there(to_device, from_device)) {
    return EINVAL;
  }
  const dependence_list dependences = dependences_of(objects_count, objects);
  copied_bytes all(to, from, bytes, to_offset, from_offset);
  create_task(this_thread(),
              {.function = [](void* data) { static_cast<const copied_bytes*>(data)->copy(); },
               .data = &all,
               .copy = nullptr,
               .bytes = sizeof(all),
               .alignment = alignof(copied_bytes),
               .deferred = true,
               .is_final = false,
               .dependences = dependences});
  return 0;
}

NUTHATCH_EXPORTED int omp_target_memcpy_rect(void* to,
                                             const void* from,
                                             std::size_t element_bytes,
                                             int dimensions,
                                             const std::size_t* volume,
                                             const std::size_t* to_offset,
                                             const std::size_t* from_offset,
                                             const std::size_t* to_size,
                                             const std::size_t* from_size,
                                             int to_device,
                                             int from_device) {
  if (to == nullptr && from == nullptr) {
    return max_dimensions;
  }
  if (!are_there(to_device, from_device) || dimensions < 1) {
    return EINVAL;
  }
  const copied_part all{static_cast<std::byte*>(to),
                        static_cast<const std::byte*>(from),
                        element_bytes,
                        static_cast<std::size_t>(dimensions),
                        {volume, to_offset, from_offset, to_size, from_size}};
  return all.copy() ? 0 : EINVAL;
}

NUTHATCH_EXPORTED int omp_target_memcpy_rect_async(void* to,
                                                   const void* from,
                                                   std::size_t element_bytes,
                                                   int dimensions,
                                                   const std::size_t* volume,
                                                   const std::size_t* to_offset,
                                                   const std::size_t* from_offset,
                                                   const std::size_t* to_size,
                                                   const std::size_t* from_size,
                                                   int to_device,
                                                   int from_device,
                                                   int objects_count,
                                                   void* objects) {
  if (to == nullptr && from == nullptr) {
    return max_dimensions;
  }
  if (!are_there(to_device, from_device) || dimensions < 1) {
    return EINVAL;
  }
  copy_part_later({static_cast<std::byte*>(to),
                   static_cast<const std::byte*>(from),
                   element_bytes,
                   static_cast<std::size_t>(dimensions),
                   {volume, to_offset, from_offset, to_size, from_size}},
                  dependences_of(objects_count, objects));
  return 0;
}

// Host addresses have no associated device addresses.

NUTHATCH_EXPORTED int omp_target_associate_ptr(const void* /*host*/,
                                               const void* /*associated*/,
                                               std::size_t /*bytes*/,
                                               std::size_t /*offset*/,
                                               int device) {
  nuthatch::openmp::check_device(device);
  return EINVAL;
}

NUTHATCH_EXPORTED int omp_target_disassociate_ptr(const void* /*host*/, int device) {
  nuthatch::openmp::check_device(device);
  return EINVAL;
}
