-- The host's `http` in memory.
local M = {}

-- world.answers[n] answers request n, the last one every later request too: {status, body, type, document} or an
-- error to raise. What was asked is in world.asked_http: {method, url, options}.
function M.new(world)
  world.asked_http, world.answers = {}, world.answers or {}
  local known = { headers = true, json = true, timeout = true, limit = true, retry = true, read_timeout = true,
    redirect = true }
  local http = {}
  function http.request(method, url, options)
    world.options(options, known)
    world.asked_http[#world.asked_http + 1] = { method = method, url = url, options = options }
    local answer = world.answers[math.min(#world.asked_http, #world.answers)]
    if answer.code then error(answer, 0) end
    return {
      status = answer.status or 200, headers = { ["content-type"] = answer.type or "application/json",
        ["retry-after"] = answer.wait }, body = answer.body or "", json = answer.document,
    }
  end
  function http.get(url, options) return http.request("GET", url, options) end
  function http.post(url, options) return http.request("POST", url, options) end
  function http.open(url, options) return http.request("GET", url, options) end
  return http
end

return M
