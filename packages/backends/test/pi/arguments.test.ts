import { expect, test } from "vitest";
import { invalidSettings, programArguments, programEnvironment } from "../../src/pi/arguments.ts";

const settings = { backend: "pi", model: "p/m", instructions: "Be brief.", args: ["--thinking", "high"] };

function given(version: string | null, resume?: string, trusted = false): string[] {
  return programArguments(settings, { version, resume, trusted }).map((argument) =>
    argument.endsWith("/extension/guard.ts") ? "GUARD" : argument,
  );
}

test("[PI12] Pi starts with our extension, trusts the folders that a person trusts, and resumes its session", () => {
  const ours = ["--mode", "rpc", "--extension", "GUARD"];
  const theirs = ["--model", "p/m", "--append-system-prompt", "Be brief.", "--thinking", "high"];
  expect([given("0.87.1"), given(null, "id", true), given("0.73.1", "id")]).toEqual([
    [...ours, "--no-approve", ...theirs],
    [...ours, "--approve", "--session-id", "id", ...theirs],
    [...ours, "--session", "id", ...theirs],
  ]);
});

test("[PI12] Pi receives its own settings and keys, and no other secrets", () => {
  const server = {
    ...{
      PI_OFFLINE: "1",
      OPENAI_API_KEY: "key",
      AWS_REGION: "here",
      POLYLOG_TOKEN: "ours",
      OTHER_API_KEY: "secret",
    },
    GITHUB_TOKEN: "secret",
  };
  expect(programEnvironment({ backend: "pi", env: { OPENAI_API_KEY: "own" } }, server)).toEqual({
    ...{ PI_OFFLINE: "1", OPENAI_API_KEY: "own", AWS_REGION: "here", PI_SKIP_VERSION_CHECK: "1" },
  });
});

test("[PI12] settings that Pi does not support are rejected by name", () => {
  expect([
    invalidSettings(settings),
    invalidSettings({ backend: "pi", options: { mcp_servers: {} } }),
    invalidSettings({ backend: "pi", baseUrl: "http://127.0.0.1:1" }),
    invalidSettings({ backend: "pi", apiKey: "key" }),
  ]).toEqual([
    null,
    "options.mcp_servers is unknown. Pass Pi's own options in args.",
    "Pi does not use base_url. Add the address to Pi's models.json and select its model.",
    "Pi does not use api_key or api_key_env. Set the key in the agent's env, as the variable that Pi reads.",
  ]);
});
