import type { AskAnswer, EventBody } from "@polylog/core";
import { expect, test } from "vitest";
import { answerTo, askPermission } from "../../src/acp/services/asks.ts";
import { endRun } from "../../src/acp/translate/run-end.ts";
import { type AcpState, withHandshake } from "../../src/acp/translate/state.ts";
import { turnUsage, usageSince } from "../../src/acp/translate/usage.ts";
import { readFixture } from "../record/fixture.ts";
import { replayAcp } from "./replay.ts";
import { busy, call, chunk, more, runRef, shown, told, type Update } from "./translate/updates.ts";

const known = (name: string, state: AcpState = busy) => withHandshake(state, { agentInfo: { name } });
const turn = { name: "Agent", command: "agent", agent: {}, text: "go", used: [] };
const ended = (state: AcpState, result: object) =>
  endRun(state, { ok: true, result: { stopReason: "end_turn", ...result } }, turn).events;
const typesOf = (events: readonly EventBody[]) => events.map(({ type }) => type);

test("[AC21] unnamed messages are held back only for the codex-acp adapter that names its messages", () => {
  const ours = told(known("@agentclientprotocol/codex-acp"), chunk("It broke."));
  expect(ended(ours.state, {})).toMatchObject([{ type: "run_ended", outcome: "failed" }]);
  const zed = told(known("codex-acp"), chunk("Hello"), chunk(" you."));
  expect([...zed.events, ...ended(zed.state, {})]).toMatchObject([
    { type: "text_delta", delta: "Hello" },
    { type: "text_delta", delta: " you." },
    { type: "text_done", text: "Hello you." },
    { type: "run_ended", outcome: "completed" },
  ]);
});

test("[AC21] an agent known to send new text is read that way, unless its settings override it", () => {
  const said = [chunk("Hello"), chunk("Hello world")];
  const text = (state: AcpState) => {
    const { state: last } = told(state, ...said);
    return ended(last, {}).flatMap((event) => (event.type === "text_done" ? [event.text] : []));
  };
  expect(
    [busy, known("gemini-cli"), known("gemini-cli", { ...busy, textMode: "cumulative" })].map(text),
  ).toEqual([["Hello world"], ["HelloHello world"], ["Hello world"]]);
});

test.each([
  "The user doesn't want to proceed with this tool use. STOP what you are doing.",
  "Tool permission request failed: Error: Tool use aborted",
])("[AC40] Claude Code's message to its model about a stopped call is not the call's output (%s)", (said) => {
  const begun = call({ title: "ls", kind: "execute", status: "in_progress" });
  const end = more({ status: "failed", content: shown(said) });
  const ends = (state: AcpState) =>
    told(state, begun, end).events.flatMap((event) =>
      event !== "not understood" && event.type === "tool_result" ? [[event.result, event.error]] : [],
    );
  expect(ends(known("@agentclientprotocol/claude-agent-acp"))).toEqual([
    ["", { code: "tool_interrupted", message: "Stopped before it finished." }],
  ]);
  expect(ends(known("OpenCode"))).toEqual([[said, { code: "tool_error", message: said }]]);
});

test("[AC22] a denied call ends at once, even if the agent reports nothing more about it", () => {
  const command = { toolCallId: "t", kind: "execute", title: "rm x" };
  const asked = askPermission(
    busy,
    {
      toolCall: { ...command, content: shown("In the project") },
      options: [
        { optionId: "y", name: "Yes", kind: "allow_once" },
        { optionId: "n", name: "No", kind: "reject_once" },
      ],
    },
    "ask",
  );
  if (asked === null) throw new Error("The request became no ask.");
  const option = { optionId: "reject_once", name: "Deny", kind: "reject_once" } as const;
  const answer: AskAnswer = { kind: "permission", askId: "ask", option, note: null };
  const denied = answerTo(asked.state, asked.ask, answer);
  expect(denied).toMatchObject({ result: { outcome: { outcome: "selected", optionId: "n" } } });
  expect(denied.events).toEqual([
    {
      ...{ type: "tool_result", callId: "t", toolName: "Bash", ok: false, result: "" },
      error: { code: "permission_denied", message: "The call was denied." },
      ...runRef,
    },
  ]);
  expect(told(denied.state, more({ status: "failed", content: shown("The user said no.") })).events).toEqual(
    [],
  );
});

