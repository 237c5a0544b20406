import { expect, test } from "vitest";
import { Polylog, talkIn, wordsIn } from "../support/polylog.ts";
import type { Tty } from "../support/tty.ts";

/** The real program in a real pseudo-terminal, on a real server. */

const paragraphs = Array.from(
  { length: 12 },
  (_, at) =>
    `Paragraph ${at + 1} says a little more than one line of this window can hold, so that it wraps.`,
);
const long = Array.from({ length: 60 }, (_, at) => `- item ${at + 1}`).join("\n");

const polylog = await new Polylog({
  writer: [
    { thinking: "Let me see.", chunk: 4, everyMs: 10 },
    {
      text: `# Title\n\n${paragraphs.slice(0, 4).join("\n\n")}\n\n\`\`\`ts\nconst a = 1;\n\`\`\`\n`,
      chunk: 12,
      everyMs: 15,
    },
    {
      tool: {
        name: "Bash",
        input: { command: "npm test" },
        output: ["one\n", "two\n"],
        everyMs: 30,
        result: "one\ntwo\n",
        exitCode: 0,
      },
    },
    { tool: { name: "Read", input: { file_path: "a.ts" }, result: "x" } },
    { tool: { name: "Grep", input: { pattern: "x" }, result: "a.ts:1:x" } },
    { text: "That is all.", chunk: 3, everyMs: 15 },
  ],
  tall: [{ text: `Before.\n\n${long}\n\nAfter.`, chunk: 20, everyMs: 10 }],
  steady: [{ text: paragraphs.join("\n\n"), chunk: 10, everyMs: 25 }],
  slow: [
    { text: "It takes time.", chunk: 2, everyMs: 20 },
    { tool: { name: "Bash", input: { command: "sleep 9" }, result: "x" } },
    { wait: 3_600_000 },
  ],
  careful: [
    {
      ask: { permission: { toolName: "Bash", input: { command: "rm notes\u202e.txt" } } },
      onAllow: [{ text: "Removed." }],
      onDeny: [{ text: "Left alone." }],
    },
  ],
  curious: [
    {
      ask: {
        question: [
          { question: "Which colour?", options: [{ label: "red" }, { label: "blue" }] },
          {
            question: "Which parts?",
            options: [{ label: "roof" }, { label: "door" }, { label: "wall" }],
            multiSelect: true,
          },
        ],
      },
    },
    { text: "Fine." },
  ],
  asker: [
    { text: "I ask the helper." },
    { own: { name: "agents_message", input: { agentId: "helper", content: "Is it right?" } } },
    { text: "Asked and answered." },
  ],
  helper: [
    { tool: { name: "Read", input: { file_path: "a.ts" }, result: "x" } },
    { wait: 300 },
    { text: "It is **right**." },
  ],
  later: {
    prompts: [{ match: "Answer of", steps: [{ text: "Now I know." }] }],
    default: [
      {
        own: { name: "agents_message", input: { agentId: "careful", content: "Is it gone?", mode: "async" } },
      },
      { text: "I go on meanwhile." },
    ],
  },
  planner: [
    {
      ask: { plan: { entries: [{ content: "Rewrite it", status: "pending" }] } },
      onAllow: [{ text: "Rewritten." }],
      onDeny: [{ text: "No." }],
    },
  ],
}).start();

async function expectReplay(tty: Tty, sessionId: string, last: string): Promise<void> {
  const later = await polylog.open(sessionId, { columns: tty.screen.cols, rows: tty.screen.rows });
  await later.untilText(last);
  expect(talkIn(tty)).toEqual(talkIn(later));
  later.kill();
}

async function say(tty: Tty, text: string, key = "\r"): Promise<void> {
  tty.type(text);
  await tty.untilText(`› ${text}`);
  tty.type(key);
}

const idle = (tty: Tty) => tty.inSight().some((line) => line.startsWith("› Message "));

test("[W1] [W2] a run streams into the scrollback; opened later it is the same", async () => {
  const id = await polylog.session("writer");
  const tty = await polylog.open(id);
  await say(tty, "go on");
  await tty.untilText("That is all.");
  await tty.until(idle);
  for (const paragraph of paragraphs.slice(0, 4)) {
    expect(tty.text().replace(/\s+/g, " ").split(paragraph)).toHaveLength(2);
  }
  await expectReplay(tty, id, "That is all.");
  tty.kill();
});

