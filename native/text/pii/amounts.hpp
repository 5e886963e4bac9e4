#pragma once

#include <string_view>

namespace native {

// Returns whether a word is a number that names no person and no account: an amount, a measured
// value, a date, a time or a version. Groups of phone numbers and ids are none.
bool is_amount_or_date(std::string_view word);

}  // namespace native
