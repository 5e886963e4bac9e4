#include <gtest/gtest.h>

#include <algorithm>

#include "runtime/lua/bridge/bindings.hpp"
#include "tests/unit/runtime/lua/script_host.hpp"

namespace runtime {
namespace {

// Counts those of its kind that exist at once.
class Counted : public Object {
 public:
  struct Count {
    int now = 0;
    int most = 0;
  };
  Counted(Count& count, std::size_t bytes) : count_(count), bytes_(bytes) {
    count_.most = std::max(count_.most, ++count_.now);
  }
  ~Counted() override { --count_.now; }
  const ObjectType& type() const override {
    static constexpr ObjectType kType{"counted", {}};
    return kType;
  }
  std::size_t memory() const override { return bytes_; }

 private:
  Count& count_;
  std::size_t bytes_;
};

struct Maker {
  Counted::Count count;
  std::size_t bytes;
};

Results make(const Args& args) {
  auto& maker = args.self<Maker>();
  return Value(std::shared_ptr<Object>(std::make_shared<Counted>(maker.count, maker.bytes)));
}

constexpr Function kObjectFunctions[] = {
    {.call = "counted.make", .text = "Makes one.", .results = {{"counted"}}, .work = make}};

// Returns how many objects of `bytes` existed at once while a script made 2,000 and kept none.
int most_of(std::size_t bytes) {
  const auto maker = std::make_shared<Maker>(Maker{{}, bytes});
  ScriptHost host;
  host.state->add_module(Module{.name = "counted", .functions = kObjectFunctions, .self = maker});
  host.run("for i = 1, 2000 do require('counted').make() end");
  return maker->count.most;
}

TEST(Objects, AreCollectedThoughLuaHoldsLittleOfThem) { EXPECT_LT(most_of(0), 300); }

TEST(Objects, AreCollectedTheSoonerTheMoreTheyHold) { EXPECT_LT(most_of(8u << 20), 16); }

}  // namespace
}  // namespace runtime
