#include <gtest/gtest.h>

#include "native/image/codec/codec.hpp"
#include "tests/unit/native/lua/desktop_host.hpp"

namespace native {
namespace {

using runtime::Value;

class ClipboardModule : public testing::Test {
 protected:
  // What a script returns, as text; "CODE reason" of its error.
  std::string text(const std::string& script) {
    const std::vector<Value> out = host_.run(
        "local clipboard, screen = require 'clipboard', require 'screen' local function run() " +
        script +
        " end local all = table.pack(pcall(run)) if all[1] then return tostring(all[2]) end "
        "local err = all[2] return err.code .. ' ' .. ((err.details or {}).reason or '')");
    return out.empty() || !out[0].string() ? "" : *out[0].string();
  }
  FakeClipboard& others() { return host_.desktop.clipboard(); }
  void copy(const ClipboardContent& content) { others().copy(Selection::kClipboard, content); }

  DesktopHost host_;
};

TEST_F(ClipboardModule, ReadsWhatThereIs) {
  EXPECT_EQ(text("local c = clipboard.read() return #c.formats .. tostring(c.text)"), "0nil");
  ClipboardContent content;
  content.text = "a text";
  content.html = "<p>";
  content.files = {"/a", "/b"};
  content.cut = true;
  copy(content);
  EXPECT_EQ(text("local c = clipboard.read() return table.concat(c.formats, ' ') .. c.text .. "
                 "c.html .. table.concat(c.files) .. tostring(c.cut) .. tostring(c.secret)"),
            "text html filesa text<p>/a/btruefalse");
  EXPECT_EQ(text("local c = clipboard.read {formats = {'html'}} return #c.formats .. c.html .. "
                 "tostring(c.text)"),
            "3<p>nil");
  EXPECT_EQ(text("return #clipboard.read({selection = 'primary', formats = {}}).formats"), "0");
}

TEST_F(ClipboardModule, WritesWhatItIsGiven) {
  EXPECT_EQ(text("clipboard.write 'a text' clipboard.write({text = 'b', html = '<b>'}, {selection "
                 "= 'primary'})"),
            "nil");
  EXPECT_EQ(others().paste(Selection::kClipboard).text, "a text");
  EXPECT_EQ(others().paste(Selection::kPrimary).html, "<b>");
  EXPECT_EQ(text("clipboard.write {files = {'/x'}, cut = true, secret = true}"), "nil");
  const ClipboardContent files = others().paste(Selection::kClipboard);
  EXPECT_EQ(files.files, std::vector<std::string>{"/x"});
  EXPECT_TRUE(files.cut && files.secret && !files.text);
  EXPECT_EQ(text("clipboard.clear()"), "nil");
  EXPECT_TRUE(others().paste(Selection::kClipboard).formats().none());
}

TEST_F(ClipboardModule, WritesAndReadsPictures) {
  EXPECT_EQ(text("clipboard.write {image = screen.capture 'desktop'}"), "nil");
  const ClipboardContent content = others().paste(Selection::kClipboard);
  ASSERT_TRUE(content.picture.has_value());
  EXPECT_EQ(decode(content.picture->bytes).width, 1280);
  EXPECT_EQ(text("return clipboard.read().image.width"), "1280");
  ClipboardContent damaged;
  damaged.picture = ClipboardPicture{"image/png", {1, 2, 3}};
  damaged.text = "beside it";
  copy(damaged);
  EXPECT_EQ(text("local c = clipboard.read() return tostring(c.image) .. c.text"), "nilbeside it");
}

TEST_F(ClipboardModule, PutsBackWhatItRead) {
  ClipboardContent content;
  content.text = "before";
  content.html = "<p>";
  copy(content);
  EXPECT_EQ(text("local c = clipboard.read() clipboard.write 'x' clipboard.write(c)"), "nil");
  EXPECT_EQ(others().paste(Selection::kClipboard), content);
  content.secret = true;
  copy(content);
  EXPECT_EQ(text("local c = clipboard.save() clipboard.write 'x' clipboard.write(c)"), "nil");
  EXPECT_EQ(others().paste(Selection::kClipboard), content);
  EXPECT_EQ(text("clipboard.clear() local c, d = clipboard.save(), clipboard.read() "
                 "clipboard.write 'x' clipboard.write(c) local n = #clipboard.read().formats "
                 "clipboard.write 'x' clipboard.write(d) return n + #clipboard.read().formats"),
            "0");
}

TEST_F(ClipboardModule, RefusesWhatItCannotCopy) {
  for (const char* wrong :
       {"clipboard.write {}", "clipboard.write(1)", "clipboard.write {txt = 'x'}",
        "clipboard.write {files = {'a'}}", "clipboard.write {files = 'a'}",
        "clipboard.write {image = 'a'}", "clipboard.write '\\xff'",
        "clipboard.write('x', {selection = 'third'})", "clipboard.read {formats = {'txt'}}",
        "clipboard.read {formats = 'text'}", "clipboard.clear {selection = 1}"})
    EXPECT_EQ(text(wrong), "INVALID_ARGUMENT ") << wrong;
}

TEST_F(ClipboardModule, ASilentOwnerHoldsUpNothingElse) {
  ClipboardContent content;
  content.text = "never told";
  copy(content);
  others().fall_silent(Selection::kClipboard);
  EXPECT_EQ(text("clipboard.read()"), "TIMEOUT owner");
  EXPECT_EQ(text("clipboard.write 'next' return clipboard.read().text"), "next");
}

}  // namespace
}  // namespace native
