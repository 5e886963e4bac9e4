#include "native/sway/sway_tree.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

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
  EXPECT_TRUE(windows[0].window.wayland);
}

TEST(SwayTree, ReadsWindowsOfXPrograms) {
  const auto windows = read(
      workspace("1", window(9, R"("app_id":null,"window":4194313,"window_properties":)"
                               R"({"class":"XTerm","instance":"xterm","window_type":"dialog"},)")));
  ASSERT_EQ(windows.size(), 1U);
  EXPECT_EQ(windows[0].xid, 4194313U);
  EXPECT_FALSE(windows[0].window.wayland);
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

std::string rect(const std::string& name, const Rect& area) {
  return "\"" + name + R"(":{"x":)" + std::to_string(area.x) + R"(,"y":)" + std::to_string(area.y) +
         R"(,"width":)" + std::to_string(area.width) + R"(,"height":)" +
         std::to_string(area.height) + "}";
}

// A container as sway describes it. The place of its title is told by its height alone.
std::string container(int id, const std::string& layout, const Rect& area, int title,
                      const std::string& tiled, const std::string& more = "") {
  return R"({"id":)" + std::to_string(id) + R"(,"layout":")" + layout + "\"," +
         (more.empty() ? R"("type":"con",)" : more) + rect("rect", area) + "," +
         rect("deco_rect", {0, 0, 0, title}) + R"(,"nodes":[)" + tiled + "]}";
}

std::string shown(bool visible, const std::string& type = "con") {
  return R"("type":")" + type + R"(","pid":77,"visible":)" + (visible ? "true," : "false,");
}

const Window& with_id(const std::vector<TreeWindow>& windows, std::uint64_t id) {
  for (const TreeWindow& each : windows)
    if (each.window.id == id) return each.window;
  throw std::runtime_error("no such window");
}

TEST(SwayTree, ReadsWhereTabsStand) {
  const Rect under{10, 35, 1180, 855};
  const auto windows =
      read(workspace("1", container(7, "tabbed", {10, 10, 1180, 880}, 0,
                                    container(6, "none", under, 25, "", shown(false)) + "," +
                                        container(8, "none", under, 25, "", shown(true)) + "," +
                                        container(5, "none", under, 25, "", shown(false)))));
  EXPECT_EQ(with_id(windows, 6).titles, (std::vector<Rect>{{10, 10, 394, 25}}));
  EXPECT_EQ(with_id(windows, 8).titles, (std::vector<Rect>{{403, 10, 394, 25}}));
  EXPECT_EQ(with_id(windows, 5).titles, (std::vector<Rect>{{796, 10, 394, 25}}));
  EXPECT_EQ(with_id(windows, 8).frame, (Rect{10, 10, 1180, 880}));
  EXPECT_EQ(with_id(windows, 8).bounds, under);
}

TEST(SwayTree, ReadsWhereRowsOfTitlesStand) {
  const Rect under{0, 50, 1200, 850};
  const auto windows =
      read(R"({"id":4,"type":"workspace","num":1,"name":"1","layout":"stacked",)" +
           rect("rect", {0, 0, 1200, 900}) + R"(,"nodes":[)" +
           container(6, "none", under, 25, "", shown(true)) + "," +
           container(5, "none", under, 25, "", shown(false)) + R"(],"floating_nodes":[)" +
           container(8, "none", {100, 150, 200, 50}, 25, "", shown(true, "floating_con")) + "," +
           container(9, "none", {100, 150, 200, 50}, 25, "", shown(true, "floating_con")) + "]}");
  EXPECT_EQ(with_id(windows, 6).titles, (std::vector<Rect>{{0, 0, 1200, 25}}));
  EXPECT_EQ(with_id(windows, 5).titles, (std::vector<Rect>{{0, 25, 1200, 25}}));
  EXPECT_EQ(with_id(windows, 5).frame, (Rect{0, 0, 1200, 900}));
  EXPECT_EQ(with_id(windows, 5).bounds, under);
  // sway counts rows for what floats, too.
  EXPECT_EQ(with_id(windows, 8).frame, (Rect{100, 100, 200, 100}));
  EXPECT_EQ(with_id(windows, 8).bounds, (Rect{100, 125, 200, 50}));
  EXPECT_TRUE(with_id(windows, 8).titles.empty());
}

// Places as sway 1.7 tells them.
TEST(SwayTree, ReadsWhereTitlesOfGroupsStand) {
  const Rect under{0, 75, 1200, 825};
  const std::string group = container(9, "stacked", {0, 50, 1200, 850}, 25,
                                      container(8, "none", under, 25, "", shown(false)) + "," +
                                          container(10, "none", under, 25, "", shown(true)));
  const auto windows =
      read(workspace("1", container(7, "tabbed", {0, 0, 1200, 900}, 0,
                                    container(6, "none", {0, 25, 1200, 875}, 25, "", shown(false)) +
                                        "," + group)));
  EXPECT_EQ(with_id(windows, 6).titles, (std::vector<Rect>{{0, 0, 601, 25}}));
  EXPECT_EQ(with_id(windows, 8).titles, (std::vector<Rect>{{600, 0, 600, 25}, {0, 25, 1200, 25}}));
  EXPECT_EQ(with_id(windows, 10).titles, (std::vector<Rect>{{600, 0, 600, 25}, {0, 50, 1200, 25}}));
}

TEST(SwayTree, ReadsNoTitlesThatDoNotShow) {
  const std::string hidden = container(5, "none", {0, 25, 1200, 875}, 25, "", shown(false));
  const auto at = [&](const std::string& other) {
    const auto windows =
        read(workspace("1", container(7, "tabbed", {0, 0, 1200, 900}, 0, other + "," + hidden)));
    return with_id(windows, 5).titles;
  };
  EXPECT_EQ(at(container(6, "none", {0, 25, 1200, 875}, 25, "", shown(true))).size(), 1U);
  EXPECT_TRUE(at(container(6, "none", {0, 25, 1200, 875}, 25, "", shown(false))).empty());
  EXPECT_TRUE(
      at(container(6, "none", {0, 0, 1200, 900}, 0, "", shown(true) + R"("fullscreen_mode":1,)"))
          .empty());
}

TEST(SwayTree, KnowsOwnersOfXWindowsAlone) {
  const std::string x11 = R"("window":7,"window_properties":{},)";
  const auto floats = [](int id, const std::string& more) {
    return container(id, "none", {0, 0, 9, 9}, 0, "", shown(true, "floating_con") + more);
  };
  const auto windows = read(
      workspace("1", window(3, "") + "," + window(4, x11), floats(5, "") + "," + floats(6, x11)));
  EXPECT_FALSE(with_id(windows, 3).owner_unknown);
  EXPECT_FALSE(with_id(windows, 4).owner_unknown);
  EXPECT_TRUE(with_id(windows, 5).owner_unknown);
  EXPECT_FALSE(with_id(windows, 6).owner_unknown);
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
