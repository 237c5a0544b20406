import fc from "fast-check";
import { expect, test } from "vitest";
import type { PermissionRule } from "../../src/api/permissions.ts";
import { offerName, permissionOffers } from "../../src/permissions/offers.ts";
import { rulePlace, ruleSubject } from "../../src/permissions/rule-text.ts";
import { isOneCommand } from "../../src/permissions/shell-commands.ts";

const of = (command: unknown) => permissionOffers({ toolName: "Bash", input: { command } });
const exact = (pattern: string) => ({ match: "exact", pattern });
const prefix = (pattern: string) => ({ match: "prefix", pattern });

test("[G5] a rule can be for the very command, its first two words, or its first", () => {
  expect(of("git status --short")).toEqual([
    exact("git status --short"),
    prefix("git status"),
    prefix("git"),
  ]);
  expect(of("git status")).toEqual([exact("git status"), prefix("git status"), prefix("git")]);
  expect(of("ls")).toEqual([exact("ls"), prefix("ls")]);
  expect(of(["git", "push"])).toEqual([exact("git push"), prefix("git push"), prefix("git")]);
  expect(of(["bash", "-lc", "npm test"])).toEqual([exact("npm test"), prefix("npm test"), prefix("npm")]);
});

test("[G5] options and paths are no second word", () => {
  for (const rest of ["-la", "--all", "./a", "a/b", "~", "..", "a.txt", "*", "'x y'", "1", "A=1"])
    expect(of(`run ${rest}`)).toEqual([exact(`run ${rest}`), prefix("run")]);
});

test("[G5] only the very call, where a beginning would say too much or is none", () => {
  const only = ["a; b", "a && b", "echo $(x)", " ls", "A=1 ls", "sudo ls", "bash -c ls", "/bin/sh x", "* a"];
  for (const command of [...only, "env ls", "'a b' c", "", "if x", "git  status; x"])
    expect(of(command)).toEqual([exact(command)]);
  expect(permissionOffers({ toolName: "Edit", input: { file_path: "a b" } })).toEqual([exact("a b")]);
  expect(permissionOffers({ toolName: "Bash", input: { command: "git", args: ["push"] } })).toEqual([
    exact('{"command":"git","args":["push"]}'),
  ]);
  expect(permissionOffers({ toolName: "apply_patch", input: {} })).toEqual([]);
});

test("[G5] the very call always comes first, and beginnings are words of one plain command", () => {
  const word = fc.oneof(fc.constantFrom("git", "status", "-x", "sudo", "a/b", ";", "$(x)"), fc.string());
  fc.assert(
    fc.property(fc.array(word, { minLength: 1 }), (words) => {
      const command = words.join(" ");
      const [first, ...more] = of(command);
      expect(first).toEqual(exact(command));
      for (const { match, pattern } of more) {
        expect([match, isOneCommand(command)]).toEqual(["prefix", true]);
        expect(command === pattern || command.startsWith(`${pattern} `)).toBe(true);
      }
    }),
  );
});

test("[G5] both screens call them the same", () => {
  expect(of("git status").map(offerName)).toEqual(["this command", "git status …", "git …"]);
});

test("[G5] a rule says what it is for and where it holds", () => {
  const rule: PermissionRule = {
    ...{ ruleId: "r", effect: "allow", toolName: "Bash", match: "prefix", pattern: "git", scope: "project" },
    ...{ sessionId: null, projectRoot: "/p", madeTs: 1, madeIn: "s", madeBy: "owner" },
  };
  const said = (more: Partial<PermissionRule>) => [
    ruleSubject({ ...rule, ...more }),
    rulePlace({ ...rule, ...more }),
  ];
  expect(said({})).toEqual(["git …", "in /p"]);
  expect(said({ match: "exact", scope: "session", sessionId: "s" })).toEqual(["git", "in one session"]);
  expect(said({ scope: "always" })).toEqual(["git …", "everywhere"]);
});
