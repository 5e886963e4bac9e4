#include "native/kwin/effects.hpp"

#include <gtest/gtest.h>

namespace native::kwin {
namespace {

TEST(KwinEffects, ThatMoveWindowsAreToldFromOthers) {
  EXPECT_EQ(moving_effect({}), "");
  EXPECT_EQ(moving_effect({"blur", "contrast", "screenshot"}), "");
  EXPECT_EQ(moving_effect({"blur", "overview"}), "overview");
  for (const char* name : {"windowview", "desktopgrid", "fade", "scale", "squash", "zoom",
                           "highlightwindow", "thumbnailaside", "slide"})
    EXPECT_EQ(moving_effect({"blur", name}), name);
  EXPECT_EQ(moving_effect({"one that comes with Plasma 9"}), "one that comes with Plasma 9");
}

}  // namespace
}  // namespace native::kwin