test("[AC22] updates of a call that was denied before its announcement belong to the denied call", () => {
  const options = [
    { optionId: "y", name: "Yes", kind: "allow_once" },
    { optionId: "n", name: "No", kind: "reject_once" },
  ];
  const command = { title: "bash", kind: "execute" };
  const answered = (state: AcpState, kind: "allow_once" | "reject_once") => {
    const asked = askPermission(state, { toolCall: { toolCallId: "t", ...command }, options }, "ask");
    if (asked === null) throw new Error("The request became no ask.");
    const option = { optionId: kind, name: kind, kind };
    return answerTo(asked.state, asked.ask, { kind: "permission", askId: "ask", option, note: null }).state;
  };
  const late = [
    call({ ...command, status: "pending" }),
    more({ status: "in_progress", title: "touch made.txt" }),
    more({ status: "failed", content: shown("The user rejected permission.") }),
  ];
  const denied = told(answered(known("Kilo"), "reject_once"), ...late);
  expect(denied.events).toEqual([]);
  // The same ID may be requested again.
  const again = told(answered(denied.state, "allow_once"), more({ status: "completed" }));
  expect(again.events.at(-1)).toMatchObject({ type: "tool_result", callId: "t~2", ok: true });
});

test("[AC23] the usage of model requests is added up if the agent sends it with the model's text", () => {
  const used = (inputTokens: number, outputTokens: number, cachedReadTokens: number): Update => ({
    ...chunk(""),
    _meta: {
      usage: { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens, cachedReadTokens },
    },
  });
  const { state } = told(
    known("qwen-code"),
    chunk("One."),
    used(100, 5, 0),
    chunk(" Two."),
    used(120, 7, 100),
  );
  expect(ended(state, {}).at(-1)).toMatchObject({
    usage: [{ model: "unknown", inputTokens: 120, outputTokens: 12, cacheReadTokens: 100 }],
  });
});

test.each([
  ["part of the input", { inputTokens: 100, cachedReadTokens: 80, outputTokens: 5, totalTokens: 105 }, 20],
  [
    "separate from the input",
    { inputTokens: 100, cachedReadTokens: 80, outputTokens: 5, totalTokens: 185 },
    100,
  ],
  ["without a total", { inputTokens: 100, cachedReadTokens: 80, outputTokens: 5 }, 100],
])("[AC23] cached tokens are counted once: %s", (_, usage, inputTokens) => {
  expect(turnUsage({ usage }, "m")).toEqual([
    { model: "m", inputTokens, outputTokens: 5, cacheReadTokens: 80 },
  ]);
});

test.each([
  ["separate from the output", { inputTokens: 100, outputTokens: 4, thoughtTokens: 3, totalTokens: 107 }, 7],
  ["part of it", { inputTokens: 100, outputTokens: 7, thoughtTokens: 3, totalTokens: 107 }, 7],
  ["without a total", { inputTokens: 100, outputTokens: 7, thoughtTokens: 3 }, 7],
])("[AC23] thinking tokens are counted once as output: %s", (_, usage, outputTokens) => {
  expect(turnUsage({ usage }, "m")).toEqual([
    { model: "m", inputTokens: 100, outputTokens, reasoningTokens: 3 },
  ]);
});

test("[AC23] with cumulative usage, a turn used the increase; a total that shrank restarted from zero", () => {
  const first = { model: "m", inputTokens: 100, outputTokens: 5 };
  const second = { model: "m", inputTokens: 130, outputTokens: 12, cacheReadTokens: 90 };
  expect([usageSince(null, first), usageSince(first, second), usageSince(second, first)]).toEqual([
    first,
    { model: "m", inputTokens: 30, outputTokens: 7, cacheReadTokens: 90 },
    first,
  ]);
});

test.each([
  "Error: Authentication failed with provider at http://model (HTTP 401).",
  "Error: Failed to get response from the AI model; retried 5 times. Last error: 500 Broken.",
])("[AC24] %s becomes the run's error, also after other work", (message) => {
  const retrying = chunk("Info: Request failed due to a transient API error. Retrying...");
  const { state, events } = told(
    known("Copilot"),
    call({ title: "ls", kind: "execute", status: "completed" }),
    retrying,
    chunk("Info: Response was interrupted due to a server error. Retrying..."),
    chunk(message),
  );
  const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
  expect(events.slice(2)).toEqual([
    { type: "api_retry", attempt: 1, ...runRef },
    { type: "api_retry", attempt: 2, ...runRef },
  ]);
  expect(ended(state, { usage })).toEqual([
    {
      ...{ type: "run_ended", outcome: "failed", error: { code: "agent_error", message } },
      ...{ stopReason: "end_turn", ...runRef },
    },
  ]);
});

test("[AC24] text that starts like an error and continues is an answer", () => {
  const { state, events } = told(known("Copilot"), chunk("Error: codes"), chunk(" are listed below."));
  expect([...events, ...ended(state, {})]).toMatchObject([
    { type: "text_delta", delta: "Error: codes" },
    { type: "text_delta", delta: " are listed below." },
    { type: "text_done", text: "Error: codes are listed below." },
    { outcome: "completed" },
  ]);
});

