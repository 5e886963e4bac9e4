#include "runtime/core/value/json.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "runtime/core/value/error.hpp"

namespace runtime {
namespace {

std::string failure_of(std::string_view text) {
  try {
    json::parse(text);
  } catch (const Error& error) {
    EXPECT_EQ(error.code, "INVALID_ARGUMENT");
    return error.message;
  }
  return "no error";
}

std::string write_failure_of(const Value& value) {
  try {
    json::dump(value);
  } catch (const Error& error) {
    EXPECT_EQ(error.code, "INVALID_ARGUMENT");
    return error.message;
  }
  return "no error";
}

std::string nested(std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); }

TEST(JsonParse, ReadsEveryType) {
  const Value value = json::parse(R"( {"a":[null,true,false,1,-2.5,"x"],"b":{}} )");
  const Value::List& list = *value["a"].list();
  EXPECT_TRUE(list[0].is_null());
  EXPECT_EQ(list[1], Value(true));
  EXPECT_EQ(list[3], Value(1));
  EXPECT_EQ(list[4], Value(-2.5));
  EXPECT_EQ(list[5], Value("x"));
  EXPECT_TRUE(value["b"].record()->empty());
}

TEST(JsonParse, KeepsSixtyFourBitIntegersExact) {
  EXPECT_EQ(json::parse("9223372036854775807"), Value(std::numeric_limits<std::int64_t>::max()));
  EXPECT_EQ(json::parse("-9223372036854775808"), Value(std::numeric_limits<std::int64_t>::min()));
  EXPECT_EQ(json::parse("9007199254740993"), Value(std::int64_t{9007199254740993}));
  EXPECT_EQ(json::parse("9223372036854775808"), Value(9223372036854775808.0));
  EXPECT_STREQ(json::parse("1.0").type_name(), "number");
}

TEST(JsonParse, KeepsOrderAndTheLastOfRepeatedKeys) {
  const Value value = json::parse(R"({"z":1,"a":2,"z":3,"m":4,"a":5})");
  EXPECT_EQ(json::dump(value), R"({"z":3,"a":5,"m":4})");
}

TEST(JsonParse, NamesThePlaceAndTheReason) {
  EXPECT_EQ(failure_of("[1,}"),
            "Invalid JSON at byte 4: unexpected '}'; expected '[', '{', or a literal");
  EXPECT_EQ(failure_of("1e999"), "Invalid JSON at byte 5: a number is too large");
  EXPECT_EQ(failure_of("{} x").substr(0, 23), "Invalid JSON at byte 4:");
}

TEST(JsonParse, RefusesWhatIsNotJson) {
  for (const char* text :
       {"", " ", "{", "[1", "nul", "{'a':1}", "01", "+1", "NaN", "Infinity", "[1,]", "{\"a\":1,}",
        "\"\t\"", "\"\\x\"", "\"\\ud800\"", "\"\\udc00\"", "// c\n1", "1 2"})
    EXPECT_EQ(failure_of(text).substr(0, 20), "Invalid JSON at byte") << text;
}

TEST(JsonParse, RefusesInvalidUtf8) {
  for (const char* text : {"\"\xff\"", "\"\xc0\xaf\"", "\"\xed\xa0\x80\"", "\"\xf4\x90\x80\x80\"",
                           "\"\xe2\x82\"", "\xff\xfe[]"})
    EXPECT_EQ(failure_of(text).substr(0, 20), "Invalid JSON at byte") << text;
}

TEST(JsonParse, AllowsSixtyFourLevelsAndNoMore) {
  EXPECT_EQ(json::dump(json::parse(nested(64))), nested(64));
  EXPECT_EQ(failure_of(nested(65)), "JSON nested more than 64 levels deep");
  EXPECT_EQ(failure_of(std::string(1'000'000, '[')), "JSON nested more than 64 levels deep");
  EXPECT_EQ(failure_of(std::string(100, '{')).substr(0, 20), "Invalid JSON at byte");
}

TEST(JsonParse, BoundsTheNumberOfValues) {
  std::string text = "[0";
  for (std::size_t i = 0; i < json::kMaxValues; ++i) text += ",0";
  EXPECT_EQ(failure_of(text + "]"), "JSON with more than 1000000 values");
}

TEST(JsonParse, DoesNotTakeQuadraticTimeForManyKeys) {
  std::string text = "{";
  for (int i = 0; i < 200'000; ++i) text.append("\"").append(std::to_string(i)).append("\":0,");
  EXPECT_EQ(json::parse(text + "\"0\":1}").record()->size(), 200'000u);
}

TEST(JsonParse, AnErrorNeverCarriesTheSendersMegabytes) {
  EXPECT_LT(failure_of(std::string("\"") + std::string(1 << 20, 'a') + "\xff\"").size(), 300u);
}

TEST(JsonWrite, EscapesWhatMustBeEscapedAndNothingElse) {
  EXPECT_EQ(json::dump(Value(std::string_view("\"\\/\b\f\n\r\t\0\x1f\x7f é😀", 18))),
            "\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0000\\u001f\\u007f é😀\"");
}

TEST(JsonWrite, EscapesWhatATerminalObeysOrAReaderDoesNotSee) {
  EXPECT_EQ(json::dump(Value("\u009b31m\u202egpj\u2066\u200f\u2028")),
            "\"\\u009b31m\\u202egpj\\u2066\\u200f\\u2028\"");
  const std::string text = "\u0085\u061c\u2069.";
  EXPECT_EQ(*json::parse(json::dump(Value(text))).string(), text);
}

TEST(JsonWrite, ReplacesInvalidUtf8) {
  const std::pair<const char*, const char*> cases[] = {
      {"a\xff"
       "b",
       "a\uFFFDb"},
      {"\xc0\xaf", "\uFFFD\uFFFD"},
      {"\xe2\x82", "\uFFFD"},
      {"\xe2\x82x", "\uFFFDx"},
      {"\xf0\x9f\x98", "\uFFFD"},
      {"\xed\xa0\x80", "\uFFFD\uFFFD\uFFFD"},
      {"\xf4\x90\x80\x80", "\uFFFD\uFFFD\uFFFD\uFFFD"},
      {"\x80", "\uFFFD"},
      {"\xc3\"", "\uFFFD\\\""},
  };
  for (const auto& [text, expected] : cases)
    EXPECT_EQ(json::dump(Value(text)), std::string("\"").append(expected).append("\""));
}

TEST(JsonWrite, WritesIntegralDoublesWithoutAPoint) {
  EXPECT_EQ(json::dump(Value(400.0)), "400");
  EXPECT_EQ(json::dump(Value(-0.0)), "0");
  EXPECT_EQ(json::dump(Value(9007199254740992.0)), "9007199254740992");
  EXPECT_EQ(json::dump(Value(0.1)), "0.1");
  EXPECT_EQ(json::parse(json::dump(Value(1e300))), Value(1e300));
  EXPECT_EQ(json::dump(Value(std::numeric_limits<std::int64_t>::min())), "-9223372036854775808");
}

TEST(JsonWrite, NamesThePathOfWhatHasNoJsonForm) {
  Value value;
  value.set("content", Value::List{Value(1), Value(2), Value(std::nan(""))});
  EXPECT_EQ(write_failure_of(value), "$.content[2] is not a finite number");
  EXPECT_EQ(write_failure_of(Value(std::shared_ptr<Object>())),
            "$ has no JSON form: its type is object");
  Value deep = 1;
  for (int i = 0; i < 65; ++i) deep = Value(Value::List{std::move(deep)});
  EXPECT_NE(write_failure_of(deep).find("is nested more than 64 levels deep"), std::string::npos);
}

TEST(JsonWrite, NilIsNull) {
  Value value;
  value.set("a", Value());
  EXPECT_EQ(json::dump(value), R"({"a":null})");
  EXPECT_EQ(json::dump(Value()), "null");
}

TEST(JsonWrite, SplicesBlobsBetweenTheTexts) {
  const auto blob =
      std::make_shared<const Blob>(std::vector<std::uint8_t>{'f', 'o', 'o'}, "image/png");
  Value value;
  value.set("data", blob).set("n", 1);
  const auto segments = json::write(value);
  ASSERT_EQ(segments.size(), 3u);
  EXPECT_EQ(std::get<std::string>(segments[0]), R"({"data":")");
  EXPECT_EQ(std::get<BlobRef>(segments[1]), blob);
  EXPECT_EQ(std::get<std::string>(segments[2]), R"(","n":1})");
  EXPECT_EQ(json::dump(value), R"({"data":"Zm9v","n":1})");
}

TEST(JsonWrite, IndentsForPeople) {
  EXPECT_EQ(json::dump(json::parse(R"({"a":[1,{}],"b":[]})"), 2),
            "{\n  \"a\": [\n    1,\n    {}\n  ],\n  \"b\": []\n}");
}

class Documents {
 public:
  explicit Documents(unsigned seed) : random_(seed) {}

  Value any(int depth) {
    switch (random_() % (depth > 0 ? 8 : 6)) {
      case 0:
        return Value::Null{};
      case 1:
        return random_() % 2 == 0;
      case 2:
        return static_cast<std::int64_t>(bits());
      case 3:
        return real();
      case 4:
      case 5:
        return text();
      case 6: {
        Value::List list;
        for (auto n = random_() % 5; n > 0; --n) list.push_back(any(depth - 1));
        return list;
      }
      default: {
        Value record(Value::Record{});
        for (auto n = random_() % 5; n > 0; --n) record.set(text(), any(depth - 1));
        return record;
      }
    }
  }

 private:
  std::uint64_t bits() { return static_cast<std::uint64_t>(random_()) << 32 | random_(); }

  // No integral doubles: those come back as integers, by design.
  double real() {
    const double mantissa = static_cast<double>(random_()) / 4294967296.0;
    return std::ldexp(mantissa + 1.0 / 3, static_cast<int>(random_() % 300) - 280);
  }

  std::string text() {
    static constexpr const char* kPieces[] = {"a",  "\"",     "\\", "\n", "\x01", "é", "€",
                                              "😀", "\u2028", "/",  "{",  "\x7f", " ", "\uFFFD"};
    std::string text;
    for (auto n = random_() % 8; n > 0; --n) text += kPieces[random_() % std::size(kPieces)];
    if (random_() % 20 == 0) text += '\0';
    return text;
  }

  std::mt19937 random_;
};

TEST(JsonRoundTrip, RandomDocumentsComeBackEqual) {
  for (unsigned seed = 0; seed < 3000; ++seed) {
    Documents documents(seed);
    const Value value = documents.any(6);
    const std::string text = json::dump(value);
    ASSERT_EQ(text.find('\n'), std::string::npos);
    ASSERT_EQ(json::parse(text), value) << text;
    ASSERT_EQ(json::dump(json::parse(text)), text);
    ASSERT_EQ(json::parse(json::dump(value, 2)), value);
  }
}

TEST(JsonRoundTrip, DamagedTextsNeverDoMoreThanThrow) {
  std::mt19937 random(1);
  for (unsigned seed = 0; seed < 3000; ++seed) {
    Documents documents(seed);
    std::string text = json::dump(documents.any(5));
    for (int i = 0; i < 3; ++i) text[random() % text.size()] = static_cast<char>(random());
    try {
      json::dump(json::parse(text));
    } catch (const Error& error) {
      ASSERT_EQ(error.code, "INVALID_ARGUMENT");
    }
  }
}

TEST(JsonRoundTrip, AnyBytesAreWrittenAsValidJson) {
  std::mt19937 random(2);
  for (int i = 0; i < 3000; ++i) {
    std::string bytes(random() % 40, '\0');
    for (char& c : bytes) c = static_cast<char>(random() % 3 ? random() : 0x80 + random() % 0x40);
    const std::string text = json::dump(Value(bytes));
    ASSERT_NO_THROW(json::parse(text));
    ASSERT_EQ(json::dump(json::parse(text)), text);
  }
}

TEST(JsonCommented, AllowsWhatPeopleWrite) {
  const Value value = json::parse_commented(
      "/* a */ {\n// b\n\"u\": \"http://x /* no */ \\\" // no\", \"l\": [1, 2, /**/ ], }//");
  EXPECT_EQ(value["u"], Value("http://x /* no */ \" // no"));
  EXPECT_EQ(value["l"].list()->size(), 2u);
}

TEST(JsonCommented, NamesTheLine) {
  const auto line_of = [](std::string_view text) -> std::int64_t {
    try {
      json::parse_commented(text);
    } catch (const Error& error) {
      const auto* line = error.details["line"].as<std::int64_t>();
      return line ? *line : -1;
    }
    return 0;
  };
  EXPECT_EQ(line_of("{\n\n\"a\" 1}"), 3);
  EXPECT_EQ(line_of("{ /* never closed\n}"), 1);
  for (const char* text : {"[,]", "[1,,]", "{,}", "{\"a\":,}", "", "{} x", "/", "\"open"})
    EXPECT_NE(line_of(text), 0) << text;
  EXPECT_EQ(line_of("[1,]"), 0);
}

}  // namespace
}  // namespace runtime
