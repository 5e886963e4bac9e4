#include "native/gnome/window_permission.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "native/desktop/error.hpp"
#include "native/gnome/extension.hpp"
#include "tests/unit/native/gnome/mock_gnome.hpp"

namespace native::gnome {
namespace {

namespace fs = std::filesystem;
using test::gnome_deadline;
using test::MockGnome;

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

// A person's folders, and a gsettings that keeps its lists in files there.
class GnomePermission : public ::testing::Test {
 protected:
  GnomePermission() {
    std::string name = ::testing::TempDir() + "gnome-permission-XXXXXX";
    folder_ = ::mkdtemp(name.data());
    ::setenv("XDG_DATA_HOME", folder_.c_str(), 1);
    path_ = std::getenv("PATH");
    ::setenv("PATH", (folder_ + ":" + path_).c_str(), 1);
    write("gsettings",
          "#!/bin/sh\nfile=" + folder_ +
              "/$3\ncase $1 in get) cat $file;; set) printf '%s\\n' \"$4\" >$file;; esac\n");
    fs::permissions(folder_ + "/gsettings", fs::perms::owner_all);
    write("enabled-extensions", "['other@one']\n");
    write("disabled-extensions", "@as []\n");
  }
  ~GnomePermission() override {
    ::setenv("PATH", path_.c_str(), 1);
    ::unsetenv("XDG_DATA_HOME");
    fs::remove_all(folder_);
  }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ + "/" + name) << text;
  }
  std::string read(const std::string& name) const { return text_of(folder_ + "/" + name); }
  static Permission state(MockGnome& gnome) {
    return WindowPermission(gnome.shell()).list(gnome_deadline(5000)).front();
  }
  static void grant(MockGnome& gnome) {
    WindowPermission(gnome.shell()).grant(kWindowsPermission, gnome_deadline(10'000));
  }
  static bool revoke(MockGnome& gnome) {
    return WindowPermission(gnome.shell()).revoke(kWindowsPermission, gnome_deadline(10'000));
  }
  static std::string announcement(MockGnome& gnome) {
    return WindowPermission(gnome.shell()).announcement(kWindowsPermission, gnome_deadline(5000));
  }

  std::string folder_, path_;
};

TEST_F(GnomePermission, AnnouncesWhatItWrites) {
  MockGnome gnome("unknown");
  EXPECT_EQ(state(gnome).state, "needs consent");
  const std::string text = announcement(gnome);
  grant(gnome);
  for (const char* name : {"/extension.js", "/metadata.json"}) {
    const std::string written = text_of(extension_folder() + name);
    ASSERT_FALSE(written.empty());
    EXPECT_NE(text.find(extension_folder() + name + "\n\n" + written), std::string::npos) << name;
  }
}

TEST_F(GnomePermission, WaitsForTheNextLogIn) {
  MockGnome gnome("unknown");
  grant(gnome);
  EXPECT_EQ(read("enabled-extensions"), "['other@one', 'windows@peekaboo']\n");
  EXPECT_EQ(state(gnome).state, "needs log-in");
  EXPECT_TRUE(revoke(gnome));
  EXPECT_EQ(read("enabled-extensions"), "['other@one']\n");
  EXPECT_FALSE(fs::exists(extension_folder()));
  EXPECT_EQ(state(gnome).state, "needs consent");
  EXPECT_FALSE(revoke(gnome));
}

TEST_F(GnomePermission, HoldsAtOnceWhereTheShellKnowsTheExtension) {
  MockGnome gnome("off");
  write("disabled-extensions", "['windows@peekaboo']\n");
  grant(gnome);
  EXPECT_EQ(gnome.line(), R"({"act": "EnableExtension", "words": ["windows@peekaboo"]})");
  EXPECT_EQ(state(gnome).state, "given");
  EXPECT_EQ(announcement(gnome), "");
  EXPECT_TRUE(revoke(gnome));
  EXPECT_EQ(gnome.line(), R"({"act": "DisableExtension", "words": ["windows@peekaboo"]})");
  EXPECT_EQ(read("disabled-extensions"), "[]\n");
  EXPECT_EQ(state(gnome).state, "needs consent");
}

TEST_F(GnomePermission, SaysWhyTheExtensionDoesNotRun) {
  const auto unavailable = [](const char* how) {
    MockGnome gnome(how);
    write_extension(43);
    const Permission row = state(gnome);
    EXPECT_EQ(row.state, "unavailable") << how;
    EXPECT_FALSE(row.remedy.empty()) << how;
    return row.detail;
  };
  EXPECT_NE(unavailable("broken").find("it has failed"), std::string::npos);
  EXPECT_NE(unavailable("forbidden").find("forbid"), std::string::npos);
  EXPECT_NE(unavailable("absent").find("43 or newer"), std::string::npos);
}

TEST_F(GnomePermission, OfAnOldShellIsRefused) {
  MockGnome gnome("absent");
  EXPECT_THROW(grant(gnome), Error);
  EXPECT_THROW(announcement(gnome), Error);
  EXPECT_FALSE(fs::exists(extension_folder()));
}

TEST_F(GnomePermission, KeepsTheListsOfOthers) {
  MockGnome gnome("unknown");
  write("enabled-extensions", "no list\n");
  try {
    grant(gnome);
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.fact("reason"), "no gsettings");
  }
  EXPECT_EQ(read("enabled-extensions"), "no list\n");
}

TEST(GnomeExtension, IsOneNameInAList) {
  EXPECT_EQ(changed_list("@as []\n", true), "['windows@peekaboo']");
  EXPECT_EQ(changed_list("['a', 'b']\n", true), "['a', 'b', 'windows@peekaboo']");
  EXPECT_EQ(changed_list("['windows@peekaboo']", true), "['windows@peekaboo']");
  EXPECT_EQ(changed_list("['windows@peekaboo']", false), "[]");
  EXPECT_EQ(changed_list("['a', 'windows@peekaboo']", false), "['a']");
  EXPECT_EQ(changed_list("['windows@peekaboo', \"b'\"]", false), "[\"b'\"]");
  EXPECT_EQ(changed_list("['a', 'windows@peekaboo', 'b']", false), "['a', 'b']");
  EXPECT_EQ(changed_list("", true), "");
  EXPECT_EQ(changed_list("No such schema", true), "");
}

TEST(GnomeExtension, HasTheFormOfTheShell) {
  EXPECT_NE(extension_script(44).find("imports.gi"), std::string::npos);
  EXPECT_NE(extension_script(45).find("import Gio from"), std::string::npos);
  EXPECT_NE(extension_metadata(43).find(R"("shell-version": ["43", "44"])"), std::string::npos);
  EXPECT_NE(extension_metadata(45).find(R"(["45", "46", "47", "48", "49", "50"])"),
            std::string::npos);
  EXPECT_NE(extension_metadata(51).find(R"("50", "51"])"), std::string::npos);
}

}  // namespace
}  // namespace native::gnome
