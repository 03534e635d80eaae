#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <type_traits>
#include <vector>

namespace nuthatch::detail {

/// Memory for the callables of a spliced thread's frames: the newest are released first. Addresses
/// stay as they are. Grows by chunks, which it keeps.
class payload_stack {
 public:
  struct mark {
    std::size_t chunk = 0;
    std::size_t used = 0;
  };

  [[nodiscard]] mark here() const noexcept { return at_; }

  /// What was kept since then is gone.
  void release(mark to) noexcept { at_ = to; }

  template <class T>
  const T* keep(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>,
                  "what is spliced is copied as bytes are: arguments by value, no references to "
                  "what dies before it runs");
    void* const room = take(sizeof(T));
    std::memcpy(room, &value, sizeof(T));
    return static_cast<const T*>(room);
  }

 private:
  static constexpr std::size_t alignment = alignof(std::max_align_t);
  static constexpr std::size_t chunk_size = 16 * 1024;

  struct chunk {
    std::unique_ptr<std::byte[]> bytes;
    std::size_t size;
  };

  void* take(std::size_t size) {
    size = (size + alignment - 1) / alignment * alignment;
    while (at_.chunk < chunks_.size() && at_.used + size > chunks_[at_.chunk].size) {
      at_ = {at_.chunk + 1, 0};
    }
    if (at_.chunk == chunks_.size()) {
      const std::size_t room = size > chunk_size ? size : chunk_size;
      chunks_.push_back({std::make_unique_for_overwrite<std::byte[]>(room), room});
    }
    void* const room = chunks_[at_.chunk].bytes.get() + at_.used;
    at_.used += size;
    return room;
  }

  std::vector<chunk> chunks_;
  mark at_;
};

}  // namespace nuthatch::detail
