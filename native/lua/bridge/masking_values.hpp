#pragma once

#include <vector>

#include "native/desktop/records.hpp"
#include "native/masking/masker.hpp"
#include "native/policy/rules.hpp"
#include "runtime/lua/bridge/bindings.hpp"

namespace native {

// Returns what a policy has masked for a caller.
MaskRules mask_rules(const CallerRules& rules);

// Returns what was masked in a picture: {counts, parts}.
runtime::Value masking_value(const std::vector<MaskedPart>& parts);

// Makes the picture of argument 1 without personal data; the options are those of image:mask_pii.
runtime::Task<runtime::Results> mask_pii_of_image(runtime::Args args);

}  // namespace native
