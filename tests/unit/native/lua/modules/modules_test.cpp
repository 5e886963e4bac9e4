#include "native/lua/modules/modules.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <future>
#include <memory>
#include <string>
#include <vector>

#include "native/image/codec/codec.hpp"
#include "tests/unit/native/lua/desktop_host.hpp"

namespace native {
namespace {

using runtime::Value;

Window make_window(std::uint64_t id, std::int64_t pid, const Rect& bounds,
                   const std::string& title) {
  Window window;
  window.id = id;
  window.pid = pid;
  window.title = title;
  window.app_class = "Editor";
  window.type = "normal";
  window.bounds = window.frame = bounds;
  window.on_screen = true;
  return window;
}

class ModulesTest : public testing::Test {
 protected:
  ModulesTest() {
    host.desktop.add_window(make_window(7, 100, {10, 20, 30, 40}, "back"), pattern);
    Window front = make_window(9, 200, {100, 100, 50, 60}, "front");
    front.active = true;
    host.desktop.add_window(front, pattern);
  }
  DesktopHost host;
};

TEST_F(ModulesTest, TextIsSearchedForPersonalData) {
  const auto values = host.run(R"(
    local text = require "text"
    local message = "Write to a@b.com, PIN: 1234, EMP-7"
    local all = text.find_pii(message)
    local some = text.find_pii(message, {kinds = {"passwords"}, patterns = {"EMP-\\d"}})
    local _, wrong = pcall(text.find_pii, message, {kinds = {"email"}})
    local _, refused = pcall(text.find_pii, message, {patterns = {"("}})
    return #all, all[1].kind, message:sub(all[1].first, all[1].last), all[2].kind,
      #some, some[1].kind, some[2].kind, message:sub(some[2].first, some[2].last),
      wrong.code, wrong.hint, refused.code, #text.find_pii("", {kinds = {}}))");
  EXPECT_EQ(values[0], Value(2));
  EXPECT_EQ(values[1], Value("emails"));
  EXPECT_EQ(values[2], Value("a@b.com"));
  EXPECT_EQ(values[3], Value("passwords"));
  EXPECT_EQ(values[4], Value(2));
  EXPECT_EQ(values[5], Value("passwords"));
  EXPECT_EQ(values[6], Value("customPatterns"));
  EXPECT_EQ(values[7], Value("EMP-7"));
  EXPECT_EQ(values[8], Value("INVALID_ARGUMENT"));
  EXPECT_EQ(values[9], Value("Did you mean 'emails'?"));
  EXPECT_EQ(values[10], Value("INVALID_ARGUMENT"));
  EXPECT_EQ(values[11], Value(0));
}

TEST_F(ModulesTest, WindowsAreListedAndFiltered) {
  const auto values = host.run(R"(
    local window = require "window"
    local all, one = window.list(), window.list {pid = 100}
    return #all, all[1].title, one[1].id, one[1].bounds.width, #window.list {on_screen = false}, window.frontmost().id)");
  EXPECT_EQ(values[0], Value(2));
  EXPECT_EQ(values[1], Value("front"));
  EXPECT_EQ(values[2], Value(7));
  EXPECT_EQ(values[3], Value(30));
  EXPECT_EQ(values[4], Value(0));
  EXPECT_EQ(values[5], Value(9));
}

TEST_F(ModulesTest, FocusAndApplicationsReachTheDesktop) {
  const auto values = host.run(R"(
    require "window".focus(7)
    local apps = require "app".list()
    return require "window".frontmost().id, #apps, require "desktop".status().name)");
  EXPECT_EQ(values[0], Value(7));
  EXPECT_EQ(values[1], Value(2));
  EXPECT_EQ(values[2], Value("fake"));
}

TEST_F(ModulesTest, CapturedPixelsSurviveEncodingToTheLast) {
  const auto values = host.run(R"(
    local screen = require "screen"
    local shot = screen.capture("window", {id = 7})
    local part = screen.capture("window", {id = 7, region = {x = 15, y = 25, width = 5, height = 6}})
    return shot:encode(), shot.width, shot.height, shot.origin.x, part.width, part.origin.y, screen.capture("frontmost").width)");
  const Frame frame = decode((*values[0].as<runtime::BlobRef>())->bytes());
  ASSERT_EQ(frame.width, 30);
  ASSERT_EQ(frame.height, 40);
  for (int y = 0; y < 40; ++y)
    for (int x = 0; x < 30; ++x) {
      const std::uint8_t* pixel = frame.pixels.data() + static_cast<std::size_t>(y) * frame.stride +
                                  static_cast<std::size_t>(x) * 4;
      ASSERT_EQ(static_cast<std::uint32_t>(pixel[2] << 16 | pixel[1] << 8 | pixel[0]),
                pattern(x, y))
          << x << "," << y;
    }
  EXPECT_EQ(values[3], Value(10));
  EXPECT_EQ(values[4], Value(5));
  EXPECT_EQ(values[5], Value(25));
  EXPECT_EQ(values[6], Value(50));
}

TEST_F(ModulesTest, TellsWhatWasPaintedSinceAMoment) {
  const auto moment = *host.run("return require('screen').mark()")[0].as<std::int64_t>();
  const auto painted = [&](const std::string& region) {
    return host.run("return require('screen').changed(" + std::to_string(moment) +
                    ", {region = " + region + "})")[0] == runtime::Value(true);
  };
  EXPECT_FALSE(painted("{x = 0, y = 0, width = 1280, height = 800}"));
  Window window;
  window.id = 9;
  window.bounds = window.frame = {100, 100, 50, 50};
  host.desktop.add_window(window, [](int, int) { return 1U; });
  EXPECT_TRUE(painted("{x = 120, y = 120, width = 5, height = 5}"));
  EXPECT_FALSE(painted("{x = 0, y = 0, width = 50, height = 50}"));
  host.desktop.fail("changes", Error("UNSUPPORTED", "no", "capture again"));
  EXPECT_THROW(host.run("require('screen').mark()"), runtime::Error);
  EXPECT_THROW(
      host.run("require('screen').changed(-1, {region = {x = 0, y = 0, width = 1, height = 1}})"),
      runtime::Error);
  EXPECT_THROW(host.run("require('screen').changed(1)"), runtime::Error);
}

TEST_F(ModulesTest, QuestionsAboutPaintThatAreNeverAnsweredAreGivenUp) {
  std::promise<void> released;
  const std::shared_future<void> release = released.get_future().share();
  host.desktop.misbehave("changes", [release](Deadline) { release.wait(); });
  try {
    host.run("require('screen').mark {timeout = 0.05}");
    ADD_FAILURE();
  } catch (const runtime::Error& error) {
    EXPECT_EQ(error.code, "TIMEOUT");
  }
  released.set_value();
}

TEST_F(ModulesTest, FingerprintsTellWhetherACaptureWouldLookTheSame) {
  const auto values = host.run(R"(
    local screen = require "screen"
    shot = screen.capture("desktop", {fingerprint = true})
    early = screen.capture("window", {id = 7, encode = "png", fingerprint = true})
    local region = {x = 15, y = 25, width = 5, height = 6}
    part = screen.capture("window", {id = 7, region = region, fingerprint = true})
    _G.kept = {shot.fingerprint, early.fingerprint, part.fingerprint}
    shot:release()
    local bare = screen.capture("desktop")
    return screen.matches("desktop", {fingerprint = kept[1]}), screen.matches("window", {id = 7, fingerprint = kept[2]}),
      screen.matches("window", {id = 7, region = region, fingerprint = kept[3]}),
      screen.matches("window", {id = 7, fingerprint = kept[3]}), screen.matches("window", {id = 9, fingerprint = kept[2]}),
      bare.fingerprint, bare:crop({x = 0, y = 0, width = 1, height = 1}).fingerprint,
      select(2, pcall(screen.matches, "desktop")).code,
      select(2, pcall(screen.matches, "desktop", {fingerprint = bare})).code)");
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(values[i], Value(true)) << i;
  for (std::size_t i = 3; i < 5; ++i) EXPECT_EQ(values[i], Value(false)) << i;
  EXPECT_TRUE(values[5].is_nil());
  EXPECT_TRUE(values[6].is_nil());
  EXPECT_EQ(values[7], Value("INVALID_ARGUMENT"));
  EXPECT_EQ(values[8], Value("INVALID_ARGUMENT"));
  host.desktop.add_window(make_window(11, 300, {600, 600, 2, 2}, "small"), pattern);
  const auto after = host.run(R"(
    local screen = require "screen"
    return screen.matches("desktop", {fingerprint = kept[1]}), screen.matches("window", {id = 7, fingerprint = kept[2]}))");
  EXPECT_EQ(after[0], Value(false));
  EXPECT_EQ(after[1], Value(true));
  host.desktop.fail("capture", Error("CAPTURE_FAILED", "covered"));
  EXPECT_THROW(host.run("require('screen').matches('desktop', {fingerprint = kept[1]})"),
               runtime::Error);
}

TEST_F(ModulesTest, ImagesAreCutScaledAndDecoded) {
  const auto values = host.run(R"(
    local image = require "image"
    local shot = require "screen".capture("window", {id = 7})
    local jpg = shot:encode {format = "jpg", quality = 80}
    return shot:crop {x = 1, y = 2, width = 3, height = 4}.width, shot:fit {scale = 0.5}.height,
      jpg.media_type, image.sniff(jpg), image.decode(jpg).width, image.sniff(shot:encode()),
      select(2, pcall(shot.crop, shot, {x = 1.5, y = 0, width = 1, height = 1})).code)");
  EXPECT_EQ(values[0], Value(3));
  EXPECT_EQ(values[1], Value(20));
  EXPECT_EQ(values[2], Value("image/jpeg"));
  EXPECT_EQ(values[3], Value("jpeg"));
  EXPECT_EQ(values[4], Value(30));
  EXPECT_EQ(values[5], Value("png"));
  EXPECT_EQ(values[6], Value("INVALID_ARGUMENT"));
}

TEST_F(ModulesTest, ImagesAreFittedAndMapBack) {
  const auto values = host.run(R"(
    local shot = require "screen".capture("window", {id = 7})
    local small = shot:fit {max_width = 20, max_height = 10}
    local codes = {}
    for i, wrong in ipairs {{scale = 0}, {scale = -1}, {scale = 1e9}, {scale = 0/0}, {max_width = -1}, {width = 5},
                            {scale = "x"}, {max_height = 1.5}} do
      codes[i] = select(2, pcall(shot.fit, shot, wrong)).code
    end
    return small.width, small.height, small.scale, small.origin.x, shot:fit {max_width = 1 << 40}.width,
      table.concat(codes, " "))");
  EXPECT_EQ(values[0], Value(8));
  EXPECT_EQ(values[1], Value(10));
  EXPECT_EQ(values[2], Value(0.25));
  EXPECT_EQ(values[3], Value(10));
  EXPECT_EQ(values[4], Value(30));
  std::string all = "INVALID_ARGUMENT";
  for (int i = 1; i < 8; ++i) all += " INVALID_ARGUMENT";
  EXPECT_EQ(values[5], Value(all));
}

TEST_F(ModulesTest, ErrorsOfTheDesktopArriveWithTheirFacts) {
  host.desktop.fail("capture",
                    Error("CAPTURE_FAILED", "covered", "uncover it", {{"reason", "stopped"}}));
  const auto values = host.run(R"(
    local ok, e = pcall(require "screen".capture, "window", {id = 7})
    local ok2, e2 = pcall(require "screen".capture, "nonsense")
    return e.code, e.hint, e.details.reason, e2.code)");
  EXPECT_EQ(values[0], Value("CAPTURE_FAILED"));
  EXPECT_EQ(values[1], Value("uncover it"));
  EXPECT_EQ(values[2], Value("stopped"));
  EXPECT_EQ(values[3], Value("INVALID_ARGUMENT"));
}

TEST_F(ModulesTest, AHangingDesktopTimesOutAndTheNextCallWorks) {
  host.desktop.hang("windows");
  const auto values = host.run(R"(
    local ok, e = pcall(require "window".list, {timeout = 0.02})
    return e.code)");
  EXPECT_EQ(values[0], Value("TIMEOUT"));
  host.desktop.behave();
  EXPECT_EQ(host.run("return #require 'window'.list()")[0], Value(2));
}

TEST_F(ModulesTest, PicturesAreWrittenInEveryFormat) {
  const auto values = host.run(R"(
    local image, shot = require "image", require "screen".capture("window", {id = 7})
    local facts = {}
    for i, format in ipairs {"png", "jpg", "jpeg", "webp", "bmp"} do
      local blob = shot:encode {format = format}
      facts[i] = blob.media_type .. "=" .. image.sniff(blob)
    end
    assert(shot:encode {format = "webp", quality = 20}:bytes() ~= shot:encode {format = "webp"}:bytes())
    assert(image.decode(shot:encode {format = "webp"}):encode():bytes() == shot:encode():bytes())
    local _, unknown = pcall(shot.encode, shot, {format = "gif"})
    local _, long = pcall(shot.base64, shot, {format = ("x"):rep(1000)})
    return table.concat(facts, " "), unknown.code, unknown.message, long.code, #long.message < 200)");
  EXPECT_EQ(values[0], Value("image/png=png image/jpeg=jpeg image/jpeg=jpeg image/webp=webp "
                             "image/bmp=bmp"));
  EXPECT_EQ(values[1], Value("UNSUPPORTED_FORMAT"));
  EXPECT_EQ(values[2],
            Value("image:encode: format cannot be 'gif'; there is bmp, jpeg, jpg, png, webp"));
  EXPECT_EQ(values[3], Value("UNSUPPORTED_FORMAT"));
  EXPECT_EQ(values[4], Value(true));
}

TEST_F(ModulesTest, PicturesGoToFilesWhileTheyArrive) {
  auto workers = std::make_shared<runtime::Workers>(host.loop, "files", 2);
  host.state->add_module(runtime::own_files_module(workers));
  host.state->add_module(picture_files_module(host.host));
  const std::string folder = testing::TempDir() + "picture_files_" + std::to_string(::getpid());
  std::filesystem::create_directory(folder);
  const auto values = host.run("local folder = '" + folder + R"('
    local own_files, picture_files, screen = require "own_files", require "picture_files", require "screen"
    local shot, sizes = screen.capture("window", {id = 7}), {}
    for i, format in ipairs {"png", "jpg", "jpeg", "bmp"} do
      local file = own_files.create(folder .. "/shot." .. format)
      local taken = picture_files.capture("window", file, {id = 7, format = format, quality = 60})
      assert(taken.width == 30 and taken.origin.x == 10 and not own_files.look(folder .. "/shot." .. format))
      assert(not pcall(taken.encode, taken))
      file:finish()
      assert(file.size == shot:encode({format = format, quality = 60}).size, format)
    end
    local taken = own_files.create(folder .. "/shot.png")
    picture_files.capture("window", taken, {id = 7})
    local _, exists = pcall(taken.finish, taken)
    taken:finish "other.png"
    local function code(...) return select(2, pcall(...)).code end
    local lost = own_files.create(folder .. "/lost.png")
    local codes = {
      exists.details.reason, code(picture_files.capture, "window", lost, {id = 99}),
      code(picture_files.capture, "window", lost, {id = 7, format = "webp"}),
      code(lost.finish, lost, "a/b.png"),
      code(own_files.create, folder .. "/no/folder.png")}
    lost:discard()
    codes[#codes + 1] = code(lost.finish, lost)
    return table.concat(codes, " "))");
  EXPECT_EQ(values[0], Value("exists WINDOW_NOT_FOUND INVALID_ARGUMENT FILE_IO_ERROR FILE_IO_ERROR "
                             "INVALID_ARGUMENT"));
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  EXPECT_EQ(names, (std::vector<std::string>{"other.png", "shot.bmp", "shot.jpeg", "shot.jpg",
                                             "shot.png"}));
  std::filesystem::remove_all(folder);
}

TEST_F(ModulesTest, APictureTellsWhetherItIsMasked) {
  const auto values = host.run(R"(
    local screen = require "screen"
    local masked = screen.capture("window", {id = 7, mask_pii = true})
    local part = screen.capture("window", {id = 7, mask_pii = true, region = {x = 12, y = 21, width = 5, height = 6}})
    assert(part.width == 5 and part.origin.y == 21 and part:compare(masked:crop {x = 2, y = 1, width = 5, height = 6}).equal)
    local _, outside = pcall(screen.capture, "window",
      {id = 7, mask_pii = true, region = {x = 900, y = 900, width = 5, height = 6}})
    local plain = screen.capture("window", {id = 7, mask_pii = false})
    return masked.width, #masked.masked.parts + masked.masked.counts.emails, plain.masked == nil, outside.code,
      #plain:mask_pii({kinds = {"emails"}, patterns = {"x+"}}).masked.parts, select(2, pcall(plain.mask_pii, plain,
      {kinds = {"mails"}})).code)");
  EXPECT_EQ(values[0], Value(30));
  EXPECT_EQ(values[1], Value(0));
  EXPECT_EQ(values[2], Value(true));
  EXPECT_EQ(values[3], Value("INVALID_ARGUMENT"));
  EXPECT_EQ(values[4], Value(0));
  EXPECT_EQ(values[5], Value("INVALID_ARGUMENT"));
}

TEST_F(ModulesTest, APictureMayBecomeAPngWhileItArrives) {
  const auto values = host.run(R"(
    local screen, image = require "screen", require "image"
    local plain, early = screen.capture("window", {id = 7}), screen.capture("window", {id = 7, encode = "png"})
    local same = early:encode()
    assert(same:bytes() == plain:encode():bytes() and same:bytes() == early:encode():bytes())
    assert(early:encode {format = "jpg"}:bytes() == plain:encode {format = "jpg"}:bytes())
    assert(early:encode {small = true}:bytes() == plain:encode {small = true}:bytes())
    local part = early:crop {x = 1, y = 2, width = 3, height = 4}
    assert(part:encode():bytes() == plain:crop {x = 1, y = 2, width = 3, height = 4}:encode():bytes())
    assert(early:fit {scale = 0.5}:encode():bytes() == plain:fit {scale = 0.5}:encode():bytes())
    return early.width, early.height, early.origin.x, early.method == plain.method, part.origin.x,
      select(2, pcall(screen.capture, "window", {id = 7, encode = "gif"})).code)");
  EXPECT_EQ(values[0], Value(30));
  EXPECT_EQ(values[1], Value(40));
  EXPECT_EQ(values[2], Value(10));
  EXPECT_EQ(values[3], Value(true));
  EXPECT_EQ(values[4], Value(11));
  EXPECT_EQ(values[5], Value("INVALID_ARGUMENT"));
}

TEST_F(ModulesTest, APictureMayArriveScaled) {
  const auto values = host.run(R"(
    local screen = require "screen"
    local function shot(options)
      options.id = 7
      return screen.capture("window", options)
    end
    local plain = shot {}
    for _, size in ipairs {{scale = 0.4}, {max_width = 17}, {max_height = 9, max_width = 29}, {scale = 1}, {scale = 1e-300},
                           {max_width = 0}, {max_height = 1 << 60}, {scale = 0.5, max_width = 1}} do
      local expected = plain:fit(size)
      for _, encode in ipairs {"png", false} do
        size.encode = encode or nil
        local seen = shot(size)
        assert(seen:compare(expected).equal and seen:encode():bytes() == expected:encode():bytes())
        assert(seen.scale == expected.scale and seen.method == plain.method)
        assert(seen.origin.x == 10 and seen.origin.width == 30 and seen.origin.height == 40)
        size.encode = nil
      end
    end
    local codes = {}
    for _, wrong in ipairs {{scale = 0}, {scale = 1.1}, {max_width = -1}, {scale = "half"}, {fit = 5}, {fit = {scale = -1}},
                            {fit = {max_height = -1}}, {fit = {width = 5}}, {max_width = 1.5}} do
      codes[#codes + 1] = select(2, pcall(shot, wrong)).code
    end
    local _, e = pcall(shot, {fit = {max_width = -1}})
    return table.concat(codes, " "), e.message)");
  std::string expected = "INVALID_ARGUMENT";
  for (int i = 1; i < 9; ++i) expected += " INVALID_ARGUMENT";
  EXPECT_EQ(values[0], Value(expected));
  EXPECT_EQ(values[1],
            Value("screen.capture: fit: max_width must be 0 or more pixels, 0 for no limit"));
}

// Whether it was made along with the picture shows in nothing but the time that it takes.
TEST_F(ModulesTest, ASmallerVersionMayBeMadeAlongWithThePicture) {
  host.run(R"(
    local screen = require "screen"
    local function shot(options)
      options.id = 7
      return screen.capture("window", options)
    end
    local plain = shot {}
    for _, fit in ipairs {{max_width = 17}, {max_height = 9}, {scale = 0.3}, {scale = 1}, {scale = 0.9, max_width = 11}} do
      for _, encode in ipairs {"png", false} do
        for _, base in ipairs {1, 0.7} do
          local whole = shot {fit = fit, encode = encode or nil, scale = base}
          local first = plain:fit {scale = base}
          local expected = first:fit(fit)
          assert(whole:encode():bytes() == first:encode():bytes() and whole.scale == first.scale)
          local seen = whole:fit(fit)
          assert(seen:encode():bytes() == expected:encode():bytes())
          assert(seen.scale == expected.scale and seen.width == expected.width and seen.origin.x == 10)
          assert(whole:fit({scale = 0.1}):compare(first:fit {scale = 0.1}).equal)
          local again = whole:fit(fit)
          if seen.scale ~= whole.scale then seen:release() end
          assert(again:encode {format = "jpg"}:bytes() == expected:encode {format = "jpg"}:bytes())
        end
      end
    end)");
}

TEST_F(ModulesTest, APngAndItsSmallerVersionHoldNoPixels) {
  const auto values = host.run(R"(
    held = require "screen".capture("window", {id = 7, encode = "png", fit = {max_width = 10}, fingerprint = true})
    small = held:fit {max_width = 10}
    return held:encode().size > small:encode().size, small.width, held.fingerprint ~= nil)");
  EXPECT_EQ(values[0], Value(true));
  EXPECT_EQ(values[1], Value(10));
  EXPECT_EQ(values[2], Value(true));
  EXPECT_EQ(pixel_memory_in_use(), 0U);
}

TEST_F(ModulesTest, AReleasedImageIsOfNoUse) {
  const auto values = host.run(R"(
    local screen = require "screen"
    local shot = screen.capture("window", {id = 7})
    shot:release()
    shot:release()
    return shot.width, select(2, pcall(shot.encode, shot)).code)");
  EXPECT_TRUE(values[0].is_nil());
  EXPECT_EQ(values[1], Value("INVALID_ARGUMENT"));
}

TEST(PixelBudget, HoldsCapturesBackUntilOthersAreGone) {
  DesktopHost host(60, 3'000'000);
  host.desktop.add_window(make_window(7, 100, {0, 0, 500, 500}, "large"), pattern);
  // Held: the fourth has no room. Garbage: as many as one likes, side by side too.
  const auto values = host.run(R"(
    local screen, task = require "screen", require "task"
    local function large(options) return screen.capture("window", {id = 7, encode = options}) end
    local held = {}
    for i = 1, 3 do held[i] = large() end
    local ok, e = pcall(screen.capture, "window", {id = 7, timeout = 0.2})
    assert(not ok)
    large("png")
    held[2]:release()
    held[4] = large()
    held = nil
    local work = {}
    for i = 1, 40 do work[i] = function() return large().width end end
    return e.code, e.message, #{task.all(work)})");
  EXPECT_EQ(values[0], Value("TIMEOUT"));
  EXPECT_NE(values[1].string()->find("pictures hold"), std::string::npos);
  EXPECT_EQ(values[2], Value(40));
}

TEST(PixelBudget, HoldsDecodingBackToo) {
  DesktopHost host(3, 3'500'000);
  host.desktop.add_window(make_window(7, 100, {0, 0, 500, 500}, "large"), pattern);
  const auto values = host.run(R"(
    local screen, image, task = require "screen", require "image", require "task"
    local file = screen.capture("window", {id = 7, encode = "png"}):encode()
    local held = {}
    for i = 1, 3 do held[i] = image.decode(file) end
    local ok, e = pcall(image.decode, file)
    assert(not ok)
    held[1]:release()
    held[4] = image.decode(file)
    held = nil
    local work = {}
    for i = 1, 8 do work[i] = function() return image.decode(file).width end end
    return e.code, e.message, #{task.all(work)})");
  EXPECT_EQ(values[0], Value("TIMEOUT"));
  EXPECT_NE(values[1].string()->find("pictures hold"), std::string::npos);
  EXPECT_EQ(values[2], Value(8));
}

TEST_F(ModulesTest, ManyCapturesAtOnce) {
  const auto values = host.run(R"(
    local screen, task = require "screen", require "task"
    local work = {}
    for i = 1, 40 do work[i] = function() return screen.capture("desktop"):encode().size end end
    local sizes = {task.all(work)}
    for i = 2, 40 do assert(sizes[i] == sizes[1]) end
    return #sizes)");
  EXPECT_EQ(values[0], Value(40));
}

}  // namespace
}  // namespace native
