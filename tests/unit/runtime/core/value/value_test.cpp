#include "runtime/core/value/value.hpp"

#include <gtest/gtest.h>

namespace runtime {
namespace {

TEST(Value, KeepsTypesApart) {
  EXPECT_STREQ(Value().type_name(), "nil");
  EXPECT_STREQ(Value(Value::Null{}).type_name(), "null");
  EXPECT_STREQ(Value(true).type_name(), "boolean");
  EXPECT_STREQ(Value(1).type_name(), "integer");
  EXPECT_STREQ(Value(1.0).type_name(), "number");
  EXPECT_STREQ(Value("x").type_name(), "string");
}

TEST(Value, RecordsKeepTheirOrderButCompareWithout) {
  Value first;
  first.set("b", 1).set("a", 2).set("b", 3);
  ASSERT_EQ(first.record()->size(), 2u);
  EXPECT_EQ(first.record()->front().first, "b");
  EXPECT_EQ(first["b"], Value(3));
  EXPECT_TRUE(first["missing"].is_nil());
  Value second;
  second.set("a", 2).set("b", 3);
  EXPECT_EQ(first, second);
}

}  // namespace
}  // namespace runtime
