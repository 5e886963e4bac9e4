#include <gtest/gtest.h>

#include "tests/unit/native/lua/desktop_host.hpp"

namespace native {
namespace {

using runtime::Value;

class ImageTest : public testing::Test {
 protected:
  ImageTest() {
    Window window;
    window.id = 7;
    window.title = "one";
    window.bounds = window.frame = {10, 20, 120, 80};
    window.on_screen = true;
    host.desktop.add_window(window, pattern);
  }
  std::vector<Value> run(const std::string& text) {
    return host.run(R"(
      local screen, image = require "screen", require "image"
      local shot = screen.capture("window", {id = 7})
      local function code(f, ...)
        local ok, err = pcall(f, ...)
        return ok and "fine" or err.code, not ok and err.message
      end
      local function text_of(rect)
        return rect and ("%d,%d %dx%d"):format(rect.x, rect.y, rect.width, rect.height) or "nil"
      end
    )" + text);
  }
  DesktopHost host;
};

TEST_F(ImageTest, ComparesWithToleranceAndIgnoredParts) {
  const auto values = run(R"(
    local same = shot:compare(screen.capture("window", {id = 7}))
    local changed = shot:mask {{x = 100, y = 50, width = 4, height = 3}}
    local found = shot:compare(changed)
    local ignored = shot:compare(changed, {ignore = {{x = 99, y = 49, width = 9, height = 9}}})
    return same.equal, same.changed_pixels, same.ratio, found.equal, found.changed_pixels, found.ratio,
      found.max_difference, ignored.equal, ignored.compared_pixels, shot:compare(changed, {tolerance = 103}).equal)");
  EXPECT_EQ(values[0], Value(true));
  EXPECT_EQ(values[1], Value(0));
  EXPECT_EQ(values[2], Value(0.0));
  EXPECT_EQ(values[3], Value(false));
  EXPECT_EQ(values[4], Value(12));
  EXPECT_EQ(values[5], Value(12.0 / (120 * 80)));
  EXPECT_EQ(values[6], Value(103));
  EXPECT_EQ(values[7], Value(true));
  EXPECT_EQ(values[8], Value(120 * 80 - 81));
  EXPECT_EQ(values[9], Value(true));
}

TEST_F(ImageTest, TellsWhereItDiffers) {
  const auto values = run(R"(
    local changed = shot:mask({{x = 5, y = 6, width = 4, height = 3}, {x = 80, y = 40, width = 1, height = 2}})
    local places = shot:diff(changed)
    return #places, text_of(places[1]), text_of(places[2]), #shot:diff(shot),
      #shot:diff(changed, {ignore = {{x = 0, y = 0, width = 50, height = 50}}}))");
  EXPECT_EQ(values[0], Value(2));
  EXPECT_EQ(values[1], Value("5,6 4x3"));
  EXPECT_EQ(values[2], Value("80,40 1x2"));
  EXPECT_EQ(values[3], Value(0));
  EXPECT_EQ(values[4], Value(1));
}

TEST_F(ImageTest, FindsAPartOfItself) {
  const auto values = run(R"(
    local part = shot:crop {x = 33, y = 44, width = 20, height = 10}
    local white = {red = 255, green = 255, blue = 255}
    local pale = shot:mask({{x = 0, y = 0, width = 30, height = 30}}, {color = white})
    local tile = pale:crop {x = 0, y = 0, width = 10, height = 10}
    local nearly = part:mask({{x = 0, y = 0, width = 1, height = 1}}, {color = {red = 34, green = 44, blue = 7}})
    return text_of(shot:find(part)), text_of(shot:find(part, {region = {x = 34, y = 0, width = 60, height = 80}})),
      #pale:find(tile, {all = true}), #shot:find(part, {all = true}), text_of(shot:find(nearly)),
      text_of(shot:find(nearly, {tolerance = 1})), text_of(part:find(shot)))");
  EXPECT_EQ(values[0], Value("33,44 20x10"));
  EXPECT_EQ(values[1], Value("nil"));
  EXPECT_EQ(values[2], Value(9));
  EXPECT_EQ(values[3], Value(1));
  EXPECT_EQ(values[4], Value("nil"));
  EXPECT_EQ(values[5], Value("33,43 20x10"));  // one row up every colour differs by one
  EXPECT_EQ(values[6], Value("nil"));
}

TEST_F(ImageTest, PixelsAndMasks) {
  const auto values = run(R"(
    local early = screen.capture("window", {id = 7, encode = "png"})
    local plain, packed = shot:pixel(119, 79), early:pixel(119, 79)
    local red = shot:mask({{x = 0, y = 0, width = 2, height = 2}}, {color = {red = 200}}):pixel(1, 1)
    return plain.red, plain.green, plain.blue, packed.red, packed.green, red.red, red.green, red.blue,
      shot:mask({}):compare(shot).equal)");
  EXPECT_EQ(values[0], Value(119));
  EXPECT_EQ(values[1], Value(79));
  EXPECT_EQ(values[2], Value(7));
  EXPECT_EQ(values[3], Value(119));
  EXPECT_EQ(values[4], Value(79));
  EXPECT_EQ(values[5], Value(200));
  EXPECT_EQ(values[6], Value(0));
  EXPECT_EQ(values[7], Value(0));
  EXPECT_EQ(values[8], Value(true));
}

TEST_F(ImageTest, Base64IsTheEncodedFile) {
  const auto values = run(R"(
    local early = screen.capture("window", {id = 7, encode = "png"})
    local text, jpg = shot:base64(), shot:base64 {format = "jpg", quality = 50}
    return text:sub(1, 8), #text == (shot:encode().size + 2) // 3 * 4, jpg:sub(1, 4), early:base64() == text)");
  EXPECT_EQ(values[0], Value("iVBORw0K"));
  EXPECT_EQ(values[1], Value(true));
  EXPECT_EQ(values[2], Value("/9j/"));
  EXPECT_EQ(values[3], Value(true));
}

TEST_F(ImageTest, SenselessArgumentsAreRefusedByName) {
  const auto values = run(R"(
    local small = shot:fit {scale = 0.5}
    local far = {{x = 500, y = 0, width = 1, height = 1}}
    local cases = {
      {shot.compare, shot, small}, {shot.compare, shot, 5}, {shot.compare, shot, shot, {tolerance = 256}},
      {shot.compare, shot, shot, {tolerance = -1 << 62}}, {shot.compare, shot, shot, {ignored = {}}},
      {shot.compare, shot, shot, {ignore = {x = 1}}}, {shot.diff, shot, small}, {shot.diff, shot, shot, {tolerance = 1.5}},
      {shot.find, shot, small, {tolerance = 1 << 40}}, {shot.find, shot, small, {region = far[1]}}, {shot.find, shot},
      {shot.mask, shot}, {shot.mask, shot, far}, {shot.mask, shot, {{x = 0}}}, {shot.mask, shot, {}, {color = {red = 256}}},
      {shot.mask, shot, {}, {color = "red"}}, {shot.mask, shot, {}, {color = {hue = 1}}}, {shot.pixel, shot, 120, 0},
      {shot.pixel, shot, 0, -1}, {shot.pixel, shot, 1 << 40, 0}, {shot.pixel, shot, 0.5, 0},
      {shot.encode, shot, {format = "jpg", quality = 1 << 32 | 50}}, {shot.base64, shot, {quality = 0}},
      {shot.text, shot, {region = far[1]}}, {image.decode, shot:encode(), {x = 1 << 40}},
      {image.decode, shot:encode(), {y = -1000001}},
    }
    local function says(message, f, ...)
      local _, err = pcall(f, ...)
      if tostring(err) ~= "INVALID_ARGUMENT: image:" .. message then error(tostring(err)) end
    end
    says("encode: option 'quality': 500 is not in 1 to 100", shot.encode, shot, {format = "jpg", quality = 500})
    says("encode: option 'quality': -3 is not in 1 to 100", shot.encode, shot, {format = "jpg", quality = -3})
    says("compare: option 'tolerance': 256 is not in 0 to 255", shot.compare, shot, shot, {tolerance = 256})
    says("mask: color: option 'red': 256 is not in 0 to 255", shot.mask, shot, {}, {color = {red = 256}})
    says("fit: scale 1.5 is not above 0 and at most 1", shot.fit, shot, {scale = 1.5})
    says("fit: max_width must be 0 or more pixels, 0 for no limit", shot.fit, shot, {max_width = -1})
    says("crop: rectangle is empty: 0x5 pixels", shot.crop, shot, {x = 0, y = 0, width = 0, height = 5})
    says("find: region: width and height cannot be negative", shot.find, shot, small,
         {region = {x = 0, y = 0, width = 1, height = -5}})
    for i, case in ipairs(cases) do
      local found = code(table.unpack(case))
      if found ~= "INVALID_ARGUMENT" then error(i .. ": " .. found) end
    end
    local _, message = code(shot.compare, shot, small)
    local many = {}
    for i = 1, 1001 do many[i] = {x = 0, y = 0, width = 1, height = 1} end
    return message, code(shot.mask, shot, many))");
  EXPECT_EQ(values[0], Value("pictures differ in size: 120x80 and 60x40 pixels"));
  EXPECT_EQ(values[1], Value("INVALID_ARGUMENT"));
}

TEST_F(ImageTest, ATimeThatIsNoneIsOver) {
  const auto values = run(R"(
    local needle = shot:crop {x = 10, y = 10, width = 9, height = 9}
    local codes = {}
    for i, time in ipairs {0 / 0, -1e300, -math.huge, 0} do codes[i] = code(shot.find, shot, needle, {timeout = time}) end
    return table.concat(codes, " "), code(shot.find, shot, needle, {timeout = math.huge}))");
  EXPECT_EQ(values[0], Value("TIMEOUT TIMEOUT TIMEOUT TIMEOUT"));
  EXPECT_EQ(values[1], Value("fine"));
}

TEST_F(ImageTest, AReleasedOtherIsRefused) {
  const auto values = run(R"(
    local other = screen.capture("window", {id = 7})
    other:release()
    return code(shot.compare, shot, other), (code(shot.find, shot, other)))");
  EXPECT_EQ(values[0], Value("INVALID_ARGUMENT"));
  EXPECT_EQ(values.back(), Value("INVALID_ARGUMENT"));
}

TEST(ImageSearch, EndsWithItsTimeAndWithItsCall) {
  DesktopHost host;
  Window window;
  window.id = 7;
  window.bounds = window.frame = {0, 0, 2400, 1400};
  window.on_screen = true;
  host.desktop.add_window(window,
                          [](int x, int y) { return x % 60 == 0 && y % 60 == 0 ? 0U : 0x808080U; });
  const auto values = host.run(R"(
    local screen, task = require "screen", require "task"
    local shot = screen.capture("window", {id = 7})
    local flat = shot:crop {x = 1, y = 1, width = 59, height = 59}
    local needle = shot:crop {x = 0, y = 0, width = 60, height = 60}
      :mask({{x = 0, y = 0, width = 60, height = 60}}, {color = {red = 128, green = 128, blue = 128}})
    local late = select(2, pcall(shot.find, shot, needle, {tolerance = 1, timeout = 0.01}))
    local cancelled = select(2, pcall(task.timeout, 0.01, function() return shot:find(needle, {tolerance = 1}) end))
    return late.code, cancelled.code, #shot:find(flat, {all = true}), shot:find(needle) == nil)");
  EXPECT_EQ(values[0], Value("TIMEOUT"));
  EXPECT_EQ(values[1], Value("TIMEOUT"));
  EXPECT_EQ(values[2], Value(40 * 23));
  EXPECT_EQ(values[3], Value(true));
}

}  // namespace
}  // namespace native
