// SPDX-License-Identifier: Apache-2.0
#include "openmp/environment/choose_places.hpp"

#include <cstddef>
#include <utility>

#include "openmp/environment/machine_places.hpp"

namespace nuthatch::openmp {

namespace {

using platform::cpu_set;

place_list usable(const place_list& all, const cpu_set& allowed) {
  place_list found;
  for (const cpu_set& each : all) {
    cpu_set left = each & allowed;
    if (!left.empty()) {
      found.push_back(std::move(left));
    }
  }
  return found;
}

place_list places_named(const named_places& kind, const cpu_set& allowed) {
  place_list found = places_of(kind.kind, allowed);
  if (kind.most && *kind.most < found.size()) {
    found.resize(static_cast<std::size_t>(*kind.most));
  }
  return found;
}

/// LLVM's own variable goes before those of the standard.
void choose_as_llvm(settings& of, const cpu_set& allowed) {
  of.places = places_of(of.affinity, allowed);
  of.bindings.clear();
  if (!of.places.empty()) {
    const bool is_even = of.affinity.how == kmp_affinity::order::balanced;
    of.bindings = {is_even ? binding::spread : binding::close};
  }
}

}  // namespace

void leave_out(const settings& of, cpu_set& allowed, std::vector<std::string>& wrong) {
  if (of.subset.parts.empty()) {
    return;
  }
  if (std::optional<cpu_set> found = cpus_of(of.subset, allowed)) {
    allowed = *std::move(found);
  } else {
    wrong.emplace_back(
        "KMP_HW_SUBSET: the process may not use so many parts of the machine; "
        "ignored");
  }
}

void choose_places(settings& of, const cpu_set& allowed, std::vector<std::string>& wrong) {
  if (of.affinity.how != kmp_affinity::order::unsaid) {
    choose_as_llvm(of, allowed);
    return;
  }
  if (!of.bindings.empty() && of.bindings.front() == binding::none) {
    return;
  }
  if (of.said) {
    of.places =
        of.said->named ? places_named(*of.said->named, allowed) : usable(of.said->listed, allowed);
    const std::size_t listed = of.said->listed.size();
    if (of.places.size() < listed) {
      wrong.push_back(std::string(of.said_in) + ": " + std::to_string(listed - of.places.size()) +
                      " of " + std::to_string(listed) +
                      " places have no cpu that the process may use; ignored");
    }
  }
  if (of.places.empty() && (!of.bindings.empty() || !of.subset.parts.empty())) {
    of.places = places_of(place_kind::threads, allowed);
  }
  if (of.places.empty()) {
    of.bindings.clear();
  } else if (of.bindings.empty()) {
    of.bindings = {binding::any};
  }
}

}  // namespace nuthatch::openmp
