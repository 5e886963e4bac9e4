// The JSON-Schema-Test-Suite, as two Debian packages have it, against the validator. A case is left
// out only when a tool could not register its schema, or when it wants an annotation to be enforced
// where the specification leaves that open. What ran and what was left out is printed.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <set>

#include "runtime/core/value/error.hpp"
#include "runtime/core/value/json.hpp"
#include "runtime/mcp/schema/schema.hpp"

namespace runtime::mcp {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFirst = "/usr/share/json-schema-test-suite/tests";  // json-schema-test-suite
// libtest-json-schema-acceptance-perl: newer, with the newer drafts.
constexpr const char* kSecond =
    "/usr/share/perl5/auto/share/dist/Test-JSON-Schema-Acceptance/tests";

struct Suite {
  const char* name;
  const char* folder;
  const char* draft;
  std::size_t least;  // cases that must run
};

void PrintTo(const Suite& suite, std::ostream* out) { *out << suite.name; }

// The only keywords that may be the reason for leaving a case out.
const std::set<std::string> kNotEnforced = {
    "$anchor",
    "$dynamicAnchor",
    "$dynamicRef",
    "$recursiveAnchor",
    "$recursiveRef",
    "$ref",
    "$schema",
    "$vocabulary",
    "contains",
    "contentSchema",
    "definitions",
    "dependencies",
    "maxContains",
    "dependentRequired",
    "dependentSchemas",
    "minContains",
    "if",
    "then",
    "else",
    "patternProperties",
    "propertyNames",
    "unevaluatedItems",
    "additionalItems",
    "unevaluatedProperties",
    "unknown-keyword",
    "tilda~field",  // the suite's own
};
// What RE2 cannot do, out of all the patterns of the suite.
const std::set<std::string> kNoPatterns = {R"(\p{Letter}cole)", R"(^\p{digit}+$)"};
// In the folder "optional" these are asserted, which the specification leaves open.
const std::set<std::string> kAnnotations = {"format", "contentMediaType", "contentEncoding"};

// The files about keywords that are enforced; each must run in whole or in part.
const std::set<std::string> kFiles = {"additionalProperties",
                                      "allOf",
                                      "anyOf",
                                      "boolean_schema",
                                      "const",
                                      "enum",
                                      "items",
                                      "exclusiveMaximum",
                                      "exclusiveMinimum",
                                      "maxItems",
                                      "maxLength",
                                      "maxProperties",
                                      "maximum",
                                      "minItems",
                                      "minLength",
                                      "minProperties",
                                      "minimum",
                                      "multipleOf",
                                      "not",
                                      "oneOf",
                                      "pattern",
                                      "properties",
                                      "required",
                                      "type",
                                      "uniqueItems",
                                      "optional/bignum"};

struct Tally {
  std::size_t run = 0;
  std::size_t all = 0;
  std::map<std::string, std::size_t> left_out;  // by reason
};

Value read(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return json::parse(std::string(std::istreambuf_iterator<char>(file), {}));
}

// Why this schema is no tool's; empty when it could be. Fails when the reason is not one of those
// that are meant.
std::string refusal(const Value& schema) {
  try {
    const std::vector<std::string> places = unsupported_keywords(schema);
    if (places.empty()) return Schema(schema), "";
    const std::string keyword = places.front().substr(places.front().rfind('.') + 1);
    EXPECT_TRUE(kNotEnforced.contains(keyword)) << keyword << " in " << json::dump(schema);
    return keyword;
  } catch (const Error& error) {
    const std::string what = error.message.substr(0, error.message.find(':'));
    const std::string keyword = what.substr(what.rfind('.') + 1);
    if (keyword == "items") return "items (a list)";
    EXPECT_EQ(keyword, "pattern") << error.message;
    const std::string* pattern = schema["pattern"].string();
    EXPECT_TRUE(pattern && kNoPatterns.contains(*pattern)) << error.message;
    return "pattern (not in RE2)";
  }
}

bool wants_more_than_annotations(const Value& schema, const std::string& file) {
  return file.starts_with("optional/") &&
         std::any_of(kAnnotations.begin(), kAnnotations.end(),
                     [&](const std::string& name) { return schema.find(name); });
}

void run_group(const Value& group, const std::string& file, Tally* tally) {
  const Value::List& cases = *group["tests"].list();
  tally->all += cases.size();
  const bool open = wants_more_than_annotations(group["schema"], file);
  const std::string reason = open ? "optional assertion" : refusal(group["schema"]);
  if (!reason.empty()) {
    tally->left_out[reason] += cases.size();
    return;
  }
  const Schema schema(group["schema"]);
  for (const Value& each : cases) {
    ++tally->run;
    const bool valid = schema.faults(each["data"], Schema::Unknown::kRefused).empty();
    EXPECT_EQ(valid, *each["valid"].as<bool>())
        << file << ": " << *group["description"].string() << ": " << *each["description"].string()
        << "\n  schema " << json::dump(group["schema"]) << "\n  value " << json::dump(each["data"]);
  }
}

std::ostream& operator<<(std::ostream& out, const Tally& tally) {
  out << tally.run << " of " << tally.all;
  for (const auto& [reason, count] : tally.left_out) out << ", " << reason << " " << count;
  return out;
}

class SchemaSuite : public testing::TestWithParam<Suite> {};

TEST_P(SchemaSuite, AgreesWithTheValidator) {
  const fs::path folder = fs::path(GetParam().folder) / GetParam().draft;
  ASSERT_TRUE(fs::is_directory(folder)) << folder << ": tests/packages.sh names its package";
  Tally sum;
  std::size_t known = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".json") continue;
    const std::string file = fs::relative(entry.path(), folder).replace_extension().string();
    Tally tally;
    const Value groups = read(entry.path());
    for (const Value& group : *groups.list()) run_group(group, file, &tally);
    if (tally.run < tally.all) std::cout << "   " << file << ": " << tally << "\n";
    const bool enforced = kFiles.contains(file);
    EXPECT_TRUE(!enforced || tally.run > 0) << file;
    known += enforced;
    sum.run += tally.run;
    sum.all += tally.all;
    for (const auto& [reason, count] : tally.left_out) sum.left_out[reason] += count;
  }
  std::cout << folder.string() << ": cases run: " << sum << std::endl;
  EXPECT_EQ(known, kFiles.size());
  EXPECT_GE(sum.run, GetParam().least);
}

INSTANTIATE_TEST_SUITE_P(Drafts, SchemaSuite,
                         testing::Values(Suite{"Draft6", kFirst, "draft6", 270},
                                         Suite{"Draft7", kFirst, "draft7", 270},
                                         Suite{"NewerDraft6", kSecond, "draft6", 580},
                                         Suite{"NewerDraft7", kSecond, "draft7", 630},
                                         Suite{"Draft201909", kSecond, "draft2019-09", 660},
                                         Suite{"Draft202012", kSecond, "draft2020-12", 700}),
                         [](const auto& each) { return each.param.name; });

}  // namespace
}  // namespace runtime::mcp
