#include "runtime/guest/codec.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

namespace runtime::guest {
namespace {

class Thing : public Object {
 public:
  explicit Thing(const char* kind = "image") : type_{kind, {}} {}
  const ObjectType& type() const override { return type_; }
  Value field(std::string_view name) const override { return name == "width" ? Value(7) : Value(); }

 private:
  ObjectType type_;
};

constexpr std::size_t kMaxHeld = 1000;

Handles some_handles() { return Handles({{"image", {"width", "missing"}}}, kMaxHeld); }

std::string_view content(const std::string& frame) {
  return std::string_view(frame).substr(protocol::kHead + 1);
}

std::string size_text(std::uint32_t size) {
  std::string bytes(sizeof size, '\0');
  std::memcpy(bytes.data(), &size, sizeof size);
  return bytes;
}

std::string code_of(const Value& value) {
  Handles handles = some_handles();
  try {
    pack(protocol::kAnswer, {value}, handles);
  } catch (const Error& error) {
    return error.code;
  }
  return "";
}

TEST(GuestCodec, ValuesComeBackAsTheyWere) {
  Value record;
  record.set("text", std::string("a\0b\xff", 4))
      .set("list", Value::List{Value(1), Value(), Value(Value::Null{})});
  record.set("empty", Value(Value::List{})).set("none", Value(Value::Record{}));
  const std::vector<Value> values = {
      record,      Value(true), Value(false), Value(std::numeric_limits<std::int64_t>::min()),
      Value(-0.5), Value(""),   Value()};
  Handles handles = some_handles();
  const std::string frame = pack(protocol::kAnswer, values, handles);
  EXPECT_EQ(frame[protocol::kHead], protocol::kAnswer);
  EXPECT_EQ(frame.substr(0, protocol::kHead),
            size_text(static_cast<std::uint32_t>(frame.size() - protocol::kHead)));
  EXPECT_EQ(unpack(content(frame), handles), values);
}

TEST(GuestCodec, AnObjectLeavesAsANumberAndFields) {
  Handles handles = some_handles();
  const std::shared_ptr<Object> thing = std::make_shared<Thing>();
  const std::string frame = pack(protocol::kAnswer, {Value(thing)}, handles);
  EXPECT_EQ(handles.size(), 1U);
  const std::string expected = std::string("h") + size_text(1) + "s" + size_text(5) + "image" +
                               "r" + size_text(2) + size_text(5) + "width" + "i" +
                               std::string("\7\0\0\0\0\0\0\0", 8) + size_text(7) + "missing" + "z";
  EXPECT_EQ(content(frame), expected);
  const std::vector<Value> back = unpack(std::string("h") + size_text(1), handles);
  EXPECT_EQ(*back.at(0).as<std::shared_ptr<Object>>(), thing);
}

TEST(GuestCodec, NumbersOfOtherGuestsAndReleasedOnesAreNone) {
  Handles one = some_handles();
  Handles other = some_handles();
  const std::uint32_t number = one.keep(std::make_shared<Thing>());
  const std::string mention = "h" + size_text(number);
  EXPECT_NO_THROW(unpack(mention, one));
  EXPECT_THROW(unpack(mention, other), Error);
  one.release(number);
  EXPECT_THROW(unpack(mention, one), Error);
  EXPECT_THROW(unpack("h" + size_text(0), one), Error);
  EXPECT_NE(one.keep(std::make_shared<Thing>()), number);
}

TEST(GuestCodec, HandlesAreBounded) {
  Handles handles = some_handles();
  for (std::size_t i = 0; i < protocol::kMaxHandles; ++i) handles.keep(std::make_shared<Thing>());
  EXPECT_THROW(handles.keep(std::make_shared<Thing>()), Error);
  EXPECT_EQ(handles.size(), protocol::kMaxHandles);
  handles.release(1);
  EXPECT_NO_THROW(handles.keep(std::make_shared<Thing>()));
}

class LargeThing : public Thing {
 public:
  std::size_t memory() const override { return kMaxHeld / 2; }
};

TEST(GuestCodec, WhatHandlesStandForIsBounded) {
  Handles handles = some_handles();
  const std::uint32_t first = handles.keep(std::make_shared<LargeThing>());
  handles.keep(std::make_shared<LargeThing>());
  EXPECT_NO_THROW(handles.keep(std::make_shared<Thing>()));
  EXPECT_THROW(handles.keep(std::make_shared<LargeThing>()), Error);
  handles.release(first);
  EXPECT_NO_THROW(handles.keep(std::make_shared<LargeThing>()));
}

TEST(GuestCodec, WhatAGuestMayNotHaveIsRefused) {
  EXPECT_EQ(code_of(Value(std::shared_ptr<Object>(std::make_shared<Thing>("process")))),
            "INVALID_ARGUMENT");
  EXPECT_EQ(code_of(Value(std::make_shared<const Blob>(std::vector<std::uint8_t>{1}, "image/png"))),
            "INVALID_ARGUMENT");
  EXPECT_EQ(code_of(Value(std::string(protocol::kMaxToGuest, 'x'))), "INVALID_ARGUMENT");
  Value deep;
  for (int i = 0; i < protocol::kMaxDepth; ++i) deep = Value(Value::List{deep});
  EXPECT_EQ(code_of(deep), "");
  EXPECT_EQ(code_of(Value(Value::List{deep})), "INVALID_ARGUMENT");
}

TEST(GuestCodec, FramesThatMakeNoSenseAreViolations) {
  const Handles handles = some_handles();
  std::string deep;
  for (int i = 0; i <= protocol::kMaxDepth; ++i) deep += "l" + size_text(1);
  for (const std::string& bytes :
       {std::string("x"), std::string("i1234567"), std::string("d"), "s" + size_text(5) + "1234",
        "s" + size_text(0xffffffff), "l" + size_text(0xffffffff), "l" + size_text(3) + "zz",
        "r" + size_text(0x7fffffff), "r" + size_text(1) + size_text(9) + "k", std::string("h12"),
        deep, std::string("zz\0", 3), std::string(protocol::kMaxValues + 1, 'z')})
    EXPECT_THROW(unpack(bytes, handles), Violation) << bytes.substr(0, 20);
  EXPECT_TRUE(unpack("", handles).empty());
}

TEST(GuestCodec, RandomBytesNeverDoHarm) {
  std::mt19937 random(7);
  const std::string tags = "zntfidslrh";
  int understood = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::string bytes;
    const auto length = random() % 60;
    while (bytes.size() < length) {
      bytes += tags[random() % tags.size()];
      if (random() % 2) bytes += size_text(static_cast<std::uint32_t>(random() % 4));
    }
    try {
      const Handles handles = some_handles();
      unpack(bytes, handles);
      ++understood;
    } catch (const Violation&) {
    } catch (const Error&) {
    }
  }
  EXPECT_GT(understood, 100);
}

}  // namespace
}  // namespace runtime::guest
