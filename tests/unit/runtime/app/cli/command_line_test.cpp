#include "runtime/app/cli/command_line.hpp"

#include <gtest/gtest.h>

namespace runtime {
namespace {

CommandLine parse(std::vector<std::string> words) {
  words.insert(words.begin(), "peekaboo");
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  Commands commands;
  return parse_command_line(static_cast<int>(pointers.size()), pointers.data(), commands);
}

TEST(CommandLine, WithoutAnythingIsHelp) {
  EXPECT_EQ(parse({}).command, "help");
  EXPECT_EQ(parse({"--help"}).command, "help");
  EXPECT_NE(parse({"image", "--help"}).text.find("--window-title"), std::string::npos);
  EXPECT_EQ(parse({"--version"}).command, "version");
}

TEST(CommandLine, HelpIsAWordToo) {
  EXPECT_EQ(parse({"help"}).text, parse({"--help"}).text);
  for (const char* command : {"image", "list", "run"}) {
    const CommandLine line = parse({"help", command});
    EXPECT_EQ(line.command, "help");
    EXPECT_EQ(line.text, parse({command, "--help"}).text);
  }
  EXPECT_EQ(parse({"--json-output", "help", "image"}).text, parse({"image", "--help"}).text);
  EXPECT_EQ(parse({"help", "list", "windows"}).text, parse({"list", "--help"}).text);
  EXPECT_EQ(parse({"image", "help"}).command, "usage");
  EXPECT_EQ(parse({"imagge", "--help"}).command, "usage");
  EXPECT_NE(parse({"do", "clik", "--help"}).text.find("there is no acting tool 'clik'"),
            std::string::npos);
  EXPECT_EQ(parse({"run", "help"}).arguments, std::vector<std::string>{"help"});
}

TEST(CommandLine, ForwardsOnlyWhatWasGiven) {
  const CommandLine line =
      parse({"image", "--app", "Firefox", "--window-index", "2", "--json-output"});
  EXPECT_EQ(line.command, "image");
  EXPECT_TRUE(line.json_output);
  ASSERT_EQ(line.options.record()->size(), 2u);
  EXPECT_EQ(line.options["app"], Value("Firefox"));
  EXPECT_EQ(line.options["window_index"], Value("2"));
}

TEST(CommandLine, ARegionMayBeginWithAMinus) {
  EXPECT_EQ(parse({"image", "--region", "-5,-7,30x20"}).options["region"], Value("-5,-7,30x20"));
  EXPECT_EQ(parse({"image", "--region=-5,0,3x2", "--scale", "-1"}).options["scale"], Value("-1"));
  const CommandLine line =
      parse({"image", "--max-width", "1", "--max-height", "2", "--max-bytes", "3"});
  EXPECT_EQ(line.options["max_width"], Value("1"));
  EXPECT_EQ(line.options["max_height"], Value("2"));
  EXPECT_EQ(line.options["max_bytes"], Value("3"));
}

TEST(CommandLine, ListDefaultsToWhatTheScriptsSay) {
  EXPECT_TRUE(parse({"list"}).options.record()->empty());
  EXPECT_EQ(parse({"list", "windows", "--app", "x"}).options["what"], Value("windows"));
  EXPECT_EQ(parse({"list", "nonsense"}).command, "usage");
}

TEST(CommandLine, RunPassesEverythingAfterTheFile) {
  const CommandLine line = parse({"run", "a.lua", "one", "--two", "-3"});
  EXPECT_EQ(line.command, "run");
  EXPECT_EQ(line.arguments, (std::vector<std::string>{"a.lua", "one", "--two", "-3"}));
}

TEST(CommandLine, CallTakesAToolAndJson) {
  EXPECT_EQ(parse({"call", "list"}).arguments, (std::vector<std::string>{"list", "{}"}));
  EXPECT_EQ(parse({"call", "list", "{\"a\":1}"}).arguments[1], "{\"a\":1}");
}

TEST(CommandLine, ToolsThatActAreSubcommandsOfDo) {
  const CommandLine line = parse({"do", "click", "--on", "m41", "--app-target", "Firefox",
                                  "--modifiers", "ctrl,shift", "--dry-run", "--json-output"});
  EXPECT_EQ(line.command, "do") << line.text;
  EXPECT_TRUE(line.json_output);
  EXPECT_EQ(*line.options["tool"].string(), "click");
  EXPECT_EQ(*line.options["on"].string(), "m41");
  EXPECT_EQ(*line.options["app_target"].string(), "Firefox");
  EXPECT_EQ(*line.options["modifiers"].string(), "ctrl,shift");
  EXPECT_TRUE(*line.options["dry_run"].as<bool>());
  EXPECT_EQ(*parse({"do", "drag", "--start-x", "5"}).options["startX"].string(), "5");
}

TEST(CommandLine, SaysWhatIsWrongWithAToolThatActs) {
  EXPECT_EQ(parse({"do", "clik", "--on", "x"}).text,
            "there is no acting tool 'clik'; did you mean 'click'?");
  const CommandLine option = parse({"do", "click", "--un", "x"});
  EXPECT_EQ(option.text, "`peekaboo do click` has no option --un; did you mean '--on'?");
  EXPECT_EQ(option.hint, "Run `peekaboo do click --help` for usage.");
  EXPECT_EQ(parse({"do", "click", "--button", "up"}).text,
            "--button: 'up' is none of left, right, middle");
  EXPECT_EQ(parse({"do", "see"}).command, "usage");
  EXPECT_EQ(parse({"do"}).command, "usage");
}

TEST(CommandLine, AVirtualDisplayNeedsASize) {
  const CommandLine line =
      parse({"--virtual", "800x600", "--open", "xterm -e top", "--open", "xclock", "image"});
  EXPECT_EQ(line.display_size, "800x600");
  EXPECT_EQ(line.open, (std::vector<std::string>{"xterm -e top", "xclock"}));
  for (const char* wrong : {"800", "0x0", "axb", "100000x1", "8x8"})
    EXPECT_EQ(parse({std::string("--virtual=") + wrong, "image"}).command, "usage") << wrong;
}

TEST(CommandLine, SaysWhatIsWrongWithAWordAndWhereHelpIs) {
  const CommandLine option = parse({"image", "--formt", "png"});
  EXPECT_EQ(option.command, "usage");
  EXPECT_EQ(option.text, "`peekaboo image` has no option --formt; did you mean '--format'?");
  EXPECT_EQ(option.hint, "Run `peekaboo image --help` for usage.");
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"see", "--app", "xterm"}, {"see", "--app=xterm"}})
    EXPECT_EQ(parse(words).text, "`peekaboo see` takes [app] as a word, without --app");
  EXPECT_EQ(parse({"list", "apps", "windows"}).text,
            "`peekaboo list` does not accept the word 'windows' here");
  EXPECT_NE(parse({"list", "windws"}).text.find("did you mean 'windows'?"), std::string::npos);
  EXPECT_EQ(parse({"nothing-like-it"}).hint, "Run `peekaboo --help` for usage.");
}

