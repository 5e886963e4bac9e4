#pragma once

#include <vector>

#include "native/text/pii/number_runs.hpp"
#include "native/text/pii/pii_text.hpp"

namespace native {

// Finds numbers that states give to people: social security, tax and identity numbers. Those that
// plain numbers easily look like need a label before them.
void find_national_ids(const PiiText& text, const std::vector<NumberRun>& runs, PiiFindings& found);

}  // namespace native
