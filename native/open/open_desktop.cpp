#include "native/desktop/desktop.hpp"
#include "native/x11/x11_desktop.hpp"

// Chooses the backend. The only file of native/ that knows the backends; the rest knows the seam,
// and each backend only itself.
namespace native {

std::unique_ptr<Desktop> open_desktop() { return open_x11(); }

}  // namespace native