test("[W1] [W3] [W2] an answer taller than the window scrolls up once, and the live part stays bounded", async () => {
  const id = await polylog.session("tall");
  const tty = await polylog.open(id, { rows: 12 });
  await say(tty, "much");
  await tty.untilText("After.");
  await tty.until(idle);
  const lines = tty.lines();
  for (let at = 1; at <= 60; at += 1)
    expect(lines.filter((line) => line.trim() === `• item ${at}`)).toHaveLength(1);
  await expectReplay(tty, id, "After.");
  tty.kill();
});

test("[W2] two agents work together; opened later it is the same", async () => {
  const id = await polylog.session("asker");
  const tty = await polylog.open(id);
  await say(tty, "ask");
  await tty.untilText("Asked and answered.");
  await tty.until(idle);
  for (const text of [
    "Messaged helper",
    "Is it right?",
    "Read a.ts",
    "It is right.",
    "helper works in session",
  ]) {
    expect(tty.text()).toContain(text);
  }
  await expectReplay(tty, id, "Asked and answered.");
  await say(tty, "/budget 5");
  await tty.untilText("Session budget: $0 of $5.00 used");
  tty.kill();
});

test("[W2] a message to a busy agent is queued and answered later; both sessions replay the same", async () => {
  const client = polylog.client();
  const target = await polylog.session("careful");
  const there = await polylog.open(target);
  await say(there, "go");
  const answer = async () => {
    const asked = async () => (await client.asks.list()).asks.filter(({ sessionId }) => sessionId === target);
    await expect.poll(async () => (await asked()).length).toBe(1);
    const [ask] = await asked();
    await client.asks.answer({ askId: ask?.askId ?? "", kind: "permission" }, { optionId: "allow" });
  };
  await there.untilText("rm notes");
  const id = await polylog.session("later");
  const tty = await polylog.open(id);
  await say(tty, "ask");
  await tty.untilText("I go on meanwhile.");
  expect(wordsIn(tty)).toContain("Messaged careful Queued");
  await there.untilText("Is it gone?");
  // The ask before the message arrived, and the ask for it.
  await answer();
  await answer();
  await tty.untilText("Now I know.");
  await tty.until(idle);
  expect(wordsIn(tty)).toContain("Answer from careful Answered");
  await there.until((it) => it.text().split("Removed.").length === 3 && idle(it), "both are answered");
  await expectReplay(tty, id, "Now I know.");
  await expectReplay(there, target, "Is it gone?");
  for (const each of [tty, there]) each.kill();
});

test("[W5] [W2] a window resized while text streams shows everything once", async () => {
  const id = await polylog.session("steady");
  const tty = await polylog.open(id, { columns: 100, rows: 24 });
  await say(tty, "talk");
  for (const [after, columns, rows] of [
    [2, 60, 24],
    [4, 90, 18],
    [6, 44, 24],
    [8, 120, 30],
  ] as const) {
    await tty.until(() => wordsIn(tty).includes(`Paragraph ${after} `), `paragraph ${after}`);
    tty.resize(columns, rows);
  }
  await tty.until((it) => it.text().includes("Paragraph 12") && idle(it));
  const words = wordsIn(tty);
  for (const paragraph of paragraphs) expect(words.split(paragraph)).toHaveLength(2);
  expect(words.match(/Paragraph \d+ /g)).toEqual(paragraphs.map((_, at) => `Paragraph ${at + 1} `));
  // Earlier lines keep the old width, so only the words are compared.
  const later = await polylog.open(id, { columns: 120, rows: 30 });
  await later.untilText("Paragraph 12");
  expect(words).toBe(wordsIn(later));
  later.kill();
  tty.kill();
});

test("[K8] [W2] Esc interrupts, and the conversation shows it", async () => {
  const id = await polylog.session("slow");
  const tty = await polylog.open(id);
  await say(tty, "wait for it");
  await tty.untilText("Esc interrupts");
  await tty.untilText("sleep 9");
  tty.type("\x1b");
  await tty.untilText("Interrupted");
  await tty.until(idle);
  await expectReplay(tty, id, "Interrupted");
  tty.kill();
});

