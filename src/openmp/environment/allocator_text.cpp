// SPDX-License-Identifier: Apache-2.0
#include "openmp/environment/allocator_text.hpp"

#include <algorithm>

namespace nuthatch::openmp {

namespace {

constexpr keywords<allocator_handle, 8> allocators{{{"omp_default_mem_alloc", default_memory},
                                                    {"omp_large_cap_mem_alloc", 2},
                                                    {"omp_const_mem_alloc", 3},
                                                    {"omp_high_bw_mem_alloc", 4},
                                                    {"omp_low_lat_mem_alloc", 5},
                                                    {"omp_cgroup_mem_alloc", 6},
                                                    {"omp_pteam_mem_alloc", 7},
                                                    {"omp_thread_mem_alloc", last_predefined}}};

constexpr keywords<memory_space, 5> spaces{
    {{"omp_default_mem_space", memory_space::default_},
     {"omp_large_cap_mem_space", memory_space::large_capacity},
     {"omp_const_mem_space", memory_space::constant},
     {"omp_high_bw_mem_space", memory_space::high_bandwidth},
     {"omp_low_lat_mem_space", memory_space::low_latency}}};

constexpr keywords<memory_trait, 8> keys{{{"sync_hint", memory_trait::sync_hint},
                                          {"alignment", memory_trait::alignment},
                                          {"access", memory_trait::access},
                                          {"pool_size", memory_trait::pool_size},
                                          {"fallback", memory_trait::fallback},
                                          {"fb_data", memory_trait::fallback_data},
                                          {"pinned", memory_trait::pinned},
                                          {"partition", memory_trait::partition}}};

constexpr keywords<std::uintptr_t, 1> default_word{{{"default", usual_trait}}};

// The values of omp_alloctrait_value_t. They differ between traits, except for true and false.
constexpr keywords<std::uintptr_t, 19> values{{{"false", 0},
                                               {"true", 1},
                                               {"contended", 3},
                                               {"uncontended", 4},
                                               {"serialized", 5},
                                               {"sequential", 5},
                                               {"private", 6},
                                               {"all", 7},
                                               {"thread", 8},
                                               {"pteam", 9},
                                               {"cgroup", 10},
                                               {"default_mem_fb", 11},
                                               {"null_fb", 12},
                                               {"abort_fb", 13},
                                               {"allocator_fb", 14},
                                               {"environment", 15},
                                               {"nearest", 16},
                                               {"blocked", 17},
                                               {"interleaved", 18}}};

template <class Value, std::size_t N>
std::string word_of(const keywords<Value, N>& words, Value value) {
  return std::string(std::find_if(words.begin(), words.end(), [value](const auto& each) {
                       return each.second == value;
                     })->first);
}

std::optional<std::uintptr_t> take_value(env_parser& from, memory_trait of) {
  if (of == memory_trait::fallback_data) {
    return from.take_one_of(allocators);
  }
  if (const auto default_value = from.take_one_of(default_word)) {
    return default_value;
  }
  const bool is_number = of == memory_trait::alignment || of == memory_trait::pool_size;
  return is_number ? from.take_number() : from.take_one_of(values);
}

bool take_trait(env_parser& from, allocator_traits& into) {
  const std::optional<memory_trait> key = from.take_one_of(keys);
  if (!key || !from.take('=')) {
    return false;
  }
  const std::optional<std::uintptr_t> value = take_value(from, *key);
  return value && into.take(*key, *value);
}

}  // namespace

bool read_allocator(env_parser& from, settings& into) {
  if (const auto predefined = from.take_one_of(allocators)) {
    into.allocator = *predefined;
    into.traits.reset();
    return true;
  }
  const std::optional<memory_space> space = from.take_one_of(spaces);
  if (!space || !has_memory(static_cast<std::uintptr_t>(*space))) {
    return false;
  }
  allocator_traits& all = into.traits.emplace();
  all.space = *space;
  if (!from.take(':')) {
    return true;
  }
  do {
    if (!take_trait(from, all)) {
      return false;
    }
  } while (from.take(','));
  return true;
}

std::string describe_allocator(const settings& settings) {
  if (!settings.traits) {
    return word_of(allocators, settings.allocator);
  }
  const allocator_traits& all = *settings.traits;
  std::string text = word_of(spaces, all.space);
  text += ":alignment=" + std::to_string(all.alignment);
  if (all.pool_bytes != allocator_traits::unlimited) {
    text += ",pool_size=" + std::to_string(all.pool_bytes);
  }
  text += ",fallback=" + word_of(values, static_cast<std::uintptr_t>(all.fallback));
  if (all.falls_back_to != 0) {
    text += ",fb_data=" + word_of(allocators, all.falls_back_to);
  }
  return text + ",pinned=" + (all.pinned ? "true" : "false");
}

}  // namespace nuthatch::openmp
