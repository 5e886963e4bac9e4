#include "runtime/app/host/save_places.hpp"

#include <utility>

#include "native/lua/bridge/waiting.hpp"

namespace runtime {

SavePlacesOf save_places_of(std::shared_ptr<native::PolicyStore> policy) {
  return [policy = std::move(policy)](const Caller& caller) {
    const std::shared_ptr<const native::Rules> all = policy->rules();
    const native::CallerRules& own = all->of(caller.kind);
    if (own.refusal) native::rethrow(*own.refusal);
    const native::PathRules& rules = own.paths;
    if (!rules.bound) return std::shared_ptr<const files::SavePlaces>();
    return std::make_shared<const files::SavePlaces>(
        files::SavePlaces{rules.allowed, rules.without_hidden, rules.restricted});
  };
}

}  // namespace runtime
