import { expect, test } from "vitest";
import { invalidSettings, programArguments, programEnvironment } from "../../src/pi/arguments.ts";

const settings = { backend: "pi", model: "p/m", instructions: "Be brief.", args: ["--thinking", "high"] };

function given(version: string | null, resume?: string, trusted = false): string[] {
  return programArguments(settings, { version, resume, trusted }).map((argument) =>
    argument.endsWith("/extension/guard.ts") ? "GUARD" : argument,
  );
}

test("[PI12] Pi is started with our extension, trusts what a person trusts, and goes on with its session", () => {
  const ours = ["--mode", "rpc", "--extension", "GUARD"];
  const theirs = ["--model", "p/m", "--append-system-prompt", "Be brief.", "--thinking", "high"];
  expect([given("0.87.1"), given(null, "id", true), given("0.73.1", "id")]).toEqual([
    [...ours, "--no-approve", ...theirs],
    [...ours, "--approve", "--session-id", "id", ...theirs],
    [...ours, "--session", "id", ...theirs],
  ]);
});

test("[PI12] Pi gets its own settings and keys, and no other secret", () => {
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

test("[PI12] settings that Pi has no use for are told by name", () => {
  expect([
    invalidSettings(settings),
    invalidSettings({ backend: "pi", options: { mcp_servers: {} } }),
    invalidSettings({ backend: "pi", baseUrl: "http://127.0.0.1:1" }),
    invalidSettings({ backend: "pi", apiKey: "key" }),
  ]).toEqual([
    null,
    "options.mcp_servers is not known; give Pi's own options as args.",
    "base_url is not used; add the address to Pi's models.json and choose its model.",
    "the key is not used; put it into the agent's env by the name that Pi reads.",
  ]);
});
