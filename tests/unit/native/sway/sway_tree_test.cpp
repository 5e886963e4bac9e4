#include "native/sway/sway_tree.hpp"

#include <gtest/gtest.h>

namespace native::sway {
namespace {

std::string window(int id, const std::string& more) {
  return R"({"id":)" + std::to_string(id) +
         R"(,"type":"con","pid":77,"nodes":[],"floating_nodes":[],"visible":true,)" + more +
         R"("rect":{"x":100,"y":50,"width":300,"height":200},)"
         R"("window_rect":{"x":2,"y":2,"width":296,"height":196},)"
         R"("deco_rect":{"x":0,"y":0,"width":300,"height":20}})";
}

std::string workspace(const std::string& name, const std::string& tiled,
                      const std::string& floating = "", const std::string& more = "") {
  return R"({"id":1,"type":"workspace","num":1,"name":")" + name + R"(",)" + more + R"("nodes":[)" +
         tiled + R"(],"floating_nodes":[)" + floating + "]}";
}

std::vector<TreeWindow> read(const std::string& workspaces) {
  return read_tree(R"({"id":0,"type":"root","nodes":[{"id":2,"type":"output","nodes":[)" +
                   workspaces + R"(],"floating_nodes":[]}],"floating_nodes":[]})");
}

std::vector<std::uint64_t> ids(const std::vector<TreeWindow>& windows) {
  std::vector<std::uint64_t> result;
  for (const TreeWindow& each : windows) result.push_back(each.window.id);
  return result;
}

TEST(SwayTree, ReadsWhatThereIsOfAWindow) {
  const auto windows =
      read(workspace("1", window(9, R"("name":"A title","app_id":"foot","focused":true,)"
                                    R"("foreign_toplevel_identifier":"abc",)")));
  ASSERT_EQ(windows.size(), 1U);
  const Window& found = windows[0].window;
  EXPECT_EQ(found.id, 9U);
  EXPECT_EQ(found.pid, 77);
  EXPECT_EQ(found.title, "A title");
  EXPECT_EQ(found.app_class, "foot");
  EXPECT_EQ(found.bounds, (Rect{102, 52, 296, 196}));
  EXPECT_EQ(found.frame, (Rect{100, 30, 300, 220}));
  EXPECT_EQ(found.desktop, 0);
  EXPECT_TRUE(found.active);
  EXPECT_TRUE(found.on_screen);
  EXPECT_EQ(windows[0].identifier, "abc");
  EXPECT_EQ(windows[0].xid, 0U);
}

TEST(SwayTree, ReadsWindowsOfXPrograms) {
  const auto windows = read(
      workspace("1", window(9, R"("app_id":null,"window":4194313,"window_properties":)"
                               R"({"class":"XTerm","instance":"xterm","window_type":"dialog"},)")));
  ASSERT_EQ(windows.size(), 1U);
  EXPECT_EQ(windows[0].xid, 4194313U);
  EXPECT_EQ(windows[0].window.app_class, "XTerm");
  EXPECT_EQ(windows[0].window.app_instance, "xterm");
  EXPECT_EQ(windows[0].window.type, "dialog");
}

TEST(SwayTree, PutsWhatLiesInFrontFirst) {
  const auto windows = read(workspace("1", window(7, R"("focused":false,)")) + "," +
                            workspace("2", window(3, "") + "," + window(4, ""),
                                      window(5, "") + "," + window(6, ""), R"("focus":[4,3],)"));
  EXPECT_EQ(ids(windows), (std::vector<std::uint64_t>{7, 6, 5, 4, 3}));
  const auto full = read(
      workspace("1", window(3, "") + "," + window(4, R"("fullscreen_mode":1,)"), window(5, "")));
  EXPECT_EQ(ids(full), (std::vector<std::uint64_t>{4, 5, 3}));
}

TEST(SwayTree, CallsWhatIsInTheScratchpadMinimised) {
  const auto windows = read(workspace("__i3_scratch", "", window(5, "")));
  ASSERT_EQ(windows.size(), 1U);
  EXPECT_TRUE(windows[0].window.minimised);
  EXPECT_FALSE(windows[0].window.on_screen);
  EXPECT_EQ(windows[0].window.desktop, -1);
}

TEST(SwayTree, EnduresWhatIsNoTree) {
  EXPECT_TRUE(read_tree("").empty());
  EXPECT_TRUE(read_tree("[]").empty());
  EXPECT_TRUE(read_tree(R"({"nodes":7,"floating_nodes":{"a":1},"focus":"x"})").empty());
  const std::string rest =
      R"(,"type":"con","pid":5,"name":7,"rect":{"x":1e99,"y":-9223372036854775808},)"
      R"("window_rect":[],"window":-4})";
  for (const char* id : {R"("no")", "0", "-7", "9007199254740992"})
    EXPECT_TRUE(read_tree(R"({"id":)" + std::string(id) + rest).empty()) << id;
  const auto odd = read_tree(R"({"id":8)" + rest);
  ASSERT_EQ(odd.size(), 1U);
  EXPECT_EQ(odd[0].xid, 0U);
  EXPECT_TRUE(odd[0].window.bounds.empty());
}

TEST(SwayTree, FollowsNoTreeWithoutEnd) {
  std::string deep;
  for (int i = 0; i < 5000; ++i) deep += R"({"type":"con","nodes":[)";
  deep += window(1, "");
  for (int i = 0; i < 5000; ++i) deep += "]}";
  EXPECT_TRUE(read_tree(deep).empty());
}

}  // namespace
}  // namespace native::sway
