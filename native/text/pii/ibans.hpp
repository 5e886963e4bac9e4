#pragma once

#include "native/text/pii/pii_text.hpp"

namespace native {

// Finds international bank account numbers of all countries that have them, by their form and check
// digits.
void find_ibans(const PiiText& text, PiiFindings& found);

}  // namespace native
