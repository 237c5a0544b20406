import { existsSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright";
import { beforeAll, beforeEach, expect, test } from "vitest";
import everyCard from "../../fixtures/every-card.json" with { type: "json" };
import type { PolylogServer } from "../support/polylog-server.ts";
import { openTestPage, type TestPage } from "../support/test-page.ts";

const [meta] = everyCard.default;
const script = {
  prompts: [
    { match: "slow", steps: [{ text: "It begins." }, { wait: 600_000 }] },
    { match: "deaf", steps: [{ text: "It begins." }, { hang: true }] },
  ],
  default: [meta, { text: "Heard: " }, { echo: true }],
};

let server: PolylogServer;
let tab: TestPage["tab"];
let page: Page;

beforeAll(async () => {
  const look = { viewport: { width: 1100, height: 800 } };
  const testPage = await openTestPage({ claude: script }, { model: {}, look });
  ({ server, tab, page } = testPage);
  return testPage.close;
});

const field = () => page.getByRole("textbox", { name: "Message" });
const talk = () => page.getByLabel("Conversation", { exact: true });
const said = () => talk().locator('article[aria-label="You"]');
const queue = () => page.getByRole("region", { name: "Queue" });
const options = () => page.getByRole("listbox", { name: "Suggestions" }).getByRole("option");
const value = () => field().inputValue();
const say = async (text: string) => {
  await field().fill(text);
  await field().press("Enter");
};
const enqueue = async (text: string) => {
  await field().fill(text);
  await field().press("Tab");
};
/** Waits for the answer, after which the message field is free. */
const answered = (text: string) => talk().getByRole("paragraph").getByText(text, { exact: true }).waitFor();

async function newSession(agent = "claude"): Promise<string> {
  const body = { project_root: server.project, agent_id: agent };
  const { session_id } = await server.post<{ session_id: string }>("/api/sessions", body);
  await page.goto(`${server.url}/s/${session_id}`);
  await field().waitFor();
  return session_id;
}

/** Pastes or drops data on the field. */
async function give(
  how: "paste" | "drop",
  what: { readonly text?: string; readonly image?: boolean },
): Promise<void> {
  await field().evaluate(
    (element, [kind, { text, image }]) => {
      const data = new DataTransfer();
      if (text !== undefined) data.setData("text/plain", text);
      const dot =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
      const bytes = Uint8Array.from(atob(dot), (letter) => letter.charCodeAt(0));
      if (image === true) data.items.add(new File([bytes], "dot.png", { type: "image/png" }));
      const options = { bubbles: true, cancelable: true };
      element.dispatchEvent(
        kind === "paste"
          ? new ClipboardEvent("paste", { ...options, clipboardData: data })
          : new DragEvent("drop", { ...options, dataTransfer: data }),
      );
    },
    [how, what] as const,
  );
}

beforeEach(async () => {
  await newSession();
});

test("Enter sends and Shift+Enter inserts a new line", async () => {
  await field().pressSequentially("one");
  await field().press("Shift+Enter");
  await field().pressSequentially("two");
  expect(await value()).toBe("one\ntwo");
  await field().press("Enter");
  await said().getByText("one\ntwo").waitFor();
  await expect.poll(value).toBe("");
});

test("Enter that ends a composition sends nothing", async () => {
  await field().focus();
  const input = await page.context().newCDPSession(page);
  await input.send("Input.imeSetComposition", { text: "にほん", selectionStart: 3, selectionEnd: 3 });
  const enter = { key: "Enter", code: "Enter", windowsVirtualKeyCode: 229 };
  await input.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...enter });
  await input.send("Input.insertText", { text: "日本" });
  await input.send("Input.dispatchKeyEvent", { type: "keyUp", ...enter });
  expect([await value(), await said().count()]).toEqual(["日本", 0]);
  await field().press("Enter");
  await said().getByText("日本").waitFor();
});

test("a slash suggests commands by keyboard, the agent's first", async () => {
  await say("hello");
  await answered("hello");
  await field().pressSequentially("/");
  await options().first().waitFor();
  expect(await options().first().innerText()).toMatch(/^\/review/);
  await field().press("ArrowDown");
  expect(await page.getByRole("option", { selected: true }).innerText()).toMatch(/^\/compact/);
  await field().press("Escape");
  expect([await options().count(), await value()]).toEqual([0, "/"]);
  await field().fill("/");
  await field().pressSequentially("pla");
  await field().press("Enter");
  await page.getByRole("button", { name: "Permission mode: Plan" }).waitFor();
  expect(await value()).toBe("");
});

