// A model that follows a list of steps instead of thinking. It speaks the four protocols of the hosts on one port of
// 127.0.0.1, and keeps the conversation as the hosts sent it: what is not there, no model would have seen.
import http from "node:http";
import zlib from "node:zlib";

// Each protocol: which tools a request offers ({name, space}), its messages without the system's, the results of our
// calls among them, and an answer that calls a tool or says something.
const openai_tool = (tool) => [{ name: tool.function?.name ?? tool.name }];

const chat = {
  path: /\/chat\/completions$/,
  tools: (body) => (body.tools ?? []).flatMap(openai_tool),
  messages: (body) => body.messages.filter((message) => !["system", "developer"].includes(message.role)),
  results: (messages) => messages.filter((message) => message.role === "tool").map((message) => message.tool_call_id),
  answer(body, act) {
    const tool_calls = act.tool && [{ index: 0, id: act.id, type: "function",
      function: { name: act.tool.name, arguments: JSON.stringify(act.arguments) } }];
    const base = { id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model: body.model };
    const choice = (delta, finish_reason = null) => ({ ...base, choices: [{ index: 0, delta, finish_reason }] });
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    const message = tool_calls ? { role: "assistant", content: null, tool_calls } : { role: "assistant", content: act.say };
    const why = tool_calls ? "tool_calls" : "stop";
    if (!body.stream) return { json: { ...base, object: "chat.completion", choices: [{ index: 0, message, finish_reason: why }], usage } };
    return { events: [choice(message), choice({}, why), { ...base, choices: [], usage }, "[DONE]"] };
  },
};

const responses = {
  path: /\/responses$/,
  tools: (body) => (body.tools ?? []).flatMap((tool) => tool.type === "namespace"
    ? tool.tools.map((inner) => ({ name: inner.name, space: tool.name })) : openai_tool(tool)),
  messages: (body) => body.input.filter((item) => !["system", "developer"].includes(item.role)),
  results: (messages) => messages.filter((item) => item.type === "function_call_output").map((item) => item.call_id),
  answer(body, act) {
    const item = act.tool
      ? { type: "function_call", id: "fc_1", call_id: act.id, name: act.tool.name, arguments: JSON.stringify(act.arguments),
        status: "completed", ...(act.tool.space ? { namespace: act.tool.space } : {}) }
      : { type: "message", id: "msg_1", role: "assistant", status: "completed",
        content: [{ type: "output_text", text: act.say, annotations: [] }] };
    const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
    const response = { id: "resp_1", object: "response", created_at: 1, model: body.model, status: "completed", output: [item], usage };
    if (!body.stream) return { json: response };
    const started = { ...response, status: "in_progress", output: [] };
    const events = [{ type: "response.created", response: started },
      { type: "response.output_item.added", output_index: 0, item: { ...item, status: "in_progress" } },
      { type: "response.output_item.done", output_index: 0, item }, { type: "response.completed", response }];
    return { named: true, events: events.map((event, i) => ({ ...event, sequence_number: i })) };
  },
};

const anthropic = {
  path: /\/messages$/,
  tools: (body) => (body.tools ?? []).map(({ name }) => ({ name })),
  messages: (body) => body.messages,
  results: (messages) => messages.flatMap(({ content }) => Array.isArray(content) ? content : [])
    .filter((block) => block.type === "tool_result").map((block) => block.tool_use_id),
  answer(body, act) {
    const block = act.tool ? { type: "tool_use", id: act.id, name: act.tool.name, input: act.arguments } : { type: "text", text: act.say };
    const stop_reason = act.tool ? "tool_use" : "end_turn";
    const message = { id: "msg_1", type: "message", role: "assistant", model: body.model, content: [block], stop_reason,
      stop_sequence: null, usage: { input_tokens: 1, output_tokens: 1 } };
    if (!body.stream) return { json: message };
    const delta = act.tool ? { type: "input_json_delta", partial_json: JSON.stringify(act.arguments) } : { type: "text_delta", text: act.say };
    const empty = act.tool ? { ...block, input: {} } : { ...block, text: "" };
    return { named: true, events: [{ type: "message_start", message: { ...message, content: [], stop_reason: null } },
      { type: "content_block_start", index: 0, content_block: empty }, { type: "content_block_delta", index: 0, delta },
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 1 } }, { type: "message_stop" }] };
  },
};

