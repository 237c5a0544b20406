import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { homeOf, serveSettings } from "../src/settings.ts";

test("flags override the environment, which overrides the file, which overrides the default", () => {
  const file = { port: 1, host: "localhost", log_level: "debug" } as const;
  const env = { POLYLOG_PORT: "2", POLYLOG_HOST: "127.0.0.2", POLYLOG_LOG_LEVEL: "info", POLYLOG_TOKEN: "e" };
  const flags = { port: 0, host: "::1", logLevel: "trace", token: "f" };
  expect([
    serveSettings({}, {}, {}),
    serveSettings({}, { POLYLOG_PORT: "" }, file),
    serveSettings({}, env, file),
    serveSettings(flags, env, file),
  ]).toEqual([
    { port: 7717, host: "127.0.0.1", logLevel: "warn", token: undefined },
    { port: 1, host: "localhost", logLevel: "debug", token: undefined },
    { port: 2, host: "127.0.0.2", logLevel: "info", token: "e" },
    { port: 0, host: "::1", logLevel: "trace", token: "f" },
  ]);
});

test("invalid variables and unsupported databases are rejected", () => {
  expect(() => serveSettings({}, { POLYLOG_PORT: "many" }, {})).toThrow("POLYLOG_PORT");
  expect(() => serveSettings({}, { POLYLOG_LOG_LEVEL: "loud" }, {})).toThrow("POLYLOG_LOG_LEVEL");
  expect(() => serveSettings({}, { POLYLOG_DATABASE_URL: "postgres://x" }, {})).toThrow(
    "PostgreSQL is not supported yet. Remove POLYLOG_DATABASE_URL.",
  );
  expect(() => serveSettings({}, {}, { database_url: "postgres://x" })).toThrow(
    "PostgreSQL is not supported yet. Remove database_url from config.json.",
  );
});

test("the home comes from the flag, the variable or the data folder", () => {
  const usual = path.join(os.homedir(), ".local", "share", "polylog");
  expect([
    homeOf({ home: "/a" }, { POLYLOG_HOME: "/b" }),
    homeOf({}, { POLYLOG_HOME: "/b", XDG_DATA_HOME: "/c" }),
    homeOf({}, { XDG_DATA_HOME: "/c" }),
    homeOf({}, { XDG_DATA_HOME: "relative" }),
    homeOf({}, {}),
  ]).toEqual(["/a", "/b", "/c/polylog", usual, usual]);
});
