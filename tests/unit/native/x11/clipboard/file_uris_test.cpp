#include "native/x11/clipboard/file_uris.hpp"

#include <gtest/gtest.h>

namespace {

using namespace native::x11;
using Paths = std::vector<std::string>;

TEST(FileUris, KeepEveryByteOfAPath) {
  std::string path = "/";
  for (int byte = 1; byte < 256; ++byte) path += static_cast<char>(byte);
  EXPECT_EQ(path_of(file_uri(path)), path);
  EXPECT_EQ(file_uri("/tmp/a b%ü"), "file:///tmp/a%20b%25%C3%BC");
}

TEST(FileUris, AreThoseOfThisMachine) {
  EXPECT_EQ(path_of("file:///tmp/x"), "/tmp/x");
  EXPECT_EQ(path_of("file://localhost/tmp/x"), "/tmp/x");
  for (const char* foreign : {"file://elsewhere.example/tmp/x", "http://localhost/x", "/tmp/x", "",
                              "file://", "file:///tmp/%0", "file:///tmp/%zz", "file:///a%00b"})
    EXPECT_EQ(path_of(foreign), std::nullopt) << foreign;
}

TEST(FileUris, ReadsListsOfManyKinds) {
  EXPECT_EQ(read_uri_list("# a comment\r\nfile:///a\r\nhttp://b/\r\nfile:///c", 10),
            (Paths{"/a", "/c"}));
  EXPECT_EQ(read_uri_list("file:///a\nfile:///b\n\n", 10), (Paths{"/a", "/b"}));
  EXPECT_EQ(read_uri_list("file:///a\nfile:///b\nfile:///c", 2), (Paths{"/a", "/b"}));
  EXPECT_TRUE(read_uri_list("", 10).empty());
}

TEST(FileUris, ReadsWhatItWrites) {
  const Paths paths = {"/a b", "/ü\n", "/"};
  EXPECT_EQ(read_uri_list(write_uri_list(paths), 10), paths);
  for (const bool cut : {false, true}) {
    const CopiedFiles read = read_copied_files(write_copied_files({paths, cut}), 10);
    EXPECT_EQ(read.paths, paths);
    EXPECT_EQ(read.cut, cut);
  }
  EXPECT_TRUE(read_copied_files("cut", 10).paths.empty());
}

}  // namespace