test("[K6] [S18] [W2] a permission shows every character and is answered by its number", async () => {
  const id = await polylog.session("careful");
  const tty = await polylog.open(id);
  await say(tty, "remove it");
  await tty.untilText("Number or Enter answers");
  expect(tty.text()).toContain("$ rm notes⟨U+202E right-to-left override⟩.txt");
  expect(tty.text()).toContain("Contains hidden characters");
  tty.type("3");
  await tty.untilText("Left alone.");
  await tty.until(idle);
  expect(tty.text()).not.toContain("Number or Enter answers");
  await expectReplay(tty, id, "Left alone.");
  tty.kill();
});

test("[K6] typed text does not answer an ask", async () => {
  const id = await polylog.session("careful");
  const tty = await polylog.open(id);
  await say(tty, "remove it");
  await tty.untilText("Number or Enter answers");
  tty.type("note 1");
  await tty.untilText("› note 1");
  expect(tty.text()).toContain("Number or Enter answers");
  tty.type("\x15");
  await tty.until((it) => !it.text().includes("› note 1"));
  tty.type("1");
  await tty.untilText("Removed.");
  tty.kill();
});

test("[K7] [W2] questions are asked one after another, and several answers can be selected", async () => {
  const id = await polylog.session("curious");
  const tty = await polylog.open(id);
  await say(tty, "ask me");
  await tty.untilText("Number or Enter answers");
  tty.type("2");
  await tty.untilText("Which parts?");
  await tty.untilText("Numbers select");
  tty.type("1");
  await tty.untilText("✓ roof");
  tty.type("3");
  await tty.untilText("✓ wall");
  tty.type("\r");
  await tty.untilText("Fine.");
  await tty.until(idle);
  expect(tty.text()).toContain("blue; roof, wall");
  await expectReplay(tty, id, "Fine.");
  tty.kill();
});

test("[K7] a plan can be edited before it is approved", async () => {
  const id = await polylog.session("planner");
  const tty = await polylog.open(id);
  await say(tty, "plan it");
  await tty.untilText("Number or Enter answers");
  tty.type("3");
  await tty.untilText("Enter sends");
  tty.type(" carefully\r");
  await tty.untilText("Rewritten.");
  await tty.until(idle);
  expect(tty.text()).toContain("Rewrite it carefully");
  tty.kill();
});

test("[K7] a plan can be rejected with a note, which the agent receives", async () => {
  const id = await polylog.session("planner");
  const tty = await polylog.open(id);
  await say(tty, "plan it");
  await tty.untilText("Number or Enter answers");
  tty.type("4");
  await tty.untilText("Enter sends");
  tty.type("use the other file\r");
  await tty.untilText("No.");
  await tty.until(idle);
  expect(tty.text()).toContain("use the other file");
  await expectReplay(tty, id, "No.");
  tty.kill();
});

test("[K9] [K8] [W2] Tab queues; an interrupt pauses the queue", async () => {
  const id = await polylog.session("slow");
  const tty = await polylog.open(id);
  await say(tty, "first");
  await tty.untilText("sleep 9");
  tty.type("second");
  await tty.untilText("› second");
  tty.type("\t");
  await tty.until((it) => it.inSight().includes("  1. second"), "the message in the queue");
  expect(tty.text()).toContain("Queued · Up edits the last one");
  tty.type("\x1b");
  await tty.untilText("Interrupted");
  await tty.untilText("Queue paused");
  await say(tty, "/queue", " \r");
  await tty.untilText("❯ Resume");
  tty.type("\r");
  await tty.until((it) => it.lines().includes("› second"), "the queued message runs");
  tty.type("\x1b");
  await tty.until((it) => it.lines().filter((line) => line.includes("Interrupted")).length === 2 && idle(it));
  await expectReplay(tty, id, "Interrupted");
  tty.kill();
});

test("[T2] [W2] after the server restarts on another port, the conversation continues without gaps or duplicates", async () => {
  const own = await new Polylog({
    writer: [{ text: "Some words before it happens, and then ", chunk: 4, everyMs: 20 }, { wait: 3_600_000 }],
  }).start();
  const id = await own.session("writer");
  const tty = await own.open(id);
  await say(tty, "begin");
  await tty.untilText("Some words before");
  await own.die();
  await tty.untilText("Disconnected");
  await own.start();
  await tty.untilText("Interrupted");
  await tty.until((it) => idle(it) && !it.text().includes("Disconnected"));
  const later = await own.open(id);
  await later.untilText("Interrupted");
  expect(talkIn(tty)).toEqual(talkIn(later));
  expect(tty.text().split("Some words before")).toHaveLength(2);
  later.kill();
  tty.kill();
});
