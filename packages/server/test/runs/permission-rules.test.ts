import { expect, test } from "vitest";
import type { PermissionCall, PermissionRule } from "../../src/runs/permission-rules.ts";
import { decide, fitsPattern, optionFor, ruleFor, subjectOf } from "../../src/runs/permission-rules.ts";

const call = (subject: string, more: Partial<PermissionCall> = {}): PermissionCall => ({
  sessionId: "s1",
  projectRoot: "/p",
  toolName: "Bash",
  subject,
  ...more,
});
const rule = (
  effect: "allow" | "deny",
  pattern: string,
  more: Partial<PermissionRule> = {},
): PermissionRule => ({
  effect,
  toolName: "Bash",
  pattern,
  scope: "always",
  where: "",
  ...more,
});

test("a pattern is exact, a star, or a beginning that ends at a space", () => {
  expect(fitsPattern("git", "git")).toBe(true);
  expect(fitsPattern("git", "git status")).toBe(true);
  expect(fitsPattern("git status", "git status --short")).toBe(true);
  expect(fitsPattern("git", "gitk")).toBe(false);
  expect(fitsPattern("git status", "git stash")).toBe(false);
  expect(fitsPattern("*", "rm -rf /")).toBe(true);
});

test("deny beats allow, and both beat the mode", () => {
  const rules = [rule("allow", "*"), rule("deny", "rm")];
  expect(decide(call("ls"), "ask", rules)).toBe("allow");
  expect(decide(call("rm -rf x"), "ask", rules)).toBe("deny");
  expect(decide(call("rm -rf x"), "full", rules)).toBe("deny");
  expect(decide(call("ls"), "ask", [])).toBe("ask");
});

test("full access allows every call, accepting edits only edits, plan asks", () => {
  expect(decide(call("ls"), "full", [])).toBe("allow");
  expect(decide(call("ls"), "accept_edits", [])).toBe("ask");
  expect(decide(call("a.ts", { toolName: "Edit" }), "accept_edits", [])).toBe("allow");
  expect(decide(call("a.ts", { toolName: "Edit" }), "plan", [])).toBe("ask");
});

test("a rule holds where it was made", () => {
  const inSession = [rule("allow", "ls", { scope: "session", where: "s1" })];
  const inProject = [rule("allow", "ls", { scope: "project", where: "/p" })];
  expect(decide(call("ls"), "ask", inSession)).toBe("allow");
  expect(decide(call("ls", { sessionId: "s2" }), "ask", inSession)).toBe("ask");
  expect(decide(call("ls", { sessionId: "s2" }), "ask", inProject)).toBe("allow");
  expect(decide(call("ls", { projectRoot: "/q" }), "ask", inProject)).toBe("ask");
  expect(decide(call("ls", { toolName: "Read" }), "ask", inProject)).toBe("ask");
});

test("an answer makes the rule that its option says; once makes none", () => {
  const option = (kind: Parameters<typeof ruleFor>[0]["kind"]) => ({ optionId: "x", name: "X", kind });
  expect(ruleFor(option("allow_once"), call("ls"))).toBeNull();
  expect(ruleFor(option("reject_once"), call("ls"))).toBeNull();
  expect(ruleFor(option("allow_session"), call("ls"))).toEqual(
    rule("allow", "ls", { scope: "session", where: "s1" }),
  );
  expect(ruleFor(option("allow_project"), call("ls"))).toEqual(
    rule("allow", "ls", { scope: "project", where: "/p" }),
  );
  expect(ruleFor(option("allow_always"), call("ls"))).toEqual(rule("allow", "ls"));
  expect(ruleFor(option("reject_always"), call("ls"))).toEqual(rule("deny", "ls"));
});

test("options are chosen by kind: ids and order differ from agent to agent", () => {
  const options = [
    { optionId: "no", name: "No", kind: "reject_once" as const },
    { optionId: "always", name: "Always", kind: "allow_always" as const },
    { optionId: "yes", name: "Yes", kind: "allow_once" as const },
  ];
  expect(optionFor("allow", options)?.optionId).toBe("yes");
  expect(optionFor("deny", options)?.optionId).toBe("no");
  expect(optionFor("allow", options.slice(0, 2))).toBeNull();
});

test("a call is about its command or its path, else about all of its input", () => {
  expect(subjectOf({ command: "ls -la", cwd: "/p" })).toBe("ls -la");
  expect(subjectOf({ command: ["ls", "-la"] })).toBe("ls -la");
  expect(subjectOf({ file_path: "/p/a.ts" })).toBe("/p/a.ts");
  expect(subjectOf({ url: "x" })).toBe('{"url":"x"}');
  expect(subjectOf(null)).toBe("null");
});
