import { Server } from "node:net";
import type { AgentSettings } from "@polylog/core";
import { expect, onTestFinished, test, vi } from "vitest";
import { demoAgents } from "../../src/demo/demo-agent.ts";

test("after a start failed for lack of file descriptors, the demo agent starts for the next message", async () => {
  vi.spyOn(Server.prototype, "listen").mockImplementationOnce(function (this: Server) {
    const error = Object.assign(new Error("listen EMFILE: too many open files"), { code: "EMFILE" });
    process.nextTick(() => this.emit("error", error));
    return this;
  });
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  const [demo, reviewer] = demoAgents("/home").map(
    ({ settings }) => settings as () => Promise<AgentSettings>,
  );
  await expect(demo?.()).rejects.toMatchObject({ code: "EMFILE" });
  const settings = await demo?.();
  expect(settings).toEqual({
    ...{ backend: "openai", model: "demo", options: { provider: "openai-compatible" } },
    ...{ baseUrl: expect.stringMatching(/^http:/), apiKey: expect.any(String) },
  });
  expect(await reviewer?.()).toEqual({ ...settings, model: "demo-reviewer" });
  const headers = { authorization: `Bearer ${settings?.apiKey}` };
  expect((await fetch(`${settings?.baseUrl}/models`, { headers })).status).toBe(200);
});
