#pragma once

namespace native {

// Which windows are excluded from every picture and list.
struct WindowRules {};

}  // namespace native
