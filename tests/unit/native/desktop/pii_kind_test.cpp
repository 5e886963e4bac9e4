#include "native/desktop/pii_kind.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace native {
namespace {

TEST(PiiKind, HasOneNameEach) {
  std::set<std::string> names;
  for (const PiiKind kind : kPiiKinds) {
    EXPECT_EQ(pii_kind(name_of(kind)), kind);
    names.insert(name_of(kind));
  }
  EXPECT_EQ(names.size(), kPiiKinds.size());
  EXPECT_EQ(pii_kind("creditCards"), PiiKind::kCreditCard);
  EXPECT_EQ(pii_kind("email"), std::nullopt);
  EXPECT_EQ(pii_kind(""), std::nullopt);
}

}  // namespace
}  // namespace native
