#include "runtime/mcp/schema/schema.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runtime/core/value/error.hpp"
#include "runtime/core/value/json.hpp"

namespace runtime::mcp {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> faults(const char* schema, const char* value,
                                Schema::Unknown unknown = Schema::Unknown::kRefused) {
  return Schema(json::parse(schema)).faults(json::parse(value), unknown);
}

bool valid(const char* schema, const char* value) { return faults(schema, value).empty(); }

std::string refusal(const char* schema) {
  try {
    Schema(json::parse(schema));
  } catch (const Error& error) {
    EXPECT_EQ(error.code, "INVALID_ARGUMENT");
    return error.message;
  }
  return "accepted";
}

struct Row {
  const char* schema;
  const char* good;  // values in a list
  const char* bad;
};

TEST(Schema, EnforcesEachKeyword) {
  const Row rows[] = {
      {R"(true)", R"([1,null,{}])", R"([])"},
      {R"(false)", R"([])", R"([1,null,{}])"},
      {R"({"type":"string"})", R"(["","x"])", R"([1,null,[],{},true])"},
      {R"({"type":"integer"})", R"([1,-5,1.0])", R"([1.5,"1",true])"},
      {R"({"type":"number"})", R"([1,1.5])", R"(["1",null])"},
      {R"({"type":"boolean"})", R"([true,false])", R"([0,"true"])"},
      {R"({"type":"null"})", R"([null])", R"([0,false,""])"},
      {R"({"type":["string","null"]})", R"(["a",null])", R"([1,{}])"},
      {R"({"enum":["a",1,null,{"k":[1]}]})", R"(["a",1,1.0,null,{"k":[1.0]}])",
       R"(["b",2,{"k":[]}])"},
      {R"({"const":3})", R"([3,3.0])", R"(["3",4])"},
      {R"({"minimum":2,"maximum":4})", R"([2,3.5,4,"x"])", R"([1.9,5])"},
      {R"({"exclusiveMinimum":2,"exclusiveMaximum":4})", R"([3])", R"([2,4])"},
      {R"({"maximum":9223372036854775806})", R"([9223372036854775806])",
       R"([9223372036854775807])"},
      {R"({"multipleOf":0.1})", R"([0.3,1,0])", R"([0.35])"},
      {R"({"multipleOf":3})", R"([9,-3])", R"([10])"},
      {R"({"minLength":2,"maxLength":3})", R"(["éé","😀😀😀",5])", R"(["é","abcd"])"},
      {R"({"pattern":"^a+$"})", R"(["aa",1])", R"(["ab",""])"},
      {R"({"items":{"type":"integer"}})", R"([[],[1,2],"x"])", R"([[1,"x"]])"},
      {R"({"prefixItems":[{"type":"string"}],"items":false})", R"([[],["a"]])", R"([[1],["a",1]])"},
      {R"({"minItems":1,"maxItems":2})", R"([[1],[1,2]])", R"([[],[1,2,3]])"},
      {R"({"uniqueItems":true})", R"([[1,2,"1"],[]])",
       R"([[1,1.0],[{"a":1,"b":2},{"b":2,"a":1}]])"},
      {R"({"required":["a"]})", R"([{"a":null},5])", R"([{},{"b":1}])"},
      {R"({"properties":{"a":{"type":"string"}}})", R"([{"a":""},{"b":1}])", R"([{"a":1}])"},
      {R"({"properties":{"a":true},"additionalProperties":false})", R"([{"a":1},{}])",
       R"([{"b":1}])"},
      {R"({"additionalProperties":{"type":"integer"}})", R"([{"a":1}])", R"([{"a":"x"}])"},
      {R"({"minProperties":1,"maxProperties":1})", R"([{"a":1}])", R"([{},{"a":1,"b":1}])"},
      {R"({"allOf":[{"minimum":1},{"maximum":2}]})", R"([1,2])", R"([0,3])"},
      {R"({"anyOf":[{"type":"string"},{"minimum":1}]})", R"(["a",2])", R"([0])"},
      {R"({"oneOf":[{"type":"integer"},{"minimum":2}]})", R"([1,2.5])", R"([3,1.5])"},
      {R"({"not":{"type":"string"}})", R"([1])", R"(["x"])"},
  };
  for (const Row& row : rows) {
    const Schema schema(json::parse(row.schema));
    const Value good = json::parse(row.good);
    const Value bad = json::parse(row.bad);
    for (const Value& value : *good.list())
      EXPECT_THAT(schema.faults(value, Schema::Unknown::kRefused), IsEmpty())
          << row.schema << " " << json::dump(value);
    for (const Value& value : *bad.list())
      EXPECT_FALSE(schema.faults(value, Schema::Unknown::kRefused).empty())
          << row.schema << " " << json::dump(value);
  }
}

TEST(Schema, CollectsAllFaultsWithTheirPlaces) {
  const char* schema = R"({"type":"object","properties":{
      "provider_config":{"type":"object","properties":{"type":{"enum":["auto","ocr"]}}},
      "count":{"type":["integer","null"],"minimum":1},
      "list":{"items":{"type":"string"}}},"required":["question"]})";
  EXPECT_THAT(
      faults(schema, R"({"provider_config":{"type":"x"},"count":0,"list":["a",2]})"),
      ElementsAre("question: required, but missing",
                  "provider_config.type: expected one of \"auto\" or \"ocr\", received \"x\"",
                  "count: expected at least 1, received 0",
                  "list[1]: expected a string, received 2"));
  EXPECT_THAT(faults(schema, "[1,2]"), ElementsAre("expected an object, received an array of 2"));
  EXPECT_THAT(faults(schema, R"({"question":"","count":"five"})"),
              ElementsAre("count: expected an integer or null, received \"five\""));
}

