import fc from "fast-check";
import { expect, test } from "vitest";
import type { PermissionRule } from "../../src/api/asks.ts";
import { offerName, permissionOffers, rulePlace, ruleSubject } from "../../src/permissions/offers.ts";
import { isOneCommand } from "../../src/permissions/shell-commands.ts";

const of = (command: unknown) => permissionOffers({ toolName: "Bash", input: { command } });
const exact = (pattern: string) => ({ match: "exact", pattern });
const prefix = (pattern: string) => ({ match: "prefix", pattern });

test("[G5] a rule can apply to exactly the command, its program with the subcommand, or its program", () => {
  expect(of("git status --short")).toEqual([
    exact("git status --short"),
    prefix("git status"),
    prefix("git"),
  ]);
  expect(of("git status")).toEqual([exact("git status"), prefix("git status"), prefix("git")]);
  expect(of("ls")).toEqual([exact("ls"), prefix("ls")]);
  expect(of("ls src")).toEqual([exact("ls src"), prefix("ls")]);
  expect(of("gh pr view 3")).toEqual([exact("gh pr view 3"), prefix("gh pr view"), prefix("gh")]);
  expect(of("git --no-pager log")).toEqual([exact("git --no-pager log"), prefix("git")]);
  expect(of(["git", "log"])).toEqual([exact("git log"), prefix("git log"), prefix("git")]);
  expect(of(["bash", "-lc", "git log"])).toEqual([exact("git log"), prefix("git log"), prefix("git")]);
});

test("[G5] a prefix can be denied for any program, and options and paths are not a second word", () => {
  const denied = (command: string) => permissionOffers({ toolName: "Bash", input: { command } }, "deny");
  const deny = (pattern: string) => ({ ...prefix(pattern), isDenyOnly: true });
  expect(denied("rm -rf x")).toEqual([exact("rm -rf x"), deny("rm")]);
  expect(denied("rm -rf x").map(offerName)).toEqual(["this command", "rm … (reject only)"]);
  expect(denied("git push -f")).toEqual([exact("git push -f"), deny("git push"), deny("git")]);
  expect(denied("git log -3")).toEqual([exact("git log -3"), prefix("git log"), prefix("git")]);
  expect(denied("sudo ls")).toEqual([exact("sudo ls"), deny("sudo ls"), deny("sudo")]);
  expect(denied("gh pr view 3")).toEqual([
    ...[exact("gh pr view 3"), prefix("gh pr view"), prefix("gh"), deny("gh pr")],
  ]);
  for (const rest of ["-la", "--all", "./a", "a/b", "~", "..", "a.txt", "*", "'x y'", "1", "A=1"])
    expect(denied(`run ${rest}`)).toEqual([exact(`run ${rest}`), deny("run")]);
  expect(denied("rm x; ls")).toEqual([exact("rm x; ls")]);
});

test("[G5] an offer for a command in another folder names the folder", () => {
  const offers = (cwd: string | undefined) =>
    permissionOffers({ toolName: "Bash", input: { command: "ls", cwd }, projectRoot: "/p" });
  expect(offers(undefined)).toEqual([exact("ls"), prefix("ls")]);
  expect(offers("/p/")).toEqual([exact("ls"), prefix("ls")]);
  expect(offers("sub/..")).toEqual([exact("ls"), prefix("ls")]);
  expect(offers("sub")).toEqual([
    { ...exact("ls"), cwd: "/p/sub" },
    { ...prefix("ls"), cwd: "/p/sub" },
  ]);
  expect(offers("sub").map(offerName)).toEqual(["this command in /p/sub", "ls … in /p/sub"]);
});

test("[G5] only the exact call is offered if a prefix would be too broad or is missing", () => {
  const only = ["a; b", "a && b", "echo $(x)", " ls", "A=1 ls", "sudo ls", "bash -c ls", "/bin/sh x", "* a"];
  for (const command of [...only, "env ls", "'a b' c", "", "if x", "git  status; x"])
    expect(of(command)).toEqual([exact(command)]);
  expect(permissionOffers({ toolName: "Edit", input: { file_path: "a b" } })).toEqual([exact("a b")]);
  expect(permissionOffers({ toolName: "Bash", input: { command: "git", args: ["push"] } })).toEqual([
    exact('{"command":"git","args":["push"]}'),
  ]);
  expect(permissionOffers({ toolName: "apply_patch", input: {} })).toEqual([]);
});

test("[G5] the exact call always comes first, and prefixes are words of one plain command", () => {
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

test("[G5] both screens use the same names for offers", () => {
  expect(of("git status").map(offerName)).toEqual(["this command", "git status …", "git …"]);
});

test("[G5] a rule states what it applies to and where", () => {
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
  expect(said({ cwd: "/p/sub" })).toEqual(["git … (in /p/sub)", "in /p"]);
});
