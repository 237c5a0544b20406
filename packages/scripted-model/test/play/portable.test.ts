import { expect, test } from "vitest";
import type { ModelRequest, Tool } from "../../src/conversation.ts";
import { portableCall } from "../../src/portable/portable-call.ts";
import type { PortableCall } from "../../src/script/steps.ts";
import { offered, tool } from "../requests.ts";

function request(tools: readonly Tool[], more: Partial<ModelRequest> = {}): ModelRequest {
  return {
    ...{
      api: "chat",
      model: "m",
      system: "",
      turns: [],
      tools,
      stream: false,
      maxTokens: null,
      outputSchema: null,
    },
    ...{ streamUsage: false, cached: false, sealedReasoning: false },
    ...more,
  };
}

/** The tool and its input, or the text if there is no tool. */
function made(tools: readonly Tool[], call: PortableCall, more: Partial<ModelRequest> = {}) {
  const part = portableCall(request(tools, more), call);
  if (part.kind === "call") return [part.name, part.freeform ? part.input : JSON.parse(part.input)];
  return part.kind === "text" ? part.text : part.kind;
}

const list = (properties: Record<string, object>) => ({
  type: "array",
  items: { type: "object", properties },
});
const string = { type: "string" };
const option = { label: string, description: string };

const claude = [
  offered(tool("Bash", { command: null, description: null }, ["command"])),
  offered(tool("Read", { file_path: { type: "string", description: "The absolute path to the file" } })),
  offered(tool("Write", { file_path: null, content: null })),
  offered(
    tool(
      "Edit",
      { file_path: null, old_string: null, new_string: null, replace_all: { type: "boolean" } },
      [],
    ),
  ),
  offered(
    tool("AskUserQuestion", {
      questions: list({
        question: string,
        header: string,
        options: list(option),
        multiSelect: { type: "boolean" },
      }),
    }),
  ),
  offered(tool("TodoWrite", { todos: list({ content: string, status: string, activeForm: string }) })),
  offered(
    tool("Agent", {
      description: null,
      prompt: null,
      subagent_type: null,
      run_in_background: { type: "boolean" },
    }),
  ),
];
const codex = [
  offered(tool("exec_command", { cmd: null, workdir: null, yield_time_ms: { type: "number" } }, ["cmd"])),
  offered(tool("apply_patch"), { freeform: true }),
  offered(tool("update_plan", { explanation: null, plan: list({ step: string, status: string }) }, ["plan"])),
  offered(
    tool("request_user_input", {
      questions: list({ id: string, header: string, question: string, options: list(option) }),
    }),
  ),
  offered(tool("spawn_agent", { message: null, agent_type: null }, ["message"])),
];
const pi = [
  offered(tool("bash", { command: null, timeout: { type: "number" } }, ["command"])),
  offered(tool("read", { path: null, offset: { type: "number" } }, ["path"])),
  offered(tool("write", { path: null, content: null })),
  offered(tool("edit", { path: null, edits: list({ oldText: string, newText: string }) })),
];
const opencode = [
  offered(tool("bash", { command: null, description: null })),
  offered(tool("read", { filePath: null })),
  offered(tool("edit", { filePath: null, oldString: null, newString: null })),
  offered(tool("todowrite", { todos: list({ content: string, status: string, priority: string }) })),
  offered(tool("task", { description: null, prompt: null, subagent_type: null }), {
    description: "Agents: general, explore",
  }),
];
const kimi = [
  offered(tool("Agent", { description: null, prompt: null, subagent_type: null }), {
    description: "Available agent types:\n- plan: Planning\n- coder: General software engineering agent",
  }),
];
const gemini = [
  offered(tool("run_shell_command", { command: null, description: null }, ["command"])),
  offered(tool("read_file", { file_path: null })),
  offered(tool("write_file", { file_path: null, content: null })),
  offered(tool("replace", { file_path: null, instruction: null, old_string: null, new_string: null })),
  offered(tool("write_todos", { todos: list({ description: string, status: string }) })),
];

const shell: PortableCall = { do: "shell", command: "ls" };
const read: PortableCall = { do: "read", path: "a.js" };
const write: PortableCall = { do: "write", path: "a.js", content: "x\ny\n" };
const edit: PortableCall = { do: "edit", path: "a.js", old: "a - b", new: "a + b" };
const ask: PortableCall = { do: "ask", question: "Which?", options: ["A", "B"] };
const plan: PortableCall = { do: "plan", items: ["one", "two"] };
const subagent: PortableCall = { do: "subagent", prompt: "Look around here. [[say hi]]" };
const options = [
  { label: "A", description: "A" },
  { label: "B", description: "B" },
];
const described = "Run a command of the script";

test("[P1] Claude Code's tools", () => {
  expect([shell, read, write, edit, ask, plan, subagent].map((call) => made(claude, call))).toEqual([
    ["Bash", { command: "ls", description: described }],
    ["Read", { file_path: "a.js" }],
    ["Write", { file_path: "a.js", content: "x\ny\n" }],
    ["Edit", { file_path: "a.js", old_string: "a - b", new_string: "a + b" }],
    [
      "AskUserQuestion",
      { questions: [{ question: "Which?", header: "Question", options, multiSelect: false }] },
    ],
    [
      "TodoWrite",
      {
        todos: [
          { content: "one", activeForm: "one", status: "in_progress" },
          { content: "two", activeForm: "two", status: "pending" },
        ],
      },
    ],
    [
      "Agent",
      {
        description: "Look around here.",
        prompt: "Look around here. [[say hi]]",
        subagent_type: "general-purpose",
        run_in_background: false,
      },
    ],
  ]);
});

