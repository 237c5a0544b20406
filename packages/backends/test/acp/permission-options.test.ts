import type { AskAnswer } from "@polylog/core";
import { defined, permissionOptions } from "@polylog/core";
import { expect, test } from "vitest";
import { unknownAgent } from "../../src/acp/agent-traits.ts";
import { answerTo, askPermission } from "../../src/acp/services/asks.ts";
import { readPermissionOffer } from "../../src/acp/services/permission-options.ts";
import { toolNameOf } from "../../src/acp/translate/tool-name.ts";
import { agentId, busy, runRef } from "./translate/updates.ts";

const option = (optionId: string, name: string, kind?: string) => ({
  ...{ optionId, name },
  ...defined({ kind }),
});

const request = (...options: readonly object[]) => ({
  sessionId: "session",
  toolCall: { toolCallId: "t", title: "rm -r dist", kind: "execute", rawInput: { command: "rm -r dist" } },
  options,
});

test("[AC5] an option of unknown kind allows or denies only if its words are unambiguous", () => {
  const kindOf = (optionId: string, name = optionId, kind?: string) =>
    readPermissionOffer([option(optionId, name, kind)]).options[0]?.kind ?? null;
  expect(
    [
      ["y", "Yes"],
      ["approve"],
      ["1", "Run it", "allow"],
      ["allowOnce"],
      ["n", "No"],
      ["2", "Deny"],
      ["1", "Go"],
      ["a", "Always allow"],
      ["allow_session"],
      ["d", "Don’t allow"],
      ["s", "Yes, and don't ask again"],
      ["no", "Yes"],
      ["a", "Notable"],
    ].map(([id = "", name, kind]) => [id, kindOf(id, name, kind)]),
  ).toEqual([
    ["y", "allow_once"],
    ["approve", "allow_once"],
    ["1", "allow_once"],
    ["allowOnce", "allow_once"],
    ["n", "reject_once"],
    ["2", "reject_once"],
    ["1", null],
    ["a", null],
    ["allow_session", null],
    ["d", null],
    ["s", null],
    ["no", null],
    ["a", null],
  ]);
});

test("[AC5] an agent with options for a single call never receives a lasting answer", () => {
  const offered = [
    option("y", "Yes"),
    option("p", "Perhaps"),
    option("a", "Yes, all", "allow_always"),
    option("n", "No"),
    option("z", "Never", "reject_always"),
  ];
  const asked = askPermission(busy, request(...offered), "ask");
  if (asked === null) throw new Error("The request became no ask.");
  expect(asked.events.filter(({ type }) => type === "permission_request")).toMatchObject([
    { options: permissionOptions },
  ]);
  const chosen = permissionOptions.map((given) => {
    const answer: AskAnswer = { kind: "permission", askId: "ask", option: given, note: null };
    return answerTo(asked.state, asked.ask, answer).result;
  });
  const selected = (optionId: string) => ({ outcome: { outcome: "selected", optionId } });
  expect(chosen).toEqual(["y", "y", "y", "y", "n", "n"].map(selected));
});

test("[AC5] without options for a single call, the ask shows the agent's own options", () => {
  const offered = [option("a", "Yes, all", "allow_always"), option("n", "No", "reject_once")];
  const asked = askPermission(busy, request(...offered), "ask");
  if (asked === null) throw new Error("The request became no ask.");
  const options = [
    { optionId: "a", name: "Yes, all", kind: "allow_always" },
    { optionId: "n", name: "No", kind: "reject_once" },
  ] as const;
  expect(asked.events.filter(({ type }) => type === "permission_request")).toMatchObject([{ options }]);
  const answer: AskAnswer = { kind: "permission", askId: "ask", option: options[0], note: null };
  expect(answerTo(asked.state, asked.ask, answer).result).toEqual({
    outcome: { outcome: "selected", optionId: "a" },
  });
});

test("[AC5] unknown options become a question, which one of them answers", () => {
  const asked = askPermission(
    busy,
    request(option("a", "Go", "run"), option("b", "Stop", "halt"), option("c", "Stop", "halt")),
    "ask",
  );
  if (asked === null) throw new Error("The request became no ask.");
  const labels = ["Go", "Stop (b)", "Stop (c)"];
  expect(asked.events.filter(({ type }) => type === "ask_user" || type === "permission_request")).toEqual([
    {
      ...{ type: "ask_user", questionId: "ask", callId: "t", ...runRef },
      questions: [
        {
          ...{ question: "Allow this action: rm -r dist?", header: "Bash", multiSelect: false },
          options: labels.map((label) => ({ label })),
        },
      ],
    },
  ]);
  const answered = (...answer: string[]) => {
    const answers = answer.length === 0 ? null : [{ question: "", answer }];
    const { result, note } = answerTo(asked.state, asked.ask, { kind: "question", askId: "ask", answers });
    return { result, note };
  };
  expect([answered("Stop (c)"), answered("Ask me later"), answered()]).toEqual([
    { result: { outcome: { outcome: "selected", optionId: "c" } }, note: null },
    { result: { outcome: { outcome: "cancelled" } }, note: "Ask me later" },
    { result: { outcome: { outcome: "cancelled" } }, note: null },
  ]);
});

test("[AC5] a permission request without options is dismissed with a notice", () => {
  const asked = askPermission(busy, request(), "ask");
  expect({ events: asked?.events, answered: asked?.answered }).toEqual({
    events: [
      {
        ...{ type: "notice", level: "warning", code: "ask_dismissed", agentId },
        text: "The agent requested a permission without any options, so Polylog dismissed the request.",
      },
    ],
    answered: { outcome: { outcome: "cancelled" } },
  });
});

test("[AC5] permission requests for a project's MCP server named acp or polylog do not use the name of a built-in tool", () => {
  const nameOf = (name: string) => {
    const { toolCall, ...rest } = request(option("y", "Yes"), option("n", "No"));
    const asked = askPermission(busy, { ...rest, toolCall: { ...toolCall, name } }, "ask");
    return asked?.events.flatMap((event) => (event.type === "permission_request" ? [event.toolName] : []));
  };
  expect(["mcp__acp__Bash", "mcp__github__search", "mcp__polylog__Bash", "Bash"].map(nameOf)).toEqual([
    ...[["mcp__acp__Bash"], ["mcp__github__search"], ["mcp__polylog__Bash"], ["Bash"]],
  ]);
});

test("[AC5] a title does not turn a tool without a kind into a command or file tool", () => {
  for (const title of ["Bash", "edit", "write_file", "Read", "delete_file"])
    for (const kind of ["other", undefined])
      expect([title, toolNameOf({ title, kind }, "1", unknownAgent)]).toEqual([title, "tool"]);
  expect(toolNameOf({ title: "edit", kind: "edit" }, "1", unknownAgent)).toBe("edit");
  expect(toolNameOf({ title: "skill", kind: "other" }, "1", unknownAgent)).toBe("skill");
});
