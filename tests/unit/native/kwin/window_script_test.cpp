#include "native/kwin/window_script.hpp"

#include <gtest/gtest.h>

#include <string>

namespace native::kwin {
namespace {

std::string row(const std::string& uuid, const std::string& more) {
  return R"({"uuid":")" + uuid +
         R"(","title":"T","class":"c","name":"n","pid":7,"kind":"normal",)" +
         R"("frame":[10,20,300,200],"client":[12,40,296,178],"minimised":false,"desktop":1,)" +
         R"("here":true,"stack":1,"active":false,"fills":false,"owner":"","xid":0,"pop_up":false)" +
         (more.empty() ? "" : "," + more) + "}";
}

std::string answer(const std::string& rows) {
  return R"({"major":5,"workspaces":2,"screen":[0,0,800,600],"windows":[)" + rows + "]}";
}

std::vector<ScriptedWindow> windows(const std::string& rows) {
  const auto desktop = read_windows(answer(rows));
  EXPECT_TRUE(desktop);
  return desktop ? desktop->windows : std::vector<ScriptedWindow>{};
}

TEST(KwinWindows, AreReadAsTheyAre) {
  const auto desktop = read_windows(answer(row("{a}", R"("xid":4194316)")));
  ASSERT_TRUE(desktop);
  EXPECT_EQ(desktop->major, 5);
  EXPECT_EQ(desktop->workspaces, 2);
  ASSERT_EQ(desktop->windows.size(), 1U);
  const ScriptedWindow& known = desktop->windows[0];
  EXPECT_EQ(known.uuid, "{a}");
  EXPECT_EQ(known.xid, 4194316U);
  EXPECT_FALSE(known.window.wayland);
  EXPECT_FALSE(known.fills);
  const Window& window = known.window;
  EXPECT_EQ(window.id, id_of_uuid("{a}"));
  EXPECT_EQ(window.pid, 7);
  EXPECT_EQ(window.title, "T");
  EXPECT_EQ(window.app_class, "c");
  EXPECT_EQ(window.app_instance, "n");
  EXPECT_EQ(window.type, "normal");
  EXPECT_EQ(window.frame, (Rect{10, 20, 300, 200}));
  EXPECT_EQ(window.bounds, (Rect{12, 40, 296, 178}));
  EXPECT_EQ(window.desktop, 0);
  EXPECT_TRUE(window.placed);
  EXPECT_TRUE(window.on_screen);
  EXPECT_FALSE(window.minimised);
}

TEST(KwinWindows, HaveIdsThatFitIntoANumberOfLua) {
  const std::uint64_t id = id_of_uuid("{374C5A5D-99e7-45eb-9466-3a4cd76f88ef}");
  EXPECT_LT(id, std::uint64_t{1} << 53);
  EXPECT_GE(id, std::uint64_t{1} << 52);
  EXPECT_EQ(id, id_of_uuid("374c5a5d-99e7-45eb-9466-3a4cd76f88ef"));
  EXPECT_NE(id, id_of_uuid("{374c5a5d-99e7-45eb-9466-3a4cd76f88ee}"));
}

TEST(KwinWindows, LieAsTheyAreStacked) {
  const auto found = windows(row("{low}", R"("stack":1)") + "," +
                             row("{hidden}", R"("stack":9,"minimised":true)") + "," +
                             row("{elsewhere}", R"("stack":8,"here":false,"desktop":2)") + "," +
                             row("{high}", R"("stack":5)"));
  ASSERT_EQ(found.size(), 4U);
  EXPECT_EQ(found[0].uuid, "{high}");
  EXPECT_EQ(found[1].uuid, "{low}");
  EXPECT_EQ(found[2].uuid, "{hidden}");
  EXPECT_EQ(found[3].uuid, "{elsewhere}");
  EXPECT_FALSE(found[2].window.on_screen);
  EXPECT_FALSE(found[3].window.on_screen);
  EXPECT_EQ(found[3].window.desktop, 1);
}

TEST(KwinWindows, OffEveryScreenDoNotShow) {
  EXPECT_FALSE(windows(row("{a}", R"("frame":[800,0,10,10])"))[0].window.on_screen);
  EXPECT_TRUE(windows(row("{a}", R"("frame":[799,0,10,10])"))[0].window.on_screen);
}

TEST(KwinWindows, KnowTheirOwner) {
  const auto found =
      windows(row("{dialog}", R"("stack":2,"owner":"{main}")") + "," + row("{main}", "") + "," +
              row("{odd}", R"("stack":0,"owner":"{nowhere}")") + "," +
              row("{own}", R"("stack":0,"owner":"{own}")"));
  EXPECT_EQ(found[0].window.transient_for, id_of_uuid("{main}"));
  EXPECT_EQ(found[1].window.transient_for, 0U);
  EXPECT_EQ(found[2].window.transient_for, 0U);
  EXPECT_EQ(found[3].window.transient_for, 0U);
}

TEST(KwinWindows, EdgesAreRounded) {
  const auto found = windows(row("{a}", R"("frame":[0.4,10.5,99.4,20.2])"));
  EXPECT_EQ(found[0].window.frame, (Rect{0, 11, 100, 20}));
}

TEST(KwinWindows, AnswersThatAreNoneAreRefused) {
  for (const char* text : {"", "gone", "[]", "{}", "null", R"({"windows":7})", R"({"windows":[}})",
                           "{\"windows\":[\"\xff\"]}"})
    EXPECT_FALSE(read_windows(text)) << text;
  EXPECT_TRUE(windows(R"(7,null,"a",[],{},{"uuid":7},{"uuid":""})").empty());
}

TEST(KwinWindows, NumbersThatNoWindowHasAreLeftOut) {
  const auto found = windows(
      row("{a}",
          R"("frame":[1e300,0,1,1],"client":[0,0,-5,1e99],"pid":-4,"desktop":1e12,"xid":-1)") +
      "," + row("{b}", R"("frame":[1,2,3],"client":"x","pid":1e300,"desktop":"y","stack":null)") +
      "," + row("{c}", R"("frame":[1,2,-3,-4],"client":{},"pid":"p","stack":1e300)"));
  ASSERT_EQ(found.size(), 3U);
  for (const ScriptedWindow& each : found) {
    EXPECT_EQ(each.window.pid, 0);
    EXPECT_GE(each.window.frame.width, 0);
    EXPECT_GE(each.window.frame.height, 0);
    EXPECT_TRUE(each.window.bounds.empty());
    EXPECT_EQ(each.xid, 0U);
  }
}

TEST(KwinWindows, TitlesStayValidAndBounded) {
  const auto found =
      windows(row("{a}", R"("title":"\u00e4\ud83d\ude00\n\u0000b")") + "," +
              row("{b}", R"("stack":0,"title":")" + std::string(100'000, 'x') + '"'));
  EXPECT_EQ(found[0].window.title, "ä😀  b");
  EXPECT_EQ(found[1].window.title.size(), 4096U);
}

TEST(KwinWindows, ThereAreNotMoreThanFit) {
  std::string rows = row("{0}", "");
  for (int i = 1; i < 10'050; ++i) rows += "," + row("{" + std::to_string(i) + "}", "");
  EXPECT_EQ(windows(rows).size(), 10'000U);
}

TEST(KwinScripts, WhatIsNamedCannotBecomeCode) {
  const std::string script = close_script("\"); evil(); (\"");
  EXPECT_EQ(script.find("evil"), std::string::npos);
  EXPECT_NE(script.find("\\x22\\x29\\x3b"), std::string::npos);
}

}  // namespace
}  // namespace native::kwin