const gemini = {
  path: /enerateContent$/,
  tools: (body) => (body.tools ?? []).flatMap((group) => group.functionDeclarations ?? []).map(({ name }) => ({ name })),
  messages: (body) => body.contents,
  results: (messages) => messages.flatMap(({ parts }) => parts ?? []).filter((part) => part.functionResponse)
    .map((part) => part.functionResponse.id),
  answer(body, act, url) {
    const part = act.tool ? { functionCall: { id: act.id, name: act.tool.name, args: act.arguments } } : { text: act.say };
    const json = { candidates: [{ content: { role: "model", parts: [part] }, finishReason: "STOP", index: 0 }],
      usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 }, modelVersion: "fake" };
    return /stream/.test(url) ? { events: [json] } : { json };
  },
};

const protocols = [chat, responses, anthropic, gemini];

function* strings(value, path = "") {
  if (typeof value === "string") yield { text: value, path };
  else if (value && typeof value === "object") for (const [key, part] of Object.entries(value)) yield* strings(part, `${path}.${key}`);
}

// Where a protocol has its pictures. Base64 elsewhere is text.
const picture_slot = /(image_url(\.url)?|source\.data|inlineData\.data)$/;

// The sizes of the PNGs that stand where pictures do, and everything else as one text.
export function seen(messages) {
  const pictures = [], words = [];
  for (const { text, path } of strings(messages)) {
    const data = text.replace(/^data:image\/\w+;base64,/, "");
    const head = Buffer.from(data.slice(0, 40), "base64");
    if (head.length < 24 || head.readUInt32BE(0) !== 0x89504e47) words.push(text);
    else if (picture_slot.test(path)) pictures.push(`${head.readUInt32BE(16)}x${head.readUInt32BE(20)}`);
  }
  return { pictures, text: words.join("\n") };
}

// What to do next: look for hidden tools once, make the next call, or end.
function next(protocol, body, steps) {
  const tools = protocol.tools(body), messages = protocol.messages(body);
  if (tools.length === 0) return { say: "A title" };
  const ids = protocol.results(messages);
  const step = steps[ids.filter((id) => !/^look/.test(id ?? "")).length];
  if (!step) return { say: "Done." };
  const id = `call_${step.tool}_${ids.length}`;
  const ours = tools.find((tool) => /peekaboo/.test((tool.space ?? "") + tool.name) && new RegExp(`(^|_)${step.tool}$`).test(tool.name));
  if (ours) return { tool: ours, arguments: step.arguments, id };
  const search = tools.find((tool) => /^tool_?search$/i.test(tool.name));
  const query = `select:${[...new Set(steps.map((each) => `mcp__peekaboo__${each.tool}`))]}`;
  if (search && !ids.some((each) => /^look/.test(each ?? ""))) return { tool: search, arguments: { query, max_results: 9 }, id: "look_1" };
  const caller = tools.find((tool) => tool.name === "tool_call");
  if (caller) return { tool: caller, arguments: { name: `mcp__peekaboo__${step.tool}`, arguments: step.arguments }, id };
  return { say: `There is no tool ${step.tool}.` };
}

function body_of(request, chunks) {
  const bytes = Buffer.concat(chunks), coding = request.headers["content-encoding"];
  const plain = coding === "gzip" ? zlib.gunzipSync(bytes) : coding === "zstd" ? zlib.zstdDecompressSync(bytes) : bytes;
  return plain.length ? JSON.parse(plain) : {};
}

function send(response, { json, events, named }) {
  response.writeHead(200, { "content-type": json ? "application/json" : "text/event-stream" });
  if (json) return response.end(JSON.stringify(json));
  for (const event of events) {
    if (named) response.write(`event: ${event.type}\n`);
    response.write(`data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`);
  }
  return response.end();
}

// Listens, and makes the calls of `steps` ({tool, arguments}) in whatever conversation offers the tools. `requests` is
// what was said in each: the messages without the system's.
export async function start_model(steps) {
  const requests = [];
  const server = http.createServer((request, response) => {
    const chunks = [], path = request.url.split("?")[0];
    request.on("data", (chunk) => chunks.push(chunk)).on("end", () => {
      const protocol = request.method === "POST" && protocols.find((each) => each.path.test(path));
      if (/ountTokens$/.test(path) || /count_tokens$/.test(path)) return send(response, { json: { totalTokens: 1, input_tokens: 1 } });
      if (!protocol) return response.writeHead(request.method === "HEAD" ? 200 : 404).end("{}");
      const body = body_of(request, chunks);
      requests.push(protocol.messages(body));
      return send(response, protocol.answer(body, next(protocol, body, steps), request.url));
    });
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const close = () => { server.closeAllConnections(); server.close(); };
  return { url: `http://127.0.0.1:${server.address().port}`, requests, close };
}
