import type { Conversation, ToolCallEntry } from "@polylog/core";
import { toolCard } from "@polylog/core";
import type { Scenario } from "../support/scenario.ts";

export const tools: readonly Scenario[] = [
  {
    name: "shell ok",
    run: async (bench) => {
      await bench.play("[[shell echo hello-from-shell]] [[say It said hello.]]");
      return undefined;
    },
    expected: ["user", "shell ok: hello-from-shell", "agent: It said hello.", "= completed"],
  },
  {
    name: "shell fails",
    run: async (bench) => {
      await bench.play("[[shell echo before-the-end; exit 3]] [[say It failed.]]");
      return undefined;
    },
    expected: [
      ...["user", "shell failed with exit code 3: before-the-end", "agent: It failed.", "= completed"],
    ],
  },
  {
    name: "read, edit and write with diff",
    run: async (bench) => {
      await bench.writeFile("notes.txt", "one\ntwo\n");
      await bench.play(
        '[[read notes.txt]] [[edit notes.txt {"old":"two","new":"three"}]] [[write fresh.txt "hello\\n"]] [[say All done.]]',
      );
      return [
        `notes: ${JSON.stringify(await bench.readFile("notes.txt"))}`,
        `fresh: ${JSON.stringify(await bench.readFile("fresh.txt"))}`,
      ];
    },
    tells: ({ conversation }) => {
      const cards = callsOf(conversation).map((call) => toolCard(call, conversation));
      return cards.flatMap(({ added, removed }) => (removed ? [`+${added} -${removed}`] : []));
    },
    expected: [
      ...["user", "read ok: one\ntwo", "edit ok", "edit ok", "agent: All done.", "= completed", "+1 -1"],
      'notes: "one\\nthree\\n"',
      'fresh: "hello\\n"',
    ],
  },
  {
    name: "parallel tools",
    run: async (bench) => {
      await bench.play("[[shell echo the-first ++ shell echo the-second]] [[say Both.]]");
      return undefined;
    },
    callsInAnyOrder: true,
    tells: ({ conversation }) => {
      const isOwn = ({ input, result }: ToolCallEntry) =>
        JSON.stringify(input).includes(result?.trim() ?? "nothing");
      return [`each has its own output: ${callsOf(conversation).every(isOwn)}`];
    },
    expected: [
      ...["user", "shell ok: the-first", "shell ok: the-second", "agent: Both.", "= completed"],
      "each has its own output: true",
    ],
  },
  {
    name: "MCP tool",
    start: { mcp: true },
    run: async (bench) => {
      await bench.play(`[[tool ${bench.mcpTool} {"text":"ping"}]] [[say Echoed.]]`);
      return undefined;
    },
    expected: ["user", "mcp ok: echo: ping", "agent: Echoed.", "= completed"],
  },
  {
    name: "subagent",
    run: async (bench) => {
      await bench.play(
        "[[subagent Look around. [[shell echo from-below]] [[say It is fine.]]]] [[say Thanks.]]",
      );
      return undefined;
    },
    expected: [
      ...["user", "subagent ok", "  shell ok: from-below", "  agent: It is fine."],
      ...["agent: Thanks.", "= completed"],
    ],
  },
];

function callsOf({ main, lanes }: Conversation): ToolCallEntry[] {
  return [main, ...lanes.slice()]
    .flatMap(({ entries }) => entries.slice())
    .filter((entry) => entry.kind === "tool_call");
}
