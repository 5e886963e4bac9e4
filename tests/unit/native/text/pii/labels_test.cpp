#include "native/text/pii/labels.hpp"

#include <gtest/gtest.h>

namespace native {
namespace {

bool is_labelled(const std::string& before) {
  static const Labels labels("tel|phone|fax");
  const PiiText text = exact_text(before + "12345");
  return labels.stand_before(text, before.size());
}

TEST(Labels, StandRightBefore) {
  for (const char* each : {"tel", "Tel. ", "my PHONE: ", "Phone no. ", "fax number: ", "(tel) #",
                           "Téléphone / Fax-Nr.: ", "phone\n"})
    EXPECT_TRUE(is_labelled(each)) << each;
  for (const char* each :
       {"", "hotel ", "phones ", "phone of Ann ", "tel 5 ", "telx: ", "fax       , "})
    EXPECT_FALSE(is_labelled(each)) << each;
}

TEST(Labels, AreLookedForNearby) {
  EXPECT_TRUE(is_labelled(std::string(200, 'x').append(" tel. ")));
  EXPECT_TRUE(is_labelled(std::string(31, 'x').append("é").append(37, '-').append(" tel ")))
      << "which may begin within a character";
  EXPECT_FALSE(is_labelled(std::string("tel").append(60, '.')));
}

}  // namespace
}  // namespace native
