#include "native/desktop/menu_path.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

#include "native/desktop/menus/menu_shortcut.hpp"
#include "native/desktop/utf8.hpp"

namespace native {
namespace {

using Names = std::vector<std::string>;

TEST(MenuPath, SplitsNames) {
  EXPECT_EQ(parse_menu_path("File"), Names{"File"});
  EXPECT_EQ(parse_menu_path("File > Save As..."), (Names{"File", "Save As..."}));
  EXPECT_EQ(parse_menu_path("File>Open"), (Names{"File", "Open"}));
  EXPECT_EQ(parse_menu_path(" Tools\t>  Größe "), (Names{"Tools", "Größe"}));
  EXPECT_EQ(parse_menu_path(R"(Odd > A \> B)"), (Names{"Odd", "A > B"}));
  EXPECT_EQ(parse_menu_path(R"(C:\\ > \x)"), (Names{R"(C:\)", R"(\x)"}));
  EXPECT_EQ(parse_menu_path(R"(a\)"), Names{R"(a\)"});
}

TEST(MenuPath, RefusesWhatNamesNothing) {
  std::string deep = "a";
  for (std::size_t i = 0; i < kMaxMenuDepth; ++i) deep += ">a";
  for (const std::string& path :
       {std::string(), std::string(" "), std::string(">"), std::string("File >"),
        std::string("> File"), std::string("a >> b"), deep}) {
    try {
      parse_menu_path(path);
      FAIL() << path;
    } catch (const Error& error) {
      EXPECT_EQ(error.code, "INVALID_ARGUMENT");
      EXPECT_EQ(error.fact("field"), "menuPath");
    }
  }
}

RC_GTEST_PROP(MenuPathProperty, IsReadAsItIsWritten, ()) {
  const auto count = *rc::gen::inRange<std::size_t>(1, kMaxMenuDepth + 1);
  Names names;
  for (std::size_t i = 0; i < count; ++i)
    names.push_back("n" + *rc::gen::container<std::string>(rc::gen::element('a', '>', '\\', ' ')) +
                    ".");
  RC_ASSERT(parse_menu_path(menu_path(names)) == names);
}

RC_GTEST_PROP(MenuPathProperty, AnyTextIsReadOrRefused, (const std::string& text)) {
  try {
    const Names names = parse_menu_path(text);
    RC_ASSERT(!names.empty() && names.size() <= kMaxMenuDepth);
    for (const std::string& name : names) RC_ASSERT(!name.empty());
  } catch (const Error& error) {
    RC_ASSERT(error.code == "INVALID_ARGUMENT");
  }
}

TEST(MenuNames, AreComparedAsPeopleDo) {
  EXPECT_EQ(plain_menu_name("_Save As..."), plain_menu_name("save as…"));
  EXPECT_EQ(plain_menu_name("&Datei"), plain_menu_name("DATEI"));
  EXPECT_EQ(plain_menu_name("Größe Ändern"), plain_menu_name("größe ändern"));
  EXPECT_EQ(plain_menu_name("ФАЙЛ"), plain_menu_name("файл"));
  EXPECT_NE(plain_menu_name("Save"), plain_menu_name("Save As"));
  EXPECT_EQ(plain_menu_name("..."), "...");
  EXPECT_EQ(plain_menu_name("_"), "_");
}

RC_GTEST_PROP(MenuNamesProperty, StayValid, (const std::string& text)) {
  const std::string valid = replace_invalid_utf8(text);
  const std::string plain = plain_menu_name(valid);
  RC_ASSERT(replace_invalid_utf8(plain) == plain);
}

TEST(MenuNames, LoseTheirMnemonic) {
  EXPECT_EQ(without_mnemonic("_File"), "File");
  EXPECT_EQ(without_mnemonic("Save _As"), "Save As");
  EXPECT_EQ(without_mnemonic("snake__case"), "snake_case");
  EXPECT_EQ(without_mnemonic("end_"), "end_");
  EXPECT_EQ(without_mnemonic(""), "");
}

std::vector<MenuItem> items(const Names& names) {
  std::vector<MenuItem> list;
  for (const std::string& name : names) list.emplace_back().name = name;
  return list;
}

TEST(MenuNames, MeanOneItemOrNone) {
  const std::vector<MenuItem> level = items({"Save", "Save…", "save", "Open…", "Same", "Same"});
  EXPECT_EQ(match_menu_name(level, "Save").place, 0U);
  EXPECT_EQ(match_menu_name(level, "Save…").place, 1U);
  EXPECT_EQ(match_menu_name(level, "OPEN...").place, 3U);
  const MenuMatch several = match_menu_name(level, "SAVE");
  EXPECT_FALSE(several.place);
  EXPECT_EQ(several.alike, 3);
  EXPECT_FALSE(match_menu_name(level, "Same").place);
  EXPECT_EQ(match_menu_name(level, "Close").alike, 0);
}

TEST(MenuShortcuts, AreWrittenAsPeopleDo) {
  EXPECT_EQ(gtk_shortcut("<Primary><Shift>s"), "Ctrl+Shift+S");
  EXPECT_EQ(gtk_shortcut("<Alt>F4"), "Alt+F4");
  EXPECT_EQ(gtk_shortcut("F5"), "F5");
  EXPECT_EQ(gtk_shortcut("<Primary>plus"), "Ctrl++");
  EXPECT_EQ(gtk_shortcut(""), "");
  EXPECT_EQ(gtk_shortcut("<Primary>"), "");
  EXPECT_EQ(gtk_shortcut("<Primary"), "");
  EXPECT_EQ(shortcut_of({"Control", "S"}), "Ctrl+S");
}

}  // namespace
}  // namespace native
