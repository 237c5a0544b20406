import { randomInt } from "node:crypto";
import { setImmediate as turn } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { limits } from "../../src/acp/limits.ts";
import { Terminals } from "../../src/acp/services/terminals.ts";
import { temporaryFolder } from "../node-program.ts";
import { processesWith } from "../process-list.ts";

function open(): Terminals {
  const terminals = new Terminals(temporaryFolder(), () => undefined);
  onTestFinished(() => terminals.close());
  return terminals;
}

test("[AC12] a terminal created while all are being closed ends with them, at any moment", async () => {
  for (let moment = 0; moment < 10; moment++) {
    const terminals = open();
    const mark = `600.${randomInt(2 ** 40)}`;
    const creating = terminals.create({ command: "sleep", args: [mark] });
    for (let passed = 0; passed < moment * 2; passed++) await turn();
    await terminals.close();
    await creating;
    expect([moment, processesWith(mark)]).toEqual([moment, []]);
    await expect(terminals.create({ command: "sleep", args: [mark] })).rejects.toThrow("closed");
  }
});

test("[AC12] starting terminals count toward the limit", async () => {
  const terminals = open();
  const all = Array.from({ length: limits.terminals + 3 }, () => terminals.create({ command: "sleep 600" }));
  const settled = await Promise.allSettled(all);
  expect(settled.filter(({ status }) => status === "fulfilled")).toHaveLength(limits.terminals);
});
