#pragma once

#include <memory>
#include <string>

#include "native/desktop/elements.hpp"

namespace contract {

// The surroundings in which elements are tested: a program with the window "Order Form", in which
// are the buttons "Save", "Same" and "Same", "Off", which is disabled, and "Ask", which opens a
// dialog; a text "Ada", a password field with "secret", a spin button for 0 to 10 with 2; a list
// with "Red", which is selected, "Green" and "Blue", of which several may be.
class ElementsWorld {
 public:
  virtual ~ElementsWorld() = default;
  virtual native::Elements& elements() = 0;
  virtual native::ElementScope scope() = 0;
  // Returns where the program says that a button is.
  virtual native::Rect place_of(const std::string& button) = 0;
  // Changes the name of a button; returns once it has taken effect.
  virtual void rename(const std::string& button, const std::string& name) = 0;
  // Returns what the program knows itself: how often a button was pressed ("presses Save"); "text",
  // "password" and "number" of the fields; "selected", names joined by spaces.
  virtual std::string told(const std::string& what) = 0;
  virtual void stop_program() = 0;
  virtual void continue_program() = 0;
  virtual void end_program() = 0;
  // Returns elements of a session without accessibility.
  virtual std::unique_ptr<native::Elements> absent() = 0;
};

std::unique_ptr<ElementsWorld> make_fake_elements_world();
std::unique_ptr<ElementsWorld> make_atspi_world();

}  // namespace contract
