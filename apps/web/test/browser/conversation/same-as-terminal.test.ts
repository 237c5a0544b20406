import { spawn } from "@lydell/node-pty";
import {
  type Conversation,
  type Entry,
  emptyConversation,
  foldAll,
  type PolylogEvent,
  toolCard,
} from "@polylog/core";
import xterm from "@xterm/headless";
import { expect, test } from "vitest";
import { openBrowser, openTab } from "../support/browser.ts";
import { main, PolylogServer } from "../support/polylog-server.ts";

/** One session on both screens: each shows all of the log in the same order. */

const steps = [
  { thinking: "Let me see what there is." },
  {
    text: "# Totals\n\nA paragraph with `code`, **weight** and words that go on for a while.\n\n- one thing\n- another thing\n  - something deeper\n\n> somebody said this\n\n| name | size |\n|---|--:|\n| alpha | 12 |\n\n1. first step\n2. second step\n\n```ts\nconst total = 3;\n```\n",
  },
  { tool: { name: "Bash", input: { command: "npm test" }, result: "all good", exitCode: 0 } },
  {
    tool: {
      name: "Bash",
      input: { command: "npm run build" },
      error: { code: "exit", message: "no such file" },
      exitCode: 2,
    },
  },
  {
    tool: {
      name: "Edit",
      input: {
        file_path: "src/cart.ts",
        old_string: "export const cart = [];",
        new_string: "export const cart = {};",
      },
      result: "",
    },
  },
  {
    ask: { permission: { toolName: "Bash", input: { command: "rm notes.txt" } } },
    onAllow: [{ text: "The notes are gone." }],
    onDeny: [{ text: "The notes stay." }],
  },
  {
    ask: {
      question: { question: "Which colour shall it be?", options: [{ label: "red" }, { label: "blue" }] },
    },
  },
  { text: "That is the end of it." },
];

test("a page and a terminal on one session show the same lines in the same order, word for word", async () => {
  const server = await PolylogServer.start({ claude: { default: steps } });
  const browser = await openBrowser();
  try {
    const sessionId = await server.chat("Please have a look at the cart");
    const { page } = await openTab(browser, await server.signIn(`/s/${sessionId}`));
    const terminal = openTerminal(server.home, sessionId);
    const { request_id: requestId } = await asked(server, "permission");
    await server.post("/api/permission-response", { request_id: requestId, option_id: "allow" });
    const { question_id: questionId } = await asked(server, "question");
    const answers = [{ question: "Which colour shall it be?", answer: "blue" }];
    await server.post("/api/ask-user-response", { question_id: questionId, answers });
    const last = "That is the end of it.";
    await page.getByText(last).first().waitFor();
    await terminal.until(last);

    const { events } = await server.get<{ events: PolylogEvent[] }>(
      `/api/sessions/${sessionId}/events?limit=500`,
    );
    const wanted = wordsOfTalk(foldAll(emptyConversation, events));
    expect(wanted.flat().length).toBeGreaterThan(60);
    await page.getByRole("button", { name: /^3 tool calls/ }).click();
    const onPage = wordsOf(await page.getByLabel("Conversation", { exact: true }).innerText());
    const inTerminal = wordsOf(terminal.text());
    expect(firstMissing(wanted, onPage)).toBe(null);
    expect(firstMissing(wanted, inTerminal)).toBe(null);
    terminal.close();
  } finally {
    await browser.close();
    await server.stop();
  }
});

/** The words of each line that both screens must show: messages, tool calls and answers. */
function wordsOfTalk(conversation: Conversation): string[][] {
  const lines = conversation.main.entries.slice().flatMap((entry) => textOf(entry, conversation).split("\n"));
  return lines.map(wordsOf).filter((words) => words.length > 0);
}

function textOf(entry: Entry, conversation: Conversation): string {
  if (entry.kind === "message") return entry.body.toString().replace(/^```\w*$/gm, "");
  if (entry.kind === "tool_call") {
    const { title, object } = toolCard(entry, conversation);
    return `${title} ${object ?? ""}`;
  }
  return entry.kind === "question" ? String(entry.answers[0]?.answer) : "";
}

/** Without the numbers of ordered lists, which the page draws outside the text. */
function wordsOf(text: string): string[] {
  return text.replace(/^ *\d+\. /gm, "").match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The first line that is missing on the screen, word for word and without gaps. */
function firstMissing(wanted: readonly (readonly string[])[], shown: readonly string[]): string | null {
  let from = 0;
  for (const line of wanted) {
    const found = shown.findIndex(
      (_, at) => at >= from && line.every((word, next) => shown[at + next] === word),
    );
    if (found === -1) return `${line.join(" ")} … in: ${shown.slice(from).join(" ")}`;
    from = found + line.length;
  }
  return null;
}

async function asked(server: PolylogServer, kind: string): Promise<Record<string, string>> {
  for (;;) {
    const { asks } = await server.get<{ asks: { kind: string; ask_id: string }[] }>("/api/asks");
    const ask = asks.find((each) => each.kind === kind);
    if (ask !== undefined) return { request_id: ask.ask_id, question_id: ask.ask_id };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function openTerminal(home: string, sessionId: string) {
  const screen = new xterm.Terminal({ cols: 120, rows: 40, scrollback: 5_000, allowProposedApi: true });
  const { PATH = "", HOME = "" } = process.env;
  const pty = spawn(process.execPath, [main, "tui", "--home", home, "--session", sessionId], {
    ...{ name: "xterm-256color", cols: 120, rows: 40, cwd: home },
    env: { PATH, HOME, TERM: "xterm-256color", LANG: "C.UTF-8" },
  });
  const text = () => {
    const { active } = screen.buffer;
    const lines = Array.from({ length: active.length }, (_, at) =>
      active.getLine(at)?.translateToString(true),
    );
    return lines.join("\n");
  };
  const waiting = new Set<() => void>();
  pty.onData((data) =>
    screen.write(data, () => {
      for (const look of waiting) look();
    }),
  );
  screen.onData((answer) => pty.write(answer));
  const until = (wanted: string) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!text().includes(wanted)) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
    });
  return { text, until, close: () => pty.kill("SIGKILL") };
}
