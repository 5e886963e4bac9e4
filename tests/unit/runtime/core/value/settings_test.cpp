#include "runtime/core/value/settings.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace runtime {
namespace {

TEST(Settings, EverySpellingOfAKeyIsTheSame) {
  for (const char* name : {"log_level", "PEEKABOO_LOG_LEVEL", "logLevel", "log-level", "LOG_LEVEL"})
    EXPECT_EQ(settings::key_of(name), "log_level") << name;
  EXPECT_EQ(settings::key_of("OPENAI_API_KEY"), "openai_api_key");
  EXPECT_EQ(settings::key_of(""), "");
}

TEST(Settings, TheEnvironmentWins) {
  Value values;
  values.set("log_file", "/from/file").set("cli_timeout", 1500).set("console_logging", true);
  settings::configure(values);
  setenv("PEEKABOO_LOG_FILE", "/from/environment", 1);
  EXPECT_EQ(settings::text("PEEKABOO_LOG_FILE"), "/from/environment");
  setenv("PEEKABOO_LOG_FILE", "", 1);
  EXPECT_EQ(settings::text("PEEKABOO_LOG_FILE"), "/from/file");
  unsetenv("PEEKABOO_LOG_FILE");
  EXPECT_EQ(settings::text("PEEKABOO_LOG_FILE"), "/from/file");
  EXPECT_EQ(settings::seconds("PEEKABOO_CLI_TIMEOUT"), 1.5);
  EXPECT_TRUE(settings::is_on("PEEKABOO_CONSOLE_LOGGING"));
  EXPECT_EQ(settings::text("PEEKABOO_LOG_LEVEL"), "info");
  settings::configure(Value());
  EXPECT_EQ(settings::text("PEEKABOO_LOG_FILE"), "");
}

// The value of a variable while its text is `written`.
settings::Setting with(const char* variable, const std::string& written) {
  setenv(variable, written.c_str(), 1);
  settings::Setting setting = settings::read(variable);
  unsetenv(variable);
  return setting;
}

settings::Setting filed(const char* variable, Value value) {
  Value values;
  values.set(settings::key_of(variable), std::move(value));
  settings::configure(values);
  settings::Setting setting = settings::read(variable);
  settings::configure(Value());
  return setting;
}

TEST(Settings, OnAndOff) {
  constexpr const char* kFlag = "PEEKABOO_CONSOLE_LOGGING";
  for (const char* on : {"true", "TRUE", "1"}) EXPECT_EQ(with(kFlag, on).value, Value(true)) << on;
  for (const char* off : {"", "false", "0", "yes please"})
    EXPECT_EQ(with(kFlag, off).value, Value(false)) << off;
  EXPECT_EQ(with(kFlag, "yes please").fault, "neither true nor false");
  EXPECT_EQ(with(kFlag, "false").fault, "");
}

TEST(Settings, NonsenseFallsBack) {
  for (const char* text : {"soon", "-1", "0", "inf", "nan", "5x", "86400001"}) {
    const settings::Setting found = with("PEEKABOO_CLI_TIMEOUT", text);
    EXPECT_EQ(found.value, Value(30000.0)) << text;
    EXPECT_EQ(found.text, text);
    EXPECT_NE(found.fault, "") << text;
    EXPECT_STREQ(found.source, "default");
    EXPECT_STREQ(found.written_in, "environment");
  }
  EXPECT_EQ(with("PEEKABOO_CLI_TIMEOUT", " 0.5e3 ").value, Value(500.0));
  EXPECT_EQ(with("PEEKABOO_AI_TIMEOUT", "86400001").value, Value(86400001.0));
}

TEST(Settings, AWrongAddressStays) {
  for (const char* url : {"localhost", "http://", "https://a b", "ftp://host"}) {
    const settings::Setting found = with("PEEKABOO_OLLAMA_BASE_URL", url);
    EXPECT_EQ(found.value, Value(url));
    EXPECT_EQ(found.fault, "not a URL that begins with http:// or https://");
  }
  EXPECT_EQ(with("PEEKABOO_OLLAMA_BASE_URL", "http://x").fault, "");
}

TEST(Settings, Paths) {
  for (const char* path : {"/x", "~", "~/x"})
    EXPECT_EQ(with("PEEKABOO_DEFAULT_SAVE_PATH", path).value, Value(path));
  for (const char* path : {"x", "~ann/x", "./x"}) {
    EXPECT_TRUE(with("PEEKABOO_DEFAULT_SAVE_PATH", path).value.is_nil());
    EXPECT_EQ(with("PEEKABOO_LOG_FILE", path).fault, "not an absolute path");
  }
}

TEST(Settings, LimitsOfPictures) {
  const std::pair<const char*, std::int64_t> cases[] = {
      {"0", 0},          {"5000", 5000},  {"1e6", 1000000}, {"99.9", 99},     {"", 1000000},
      {"much", 1000000}, {"-1", 1000000}, {"inf", 1000000}, {"nan", 1000000}, {"1e300", 1000000}};
  for (const auto& [text, expected] : cases)
    EXPECT_EQ(with("PEEKABOO_MAX_IMAGE_BYTES", text).value, Value(expected)) << text;
  EXPECT_EQ(with("PEEKABOO_MAX_IMAGE_DIMENSION", "").value, Value(1920));
  EXPECT_EQ(with("PEEKABOO_MAX_IMAGE_DIMENSION", "800").value, Value(800));
}

TEST(Settings, Levels) {
  EXPECT_EQ(with("PEEKABOO_LOG_LEVEL", "WARN").value, Value("warn"));
  EXPECT_EQ(with("PEEKABOO_LOG_LEVEL", "loud").value, Value("info"));
  EXPECT_EQ(with("PEEKABOO_LOG_LEVEL", "loud").fault, "not a level");
}

TEST(Settings, ValuesOfTheFile) {
  EXPECT_EQ(filed("PEEKABOO_AI_PROVIDERS", Value::List{"ocr", "x/y:z"}).value, Value("ocr,x/y:z"));
  EXPECT_STREQ(filed("PEEKABOO_AI_PROVIDERS", "ocr").source, "file");
  EXPECT_EQ(filed("PEEKABOO_CLI_TIMEOUT", 1500.5).value, Value(1500.5));
  EXPECT_EQ(filed("PEEKABOO_CLI_TIMEOUT", Value::List{1}).value, Value(30000.0));
  EXPECT_EQ(filed("PEEKABOO_AI_PROVIDERS", Value::List{1}).fault, "not a list of texts");
  EXPECT_EQ(filed("PEEKABOO_AI_PROVIDERS", Value::Record{{"a", "ocr"}}).fault,
            "not a list of texts");
  EXPECT_EQ(filed("OPENAI_API_KEY", Value::List{"sk"}).fault, "not a text");
  EXPECT_TRUE(filed("PEEKABOO_DEFAULT_SAVE_PATH", Value::List{}).value.is_nil());
  EXPECT_STREQ(filed("PEEKABOO_ALLOW_XWAYLAND", true).source, "default");
}

TEST(Settings, ANameWithoutARowIsAText) {
  EXPECT_EQ(with("SOME_API_KEY", "x").value, Value("x"));
  EXPECT_TRUE(with("SOME_API_KEY", "").value.is_nil());
}

// The default of each row is sound by its own rule.
TEST(Settings, Defaults) {
  for (const settings::Row& row : settings::rows()) {
    if (row.default_value.empty() || row.trait == settings::Trait::kEnvironment) continue;
    EXPECT_FALSE(settings::read(row.name).default_value.is_nil()) << row.name;
  }
}

}  // namespace
}  // namespace runtime
