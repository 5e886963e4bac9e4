#include "native/desktop/desktop.hpp"
#include "native/x11/x11_desktop.hpp"

// The choice of a backend: the only file of native/ that knows more than the seam and one of them.
namespace native {

std::unique_ptr<Desktop> open_desktop() { return open_x11(); }

}  // namespace native
