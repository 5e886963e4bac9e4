#include "native/linux/desktop_entries.hpp"

#include <gtest/gtest.h>

#include "tests/unit/native/support/x_server.hpp"

namespace native {
namespace {

std::string entry(const std::string& name, const std::string& more) {
  return "[Desktop Entry]\nType=Application\nName=" + name + "\nName[de]=Anders\n" + more +
         "\n[Desktop Action new]\nName=Not this\nExec=other\n";
}

TEST(DesktopEntry, IsParsed) {
  const auto parsed = parse_desktop_entry(
      "org.x.Editor",
      entry("A\\sName", "Exec=env A=1 \"/usr/bin/editor\" %F\nStartupWMClass = Ed\n"));
  ASSERT_TRUE(parsed.has_value());
  EXPECT_EQ(parsed->name, "A Name");
  EXPECT_EQ(parsed->executable, "editor");
  EXPECT_EQ(parsed->startup_class, "Ed");
  EXPECT_FALSE(parsed->hidden);
  EXPECT_FALSE(parse_desktop_entry("x", "[Desktop Entry]\nType=Link\nName=x\n").has_value());
  EXPECT_FALSE(parse_desktop_entry("x", std::string("\0\xFF[", 3)).has_value());
}

TEST(DesktopEntries, MatchClassIdAndExecutable) {
  const test::Folder folder;
  folder.write("apps/by-class.desktop", entry("By class", "StartupWMClass=Foo\nExec=foo-bin"));
  folder.write("apps/org.gnome.Clock.desktop", entry("By id", "Exec=clock-bin"));
  folder.write("apps/sub/dir.desktop", entry("Below", "Exec=/opt/prog --x"));
  folder.write("apps/hidden.desktop", entry("Hidden", "Exec=prog\nNoDisplay=true"));
  DesktopEntries entries({folder.path() + "/apps", folder.path() + "/missing"});
  entries.refresh();
  EXPECT_EQ(entries.match("FOO", "", "")->name, "By class");
  EXPECT_EQ(entries.match("clock", "x", "")->id, "org.gnome.Clock");
  EXPECT_EQ(entries.match("unknown", "", "prog")->id, "sub-dir");
  EXPECT_EQ(entries.match("nothing", "at", "all"), nullptr);
}

TEST(DesktopEntries, AreReadAgainWhenTheirFolderChanges) {
  const test::Folder folder;
  folder.write("apps/a.desktop", entry("First", "Exec=a"));
  DesktopEntries entries({folder.path() + "/apps"});
  entries.refresh();
  EXPECT_EQ(entries.match("b", "", ""), nullptr);
  folder.write("apps/b.desktop", entry("Second", "Exec=b"));
  entries.refresh();
  EXPECT_NE(entries.match("b", "", ""), nullptr);
}

TEST(DesktopEntries, TakeTheEarlierFolder) {
  const test::Folder folder;
  folder.write("one/a.desktop", entry("Mine", "Exec=a"));
  folder.write("two/a.desktop", entry("Theirs", "Exec=a"));
  DesktopEntries entries({folder.path() + "/one", folder.path() + "/two"});
  entries.refresh();
  EXPECT_EQ(entries.match("a", "", "")->name, "Mine");
}

}  // namespace
}  // namespace native