test("[AC4] the exit code in Copilot's result decides whether the command failed", () => {
  const text = "before\n<shellId: 0 completed with exit code 3>";
  const contents = [{ type: "shell_exit", shellId: "0", exitCode: 3 }];
  const { events } = told(
    known("Copilot"),
    call({ title: "Run it", kind: "execute", status: "pending", rawInput: { command: "x" } }),
    more({ status: "completed", content: shown(text), rawOutput: { content: text, contents } }),
  );
  expect(events.at(-1)).toMatchObject({ type: "tool_result", ok: false, exitCode: 3, result: "before" });
});

test("[AC4] a file that OpenCode read is reported verbatim, without line numbers and marks for its model", () => {
  const output = "<path>/a.txt</path>\n<content>\n1: one\n\n(End of file - total 1 lines)\n</content>";
  const rawOutput = { output, metadata: { display: { type: "file", path: "/a.txt", text: "one" } } };
  const read = call({ title: "read", kind: "read", status: "pending" });
  const { events } = told(
    known("OpenCode"),
    read,
    more({ status: "completed", content: shown("one"), rawOutput }),
  );
  expect(events.at(-1)).toMatchObject({ type: "tool_result", ok: true, result: "one" });
});

const own = (name: string) => ({ ...known(name), polylogTools: new Set(["greet"]) });
const options = [{ optionId: "y", name: "Yes", kind: "allow_once" }];
/** The tool name that is shown, and whether a person is asked. */
function asks(state: AcpState, announced: Update, asked: object) {
  const before = told(state, announced).state;
  const ask = askPermission(before, { toolCall: { toolCallId: "t", ...asked }, options }, "ask");
  const shownAs = [...(before.run?.calls.values() ?? [])].map(({ toolName }) => toolName);
  return [...shownAs, ask?.answered === undefined ? "asked" : "not asked"];
}

test("[AC15] Polylog's own tools have their name and need no permission, however an agent names them", () => {
  const other = { kind: "other", status: "pending" };
  expect(
    asks(own("Copilot"), call({ ...other, title: "polylog-greet" }), { ...other, title: "greet" }),
  ).toEqual(["mcp__polylog__greet", "not asked"]);
  const meta = { _meta: { toolName: "mcp__polylog__greet" } };
  const qwen = call({ ...other, title: "greet (polylog MCP Server)", ...meta });
  expect(asks(own("qwen-code"), qwen, { ...other, title: "{}", ...meta })).toEqual([
    "mcp__polylog__greet",
    "not asked",
  ]);
  const rawInput = { server: "polylog", tool: "greet", arguments: {} };
  const zed = call({ title: "Tool: polylog/greet", status: "in_progress", rawInput });
  expect(asks(own("codex-acp"), zed, { title: "Approve MCP tool call" })).toEqual([
    "mcp__polylog__greet",
    "not asked",
  ]);
});

test("[AC15] a tool of another server with the name of a Polylog tool needs permission", () => {
  const other = { kind: "other", status: "pending" };
  const cases: [AcpState, Update, object][] = [
    // The request has another name than the announcement.
    [own("Copilot"), call({ ...other, title: "polylog-greet" }), { title: "polylog-greet" }],
    [own("Copilot"), call({ ...other, title: "evil-greet" }), { title: "polylog-greet" }],
    [
      own("Copilot"),
      call({ title: "polylog-greet", kind: "execute", status: "pending" }),
      { title: "greet" },
    ],
    // Only Copilot joins names in a title.
    [own("gemini-cli"), call({ ...other, title: "polylog-greet" }), { title: "greet" }],
    [own("qwen-code"), call({ ...other, title: "greet (polylog MCP Server)" }), { title: "greet" }],
    [
      own("codex-acp"),
      call({ title: "Tool: polylog/greet", rawInput: { server: "evil", tool: "greet" } }),
      {},
    ],
  ];
  expect(cases.map((each) => asks(...each).at(-1))).toEqual(cases.map(() => "asked"));
});

test.each([
  ["acp/zed-codex", "text", ["text_delta", "text_done", "run_ended"]],
  ["acp/copilot", "api-error-401", ["api_retry", "api_retry", "run_ended"]],
])("[AC21] a recording of %s, %s, keeps all messages", (agent, name, types) => {
  const wanted: ReadonlySet<string> = new Set(["text_delta", "text_done", "api_retry", "run_ended"]);
  expect(typesOf(replayAcp(readFixture(agent, name))).filter((type) => wanted.has(type))).toEqual(types);
});
