// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

namespace nuthatch {

/// The kind of pages of an array. Each page lies wholly on the NUMA node of the worker that first
/// writes to it.
enum class page_kind : std::uint8_t {
  of_the_system,  ///< according to the system's settings; small on most systems
  small,          ///< the smallest available, 4 KiB on most machines
  /// Pages of 2 MiB where the system has some left. They need fewer TLB entries and cause fewer
  /// page faults. They suit arrays of which each worker uses contiguous ranges of many MiB, because
  /// one page cannot be divided between two nodes.
  large
};

namespace detail {

/// A mapping of zeroed pages, which use no memory until they are written to.
class data_pages {
 public:
  data_pages() noexcept = default;

  /// Maps pages for so many elements; none for zero elements. Throws std::bad_alloc.
  data_pages(std::size_t elements, std::size_t element_bytes, page_kind wanted);

  data_pages(data_pages&& other) noexcept
      : start_(std::exchange(other.start_, nullptr)),
        bytes_(std::exchange(other.bytes_, 0)),
        wanted_(other.wanted_) {}

  data_pages& operator=(data_pages&& other) noexcept {
    data_pages moved(std::move(other));
    swap(moved);
    return *this;
  }

  data_pages(const data_pages&) = delete;
  data_pages& operator=(const data_pages&) = delete;

  ~data_pages() {
    if (start_ != nullptr) {
      give_back();
    }
  }

  void swap(data_pages& other) noexcept {
    std::swap(start_, other.start_);
    std::swap(bytes_, other.bytes_);
    std::swap(wanted_, other.wanted_);
  }

  [[nodiscard]] std::byte* start() const noexcept { return start_; }

  /// Returns the size, a multiple of the size of a small page.
  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }

  [[nodiscard]] page_kind wanted() const noexcept { return wanted_; }

 private:
  void give_back() noexcept;

  std::byte* start_ = nullptr;
  std::size_t bytes_ = 0;
  page_kind wanted_ = page_kind::of_the_system;
};

}  // namespace detail

/// An array on pages of its own. A page gets memory when it is first written to, on the NUMA node
/// of the worker that writes; redistribute() moves the elements to the nodes of the workers that a
/// schedule assigns them to. All bytes are zero initially.
///
/// The array can be moved, not copied. Who may call: as for a std::vector; any number of threads
/// may call members that do not change the array itself.
///
/// Cost: creating an array takes a few system calls, whatever its size, and later one page fault
/// per page. The smallest array takes one page. If the system lacks memory, this shows when a page
/// is first written to, unless the system does not overcommit (vm.overcommit_memory).
///
/// @tparam Value  trivially copyable, with at most the alignment of a page: elements are copied
///         byte by byte and start as zeros.
template <class Value>
class placed_array {
  static_assert(std::is_trivially_copyable_v<Value> && std::is_object_v<Value> &&
                    !std::is_const_v<Value> && !std::is_volatile_v<Value>,
                "a placed_array has elements that are trivially copyable and not const");
  // No system has smaller pages.
  static constexpr std::size_t smallest_page = 4096;
  static_assert(alignof(Value) <= smallest_page, "no page begins where such an element may lie");

 public:
  using value_type = Value;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using reference = Value&;
  using const_reference = const Value&;
  using iterator = Value*;
  using const_iterator = const Value*;

  /// Creates an array without elements and pages.
  placed_array() noexcept = default;

  /// @param count   the number of elements. All bytes are zero; no element is touched.
  /// @param wanted  the kind of pages. Large pages are a request that not every system can fulfil.
  /// @throws std::bad_alloc if so much address space is not available.
  explicit placed_array(std::size_t count, page_kind wanted = page_kind::of_the_system)
      : pages_(count, sizeof(Value), wanted),
        size_(count) {}

  /// Moves the elements; `other` is empty afterwards.
  placed_array(placed_array&& other) noexcept
      : pages_(std::move(other.pages_)),
        size_(std::exchange(other.size_, 0)) {}

  placed_array& operator=(placed_array&& other) noexcept {
    pages_ = std::move(other.pages_);
    size_ = std::exchange(other.size_, 0);
    return *this;
  }

  placed_array(const placed_array&) = delete;
  placed_array& operator=(const placed_array&) = delete;

  /// Unmaps the pages. Elements have no destructors to run.
  ~placed_array() = default;

  /// Returns the address of the first element, which is the start of a page; null for an array
  /// without elements. redistribute() changes the address.
  [[nodiscard]] Value* data() noexcept { return reinterpret_cast<Value*>(pages_.start()); }

  [[nodiscard]] const Value* data() const noexcept {
    return reinterpret_cast<const Value*>(pages_.start());
  }

  [[nodiscard]] std::size_t size() const noexcept { return size_; }

  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }

  [[nodiscard]] iterator begin() noexcept { return data(); }

  [[nodiscard]] iterator end() noexcept { return data() + size_; }

  [[nodiscard]] const_iterator begin() const noexcept { return data(); }

  [[nodiscard]] const_iterator end() const noexcept { return data() + size_; }

  /// @param index  less than size().
  [[nodiscard]] Value& operator[](std::size_t index) noexcept { return data()[index]; }

  [[nodiscard]] const Value& operator[](std::size_t index) const noexcept { return data()[index]; }

  /// Returns all elements. The span is valid as long as data() does not change.
  [[nodiscard]] std::span<Value> span() noexcept { return {data(), size_}; }

  [[nodiscard]] std::span<const Value> span() const noexcept { return {data(), size_}; }

  /// For internal use by the library.
  [[nodiscard]] detail::data_pages& pages() noexcept { return pages_; }

 private:
  detail::data_pages pages_;
  std::size_t size_ = 0;
};

}  // namespace nuthatch