test("an at sign suggests files by keyboard", async () => {
  await field().pressSequentially("look at @car");
  await options().first().waitFor();
  await field().press("Tab");
  expect(await value()).toBe("look at @src/cart.ts ");
});

test("images are pasted, dropped, sent and shown", async () => {
  await give("paste", { image: true });
  await give("drop", { image: true });
  const attached = page.getByRole("img", { name: "dot.png" });
  await attached.nth(1).waitFor();
  await page.getByRole("button", { name: "Remove dot.png" }).first().click();
  expect(await attached.count()).toBe(1);
  await say("see this");
  await said().getByRole("img", { name: "dot.png" }).waitFor();
  await expect.poll(() => attached.count()).toBe(1);
});

test("a large paste is collapsed, can be expanded, and is sent in full", async () => {
  const lines = Array.from({ length: 40 }, (_, index) => `line ${index}`).join("\n");
  await give("paste", { text: lines });
  expect(await value()).toBe("[Pasted text #1 +40 lines]");
  await page.getByRole("button", { name: /^Pasted text #1/ }).click();
  expect(await value()).toBe(lines);
  await field().fill("");
  await give("paste", { text: lines });
  await field().press("Enter");
  await said().getByText("line 39").waitFor();
  expect(await said().first().innerText()).toContain(lines);
});

test("Up and Down recall sent messages and return to the unsent text", async () => {
  await say("first");
  await answered("first");
  await say("second");
  await answered("second");
  await field().fill("half");
  await field().press("Home");
  const seen: string[] = [];
  for (const key of ["ArrowUp", "ArrowUp", "ArrowUp", "End", "ArrowDown", "End", "ArrowDown"]) {
    await field().press(key);
    if (key !== "End") seen.push(await value());
  }
  expect(seen).toEqual(["second", "first", "first", "second", "half"]);
});

test("text typed while a message is being sent stays, and each Enter sends it after that message", async () => {
  const isOut = Promise.withResolvers<void>();
  await page.route("**/api/chat", async (route) => {
    await isOut.promise;
    await route.continue();
  });
  const texts = ["first of three", "second of three", "third of three"];
  await field().pressSequentially(texts.join("\n"));
  await field().press("Enter");
  await field().pressSequentially("and more");
  isOut.resolve();
  // A message to an active run steers it and has no separate answer.
  await expect.poll(() => said().allInnerTexts()).toEqual(texts.map((text) => expect.stringContaining(text)));
  await page.unroute("**/api/chat");
  await expect.poll(value).toBe("and more");
  await field().fill("");
  await expect.poll(value).toBe("");
});

test("Escape twice recalls the last message", async () => {
  await say("say it otherwise");
  await answered("say it otherwise");
  await field().press("Escape");
  await field().press("Escape");
  expect(await value()).toBe("say it otherwise");
});

test("Ctrl+R searches sent messages, and Escape restores the text", async () => {
  for (const text of ["fix the cart", "run the tests"]) {
    await say(text);
    await answered(text);
  }
  await field().fill("half");
  await field().press("Control+r");
  await field().fill("cart");
  await expect.poll(() => options().allInnerTexts()).toEqual(["fix the cart"]);
  await field().press("Escape");
  expect([await value(), await options().count()]).toEqual(["half", 0]);
  await field().fill("");
  await field().press("Control+r");
  await expect.poll(() => options().allInnerTexts()).toEqual(["run the tests", "fix the cart"]);
  await field().press("Control+r");
  await field().press("Enter");
  expect([await value(), await said().count()]).toEqual(["fix the cart", 2]);
});

test("each session keeps its own draft across reloads", async () => {
  const first = page.url();
  await field().fill("a draft here");
  await newSession();
  expect(await value()).toBe("");
  await field().fill("another there");
  await page.reload();
  expect(await value()).toBe("another there");
  await page.goto(first);
  expect(await value()).toBe("a draft here");
});

test("Escape shows the cancellation immediately, even if the agent does not respond", async () => {
  await say("deaf");
  await answered("It begins.");
  await field().press("Escape");
  await talk().getByRole("status", { name: "Cancelling" }).waitFor();
  await talk().getByText("by you").waitFor();
});

test("queued messages can be edited, moved, removed and sent now", async () => {
  await say("slow");
  await answered("It begins.");
  for (const text of ["one", "two", "three"]) await enqueue(text);
  await queue().getByText("3 messages queued").waitFor();
  const waiting = () => queue().getByRole("listitem").allInnerTexts();
  await queue().getByRole("button", { name: "Move up" }).nth(2).click();
  await expect.poll(waiting).toEqual(["one", "three", "two"]);
  await queue().getByRole("button", { name: "Edit" }).first().click();
  // The caret starts at the end of the text and stays where the person puts it.
  await page.keyboard.type(", changed");
  await page.keyboard.press("Home");
  await page.keyboard.type("1: ");
  await page.keyboard.press("Enter");
  await expect.poll(waiting).toEqual(["1: one, changed", "three", "two"]);
  await queue().getByRole("button", { name: "Edit" }).first().click();
  await page.getByLabel("Edit the queued message").fill("one, changed");
  await page.getByLabel("Edit the queued message").press("Enter");
  await expect.poll(waiting).toEqual(["one, changed", "three", "two"]);
  await queue().getByRole("button", { name: "Remove" }).nth(1).click();
  await expect.poll(waiting).toEqual(["one, changed", "two"]);
  await queue().getByRole("button", { name: "Send now" }).nth(1).click();
  await said().getByText("two", { exact: true }).waitFor();
  await expect.poll(waiting).toEqual(["one, changed"]);
  await field().press("Escape");
  await queue().getByText("Queue paused").waitFor();
  await queue().getByRole("button", { name: "Resume" }).click();
  await answered("one, changed");
});

test("while the agent is running, Enter steers it, or queues if that was chosen", async () => {
  await say("slow");
  await answered("It begins.");
  expect(await field().getAttribute("placeholder")).toBe("Steer this run · Tab to queue");
  await say("straight in");
  await said().getByText("Steered").waitFor();
  await page.getByRole("button", { name: "While running: steer" }).click();
  await page.getByRole("menuitemradio", { name: /^Queue/ }).click();
  expect(await field().getAttribute("placeholder")).toBe("Queue a message");
  await say("later");
  await queue().getByText("later").waitFor();
  await page.getByRole("button", { name: "Stop" }).first().click();
  await talk().getByText("by you").waitFor();
});

test("Stop holds the queue; a new message runs at once, and Resume starts the held one", async () => {
  await say("slow");
  await answered("It begins.");
  await enqueue("held");
  await page.getByRole("button", { name: "Stop" }).first().click();
  await talk().getByText("by you").waitFor();
  await queue().getByText("Queue paused · The run was stopped.").waitFor();
  await say("instead");
  await answered("instead");
  expect(await queue().getByRole("listitem").allInnerTexts()).toEqual(["held"]);
  await page.reload();
  await queue().getByRole("button", { name: "Resume" }).click();
  await answered("held");
});

test("Shift+Tab selects the next permission mode, and a menu selects the model", async () => {
  await say("hello");
  await answered("hello");
  await field().press("Shift+Tab");
  await page.getByRole("button", { name: "Permission mode: Accept edits" }).waitFor();
  await page.getByRole("button", { name: "Model: Opus" }).click();
  await page.getByRole("menuitemradio", { name: /^Haiku/ }).click();
  await page.getByRole("button", { name: "Model: Haiku" }).waitFor();
  await talk().getByText("Mode: Accept edits").waitFor();
});

test("a conversation is rewound to a checkpoint, optionally with the project's files", async () => {
  await newSession("polylog");
  const note = path.join(server.project, "note.md");
  const writeNote = async () => {
    await say('[[write note.md "one"]] [[say It is written.]]');
    await answered("It is written.");
    // A rewind requires that no run is active.
    await page.getByRole("button", { name: "Stop" }).waitFor({ state: "detached" });
    expect(existsSync(note)).toBe(true);
    await talk().getByRole("button", { name: "Rewind to here" }).last().click();
  };
  const dialog = page.getByRole("dialog", { name: "Rewind to this checkpoint?" });
  const isGone = async () => {
    // While it is open, elements behind it have no role.
    await dialog.waitFor({ state: "detached" });
    await talk().getByRole("paragraph").getByText("It is written.").waitFor({ state: "detached" });
  };
  await writeNote();
  // The list measures its rows again and remounts them; the dialog stays open.
  const { width, height } = page.viewportSize() as { width: number; height: number };
  await dialog.waitFor();
  await page.setViewportSize({ width: 390, height: 500 });
  await page.setViewportSize({ width, height });
  await dialog.getByRole("button", { name: "Rewind" }).click();
  await isGone();
  await expect.poll(() => existsSync(note)).toBe(false);
  await writeNote();
  await dialog.getByLabel("Conversation only").check();
  await dialog.getByRole("button", { name: "Rewind" }).click();
  await isGone();
  expect(existsSync(note)).toBe(true);
});

test("no script or policy errors", () => {
  expect({ problems: tab.problems, outside: tab.outside }).toEqual({ problems: [], outside: [] });
});
