// SPDX-License-Identifier: Apache-2.0
#include "openmp/tasks/dependence_list.hpp"

namespace nuthatch::openmp {

namespace {

dependence_type type_of(std::uintptr_t kind) noexcept {
  constexpr std::uintptr_t in_kind = 1;
  constexpr std::uintptr_t inoutset_kind = 5;
  return kind == in_kind         ? dependence_type::in
         : kind == inoutset_kind ? dependence_type::inoutset
                                 : dependence_type::out;
}

std::uintptr_t number_in(void* word) noexcept {
  return reinterpret_cast<std::uintptr_t>(word);
}

}  // namespace

dependence_list parse_gomp_depend(void* const* words) {
  dependence_list list;
  if (words == nullptr) {
    return list;
  }
  const bool has_all_kinds = words[0] == nullptr;
  const std::uintptr_t all = number_in(words[has_all_kinds ? 1 : 0]);
  if (all == 0) {
    return list;  // {0, 0} ends the array
  }
  std::uintptr_t outs = number_in(words[has_all_kinds ? 2 : 1]);
  std::uintptr_t ins = all - outs;
  void* const* addresses = words + 2;
  if (has_all_kinds) {
    outs += number_in(words[3]);
    ins = number_in(words[4]);
    addresses = words + 5;
  }
  for (std::uintptr_t i = 0; i < outs; ++i) {
    list.add({addresses[i], dependence_type::out});
  }
  for (std::uintptr_t i = outs; i < outs + ins; ++i) {
    list.add({addresses[i], dependence_type::in});
  }
  for (std::uintptr_t i = outs + ins; i < all; ++i) {
    auto* const object = static_cast<void**>(addresses[i]);
    list.add({object[0], type_of(number_in(object[1]))});
  }
  return list;
}

}  // namespace nuthatch::openmp
