#pragma once

#include <functional>
#include <vector>

#include "native/desktop/desktop.hpp"
#include "native/gate/excluded_windows.hpp"

namespace native {

// Fills excluded windows with one colour in each strip before the real sink gets it.
class FillingSink : public StripSink, private Exclusion {
 public:
  // `applications` finds out names of programs; `recent` are more areas of the screen, to be filled
  // in pictures whose pixels may be older than the places of windows. `denied_when_locked`: refuse
  // a picture while a screen locker's window is shown. All must outlive this object.
  FillingSink(StripSink& sink, std::vector<WindowRulesRef> rules, unsigned bit, ProgramNames& names,
              Applications& applications, std::vector<Rect> recent, bool denied_when_locked);

  bool wants_alpha() const override { return sink_.wants_alpha(); }
  Exclusion* exclusion() override;
  void begin(const FrameInfo& info) override;
  void strip(int y, int rows, std::uint8_t* pixels, std::size_t stride) override;
  // Returns how many excluded windows are filled in the picture.
  int excluded_windows() const { return excluded_windows_; }

 private:
  bool needs_titles() const override;
  void mark(std::vector<Window>& windows) override;
  [[noreturn]] void refuse(std::uint64_t window) override;

  StripSink& sink_;
  const std::vector<WindowRulesRef> rules_;
  const unsigned bit_;
  ProgramNames& names_;
  Applications& applications_;
  const std::vector<Rect> recent_;
  const bool denied_when_locked_;
  std::vector<Rect> filled_;  // in pixels of the picture
  int excluded_windows_ = 0;
};

}  // namespace native
