#include "native/desktop/elements.hpp"

#include <gtest/gtest.h>

namespace native {
namespace {

TEST(ElementId, IsWrittenAndReadAsOneWord) {
  const ElementId id{4711, 123456, 0x1400003, label_of("button", "Save"), ":1.7/org/a11y/button-9"};
  EXPECT_EQ(parse_id(id_text(id)), id);
  EXPECT_EQ(id_text(id).find(' '), std::string::npos);
  EXPECT_EQ(parse_id(id_text({})), ElementId());
}

TEST(ElementId, RefusesWhatIsNone) {
  for (const char* text : {"", "-", "1-2-3", "1-2-3-", "1-2-3-x-y", "ffffffffffffffff-1-1-1-a",
                           "1ffffffffffffffff-1-1-1-a", "0x1-1-1-1-a", " 1-1-1-1-a"})
    EXPECT_EQ(parse_id(text), std::nullopt) << text;
}

TEST(ElementId, ALabelChangesWithRoleAndName) {
  EXPECT_EQ(label_of("button", "Save"), label_of("button", "Save"));
  EXPECT_NE(label_of("button", "Save"), label_of("button", "Delete"));
  EXPECT_NE(label_of("button", "Save"), label_of("label", "Save"));
  EXPECT_NE(label_of("a", "bc"), label_of("ab", "c"));
}

}  // namespace
}  // namespace native
