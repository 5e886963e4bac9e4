#pragma once

#include <deque>

#include "native/desktop/events/window_ledger.hpp"
#include "native/fake/fake_desktop.hpp"

namespace native {

// Reports the events of a desktop in memory, as the seam promises.
class FakeEvents : public Events {
 public:
  explicit FakeEvents(FakeDesktop& desktop) : desktop_(desktop) {}

  void want(Wanted wanted, std::uint64_t number) override;
  std::vector<Event> next(std::size_t room, Deadline deadline) override;
  void wake() override;
  void stop() override;

 private:
  void adopt();
  void look(std::size_t room);
  void look_at_windows(std::size_t room, std::vector<Event>& out);
  void look_at_paint(std::vector<Event>& out);
  void look_at_selections(std::vector<Event>& out);
  void tell(Event::Kind kind, std::optional<Error> error);

  FakeDesktop& desktop_;  // its mutex guards everything here
  Wanted wanted_;
  std::uint64_t number_ = 0;
  std::uint64_t applied_ = 0;
  std::uint64_t failed_ = 0;
  bool woken_ = false;
  bool stopped_ = false;
  bool lost_ = false;
  Wanted current_;
  WindowLedger ledger_;
  std::vector<Display> displays_;
  std::size_t painted_ = 0;
  std::size_t pressed_ = 0;
  std::size_t copied_ = 0;
  std::deque<Event> told_;
};

}  // namespace native
