#include "native/hyprland/hyprland_clients.hpp"

#include <gtest/gtest.h>

namespace native::hyprland {
namespace {

std::string window(const std::string& id, int workspace, const std::string& more = "") {
  const std::string name = workspace < 0 ? "special:magic" : std::to_string(workspace);
  return R"({"stableId":")" + id +
         R"(","mapped":true,"hidden":false,"at":[10,20],"size":[300,200],)" +
         R"("workspace":{"id":)" + std::to_string(workspace) + R"(,"name":")" + name +
         R"("},"class":"foot","title":"A title","pid":77,"xwayland":false)" + more + "}";
}

std::vector<Client> read(const std::string& clients, const std::string& active = "{}") {
  return read_clients({"[" + clients + "]",
                       R"([{"activeWorkspace":{"id":1},"specialWorkspace":{"id":0}}])", active});
}

std::vector<std::string> names(const std::vector<Client>& clients) {
  std::vector<std::string> result;
  for (const Client& each : clients) result.push_back(each.identifier);
  return result;
}

TEST(HyprlandClients, ReadsWhatThereIsOfAWindow) {
  const auto clients = read(window("18000002", 1), R"({"stableId":"18000002"})");
  ASSERT_EQ(clients.size(), 1U);
  const Window& found = clients[0].window;
  EXPECT_EQ(found.id, 0x18000002U);
  EXPECT_EQ(found.pid, 77);
  EXPECT_EQ(found.title, "A title");
  EXPECT_EQ(found.app_class, "foot");
  EXPECT_EQ(found.bounds, (Rect{10, 20, 300, 200}));
  EXPECT_EQ(found.desktop, 0);
  EXPECT_TRUE(found.active);
  EXPECT_TRUE(found.on_screen);
  EXPECT_FALSE(found.minimised);
}

TEST(HyprlandClients, KnowsNoOwnersOfWhatFloats) {
  EXPECT_FALSE(read(window("1", 1))[0].window.owner_unknown);
  EXPECT_TRUE(read(window("1", 1, R"(,"floating":true)"))[0].window.owner_unknown);
}

TEST(HyprlandClients, PutsWhatLiesInFrontFirst) {
  EXPECT_EQ(names(read(window("1", 2, R"(,"focusHistoryID":0)") + "," +
                       window("2", 1, R"(,"focusHistoryID":2)") + "," +
                       window("3", 1, R"(,"focusHistoryID":1)") + "," +
                       window("4", 1, R"(,"focusHistoryID":4,"floating":true)") + "," +
                       window("5", 1, R"(,"focusHistoryID":5,"fullscreen":2)"))),
            (std::vector<std::string>{"5", "4", "3", "2", "1"}));
  const std::string floating = R"(,"focusHistoryID":4,"floating":true,"allowedOverFullscreen":)";
  const std::string filling = window("2", 1, R"(,"focusHistoryID":5,"fullscreen":2)");
  EXPECT_EQ(names(read(window("1", 1, floating + "true") + "," + filling)),
            (std::vector<std::string>{"1", "2"}));
  EXPECT_EQ(names(read(window("1", 1, floating + "false") + "," + filling)),
            (std::vector<std::string>{"2", "1"}));
  EXPECT_EQ(names(read(window("1", 1, floating + "false") + "," + filling, R"({"stableId":"1"})")),
            (std::vector<std::string>{"1", "2"}));
}

TEST(HyprlandClients, AreNamedInCommandsByTheirAddresses) {
  EXPECT_EQ(read(window("5", 1, R"(,"address":"0x55fa22317970")"))[0].address, "0x55fa22317970");
  for (const char* address : {"", "0x", "55", "0x5g", "0x5,x", "0x55fa22317970fffff", "0x5 "})
    EXPECT_EQ(read(window("5", 1, R"(,"address":")" + std::string(address) + "\""))[0].address, "")
        << address;
}

TEST(HyprlandAnimations, AreThereUnlessToldOtherwise) {
  EXPECT_FALSE(has_animations(R"({"option":"animations:enabled","bool":false,"set":true})"));
  EXPECT_FALSE(has_animations(R"({"option":"animations:enabled","int":0,"set":true})"));
  for (const char* answer :
       {"", "no such option", "[]", R"({"bool":true})", R"({"int":1})", R"({"bool":0})"})
    EXPECT_TRUE(has_animations(answer)) << answer;
}

TEST(HyprlandClients, KnowsWhatDoesNotShow) {
  const auto clients = read(window("1", 2) + "," + window("2", -98));
  ASSERT_EQ(clients.size(), 2U);
  for (const Client& each : clients) EXPECT_FALSE(each.window.on_screen);
  EXPECT_FALSE(clients[0].window.minimised);
  EXPECT_TRUE(clients[1].window.minimised);
  EXPECT_EQ(clients[1].window.desktop, -1);
}

TEST(HyprlandClients, EnduresWhatIsNoAnswer) {
  EXPECT_TRUE(read_clients({"", "", ""}).empty());
  EXPECT_TRUE(read_clients({"{}", "[]", "7"}).empty());
  EXPECT_TRUE(read("7,null,[],{\"stableId\":5}").empty());
  for (const char* id : {"", "0", "-1", "0x5", "10000000000000", "ffffffffffffffffff", "no"})
    EXPECT_TRUE(read(window(id, 1)).empty()) << id;
  EXPECT_EQ(read(window("5", 1) + "," + window("5", 1)).size(), 1U);
  const auto odd = read(R"({"stableId":"6","at":[1e99,-9223372036854775808],)"
                        R"("size":[-5,18446744073709551615],"workspace":7,"title":8})");
  ASSERT_EQ(odd.size(), 1U);
  EXPECT_TRUE(odd[0].window.bounds.empty());
  EXPECT_EQ(odd[0].window.desktop, -1);
  EXPECT_TRUE(read_clients({std::string(100'000, '['), "[]", "{}"}).empty());
}

}  // namespace
}  // namespace native::hyprland
