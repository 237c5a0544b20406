import { expect, test } from "vitest";
import { childEnvironment } from "../../src/process/environment.ts";
import { passwordsIn, redactor, secretsIn } from "../../src/process/redact.ts";

test("a program inherits only the listed variables, and no secrets of the server [S25]", () => {
  const parent = {
    PATH: "/usr/bin",
    HOME: "/home/me",
    LC_ALL: "C.UTF-8",
    XDG_CONFIG_HOME: "/home/me/.config",
    https_proxy: "http://proxy:3128",
    UNSET: undefined,
    POLYLOG_TOKEN: "canary-1",
    POLYLOG_PORT: "4000",
    AWS_SECRET_ACCESS_KEY: "canary-2",
    NODE_OPTIONS: "--inspect",
    DATABASE_URL: "postgres://canary-3",
  };
  expect(
    childEnvironment(parent, { API_KEY: "own", PATH: "/opt/bin", POLYLOG_TOKEN: "canary-4", polylog_x: "5" }),
  ).toEqual({
    PATH: "/opt/bin",
    HOME: "/home/me",
    LC_ALL: "C.UTF-8",
    XDG_CONFIG_HOME: "/home/me/.config",
    https_proxy: "http://proxy:3128",
    API_KEY: "own",
  });
});

test("secrets are detected by name and inside URLs [S25]", () => {
  const own = { OPENAI_API_KEY: "sk-123", GITHUB_TOKEN: "ghp_4x7", MODEL: "sonnet", LOCAL_KEY: "none" };
  expect(secretsIn(own)).toEqual(["sk-123", "ghp_4x7"]);
  expect(
    passwordsIn({ HTTPS_PROXY: "http://me:p%40ss@proxy:3128", HOME: "/home/me", MAIL: "me@here" }),
  ).toEqual(["p%40ss"]);
});

test("secrets are redacted inside JSON and line by line, too; short words stay [S25]", () => {
  const redact = redactor(['with "quotes" inside', "first line\nsecond line", "short", "sk-canary-123"]);
  expect(redact(JSON.stringify({ text: 'key: with "quotes" inside.' }))).toBe('{"text":"key: [redacted]."}');
  expect(redact("… second line …")).toBe("… [redacted] …");
  expect(redact("a short text, sk-canary-123 and sk-canary-123")).toBe(
    "a short text, [redacted] and [redacted]",
  );
});
