import { expect, test } from "vitest";
import { commandSuggestions, meaningOf } from "../../src/composer/suggestions/commands.ts";

const ran: string[] = [];
const local = ["rename", "compact"].map((name) => ({
  name,
  about: "It does something",
  run: (argument: string) => void ran.push(`${name}:${argument}`),
}));
const own = [{ name: "/compact" }, { name: "review", description: "Looks at it" }];

test("the agent's commands precede the page's and are sent as messages", () => {
  expect(commandSuggestions(local, own).map(({ name }) => name)).toEqual(["/compact", "/review", "/rename"]);
  for (const text of ["/compact", "/review src", "hello", " /nothing", "/home/me is full", "", "!"])
    expect(meaningOf(text, { local, own })).toEqual({ kind: "message" });
});

test("a command of the page runs with its argument", () => {
  for (const text of ["/rename  Another name ", "/rename"]) {
    const meant = meaningOf(text, { local, own });
    if (meant.kind === "command") meant.run();
  }
  expect(ran).toEqual(["rename:Another name", "rename:"]);
});

test("unknown commands are refused once the agent's commands are known, and shell commands always", () => {
  const kinds = (text: string, of: typeof own | null) => meaningOf(text, { local, own: of }).kind;
  expect([
    kinds("/nothing", own),
    kinds("/nothing", []),
    kinds("/nothing", null),
    kinds("!ls", null),
  ]).toEqual(["refused", "refused", "message", "refused"]);
});
