#include "runtime/app/host/save_places.hpp"

#include <utility>

#include "native/lua/bridge/waiting.hpp"
#include "runtime/core/files/own_folder.hpp"
#include "runtime/core/value/error.hpp"

namespace runtime {

namespace {

constexpr const char* kCaptures = "peekaboo-captures";

}  // namespace

SavePlacesOf save_places_of(std::shared_ptr<native::PolicyStore> policy) {
  return [policy = std::move(policy)](const Caller& caller) {
    const std::shared_ptr<const native::Rules> all = policy->rules();
    const native::CallerRules& own = all->of(caller.kind);
    if (own.refusal) native::rethrow(*own.refusal);
    const native::PathRules& rules = own.paths;
    if (!rules.bound) return std::shared_ptr<const files::SavePlaces>();
    files::SavePlaces places{rules.allowed, rules.without_hidden, rules.restricted};
    try {
      places.own = files::existing_temporary_folder(kCaptures).value_or("");
    } catch (const Error&) {
      // Captures without a path go elsewhere then, under the rules for any file.
    }
    return std::make_shared<const files::SavePlaces>(std::move(places));
  };
}

std::string capture_folder() { return files::own_temporary_folder(kCaptures); }

}  // namespace runtime
