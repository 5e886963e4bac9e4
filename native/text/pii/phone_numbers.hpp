#pragma once

#include <vector>

#include "native/text/pii/number_runs.hpp"
#include "native/text/pii/pii_text.hpp"

namespace native {

// Finds phone numbers: ten digits grouped 3-3-4, and numbers with other evidence of being one: "+"
// or "00" before a country code, brackets around an area code, a label, or a grouping that is
// common for phones and rare for other numbers.
void find_phone_numbers(const PiiText& text, const std::vector<NumberRun>& runs,
                        PiiFindings& found);

}  // namespace native
