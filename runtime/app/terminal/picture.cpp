#include "runtime/app/terminal/picture.hpp"

#include <chafa.h>
#include <sys/ioctl.h>

#include <algorithm>

namespace runtime {

namespace {

struct Cells {
  int columns = 80;
  int rows = 24;
  int cell_width = 8;
  int cell_height = 16;
};

Cells terminal_cells(int most_rows) {
  Cells cells;
  winsize size{};
  if (ioctl(1, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    cells.columns = size.ws_col;
    cells.rows = std::max(2, size.ws_row - 1);
  }
  if (size.ws_xpixel > 0 && size.ws_col > 0) cells.cell_width = size.ws_xpixel / size.ws_col;
  if (size.ws_ypixel > 0 && size.ws_row > 0) cells.cell_height = size.ws_ypixel / size.ws_row;
  if (most_rows > 0) cells.rows = std::min(cells.rows, most_rows);
  return cells;
}

// Unreferences a chafa object when the scope ends.
template <class T, void (*unref)(T*)>
struct Held {
  explicit Held(T* made) : object(made) {}
  ~Held() { unref(object); }
  Held(const Held&) = delete;
  Held& operator=(const Held&) = delete;
  T* object;
};

std::string draw(const native::Frame& frame, const PictureLimits& limits) {
  const Cells cells = terminal_cells(limits.rows);
  gint columns = cells.columns;
  gint rows = cells.rows;
  chafa_calc_canvas_geometry(
      frame.width, frame.height, &columns, &rows,
      static_cast<gfloat>(cells.cell_width) / static_cast<gfloat>(cells.cell_height), FALSE, FALSE);
  gchar** environment = g_get_environ();
  const Held<ChafaTermInfo, chafa_term_info_unref> terminal(
      chafa_term_db_detect(chafa_term_db_get_default(), environment));
  g_strfreev(environment);
  const auto can = [&](ChafaTermSeq sequence) {
    return chafa_term_info_have_seq(terminal.object, sequence);
  };
  const Held<ChafaCanvasConfig, chafa_canvas_config_unref> config(chafa_canvas_config_new());
  const Held<ChafaSymbolMap, chafa_symbol_map_unref> symbols(chafa_symbol_map_new());
  chafa_symbol_map_add_by_tags(
      symbols.object,
      static_cast<ChafaSymbolTags>(CHAFA_SYMBOL_TAG_BLOCK | CHAFA_SYMBOL_TAG_SPACE));
  chafa_canvas_config_set_symbol_map(config.object, symbols.object);
  chafa_canvas_config_set_geometry(config.object, columns, rows);
  chafa_canvas_config_set_cell_geometry(config.object, cells.cell_width, cells.cell_height);
  ChafaCanvasMode mode = CHAFA_CANVAS_MODE_INDEXED_256;
  if (can(CHAFA_TERM_SEQ_SET_COLOR_FGBG_DIRECT)) mode = CHAFA_CANVAS_MODE_TRUECOLOR;
  if (!limits.colour) mode = CHAFA_CANVAS_MODE_FGBG;
  chafa_canvas_config_set_canvas_mode(config.object, mode);
  if (can(CHAFA_TERM_SEQ_BEGIN_KITTY_IMMEDIATE_IMAGE_V1))
    chafa_canvas_config_set_pixel_mode(config.object, CHAFA_PIXEL_MODE_KITTY);
  else if (can(CHAFA_TERM_SEQ_BEGIN_SIXELS))
    chafa_canvas_config_set_pixel_mode(config.object, CHAFA_PIXEL_MODE_SIXELS);
  const Held<ChafaCanvas, chafa_canvas_unref> canvas(chafa_canvas_new(config.object));
  // The frame's fourth byte is always 255, so it can serve as alpha.
  chafa_canvas_draw_all_pixels(canvas.object, CHAFA_PIXEL_BGRA8_UNASSOCIATED, frame.pixels.data(),
                               frame.width, frame.height, static_cast<gint>(frame.stride));
  GString* text = chafa_canvas_print(canvas.object, terminal.object);
  std::string result(text->str, text->len);
  g_string_free(text, TRUE);
  return result + "\n";
}

}  // namespace

}  // namespace runtime

extern "C" __attribute__((visibility("default"))) void peekaboo_draw_picture(
    const native::Frame* frame, const runtime::PictureLimits* limits, std::string* text) {
  *text = runtime::draw(*frame, *limits);
}
