#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace native {

// The kinds of personal data and secrets that are found in text (PII), in the order of reports.
enum class PiiKind {
  kEmail,
  kPhone,
  kCreditCard,
  kIban,
  kNationalId,
  kKey,       // keys and tokens for services, private keys
  kPassword,  // also PINs and codes
  kCustom,    // patterns of a policy
};

inline constexpr std::array kPiiKinds = {
    PiiKind::kEmail,      PiiKind::kPhone, PiiKind::kCreditCard, PiiKind::kIban,
    PiiKind::kNationalId, PiiKind::kKey,   PiiKind::kPassword,   PiiKind::kCustom};

// Returns the name in policies and scripts, such as "creditCards".
const char* name_of(PiiKind kind);
// Returns the kind of that name; nothing when there is none.
std::optional<PiiKind> pii_kind(std::string_view name);

}  // namespace native