TEST(Schema, IgnoresUnknownMembersLenientlyButTellsBranchesApart) {
  const char* schema = R"({"properties":{"a":{"oneOf":[
      {"properties":{"x":true},"additionalProperties":false},
      {"properties":{"y":true},"additionalProperties":false}]}},"additionalProperties":false})";
  EXPECT_THAT(faults(schema, R"({"a":{"x":1},"b":2})"), ElementsAre("there is no member \"b\""));
  EXPECT_THAT(faults(schema, R"({"a":{"x":1},"b":2})", Schema::Unknown::kIgnored), IsEmpty());
  EXPECT_EQ(faults(schema, R"({"a":{"z":1}})", Schema::Unknown::kIgnored).size(), 1u);
}

TEST(Schema, BoundsTheMessages) {
  const std::string long_text = "[\"" + std::string(5000, 'x') + "\"]";
  const auto found = faults(R"({"items":{"type":"integer"}})", long_text.c_str());
  ASSERT_EQ(found.size(), 1u);
  EXPECT_LT(found[0].size(), 150u);
  std::string many = "[0";
  for (int i = 0; i < 1000; ++i) many += ",0";
  EXPECT_EQ(faults(R"({"items":{"type":"string"}})", (many + "]").c_str()).size(),
            Schema::kMaxFaults);
}

TEST(Schema, LargeInputsTakeLinearTime) {
  std::string text = "[0";
  for (int i = 1; i < 100'000; ++i) text.append(",").append(std::to_string(i));
  EXPECT_TRUE(valid(R"({"uniqueItems":true,"items":{"type":"integer"}})", (text + "]").c_str()));
  // A backtracking matcher would take forever.
  const std::string hostile = "\"" + std::string(50'000, 'a') + "!\"";
  EXPECT_FALSE(valid(R"({"pattern":"^(a+)+$"})", hostile.c_str()));
}

TEST(Schema, RefusesWrongSchemas) {
  EXPECT_EQ(refusal(R"j({"properties":{"a":{"pattern":"(?=x)"}}})j"),
            "properties.a.pattern: invalid perl operator: (?=");
  EXPECT_EQ(refusal(R"({"properties":{"a":{"type":"text"}}})"),
            "properties.a.type: a string is not what this keyword takes");
  for (const char* schema : {R"({"minimum":"1"})", R"({"multipleOf":0})", R"({"required":[1]})",
                             R"({"items":[{}]})", R"({"anyOf":[]})", R"({"type":[]})",
                             R"({"minLength":-1})", R"(5)", R"({"properties":{"a":null}})"})
    EXPECT_NE(refusal(schema), "accepted") << schema;
}

TEST(Schema, PatternsAreThoseOfEcmaScript) {
  EXPECT_TRUE(
      valid(R"j({"pattern":"^[\\s,]\\u00e9\\u{1F600}\\cA[^\\S]$"})j", "\"\u00a0é😀\\u0001 \""));
  EXPECT_FALSE(valid(R"({"pattern":"^[\\S]$"})", "\"\u3000\""));
  EXPECT_TRUE(valid(R"({"pattern":"^[.]\\.$"})", "\"..\""));
  EXPECT_FALSE(valid(R"({"pattern":"a.b"})", R"("a\rb")"));
  EXPECT_EQ(refusal(R"({"pattern":"\\ud83d"})"), "pattern: invalid escape sequence: \\u");
  EXPECT_EQ(refusal(R"({"pattern":"a\\"})"), "pattern: trailing \\");
}

TEST(Schema, ComparesLargeNumbersExactly) {
  EXPECT_FALSE(valid(R"({"const":9007199254740992.0})", "9007199254740993"));
  EXPECT_TRUE(valid(R"({"const":1152921504606846976})", "1152921504606846976.0"));
  EXPECT_FALSE(valid(R"({"uniqueItems":true})", "[1152921504606846976,1.152921504606846976e18]"));
  EXPECT_TRUE(valid(R"({"multipleOf":2.0})", "9007199254740994"));
  EXPECT_FALSE(valid(R"({"multipleOf":2.0})", "9007199254740993"));
  EXPECT_TRUE(valid(R"({"multipleOf":0.5})", "1e308"));
}

TEST(Schema, KnowsTheDialects) {
  for (const char* name :
       {"https://json-schema.org/draft/2020-12/schema",
        "https://json-schema.org/draft/2019-09/schema", "http://json-schema.org/draft-07/schema#",
        "http://json-schema.org/draft-06/schema"})
    EXPECT_THAT(unsupported_keywords(Value().set("$schema", name)), IsEmpty()) << name;
  for (const char* name : {"http://json-schema.org/draft-04/schema#", "https://example.org/mine",
                           "json-schema.org/draft-07/schema", ""})
    EXPECT_THAT(unsupported_keywords(Value().set("$schema", name)), ElementsAre("$schema")) << name;
}

TEST(Schema, FindsUnsupportedKeywords) {
  EXPECT_THAT(
      unsupported_keywords(json::parse(
          R"({"$schema":"http://json-schema.org/draft-07/schema#","title":"t","x-mcp-header":"h","format":"uri",
      "if":{},"properties":{"if":{"$ref":"#"},"b":{"items":{"contains":{}}}},"anyOf":[{},{"patternProperties":{}}]})")),
      ElementsAre("if", "properties.if.$ref", "properties.b.items.contains",
                  "anyOf[1].patternProperties"));
  EXPECT_THAT(unsupported_keywords(
                  json::parse(R"({"type":"object","properties":{},"additionalProperties":false})")),
              IsEmpty());
}

}  // namespace
}  // namespace runtime::mcp
