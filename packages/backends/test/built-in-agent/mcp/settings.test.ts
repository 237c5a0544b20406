import { expect, test } from "vitest";
import { mcpServers } from "../../../src/built-in-agent/mcp/settings.ts";

test("[MC16] a server is a program or an address", () => {
  const servers = {
    files: {
      command: "mcp-files",
      args: ["--root", "."],
      env: { A: "1" },
      cwd: "sub",
      start_timeout_ms: 9,
      timeout_ms: 5,
      tools: ["a"],
    },
    net: { url: "https://example.com/mcp", headers: { "x-key": "k" }, disabled: true },
  };
  expect(mcpServers.parse(servers)).toEqual(servers);
});

test.each([
  ["both", { command: "a", url: "http://a" }],
  ["neither", {}],
  ["an address of another kind", { url: "file:///etc/passwd" }],
  ["an unknown field", { command: "a", comand: "b" }],
  ["a timeout of zero", { command: "a", timeout_ms: 0 }],
])("[MC16] %s is refused", (_, settings) => {
  expect(mcpServers.safeParse({ server: settings }).success).toBe(false);
});
