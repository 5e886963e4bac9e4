#include "runtime/app/terminal/completion_list.hpp"

#include <gtest/gtest.h>

namespace runtime {
namespace {

TEST(CompletionList, CommonBeginning) {
  EXPECT_EQ(common_beginning({}), "");
  EXPECT_EQ(common_beginning({"window"}), "window");
  EXPECT_EQ(common_beginning({"screen", "select", "setmetatable"}), "s");
  EXPECT_EQ(common_beginning({"list", "list_all"}), "list");
  EXPECT_EQ(common_beginning({"a", ""}), "");
}

TEST(CompletionList, NeverHalfACharacter) {
  EXPECT_EQ(common_beginning({"x\xC3\xA4", "x\xC3\xB6"}), "x");
  EXPECT_EQ(common_beginning({"\xC3\xA4", "\xC3\xA4z"}), "\xC3\xA4");
}

TEST(CompletionList, CountsCharacters) {
  EXPECT_EQ(character_count("abc"), 3u);
  EXPECT_EQ(character_count("\xC3\xA4\xE2\x82\xAC"), 2u);
}

TEST(CompletionList, FillsColumnsDownwards) {
  EXPECT_EQ(in_columns({"a", "b", "c"}, 80), "a  b  c\n");
  EXPECT_EQ(in_columns({"aaaaaaaa", "b", "c"}, 20), "aaaaaaaa  c\nb\n");
  EXPECT_EQ(in_columns({"one", "two"}, 0), "one  two\n");
}

TEST(CompletionList, CutsALongList) {
  const std::string text = in_columns(std::vector<std::string>(1000, "name"), 40);
  EXPECT_NE(text.find("... and 880 more\n"), std::string::npos);
  EXPECT_LT(text.size(), 1000u);
}

}  // namespace
}  // namespace runtime
