#include "native/kwin/picture.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>

#include "native/desktop/error.hpp"

namespace native::kwin {
namespace {

constexpr const char* kUuid = "{374c5a5d-99e7-45eb-9466-3a4cd76f88ef}";

Description screen_of(std::uint32_t width, std::uint32_t height) {
  return {"raw", width, height, width * 4, 5, {}};
}

// Returns the reason why a picture is refused; "" when it is not.
std::string refusal(const Description& description, const Expected& expected) {
  try {
    checked(description, expected);
  } catch (const Error& error) {
    EXPECT_EQ(error.code, "CAPTURE_FAILED");
    return error.fact("reason");
  }
  return {};
}

TEST(KwinPicture, IsTakenAsItIsDescribed) {
  Description description = screen_of(800, 600);
  description.stride = 3264;
  const Picture picture = checked(description, {800, 600, {}});
  EXPECT_EQ(picture.width, 800);
  EXPECT_EQ(picture.height, 600);
  EXPECT_EQ(picture.stride, 3264U);
  EXPECT_EQ(picture.order, PixelOrder::kBgra);
}

TEST(KwinPicture, HasTheOrderThatTheFormatSays) {
  const std::pair<std::uint32_t, PixelOrder> kOrders[] = {
      {4, PixelOrder::kBgrx},   {5, PixelOrder::kBgra},   {6, PixelOrder::kBgra},
      {16, PixelOrder::kRgbx},  {17, PixelOrder::kRgba},  {18, PixelOrder::kRgba},
      {19, PixelOrder::kBgr30}, {20, PixelOrder::kBgr30}, {21, PixelOrder::kRgb30},
      {22, PixelOrder::kRgb30}};
  for (const auto& [format, order] : kOrders) {
    Description description = screen_of(8, 6);
    description.format = format;
    EXPECT_EQ(checked(description, {8, 6, {}}).order, order) << format;
  }
  for (const std::uint32_t format : {0U, 1U, 3U, 7U, 13U, 24U, 0xFFFFFFFFU}) {
    Description description = screen_of(8, 6);
    description.format = format;
    EXPECT_EQ(refusal(description, {8, 6, {}}), "bad picture") << format;
  }
}

TEST(KwinPicture, IsRefusedWhenItCannotBe) {
  const std::function<void(Description&)> kChanges[] = {
      [](Description& each) { each.type = "png"; },
      [](Description& each) { each.width = 0; },
      [](Description& each) { each.height = 0; },
      [](Description& each) { each.width = 0xFFFFFFFF; },
      [](Description& each) { each.height = 0xFFFFFFFF; },
      [](Description& each) { each.width = each.height = 65535; },
      [](Description& each) { each.stride = 0; },
      [](Description& each) { each.stride = each.width * 4 - 1; },
      [](Description& each) { each.stride = 0xFFFFFFFF; },
      [](Description& each) { each.width = 802, each.stride = 3208; },
      [](Description& each) { each.height = 598; },
  };
  for (std::size_t i = 0; i < std::size(kChanges); ++i) {
    Description description = screen_of(800, 600);
    kChanges[i](description);
    EXPECT_EQ(refusal(description, {800, 600, {}}), "bad picture") << i;
  }
  // A window may have any size that pictures have.
  for (std::size_t i = 0; i < 9; ++i) {
    Description description = screen_of(800, 600);
    description.window = kUuid;
    kChanges[i](description);
    EXPECT_EQ(refusal(description, {0, 0, kUuid}), "bad picture") << i;
  }
}

TEST(KwinPicture, MayBeRoundedOtherwise) {
  EXPECT_EQ(refusal(screen_of(801, 599), {800, 600, {}}), "");
  EXPECT_EQ(refusal(screen_of(802, 600), {800, 600, {}}), "bad picture");
}

TEST(KwinPicture, IsOfTheWindowThatWasAskedFor) {
  Description description = screen_of(80, 60);
  EXPECT_EQ(refusal(description, {0, 0, kUuid}), "identity unproven");
  description.window = "{374c5a5d-99e7-45eb-9466-3a4cd76f88ee}";
  EXPECT_EQ(refusal(description, {0, 0, kUuid}), "identity unproven");
  description.window = "374C5A5D-99E7-45EB-9466-3A4CD76F88EF";
  EXPECT_EQ(refusal(description, {0, 0, kUuid}), "");
  EXPECT_EQ(refusal(description, {80, 60, {}}), "identity unproven");
}

}  // namespace
}  // namespace native::kwin