test("[P1] Codex's tools", () => {
  expect([shell, read, write, ask, plan, subagent].map((call) => made(codex, call))).toEqual([
    ["exec_command", { cmd: "ls" }],
    ["exec_command", { cmd: "cat 'a.js'" }],
    ["apply_patch", "*** Begin Patch\n*** Add File: a.js\n+x\n+y\n*** End Patch\n"],
    [
      "request_user_input",
      { questions: [{ id: "question", header: "Question", question: "Which?", options }] },
    ],
    [
      "update_plan",
      {
        plan: [
          { step: "one", status: "in_progress" },
          { step: "two", status: "pending" },
        ],
      },
    ],
    ["spawn_agent", { message: "Look around here. [[say hi]]" }],
  ]);
});

test("[P1] Pi's, OpenCode's and Gemini's tools", () => {
  expect([shell, read, write, edit].map((call) => made(pi, call))).toEqual([
    ["bash", { command: "ls" }],
    ["read", { path: "a.js" }],
    ["write", { path: "a.js", content: "x\ny\n" }],
    ["edit", { path: "a.js", edits: [{ oldText: "a - b", newText: "a + b" }] }],
  ]);
  expect([shell, read, edit, plan, subagent].map((call) => made(opencode, call))).toEqual([
    ["bash", { command: "ls", description: described }],
    ["read", { filePath: "a.js" }],
    ["edit", { filePath: "a.js", oldString: "a - b", newString: "a + b" }],
    [
      "todowrite",
      {
        todos: [
          { content: "one", status: "in_progress", priority: "medium" },
          { content: "two", status: "pending", priority: "medium" },
        ],
      },
    ],
    [
      "task",
      { description: "Look around here.", prompt: "Look around here. [[say hi]]", subagent_type: "general" },
    ],
  ]);
  expect(made(kimi, subagent)).toEqual([
    "Agent",
    { description: "Look around here.", prompt: "Look around here. [[say hi]]", subagent_type: "coder" },
  ]);
  expect([shell, read, write, edit, plan].map((call) => made(gemini, call))).toEqual([
    ["run_shell_command", { command: "ls", description: described }],
    ["read_file", { file_path: "a.js" }],
    ["write_file", { file_path: "a.js", content: "x\ny\n" }],
    [
      "replace",
      { file_path: "a.js", instruction: "Follow the script", old_string: "a - b", new_string: "a + b" },
    ],
    [
      "write_todos",
      {
        todos: [
          { description: "one", status: "in_progress" },
          { description: "two", status: "pending" },
        ],
      },
    ],
  ]);
});

test("[P2] a patch has complete lines, taken from the agent's reads", () => {
  const results = [{ callId: "c", text: "function add(a, b) {\n  return a - b;\n}\n", failed: false }];
  const turns = [{ role: "user" as const, texts: [], images: 0, results }];
  expect(made(codex, edit, { turns })).toEqual([
    "apply_patch",
    "*** Begin Patch\n*** Update File: a.js\n@@\n-  return a - b;\n+  return a + b;\n*** End Patch\n",
  ]);
});

test("[P3] a path is absolute if the tool requires it and the agent states its folder", () => {
  const system = "Primary working directory: /home/project\nPlatform: linux";
  expect(made(claude, read, { system })).toEqual(["Read", { file_path: "/home/project/a.js" }]);
  expect(made(gemini, read, { system })).toEqual(["read_file", { file_path: "a.js" }]);
});

test("[P4] without a tool the shell is used, and without a shell text", () => {
  const [bash] = pi as [Tool];
  expect([read, write].map((call) => made([bash], call))).toEqual([
    ["bash", { command: "cat 'a.js'" }],
    ["bash", { command: "printf %s 'x\ny\n' > 'a.js'" }],
  ]);
  expect([shell, ask, plan, subagent].map((call) => made([], call))).toEqual([
    "No tool available for: ls",
    "Which?\n- A\n- B",
    "1. one\n2. two",
    "No subagent available for: Look around here. [[say hi]]",
  ]);
  const exit = offered(tool("ExitPlanMode", { plan: null }));
  expect(made([exit], plan)).toEqual(["ExitPlanMode", { plan: "1. one\n2. two" }]);
});

test("[P5] a single question, a list of commands and other required fields follow the tool's schema", () => {
  const simple = offered(tool("AskUser", { question: null, options: { type: "array", items: string } }));
  expect(made([simple], { ...ask, options: [] })).toEqual([
    "AskUser",
    { question: "Which?", options: ["Yes", "No"] },
  ]);
  const old = offered(
    tool("shell", { command: { type: "array", items: string }, reason: null, deep: { type: "integer" } }),
  );
  expect(made([old], shell)).toEqual([
    "shell",
    { command: ["bash", "-lc", "ls"], reason: "scripted reason", deep: 1 },
  ]);
});

test("[P6] items of a plan may be marked as done or in progress", () => {
  const [, input] = made(codex, { do: "plan", items: ["[x] one", "[>] two", "three"] }) as [string, object];
  expect(input).toEqual({
    plan: [
      { step: "one", status: "completed" },
      { step: "two", status: "in_progress" },
      { step: "three", status: "pending" },
    ],
  });
});
