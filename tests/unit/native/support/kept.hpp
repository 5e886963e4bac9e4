#pragma once

#include <exception>
#include <memory>
#include <utility>

namespace test {

// A server that the next case of this process goes on using, because starting one takes longer than
// most cases. Server::reset() undoes what a case did to it; when it returns false or throws, the
// next case gets another server.
template <class Server>
class Kept {
 public:
  Kept() : server_(spare() ? std::move(spare()) : std::make_unique<Server>()) {}
  ~Kept() {
    try {
      if (server_->reset()) spare() = std::move(server_);
    } catch (const std::exception&) {  // it does not answer
    }
  }
  Kept(const Kept&) = delete;
  Kept& operator=(const Kept&) = delete;

  Server* operator->() const { return server_.get(); }
  Server& operator*() const { return *server_; }

 private:
  static std::unique_ptr<Server>& spare() {
    static std::unique_ptr<Server> spare;
    return spare;
  }

  std::unique_ptr<Server> server_;
};

}  // namespace test
