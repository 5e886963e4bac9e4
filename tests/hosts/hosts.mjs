// How each host is started against a model of ours: `files` of its home, `command`, `environment`. Given: home, the
// server's command line, the model's address, the prompt. `starts`: how often it starts the server when all is well.
import { join } from "node:path";

const modules = join(import.meta.dirname, "node_modules");
const at = (path) => join(modules, path);
const node = process.execPath;

const servers = ([command, ...args], more = {}) => JSON.stringify({ mcpServers: { peekaboo: { command, args, ...more } } });

const claude_code = (program) => ({ home, server, url, prompt }) => ({
  files: { "mcp.json": servers(server) },
  command: [at(program), "-p", prompt, "--mcp-config", join(home, "mcp.json"), "--strict-mcp-config", "--allowedTools",
    "mcp__peekaboo__image,mcp__peekaboo__list,mcp__peekaboo__steps", "--model", "claude-sonnet-4-5"],
  environment: { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: "none", CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1", DISABLE_AUTOUPDATER: "1" },
});

export const hosts = {
  "claude-code": claude_code("@anthropic-ai/claude-code-linux-x64/claude"),
  "claude-code-2.1.119": claude_code("claude-code-2.1.119/node_modules/@anthropic-ai/claude-code-linux-x64/claude"),

  codex: ({ server, url, prompt }) => ({
    files: { ".codex/config.toml": `
model = "gpt-5.2-codex"
model_provider = "ours"
check_for_update_on_startup = false
[model_providers.ours]
name = "ours"
base_url = "${url}/v1"
env_key = "KEY"
wire_api = "responses"
[mcp_servers.peekaboo]
command = ${JSON.stringify(server[0])}
args = ${JSON.stringify(server.slice(1))}
` },
    command: [at("@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex"), "exec", "--skip-git-repo-check",
      "--dangerously-bypass-approvals-and-sandbox", prompt],
    environment: { KEY: "none" },
  }),

  opencode: ({ server, url, prompt }) => ({
    files: { ".config/opencode/opencode.json": JSON.stringify({
      model: "ours/m", small_model: "ours/m", autoupdate: false, share: "disabled", permission: "allow",
      provider: { ours: { npm: "@ai-sdk/openai-compatible", name: "ours", options: { baseURL: `${url}/v1`, apiKey: "none" },
        models: { m: { name: "m", attachment: true, tool_call: true, modalities: { input: ["text", "image"], output: ["text"] },
          limit: { context: 200000, output: 8000 } } } } },
      mcp: { peekaboo: { type: "local", command: server, enabled: true } },
    }) },
    command: [at("opencode-linux-x64/bin/opencode"), "run", prompt],
    environment: { OPENCODE_DISABLE_AUTOUPDATE: "1", OPENCODE_DISABLE_MODELS_FETCH: "1" },
  }),

  gemini: ({ server, url, prompt }) => ({
    files: { ".gemini/settings.json": JSON.stringify({
      ...JSON.parse(servers(server)), security: { auth: { selectedType: "gemini-api-key" }, folderTrust: { enabled: false } },
      privacy: { usageStatisticsEnabled: false }, telemetry: { enabled: false }, general: { enableAutoUpdate: false },
    }) },
    command: [node, at("@google/gemini-cli/bundle/gemini.js"), "--yolo", "--skip-trust", "-m", "gemini-2.5-pro", "-p", prompt],
    environment: { GEMINI_API_KEY: "none", GOOGLE_GEMINI_BASE_URL: url },
  }),

  qwen: ({ server, url, prompt }) => ({
    files: { ".qwen/settings.json": JSON.stringify({
      ...JSON.parse(servers(server)), security: { auth: { selectedType: "openai" } },
      privacy: { usageStatisticsEnabled: false }, general: { enableAutoUpdate: false },
    }) },
    command: [node, at("@qwen-code/qwen-code/cli-entry.js"), "--yolo", "-p", prompt],
    environment: { OPENAI_API_KEY: "none", OPENAI_BASE_URL: `${url}/v1`, OPENAI_MODEL: "qwen3-vl-plus" },
  }),

  pi: ({ server, url, prompt }) => ({
    starts: 2, // once to learn the tools
    files: {
      ".pi/agent/models.json": JSON.stringify({ providers: { ours: { baseUrl: `${url}/v1`, api: "openai-completions", apiKey: "none",
        models: [{ id: "m", name: "m", reasoning: false, input: ["text", "image"], contextWindow: 200000, maxTokens: 8000,
          cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 } }] } } }),
      ".pi/agent/mcp.json": servers(server, { lifecycle: "eager", directTools: true }),
    },
    command: [node, at("@earendil-works/pi-coding-agent/dist/bundle/cli.js"), "-e", at("pi-mcp-adapter/index.ts"),
      "--provider", "ours", "--model", "m", "-p", prompt],
    environment: { PI_OFFLINE: "1", PI_SKIP_VERSION_CHECK: "1" },
  }),
};
