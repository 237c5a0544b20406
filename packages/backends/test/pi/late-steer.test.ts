import { expect, test } from "vitest";
import { PiSession } from "../../src/pi/session.ts";
import { startNode } from "../node-program.ts";

/** Pi takes a steering message only after it has cleared its queue for a cancel, then ends its run as `ends` says. */
const program = (ends: "at once" | "after it is asked again" | "before it replies") => `
const say = (...lines) => process.stdout.write(lines.map((line) => JSON.stringify(line) + "\\n").join(""));
const reply = ({ id, type: command }, data = {}) => ({ type: "response", id, command, success: true, data });
const ending = [{ type: "agent_end", messages: [] }, { type: "agent_settled" }];
let steer = null, queue = [], clears = 0, abort = null;
const requests = {
  get_state: (line) => say(reply(line, { isStreaming: true })),
  prompt: (line) => say(reply(line), { type: "agent_start" }, { type: "turn_start" }),
  steer: (line) => { steer = line; },
  clear_queue: (line) => {
    clears += 1;
    if (clears === 1 && ${ends === "before it replies"}) return say(reply(line, { steering: [steer.message] }));
    say(reply(line, { steering: queue }), ...(clears === 2 && ${ends === "after it is asked again"} ? ending : []));
    queue = [];
  },
  abort: (line) => {
    queue = ${ends === "before it replies"} ? [] : [steer.message];
    say(reply(steer), ...(${ends === "after it is asked again"} ? [] : ending), reply(line));
  },
};
say({ type: "extension_ui_request", id: "1", method: "setStatus", statusKey: "polylog:guard", statusText: "0.87.1" });
require("node:readline").createInterface({ input: process.stdin }).on("line", (text) => {
  const line = JSON.parse(text);
  requests[line.type]?.(line);
});`;

test.each(["at once", "after it is asked again", "before it replies"] as const)(
  "[PI11] a message that Pi takes while it is stopped is either reported as unread or rejected, once (it ends %s)",
  async (ends) => {
    const session = new PiSession(
      await startNode(program(ends)),
      { agentId: "pi", mode: "ask", unique: "unique" },
      null,
    );
    await session.readState();
    const message = { runId: "run", text: "By the way", images: [] };
    const events = session.events[Symbol.asyncIterator]();
    const ended = (async () => {
      while ((await events.next()).value?.type !== "run_ended");
    })();
    await session.prompt({ runId: "run", text: "Go", images: [] });
    await session.readState();
    const steered = session.steer(message).then(
      () => 0,
      () => 1,
    );
    await session.cancel("run");
    await ended;
    const unread = [...session.unread("run")];
    const rejected = await steered;
    expect([...unread, ...session.unread("run")].length + rejected).toBe(1);
  },
);