TEST(CommandLine, OnlyTheChoicesOfARowAreAccepted) {
  const CommandLine mode = parse({"image", "--mode", "sideways"});
  EXPECT_EQ(mode.command, "usage");
  EXPECT_EQ(mode.text, "--mode: 'sideways' is none of screen, window, multi, frontmost");
  EXPECT_EQ(parse({"image", "--format=pgn"}).text,
            "--format: 'pgn' is none of png, jpg, jpeg, webp; did you mean 'png'?");
  const std::vector<std::vector<std::string>> wrong = {{"image", "--mode", "all"},
                                                       {"image", "--format", "bmp"},
                                                       {"image", "--capture-focus", "loud"},
                                                       {"list", "dogs"},
                                                       {"config", "hide"},
                                                       {"policy", "shew"},
                                                       {"policy", "--caller", ""},
                                                       {"policy", "--caller", "x"},
                                                       {"audit", "verfy"}};
  for (const auto& words : wrong) {
    const CommandLine line = parse(words);
    EXPECT_EQ(line.command, "usage") << words[1];
    EXPECT_NE(line.text.find("'" + words.back() + "' is none of "), std::string::npos) << line.text;
  }
  EXPECT_EQ(parse({"image", "--format", "PNG"}).options["format"], Value("png"));
  EXPECT_EQ(parse({"list", "Windows"}).options["what"], Value("windows"));
}

TEST(CommandLine, CompletionRefusesWhatItDoesNotUse) {
  EXPECT_EQ(parse({"completion", "bash", "--trace"}).text,
            "`peekaboo completion` does not use --trace");
  EXPECT_EQ(parse({"--virtual", "800x600", "completion", "bash"}).command, "usage");
  EXPECT_EQ(parse({"completion", "bash", "--json-output"}).command, "usage");
  EXPECT_EQ(parse({"completion", "bash"}).command, "completion");
}

TEST(CommandLine, WrongWordsAreUsageWithTheNearestSubcommand) {
  EXPECT_NE(parse({"imag"}).text.find("did you mean 'image'"), std::string::npos);
  EXPECT_EQ(parse({"image", "--bogus"}).command, "usage");
  EXPECT_EQ(parse({"analyze"}).command, "usage");
  EXPECT_EQ(parse({"--json-output"}).command, "usage");
}

}  // namespace
}  // namespace runtime
