#include "native/hyprland/command.hpp"

#include <gtest/gtest.h>

namespace native::hyprland {
namespace {

TEST(HyprlandCommands, NameTheWindowInBothLanguages) {
  const std::string in_lua = R"(window = "address:0x5f" }))", in_words = "address:0x5f";
  for (const Command& each :
       {focus("0x5f"), close("0x5f"), resize("0x5f", 30, 20), move("0x5f", -1, 2),
        to_workspace("0x5f", "3", false), to_workspace("0x5f", "special:a", true)}) {
    EXPECT_TRUE(each.lua.starts_with("hl.dsp.") && each.lua.ends_with(in_lua)) << each.lua;
    EXPECT_TRUE(each.words.ends_with(in_words)) << each.words;
  }
}

TEST(HyprlandCommands, AreThoseOfItsWiki) {
  EXPECT_EQ(focus("0x5").lua, R"(hl.dsp.focus({ window = "address:0x5" }))");
  EXPECT_EQ(focus("0x5").words, "focuswindow address:0x5");
  EXPECT_EQ(move("0x5", -1, 2).lua,
            R"(hl.dsp.window.move({ x = -1, y = 2, window = "address:0x5" }))");
  EXPECT_EQ(move("0x5", -1, 2).words, "movewindowpixel exact -1 2,address:0x5");
  EXPECT_EQ(to_workspace("0x5", "3", false).words, "movetoworkspacesilent 3,address:0x5");
  EXPECT_EQ(to_workspace("0x5", "e+0", true).words, "movetoworkspace e+0,address:0x5");
  EXPECT_EQ(fill("0x5", true).words, "fullscreenstate 1 -1");
  EXPECT_EQ(
      fill("0x5", false).lua,
      R"(hl.dsp.window.fullscreen_state({ internal = 0, client = -1, window = "address:0x5" }))");
}

}  // namespace
}  // namespace native::hyprland
