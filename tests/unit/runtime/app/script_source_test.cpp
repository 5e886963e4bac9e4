#include "runtime/app/script_source.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "runtime/core/error.hpp"

namespace runtime {
namespace {

TEST(ScriptSource, FindsWhatIsCompiledIn) {
  const ScriptFinder find = script_source("");
  const auto script = find("tools.image");
  ASSERT_TRUE(script);
  EXPECT_EQ(script->name, "scripts/tools/image.lua");
  EXPECT_EQ(script->form, Script::Form::kBytecode);
  EXPECT_NE(script->text.find("app_target"), std::string::npos);
  EXPECT_FALSE(find("no.such.module"));
}

TEST(ScriptSource, AnOverrideWinsFileByFile) {
  std::string pattern =
      (std::filesystem::temp_directory_path() / "peekaboo-scripts-XXXXXX").string();
  ASSERT_NE(mkdtemp(pattern.data()), nullptr);
  std::filesystem::create_directories(pattern + "/tools");
  std::ofstream(pattern + "/tools/image.lua") << "return 'mine'";
  const ScriptFinder find = script_source(pattern);
  EXPECT_EQ(find("tools.image")->text, "return 'mine'");
  EXPECT_EQ(find("tools.image")->form, Script::Form::kText);
  EXPECT_NE(find("tools.list")->text, "return 'mine'");
  std::filesystem::remove_all(pattern);
}

TEST(ScriptSource, NamesThatLeaveTheFolderAreNoModules) {
  const ScriptFinder find = script_source("/tmp");
  for (const char* name : {"", "..passwd", "a/b", "/etc/passwd", ".hidden", "a..b"})
    EXPECT_FALSE(find(name)) << name;
}

TEST(ScriptSource, AMissingFolderIsAnError) {
  EXPECT_THROW(script_source("/no/such/folder")("target"), Error);
}

}  // namespace
}  // namespace runtime
