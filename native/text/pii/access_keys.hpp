#pragma once

#include "native/text/pii/pii_text.hpp"

namespace native {

// Finds keys and tokens: those that begin as their issuer marks them, JSON web tokens, values after
// "Authorization:", and values that look random after a label such as "api_key =".
void find_access_keys(const PiiText& text, PiiFindings& found);

}  // namespace native
