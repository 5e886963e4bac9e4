#include "native/linux/clipboard/targets.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace {

using namespace native;
using native::ClipboardContent;

std::string read_text(const char* type, const std::string& bytes) {
  ClipboardContent content;
  EXPECT_TRUE(add_target(content, type, type, bytes));
  return content.text.value_or("none");
}

std::string offered(const ClipboardContent& content, std::string_view name) {
  const Targets targets(std::make_shared<const ClipboardContent>(content));
  for (const OfferedTarget& each : targets.all())
    if (each.name == name) return std::string(each.bytes);
  return "not offered";
}

TEST(ClipboardTargets, DecodesTextByTheTypeOfTheAnswer) {
  EXPECT_EQ(read_text("UTF8_STRING", "Grüße\n\tx"), "Grüße\n\tx");
  EXPECT_EQ(read_text("STRING",
                      "Gr\xFC\xDF"
                      "e\n"),
            "Grüße\n");
  EXPECT_EQ(read_text("UTF8_STRING", std::string("c\0\0", 3)), "c") << "the end of a C string";
  EXPECT_EQ(read_text("UTF8_STRING",
                      "a\xFF"
                      "b\xED\xA0\x80"),
            "a\uFFFDb\uFFFD\uFFFD\uFFFD");
}

TEST(ClipboardTargets, DecodesHtmlInUtf16) {
  ClipboardContent content;
  EXPECT_TRUE(
      add_target(content, "text/html", "", std::string("\xFF\xFE<\0\xFC\0=\xD8\0\xDE\0", 11)));
  EXPECT_EQ(content.html, "<ü😀");
  EXPECT_TRUE(add_target(content, "text/html", "", std::string("\xFE\xFF\0<\xD8\x3D", 6)));
  EXPECT_EQ(content.html, "<\uFFFD") << "half of a character";
}

TEST(ClipboardTargets, OfferLatin1OnlyWhereItSaysEverything) {
  ClipboardContent content;
  content.text = "Grüße";
  EXPECT_EQ(offered(content, "STRING"),
            "Gr\xFC\xDF"
            "e");
  EXPECT_EQ(offered(content, "UTF8_STRING"), "Grüße");
  content.text = "漢字";
  EXPECT_EQ(offered(content, "STRING"), "not offered");
  EXPECT_EQ(offered(content, "text/html"), "not offered");
}

TEST(ClipboardTargets, OfferFilesAsFileManagersDo) {
  ClipboardContent content;
  content.files = {"/a b"};
  EXPECT_EQ(offered(content, "text/uri-list"), "file:///a%20b\r\n");
  EXPECT_EQ(offered(content, "x-special/gnome-copied-files"), "copy\nfile:///a%20b");
  EXPECT_EQ(offered(content, "application/x-kde-cutselection"), "not offered");
  content.cut = true;
  EXPECT_EQ(offered(content, "x-special/gnome-copied-files"), "cut\nfile:///a%20b");
  EXPECT_EQ(offered(content, "application/x-kde-cutselection"), "1");
}

TEST(ClipboardTargets, KeepTheMarkOfASecret) {
  ClipboardContent content;
  content.text = "hunter2";
  EXPECT_EQ(offered(content, kSecretTarget), "not offered");
  content.secret = true;
  EXPECT_EQ(offered(content, kSecretTarget), "secret");
}

TEST(ClipboardTargets, AListOfLinksIsNoFile) {
  ClipboardContent content;
  EXPECT_FALSE(add_target(content, "text/uri-list", "", "https://example.org/\r\n"));
  EXPECT_FALSE(add_target(content, "image/png", "", ""));
  EXPECT_TRUE(content.formats().none());
}

}  // namespace
