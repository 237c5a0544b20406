import { type Conversation, toolCard } from "@polylog/core";
import { describe, expect, onTestFinished, test } from "vitest";
import { heard } from "../conformance/support/heard.ts";
import type { Program } from "../conformance/support/program.ts";
import { shapeOf } from "../conformance/support/shape.ts";
import { TestLog } from "../conformance/support/test-log.ts";
import { type DetectableAgent, type QueueRow, type RunRow, ServerBench, type Way } from "./server-bench.ts";

function conversation({ unsupported, endAfterDenial }: Program): string[] {
  const takesMessages = !Object.hasOwn(unsupported, "steer");
  const failed = Object.hasOwn(unsupported, "shell fails") ? "shell ok" : "shell failed";
  const denied = endAfterDenial === undefined ? ["agent: Then not.", "= completed"] : [`= ${endAfterDenial}`];
  const steered = ["user", "shell ok", "user (steered)", "agent: After the command.", "= completed"];
  const queued = ["user", "shell ok", "agent: After the command.", "= completed", ...answered];
  const unread = ["user", "shell interrupted", ...(takesMessages ? ["user (steered)"] : []), "= cancelled"];
  return [
    ...["user", "agent: I keep it.", "= completed"],
    ...["user", "read ok", "edit ok", failed, "agent: Edited.", "= completed"],
    ...["user", "shell ok", "agent: Made it.", "= completed"],
    ...["user", "shell denied", ...denied],
    ...(takesMessages ? steered : queued),
    ...["user", "agent: …", "= cancelled"],
    ...["user", "agent: Here again.", "= completed"],
    ...[...unread, ...(takesMessages ? [] : ["user"]), "agent: I read it.", "= completed"],
  ];
}

/** The outline for a message that waited in the queue until the end of the run. */
const answered = ["user", "agent: I like nougat.", "= completed"];

/** For each way to set up the agent: the dollars for a run of 1200 and 34 tokens. Null if the price is unknown. */
export type Costs = Readonly<Partial<Record<Way, unknown>>>;

/**
 * Plays one session with an agent through a real server, for each configured way. It covers every feature of a session
 * once.
 */
export function describeThroughServer(
  title: string,
  program: Program,
  found: DetectableAgent,
  costs: Costs,
): void {
  describe(title, () => {
    test.for(Object.keys(costs) as Way[])("a whole session with the agent %s", async (way) => {
      const bench = await ServerBench.open(program, found, way);
      onTestFinished(() => bench.remove());
      await bench.start();
      await playSession(bench, program);
      const unread = await playUnread(bench, program);
      const log = new TestLog();
      for (const event of await bench.events()) log.append(event);
      const [first] = await bench.runs();
      const { input_tokens: input = 0, output_tokens: output = 0 } = first?.usage[0] ?? {};
      const model = { requests: () => bench.model.requests };
      expect({
        conversation: shapeOf(program, log.conversation),
        ...worked(log.conversation),
        files: [bench.exists("made.txt"), bench.exists("denied.txt")],
        tokens: { input, output },
        cost: costOf(first),
        steered: heard(model, "By the way"),
        remembers: heard(model, "marzipan", "Here again."),
        unread,
      }).toEqual({
        conversation: conversation(program),
        diff: ["-30 line 30", "+30 line thirty"],
        exitCodes: Object.hasOwn(program.unsupported, "shell fails") ? [] : [3],
        report: [{ path: "notes.txt", status: "modified", added: 1, removed: 1, diff: expect.any(String) }],
        files: [true, false],
        tokens: program.hidesUsage === true ? { input: 0, output: 0 } : { input: 1200, output: 34 },
        cost: costs[way],
        steered: true,
        remembers: true,
        unread: { held: [{ text: unreadText, paused_reason: "The run was stopped." }], queue: [] },
      });
    });
  });
}

/**
 * The outcome of the run that edits a file: the changed lines, the exit code of its command, and the changes on disk.
 */
function worked(conversation: Conversation) {
  const entries = conversation.main.entries.slice();
  const calls = entries.filter((entry) => entry.kind === "tool_call");
  const lines = calls
    .flatMap((call) => toolCard(call, conversation).blocks)
    .flatMap((block) => (block.kind === "diff" ? block.hunks.flatMap((hunk) => hunk.lines) : []));
  return {
    diff: lines.flatMap(({ kind, oldLine, newLine, text }) =>
      kind === "same" ? [] : [kind === "removed" ? `-${oldLine} ${text}` : `+${newLine} ${text}`],
    ),
    exitCodes: calls.flatMap(({ exitCode }) => (exitCode === null || exitCode === 0 ? [] : [exitCode])),
    report: entries.find((entry) => entry.kind === "change_report")?.files,
  };
}

function costOf(run: RunRow | undefined): number | null {
  return run?.cost_complete === true ? run.cost_usd : null;
}

function askedStep({ askedStep: step }: Program, command: string): string {
  return `[[${step?.(command) ?? `shell ${command}`}]]`;
}

async function playSession(bench: ServerBench, program: Program): Promise<void> {
  const takesMessages = !Object.hasOwn(program.unsupported, "steer");
  const asked = (command: string) => askedStep(program, command);
  await bench.play("My word is marzipan. [[say I keep it. ++ usage 1200 34]]");
  await bench.writeFile("notes.txt", Array.from({ length: 40 }, (_, at) => `line ${at + 1}\n`).join(""));
  await bench.play(
    '[[read notes.txt]] [[edit notes.txt {"old":"line 30","new":"line thirty"}]] [[shell exit 3]] [[say Edited.]]',
  );
  await bench.play(`${asked("touch made.txt")} [[say Made it.]]`);
  await bench.play(`${asked("touch denied.txt")} [[say Then not.]]`, "reject_once");
  await bench.play(
    `${asked("touch begun.txt && sleep 2")} [[say After the command.]]`,
    "allow_once",
    async () => {
      await bench.fileAppears("begun.txt");
      // Without a mode, a message to a busy agent steers it, or waits for the end of the run.
      await bench.say(`By the way: nougat.${takesMessages ? "" : " [[say I like nougat.]]"}`);
    },
  );
  if (!takesMessages) await bench.runSaying("I like nougat.");
  await bench.play("[[words 400 50]]", "allow_once", async (runId) => {
    await bench.until((event) => event.type === "text_delta" && event.runId === runId);
    await bench.cancel(runId);
  });
  await bench.stop();
  await program.betweenStarts?.(bench.home);
  await bench.start();
  await bench.play("[[say Here again.]]");
}

/** Sends a message to a run in the middle of a command, and stops that run before it reads the message. */
async function playUnread(bench: ServerBench, program: Program) {
  const slow = askedStep(program, "touch slow.txt && sleep 60");
  await bench.play(`${slow} [[say Too late.]]`, "allow_once", async (runId) => {
    await bench.fileAppears("slow.txt");
    await bench.say(unreadText);
    await bench.cancel(runId);
  });
  await expect.poll(async () => (await bench.queue()).length).toBe(1);
  const held = await bench.queue();
  const ended = bench.runSaying("I read it.");
  await bench.resumeQueue();
  await ended;
  const rows = (items: readonly QueueRow[]) =>
    items.map(({ text, paused_reason }) => ({ text, paused_reason }));
  return { held: rows(held), queue: rows(await bench.queue()) };
}

const unreadText = "By the way: praline. [[say I read it.]]";
