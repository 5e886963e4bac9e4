#pragma once

#include <vector>

#include "native/text/pii/number_runs.hpp"
#include "native/text/pii/pii_text.hpp"

namespace native {

// Finds numbers of payment cards: any four groups of four digits, and 13 to 19 digits with the
// beginning, the grouping and the check digit of a card.
void find_card_numbers(const PiiText& text, const std::vector<NumberRun>& runs, PiiFindings& found);

}  // namespace native
