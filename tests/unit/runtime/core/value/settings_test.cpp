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
  EXPECT_EQ(settings::text("PEEKABOO_CLI_TIMEOUT"), "1500");
  EXPECT_TRUE(settings::is_on(settings::text("PEEKABOO_CONSOLE_LOGGING")));
  EXPECT_EQ(settings::text("PEEKABOO_LOG_LEVEL"), "");
  settings::configure(Value());
  EXPECT_EQ(settings::text("PEEKABOO_LOG_FILE"), "");
}

TEST(Settings, OnAndOff) {
  for (const char* on : {"true", "TRUE", "1"}) EXPECT_TRUE(settings::is_on(on)) << on;
  for (const char* off : {"", "false", "0", "yes please"})
    EXPECT_FALSE(settings::is_on(off)) << off;
}

}  // namespace
}  // namespace runtime
