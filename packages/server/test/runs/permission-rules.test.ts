import { permissionOffers, permissionSubject } from "@polylog/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { PermissionCall, RuleParts } from "../../src/runs/permission-rules.ts";
import { decide, optionFor, ruleFor } from "../../src/runs/permission-rules.ts";

const asked = (toolName: string, input: unknown, more: Partial<PermissionCall> = {}): PermissionCall => ({
  sessionId: "s1",
  projectRoot: "/p",
  toolName,
  subject: permissionSubject({ toolName, input }),
  ...more,
});
const call = (command: unknown, more: Partial<PermissionCall> = {}) => asked("Bash", { command }, more);
const rule = (
  effect: "allow" | "deny",
  pattern: string,
  match: "exact" | "prefix" = "prefix",
  more: Partial<RuleParts> = {},
): RuleParts => ({ effect, toolName: "Bash", match, pattern, scope: "always", where: "", ...more });

const verdict = (command: unknown, ...rules: RuleParts[]) => decide(call(command), "ask", rules);

test("[PR1] an exact rule is for the very same call", () => {
  const exact = rule("allow", "echo hi", "exact");
  expect(verdict("echo hi", exact)).toBe("allow");
  for (const other of [
    "echo hi && rm precious",
    "echo hi there",
    "echo hi;rm x",
    " echo hi",
    "echo",
    "echo  hi",
  ])
    expect([other, verdict(other, exact)]).toEqual([other, "ask"]);
  expect(verdict("ls", rule("allow", "*", "exact"))).toBe("ask");
});

test("[PR1] no other command ever passes by an exact rule", () => {
  const command = fc.oneof(fc.constantFrom("echo hi", "git status", "*", ""), fc.string());
  fc.assert(
    fc.property(command, command, (one, other) => {
      expect(verdict(other, rule("allow", one, "exact"))).toBe(one === other ? "allow" : "ask");
      expect(verdict(one + other, rule("allow", one, "exact"))).toBe(other === "" ? "allow" : "ask");
    }),
  );
});

test("[PR2] a beginning ends at a space, or is a star", () => {
  expect(verdict("git", rule("allow", "git"))).toBe("allow");
  expect(verdict("git status", rule("allow", "git"))).toBe("allow");
  expect(verdict("git status --short", rule("allow", "git status"))).toBe("allow");
  expect(verdict("gitk", rule("allow", "git"))).toBe("ask");
  expect(verdict("git stash", rule("allow", "git status"))).toBe("ask");
  expect(verdict("rm -rf /", rule("allow", "*"))).toBe("allow");
});

test("[PR2] leave for a beginning never holds for a command in which a shell could do something else", () => {
  const words = fc.array(fc.constantFrom("status", "-x", "'a b'", "a/b", "\\", '"'), { maxLength: 3 });
  const special = fc.constantFrom(
    ..."; & | \n \r < > ( ) { } ` $ $( && || ! \t \0 <( >> 2>".split(" "),
    " \n",
  );
  fc.assert(
    fc.property(words, special, words, (before, sign, after) => {
      const command = ["git", ...before, sign, ...after].join(" ");
      for (const pattern of ["git", "*"]) expect(verdict(command, rule("allow", pattern))).toBe("ask");
      expect(verdict(`git${sign}rm x`, rule("allow", "git"))).toBe("ask");
    }),
  );
});

test("[PR2] a beginning is for commands only: never for a path, other input, or a command with more to it", () => {
  const allowed = (toolName: string, input: unknown, pattern: string) =>
    decide(asked(toolName, input), "ask", [rule("allow", pattern, "prefix", { toolName })]);
  expect(allowed("Edit", { file_path: "a b" }, "a")).toBe("ask");
  expect(allowed("WebFetch", { url: "x y" }, '{"url":"x')).toBe("ask");
  expect(allowed("Bash", { command: "git push", dangerouslyDisableSandbox: true }, "git")).toBe("ask");
  expect(allowed("Bash", { command: "git", args: ["x"] }, "git")).toBe("ask");
});

test("[PR2] words that a program is given are not taken for a shell's", () => {
  expect(verdict(["echo", "hi; rm x"], rule("allow", "echo hi; rm x", "exact"))).toBe("ask");
  expect(verdict(["echo", "hi; rm x"], rule("allow", "echo"))).toBe("ask");
  expect(verdict(["echo", "hi"], rule("allow", "echo"))).toBe("allow");
  expect(verdict(["bash", "-lc", "git status"], rule("allow", "git"))).toBe("allow");
  expect(verdict(["bash", "-lc", "git status; rm x"], rule("allow", "git"))).toBe("ask");
  expect(verdict(["bash -lc git", "x"], rule("allow", "bash -lc git x", "exact"))).toBe("ask");
});

