#pragma once

#include <memory>
#include <string>

#include "native/gate/policy_store.hpp"
#include "runtime/lua/modules.hpp"

namespace runtime {

// Returns where callers may save pictures by the policy of the moment. The function throws the
// error of a policy that allows no pictures at all.
SavePlacesOf save_places_of(std::shared_ptr<native::PolicyStore> policy);

// Returns the private folder of captures that name no place, and makes it. Throws as
// files::own_temporary_folder().
std::string capture_folder();

}  // namespace runtime
