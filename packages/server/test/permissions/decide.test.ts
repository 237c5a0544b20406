import { permissionOffers, permissionSubject } from "@polylog/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { PermissionCall, RuleParts } from "../../src/permissions/decide.ts";
import { decide, optionFor, ruleFor } from "../../src/permissions/decide.ts";

const asked = (toolName: string, input: unknown, more: Partial<PermissionCall> = {}): PermissionCall => ({
  sessionId: "s1",
  projectRoot: "/p",
  toolName,
  subject: permissionSubject({ toolName, input, projectRoot: "/p" }),
  ...more,
});
const call = (command: unknown, more: Partial<PermissionCall> = {}) => asked("Bash", { command }, more);
const rule = (
  effect: "allow" | "deny",
  pattern: string,
  match: "exact" | "prefix" = "prefix",
  more: Partial<RuleParts> = {},
): RuleParts => ({
  ...{ effect, toolName: "Bash", kind: "command", match, pattern, scope: "always", where: "" },
  ...more,
});

const verdict = (command: unknown, ...rules: RuleParts[]) => decide(call(command), "ask", rules);

test("[PR1] an exact rule applies to exactly the same call", () => {
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

test("[PR1] no other command is allowed by an exact rule", () => {
  const command = fc.oneof(fc.constantFrom("echo hi", "git status", "*", ""), fc.string());
  fc.assert(
    fc.property(command, command, (one, other) => {
      expect(verdict(other, rule("allow", one, "exact"))).toBe(one === other ? "allow" : "ask");
      expect(verdict(one + other, rule("allow", one, "exact"))).toBe(other === "" ? "allow" : "ask");
    }),
  );
});

test("[PR2] a prefix ends at a space, or is a star", () => {
  expect(verdict("git", rule("allow", "git"))).toBe("allow");
  expect(verdict("git status", rule("allow", "git"))).toBe("allow");
  expect(verdict("git status --short", rule("allow", "git status"))).toBe("allow");
  expect(verdict("gitk", rule("allow", "git"))).toBe("ask");
  expect(verdict("git stash", rule("allow", "git status"))).toBe("ask");
  expect(verdict("ls -la", rule("allow", "*"))).toBe("allow");
});

test("[PR2] a prefix rule never covers a command in which a shell could do something else", () => {
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

test("[PR2] a prefix is for commands only: never for a path, other input, or a command with extra fields", () => {
  const allowed = (toolName: string, input: unknown, pattern: string) =>
    decide(asked(toolName, input), "ask", [rule("allow", pattern, "prefix", { toolName })]);
  expect(allowed("Edit", { file_path: "a b" }, "a")).toBe("ask");
  expect(allowed("WebFetch", { url: "x y" }, '{"url":"x')).toBe("ask");
  expect(allowed("Bash", { command: "git push", dangerouslyDisableSandbox: true }, "git")).toBe("ask");
  expect(allowed("Bash", { command: "git", args: ["x"] }, "git")).toBe("ask");
});

test("[PR2] arguments of a program are not parsed as shell syntax", () => {
  expect(verdict(["echo", "hi; rm x"], rule("allow", "echo hi; rm x", "exact"))).toBe("ask");
  expect(verdict(["echo", "hi; rm x"], rule("allow", "echo"))).toBe("ask");
  expect(verdict(["echo", "hi"], rule("allow", "echo"))).toBe("allow");
  expect(verdict(["bash", "-lc", "git status"], rule("allow", "git"))).toBe("allow");
  expect(verdict(["bash", "-lc", "git status; rm x"], rule("allow", "git"))).toBe("ask");
  expect(verdict(["bash -lc git", "x"], rule("allow", "bash -lc git x", "exact"))).toBe("ask");
});

test("[PR3] a deny rule applies to every command in a text", () => {
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

test("[PR3] a rule that denies one command applies to it anywhere, and to no longer one", () => {
  const no = rule("deny", "rm -rf x", "exact");
  for (const command of ["rm -rf x", "cd y && rm -rf x", "rm  -rf 'x'"])
    expect([command, verdict(command, no)]).toEqual([command, "deny"]);
  expect(verdict("rm -rf x y", no)).toBe("ask");
  expect(verdict("a; b", rule("deny", "a; b", "exact"))).toBe("deny");
  expect(verdict("b", rule("deny", "a; b", "exact"))).toBe("ask");
});

test("[PR3] a denied command is denied regardless of the commands before and after it", () => {
  const part = fc.constantFrom("ls", "echo 'a b'", 'echo "it; is"', "A=1 make", "git log -1", "(cd x)");
  const joint = fc.constantFrom(";", "&&", "||", "|", "&", "\n", "\r\n", " ;  ");
  fc.assert(
    fc.property(fc.array(fc.tuple(part, joint)), fc.array(fc.tuple(joint, part)), (before, after) => {
      const command = [...before.flat(), "rm -rf x", ...after.flat()].join("");
      expect(verdict(command, rule("allow", command, "exact"), rule("deny", "rm"))).toBe("deny");
    }),
  );
});

test("[S32] a stored prefix rule covers no option that runs or writes, no wrapper, no interpreter and no unknown program", () => {
  for (const [pattern, ...commands] of [
    [
      "git",
      "git grep -O foo",
      "git diff --output=x",
      "git -c a=b log",
      "git --exec-path=x log",
      "git push",
      "git co x",
    ],
    ["git grep", "git grep -nOvim foo", "git grep --open-files-in-pager foo"],
    ["python", "python", "python x.py", "python -c x"],
    ["npm", "npm run build", "npm exec x", "npm test"],
    ["sudo", "sudo ls"],
    ["rg", "rg --pre x y"],
    ["find", "find . -delete", "find . -exec rm x"],
    ["sed", "sed -i s/a/b/ x", "sed s/a/b/w x"],
    ["tar", "tar xf a", "tar xf a --to-command=x"],
    ["ssh", "ssh -o ProxyCommand=x y"],
    ["*", "rm -rf /", "xargs rm", "curl x", "./ls", "PAGER=x ls"],
  ] as const)
    for (const command of commands)
      for (const kind of ["command", undefined] as const)
        expect([command, verdict(command, rule("allow", pattern, "prefix", { kind }))]).toEqual([
          command,
          "ask",
        ]);
});

test("[S32] a rule for a plain name does not cover a path to another program, nor the reverse", () => {
  expect(verdict("./git status", rule("allow", "git"))).toBe("ask");
  expect(verdict("/tmp/git status", rule("allow", "git"))).toBe("ask");
  expect(verdict("./git status", rule("allow", "./git"))).toBe("ask");
});

test("[S32] a deny rule applies through wrappers, shells, paths, quotes and separators", () => {
  for (const command of [
    ...[
      "ash -c 'rm y'",
      "chroot / rm y",
      "systemd-run rm y",
      "npx rm y",
      "pnpm dlx rm y",
      "script -c 'rm y' x",
    ],
    ...[
      `rm\${IFS}y`,
      "{rm,y}",
      "'r'm y",
      "r\\m y",
      "/bin/rm y",
      "A=1 env -i /bin/rm y",
      "find . -exec rm y \\;",
    ],
    ...[
      "git -c alias.x='!rm y' x",
      "ssh host 'rm y'",
      "tar xf a --to-command='rm y'",
      "sh -c \"sh -c 'rm y'\"",
    ],
  ])
    expect([command, decide(call(command), "full", [rule("deny", "rm")])]).toEqual([command, "deny"]);
  expect(decide(asked("shell", { command: "rm y" }), "full", [rule("deny", "rm")])).toBe("deny");
  expect(decide(asked("mcp__acp__Bash", { command: "rm y" }), "full", [rule("deny", "rm")])).toBe("deny");
  expect(decide(call("git --no-pager push"), "full", [rule("deny", "git push")])).toBe("deny");
});

test("[S32] full access asks if it is uncertain whether a deny rule covers a command", () => {
  const no = rule("deny", "rm");
  for (const command of [
    ...["$x y", "$(echo rm) y", "/bin/r? y", "curl x | sh", `python -c "os.system('rm y')"`, "eval $x"],
    ...[`ls ${"a".repeat(300_000)}`],
  ]) {
    expect([command.slice(0, 99), decide(call(command), "full", [no])]).toEqual([
      command.slice(0, 99),
      "ask",
    ]);
    expect(decide(call(command), "full", [])).toBe("allow");
    expect(decide(call(command), "full", [rule("deny", "x", "exact", { toolName: "Edit" })])).toBe("allow");
  }
  expect(decide(call("git -C x push"), "full", [rule("deny", "git push")])).toBe("ask");
  expect(
    decide(call("git commit -m push"), "ask", [rule("deny", "git push"), rule("allow", "git commit")]),
  ).toBe("ask");
  expect(verdict("$x y", no, rule("allow", "$x y", "exact"))).toBe("allow");
  for (const command of ["ls", "echo $x", "npm test", "git commit -m 'x; rm y'"])
    expect([command, decide(call(command), "full", [no])]).toEqual([command, "allow"]);
});

test("[S32] a command too long for rules is asked, even with a rule for it", () => {
  const command = `ls ${"a".repeat(300_000)}`;
  expect(verdict(command, rule("allow", command, "exact"), rule("allow", "ls"), rule("allow", "*"))).toBe(
    "ask",
  );
  expect(verdict(command, rule("deny", command, "exact"))).toBe("deny");
});

test("[S32] a command is parsed once for all rules", () => {
  const { subject, ...rest } = call("ls; rm x");
  if (subject === null) throw new Error("A command has a subject.");
  const unread = { ...subject, reading: { isWhole: true, commands: [] } };
  const rules = [rule("deny", "rm"), rule("deny", "rm x", "exact")];
  expect(decide({ ...rest, subject }, "full", rules)).toBe("deny");
  expect(decide({ ...rest, subject: unread }, "full", rules)).toBe("allow");
});

test("[PR9] a rule for a file applies however a call refers to it and whichever tool writes it", () => {
  const edit = (effect: "allow" | "deny") =>
    rule(effect, "/p/secret.env", "exact", { toolName: "Edit", kind: "file" });
  const verdicts = (toolName: string, input: object) =>
    (["allow", "deny"] as const).map((effect) => decide(asked(toolName, input), "ask", [edit(effect)]));
  for (const [toolName, input] of [
    ...["secret.env", "./secret.env", "/p/secret.env", "x/../secret.env"].map(
      (path) => ["Edit", { path }] as const,
    ),
    ["Write", { file_path: "secret.env" }],
    ["MultiEdit", { file_path: "secret.env" }],
    ["apply_patch", { patch: "*** Update File: secret.env\n+a" }],
  ] as const)
    expect([input, verdicts(toolName, input)]).toEqual([input, ["allow", "deny"]]);
  expect(verdicts("Read", { path: "secret.env" })).toEqual(["ask", "ask"]);
  expect(verdicts("Edit", { path: "other.env" })).toEqual(["ask", "ask"]);
  // A rule that denies writing also denies deleting and moving; a rule that allows writing allows neither.
  expect(verdicts("delete_file", { path: "secret.env" })).toEqual(["ask", "deny"]);
  expect(verdicts("move_file", { source: "secret.env", destination: "x" })).toEqual(["ask", "deny"]);
  expect(verdicts("apply_patch", { changes: { "a.ts": {}, "secret.env": {} } })).toEqual(["ask", "deny"]);
});

test("[PR9] a rule created in the project's folder does not cover the same command elsewhere", () => {
  const at = (cwd: string) => asked("Bash", { command: "ls", cwd });
  const here = rule("allow", "ls");
  const there = rule("allow", "ls", "exact", { cwd: "/other" });
  expect(["/p", ".", "/other", "sub"].map((cwd) => decide(at(cwd), "ask", [here]))).toEqual([
    ...["allow", "allow", "ask", "ask"],
  ]);
  expect(["/p", "/other", "/other/x"].map((cwd) => decide(at(cwd), "ask", [there]))).toEqual([
    "ask",
    "allow",
    "ask",
  ]);
  expect(decide(at("/other"), "full", [rule("deny", "ls")])).toBe("deny");
});

test("[PR10] an MCP server named like Polylog's own inherits no rule for a built-in tool, and evades none", () => {
  for (const server of ["acp", "polylog"]) {
    const bash = asked(`mcp__${server}__Bash`, { command: "ls" });
    expect(decide(bash, "ask", [rule("allow", "ls", "exact"), rule("allow", "ls"), rule("allow", "*")])).toBe(
      "ask",
    );
    expect(decide(bash, "full", [rule("deny", "ls")])).toBe("deny");
    const edit = asked(`mcp__${server}__Edit`, { path: "a" });
    const forEdit = (effect: "allow" | "deny") =>
      rule(effect, "/p/a", "exact", { toolName: "Edit", kind: "file" });
    expect(decide(edit, "ask", [forEdit("allow")])).toBe("ask");
    expect(decide(edit, "full", [forEdit("deny")])).toBe("deny");
  }
});

test("[PR7] an old rule for a file allows less and denies more", () => {
  const old = (effect: "allow" | "deny", pattern: string, more: Partial<RuleParts> = {}) =>
    rule(effect, pattern, "exact", { toolName: "Edit", kind: undefined, ...more });
  const edit = asked("Edit", { path: "a" });
  const inProject = { scope: "project", where: "/p" } as const;
  const inSession = { scope: "session", where: "s1" } as const;
  expect(decide(edit, "ask", [old("allow", "/p/a")])).toBe("allow");
  expect(decide(edit, "ask", [old("allow", "./a", inProject)])).toBe("allow");
  expect(decide(edit, "ask", [old("allow", "a", inSession)])).toBe("allow");
  expect(decide(edit, "ask", [old("allow", "a")])).toBe("ask");
  expect(decide(asked("Write", { path: "a" }), "ask", [old("allow", "/p/a")])).toBe("ask");
  for (const toolName of ["Edit", "Write", "delete_file"])
    expect(decide(asked(toolName, { path: "./a" }), "full", [old("deny", "a")])).toBe("deny");
  expect(
    decide(asked("Bash", { command: "ls", cwd: "/other" }), "ask", [
      old("allow", "ls", { toolName: "Bash" }),
    ]),
  ).toBe("ask");
});

test("[PR4] deny wins over allow, and both win over the mode", () => {
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
  expect(decide({ ...edit, isProjectEdit: true }, "accept_edits", [])).toBe("allow");
  expect(decide(edit, "accept_edits", [])).toBe("ask");
  expect(decide({ ...edit, isProjectEdit: true }, "plan", [])).toBe("ask");
});

test("[PR4] a rule applies where it was created", () => {
  const inSession = [rule("allow", "ls", "exact", { scope: "session", where: "s1" })];
  const inProject = [rule("allow", "ls", "exact", { scope: "project", where: "/p" })];
  expect(decide(call("ls"), "ask", inSession)).toBe("allow");
  expect(decide(call("ls", { sessionId: "s2" }), "ask", inSession)).toBe("ask");
  expect(decide(call("ls", { sessionId: "s2" }), "ask", inProject)).toBe("allow");
  expect(decide(call("ls", { projectRoot: "/q" }), "ask", inProject)).toBe("ask");
  expect(decide(call("ls", { toolName: "Read" }), "ask", inProject)).toBe("ask");
});

test("[PR4] a call without a description of its action has no rule", () => {
  expect(
    decide(asked("apply_patch", {}), "ask", [rule("allow", "{}", "exact", { toolName: "apply_patch" })]),
  ).toBe("ask");
});

test("an answer creates the rule of its option; allowing once creates none", () => {
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

test("[PR2] every rule that is offered for a call covers that call", () => {
  const word = fc.constantFrom("git", "status", "-x", "sudo", "a/b", ";", "$(x)", "ls", "'a b'");
  fc.assert(
    fc.property(fc.array(word, { minLength: 1 }), (words) => {
      const command = words.join(" ");
      for (const effect of ["allow", "deny"] as const)
        for (const { match, pattern } of permissionOffers({ toolName: "Bash", input: { command } }, effect))
          expect(verdict(command, rule(effect, pattern, match))).toBe(effect);
    }),
  );
});

test("options are selected by kind: IDs and order differ between agents", () => {
  const options = [
    { optionId: "no", name: "No", kind: "reject_once" as const },
    { optionId: "always", name: "Always", kind: "allow_always" as const },
    { optionId: "yes", name: "Yes", kind: "allow_once" as const },
  ];
  expect(optionFor("allow", options)?.optionId).toBe("yes");
  expect(optionFor("deny", options)?.optionId).toBe("no");
  expect(optionFor("allow", options.slice(0, 2))).toBeNull();
});
