#include "native/linux/clipboard/file_uris.hpp"

#include <gtest/gtest.h>

namespace {

using namespace native;
using Paths = std::vector<std::string>;

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
