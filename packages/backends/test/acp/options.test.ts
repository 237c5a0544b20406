import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { AgentSettings } from "@polylog/core";
import { describe, expect, test } from "vitest";
import { acpManifest } from "../../src/acp/manifest.ts";
import { commandLine, mcpServers, programEnvironment, readOptions } from "../../src/acp/options.ts";
import { presets, versionNotice } from "../../src/acp/presets.ts";
import { thisMachine } from "../../src/detect/machine.ts";
import { temporaryFolder } from "../node-program.ts";

const settings = (more: Partial<AgentSettings>): AgentSettings => ({ backend: "acp", ...more });

describe("detection", () => {
  test("[AC14] an installed agent is found; a missing one is listed with its install command", async () => {
    const folder = temporaryFolder();
    const command = path.join(folder, "qwen");
    writeFileSync(command, "#!/bin/sh\necho 0.24.4\n");
    chmodSync(command, 0o755);
    const found = await acpManifest.detect(thisMachine({ PATH: folder, HOME: folder }));
    expect(found.filter(({ id }) => id === "qwen" || id === "gemini")).toEqual([
      {
        id: "gemini",
        settings: { backend: "acp", options: { preset: "gemini" } },
        state: "missing",
        reason: "gemini was not found. Install it with: npm install -g @google/gemini-cli",
      },
      {
        id: "qwen",
        settings: { backend: "acp", options: { preset: "qwen" }, command },
        state: "logged_out",
        reason: "Not logged in. Run `qwen` and enter /auth, or: export OPENAI_API_KEY=…",
        version: "0.24.4",
      },
    ]);
  });

  test.each([
    ["available", "echo 0.24.4", { OPENAI_API_KEY: "key" }, null],
    ["available", "echo 0.24.4", {}, "oauth_creds.json"],
    ["logged_out", "echo 0.24.4", {}, null],
    ["broken", "echo no such module >&2; exit 1", { OPENAI_API_KEY: "key" }, null],
  ])(
    "[AC31] a program is %s if its version command is `%s`, with %j and %s",
    async (state, script, env, login) => {
      const folder = temporaryFolder();
      writeFileSync(path.join(folder, "qwen"), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
      mkdirSync(path.join(folder, ".qwen"));
      if (login !== null) writeFileSync(path.join(folder, ".qwen", login), "{}");
      const found = await acpManifest.detect(thisMachine({ PATH: folder, HOME: folder, ...env }));
      expect(found.find(({ id }) => id === "qwen")).toMatchObject({
        state,
        ...(state === "broken"
          ? {
              reason: `${folder}/qwen does not run: no such module. Reinstall it with: npm install -g @qwen-code/qwen-code`,
            }
          : { version: "0.24.4" }),
      });
    },
  );

  test("[AC14] only widely used agents are listed when they are missing", async () => {
    const found = await acpManifest.detect(thisMachine({ PATH: "/nowhere", HOME: "/nowhere" }));
    expect(found.map(({ id }) => id)).toEqual([
      ...["gemini", "opencode", "qwen", "goose", "kimi", "copilot", "cursor"],
    ]);
  });

  test("[AC14] agents have unique IDs and programs", () => {
    for (const key of ["id", "command"] as const) {
      expect(new Set(presets.map((preset) => preset[key])).size).toBe(presets.length);
    }
  });

  test("[AC14] an untested version is reported", () => {
    const opencode = presets.find(({ id }) => id === "opencode") as (typeof presets)[number];
    expect([versionNotice(opencode, "1.18.33"), versionNotice(opencode, "2.0.0")]).toEqual([
      null,
      "OpenCode 2.0.0 is not among the versions Polylog is tested with (1.18); most should work.",
    ]);
  });
});

describe("settings", () => {
  test.each<[string, Partial<AgentSettings>]>([
    ["command: missing. Set it to the agent's program, or set options.preset to a known agent.", {}],
    [
      "api_key is not part of ACP. Set the agent's own variable in env instead.",
      { command: "x", apiKey: "k" },
    ],
    [
      "base_url is not part of ACP. Set the agent's own variable in env instead.",
      { command: "x", baseUrl: "u" },
    ],
    [
      "instructions are not part of ACP. Put them in a file that the agent reads, such as AGENTS.md.",
      { command: "x", instructions: "Be kind." },
    ],
    [
      "options.fs: Invalid input: expected boolean, received string",
      { command: "x", options: { fs: "yes" } },
    ],
    ['options.: Unrecognized key: "colour"', { command: "x", options: { colour: "red" } }],
    [
      "options.mcp_servers.polylog: this name is reserved for Polylog's own tools.",
      { command: "x", options: { mcp_servers: { polylog: { command: "y" } } } },
    ],
  ])("[AC14] invalid settings are rejected: %s", (message, given) => {
    expect(readOptions(settings(given))).toEqual({ ok: false, message });
  });

  test("[AC14] a known agent is recognized by ID or program, and its settings take precedence over the preset", () => {
    const lineOf = (given: Partial<AgentSettings>) => {
      const read = readOptions(settings(given));
      return read.ok ? commandLine(settings(given), read.preset) : read;
    };
    expect([
      lineOf({ options: { preset: "opencode" } }),
      lineOf({ command: "/usr/bin/opencode" }),
      lineOf({ command: "/usr/bin/opencode", args: ["acp", "--port", "0"] }),
      lineOf({ command: "mine", args: ["--acp"] }),
    ]).toEqual([
      { command: "opencode", args: ["acp"] },
      { command: "/usr/bin/opencode", args: ["acp"] },
      { command: "/usr/bin/opencode", args: ["acp", "--port", "0"] },
      { command: "mine", args: ["--acp"] },
    ]);
  });

  test("[AC14] an agent receives only its own variables of the server's environment", () => {
    const server = { GEMINI_API_KEY: "g", OPENAI_API_KEY: "o", POLYLOG_TOKEN: "p", PATH: "/bin" };
    const gemini = presets.find(({ id }) => id === "gemini") ?? null;
    expect(programEnvironment(settings({ env: { X: "1" } }), gemini, server)).toEqual({
      ...{
        GEMINI_API_KEY: "g",
        NO_COLOR: "1",
        GEMINI_CLI_NO_RELAUNCH: "true",
        GEMINI_PTY_INFO: "child_process",
        X: "1",
      },
    });
    expect(programEnvironment(settings({ command: "mine" }), null, server)).toEqual({ NO_COLOR: "1" });
  });
});

describe("MCP", () => {
  const options = {
    mcp_servers: {
      files: { command: "files", args: ["--root", "."], env: { KEY: "k" } },
      docs: { url: "http://docs.example/mcp", headers: { a: "b" } },
      old: { type: "sse", url: "http://old.example/sse" },
    },
  };
  const own = { url: "http://127.0.0.1:7717/mcp", headers: { authorization: "Bearer t" } };
  const files = {
    name: "files",
    command: "files",
    args: ["--root", "."],
    env: [{ name: "KEY", value: "k" }],
  };

  test("[AC15] MCP servers are passed on in the protocol's format, including Polylog's own tools", () => {
    expect(mcpServers(options, { http: true }, own)).toEqual({
      servers: [
        files,
        { type: "http", name: "docs", url: "http://docs.example/mcp", headers: [{ name: "a", value: "b" }] },
        {
          ...{ type: "http", name: "polylog", url: own.url },
          headers: [{ name: "authorization", value: "Bearer t" }],
        },
      ],
      unreachable: ["old"],
    });
  });

  test("[AC15] an agent without support for URLs receives only programs", () => {
    expect(mcpServers(options, {}, own)).toEqual({ servers: [files], unreachable: ["docs", "old"] });
  });
});

test("[AC14] the protocol's library is not loaded before an agent starts", () => {
  const registry = new URL("../../src/registry.ts", import.meta.url).href;
  const script = `
    import { registerHooks } from "node:module";
    const seen = [];
    registerHooks({ resolve: (name, context, next) => { seen.push(name); return next(name, context); } });
    await import(${JSON.stringify(registry)});
    console.log(JSON.stringify(seen.filter((name) => name.startsWith("@agentclientprotocol"))));
  `;
  const said = execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
  expect(JSON.parse(said)).toEqual([]);
});
