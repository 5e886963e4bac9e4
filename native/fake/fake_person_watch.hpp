#pragma once

#include "native/fake/fake_desktop.hpp"

namespace native {

// Sees what act_as_person() does after this was made.
class FakePersonWatch : public PersonWatch {
 public:
  explicit FakePersonWatch(FakeDesktop& desktop);

  Seen next(Deadline deadline) override;
  void stop() override;

 private:
  FakeDesktop& desktop_;  // its mutex guards everything here
  std::size_t seen_;
  bool stopped_ = false;
};

}  // namespace native
