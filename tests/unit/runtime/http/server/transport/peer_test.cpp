#include "runtime/http/server/transport/peer.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include "runtime/http/server/transport/access.hpp"
#include "runtime/http/server/transport/peer_users.hpp"
#include "runtime/http/server/transport/refusal.hpp"

namespace runtime::http {

namespace {

constexpr const char* kUsual = "65534\n";

TEST(PeerUsers, KnowsTheIdOfAllUnmappedUsers) {
  constexpr const char* kWhole = "         0          0 4294967295\n";
  constexpr const char* kOne = "      1000       1000          1\n";
  EXPECT_FALSE(is_unmapped_user(65534, kWhole, kUsual)) << "nobody is a user like others there";
  EXPECT_TRUE(is_unmapped_user(65534, kOne, kUsual));
  EXPECT_TRUE(is_unmapped_user(65534, "", kUsual));
  EXPECT_TRUE(is_unmapped_user(65534, kOne, "")) << "the usual id where the file cannot be read";
  EXPECT_TRUE(is_unmapped_user(99, kOne, "99\n"));
  EXPECT_FALSE(is_unmapped_user(65534, kOne, "99\n"));
  EXPECT_FALSE(is_unmapped_user(1000, kOne, kUsual));
  EXPECT_FALSE(is_unmapped_user(65534, "0 0 1\n1 100000 65536\n", kUsual));
}

int status_of(std::optional<uid_t> user, const AccessRules& rules) {
  RequestHead head;
  head.fields = {{"host", "localhost"}};
  try {
    check_access(head, rules, Peer{user, "user"});
    return 200;
  } catch (const Refusal& refusal) {
    EXPECT_NE(refusal.text.find("token"), std::string::npos);
    return refusal.status;
  }
}

TEST(Access, IsForTheOwnUserAndRootOnLoopbackWithoutAToken) {
  AccessRules rules;
  EXPECT_EQ(status_of(geteuid(), rules), 200);
  EXPECT_EQ(status_of(0, rules), 200);
  EXPECT_EQ(status_of(geteuid() + 1, rules), 401);
  EXPECT_EQ(status_of(std::nullopt, rules), 401);
  rules.place = AccessRules::Place::kUnixSocket;  // its permissions keep others out
  EXPECT_EQ(status_of(std::nullopt, rules), 200);
  rules.place = AccessRules::Place::kLoopback;
  rules.token = "a token of the test";
  EXPECT_EQ(status_of(geteuid(), rules), 401);
}

TEST(Places, AreNeverAllOnePeers) {
  Places places;
  const Peer one{1000, "user 1000"}, other{1001, "user 1001"}, stranger{1002, "user 1002"};
  for (std::size_t i = 0; i < Places::kMaxOfRefused; ++i) EXPECT_TRUE(places.take(stranger, true));
  EXPECT_FALSE(places.take(stranger, true));
  for (std::size_t i = 0; i < Places::kMaxOfOne; ++i) EXPECT_TRUE(places.take(one, false));
  EXPECT_FALSE(places.take(one, false));
  std::size_t more = 0;
  while (places.take(other, false)) ++more;
  EXPECT_EQ(more, Places::kMax - Places::kMaxOfOne - Places::kMaxOfRefused);
  places.give_back(one);
  EXPECT_TRUE(places.take(other, false));
  EXPECT_FALSE(places.take(one, false));
}

}  // namespace

}  // namespace runtime::http
