#include "runtime/app/host/save_places.hpp"

#include <utility>

namespace runtime {

SavePlacesOf save_places_of(std::shared_ptr<native::PolicyStore> policy) {
  return [policy = std::move(policy)](const Caller& caller) {
    const native::PathRules& rules = policy->rules()->of(caller.kind).paths;
    if (!rules.bound) return std::shared_ptr<const files::SavePlaces>();
    return std::make_shared<const files::SavePlaces>(
        files::SavePlaces{rules.allowed, rules.without_hidden, rules.restricted});
  };
}

}  // namespace runtime
