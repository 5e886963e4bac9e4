#include "native/image/scale/scale_sink.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "native/image/encoding_sink.hpp"
#include "native/image/scale/scale.hpp"
#include "native/image/tee_sink.hpp"
#include "tests/unit/native/image/pictures.hpp"

namespace native {
namespace {

using test::code_of;
using test::deliver;
using test::info_of;
using test::Look;
using test::opaque_pixels;
using test::picture;

// A sink that wants things, and counts what it gets.
class Curious : public StripSink {
 public:
  explicit Curious(bool alpha) : alpha_(alpha) {}
  bool wants_alpha() const override { return alpha_; }
  void begin(const FrameInfo& info) override {
    ++begun;
    begun_with = info;
  }
  void strip(int y, int rows, std::uint8_t*, std::size_t) override {
    EXPECT_EQ(y, rows_seen);
    rows_seen += rows;
  }

  int begun = 0;
  FrameInfo begun_with;
  int rows_seen = 0;

 private:
  const bool alpha_;
};

RC_GTEST_PROP(ScaleSinkProperty, GivesWhatScaleGives, ()) {
  Frame source = picture(*rc::gen::inRange(1, 300), *rc::gen::inRange(1, 300), Look::kNoise, 7,
                         static_cast<std::size_t>(*rc::gen::inRange(0, 9)));
  source.origin = {-40, 30, source.width, source.height};
  const Fit fit{*rc::gen::inRange(1, 1001) / 1000.0, *rc::gen::inRange(0, 400),
                *rc::gen::inRange(0, 400)};
  const double factor = fit.factor(source.width, source.height);
  const Frame expected = scale(source, factor);
  FrameSink gathering;
  ScaleSink sink(fit, gathering);
  deliver(source, sink, *rc::gen::inRange(1, 320));
  const Frame seen = gathering.take();
  RC_ASSERT(sink.factor() == factor);
  RC_ASSERT(seen.width == expected.width && seen.height == expected.height);
  RC_ASSERT(seen.scale == expected.scale);
  RC_ASSERT(seen.origin == source.origin);
  RC_ASSERT(seen.note == "slow" && seen.method == "root");
  RC_ASSERT(seen.pixels == expected.pixels);
}

// The way of a picture that is scaled, kept as PNG, and made smaller beside it.
TEST(ScaleSink, SinksCanBeChained) {
  const Frame source = picture(611, 397, Look::kText, 7, 4);
  for (const int rows : {1, 20, 397}) {
    BytesSink whole, small;
    ScaleSink fitting({1, 200, 0}, small, ScaleSink::Small::kIsDropped);
    TeeSink both(whole, fitting);
    ScaleSink sizing({0.7, 0, 0}, both);
    deliver(source, sizing, rows);
    const Frame first = scale(source, 0.7);
    const Frame second = scale(first, Fit{1, 200, 0}.factor(first.width, first.height));
    EXPECT_EQ(decode(whole.take()).pixels, opaque_pixels(first));
    EXPECT_EQ(decode(small.take()).pixels, opaque_pixels(second));
    EXPECT_EQ(whole.shape().scale, first.scale);
    EXPECT_EQ(small.shape().scale, second.scale);
    EXPECT_EQ(fitting.factor(), 200.0 / first.width);
  }
}

TEST(ScaleSink, PassesOrDropsWhatIsSmallEnough) {
  const Frame source = picture(30, 20, Look::kNoise, 7);
  Curious passed(true), dropped(true);
  ScaleSink passing({1, 30, 0}, passed);
  ScaleSink dropping({1, 30, 20}, dropped, ScaleSink::Small::kIsDropped);
  deliver(source, passing, 7);
  deliver(source, dropping, 7);
  EXPECT_EQ(passed.rows_seen, 20);
  EXPECT_EQ(passed.begun_with.scale, 1);
  EXPECT_EQ(dropped.begun, 0);
  EXPECT_EQ(dropped.rows_seen, 0);
  // Both serve again, for a picture that is not.
  const Frame large = picture(60, 40, Look::kNoise, 7);
  passed.rows_seen = 0;
  deliver(large, passing, 7);
  deliver(large, dropping, 7);
  EXPECT_EQ(passed.rows_seen, 20);
  EXPECT_EQ(dropped.rows_seen, 20);
}

TEST(ScaleSink, AsksForNoMoreThanItNeeds) {
  const Frame source = picture(30, 20, Look::kNoise, 7);
  for (const bool wanted : {false, true}) {
    Curious end(wanted);
    ScaleSink whole({}, end), half({0.5, 0, 0}, end),
        dropped({}, end, ScaleSink::Small::kIsDropped);
    for (ScaleSink* sink : {&whole, &half, &dropped}) {
      sink->begin(info_of(source));
    }
    EXPECT_EQ(whole.wants_alpha(), wanted);
    EXPECT_FALSE(half.wants_alpha());
    EXPECT_FALSE(dropped.wants_alpha());
  }
}

TEST(ScaleSink, RefusesStripsOutOfOrderAndEmptyPictures) {
  Frame source = picture(30, 20, Look::kNoise, 7);
  FrameSink gathering;
  ScaleSink sink({0.5, 0, 0}, gathering);
  sink.begin(info_of(source));
  sink.strip(0, 5, source.pixels.data(), source.stride);
  EXPECT_EQ(code_of([&] { sink.strip(6, 5, source.pixels.data(), source.stride); }),
            "INTERNAL_ERROR");
  EXPECT_EQ(code_of([&] { sink.strip(5, 16, source.pixels.data(), source.stride); }),
            "INTERNAL_ERROR");
  EXPECT_EQ(code_of([&] { sink.begin(FrameInfo()); }), "CAPTURE_FAILED");
}

TEST(TeeSink, GivesBothTheSame) {
  const Frame source = picture(41, 33, Look::kNoise, 7, 8);
  for (const int rows : {1, 5, 33}) {
    FrameSink one, other;
    TeeSink tee(one, other);
    deliver(source, tee, rows);
    const Frame first = one.take();
    EXPECT_EQ(first.pixels, opaque_pixels(source));
    EXPECT_EQ(first.pixels, other.take().pixels);
  }
}

TEST(TeeSink, WantsWhatEitherWants) {
  for (const bool first : {false, true})
    for (const bool second : {false, true}) {
      Curious one(first), other(second);
      TeeSink tee(one, other);
      EXPECT_EQ(tee.wants_alpha(), first || second);
      tee.begin({3, 4, {0, 0, 3, 4}, "root"});
      EXPECT_EQ(one.begun, 1);
      EXPECT_EQ(other.begun, 1);
    }
}

}  // namespace
}  // namespace native
