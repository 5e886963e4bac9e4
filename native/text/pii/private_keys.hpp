#pragma once

#include "native/text/pii/pii_text.hpp"

namespace native {

// Finds private keys in PEM and similar forms, from their first line to their last. Where one of
// the two is missing, the lines beside the other that look like the body of a key belong to it.
void find_private_keys(const PiiText& text, PiiFindings& found);

// Returns whether a line may be one of a private key.
bool may_be_in_private_key(std::string_view line);

}  // namespace native
