// SPDX-License-Identifier: Apache-2.0
#include "openmp/environment/resolve_places.hpp"

#include <cstddef>
#include <utility>

#include "openmp/environment/abstract_places.hpp"

namespace nuthatch::openmp {

namespace {

using platform::cpu_set;

place_list usable(const place_list& all, const cpu_set& allowed) {
  place_list places;
  for (const cpu_set& each : all) {
    cpu_set left = each & allowed;
    if (!left.empty()) {
      places.push_back(std::move(left));
    }
  }
  return places;
}

place_list places_named(const named_places& kind, const cpu_set& allowed) {
  place_list places = places_of(kind.kind, allowed);
  if (kind.max && *kind.max < places.size()) {
    places.resize(static_cast<std::size_t>(*kind.max));
  }
  return places;
}

bool is_binding_off(const settings& settings) {
  return !settings.proc_bind.empty() && settings.proc_bind.front() == proc_bind::false_;
}

/// Returns the requested places if their number, as in cores(2), also restricts the CPUs in use, as
/// in LLVM's runtime; otherwise null.
const named_places* places_that_restrict_cpus(const settings& settings) {
  if (settings.made_for != peer::llvm || settings.affinity.how != kmp_affinity::order::unset ||
      is_binding_off(settings) || !settings.requested || !settings.requested->named) {
    return nullptr;
  }
  const named_places& named = *settings.requested->named;
  return named.max ? &named : nullptr;
}

/// Resolves KMP_AFFINITY, which overrides the variables of the specification.
void resolve_as_llvm(settings& settings, const cpu_set& allowed) {
  settings.places = places_of(settings.affinity, allowed);
  settings.proc_bind.clear();
  if (!settings.places.empty()) {
    const bool is_even = settings.affinity.how == kmp_affinity::order::balanced;
    settings.proc_bind = {is_even ? proc_bind::spread : proc_bind::close};
  }
}

void resolve_as_standard(settings& settings,
                         const cpu_set& allowed,
                         std::vector<std::string>& warnings) {
  if (is_binding_off(settings)) {
    return;
  }
  if (settings.requested) {
    settings.places = settings.requested->named ? places_named(*settings.requested->named, allowed)
                                                : usable(settings.requested->listed, allowed);
    const std::size_t listed = settings.requested->listed.size();
    if (settings.places.size() < listed) {
      warnings.push_back(std::string(settings.source_variable) + ": " +
                         std::to_string(listed - settings.places.size()) + " of " +
                         std::to_string(listed) +
                         " places have no cpu that the process may use; ignored");
    }
  }
  if (settings.places.empty() && (!settings.proc_bind.empty() || !settings.subset.parts.empty())) {
    settings.places = places_of(place_kind::threads, allowed);
  }
  if (settings.places.empty()) {
    settings.proc_bind.clear();
  } else if (settings.proc_bind.empty()) {
    settings.proc_bind = {settings.made_for == peer::llvm ? proc_bind::spread : proc_bind::true_};
  }
}

}  // namespace

void apply_subset(const settings& settings, cpu_set& allowed, std::vector<std::string>& warnings) {
  if (!settings.subset.parts.empty()) {
    if (std::optional<cpu_set> found = cpus_of(settings.subset, allowed)) {
      allowed = *std::move(found);
    } else {
      warnings.emplace_back(
          "KMP_HW_SUBSET: the process may not use so many parts of the machine; "
          "ignored");
    }
  }
  if (const named_places* const named = places_that_restrict_cpus(settings)) {
    cpu_set in_places;
    for (const cpu_set& each : places_named(*named, allowed)) {
      in_places = in_places | each;
    }
    allowed = in_places;
  }
}

void resolve_places(settings& settings,
                    const cpu_set& allowed,
                    std::vector<std::string>& warnings) {
  if (settings.affinity.how != kmp_affinity::order::unset) {
    resolve_as_llvm(settings, allowed);
  } else {
    resolve_as_standard(settings, allowed, warnings);
  }
  if (settings.made_for == peer::llvm && settings.places.empty()) {
    settings.unbound_place = allowed;
  }
}

}  // namespace nuthatch::openmp
