#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <thread>

#include "runtime/core/log/log.hpp"
#include "tests/unit/runtime/lua/script_host.hpp"
#include "tests/unit/runtime/lua/soak_scripts.hpp"

namespace runtime {
namespace {

namespace paths = std::filesystem;

#if defined(__SANITIZE_THREAD__)
constexpr int kCalls = 5'000;
constexpr bool kSanitized = true;
#elif defined(__SANITIZE_ADDRESS__)
constexpr int kCalls = 25'000;
constexpr bool kSanitized = true;
#else
constexpr int kCalls = 25'000;
constexpr bool kSanitized = false;
#endif
constexpr unsigned kRounds = 4;  // of so many calls, each with a seed of its own
constexpr int kAtOnce = 500;
constexpr int kProcessEvery = 500;  // one call in so many starts a process

std::size_t descriptors() {
  return static_cast<std::size_t>(
      std::distance(paths::directory_iterator("/proc/self/fd"), paths::directory_iterator()));
}

// Jobs whose callers were cancelled may still hold some: gives them time. The log is open when the
// loop was slow. There may be fewer in the end: those of the case before, which closed late.
std::size_t descriptors_at_rest(std::size_t expected) {
  log::flush();
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  std::size_t now = descriptors();
  for (; now > expected && std::chrono::steady_clock::now() < end; now = descriptors())
    std::this_thread::yield();
  return now;
}

double resident_megabytes() {
  std::ifstream statm("/proc/self/statm");
  double size = 0, resident = 0;
  statm >> size >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE)) / (1 << 20);
}

unsigned seed() {
  const char* wanted = std::getenv("PEEKABOO_SOAK_SEED");
  return wanted ? static_cast<unsigned>(std::strtoul(wanted, nullptr, 10)) : 20260101;
}

struct Figures {
  int calls = 0;
  int returned = 0;
  int cancelled = 0;
  int failed = 0;
};