test("[PR3] a no holds for every command in it", () => {
  const forms = [
    "rm y",
    "x; rm y",
    "x && rm",
    "  rm y",
    "A=1 rm y",
    "echo $(rm y)",
    "x | rm",
    "(rm y)",
    "sudo rm y",
  ];
  const more = [
    "bash -c 'rm y'",
    "/bin/rm y",
    "if x; then rm y; fi",
    "x\nrm y",
    ["bash", "-lc", "x; rm y"],
    ["rm", "y"],
  ];
  for (const command of [...forms, ...more])
    expect([command, verdict(command, rule("deny", "rm"))]).toEqual([command, "deny"]);
  for (const command of ["rmdir x", "echo rm", 'git commit -m "x; rm y"', "ls"])
    expect([command, verdict(command, rule("deny", "rm"))]).toEqual([command, "ask"]);
  expect(verdict("x; git  push -f", rule("deny", "git push"))).toBe("deny");
  const hidden = asked("Bash", { command: "rm y", dangerouslyDisableSandbox: true });
  expect(decide(hidden, "full", [rule("deny", "rm")])).toBe("deny");
});

test("[PR3] a no to one command holds for it wherever it stands, and for no longer one", () => {
  const no = rule("deny", "rm -rf x", "exact");
  for (const command of ["rm -rf x", "cd y && rm -rf x", "rm  -rf 'x'"])
    expect([command, verdict(command, no)]).toEqual([command, "deny"]);
  expect(verdict("rm -rf x y", no)).toBe("ask");
  expect(verdict("a; b", rule("deny", "a; b", "exact"))).toBe("deny");
  expect(verdict("b", rule("deny", "a; b", "exact"))).toBe("ask");
});

test("[PR3] whatever runs before and after it, a command that is denied is denied", () => {
  const part = fc.constantFrom("ls", "echo 'a b'", 'echo "it; is"', "A=1 make", "git log -1", "(cd x)");
  const joint = fc.constantFrom(";", "&&", "||", "|", "&", "\n", "\r\n", " ;  ");
  fc.assert(
    fc.property(fc.array(fc.tuple(part, joint)), fc.array(fc.tuple(joint, part)), (before, after) => {
      const command = [...before.flat(), "rm -rf x", ...after.flat()].join("");
      expect(verdict(command, rule("allow", command, "exact"), rule("deny", "rm"))).toBe("deny");
    }),
  );
});

test("[PR4] deny beats allow, and both beat the mode", () => {
  const rules = [rule("allow", "*"), rule("deny", "rm")];
  expect(decide(call("ls"), "ask", rules)).toBe("allow");
  expect(decide(call("rm -rf x"), "ask", rules)).toBe("deny");
  expect(decide(call("rm -rf x"), "full", rules)).toBe("deny");
  expect(decide(call("ls"), "ask", [])).toBe("ask");
});

test("[PR4] full access allows every call, accepting edits only edits, plan asks", () => {
  expect(decide(call("ls"), "full", [])).toBe("allow");
  expect(decide(call("ls"), "accept_edits", [])).toBe("ask");
  const edit = asked("Edit", { path: "a.ts" });
  expect(decide({ ...edit, isOwnEdit: true }, "accept_edits", [])).toBe("allow");
  expect(decide(edit, "accept_edits", [])).toBe("ask");
  expect(decide({ ...edit, isOwnEdit: true }, "plan", [])).toBe("ask");
});

test("[PR4] a rule holds where it was made", () => {
  const inSession = [rule("allow", "ls", "exact", { scope: "session", where: "s1" })];
  const inProject = [rule("allow", "ls", "exact", { scope: "project", where: "/p" })];
  expect(decide(call("ls"), "ask", inSession)).toBe("allow");
  expect(decide(call("ls", { sessionId: "s2" }), "ask", inSession)).toBe("ask");
  expect(decide(call("ls", { sessionId: "s2" }), "ask", inProject)).toBe("allow");
  expect(decide(call("ls", { projectRoot: "/q" }), "ask", inProject)).toBe("ask");
  expect(decide(call("ls", { toolName: "Read" }), "ask", inProject)).toBe("ask");
});

test("[PR4] a call that does not say what it does has no rule", () => {
  expect(
    decide(asked("apply_patch", {}), "ask", [rule("allow", "{}", "exact", { toolName: "apply_patch" })]),
  ).toBe("ask");
});

test("an answer makes the rule that its option says; once makes none", () => {
  const option = (kind: Parameters<typeof ruleFor>[0]["kind"]) => ({ optionId: "x", name: "X", kind });
  const offer = { match: "exact", pattern: "ls" } as const;
  const made = (kind: Parameters<typeof ruleFor>[0]["kind"]) => ruleFor(option(kind), call("ls"), offer);
  expect(made("allow_once")).toBeNull();
  expect(made("reject_once")).toBeNull();
  expect(made("allow_session")).toEqual(rule("allow", "ls", "exact", { scope: "session", where: "s1" }));
  expect(made("allow_project")).toEqual(rule("allow", "ls", "exact", { scope: "project", where: "/p" }));
  expect(made("allow_always")).toEqual(rule("allow", "ls", "exact"));
  expect(made("reject_always")).toEqual(rule("deny", "ls", "exact"));
});

test("[PR2] every rule that is offered for a call fits that call", () => {
  const word = fc.constantFrom("git", "status", "-x", "sudo", "a/b", ";", "$(x)", "ls", "'a b'");
  fc.assert(
    fc.property(fc.array(word, { minLength: 1 }), (words) => {
      const command = words.join(" ");
      for (const { match, pattern } of permissionOffers({ toolName: "Bash", input: { command } })) {
        expect(verdict(command, rule("allow", pattern, match))).toBe("allow");
        expect(verdict(command, rule("deny", pattern, match))).toBe("deny");
      }
    }),
  );
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
