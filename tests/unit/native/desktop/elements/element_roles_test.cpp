#include "native/desktop/elements/element_roles.hpp"

#include <gtest/gtest.h>

namespace native {
namespace {

TEST(ElementRoles, AreThoseOfElements) {
  EXPECT_TRUE(is_element_role("button"));
  EXPECT_TRUE(is_element_role("switch"));
  EXPECT_FALSE(is_element_role("Button"));
  EXPECT_FALSE(is_element_role(""));
}

TEST(ElementRoles, AreSuggestedByWords) {
  EXPECT_EQ(roles_near("Push Buton"),
            "button, radio button, spin button, toggle button, push button menu");
  EXPECT_EQ(roles_near("checkbox"), "check box, check menu item");
  EXPECT_EQ(roles_near("xyz"), "");
  EXPECT_EQ(roles_near(""), "");
}

}  // namespace
}  // namespace native
