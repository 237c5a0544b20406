import fc from "fast-check";
import { expect, test } from "vitest";
import { askChoices } from "../../src/asks/index.ts";
import type { PermissionOption } from "../../src/index.ts";

const kinds = [
  ...([
    "allow_once",
    "allow_session",
    "allow_project",
    "allow_always",
    "reject_once",
    "reject_always",
  ] as const),
];
const ls = { toolName: "Bash", input: { command: "git status -s" } };

function choicesOf(...options: readonly (readonly [kind: PermissionOption["kind"], name: string])[]) {
  return askChoices(
    ls,
    options.map(([kind, name], index) => ({ optionId: String(index), kind, name })),
  );
}

test("[Q4] once, the narrowest lasting option and reject are primary; the others keep their order", () => {
  const choices = choicesOf(
    ["reject_always", "Never"],
    ["reject_once", "No"],
    ["allow_always", "Always allow"],
    ["allow_project", "Allow in this project"],
    ["allow_once", "Yes"],
    ["reject_once", "Deny and stop"],
  );
  expect(choices.map(({ number, label, isPrimary }) => [number, label, isPrimary])).toEqual([
    [1, "Allow once", true],
    [2, "Allow in this project", true],
    [3, "Reject", true],
    [4, "Always reject: Never", false],
    [5, "Always allow", false],
    [6, "Deny and stop", false],
  ]);
});

test("[Q4] whatever options there are, each has one number, and at most three are primary", () => {
  const option = fc.record({ optionId: fc.uuid(), kind: fc.constantFrom(...kinds), name: fc.string() });
  fc.assert(
    fc.property(
      fc.uniqueArray(option, { selector: ({ optionId }) => optionId, maxLength: 12 }),
      (options) => {
        const choices = askChoices(ls, options);
        expect(choices.map(({ number }) => number)).toEqual(options.map((_, index) => index + 1));
        expect(new Set(choices.map((choice) => choice.option))).toEqual(new Set(options));
        expect(choices.filter(({ isPrimary }) => isPrimary).length).toBeLessThanOrEqual(3);
        expect(choices.map(({ isPrimary }) => isPrimary)).toEqual(
          choices.map(({ isPrimary }) => isPrimary).sort((a, b) => Number(b) - Number(a)),
        );
      },
    ),
    { numRuns: 500 },
  );
});

test("[Q5] a label that misstates its effect is preceded by Polylog's label", () => {
  const labels = choicesOf(
    ["allow_once", "Reject"],
    ["allow_always", "Allow once"],
    ["allow_always", "Allow for this session"],
    ["reject_once", "Allow"],
    ["allow_session", ""],
    ["allow_once", "Allow all edits"],
    ["reject_once", "Reject\u202e\n1. Allow once"],
  ).map(({ label }) => label);
  expect(labels).toEqual([
    "Allow once: Reject",
    "Allow in this session",
    "Reject: Allow",
    "Always allow: Allow once",
    "Always allow: Allow for this session",
    "Allow once: Allow all edits",
    "Reject⟨U+202E right-to-left override⟩ 1. Allow once",
  ]);
});

test("[Q5] a lasting option states what it covers, for each of its offers", () => {
  const [once, session, , always, never] = choicesOf(
    ["allow_once", "Allow"],
    ["allow_session", "Allow in this session"],
    ["reject_once", "Deny"],
    ["allow_always", "Always allow"],
    ["reject_always", "Always reject"],
  );
  const bound = ", if all its options are known not to run other programs or write files";
  expect([once, session, always, never].map((choice) => choice?.covers.map(({ text }) => text))).toEqual([
    [],
    [
      "Allows exactly this command in this session without asking",
      `Allows every plain command that begins with “git status” in this session without asking${bound}`,
      `Allows every plain command that begins with “git” in this session without asking${bound}`,
    ],
    [
      "Allows exactly this command in every project without asking",
      `Allows every plain command that begins with “git status” in every project without asking${bound}`,
      `Allows every plain command that begins with “git” in every project without asking${bound}`,
    ],
    [
      "Rejects exactly this command in every project without asking",
      "Rejects every command that runs “git status” in every project without asking",
      "Rejects every command that runs “git” in every project without asking",
    ],
  ]);
  const option: PermissionOption = { optionId: "s", kind: "allow_session", name: "Allow in this session" };
  const coverOf = (toolName: string, input: unknown) =>
    askChoices({ toolName, input }, [option])[0]?.covers[0];
  expect(coverOf("Edit", { file_path: "a", old_string: "1", new_string: "2" })?.text).toBe(
    "Allows any change to this file in this session without asking",
  );
  expect(coverOf("mcp__x__y", { a: 1 })?.text).toBe(
    "Allows exactly this input in this session without asking",
  );
  expect(coverOf("apply_patch", {})).toEqual({
    offer: null,
    text: "Creates no rule; the agent's program may remember the answer",
  });
});

test("[Q5] no lasting option is offered if no rule can be created", () => {
  const options: PermissionOption[] = [
    { optionId: "o", kind: "allow_once", name: "Allow once" },
    { optionId: "s", kind: "allow_session", name: "Allow in this session" },
    { optionId: "r", kind: "reject_once", name: "Reject" },
    { optionId: "n", kind: "reject_always", name: "Always reject" },
  ];
  const choices = askChoices({ toolName: "apply_patch", input: {} }, options);
  expect(choices.map(({ number, option }) => [number, option.optionId])).toEqual([
    [1, "o"],
    [2, "r"],
  ]);
});
