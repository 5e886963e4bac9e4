#include "native/policy/built_in_exclusions.hpp"

#include <gtest/gtest.h>

namespace native {
namespace {

TEST(PrivateBrowsing, IsRecognisedByTheTitlesOfFirefox) {
  const WindowRules rules(private_browsing());
  for (const char* title :
       {"Mozilla Firefox Private Browsing", "Bank — Mozilla Firefox Private Browsing",
        "Mozilla Firefox Privater Modus", "Banque — Navigation privée de Mozilla Firefox",
        "Mozilla Firefox — Yksityinen selaus", "Anonymní prohlížení — Mozilla Firefox",
        "Приватный просмотр Mozilla Firefox", "Mozilla Firefox プライベートブラウジング",
        "Mozilla Firefox 隐私浏览", "Mozilla Firefox 隱私瀏覽模式",
        "Mozilla Firefox التصفح الخاص"}) {
    EXPECT_NE(rules.find({title, "firefox-esr", "Navigator", "", ""}), nullptr) << title;
  }
  for (const char* title : {"Mozilla Firefox", "Privacy — Mozilla Firefox", "private notes"})
    EXPECT_EQ(rules.find({title, "firefox-esr", "Navigator", "", ""}), nullptr) << title;
  EXPECT_EQ(rules.find({"Privater Modus", "XTerm", "xterm", "", ""}), nullptr) << "not a browser";
}

TEST(PrivateBrowsing, IsNotLookedForWithoutAStrictPolicy) {
  const WindowRules rules(built_in_exclusions());
  EXPECT_EQ(rules.find({"Mozilla Firefox Private Browsing", "firefox-esr", "Navigator", "", ""}),
            nullptr);
}

}  // namespace
}  // namespace native
