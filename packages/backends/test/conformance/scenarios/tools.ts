import type { ToolCallEntry } from "@polylog/core";
import { toolCard } from "@polylog/core";
import type { Bench, Scenario } from "../scenario.ts";

export const tools: readonly Scenario[] = [
  {
    name: "shell ok",
    run: async (bench) => {
      await bench.play("[[shell echo hello-from-shell]] [[say It said hello.]]");
      return [`output: ${callWith(bench, "hello-from-shell").includes("hello-from-shell")}`];
    },
    expected: ["user", "shell ok", "agent: It said hello.", "= completed", "output: true"],
  },
  {
    name: "shell fails",
    run: async (bench) => {
      await bench.play("[[shell echo before-the-end; exit 3]] [[say It failed.]]");
      const [call] = callsOf(bench);
      return [
        `output: ${callWith(bench, "before-the-end").includes("before-the-end")}`,
        `exit code ${call?.exitCode}`,
      ];
    },
    expected: ["user", "shell failed", "agent: It failed.", "= completed", "output: true", "exit code 3"],
  },
  {
    name: "read, edit and write with diff",
    run: async (bench) => {
      await bench.writeFile("notes.txt", "one\ntwo\n");
      await bench.play(
        '[[read notes.txt]] [[edit notes.txt {"old":"two","new":"three"}]] [[write fresh.txt "hello\\n"]] [[say All done.]]',
      );
      const cards = callsOf(bench).map((call) => toolCard(call, bench.conversation()));
      return [
        `notes: ${JSON.stringify(await bench.readFile("notes.txt"))}`,
        `fresh: ${JSON.stringify(await bench.readFile("fresh.txt"))}`,
        ...cards.flatMap(({ added, removed }) => (removed ? [`+${added} -${removed}`] : [])),
      ];
    },
    expected: [
      ...["user", "read ok", "edit ok", "edit ok", "agent: All done.", "= completed"],
      'notes: "one\\nthree\\n"',
      'fresh: "hello\\n"',
      "+1 -1",
    ],
  },
  {
    name: "parallel tools",
    run: async (bench) => {
      await bench.play("[[shell echo the-first ++ shell echo the-second]] [[say Both.]]");
      return ["the-first", "the-second"].map((word) => `${word}: ${callWith(bench, word).includes(word)}`);
    },
    expected: [
      ...["user", "shell ok", "shell ok", "agent: Both.", "= completed"],
      ...["the-first: true", "the-second: true"],
    ],
  },
  {
    name: "MCP tool",
    start: { mcp: true },
    run: async (bench) => {
      await bench.play(`[[tool ${bench.mcpTool} {"text":"ping"}]] [[say Echoed.]]`);
      return [`result: ${callsOf(bench)[0]?.result?.includes("echo: ping")}`];
    },
    expected: ["user", "mcp ok", "agent: Echoed.", "= completed", "result: true"],
  },
  {
    name: "subagent",
    run: async (bench) => {
      await bench.play(
        "[[subagent Look around. [[shell echo from-below]] [[say It is fine.]]]] [[say Thanks.]]",
      );
      return undefined;
    },
    expected: ["user", "subagent ok", "  shell ok", "  agent: It is fine.", "agent: Thanks.", "= completed"],
  },
];

function callsOf(bench: Bench): ToolCallEntry[] {
  const { main, lanes } = bench.conversation();
  return [main, ...lanes.slice()]
    .flatMap(({ entries }) => entries.slice())
    .filter((entry) => entry.kind === "tool_call");
}

/** What the call returned in whose input the word is: a result belongs to its own call. */
function callWith(bench: Bench, word: string): string {
  const call = callsOf(bench).find(({ input }) => JSON.stringify(input).includes(word));
  return call?.result ?? call?.error?.message ?? "";
}
