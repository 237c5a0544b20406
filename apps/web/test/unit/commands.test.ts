import { expect, test } from "vitest";
import { commandSuggestions, meaningOf } from "../../src/composer/suggestions/commands.ts";

const ran: string[] = [];
const local = ["rename", "compact"].map((name) => ({
  name,
  about: "It does something",
  run: (argument: string) => void ran.push(`${name}:${argument}`),
}));
const own = [{ name: "/compact" }, { name: "review", description: "Looks at it" }];

test("the agent's own commands go before those of the page, and are messages", () => {
  expect(commandSuggestions(local, own).map(({ name }) => name)).toEqual(["/compact", "/review", "/rename"]);
  for (const text of ["/compact", "/review src", "hello", " /nothing", "/home/me is full", "", "!"])
    expect(meaningOf(text, { local, own })).toEqual({ kind: "message" });
});

test("a command of the page is run with what stands after it", () => {
  for (const text of ["/rename  Another name ", "/rename"]) {
    const meant = meaningOf(text, { local, own });
    if (meant.kind === "command") meant.run();
  }
  expect(ran).toEqual(["rename:Another name", "rename:"]);
});

test("what nobody knows is not sent, once the agent has said what it knows; a shell there is not", () => {
  const kinds = (text: string, of: typeof own | null) => meaningOf(text, { local, own: of }).kind;
  expect([
    kinds("/nothing", own),
    kinds("/nothing", []),
    kinds("/nothing", null),
    kinds("!ls", null),
  ]).toEqual(["refused", "refused", "message", "refused"]);
});