class Soak : public testing::TestWithParam<unsigned> {
 protected:
  void SetUp() override {
    std::string pattern = (paths::temp_directory_path() / "peekaboo-soak-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    directory_ = pattern;
    log::Settings settings;
    settings.file = directory_ + "/soak.log";
    log::configure(settings);
    log::info("opened before descriptors are counted");
    log::flush();  // the writer's thread opens it
  }
  void TearDown() override {
    log::flush();
    paths::remove_all(directory_);
  }

  unsigned any() { return static_cast<unsigned>(random_()); }

  // One script call, cancelled after a random time: at once, within some milliseconds, or never.
  Task<void> one_call(std::shared_ptr<Callback> function, int kind) {
    const Context context = co_await current_context();
    Cancel scope(context.cancel);
    Alarm alarm;
    const unsigned luck = any() % 10;
    if (luck == 0) scope.fire();
    if (luck > 0 && luck < 7) {
      const double moment = static_cast<double>(any() % 5) / 1000;
      alarm.set(*context.loop, moment, [&scope] { scope.fire(); });
    }
    std::vector<Value> arguments;
    arguments.emplace_back(kind);
    Task<Results> call = host_->state->call(function, std::move(arguments));
    ++figures_.calls;
    try {
      co_await std::move(call).under(scope);
      ++figures_.returned;
    } catch (const Cancelled&) {
      EXPECT_TRUE(scope.fired());
      ++figures_.cancelled;
    } catch (const Error& error) {
      EXPECT_TRUE(error.code == "SOAKED" || error.code == "TIMEOUT" ||
                  error.code == "SCRIPT_ERROR" || error.code == "CANCELLED")
          << error.code << ": " << error.message;
      EXPECT_EQ(error.message.find("cannot wait here"), std::string::npos) << error.message;
      ++figures_.failed;
    }
  }

  Task<void> many_calls(int calls) {
    const Context context = co_await current_context();
    const auto plain = co_await host_->state->function("soak", "run");
    const auto spawning = co_await host_->state->function("soak", "run_process");
    const auto count = co_await host_->state->function("soak", "count");
    std::vector<Value> nothing;
    const Results kinds = co_await host_->state->call(count, std::move(nothing));
    const auto plain_kinds = static_cast<unsigned>(*kinds.values[0].as<std::int64_t>());
    const auto process_kinds = static_cast<unsigned>(*kinds.values[1].as<std::int64_t>());
    for (int done = 0; done < calls; done += kAtOnce) {
      Nursery nursery(context);
      for (int i = 0; i < kAtOnce; ++i) {
        const bool starts_process = processes_ && (done + i) % kProcessEvery == 0;
        const unsigned kind = any() % (starts_process ? process_kinds : plain_kinds) + 1;
        nursery.start(one_call(starts_process ? spawning : plain, static_cast<int>(kind)));
      }
      co_await nursery.join();
    }
  }

  void soak(int calls) { runtime::run(host_->loop, many_calls(calls)); }

  // What was opened and closed by the scripts, after a full collection.
  std::vector<Value> guards() { return host_->run("return require('soak').guards()"); }

  void prepare(unsigned start) {
    random_.seed(start);
    host_ = std::make_unique<ScriptHost>(ScriptHost::Scripts{
        {"soak", kSoakScript}, {"boot.prelude", ScriptHost::real_script("boot/prelude.lua")}});
    host_->run("require('soak').prepare('" + directory_ + "', " + std::to_string(start) + ")");
  }

  std::unique_ptr<ScriptHost> host_;
  std::string directory_;
  std::mt19937 random_;
  Figures figures_;
  bool processes_ = true;
};

TEST_P(Soak, CallsCancelledAtRandomMomentsLeaveNothingBehind) {
  ScriptHost().run(
      "require('process').run {'true'}");  // libuv keeps a pipe for signals from the first child on
  const std::size_t before = descriptors();
  prepare(seed() + GetParam());
  host_->run("require('process').run {'true'} require('fs').stat '/'");
  const std::size_t warm_descriptors = descriptors();
  soak(kCalls / 5);
  guards();
  const std::size_t warm_memory = host_->state->memory();
  const double warm_resident = resident_megabytes();

  soak(kCalls - kCalls / 5);
  const std::vector<Value> counts = guards();
  EXPECT_EQ(counts[0], counts[1]) << "guards opened and closed";
  EXPECT_GT(*counts[0].as<std::int64_t>(), kCalls / 2);
  EXPECT_LE(descriptors_at_rest(warm_descriptors), warm_descriptors);
  EXPECT_LT(host_->state->memory(), warm_memory + (64 << 10));
  if (!kSanitized) {  // a quarantine only grows
    EXPECT_LT(resident_megabytes(), warm_resident + 16);
  }
  EXPECT_GE(figures_.calls, kCalls);
  EXPECT_GT(figures_.returned, kCalls / 20);
  EXPECT_GT(figures_.cancelled, kCalls / 20);
  EXPECT_GT(figures_.failed, kCalls / 20);
  std::printf(
      "soak: %d calls, %d returned, %d cancelled, %d failed; Lua %zu KiB, resident %.0f MB, "
      "slowest run %.1f ms\n",
      figures_.calls, figures_.returned, figures_.cancelled, figures_.failed,
      host_->state->memory() >> 10, resident_megabytes(), host_->loop.slowest_run() * 1e3);
  host_.reset();
  EXPECT_LE(descriptors_at_rest(before), before);
}

INSTANTIATE_TEST_SUITE_P(Rounds, Soak, testing::Range(0u, kRounds));

#if !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)  // they slow everything down
class SoakSpeed : public Soak {};
INSTANTIATE_TEST_SUITE_P(Once, SoakSpeed, testing::Values(0u));

// Without processes: starting one waits until the child runs its program, however busy the machine
// is. A virtual machine that is held up counts that as its own processor time, so the same calls
// are made again: a run that is too long by itself is so each time.
TEST_P(SoakSpeed, NothingOnTheLoopTakesTwentyMilliseconds) {
  constexpr int kTries = 3;
  constexpr double kLongestRun = 0.02, kLongestWait = 0.5;
  processes_ = false;
  double run = kLongestRun, wait = kLongestWait;
  for (int i = 0; i < kTries && (run >= kLongestRun || wait >= kLongestWait); ++i) {
    prepare(seed());
    host_->loop.watch_closely();
    soak(kCalls);
    run = host_->loop.slowest_run();
    wait = host_->loop.longest_wait();
  }
  EXPECT_LT(run, kLongestRun);
  EXPECT_LT(wait, kLongestWait);
}
#endif

}  // namespace
}  // namespace runtime
