// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

namespace nuthatch {

/// Which pages an array is made of. A page lies wholly on the NUMA node of whoever writes to it
/// first.
enum class page_kind : std::uint8_t {
  of_the_system,  ///< as its settings say; in most systems, small
  small,          ///< the smallest that there are, 4 KiB on most machines
  /// Mostly of 2 MiB, as far as the system has some left. Fewer entries of the TLB are needed, and
  /// fewer page faults. For arrays of which each worker has pieces of many MiB in a row: what lies
  /// in one page cannot lie on two nodes.
  large
};

namespace detail {

/// Pages of its own, zeroed, without memory until they are written to.
class data_pages {
 public:
  data_pages() noexcept = default;

  /// Room for so many elements; for none, no pages. Throws std::bad_alloc.
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

  /// A multiple of the size of a small page.
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
/// of the worker that does so; redistribute() moves the elements to the nodes of the workers that a
/// schedule gives them to. All bytes are zero at first.
///
/// Its owner is one object: it is moved, not copied. Who may call: as for a std::vector; what does
/// not change the array itself, any number of threads.
///
/// Cost: making one takes a system call or a few, whatever its size, and a page fault for each page
/// later on; a page is the least that it takes. Memory that the system does not have is missed when
/// a page is first written to, unless it promises none that it lacks (vm.overcommit_memory).
///
/// @tparam Value  trivially copyable, and no more aligned than a page: it is copied as bytes, and
///            begins as zeros.
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

  /// Without elements and pages.
  placed_array() noexcept = default;

  /// @param count  elements, all bytes zero; none of them is touched.
  /// @param wanted large pages are a wish, which not every system can fulfil.
  /// @throws std::bad_alloc where so much address space is not to be had.
  explicit placed_array(std::size_t count, page_kind wanted = page_kind::of_the_system)
      : pages_(count, sizeof(Value), wanted),
        size_(count) {}

  /// What was moved from has no elements.
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

  /// Gives the pages back. Elements have no destructors to run.
  ~placed_array() = default;

  /// The beginning of a page; null for an array without elements. Another one after redistribute().
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

  /// All elements; as long as data() stays as it is.
  [[nodiscard]] std::span<Value> span() noexcept { return {data(), size_}; }

  [[nodiscard]] std::span<const Value> span() const noexcept { return {data(), size_}; }

  /// For the library itself.
  [[nodiscard]] detail::data_pages& pages() noexcept { return pages_; }

 private:
  detail::data_pages pages_;
  std::size_t size_ = 0;
};

}  // namespace nuthatch
