#include <dlfcn.h>
#include <gtest/gtest.h>
#include <netdb.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <mutex>

#include "runtime/http/http_module.hpp"
#include "tests/unit/runtime/http/raw_server.hpp"
#include "tests/unit/runtime/lua/script_host.hpp"

namespace {

// A resolver that delays its answer for one name until it is released.
constexpr const char* kName = "hangs.invalid";
std::mutex mutex;
std::condition_variable changed;
int waiting = 0;  // guarded, as the next
bool released = false;

void hang() {
  std::unique_lock lock(mutex);
  ++waiting;
  changed.notify_all();
  changed.wait(lock, [] { return released; });
  --waiting;
}
int hanging() {
  const std::lock_guard lock(mutex);
  return waiting;
}
void release() {
  const std::lock_guard lock(mutex);
  released = true;
  changed.notify_all();
}

}  // namespace

// Takes the place of the C library's in this program.
extern "C" int getaddrinfo(const char* host, const char* service, const addrinfo* hints,
                           addrinfo** result) {
  using Resolver = int(const char*, const char*, const addrinfo*, addrinfo**);
  static const auto next = reinterpret_cast<Resolver*>(dlsym(RTLD_NEXT, "getaddrinfo"));
  const bool hangs = host && std::strcmp(host, kName) == 0;
  if (hangs) hang();
  return next(hangs ? "127.0.0.1" : host, service, hints, result);
}

namespace runtime {
namespace {

TEST(HttpLookUp, IsAbandonedWhileItHangs) {
  std::atomic<int> connections = 0;
  http::RawServer server([&](http::RawPeer& peer) {
    ++connections;
    peer.wait_end();
  });
  ScriptHost host;
  host.state->add_module(http_module(host.loop));
  Cancel scope;
  Alarm alarm;
  std::function<void()> look = [&] {
    if (hanging() == 1)
      scope.fire();
    else
      alarm.set(host.loop, 0.001, look);
  };
  alarm.set(host.loop, 0.001, look);
  const std::string url = std::string("http://") + kName + ":" + std::to_string(server.port());
  const std::string get = "require('http').get('" + url + "', {timeout = 600})";
  EXPECT_EQ(host.failure(get, &scope), "cancelled");
  EXPECT_EQ(hanging(), 1) << "the caller has gone on, the look-up has not ended";
  release();
  host.state.reset();  // waits for its threads
  EXPECT_EQ(hanging(), 0);
  EXPECT_EQ(connections, 0) << "nothing is sent that nobody waits for";
}

}  // namespace
}  // namespace runtime
