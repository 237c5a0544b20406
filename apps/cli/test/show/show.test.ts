import { expect, test } from "vitest";
import { decideAsk } from "../../src/run/decide-ask.ts";
import { printable, printableText } from "../../src/show/printable.ts";
import { readableLog } from "../../src/show/readable-log.ts";
import { tableLines } from "../../src/show/table.ts";

test("agent text cannot control the terminal", () => {
  expect(printable("red \u001b[31mtext\u001b[0m\u0007\n\u009b2J \u202eright\u0000")).toBe(
    "red [31mtext[0m 2J right",
  );
  expect(printableText("a\r\n\tb\u001b]0;title\u0007")).toBe("a\n\tb]0;title");
});

test("in a terminal, the server's log is printed as sentences", () => {
  const said: string[] = [];
  const { write } = readableLog((text) => said.push(text));
  write('{"level":"warn","time":"now","count":1,"msg":"runs were interrupted"}\n');
  write('{"level":"error","err":{"name":"Error","message":"no room"},"msg":"cannot write"}\n');
  expect(said).toEqual(["warn: runs were interrupted", "error: cannot write: no room"]);
});

test("columns are aligned, without trailing spaces", () => {
  expect(
    tableLines([
      ["a", "bb", ""],
      ["long", "b", "rest"],
    ]),
  ).toEqual(["a     bb", "long  b   rest"]);
});

const permission = (...kinds: string[]) =>
  ({
    kind: "permission",
    toolName: "Bash",
    options: kinds.map((kind) => ({ optionId: kind, name: kind, kind })),
  }) as unknown as Parameters<typeof decideAsk>[0];

test("without a person, the narrowest answer is chosen, and never a lasting one", () => {
  const options = ["allow_always", "allow_session", "allow_once", "reject_always", "reject_once"];
  const reply = (optionId: string, remark: string | null) => ({
    kind: "reply",
    reply: { kind: "permission", optionId },
    remark,
  });
  const refused =
    "Rejected: Run make. No terminal is available to approve it. Use --yolo to allow everything.";
  expect([true, false].map((yolo) => decideAsk(permission(...options), { title: "Run make" }, yolo))).toEqual(
    [reply("allow_once", null), reply("reject_once", refused)],
  );
  for (const yolo of [true, false]) {
    expect(decideAsk(permission("allow_always", "reject_always"), { title: "Run make" }, yolo).kind).toBe(
      "give_up",
    );
  }
});
