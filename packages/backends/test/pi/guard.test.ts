import { mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import guard, { isReadOnly } from "../../src/pi/extension/guard.ts";
import { temporaryFolder } from "../node-program.ts";

test("[PI10] only reading inside the project needs no permission, whatever the path's spelling or links", () => {
  const project = path.join(temporaryFolder(), "project");
  mkdirSync(path.join(project, "src"), { recursive: true });
  symlinkSync("/etc", path.join(project, "link"));
  const inside = [".", "src", "src/new/a.ts", `${project}/a.ts`, "src/../a.ts", ""];
  const outside = [
    "..",
    "../project-2/a",
    "/etc/passwd",
    "link/passwd",
    "~/a",
    "@../a",
    "file:///etc/passwd",
    7,
  ];
  const looks = (target: unknown) => isReadOnly("read", { path: target }, project);
  expect({
    inside: inside.filter((target) => !looks(target)),
    outside: outside.filter(looks),
    noPath: isReadOnly("ls", {}, project),
    others: ["bash", "write", "edit", "custom"].filter((name) => isReadOnly(name, { path: "a" }, project)),
  }).toEqual({ inside: [], outside: [], noPath: true, others: [] });
});

test("[PI10] only one answer allows a call; any other answer, or no answer, blocks it", async () => {
  const verdicts: unknown[] = [];
  const answers = ["allow", "Not now", undefined, ""];
  const calls: Promise<void>[] = [];
  await guard({
    registerTool: () => undefined,
    on: (event: string, handler: unknown) => {
      if (event !== "tool_call") return;
      const ui = { input: async () => answers.shift(), setStatus: () => undefined };
      const ask = handler as (call: object, context: object) => Promise<unknown>;
      const call = { toolCallId: "c", toolName: "bash", input: {} };
      for (const _ of [...answers])
        calls.push(ask(call, { cwd: "/", ui }).then((verdict) => void verdicts.push(verdict)));
    },
  });
  await Promise.all(calls);
  expect(verdicts).toEqual([
    undefined,
    { block: true, reason: "Not now" },
    { block: true, reason: "This call was not approved." },
    { block: true, reason: "" },
  ]);
});
