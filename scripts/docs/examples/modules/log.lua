return {
  debug = [[
log.debug("looked at the windows", { count = #window.list() })]],
  info = [[
log.info "the nightly run begins"]],
  warn = [[
log.warn("no such window, trying the next", { title = "Build" })]],
  error = [[
log.error("the upload failed", { url = "http://127.0.0.1/", status = 500 })]],
  status = [[
local status = log.status()
print(status.file, status.writable, status.problem)]],
}
