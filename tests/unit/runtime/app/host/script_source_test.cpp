#include "runtime/app/host/script_source.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "runtime/core/value/error.hpp"

namespace runtime {
namespace {

TEST(ScriptSource, FindsWhatIsCompiledIn) {
  const ScriptFinder find = script_source("");
  const auto script = find("tools.core.image");
  ASSERT_TRUE(script);
  EXPECT_EQ(script->name, "scripts/tools/core/image.lua");
  EXPECT_EQ(script->form, Script::Form::kBytecode);
  EXPECT_NE(script->text.find("app_target"), std::string::npos);
  EXPECT_FALSE(find("no.such.module"));
}

TEST(ScriptSource, NamesModulesAndFoldersShortly) {
  const ScriptFinder find = script_source("");
  EXPECT_EQ(find("ai")->name, "scripts/modules/ai.lua");
  EXPECT_EQ(find("settings")->name, "scripts/settings/init.lua");
  EXPECT_EQ(find("lib.paths")->name, "scripts/lib/paths.lua");
  EXPECT_FALSE(find("modules.ai"));
  EXPECT_FALSE(find("paths"));
}

TEST(ScriptSource, AnOverrideWinsFileByFile) {
  std::string pattern =
      (std::filesystem::temp_directory_path() / "peekaboo-scripts-XXXXXX").string();
  ASSERT_NE(mkdtemp(pattern.data()), nullptr);
  std::filesystem::create_directories(pattern + "/tools/core");
  std::filesystem::create_directories(pattern + "/modules");
  std::filesystem::create_directories(pattern + "/repl");
  for (const char* path : {"/tools/core/image.lua", "/modules/ai.lua", "/repl/init.lua"})
    std::ofstream(pattern + path) << "return 'mine'";
  const ScriptFinder find = script_source(pattern);
  for (const char* name : {"tools.core.image", "ai", "repl"}) {
    EXPECT_EQ(find(name)->text, "return 'mine'");
    EXPECT_EQ(find(name)->form, Script::Form::kText);
  }
  EXPECT_NE(find("tools.core.list")->text, "return 'mine'");
  std::filesystem::remove_all(pattern);
}

TEST(ScriptSource, UsersFindPublicModulesAndTheirOwnFiles) {
  std::string folder =
      (std::filesystem::temp_directory_path() / "peekaboo-scripts-XXXXXX").string();
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  std::filesystem::create_directories(folder + "/lib");
  for (const char* path : {"/lib/paths.lua", "/ai.lua", "/settings.lua", "/mine.lua"})
    std::ofstream(folder + path) << "return 'mine'";
  const ScriptFinder find = script_source_for_users("", folder);
  EXPECT_EQ(find("ai")->name, "scripts/modules/ai.lua") << "shadowed";
  for (const char* name : {"lib.paths", "settings", "mine"}) {
    ASSERT_TRUE(find(name)) << name;
    EXPECT_TRUE(find(name)->users) << name;
    EXPECT_EQ(find(name)->text, "return 'mine'") << name;
  }
  for (const char* name : {"lib.strict", "tools", "boot.commands"})
    EXPECT_FALSE(find(name)) << name << " is reached";
  EXPECT_EQ(script_source("")("lib.paths")->name, "scripts/lib/paths.lua") << "shadowed";
  std::filesystem::remove_all(folder);
}

TEST(ScriptSource, AFolderOfTheOldLayoutIsRefused) {
  std::string pattern =
      (std::filesystem::temp_directory_path() / "peekaboo-scripts-XXXXXX").string();
  ASSERT_NE(mkdtemp(pattern.data()), nullptr);
  std::ofstream(pattern + "/paths.lua") << "return {}";
  try {
    script_source(pattern)("lib.paths");
    ADD_FAILURE() << "not refused";
  } catch (const Error& error) {
    EXPECT_EQ(error.code, "FILE_IO_ERROR");
    EXPECT_NE(error.message.find("paths.lua is not in a folder"), std::string::npos);
    EXPECT_NE(error.hint.find("modules"), std::string::npos);
  }
  std::filesystem::remove_all(pattern);
}

TEST(ScriptSource, ListsAFolderWithWhatTheOverrideAdds) {
  std::string pattern =
      (std::filesystem::temp_directory_path() / "peekaboo-scripts-XXXXXX").string();
  ASSERT_NE(mkdtemp(pattern.data()), nullptr);
  std::filesystem::create_directories(pattern + "/ai/providers/deep");
  for (const char* path : {"mine.lua", "ocr.lua", "deep/init.lua", "deep/er.lua", "notes.txt"})
    std::ofstream(pattern + "/ai/providers/" + path) << "return {}";
  const std::vector<std::string> own = script_names("", "ai.providers");
  EXPECT_EQ(own, (std::vector<std::string>{"anthropic", "ocr", "ollama", "openai"}));
  EXPECT_EQ(script_names(pattern, "ai.providers"),
            (std::vector<std::string>{"anthropic", "deep", "deep.er", "mine", "ocr", "ollama",
                                      "openai"}));
  EXPECT_EQ(script_names(pattern, "ai.provider"), std::vector<std::string>{});
  EXPECT_THROW(script_names(pattern + "/none", "ai.providers"), Error);
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
