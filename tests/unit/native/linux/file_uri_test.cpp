#include "native/linux/file_uri.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <string>

namespace native {
namespace {

TEST(FileUri, KeepEveryByteOfAPath) {
  std::string path = "/";
  for (int byte = 1; byte < 256; ++byte) path += static_cast<char>(byte);
  EXPECT_EQ(path_of(file_uri(path)), path);
  EXPECT_EQ(file_uri("/tmp/a b%ü"), "file:///tmp/a%20b%25%C3%BC");
}

TEST(FileUri, AreThoseOfThisMachine) {
  EXPECT_EQ(path_of("file:///tmp/x"), "/tmp/x");
  EXPECT_EQ(path_of("file://localhost/tmp/x"), "/tmp/x");
  for (const char* foreign : {"file://elsewhere.example/tmp/x", "http://localhost/x", "/tmp/x", "",
                              "file://", "file:///tmp/%0", "file:///tmp/%zz", "file:///a%00b"})
    EXPECT_EQ(path_of(foreign), std::nullopt) << foreign;
}

// A URI holds nothing that a reader could take for anything but a part of the path.
RC_GTEST_PROP(FileUriProperty, IsPlainAndReadBackForEveryPath, (const std::string& bytes)) {
  std::string path = "/" + bytes;
  std::replace(path.begin(), path.end(), '\0', '0');
  const std::string uri = file_uri(path);
  RC_ASSERT(uri.starts_with("file:///"));
  RC_ASSERT(uri.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                                  "-._~/%:") == std::string::npos);
  RC_ASSERT(path_of(uri) == path);
}

RC_GTEST_PROP(FileUriProperty, NeverReadsWhatNoPathIs, (const std::string& text)) {
  const auto path = path_of("file://" + text);
  if (path) RC_ASSERT(path->starts_with('/') && path->find('\0') == std::string::npos);
}

}  // namespace
}  // namespace native
