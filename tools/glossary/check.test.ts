import { expect, test } from "vitest";
import { sampleTree } from "../testing/sample-tree.ts";
import { checkGlossary } from "./check.ts";
import { avoidedWords, containsWord, wordsOfName } from "./words.ts";

const glossary = [
  "| word | what it is | avoid |",
  "|---|---|---|",
  "| **session** | One conversation. | thread, chat |",
  "| **schedule** | A prompt at a time. | cron job |",
  "| **policy** | Who may write to whom. | |",
  "",
].join("\n");
const none = { unchecked: { names: [], text: [] }, names: [] };

function repository() {
  return sampleTree({
    "GLOSSARY.md": glossary,
    "CHANGELOG.md": "The chat is new.\n",
    "README.md": "Every thread is saved. `chat` is a route, see [it](chat.md).\n",
    "docs/usage.md": "Nothing to see.\n",
    "packages/core/src/chat-input.ts":
      "// A thread of its own.\nexport interface ChatInput {}\nconst [threads] = [1];\nexport const session = threads;\n",
    "packages/core/src/schedule.ts":
      '// Not `chat`.\nexport function runCronJobs() {\n  const chat = "thread";\n  return chat;\n}\n',
    "packages/core/test/chat.test.ts": "export const chat = 1;\n",
  });
}

test("the words to avoid are those of the last column", () => {
  expect(avoidedWords(glossary)).toEqual(["thread", "chat", "cron job"]);
});

test("a name is its words, and a word is found with its plural", () => {
  expect(["ChatInput", "chat-input", "CHAT_INPUT", "HTTPChat"].map(wordsOfName)).toEqual([
    ["chat", "input"],
    ["chat", "input"],
    ["chat", "input"],
    ["http", "chat"],
  ]);
  expect(containsWord(["run", "cron", "jobs"], "cron job")).toBe(true);
  expect(containsWord(["cron", "session"], "cron job")).toBe(false);
});

test("names of files and declarations, comments and documents are checked; code and other files are not", () => {
  const advice = "see GLOSSARY.md for the word to use";
  expect(checkGlossary(repository(), none)).toEqual([
    `packages/core/src/chat-input.ts:1: the text says "thread"; ${advice}`,
    `README.md: the text says "thread"; ${advice}`,
    `packages/core/src/chat-input.ts: chat-input.ts says "chat"; ${advice}`,
    `packages/core/src/chat-input.ts:2: ChatInput says "chat"; ${advice}`,
    `packages/core/src/schedule.ts:2: runCronJobs says "cron job"; ${advice}`,
  ]);
});

test("an exception that nothing needs is a fault", () => {
  const exceptions = {
    unchecked: { names: ["chat", "thread"], text: ["thread"] },
    names: ["runCronJobs", "gone"],
  };
  expect(checkGlossary(repository(), exceptions)).toEqual([
    'tools/glossary/exceptions.ts: nothing needs the exception "gone" any more; remove it',
    'tools/glossary/exceptions.ts: nothing needs the exception "thread" any more; remove it',
  ]);
});
