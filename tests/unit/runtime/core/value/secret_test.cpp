#include "runtime/core/value/secret.hpp"

#include <gtest/gtest.h>

namespace runtime {
namespace {

TEST(SecretText, MasksWhatIsAssignedToASecretsName) {
  EXPECT_EQ(without_secrets("http://host/?api_key=abc&page=2&token=x#part"),
            "http://host/?api_key=***&page=2&token=***#part");
  EXPECT_EQ(without_secrets("--token=two words"), "--token=***");
  EXPECT_EQ(without_secrets("PASSWORD="), "PASSWORD=***");
  EXPECT_EQ(without_secrets("page=2&size=3"), "page=2&size=3");
  EXPECT_EQ(without_secrets("=x"), "=x");
  EXPECT_EQ(without_secrets("secret=a=b"), "secret=***");
}

TEST(SecretText, MasksWhoLogsInByAUrl) {
  EXPECT_EQ(without_secrets("see http://user:word@host/a@b"), "see http://***@host/a@b");
  EXPECT_EQ(without_secrets("http://host/a@b"), "http://host/a@b");
  EXPECT_EQ(without_secrets("https://a@b@host https://c@d"), "https://***@host https://***@d");
  EXPECT_EQ(without_secrets("://"), "://");
}

TEST(SecretText, KnowsNames) {
  for (const char* name :
       {"api_key", "Authorization", "Proxy-Authorization", "x-auth-token", "x-auth-user", "x-auth",
        "proxyauth", "set-cookie", "PASSWORD", "clientSecret"})
    EXPECT_TRUE(is_secret(name)) << name;
  for (const char* name : {"author", "page", "x-authority", ""})
    EXPECT_FALSE(is_secret(name)) << name;
}

TEST(SecretText, KnowsVariables) {
  for (const char* name : {"OPENAI_API_KEY", "openai_api_key", "http_token", "DB_PASSWORD",
                           "AWS_SECRET_ACCESS_KEY", "CLIENT_SECRET"})
    EXPECT_TRUE(is_secret_variable(name)) << name;
  for (const char* name :
       {"GNOME_KEYRING_CONTROL", "SSH_AUTH_SOCK", "XAUTHORITY", "KEYBOARD", "HOME"})
    EXPECT_FALSE(is_secret_variable(name)) << name;
}

TEST(SecretText, KnowsOptionsWhoseValueFollows) {
  EXPECT_TRUE(announces_secret("--password"));
  EXPECT_TRUE(announces_secret("-secret"));
  EXPECT_FALSE(announces_secret("--password=x"));
  EXPECT_FALSE(announces_secret("password"));
  EXPECT_FALSE(announces_secret("--verbose"));
}

}  // namespace
}  // namespace runtime
