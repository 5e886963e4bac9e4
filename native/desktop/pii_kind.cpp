#include "native/desktop/pii_kind.hpp"

namespace native {

const char* name_of(PiiKind kind) {
  switch (kind) {
    case PiiKind::kEmail:
      return "emails";
    case PiiKind::kPhone:
      return "phones";
    case PiiKind::kCreditCard:
      return "creditCards";
    case PiiKind::kIban:
      return "ibans";
    case PiiKind::kNationalId:
      return "nationalIds";
    case PiiKind::kKey:
      return "keys";
    case PiiKind::kPassword:
      return "passwords";
    case PiiKind::kCustom:
      return "customPatterns";
  }
  return "";
}

std::optional<PiiKind> pii_kind(std::string_view name) {
  for (const PiiKind kind : kPiiKinds)
    if (name == name_of(kind)) return kind;
  return std::nullopt;
}

}  // namespace native
